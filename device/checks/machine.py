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

from device.checks.findings import Finding
from device.journal.journal import JOURNAL, Journal, JournalError
from whist.phrases import Phrase, joined, phrase, reason

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
    0: phrase("its voltage is too low"),
    1: phrase("its clock rate is held down"),
    2: phrase("it is slowed down"),
    3: phrase("it is near its limit of heat"),
}
"""Bits of the Pi firmware's get_throttled that say so of now; sixteen higher: it was so since the Pi was started."""

_SYSTEM: Final = Path("/")


def data_lines(folder: Path) -> Iterator[Finding]:
    """The findings on the folder of the games, and on those in it."""
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        what = phrase("{existing} is no folder, so games cannot be kept in {folder}.", existing=existing, folder=folder)
        yield Finding("broken", what, phrase("Name another with --data."))
        return
    try:
        # the folder itself is made by the first game, not by looking
        seconds = time_of_a_write(existing)
    except OSError as error:
        do = phrase("Change its owner, or name another folder with --data.")
        yield Finding(
            "broken",
            phrase("Nothing can be written into {existing} ({why}).", existing=existing, why=error.strerror),
            do,
        )
        return
    yield _room(folder, shutil.disk_usage(existing).free)
    speed = phrase("An event is written down in {ms:.0f} ms.", ms=1000 * seconds)
    slow = seconds > SLOW
    yield (
        Finding("look at this", speed, phrase("Take a faster card: one of class A1 or better."))
        if slow
        else Finding("fine", speed)
    )
    if (folder / JOURNAL).exists():
        yield from _journal(folder / JOURNAL)


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


def _room(folder: Path, free: int) -> Finding:
    room = phrase("Games are kept in {folder}; {free} MB are free there.", folder=folder, free=free // 2**20)
    if free < LITTLE_ROOM:
        return Finding("broken" if free < LEAST_ROOM else "look at this", room, phrase("Make room on the disk."))
    return Finding("fine", room)


def _journal(path: Path) -> Iterator[Finding]:
    try:
        journal = Journal(path)
        try:
            games = journal.games()
        finally:
            journal.close()
    except JournalError as error:
        yield Finding("broken", reason(error))
    else:
        unfinished = bool(games) and games[-1].finished is None
        count = phrase("Games in the journal: {count}.", count=len(games))
        going_on = phrase("Games in the journal: {count}; the last goes on.", count=len(games))
        yield Finding("fine", going_on if unfinished else count)


def clock_line(now: float | None = None, system: Path = _SYSTEM) -> Finding:
    """The finding on the clock: a Pi has none that goes on without power, and asks the network for the time."""
    now = time.time() if now is None else now
    told = time.strftime("%Y-%m-%d, %H:%M", time.localtime(now))
    if now < Path(__file__).stat().st_mtime - 86400:
        do = phrase("Connect the network and wait a minute, or set it: sudo date -s '2026-12-24 18:00'")
        return Finding(
            "look at this", phrase("The clock says {told}, which is before this program was installed.", told=told), do
        )
    if (system / "run/systemd/timesync/synchronized").exists():
        return Finding("fine", phrase("The clock says {told}, set by the network.", told=told))
    return Finding("fine", phrase("The clock says {told}.", told=told))


def heat_lines(system: Path = _SYSTEM) -> Iterator[Finding]:
    """The findings on heat and power, where the machine tells of them."""
    degrees = temperature(system)
    if degrees is not None:
        what = phrase("The processor is at {degrees:.0f} °C.", degrees=degrees)
        hot = degrees >= HOT
        yield (
            Finding("look at this", what, phrase("Give it air: a fan, or another place."))
            if hot
            else Finding("fine", what)
        )
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


def troubles(flags: int) -> tuple[list[Phrase], list[Phrase]]:
    """What ``throttled`` says of now, and of the time since the Pi was started."""
    now = [words for bit, words in TROUBLES.items() if flags >> bit & 1]
    return now, [words for bit, words in TROUBLES.items() if flags >> (bit + 16) & 1]


def _power(flags: int) -> Finding:
    now, before = troubles(flags)
    do = phrase("Use the Pi's own power supply with a short cable, and give it air.")
    if now:
        return Finding("look at this", phrase("The Pi is not at its best: {troubles}.", troubles=joined(", ", now)), do)
    if before:
        return Finding(
            "look at this",
            phrase("Since the Pi was started, at some time: {troubles}.", troubles=joined(", ", before)),
            do,
        )
    return Finding("fine", phrase("The Pi has all the power it wants."))
