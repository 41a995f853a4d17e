"""The page about the house names files that are there, and its drawing shows the rooms as they are."""

import re

import pytest

from tests import house
from tests.conftest import LONGEST, TESTS

PAGE = (house.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATH = re.compile(r"`((?:whist|vision|web_ui|device|hardware|tests|docs)/[\w./]*)`")


@pytest.mark.parametrize("path", sorted(set(PATH.findall(PAGE))))
def test_what_the_page_names_is_there(path):
    assert (house.ROOT / path).exists()


def test_each_change_of_the_table_names_where_to_begin():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 12
    for row in rows:
        assert PATH.search(row.split("|")[2]), row


TWELVE = """a game: add one; what Duck does; another colour for the trump light; the reader takes 7 for 1 in a pack;
a new kind of camera; the board shows the last trick longer; a language; a column in the journal; a house rule;
an LED matrix instead of lamps; a question's text; another marker size""".replace("\n", " ").split("; ")
"""What newcomers were asked to change."""


def test_none_of_the_twelve_changes_takes_more_than_four_files():
    rows = [[part.strip() for part in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| ")]
    files = {row[0]: row[3] for row in rows}
    assert {name: files[name] for name in TWELVE if files.get(name) not in [*"01234"]} == {}


def test_the_drawing_is_of_today():
    assert house.DRAWING.read_text(encoding="utf-8") == house.drawing(), "draw it anew: python -m tests.house"


def test_every_room_is_drawn():
    drawn = re.findall(r"<text x[^>]*>([\w/.]+?)(?:/|\.py)</text>", house.drawing())
    assert sorted(drawn) == sorted(room.replace(".", "/") for rooms in house.LADDERS.values() for room in rooms.split())


@pytest.mark.parametrize("name", [name for name in house.FOLDERS if name != "whist"])
def test_nobody_outside_asks_which_kind_of_table_it_holds(name):
    asking = {str(file): house.forks(house.read(name, file)) for file in house.files_of(name)}
    assert {file: number for file, number in asking.items() if number} == {}


def test_one_name_has_one_meaning():
    shared = house.shared_names()
    assert {name: files for name, files in shared.items() if name not in house.ONE_MEANING} == {}
    assert {*shared} == {*house.ONE_MEANING}, "no longer defined in several modules"
    assert "whist" not in {file.split("/")[0] for files in shared.values() for file in files}


def test_names_of_a_module():
    text = "class Play:\n    class Own: ...\n\nRow = tuple[int]\nLine: TypeAlias = int\nMOST = 3\n_Own = int\na = ()\n"
    assert house.named(text) == {"Play", "Row", "Line"}


def test_a_name_of_two_modules_is_counted_once_its_meanings_are_two(monkeypatch):
    texts = {"a": "class Play: ...\nclass Power: ...", "b": "Play = int\nPower = int", "c": "class Trick: ..."}
    monkeypatch.setattr(house, "FOLDERS", ("device",))
    monkeypatch.setattr(house, "files_of", lambda folder: [*texts])
    monkeypatch.setattr(house, "read", lambda folder, file: texts[file])
    assert house.shared_names() == {"Play": ["device/a", "device/b"], "Power": ["device/a", "device/b"]}
    assert house.ambiguous() == {"Play": ["device/a", "device/b"]}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("isinstance(table, BeginningTable)", 1),
        ("isinstance(self.x, Table | State) or isinstance(y, int)", 1),
        ("def f(table: Table): return table.state", 0),
    ],
)
def test_forks_by_the_kind_of_table_are_counted(text, number):
    assert house.forks(text) == number


@pytest.mark.parametrize("name", LONGEST)
def test_the_files_that_are_tested_first_are_there(name):
    assert (TESTS / name).is_file()
