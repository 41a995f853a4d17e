"""What the program tells systemd: that it is ready, that its eyes still look, and in one line how things stand.

systemd gives a service of ``Type=notify`` a datagram socket in ``$NOTIFY_SOCKET``, and reads lines such as ``READY=1``
from it (sd_notify(3)). That is one ``sendto``; the packages for it are older than Python 3.8 or want a compiler, so it
is written here. Without the variable every call does nothing.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)


class Notifier:
    """Speaks to the service manager that started this program; silent where there is none.

    Safe to call from several threads: each message is one datagram. No call raises or waits: what cannot be said is
    left out, for a program must not end or hang because nobody listens.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._clock = clock
        self._between = _beat(environment)
        self._beaten = float("-inf")
        self._said = "Opening the table."
        self._page = ""
        self._complained = False

    @property
    def between(self) -> float | None:
        """Seconds between two signs of life, a quarter of what systemd waits for one; None when it waits for none."""
        return self._between

    def ready(self, address: str) -> None:
        """The page is served at ``address``, which each status ends with from now on."""
        self._page = f" The page: {address}"
        self._send("READY=1", f"STATUS={_line(self._said + self._page)}")

    def alive(self) -> None:
        """A sign of life; more of them than systemd needs are left out."""
        now = self._clock()
        if self._between is not None and now - self._beaten >= self._between:
            self._beaten = now
            self._send("WATCHDOG=1")

    def status(self, sentence: str) -> None:
        """One line for ``systemctl status``; sent when it is another than the last."""
        if sentence != self._said:
            self._said = sentence
            self._send(f"STATUS={_line(sentence + self._page)}")

    def stopping(self) -> None:
        """The program has begun to end."""
        self._send("STOPPING=1", "STATUS=Closing.")

    def _send(self, *lines: str) -> None:
        if self._address is None:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as link:
                link.setblocking(False)
                link.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            if not self._complained:
                self._complained = True
                log.warning("The service manager cannot be told anything (%s).", error.strerror or error)


def _address(given: str) -> str | None:
    """A path, or a name with ``@`` for the NUL byte of Linux's abstract sockets; anything else is no address."""
    if given.startswith("@"):
        return "\0" + given[1:]
    return given if given.startswith("/") else None


def _beat(environment: Mapping[str, str]) -> float | None:
    """Seconds between signs of life from ``WATCHDOG_USEC``, if it is meant for this process (``WATCHDOG_PID``)."""
    wanted, of = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not (wanted.isascii() and wanted.isdigit() and int(wanted) > 0) or of not in ("", str(os.getpid())):
        return None
    return int(wanted) / 4e6


def _line(text: str) -> str:
    return " ".join(text.split())
