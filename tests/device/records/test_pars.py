"""Par: what best play would have brought, worked out behind people's backs, and counted by name."""

from __future__ import annotations

import json
import logging
import random
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from device.journal.journal import Game, Journal, JournalEntry
from device.journal.scribe import Scribe
from device.records.export import record_for
from device.records.history import PastMatches
from device.records.pars import Judge
from device.records.played import PlayedMatch, match_of
from device.records.statistics import Outcomes
from device.records.tallies import of_hands, over_par, tallies
from tests.device.records.test_past_matches import played
from tests.whist.family_driver import FamilyWorld
from whist.players.review import par_of, review

PATIENCE = 120.0


def match(game: str) -> tuple[PlayedMatch, list[JournalEntry]]:
    options, events = played(game, 0)
    entries = [JournalEntry(number, 1000.0, event.to_json()) for number, event in enumerate(events)]
    return match_of(Game(1, 1000.0, options, None, {}), entries), entries


def records(whole: PlayedMatch) -> list[Any]:
    """The records of its hands; None of those of which not all cards are known."""
    found: list[Any] = []
    for hand in whole.over:
        try:
            found.append(record_for(hand))
        except ValueError:
            found.append(None)
    return found


def known_records(whole: PlayedMatch) -> list[Any]:
    return [record for record in records(whole) if record is not None]


@pytest.mark.parametrize(("game", "known"), [("android", True), ("candid", True), ("german", False), ("bid", False)])
def test_par_is_that_of_the_review(game: str, known: bool) -> None:
    whole, _ = match(game)
    for record in known_records(whole)[:1]:
        wanted = review(record)
        assert par_of(record) == ((wanted["tricks"], wanted["par"]) if wanted["par"] else None)
        assert (wanted["par"] is not None) is known
    assert par_of({"game": "chess"}) is None


@pytest.mark.parametrize("game", ["android", "classic", "german"])
def test_people_are_measured_by_par_where_it_is_known(game: str) -> None:
    whole, entries = match(game)
    hands = whole.over
    pars = [par_of(record) for record in records(whole)[:2]] + [None] * len(hands[2:])
    done = of_hands(whole)
    even, changes = tallies(whole, done, entries), over_par(done, pars)
    for place, tally in even.items():
        over = 0.0
        for hand, par in zip(hands, pars, strict=True):
            done = hand.finished
            mine = next(seat for seat in done.seats if seat["person"] == place and seat["kind"] == "human")
            side = whole.table.rules.side(mine["seat"])
            won = hand.hand().won() if par else done.line.won  # a penalty moves tricks of the line
            took = sum(tricks for seat, tricks in enumerate(won) if whole.table.rules.side(seat) == side)
            over += took - (par[1][side] if par else sum(won) / whole.table.rules.sides)
        assert tally.over + changes.get(place, 0.0) == pytest.approx(over)


def test_a_process_that_fails_leaves_an_even_share(caplog: pytest.LogCaptureFixture) -> None:
    whole, _ = match("classic")
    some = known_records(whole)[:1]
    with caplog.at_level(logging.WARNING):
        assert Judge(["false"]).pars(some) == [None]
        assert Judge(["true"]).pars([None, *some]) == [None, None]
    assert "CalledProcessError" in caplog.text
    assert Judge(["false"]).pars([None]) == [None], "nothing is asked where no hand is known"
    assert Judge().pars([None, *some]) == [None, par_of(some[0])]


# -- the journal -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def classic() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A match of Classic that is over."""
    world = FamilyWorld(random.Random(3), "classic")
    world.play_match()
    assert world.match.standing.over
    choice = {"game": "classic", "options": world.options, "players": None, "dealer": 0, "seed": 0}
    return choice, [event.to_json() for event in world.table.events]


def write(path: Path, classic: tuple[dict[str, Any], list[dict[str, Any]]], matches: int = 1) -> None:
    with closing(Journal(path)) as journal:
        for number in range(matches):
            began = 1e9 + number * 1e5
            game = journal.begin_game(classic[0], began)
            journal.append(game, 0, classic[1], began)
            journal.name_game(game, {"south": "Anna", "west": "Bo", "north": "Carla", "east": "Dora"})
            journal.finish_game(game, began + 60)


class Slow(Judge):
    """Works par out when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []

    def ask(self, key: Any, records: Any, told: Any) -> None:
        self.asked.append((key, records, told))

    def work(self) -> None:
        for key, records, told in self.asked:
            told(key, [([7, 6], [5, 8]) for _ in records])


def over(told: dict[str, Any]) -> dict[str, float]:
    return {one["name"]: one["over"] for one in told["people"]}


def test_an_even_share_stands_for_par_until_it_is_known(tmp_path: Path, classic) -> None:
    write(tmp_path / "journal.sqlite", classic)
    judge, memory = Slow(), tmp_path / "statistics.json"
    history = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory, judge))
    plain = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes()).statistics()
    first = history.statistics()
    assert (first["left"], first["awaited"], plain["awaited"]) == (0, 1, 0)
    assert over(first) == over(plain)
    assert history.statistics()["awaited"] == 1
    assert len(judge.asked) == 1, "it is asked for once"
    judge.work()
    known = history.statistics()
    hands = len(judge.asked[0][1])
    assert known["awaited"] == 0
    assert over(known) == {"Anna": 2.0 * hands, "Carla": 2.0 * hands, "Bo": -2.0 * hands, "Dora": -2.0 * hands}
    judge.work()
    assert over(history.statistics()) == over(known), "it is counted once"
    again = Slow()
    later = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory, again)).statistics()
    assert (over(later), again.asked) == (over(known), [])


def test_par_of_a_match_that_was_deleted_meanwhile_is_not_kept(tmp_path: Path, classic) -> None:
    write(tmp_path / "journal.sqlite", classic, 2)
    judge, memory = Slow(), tmp_path / "statistics.json"
    history = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(memory, judge))
    assert history.statistics()["awaited"] == 2
    history.delete(1)
    judge.work()
    assert {one["matches"] for one in history.statistics()["people"]} == {1}
    assert [one[0] for one in json.loads(memory.read_text())["matches"]] == [2]


def test_the_process_works_it_out(tmp_path: Path, classic) -> None:
    write(tmp_path / "journal.sqlite", classic)
    history = PastMatches(Scribe(tmp_path / "journal.sqlite"), outcomes=Outcomes(None, Judge()))
    for _ in range(int(PATIENCE / 0.1)):
        if not (told := history.statistics())["awaited"]:
            break
        time.sleep(0.1)
    assert told["awaited"] == 0
    assert over(told)["Anna"] == -over(told)["Bo"] == over(told)["Carla"]
