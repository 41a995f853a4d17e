"""The host's PIN and the names of people: kept beside the games, and no trouble where they cannot be."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from device.commands.cli import main
from device.journal.player_names import PlayerNames
from device.settings.host_key import FILE, host_key
from device.settings.settings import Page


def test_a_first_start_draws_a_pin_and_later_ones_keep_it(tmp_path: Path) -> None:
    first = host_key(tmp_path, Page())
    assert len(first.pin) == 6
    assert first.pin.isdigit()
    assert host_key(tmp_path, Page()) == first
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    other = host_key(tmp_path, Page(), new=True)
    assert other.secret != first.secret
    assert host_key(tmp_path, Page()) == other


def test_the_settings_may_name_it(tmp_path: Path) -> None:
    drawn = host_key(tmp_path, Page())
    named = host_key(tmp_path, Page(pin="4711", trust_this_machine=False))
    assert (named.pin, named.secret, named.trust_this_machine) == ("4711", drawn.secret, False)
    assert host_key(tmp_path, Page()).pin == drawn.pin


@pytest.mark.parametrize(
    "kept",
    ["", "{", "[]", "null", "{}", '{"pin": 4711, "secret": "00"}', '{"pin": "4711", "secret": "00"}',
     '{"pin": "4711", "secret": "xyz"}', '{"pin": "", "secret": "' + "0" * 64 + '"}', "\x00\xff"],
)  # fmt: skip
def test_a_spoiled_file_is_drawn_anew(tmp_path: Path, kept: str) -> None:
    (tmp_path / FILE).write_text(kept, encoding="latin-1")
    key = host_key(tmp_path, Page())
    assert len(key.pin) == 6
    assert host_key(tmp_path, Page()) == key


def test_where_nothing_can_be_written_a_pin_holds_until_the_end(tmp_path: Path) -> None:
    assert len(host_key(tmp_path / "nowhere", Page()).pin) == 6


@pytest.mark.parametrize("pin", ["123", "1" * 13, "12a4", "１２３４", "12 34"])
def test_a_pin_of_the_settings_is_4_to_12_digits(tmp_path: Path, pin: str, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[page]\npin = "{pin}"\n')
    assert main(["pin", "--settings", str(settings)]) == 1
    assert "4 to 12 digits" in capsys.readouterr().err


def test_the_command_says_the_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("")
    say = ["pin", "--data", str(tmp_path), "--settings", str(settings)]
    assert main(say) == 1
    assert "no table was opened" in capsys.readouterr().err
    pin = host_key(tmp_path, Page()).pin
    assert main(say) == 0
    assert capsys.readouterr().out == f"{pin}\n"
    assert main([*say, "--new"]) == 0
    new = capsys.readouterr().out.splitlines()[0]
    assert host_key(tmp_path, Page()).pin == new
    settings.write_text('[page]\npin = "4711"\n')
    assert main(say) == 0
    assert capsys.readouterr().out == "4711\n"
    assert main([*say, "--new"]) == 1
    assert "settings" in capsys.readouterr().err
    settings.write_text("")
    assert main([*say[:1], "--new", "--data", str(tmp_path / "nowhere"), "--settings", str(settings)]) == 1


def test_names_are_kept_until_they_are_taken_back(tmp_path: Path) -> None:
    memory = tmp_path / "names.json"
    names = PlayerNames(memory)
    assert names.choose("south", "Anna")
    assert not names.choose("south", "Anna")
    assert names.choose("north", "Béla")
    assert PlayerNames(memory).shown() == {"south": "Anna", "north": "Béla"}
    assert names.choose("south", "")
    assert PlayerNames(memory).shown() == {"north": "Béla"}
    names.clear()
    assert PlayerNames(memory).shown() == {}


@pytest.mark.parametrize("kept", ["", "{", "[1]", "5", '{"south": 5, "moon": "x", "north": ""}', "\xff"])
def test_names_that_make_no_sense_are_none(tmp_path: Path, kept: str) -> None:
    memory = tmp_path / "names.json"
    memory.write_text(kept, encoding="latin-1")
    assert PlayerNames(memory).shown() == {}
