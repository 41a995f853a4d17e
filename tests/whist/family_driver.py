"""A small perfect world for tests of the table without holders: deals real hands, says, lays, draws and gathers, and
shows the table the play area. A ``Match`` with known hands is played beside it: the truth."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.cards import cards
from tests.whist.doubtful import reading
from tests.whist.match import Match
from whist.cards import PACK, Card
from whist.games import GAMES, rules_class, rules_of
from whist.law.penalties import settled
from whist.law.revokes import established
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import Answer
from whist.rules.actions import Announce, AnyOf, Bid, Choose, Discard, Play
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.table.table import Table

FAMILY = tuple(game for game in GAMES if game != "android")
"""The games without androids."""
MIDDLE = (0.0, 0.0)
STOCK_AT = (110.0, 0.0)


def direction(seat: int, players: int) -> float:
    """Where ``seat`` sits as seen from the middle of the play area: radians, counter-clockwise from +x."""
    return -math.pi / 2 - math.tau * seat / players


def place(seat: int, players: int, away: float = 90.0) -> tuple[float, float]:
    """Where ``seat`` lays its cards."""
    angle = direction(seat, players)
    return away * math.cos(angle), away * math.sin(angle)


@dataclass
class FamilyWorld:
    """The cards as they really lie, and the match as it really goes."""

    rng: random.Random
    game: str = "classic"
    options: dict[str, Any] = field(default_factory=dict)
    players: int | None = None
    dealer: int = 0
    revokes: float = 0.0
    """The share of cards that are laid without looking at the trick."""

    def __post_init__(self) -> None:
        kind = rules_class(self.game)
        self.table = Table(self.game, kind.options_type.from_json(self.options), self.players, self.dealer)
        self.rules = rules_of(self.game, self.options, self.players)
        self.match = Match(self.rules, self.dealer)
        self.laid: list[tuple[int, Card]] = []
        self.aside: list[tuple[Card, float, float]] = []
        self.revoked: list[tuple[int, int]] = []

    # -- what really happens -------------------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    def deal(self, known: Cards | None = None) -> None:
        """Deal a hand as the table expects it, and lay open what lies open."""
        given = known or self.rules.shuffled(self.match.standing, self.rng)
        told = self.table.state.hand
        assert told is not None
        if told.trump is not None:
            given = Cards(given.hands, given.stock, told.trump)
        self.match.deal(given)
        self.lay_open()
        self.rack()
        self.show()

    def rack(self) -> None:
        """Cards that nobody holds in hand are put where they stand; here everybody holds the own ones."""

    def lay_open(self) -> None:
        """What lies open beside the tricks is put there, or taken away."""
        spot = STOCK_AT if self.rules.stock_size else MIDDLE
        open_now = () if self.turn_up_taken() else self.hand.turned_up
        if len(open_now) > 1:
            spots = [(-100.0 + 40.0 * number, 10.0) for number in range(len(open_now))]
        else:
            spots = [spot] * len(open_now)
        self.aside = [(card, *at) for card, at in zip(open_now, spots, strict=True)]

    def turn_up_taken(self) -> bool:
        if not self.rules.turn_up_lies:
            return False
        return bool(self.hand.tricks) or self.hand.dealer in [seat for seat, _ in self.laid]

    def lies(self) -> list[tuple[Card, float, float]]:
        """What lies there, and where."""
        return [(card, *place(seat, self.rules.players)) for seat, card in self.laid] + self.aside

    def cards(self) -> tuple[LaidCard, ...]:
        """What the camera sees."""
        return tuple(LaidCard(self.read(card), *self.spot((x, y))) for card, x, y in self.lies())

    def read(self, card: Card) -> Reading:
        return Reading.certain(card)

    def spot(self, at: tuple[float, float]) -> tuple[float, float]:
        return at

    def show(self) -> list[Any]:
        return list(self.table.apply(TableShows(self.cards())))

    def step(self) -> None:
        """One action of the hand."""
        actions = [action for action in self.hand_choices()]
        action = self.rng.choice(actions)
        if isinstance(action, AnyOf):
            action = Discard(action.seat, tuple(self.rng.sample(action.cards, action.count)))
        if isinstance(action, Play):
            self.play(action)
        else:
            self.say(action)

    def hand_choices(self) -> list[Any]:
        turn = self.hand.turn
        careless = self.hand.phase == "play" and self.rng.random() < self.revokes
        if careless and turn is not None and self.hand.hands is not None:
            return [Play(turn, card) for card in self.hand.hands[turn]]
        return list(self.match.legal())

    def say(self, action: Any) -> None:
        self.happen(action)
        if isinstance(action, Bid | Choose | Announce):
            self.table.apply(action)
        self.after_said()

    def after_said(self) -> None:
        """The kitty is laid open, seen, and taken away."""
        if len(self.hand.turned_up) > 1 and not self.aside:
            self.lay_open()
            self.show()
        if self.hand.phase == "play" and len(self.aside) > 1:
            self.aside = []
            self.show()

    def happen(self, action: Any) -> None:
        if not self.revokes:
            self.match.apply(action)
            return
        self.rules.happen(self.hand, action)
        if self.hand.over:
            found = established(self.rules, self.hand)
            self.revoked += [(revoke.seat, revoke.trick + 1) for revoke in found]
            line, after = settled(self.rules, self.hand, self.match.standing, found)
            self.match.lines.append(line)
            self.match.standing = after

    def play(self, action: Play) -> None:
        """A card is laid; shown."""
        self.laid.append((action.seat, action.card))
        self.aside = [known for known in self.aside if known[0] != action.card]
        if self.rules.turn_up_lies and action.seat == self.hand.dealer:
            self.aside = []
        self.happen(action)
        self.show()
        if len(self.laid) == self.rules.players:
            self.gather()

    def gather(self) -> None:
        """The trick is gathered; what follows is laid open."""
        self.laid = []
        if self.rules.stock_size and not self.rules.turn_up_lies:
            self.aside = []
        self.show()
        self.rack_drawn()
        if not self.hand.over:
            self.lay_open()
            self.show()
        else:
            self.aside = []
            self.show()

    def rack_drawn(self) -> None:
        """The same for cards that were drawn from the stock."""

    def play_hand(self) -> None:
        self.deal()
        while not self.hand.over:
            self.step()
        self.finish()

    def finish(self) -> None:
        """The play area is cleared after a hand."""
        self.laid, self.aside = [], []
        self.show()

    def play_match(self, hands: int = 99) -> None:
        while not self.match.standing.over and len(self.match.lines) < hands:
            self.play_hand()


def rebuilt(table: Table) -> Table:
    """The table as its events tell it, written down and read again."""
    written = [json.loads(json.dumps(event.to_json())) for event in table.events]
    return Table.from_events([ev.event_from_json(obj) for obj in written])


def dealt(
    game: str,
    hands: Sequence[str] | None = None,
    stock: str = "",
    options: dict[str, Any] | None = None,
    dealer: int = 0,
    seed: int = 1,
) -> FamilyWorld:
    """A world in which a hand is dealt; ``hands`` are card codes by seat."""
    world = FamilyWorld(random.Random(seed), game, options or {}, dealer=dealer)
    world.deal(None if hands is None else Cards([cards(own) for own in hands], cards(stock)))
    return world


def suits(*order: str) -> list[str]:
    """Hands of one suit each, by seat."""
    return [" ".join(str(card) for card in PACK if card.suit == suit) for suit in order]


def look(world: FamilyWorld, *more: tuple[str, float, float], without: Sequence[str] = ()) -> list[Any]:
    """What lies there but for ``without``, and ``more`` cards, each as code or reading (``"S9 .5 S8 .4"``), x and y."""
    laid = [card for card in world.cards() if str(card.reading.best) not in without]
    extra = [LaidCard(reading(text if " " in text else f"{text} 1"), x, y) for text, x, y in more]
    return list(world.table.apply(TableShows((*laid, *extra))))


def answer(world: FamilyWorld, question: int, code: str, seat: int = 0) -> list[Any]:
    """The person at ``seat`` answers a question."""
    return list(world.table.apply(Answer(seat, question, Card.parse(code))))
