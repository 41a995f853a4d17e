"""A closer look at the suits of indices of which only the suit is in doubt.

In a crop of a whole index the suit is some fifteen pixels high, fewer in packs with large ranks; the picture shows
more. So where a club may be a spade the suit alone is looked at, larger.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from vision.beliefs import NO_CARD, Belief, suit_shares, with_suits
from vision.poses import SUIT_LOOK, crops, moved
from vision.pyramid import Pyramid
from vision.tries import ways

Picture = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

_SURE: Final = 0.98
"""A suit that has this share of the belief is not looked at again."""
_THERE: Final = 0.1
"""What is less probably a card than this is not looked at again."""
_LEAST_HEIGHT: Final = 16.0
"""Height in pixels of the smallest index whose suit shows more when it is made larger."""
_FLOOR: Final = 0.25
"""What a closer look leaves to each suit: it settles what leans its way, and no more. A spade into which the tail of a
Q hangs looks like a club from near."""
_TRIES: Final = ways(8, (0.9, 1.25))
"""Looks taken at each suit."""


class SuitReader(Protocol):
    """What is asked of a reader of indices."""

    def suits(self, pictures: Picture) -> Numbers:
        """Probabilities (n, SUIT_CLASSES) of the suits in crops (n, 56, 40, 3) made with `SUIT_LOOK`."""


def looked_closer(reader: SuitReader, picture: Picture | Pyramid, poses: Numbers, beliefs: Belief) -> Belief:
    """The beliefs (n, 55) at poses (n, 4 or more: x, y, angle, height, pixels), doubtful suits looked at once more."""
    there = (beliefs[:, NO_CARD] < 1 - _THERE) & (poses[:, 3] >= _LEAST_HEIGHT)
    doubtful = np.flatnonzero(there & (suit_shares(beliefs).max(1) < _SURE))
    if not len(doubtful):
        return beliefs
    closer = moved(poses[doubtful], *SUIT_LOOK)
    looks = np.concatenate([crops(picture, moved(closer, *way)) for way in _TRIES])
    suits = np.maximum(reader.suits(looks), _FLOOR).reshape(len(_TRIES), len(doubtful), -1)
    out = beliefs.copy()
    out[doubtful] = with_suits(beliefs[doubtful], np.exp(np.log(suits).mean(0)))
    return out
