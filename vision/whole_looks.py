"""A look at whole cards where their indices leave a doubt: people know a nine by its pips, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.beliefs import NO_CARD, Belief, joined_by
from vision.poses import moved
from vision.whole_cards import frames_between

Numbers = npt.NDArray[np.float64]
Poses = npt.NDArray[np.float32]
WholeLook = Callable[[Poses], Belief]
"""What is seen of whole cards: beliefs (n, 55) from frames (n, 5), pixels, as `vision.whole_cards` makes them."""

LEAST_ACROSS: Final = 1.2
"""Indices nearer than this, in their heights, across the card are at one side of it."""
_SURE: Final = 0.98
"""From this probability on there is no doubt."""
_THERE: Final = 0.5
"""What is less probably a card than this is not looked at whole."""
_TRUST: Final = 0.9
"""What the look at a whole card counts for: the indices said something, too."""


def looked_at_whole(beliefs: Numbers, indices: Sequence[Poses], usual: tuple[float, float], look: WholeLook) -> Numbers:
    """The beliefs (n, 55) in cards, those in doubt joined by what `look` sees of the whole card.

    ``indices`` are each card's, poses (k, 4); ``usual`` is how far the two of a card are apart across and along it, in
    heights. Whether there is a card stays as it was believed.
    """
    cards = beliefs[:, :NO_CARD]
    doubtful = np.flatnonzero((cards.max(axis=1) < _SURE) & (cards.sum(axis=1) >= _THERE))
    framed = [(k, frame) for k in doubtful if (frame := _frame(indices[int(k)], usual)) is not None]
    if not framed:
        return beliefs
    rows = [int(k) for k, _ in framed]
    out = beliefs.copy()
    out[rows] = joined_by(beliefs[rows], look(np.stack([frame for _, frame in framed])), _TRUST)
    return out


def _frame(poses: Poses, usual: tuple[float, float]) -> Poses | None:
    """The frame of the card that has indices at poses (k, 4): between two of them, or where the other one ought to be.
    None where all are at one side."""
    if len(poses) == 1:
        # the upper left one, for most packs have two
        other = moved(poses, *usual, np.pi, 1.0)
        return np.asarray(frames_between(poses, other)[0])
    one, two = np.triu_indices(len(poses), 1)
    opposite = np.cos(poses[one, 2] - poses[two, 2]) < 0
    frames = frames_between(poses[one[opposite]], poses[two[opposite]])
    widest = max(frames, key=lambda frame: float(frame[3]), default=None)
    return widest if widest is not None and widest[3] >= LEAST_ACROSS * poses[:, 3].mean() else None
