"""What the house allows: what may be chosen, and what becomes of it over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.keeper.keeper import Keeper
from device.settings.house import House
from whist.messages.requests import NewGame
from whist.rules.refusals import Refused

USUAL = {"suggestions": "off", "watching": "on", "picture": "off"}


def test_s5_s7_nobody_is_advised_and_everybody_may_watch_unless_the_house_says_otherwise() -> None:
    """RULES S5, S7."""
    assert House().shown() == USUAL


@pytest.mark.parametrize(
    ("choices", "then"),
    [
        ({"suggestions": "on"}, USUAL | {"suggestions": "on"}),
        ({"watching": "ten"}, USUAL | {"watching": "ten"}),
        ({"watching": "off", "suggestions": "on"}, USUAL | {"suggestions": "on", "watching": "off"}),
        ({"picture": "on"}, USUAL | {"picture": "on"}),
    ],
)
def test_it_is_remembered(tmp_path: Path, choices: dict[str, str], then: dict[str, str]) -> None:
    House(tmp_path / "house.json").choose(choices)
    assert House(tmp_path / "house.json").shown() == then


@pytest.mark.parametrize(
    "wrong",
    [
        *(None, {}, [], "on", {"suggestions": True}, {"watching": "eleven"}, {"house": "on"}, {"suggestions": []}),
        *({"picture": "ten"}, {"picture": True}),
    ],
)
def test_anything_else_is_refused_in_one_sentence_and_changes_nothing(wrong: object) -> None:
    house = House()
    with pytest.raises(ValueError, match=r"^The house chooses suggestions"):
        house.choose(wrong)
    assert house.shown() == USUAL


@pytest.mark.parametrize("kept", ["", "null", "[]", '{"suggestions": 7, "watching": {}}', '{"x":' * 5000])
def test_a_damaged_memory_is_forgotten(tmp_path: Path, kept: str) -> None:
    file = tmp_path / "house.json"
    file.write_text(kept)
    assert House(file).shown() == USUAL


def test_a_disk_that_takes_nothing_ends_nothing(tmp_path: Path) -> None:
    house = House(tmp_path / "nowhere" / "house.json")
    house.choose({"suggestions": "on"})
    assert house.shown()["suggestions"] == "on"


def test_every_page_is_told_and_what_cannot_be_is_refused() -> None:
    keeper = Keeper(NewGame(0, "classic"))
    version = keeper.version
    keeper.request("south", {"house": {"suggestions": "on"}})
    assert keeper.version > version
    assert keeper.public_view()["house"] == keeper.private_view("west")["house"] == keeper.house()
    assert keeper.house()["suggestions"] == "on"
    with pytest.raises(Refused):
        keeper.request("south", {"house": {"suggestions": "perhaps"}})
