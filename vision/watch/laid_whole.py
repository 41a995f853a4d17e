"""A look at each card on the play area as a whole, beside its indices: people know a queen by her picture, whatever
letter stands over it.

It is the look that photographs are given (`vision.reader.whole_card_looks`): it settles what indices leave in doubt,
and doubts what they name where nothing of that stands on the card, as where the D of a German queen reads as a 10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.holders.indices import IndexShape
from vision.index.beliefs import NO_CARD, Belief
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH
from vision.index.protocol import IndexReader
from vision.index.whole_cards import in_picture
from vision.ladder import Rung
from vision.planes.planes import PIXELS_PER_MM, Plane, rectified_to_mm, warped
from vision.reader.whole_card_looks import looked_at_whole
from vision.sizes import BRIDGE_CARD, POKER_CARD
from vision.thresholds import PlayArea
from vision.watch.play_area import WHOLE, SeenCard, Sighting
from whist.cards import PACK, RANKS, SUITS

_COURTS: Final = np.array([rank in "JQK" for rank in RANKS])


def seen_whole(
    reader: IndexReader,
    picture: Picture,
    plane: Plane,
    cards: Sequence[SeenCard],
    before: Sequence[SeenCard],
    shape: IndexShape,
) -> list[SeenCard]:
    """The ``cards`` on the play area with what is seen of them as wholes in a full-size ``picture``.

    Of those ``before``, which were looked at so, each of which no index has been read since keeps its belief. One that
    lies on another or under it shows not itself alone, and is not looked at any more. ``shape`` says where the pack has
    its indices.
    """
    covered = [_lies_on_another(cards, k) for k in range(len(cards))]
    known = [_known(card, before, its) for card, its in zip(cards, covered, strict=True)]
    fresh = [k for k, old in enumerate(known) if old is None]
    out = [old or card for card, old in zip(cards, known, strict=True)]
    if not fresh or not reader.rungs & {Rung.REST_OF_CARD, Rung.REST_AGAINST}:
        return out

    def look(frames: Numbers) -> Belief:
        crops = [cut_whole(picture, plane, frame) for frame in frames]
        return _picture_or_pips(reader.wholes(np.concatenate(crops)))

    beliefs = np.stack([card.belief for card in cards]).astype(np.float64)
    wanted = {k for k in fresh if not covered[k]}
    beliefs[[k for k in range(len(cards)) if k not in wanted]] = np.eye(NO_CARD + 1)[NO_CARD]  # not looked at
    indices = [np.array([_pose(one) for one in card.told_by], np.float32).reshape(-1, 4) for card in cards]
    told = looked_at_whole(beliefs, indices, _usual(shape), look, reader.rungs)
    for k in wanted:
        out[k] = replace(cards[k], belief=np.asarray(told[k], np.float32))
    return out


def _lies_on_another(cards: Sequence[SeenCard], own: int) -> bool:
    """Whether a card surely lies nearer to one of them than a card is wide."""
    x, y = cards[own].x, cards[own].y
    return any(
        k != own and card.belief[:-1].max() >= PlayArea.COVERS and hypot(card.x - x, card.y - y) < BRIDGE_CARD[0]
        for k, card in enumerate(cards)
    )


def _picture_or_pips(beliefs: Belief) -> Belief:
    """Beliefs (n, 55) that tell nothing but whether a court's picture is there: suits are seen better from near, an 8
    and a 6 of small pips by their indices, and which court it is nobody knows of a pack that he never saw."""
    out = beliefs.copy()
    cards = out[:, : len(PACK)].reshape(-1, len(SUITS), len(RANKS))  # a view
    for alike in (_COURTS, ~_COURTS):
        cards[:, :, alike] = cards[:, :, alike].mean((1, 2), keepdims=True)
    return out


def _known(card: SeenCard, before: Sequence[SeenCard], covered: bool) -> SeenCard | None:
    """Which of the cards of ``before`` is told by the very same sightings, or, where it is ``covered`` now, by those
    among others."""
    for old in before:
        same = [any(one is other for other in old.told_by) for one in card.told_by]
        if same and all(same) and (covered or len(same) == len(old.told_by)):
            return old
    return None


def _pose(one: Sighting) -> tuple[float, float, float, float]:
    """Where an index stands in the rectified play area, pixels."""
    x, y = (one.x - WHOLE[0]) * PIXELS_PER_MM - 0.5, (WHOLE[3] - one.y) * PIXELS_PER_MM - 0.5
    return x, y, one.angle, one.height * PIXELS_PER_MM


def _usual(shape: IndexShape) -> tuple[float, float]:
    """How far the two indices of a card are apart across and along it, in their heights."""
    across = (BRIDGE_CARD[0] + POKER_CARD[0]) / 2 - 2 * shape.aside
    return across / shape.height, (BRIDGE_CARD[1] - 2 * shape.depth) / shape.height


def cut_whole(picture: Picture, plane: Plane, frame: Numbers) -> Picture:
    """The crop (1, 56, 40, 3) of the card in a frame (5,) of the rectified play area: as `whole_crops` cuts it from
    that, nearly, but only what it shows of it is rectified."""
    large = warped(
        picture,
        plane,
        rectified_to_mm(WHOLE) @ in_picture(frame, PlayArea.FINER),
        (PlayArea.FINER * CROP_WIDTH, PlayArea.FINER * CROP_HEIGHT),
    )
    return np.asarray(cv2.resize(large, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)[None], np.uint8)
