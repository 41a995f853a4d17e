"""A double of systemd for one service, as far as systemd.service(5) and sd_notify(3) say what it does.

It reads the unit's own settings and starts the real program: ``Type=notify`` (the start ends with ``READY=1`` from the
main process, and not before), ``WatchdogSec`` (``$WATCHDOG_USEC``, ``$WATCHDOG_PID``; each ``WATCHDOG=1`` winds it up,
and when it runs down the process gets ``SIGABRT``), ``Restart=on-failure`` with ``RestartSec`` and the start limit,
``TimeoutStopSec`` (``SIGTERM``, then ``SIGKILL``), ``Environment``. It has no sandbox: that is for systemd itself.
"""

from __future__ import annotations

import os
import shlex
import signal
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

CREDENTIALS = struct.Struct("3i")
"""Process, user and group that the kernel says a message is from."""


def settings(unit):
    """Keys of a unit file, the last of each; ``Environment`` as a dict."""
    found = {}
    for line in Path(unit).read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found[key] = value
    found["Environment"] = dict(word.split("=", 1) for word in shlex.split(found.get("Environment", "")))
    return found


class Manager:
    """Keeps the service of ``unit`` running with ``command``; keys in ``changed`` hold instead of the unit's own."""

    def __init__(self, unit, command, folder, environment, changed):
        self.settings = {**settings(unit), **changed}
        assert self.settings["Type"] == "notify"
        assert self.settings["NotifyAccess"] == "main"
        assert self.settings["Restart"] == "on-failure"
        self.watchdog = float(self.settings["WatchdogSec"])
        self._command = command
        self._environment = {**os.environ, **self.settings["Environment"], **environment}
        self._address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.settimeout(0.05)
        self._socket.bind(self._address)
        self._process = None
        self._state, self._status, self._result = "inactive", "", "success"
        self._starts, self._restarts = [], 0
        self._wanted = threading.Event()
        self._settled = threading.Condition()
        self._fed = 0.0
        self._thread = threading.Thread(target=self._supervise, daemon=True)

    def start(self):
        """Start it and wait until it says that it is ready; seconds that this took."""
        began = time.monotonic()
        self._wanted.set()
        self._thread.start()
        with self._settled:
            assert self._settled.wait_for(lambda: self._state in ("active", "failed"), 120)
        assert self._state == "active", self._result
        return time.monotonic() - began

    def stop(self):
        """Stop it; seconds that this took."""
        began = time.monotonic()
        self._wanted.clear()
        self._end(signal.SIGTERM)
        self._thread.join(30)
        assert not self._thread.is_alive()
        return time.monotonic() - began

    def close(self):
        if self._process is not None and self._process.poll() is None:
            self._wanted.clear()
            self._process.kill()
            self._thread.join(30)
        self._socket.close()

    def pid(self):
        process = self._process
        return 0 if process is None or process.poll() is not None else process.pid

    def state(self):
        return self._state

    def status(self):
        return self._status

    def restarts(self):
        return self._restarts

    def result(self):
        return self._result

    def _supervise(self):
        while self._wanted.is_set():
            now = time.monotonic()
            self._starts = [t for t in self._starts if now - t < float(self.settings["StartLimitIntervalSec"])]
            if len(self._starts) >= int(self.settings["StartLimitBurst"]):
                self._result = "start-limit-hit"
                self._become("failed")
                return
            self._starts.append(now)
            self._live()
            if self._result == "success" or not self._wanted.is_set():
                break
            self._become("activating")
            time.sleep(float(self.settings["RestartSec"]))
            self._restarts += 1
        self._become("inactive")

    def _live(self):
        """One life of the program, from its start to its end."""
        self._result, self._status = "success", ""
        self._become("activating")
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", 'WATCHDOG_PID=$$ exec "$@"', "-", *self._command],
            env={
                **self._environment,
                "NOTIFY_SOCKET": self._address,
                "WATCHDOG_USEC": str(int(self.watchdog * 1e6)),
            },
        )
        born = time.monotonic()
        while self._process.poll() is None:
            self._hear()
            if self._state == "activating" and time.monotonic() - born > float(self.settings["TimeoutStartSec"]):
                self._result = "timeout"
                self._end(signal.SIGTERM)
            if self._state == "active" and time.monotonic() - self._fed > self.watchdog:
                self._result = "watchdog"
                self._end(signal.SIGABRT)
        if self._result == "success" and self._process.returncode not in (0, -signal.SIGTERM):
            self._result = "exit-code" if self._process.returncode > 0 else "signal"

    def _end(self, how):
        """Sends a signal, and SIGKILL when the time to stop is over."""
        if how == signal.SIGTERM and self._state != "activating":
            self._become("deactivating")
        process = self._process
        process.send_signal(how)
        try:
            process.wait(float(self.settings["TimeoutStopSec"]))
        except subprocess.TimeoutExpired:
            self._result = "timeout" if self._result == "success" else self._result
            process.kill()
            process.wait()

    def _hear(self):
        try:
            message, more, _, _ = self._socket.recvmsg(4096, socket.CMSG_SPACE(CREDENTIALS.size))
        except TimeoutError:
            return
        (pid, _, _) = CREDENTIALS.unpack(more[0][2])
        if pid != self._process.pid:
            return  # NotifyAccess=main
        for line in message.decode().splitlines():
            if line == "READY=1" and self._state == "activating":
                self._fed = time.monotonic()
                self._become("active")
            elif line == "WATCHDOG=1":
                self._fed = time.monotonic()
            elif line.startswith("STATUS="):
                self._status = line[len("STATUS=") :]

    def _become(self, state):
        with self._settled:
            self._state = state
            self._settled.notify_all()
