"""What a service manager must see of the table: it starts, says so, lives, is started again, and stops.

The same steps are taken with systemd itself (`python3 -m tests.systemd.trial` as root, where the table is installed:
on a Pi, a PC, in a container) and with a double of it (tests/systemd/manager.py). Only the standard library is used,
so that the steps run where nothing but the table is installed. The simulated people play; games that are there go on.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

PROGRAM = "/opt/whist-table/current/bin/whist-table"
SOON = 60
"""Seconds within which a board must come to what is waited for."""


def board(address):
    with urllib.request.urlopen(address + "/api/board", timeout=10) as answer:
        return json.load(answer)["view"]


def wait_for(what, found, seconds=SOON):
    deadline = time.monotonic() + seconds
    while not (got := found()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return got


def events(journal):
    """What was written down of the last game, oldest first."""
    with contextlib.closing(sqlite3.connect(journal)) as db:
        (game,) = db.execute("SELECT max(id) FROM games").fetchone()
        rows = db.execute("SELECT json FROM events WHERE game = ? ORDER BY number", (game,))
        return [json.loads(text) for (text,) in rows]


def starts(service):
    """The manager waits until the page is served, and not longer."""
    seconds = service.start()
    assert service.state() == "active"
    assert board(service.address)["phase"]
    return f"started, page served after {seconds:.1f} s"


def tells(service):
    """The manager knows where the page is, and hears signs of life."""
    status = wait_for("a status", lambda: "Looking" in service.status() and service.status())
    assert service.address.rsplit(":", 1)[1] in status, status
    pid = service.pid()
    time.sleep(1.2 * service.watchdog)
    assert service.pid() == pid, "a table that looks was ended"
    return f'says "{status}"; lives {1.2 * service.watchdog:g} s on a watchdog of {service.watchdog:g} s'


def is_freed_from_hanging(service):
    """A loop that hangs while page and people go on is ended and started again."""
    pid, began = service.pid(), time.monotonic()
    service.hang.touch()
    try:
        assert board(service.address)["phase"], "the page must go on"
        # a starved watchdog, then up to the time to stop, then the pause
        wait_for("the end of a hung program", lambda: service.pid() != pid, 2 * service.watchdog + 20)
    finally:
        service.hang.unlink()
    wait_for("a new start", lambda: service.pid() not in (0, pid) and service.state() == "active")
    assert board(service.address)["phase"]
    assert service.restarts() >= 1
    return f"a hung loop was started again within {time.monotonic() - began:.1f} s"


def loses_nothing(service):
    """Killed in the middle of a trick, it goes on with the same table and no event is lost."""
    tricks = board(service.address)["tricks_done"]

    def in_mid_trick():
        shown = board(service.address)
        return shown if shown["tricks_done"] != tricks and len(shown["trick"]) in (2, 3) else None

    shown = wait_for("the middle of a trick", in_mid_trick, 180)
    pid, began = service.pid(), time.monotonic()
    os.kill(pid, signal.SIGKILL)
    wait_for("a new start", lambda: service.pid() not in (0, pid) and service.state() == "active")
    seconds = time.monotonic() - began
    written = events(service.journal)
    again = board(service.address)
    # what was shown was written down before, and what is shown now has all of it
    assert len(written) >= shown["event"]
    assert again["event"] >= shown["event"]
    assert again["deal"] >= shown["deal"]
    if again["deal"] == shown["deal"]:
        assert again["tricks_done"] >= shown["tricks_done"]
        if again["tricks_done"] == shown["tricks_done"]:
            assert again["trick"][: len(shown["trick"])] == shown["trick"]
    done = (shown["deal"], shown["tricks_done"])
    wait_for("the next trick", lambda: _place(board(service.address)) > done, 180)
    assert events(service.journal)[: len(written)] == written
    return f"killed with {len(shown['trick'])} cards laid, open again after {seconds:.1f} s, no event lost, played on"


def _place(shown):
    return shown["deal"], shown["tricks_done"]


def stops(service):
    """It stops within five seconds, with a page open, and leaves nothing running."""
    pid = service.pid()
    with urllib.request.urlopen(service.address + "/events", timeout=10) as stream:
        assert stream.status == 200
        seconds = service.stop()
    assert seconds < 5, f"{seconds:.1f} s"
    assert not Path(f"/proc/{pid}").exists()
    assert service.result() == "success", service.result()
    return f"stopped after {seconds:.1f} s"


STEPS = (starts, tells, is_freed_from_hanging, loses_nothing, stops)


class Systemd:
    """The installed service under the systemd that runs here."""

    unit = "whist-table.service"
    address = "http://127.0.0.1:8080"
    journal = Path("/var/lib/whist-table/journal.sqlite")
    folder = Path("/run/whist-table-trial")
    hang = folder / "hang"
    drop_in = Path(f"/run/systemd/system/{unit}.d/trial.conf")

    def __init__(self):
        self._systemctl("stop", self.unit)
        self.folder.mkdir(exist_ok=True)
        code = (Path(__file__).parent / "hanging" / "sitecustomize.py").read_text()
        (self.folder / "sitecustomize.py").write_text(code)
        settings = '[simulation]\nplays_itself = "both"\nspeed = 4\n\n[page]\nhost = "0.0.0.0"\n'
        (self.folder / "settings.toml").write_text(settings)
        self.drop_in.parent.mkdir(parents=True, exist_ok=True)
        self.drop_in.write_text(
            f"[Service]\nEnvironment=PYTHONPATH={self.folder} WHIST_HANG={self.hang}\n"
            f"ExecStart=\nExecStart={PROGRAM} run --settings {self.folder}/settings.toml\n"
        )
        self._systemctl("daemon-reload")
        self._systemctl("reset-failed", self.unit)
        self.watchdog = self._watchdog()

    def _systemctl(self, *words):
        return subprocess.run(["systemctl", *words], capture_output=True, text=True, check=False)

    def _show(self, key):
        return self._systemctl("show", "--property", key, "--value", self.unit).stdout.strip()

    def _watchdog(self):
        """Seconds of the watchdog; ``systemctl show`` gives it in words, the bus in microseconds."""
        path = "/org/freedesktop/systemd1/unit/whist_2dtable_2eservice"
        words = ["org.freedesktop.systemd1", path, "org.freedesktop.systemd1.Service", "WatchdogUSec"]
        got = subprocess.run(["busctl", "get-property", *words], capture_output=True, text=True, check=True)
        return int(got.stdout.split()[1]) / 1e6

    def start(self):
        began = time.monotonic()
        done = self._systemctl("start", self.unit)
        assert done.returncode == 0, done.stderr
        return time.monotonic() - began

    def stop(self):
        began = time.monotonic()
        self._systemctl("stop", self.unit)
        return time.monotonic() - began

    def pid(self):
        return int(self._show("MainPID"))

    def state(self):
        return self._show("ActiveState")

    def status(self):
        return self._show("StatusText")

    def restarts(self):
        return int(self._show("NRestarts"))

    def result(self):
        return self._show("Result")

    def close(self):
        """Takes the trial away and starts the service as it is installed."""
        self.drop_in.unlink()
        self._systemctl("daemon-reload")
        self._systemctl("restart", self.unit)


def main():
    if os.geteuid() != 0 or not Path("/run/systemd/system").is_dir() or not Path("/opt/whist-table/current").exists():
        sys.exit("The trial wants root, systemd running, and the table installed: sudo make install")
    service = Systemd()
    try:
        for step in STEPS:
            print(f"{step.__name__.replace('_', ' ')}: {step(service)}", flush=True)
    finally:
        service.close()


if __name__ == "__main__":
    main()
