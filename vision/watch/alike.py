"""Whether two observations say the same, so that only what is new is told."""

from __future__ import annotations

from whist.messages.observations import HolderShows, Observation, Reading, TableShows


def alike(a: Observation, b: Observation) -> bool:
    """Whether two observations say the same, but for trifles."""
    if isinstance(a, HolderShows) and isinstance(b, HolderShows):
        same = (a.beside, a.crowded, a.again) == (b.beside, b.crowded, b.again)
        same &= (a.covered_by, a.covered) == (b.covered_by, b.covered)
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


def _same_reading(a: Reading | None, b: Reading | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.best == b.best and abs(a.probability - b.probability) < 0.05
