"""The scribe: whatever fails, everything is written in the end, in order and once; nothing damaged is deleted."""

from __future__ import annotations

import errno
import json
import logging
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.commands.cli import main
from device.journal.journal import MIGRATIONS, DamagedJournal, ForeignJournal, Journal, JournalError
from device.journal.scribe import RETRY, Scribe
from device.keeper.keeper import Keeper
from device.settings.game_choice import android
from tests.device.keeper.test_keeper import play
from tests.simulated import hands_of, people
from whist.rules.options import AndroidOptions

ROOT = Path(__file__).parents[3]
NAMESPACES = (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"])


def event(number: int) -> dict[str, Any]:
    return {"event": "played", "n": number}


def events_of(path: Path) -> list[list[dict[str, Any]]]:
    with closing(Journal(path)) as journal:
        return [journal.events(game.id) for game in journal.games()]


# -- a disk that fails, truly ------------------------------------------------------------------------------------------


@pytest.fixture
def namespace(tmp_path: Path) -> list[str]:
    """A way to have mounts of one's own."""
    trial = ["mount", "-t", "tmpfs", "tmpfs", str(tmp_path)]
    for way in NAMESPACES:
        if shutil.which("unshare") and subprocess.run([*way, *trial], capture_output=True).returncode == 0:
            return way
    pytest.skip("needs a mount namespace: unshare --mount")


def test_a_full_disk_and_a_read_only_one(namespace: list[str], tmp_path: Path) -> None:
    program = [*namespace, sys.executable, "-m", "tests.device.journal.failing_disk", str(tmp_path)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    full = found["full"]
    assert 0 < full["before"] < full["during"]
    (said,) = full["notes"]
    assert "the disk is full; make room" in said
    assert "do not switch off" in said
    assert full["on_disk_meanwhile"]
    assert full["after"] == {"notes": [], "waiting": 0, "seat": "aa"}
    assert full["complete"]
    assert full["a_file_beside"] == [False]  # told, and no half file left
    for how in ("read-only, closed", "read-only, killed"):
        there = found[how]
        assert there["resumed"], how
        (said,) = there["notes"]
        assert "Read-only file system" in said
        assert there["still"]
        assert there["grown"] > 0
        assert there["after"] == {"notes": [], "waiting": 0}
        assert there["complete"], how


LIMITED = """
import json, resource, sys
from pathlib import Path
from device.journal.journal import Journal
from device.journal.scribe import Scribe
clock = [0.0]
scribe = Scribe(Path(sys.argv[1]), lambda: clock[0])
scribe.begin({})
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
said = []
for number in range(300):
    if number == 40:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    if number == 250:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        clock[0] += 2
        scribe.tend()
    scribe.write([{"n": number, "padding": "x" * 700}], float(number))
    said.append(scribe.trouble)
scribe.close()
print(json.dumps(said))
"""


def test_a_file_that_cannot_grow(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    done = subprocess.run([sys.executable, "-c", LIMITED, str(path)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    failed = [number for number, sentence in enumerate(said) if sentence is not None]
    assert failed
    assert set(failed) == set(range(failed[0], 250))
    assert "the disk" in said[failed[0]]
    (written,) = events_of(path)
    assert [line["n"] for line in written] == list(range(300))


def test_a_table_that_may_not_be_written_meanwhile(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    keeper = Keeper(AndroidOptions(), journal)
    hands, players = hands_of(keeper.table, 5), people(keeper, 5)
    play(keeper, hands, players, 5)
    journal._db.execute("PRAGMA query_only = ON")
    play(keeper, hands, players, 5)
    (said,) = keeper.public_view()["notes"]
    assert "may not be written" in said
    journal._db.execute("PRAGMA query_only = OFF")
    play(keeper, hands, players, 1)
    assert keeper.public_view()["notes"] == []
    journal.close()
    assert events_of(tmp_path / "journal.sqlite") == [[one.to_json() for one in keeper.table.events]]


def test_a_folder_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.write_text("a file where the folder should be")
    clock = [0.0]
    scribe = Scribe(folder / "journal.sqlite", lambda: clock[0])
    assert scribe.trouble is not None
    scribe.begin({"target": 5})
    scribe.write([event(0)], 1.0)
    scribe.begin({"target": 7})
    scribe.write([event(0), event(1)], 2.0)
    folder.unlink()
    scribe.tend()  # not yet: it was tried a moment ago
    assert scribe.waiting == 5
    clock[0] += RETRY
    scribe.tend()
    assert (scribe.trouble, scribe.waiting) == (None, 0)
    scribe.close()
    with closing(Journal(folder / "journal.sqlite")) as journal:
        first, second = journal.games()
        assert (first.options, second.options) == ({"target": 5}, {"target": 7})
        assert first.finished is not None
        assert second.finished is None
    assert events_of(folder / "journal.sqlite") == [[event(0)], [event(0), event(1)]]


def test_what_is_lost_when_it_ends_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    scribe = Scribe(tmp_path / "file" / "journal.sqlite")
    scribe.begin({})
    scribe.write([event(0)], 1.0)
    with caplog.at_level(logging.ERROR):
        scribe.close()
        scribe.close()
    assert "2 things that happened could not be written and are lost" in caplog.text
    scribe.write([event(1)], 2.0)  # the table is closed
    assert scribe.waiting == 0


# -- failing at random -------------------------------------------------------------------------------------------------


class Unreliable(Journal):
    """A journal whose every change may fail, before it is written or after: then nobody is told that it was."""

    rng: random.Random | None = None

    def transaction(self, what: str = "written"):
        from contextlib import contextmanager

        @contextmanager
        def failing():
            before, after = (self.rng.random() < 0.3, self.rng.random() < 0.3) if self.rng else (False, False)
            if before:
                raise JournalError("It failed before.")
            with super(Unreliable, self).transaction(what) as db:
                yield db
            if after:
                raise JournalError("It failed after.")

        return failing()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 9), min_size=1, max_size=40))
def test_failing_at_random_everything_is_written_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, seed: int, deeds: list[int]
) -> None:
    path = tmp_path_factory.mktemp("unreliable") / "journal.sqlite"
    journal = Unreliable(path)
    journal.rng = random.Random(seed)
    clock = [0.0]
    scribe = Scribe(journal, lambda: clock[0])
    said: list[list[dict[str, Any]]] = []
    seats: dict[str, str] = {}
    for number, deed in enumerate([0, *deeds]):
        if deed == 0:
            scribe.begin({"number": len(said)})
            said.append([])
        elif deed == 1:
            scribe.seats.put("south", seats.setdefault("south", str(number)))
        elif deed == 2:
            scribe.seats.clear("south")
            seats.pop("south", None)
        else:
            fresh = [event(number * 10 + k) for k in range(deed % 4)]
            scribe.write(fresh, float(number))
            said[-1] += fresh
        if scribe.trouble is None:
            assert [journal.events(game.id) for game in journal.games()] == said
    journal.rng = None
    clock[0] += RETRY
    scribe.tend()
    assert (scribe.trouble, scribe.waiting) == (None, 0)
    assert [journal.events(game.id) for game in journal.games()] == said
    assert [game.options["number"] for game in journal.games()] == list(range(len(said)))
    assert [game.finished is None for game in journal.games()] == [False] * (len(said) - 1) + [True]
    assert journal.seats.everyone() == seats
    journal.close()


# -- damage ------------------------------------------------------------------------------------------------------------


def played(path: Path, acts: int = 60) -> list[dict[str, Any]]:
    """A journal with a game that was left off; its events."""
    scribe = Scribe(path)
    keeper = Keeper(AndroidOptions(), scribe)
    play(keeper, hands_of(keeper.table, 5), people(keeper, 5), acts)
    scribe.seats.put("south", "aa")
    scribe.close()
    return [one.to_json() for one in keeper.table.events]


def kept(folder: Path) -> list[bytes]:
    """What was set aside."""
    return [path.read_bytes() for path in sorted(folder.glob("journal.damaged-*.sqlite"))]


def no_header(data: bytearray) -> None:
    data[:100] = b"\xff" * 100


def half(data: bytearray) -> None:
    del data[len(data) // 2 :]


def text(data: bytearray) -> None:
    data[:] = b"Now is the winter of our discontent\n" * 300


def pages(data: bytearray) -> None:
    data[4096:] = bytes(reversed(data[4096:]))


def json_text(data: bytearray) -> None:
    at = data.index(b'{"event":"played"')
    data[at : at + 9] = b"{{{{{{{{{"


@pytest.mark.parametrize(
    ("how", "readable"),
    [
        (no_header, len),
        (half, None),
        (text, lambda events: 0),
        (pages, lambda events: 0),
        (json_text, None),
    ],
)
def test_a_damaged_journal_is_set_aside_and_never_deleted(how: Any, readable: Any, tmp_path: Path) -> None:
    """What can be read of it goes on."""
    path = tmp_path / "journal.sqlite"
    events = played(path)
    data = bytearray(path.read_bytes())
    how(data)
    path.write_bytes(data)
    scribe = Scribe(path)
    keeper = Keeper(AndroidOptions(), scribe)
    assert kept(tmp_path) == [bytes(data)]
    said = keeper.public_view()["notes"][0]
    assert said.startswith("The journal ")
    assert str(tmp_path) not in said
    assert "It was kept as journal.damaged-" in said
    going_on = scribe.left_off.game is not None
    words = "The game that was left off goes on." if going_on else "A game that was left off is not known."
    assert words in said
    there = [entry.event for entry in scribe.left_off.entries]
    assert there == events[: len(there) if readable is None else readable(events)]
    if going_on:
        assert [one.to_json() for one in keeper.table.events][: len(there)] == there
        keeper.new_game(android(AndroidOptions()))
    assert scribe.trouble is None
    hands, players = hands_of(keeper.table, 6), people(keeper, 6)
    play(keeper, hands, players, 5)
    scribe.close()
    assert events_of(path)[-1] == [one.to_json() for one in keeper.table.events]
    with closing(Scribe(path)) as after:
        assert after.said == []


OLD = [{"event": "old", "text": "y" * 300, "n": k} for k in range(30)]


def test_the_game_in_play_is_saved_from_a_damaged_journal_if_it_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for number in range(3):
        with closing(Journal(path)) as journal:
            game = journal.begin_game({"number": number})
            journal.append(game, 0, OLD, 1.0)
            journal.finish_game(game)
    events = played(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        size = db.execute("PRAGMA page_size").fetchone()[0]
    data = bytearray(path.read_bytes())
    leaves = [at for at in range(0, len(data), size) if data[at] == 0x0A and b"y" * 300 in data[at : at + size]]
    data[leaves[0] : leaves[0] + 8] = b"\xee" * 8  # a page that holds an old game
    path.write_bytes(data)
    path.with_name("journal.sqlite-wal").touch()  # it was not closed, so it is looked through
    scribe = Scribe(path)
    keeper = Keeper(AndroidOptions(), scribe)
    assert [one.to_json() for one in keeper.table.events] == events
    assert scribe.seats.get("south") == "aa"
    assert "The game that was left off goes on." in keeper.public_view()["notes"][0]
    assert kept(tmp_path) == [bytes(data)]
    scribe.close()
    *old, last = events_of(path)
    assert last == events
    assert [len(one) for one in old] != [30, 30, 30], "an event of theirs was hit"
    assert all(one == OLD[: len(one)] for one in old), "what followed from it nobody knows"
    with closing(Journal(path)) as journal:
        assert journal.seats.everyone() == {"south": "aa"}


def test_damage_that_is_found_while_playing_loses_nothing_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite"
    scribe = Scribe(path)
    keeper = Keeper(AndroidOptions(), scribe)
    hands, players = hands_of(keeper.table, 5), people(keeper, 5)
    scribe.seats.put("north", "bb")
    play(keeper, hands, players, 30)
    broken = scribe._journal
    assert broken is not None

    def damaged(*_: object) -> None:
        raise DamagedJournal(f"The journal {path} cannot be written: it is damaged.")

    monkeypatch.setattr(broken, "append", damaged)
    play(keeper, hands, players, 30)
    assert scribe.trouble is None
    assert len(kept(tmp_path)) == 1
    scribe.close()
    assert events_of(path) == [[one.to_json() for one in keeper.table.events]]
    with closing(Journal(path)) as journal:
        assert journal.seats.everyone() == {"north": "bb"}


@pytest.mark.parametrize("when", ["while it is renewed", "after the power was cut"])
def test_a_disk_that_takes_no_new_journal_ends_no_game(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, damaged = tmp_path / "journal.sqlite", b"This is no journal." * 500
    path.write_bytes(damaged)
    if when == "after the power was cut":
        with closing(Journal(tmp_path / "journal.mended.sqlite")) as journal:
            journal.begin_game({"number": 0})
    moved = Path.replace

    def refuse(file: Path, to: Path) -> Path:
        if to == path:
            raise OSError(errno.EROFS, "Read-only file system")
        return moved(file, to)

    clock = [0.0]
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        scribe = Scribe(path, lambda: clock[0])
        assert "cannot be written anew: Read-only file system" in str(scribe.trouble)
        scribe.begin({"number": 1})
    if when == "while it is renewed":
        assert path.read_bytes() == damaged, "it lies where it lay"
    clock[0] += RETRY
    scribe.tend()
    assert scribe.trouble is None
    scribe.close()
    assert kept(tmp_path) == [damaged]
    with closing(Journal(path)) as journal:
        assert journal.games()[-1].options == {"number": 1}


def test_two_damaged_journals_in_a_second_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for number in range(2):
        path.write_bytes(b"%d is no journal " % number * 500)
        Scribe(path).close()
    assert sorted(kept(tmp_path)) == [b"0 is no journal " * 500, b"1 is no journal " * 500]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
@example(17166)  # SQLite finds an error in a statement
def test_bytes_overwritten_at_random_never_end_the_program(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path_factory.mktemp("spoiled") / "journal.sqlite"
    with closing(Journal(path)) as journal:
        journal.append(journal.begin_game({}), 0, [event(k) | {"text": "z" * 200} for k in range(60)], 1.0)
    data = bytearray(path.read_bytes())
    for _ in range(rng.randrange(1, 20)):
        at, length = rng.randrange(len(data)), rng.choice([1, 8, 100, 5000])
        data[at : at + length] = rng.randbytes(min(length, len(data) - at))
    path.write_bytes(data)
    if rng.random() < 0.5:
        path.with_name("journal.sqlite-wal").touch()
    try:
        scribe = Scribe(path)
    except ForeignJournal:  # its version or its owner's mark was hit
        assert path.read_bytes() == data
        return
    assert kept(path.parent) == ([bytes(data)] if scribe.said else [])
    assert scribe.trouble is None
    scribe.leave()
    scribe.begin({"after": True})
    scribe.write([event(k) for k in range(5)], 2.0)
    assert scribe.trouble is None
    assert "zzz" not in " ".join(scribe.said)
    scribe.close()


# -- others' files -----------------------------------------------------------------------------------------------------


def test_a_newer_journal_is_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.sqlite"
    played(path, 3)
    newer = [lambda db, k=k: db.execute(f"CREATE TABLE more{k} (x)") for k in range(len(MIGRATIONS), 9)]
    Journal(path, (*MIGRATIONS, *newer)).close()  # type: ignore[arg-type]
    before = path.read_bytes()
    assert main(["run", "--camera", "sim", "--port", "0", "--data", str(tmp_path)]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert "newer program (version 9" in said
    assert path.read_bytes() == before
    assert kept(tmp_path) == []


@pytest.mark.parametrize("pragma", ["user_version = 9", "user_version = -7", "user_version = 1", "application_id = 5"])
def test_a_header_that_does_not_fit_what_is_there_is_damage(pragma: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    events = played(path, 20)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA {pragma}")
    before = path.read_bytes()
    scribe = Scribe(path)
    assert [entry.event for entry in scribe.left_off.entries] == events
    assert kept(tmp_path) == [before]
    scribe.close()


def test_a_journal_without_its_tables_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    played(path, 3)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE seats")
        db.commit()
    with pytest.raises(DamagedJournal, match="tables are missing"):
        Journal(path)
