"""Buttons on mock pins, and what a press asks of the table."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin

from device.keeper.keeper import Keeper
from device.lights.buttons import Buttons, press
from device.settings.pins import ButtonPins, pins_by_button
from tests.whist.driver import TURN_UP_AT, World
from tests.whist.family_driver import FamilyWorld
from whist.cards import PACK
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import NewGame
from whist.rules.actions import Bid
from whist.rules.options import AndroidOptions

PINS = pins_by_button(ButtonPins())


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory()
    yield made
    made.reset()


# -- on their pins ---------------------------------------------------------------------------------------------------


def test_a_press_is_told_once_and_new_deal_only_when_held(factory: MockFactory) -> None:
    told: list[str] = []
    held = threading.Event()

    def tell(name: str) -> None:
        told.append(name)
        if name == "new_deal":
            held.set()

    buttons = Buttons(PINS, factory, tell, hold=0.05)
    assert buttons.names == set(PINS)
    for name in ("confirm", "undo"):
        factory.pin(PINS[name]).drive_low()
        factory.pin(PINS[name]).drive_high()
    assert told == ["confirm", "undo"]
    pin = factory.pin(PINS["new_deal"])
    assert (pin.pull, pin.bounce) == ("up", 0.05)
    pin.drive_low()
    assert told == ["confirm", "undo"]  # not yet: it must be held
    assert held.wait(10)
    pin.drive_high()
    assert told == ["confirm", "undo", "new_deal"]
    buttons.close()
    buttons.close()
    factory.pin(PINS["confirm"]).drive_low()
    assert len(told) == 3


def test_new_deal_that_is_only_touched_does_nothing(factory: MockFactory) -> None:
    told: list[str] = []
    buttons = Buttons(PINS, factory, told.append, hold=30)
    factory.pin(PINS["new_deal"]).drive_low()
    factory.pin(PINS["new_deal"]).drive_high()
    buttons.close()
    assert told == []


class Grounded(MockPin):
    """A pin whose wire leads to ground: no pull brings it up."""

    def _set_pull(self, value: str) -> None:
        self._pull = value


def test_a_button_that_is_pressed_from_the_start_is_no_press() -> None:
    told: list[str] = []
    factory = MockFactory(pin_class=Grounded)
    buttons = Buttons(PINS, factory, told.append, hold=0.001)
    assert buttons.names == set(PINS)
    assert not factory.pin(PINS["undo"]).state
    buttons.close()
    factory.reset()
    assert told == []


def test_a_button_whose_pin_is_taken_is_left_out(factory: MockFactory) -> None:
    taken = LED(PINS["undo"], pin_factory=factory)
    told: list[str] = []
    buttons = Buttons(PINS, factory, told.append)
    assert buttons.names == {"confirm", "new_deal"}
    (said,) = buttons.warnings
    assert said.startswith(f"Button undo on GPIO {PINS['undo']} cannot be used (")
    assert "\n" not in said
    factory.pin(PINS["confirm"]).drive_low()
    assert told == ["confirm"]
    buttons.close()
    taken.close()


def test_a_press_that_fails_does_not_end_the_buttons(factory: MockFactory, caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []

    def fail(name: str) -> None:
        told.append(name)
        raise RuntimeError("the table is on fire")

    buttons = Buttons(PINS, factory, fail)
    for _ in range(2):
        factory.pin(PINS["confirm"]).drive_low()
        factory.pin(PINS["confirm"]).drive_high()
    assert told == ["confirm", "confirm"]
    assert "button confirm failed" in caplog.text
    buttons.close()


# -- what a press asks for -------------------------------------------------------------------------------------------


def names(keeper: Keeper) -> list[str]:
    return [event.to_json()["event"] for event in keeper.table.events]


class Seen:
    """A table of the drivers that is kept by a keeper."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper

    def __getattr__(self, name: str):
        return getattr(self.keeper.table, name)

    def apply(self, item):
        seen = isinstance(item, (TableShows, HolderShows))
        return self.keeper.see([item]) if seen else self.keeper.ask(item)


def dealt(first: str = "south") -> tuple[Keeper, World]:
    keeper = Keeper(AndroidOptions(first_dealer=first))
    world = World(random.Random(4), AndroidOptions(first_dealer=first))
    world.table = Seen(keeper)
    world.deal()
    return keeper, world


@pytest.mark.parametrize("name", ["confirm", "undo", "new_deal"])
@pytest.mark.parametrize("game", ["android", "classic", "bid", "german"])
def test_before_anything_has_happened_a_press_is_harmless(name: str, game: str) -> None:
    keeper = Keeper(NewGame(0, game) if game != "android" else AndroidOptions())
    before = names(keeper)
    granted = press(keeper, name)
    if name == "new_deal" and game != "android":  # the cards may be in people's hands, unseen
        assert granted
        assert not press(keeper, name)
    else:
        assert not granted
        assert names(keeper) == before


@pytest.mark.parametrize("name", ["confirm", "undo", "new_deal"])
def test_in_mid_deal_a_press_with_nothing_to_do_is_harmless(name: str) -> None:
    keeper, world = dealt()
    for _ in range(6):
        world.step()
    before = names(keeper)
    assert not press(keeper, name)
    assert names(keeper) == before


def test_confirm_takes_the_likeliest_of_an_open_card() -> None:
    keeper = Keeper(AndroidOptions())
    world = World(random.Random(4), AndroidOptions())
    world.table = Seen(keeper)
    hands = [list(PACK[13 * seat : 13 * seat + 13]) for seat in range(4)]
    reading = Reading(((PACK[12], 0.6), (PACK[11], 0.4)))
    world.cards = lambda: (LaidCard(reading, *TURN_UP_AT),)
    world.deal(hands, PACK[12])
    (question,) = keeper.private_view("south")["questions"]
    assert question["candidates"][0] == str(PACK[12])
    assert press(keeper, "confirm")
    assert keeper.public_view()["questions"] == []
    assert keeper.public_view()["turned_up"] == str(PACK[12])


def test_confirm_says_nothing_of_a_card_in_a_holder() -> None:
    """Only the person before that holder sees it: a press of the other would be a guess."""
    keeper = Keeper(AndroidOptions())
    slots = [Reading.certain(card) for card in PACK[:12]] + [Reading(((PACK[12], 0.6), (PACK[13], 0.4)))]
    keeper.see([HolderShows(1, tuple(slots))])
    assert len(keeper.private_view("south")["questions"]) == 1
    before = names(keeper)
    assert not press(keeper, "confirm")
    assert names(keeper) == before


def test_undo_takes_back_what_was_said_last() -> None:
    keeper = Keeper(NewGame(0, "bid"))
    assert keeper.ask(Bid(1, "4up"))
    assert press(keeper, "undo")
    assert names(keeper)[-1] == "undone"
    assert not press(keeper, "undo")
    assert names(keeper).count("undone") == 1


def test_new_deal_throws_the_cards_in_once() -> None:
    keeper, world = dealt()
    world.step()
    assert press(keeper, "new_deal")
    last = keeper.table.events[-1].to_json()
    assert (last["event"], last["redeal"]) == ("deal_started", True)
    assert not press(keeper, "new_deal")
    assert keeper.table.events[-1].to_json() == last


def test_new_deal_begins_the_next_game_when_one_is_over() -> None:
    keeper = Keeper(AndroidOptions())
    rng = random.Random(5)
    while keeper.public_view()["phase"] != "over":
        world = World(rng, AndroidOptions())
        world.table = Seen(keeper)
        world.deal()
        world.play_deal()
    assert press(keeper, "new_deal")
    assert keeper.public_view()["phase"] == "deal"
    assert keeper.public_view()["scores"] == [0, 0]


def test_confirm_at_every_moment_of_a_hand_changes_nothing() -> None:
    keeper = Keeper(NewGame(0, "candid", {}, None, 0, 3))
    world = FamilyWorld(random.Random(6), "candid")
    world.table = Seen(keeper)
    world.deal()
    while not world.hand.over:
        before = names(keeper)
        assert not press(keeper, "confirm")
        assert names(keeper) == before
        world.step()
