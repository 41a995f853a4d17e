"""The display: what it draws, and that luma's own drivers bring it to the chips, whose registers are followed here by
their data sheets (Solomon Systech SSD1306, rev. 1.1; Sino Wealth SH1106, v2.3; Maxim MAX7219, 19-4452)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory
from luma.core.device import dummy
from luma.led_matrix.device import max7219
from luma.oled.device import sh1106, ssd1306

from device.commands.printing import wiring_of
from device.commands.try_lights import walk
from device.first_time.lights import LightsTrial
from device.lights.display import Display, open_display
from device.lights.legend import legend
from device.lights.panel import Panel, meanings
from device.settings.pins import ButtonPins, SlotStrip, TrumpDisplay
from device.settings.settings import Settings
from hardware.lights.display import Bitmap, picture
from hardware.lights.wiring import wires
from tests.web_ui.test_streams import wait_until
from tests.whist.family_driver import FamilyWorld

FOUR = [{"seat": seat, "person": place} for seat, place in enumerate(("south", "west", "north", "east"))]


def view(trump: str | None, turn: int | None = None, seats: Any = FOUR) -> dict[str, Any]:
    return {"trump": trump, "turn": turn, "seats": seats}


class SSD1306:
    """Its memory, in horizontal addressing mode, pixel (y, x)."""

    def __init__(self) -> None:
        self.memory = np.zeros((64, 128), np.uint8)
        self.on = False
        self.column = self.page = 0
        self.columns, self.pages = (0, 127), (0, 7)

    def command(self, *given: int) -> None:
        rest = list(given)
        while rest:
            one = rest.pop(0)
            if one in (0xAE, 0xAF):
                self.on = one == 0xAF
            elif one == 0x21:
                self.columns = rest.pop(0), rest.pop(0)
                self.column = self.columns[0]
            elif one == 0x22:
                self.pages = rest.pop(0), rest.pop(0)
                self.page = self.pages[0]
            elif one in (0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB):
                rest.pop(0)

    def data(self, given: list[int]) -> None:
        for byte in given:
            self.memory[8 * self.page : 8 * self.page + 8, self.column] = [byte >> bit & 1 for bit in range(8)]
            self.column += 1
            if self.column > self.columns[1]:
                self.column = self.columns[0]
                self.page = self.pages[0] if self.page == self.pages[1] else self.page + 1

    def cleanup(self) -> None:
        pass


class SH1106(SSD1306):
    """It has 132 columns, of which a module shows the middle 128, and knows addressing by page alone."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = np.zeros((64, 132), np.uint8)

    def command(self, *given: int) -> None:
        if 0xB0 <= given[0] <= 0xB7:
            self.page, low, high = given[0] & 7, given[1] & 15, given[2] & 15
            self.column, self.columns = 16 * high + low, (0, 131)
        else:
            super().command(*given)


class MAX7219:
    """Its eight digits, a row or a column of lights each."""

    def __init__(self) -> None:
        self.digits = [0] * 9
        self.on = False

    def data(self, given: list[int]) -> None:
        register, value = given
        if 1 <= register <= 8:
            self.digits[register] = value
        elif register == 12:
            self.on = bool(value)

    def cleanup(self) -> None:
        pass

    @property
    def memory(self) -> Bitmap:
        return np.array([[self.digits[x + 1] >> y & 1 for x in range(8)] for y in range(8)], np.uint8)


DEVICES: Mapping[str, tuple[Callable[[], Any], Callable[[Any], Any], slice]] = {
    "ssd1306": (SSD1306, lambda chip: ssd1306(chip, width=128, height=64), slice(None)),
    "sh1106": (SH1106, lambda chip: sh1106(chip, width=128, height=64), slice(2, 130)),
    "max7219": (MAX7219, lambda chip: max7219(chip, width=8, height=8), slice(None)),
}


@pytest.mark.parametrize("kind", DEVICES)
def test_what_is_drawn_lies_in_the_memory_of_the_chip(kind: str) -> None:
    made, opened, columns = DEVICES[kind]
    chip = made()
    display = Display(TrumpDisplay(kind=kind), lambda settings: opened(chip))
    for trump in (*"CDHS", "NT", None):
        shown = picture(view(trump, 1), *chip.memory[:, columns].shape[::-1])
        display.show(view(trump, 1))
        wait_until(lambda shown=shown: np.array_equal(255 * chip.memory[:, columns], shown))  # type: ignore[misc]
        assert chip.on
    display.close()
    assert not chip.memory.any()
    assert not chip.on
    assert display.warnings == []


def test_trumps_are_told_apart_and_no_trump_yet_is_dark() -> None:
    for size in ((128, 64), (8, 8)):
        drawn = [picture(view(trump), *size) for trump in (*"CDHS", "NT")]
        assert all((one[:, : size[1]] > 0).mean() > 0.04 for one in drawn)
        assert all((a != b).any() for k, a in enumerate(drawn) for b in drawn[:k])
        assert not picture(view(None), *size)[:, : size[1]].any()


@pytest.mark.parametrize(("turn", "middle"), [(0, (32, 58)), (1, (5, 32)), (2, (32, 5)), (3, (58, 32))])
def test_the_disc_is_where_it_is_somebodys_turn(turn: int, middle: tuple[int, int]) -> None:
    """Seen from above: South below, West on the left, for play goes clockwise (RULES C2)."""
    seats = picture(view("H", turn), 128, 64)[:, 64:]
    filled = [(x, y) for x, y in ((32, 53), (10, 32), (32, 10), (53, 32)) if seats[y, x]]
    assert len(filled) == 1
    assert np.hypot(filled[0][0] - middle[0], filled[0][1] - middle[1]) < 10


@pytest.mark.parametrize("count", range(2, 9))
def test_all_seats_of_every_game_find_room(count: int) -> None:
    seats = [{"seat": seat, "person": "south" if seat == 0 else f"p{seat}"} for seat in range(count)]
    dark = picture(view(None, None, seats), 128, 64)
    lit = {picture(view(None, turn, seats), 128, 64).tobytes() for turn in range(count)}
    assert dark[0].max() == dark[-1].max() == dark[:, -1].max() == 0  # nothing is cut
    assert len(lit) == count


def test_nothing_of_any_hand_is_drawn() -> None:
    """The picture is made of the public view's trump, seats and turn, whatever else it is given."""
    told = view("S", 2)
    assert np.array_equal(picture(told, 128, 64), picture({**told, "hand": ["SA"], "known": {"3": ["HK"]}}, 128, 64))


class Broken:
    """A display that answers, and then no more."""

    width, height, mode = 128, 64, "1"

    def contrast(self, level: int) -> None:
        pass

    def display(self, image: Any) -> None:
        raise OSError("Remote I/O error\nerrno 121")

    def cleanup(self) -> None:
        raise OSError("Remote I/O error")


def test_a_display_that_answers_no_more_is_one_sentence_each() -> None:
    display = Display(TrumpDisplay(kind="ssd1306"), lambda settings: Broken())
    for trump in "CDHSCDHS":
        display.show(view(trump))
    wait_until(lambda: len(display.warnings) == 1)
    display.close()
    display.close()
    assert display.warnings == [
        "The display does not answer (Remote I/O error); check its wiring.",
        "The display cannot be turned off (Remote I/O error).",
    ]


def test_where_it_cannot_be_had_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Display(TrumpDisplay(kind="sh1106"))  # this machine has no I²C
    assert not absent.there
    assert len(absent.warnings) == 1
    assert absent.warnings[0].startswith("The display cannot be used (")
    assert "\n" not in absent.warnings[0]
    absent.show(view("H"))
    absent.close()

    def missing(settings: TrumpDisplay) -> Any:
        raise ModuleNotFoundError("No module named 'luma'")

    assert Display(TrumpDisplay(kind="max7219"), missing).warnings == [
        "The display cannot be used, for luma is not installed; sudo apt install python3-luma.oled "
        "python3-luma.led-matrix."
    ]


def test_without_one_luma_is_not_even_looked_for() -> None:
    def never(settings: TrumpDisplay) -> Any:
        raise AssertionError

    none = Display(TrumpDisplay(), never)
    none.show(view("H"))
    none.close()
    assert none.warnings == []
    assert not none.there


MATRIX, OLED = TrumpDisplay(kind="max7219"), TrumpDisplay(kind="ssd1306")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Settings(display=MATRIX, strip=SlotStrip(enabled=True)), "cannot both hang on SPI0"),
        (Settings(display=OLED, buttons=ButtonPins(switch_off=3)), "has GPIO 3, which belongs to I²C"),
    ],
)
def test_of_two_parts_on_one_bus_the_display_is_left_out(settings: Settings, says: str) -> None:
    with closing(Panel(settings, MockFactory())) as panel:
        assert any(says in sentence for sentence in panel.warnings)
        assert not panel.display.there
    assert not wiring_of(settings).display


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> dummy:
    shown = dummy(width=128, height=64, mode="1")
    monkeypatch.setattr("device.lights.panel.Display", lambda settings: Display(settings, lambda _: shown))
    return shown


def on(screen: dummy) -> Bitmap:
    """What it shows, (height, width)."""
    image = screen.image
    return np.zeros((64, 128), np.uint8) if image is None else np.asarray(image.convert("L"))


def test_the_panel_shows_and_tries_it(screen: dummy) -> None:
    settings = Settings(display=OLED)
    world = FamilyWorld(random.Random(1), "classic")
    world.deal()
    with closing(Panel(settings, MockFactory())) as panel:
        panel.show(world.table)
        told = picture(world.table.public_view(), 128, 64)
        wait_until(lambda: np.array_equal(on(screen), told))
        assert [one["name"] for one in legend(panel, settings)][-1] == "display"
        trial = LightsTrial(panel, settings)
        while trial.now is not None and trial.now["part"] != "display":
            trial.answer(True)
        trial.show()
        wait_until(lambda: on(screen).min() == 255)
        assert trial.words().say == "The whole display should be lit now, and no light beside it. Is it?"
        trial.answer(False)
        assert "its kind and address" in str(trial.words().more[-1])
        lines = list(walk(panel, settings, lambda share: None))
        assert lines[-1].startswith("I²C      display")


def test_its_wires_are_drawn_into_the_wiring() -> None:
    assert wires(wiring_of(Settings(display=OLED))) == {
        3: "display: data",
        5: "display: clock",
        1: "display: 3.3 V",
        9: "display: ground",
    }
    assert wires(wiring_of(Settings(display=MATRIX))) == {
        19: "display: data",
        23: "display: clock",
        24: "display: select",
        4: "display: 5 V",
        9: "display: ground",
    }


def test_what_it_means_is_told_where_there_is_one() -> None:
    assert not any(one["part"] == "display" for one in meanings(Settings()))
    for display in (OLED, MATRIX, replace(OLED, kind="sh1106")):
        assert meanings(Settings(display=display))[-1]["called"] == "display"


def test_every_kind_of_the_settings_is_one_of_lumas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luma.core.interface.serial.i2c", lambda port, address: SH1106())
    monkeypatch.setattr("luma.core.interface.serial.spi", lambda port, device, gpio: MAX7219())
    opened = {kind: type(open_display(TrumpDisplay(kind=kind))) for kind in DEVICES}
    assert opened == {"ssd1306": ssd1306, "sh1106": sh1106, "max7219": max7219}
