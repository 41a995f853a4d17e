"""What it tells of a reader that it surely names one card in two slots.

A pack has each card once, so one of the two is another card. Which, the decoder asks about; but there is more to learn
from it. Whose J in a script was surely taken for the 7 of its suit may as surely have taken the J of another suit for
a 7 that nobody else holds. So what was read as that rank, or as that suit, is no longer certain in these slots, unless
the card that it might be is clearly elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.index.beliefs import Belief
from vision.thresholds import Contradiction
from whist.cards import FULL_PACK, PACK, RANKS, SUITS, Card


def mistrusted(beliefs: Sequence[Belief | None], cards: Sequence[Card | None]) -> Sequence[Belief | None]:
    """The beliefs (55,) of slots, those of a rank or suit that was mistaken for another one shared with that other.

    ``cards`` are those that the slots were given once all were weighed together. None is an empty slot; what comes out
    need not sum to 1. Where nothing was mistaken it is ``beliefs`` itself.
    """
    ranks, suits = _mistaken(beliefs, cards)
    if not ranks.any() and not suits.any():
        return beliefs
    return [None if belief is None else _shared(belief, ranks, suits) for belief in beliefs]


def _mistaken(
    beliefs: Sequence[Belief | None], cards: Sequence[Card | None]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which rank was surely taken for which, (13, 13) by what it was read as and what it must be, and suits, (4, 4)."""
    ranks, suits = (np.zeros((len(names), len(names)), np.bool_) for names in (RANKS, SUITS))
    for belief, card in zip(beliefs, cards, strict=True):
        if belief is None or card is None or card.is_joker:
            continue
        read = FULL_PACK[int(belief[:-1].argmax())]
        if read.is_joker or belief[:-1].max() < Contradiction.SURE * belief.sum():
            continue
        if read.suit == card.suit and read.rank != card.rank:
            ranks[RANKS.index(read.rank), RANKS.index(card.rank)] = True
        if read.rank == card.rank and read.suit != card.suit:
            suits[SUITS.index(read.suit), SUITS.index(card.suit)] = True
    return ranks, suits


def _shared(belief: Belief, ranks: npt.NDArray[np.bool_], suits: npt.NDArray[np.bool_]) -> Belief:
    """A belief whose cards of a mistaken rank or suit share what they have with the card that each may be."""
    out = np.array(belief, np.float32)
    cards = out[: len(PACK)].reshape(len(SUITS), len(RANKS))  # a view: what is added stands in `out`
    cards += np.float32(Contradiction.SHARE) * (cards @ ranks + suits.T @ cards)
    return out
