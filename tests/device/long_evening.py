"""A long evening at speed: the program's parts as they are wired, on a simulated table and a simulated clock.

``python -m tests.device.long_evening --hours 8 --seed 1`` plays Android Whist for 40 minutes of each hour and another
game for the rest, through pixels, with the journal on the disk, lights and strip on mock pins, and boards and phones
that open and close their pages all the time; now and then the camera is covered, unplugged, or the cards are thrown in.
It samples this process's memory, threads and open files every minute. Status 1 when the memory of the last hour is more
than 5 % away from that of the second, or when threads or files have become more.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from tqdm import tqdm

from device.journal.journal import Journal
from device.journal.scribe import Scribe
from device.keeper.eyes import Eyes, GameWatcher
from device.keeper.keeper import Keeper
from device.lights.panel import Panel
from device.settings.settings import Settings
from device.simulated.desk import GameDesk
from tests.systemd.manager import settings
from tests.web_ui.serving import serving
from vision.arrays import Picture
from vision.camera.protocol import CameraError, Look
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from web_ui.app import create_app
from whist.games import GAMES
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused

ROOT = Path(__file__).parents[2]
HOUR = 3600.0
ANDROID_SHARE = 40 * 60.0
"""Seconds of each hour in which Android Whist is played."""
PAUSE = (2.0, 9.0)
"""Seconds between two acts."""
LOOKS = 8
"""Looks at the table while nobody acts: what changes is seen at once, and more of the same would only take time."""
PATIENCE = 400
"""Looks in a row without any change after which a table counts as stuck."""
TOLERANCE = 0.05


class Sample(NamedTuple):
    """How much the process holds at time ``t`` of the evening, s."""

    t: float
    memory: int
    threads: int
    files: int


class Unplugged:
    """A camera whose cable can be pulled."""

    noisy = True

    def __init__(self, camera: SimulatedCamera) -> None:
        self.camera = camera
        self.pulled = False

    def look(self) -> Look | None:
        if self.pulled:
            raise CameraError("The camera is unplugged.")
        return self.camera.look()

    def capture(self) -> Picture:
        return self.camera.capture()

    def close(self) -> None:
        self.camera.close()


@dataclass
class Evening:
    """One evening; ``t`` is its time in seconds."""

    seed: int
    folder: Path
    stack: ExitStack
    t: float = 0.0
    happened: Counter[str] = field(default_factory=Counter)
    samples: list[Sample] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    _idle: int = 0
    _version: int = 0
    _trouble_at: float = 0.0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        scene = SimulatedTable(self.seed)
        self.camera = Unplugged(
            SimulatedCamera(scene, Pack.drawn(next(iter(DESIGNS))), self.seed, clock=lambda: self.t)
        )
        self.panel = Panel(Settings())
        self.stack.callback(self.panel.close)
        self.scribe = Scribe(self.folder / "journal.sqlite", clock=lambda: self.t, now=lambda: self.t)
        self.stack.callback(self.scribe.close)
        self.keeper = Keeper(AndroidOptions(), self.scribe, self.panel, clock=lambda: self.t)
        self.desk = GameDesk(self.keeper, scene, self.seed, self.folder, {"south", "north"})
        self.eyes = Eyes(self.keeper, GameWatcher(self.keeper, Reader()), self.camera)
        app = create_app(self.keeper, self.desk, seats_store=self.scribe.seats)
        self.address = f"127.0.0.1:{self.stack.enter_context(serving(app)).port}"
        self.process = psutil.Process()

    def until(self, t: float, on_minute: Callable[[], object] = lambda: None) -> None:
        """Play until time ``t``."""
        while self.t < t:
            minute = self.t // 60
            self._play_on()
            if self.t // 60 > minute:
                self.sample()
                on_minute()

    def sample(self) -> None:
        held = self.process.memory_info().rss
        self.samples.append(Sample(self.t, held, self.process.num_threads(), self.process.num_fds()))

    def _play_on(self) -> None:
        """Look; when nothing more happens, somebody acts, and then thinks for a while."""
        self._look()
        if self.keeper.version != self._version:
            self._idle, self._version = 0, self.keeper.version
            return
        self._idle += 1
        if self._idle > PATIENCE:
            view = self.keeper.public_view()
            self.stuck.append(f"at {self.t:.0f} s nobody could go on with {view['game']}: {view['prompt']}")
            self.keeper.new_game(NewGame(0, view["game"], {}, None, 0, self.rng.randrange(2**31)))
            self._idle = 0
        if self._idle % 3 == 0:
            self._choose_game()
            self._make_trouble()
            with contextlib.suppress(Refused, ValueError):
                self.desk.step(lambda: self._let_pass(2.0))
            self._let_pass(self.rng.uniform(*PAUSE))

    def _look(self) -> None:
        self.eyes.look()
        self.keeper.tend()
        self.t += 0.1

    def _let_pass(self, seconds: float) -> None:
        for _ in range(LOOKS):
            self.t += max(0.0, seconds / LOOKS - 0.1)
            self._look()

    def _choose_game(self) -> None:
        """The game of the hour; a match that is over is followed by another."""
        view = self.keeper.public_view()
        hour, within = divmod(self.t, HOUR)
        game = "android" if within < ANDROID_SHARE else GAMES[1 + int(hour) % (len(GAMES) - 1)]
        if view["game"] != game:
            self.keeper.new_game(NewGame(0, game, {}, None, 0, self.rng.randrange(2**31)))
            self.happened[game] += 1
        elif view["phase"] == "over":
            self.keeper.new_game()
            self.happened[game] += 1

    def _make_trouble(self) -> None:
        if self.t < self._trouble_at:
            return
        self._trouble_at = self.t + self.rng.uniform(300, 900)
        kind = self.rng.choice(("black", "unplugged", "misdeal"))
        self.happened[kind] += 1
        if kind == "misdeal":
            with contextlib.suppress(Refused):
                self.keeper.request("south", {"redeal": True})
            return
        self.camera.camera.black, self.camera.pulled = kind == "black", kind == "unplugged"
        self._let_pass(10.0)
        self.camera.camera.black = self.camera.pulled = False


# -- pages that come and go --------------------------------------------------------------------------------------------


def visit(address: str, rng: random.Random) -> None:
    """Open the board's stream, read for a while, and leave in one way or another; fetch what a page fetches."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        link = http.client.HTTPConnection(address, timeout=2.0)
        link.request("GET", rng.choice(("/", "/south", "/api/board", "/api/games", "/events", "/events")))
        answer = link.getresponse()
        until = time.monotonic() + rng.uniform(0.1, 3.0)
        while time.monotonic() < until and answer.readline():
            pass
        link.close()


def visitors(address: str, number: int) -> None:
    """``number`` guests who visit the pages for ever."""
    parent = os.getppid()

    def guest(seed: int) -> None:
        rng = random.Random(seed)
        while os.getppid() == parent:
            visit(address, rng)
            time.sleep(rng.uniform(0.0, 0.3))

    guests = [threading.Thread(target=guest, args=(seed,)) for seed in range(number)]
    for thread in guests:
        thread.start()
    for thread in guests:
        thread.join()


@contextlib.contextmanager
def visited(address: str, number: int = 6) -> Iterator[None]:
    """Guests visit from another process while the block runs."""
    guests = subprocess.Popen([sys.executable, "-m", "tests.device.long_evening", "--visit", address, str(number)])
    try:
        yield
    finally:
        guests.kill()
        guests.wait()


# -- judging -----------------------------------------------------------------------------------------------------------


def held(samples: list[Sample], begin: float, end: float) -> list[Sample]:
    return [sample for sample in samples if begin <= sample.t < end]


def judged(samples: list[Sample], hours: float) -> Iterator[str]:
    """What has grown from the second hour to the last one."""
    second, last = held(samples, HOUR, 2 * HOUR), held(samples, (hours - 1) * HOUR, hours * HOUR)
    before, after = (statistics.mean(sample.memory for sample in part) for part in (second, last))
    if abs(after / before - 1) > TOLERANCE:
        yield f"the memory of the last hour is {after / before - 1:+.1%} away from that of the second"
    for what in ("threads", "files"):
        was, now = (max(getattr(sample, what) for sample in part) for part in (second, last))
        if now > was + 2:
            yield f"there were {was} {what} in the second hour at most, and {now} in the last"


def told(samples: list[Sample], hours: float) -> Iterator[str]:
    for hour in range(int(hours)):
        part = held(samples, hour * HOUR, (hour + 1) * HOUR)
        memory = statistics.mean(sample.memory for sample in part) / 2**20
        peak = max(sample.memory for sample in part) / 2**20
        threads, files = (max(getattr(sample, what) for sample in part) for what in ("threads", "files"))
        yield f"hour {hour + 1}: memory {memory:.1f} MB, at most {peak:.1f}; threads {threads}, files {files} at most"


def as_the_service() -> None:
    """Begin anew with as few arenas of memory as the service gives the program: they are made once and for all."""
    arenas = settings(ROOT / "systemd" / "whist-table.service")["Environment"]["MALLOC_ARENA_MAX"]
    if os.environ.get("MALLOC_ARENA_MAX") != arenas:
        program = [sys.executable, "-m", "tests.device.long_evening", *sys.argv[1:]]
        os.execve(sys.executable, program, os.environ | {"MALLOC_ARENA_MAX": arenas})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--visit", nargs=2, metavar=("ADDRESS", "NUMBER"), help=argparse.SUPPRESS)
    options: Any = parser.parse_args()
    if options.visit:
        visitors(options.visit[0], int(options.visit[1]))
        return 0
    if options.hours < 3:
        parser.error("--hours must be at least 3: the last hour is compared with the second")
    as_the_service()
    began, used = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
        evening = Evening(options.seed, Path(scratch), stack)
        bar = stack.enter_context(tqdm(total=int(options.hours * 60), unit="min", desc="evening", disable=None))
        with visited(evening.address):
            evening.until(options.hours * HOUR, bar.update)
        evening.scribe.close()
        with closing(Journal(Path(scratch) / "journal.sqlite")) as journal:
            events = [event for game in journal.games() for event in journal.events(game.id)]
    for line in told(evening.samples, options.hours):
        print(line)
    hands = sum(event["event"] == "hand_scored" for event in events)
    print(
        f"{hands} hands, {len(events)} events;",
        ", ".join(f"{what} {count}" for what, count in evening.happened.items()),
    )
    print(f"{time.monotonic() - began:.0f} s, {time.process_time() - used:.0f} s of processor time")
    wrong = [*evening.stuck, *judged(evening.samples, options.hours)]
    print("\n".join(wrong) or "nothing has grown")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
