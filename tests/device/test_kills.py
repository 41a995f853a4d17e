"""A few kills of the running program; and that the comparison finds what it looks for (tests/device/kills.py)."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.device.kills import Game, Shown, differences_of_lives, differences_of_views, doubled, kill
from tests.whist.driver import World
from whist.rules.options import AndroidOptions


def test_five_kills(tmp_path: Path) -> None:
    report = kill(5, 4, ["android", "classic"], tmp_path / "tables", most=4, hidden=True)
    assert report.wrong == []
    assert report.kills == 5
    assert report.views > 0


@pytest.fixture(scope="module")
def game() -> tuple[Game, list[dict[str, Any]], list[dict[str, Any]]]:
    """A deal; its board's views and South's after each step."""
    world = World(random.Random(8), AndroidOptions())
    board, south = [], []
    world.deal()
    while any(world.hands):
        world.step()
        board.append(json.loads(json.dumps(world.table.public_view())))
        south.append(json.loads(json.dumps(world.table.view(world.table.seat_of("south")))))
    return Game(AndroidOptions().to_json(), [event.to_json() for event in world.table.events]), board, south


def test_what_was_shown_and_written_differs_in_nothing(game) -> None:
    played, board, south = game
    assert list(differences_of_views(Shown("", board), 0, [played])) == []
    assert list(differences_of_views(Shown("south", south), 0, [played])) == []
    assert list(differences_of_views(Shown("", board), 1, [played, played])) == []
    assert list(differences_of_lives([played], [played])) == []
    assert list(doubled(played)) == []


def index(game: Game, name: str) -> int:
    return [event["event"] for event in game.events].index(name)


@pytest.mark.parametrize("name", ["played", "trick_won", "hand_scored", "deal_started"])
def test_what_happened_twice_is_found(game, name: str) -> None:
    played = copy.deepcopy(game[0])
    at = index(played, name) if name != "deal_started" else len(played.events) - 1
    played.events.insert(at, {**played.events[at], "deal": 9} if name == "deal_started" else played.events[at])
    assert list(doubled(played))


@pytest.mark.parametrize("lost", [1, 3, 60])
def test_what_was_shown_and_is_lost_is_found(game, lost: int) -> None:
    played, board, _ = copy.deepcopy(game)
    del played.events[-lost:]
    assert "which is not in the journal" in next(differences_of_views(Shown("", board), 0, [played]))
    assert list(differences_of_lives([game[0]], [played]))


def test_what_was_shown_otherwise_is_found(game) -> None:
    played, board, south = copy.deepcopy(game)
    board[20]["trick"], south[30]["beside"]["slot"] = [], 3
    (said,) = differences_of_views(Shown("", board), 0, [played])
    assert "another trick at event" in said
    (said,) = differences_of_views(Shown("south", south), 0, [played])
    assert said.startswith("the south was shown another beside")


def test_events_that_have_changed_are_found(game) -> None:
    played = copy.deepcopy(game[0])
    played.events[50] = played.events[49]
    assert list(differences_of_lives([game[0]], [played])) == ["the events of game 1 are not those that they were"]
    assert list(differences_of_lives([game[0], game[0]], [game[0]])) == ["1 games are gone"]
    longer = Game(game[0].options, [*game[0].events, game[0].events[-1]])
    assert list(differences_of_lives([game[0], game[0]], [longer, game[0]]))
