"""Whole deals on mock pins and mock SPI: after each event burns what an account of the events alone expects."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.keeper.keeper import Keeper
from device.lights.buttons import press
from device.lights.panel import Panel
from device.settings.pins import LightPins, TurnPins
from tests.device.lights.mock_strip import WITH_STRIP, MockStrip
from tests.whist.driver import TURN_UP_AT, World
from tests.whist.family_driver import FamilyWorld
from tests.whist.holder_driver import HolderWorld
from whist.cards import PACK
from whist.messages.observations import LaidCard, OutOfSight, Reading, TableShows
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions
from whist.table.state.seats import human

# The wiring, as the example of the settings has it, and at a table of four that has no holders.
WIRES = {
    5: "clubs", 6: "diamonds", 13: "hearts", 19: "spades", 26: "no trump",
    16: "South", 20: "North", 21: "holder 1", 12: "holder 2", 23: "Error 1", 24: "Error 2", 25: "help",
}  # fmt: skip
OPEN_WIRES = {**WIRES, 18: "West", 12: "East"}
CONFIRM = 17
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
# who sits where, clockwise from seat 0, when South deals and when North does (RULES A2, A10)
AROUND = {0: ["South", "holder 1", "holder 2", "North"], 1: ["South", "North", "holder 2", "holder 1"]}
OPEN_TABLE = ["South", "West", "North", "East"]


@dataclass
class Account:
    """What should burn, from the events alone: it knows the rules of turn and trumps, and no state of the table."""

    seats: list[str] = field(default_factory=list)
    open_table: bool = False
    dealer: int = 0
    trump: str | None = None
    turn: int | None = None
    laid: int = 0
    error: str | None = None
    errors: int = 0
    racks: dict[str, list[str | None]] = field(default_factory=dict)
    over_slot: int | None = None
    troubles: set[Any] = field(default_factory=set)

    def hear(self, event: dict[str, Any]) -> None:
        {
            "deal_started": self.begin,
            "hand_started": self.begin,
            "dealt": lambda e: self.racks.update({f"holder {e['holder']}": list(e["cards"])}),
            "turned_up": self.turn_up,
            "turn_up_taken": lambda e: None,
            "commanded": lambda e: None,
            "error_message": self.fail,
            "to_move": self.mark,
            "played": self.play,
            "trick_won": lambda e: self.win(e["seat"]),
            "gathered": self.gather,
            "wrong_card": lambda e: self.troubles.add("wrong"),
            "right_again": lambda e: self.troubles.discard("wrong"),
            "out_of_sight": lambda e: self.troubles.add("sight"),
            "in_sight": lambda e: self.troubles.discard("sight"),
            "question": lambda e: self.troubles.add(e["id"]),
            "answered": lambda e: self.troubles.discard(e["id"]),
            "question_withdrawn": lambda e: self.troubles.discard(e["id"]),
            "hand_scored": lambda e: None,
            "racked": lambda e: None,
            "game_started": lambda e: None,
        }[event["event"]](event)

    def begin(self, event: dict[str, Any]) -> None:
        self.dealer = event["dealer"]
        self.seats = OPEN_TABLE if self.open_table else AROUND[self.dealer]
        self.trump, self.turn, self.racks, self.laid = None, None, {}, 0

    def turn_up(self, event: dict[str, Any]) -> None:
        self.trump = SUITS[event["card"][0]]
        self.turn = (self.dealer + 1) % 4

    def fail(self, event: dict[str, Any]) -> None:
        self.error = self.seats[event["seat"]].replace("holder", "Error")
        self.errors += 1

    def mark(self, event: dict[str, Any]) -> None:
        self.error = None
        holder = self.seats[event["seat"]]
        self.over_slot = self.racks[holder].index(event["card"]) + (13 if holder == "holder 2" else 0)

    def play(self, event: dict[str, Any]) -> None:
        assert event["seat"] == self.turn
        who = self.seats[event["seat"]]
        if who in self.racks:
            self.racks[who][self.racks[who].index(event["card"])] = None
        self.over_slot = None
        self.laid += 1
        self.turn = (self.turn + 1) % 4

    def win(self, seat: int) -> None:
        assert self.laid == 4
        self.turn, self.winner = None, seat

    def gather(self, event: dict[str, Any]) -> None:
        self.turn, self.laid = self.winner, 0

    def lights(self) -> set[str]:
        said = {self.trump, self.error, None if self.turn is None else self.seats[self.turn]}
        return {name for name in said if name} | ({"help"} if self.troubles else set())


class Room:
    """A keeper with a panel on mock pins, seen by nobody but a log of what burns after each thing that happened."""

    def __init__(self, choice: NewGame | AndroidOptions, seats: dict[str, int]) -> None:
        self.wires = OPEN_WIRES if seats else WIRES
        self.factory = MockFactory()
        self.strip = MockStrip(self.factory)
        self.settings = replace(WITH_STRIP, lights=LightPins(turn=replace(TurnPins(), **seats)))
        self.panel = Panel(self.settings, self.factory)
        self.panel.lights._blink = 0.0005
        self.keeper = Keeper(choice, None, self.panel)
        self.panel.listen(partial(press, self.keeper))
        self.log: list[tuple[int, set[str], list[int]]] = []
        self.note()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.keeper.table, name)

    def apply(self, item: Any) -> list[Any]:
        seen = isinstance(item, (TableShows, OutOfSight)) or hasattr(item, "slots")
        events = self.keeper.see([item]) if seen else self.keeper.ask(item)
        self.note()
        return events

    def note(self) -> None:
        for blinker in list(self.panel.lights._blinkers.values()):
            blinker._thread.join(10)
        burning = {name for pin, name in self.wires.items() if self.factory.pin(pin).state}
        self.log.append((len(self.keeper.table.events), burning, self.strip.burning))

    def check(self, account: Account) -> None:
        """Compare the log with the account, event by event."""
        events = [event.to_json() for event in self.keeper.table.events]
        heard = 0
        for count, burning, over in self.log:
            for event in events[heard:count]:
                account.hear(event)
            heard = max(heard, count)
            assert burning == account.lights(), events[:heard][-3:]
            assert over == ([] if account.over_slot is None else [account.over_slot]), events[:heard][-3:]


@contextmanager
def room(choice: NewGame | AndroidOptions, **seats: int) -> Iterator[Room]:
    made = Room(choice, seats)
    try:
        yield made
    finally:
        made.panel.close()
        assert not any(pin.state for pin in made.factory.pins.values() if pin.function == "output")
        assert made.strip.burning == []


def doubtful(card: Any, other: Any) -> Reading:
    return Reading(((card, 0.6), (other, 0.4)))


@pytest.mark.parametrize("first", ["south", "north"])
def test_a_deal_of_android_whist(first: str) -> None:
    with room(AndroidOptions(first_dealer=first)) as here:
        world = World(random.Random(11), AndroidOptions(first_dealer=first))
        world.table = here
        deal_with_a_doubt(world, here)
        for number in range(52):
            if number == 5:
                lose_sight(world, here)
            if number > 5:
                lay_out_of_turn(world, here)
            world.step()
        account = Account()
        here.check(account)
        assert account.errors > 0
        falls = sum(
            a.state and not b.state
            for pin in (23, 24)
            for a, b in zip(here.factory.pin(pin).states, here.factory.pin(pin).states[1:], strict=False)
        )
        put_out = sum(
            not {"Error 1", "Error 2"}.isdisjoint(before) and {"Error 1", "Error 2"}.isdisjoint(after)
            for (_, before, _), (_, after, _) in zip(here.log, here.log[1:], strict=False)
        )
        assert falls == 4 * account.errors + put_out
        assert max(light.brightness for light in here.strip.lights) == 0
        assert here.strip.frames >= 2 * 26
        kinds = {event.to_json()["event"] for event in here.keeper.table.events}
        assert {"wrong_card", "right_again", "out_of_sight", "answered", "error_message", "hand_scored"} <= kinds


def deal_with_a_doubt(world: World, here: Room) -> None:
    """The turn-up is doubtful; somebody presses Confirm."""
    pack = list(PACK)
    world.rng.shuffle(pack)
    true = pack[13 * here.state.dealer + 12]
    show = world.cards
    world.cards = lambda: tuple(  # type: ignore[method-assign]
        LaidCard(doubtful(true, pack[0] if pack[0] != true else pack[1]), *TURN_UP_AT) for _ in show()
    )
    world.deal([pack[13 * seat : 13 * seat + 13] for seat in range(4)])
    world.cards = show  # type: ignore[method-assign]
    assert here.keeper.public_view()["questions"]
    here.factory.pin(CONFIRM).drive_low()
    here.factory.pin(CONFIRM).drive_high()
    here.note()
    assert here.keeper.public_view()["turned_up"] == str(true)
    world.show_table()


def lose_sight(world: World, here: Room) -> None:
    here.apply(OutOfSight(frozenset({"play area", "holder 1"})))
    here.apply(OutOfSight(frozenset()))
    world.show_table()


def lay_out_of_turn(world: World, here: Room) -> None:
    """While an android is to play, a person who has not lays a card, and takes it back."""
    people = [seat for seat in range(4) if human(seat, world.dealer) and seat not in dict(world.laid)]
    if people and not human(world.turn, world.dealer):
        world.laid.append((people[0], world.hands[people[0]][0]))
        world.show_table()
        world.laid.pop()
        world.show_table()


def test_a_hand_of_classic_whist_with_lights_for_west_and_east() -> None:
    with room(NewGame(0, "classic"), west=18, east=12, holder_2=0, southeast=4) as here:
        (said,) = here.panel.warnings
        assert said.startswith("Light turn_southeast is left out: GPIO 4 belongs to one-wire;")
        world = FamilyWorld(random.Random(3), "classic")
        world.table = here
        world.play_hand()
        here.check(Account(open_table=True))


def test_a_hand_with_computer_players_lights_the_slot_of_the_card_to_be_moved_s3() -> None:
    seats = (2, 0, 3)
    with room(NewGame(0, "classic", {}, None, 1, 1, seats), west=18, east=12, southeast=4) as here:
        world = HolderWorld(random.Random(5), "classic", seats, dealer=1)
        world.table = here  # type: ignore[assignment]
        world.deal()
        over: list[list[int]] = []
        while not world.hand.over:
            action = world.rng.choice(world.hand_choices())
            place = world.slots.get(seats.index(action.seat) + 1, []) if action.seat in seats else []
            if action.seat in seats:
                here.apply(action)
                number = seats.index(action.seat)
                wanted = [number * 13 + place.index(action.card)] if number < 2 else []
                over.append(here.strip.burning)
                assert here.strip.burning == wanted, "a third holder has no lights"
            world.play(action)
            assert here.strip.burning == []
        assert len(over) == 39
