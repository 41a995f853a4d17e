"""A look at all that a racked card shows of itself: beside its index a strip of pips, or of a court's picture.

People tell a stencilled Q from a 6 by what stands beside it. The cards to the right hide all but 22 mm of a card, the
holder's lip its lower part. Such a look counts for half: taken before indices are compared with each other it keeps a Q
from being taken for like the sixes, and taken after that it settles what is left. In between strips are compared with
each other, too: of a pack whose eights look like threes to this look, all do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.beliefs import NO_CARD, Belief, joined, joined_by, softened
from vision.cameras import Picture
from vision.likeness import likened_by
from vision.planes import Plane, rectify
from vision.poses import CROP_HEIGHT, CROP_WIDTH
from vision.whole_cards import STRIP

Numbers = npt.NDArray[np.float32]

_SURE: Final = 0.98
"""A card that has this share of the belief is not looked at again."""
_THERE: Final = 0.3
"""What is less probably a card than this is not looked at again."""
_TRUST: Final = 0.9
"""What such a look counts for: the index said something, too."""
_TELLS: Final = 0.5
"""Its probabilities are taken to this power, for it is taken twice, and the index is in it once more."""


class StripReader(Protocol):
    """What is asked of a reader of racked cards."""

    def strips(self, pictures: Picture) -> tuple[Numbers, Numbers]:
        """Probabilities (n, RANK_CLASSES) and (n, SUIT_CLASSES) of strips (n, 56, 40, 3) as `strip_at` cuts them."""


def strip_at(picture: Picture, plane: Plane, left: float, top: float) -> Picture:
    """The strip (56, 40, 3) of the racked card whose upper left corner is at ``left``, ``top`` in its holder's plane,
    mm."""
    region = (left + STRIP[0], top - STRIP[3], left + STRIP[2], top - STRIP[1])
    shown = rectify(picture, plane, region)
    return np.asarray(cv2.resize(shown, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


class RackedStrips:
    """The strips of the racked cards in one picture, each looked at once, when it is first asked for."""

    def __init__(self, reader: StripReader, cards: Sequence[tuple[Picture, Plane, float, float]]) -> None:
        """``cards`` are picture, plane, left and top of each, as `strip_at` takes them."""
        self._reader, self._cards = reader, cards
        self._known: dict[int, tuple[Numbers, Numbers]] = {}

    def joined_to(self, beliefs: Belief) -> Belief:
        """The beliefs (n, 55) of all the cards, those in doubt joined by what their strips show."""
        doubtful = _doubtful(beliefs)
        if not len(doubtful):
            return beliefs
        rank, suit = self._seen(doubtful)
        out = beliefs.copy()
        looks = joined(softened(rank, _TELLS), softened(suit, _TELLS))
        out[doubtful] = joined_by(beliefs[doubtful], looks, _TRUST)
        return out

    def likened_to(self, beliefs: Belief) -> Belief:
        """The beliefs (n, 55) of all the cards, those in doubt weighed by how like their strips are to the others'."""
        doubtful = _doubtful(beliefs)
        if not len(doubtful):
            return beliefs
        there = np.flatnonzero(1 - beliefs[:, NO_CARD] >= _THERE)
        weighed = likened_by(beliefs[there], *self._seen(there))
        out = beliefs.copy()
        out[doubtful] = weighed[np.isin(there, doubtful)]
        return out

    def _seen(self, rows: npt.NDArray[np.intp]) -> tuple[Numbers, Numbers]:
        """What the strips of some cards show: probabilities (k, RANK_CLASSES) and (k, SUIT_CLASSES)."""
        new = [row for row in rows.tolist() if row not in self._known]
        if new:
            seen = self._reader.strips(np.stack([strip_at(*self._cards[row]) for row in new]))
            self._known.update(zip(new, zip(*seen, strict=True), strict=True))
        rank, suit = zip(*[self._known[row] for row in rows.tolist()], strict=True)
        return np.stack(rank), np.stack(suit)


def _doubtful(beliefs: Belief) -> npt.NDArray[np.intp]:
    """Which of the beliefs (n, 55) are in a card, but in none surely."""
    there = 1 - beliefs[:, NO_CARD]
    return np.flatnonzero((there >= _THERE) & (beliefs[:, :NO_CARD].max(1) < _SURE * there))
