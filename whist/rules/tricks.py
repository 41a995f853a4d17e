"""Common trick play (RULES C1–C8), with or without trumps: which cards may be played and which of them wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whist.cards import NO_TRUMP, STRAINS, Card

BOOK = 6
"""Tricks that do not count: odd tricks are those above the book (RULES C8)."""


def check_trump(trump: str) -> str:
    """``trump`` itself; raises ``ValueError`` unless it is one of ``C D H S NT``."""
    if trump not in STRAINS:
        raise ValueError(f"{trump!r} is no trump; write C, D, H, S or NT for no trumps")
    return trump


def of_suit(hand: Iterable[Card], suit: str) -> tuple[Card, ...]:
    """The cards of ``suit`` in ``hand``, lowest first."""
    return tuple(sorted((card for card in hand if card.suit == suit), key=lambda card: card.value))


def legal_cards(hand: Sequence[Card], trick: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of ``hand`` that may be played to ``trick`` (its cards in the order played): any on lead (RULES C3),
    those of the led suit when there are any, else all (RULES C4). The order of ``hand`` is kept."""
    if not trick:
        return tuple(hand)
    follow = tuple(card for card in hand if card.suit == trick[0].suit)
    return follow or tuple(hand)


def beats(card: Card, best: Card, trump: str) -> bool:
    """Whether ``card``, played later, takes the trick from ``best``, the winning card so far (RULES C5)."""
    if card.suit == best.suit:
        return card.value > best.value
    return trump != NO_TRUMP and card.suit == trump


def winning_index(trick: Sequence[Card], trump: str) -> int:
    """Place in ``trick`` (0 = led) of the card that wins as it stands (RULES C5); ``ValueError`` for an empty trick."""
    if not trick:
        raise ValueError("an empty trick has no winner; at least one card must have been played")
    best = 0
    for index in range(1, len(trick)):
        if beats(trick[index], trick[best], trump):
            best = index
    return best


def winning_card(trick: Sequence[Card], trump: str) -> Card:
    """The card that wins ``trick`` as it stands (RULES C5); ``ValueError`` for an empty trick."""
    return trick[winning_index(trick, trump)]


def odd_tricks(won: int) -> int:
    """Tricks above the book of six (RULES C8)."""
    return max(0, won - BOOK)
