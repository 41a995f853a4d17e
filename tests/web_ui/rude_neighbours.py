"""Rude neighbours: does anybody who plays notice that one address holds hundreds of connections open?

``python -m tests.web_ui.rude_neighbours [--phones 24] [--boards 4] [--minutes 1]`` starts the program on a simulated
table of seven who play by themselves. 24 phones and 4 boards, each from an address of its own, follow it and ask for
their view once a second over a new connection. One more address keeps 200 connections that say nothing, 200 that send
a byte a second and 100 streams, and makes each anew that is ended. All of it stays within this machine's loopback
addresses. Prints how long events and answers took; status 1 when one of those who play was refused or thrown out, or
its 95th percentile is over the goal.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import selectors
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tests.web_ui.crowd import GOAL_MS, Figures, Program, Watcher, connection, figures

PIN = "271828"
SETTINGS = f'[page]\npin = "{PIN}"\ntrust_this_machine = false\n'
HOST = "127.0.4.1"
RUDE = "127.0.3.1"
CROWD = {"idle": 200, "dripping": 200, "stream": 100}
"""How many connections of each kind the rude address keeps."""
ANEW = 20
"""Connections that it makes in a tenth of a second at most."""
FIRST = {
    "idle": b"",
    "dripping": b"GET / HTTP/1.1\r\nX-Slow: ",
    "stream": b"GET /events HTTP/1.1\r\nHost: x.local\r\n\r\n",
}


class Neighbour:
    """Keeps its connections open from one address, and counts what becomes of them."""

    def __init__(self, port: int, crowd: dict[str, int]) -> None:
        self._port, self._crowd = port, crowd
        self._selector = selectors.DefaultSelector()
        self._random = random.Random(port)
        self.counts: Counter[str] = Counter()

    def tick(self) -> None:
        """Read what came, send a drop where one is due, make anew what was ended."""
        for key, _ in self._selector.select(0):
            self._read(key.fileobj, key.data)  # type: ignore[arg-type]
        held = Counter(key.data for key in self._selector.get_map().values())
        missing = [kind for kind, many in self._crowd.items() for _ in range(many - held[kind])]
        for kind in self._random.sample(missing, min(ANEW, len(missing))):
            self._open(kind)
        self.counts["most held"] = max(self.counts["most held"], held.total())

    def drip(self) -> None:
        """A byte more on each connection that drips."""
        for key in list(self._selector.get_map().values()):
            if key.data == "dripping":
                try:
                    key.fileobj.send(b"x")  # type: ignore[union-attr]
                except OSError:
                    self._drop(key.fileobj, key.data)  # type: ignore[arg-type]

    def _open(self, kind: str) -> None:
        one = socket.socket()
        try:
            one.settimeout(0.2)
            one.bind((RUDE, 0))
            one.connect(("127.0.0.1", self._port))
            one.sendall(FIRST[kind])
            one.setblocking(False)
        except OSError:
            one.close()
            self.counts[f"{kind} not let in"] += 1
            return
        self._selector.register(one, selectors.EVENT_READ, kind)
        self.counts[f"{kind} opened"] += 1

    def _read(self, one: socket.socket, kind: str) -> None:
        try:
            if one.recv(65536):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._drop(one, kind)

    def _drop(self, one: socket.socket, kind: str) -> None:
        self._selector.unregister(one)
        one.close()
        self.counts[f"{kind} ended"] += 1

    def leave(self) -> None:
        """Hang up everywhere."""
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()


def be_rude(port: int, crowd: dict[str, int], seconds: float, halt: Event, told: Any) -> None:
    """Be a neighbour until told to stop, and in any case no longer than so many seconds; tell the counts."""
    neighbour, began, dripped = Neighbour(port, crowd), time.monotonic(), 0.0
    while not halt.is_set() and time.monotonic() - began < seconds:
        neighbour.tick()
        if time.monotonic() - dripped >= 1.0:
            neighbour.drip()
            dripped = time.monotonic()
        halt.wait(0.1)
    neighbour.leave()
    told.put(dict(neighbour.counts))


@dataclass
class Player:
    """Somebody with a phone or a board: follows the table, and asks for the view once a second."""

    port: int
    person: str
    cookie: str
    source: str
    watcher: Watcher = field(init=False)
    took: list[float] = field(default_factory=list)
    """Milliseconds until each answer was there whole."""
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watcher = Watcher(self.port, f"/events/{self.person}" if self.person else "/events", self.cookie,
                               self.source)  # fmt: skip

    def ask(self) -> None:
        """Ask for the view over a new connection."""
        began = time.monotonic()
        try:
            with closing(connection(self.port, self.source, 30)) as link:
                link.request("GET", f"/api/{self.person or 'board'}", headers={"Cookie": self.cookie})
                answer = link.getresponse()
                answer.read()
            if answer.status != 200:
                self.refused.append(str(answer.status))
        except OSError as error:
            self.refused.append(str(error))
        self.took.append((time.monotonic() - began) * 1000)

    def keep_asking(self, halt: threading.Event, wait: float) -> None:
        """Once a second, from ``wait`` seconds on."""
        while not halt.wait(wait):
            self.ask()
            wait = 1.0


@dataclass
class Found:
    """What became of those who play: event delays and answers of each, and what the neighbour did meanwhile."""

    players: Sequence[Player]
    figures: Sequence[Figures]
    ended: int
    """Streams that ended while they played."""
    neighbour: dict[str, int]

    @property
    def refused(self) -> int:
        """Answers that did not come."""
        return sum(len(player.refused) for player in self.players)

    @property
    def thrown_out(self) -> int:
        """Streams that ended, or missed something."""
        return self.ended + sum(one.missed for one in self.figures)

    def worst(self) -> tuple[float, float]:
        """The longest 95th percentile that one of them had: from event to page, and of answers; in milliseconds."""
        return (
            max(one.percentile(95) for one in self.figures),
            max(statistics.quantiles(player.took, n=100)[94] for player in self.players),
        )

    def __str__(self) -> str:
        delays = [delay for one in self.figures for delay in one.delays]
        took = [each for player in self.players for each in player.took]
        events, answers = self.worst()
        return (
            f"{len(self.players)} play: {len(delays)} events seen, p95 of all {_p95(delays):.0f} ms, of the worst "
            f"{events:.0f} ms, longest {max(delays):.0f} ms; {len(took)} answers, p95 of all {_p95(took):.0f} ms, of "
            f"the worst {answers:.0f} ms, longest {max(took):.0f} ms; refused {self.refused}, thrown out "
            f"{self.thrown_out}; the program took {self.figures[0].cpu:.2f} of a core\n"
            f"the neighbour: {', '.join(f'{kind} {count}' for kind, count in sorted(self.neighbour.items()))}"
        )


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=100)[94]


def seated(program: Program) -> dict[str, str]:
    """The cookies of all who sit: taken with the join code, as the host's device shows it."""
    host = program.ask("POST", "/host", {"pin": PIN}, source=HOST)[1]
    code = program.ask("GET", "/api/host", cookie=host, source=HOST)[0]["code"]
    cookies = {}
    for number, seat in enumerate(program.ask("GET", "/api/board", source=HOST)[0]["view"]["seats"]):
        person, source = seat["person"], f"127.0.1.{number + 1}"
        cookies[person] = program.ask("POST", f"/seats/{person}", {"code": code}, source=source)[1]
        itself = {"person": person, "on": True}  # whoever sits there lets the simulated person play
        program.ask("POST", f"/simulation/{person}/plays-itself", itself, cookies[person], source)
    return cookies


def neighbours(
    folder: Path, phones: int, boards: int, seconds: float, bar: Callable[[float], object], crowd: dict[str, int]
) -> Found:
    """Let them play beside such a neighbour for so many seconds; ``bar`` is told of the seconds that have passed."""
    program = Program(folder, SETTINGS)
    context = multiprocessing.get_context("spawn")
    halt, told, done = context.Event(), context.Queue(), threading.Event()
    rude = context.Process(target=be_rude, args=(program.port, crowd, seconds + 120, halt, told), daemon=True)
    try:
        seats = itertools.islice(itertools.cycle(seated(program).items()), phones)
        players = [Player(program.port, *seat, f"127.0.1.{number + 1}") for number, seat in enumerate(seats)]
        players += [Player(program.port, "", "", f"127.0.2.{number + 1}") for number in range(boards)]
        rude.start()
        time.sleep(3.0)  # they are there before anybody comes
        for player in players:
            player.watcher.start()
        for player in players:
            assert player.watcher.connected.wait(60), f"{player.watcher.path} from {player.source} shows nothing"
        threads = [threading.Thread(target=player.keep_asking, args=(done, number / len(players)))
                   for number, player in enumerate(players)]  # fmt: skip
        for thread in threads:
            thread.start()
        began, before = time.time(), program.cpu_seconds()
        while (passed := time.time() - began) < seconds:
            bar(passed)
            time.sleep(0.5)
        ended, cpu = time.time(), program.cpu_seconds() - before
        done.set()
        for thread in threads:
            thread.join()
        time.sleep(2.0)  # what happened until then is on its way
        halt.set()
        neighbour = told.get(timeout=30)
        thrown_out = sum(not player.watcher.is_alive() for player in players)
        for player in players:
            player.watcher.halt.set()
    finally:
        halt.set()
        done.set()
        program.end()
    seen = [figures(folder, [player.watcher], began, ended, cpu) for player in players]
    return Found(players, seen, thrown_out, neighbour)


def main(argv: list[str]) -> int:
    """Measure, print, and say by the status whether nobody noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.web_ui.rude_neighbours", description=__doc__)
    parser.add_argument("--phones", type=int, default=24)
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--alone", action="store_true", help="without the neighbour, to compare")
    options = parser.parse_args(argv)
    crowd: dict[str, int] = {} if options.alone else CROWD
    with tempfile.TemporaryDirectory() as folder, tqdm(total=round(options.minutes * 60), unit=" s") as bar:
        found = neighbours(Path(folder), options.phones, options.boards, options.minutes * 60,
                           lambda passed: bar.update(int(passed) - bar.n), crowd)  # fmt: skip
    print(found)
    for why, many in Counter(why for player in found.players for why in player.refused).items():
        print(f"refused {many} times: {why}")
    print(f"p95 of the worst {max(found.worst()):.0f} ms; the goal is {GOAL_MS:.0f} ms")
    return int(bool(found.refused or found.thrown_out or max(found.worst()) > GOAL_MS))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
