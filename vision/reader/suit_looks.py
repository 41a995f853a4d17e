"""A closer look at the suits of indices of which only the suit is in doubt.

In a crop of a whole index the suit is some fifteen pixels high, fewer in packs with large ranks; the picture shows
more. So where a club may be a spade the suit alone is looked at, larger. In the holders it is compared with the suits
beside it, too: with their lower parts, for into the upper one the tail of a Q may hang.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.arrays import Numbers, Picture
from vision.index.beliefs import NO_CARD, Belief, suit_shares, with_suits
from vision.index.poses import SUIT_LOOK, crops, moved
from vision.index.protocol import IndexReader
from vision.index.pyramid import Pyramid
from vision.reader.more_poses import ways
from vision.reader.pack_likeness import doubtful_suits, likened_suits
from vision.thresholds import SURE, SuitLarger

_TRIES: Final = ways(8, (0.9, 1.25))
"""Looks taken at each suit."""
_LOWER_TRIES: Final = ways(4, (0.9, 1.2))
"""Looks taken at each of them."""


def looked_closer(reader: IndexReader, picture: Picture | Pyramid, poses: Numbers, beliefs: Belief) -> Belief:
    """The beliefs (n, 55) at poses (n, 4 or more: x, y, angle, height, pixels), doubtful suits looked at once more."""
    there = (beliefs[:, NO_CARD] < 1 - SuitLarger.THERE) & (poses[:, 3] >= SuitLarger.LEAST_HEIGHT)
    doubtful = np.flatnonzero(there & (suit_shares(beliefs).max(1) < SURE))
    if not len(doubtful):
        return beliefs
    closer = moved(poses[doubtful], *SUIT_LOOK)
    looks = np.concatenate([crops(picture, moved(closer, *way)) for way in _TRIES])
    suits = np.maximum(reader.suits(looks), SuitLarger.FLOOR).reshape(len(_TRIES), len(doubtful), -1)
    out = beliefs.copy()
    out[doubtful] = with_suits(beliefs[doubtful], np.exp(np.log(suits).mean(0)))
    return out


def compared(reader: IndexReader, pictures: Sequence[Picture], poses: Sequence[Numbers], beliefs: Belief) -> Belief:
    """The beliefs (n, 55) in the cards of one pack, doubtful suits weighed by how like the others' they look; ``poses``
    (k, 4) are those of each picture, one after the other."""
    if not doubtful_suits(beliefs).any():
        return beliefs
    looks = [
        crops(picture, moved(moved(each, *SuitLarger.LOWER_PART), *way))
        for way in _LOWER_TRIES
        for picture, each in zip(pictures, poses, strict=True)
    ]
    seen = reader.features(np.concatenate(looks))
    return likened_suits(beliefs, seen.reshape(len(_LOWER_TRIES), len(beliefs), -1))
