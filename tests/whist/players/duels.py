"""How strong computer players are: ``python -m tests.whist.players.duels [--game GAME …] [--deals N] [--one LEVEL]
[--other LEVEL] [--seed S] [--jobs N]``.

Duplicate deals: each is played twice, the second time with the sides exchanged. ``--one`` and ``--other`` are levels,
or ``plain``: wins cheaply what the partner does not win and leads at random; bids by high cards; or ``greedy``, which
commands androids; or, for Classic and Italian, ``signals``: rules of thumb, voids and signals. Prints the mean of
tricks (and of points, where a contract is scored) of the first for each deal, with its standard error. ``--jobs`` are
processes; all but the times is the same whatever their number is.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from typing import Any

from tqdm import tqdm

from tests.whist.players.positions import position_of
from tests.whist.players.signals import signals
from whist.cards import NO_TRUMP
from whist.games import GAMES, rules_of
from whist.players import double_dummy
from whist.players.player import LEVELS, decide
from whist.players.position import Position
from whist.rules.actions import Action, AnyOf, Bid, Discard, Order, Play
from whist.rules.commands import answer, commander
from whist.rules.hand import Hand

Decides = Callable[[Position, int], Action]


def plain(position: Position, seed: int) -> Action:
    """The simulated person that the table had first: second hand low it knows not, it wins cheaply."""
    rules, rng = position.rules, random.Random(f"{seed}/{position.seat}/{len(position.hand.actions)}")
    hand = position.hand.copy()
    hand.hands = [list(position.known.get(seat, ())) for seat in range(hand.seats)]
    legal = list(rules.legal(hand))
    if isinstance(legal[0], AnyOf):
        return Discard(position.seat, tuple(rng.sample(legal[0].cards, legal[0].count)))
    if isinstance(legal[0], Order):
        return rng.choice(legal)  # type: ignore[return-value]
    if isinstance(legal[0], Play):
        return _plain_card(rules, hand, legal, rng)  # type: ignore[arg-type]
    if isinstance(legal[0], Bid):
        return _plain_bid(position, legal, rng)  # type: ignore[arg-type]
    worth = {suit: sum(card.suit == suit for card in position.own) for suit in "CDHS"}
    return max(legal, key=lambda one: worth.get(getattr(one, "what", ""), 0))  # type: ignore[return-value]


def _plain_card(rules: Any, hand: Hand, legal: list[Play], rng: random.Random) -> Play:
    legal.sort(key=lambda one: (one.card.suit == hand.trump, one.card.value, one.card.suit))
    if not hand.trick:
        return rng.choice(legal)

    def wins(play: Play | None) -> int:
        twin = hand.copy()
        twin.trick = [*hand.trick, play.card] if play else list(hand.trick)
        return int(rules.trick_winners(twin)[0])

    winning = [one for one in legal if wins(one) == one.seat]
    partner = rules.partners and len(hand.trick) >= 2 and wins(None) == (legal[0].seat + 2) % 4
    return winning[0] if winning and not partner else legal[0]


def _plain_bid(position: Position, legal: list[Bid], rng: random.Random) -> Bid:
    """A contract only with more than half of the strength, in the longest suit; tricks by high cards."""
    own, hand = position.own, position.hand
    if isinstance(legal[-1].call, int):
        wished = sum(card.value > 11 for card in own) * 0.7
        return min(legal, key=lambda one: (abs(float(one.call) - wished), one.call))
    passes = [one for one in legal if one.call == "pass"]
    bids = [one for one in legal if one.call != "pass"]
    if not passes:
        return bids[0]
    told = hand.hcp[(position.seat + 2) % 4] if hand.hcp else None
    strength = sum(max(0, card.value - 10) for card in own if not card.is_joker) + (6 if told is None else told)
    longest = max("CDHS", key=lambda suit: sum(card.suit == suit for card in own))
    suited = [one for one in bids if str(one.call)[-1] in (longest, "p", "n")] or bids
    low = bool(suited) and str(suited[0].call).rstrip("CDHSNTupdow") in ("7", "3", "4")
    return suited[0] if low and strength > 20 else passes[0]


def greedy(position: Position, seed: int) -> Action:
    """Plain cards; an android is told to win cheaply what its commander does not win, else to duck."""
    if position.rules.name != "android" or commander(position.seat, position.hand.dealer) is None:
        return plain(position, seed)
    hand, rules, rng = position.hand, position.rules, random.Random(f"{seed}/{len(position.hand.actions)}")
    orders = [one.command for one in rules.legal(hand) if isinstance(one, Order)]
    if not hand.trick or hand.had_error:
        return Order(position.seat, rng.choice(orders))
    partner = len(hand.trick) >= 2 and rules.trick_winners(hand)[0] == position.me
    return Order(position.seat, "duck" if partner else "beat")


OTHERS: dict[str, Decides] = {"plain": plain, "greedy": greedy, "signals": signals}
"""Players that are no levels."""
WITH_SIGNALS = ("classic", "italian")
"""Games that ``signals`` knows."""


def player_of(name: str) -> Decides:
    """A level, or one of ``OTHERS``."""
    if name in LEVELS:
        return lambda position, seed: decide(position, name, seed)
    return OTHERS[name]


def play_hand(rules: Any, deal: int, sides: tuple[Decides, Decides], times: list[float]) -> tuple[Hand, Any, int]:
    """One deal: seats 0 and 2 (or every second one) by the first of ``sides``; with its Error Messages."""
    rng = random.Random(f"deal {rules.name} {deal}")
    standing = rules.first_standing(deal % rules.players)
    if rules.name == "australian":
        standing = replace(standing, number=1 + deal % rules.rounds)
    hand, errors = rules.start(standing, rules.shuffled(standing, rng)), 0
    while not hand.over:
        seat = hand.turn
        me = commander(seat, hand.dealer) if rules.name == "android" else None
        me = seat if me is None else me
        begun = time.process_time()
        action = sides[me % 2](position_of(rules, standing, hand, me, seat), deal)
        times.append(time.process_time() - begun)
        if isinstance(action, Order) and hand.hands is not None:
            got = answer(action.command, hand.hands[seat], hand.trick, hand.trump or NO_TRUMP, rules.options)
            errors += got is None and me % 2 == 0
        rules.apply(hand, action)
    return hand, standing, errors


@dataclass
class Tally:
    """What the first of two players got: for each deal the mean of both times that it was played."""

    tricks: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """Seconds of the processor for each decision, of either."""
    errors: int = 0
    contracts: int = 0
    made: int = 0

    def play(self, rules: Any, deal: int, one: Decides, other: Decides) -> None:
        """A deal, and once more with the sides exchanged."""
        both = [self._once(rules, deal, turn, (one, other) if turn == 0 else (other, one)) for turn in (0, 1)]
        for kept, values in zip((self.tricks, self.points, self.won), zip(*both, strict=True), strict=True):
            kept.append(statistics.fmean(values))

    def add(self, more: Tally) -> None:
        """What was got in further deals."""
        for kept, new in (
            (self.tricks, more.tricks),
            (self.points, more.points),
            (self.won, more.won),
            (self.times, more.times),
        ):
            kept += new
        self.errors += more.errors
        self.contracts += more.contracts
        self.made += more.made

    def _once(self, rules: Any, deal: int, turn: int, sides: tuple[Decides, Decides]) -> tuple[float, float, float]:
        """Tricks, points more than the others', and whether the hand was won, of the side ``turn``."""
        hand, standing, errors = play_hand(rules, deal, sides, self.times)
        self.errors += errors if turn == 0 else 0
        line = rules.score(hand, standing)
        by = rules.counted(hand) if rules.players == 2 else hand.won()
        points = [statistics.fmean(line.points[side::2]) for side in (0, 1)]
        if hand.contract is not None and hand.contract.seat % 2 == turn:
            self.contracts += 1
            self.made += line.points[turn] > 0
        return sum(by[turn::2]), points[turn] - points[1 - turn], points[turn] > points[1 - turn]

    def said(self, game: str) -> str:
        """In a line."""
        return (
            f"tricks {mean_of(self.tricks)}, points {mean_of(self.points)}, hands won {mean_of(self.won)}"
            + (f", contracts made {self.made} of {self.contracts}" if self.contracts else "")
            + (f", Errors a deal {self.errors / len(self.tricks):.2f}" if game == "android" else "")
            + f"; {slowest_of(self.times)}"
        )


def duels(game: str, one: str, other: str, deals: range, jobs: int = 1) -> Tally:
    """All ``deals`` of a game between two players, in ``jobs`` processes."""
    tally = Tally()
    bar = tqdm(_dealt(partial(_deal, game, one, other), deals, jobs), game, len(deals), unit="deal", disable=None)
    for played in bar:
        tally.add(played)
    return tally


def _dealt(play: Callable[[int], Tally], deals: range, jobs: int) -> Iterator[Tally]:
    """What was got in each deal, in their order."""
    if jobs == 1:
        yield from map(play, deals)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _alone) as pool:
        yield from pool.imap(play, deals)


def _alone() -> None:
    """Each process is one among others: its solver needs no threads of its own."""
    double_dummy.THREADS = 1  # type: ignore[misc]


def _deal(game: str, one: str, other: str, deal: int) -> Tally:
    tally = Tally()
    tally.play(rules_of(game, None, None), deal, player_of(one), player_of(other))
    return tally


def main(arguments: list[str] | None = None) -> int:
    """Play the duels."""
    parser = argparse.ArgumentParser(prog="python -m tests.whist.players.duels", description=__doc__.split("\n")[0])
    parser.add_argument("--game", nargs="+", default=list(GAMES), choices=list(GAMES), metavar="GAME")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--one", default="strong", choices=[*LEVELS, *OTHERS])
    parser.add_argument("--other", default="plain", choices=[*LEVELS, *OTHERS])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    given = parser.parse_args(arguments)
    if given.deals < 1 or given.jobs < 1:
        parser.error("--deals and --jobs are 1 or more")
    if "signals" in (given.one, given.other) and (unknown := sorted({*given.game} - {*WITH_SIGNALS})):
        parser.error(f"signals plays {' and '.join(WITH_SIGNALS)}, not {', '.join(unknown)}")
    for game in given.game:
        tally = duels(game, given.one, given.other, range(given.seed, given.seed + given.deals), given.jobs)
        print(f"{game}: {given.one} against {given.other}, {given.deals} deals twice: {tally.said(game)}", flush=True)
    return 0


def slowest_of(times: list[float]) -> str:
    """How long decisions took, in seconds of the processor."""
    ordered = sorted(times)
    return f"decisions p95 {ordered[int(0.95 * len(ordered))]:.3f} s, longest {ordered[-1]:.3f} s"


def mean_of(values: list[float]) -> str:
    """The mean, with its standard error."""
    error = statistics.stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):.2f} ± {error:.2f}"


if __name__ == "__main__":
    sys.exit(main())
