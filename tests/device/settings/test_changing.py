"""The settings file as the host changes it on the page."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from device.settings import settings as settings_module
from device.settings.changing import CHANGEABLE, SettingsFile
from device.settings.errors import CommandError
from device.settings.mqtt import Mqtt, password
from device.settings.settings import Settings, load
from tests.vision.packs.test_profile import made as profile
from whist.rules.refusals import Refused

EXAMPLE = Path(settings_module.__file__).parents[1] / "example.toml"
BY_HAND = """# our table
[page]
host = "0.0.0.0"   # everybody

[lights] # soldered in May
help = 22 # the yellow one
#enabled = true
[lights.trump]
clubs = 17

[camera]
"""

CHANGES: list[tuple[str, dict[str, Any], list[str]]] = [
    # the file, what is changed, lines that stand in it then
    ("", {"camera.kind": "sim"}, ["[camera]", 'kind = "sim"']),
    (BY_HAND, {"lights.help": 25}, ["help = 25  # the yellow one", "# our table", "[lights] # soldered in May"]),
    (BY_HAND, {"lights.enabled": False}, ["enabled = false", "help = 22 # the yellow one"]),
    (BY_HAND, {"lights.trump.hearts": 18}, ["clubs = 17", "hearts = 18"]),
    (BY_HAND, {"camera.upside_down": True}, ["upside_down = true"]),
    ("", {"display.kind": "ssd1306", "display.address": 61}, ["[display]", 'kind = "ssd1306"', "address = 61"]),
    (BY_HAND, {"strip.enabled": True, "strip.brightness": 3}, ["[strip]", "enabled = true", "brightness = 3"]),
    ("", {"mqtt.enabled": True, "mqtt.host": "192.168.1.9"}, ["[mqtt]", "enabled = true", 'host = "192.168.1.9"']),
    ("", {"mqtt.user": 'Dédé "🂡\\"'}, ["[mqtt]", 'user = "Dédé \\"🂡\\\\\\""']),
    (EXAMPLE.read_text(), {"lights.turn.west": 27, "buttons.new_deal": 0}, ["west = 27", "new_deal = 0"]),
]


def value_of(table: Any, name: str) -> Any:
    for part in name.split("."):
        table = table[part]
    return table


@pytest.mark.parametrize(("text", "changes", "lines"), CHANGES)
def test_one_setting_is_changed_and_all_else_stays(
    tmp_path: Path, text: str, changes: dict[str, Any], lines: list[str]
) -> None:
    file = tmp_path / "settings.toml"
    if text:
        file.write_text(text)
        file.chmod(0o640)
    before = tomllib.loads(text)
    told = SettingsFile(file).change(changes)
    after = tomllib.loads(file.read_text())
    for name, value in changes.items():
        assert value_of(after, name) == value
        *tables, key = name.split(".")
        del value_of(after, ".".join(tables))[key]
        value_of(before, ".".join(tables)).pop(key, None) if tables[0] in before else None
    assert {k: v for k, v in after.items() if v} == {k: v for k, v in before.items() if v} or not text
    assert set(lines) <= set(file.read_text().splitlines())
    assert load(file) != Settings()
    assert (told["restart"], told["can_restart"]) == (True, False)
    assert file.stat().st_mode & 0o777 == (0o640 if text else 0o600)
    assert os.listdir(tmp_path) == ["settings.toml"], "nothing half-written is left"


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("", {"camera.kind": "telescope"}, 'camera.kind is "telescope", but a camera is written as one of these: auto'),
    ("", {"camera.kind": "usb:63"}, "There is no camera usb:63 at this machine."),
    ("", {"camera.kind": "files:/nowhere"}, "is named in the settings file alone; name it there."),
    *(
        ("", {"camera.kind": f"files:{path}"}, "is named in the settings file alone; name it there.")
        for path in ("/etc", "/", "frames")
    ),
    *(
        ("", {"reader.profile": name}, f"There is no profile {name} that can be used; “whist-table enrol” makes one.")
        for name in ("nobody's", "/etc/passwd", "/etc/nothing-such", "/proc/self/mem", "../x.npz", "x.npz")
    ),
    ("", {"strip.brightness": 32}, "strip.brightness must be a whole number from 1 to 31, not 32."),
    ("", {"strip.for_pictures": "bright"}, 'strip.for_pictures must be one of "off", "dim", "same", not "bright".'),
    ("", {"lights.help": "25"}, 'lights.help must be a whole number, not "25".'),
    ("", {"lights.help": [25]}, "That is no value for a setting."),
    ("", {"mqtt.password_file": "/etc/shadow"}, "There is no such setting on this page."),
    ("", {"mqtt.ca_file": "/etc/shadow"}, "There is no such setting on this page."),
    *(
        ('[mqtt]\npassword_file = "secret"\n', {f"mqtt.{name}": value}, "The broker is told a password, so which one")
        for name, value in {"host": "elsewhere.example", "port": 1884, "tls": True, "user": "eve"}.items()
    ),
    ("", {"mqtt.host": "a b"}, 'mqtt.host is "a b", but it must be the name or address of a machine.'),
    ("", {"mqtt.host": "a..b"}, "it must be the name or address of a machine."),
    ("", {"mqtt.discovery": "#"}, "it must be the beginning of a topic, as homeassistant."),
    ("", {"page.pin": "1234"}, "There is no such setting on this page."),
    ("", {"data.folder": "/"}, "There is no such setting on this page."),
    ("", {"lights": 1}, "There is no such setting on this page."),
    ("", {}, "There is no such setting on this page."),
    ('camera = {kind = "auto"}\n', {"camera.kind": "sim"}, "written in a way that this page cannot change"),
    ('camera.kind = "auto"\n', {"camera.kind": "sim"}, "written in a way that this page cannot change"),
    ('[page]\npin = """\n[camera]\n"""\n', {"camera.kind": "sim"}, "pin"),
]


@pytest.mark.parametrize(("text", "changes", "why"), REFUSED)
def test_what_cannot_be_is_said_and_changes_nothing(
    tmp_path: Path, text: str, changes: dict[str, Any], why: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(Refused) as refused:
        SettingsFile(file).change(changes)
    assert why in str(refused.value)
    assert file.read_text() == text
    assert os.listdir(tmp_path) == ["settings.toml"]


def test_a_profile_of_the_own_data_folder_is_loaded_and_no_other_one_looked_at(tmp_path: Path) -> None:
    data, elsewhere, file = tmp_path / "data", tmp_path / "mine.npz", tmp_path / "settings.toml"
    file.write_text(f'[data]\nfolder = "{data}"\n')
    profile().save(data / "profiles" / "bicycle.npz")
    profile().save(elsewhere)
    (data / "profiles" / "spoiled.npz").write_text("no profile")
    (data / "profiles" / "led-away.npz").symlink_to(elsewhere)
    own = str(data / "profiles" / "bicycle.npz")
    for name in ("spoiled", str(elsewhere), str(data / ".." / "mine.npz"), str(data / "profiles" / "led-away.npz")):
        with pytest.raises(Refused, match="that can be used"):
            SettingsFile(file).change({"reader.profile": name})
    for name in ("bicycle", own, ""):
        SettingsFile(file).change({"reader.profile": name})
        assert load(file).reader.profile == name


def test_what_was_named_by_hand_stays_and_keeps_nothing_else_from_being_changed(tmp_path: Path) -> None:
    file, frames = tmp_path / "settings.toml", tmp_path / "frames"
    frames.mkdir()
    profile().save(tmp_path / "mine.npz")
    file.write_text(f'[camera]\nkind = "files:{frames}"\n[reader]\nprofile = "{tmp_path}/mine.npz"\n')
    SettingsFile(file).change({"camera.kind": f"files:{frames}", "strip.brightness": 3})
    assert load(file).strip.brightness == 3


def test_where_the_file_cannot_be_written_nothing_is_changed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be written; nothing is changed"):
        SettingsFile(tmp_path / "file" / "settings.toml").change({"camera.kind": "sim"})


def test_parts_on_one_pin_are_told_of_and_a_change_taken_back_needs_no_restart(tmp_path: Path) -> None:
    asked: list[str] = []
    file = SettingsFile(tmp_path / "whist" / "settings.toml", lambda: asked.append("again"))
    told = file.change({"lights.help": 17})
    assert told["warnings"] == [
        "Button confirm is left out: GPIO 17 is that of light help; give each a pin of its own."
    ]
    assert told["restart"]
    assert file.change({"lights.help": 25}) == {"warnings": [], "restart": False, "can_restart": True}
    file.restart()
    assert asked == ["again"]
    with pytest.raises(Refused, match="cannot start itself"):
        SettingsFile(tmp_path / "settings.toml").restart()


def test_every_setting_of_what_stands_at_the_table_is_shown(tmp_path: Path) -> None:
    shown = SettingsFile(tmp_path / "settings.toml").shown()
    assert [group["name"] for group in shown["groups"]] == list(CHANGEABLE)
    names = {one["name"]: one for group in shown["groups"] for one in group["settings"]}
    assert names["lights.turn.holder_2"]["value"] == 12
    assert names["camera.upside_down"]["kind"] == "bool"
    assert names["strip.holder_1_from"]["choices"] == ["left", "right"]
    assert names["mqtt.enabled"]["value"] is False
    assert not {"mqtt.password_file", "mqtt.ca_file"} & names.keys()
    assert not any(name.startswith(("page", "data", "game", "simulation")) for name in names)


def test_a_password_is_named_by_its_file_alone_and_never_shown(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("correct horse\n")
    file = tmp_path / "settings.toml"
    file.write_text('[mqtt]\npassword_file = "secret"\nuser = "whist"\n')
    assert load(file).mqtt.password_file == str(tmp_path / "secret"), "beside the settings"
    assert password(load(file).mqtt) == "correct horse"
    settings = SettingsFile(file, troubles=lambda: ["The broker is away."])
    assert settings.change({"mqtt.enabled": True})["warnings"] == ["The broker is away."]
    told = str(settings.shown())
    assert "correct horse" not in told
    assert str(tmp_path / "secret") not in told


@pytest.mark.parametrize(
    ("written", "meant"),
    [("ca.pem", "FOLDER/ca.pem"), ("/etc/ca.pem", "/etc/ca.pem"), ("~/ca.pem", "HOME/ca.pem"), ("", "")],
)
@pytest.mark.parametrize("name", ["ca_file", "password_file"])
def test_files_of_the_broker_are_taken_from_the_folder_of_the_settings(
    name: str, written: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    file = tmp_path / "settings.toml"
    file.write_text(f'[mqtt]\n{name} = "{written}"\n')
    wanted = meant.replace("FOLDER", str(tmp_path)).replace("HOME", "/home/anna")
    assert getattr(load(file).mqtt, name) == wanted


@pytest.mark.parametrize("made", [None, b"\xff\xfe", b"x" * 5000])
def test_a_password_that_cannot_be_read_is_one_sentence(tmp_path: Path, made: bytes | None) -> None:
    file = tmp_path / "secret"
    if made is not None:
        file.write_bytes(made)
    with pytest.raises(CommandError, match=r"The password of the MQTT broker cannot be read in .*secret"):
        password(Mqtt(password_file=str(file)))
