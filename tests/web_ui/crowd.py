"""A crowd of phones and boards at one table: does every one of them see every event, in order and soon?

``python -m tests.web_ui.crowd [--phones 24] [--boards 4] [--minutes 5]`` starts the program on a simulated table of
seven who play by themselves, about a move a second, connects so many devices and one more that never reads what it is
sent, and prints how long events took from the table to the pages. Status 1 when a device missed one or saw them out of
order.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from tqdm import tqdm

from device.journal.journal import Journal

ROOT = Path(__file__).parents[2]
GAME = ("--game", "australian", "--players", "7")
SPEED = 4.0
"""So fast the simulated people lay about a card a second: a look at the table comes between any two acts."""
GOAL_MS = 150.0
"""95 of 100 events are to be on a page within so many milliseconds."""
JSON = {"Content-Type": "application/json"}


def connection(port: int, source: str, timeout: float) -> http.client.HTTPConnection:
    """A connection to the page, from an address of this machine."""
    return http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(source, 0))


class Program:
    """``whist-table run`` in a process of its own."""

    def __init__(self, folder: Path, more: str = "") -> None:
        settings = folder / "settings.toml"
        settings.write_text(f'[simulation]\nplays_itself = "both"\nspeed = {SPEED}\nseed = 7\n{more}')
        run = ["run", "--camera", "sim", "--port", "0", "--data", str(folder), "--settings", str(settings), *GAME]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "device.commands.cli", *run], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        found = next(found for line in self._process.stdout if (found := re.search(r"open at http://\S+:(\d+)", line)))
        self.port = int(found[1])

    def cpu_seconds(self) -> float:
        """Seconds of processor time that it has taken."""
        times = psutil.Process(self._process.pid).cpu_times()
        return float(times.user + times.system)

    def end(self) -> None:
        """End it as a service is ended; all is written then."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def ask(
        self, method: str, path: str, body: Any = None, cookie: str = "", source: str = "127.0.0.1"
    ) -> tuple[Any, str]:
        """The answer to a request from the address ``source``, and the cookie that came with it."""
        with closing(connection(self.port, source, 30)) as link:
            link.request(method, path, None if body is None else json.dumps(body), JSON | {"Cookie": cookie})
            answer = link.getresponse()
            found = json.loads(answer.read())
            if answer.status != 200:
                raise RuntimeError(f"{method} {path}: {found}")
            return found, (answer.getheader("Set-Cookie") or "").partition(";")[0]


@dataclass
class Watcher(threading.Thread):
    """A phone or a board that follows one stream and notes when it came to which event."""

    port: int
    path: str
    cookie: str = ""
    source: str = "127.0.0.1"
    seen: list[tuple[float, int, int]] = field(default_factory=list)
    """When a message came (seconds since 1970), its version, and the number of events that its view has."""
    connected: threading.Event = field(default_factory=threading.Event)
    halt: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        """Read until told to halt."""
        with closing(connection(self.port, self.source, 60)) as link:
            link.request("GET", self.path, headers={"Cookie": self.cookie})
            answer = link.getresponse()
            while not self.halt.is_set():
                line = answer.readline()
                if not line:
                    return
                if line.startswith(b"data:"):
                    self._note(line)

    def _note(self, line: bytes) -> None:
        version, event = re.search(rb'"version": (\d+)', line), re.search(rb'"event":(\d+)', line)
        assert version
        assert event
        self.seen.append((time.time(), int(version[1]), int(event[1])))
        self.connected.set()

    @property
    def in_order(self) -> bool:
        """Whether versions grew and events never went back."""
        pairs = list(itertools.pairwise(self.seen))
        return all(later[1] > sooner[1] and later[2] >= sooner[2] for sooner, later in pairs)


@dataclass
class Figures:
    """What came of it; ``delays`` in milliseconds, one for each device and each time that something happened."""

    devices: int
    seconds: float
    happenings: int
    """How often something happened: one event, or several at once."""
    cards: int
    delays: list[float]
    missed: int
    """Happenings that a device never came to, or came past before it was connected to."""
    merged: int
    """Happenings that a device saw together with the next, which followed at once."""
    disordered: int
    """Devices that saw something out of order."""
    cpu: float
    """Seconds of processor time that the program took for each second."""

    def percentile(self, percent: int) -> float:
        """So many of a hundred delays are no longer, in milliseconds."""
        return statistics.quantiles(self.delays, n=100)[percent - 1]

    def __str__(self) -> str:
        delays = ", ".join(f"p{percent} {self.percentile(percent):.0f}" for percent in (50, 95, 99))
        return (
            f"{self.devices} devices for {self.seconds:.0f} s: {self.happenings} happenings, {self.cards} cards "
            f"({self.seconds / max(1, self.cards):.2f} s each); from event to page {delays}, "
            f"longest {max(self.delays):.0f} ms; missed {self.missed}, seen together with the next {self.merged}, "
            f"out of order {self.disordered}; the program took {self.cpu:.2f} of a core"
        )


@contextmanager
def deaf(port: int) -> Iterator[None]:
    """A device that asks for the board's stream and never reads it."""
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        one.connect(("127.0.0.1", port))
        one.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield


def crowd(folder: Path, phones: int, boards: int, seconds: float, bar: Callable[[float], object]) -> Figures:
    """Let so many devices watch for so many seconds; ``bar`` is told of the seconds that have passed."""
    program = Program(folder)
    try:
        persons = [seat["person"] for seat in program.ask("GET", "/api/board")[0]["view"]["seats"]]
        cookies = {person: program.ask("POST", f"/seats/{person}", {})[1] for person in persons}
        for person, cookie in cookies.items():  # whoever sits there lets the simulated person play
            program.ask("POST", f"/simulation/{person}/plays-itself", {"person": person, "on": True}, cookie)
        seats = itertools.islice(itertools.cycle(cookies.items()), phones)
        watchers = [Watcher(program.port, f"/events/{person}", cookie) for person, cookie in seats]
        watchers += [Watcher(program.port, "/events") for _ in range(boards)]
        with deaf(program.port):
            for watcher in watchers:
                watcher.start()
            for watcher in watchers:
                assert watcher.connected.wait(60), f"{watcher.path} shows nothing"
            began, before = time.time(), program.cpu_seconds()
            while (passed := time.time() - began) < seconds:
                bar(passed)
                time.sleep(0.5)
            ended, cpu = time.time(), program.cpu_seconds() - before
            time.sleep(2.0)  # what happened until then is on its way
            for watcher in watchers:
                watcher.halt.set()
    finally:
        program.end()
    return figures(folder, watchers, began, ended, cpu)


def figures(folder: Path, watchers: Sequence[Watcher], began: float, ended: float, cpu: float) -> Figures:
    """Compare what the devices saw with what the journal says happened, and when."""
    happened, cards = _happened(folder / "journal.sqlite", began, ended)
    delays: list[float] = []
    missed = merged = 0
    for watcher in watchers:
        numbers = {event for _, _, event in watcher.seen}
        for event, t in happened:
            came = next((came for came, _, shown in watcher.seen if shown >= event), None)
            if came is None:
                missed += 1
            else:
                merged += event not in numbers
                delays.append((came - t) * 1000)
    return Figures(
        len(watchers), ended - began, len(happened), cards, delays, missed, merged,
        sum(not watcher.in_order for watcher in watchers), cpu / (ended - began),
    )  # fmt: skip


def _happened(journal: Path, began: float, ended: float) -> tuple[list[tuple[int, float]], int]:
    """The number of events after each happening between two times, and when it was; how many cards were played."""
    book = Journal(journal)
    game = book.current_game()
    assert game is not None
    entries = [entry for entry in book.entries(game.id) if began <= entry.t <= ended]
    book.close()
    last = {entry.t: entry.number for entry in entries}
    cards = sum(entry.event["event"] == "played" for entry in entries)
    return [(number + 1, t) for t, number in last.items()], cards


def main(argv: list[str]) -> int:
    """Measure, print, and say by the status whether every device saw everything in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.web_ui.crowd", description=__doc__)
    parser.add_argument("--phones", type=int, default=24)
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=5.0)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, tqdm(total=round(options.minutes * 60), unit=" s") as bar:
        found = crowd(Path(folder), options.phones, options.boards, options.minutes * 60,
                      lambda passed: bar.update(int(passed) - bar.n))  # fmt: skip
    print(found)
    print(f"p95 {found.percentile(95):.0f} ms; the goal is {GOAL_MS:.0f} ms")
    return int(bool(found.missed or found.disordered))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
