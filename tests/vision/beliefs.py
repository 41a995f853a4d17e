"""Beliefs for tests, written as shares of cards."""

from __future__ import annotations

import numpy as np

from vision.index.beliefs import NO_CARD, RANK_CLASSES, SUIT_CLASSES
from whist.cards import FULL_PACK, RANKS, Card


def belief(**shares: float) -> np.ndarray:
    """``belief(S9=0.6, C9=0.3)``: (55,), the rest is no card's."""
    out = np.zeros(NO_CARD + 1, np.float32)
    for code, share in shares.items():
        out[FULL_PACK.index(Card.parse(code))] = share
    out[NO_CARD] = 1 - out.sum()
    return out


def parts(**shares: float) -> tuple[np.ndarray, np.ndarray]:
    """The same as a network says it, of cards with a suit: (RANK_CLASSES,) and (SUIT_CLASSES,)."""
    rank, suit = np.zeros(RANK_CLASSES, np.float32), np.zeros(SUIT_CLASSES, np.float32)
    for code, share in shares.items():
        of_suit, of_rank = divmod(FULL_PACK.index(Card.parse(code)), len(RANKS))
        rank[of_rank] += share
        suit[of_suit] += share
    rank[-1] = suit[-1] = 1 - rank.sum()
    return rank, suit
