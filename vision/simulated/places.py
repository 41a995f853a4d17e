"""Where people lay cards on the play area: a cross, in which nothing hides both indices of another card."""

from __future__ import annotations

import random
from math import cos, radians, sin
from typing import Final, Literal

from vision.simulated.scene import Side

Who = Literal["south", "north", "holder 1", "holder 2"]

LayingPlace = tuple[float, float, float]
"""x and y of a card's middle in mm of the table plane, and its turn in degrees counter-clockwise."""

_SHIFT: Final = 6.0
_TURN: Final = 12.0


def trick_place(who: Who, side: Side, rng: random.Random) -> LayingPlace:
    """Where the card of a trick comes to lie: the humans' before them, an android's towards its holder.

    ``side`` is where the holders stand. South moves the cards of holder 1, North those of holder 2, each laying
    them upright to themselves.
    """
    away = -78.0 if side == "left" else 78.0
    x, y = {"south": (0.0, -92.0), "north": (0.0, 92.0), "holder 1": (away, -48.0), "holder 2": (away, 48.0)}[who]
    return _by_hand(x, y, 0.0 if who in ("south", "holder 1") else 180.0, rng)


def turn_up_place(dealer: Literal["south", "north"], side: Side, rng: random.Random) -> LayingPlace:
    """Where the turn-up lies: before its dealer, on the side away from the holders."""
    x = 88.0 if side == "left" else -88.0
    return _by_hand(x, -62.0 if dealer == "south" else 62.0, 0.0 if dealer == "south" else 180.0, rng)


def seat_place(seat: int, seats: int, rng: random.Random) -> LayingPlace:
    """Where ``seat`` of ``seats`` lays a card where no holders stand: before it, upright to whoever sits there. Seat 0
    is South and the others follow clockwise, evenly around the table."""
    turn = -360.0 * seat / seats
    away = {2: 88.0, 3: 88.0, 4: 93.0}.get(seats, 98.0)
    return _by_hand(away * sin(radians(turn)), -away * cos(radians(turn)), turn, rng)


def middle_place(rng: random.Random) -> LayingPlace:
    """Where a turn-up lies that waits for its dealer while a trick is laid around it."""
    return _by_hand(0.0, 0.0, 0.0, rng)


def stock_place(rng: random.Random) -> LayingPlace:
    """Where the face-up card of a stock lies, beside the tricks of two players."""
    return _by_hand(95.0, 0.0, 0.0, rng)


def kitty_place(number: int, cards: int, rng: random.Random) -> LayingPlace:
    """Where card ``number`` of a kitty of ``cards`` is laid open: a row, each overlapping the one before."""
    return _by_hand((number - (cards - 1) / 2) * 38.0, 0.0, 0.0, rng, 2.0, 4.0)


def _by_hand(
    x: float, y: float, angle: float, rng: random.Random, shift: float = _SHIFT, turn: float = _TURN
) -> LayingPlace:
    return (
        x + rng.uniform(-shift, shift),
        y + rng.uniform(-shift, shift),
        angle + rng.uniform(-turn, turn),
    )
