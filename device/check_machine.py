"""Whether the machine can carry the table: room and speed of its disk, its clock, its heat and its power."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from device.findings import Line
from device.journal import Journal, JournalError

LEAST_ROOM: Final = 20 * 2**20
LITTLE_ROOM: Final = 500 * 2**20
"""Bytes of disk below which games cannot be kept for long, and below which somebody should know."""
TRIALS: Final = 10
"""So many writes are timed."""
SLOW: Final = 0.1
"""Seconds, for most of these writes, from which on taps lag: each event is on the disk before it is seen."""
HOT: Final = 80.0
"""Degrees Celsius at which a Pi begins to slow down."""
TROUBLES: Final = {
    0: "its voltage is too low",
    1: "its clock rate is held down",
    2: "it is slowed down",
    3: "it is near its limit of heat",
}
"""Bits of the Pi firmware's get_throttled that say so of now; sixteen higher: it was so since the Pi was started."""

_SYSTEM: Final = Path("/")


def data_lines(folder: Path) -> Iterator[Line]:
    """The findings on the folder of the games, and on those in it."""
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        what = f"{existing} is no folder, so games cannot be kept in {folder}."
        yield Line("broken", what, "Name another with --data.")
        return
    try:
        # the folder itself is made by the first game, not by looking
        seconds = time_of_a_write(existing)
    except OSError as error:
        do = "Change its owner, or name another folder with --data."
        yield Line("broken", f"Nothing can be written into {existing} ({error.strerror}).", do)
        return
    yield _room(folder, shutil.disk_usage(existing).free)
    speed = f"An event is written down in {1000 * seconds:.0f} ms."
    slow = seconds > SLOW
    yield Line("look at this", speed, "Take a faster card: one of class A1 or better.") if slow else Line("fine", speed)
    if (folder / "journal.sqlite").exists():
        yield from _journal(folder / "journal.sqlite")


def time_of_a_write(folder: Path) -> float:
    """Seconds that a small write takes until it is on the disk of ``folder``, the median of some; raises OSError."""
    took = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as trial:
        for _ in range(TRIALS):
            began = time.perf_counter()
            trial.write(b"x" * 4096)
            os.fsync(trial.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took)


def _room(folder: Path, free: int) -> Line:
    room = f"Games are kept in {folder}; {free // 2**20} MB are free there."
    if free < LITTLE_ROOM:
        return Line("broken" if free < LEAST_ROOM else "look at this", room, "Make room on the disk.")
    return Line("fine", room)


def _journal(path: Path) -> Iterator[Line]:
    try:
        journal = Journal(path)
        try:
            games = journal.games()
        finally:
            journal.close()
    except JournalError as error:
        yield Line("broken", str(error))
    else:
        unfinished = bool(games) and games[-1].finished is None
        yield Line("fine", f"Games in the journal: {len(games)}{'; the last goes on' if unfinished else ''}.")


def clock_line(now: float | None = None, system: Path = _SYSTEM) -> Line:
    """The finding on the clock: a Pi has none that goes on without power, and asks the network for the time."""
    now = time.time() if now is None else now
    told = time.strftime("%d %B %Y, %H:%M", time.localtime(now))
    if now < Path(__file__).stat().st_mtime - 86400:
        do = "Connect the network and wait a minute, or set it: sudo date -s '2026-12-24 18:00'"
        return Line("look at this", f"The clock says {told}, which is before this program was installed.", do)
    by = " by the network" if (system / "run/systemd/timesync/synchronized").exists() else ""
    return Line("fine", f"The clock says {told}{', set' if by else ''}{by}.")


def heat_lines(system: Path = _SYSTEM) -> Iterator[Line]:
    """The findings on heat and power, where the machine tells of them."""
    degrees = temperature(system)
    if degrees is not None:
        what = f"The processor is at {degrees:.0f} °C."
        hot = degrees >= HOT
        yield Line("look at this", what, "Give it air: a fan, or another place.") if hot else Line("fine", what)
    flags = throttled(system)
    if flags is not None:
        yield _power(flags)


def temperature(system: Path = _SYSTEM) -> float | None:
    """Degrees Celsius of the hottest part of the processor; None where nothing tells it."""
    found = []
    for zone in sorted((system / "sys/class/thermal").glob("thermal_zone*/temp")):
        try:
            found.append(int(zone.read_text()) / 1000)
        except (OSError, ValueError):
            continue  # some zones are there and cannot be read
    return max(found, default=None)


def throttled(system: Path = _SYSTEM) -> int | None:
    """The Pi firmware's word on power and heat (``TROUBLES``); None on other machines."""
    for told in sorted((system / "sys/devices/platform").glob("*/*firmware*/get_throttled")):
        try:
            return int(told.read_text(), 16)
        except (OSError, ValueError):
            continue
    command = shutil.which("vcgencmd")
    if command is None or system != _SYSTEM:
        return None
    try:
        done = subprocess.run([command, "get_throttled"], capture_output=True, text=True, timeout=5, check=True)
        return int(done.stdout.partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _power(flags: int) -> Line:
    now = [words for bit, words in TROUBLES.items() if flags >> bit & 1]
    before = [words for bit, words in TROUBLES.items() if flags >> (bit + 16) & 1]
    do = "Use the Pi's own power supply with a short cable, and give it air."
    if now:
        return Line("look at this", f"The Pi is not at its best: {', '.join(now)}.", do)
    if before:
        return Line("look at this", f"Since the Pi was started, at some time: {', '.join(before)}.", do)
    return Line("fine", "The Pi has all the power it wants.")
