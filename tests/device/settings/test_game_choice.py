"""Which game is on the table: choices, what the journal keeps of them, what is on offer."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.keeper.eyes import GameWatcher
from device.keeper.keeper import Keeper
from device.settings import game_choice
from vision.planes.planes import PARTS, PLAY
from whist.cards import FULL_PACK, PACK
from whist.games import GAMES
from whist.messages.requests import Bid, NewGame
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused
from whist.tables import begin

ROOT = Path(__file__).parents[3]


def test_the_page_of_all_games_is_what_the_program_offers():
    assert (ROOT / "docs" / "games.md").read_text(encoding="utf-8") == game_choice.described()


def test_every_game_is_on_offer_and_can_be_begun_as_offered():
    offers = game_choice.on_offer()
    assert [offer["game"] for offer in offers] == list(GAMES)
    for offer in offers:
        for players in {*offer["players"]}:
            chosen = {option["name"]: option["default"] for option in offer["options"]}
            table = begin(NewGame(0, offer["game"], chosen, players))
            assert len(table.persons) == players


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (NewGame(0, "poker"), "'poker' is no game"),
        (NewGame(0, "candid", {"target": 7}), "target"),
        (NewGame(0, "candid", {"tarket": 500}), "nearest is 'target'"),
        (NewGame(0, "classic", {"trump_method": "rotation"}), "trump_cycle"),
        (NewGame(0, "classic", {}, 5), "4 players"),
        (NewGame(0, "australian", {}, 8), "players"),
        (NewGame(0, "australian", {"households": 2}, 6), "household"),
        (NewGame(0, "german", {}, None, 3), "dealer|deal"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(choice, why):
    with pytest.raises(Refused, match=why):
        begin(choice)


def test_a_refused_choice_leaves_the_table_as_it_was():
    keeper = Keeper(NewGame(0, "candid"))
    before = keeper.table.events
    with pytest.raises(Refused):
        keeper.request("south", {"game": "candid", "options": {"target": 1}})
    assert keeper.table.events == before


@pytest.mark.parametrize("game", GAMES)
def test_a_game_left_off_goes_on_from_the_journal(game, tmp_path):
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        keeper = Keeper(AndroidOptions(), journal)
        keeper.new_game(NewGame(0, game))
        shown = keeper.table.events
    with closing(Journal(path)) as journal:
        again = Keeper(AndroidOptions(), journal)
        assert again.public_view()["game"] == game
        assert again.table.events == shown


def test_what_was_said_is_on_disk_and_the_same_game_again_passes_the_deal(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        keeper = Keeper(NewGame(0, "australian", {}, 3, 1), journal)
        keeper.request("south", {"bid": 1}) if keeper.public_view()["turn"] == 0 else None
        first = keeper.public_view()["turn"]
        assert first == 2
        with pytest.raises(Refused, match="turn"):
            keeper.request("south", {"bid": 1})
        keeper.request("northeast", {"bid": 1})
        assert [event for event in journal.events(1) if event["event"] == "called"] == [
            {"event": "called", "seat": 2, "call": 1}
        ]
        with pytest.raises(Refused, match="not over"):
            keeper.request("south", {"new_game": True})
        choice = NewGame(0, "australian", {}, 3, 1)
        assert keeper.table.again(choice).dealer == 2


def test_eyes_follow_the_game():
    keeper = Keeper(AndroidOptions())
    eyes = GameWatcher(keeper, reader=None)
    first = eyes.watcher
    assert eyes.watcher is first
    assert keeper.table.rules.pack() == PACK
    assert tuple(keeper.table.parts) == PARTS
    before = keeper.table
    keeper.request("south", {"game": "android"})
    assert keeper.table is not before
    assert eyes.watcher is first, "it needs the same, and what was learned of pack and table stays"
    keeper.request("south", {"game": "honeymoon"})
    assert eyes.watcher is not first
    assert set(keeper.table.rules.pack()) == set(FULL_PACK)
    assert tuple(keeper.table.parts) == (PLAY,)


def test_a_seat_that_the_game_does_not_have_asks_nothing():
    keeper = Keeper(NewGame(0, "german"))
    for person in ("west", "holder 1", ""):
        with pytest.raises(Refused, match="sits nowhere"):
            keeper.request(person, {"redeal": True})
        with pytest.raises(ValueError, match="sits nowhere"):
            keeper.private_view(person)


def test_a_bid_for_another_seat_is_refused():
    keeper = Keeper(NewGame(0, "australian", {}, 4))
    with pytest.raises(Refused):
        keeper.ask(Bid(3, 1))


def test_how_each_game_was_begun_last_is_known(tmp_path):
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        keeper = Keeper(AndroidOptions(target=9), journal)
        assert [one["game"] for one in keeper.last_played()] == ["android"], "what the settings say"
        keeper.new_game(NewGame(0, "candid", {"target": 250}, None, 2))
        keeper.new_game(NewGame(0, "australian", {}, 3, 1))
        begun = keeper.last_played()
        assert [(one["game"], one["players"], one["dealer"]) for one in begun] == [
            ("australian", 3, 1),
            ("candid", 4, 2),
            ("android", 2, 0),
        ]
        assert begun[1]["options"]["target"] == 250
        with pytest.raises(Refused):
            keeper.new_game(NewGame(0, "bid", {"target": 1}))
        assert keeper.last_played() == begun
    with closing(Journal(path)) as journal:
        keeper = Keeper(AndroidOptions(), journal)
        assert [one["game"] for one in keeper.last_played()] == ["android"], "no card of the others was seen"


def test_a_game_that_ended_is_the_last_played_whatever_table_waits_then(tmp_path):
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        number = journal.begin_game(game_choice.written(NewGame(0, "candid", {"target": 250}, None, 3, 7)))
        journal.append(number, 0, [{"event": "some"}] * 3, 1.0)
        journal.finish_game(number)
    for _ in range(2):  # the table that waits is none that was played
        with closing(Journal(path)) as journal:
            keeper = Keeper(AndroidOptions(), journal)
            assert keeper.public_view()["game"] == "android"
            last = keeper.last_played()[0]
            assert (last["game"], last["options"]["target"], last["dealer"]) == ("candid", 250, 3)


@pytest.mark.parametrize(
    "kept",
    [
        {"game": "candid", "options": {"gone": 1}},
        {"game": "poker", "options": {}},
        {"game": "candid", "who": 1},
        {"game": "candid", "options": None, "players": "4"},
        {"gone": 1},
    ],
)
def test_a_choice_that_cannot_be_any_more_is_no_last_one(kept):
    assert game_choice.LastPlayed([kept]).shown() == []


@pytest.mark.parametrize(
    ("options", "players", "another"),
    [
        ({}, None, False),
        ({}, 5, False),
        ({"extra_top_round": True}, None, True),
        ({"extra_top_round": False}, 5, False),
        ({}, 4, True),
    ],
)
def test_whether_another_match_is_asked_for_than_the_one_that_was_left_off(
    options: dict[str, object], players: int | None, another: bool
) -> None:
    table = begin(NewGame(0, "australian", {}, 5))
    assert game_choice.is_another(NewGame(0, "australian", options, players), table) is another


@pytest.mark.parametrize(("target", "another"), [(5, False), (9, True)])
def test_the_same_of_android_whist(target: int, another: bool) -> None:
    table = begin(game_choice.android(AndroidOptions()))
    assert game_choice.is_another(NewGame(0, "android", {"target": target}), table) is another
