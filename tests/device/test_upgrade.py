"""What version 0.1.0 left behind is opened by this one: settings, and a data folder in the middle of a hand. Evenings
of every game that it wrote down are read in ``tests.device.journal.test_old_evenings``."""

from __future__ import annotations

import json
import tarfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from device.run import OpenTable, open_table
from device.settings.settings import Settings, SimulationSettings, example_file, load
from device.simulated.matches import hands_at
from vision.simulated.scene import SimulatedTable
from whist.cards import Card

OLD = Path(__file__).with_name("version_0_1_0")
SHOWN: dict[str, Any] = json.loads((OLD / "shown.json").read_text())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder as that version left it."""
    with tarfile.open(OLD / "data.tar.xz") as tar:
        tar.extractall(tmp_path, filter="data")
    return tmp_path


@pytest.fixture
def opened(folder: Path) -> Iterator[OpenTable]:
    settings = replace(Settings(), simulation=SimulationSettings(seed=5, plays_itself="both", speed=20.0))
    with ExitStack() as stack:
        yield open_table(settings, folder, stack)


def values(table: object) -> Any:
    """Settings as the tables of their file."""
    if not is_dataclass(table):
        return table
    return {one.name: values(getattr(table, one.name)) for one in fields(table)}


def test_each_setting_of_before_means_what_it_meant() -> None:
    old, now = tomllib.loads((OLD / "settings.toml").read_text()), values(load(OLD / "settings.toml"))
    assert {name: {**now[name], **table} for name, table in old.items()} == {name: now[name] for name in old}
    assert sum(table != values(Settings())[name] for name, table in old.items()) > 5
    assert example_file()


def test_the_hand_that_was_left_off_goes_on_where_it_was(folder: Path, opened: OpenTable) -> None:
    now = [event.to_json() for event in opened.keeper.table.events]
    known = [{key: one[key] for key in old} for one, old in zip(now, SHOWN["events"], strict=False)]
    assert known == SHOWN["events"], "some events tell more by now"
    assert opened.pin == SHOWN["pin"], "the PIN that people know"


def test_whoever_sat_there_sits_there_still(opened: OpenTable) -> None:
    client = opened.app.test_client()
    assert client.get("/api/south").status_code != 200
    for name, value in SHOWN["cookies"].items():
        client.set_cookie(name, value)
    view = client.get("/api/south").get_json()["view"]
    assert view["me"]["person"] == "south"
    assert view["names"] == SHOWN["view"]["names"] == {"south": "Ann"}
    assert view["limits"] == {"bid": 60, "card": 30}


def test_the_cards_lie_where_they_lay(folder: Path) -> None:
    """And they can be played on: none is lost, and every seat holds what its hand has left."""
    with ExitStack() as stack:
        settings = replace(Settings(), simulation=SimulationSettings(seed=5, plays_itself="", speed=20.0))
        table = open_table(settings, folder, stack).keeper.table
    old = json.loads((folder / "simulated-table.json").read_text())
    hands = hands_at(table, SimulatedTable(), 5, folder / "simulated-table.json")
    assert hands.dealt(table.deal)
    assert table.hand is not None
    left = 13 - len(table.hand.tricks)
    laid = [Card.parse(code) for code, *_ in old["laid"]]
    assert hands.laid() == laid
    assert [len(own) + len(hands.laid_by(seat)) for seat, own in enumerate(hands.hands)] == [left] * 4
    for person in ("south", "north"):
        assert {*map(str, hands.hand(table.seat_of(person)))} == {*old["hands"][person]}
    for number, slots in old["holders"].items():
        assert [card and str(card) for card in hands.slots(int(number))] == slots


def test_the_hand_is_played_to_its_end(folder: Path) -> None:
    settings = replace(Settings(), simulation=SimulationSettings(seed=5, plays_itself="both", speed=20.0))
    with ExitStack() as stack:
        keeper = open_table(settings, folder, stack, free_seats=True).keeper
        version, until = 0, time.monotonic() + 240
        while not (played := SHOWN["view"]["deal"] in keeper.table.finished):
            version = keeper.wait(version, 0.5)
            if time.monotonic() > until:
                break
    assert played, keeper.public_view()["prompt"]
    assert not [event for event in keeper.table.events if event.name in ("wrong_card", "out_of_step")]
