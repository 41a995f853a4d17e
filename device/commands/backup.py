"""``whist-table backup`` and ``restore``: games, profiles and settings in one zip file.

In it lie ``whist-table.json`` (what it is), ``journal.sqlite``, ``profiles/NAME.npz`` and ``settings.toml``; any of the
last three may be missing. It knows every hand, so it is made for its owner's eyes alone.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import sqlite3
import stat
import struct
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from device.journal.journal import APPLICATION, JOURNAL, MIGRATIONS
from device.journal.soundness import is_sound, schema_of, schemas_of
from device.settings import settings as settings_file
from device.settings.errors import CommandError
from device.settings.settings import SettingsError
from vision.input_files import contents
from vision.output_files import OutputError, check_output, replace_whole, write_whole
from vision.packs.profile import SUFFIX, Profile, ProfileError, profile_path

ABOUT: Final = "whist-table.json"
SETTINGS: Final = "settings.toml"
PROFILES: Final = "profiles/"
FORMAT: Final = 1
"""Version of the file; a newer one is refused."""
MOST_BYTES: Final = 2**28
"""A backup that would unpack to more is none: ten years of evenings have a third of it, and a Pi can hold it."""
_MOST_FILES: Final = 1000
_LONGEST_LIST: Final = 200_000
"""Files in a backup at most, and bytes of the list of them at a zip's end."""

EventCounts = Mapping[tuple[int, float], int]
"""How many events each game has, by its number and when it began."""


class Backup(NamedTuple):
    """The files of a backup, checked: what each holds, by its name within the zip."""

    files: dict[str, bytes]
    played: EventCounts


def backup(options: argparse.Namespace) -> int:
    """Write games, profiles and settings into one file; the table may be in play meanwhile."""
    folder, settings = _places(options)
    journal = folder / JOURNAL
    try:
        check_output(options.file, [journal, settings, *_profiles(folder)])
        files = dict(_files(folder, settings))
        if not files:
            raise CommandError(f"there is nothing to keep in {folder}; name the folder of the games with --data.")
        write_whole(options.file, _packed(files), 0o600)
        _give_to_caller(options.file)
    except OutputError as error:
        raise CommandError(f"{error}.") from error
    except OSError as error:
        raise CommandError(f"{error.filename or options.file} cannot be copied ({error.strerror}).") from error
    print(f"{options.file}: {_told(files)}.")
    return 0


def restore(options: argparse.Namespace) -> int:
    """Put a backup's games, profiles and settings in place; what they replace is kept beside them."""
    from device.run import only_one

    folder, settings = _places(options)
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        with only_one(folder):
            kept = _opened(options.file, folder)
            files = {name: data for name, data in kept.files.items() if not options.only_games or name == JOURNAL}
            _refuse_loss(folder / JOURNAL, kept.played, options)
            for name, data in files.items():
                _put(settings if name == SETTINGS else folder / name, data)
    except OSError as error:
        raise CommandError(f"{error.filename or folder} cannot be written ({error.strerror}).") from error
    print(f"Restored from {options.file}: {_told(files)}.")
    return 0


def _give_to_caller(file: Path) -> None:
    """Under sudo the file belongs to whoever called for it, or they could not even carry it away."""
    user, group = os.environ.get("SUDO_UID", ""), os.environ.get("SUDO_GID", "")
    if os.geteuid() == 0 and user.isdecimal() and group.isdecimal():
        with suppress(OSError):  # a stick that knows no owners lets everybody carry it away
            os.chown(file, int(user), int(group))


def _places(options: argparse.Namespace) -> tuple[Path, Path]:
    """The data folder and the settings file, whether there or not."""
    file = options.settings or settings_file.default_place()
    if options.data is not None:
        return options.data.absolute(), file
    return settings_file.load(options.settings or settings_file.default_file()).data_folder(), file


def _files(folder: Path, settings: Path) -> Iterator[tuple[str, bytes]]:
    if (folder / JOURNAL).exists():
        yield JOURNAL, _copied(folder / JOURNAL)
    for path in _profiles(folder):
        yield PROFILES + path.name, contents(path, MOST_BYTES)
    if settings.is_file():
        yield SETTINGS, settings.read_bytes()


def _profiles(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / PROFILES).glob(f"*{SUFFIX}") if not path.name.startswith("."))


def _copied(journal: Path) -> bytes:
    """The journal as it stands at one moment, while another process may write to it."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / JOURNAL
        try:
            with closing(sqlite3.connect(journal, timeout=10)) as db, closing(sqlite3.connect(copy)) as to:
                _check_journal(db, str(journal))
                db.backup(to)
                # a file by itself, without a log beside it
                to.execute("PRAGMA journal_mode = DELETE")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise CommandError(f"the journal {journal} cannot be copied ({error}).") from error
        return copy.read_bytes()


def _packed(files: Mapping[str, bytes]) -> bytes:
    about = {"format": FORMAT, "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "files": sorted(files)}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        into.writestr(ABOUT, json.dumps(about, indent=1))
        for name, data in files.items():
            into.writestr(name, data)
    return packed.getvalue()


def _opened(file: Path, folder: Path) -> Backup:
    """The backup in ``file``, looked through to the last byte; raises ``CommandError`` unless it can all be used."""
    files = _unpacked(file)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as scratch:
        played: EventCounts = {}
        for name, data in files.items():
            path = Path(scratch) / Path(name).name
            path.write_bytes(data)
            try:
                if name == JOURNAL:
                    with closing(sqlite3.connect(path)) as db:
                        played = _check_journal(db, f"the journal in {file}")
                elif name == SETTINGS:
                    settings_file.load(path)
                else:
                    Profile.load(path)
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise CommandError(f"the journal in {file} cannot be read ({type(error).__name__}).") from error
            except (SettingsError, ProfileError) as error:
                why = str(error).replace(str(path), name).rstrip(".")
                raise CommandError(f"{file}: {why}; --only-games restores the games alone.") from error
    return Backup(files, played)


def _unpacked(file: Path) -> dict[str, bytes]:
    """What lies in the zip, except what says that it is a backup; only what a backup holds, and all that it says."""
    foreign = CommandError(f"{file} is no backup of this program, or not whole; name a file that `backup` wrote.")
    try:
        data = contents(file, MOST_BYTES)
        _refuse_long_list(data)
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = packed.infolist()
            if len(entries) > _MOST_FILES or len({entry.filename for entry in entries}) < len(entries):
                raise foreign
            if any(stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG) for entry in entries):
                raise CommandError(f"{file} holds links or other things that are no files, as no backup does.")
            if sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise CommandError(
                    f"{file} would unpack to more than {MOST_BYTES // 10**6} MB, and no backup is as large."
                )
            files = {entry.filename: _member(packed, entry) for entry in entries}
        about = json.loads(files.pop(ABOUT))
        made_by, names = about["format"], about["files"]
    except OSError as error:
        raise CommandError(f"{file} cannot be read ({error.strerror or 'it is damaged'}).") from error
    except _NO_ZIP as error:
        raise foreign from error
    if isinstance(made_by, int) and made_by > FORMAT:
        raise CommandError(f"{file} was made by a newer program; update this one.")
    if made_by != FORMAT or names != sorted(files) or not all(map(_belongs, files)):
        raise foreign
    return files


_NO_ZIP: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    TypeError,
    ValueError,
    RuntimeError,  # also of JSON that is nested too deeply, and of what is locked by a password
    NotImplementedError,
    MemoryError,
)


def _member(packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A file of the zip, of which no more is unpacked than it says that it has."""
    with packed.open(entry) as file:
        return file.read(entry.file_size) + file.read(1)


def _refuse_long_list(data: bytes) -> None:
    """Raises ``ValueError`` for a zip whose list of files is longer than that of a backup: to read it may take long."""
    at = data.rfind(b"PK\5\6", -(22 + 65535))
    if at < 0 or len(data) < at + 22 or struct.unpack_from("<I", data, at + 12)[0] > _LONGEST_LIST:
        raise ValueError("no list of a backup")
    if data[at - 20 : at - 16] == b"PK\6\7":  # a second, longer list takes the place of the first
        raise ValueError("no list of a backup")


def _belongs(name: str) -> bool:
    """Whether a backup has a file of this name; so none leads out of the data folder."""
    if name in (JOURNAL, SETTINGS):
        return True
    if not (name.startswith(PROFILES) and name.endswith(SUFFIX)):
        return False
    try:
        return str(profile_path(Path(), name[len(PROFILES) : -len(SUFFIX)])) == name
    except ProfileError:
        return False


def _check_journal(db: sqlite3.Connection, where: str) -> EventCounts:
    """What was played, of a journal that is sound and known; raises ``CommandError``, or sqlite3's own errors."""
    known = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
    version = db.execute("PRAGMA user_version").fetchone()[0]
    schema, schemas = schema_of(db), schemas_of(tuple(MIGRATIONS))
    if known and schema not in schemas and version > len(MIGRATIONS):
        raise CommandError(f"{where} was written by a newer program; update this one.")
    if {row[0] for row in schema} - {"table"}:
        raise CommandError(f"{where} holds triggers, views or indices, as no journal of this program does.")
    # before anything else is read of it: a table may be one that reckons
    if not known or version < 1 or schema not in schemas[version : version + 1] or not is_sound(db):
        raise CommandError(f"{where} is no journal of this program, or damaged.")
    counted = "SELECT id, started, (SELECT count(*) FROM events WHERE game = id) FROM games"
    return {(number, started): events for number, started, events in db.execute(counted)}


def _refuse_loss(journal: Path, restored: EventCounts, options: argparse.Namespace) -> None:
    """Raises ``CommandError`` when something was played here that the backup does not know."""
    if options.replace or not journal.exists():
        return
    try:
        with closing(sqlite3.connect(journal)) as db:
            here = _check_journal(db, str(journal))
    except (sqlite3.Error, UnicodeDecodeError, CommandError) as error:
        why = f"the journal {journal} cannot be read"
        raise CommandError(f"{why}; to put the backup in its place all the same: --replace.") from error
    newer = [game for game, events in here.items() if events > restored.get(game, 0)]
    if newer:
        when = time.strftime("%d %B %Y", time.localtime(max(started for _, started in newer)))
        raise CommandError(
            f"{journal} has {len(newer)} game(s) that go on beyond the backup, the last begun on {when}; "
            "to put the backup in their place all the same: --replace (they are kept beside it)."
        )


def _put(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all; another one that lies there is kept, too, under a name with the time."""
    if path.exists():
        if path.name == JOURNAL:
            _close_log(path)
        if path.read_bytes() == data:
            return
        _keep(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_whole(path, data, 0o644 if path.name == SETTINGS else 0o600)


def _keep(path: Path) -> None:
    """Give the file at ``path`` a second name with the time, which no other has; the first stays until another file
    takes it."""
    name = f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S')}"
    ends = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    kept = next(one for end in ends if not os.path.lexists(one := path.with_name(name + end)))
    try:
        os.link(path, kept)
    except OSError:  # a card or a stick with FAT knows no second names
        replace_whole(kept, path.read_bytes(), 0o600)


def _close_log(journal: Path) -> None:
    """Bring a journal's log into it: left beside another journal it would be taken for that one's."""
    try:
        with closing(sqlite3.connect(journal)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        pass  # it is no database: its log is of no use either
    for end in ("-wal", "-shm"):
        journal.with_name(journal.name + end).unlink(missing_ok=True)


def _told(files: Mapping[str, Any]) -> str:
    profiles = sum(name.startswith(PROFILES) for name in files)
    parts = [
        *(["the games"] if JOURNAL in files else []),
        *([f"{profiles} pack profile{'s' if profiles > 1 else ''}"] if profiles else []),
        *(["the settings"] if SETTINGS in files else []),
    ]
    return ", ".join(parts)
