"""Cards as a test writes them."""

from __future__ import annotations

from whist.cards import Card


def cards(codes: str) -> tuple[Card, ...]:
    """The cards of codes separated by blanks: ``cards("S2 HT")``."""
    return tuple(Card.parse(code) for code in codes.split())
