"""Every game without holders at the simulated table, which knows what it read and what was said, and nothing else."""

from __future__ import annotations

import json

import pytest

from device.keeper.followed_folder import watch_folder
from device.simulated.matches import write_deals
from tests.at_the_table import differences, play
from tests.whist.family_driver import FAMILY
from vision.packs.faces import Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions
from whist.table.table import Table


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.mark.parametrize("game", FAMILY)
def test_a_hand_of_each_game_through_pixels_equals_an_independent_account(game, reader):
    table, witness, _ = play(game, reader, seed=5, hands=1)
    assert len(table.state.lines) == 1
    assert differences(table, witness) == []
    assert Table.from_events(table.events) == table


def test_the_account_would_tell_a_difference(reader):
    table, witness, _ = play("honeymoon", reader, seed=6, hands=1)
    witness.accounts[-1].tricks[-1][2][0] ^= 1
    assert differences(table, witness)


@pytest.mark.parametrize(("game", "players"), [("german", None), ("australian", 6)])
def test_frames_of_a_game_are_followed_from_pictures_and_taps_alone(game, players, reader, tmp_path):
    folder, scene = tmp_path / "frames", SimulatedTable(2)
    camera = SimulatedCamera(scene, Pack.drawn("four-colour"), seed=2)
    assert write_deals(folder, scene, camera, NewGame(0, game, {}, players, 1, 2), 2, 2) >= 1
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    (folder / "truth.jsonl").unlink()
    events = list(watch_folder(folder, AndroidOptions(), reader))
    assert events[0]["event"] == "game_started"
    assert events[0]["game"] == game
    scored = [event for event in events if event["event"] == "hand_scored"]
    deals = [line for line in truth if "deal" in line]
    assert deals
    assert [(one["tricks"], one["points"]) for one in scored] == [(one["tricks"], one["points"]) for one in deals]
    laid = {card for line in truth if "frame" in line for card in line["table"]}
    assert {event["card"] for event in events if event["event"] == "played"} <= laid
    assert not [event for event in events if event["event"] == "refused"]
