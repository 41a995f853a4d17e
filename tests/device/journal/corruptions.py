"""Damages a journal in every single way above SQLite, and opens it each time as the program does.

``python -m tests.device.journal.corruptions`` changes every byte of the file's header and schema, swaps every page with
every other, and deletes, doubles and renumbers every row of every table and puts nothing, text, a huge number and
deeply nested JSON into every field of it. Each time the program must start, say what it set aside, keep it to the byte,
keep every hand that can still be read, once, and an evening that is played afterwards must be there at the next start.
What can be read is reckoned here from what was damaged, not asked of the program. Status 1 when anything falls short.
"""

from __future__ import annotations

import argparse
import itertools
import json
import logging
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from tqdm import tqdm

from device.journal.journal import APPLICATION, MIGRATIONS, Game, JournalEntry, JournalError
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.history import PastMatches
from device.records.played import match_of
from tests.device.records.test_past_matches import played
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused

HUGE: Final = 1.4e163
NESTED: Final = "[" * 100_000
VALUES: Final[Mapping[str, Any]] = {"nothing": None, "text": "no", "huge": HUGE, "nested": NESTED}
TABLES: Final = {
    "games": ("id", "started", "options", "finished", "names"),
    "events": ("game", "number", "t", "json"),
    "seats": ("person", "token_hash"),
}
KEYS: Final = {"games": ("id",), "events": ("game", "number"), "seats": ("person",)}
FAR: Final = 1_000_000
NOTHING_BUT_TEXT: Final = (("events", "json"), ("games", "options"))
"""Fields in which a hand itself stands: what was in them is gone."""


class Match(NamedTuple):
    """A match of the journal to be damaged: what it keeps of it, and how many events there are after each hand."""

    options: str
    events: tuple[str, ...]
    ends: tuple[int, ...]


class Case(NamedTuple):
    """One damage: the bytes of the file, how many hands of each match can still be read, and the matches themselves."""

    kind: str
    name: str
    data: bytes
    readable: tuple[int, ...]
    matches: tuple[Match, ...]


@dataclass
class Count:
    """What the cases of one kind came to."""

    cases: int = 0
    starts: int = 0
    said: int = 0
    readable: int = 0
    kept: int = 0
    evenings_lost: int = 0
    wrong: list[str] = field(default_factory=list)


# -- the journal -------------------------------------------------------------------------------------------------------


@cache
def matches(games: tuple[tuple[str, int], ...]) -> tuple[Match, ...]:
    """Matches of so many hands each, the last left off in the hand after them."""
    found = []
    for place, (game, hands) in enumerate(games, 1):
        options, events = played(game, 0)
        told = [json.dumps(event.to_json(), ensure_ascii=False, separators=(",", ":")) for event in events]
        ends = [number for number, text in enumerate(told, 1) if text.startswith('{"event":"hand_scored"')]
        last = ends[hands - 1] + 60 * (place == len(games))
        found.append(Match(json.dumps(options), tuple(told[:last]), tuple(ends[:hands])))
    return tuple(found)


FEW: Final = matches((("candid", 1), ("bid", 1), ("android", 1)))
MANY: Final = matches((("candid", 3), ("classic", 3), ("bid", 1), ("german", 1), ("italian", 2), ("android", 2)))


def written(path: Path, played: Sequence[Match]) -> bytes:
    """The sound journal of some matches, as the program leaves it; some of their events happened at once."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for migration in MIGRATIONS:
            migration(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("BEGIN")
        for number, match in enumerate(played, 1):
            begun = 1e9 + 1e5 * number
            finished = None if number == len(played) else begun + 9e4
            row = (number, begun, match.options, finished, '{"south":"Anna"}')
            db.execute("INSERT INTO games (id, started, options, finished, names) VALUES (?, ?, ?, ?, ?)", row)
            rows = [(number, k, begun + k // 3, text) for k, text in enumerate(match.events)]
            db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        db.executemany("INSERT INTO seats VALUES (?, ?)", [("north", "ab" * 32), ("south", "cd" * 32)])
        db.execute("COMMIT")
    return path.read_bytes()


def whole(played: Sequence[Match]) -> tuple[int, ...]:
    """How many hands each match has."""
    return tuple(len(match.ends) for match in played)


# -- damages -----------------------------------------------------------------------------------------------------------


def of_bytes(sound: bytes) -> Iterator[Callable[[], Case]]:
    """Every single byte of the header and of the schema behind it, changed in two ways."""
    page = int.from_bytes(sound[16:18])
    first = int.from_bytes(sound[105:107])
    for at in (*range(100 + 8 + 2 * int.from_bytes(sound[103:105])), *range(first, page)):
        for change in (0x01, 0xFF):
            yield partial(_byte, sound, at, change)


def _byte(sound: bytes, at: int, change: int) -> Case:
    data = bytearray(sound)
    data[at] ^= change
    return Case("byte", f"byte {at} ^ {change}", bytes(data), whole(FEW), FEW)


def of_pages(sound: bytes) -> Iterator[Callable[[], Case]]:
    """Every page in the place of every other."""
    page = int.from_bytes(sound[16:18])
    for one, other in itertools.combinations(range(len(sound) // page), 2):
        yield partial(_swapped, sound, page, one, other)


def _swapped(sound: bytes, page: int, one: int, other: int) -> Case:
    pages = [sound[at : at + page] for at in range(0, len(sound), page)]
    pages[one], pages[other] = pages[other], pages[one]
    return Case("page", f"pages {one + 1} and {other + 1}", b"".join(pages), whole(MANY), MANY)


def of_rows(sound: bytes) -> Iterator[Callable[[], Case]]:
    """Every row of every table, in every way that SQLite can hold."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(_with_log(sound, 1))
        keys = {table: db.execute(f"SELECT {', '.join(key)} FROM {table}").fetchall() for table, key in KEYS.items()}
    for table, rows in keys.items():
        for key in rows:
            for how in ("deleted", "doubled", "renumbered"):
                yield partial(_row, sound, table, key, how, "", None)
            for column in TABLES[table]:
                for how, value in VALUES.items():
                    if column not in KEYS[table] or (value is not None and column != "id"):
                        yield partial(_row, sound, table, key, how, column, value)


def _row(sound: bytes, table: str, key: tuple[Any, ...], how: str, column: str, value: Any) -> Case:
    where = " AND ".join(f"{name} = ?" for name in KEYS[table])
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(_with_log(sound, 1))
        texts = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        version = db.execute("PRAGMA schema_version").fetchone()[0]
        db.execute("PRAGMA writable_schema = ON")
        db.executemany(
            "UPDATE sqlite_master SET sql = ? WHERE name = ?",
            [(text.replace("NOT NULL", ""), name) for name, text in texts],
        )
        db.execute(f"PRAGMA schema_version = {version + 1}")
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as loose:
            loose.deserialize(db.serialize())
            if how == "deleted":
                loose.execute(f"DELETE FROM {table} WHERE {where}", key)
            elif how == "doubled":
                row = list(loose.execute(f"SELECT * FROM {table} WHERE {where}", key).fetchone())
                row[len(key) - 1] = _next(loose, table, key)
                loose.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
            elif how == "renumbered":
                new = f"{key[-1]}x" if isinstance(key[-1], str) else key[-1] + FAR
                loose.execute(f"UPDATE {table} SET {KEYS[table][-1]} = ? WHERE {where}", (new, *key))
            else:
                loose.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value, *key))
            loose.execute("PRAGMA writable_schema = ON")
            loose.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", [(text, name) for name, text in texts])
            data = _with_log(loose.serialize(), 2)
    return Case(table, f"{table} {key} {column} {how}", data, _readable(table, key, how, column), FEW)


def _with_log(data: bytes, version: int) -> bytes:
    """A database as one that has a write-ahead log (2), or none (1): in memory there is none."""
    return data[:18] + bytes((version, version)) + data[20:]


def _next(db: sqlite3.Connection, table: str, key: tuple[Any, ...]) -> Any:
    if table == "seats":
        return f"{key[0]}2"
    of = f" WHERE game = {key[0]}" if table == "events" else ""
    return db.execute(f"SELECT max({KEYS[table][-1]}) + 1 FROM {table}{of}").fetchone()[0]


def _readable(table: str, key: tuple[Any, ...], how: str, column: str) -> tuple[int, ...]:
    """How many hands of each match can be read: where an event is gone, those that were over before it; where an
    Android match's house rules are, those that the usual ones allow."""
    gone = how == "deleted" or (table, column) in NOTHING_BUT_TEXT
    if table == "seats" or not gone:
        return whole(FEW)
    hands = list(whole(FEW))
    match = FEW[key[0] - 1]
    if table == "events":
        hands[key[0] - 1] = sum(end <= key[1] for end in match.ends)
    elif json.loads(match.options).get("game") is None:
        hands[key[0] - 1] = hands_in("{}", match.events)
    return tuple(hands)


# -- opening -----------------------------------------------------------------------------------------------------------


@cache
def hands_in(options: str, events: tuple[str, ...]) -> int:
    """How many hands the program reads in the events of a match."""
    entries = [JournalEntry(number, 0.0, json.loads(text)) for number, text in enumerate(events)]
    try:
        return sum(
            hand.line is not None for hand in match_of(Game(1, 0.0, json.loads(options), None, {}), entries).hands
        )
    except ValueError:
        return 0


EVENING: Final = '{"target":7}'


def evening() -> tuple[str, ...]:
    """What happens on the evening after."""
    return FEW[2].events[:12]


def judge(case: Case, folder: Path, count: Count) -> None:
    """Open a damaged journal in ``folder``, play an evening, open it again, and add to ``count`` what came of it."""
    path = folder / "journal.sqlite"
    path.write_bytes(case.data)
    count.cases += 1
    count.readable += sum(case.readable)
    wrong: list[str] = []
    try:
        scribe = Scribe(path)
        keeper = Keeper(AndroidOptions(), scribe)
    except Exception as error:
        count.wrong.append(f"{case.name}: it did not start: {type(error).__name__}: {error}")
        count.evenings_lost += 1
        return
    count.starts += 1
    aside = [file.read_bytes() for file in sorted(folder.glob("journal.damaged-*.sqlite"))]
    notes = " ".join(keeper.public_view()["notes"])
    if aside not in ([], [case.data]):
        wrong.append("what was set aside is not what was there")
    if bool(aside) != ("It was kept as" in notes):
        wrong.append(f"it did not say so: {notes}")
    count.said += bool(aside)
    kept = _kept(case.matches, scribe)
    count.kept += sum(min(pair) for pair in zip(kept, case.readable, strict=True))
    if any(there < can for there, can in zip(kept, case.readable, strict=True)):
        wrong.append(f"hands {kept} of {case.readable}")
    if any(there > whole for there, whole in zip(kept, whole(case.matches), strict=True)):
        wrong.append(f"hands twice: {kept} of {whole(case.matches)}")
    wrong += _on_the_page(scribe)
    if not _evening_is_kept(path, scribe):
        count.evenings_lost += 1
        wrong.append("the evening after is lost")
    if len(list(folder.glob("journal.damaged-*.sqlite"))) != len(aside):
        wrong.append("it was set aside again")
    count.wrong += [f"{case.name}: {sentence}" for sentence in wrong]


def _kept(matches: Sequence[Match], scribe: Scribe) -> tuple[int, ...]:
    """How many hands of each match are in the journal now, each as often as it is there."""
    try:
        with scribe.journal.reading() as db:
            games = db.execute("SELECT id, options FROM games").fetchall()
            rows = db.execute("SELECT game, json FROM events ORDER BY game, number").fetchall()
    except JournalError:
        return (0,) * len(matches)
    kept = [0] * len(matches)
    for number, options in games:
        texts = tuple(text for game, text in rows if game == number)
        for place, match in enumerate(matches):
            same = next(
                (k for k, (one, own) in enumerate(zip(texts, match.events, strict=False)) if one != own), len(texts)
            )
            # two matches of different games differ from their first event on
            if texts[:1] == match.events[:1]:
                kept[place] += min(hands_in(options, texts), sum(end <= same for end in match.ends))
    return tuple(kept)


_LOOKED_AT: Final[set[int]] = set()
"""What journals held whose pages were looked at and found right."""


def _on_the_page(scribe: Scribe) -> list[str]:
    """What is wrong with the page and its files, looked at once for all journals that hold the same."""
    try:
        with scribe.journal.reading() as db:
            rows = db.execute("SELECT id, options, names FROM games").fetchall()
            held = hash((*rows, *db.execute("SELECT game, number, json FROM events").fetchall()))
    except JournalError as error:
        return [f"the journal cannot be read: {error}"]
    if held not in _LOOKED_AT:
        if wrong := _wrong_on_the_page(PastMatches(scribe)):
            return wrong
        _LOOKED_AT.add(held)
    return []


def _wrong_on_the_page(past: PastMatches) -> list[str]:
    try:
        for evening in past.page()["evenings"]:
            for match in evening["matches"]:
                if not match.get("unreadable"):
                    past.match(match["number"])
        past.export("json")
    except Refused as error:
        return [f"the page says: {error}"] if "no hand" not in str(error) else []
    except Exception as error:
        return [f"the page fails: {type(error).__name__}: {error}"]
    return []


def _evening_is_kept(path: Path, scribe: Scribe) -> bool:
    scribe.leave()
    scribe.begin(json.loads(EVENING))
    events = evening()
    for first in range(0, len(events), 4):
        scribe.write([json.loads(text) for text in events[first : first + 4]], 2e9 + first)
    trouble = scribe.trouble
    scribe.close()
    again = Scribe(path)
    try:
        there = [json.dumps(entry.event, ensure_ascii=False, separators=(",", ":")) for entry in again.left_off.entries]
        return trouble is None and not again.said and tuple(there) == events
    finally:
        again.close()


# -- the sweep ---------------------------------------------------------------------------------------------------------


def cases(folder: Path) -> list[Callable[[], Case]]:
    """All damages."""
    few, many = written(folder / "few.sqlite", FEW), written(folder / "many.sqlite", MANY)
    return [*of_bytes(few), *of_pages(many), *of_rows(few)]


def sweep(chosen: Sequence[Callable[[], Case]], folder: Path, hidden: bool = False) -> dict[str, Count]:
    """Judge the chosen cases; what came of them by kind."""
    counts: dict[str, Count] = {}
    logging.disable(logging.WARNING)
    try:
        for make in tqdm(chosen, unit="case", desc="corruptions", disable=hidden or None):
            case = make()
            place = folder / "case"
            place.mkdir()
            judge(case, place, counts.setdefault(case.kind, Count()))
            shutil.rmtree(place)
    finally:
        logging.disable(logging.NOTSET)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="only every so many-th case (1: all)")
    parser.add_argument("--first", type=int, default=0, help="the first case (0)")
    parser.add_argument("--last", type=int, help="the case before which to end")
    parser.add_argument("--folder", type=Path, help="where to work, such as a disk in memory")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        counts = sweep(cases(Path(scratch))[options.first : options.last : options.every], Path(scratch))
    for kind, count in counts.items():
        for sentence in count.wrong:
            print(sentence)
        print(
            f"{kind}: starts {count.starts} of {count.cases} ({count.said} set aside); hands kept {count.kept} of "
            f"{count.readable} readable; later evenings lost {count.evenings_lost}; {len(count.wrong)} wrong"
        )
    everything = [
        sum(getattr(count, key) for count in counts.values())
        for key in ("starts", "cases", "kept", "readable", "evenings_lost")
    ]
    print("all: starts {} of {}; hands kept {} of {} readable; later evenings lost {}".format(*everything))
    return int(any(count.wrong for count in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
