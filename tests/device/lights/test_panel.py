"""All that hangs on the pins as one, on machines with pins and without; and the walk through it."""

from __future__ import annotations

import random
import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero import BadPinFactory, Device
from gpiozero.pins.mock import MockFactory

from device.checks.check import Running, run_checks
from device.commands.cli import main
from device.commands.try_lights import Pressed, ask_for_buttons, walk
from device.first_time.lights import LightsTrial
from device.lights.legend import legend
from device.lights.lights import Lights
from device.lights.panel import Panel, meanings
from device.lights.pin_factory import NoPins, find_pins
from device.settings.pins import ButtonPins, LightPins
from device.settings.settings import Settings
from tests.device.lights.mock_strip import WITH_STRIP, MockStrip
from tests.whist.family_driver import FAMILY, FamilyWorld
from web_ui.contracts import PLACES
from whist.phrases import Phrase
from whist.table.table import Table

NO_PINS = "This machine has no GPIO pins, so lights and buttons are on mock pins."
DEFAULTS = Settings()
ALL_OFF = replace(DEFAULTS, lights=LightPins(enabled=False), buttons=ButtonPins(enabled=False))


@pytest.fixture
def no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without pins, whatever this one has."""

    def nothing() -> None:
        raise BadPinFactory("none")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(Device, "_default_pin_factory", nothing)


def test_without_pins_all_goes_on_and_nothing_is_kept(no_pins: None) -> None:
    panel = Panel(DEFAULTS)
    assert panel.mock
    assert panel.warnings == [NO_PINS]
    assert isinstance(panel.warnings[0], Phrase), "each language says it"
    assert len(panel.lights.names) == 12
    panel.listen(lambda name: None)
    assert panel.buttons is not None
    assert panel.buttons.names == {"confirm", "undo", "new_deal"}
    for _ in range(50):
        panel.show(Table("android"), trouble=True)
        panel.show(Table("android"))
        panel.strip.show([(1, 4)])
        panel.strip.show([])
    assert all(len(pin.states) == 1 for pin in panel._factory.pins.values())
    panel.close()
    panel.close()
    assert Device.pin_factory is None


def test_pins_that_fail_in_their_own_way_are_mocked_too(no_pins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("cannot open gpiochip\nat all")

    monkeypatch.setattr(Device, "_default_pin_factory", broken)
    found, sentence = find_pins()
    assert isinstance(found, NoPins)
    assert isinstance(sentence, Phrase), "each language says it"
    assert sentence == "The GPIO pins cannot be used (cannot open gpiochip); lights and buttons are on mock pins."


def test_on_this_machine_pins_are_found_one_way_or_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    found, _ = find_pins()
    assert found.pins == {}
    found.close()


def test_what_is_switched_off_is_not_touched(no_pins: None) -> None:
    panel = Panel(ALL_OFF)
    panel.listen(lambda name: None)
    panel.show(Table("android"))
    assert panel.warnings == []
    assert panel._factory.pins == {}
    panel.close()


def test_each_part_that_cannot_be_is_told_in_a_sentence_and_the_rest_goes_on() -> None:
    factory = MockFactory()
    lights = replace(LightPins(), help=99)
    panel = Panel(replace(DEFAULTS, lights=lights, buttons=ButtonPins(undo=5)), factory)
    told: list[str] = []
    panel.listen(told.append)
    assert [sentence.split(":")[0] for sentence in panel.warnings] == [
        "Light help is left out",
        "Button undo is left out",
    ]
    assert len(panel.lights.names) == 11
    factory.pin(17).drive_low()
    assert told == ["confirm"]
    panel.close()


class PinsAlone(MockFactory):  # type: ignore[misc]
    """Real pins of a Pi as it comes, on which nobody has switched SPI on: gpiozero would warn."""

    def spi(self, **args: object) -> object:
        pytest.fail("nobody asked for SPI")


def test_unless_the_settings_name_a_strip_nothing_is_said_of_one(caplog: pytest.LogCaptureFixture) -> None:
    """Real pins alone do not make one."""
    caplog.set_level("INFO")
    panel = Panel(DEFAULTS, PinsAlone())
    panel.listen(lambda name: None)
    panel.show(Table("android"))
    trial = LightsTrial(panel, DEFAULTS)
    said: list[object] = [*panel.warnings, *meanings(DEFAULTS), *legend(panel, DEFAULTS), *caplog.messages]
    said += [*walk(panel, DEFAULTS, lambda share: None), *run_checks(DEFAULTS, running=Running(lambda: None, panel))]
    while trial.now:
        said += [trial.words(), trial.now]
        trial.answer(False)
    said += [trial.words()]
    assert len(said) > 60
    assert not re.search(r"strip|SPI|slot", str(said))
    panel.close()


def test_a_game_without_holders_has_no_card_to_move() -> None:
    assert Table("android").to_move == Table("german").to_move == Table("australian", None, 7).to_move == set()


def test_everything_has_a_meaning() -> None:
    told = meanings(replace(WITH_STRIP, lights=replace(LightPins(), help=2)))
    assert len({(part["part"], part["name"]) for part in told}) == len(told) == 18 + 4 + 1
    pins = {f"{part['part']} {part['name']}": part["pin"] for part in told}
    assert (pins["light trump_clubs"], pins["button undo"], pins["strip slot"]) == (5, 22, 10)
    assert pins["light help"] is pins["light turn_west"] is None  # a wrong pin, and no light there
    assert all(part["means"].endswith(".") and "\n" not in part["means"] for part in told)
    assert "strip" not in {part["part"] for part in meanings(DEFAULTS)}


def test_the_walk_lights_one_after_the_other() -> None:
    factory = MockFactory()
    wire = MockStrip(factory)
    panel = Panel(WITH_STRIP, factory)
    seen: list[tuple[set[int], list[int]]] = []
    lights = [part["pin"] for part in meanings(WITH_STRIP) if part["part"] == "light" and part["pin"]]

    def wait(share: float) -> None:
        seen.append(({pin for pin in lights if factory.pin(pin).state}, wire.burning))

    lines = list(walk(panel, WITH_STRIP, wait))
    assert seen == [({pin}, []) for pin in lights] + [(set(), [number]) for number in range(26)]
    assert [line[5:8].strip() for line in lines[:12]] == [str(pin) for pin in lights]
    assert lines[0] == "GPIO 5   trump_clubs      Clubs are trumps."
    assert len(lines) == 14
    assert wire.burning == []
    panel.close()


def test_buttons_are_waited_for() -> None:
    factory = MockFactory()
    panel, pressed = Panel(DEFAULTS, factory), Pressed()
    panel.listen(pressed.tell)
    asked = ask_for_buttons(panel, DEFAULTS, pressed, 20)
    assert next(asked)[0].startswith("GPIO 17  confirm")
    presser = threading.Timer(0.05, factory.pin(17).drive_low)
    presser.start()
    assert next(asked) == ("         It was pressed.", True)
    presser.join()
    factory.pin(17).drive_high()
    panel.close()
    shut = ask_for_buttons(panel, DEFAULTS, pressed, 0.001)
    assert list(shut) == []


def test_the_command_says_what_is_what(no_pins: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[lights.turn]\neast = 18\n")
    assert main(["lights", "--seconds", "0.001", "--settings", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == NO_PINS
    assert "GPIO 18  turn_east        East's turn." in said
    assert len(said) == 1 + 13
    file.write_text("[lights.turn]\neast = 5\n")
    assert main(["lights", "--buttons", "--seconds", "0.001", "--patience", "0.001", "--settings", str(file)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[1].startswith("Light turn_east is left out: GPIO 5 is that of light trump_clubs")
    assert sum("Nobody pressed it" in line for line in said) == 3


@pytest.mark.parametrize(
    "given", [["--seconds", "0"], ["--seconds", "nan"], ["--patience", "-1"], ["--seconds", "1e9"]]
)
def test_odd_times_are_refused(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", *given]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert "--seconds and --patience" in said


@pytest.mark.parametrize("game", FAMILY)
def test_a_hand_of_every_game_is_shown(game: str) -> None:
    """From the first call to the last card one trump light and one turn light burn at most, and somebody's turn is
    shown whenever the table knows whose it is."""
    factory = MockFactory()
    pins = {f"turn_{place}": pin for place, pin in zip(PLACES, (16, 18, 20, 21, 12, 23, 24, 22), strict=True)}
    lights = Lights(pins | {"trump_clubs": 5, "trump_diamonds": 6, "trump_hearts": 13, "trump_spades": 19}, factory)
    world = FamilyWorld(random.Random(4), game)
    world.deal()
    turns = set()
    while not world.hand.over:
        view = world.table.public_view()
        lights.show(view)
        burning = {pin for pin in (*pins.values(), 5, 6, 13, 19) if factory.pin(pin).state}
        who = None if view["turn"] is None else view["seats"][view["turn"]]["person"]
        assert burning & set(pins.values()) == (set() if who is None else {pins[f"turn_{who}"]})
        suits = {"C": {5}, "D": {6}, "H": {13}, "S": {19}}
        assert burning & {5, 6, 13, 19} == suits.get(view["trump"], set())
        turns.add(who)
        world.step()
    lights.close()
    assert turns >= set(world.table.persons)
