"""An index that one look leaves in doubt is named again at many poses around it.

What the classifier says of such an index changes with a shift of a pixel. The mean of many looks, each moved, turned
and sized a little otherwise, errs far less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.index.beliefs import NO_CARD, Belief, agreed
from vision.index.poses import crops, moved
from vision.thresholds import MorePoses


def ways(count: int, heights: tuple[float, float]) -> list[tuple[float, float, float, float]]:
    """How so many looks at one place are moved, each as `vision.index.poses.moved` has it, the last within
    ``heights``."""
    spread = (0.5 + np.arange(1, count + 1)[:, None] * MorePoses.RATIO ** -np.arange(1.0, 5.0)) % 1
    across, down = (MorePoses.SHIFT * (2 * spread[:, k] - 1) for k in (0, 1))
    turn = MorePoses.TURN * (2 * spread[:, 2] - 1)
    larger = heights[0] * (heights[1] / heights[0]) ** spread[:, 3]
    return [(float(a), float(b), float(c), float(d)) for a, b, c, d in zip(across, down, turn, larger, strict=True)]


WAYS: Final = ways(MorePoses.COUNT, MorePoses.HEIGHTS)


def named_again(
    namer: Callable[[Picture, int], Belief],
    picture: Picture,
    poses: Numbers,
    beliefs: Belief,
    doubtful: npt.NDArray[np.intp],
) -> Belief:
    """The beliefs (n, 55) at poses (n, 4 or more), the ``doubtful`` (numbers of rows) named again at `WAYS`.

    The namer gives beliefs (n, 55) of upright crops (n, 56, 40, 3), so many of each index; or (networks, n, 55), of
    several networks that count alike.

    Whether there is a card stays as it was believed: a pose beside an index shows none, and one of many may show
    something in a pattern.
    """
    if not len(doubtful):
        return beliefs
    looks = np.concatenate([crops(picture, moved(poses[doubtful], *way)) for way in WAYS])
    said = namer(looks, len(WAYS)).reshape(-1, len(doubtful), beliefs.shape[-1])
    out = beliefs.copy()
    out[doubtful, :NO_CARD] = agreed(said.swapaxes(0, 1))[0] * (1 - beliefs[doubtful, NO_CARD])[:, None]
    return out
