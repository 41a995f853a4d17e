"""A look at whole cards where their indices leave a doubt: people know a nine by its pips, too.

A card that shows two opposite indices is looked at in any case: where it has nothing of the card that they name, they
are of letters which the reader takes for others, as the B of a Berlin jack for an 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.index.beliefs import NO_CARD, Belief, joined_by, suit_shares
from vision.index.poses import moved
from vision.index.whole_cards import frames_between
from vision.ladder import ALL, Rung, Rungs
from vision.thresholds import SURE, WholeCards
from whist.cards import FULL_PACK, RANKS, SUITS

Poses = npt.NDArray[np.float32]
WholeLook = Callable[[Poses], Belief]
"""What is seen of whole cards: beliefs (n, 55) from frames (n, 5), pixels, as `vision.index.whole_cards` makes them."""

_RANKS: Final = np.array([card.rank for card in FULL_PACK])
_COURTS: Final = ("J", "Q", "K")


def looked_at_whole(
    beliefs: Doubles, indices: Sequence[Poses], usual: tuple[float, float], look: WholeLook, rungs: Rungs = ALL
) -> Doubles:
    """The beliefs (n, 55) in cards, those in doubt joined by what `look` sees of the whole card, those that it
    contradicts doubted.

    ``indices`` are each card's, poses (k, 4); ``usual`` is how far the two of a card are apart across and along it, in
    heights. Whether there is a card stays as it was believed.
    """
    cards = beliefs[:, :NO_CARD]
    there = cards.sum(axis=1) >= WholeCards.THERE
    doubtful = there & (cards.max(axis=1) < SURE)
    opposite = np.array([_opposite(poses) for poses in indices], bool)
    framed = [
        (int(k), frame)
        for k in np.flatnonzero(there)
        if (frame := _frame(indices[int(k)], usual)) is not None
        and (doubtful[k] or opposite[k] or _bare(frame, indices, int(k)))
    ]
    if not framed:
        return beliefs
    rows = np.array([k for k, _ in framed])
    seen = look(np.stack([frame for _, frame in framed]))
    out = beliefs.copy()
    unsure = doubtful[rows]
    if unsure.any() and Rung.REST_OF_CARD in rungs:
        out[rows[unsure]] = joined_by(beliefs[rows[unsure]], seen[unsure], WholeCards.TRUST)
    for row, one in zip(rows, seen.astype(np.float64), strict=True):
        if Rung.REST_AGAINST in rungs and _contradicted(beliefs[row], one, bool(opposite[row])):
            out[row, :NO_CARD] = _doubted(beliefs[row], one)
    return out


def _opposite(poses: Poses) -> bool:
    """Whether some of the indices at poses (k, 4) look the other way."""
    return bool((np.cos(poses[:, 2] - poses[0, 2]) < 0).any())


def _bare(frame: Poses, indices: Sequence[Poses], own: int) -> bool:
    """Whether no other card's index stands in the frame of a card, so that it seems not to be covered."""
    x, y, angle, across, down = (float(v) for v in frame)
    others = np.concatenate([np.zeros((0, 2)), *(poses[:, :2] for k, poses in enumerate(indices) if k != own)])
    right, below = others[:, 0] - x, others[:, 1] - y
    aside = abs(right * np.cos(angle) - below * np.sin(angle)) < WholeCards.AROUND * across
    return not (aside & (abs(right * np.sin(angle) + below * np.cos(angle)) < WholeCards.AROUND * down)).any()


def _contradicted(belief: Doubles, seen: Doubles, framed: bool) -> bool:
    """Whether a look at a whole card, (55,), sees one and has nothing of the rank that its indices name, (55,); where
    they do not frame it, whether it sees the picture of a court and they name none."""
    share = seen[:NO_CARD].sum()
    named = FULL_PACK[int(belief[:NO_CARD].argmax())]
    if named.is_joker or belief[:NO_CARD].max() < WholeCards.NAMED or share < WholeCards.SEEN:
        return False
    court = float(seen[:NO_CARD][np.isin(_RANKS, _COURTS)].sum())
    if not framed:
        return named.rank not in _COURTS and court >= WholeCards.COURT
    # which court it is nobody knows by the pictures of a pack that he never saw
    of_it = court if named.rank in _COURTS else float(seen[:NO_CARD][named.rank == _RANKS].sum())
    return bool(of_it < WholeCards.NOTHING_OF_IT * share)


def _doubted(belief: Doubles, seen: Doubles) -> Doubles:
    """What a card is that indices call by the wrong rank, (54,): of their suit, and of the rank that is seen and that
    they may waver to."""
    suits = suit_shares(belief[None].astype(np.float32))[0].astype(np.float64)
    named = _by_rank(belief) / _by_rank(belief).sum()
    wavering = np.where(named == named.max(), 0, named) + WholeCards.WAVERING
    told = wavering * _by_rank(seen) ** WholeCards.SOFT
    share = WholeCards.STILL * named + (1 - WholeCards.STILL) * told / told.sum()
    cards = np.zeros(NO_CARD)
    cards[: len(SUITS) * len(RANKS)] = np.outer(suits, share).ravel()
    return np.asarray(cards * belief[:NO_CARD].sum() / max(cards.sum(), WholeCards.LEAST))


def _by_rank(belief: Doubles) -> Doubles:
    """(13,): what a belief (55,) gives to each rank."""
    plain = belief[: len(SUITS) * len(RANKS)].reshape(len(SUITS), len(RANKS)).sum(axis=0)
    return np.asarray(np.maximum(plain, WholeCards.LEAST))


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
    return widest if widest is not None and widest[3] >= WholeCards.LEAST_ACROSS * poses[:, 3].mean() else None
