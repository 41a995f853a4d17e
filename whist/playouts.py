"""Hands played at random to their end: what a hand is worth on average, and how fast the rules are."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from whist.actions import Action, AnyOf, Discard, Legal
from whist.quick import quick_of
from whist.rules import Rules
from whist.standing import Standing


@dataclass(frozen=True, slots=True)
class PlayOuts:
    """What came out of ``hands`` hands with ``actions`` actions in all; ``points`` is the sum for each side."""

    hands: int
    actions: int
    points: tuple[int, ...]


def play_outs(
    rules: Rules[Any], number: int, seed: int = 0, standing: Standing | None = None, clear: bool = False
) -> PlayOuts:
    """Play ``number`` hands that follow ``standing`` (None: the first of a match), each from a deal and with actions
    drawn evenly from the legal ones; the same for the same ``seed``. By quick rules where the game has them, unless
    ``clear``. Raises ``ValueError`` for a number below 0."""
    if number < 0:
        raise ValueError(f"{number} hands cannot be played; give 0 or more")
    standing = rules.first_standing() if standing is None else standing
    engine: Any = (None if clear else quick_of(rules)) or rules
    rng, actions, points = Random(seed), 0, [0] * rules.sides
    for _ in range(number):
        hand = engine.start(standing, engine.shuffled(standing, rng))
        to_the_end(engine, hand, rng)
        actions += len(hand.actions)
        for side, more in enumerate(engine.score(hand, standing).points):
            points[side] += more
    return PlayOuts(number, actions, tuple(points))


def to_the_end(engine: Any, hand: Any, rng: Random) -> None:
    """Play ``hand`` on with random actions until it is over; ``engine`` are clear rules or quick ones."""
    legal, apply, random = engine.legal, engine.apply, rng.random
    while choices := legal(hand):
        choice = choices[int(random() * len(choices))]
        apply(hand, _drawn(choice, rng) if choice.__class__ is AnyOf else choice)


def _drawn(choice: Legal, rng: Random) -> Action:
    """One of the discards that ``choice`` stands for."""
    if isinstance(choice, AnyOf):
        return Discard(choice.seat, tuple(rng.sample(choice.cards, choice.count)))
    return choice
