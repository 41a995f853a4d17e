"""Hands played at random to their end: what a hand is worth on average, and how fast the rules are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

from whist.records.columns import Batch, batch_of
from whist.rules.actions import Action, AnyOf, Discard, Legal
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing

TOGETHER: Final = 1000
"""Hands of one batch: enough for the arrays to pay, few enough for the processor's own memory."""


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
    drawn evenly from the legal ones; the same for the same ``seed``. Many at once where ``batch_of`` can, unless
    ``clear``. Raises ``ValueError`` for a number below 0."""
    if number < 0:
        raise ValueError(f"{number} hands cannot be played; give 0 or more")
    standing = rules.first_standing() if standing is None else standing
    batch, rng = (None if clear else batch_of(rules)), Random(seed)
    played = _one_by_one(rules, number, rng, standing) if batch is None else _together(batch, number, rng, standing)
    actions, points = 0, [0] * rules.sides
    for more, each in played:
        actions += more
        points = [old + new for old, new in zip(points, each, strict=True)]
    return PlayOuts(number, actions, tuple(points))


def _one_by_one(rules: Rules[Any], number: int, rng: Random, standing: Standing) -> Iterator[tuple[int, list[int]]]:
    """Actions and points of each hand, by the clear rules."""
    for _ in range(number):
        hand = rules.start(standing, rules.shuffled(standing, rng))
        to_the_end(rules, hand, rng)
        yield len(hand.actions), list(rules.score(hand, standing).points)


def _together(batch: Batch[Any], number: int, rng: Random, standing: Standing) -> Iterator[tuple[int, list[int]]]:
    """Actions and points of each batch."""
    many = np.random.default_rng(rng.getrandbits(64))
    for first in range(0, number, TOGETHER):
        played = batch.played(min(TOGETHER, number - first), many, standing)
        yield played.count(), played.points.sum(axis=1).tolist()


def to_the_end(rules: Rules[Any], hand: Hand, rng: Random) -> None:
    """Play ``hand`` on with random actions until it is over."""
    while choices := rules.legal(hand):
        rules.apply(hand, _drawn(choices[int(rng.random() * len(choices))], rng))


def _drawn(choice: Legal, rng: Random) -> Action:
    """``choice``, or one of the discards that it stands for."""
    if isinstance(choice, AnyOf):
        return Discard(choice.seat, tuple(rng.sample(choice.cards, choice.count)))
    return choice
