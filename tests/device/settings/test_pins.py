"""Who gets which pin: a wrong, busy or shared one leaves out one part, and one sentence names it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.settings.pins import (
    ButtonPins,
    ErrorPins,
    LightPins,
    TrumpPins,
    TurnPins,
    allot,
    button_fields,
    light_fields,
    pins_by_button,
    pins_by_light,
)
from web_ui.contracts import PLACES

LIGHTS, BUTTONS = LightPins(), ButtonPins()


def test_the_button_that_switches_off_may_have_the_pin_that_wakes_a_pi() -> None:
    got = allot(LIGHTS, replace(BUTTONS, switch_off=3))
    assert (got.pins["button switch_off"], got.refused) == (3, [])
    assert allot(LIGHTS, replace(BUTTONS, switch_off=2)).refused == [
        "Button switch_off is left out: GPIO 2 belongs to I²C; take a free one from 5, 6, 12, 13 and 16 to 27."
    ]
    assert allot(LIGHTS, replace(BUTTONS, undo=3)).refused  # any other button, and it would wake the Pi


def test_by_default_every_part_that_is_there_has_its_own_pin() -> None:
    given = allot(LIGHTS, BUTTONS)
    assert given.refused == []
    assert len(given.pins) == len(set(given.pins.values())) == 15
    assert given.pins["light help"] == LIGHTS.help
    assert given.pins["button new_deal"] == BUTTONS.new_deal


@pytest.mark.parametrize(
    ("lights", "buttons", "left_out", "words"),
    [
        (replace(LIGHTS, help=28), BUTTONS, "light help", ["Light help", "no GPIO 28"]),
        (replace(LIGHTS, help=1), BUTTONS, "light help", ["Light help", "no GPIO 1 "]),
        (replace(LIGHTS, help=-5), BUTTONS, "light help", ["Light help", "no GPIO -5"]),
        (replace(LIGHTS, help=10**4000), BUTTONS, "light help", ["Light help", "no GPIO of that length"]),
        *[
            (replace(LIGHTS, help=pin), BUTTONS, "light help", ["Light help", f"GPIO {pin} belongs to {whose};"])
            for pin, whose in [(2, "I²C"), (4, "one-wire"), (8, "SPI0"), (11, "SPI0"), (15, "the serial port")]
        ],
        (replace(LIGHTS, help=5), BUTTONS, "light help", ["Light help", "GPIO 5", "light trump_clubs"]),
        (LIGHTS, replace(BUTTONS, undo=25), "button undo", ["Button undo", "GPIO 25", "light help"]),
        (LIGHTS, replace(BUTTONS, undo=17), "button undo", ["Button undo", "GPIO 17", "button confirm"]),
        (LIGHTS, replace(BUTTONS, new_deal=3), "button new_deal", ["Button new_deal", "GPIO 3", "I²C"]),
        (
            replace(LIGHTS, turn=TurnPins(west=16)),
            BUTTONS,
            "light turn_west",
            ["Light turn_west", "GPIO 16", "light turn_south"],
        ),
    ],
)
def test_a_part_without_a_pin_of_its_own_is_left_out(
    lights: LightPins, buttons: ButtonPins, left_out: str, words: list[str]
) -> None:
    given = allot(lights, buttons)
    (sentence,) = given.refused
    assert all(word in sentence for word in words), sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert left_out not in given.pins
    assert set(given.pins) == set(allot(LIGHTS, BUTTONS).pins) - {left_out}


def test_parts_that_are_not_there_ask_for_no_pin() -> None:
    given = allot(replace(LIGHTS, help=0, trump=TrumpPins(0, 0, 0, 0, 0)), replace(BUTTONS, undo=0))
    assert given.refused == []
    assert "light help" not in given.pins
    assert "button undo" not in given.pins
    assert len(given.pins) == 8


def test_what_is_switched_off_asks_for_no_pin() -> None:
    off = allot(replace(LIGHTS, enabled=False), replace(BUTTONS, confirm=LIGHTS.help))
    assert off.refused == []
    assert set(off.pins) == {"button confirm", "button undo", "button new_deal"}
    assert allot(LIGHTS, replace(BUTTONS, enabled=False, confirm=LIGHTS.help)).refused == []


def test_seven_places_have_room() -> None:
    """All places of the greatest table, without androids, beside trumps, help and buttons."""
    turn = TurnPins(
        south=16,
        southwest=20,
        west=21,
        northwest=12,
        northeast=23,
        east=24,
        southeast=18,
        north=0,
        holder_1=0,
        holder_2=0,
    )
    given = allot(replace(LIGHTS, turn=turn, error=ErrorPins(0, 0)), BUTTONS)
    assert given.refused == []
    assert sum(part.startswith("light turn_") for part in given.pins) == 7


def test_every_place_of_the_family_may_have_a_light() -> None:
    told = light_fields(LIGHTS)
    assert {f"turn_{place}" for place in PLACES} <= set(told)
    assert all(meaning.endswith(".") for _, meaning in [*told.values(), *button_fields(BUTTONS).values()])
    assert len(pins_by_light(LIGHTS)) == 12
    assert len(pins_by_button(BUTTONS)) == 3
