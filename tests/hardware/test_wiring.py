"""The wiring: what the drawing shows on which pin, and that the numbers hold."""

from dataclasses import replace

import numpy as np
import pypdfium2
import pytest
from gpiozero.pins.pi import PiBoardInfo

from device.commands.printing import wiring_of
from device.lights.strip import LIGHTS
from device.settings.pins import button_fields, light_fields
from device.settings.settings import Settings
from hardware.lights import wiring as w
from hardware.lights.strip_sheet import CHIP
from hardware.sheets import draw_sheets
from tests.device.lights.mock_strip import WITH_STRIP

DEFAULT = WITH_STRIP
MOVED = replace(
    DEFAULT,
    lights=replace(
        DEFAULT.lights, trump=replace(DEFAULT.lights.trump, hearts=18), turn=replace(DEFAULT.lights.turn, west=13)
    ),
    buttons=replace(DEFAULT.buttons, undo=26),
)
"""Hearts and undo on other pins; undo takes that of no trump, which comes first, so undo is left out."""


def words(pdf):
    """Text of the page by its place: (words, left, middle y), mm."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0].get_textpage()
        boxes = [page.get_rect(k) for k in range(page.count_rects())]
        mm = 25.4 / 72
        return [(page.get_text_bounded(*box).strip(), box[0] * mm, (box[1] + box[3]) / 2 * mm) for box in boxes]
    finally:
        document.close()


def drawn(settings):
    """What the wiring sheet shows: the words in the row of each header pin, on its side."""
    found = words(draw_sheets(wiring_of(settings))["wiring"])
    numbers = {int(text): (x, y) for text, x, y in found if text.isdigit() and x > 90 and int(text) <= 40}
    assert len(numbers) == 40
    rows = {}
    for number, (x, y) in numbers.items():
        on_side = (lambda at, x=x: at < x) if number % 2 else (lambda at, x=x: at > x)
        rows[number] = " ".join(text for text, at, high in found if abs(high - y) < 3 and on_side(at))
    return rows


@pytest.mark.parametrize("settings", [DEFAULT, MOVED], ids=["default", "moved"])
def test_the_drawing_shows_each_part_on_the_pin_of_the_settings(settings):
    wiring = wiring_of(settings)
    rows = drawn(settings)
    shown = {}
    for kind, names in ((wiring.lights, w.LIGHT_NAMES), (wiring.buttons, w.BUTTON_NAMES)):
        for name, gpio in kind.items():
            row = rows[w.header_pin(gpio)]
            assert names[name] in row
            assert f"GPIO {gpio}" in row
            shown[names[name]] = w.header_pin(gpio)
    for name in shown:
        assert sum(name in row for row in rows.values()) == 1, f"{name} is drawn once"
    assert ("strip: data" in rows[19], "strip: clock" in rows[23]) == (True, True)


def test_a_pin_that_is_changed_changes_the_drawing():
    before, after = drawn(DEFAULT), drawn(MOVED)
    assert "trump hearts" in before[33]
    assert "trump hearts" not in after[33]
    assert "turn West" in after[33]
    assert "trump hearts" in after[12]
    assert "undo" in before[15]
    assert not any("undo" in row for row in after.values())


def test_without_strip_nothing_of_it_is_drawn():
    assert "strip" not in draw_sheets(wiring_of(Settings()))
    assert not any("strip" in row for row in drawn(Settings()).values())
    assert "slot strip, one light lit" not in w.budget(wiring_of(Settings()))


def test_switched_off_parts_are_not_wired():
    settings = replace(
        DEFAULT, lights=replace(DEFAULT.lights, enabled=False), buttons=replace(DEFAULT.buttons, enabled=False)
    )
    wiring = wiring_of(settings)
    assert (wiring.lights, wiring.buttons) == ({}, {})
    assert draw_sheets(wiring)["wiring"]


def test_the_header_is_that_of_the_board():
    """Every Pi with 40 pins, as gpiozero knows them."""
    for revision in (0xC03111, 0xA02082, 0xC04170):  # 4B, 3B, 5
        pins = PiBoardInfo.from_revision(revision).headers["J8"].pins
        theirs = [pins[number].name.upper() for number in range(1, 41)]
        ours = [{"3.3 V": "3V3", "5 V": "5V", "ground": "GND"}.get(name, name.replace(" ", "")) for name in w.HEADER]
        assert theirs == ours


def test_all_parts_of_the_settings_have_words():
    assert w.LIGHT_NAMES.keys() == light_fields(DEFAULT.lights).keys()
    assert w.BUTTON_NAMES.keys() == button_fields(DEFAULT.buttons).keys()
    assert all(w.colour(name) in w.FORWARD for name in w.LIGHT_NAMES)
    assert w.STRIP_LIGHTS == LIGHTS


@pytest.mark.parametrize(
    ("lights", "ohms"), [(0, 330), (1, 330), (12, 330), (13, 390), (15, 390), (16, 470), (18, 470)]
)
def test_resistor(lights, ohms):
    assert w.resistor(lights) == ohms


@pytest.mark.parametrize("lights", range(1, 19))
def test_resistors_keep_within_every_limit_and_no_smaller_one_does(lights):
    names = ["error_holder_1"] * lights  # red takes most
    one = w.light_current(names[0], lights)
    assert one <= w.LIGHT_CURRENT
    assert one * lights <= w.GPIO_TOTAL
    smaller = max(value * ten for ten in (10, 100) for value in w.E12 if value * ten < w.resistor(lights))
    too_much = (w.VOLTS - w.FORWARD["red"]) / smaller * 1000
    assert too_much > w.LIGHT_CURRENT or too_much * lights > w.GPIO_TOTAL


def test_currents():
    wiring = wiring_of(DEFAULT)
    # six yellow, four green and two red LEDs behind 330 Ω
    assert w.lights_current(wiring) == pytest.approx((6 * 1.2 + 4 * 1.1 + 2 * 1.3) / 0.33)
    assert w.strip_current(0, 31) == 26
    assert w.strip_current(26, 31) == 26 + 26 * 60
    assert w.strip_current(1, 8) == pytest.approx(26 + 60 * 8 / 31)
    assert sum(w.budget(wiring).values()) < w.SUPPLY
    bright = replace(wiring, brightness=31)
    assert sum(w.budget(bright).values()) < w.SUPPLY


@pytest.mark.parametrize("settings", [DEFAULT, MOVED], ids=["default", "moved"])
def test_the_currents_that_are_printed_add_up(settings):
    found = [text for text, _, _ in words(draw_sheets(wiring_of(settings))["strip"])]
    *parts, together, _ = [
        int(text.removesuffix(" mA")) for text in found if text.endswith(" mA") and text[:-3].isdigit()
    ]
    assert together == sum(parts)


def test_one_wire_to_either_ground_is_said_to_be_enough():
    said = " ".join(text for text, _, _ in words(draw_sheets(wiring_of(DEFAULT))["wiring"]))
    assert "one wire to pin 39 or 34 is enough" in " ".join(said.split())


def test_the_level_shifter():
    """Two gates pass data and clock, the other two are shut, no input is left open."""
    nets = dict(CHIP)
    assert (CHIP[6], CHIP[13]) == (("GND", "ground"), ("VCC", "5 V"))
    assert [nets[f"{gate}OE"] for gate in (1, 2, 3, 4)] == ["ground", "ground", "5 V", "5 V"]
    assert [nets[f"{gate}A"] for gate in (1, 2)] == ["data", "clock"]
    assert [nets[f"{gate}Y"] for gate in (1, 2)] == ["data out", "clock out"]
    assert all(nets[f"{gate}A"] for gate in (1, 2, 3, 4))


def test_the_same_wiring_looks_the_same_and_another_does_not():
    def picture(settings):
        document = pypdfium2.PdfDocument(draw_sheets(wiring_of(settings))["wiring"])
        try:
            return document[0].render(scale=0.5, grayscale=True).to_numpy()
        finally:
            document.close()

    assert np.array_equal(picture(DEFAULT), picture(replace(DEFAULT)))
    assert not np.array_equal(picture(DEFAULT), picture(MOVED))
