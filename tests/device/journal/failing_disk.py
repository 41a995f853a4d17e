"""A small disk of its own that is full, then has room, then is read-only from the start, then writable again.

``python -m tests.device.journal.failing_disk FOLDER`` mounts it, plays on it, and prints what it found as JSON; it is
to be run in a mount namespace of its own: ``unshare --mount`` (as root) or ``unshare --user --map-root-user --mount``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from device.journal.journal import Journal
from device.journal.left_off import read_left_off
from device.journal.scribe import RETRY, Scribe
from device.keeper.keeper import Keeper
from device.settings.small_files import remember
from tests.device.keeper.test_keeper import play
from tests.simulated import hands_of, people
from whist.rules.options import AndroidOptions

CLEANLY, KILLED = "closed", "killed"


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        return self.t


def mount(*options: str) -> None:
    subprocess.run(["mount", *options], check=True, capture_output=True)


def fill(disk: Path) -> Path:
    """Fill the disk to the last byte."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return filler


def written(disk: Path) -> list[list[dict[str, Any]]]:
    """The events of each game on the disk."""
    journal = Journal(disk / "journal.sqlite")
    try:
        return [journal.events(game.id) for game in journal.games()]
    finally:
        journal.close()


def known(keeper: Keeper) -> list[dict[str, Any]]:
    return [event.to_json() for event in keeper.table.events]


def full(disk: Path) -> dict[str, Any]:
    """Play, fill the disk, play on, make room."""
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk))
    clock = Clock()
    scribe = Scribe(disk / "journal.sqlite", clock)
    keeper = Keeper(AndroidOptions(), scribe)
    hands = hands_of(keeper.table, 5, cards_of(disk))
    players = people(keeper, 5)
    play(keeper, hands, players, 30)
    before = known(keeper)
    filler = fill(disk)
    play(keeper, hands, players, 120)
    scribe.seats.put("south", "aa")
    forgotten = remember(disk / "cards.json", {"laid": list(map(str, hands.laid()))})
    during, notes = known(keeper), keeper.public_view()["notes"]
    with closing(Journal(disk / "journal.sqlite")) as journal:
        on_disk = journal.events(1)
    filler.unlink()
    clock.t += RETRY
    keeper.tend()
    after = {"notes": keeper.public_view()["notes"], "waiting": scribe.waiting, "seat": scribe.seats.get("south")}
    scribe.close()
    return {
        "before": len(before),
        "during": len(during),
        "notes": notes,
        "on_disk_meanwhile": on_disk == during[: len(on_disk)] and len(before) <= len(on_disk) < len(during),
        "after": after,
        "complete": written(disk) == [known(keeper)],
        "a_file_beside": [forgotten, *sorted(path.name for path in disk.glob("cards*"))],
    }


def read_only(disk: Path, how: str) -> dict[str, Any]:
    """Leave a game off, ``how`` the program ended; begin on a read-only disk, play on, make it writable."""
    program = f"from tests.device.journal.failing_disk import leave_off\nleave_off({str(disk)!r}, {how!r})"
    ended = subprocess.run([sys.executable, "-c", program])
    assert ended.returncode == (0 if how == CLEANLY else -signal.SIGKILL)
    for log in disk.glob("*-shm"):
        log.unlink()  # after a power cut it is not there either
    [left] = written_in_copy(disk)
    mount("-o", "remount,ro", str(disk))
    clock = Clock()
    scribe = Scribe(disk / "journal.sqlite", clock)
    keeper = Keeper(AndroidOptions(), scribe)
    resumed, notes = known(keeper), keeper.public_view()["notes"]
    hands = hands_of(keeper.table, 5, cards_of(disk))
    play(keeper, hands, people(keeper, 5), 20)
    clock.t += RETRY
    keeper.tend()
    still = keeper.public_view()["notes"]
    mount("-o", "remount,rw", str(disk))
    clock.t += RETRY
    keeper.tend()
    after = {"notes": keeper.public_view()["notes"], "waiting": scribe.waiting}
    scribe.close()
    return {
        "resumed": resumed == left,
        "notes": notes,
        "still": still == notes,
        "after": after,
        "grown": len(known(keeper)) - len(left),
        "complete": written(disk) == [known(keeper)],
    }


def leave_off(folder: str, how: str) -> None:
    """Play on in the journal of a folder, and end."""
    scribe = Scribe(Path(folder) / "journal.sqlite")
    keeper = Keeper(AndroidOptions(), scribe)
    hands = hands_of(keeper.table, 5, cards_of(Path(folder)))
    play(keeper, hands, people(keeper, 5), 10)
    if how == KILLED:
        os.kill(os.getpid(), signal.SIGKILL)
    scribe.close()


def cards_of(disk: Path) -> Path:
    """Where the cards of the simulated people are: not on the disk that fails."""
    return disk.with_name("cards.json")


def written_in_copy(disk: Path) -> list[list[dict[str, Any]]]:
    """The events of the game that was left off, read without leaving a trace."""
    return [[entry.event for entry in read_left_off(disk / "journal.sqlite").entries]]


def main() -> None:
    disk = Path(sys.argv[1]) / "disk"
    disk.mkdir()
    found = {"full": full(disk)}
    for how in (CLEANLY, KILLED):
        found[f"read-only, {how}"] = read_only(disk, how)
    subprocess.run(["umount", str(disk)], check=True)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
