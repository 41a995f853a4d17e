"""Where people lay cards on the play area: a cross, in which nothing hides both indices of another card."""

from __future__ import annotations

import random
from typing import Final, Literal

from vision.simulated.scene import Side

Who = Literal["south", "north", "holder 1", "holder 2"]

Place = tuple[float, float, float]
"""x and y of a card's middle in mm of the table plane, and its turn in degrees counter-clockwise."""

_SHIFT: Final = 6.0
_TURN: Final = 12.0


def trick_place(who: Who, side: Side, rng: random.Random) -> Place:
    """Where the card of a trick comes to lie: the humans' before them, an android's towards its holder.

    ``side`` is where the holders stand. South moves the cards of holder 1, North those of holder 2, each laying
    them upright to themselves.
    """
    away = -78.0 if side == "left" else 78.0
    x, y = {"south": (0.0, -92.0), "north": (0.0, 92.0), "holder 1": (away, -48.0), "holder 2": (away, 48.0)}[who]
    return _by_hand(x, y, 0.0 if who in ("south", "holder 1") else 180.0, rng)


def turn_up_place(dealer: Literal["south", "north"], side: Side, rng: random.Random) -> Place:
    """Where the turn-up lies: before its dealer, on the side away from the holders."""
    x = 88.0 if side == "left" else -88.0
    return _by_hand(x, -62.0 if dealer == "south" else 62.0, 0.0 if dealer == "south" else 180.0, rng)


def _by_hand(x: float, y: float, angle: float, rng: random.Random) -> Place:
    return (
        x + rng.uniform(-_SHIFT, _SHIFT),
        y + rng.uniform(-_SHIFT, _SHIFT),
        angle + rng.uniform(-_TURN, _TURN),
    )
