"""A look at all that a racked card shows of itself: beside its index a strip of pips, or of a court's picture.

People tell a stencilled Q from a 6 by what stands beside it. The cards to the right hide all but 22 mm of a card, the
holder's lip its lower part. Such a look counts for half: taken before indices are compared with each other it keeps a Q
from being taken for like the sixes, and taken after that it settles what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import cv2
import numpy as np

from vision.beliefs import NO_CARD, Belief, joined_by
from vision.cameras import Picture
from vision.planes import Plane, rectify
from vision.poses import CROP_HEIGHT, CROP_WIDTH
from vision.whole_cards import STRIP

_SURE: Final = 0.98
"""A card that has this share of the belief is not looked at again."""
_THERE: Final = 0.3
"""What is less probably a card than this is not looked at again."""
_TRUST: Final = 0.9
"""What such a look counts for: the index said something, too."""


class StripReader(Protocol):
    """What is asked of a reader of racked cards."""

    def strips(self, pictures: Picture) -> Belief:
        """Beliefs (n, 55) of strips (n, 56, 40, 3) as `strip_at` cuts them."""


def strip_at(picture: Picture, plane: Plane, left: float, top: float) -> Picture:
    """The strip (56, 40, 3) of the racked card whose upper left corner is at ``left``, ``top`` in its holder's plane,
    mm."""
    region = (left + STRIP[0], top - STRIP[3], left + STRIP[2], top - STRIP[1])
    shown = rectify(picture, plane, region)
    return np.asarray(cv2.resize(shown, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def looked_at_strips(
    reader: StripReader,
    cards: Sequence[tuple[Picture, Plane, float, float]],
    beliefs: Belief,
    seen: dict[int, Belief] | None = None,
) -> Belief:
    """The beliefs (n, 55) of racked cards, those in doubt joined by what their strips show; ``cards`` are picture,
    plane, left and top of each, as `strip_at` takes them. ``seen`` keeps what was seen of which card."""
    there = 1 - beliefs[:, NO_CARD]
    doubtful = np.flatnonzero((there >= _THERE) & (beliefs[:, :NO_CARD].max(1) < _SURE * there))
    if not len(doubtful):
        return beliefs
    seen = {} if seen is None else seen
    new = [k for k in doubtful.tolist() if k not in seen]
    if new:
        seen.update(zip(new, reader.strips(np.stack([strip_at(*cards[k]) for k in new])), strict=True))
    out = beliefs.copy()
    out[doubtful] = joined_by(beliefs[doubtful], np.stack([seen[k] for k in doubtful.tolist()]), _TRUST)
    return out
