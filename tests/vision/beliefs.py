"""Beliefs for tests, written as shares of cards."""

from __future__ import annotations

import numpy as np

from vision.beliefs import NO_CARD
from whist.cards import FULL_PACK, Card


def belief(**shares: float) -> np.ndarray:
    """``belief(S9=0.6, C9=0.3)``: (55,), the rest is no card's."""
    out = np.zeros(NO_CARD + 1, np.float32)
    for code, share in shares.items():
        out[FULL_PACK.index(Card.parse(code))] = share
    out[NO_CARD] = 1 - out.sum()
    return out
