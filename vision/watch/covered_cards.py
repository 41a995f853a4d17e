"""Cards on the play area of which the one index that told of them was covered since: they still lie there if the other
one is read where it must stand, for which it need not be found."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from vision.arrays import Picture
from vision.holders.indices import IndexShape
from vision.index.protocol import IndexReader
from vision.planes.planes import Plane
from vision.sizes import BRIDGE_CARD, POKER_CARD
from vision.thresholds import PlayArea
from vision.watch.faceless_cards import at_indices
from vision.watch.play_area import SeenCard, Sighting, share


def still_seen(
    reader: IndexReader,
    picture: Picture,
    plane: Plane,
    before: Sequence[SeenCard],
    cards: Sequence[SeenCard],
    shape: IndexShape,
) -> list[Sighting]:
    """The indices of those cards of ``before`` that were read well, are none of the ``cards`` that are seen now, and
    over which one of these lies that was not there: read where they must stand by the pack's ``shape``."""
    known, told = {card.best for card in before}, {card.best for card in cards}
    fresh = [card for card in cards if card.best not in known]
    lost = [card for card in before if card.best not in told and share(card) > PlayArea.SURE and _under(card, fresh)]
    return [seen for card in lost if (seen := _read(reader, picture, plane, card, shape)) is not None]


def _under(card: SeenCard, others: Sequence[SeenCard]) -> bool:
    """Whether one of the others lies so near that it may cover an index of a card."""
    return any(hypot(card.x - other.x, card.y - other.y) < POKER_CARD[1] for other in others)


def _read(reader: IndexReader, picture: Picture, plane: Plane, card: SeenCard, shape: IndexShape) -> Sighting | None:
    """The index of a card that still shows it; None where none does."""
    half = BRIDGE_CARD[1] * PlayArea.AROUND_CARD
    region = (card.x - half, card.y - half, card.x + half, card.y + half)
    ((poses, beliefs),) = at_indices(reader, picture, plane, [(card.x, card.y, card.angle)], shape, region)
    best = int(beliefs[:, card.best].argmax())
    if beliefs[best, card.best] <= PlayArea.SURE:
        return None
    x, y, angle = poses[best]
    return Sighting(x, y, angle, shape.height, beliefs[best])
