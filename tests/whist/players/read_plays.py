"""How much what was played tells of who holds what: ``python -m tests.whist.players.read_plays [--deals N] [--seed S]
[--kinds KIND …] [--fit]``.

Hands of Classic Whist are played by several kinds of players, and at one decision in five it is guessed who holds each
card that the player does not see. Printed is for each kind the mean loss, less the better: minus the logarithm of what
was believed of the seat that holds it, where nothing but voids is concluded, and by ``whist.players.reading``. With
``--fit`` that module's weights are fitted anew on two thirds of the hands, each kind but those in ``--spare`` counting
alike, and told for the last third.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize
from tqdm import tqdm

from tests.whist.players.duels import play_hand, player_of
from vision.arrays import Numbers
from whist.games import rules_of
from whist.players.position import Position, holds
from whist.players.reading import LIKELY, reasons
from whist.rules.actions import Action

KINDS: Final = ("signals", "easy", "signals+easy", "club", "strong", "plain")
"""Players of both sides, or of either."""
WHY: Final = list(LIKELY)
SHARE: Final = 0.2
FADES: Final = 2e-5


@dataclass
class Guesses:
    """Unseen cards and the seats that may hold them, one row for each pair, a card's rows one after the other."""

    first: Sequence[int]
    """The first row of each card."""
    true: Sequence[int]
    """The row of the seat that holds it."""
    room: Numbers
    """The logarithm of how many cards each row's seat holds."""
    told: Numbers
    """How often each of ``WHY`` was told of each row."""

    def loss(self, weights: Numbers) -> tuple[float, Numbers]:
        """The mean loss where each of ``WHY`` counts by its weight, a logarithm; and its slope."""
        rows = self.room + self.told @ weights
        often = np.diff([*self.first, len(rows)])
        rows -= np.repeat(np.maximum.reduceat(rows, self.first), often)
        odds = np.exp(rows)
        total = np.add.reduceat(odds, self.first)
        slope = (odds / np.repeat(total, often)) @ self.told - self.told[self.true].sum(0)
        return float(np.mean(np.log(total) - rows[self.true])), slope / len(self.true)


def positions(kind: str, deal: int) -> tuple[list[Position], dict[str, int]]:
    """Some positions of a hand, and by which seat each card was played in the end."""
    names, rng, kept = kind.split("+"), random.Random(deal), list[Position]()

    def side(name: str) -> Any:
        def decides(position: Position, seed: int) -> Action:
            if rng.random() < SHARE and position.hand.laid():
                kept.append(position)
            return player_of(name)(position, seed)

        return decides

    hand, _, _ = play_hand(rules_of("classic", None, None), deal, (side(names[0]), side(names[-1])), [])
    return kept, {str(card): seat for seat, card in hand.laid()}


def guessed(position: Position, truth: dict[str, int]) -> Iterator[tuple[int, list[tuple[int, list[str]]]]]:
    """For each card that two seats or more may hold, which of them does; and each seat's number of cards, and what was
    told of it."""
    hand, why = position.hand, reasons(position)
    laid = hand.laid()
    held = {seat: holds(position.rules, hand, seat) for seat in range(4) if seat not in position.known}
    void = {
        (seat, trick[0][1].suit)
        for trick in (laid[place : place + 4] for place in range(0, len(laid), 4))
        for seat, card in trick
        if card.suit != trick[0][1].suit
    }
    gone = {card for _, card in laid} | set(chain(*position.known.values()))
    for card in position.rules.pack():
        seats = [seat for seat in held if held[seat] and (seat, card.suit) not in void]
        if card not in gone and len(seats) > 1 and truth[str(card)] in seats:
            yield seats.index(truth[str(card)]), [(held[seat], why.get((seat, card), [])) for seat in seats]


def guesses(kind: str, deals: Sequence[int]) -> Guesses:
    """What is guessed in the ``deals``."""
    cards = list[tuple[int, list[tuple[int, list[str]]]]]()
    for deal in deals:
        some, truth = positions(kind, deal)
        for position in some:
            cards += guessed(position, truth)
    first = np.cumsum([0, *(len(seats) for _, seats in cards)])[:-1]
    rows = [row for _, seats in cards for row in seats]
    told = np.zeros((len(rows), len(WHY)), np.float32)
    for row, (_, why) in enumerate(rows):
        for one in why:
            told[row, WHY.index(one)] += 1
    true = [int(start) + at for start, (at, _) in zip(first, cards, strict=True)]
    return Guesses(first.tolist(), true, np.log([room for room, _ in rows]), told)


def fitted(kinds: Sequence[Guesses]) -> Numbers:
    """The weights with which the mean loss of all ``kinds`` is least."""

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        losses, slopes = zip(*(one.loss(weights) for one in kinds), strict=True)
        return float(np.mean(losses) + FADES * (weights**2).sum()), np.mean(slopes, 0) + 2 * FADES * weights

    return np.asarray(minimize(loss, np.zeros(len(WHY)), jac=True, method="L-BFGS-B").x)


def main(arguments: list[str] | None = None) -> int:
    """Measure, and fit."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.whist.players.read_plays", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--deals", type=int, default=150, help="of each kind (150)")
    parser.add_argument("--seed", type=int, default=5001, help="the first deal")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), help="players of both sides, or of either: a+b")
    parser.add_argument("--fit", action="store_true", help="fit the weights anew")
    parser.add_argument("--spare", nargs="+", default=["plain"], help="kinds that nothing is fitted on (plain)")
    given = parser.parse_args(arguments)
    if given.deals < 3:
        parser.error("--deals is 3 or more")
    middle = given.seed + given.deals * 2 // 3
    taught, told = range(given.seed, middle), range(middle, given.seed + given.deals)
    now = np.log(list(LIKELY.values()))
    weights = now
    if given.fit:
        weights = fitted(
            [guesses(one, taught) for one in tqdm(given.kinds, "fit", disable=None) if one not in given.spare]
        )
    for kind in given.kinds:
        last = guesses(kind, told if given.fit else [*taught, *told])
        losses = {"nothing": 0 * now, "as it is": now}
        losses |= {f"fitted ^ {power}": power * weights for power in (0.5, 0.7, 0.85, 1.0)} if given.fit else {}
        said = ", ".join(f"{name} {last.loss(one)[0]:.4f}" for name, one in losses.items())
        print(f"{kind}, {len(last.true)} guesses: {said}", flush=True)
    if given.fit:
        for why, one, weight in zip(WHY, LIKELY.values(), weights, strict=True):
            print(f"{np.exp(weight):6.2f}, to the power of 0.7 {np.exp(0.7 * weight):5.2f}, now {one:5.2f}: {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
