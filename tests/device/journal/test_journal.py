from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.journal import APPLICATION, MIGRATIONS, DamagedJournal, Journal, JournalEntry, JournalError
from device.keeper.keeper import Keeper
from whist.messages.observations import OutOfSight
from whist.rules.options import AndroidOptions

OPTIONS = {"target": 5, "first_dealer": "south"}


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "new" / "journal.sqlite"


@pytest.fixture
def journal(path):
    opened = Journal(path)
    yield opened
    opened.close()


def event(number: int) -> dict:
    return {"event": "played", "seat": number % 4, "card": "HT", "note": "♥ à"}


def test_events_come_back_as_they_were_written(journal, path):
    game = journal.begin_game(OPTIONS, 10.0)
    journal.append(game, 0, [event(0), event(1)], 11.5)
    journal.append(game, 2, [event(2)], 12.0)
    journal.append(game, 3, [], 13.0)
    want = [JournalEntry(0, 11.5, event(0)), JournalEntry(1, 11.5, event(1)), JournalEntry(2, 12.0, event(2))]
    assert journal.entries(game) == want
    journal.close()
    again = Journal(path)
    assert again.entries(game) == want
    assert again.events(game) == [event(0), event(1), event(2)]
    assert again.current_game() == (game, 10.0, OPTIONS, None, {})
    again.close()


def test_games_follow_each_other(journal):
    assert journal.current_game() is None
    left_off = journal.begin_game(OPTIONS, 1.0)
    second = journal.begin_game({}, 2.0)
    assert journal.current_game() == (second, 2.0, {}, None, {})
    journal.finish_game(second, 3.0)
    journal.finish_game(second, 4.0)
    assert journal.current_game() is None
    assert [game.finished for game in journal.games()] == [None, 3.0]
    assert journal.events(left_off) == journal.events(99) == []


@pytest.mark.parametrize(
    ("game", "first", "events", "word"),
    [
        (1, 1, [event(1)], "has 2 events"),
        (1, 3, [event(3)], "has 2 events"),
        (7, 0, [event(0)], "no game 7"),
        (1, 2, [event(2), {"x": object()}], "JSON"),
        (1, 2, [event(2), {"x": float("nan")}], "JSON"),
    ],
)
def test_what_does_not_follow_is_refused_whole(journal, game, first, events, word):
    assert journal.begin_game(OPTIONS) == 1
    journal.append(1, 0, [event(0), event(1)], 1.0)
    with pytest.raises(JournalError, match=word):
        journal.append(game, first, events, 2.0)
    assert journal.events(1) == [event(0), event(1)]
    journal.append(1, 2, [event(2)], 3.0)


def test_it_is_for_its_owner_alone_and_synchronous(journal, path):
    journal.begin_game(OPTIONS)
    for file in (path, path.with_name(path.name + "-wal")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


WRITER = """
import sys
from pathlib import Path
from device.journal.journal import Journal
journal = Journal(Path(sys.argv[1]))
game = journal.begin_game({})
number = 0
while True:
    batch = [{"event": "played", "n": number + k} for k in range(1 + number % 3)]
    journal.append(game, number, batch, float(number))
    number += len(batch)
    print(number, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 40, 150])
def test_nothing_written_is_lost_when_the_program_is_killed(path, lines):
    program = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    reported = [program.stdout.readline() for _ in range(lines)]
    program.send_signal(signal.SIGKILL)
    rest = program.stdout.read()
    assert program.wait() == -signal.SIGKILL
    program.stdout.close()
    told = int(("".join(reported) + rest).split("\n")[:-1][-1])
    journal = Journal(path)
    game = journal.current_game()
    entries = journal.entries(game.id)
    assert len(entries) >= told > 0
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert [entry.event["n"] for entry in entries] == list(range(len(entries)))
    # whole batches only: the batch sizes are known, so the count must be one of their sums
    ends, number = set(), 0
    while number <= len(entries):
        ends.add(number)
        number += 1 + number % 3
    assert len(entries) in ends
    journal.append(game.id, len(entries), [event(0)], 0.0)
    journal.close()


def test_a_full_disk_is_told_and_leaves_nothing_half_written(journal):
    game = journal.begin_game(OPTIONS)
    journal.append(game, 0, [event(0)], 1.0)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages + 1}")
    many = [event(k) | {"padding": "x" * 500} for k in range(1, 200)]
    with pytest.raises(JournalError, match="disk is full") as caught:
        journal.append(game, 1, many, 2.0)
    assert "\n" not in str(caught.value)
    assert journal.events(game) == [event(0)]
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.append(game, 1, many, 3.0)
    assert len(journal.events(game)) == 200


FULL = """
import resource, sys
from pathlib import Path
from device.journal.journal import Journal, JournalError
journal = Journal(Path(sys.argv[1]))
game = journal.begin_game({})
journal.append(game, 0, [{"event": "first"}], 0.0)
resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))
number = 1
try:
    while True:
        journal.append(game, number, [{"event": "x" * 3000, "n": number}], 0.0)
        number += 1
except JournalError as error:
    print(number, error)
"""


def test_a_file_that_cannot_grow_is_told_and_keeps_what_was_written(path):
    said = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True).stdout
    count, sentence = said.strip().split(" ", 1)
    assert sentence.startswith(f"The journal {path} cannot be written: the disk ")
    journal = Journal(path)
    assert len(journal.events(1)) == int(count) > 1
    journal.close()


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "journal.sqlite", tmp_path):
        with pytest.raises(JournalError, match="cannot be opened"):
            Journal(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "journal.sqlite")


def test_a_read_only_database_is_told(journal):
    journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError, match="may not be written"):
        journal.begin_game({})


def test_another_program_that_holds_it_is_told(journal, path, monkeypatch):
    journal._db.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="another program"):
        journal.begin_game({})
    other.execute("ROLLBACK")
    assert journal.begin_game({}) == 1
    other.close()


@pytest.mark.parametrize("content", [b"not a database at all " * 100, b"\x00" * 5000])
def test_a_file_of_something_else_is_refused(tmp_path, content):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(content)
    with pytest.raises(JournalError, match="move it away"):
        Journal(path)
    assert path.read_bytes() == content


def test_a_foreign_database_is_refused_untouched(tmp_path):
    path = tmp_path / "journal.sqlite"
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE mine (x)")
    foreign.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="no journal of this program"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_newer_journal_is_refused_untouched(journal, path):
    journal.close()
    newer = [lambda db, k=k: db.execute(f"CREATE TABLE more{k} (x)") for k in range(len(MIGRATIONS), 9)]
    Journal(path, (*MIGRATIONS, *newer)).close()
    with pytest.raises(JournalError, match=rf"newer program \(version 9, known is up to {len(MIGRATIONS)}\)"):
        Journal(path)
    check = sqlite3.connect(path)
    assert check.execute("PRAGMA user_version").fetchone() == (9,)
    assert check.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    check.close()


def test_an_older_journal_is_brought_up_to_date(journal, path):
    game = journal.begin_game(OPTIONS)
    journal.append(game, 0, [event(0)], 1.0)
    journal.close()

    def second(db):
        db.execute("ALTER TABLE games ADD COLUMN place TEXT")

    def broken(db):
        db.execute("ALTER TABLE games ADD COLUMN weather TEXT")
        db.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(JournalError, match="brought up to date"):
        Journal(path, (*MIGRATIONS, broken))
    upgraded = Journal(path, (*MIGRATIONS, second))
    columns = [row[1] for row in upgraded._db.execute("PRAGMA table_info(games)")]
    assert "place" in columns
    assert "weather" not in columns
    assert upgraded._db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    assert upgraded.events(game) == [event(0)]
    upgraded.close()


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_journals_of_every_version_that_ever_was_go_on(tmp_path, version):
    """journals/version_N.sql was written by the program of that time, with what its page showed beside it."""
    kept = Path(__file__).parents[1] / "journals" / f"version_{version}.sql"
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(kept.read_text(encoding="utf-8"))
    with closing(Journal(path)) as journal:
        assert journal._db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        before = journal.entries(1)
        keeper = Keeper(AndroidOptions(), journal)
        shown = json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
        assert {key: keeper.public_view()[key] for key in shown} == shown
        assert len(before) == shown["event"]
        assert journal.seats.everyone() == {"south": "aa"}
        keeper.see([OutOfSight(frozenset({"play area"}))])
        assert journal.entries(1)[: len(before)] == before
        assert len(journal.entries(1)) > len(before)


def test_what_was_written_may_be_written_again_and_what_was_not_may_not(journal):
    game = journal.begin_game(OPTIONS, 5.0)
    assert journal.begin_game(OPTIONS, 5.0) == game
    assert journal.begin_game(OPTIONS, 5.5) == game + 1
    journal.append(game, 0, [event(0), event(1)], 1.0)
    journal.append(game, 0, [event(0), event(1)], 1.0)
    journal.append(game, 1, [event(1), event(2)], 1.0)
    assert journal.events(game) == [event(0), event(1), event(2)]
    for first, events, t in [(1, [event(1)], 1.0), (0, [event(0)] * 3, 1.0), (1, [event(1), event(2)], 2.0)]:
        with pytest.raises(JournalError, match="has 3 events"):
            journal.append(game, first, events, t)
    assert journal.events(game) == [event(0), event(1), event(2)]


def test_errors_quote_nothing_that_is_written(journal, path):
    game = journal.begin_game(OPTIONS)
    journal.append(game, 0, [event(0) | {"card": "SECRET"}], 1.0)
    journal._db.execute("UPDATE events SET json = CAST(x'7b22' || json || x'ff' AS TEXT)")
    with pytest.raises(DamagedJournal) as caught:
        journal.entries(game)
    assert "SECRET" not in str(caught.value)
    journal._db.execute("UPDATE events SET json = '{SECRET'")
    with pytest.raises(DamagedJournal) as caught:
        journal.entries(game)
    assert "SECRET" not in str(caught.value)


def test_threads_may_read_while_one_writes(journal):
    game = journal.begin_game(OPTIONS)
    wrong: list[object] = []
    done = threading.Event()

    def read():
        try:
            while not done.is_set():
                numbers = [entry.number for entry in journal.entries(game)]
                if numbers != list(range(len(numbers))) or len(numbers) % 3:
                    wrong.append(numbers)
        except Exception as error:
            wrong.append(error)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for first in range(0, 90, 3):
        journal.append(game, first, [event(first + k) for k in range(3)], float(first))
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert len(journal.events(game)) == 90


def test_seats(journal, path):
    seats = journal.seats
    assert seats.get("south") is None
    seats.put("south", "aa")
    seats.put("north", "bb")
    seats.put("south", "cc")
    assert (seats.get("south"), seats.get("north")) == ("cc", "bb")
    journal.close()
    again = Journal(path)
    assert again.seats.get("south") == "cc"
    again.seats.clear("south")
    assert (again.seats.get("south"), again.seats.get("north")) == (None, "bb")
    again.seats.clear()
    assert again.seats.get("north") is None
    again.close()


def test_a_closed_journal_says_so(journal):
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="is closed"):
        journal.current_game()
    with pytest.raises(JournalError, match="is closed"):
        journal.begin_game({})


READ = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
print(db.execute("SELECT count(*) FROM events").fetchone()[0])
db.close()
"""


def test_a_program_that_reads_the_journal_takes_no_log_away_from_the_one_that_writes(path):
    with closing(Journal(path)) as first:
        game = first.begin_game(OPTIONS, 10.0)
    with closing(Journal(path)) as journal:  # as a program does that is begun again
        counts = []
        for number in range(3):
            journal.append(game, number, [event(number)], 11.0)
            read = subprocess.run([sys.executable, "-c", READ, path], capture_output=True, text=True, check=True)
            counts.append(int(read.stdout))
        assert counts == [1, 2, 3]
