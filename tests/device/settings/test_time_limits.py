"""Time limits that warn (device/settings/time_limits.py)."""

import json

import pytest

from device.keeper.keeper import Keeper
from device.settings.time_limits import Pace
from whist.messages.requests import NewGame
from whist.rules.refusals import Refused

VIEW = {
    "phase": "play",
    "deal": 1,
    "turn": 2,
    "tricks_done": 0,
    "trick": [],
    "calls": [],
    "out_of_sight": [],
    "out_of_step": None,
}


def test_nobody_is_timed_unless_asked():
    assert Pace().shown(VIEW) == {"limits": {"bid": 0, "card": 0}, "pace": None}


@pytest.mark.parametrize(
    ("phase", "turn", "limit"),
    [("play", 2, 30), ("bid", 2, 7), ("choose", 0, 7), ("announce", 1, 7), ("gather", None, None), ("deal", 0, None)],
)
def test_bids_and_cards_have_limits_of_their_own(phase, turn, limit):
    pace = Pace(clock=lambda: 5.0)
    pace.choose({"bid": 7, "card": 30})
    shown = pace.shown(VIEW | {"phase": phase, "turn": turn})["pace"]
    assert shown == (None if limit is None else {"limit": limit, "since": 5.0})


@pytest.mark.parametrize(
    ("change", "begins"),
    [
        ({}, 0.0),
        ({"turn": 3, "trick": [1]}, 9.0),
        ({"tricks_done": 1}, 9.0),
        ({"deal": 2}, 9.0),
        ({"prompt": "x"}, 0.0),
    ],
)
def test_the_time_runs_from_the_beginning_of_the_turn(change, begins):
    now = [0.0]
    pace = Pace(clock=lambda: now[0])
    pace.choose({"card": 15})
    pace.shown(VIEW)
    now[0] = 9.0
    assert pace.shown(VIEW | change)["pace"]["since"] == begins


@pytest.mark.parametrize(
    ("asking", "change"),
    [
        (True, {}),
        (False, {"out_of_sight": ["play area"]}),
        (False, {"out_of_step": {"seen": ["HT"], "believed": []}}),
    ],
)
def test_nobody_is_timed_while_people_wait_for_the_table(asking, change):
    now = [0.0]
    pace = Pace(clock=lambda: now[0])
    pace.choose({"card": 15})
    assert pace.shown(VIEW)["pace"]["since"] == 0.0
    now[0] = 9.0
    assert pace.shown(VIEW | change, asking)["pace"] is None
    now[0] = 60.0
    assert pace.shown(VIEW)["pace"] == {"limit": 15, "since": 60.0}, "all of it again"


@pytest.mark.parametrize("bad", [None, {}, [], "15", {"card": 8}, {"card": "15"}, {"card": True}, {"card": 15, "x": 0}])
def test_other_limits_are_refused_in_a_sentence(bad):
    keeper = Keeper(NewGame(0, "classic"))
    before = keeper.public_view()
    with pytest.raises(Refused, match=r"^Time limits are told for bid and card, in seconds: one of 0, 7, 15, 30, 60$"):
        keeper.request("south", {"time_limits": bad})
    assert keeper.public_view() == before


def test_a_person_at_the_table_chooses_and_all_pages_learn_it():
    keeper = Keeper(NewGame(0, "classic"))
    version = keeper.version
    keeper.request("west", {"time_limits": {"card": 60}})
    assert keeper.version > version
    assert keeper.public_view()["limits"] == {"bid": 0, "card": 60}
    with pytest.raises(Refused):
        keeper.request("southeast", {"time_limits": {"card": 60}})


@pytest.mark.parametrize("kept", ["", "[]", '{"card": 8}', '{"bid": 7, "card": true}', "\x00"])
def test_limits_are_kept_over_a_restart_and_what_is_no_limit_is_forgotten(tmp_path, kept):
    memory = tmp_path / "limits.json"
    pace = Pace(memory)
    pace.choose({"card": 30})
    assert Pace(memory).shown(VIEW)["limits"] == {"bid": 0, "card": 30}
    memory.write_text(kept)
    limits = Pace(memory).shown(VIEW)["limits"]
    assert limits == {"bid": 7 if "bid" in kept else 0, "card": 0}


def test_a_disk_that_refuses_does_not_stop_the_game(tmp_path):
    pace = Pace(tmp_path / "nowhere" / "limits.json")
    pace.choose({"bid": 15})
    assert json.dumps(pace.shown(VIEW | {"phase": "bid"})["limits"]) == '{"bid": 15, "card": 0}'
