"""Two or three running programs, a simulated table each, one broker: a match of households through pixels, while links
are cut, the broker killed and tables killed.

    python -m tests.device.link.cuts [--households 2] [--first 5] [--players 7] [--rounds 23] [--cuts 50] [--brokers 10]
                                     [--tables 20] [--longest 60] [--speed 20] [--seed 1] [--holders SEAT …]
                                     [--computers N] [--data DIR]

A cut is one table's way to the broker, blocked for 0.1 seconds to ``--longest``. At the end both journals must tell of
the same bids, cards and scores, each household's seats only ever once in each trick; and the scores must be those that
``linked_keepers.reckoned`` makes of what each table's own camera has seen. Status 1 when anything differs.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.journal.journal import Journal
from device.link.link import FILE
from device.link.words import Secret
from tests.device.home.brokers import Mosquitto, free_port
from tests.device.link.linked_keepers import reckoned
from whist.games.australian import Australian
from whist.messages.events import event_from_json
from whist.rules.actions import Bid, Play
from whist.table.table import Table

ROOT = Path(__file__).parents[3]
UP_S = 240.0
STUCK_S = 240.0


class Way:
    """One table's way to the broker; it can be cut."""

    def __init__(self, to: int) -> None:
        self._to, self.port = to, free_port()
        self.cut = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            there, _ = self._listening.accept()
            threading.Thread(target=self._carry, args=(there,), daemon=True).start()

    def _carry(self, there: socket.socket) -> None:
        with there, suppress(OSError):
            if self.cut.is_set():
                return
            with socket.create_connection(("127.0.0.1", self._to), 5.0) as here:
                while not self.cut.is_set():
                    for one in select.select([there, here], [], [], 0.05)[0]:
                        if not (data := one.recv(65536)):
                            return
                        (here if one is there else there).sendall(data)


class Program:
    """``whist-table run`` on one folder, begun again as often as it is killed."""

    def __init__(self, folder: Path, way: Way, seed: int, speed: float) -> None:
        self.folder, self.way, self._seed = folder, way, seed
        self.process: subprocess.Popen[str] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        simulation = f'[simulation]\nplays_itself = "both"\nperfect = true\nspeed = {speed}\n'
        (folder / "settings.toml").write_text(f"[mqtt]\nport = {way.port}\n{simulation}")
        self.said = ""

    def begin(self, arguments: list[str]) -> None:
        """Start it, and wait until its page is open."""
        run = ["run", "--camera", "sim", "--port", "0", "--data", str(self.folder), "--seed", str(self._seed)]
        run += ["--settings", str(self.folder / "settings.toml"), *arguments]
        program = [sys.executable, "-m", "device.commands.cli", *run]
        with (self.folder / "stderr.txt").open("a") as errors:
            self.process = subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"open at http://(\S+)", line):
                self.address = found[1]
                return
        raise RuntimeError(f"the program has not begun: {self.said} {(self.folder / 'stderr.txt').read_text()[-2000:]}")

    def kill(self) -> None:
        """As a power cut ends it."""
        if self.process is not None:
            self.process.kill()
            self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def end(self) -> None:
        """As people end it."""
        assert self.process is not None
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        self.process.kill()
        self._gone()

    def view(self) -> dict[str, Any]:
        """What its board shows."""
        with urllib.request.urlopen(f"http://{self.address}/api/v1/view", timeout=30) as answer:
            told = json.load(answer)
        view: dict[str, Any] = told.get("view", told)
        return view

    def ask_for(self, choice: dict[str, Any]) -> None:
        """Ask for another game as the host does on the page, who then leaves the place to the simulation."""
        page = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with page.open(f"http://{self.address}/api/host", timeout=30) as answer:
            code = json.load(answer)["code"]
        self._post(page, "/seats/south", {"code": code})
        self._post(page, "/requests/south", choice)
        self._post(page, "/simulation/south/plays-itself", {"on": True})
        self._post(page, "/seats/south/leave", {})

    def join(self, code: str, computers: int) -> None:
        """Join a match with so many computer players as the host of this table does on the page."""
        page = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        page.open(f"http://{self.address}/api/host", timeout=30).close()
        self._post(page, "/host/link", {"code": code, "computers": ["easy"] * computers})

    def _post(self, page: urllib.request.OpenerDirector, path: str, body: dict[str, Any]) -> None:
        data, kind = json.dumps(body).encode(), {"Content-Type": "application/json"}
        page.open(urllib.request.Request(f"http://{self.address}{path}", data, kind), timeout=30).close()

    def table(self) -> Table:
        """The linked match as the journal has it."""
        with closing(Journal(self.folder / "journal.sqlite")) as journal:
            past = [journal.events(game.id) for game in journal.games()]
        for entries in reversed(past):
            events = [event_from_json(entry) for entry in entries]
            if events and events[0].to_json().get("household") is not None:
                return Table.from_events(events)
        raise AssertionError("there is no linked match in the journal")


@dataclass
class Plan:
    """What goes wrong how often."""

    cuts: int
    brokers: int
    tables: int
    longest: float


def differences(programs: list[Program]) -> list[str]:
    """What does not agree at the end; nothing where all does. Where play was broken off, what one table had just
    scored when the others were ended is no difference."""
    tables, found, done = [one.table() for one in programs], list[str](), list[tuple[int, Any]]()
    first, lines = tables[0], [table.state.lines for table in tables]
    assert isinstance(first.rules, Australian)
    told = min(map(len, lines))
    if not told or max(map(len, lines)) > told + (not any(table.state.now.over for table in tables)):
        return [f"the tables have scored {[*map(len, lines)]} hands"]
    for number, table in enumerate(tables):
        hands = [(deal, one.hand) for deal, one in table.finished.items() if one.hand.number <= told]
        for deal, hand in hands:
            own = [action for action in hand.actions if action.seat in first.rules.seats_of(number)]
            done += [(hand.number, action) for action in own if isinstance(action, Bid | Play)]
            other = first.finished.get(deal)
            if other is None or other.hand.actions != hand.actions:
                found.append(f"hand {deal} was not the same at tables 0 and {number}")
    started = first.events[0].to_json()
    scores = reckoned(done, first.rules.players, first.rules.biggest, started["dealer"])
    for number, scored in enumerate(lines):
        has = [sum(points) for points in zip(*(line.points for line in scored[:told]), strict=True)]
        if has not in scores[told - 1 : told]:
            found.append(f"table {number} has {has}, reckoned {scores[told - 1 : told]}")
    return found


def played(programs: list[Program], plan: Plan, rounds: int, rng: random.Random, broker: Mosquitto) -> list[str]:
    """Play so many rounds while things go wrong at random moments; what went wrong, in order."""
    wrong = ["cut"] * plan.cuts + ["broker"] * plan.brokers + ["table"] * plan.tables
    rng.shuffle(wrong)
    happened, seen, since = list[str](), (0, 0), time.monotonic()
    while True:
        with suppress(OSError, ValueError):
            views = [one.view() for one in programs]
            now = (min(len(view["sheet"]) for view in views), sum(view["event"] for view in views))
            if now != seen:
                seen, since = now, time.monotonic()
            if all(view["phase"] == "over" for view in views) or now[0] >= rounds:
                return happened
        if time.monotonic() - since > STUCK_S:
            raise AssertionError(f"nobody can go on: {[view['prompt'] for view in views]}")
        time.sleep(rng.random())
        if not wrong or rng.random() > 0.3:
            continue
        kind, one = wrong.pop(), rng.choice(programs)
        happened.append(kind)
        if kind == "cut":
            one.way.cut.set()
            time.sleep(min(plan.longest, 0.1 * (plan.longest / 0.1) ** (rng.random() ** 2)))
            one.way.cut.clear()
        elif kind == "broker":
            broker.kill()
            time.sleep(rng.random() * 2)
            broker.start()
        else:
            one.kill()
            time.sleep(rng.random())
            one.begin([])
        since = time.monotonic()


@dataclass
class Match:
    """Who plays: so many ``players`` in so many ``households``, ``first`` of them in the first one."""

    first: int
    players: int
    households: int = 2
    holders: tuple[int, ...] = ()
    """Seats of the first household that are computer players', whose cards stand in holders."""
    computers: int = 0
    """Computer players in each of the others, in its last seats."""


@contextmanager
def running(folder: Path) -> Iterator[tuple[Mosquitto, list[Program]]]:
    """A broker, and room for programs; whatever comes, and be it SIGTERM, all of them are ended."""
    broker, programs = Mosquitto(folder), list[Program]()
    try:
        yield broker, programs
    finally:
        for one in programs:
            one.kill()
        broker.kill()


def begin_together(
    folder: Path, broker: Mosquitto, match: Match, speed: float, seed: int, programs: list[Program]
) -> None:
    """Begin the programs of all households, that host first, each by a way of its own, and put them to ``programs``."""

    def begun(name: str, arguments: list[str]) -> Program:
        programs.append(Program(folder / name, Way(broker.port), seed + len(programs), speed))
        programs[-1].begin(arguments)
        return programs[-1]

    options = {"households": match.households, "first_household": match.first}
    hosts = ["--game", "australian", "--players", str(match.players), "--link", "new"]
    hosts += [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    host = begun("host", [] if match.holders else hosts)
    if match.holders:  # they are chosen on the page alone
        holders = {"holders": match.holders, "levels": ["easy"] * len(match.holders)}
        asked = {"game": "australian", "options": options, "players": match.players, **holders}
        host.ask_for(asked)
    secret = Secret(json.loads((folder / "host" / FILE).read_text())["secret"])
    for number in range(1, match.households):
        code = secret.code(number)
        assert code not in host.said, "it is said into a log"
        guest = begun("guest" if number == 1 else f"guest{number}", [] if match.computers else ["--link", code])
        if match.computers:
            guest.join(code, match.computers)


def evening(
    folder: Path, match: Match, rounds: int, plan: Plan, speed: float, seed: int
) -> tuple[list[str], list[str]]:
    """Play; what went wrong on purpose, and what does not agree at the end."""
    with running(folder) as (broker, programs):
        begin_together(folder, broker, match, speed, seed, programs)
        happened = played(programs, plan, rounds, random.Random(seed), broker)
        time.sleep(3.0)
        for one in programs:
            one.end()
        found = differences(programs)
        there = [one.table().computers for one in programs]
        if [*map(len, there)] != [len(match.holders), *[match.computers] * (match.households - 1)]:
            found.append(f"computer players with holders sat at {there}")
        return happened, found


def ended(number: int, _: object) -> None:
    """Somebody wants this ended: what it has begun is ended, too."""
    signal.signal(number, signal.SIG_IGN)  # once is enough
    raise SystemExit(128 + number)


def main() -> int:
    """Play one evening by the command line."""
    signal.signal(signal.SIGTERM, ended)
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    for name, usual in (
        ("households", 2),
        ("first", 5),
        ("players", 7),
        ("rounds", 23),
        ("cuts", 50),
        ("brokers", 10),
        ("tables", 20),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument(
        "--holders", type=int, nargs="+", default=(), metavar="SEAT", help="computer players' in the first household"
    )
    parser.add_argument("--computers", type=int, default=0, help="computer players in each of the other households")
    parser.add_argument("--longest", type=float, default=60.0)
    parser.add_argument("--speed", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = asked.data or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        plan, begun = Plan(asked.cuts, asked.brokers, asked.tables, asked.longest), time.monotonic()
        happened, found = evening(
            folder,
            Match(asked.first, asked.players, asked.households, tuple(asked.holders), asked.computers),
            asked.rounds,
            plan,
            asked.speed,
            asked.seed,
        )
    counts = {kind: happened.count(kind) for kind in ("cut", "broker", "table")}
    print(f"{time.monotonic() - begun:.0f} s; went wrong: {counts}; differences: {found or 'none'}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
