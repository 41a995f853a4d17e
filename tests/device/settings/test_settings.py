from __future__ import annotations

import dataclasses
import importlib
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.settings import settings
from device.settings.pins import pins_by_button, pins_by_light
from device.settings.settings import Settings, SettingsError, load
from device.settings.typed_toml import read

EXAMPLE = Path(settings.__file__).parents[1] / "example.toml"


def write(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_hold():
    assert load(None) == Settings()


def test_values_are_taken(tmp_path):
    text = """
    [camera]
    kind = "usb:1"
    [page]
    port = 9000
    [game]
    target = 7
    first_dealer = "north"
    [lights]
    help = 27
    [lights.trump]
    clubs = 17
    [simulation]
    speed = 4
    """
    got = load(write(tmp_path, text))
    assert (got.camera.kind, got.page.port, got.game.target, got.game.first_dealer) == ("usb:1", 9000, 7, "north")
    assert (got.lights.help, got.lights.trump.clubs, got.lights.trump.hearts) == (
        27,
        17,
        Settings().lights.trump.hearts,
    )
    assert got.simulation.speed == 4.0
    assert isinstance(got.simulation.speed, float)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[page]\nprot = 1", ['unknown key "prot" in [page]', 'did you mean "port"?']),
        ("[lihgts]\nhelp = 25", ['unknown key "lihgts";', '"lights"']),
        ("[page]\nzzzzz = 1", ['"zzzzz"', "known are host, port"]),
        ("[lights.trump]\nspade = 6", ['"spade" in [lights.trump]', '"spades"']),
        ("page = 3", ["page must be a table", "[page]"]),
        ("[[page]]\nport = 1", ["page must be a table"]),
        ('[page]\nport = "80"', ["page.port must be a whole number from 0 to 65535", '"80"']),
        ("[page]\nport = 70000", ["page.port", "from 0 to 65535", "not 70000"]),
        ("[page]\nport = true", ["page.port must be a whole number", "not true"]),
        ("[page]\nport = 80.0", ["page.port must be a whole number", "not 80.0"]),
        ("[page]\nport = 2020-01-01", ["page.port", "a date"]),
        ("[page]\nhost = [1]", ["page.host must be a text in quotes, not a list"]),
        ("[game]\ntarget = 6", ["game.target must be one of 5, 7, 9, not 6"]),
        ('[game]\nlayout = "sideways"', ["game.layout must be one of", '"reverse"']),
        ("[game]\nautoplay_last = 1", ["game.autoplay_last must be true or false, not 1"]),
        ("[simulation]\nspeed = 0", ["simulation.speed must be a number from 0.1 to 1000"]),
        ("[simulation]\nspeed = nan", ["simulation.speed must be a number from"]),
        ("[simulation]\nspeed = inf", ["simulation.speed must be a number from"]),
        ('[camera]\nkind = "webcam"', ["camera.kind", '"webcam"', "usb:0"]),
        ('[lights]\nhelp = "25"', ["lights.help must be a whole number", '"25"']),
        ("[lights.turn]\nsouth = true", ["lights.turn.south must be a whole number, not true"]),
        ("[buttons]\nundoo = 22", ['unknown key "undoo" in [buttons]', '"undo"']),
        ("[strip]\nbrightness = 0", ["strip.brightness must be a whole number from 1 to 31"]),
        ('[strip]\nfor_pictures = "bright"', ["strip.for_pictures must be one of", '"off"']),
        ("[page\nport = 1", ["not TOML", "line 1"]),
        ("a = " + "[" * 5000, ["table.toml"]),
        ("[page]\nport = " + "9" * 5000, ["not TOML"]),
        ("[page]\nport = 0x" + "f" * 5000, ["page.port", "a number that long"]),
        ("[simulation]\nspeed = 0x" + "f" * 5000, ["simulation.speed", "a number that long"]),
        ('"a\\nb" = 1', ['unknown key "a\\nb"']),
        ('[data]\nfolder = "a\\u0000b"', ["data.folder", "cannot be printed"]),
        ('[page]\nhost = "a\\nb"', ["page.host", "cannot be printed"]),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(tmp_path, text, words):
    path = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    for word in words:
        assert word in said


VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=8), inner, max_size=2),
    max_leaves=4,
)
KEYS = st.sampled_from(["camera", "page", "port", "lights", "trump", "clubs", "help", "game", "target", "speed", "é\n"])


@given(
    st.dictionaries(
        KEYS, VALUES | st.dictionaries(KEYS, VALUES | st.dictionaries(KEYS, VALUES, max_size=2)), max_size=3
    )
)
def test_any_table_is_taken_or_refused_in_one_sentence(table):
    said = "f.toml: "
    try:
        read(Settings, table, "f.toml")
    except SettingsError as error:
        said = str(error)
    assert said.startswith("f.toml: ")
    assert "\n" not in said


def test_files_that_cannot_be_read(tmp_path):
    binary = tmp_path / "b.toml"
    binary.write_bytes(b"a = '\xff'")
    for path, word in ((tmp_path / "none.toml", "No such file"), (tmp_path, "directory"), (binary, "UTF-8")):
        with pytest.raises(SettingsError, match=word):
            load(path)


def test_default_pins_are_free_and_different():
    lights, buttons = pins_by_light(Settings().lights), pins_by_button(Settings().buttons)
    assert (len(lights), len(buttons)) == (12, 3)
    assert {*lights.values(), *buttons.values()} == {5, 6, 12, 13, 16, 17, *range(19, 28)}


def test_the_example_is_made_from_the_settings():
    assert EXAMPLE.read_text(encoding="utf-8") == settings.example_file(), (
        "run python -m device.settings.settings > device/example.toml"
    )


def test_the_example_is_a_settings_file_that_changes_nothing():
    assert load(EXAMPLE) == Settings()


def test_the_example_without_its_comment_signs_changes_nothing_either(tmp_path):
    lines = settings.example_file().splitlines()
    # an option is commented out without a space, an explanation with one
    bare = "\n".join(line.removeprefix("#") if line[:2] != "# " else line for line in lines)
    tables = tomllib.loads(bare)
    assert {
        "camera",
        "page",
        "data",
        "reader",
        "game",
        "lights",
        "buttons",
        "strip",
        "display",
        "mqtt",
        "simulation",
    } == set(tables)
    assert tables["lights"]["trump"]["clubs"] == Settings().lights.trump.clubs
    assert load(write(tmp_path, bare)) == Settings()


def test_data_folder(tmp_path, monkeypatch):
    for name in ("STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Settings().data_folder() == tmp_path / ".local/share/whist-table"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert Settings().data_folder() == tmp_path / ".local/share/whist-table"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "x"))
    assert Settings().data_folder() == tmp_path / "x/whist-table"
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/one:/var/lib/two")
    assert Settings().data_folder() == Path("/var/lib/one")


@pytest.mark.parametrize(("given", "want"), [("games", "{here}/games"), ("~/g", "{here}/home/g"), ("/srv/w", "/srv/w")])
def test_given_data_folder(tmp_path, monkeypatch, given, want):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    path = write(tmp_path, f'[data]\nfolder = "{given}"')
    assert load(path).data_folder() == Path(want.format(here=tmp_path))


def test_default_file(tmp_path, monkeypatch):
    monkeypatch.delenv("CONFIGURATION_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings.default_file() is None
    (tmp_path / "whist-table").mkdir()
    file = tmp_path / "whist-table" / "settings.toml"
    file.touch()
    assert settings.default_file() == file
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    assert settings.default_file() is None


def test_game_settings_are_the_options_of_android_whist():
    if importlib.util.find_spec("whist.rules.commands") is None:
        pytest.skip("whist.rules.commands is not there")
    options = importlib.import_module("whist.rules.commands").AndroidOptions
    mine = dataclasses.asdict(Settings().game)
    assert mine == {k: v for k, v in dataclasses.asdict(options(**mine)).items() if k in mine}
    assert options(**mine) == options()


def test_a_key_of_thousands_of_parts_is_refused_before_it_is_read(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text("# ..." + "." * 600 + "\n[page]\nport = 81\n")
    assert load(file).page.port == 81
    file.write_text("a" + ".a" * 2000 + " = 1\n")
    with pytest.raises(SettingsError, match="nested too deeply"):
        load(file)
