"""Letters that stand for one rank in some packs and look like another in others.

An 8 may be the B of a jack: in Berlin, Dutch and Russian packs that letter looks like the 8 of others. On a card that
shows its pips or a court that is told by these, in a pack whose jacks are seen to have a J by those. What is left is no
sure 8 where it looks a little like a jack's.

A V is a jack's in France and a queen's in Holland, where B is the jack's. A pack in which no queen is surely seen, but
two letters that are both read as a jack's, may be a Dutch one.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.index.beliefs import NO_CARD, Belief
from vision.thresholds import SURE, LoneLetters
from whist.cards import PACK, RANKS, SUITS

_JACK: Final = RANKS.index("J")
_QUEEN: Final = RANKS.index("Q")


def eights_doubted(united: Doubles) -> Doubles:
    """Beliefs (n, 55) in the cards of one photograph, those in an 8 that looks a little like a jack shared with the
    jack of its suit; all as they are where a jack is surely seen."""
    cards = united[:, : len(PACK)].reshape(-1, len(SUITS), len(RANKS))
    eight, jack = RANKS.index("8"), _JACK
    ranks = cards.sum(1)
    if (ranks[:, jack] >= SURE).any():
        return united
    likely = united[:, :NO_CARD].argmax(1) % len(RANKS) == eight
    rows = np.flatnonzero(likely & (ranks[:, jack] >= LoneLetters.LIKE_A_JACK) & (ranks.argmax(1) == eight))
    if not len(rows):
        return united
    out = united.copy()
    new = out[:, : len(PACK)].reshape(cards.shape)  # a view
    both = new[rows][:, :, [eight, jack]].sum(2)
    new[rows, :, eight], new[rows, :, jack] = LoneLetters.LEFT * both, (1 - LoneLetters.LEFT) * both
    return out


def jacks_doubted(indices: Belief, features: npt.NDArray[np.floating], beliefs: Belief) -> Belief:
    """The ``beliefs`` (n, 55) in racked cards, those in a jack shared with the queen of its suit where it is not known
    which of the two its letter stands for; all as they are where a queen is surely seen, or no jack wavers.

    ``indices`` (n, 55) are what is read of their indices alone, ``features`` (n, k) what is seen of them.
    """
    ranks = indices[:, : len(PACK)].reshape(-1, len(SUITS), len(RANKS)).sum(1)
    jacks = (ranks.argmax(1) == _JACK) & (ranks[:, _JACK] > LoneLetters.NAMED)
    if not jacks.any() or ranks[:, _QUEEN].max() >= LoneLetters.QUEEN:
        return beliefs
    if ranks[jacks, _JACK].min() >= LoneLetters.PLAIN or not _may_be_two_letters(ranks, jacks, features):
        return beliefs
    best = beliefs[:, :NO_CARD].argmax(1)
    out = beliefs.copy()
    for row in np.flatnonzero((best < len(PACK)) & (best % len(RANKS) == _JACK)):
        jack, queen = best[row], best[row] - _JACK + _QUEEN
        both = out[row, jack] + out[row, queen]
        share = min(LoneLetters.LEFT, float(out[row, jack] / both))
        out[row, jack], out[row, queen] = share * both, (1 - share) * both
    return out


def _may_be_two_letters(
    ranks: npt.NDArray[np.floating], jacks: npt.NDArray[np.bool_], features: npt.NDArray[np.floating]
) -> bool:
    """Whether the ``jacks`` among indices of these ``ranks`` (n, 13) look less alike than those of another rank do; of
    one jack among nearly all cards nobody knows."""
    named, clear = ranks.argmax(1), ranks.max(1) >= LoneLetters.CLEAR
    if jacks.sum() < 2:
        return int(clear.sum()) >= LoneLetters.NEARLY_ALL
    seen = features / (features.std(0) + LoneLetters.LEAST_SPREAD)
    alike = [_apart(seen[clear & (named == rank)]) for rank in range(len(RANKS)) if rank != _JACK]
    usual = np.concatenate(alike)
    return bool(len(usual)) and float(_apart(seen[jacks]).max()) >= LoneLetters.UNLIKE * float(np.median(usual)) > 0.0


def _apart(seen: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """How unlike any two of what was seen, (k, features), are: mean squares, (k (k - 1) / 2,)."""
    one, two = np.triu_indices(len(seen), 1)
    return np.asarray(((seen[one] - seen[two]) ** 2).mean(1))
