"""Plays at forty tables while they and their club are killed, and measures how soon a result is in the ranking.

    python -m tests.device.club.forty_tables [--tables 40] [--matches 3] [--kills 20] [--postgresql] [--seed S]

First tables and club are killed, and the ranking must be right to the last match; then each table ends a match while
nobody is killed, and it is measured how long that takes to be in the ranking. Status 1 when the ranking is wrong, or
when one result in twenty takes more than a second.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from tqdm import tqdm

from device.club.club import Club
from device.club.store import Store
from tests.device.club.databases import postgresql
from tests.device.club.tables import Tables
from tests.device.home.brokers import until

MOST_S = 1.0


@contextmanager
def database(kind: bool) -> Iterator[str]:
    """The URL of an empty store."""
    if kind:
        with postgresql() as url:
            yield url
    else:
        with TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'club.sqlite'}"


def right(club: Club, tables: Tables) -> bool:
    """Whether the ranking is what was reckoned beside it."""
    return {one["name"]: (one["won"], one["matches"]) for one in club.view()["ranking"]} == tables.won()


def taken_in(store: Store, tables: Tables) -> None:
    """Wait until all that has happened is in the store, so long as more of it comes."""
    while (kept := store.count()) < tables.happened:
        until(lambda kept=kept: store.count() > kept, "any more")


def killed(tables: Tables, url: str, matches: int, kills: int, rng: random.Random) -> None:
    """Let the tables play while they, and the club, are killed; raises ``AssertionError`` for a wrong ranking."""
    every = [*tables.tables.values()]
    for step in tqdm(range(kills), desc="kills", unit="club", disable=None):
        store = Store(url)
        club = Club(tables.where, store)
        for table in every:
            table.play(matches * table.each // kills + (step == kills - 1) * (matches * table.each % kills))
        for table in rng.sample(every, len(every) // 2):
            table.die()
        time.sleep(rng.random())
        for table in every:
            table.return_()
        club.close()
        store.close()
    store = Store(url)
    club = Club(tables.where, store)
    taken_in(store, tables)
    until(lambda: right(club, tables), "the right ranking")
    club.close()
    store.close()


def measured(tables: Tables, url: str) -> list[float]:
    """Seconds from the end of a match to the ranking, one for each table."""
    store = Store(url)
    club = Club(tables.where, store)
    for table in tables.tables.values():
        table.play(table.each - 1)
    taken_in(store, tables)
    ends: dict[str, float] = {}
    late: dict[str, float] = {}
    done = {name: table.over for name, table in tables.tables.items()}

    def end() -> None:
        for name, table in tables.tables.items():
            ends[name] = time.monotonic()
            table.play()
            time.sleep(0.1)

    threading.Thread(target=end, daemon=True).start()
    version = -1
    while len(late) < len(done):
        version = club.wait(version, 10.0)
        club.view()
        over = {(one.table, one.number) for one in store.results(1000)}
        for name, before in done.items():
            if name not in late and (name, before + 1) in over:
                late[name] = time.monotonic() - ends[name]
    club.close()
    store.close()
    return sorted(late.values())


def main() -> int:
    """Play and measure; status 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--matches", type=int, default=3, help="at each table while there are kills (3)")
    parser.add_argument("--kills", type=int, default=20, help="of the club, and each time of half the tables (20)")
    parser.add_argument("--postgresql", action="store_true", help="in PostgreSQL, not in SQLite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tables = Tables([f"table {n}".replace(" ", "") for n in range(given.tables)], given.seed)
    with database(given.postgresql) as url:
        killed(tables, url, given.matches, given.kills, random.Random(given.seed))
        late = measured(tables, url)
    p95 = late[int(len(late) * 0.95)]
    memory = psutil.Process().memory_info().rss / 1e6
    print(
        f"{given.tables} tables, {tables.happened} events, {given.kills} kills of the club and of half the tables: the"
        f" ranking is right; from the end of a match to the ranking p50 {late[len(late) // 2]:.3f} s, p95 {p95:.3f} s"
        f" ({memory:.0f} MB with the tables)"
    )
    tables.close()
    return int(p95 > MOST_S)


if __name__ == "__main__":
    sys.exit(main())
