"""Asking for the machine to be switched off: what is left for systemd, and what is said where nobody listens."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from device.keeper.power import FILES, Power
from device.lights.buttons import Buttons, pressed
from whist.rules.refusals import Refused


@pytest.mark.parametrize(("what", "file"), FILES.items())
def test_the_installed_service_asks_by_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, file: str
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("INVOCATION_ID", "0" * 32)
    power = Power.of_service()
    assert power.is_there
    power.ask(what)
    assert [path.name for path in tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("gone", ["RUNTIME_DIRECTORY", "INVOCATION_ID"])
def test_a_table_that_is_no_service_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: str) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("INVOCATION_ID", "0" * 32)
    monkeypatch.delenv(gone)
    power = Power.of_service()
    assert not power.is_there
    with pytest.raises(Refused, match="installed as a service"):
        power.ask("off")
    assert not list(tmp_path.iterdir())


def test_where_the_file_cannot_be_left_it_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="sudo poweroff"):
        Power(tmp_path / "gone").ask("restart")


def test_the_button_switches_off_when_it_is_held_and_not_when_it_is_touched(tmp_path: Path) -> None:
    factory, power = MockFactory(), Power(tmp_path)
    buttons = Buttons({"switch_off": 3}, factory, lambda name: pressed(Nobody(), power, name), hold=0.2)
    pin = factory.pin(3)
    pin.drive_low()
    pin.drive_high()
    assert not list(tmp_path.iterdir())
    pin.drive_low()
    while not any(tmp_path.iterdir()):
        time.sleep(0.02)
    pin.drive_high()
    buttons.close()
    assert [path.name for path in tmp_path.iterdir()] == ["poweroff"]


def test_the_button_does_no_harm_where_the_machine_cannot_be_switched_off() -> None:
    assert not pressed(Nobody(), Power(None), "switch_off")


class Nobody:
    """Whoever keeps a table that must not be asked: the button is not of the table."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(name)
