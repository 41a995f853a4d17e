"""Whether two observations say the same, so that only what is new is told; and whether one gainsays the other."""

from __future__ import annotations

from math import hypot
from typing import Final

from whist.observations import HolderShows, Observation, Reading, TableShows


def alike(a: Observation, b: Observation) -> bool:
    """Whether two observations say the same, but for trifles."""
    if isinstance(a, HolderShows) and isinstance(b, HolderShows):
        same = (a.beside, a.crowded, a.again) == (b.beside, b.crowded, b.again)
        return same and all(_same_reading(x, y) for x, y in zip(a.slots, b.slots, strict=True))
    if isinstance(a, TableShows) and isinstance(b, TableShows):
        if len(a.cards) != len(b.cards):
            return False
        left = list(b.cards)
        for card in a.cards:
            near = [
                other
                for other in left
                if abs(card.x - other.x) < 4
                and abs(card.y - other.y) < 4
                and _same_reading(card.reading, other.reading)
            ]
            if not near:
                return False
            left.remove(near[0])
        return True
    return a == b


_CLEAR: Final = 0.90
"""A reading of this probability leaves no doubt."""
_THERE: Final = 15.0
"""Millimetres within which a card lies where another one lay."""


def gainsays(before: Observation | None, now: Observation) -> bool:
    """Whether a place that clearly showed one card now clearly shows another: it was misread, or that card has been
    covered or exchanged. One look more tells which, for what is told once may be a slip."""
    if isinstance(before, HolderShows) and isinstance(now, HolderShows):
        return any(_other_card(a, b) for a, b in zip(before.slots, now.slots, strict=True))
    if isinstance(before, TableShows) and isinstance(now, TableShows):
        return any(
            _other_card(a.reading, b.reading) and hypot(a.x - b.x, a.y - b.y) <= _THERE
            for a in before.cards
            for b in now.cards
        )
    return False


def _other_card(a: Reading | None, b: Reading | None) -> bool:
    return a is not None and b is not None and a.best != b.best and min(a.probability, b.probability) >= _CLEAR


def _same_reading(a: Reading | None, b: Reading | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.best == b.best and abs(a.probability - b.probability) < 0.05
