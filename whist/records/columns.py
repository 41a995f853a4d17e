"""A second representation of hands, for many thousands of them: columns of arrays, all played out at once.

``batch_of`` gives what plays random hands of Candid Whist, or of Australian Whist of one household: a deal, then every
action drawn evenly from the legal ones. What the rules are is said in ``whist/rules/base.py`` and ``whist/games``; here
they are only followed, for all hands at the same time. Any hand can be taken out (``PlayedOut.cards``,
``PlayedOut.actions``) and played again by the clear rules; tests do, and compare the two.

Cards are numbers 0…51 in the order of ``PACK``, suits and strains 0…4 in the order of ``STRAINS``. ``Columns`` have a
row for each card, or side, and a column for each hand; a ``Row`` has one number for each hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from whist.cards import NO_TRUMP, PACK, STRAINS
from whist.games.australian import Australian
from whist.games.candid import CALLS, FULL_BAGS, PASS, PENALTY, POINTS, Candid
from whist.rules.actions import Action, Announce, Bid, Play
from whist.rules.base import Cards, Rules
from whist.rules.standing import Standing

Columns = npt.NDArray[Any]
Row = npt.NDArray[Any]
NONE: Final = -1
"""No seat, or no suit."""
_SUIT: Final[Row] = np.array([STRAINS.index(card.suit) for card in PACK], np.int8)
_RANK: Final[Row] = np.array([card.value for card in PACK], np.int8)
_POINTS: Final[Row] = np.array([POINTS.get(card.rank, 0) for card in PACK])
_LED, _TRUMP = 20, 40
"""Added to the rank of a card of the led suit, and of a trump, so that the highest sum wins (RULES C5)."""


class Step(NamedTuple):
    """One action in every hand."""

    seat: Row
    """Who acts; ``NONE`` in hands in which nobody does."""
    what: Row
    """What ``action`` makes the action of: a card, a number of points, a call."""
    choices: Row
    """How many actions were legal."""
    action: Callable[[int, int], Action]


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Hands that are over."""

    holder: Columns
    """The seat that was dealt each card, ``NONE`` where it was not dealt."""
    steps: list[Step]
    points: Columns
    """A row for each side."""

    def cards(self, number: int) -> Cards:
        """The cards of hand ``number`` (0…) as dealt."""
        held = self.holder[:, number]
        hands = [[PACK[card] for card in np.flatnonzero(held == seat)] for seat in range(held.max() + 1)]
        return Cards(hands)

    def actions(self, number: int) -> Iterator[tuple[Action, int]]:
        """All actions of hand ``number`` (0…) in order, each with the number of those that were legal."""
        for seat, what, choices, action in self.steps:
            if seat[number] != NONE:
                yield action(int(seat[number]), int(what[number])), int(choices[number])

    def count(self) -> int:
        """All actions of all hands."""
        return sum(int(np.count_nonzero(step.seat != NONE)) for step in self.steps)


class Talk(NamedTuple):
    """What follows from what is said before the first card."""

    steps: list[Step]
    trump: Row
    """A strain; ``NONE`` where the hand is thrown in."""
    leader: Row
    score: Callable[[Columns], Columns]
    """The points of each side from the tricks that each seat wins."""


GameT = TypeVar("GameT", bound=Rules[Any])


class Batch(ABC, Generic[GameT]):
    """Random hands of one game by ``rules``."""

    def __init__(self, rules: GameT) -> None:
        self.rules = rules
        self.seats = rules.players

    def played(self, number: int, rng: np.random.Generator, standing: Standing) -> PlayedOut:
        """``number`` hands (1…) that follow ``standing``."""
        size = self.rules.hand_size(standing.number)
        place = rng.random((number, len(PACK))).argsort(axis=1).T // size
        holder = np.where(place < self.seats, place, NONE).astype(np.int8)
        said = self.talk(holder, standing, rng)
        laid, won = self.play(holder.copy(), said, size, rng)
        points = np.where(said.trump == NONE, 0, said.score(won))
        return PlayedOut(holder, [*said.steps, *laid], points)

    @abstractmethod
    def talk(self, holder: Columns, standing: Standing, rng: np.random.Generator) -> Talk:
        """All that comes before the first card."""

    def barred(self, trump: Row) -> Row:
        """The suit that may not be led while another is held, until it is played: none."""
        return np.full_like(trump, NONE)

    def play(self, holder: Columns, said: Talk, size: int, rng: np.random.Generator) -> tuple[list[Step], Columns]:
        """Trick after trick: what is laid, and how many each seat wins. ``holder`` is emptied. Hands that were thrown
        in are played on like the others, but nobody acts in them."""
        trump, seat = said.trump.astype(np.int8), said.leader.astype(np.int8)
        barred = self.barred(trump)
        steps, won, hands = list[Step](), np.zeros((self.seats, len(seat)), np.int64), np.arange(len(seat))
        for _ in range(size):
            led, best, winner = None, np.zeros_like(seat), seat
            for _ in range(self.seats):
                card, choices = drawn(_may(holder == seat, led, barred), rng)
                steps.append(Step(np.where(trump == NONE, NONE, seat), card, choices, _play))
                holder[card, hands] = NONE
                suit = _SUIT[card]
                led = suit if led is None else led
                power = _RANK[card] + _LED * (suit == led) + _TRUMP * (suit == trump)
                winner, best = np.where(power > best, seat, winner), np.maximum(power, best)
                seat = (seat + 1) % self.seats
            won[winner, hands] += 1
            barred = np.where(best > _TRUMP, np.int8(NONE), barred)  # a trump was played (RULES U16, U17)
            seat = winner
        return steps, won


def _play(seat: int, card: int) -> Action:
    return Play(seat, PACK[card])


def _may(held: Columns, led: Row | None, barred: Row) -> Columns:
    """Of the cards that are ``held`` those that may be led (RULES U16), or follow ``led`` (RULES C4)."""
    this = _SUIT[:, None] == (barred if led is None else led)
    first = held & (~this if led is None else this)
    return np.where(first.any(axis=0), first, held)


def drawn(may: Columns, rng: np.random.Generator) -> tuple[Row, Row]:
    """In each column one row of those that are true, drawn evenly, and how many they are."""
    running = np.cumsum(may, axis=0, dtype=np.int8)
    number = running[-1]
    wanted = (rng.random(len(number)) * number).astype(np.int8)
    return np.count_nonzero(running <= wanted, axis=0), number


class BatchCandid(Batch[Candid]):
    """Candid Whist."""

    def talk(self, holder: Columns, standing: Standing, rng: np.random.Generator) -> Talk:
        """Announcements (RULES K2), then calls, each a pass or a higher bid (RULES K7), until three pass (RULES K8), or
        all four (RULES K9)."""
        hcp = np.array([_POINTS @ (holder == seat) for seat in range(4)])
        steps = [_announced(hcp, (standing.dealer + step) % 4) for step in range(1, 5)]
        seat = _first_bidder(hcp, standing.dealer)
        bid, bidder, quiet = np.zeros_like(seat), np.full_like(seat, NONE), np.full_like(seat, -1)
        passed = np.zeros(holder[:4].shape, bool)
        hands = np.arange(len(seat))
        while (going := (quiet < 3) & (bid < len(CALLS))).any():
            speaks = going & ~(passed[seat, hands] & self.rules.options.pass_is_final)  # RULES K10
            choices = len(CALLS) + 1 - bid
            higher = speaks * rng.integers(0, choices)
            steps.append(Step(np.where(speaks, seat, NONE), np.where(higher > 0, bid + higher, 0), choices, _call))
            passed[seat, hands] |= higher == 0
            bid, bidder = bid + higher, np.where(higher > 0, seat, bidder)
            quiet = np.where(higher > 0, 0, quiet + 1)
            seat = (seat + 1) % 4
        trump = np.where(bid > 0, (bid - 1) % len(STRAINS), NONE)
        return Talk(steps, trump, (bidder + 1) % 4, lambda won: _candid_points(standing, bid, bidder, won))


def _announced(hcp: Columns, seat: int) -> Step:
    """RULES K2, K4."""
    return Step(np.full_like(hcp[seat], seat), hcp[seat], np.ones_like(hcp[seat]), Announce)


def _call(seat: int, call: int) -> Action:
    return Bid(seat, (PASS, *CALLS)[call])


def _first_bidder(hcp: Columns, dealer: int) -> Row:
    """RULES K5."""
    steps = np.array([[(seat - dealer - 1) % 4] for seat in range(4)])
    first: Row = np.argmin(hcp * 1000 + (hcp + hcp[[2, 3, 0, 1]]) * 10 + steps, axis=0)
    return first


def _candid_points(standing: Standing, bid: Row, bidder: Row, won: Columns) -> Columns:
    """RULES K13, K14."""
    hands, side, tricks = np.arange(len(bid)), bidder % 2, 7 + (bid - 1) // len(STRAINS)
    bags = won[bidder, hands] + won[(bidder + 2) % 4, hands] - tricks
    full = (np.array(standing.bags or (0, 0))[side] + bags) // FULL_BAGS
    points = np.zeros((2, len(bid)), np.int64)
    points[side, hands] = np.where(bags < 0, -10 * tricks, 10 * tricks + bags - PENALTY * full)
    return points


class BatchAustralian(Batch[Australian]):
    """Australian Whist of one household."""

    def talk(self, holder: Columns, standing: Standing, rng: np.random.Generator) -> Talk:
        """Bids, of which the dealer's may not make them add up (RULES U9–U11); none in Misère (RULES U8)."""
        number, size, first = standing.number, self.rules.hand_size(standing.number), (standing.dealer + 1) % self.seats
        leader = np.full(holder.shape[1], first)
        trump = np.full_like(leader, STRAINS.index(self.rules.trump_of(number)))
        if self.rules.special_of(number) == "misere":
            return Talk([], trump, leader, lambda won: np.where(won == 0, 10, -2 * won))  # RULES U20
        free = np.full_like(leader, size + 1)
        bids = [rng.integers(0, free) for _ in range(self.seats - 1)]
        barred = size - sum(bids)
        last = rng.integers(0, free - (barred >= 0))
        bids.append(last + ((barred >= 0) & (last >= barred)))
        choices = [*(free for _ in bids[:-1]), free - (barred >= 0)]
        seats = [np.full_like(leader, (first + place) % self.seats) for place in range(self.seats)]
        steps = [Step(seat, bid, of, Bid) for seat, bid, of in zip(seats, bids, choices, strict=True)]
        wanted = np.roll(bids, first, axis=0)
        return Talk(steps, trump, leader, lambda won: np.where(won == wanted, 10 + 2 * won, 0))  # RULES U19

    def barred(self, trump: Row) -> Row:
        """Trumps (RULES U16)."""
        free = self.rules.options.trump_lead == "any"
        return np.where(free | (trump == STRAINS.index(NO_TRUMP)), np.int8(NONE), trump)


def batch_of(rules: Rules[Any]) -> Batch[Any] | None:
    """What plays hands by ``rules`` in thousands; None where nothing does."""
    if type(rules) is Candid:
        return BatchCandid(rules)
    if type(rules) is Australian and rules.options.households == 1:
        return BatchAustralian(rules)
    return None
