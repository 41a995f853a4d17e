"""How well computer players play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """How much a player thinks: worlds that are solved with open cards when few cards are left, worlds that are played
    out, and worlds before a bid."""

    solved: int
    played_out: int
    bids: int
    reads: bool = False
    """Whether it concludes from what others played which cards they hold."""
    beside: int = 0
    """Tricks that are played out beside the solved worlds while time allows only some of these."""
    exact: bool = False
    """Whether it solves the last tricks between two, where who forgets no card knows all (RULES G7, H1)."""


LEVELS: Final = {
    "easy": Level(0, 0, 0),
    "club": Level(6, 6, 12),
    "strong": Level(60, 24, 24, reads=True, beside=2500, exact=True),
}
"""A friendly beginner, a member of a club, and one who seldom loses."""
