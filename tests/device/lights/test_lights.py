from __future__ import annotations

import random
import time

import pytest
from gpiozero.pins.mock import MockFactory

from device.lights.lights import BLINKS, Lights, lit
from device.settings.pins import LightPins, pins_by_light
from tests.whist.driver import World
from whist.rules.options import AndroidOptions

PINS = pins_by_light(LightPins())

# South deals: South 0, holder 1 in seat 1, holder 2 in seat 2, North 3.
SOUTH_DEALS = [("south", None), ("south", 1), ("north", 2), ("north", None)]
# North deals: North 1, holder 2 in seat 2, holder 1 in seat 3.
NORTH_DEALS = [("south", None), ("north", None), ("north", 2), ("south", 1)]


def seats(places):
    return [
        {"seat": seat, "kind": "android" if holder else "human", "person": person, "holder": holder}
        for seat, (person, holder) in enumerate(places)
    ]


def view(**changes):
    base = {
        "event": 0,
        "phase": "play",
        "seats": seats(SOUTH_DEALS),
        "trump": None,
        "turn": None,
        "command": None,
        "questions": [],
        "wrong_card": None,
        "out_of_sight": [],
        "out_of_step": None,
    }
    assert set(changes) <= set(base)
    return base | changes


def command(seat, text, answer):
    return {"seat": seat, "command": text, "answer": answer}


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({}, set()),
        ({"trump": "C"}, {"trump_clubs"}),
        ({"trump": "D"}, {"trump_diamonds"}),
        ({"trump": "H"}, {"trump_hearts"}),
        ({"trump": "S"}, {"trump_spades"}),
        ({"trump": "NT"}, {"trump_no_trump"}),
        ({"turn": 0}, {"turn_south"}),
        ({"turn": 1}, {"turn_holder_1"}),
        ({"turn": 2}, {"turn_holder_2"}),
        ({"turn": 3}, {"turn_north"}),
        ({"turn": 1, "seats": seats(NORTH_DEALS)}, {"turn_north"}),
        ({"turn": 2, "seats": seats(NORTH_DEALS)}, {"turn_holder_2"}),
        ({"turn": 3, "seats": seats(NORTH_DEALS)}, {"turn_holder_1"}),
        ({"turn": 2, "command": command(2, "duck", "error")}, {"turn_holder_2", "error_holder_2"}),
        ({"turn": 1, "command": command(1, "duck", "move")}, {"turn_holder_1"}),
        ({"questions": [{"id": 1, "ask": ["south"]}]}, {"help"}),
        ({"out_of_sight": ["holder 1"]}, {"help"}),
        ({"out_of_step": {"seen": [], "believed": ["HT"]}}, {"help"}),
        ({"wrong_card": {"seat": 1, "card": "HT"}}, {"help"}),
        (
            {"trump": "H", "turn": 1, "command": command(1, "high", "error"), "out_of_sight": ["play area"]},
            {"trump_hearts", "turn_holder_1", "error_holder_1", "help"},
        ),
    ],
)
def test_what_is_lit(changes, names):
    assert lit(view(**changes)) == names


@pytest.fixture
def factory():
    made = MockFactory()
    yield made
    made.reset()


def burning(factory):
    return {name for name, pin in PINS.items() if factory.pin(pin).state}


def settle(lights):
    for blinker in lights._blinkers.values():
        blinker._thread.join(5)


def test_a_whole_trick_on_its_pins(factory):
    lights = Lights(PINS, factory, blink=0.001)
    assert lights.names == set(PINS)
    assert lights.warnings == []
    assert burning(factory) == set()
    steps = [
        (view(phase="deal"), set()),
        (view(event=1, phase="turn_up"), set()),
        (view(event=2, trump="H", turn=1), {"trump_hearts", "turn_holder_1"}),
        (
            view(event=4, trump="H", turn=1, command=command(1, "shortest", "error")),
            {"trump_hearts", "turn_holder_1", "error_holder_1"},
        ),
        (view(event=6, trump="H", turn=1, command=command(1, "spades", "move")), {"trump_hearts", "turn_holder_1"}),
        (
            view(event=7, trump="H", turn=1, command=command(1, "spades", "move"), questions=[{"id": 1, "ask": []}]),
            {"trump_hearts", "turn_holder_1", "help"},
        ),
        (view(event=8, trump="H", turn=2), {"trump_hearts", "turn_holder_2"}),
        (view(event=9, trump="H", turn=3), {"trump_hearts", "turn_north"}),
        (view(event=10, trump="H", turn=0, out_of_sight=["play area"]), {"trump_hearts", "turn_south", "help"}),
        (view(event=11, trump="H", phase="gather"), {"trump_hearts"}),
        (view(event=12, phase="scored"), set()),
        (view(event=13, trump="NT", turn=1, seats=seats(NORTH_DEALS)), {"trump_no_trump", "turn_north"}),
    ]
    for seen, names in steps:
        lights.show(seen)
        settle(lights)
        assert burning(factory) == names, seen
    lights.close()
    assert burning(factory) == set()
    lights.close()


class Lit:
    """A table whose lights follow each thing that is applied to it."""

    def __init__(self, table, lights):
        self.table, self.lights, self.names = table, lights, []

    def __getattr__(self, name):
        return getattr(self.table, name)

    def apply(self, item):
        events = [event.to_json()["event"] for event in self.table.apply(item)]
        self.lights.show(self.table.public_view())
        settle(self.lights)
        self.names.append(events)
        return events


@pytest.mark.parametrize("first", ["south", "north"])
def test_a_real_deal_on_its_pins(factory, first):
    world = World(random.Random(7), AndroidOptions(first_dealer=first))
    lights = Lights(PINS, factory, blink=0.0001)
    world.table = table = Lit(world.table, lights)
    world.deal()
    trump = {"C": "trump_clubs", "D": "trump_diamonds", "H": "trump_hearts", "S": "trump_spades"}[world.trump]
    # who sits where, clockwise, as RULES A2 and A10 have it
    around = {"south": "south holder_1 holder_2 north", "north": "south north holder_2 holder_1"}[first].split()
    errors = {"holder_1": 0, "holder_2": 0}
    for _ in range(52):
        place = around[world.turn]
        assert burning(factory) == {trump, f"turn_{place}"}
        if place in errors:
            red = factory.pin(PINS[f"error_{place}"])
            before = falls(red)
            table.names.clear()
            world.order()
            failed = sum("error_message" in events for events in table.names)
            # each Error has blinked, and the next command that fitted has put it out
            assert falls(red) == before + (failed * BLINKS + 1 if failed else 0)
            assert burning(factory) == {trump, f"turn_{place}"}
            errors[place] += failed
        world.step()
    assert min(errors.values()) > 0
    assert "help" not in burning(factory)
    lights.close()


def falls(pin):
    return sum(1 for a, b in zip(pin.states, pin.states[1:], strict=False) if a.state and not b.state)


def test_the_error_light_blinks_at_each_error_and_settles(factory):
    lights = Lights(PINS, factory, blink=0.001)
    pin = factory.pin(PINS["error_holder_1"])
    error = command(1, "duck", "error")
    steps = [
        (view(event=2, turn=1, command=error), 1),
        (view(event=2, turn=1, command=error), 1),  # shown again: no new Error
        (view(event=3, turn=1, command=error, out_of_sight=["holder 2"]), 1),  # something else happened
        (view(event=4, turn=1, command=error), 1),
        (view(event=6, turn=1, command=error), 2),  # the same command failed again
        (view(event=8, turn=1, command=command(1, "beat", "error")), 3),
    ]
    for seen, blinked in steps:
        lights.show(seen)
        settle(lights)
        assert pin.state
        assert falls(pin) == blinked * BLINKS
    lights.show(view(event=10, turn=2))
    assert not pin.state
    lights.close()


def test_the_end_of_the_turn_ends_the_blinking(factory):
    lights = Lights(PINS, factory, blink=30)
    lights.show(view(event=2, turn=1, command=command(1, "duck", "error")))
    started = time.monotonic()
    lights.show(view(event=4, turn=1, command=command(1, "beat", "move")))
    assert time.monotonic() - started < 5
    assert burning(factory) == {"turn_holder_1"}
    lights.show(view(event=9, turn=2, command=command(2, "duck", "error")))
    lights.close()
    assert burning(factory) == set()


def test_a_light_whose_pin_is_taken_is_left_out(factory):
    from gpiozero import LED

    taken = LED(PINS["help"], pin_factory=factory)
    lights = Lights(PINS, factory)
    assert lights.names == set(PINS) - {"help"}
    (sentence,) = lights.warnings
    assert sentence.startswith(f"Light help on GPIO {PINS['help']} cannot be used")
    assert "\n" not in sentence
    lights.show(view(turn=0, out_of_sight=["play area"]))
    assert burning(factory) == {"turn_south"}
    lights.close()
    taken.close()


def test_a_pin_that_fails_while_playing_is_told_once(factory, monkeypatch):
    lights = Lights(PINS, factory)
    led = lights._leds["turn_south"]

    def fail(*_):
        raise OSError("wire loose\nand more")

    monkeypatch.setattr(type(led.pin), "_set_state", fail)
    lights.show(view(turn=0))
    lights.show(view(turn=0))
    assert lights.warnings == ["Light turn_south does not answer (wire loose); check its wiring."]
    monkeypatch.undo()
    lights.show(view(turn=0))
    assert burning(factory) == {"turn_south"}
    lights.close()


def test_trouble_beside_the_game_lights_help(factory):
    lights = Lights(PINS, factory)
    lights.show(view(turn=0), trouble=True)
    assert burning(factory) == {"turn_south", "help"}
    lights.show(view(turn=0), trouble=False)
    assert burning(factory) == {"turn_south"}
    lights.only("help")
    assert burning(factory) == {"help"}
    lights.only(None)
    assert burning(factory) == set()
    lights.close()


PLACES = ("south", "southwest", "west", "northwest", "northeast", "east", "southeast")
SEVEN = [{"seat": seat, "kind": "human", "person": person} for seat, person in enumerate(PLACES)]


@pytest.mark.parametrize("seat", range(7))
def test_seven_places_have_lights_where_they_have_pins(factory, seat):
    pins = {f"turn_{place}": pin for place, pin in zip(PLACES, range(16, 23), strict=True) if place != "west"}
    lights = Lights(pins, factory)
    shown = view(turn=seat, seats=SEVEN) | {"game": "australian"}
    del shown["command"]  # there are no androids
    lights.show(shown)
    want = [] if PLACES[seat] == "west" else [pins[f"turn_{PLACES[seat]}"]]
    assert [pin for pin in pins.values() if factory.pin(pin).state] == want
    lights.close()
