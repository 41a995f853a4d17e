"""A club that follows forty tables for eight hours of play: how much memory it holds after each.

    python -m tests.device.club.eight_hours [--tables 40] [--hours 8] [--matches 2] [--postgresql] [--seed S]

``whist-table club`` runs as a program of its own. The events of ``--matches`` matches an hour happen at each table, one
after another as fast as the club takes them, while somebody watches its page. Status 1 when the ranking is wrong, or
when the memory of the last hour is more than a twentieth above that of the second.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from tqdm import tqdm

from device.club.store import Store
from tests.device.club.forty_tables import database
from tests.device.club.tables import Tables

ROOT = Path(__file__).parents[3]
TOLERANCE = 0.05
OPENED = {"threads": 2, "files": 10}
"""More of these than before are no growth: a table that is asked something is so over a connection of its own."""
PATIENCE_S = 120.0
"""Seconds without anything new, after which the club counts as stuck."""


@dataclass
class Hour:
    """What a program held in an hour: resident memory in bytes at each look, and threads and files at most."""

    memory: list[int] = field(default_factory=list)
    threads: int = 0
    files: int = 0

    def look(self, process: psutil.Process) -> None:
        """Look once."""
        self.memory.append(process.memory_info().rss)
        self.threads = max(self.threads, process.num_threads())
        self.files = max(self.files, process.num_fds())

    def __str__(self) -> str:
        mean, most = statistics.mean(self.memory) / 2**20, max(self.memory) / 2**20
        return f"memory {mean:.1f} MB, at most {most:.1f}; threads {self.threads}, files {self.files} at most"


class ClubProgram:
    """``whist-table club`` over those tables, with its store at ``url``."""

    def __init__(self, tables: Tables, url: str) -> None:
        named = [f"{name}={where}" for name, where in tables.where.items()]
        program = [sys.executable, "-m", "device.commands.cli", "club", *named, "--store", url, "--port", "0"]
        self._process = subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        found = next((one for line in self._process.stdout if (one := re.search(r"open at (http\S+)", line))), None)
        if found is None:
            raise RuntimeError("the club has not begun")
        self.address, self.process = found[1], psutil.Process(self._process.pid)
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Read the page's stream, as somebody does who leaves it open."""
        while self._process.poll() is None:
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/events", timeout=60) as stream:
                for _ in stream:
                    pass

    def view(self) -> dict[str, Any]:
        """What its page shows now."""
        with urllib.request.urlopen(f"{self.address}/api/board", timeout=60) as answer:
            view: dict[str, Any] = json.load(answer)["view"]
        return view

    def end(self) -> None:
        """As people end it."""
        self._process.terminate()
        self._process.wait(60)
        if self._process.stdout is not None:
            self._process.stdout.close()


def right(view: dict[str, Any], tables: Tables) -> bool:
    """Whether the page's ranking is what was reckoned beside it."""
    return {one["name"]: (one["won"], one["matches"]) for one in view["ranking"]} == tables.won()


def judged(hours: list[Hour]) -> list[str]:
    """What has grown from the second hour to the last one."""
    second, last = hours[1], hours[-1]
    found, grown = list[str](), statistics.mean(last.memory) / statistics.mean(second.memory) - 1
    if grown > TOLERANCE:
        found.append(f"the memory of the last hour is {grown:+.1%} away from that of the second")
    for what, more in OPENED.items():
        was, now = getattr(second, what), getattr(last, what)
        if now > was + more:
            found.append(f"there were {was} {what} in the second hour at most, and {now} in the last")
    return found


def followed(tables: Tables, url: str, hours: int, matches: int) -> list[Hour]:
    """Let the tables play; what the club held hour by hour. Raises ``AssertionError`` for a ranking that is not right
    in the end."""
    store, club, held = Store(url), ClubProgram(tables, url), list[Hour]()
    steps = 10 * matches
    """The pieces in which an hour is played: before each the club has all of the last."""
    try:
        for _ in tqdm(range(hours), unit="h", desc="club", disable=None):
            held.append(Hour())
            for step in range(steps):
                for table in tables.tables.values():
                    events = matches * table.each
                    table.play(events * (step + 1) // steps - events * step // steps)
                _until(lambda: store.count() == tables.happened)
                held[-1].look(club.process)
        _until(lambda: right(club.view(), tables))
        return held
    finally:
        club.end()
        store.close()


def _until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not there():
        if time.monotonic() > end:
            raise AssertionError("the club does not go on")
        time.sleep(0.02)


def main() -> int:
    """Play and measure; status 1 where something has grown, or the ranking is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--hours", type=int, default=8)
    parser.add_argument("--matches", type=int, default=2, help="at each table in an hour (2)")
    parser.add_argument("--postgresql", action="store_true", help="in PostgreSQL, not in SQLite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.hours < 3:
        parser.error("--hours must be at least 3: the last hour is compared with the second")
    tables, begun = Tables([f"table{n}" for n in range(given.tables)], given.seed), time.monotonic()
    with database(given.postgresql) as url:
        held = followed(tables, url, given.hours, given.matches)
    tables.close()
    for number, hour in enumerate(held, 1):
        print(f"hour {number}: {hour}")
    over = sum(table.over for table in tables.tables.values())
    print(
        f"{given.tables} tables, {over} matches, {tables.happened} events in {time.monotonic() - begun:.0f} s; the"
        " ranking is right"
    )
    wrong = judged(held)
    print("\n".join(wrong) or "nothing has grown")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
