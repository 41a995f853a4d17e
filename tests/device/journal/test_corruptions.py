"""A sample of all damages that a journal can have (tests/device/journal/corruptions.py), and some by name."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from device.commands.cli import main
from device.journal.journal import DamagedJournal, Journal
from device.journal.past_games import delete_game
from device.journal.salvage import salvage
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.history import PastMatches
from tests.device.journal.corruptions import (
    FEW,
    MANY,
    Case,
    Count,
    cases,
    judge,
    of_bytes,
    of_pages,
    of_rows,
    sweep,
    written,
)
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused

STEP = 331
"""Of the cases so many-th; prime, so that all kinds of rows and values come up."""


def test_a_sample_of_all_damages(tmp_path: Path) -> None:
    everything = cases(tmp_path)
    assert len(everything) > 9000
    counts = sweep(everything[::STEP], tmp_path, hidden=True)
    assert {"byte", "events"} <= counts.keys()
    for kind, count in counts.items():
        assert count.wrong == [], kind
        assert (count.starts, count.kept, count.evenings_lost) == (count.cases, count.readable, 0)


def test_damages_that_once_lost_hands(tmp_path: Path) -> None:
    """The text of the tables says that a number is none; pages in each other's place within a match, and those of games
    and of deleted ones; the first events of a match hidden, gone or doubled."""
    few, many = written(tmp_path / "few.sqlite", FEW), written(tmp_path / "many.sqlite", MANY)
    chosen = [make for make in of_bytes(few) if make.args[1] in (18, 3531, 3558)]  # type: ignore[attr-defined]
    pages = ((1, 4), (5, 6), (0, 4), (0, 1))
    chosen += [make for make in of_pages(many) if make.args[2:] in pages]  # type: ignore[attr-defined]
    rows = (("deleted", ""), ("doubled", ""), ("text", "game"), ("huge", "number"))
    chosen += [
        make
        for make in of_rows(few)
        if make.args[1] == "events"  # type: ignore[attr-defined]
        and make.args[2] in ((1, 0), (1, 1), (1, 90))  # type: ignore[attr-defined]
        and make.args[3:5] in rows  # type: ignore[attr-defined]
    ]
    assert len(chosen) == 6 + 4 + 12
    for kind, count in sweep(chosen, tmp_path, hidden=True).items():
        assert count.wrong == [], kind


def test_what_the_sweep_looks_for_it_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that begins anew without what can be read, and says nothing of it."""
    sample = [make for make in cases(tmp_path) if make.args[1:] == ("events", (1, 3), "deleted", "", None)]
    assert len(sample) == 1
    monkeypatch.setattr(
        "device.journal.renewal.salvage", lambda damaged, mended, *_: salvage(Path("/dev/null"), mended)
    )
    counts = sweep(sample, tmp_path, hidden=True)
    assert any("hands (0, 0, 0) of (0, 1, 1)" in sentence for sentence in counts["events"].wrong)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The sound journal."""
    written(tmp_path / "journal.sqlite", FEW)
    return tmp_path / "journal.sqlite"


def change(path: Path, statement: str, *values: Any) -> bytes:
    """Change a journal, whatever its checks; the bytes then."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(statement, values)
        db.commit()
    return path.read_bytes()


def aside(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in sorted(folder.glob("journal.damaged-*.sqlite"))]


def hands(scribe: Scribe) -> list[int]:
    """How many hands *Matches* shows of each match, the newest first."""
    past = PastMatches(scribe)
    shown = [match for evening in past.page()["evenings"] for match in evening["matches"]]
    return [len(told["played"]) for match in shown if (told := past.match(match["number"]))]


def test_a_gap_wedges_nothing(path: Path) -> None:
    """The last event but one of the match that was left off is gone."""
    last = len(FEW[-1].events) - 1
    damaged = change(path, "DELETE FROM events WHERE game = 3 AND number = ?", last - 1)
    scribe = Scribe(path)
    keeper = Keeper(AndroidOptions(), scribe)
    assert aside(path.parent) == [damaged]
    (said,) = keeper.public_view()["notes"]
    assert "It was kept as journal.damaged-" in said
    assert "3 matches could be read of it. Of 1 of them the end is missing." in said
    assert keeper.public_view()["event"] == last - 1
    scribe.write([json.loads(FEW[-1].events[last - 1])], 2e9)
    assert scribe.trouble is None
    scribe.close()
    again = Scribe(path)
    assert (again.said, len(again.left_off.entries)) == ([], last)
    assert hands(again) == [1, 1, 1]
    again.close()


def test_a_wrong_number_that_comes_up_while_playing_loses_nothing(path: Path) -> None:
    scribe = Scribe(path)
    events = [entry.event for entry in scribe.left_off.entries]
    change(path, "DELETE FROM events WHERE game = 3 AND number = 7")  # as a failing disk might
    change(path, "UPDATE events SET number = 999 WHERE game = 3 AND number = 9")
    scribe.write([events[0]], 2e9)
    assert scribe.trouble is None
    assert len(aside(path.parent)) == 1
    scribe.begin({"target": 7})
    scribe.write(events[:2], 2e9)
    scribe.close()
    with closing(Journal(path)) as journal:
        assert [journal.events(game.id) for game in journal.games()][2:] == [[*events, events[0]], events[:2]]
        assert [len(journal.events(game.id)) for game in journal.games()][:2] == [len(one.events) for one in FEW[:2]]


@pytest.mark.parametrize(
    ("column", "value"),
    [("started", 1.4e163), ("started", "yesterday"), ("started", -5), ("names", "null"), ("options", "[" * 10**5)],
)
def test_matches_and_exports_after_a_bad_field(path: Path, column: str, value: Any, capsys: Any) -> None:
    change(path, f"UPDATE games SET {column} = ? WHERE id = 2", value)
    assert main(["export", "--journal", str(path.parent), "--to", "csv"]) == 0
    said = capsys.readouterr()
    assert said.out.count("\r\n") > 4
    assert "damaged; what can be read of it is written" in said.err.splitlines()[0]
    assert aside(path.parent) == [], "to export sets nothing aside"
    scribe = Scribe(path)
    assert hands(scribe) == [1, 1, 1]
    exported = PastMatches(scribe).export("csv")
    assert exported is not None
    assert exported[1].count("\r\n") > 4
    scribe.close()


def test_damage_that_is_found_in_looking_back_is_set_aside_then(path: Path) -> None:
    scribe = Scribe(path)
    keeper = Keeper(AndroidOptions(), scribe)
    past = PastMatches(scribe)
    change(path, "UPDATE games SET started = 'x' WHERE id = 1")
    with pytest.raises(Refused, match="an entry cannot be read"):
        past.page()
    keeper.tend()
    assert "It was kept as" in keeper.public_view()["notes"][0]
    assert hands(scribe) == [1, 1, 1]
    assert len(aside(path.parent)) == 1
    scribe.close()


def test_a_match_that_was_deleted_does_not_come_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The power was cut between its deletion and the end of its traces; then the file was damaged."""
    with closing(Journal(path)) as journal:
        monkeypatch.setattr("device.journal.past_games.wipe_traces", lambda journal: False)
        assert not delete_game(journal, 1)
    data = bytearray(path.read_bytes())
    data[:100] = bytes(100)
    path.write_bytes(data)
    scribe = Scribe(path)
    assert hands(scribe) == [1, 1]
    scribe.close()


def test_a_power_cut_between_setting_aside_and_the_new_one(path: Path) -> None:
    """Before and after the damaged one has left its place."""
    for left in (True, False):
        folder = path.parent / str(left)
        folder.mkdir()
        shutil.copyfile(path, folder / "journal.mended.sqlite")
        if left:
            (folder / "journal.sqlite").write_bytes(b"damaged")
        scribe = Scribe(folder / "journal.sqlite")
        assert hands(scribe) == [1, 1, 1]
        assert aside(folder) == [b"damaged"] * left
        assert not (folder / "journal.mended.sqlite").exists()
        scribe.close()


def test_events_of_the_log_are_read_where_the_file_is_none(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.append(3, len(FEW[-1].events), [{"event": "only in the log"}], 2e9)
        data, log = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    Path(f"{path}-wal").write_bytes(log)
    path.write_bytes(b"\0" * 20 + data[20:])
    salvaged = path.with_name("new") / "journal.sqlite"
    salvaged.parent.mkdir()
    assert salvage(path, salvaged) == (3, 0)
    with closing(Journal(salvaged)) as journal:
        assert journal.events(3)[-1] == {"event": "only in the log"}


def test_a_journal_cut_off_keeps_what_is_left(tmp_path: Path) -> None:
    data = written(tmp_path / "sound.sqlite", FEW)
    count = Count()
    folder = tmp_path / "cut"
    folder.mkdir()
    judge(Case("cut", "half", data[: len(data) // 2], (0, 0, 0), FEW), folder, count)
    assert count.wrong == []


def test_damage_is_told_of_as_such(path: Path) -> None:
    change(path, "DELETE FROM events WHERE game = 1 AND number = 3")
    with pytest.raises(DamagedJournal, match="is damaged"):
        Journal(path)
