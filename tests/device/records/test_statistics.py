"""What people have done over evenings, by name: counted from finished matches alone, once, and forgotten on request."""

from __future__ import annotations

import json
import random
from contextlib import closing
from dataclasses import asdict, fields
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from device.journal import forgetting
from device.journal.journal import Game, Journal, JournalEntry
from device.journal.past_games import PastGame
from device.journal.player_names import PlayerNames
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records import statistics
from device.records.history import PastMatches, evening_of
from device.records.played import match_of
from device.records.statistics import MOST_KEPT, Outcome, Outcomes, by_name, same_name
from device.records.tallies import Tally, of_hands, tallies
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from whist.messages import events as ev
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions
from whist.table.state.around import persons

PLACES = ("south", "west", "north", "east")


def counted(options: dict[str, Any], events: Any) -> dict[str, Tally]:
    entries = [JournalEntry(number, 1000.0, event.to_json()) for number, event in enumerate(events)]
    match = match_of(Game(1, 1000.0, options, None, {}), entries)
    return tallies(match, of_hands(match), entries)


def choice_of(world: FamilyWorld) -> dict[str, Any]:
    return {"game": world.game, "options": world.options, "players": world.players, "dealer": 0, "seed": 0}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("game", "players"),
    [("classic", 4), ("italian", 4), ("candid", 4), ("bid", 4), ("german", 2), ("australian", 3), ("australian", 5)],
)
def test_what_people_did_is_what_really_happened(game: str, players: int, seed: int) -> None:
    options = {"trump_method": "entered"} if game == "italian" else {}
    world = FamilyWorld(random.Random(seed), game, options, players if game == "australian" else None, revokes=0.05)
    world.play_match(6)
    found = counted(choice_of(world), world.table.events)
    lines = [line for line in world.match.lines if not line.thrown_in]
    rules = world.rules
    assert {tally.hands for tally in found.values()} == {len(lines)}
    for seat, place in enumerate(world.table.places):
        mine = found[place]
        took = sum(line.won[one] for line in lines for one in range(players) if rules.side(one) == rules.side(seat))
        assert mine.over == pytest.approx(took - sum(sum(line.won) for line in lines) / rules.sides)
        if game == "australian":
            own = [(points, how) for line in lines for side, points, how in line.entries if side == seat]
            bids = [(points, how) for points, how in own if how.startswith("bid")]
            assert (mine.hit, mine.hit + mine.missed) == (sum(points > 0 for points, _ in bids), len(bids))
    if game == "candid":
        made = sum(" made" in how for line in lines for _, _, how in line.entries)
        failed = sum(" failed" in how for line in lines for _, _, how in line.entries)
        assert (sum(one.made for one in found.values()), sum(one.broken for one in found.values())) == (made, failed)
    if game == "bid":
        made = sum(max(line.points) > 0 for line in lines)
        assert (sum(one.made for one in found.values()), sum(one.broken for one in found.values())) == (
            made,
            len(lines) - made,
        )
    known = [event for event in world.table.events if isinstance(event, ev.RevokeFound)]
    assert sum(one.revokes for one in found.values()) == len(known)
    assert {world.table.places[event.seat] for event in known} == {place for place, one in found.items() if one.revokes}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_commands_and_error_messages_are_those_of_whoever_gave_them(seed: int) -> None:
    """RULES A6, A20."""
    options = AndroidOptions()
    world = World(random.Random(seed), options)
    while not world.table.state.now.over:
        world.deal()
        world.play_deal()
    found = counted(asdict(options), world.table.events)
    assert found.keys() == {"south", "north"}
    given, errors = {"south": 0, "north": 0}, {"south": 0, "north": 0}
    for table, event in zip(type(world.table).follow(world.table.events, options), world.table.events, strict=True):
        if isinstance(event, ev.Commanded | ev.ErrorMessage):
            seats = table.public_view()["seats"]
            person = seats[seats[event.seat]["commander"]]["person"]
            (given if isinstance(event, ev.Commanded) else errors)[person] += 1
    assert {place: one.commands for place, one in found.items()} == given
    assert {place: one.errors for place, one in found.items()} == errors
    assert found["south"].over == -found["north"].over


def test_a_tally_is_kept_whole() -> None:
    tally = Tally(*range(1, 1 + len(fields(Tally))))
    assert Tally.of_list(json.loads(json.dumps(tally.to_list()))) == tally
    outcome = Outcome(True, 12.5, ("south",), {"south": tally})
    assert Outcome.of_json(json.loads(json.dumps(outcome.to_json()))) == outcome


# -- by name -----------------------------------------------------------------------------------------------------------


def past(number: int, names: dict[str, str]) -> PastGame:
    return PastGame(Game(number, 1.0, {}, None, names), 9)


def test_a_name_is_one_person_wherever_they_sit_and_however_it_is_written() -> None:
    first = {"south": Tally(2, 1.5), "north": Tally(2, -1.5), "west": Tally(2)}
    second = {"south": Tally(3, 1.0), "north": Tally(3, 1.0)}
    there = {"south": "Anna", "north": "Bo", "west": "Otter", "west.face": "otter"}
    matches = [
        (past(1, there), Outcome(True, 0.0, ("south",), first)),
        (past(2, {"south": "bo ", "north": "ANNA"}), Outcome(True, 9e6, ("north", "south"), second)),
        (past(3, {}), Outcome(True, 9e6, (), {"south": Tally(3, 9.0)})),
    ]
    people, evenings = by_name(matches, evening_of)
    told = [(one["name"], one["matches"], one["won"], one["hands"], one["over"]) for one in people]
    assert told == [("ANNA", 2, 2, 5, 2.5), ("bo ", 2, 1, 5, -0.5)]
    assert [one["over"] for one in evenings] == [{"ANNA": 1.5, "bo ": -1.5}, {"ANNA": 2.5, "bo ": -0.5}]
    assert all(date.fromisoformat(one["date"]) for one in evenings)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("Anna", "anna", True), (" Anna  Maria ", "Anna Maria", True), ("Anna", "Ann", False), ("Bò", "bò", True)],
)
def test_which_names_are_the_same(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same


# -- the journal -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def german() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A match that is over after a hand or two."""
    world = FamilyWorld(random.Random(3), "german")
    world.play_match()
    assert world.match.standing.over
    return choice_of(world), [event.to_json() for event in world.table.events]


def write(
    path: Path, german: tuple[dict[str, Any], list[dict[str, Any]]], names: list[dict[str, str]], cut: int = 0
) -> None:
    """A match of each of ``names``; the last ``cut`` of them break off."""
    choice, events = german
    with closing(Journal(path)) as journal:
        for number, called in enumerate(names, 1):
            game = journal.begin_game(choice, 1e9 + number * 1e5)
            whole = number <= len(names) - cut
            journal.append(game, 0, events if whole else events[:-4], 1e9 + number * 1e5)
            journal.name_game(game, called)
            journal.finish_game(game, 1e9 + number * 1e5 + 60)


NAMES = [{"south": "Anna", "north": "Bo"}, {"south": "Carla", "north": "anna"}, {"south": "Bo", "north": "Carla"}]


def test_only_matches_that_were_played_to_the_end_count(tmp_path, german) -> None:
    write(tmp_path / "journal.sqlite", german, NAMES, cut=1)
    told = PastMatches(Scribe(tmp_path / "journal.sqlite")).statistics()
    assert {one["name"]: one["matches"] for one in told["people"]} == {"anna": 2, "Bo": 1, "Carla": 1}
    assert told["left"] == 0


def test_what_came_of_as_many_matches_as_are_kept_can_be_read_again(tmp_path) -> None:
    done = {place: Tally(*[99] * len(fields(Tally))) for place in persons(8)}
    one = Outcome(True, 1_700_000_000.123, persons(8), done)
    before = Outcomes(tmp_path / "kept.json")
    before._known = {(10_000 + number, 1_700_000_000.123456, 9999): one for number in range(MOST_KEPT)}
    before._keep(None)
    assert Outcomes(tmp_path / "kept.json")._known == before._known


def test_a_match_is_worked_out_once(tmp_path, german, monkeypatch) -> None:
    """So that a thousand are told as quickly as their list is read."""
    write(tmp_path / "journal.sqlite", german, NAMES * 15)
    monkeypatch.setattr(statistics, "AT_ONCE", 20)
    worked: list[int] = []
    real = statistics.match_of
    monkeypatch.setattr(statistics, "match_of", lambda game, entries: (worked.append(game.id), real(game, entries))[1])
    memory = tmp_path / "statistics.json"
    history = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory))
    lefts = [history.statistics()["left"] for _ in range(3)]
    assert lefts == [25, 5, 0]
    assert sorted(worked) == list(range(1, 46))
    first = history.statistics()
    again = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory)).statistics()
    assert again == first
    assert len(worked) == 45
    assert not any(name in memory.read_text() for name in ("Anna", "Bo", "Carla"))


@pytest.mark.parametrize(
    "spoiled", ["", "[]", "{", '{"version": 0, "matches": []}', '{"version": 2, "matches": [[1, 2, 3, 4]]}']
)
def test_a_spoiled_memory_is_made_anew(tmp_path, german, spoiled) -> None:
    write(tmp_path / "journal.sqlite", german, NAMES)
    memory = tmp_path / "statistics.json"
    whole = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory)).statistics()
    memory.write_text(spoiled)
    assert PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory)).statistics() == whole


def test_of_a_deleted_match_nothing_is_kept(tmp_path, german) -> None:
    write(tmp_path / "journal.sqlite", german, NAMES)
    memory = tmp_path / "statistics.json"
    history = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory))
    history.statistics()
    assert len(json.loads(memory.read_text())["matches"]) == 3
    history.delete(1)
    assert [one[0] for one in json.loads(memory.read_text())["matches"]] == [3, 2]
    assert {one["name"] for one in history.statistics()["people"]} == {"anna", "Bo", "Carla"}


def test_a_match_that_cannot_be_read_counts_for_nobody(tmp_path, german) -> None:
    write(tmp_path / "journal.sqlite", german, NAMES)
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        game = journal.begin_game({"game": "chess"}, 5.0)
        journal.append(game, 0, [{"event": "e4"}], 5.0)
    told = PastMatches(Scribe(tmp_path / "journal.sqlite")).statistics()
    assert sum(one["matches"] for one in told["people"]) == 6


# -- forgotten ---------------------------------------------------------------------------------------------------------


def everywhere(folder: Path) -> bytes:
    """All that is written down."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_a_person_is_forgotten_everywhere_and_the_others_keep_what_they_did(tmp_path, german) -> None:
    write(
        tmp_path / "journal.sqlite",
        german,
        [{**one, "north": one["north"].replace("Bo", "Bartholomea")} for one in NAMES],
    )
    scribe = Scribe(tmp_path / "journal.sqlite")
    names = PlayerNames(tmp_path / "names.json")
    keeper = Keeper(NewGame(0, "german"), scribe, names=names)
    keeper.set_name("north", "bartholomea")
    keeper.set_name("south", "Anna")
    keeper.new_game(NewGame(0, "german"))
    memory = Outcomes(tmp_path / "statistics.json")
    history = PastMatches(scribe, outcomes=memory, forget_name=keeper.forget_name)
    before = {one["name"]: one for one in history.statistics()["people"]}
    history.page()
    assert b"artholomea" in everywhere(tmp_path)
    assert history.forget(" BARTHOLOMEA") == {"forgotten": 2, "note": None}
    assert b"artholomea" not in everywhere(tmp_path)
    assert keeper.public_view()["names"] == {"south": "Anna"}
    after = {one["name"]: one for one in history.statistics()["people"]}
    assert after == {name: one for name, one in before.items() if name != "Bartholomea"}
    assert "artholomea" not in json.dumps(history.page())
    assert history.page()["count"] == 5
    keeper.set_name("north", "Dora")  # what comes after is written as ever
    assert history.forget("Bartholomea") is None
    assert history.forget("nobody at all") is None
    scribe.close()


def test_a_computer_players_name_is_no_persons(tmp_path, german) -> None:
    write(tmp_path / "journal.sqlite", german, [{"south": "Anna", "north": "Otter", "north.face": "otter"}])
    history = PastMatches(Scribe(tmp_path / "journal.sqlite"))
    assert [one["name"] for one in history.statistics()["people"]] == ["Anna"]
    assert history.forget("Otter") is None
    assert history.page()["evenings"][0]["matches"][0]["names"]["north"] == "Otter"


def test_what_a_power_cut_left_of_a_name_goes_when_the_journal_is_opened_next(tmp_path, german, monkeypatch) -> None:
    path = tmp_path / "journal.sqlite"
    write(path, german, [{"south": "Bartholomea"}, {"south": "Anna"}])
    with closing(Journal(path)) as journal, monkeypatch.context() as patched:
        patched.setattr(forgetting, "wipe_traces", lambda journal: False)
        assert forgetting.forget_name(journal, lambda name: name == "Bartholomea") == (1, False)
    scribe = Scribe(path)
    assert scribe.said == []
    assert [game.names for game in scribe.journal.games()] == [{}, {"south": "Anna"}]
    scribe.close()
    assert b"artholomea" not in everywhere(tmp_path)
    with closing(Journal(path)) as journal, journal.reading() as db:
        assert db.execute("SELECT count(*) FROM deleted").fetchone() == (0,)
