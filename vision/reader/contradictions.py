"""What tells that a card was surely misread: that it is named in two slots, or that it breaks the order of a holder.

A pack has each card once, so one of the two is another card. Which, the decoder asks about; but there is more to learn
from it. Whose J in a script was surely taken for the 7 of its suit may as surely have taken the J of another suit for
a 7 that nobody else holds. So what was read as that rank, or as that suit, is no longer certain in these slots, unless
the card that it might be is clearly elsewhere.

Most people sort their cards by suit, and each suit by rank. Where a single card breaks the order of a holder, and
another that it looks a little like would keep it, it may be that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def out_of_order(slots: Sequence[Belief | None], cards: Sequence[Card | None]) -> Sequence[Belief | None]:
    """The beliefs (55,) of the slots of one holder, one that breaks the order of its ``cards`` shared with the most
    likely of those that would keep it. Where none does, or it is beyond all doubt, ``slots`` itself."""
    filled = [place for place, card in enumerate(cards) if card is not None and not card.is_joker]
    row = [PACK.index(card) for card in cards if card is not None and not card.is_joker]
    doubted: list[Belief | None] | None = None
    for place, others in _misfits(row) if len(row) >= Contradiction.IN_ORDER else ():
        belief = slots[filled[place]]
        if belief is None or belief[row[place]] >= Contradiction.UNDENIED * belief.sum():
            continue
        likely = max(others, key=lambda card: float(belief[card]))
        shared = np.array(belief, np.float32)
        shared[likely] += Contradiction.SHARE * shared[row[place]]
        doubted = doubted or list(slots)
        doubted[filled[place]] = shared
    return doubted or slots


def _misfits(row: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Each place at which a card breaks the order of a row that is sorted but for it, and the cards of its rank or suit
    that would keep it: places in ``PACK``."""
    if _is_sorted(row):
        return
    free = sorted({*range(len(PACK))} - {*row})
    for place in range(len(row)):
        before, after = list(row[:place]), list(row[place + 1 :])
        if _is_sorted(before + after):
            others = [card for card in free if _alike(card, row[place]) and _is_sorted([*before, card, *after])]
            if others:
                yield place, others


def _alike(card: int, other: int) -> bool:
    """Whether two cards, by their places in ``PACK``, have one rank or one suit."""
    return card % len(RANKS) == other % len(RANKS) or card // len(RANKS) == other // len(RANKS)


def _is_sorted(row: Sequence[int]) -> bool:
    """Whether a row of cards, by their places in ``PACK``, is sorted: all of a suit together, all suits with the high
    cards at the same side. The ace may be high or low."""
    suits, ranks = np.divmod(np.asarray(row, np.int64), len(RANKS))
    same = suits[1:] == suits[:-1]
    if len({*suits.tolist()}) != np.count_nonzero(~same) + 1:
        return False
    low = np.where(ranks == len(RANKS) - 1, -1, ranks)
    return any(bool((np.sign(np.diff(value))[same] == way).all()) for value in (ranks, low) for way in (1, -1))


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
