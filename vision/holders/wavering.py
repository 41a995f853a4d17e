"""How far what settles a card in doubt may be believed, where the indices of its pack waver.

An index in doubt is settled by how like it is to others, by further looks, by what stands beside it. All of that comes
from one picture in one light: where clubs and spades, or sevens and jacks, look alike to the reader, because the light
is low, the picture noisy, the suit small or the typeface strange, they do so in all of it, and what sounds sure is
right less often than it says. How much two ranks or suits are mixed up shows in the indices themselves, as they are
named first: a pack that is read well names nearly all of them plainly. The more they waver between two, the less
counts what speaks for one of these two.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.index.beliefs import NO_CARD, Belief
from vision.thresholds import Wavering
from whist.cards import PACK, RANKS, SUITS


def believed(first: Belief, before: Belief, after: Belief) -> Belief:
    """The beliefs (n, 55) ``after`` cards of one pack in one picture were compared with each other, less sure where
    their indices waver: as they were named ``first``. ``before`` are those that nothing had been compared for.

    Whether there is a card stays as it was believed, and so does what is most probably a joker.
    """
    ranks, suits = _shares(first)
    there = first[:, : len(PACK)].sum(1) >= Wavering.THERE
    best = after[:, :NO_CARD].argmax(1)
    plain = best < len(PACK)
    suit, rank = np.divmod(np.where(plain, best, 0), len(RANKS))
    mixed = np.maximum(_mixed(ranks, there, rank), _mixed(suits, there, suit)) * plain
    doubted = np.flatnonzero(mixed > Wavering.MIXED)
    if not len(doubted):
        return after
    best = best[doubted]
    told, untold = (_odds(part[doubted, :NO_CARD], best) for part in (after, before))
    odds = ((1 - Wavering.UNTOLD) * told + Wavering.UNTOLD * untold) / np.minimum(
        1 + Wavering.COOLER * mixed[doubted], Wavering.MOST
    )
    share = 1 / (1 + np.exp(-np.minimum(odds, told)))
    out = after.copy()
    cards = after[doubted, :NO_CARD].astype(np.float64)
    whole, own = cards.sum(1), cards[np.arange(len(best)), best]
    cards *= (whole * (1 - share) / np.maximum(whole - own, Wavering.LEAST))[:, None]
    cards[np.arange(len(best)), best] = whole * share
    out[doubted, :NO_CARD] = cards
    return out


def _odds(cards: npt.NDArray[np.floating], best: npt.NDArray[np.intp]) -> Doubles:
    """Logarithms (n,) of how much more probable the ``best`` of cards (n, 54) is than all others."""
    own = np.maximum(cards[np.arange(len(best)), best].astype(np.float64), Wavering.LEAST)
    return np.asarray(np.log(own / np.maximum(cards.sum(1) - own, 1e-7)), np.float64)


def _shares(beliefs: Belief) -> tuple[Doubles, Doubles]:
    """How beliefs (n, 55) share out among ranks, (n, 13), and suits, (n, 4)."""
    cards = np.maximum(beliefs[:, : len(PACK)].astype(np.float64), Wavering.LEAST).reshape(-1, len(SUITS), len(RANKS))
    cards /= cards.sum((1, 2), keepdims=True)
    return cards.sum(1), cards.sum(2)


def _mixed(shares: Doubles, there: npt.NDArray[np.bool_], best: npt.NDArray[np.intp]) -> Doubles:
    """How much the rank or suit that each index is ``best`` taken for is mixed up, in this picture, with the other one
    that it looked most like at first: (n,), 0…½, from shares (n, k) and which of them are ``there``."""
    rows, kinds = np.arange(len(shares)), np.arange(shares.shape[1])
    others = shares.copy()
    others[rows, best] = -1.0
    rival = others.argmax(1)
    lesser = np.minimum(shares[:, :, None], shares[:, None, :]) / np.maximum(
        shares[:, :, None] + shares[:, None, :], Wavering.LEAST
    )
    top = shares.argmax(1)[:, None] == kinds
    of = (top[:, :, None] | top[:, None, :]) & there[:, None, None]
    mean = (lesser * of).sum(0) / np.maximum(of.sum(0), 1)
    return np.asarray(mean[best, rival], np.float64)
