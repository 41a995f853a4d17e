"""Backup and restore at the command line: while a game is written, into fresh and used folders, with foreign files."""

from __future__ import annotations

import errno
import io
import json
import os
import sqlite3
import stat
import threading
import tracemalloc
import warnings
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from device.commands.cli import main
from device.journal.journal import APPLICATION, MIGRATIONS, Journal
from device.run import only_one

EVENT = {"event": "dealt", "cards": ["HQ"]}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data folder with a game of three events, settings, and no profile."""
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "data"))
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/settings.toml").write_text("[game]\ntarget = 9\n")
    play(tmp_path / "data", [EVENT] * 3)
    return tmp_path


def play(folder, events, started=1000.0):
    with closing(Journal(folder / "journal.sqlite")) as journal:
        journal.append(journal.begin_game({}, started), 0, events, 1.0)


def played(folder):
    with closing(Journal(folder / "journal.sqlite")) as journal:
        return [len(journal.events(game.id)) for game in journal.games()]


def run(capsys, *words):
    status = main([str(word) for word in words])
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == (status != 0)
    return status, said.out + said.err


def test_there_and_back(home, capsys):
    status, said = run(capsys, "backup", home / "kept.zip")
    assert (status, said) == (0, f"{home}/kept.zip: the games, the settings.\n")
    assert (home / "kept.zip").stat().st_mode & 0o777 == 0o600  # it knows every hand
    new = home / "new"
    assert run(capsys, "restore", home / "kept.zip", "--data", new, "--settings", new / "settings.toml")[0] == 0
    assert played(new) == [3]
    assert new.stat().st_mode & 0o777 == 0o700
    assert (new / "settings.toml").read_text() == "[game]\ntarget = 9\n"


@pytest.mark.parametrize("root", [True, False])
def test_under_sudo_the_file_is_the_callers(home, capsys, monkeypatch, root):
    given = []
    monkeypatch.setenv("SUDO_UID", "1000")
    monkeypatch.setenv("SUDO_GID", "1001")
    monkeypatch.setattr("device.commands.backup.os.geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr("device.commands.backup.os.chown", lambda *words: given.append(words))
    assert run(capsys, "backup", home / "kept.zip")[0] == 0
    assert given == [(home / "kept.zip", 1000, 1001)] * root


def test_profiles_too(home, capsys):
    from tests.vision.packs.test_profile import made

    made().save(home / "data/profiles/bicycle.npz")
    assert "1 pack profile" in run(capsys, "backup", home / "kept.zip")[1]
    new = home / "new"
    assert run(capsys, "restore", home / "kept.zip", "--data", new)[0] == 0
    assert (new / "profiles/bicycle.npz").read_bytes() == (home / "data/profiles/bicycle.npz").read_bytes()


@pytest.mark.parametrize("name", ["etc/settings.toml", "data/journal.sqlite", "data/profiles/bicycle.npz"])
def test_nothing_that_is_kept_is_written_over(home, capsys, name):
    (home / "data/profiles").mkdir()
    (home / "data/profiles/bicycle.npz").touch()
    before = (home / name).read_bytes()
    status, said = run(capsys, "backup", home / name)
    assert status != 0
    assert "is one of the files to read and is not written over" in said
    assert (home / name).read_bytes() == before


def test_while_a_game_is_written(home, capsys):
    """The copy is the journal of one moment: whole events only, from the first on."""
    with closing(Journal(home / "data/journal.sqlite")) as journal:
        game = journal.begin_game({}, 2000.0)
        stop = threading.Event()

        def write():
            number = 0
            while not stop.is_set():
                journal.append(game, number, [EVENT, EVENT], 2.0)
                number += 2

        writer = threading.Thread(target=write)
        writer.start()
        kept = []
        for k in range(3):
            assert run(capsys, "backup", home / f"{k}.zip")[0] == 0
            assert run(capsys, "restore", home / f"{k}.zip", "--data", home / str(k))[0] == 0
            kept.append(played(home / str(k))[1])
        stop.set()
        writer.join()
        assert kept == sorted(kept)
        assert all(number % 2 == 0 for number in kept)
        assert len(journal.events(game)) >= kept[-1]


def test_a_backup_leaves_the_journal_as_it_is(home, capsys):
    before = (home / "data/journal.sqlite").read_bytes()
    run(capsys, "backup", home / "kept.zip")
    assert (home / "data/journal.sqlite").read_bytes() == before
    assert sorted(p.name for p in (home / "data").iterdir()) == ["journal.sqlite"]


def test_games_that_are_not_in_it_are_not_lost(home, capsys):
    run(capsys, "backup", home / "kept.zip")
    play(home / "data", [EVENT] * 5, 86400.0 * 365)
    status, said = run(capsys, "restore", home / "kept.zip")
    assert status == 1
    assert "1 game(s) that go on beyond the backup" in said
    assert "1971" in said
    assert "--replace" in said
    assert played(home / "data") == [3, 5]
    assert run(capsys, "restore", home / "kept.zip", "--replace")[0] == 0
    assert played(home / "data") == [3]
    (kept,) = (home / "data").glob("journal.sqlite.before-*")
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("SELECT count(*) FROM events").fetchone() == (8,)


def test_an_older_state_of_the_same_games_gives_way(home, capsys):
    play(home / "data", [EVENT] * 5, 2000.0)
    run(capsys, "backup", home / "kept.zip")
    # a freshly installed table has begun a game in which nothing has happened
    play(home / "new", [])
    assert run(capsys, "restore", home / "kept.zip", "--data", home / "new")[0] == 0
    assert played(home / "new") == [3, 5]


def test_a_full_disk_leaves_the_games_that_were_there(home, capsys, monkeypatch):
    run(capsys, "backup", home / "kept.zip")
    play(home / "data", [EVENT], started=2000.0)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("device.commands.backup.replace_whole", full)
        status, said = run(capsys, "restore", home / "kept.zip", "--replace")
    assert (status, "No space left on device" in said) == (1, True)
    assert played(home / "data") == [3, 1]
    assert run(capsys, "restore", home / "kept.zip", "--replace")[0] == 0
    assert played(home / "data") == [3]


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links, as on FAT"])
def test_all_that_is_replaced_within_a_second_is_kept(home, capsys, monkeypatch, links):
    def none(*_):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("device.commands.backup.time.strftime", lambda *_: "20260101-000000")
    if not links:
        monkeypatch.setattr("device.commands.backup.os.link", none)
    run(capsys, "backup", home / "kept.zip")
    for games in (1, 2):
        for number in range(games):
            play(home / "data", [EVENT], started=2000.0 + number)
        assert run(capsys, "restore", home / "kept.zip", "--replace")[0] == 0
    before = sorted((home / "data").glob("journal.sqlite.before-*"))
    counts = []
    for file in before:
        with closing(sqlite3.connect(file)) as db:
            counts.append(db.execute("SELECT count(*) FROM games").fetchone()[0])
    assert (counts, played(home / "data")) == ([2, 3], [3])


def test_the_log_of_the_journal_before_does_not_stay(home, capsys):
    """Beside another journal SQLite would take it for that one's."""
    run(capsys, "backup", home / "kept.zip")
    left = home / "left"
    play(left, [EVENT])
    data = (left / "journal.sqlite").read_bytes()
    with closing(Journal(left / "journal.sqlite")) as journal:
        journal.begin_game({})
        log = (left / "journal.sqlite-wal").read_bytes()
    (left / "journal.sqlite").write_bytes(data)
    (left / "journal.sqlite-wal").write_bytes(log)  # as after a power cut
    assert run(capsys, "restore", home / "kept.zip", "--data", left, "--replace")[0] == 0
    assert played(left) == [3]


def test_only_the_games(home, capsys):
    run(capsys, "backup", home / "kept.zip")
    (home / "etc/settings.toml").write_text("# mine\n")
    assert run(capsys, "restore", home / "kept.zip", "--only-games")[0] == 0
    assert (home / "etc/settings.toml").read_text() == "# mine\n"
    assert run(capsys, "restore", home / "kept.zip")[0] == 0
    assert (home / "etc/settings.toml").read_text() == "[game]\ntarget = 9\n"
    (before,) = (home / "etc").glob("settings.toml.before-*")
    assert before.read_text() == "# mine\n"


def test_not_under_a_running_table(home, capsys):
    run(capsys, "backup", home / "kept.zip")
    with only_one(home / "data"):
        assert run(capsys, "backup", home / "again.zip")[0] == 0
        status, said = run(capsys, "restore", home / "kept.zip")
    assert status == 1
    assert "stop it" in said


def test_a_journal_that_is_none_gives_way_only_when_told(home, capsys):
    run(capsys, "backup", home / "kept.zip")
    (home / "data/journal.sqlite").write_bytes(b"rubbish" * 1000)
    assert "cannot be read" in run(capsys, "restore", home / "kept.zip")[1]
    assert run(capsys, "backup", home / "again.zip")[0] == 1
    assert not (home / "again.zip").exists()
    assert run(capsys, "restore", home / "kept.zip", "--replace")[0] == 0
    assert played(home / "data") == [3]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["backup", "kept.zip", "--data", "nowhere", "--settings", "nothing.toml"], "there is nothing to keep"),
        (["backup", "none/kept.zip"], "there is no folder"),
        (["backup", "data/journal.sqlite"], "is not written over"),
        (["backup", "."], "is a folder"),
        (["restore", "none.zip"], "cannot be read (No such file"),
        (["restore", "."], "cannot be read (Is a directory"),
        (["restore", "kept.zip", "--data", "etc/settings.toml"], "cannot be"),
    ],
)
def test_one_sentence(home, capsys, monkeypatch, words, said):
    monkeypatch.chdir(home)
    if words[0] == "restore":
        run(capsys, "backup", "kept.zip")
    status, told = run(capsys, *words)
    assert status == 1
    assert said in told
    assert not Path("nowhere").exists()


def packed(files, about=None, how=zipfile.ZIP_STORED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", how) as into:
        told = {"format": 1, "files": sorted(files)} if about is None else about
        into.writestr("whist-table.json", told if isinstance(told, str) else json.dumps(told))
        for name, content in files.items():
            into.writestr(name, content)
    return data.getvalue()


def other_database(version=0, application=0):
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE cards (card TEXT)")
        db.execute(f"PRAGMA application_id = {application}")
        db.execute(f"PRAGMA user_version = {version}")
        return db.serialize()


FOREIGN = {
    "nothing": b"",
    "no zip": b"PK" + b"x" * 1000,
    "a zip of other things": packed({"letter.txt": b"Dear"}),
    "a path out of the folder": packed({"profiles/../../../evil.npz": b"x"}),
    "an absolute path": packed({"/etc/passwd": b"x"}),
    "a profile with a strange name": packed({"profiles/.hidden.npz": b"x"}),
    "no word of what it is": packed({}, "[]"),
    "no JSON": packed({}, "{"),
    "a list that does not fit": packed({}, {"format": 1, "files": ["journal.sqlite"]}),
    "a newer format": packed({}, {"format": 2, "files": []}),
    "a format that is no number": packed({}, {"format": "1", "files": []}),
    "a journal that is no database": packed({"journal.sqlite": b"x" * 5000}),
    "another program's database": packed({"journal.sqlite": other_database()}),
    "a newer journal": packed({"journal.sqlite": other_database(99, 0x77687374)}),
    "a journal without games": packed({"journal.sqlite": other_database(1, 0x77687374)}),
    "wrong settings": packed({"settings.toml": b"[page]\nprot = 1\n"}),
    "a profile that is none": packed({"profiles/bicycle.npz": b"x"}),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_backup_is_refused_and_nothing_is_written(home, capsys, name):
    (home / "foreign.zip").write_bytes(FOREIGN[name])
    status, _ = run(capsys, "restore", home / "foreign.zip", "--data", home / "new", "--replace")
    assert status == 1
    assert [p.name for p in (home / "new").rglob("*") if p.name != "in-use.lock"] == []
    assert (home / "etc/settings.toml").read_text() == "[game]\ntarget = 9\n"
    assert not (home / "evil.npz").exists()


def test_a_backup_that_was_cut_short_or_damaged(home, capsys):
    run(capsys, "backup", home / "kept.zip")
    whole = (home / "kept.zip").read_bytes()
    step = max(1, len(whole) // 12)
    for k in range(0, len(whole), step):
        (home / "cut.zip").write_bytes(whole[:k])
        assert run(capsys, "restore", home / "cut.zip", "--data", home / "new")[0] == 1
        (home / "bent.zip").write_bytes(whole[:k] + bytes([whole[k] ^ 0x55]) + whole[k + 1 :])
        status, _ = run(capsys, "restore", home / "bent.zip", "--data", home / f"bent-{k}")
        # a bit that no one reads may differ; what is restored is right all the same
        assert status == 1 or played(home / f"bent-{k}") == [3]
    assert not (home / "new/journal.sqlite").exists()


def test_a_zip_that_unpacks_to_more_than_a_backup_would(home, capsys, monkeypatch):
    monkeypatch.setattr("device.commands.backup.MOST_BYTES", 10_000)
    (home / "bomb.zip").write_bytes(packed({"journal.sqlite": b"\0" * 20_000}, how=zipfile.ZIP_DEFLATED))
    assert "and no backup is as large" in run(capsys, "restore", home / "bomb.zip", "--data", home / "new")[1]


def journal_with(statement):
    """A journal as this program writes it, but for something that was added."""
    with closing(sqlite3.connect(":memory:")) as db:
        for migration in MIGRATIONS:
            migration(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.executescript(statement)
        return db.serialize()


def linked(name, to):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as into:
        into.writestr("whist-table.json", json.dumps({"format": 1, "files": [name]}))
        link = zipfile.ZipInfo(name)
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        into.writestr(link, to)
    return data.getvalue()


def twice(name):
    data = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(data, "w") as into:
        warnings.simplefilter("ignore")
        into.writestr("whist-table.json", json.dumps({"format": 1, "files": [name]}))
        for content in (b"[game]\n", b"[page]\n"):
            into.writestr(name, content)
    return data.getvalue()


def claiming(shape):
    """A profile one of whose arrays claims a shape."""
    data, head = io.BytesIO(), io.BytesIO()
    np.lib.format.write_array_header_2_0(head, {"descr": "<f4", "fortran_order": False, "shape": shape})
    with zipfile.ZipFile(data, "w") as into:
        into.writestr("own.npy", head.getvalue())
    return data.getvalue()


def lying():
    """Two hundred megabytes that say they are a thousand bytes."""
    data = bytearray(packed({"journal.sqlite": bytes(200_000_000)}, how=zipfile.ZIP_DEFLATED))
    at = data.rindex(b"PK\1\2")
    data[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    return bytes(data)


def test_no_more_is_unpacked_than_a_zip_says(home, capsys):
    (home / "lies.zip").write_bytes(lying())
    tracemalloc.start()
    try:
        assert run(capsys, "restore", home / "lies.zip", "--data", home / "new")[0] == 1
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


TRIGGER = "CREATE TRIGGER evil AFTER INSERT ON events BEGIN DELETE FROM events; END"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (lambda: packed({"journal.sqlite": journal_with("")}), None),
        (lambda: packed({"journal.sqlite": journal_with(TRIGGER)}), "holds triggers, views or indices"),
        (
            lambda: packed({"journal.sqlite": journal_with("DROP TABLE games; CREATE VIEW games AS SELECT 1 AS id")}),
            "holds triggers, views or indices",
        ),
        (
            lambda: packed({"journal.sqlite": journal_with("CREATE TABLE more (x)")}),
            "is no journal of this program, or damaged",
        ),
        (
            lambda: packed({"journal.sqlite": journal_with("INSERT INTO games VALUES (1, 1.4e163, '{}', NULL, '{}')")}),
            "is no journal of this program, or damaged",
        ),
        (lambda: linked("settings.toml", "/etc/passwd"), "holds links"),
        (lambda: twice("settings.toml"), "is no backup of this program"),
        (lambda: packed({f"{k}": b"" for k in range(5000)}), "is no backup of this program"),
        (lambda: packed({"profiles/big.npz": claiming((10**6, 10**6))}), "is no profile, or one cut short"),
        (lambda: packed({}, "[" * 100_000), "is no backup of this program"),
    ],
)
def test_what_somebody_else_put_into_it(home, capsys, data, why):
    (home / "made.zip").write_bytes(data())
    status, said = run(capsys, "restore", home / "made.zip", "--data", home / "new", "--replace")
    assert status == (why is not None)
    assert why is None or why in said
    assert [p.name for p in (home / "new").rglob("*") if p.name != "in-use.lock"] == ["journal.sqlite"] * (why is None)


def test_a_pipe_is_no_backup(home, capsys):
    os.mkfifo(home / "pipe")
    assert "it is a pipe or a device" in run(capsys, "restore", home / "pipe", "--data", home / "new")[1]
