"""Games that were played, page by page, and deleted for good: whatever happens in the middle of it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from device.journal.journal import Journal, JournalError
from device.journal.past_games import count_games, delete_game, past_game, past_games, wipe_traces
from device.journal.scribe import Scribe

GAMES = 9


def said(game: int, number: int) -> dict[str, Any]:
    """An event whose text is nowhere else."""
    return {"event": "played", "what": f"secret of game {game}: {number * 7919 % 1000:03} " + "x" * (number % 90)}


def kept(folder: Path, games: int = GAMES, events: int = 120) -> Path:
    """A journal whose games were written in turns of a few events, as an evening does; the last is in play."""
    path = folder / "journal.sqlite"
    with closing(Journal(path)) as journal:
        journal.seats.put("south", "aa")
        for game in range(1, games + 1):
            assert journal.begin_game({"target": game}, float(game)) == game
            journal.name_game(game, {"south": f"Name {game}"})
            for first in range(0, events, 5):
                journal.append(game, first, [said(game, first + k) for k in range(5)], float(first))
            if game < games:
                journal.finish_game(game, 99.0)
    return path


def traces(path: Path, game: int) -> list[str]:
    """The files that say anything of a game."""
    words = [f"secret of game {game}:".encode(), f'"Name {game}"'.encode(), f'"target":{game}'.encode()]
    files = sorted(path.parent.glob(path.name + "*"))
    return [file.name for file in files if any(word in file.read_bytes() for word in words)]


def everything(path: Path, without: int) -> dict[str, Any]:
    """All that a journal says but for one game."""
    with closing(Journal(path)) as journal:
        games = [game for game in journal.games() if game.id != without]
        return {
            "games": games,
            "entries": [journal.entries(game.id) for game in games],
            "seats": journal.seats.everyone(),
            "current": journal.current_game(),
        }


def test_pages_begin_with_the_newest(tmp_path: Path) -> None:
    with closing(Journal(kept(tmp_path, events=10))) as journal:
        first = past_games(journal, None, 4)
        assert [(past.game.id, past.events) for past in first] == [(9, 10), (8, 10), (7, 10), (6, 10)]
        assert first[0].game.names == {"south": "Name 9"}
        assert [past.game.id for past in past_games(journal, 6, 10)] == [5, 4, 3, 2, 1]
        assert past_games(journal, 1, 5) == []
        assert count_games(journal) == GAMES


@pytest.mark.parametrize("number", [0, -1, GAMES + 1, 2**63 - 1, 2**63, 10**30])
def test_a_game_that_is_not_there(number: int, tmp_path: Path) -> None:
    with closing(Journal(kept(tmp_path, 2, 5))) as journal:
        assert past_game(journal, number) is None
        with pytest.raises(KeyError):
            delete_game(journal, number)
        assert [past.game.id for past in past_games(journal, number, 5)] == ([] if number < 2 else [2, 1])


@pytest.mark.parametrize("game", [1, 5, GAMES - 1])
def test_what_is_deleted_is_gone_from_the_file_and_all_else_stays(game: int, tmp_path: Path) -> None:
    path = kept(tmp_path)
    before = everything(path, game)
    with closing(Journal(path)) as journal:
        journal.append(GAMES, 120, [said(GAMES, 120)], 1.0)  # so that there is a write-ahead log
        before["entries"][-1] = journal.entries(GAMES)
        assert traces(path, game)
        assert delete_game(journal, game)
        assert traces(path, game) == [], "while the journal is open"
        assert past_game(journal, game) is None
        assert journal.entries(game) == []
    assert traces(path, game) == []
    assert everything(path, game) == before
    with closing(Journal(path)) as journal:
        assert journal.begin_game({}) == GAMES + 1, "no number comes twice"


def test_the_newest_game_which_may_go_on_stays(tmp_path: Path) -> None:
    path = kept(tmp_path, 3, 10)
    before = everything(path, 0)
    with closing(Journal(path)) as journal:
        journal.finish_game(3, 1.0)
        with pytest.raises(JournalError, match="still on the table"):
            delete_game(journal, 3)
        for game in (2, 1):
            assert delete_game(journal, game)
    assert everything(path, 0)["entries"] == before["entries"][-1:]


KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from device.journal.journal import Journal
from device.journal.past_games import delete_game

base, many = Path(sys.argv[1]), int(sys.argv[2])
for number in range(many):
    folder = base / str(number)
    child = os.fork()
    if child == 0:
        journal = Journal(folder / "journal.sqlite")
        left = number
        def step(statement):
            global left
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
        journal._db.set_trace_callback(step)
        delete_game(journal, 5)
        os._exit(0)
    print(os.waitpid(child, 0)[1])
"""
STEPS = 40
"""More statements than a deletion has."""


def test_killed_at_any_moment_of_it_a_game_is_there_or_gone_and_never_in_between(tmp_path: Path) -> None:
    path = kept(tmp_path / "base", events=40)
    before, whole = everything(path, 5), everything(path, 0)
    for number in range(STEPS):
        (tmp_path / str(number)).mkdir()
        shutil.copyfile(path, tmp_path / str(number) / path.name)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), str(STEPS)], capture_output=True, text=True, check=True
    )
    ends = [int(line) for line in done.stdout.split()]
    killed = ends.count(9)
    assert ends == [9] * killed + [0] * (STEPS - killed)
    assert killed >= 8
    found = []
    for number in range(STEPS):
        left = tmp_path / str(number) / path.name
        scribe = Scribe(left)  # the program starts again
        assert scribe.trouble is None
        scribe.close()
        there = everything(left, 0)
        found.append(there == whole)
        if not found[-1]:
            assert everything(left, 5) == before == there
            assert traces(left, 5) == [], number
    assert found == sorted(found, reverse=True), "there until one moment, gone from then on"
    assert found[0]
    assert not found[-1]
    assert killed > found.count(True) + 2, "some were killed between the deletion and its end"


def test_where_there_is_no_room_nothing_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(tmp_path, 3, 10)
    before = everything(path, 0)
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage._replace(free=1000))
    with closing(Journal(path)) as journal, pytest.raises(JournalError, match=r"needs 0\.\d MB on the disk"):
        delete_game(journal, 1)
    assert everything(path, 0) == before


def test_what_may_not_be_written_stays(tmp_path: Path) -> None:
    path = kept(tmp_path, 3, 10)
    before = everything(path, 0)
    with closing(Journal(path)) as journal:
        journal._db.execute("PRAGMA query_only = ON")  # type: ignore[union-attr]
        with pytest.raises(JournalError, match="may not be written"):
            delete_game(journal, 1)
    assert everything(path, 0) == before


def test_a_disk_that_fills_up_in_the_middle_leaves_traces_until_there_is_room(tmp_path: Path) -> None:
    path = kept(tmp_path, 3, 60)
    before = everything(path, 1)
    with closing(Journal(path)) as journal:
        journal._db.set_authorizer(  # type: ignore[union-attr]
            lambda action, name, *_: sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK
        )  # VACUUM attaches the new file; so it fails
        assert not delete_game(journal, 1)
        assert past_game(journal, 1) is None
        journal._db.set_authorizer(None)  # type: ignore[union-attr]
        assert wipe_traces(journal)
    assert traces(path, 1) == []
    assert everything(path, 1) == before


def test_somebody_who_reads_meanwhile_reads_on_and_the_traces_go_later(tmp_path: Path) -> None:
    path = kept(tmp_path, 3, 60)
    with closing(Journal(path)) as journal, closing(sqlite3.connect(path, isolation_level=None)) as other:
        journal._db.execute("PRAGMA busy_timeout = 10")  # type: ignore[union-attr]
        other.execute("BEGIN")
        assert other.execute("SELECT count(*) FROM events").fetchone() == (180,)
        assert not delete_game(journal, 1)
        assert other.execute("SELECT count(*) FROM events").fetchone() == (180,)
        other.execute("COMMIT")
        assert past_game(journal, 1) is None
    assert Scribe(path).delete(2), "the next one takes the traces of both"
    assert traces(path, 1) == traces(path, 2) == []


@pytest.mark.parametrize("version", [1, 2])
def test_games_of_older_journals_can_be_deleted(version: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    written = Path(__file__).parents[1] / "journals" / f"version_{version}.sql"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(written.read_text(encoding="utf-8"))
    shown = json.loads(written.with_suffix(".json").read_text(encoding="utf-8"))
    with closing(Journal(path)) as journal:
        past = past_game(journal, 1)
        assert past is not None
        assert (past.events, past.game.names) == (
            shown["event"],
            {} if version == 1 else {"south": "Anna", "north": "Bò"},
        )
        assert journal.begin_game({}) == 2
        assert delete_game(journal, 1)
        assert [game.id for game in journal.games()] == [2]
    assert b"to_move" not in path.read_bytes()


# -- by the scribe, while a game is played -----------------------------------------------------------------------------


def test_the_scribe_deletes_no_game_in_play_and_goes_on_after_it(tmp_path: Path) -> None:
    path = kept(tmp_path, 3, 10)
    scribe = Scribe(path)
    assert scribe.playing == 3
    with pytest.raises(JournalError, match="begin another one first"):
        scribe.delete(3)
    assert scribe.delete(1)
    scribe.write([said(3, 10)], 2.0)
    assert scribe.trouble is None
    scribe.begin({"target": 4})
    assert scribe.delete(3)
    scribe.write([said(4, 0)], 2.0)
    scribe.close()
    with closing(Journal(path)) as journal:
        assert [(past.game.id, past.events) for past in past_games(journal, None, 9)] == [(4, 1), (2, 10)]
    assert traces(path, 3) == traces(path, 1) == []


def test_names_are_kept_with_the_game_in_which_they_were_said(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    scribe = Scribe(path)
    scribe.name({"south": "Nobody"})  # there is no game yet
    scribe.begin({"target": 5})
    scribe.name({"south": "Anna"})
    scribe.name({"south": "Anna", "north": "Bo"})
    scribe.name({})  # they have left, and have played
    scribe.begin({"target": 7})
    scribe.name({"north": "Carla"})
    scribe.close()
    again = Scribe(path)
    again.name({"south": "Dora"})
    again.close()
    with closing(Journal(path)) as journal:
        assert [game.names for game in journal.games()] == [
            {"south": "Anna", "north": "Bo"},
            {"south": "Dora", "north": "Carla"},
        ]


def test_where_nothing_is_written_down_nothing_is_deleted() -> None:
    with pytest.raises(JournalError, match="No journal is kept here"):
        Scribe(None).delete(1)


def test_with_a_full_disk_nothing_is_deleted_and_that_is_said(tmp_path: Path) -> None:
    path = kept(tmp_path, 3, 10)
    with closing(Journal(path)) as journal:
        scribe = Scribe(journal)
        journal._db.execute("PRAGMA query_only = ON")  # type: ignore[union-attr]
        scribe.write([said(3, 10)], 2.0)
        with pytest.raises(JournalError, match="cannot be written: it may not be written") as caught:
            scribe.delete(1)
        assert scribe.told(caught.value).startswith("The journal journal.sqlite cannot be written")
        journal._db.execute("PRAGMA query_only = OFF")  # type: ignore[union-attr]
        assert past_game(journal, 1) is not None
