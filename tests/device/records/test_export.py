"""``whist-table export`` and ``import``: files of records and the journal out, PBN in."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from device.commands.cli import main
from device.journal.journal import Journal
from device.records.played import of_journal
from tests.recorded import cut, in_order, random_records
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from tests.whist.records.pbn_samples import pbn_text
from whist.cards import Card
from whist.games import rules_of
from whist.messages import events as ev
from whist.records.pbn_read import records_of
from whist.records.records import replay
from whist.rules.options import SEATS, AndroidOptions

Records = list[dict[str, Any]]


def run(*arguments: object) -> int:
    """Exit status of the command line, however it ends."""
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as end:
        return int(end.code or 0)


def written(path: Path, records: Records) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def objects(text: str) -> Records:
    return [json.loads(line) for line in text.splitlines()]


CLASSIC = random_records("classic", 4, trump_method="turn_up", trump_cycle="", rubber=False)
MATCH = random_records("candid", 2, 40, target=250)


# -- files of records --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["android", "classic", "italian", "candid", "bid"])
def test_records_go_to_pbn_and_come_back(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = random_records(game, 9)
    source, middle, end = written(tmp_path / "a.jsonl", records), tmp_path / "a.pbn", tmp_path / "b.jsonl"
    assert run("export", source, "--to", "pbn", "--out", middle) == 0
    assert middle.read_bytes().decode("ascii") == pbn_text(records)
    assert run("import", middle, "--out", end) == 0
    read = objects(end.read_text())
    assert [in_order(record) for record in read] == [in_order(record) for record in records]
    assert run("replay", end, "--json") == 0
    assert [result["ok"] for result in objects(capsys.readouterr().out)] == [True] * len(records)


def test_what_has_no_out_is_printed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = written(tmp_path / "a.jsonl", CLASSIC)
    assert run("export", source, "--to", "pbn") == 0
    printed = capfd.readouterr().out
    (tmp_path / "a.pbn").write_text(printed)
    assert run("import", tmp_path / "a.pbn", tmp_path / "a.pbn") == 0
    assert [in_order(record) for record in objects(capfd.readouterr().out)] == 2 * [in_order(one) for one in CLASSIC]


def test_records_are_written_in_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Options that were left out stand there, but for those of who begins and who moves cards for whom, and the number
    of the hand; nothing else changes."""
    given = {key: value for key, value in CLASSIC[0].items() if key not in ("number", "before")} | {"options": {}}
    options = {name: value for name, value in rules_of("classic").options.to_json().items() if name not in SEATS}
    full = given | {"options": options, "number": 1}
    assert run("export", written(tmp_path / "a.jsonl", [given, *MATCH]), "--to", "json") == 0
    assert objects(capsys.readouterr().out) == [full, *MATCH]


def test_games_of_every_kind_are_written_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [record for game in ("german", "honeymoon", "australian") for record in random_records(game, 1, 2)]
    assert run("export", written(tmp_path / "a.jsonl", records), "--to", "json") == 0
    assert objects(capsys.readouterr().out) == records


# -- score sheets ------------------------------------------------------------------------------------------------------


def sheets(text: str) -> list[list[dict[str, str]]]:
    parts = text.split("\r\n\r\n")
    return [list(csv.DictReader(io.StringIO(part))) for part in parts]


def test_a_match_is_one_score_sheet(tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    assert run("export", written(tmp_path / "a.jsonl", MATCH), "--to", "csv", "--out", out) == 0
    (sheet,) = sheets(out.read_bytes().decode())
    assert len(sheet) == len(MATCH) + 1
    for row, record in zip(sheet, MATCH, strict=False):
        scores = replay(record)["scores"]
        assert [row["score 0+2"], row["score 1+3"]] == [str(score) for score in scores]
        assert row["hand"] == str(record["number"])


def test_matches_have_sheets_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shared = [*MATCH[:2], *CLASSIC, *MATCH[:1], cut(MATCH[1], 9)]
    assert run("export", written(tmp_path / "a.jsonl", shared), "--to", "csv") == 0
    said = capsys.readouterr()
    assert [len(sheet) - 1 for sheet in sheets(said.out)] == [2, len(CLASSIC), 1]
    assert said.err.splitlines() == [
        f"whist-table export: {tmp_path}/a.jsonl:{len(shared)} is left out: the hand is not over, so it has no score."
    ]


@pytest.mark.parametrize("chosen", [[1], [0, 2], [1, 0]])
def test_a_sheet_needs_all_hands_in_order(
    chosen: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = [record for record in MATCH if "bid" in json.dumps(record)][:3]
    numbers = [record["number"] for record in match]
    assert numbers == [1, 2, 3]
    assert run("export", written(tmp_path / "a.jsonl", [match[n] for n in chosen]), "--to", "csv") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "a score sheet needs all of them" in said.err


# -- the journal -------------------------------------------------------------------------------------------------------


def keep(folder: Path, games: list[tuple[dict[str, Any], list[Any]]], finished: bool = True) -> None:
    """A journal of games: what it keeps of each choice, and the events."""
    with closing(Journal(folder / "journal.sqlite")) as journal:
        for minutes, (options, events) in enumerate(games):
            number = journal.begin_game(options, 1_772_366_400.0 + 60 * minutes)  # noon of 1 March 2026, UTC, and later
            journal.append(number, 0, [event.to_json() for event in events], 1.0)
            if finished:
                journal.finish_game(number, 2.0)


def play_android(seed: int, options: AndroidOptions, deals: int = 99) -> tuple[World, Records]:
    """A game at a perfect table, and the records of what really happened in it."""
    world, truth, match = World(random.Random(seed), options), [], None
    while not world.table.state.now.over and len(truth) < deals:
        world.deal()
        dealt = [[str(card) for card in own] for own in world.hands]
        before = len(world.table.events)
        standing = None if match is None else match
        world.play_deal()
        actions = [
            {"seat": event.seat, "command": event.command}
            if isinstance(event, ev.Commanded)
            else {"seat": event.seat, "play": str(event.card)}
            for event in world.table.events[before:]
            if isinstance(event, ev.Commanded | ev.Played)
        ]
        record = {"game": "android", "options": options.to_json(), "dealer": world.dealer, "hands": dealt}
        truth.append(record | {"trump": world.trump, "actions": actions, "number": len(truth) + 1})
        if standing:
            truth[-1]["before"] = {"scores": standing}
        match = list(world.table.state.now.scores)
    return world, truth


@pytest.mark.parametrize(
    "options", [AndroidOptions(), AndroidOptions(first_dealer="north", autoplay_last=True, after_error="section2_only")]
)
def test_a_game_in_the_journal_is_what_was_played(
    options: AndroidOptions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, truth = play_android(3, options)
    keep(tmp_path, [(asdict(options), list(world.table.events))])
    assert run("export", "--journal", tmp_path, "--to", "json") == 0
    said = capsys.readouterr()
    records = objects(said.out)
    assert said.err == ""
    assert [in_order(record)["hands"] for record in records] == [in_order(record)["hands"] for record in truth]
    assert [replay(record) for record in records] == [replay(record) for record in truth]
    assert [record["dealer"] for record in records] == [record["dealer"] for record in truth]
    # the same hands in all formats, and what is said of them there
    assert run("export", "--journal", tmp_path, "--to", "pbn") == 0
    text = capsys.readouterr().out
    assert [replay(record) for record in records_of(text)] == [replay(record) for record in truth]
    assert len(re.findall(r'\[Date "2026\.0[23]\.\d\d"\]', text)) == len(truth)
    assert run("export", "--journal", tmp_path, "--to", "csv") == 0
    (sheet,) = sheets(capsys.readouterr().out)
    assert [row["score 0+2"] for row in sheet][:-1] == [str(replay(record)["scores"][0]) for record in truth]
    assert "wins" in sheet[-1]["how"]


def test_hands_left_off_and_games_just_begun_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = AndroidOptions(target=9)
    world, truth = play_android(5, options, 2)
    world.deal()
    for _ in range(7):
        world.step()
    new = World(random.Random(1), options)
    keep(tmp_path, [(asdict(options), list(world.table.events)), (asdict(options), list(new.table.events))], False)
    assert run("export", "--journal", tmp_path, "--to", "json") == 0
    said = capsys.readouterr()
    assert len(objects(said.out)) == len(truth) == 2
    assert said.err.splitlines() == [
        "whist-table export: game 1, hand 3 is left out: this hand cannot be recorded: not all of its cards are known,"
        " for they were not all played."
    ]
    assert run("export", "--journal", tmp_path, "--to", "csv") == 0
    said = capsys.readouterr()
    assert len(sheets(said.out)[0]) == 3
    assert "game 1, hand 3 is left out: the hand is not over" in said.err


def test_a_misdeal_is_no_hand_t10(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """RULES T10: of a hand that was dealt anew, be it with holders or without, only the second deal counts."""
    options = AndroidOptions()
    misdealt, (dealt, truth) = World(random.Random(8), options), play_android(5, options, 1)
    misdealt.deal()
    misdealt.step()
    events = [*misdealt.table.events, ev.DealStarted(1, 0, True), *dealt.table.events[1:]]
    first, second = FamilyWorld(random.Random(8)), FamilyWorld(random.Random(9))
    first.deal()
    first.step()
    second.play_match(1)
    beginning, again = first.table.events, second.table.events
    assert beginning[1] == again[1]
    without = [*beginning, replace(again[1], deal=1, redeal=True), *again[2:]]
    choice = {"game": "classic", "options": {}, "players": None, "dealer": 0, "seed": 0}
    keep(tmp_path, [(asdict(options), events), (choice, without)], False)
    assert run("export", "--journal", tmp_path, "--to", "json") == 0
    said = capsys.readouterr()
    assert said.err == ""
    android, classic = objects(said.out)
    assert replay(android) == replay(truth[0])
    assert replay(classic)["points"] == list(second.match.lines[0].points)


def test_a_hand_with_a_revoke_has_a_score_but_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """RULES T4: the trick stands; a record may only have what the rules allow."""
    world = World(random.Random(2), AndroidOptions(), revokes=1.0)
    world.deal()
    world.play_deal()
    keep(tmp_path, [(asdict(AndroidOptions()), list(world.table.events))])
    assert run("export", "--journal", tmp_path, "--to", "pbn") == 1
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith("whist-table export: game 1, hand 1 is left out: a record of it would break the rules")
    assert "follow suit" in first
    assert last == "whist-table export: there is no hand to export as pbn."
    assert run("export", "--journal", tmp_path, "--to", "csv") == 0
    (sheet,) = sheets(capsys.readouterr().out)
    assert [int(sheet[0][f"score {side}"]) for side in ("0+2", "1+3")] == list(world.table.state.now.scores)


def test_a_game_that_cannot_be_read_is_left_out_and_the_others_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong with it is not told, for that may name cards."""
    world, truth = play_android(3, AndroidOptions(), 2)
    strange = [ev.DealStarted(1, 0), ev.TakenBack(0, Card.parse("S2"))]
    keep(tmp_path, [({}, strange), (asdict(AndroidOptions()), list(world.table.events))], False)
    assert run("export", "--journal", tmp_path, "--to", "json") == 0
    said = capsys.readouterr()
    assert len(objects(said.out)) == len(truth)
    assert said.err == ("whist-table export: game 1 of the journal is left out: it cannot be read by this program.\n")


def family_journal(folder: Path, game: str) -> FamilyWorld:
    """A journal of up to three hands of ``game`` at a perfect table, which plays by ``match`` beside it."""
    world = FamilyWorld(random.Random(4), game)
    world.play_match(3)
    choice = {"game": game, "options": {}, "players": None, "dealer": 0, "seed": 0}
    keep(folder, [(choice, list(world.table.events))], False)
    return world


@pytest.mark.parametrize("game", ["classic", "italian", "candid", "australian", "bid"])
def test_games_without_holders_are_in_the_journal_too(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = family_journal(tmp_path, game)
    assert run("export", "--journal", tmp_path, "--to", "json") == 0
    said = capsys.readouterr()
    scored = [line for line in world.match.lines if not line.thrown_in]
    assert scored
    assert [replay(record)["points"] for record in objects(said.out)] == [list(line.points) for line in scored]
    assert len(said.err.splitlines()) == len(world.match.lines) - len(scored)


@pytest.mark.parametrize("game", ["german", "honeymoon"])
def test_where_the_stock_was_not_all_seen_there_is_a_sheet_alone(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = family_journal(tmp_path, game)
    assert run("export", "--journal", tmp_path, "--to", "json") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "not all of its cards are known" in said.err
    assert run("export", "--journal", tmp_path, "--to", "csv") == 0
    (sheet,) = sheets(capsys.readouterr().out)
    assert len(sheet) == len(world.match.lines) + 1


# -- what is refused ---------------------------------------------------------------------------------------------------

BRIDGE = '[Event "Club"]\n[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]\n'


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["export", "--to", "pbn"], 1, "--journal"),
        (["export", "GOOD", "--journal", "DIR", "--to", "pbn"], 1, "either"),
        (["export", "GOOD"], 2, "--to"),
        (["export", "GOOD", "--to", "xml"], 2, "xml"),
        (["export", "DIR/none", "--to", "pbn"], 1, "none cannot be read"),
        (["export", "DIR", "--to", "pbn"], 1, "cannot be read"),
        (["export", "EMPTY", "--to", "json"], 1, "is empty"),
        (["export", "BROKEN", "--to", "json"], 1, "broken.jsonl, line 2 is not JSON"),
        (["export", "BAD", "--to", "csv"], 1, "bad.jsonl"),
        (["export", "GERMAN", "--to", "pbn"], 1, "'german' cannot be written as PBN"),
        (["export", "GOOD", "--to", "pbn", "--out", "DIR"], 1, "is a folder"),
        (["export", "GOOD", "--to", "pbn", "--out", "DIR/a/b.pbn"], 1, "there is no folder"),
        (["export", "GOOD", "--to", "pbn", "--out", "GOOD"], 1, "not written over"),
        (["export", "GOOD", "BAD", "--to", "pbn", "--out", "DIR/new.pbn"], 1, "bad.jsonl"),
        (["export", "--journal", "DIR", "--to", "pbn"], 1, "there is no journal"),
        (["export", "--journal", "DIR/none", "--to", "pbn"], 1, "there is no journal"),
        (["export", "--journal", "OTHER", "--to", "pbn"], 1, "it is no database"),
        (["import"], 2, "FILE"),
        (["import", "DIR/none"], 1, "none cannot be read"),
        (["import", "DIR"], 1, "cannot be read"),
        (["import", "BRIDGE"], 1, "bridge.pbn, line 1: this game has no WhistGame tag"),
        (["import", "GOOD"], 1, "line 1"),
        (["import", "EMPTY"], 1, "there is no game"),
        (["import", "BRIDGE", "--out", "BRIDGE"], 1, "not written over"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], status: int, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "dir"
    for name in ("dir", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "other" / "journal.sqlite").write_text("no journal" * 100)
    good = written(folder / "good.jsonl", CLASSIC)
    files = {"GOOD": good, "BAD": folder / "bad.jsonl", "BROKEN": folder / "broken.jsonl"}
    files |= {"GERMAN": folder / "german.jsonl", "EMPTY": folder / "empty.pbn", "BRIDGE": folder / "bridge.pbn"}
    written(files["BAD"], [CLASSIC[0], CLASSIC[0] | {"dealer": 7}])
    files["BROKEN"].write_text(json.dumps(CLASSIC[0]) + "\n{broken\n")
    written(files["GERMAN"], random_records("german", 1, 1))
    files["EMPTY"].touch()
    files["BRIDGE"].write_text(BRIDGE)
    before = {path: path.read_bytes() for path in files.values()}
    places = {"OTHER": tmp_path / "other", "DIR": folder} | files
    named = []
    for argument in arguments:
        first = argument.split("/")[0]
        named.append(argument.replace(first, str(places[first]), 1) if first in places else argument)
    assert run(*named) == status
    said = capsys.readouterr()
    assert part in said.err
    assert said.out == ""
    if status == 1:
        assert len(said.err.splitlines()) == 1, said.err
        assert said.err.startswith(f"whist-table {arguments[0]}: ")
        assert said.err.endswith(".\n")
        assert not said.err.endswith("..\n")
    assert {path: path.read_bytes() for path in files.values()} == before
    assert sorted(path for path in folder.iterdir()) == sorted(before)


def test_a_journal_is_read_while_it_is_written(tmp_path: Path) -> None:
    options = AndroidOptions()
    world, _ = play_android(5, options, 1)
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        number = journal.begin_game(asdict(options), 0.0)
        journal.append(number, 0, [event.to_json() for event in world.table.events], 1.0)
        (found,) = of_journal(tmp_path, pytest.fail)
    assert found.place == "game 1, hand 1"
    assert found.line is not None
    assert found.line.points == world.table.state.now.scores
