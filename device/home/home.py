"""Keeps Home Assistant told of the table, and hears its button: a thread of its own, which looks at the public view."""

from __future__ import annotations

import json
import logging
import re
import secrets
import threading
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from device.home.discovery import OFFLINE, ONLINE, PRESS, Topics, discovery, not_there, state_of
from device.keeper.keeper import Keeper
from device.lights.buttons import press
from device.settings.errors import CommandError
from device.settings.mqtt import Mqtt, password
from device.settings.small_files import remember, remembered
from whist.phrases import phrase, reason
from whist.quoting import where_from

if TYPE_CHECKING:
    from device.home.broker import Broker

log = logging.getLogger(__name__)

LOOK_S: Final = 0.3
"""Seconds between looks while nothing happens."""
FILE: Final = "home-assistant.json"
"""Where the name of this table at the broker is kept, beside the games."""


class Home:
    """Tells Home Assistant of the table of ``keeper`` until ``close``; ``troubles`` says what keeps it from that."""

    def __init__(self, where: Mqtt, keeper: Keeper, folder: Path, address: Callable[[], str | None]) -> None:
        self._keeper, self._address = keeper, address
        self._topics = Topics(where.discovery, table_name(folder / FILE))
        self._said: dict[str, str] = {}
        """What was said last, by topic; nothing of it need be known any more once ``_anew`` is set."""
        self._anew, self._pressed, self._over = threading.Event(), threading.Event(), threading.Event()
        self._why: str | None = None
        self._broker: Broker | None = None
        try:
            self._open(where)
        except ImportError:  # also where the system has version 1 of it
            self._why = phrase(
                "Home Assistant is told nothing: paho-mqtt 2 is missing; README.md says how it is installed."
            )
        except CommandError as error:
            self._why = reason(error)
        except (OSError, ValueError) as error:  # a certificate that cannot be read, or is none
            self._why = phrase("Home Assistant is told nothing: {why}.", why=getattr(error, "strerror", None) or error)
        if self._why is not None:
            log.warning("%s", self._why)
            return
        self._thread = threading.Thread(target=self._go_on, name="home", daemon=True)
        self._thread.start()

    def _open(self, where: Mqtt) -> None:
        from device.home.broker import Broker

        topics = self._topics
        heard = (topics.new_deal, topics.birth)
        gone = (topics.availability, OFFLINE)
        self._broker = Broker(where, password(where), topics.table, gone, heard, self._hear, self._anew.set)

    @property
    def troubles(self) -> list[str]:
        """What keeps Home Assistant from being told, in sentences; none while all is well."""
        found = self._why if self._broker is None else self._broker.trouble
        return [] if found is None else [found]

    def close(self) -> None:
        """Say that the table has gone, and end; waits a few seconds at most."""
        self._over.set()
        if self._broker is not None:
            self._thread.join(LOOK_S + 1.0)
            self._broker.close((self._topics.availability, OFFLINE))

    def _hear(self, topic: str, words: bytes, retained: bool) -> None:
        if topic == self._topics.birth:
            if words == ONLINE.encode():
                self._anew.set()
        elif retained:
            log.warning("A retained command from Home Assistant is ignored: nobody presses a button now.")
        elif words == PRESS.encode():
            self._pressed.set()

    # -- the thread --------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        seen = -1
        while not self._over.is_set():
            try:
                seen = self._keeper.wait(seen, LOOK_S)
                if self._pressed.is_set():
                    self._pressed.clear()
                    press(self._keeper, "new_deal")
                self._tell()
            except Exception as error:  # the table goes on without Home Assistant
                log.error("Telling Home Assistant failed: %s", where_from(error))
                self._over.wait(LOOK_S)

    def _tell(self) -> None:
        if self._broker is None or not self._broker.is_there:
            return
        if self._anew.is_set():
            self._anew.clear()
            self._said.clear()
        view = self._keeper.public_view()
        entities = discovery(self._topics, view, _version(), self._address())
        for topic in not_there(self._topics, view):
            self._say(topic, "")
        for topic, entity in entities.items():
            self._say(topic, json.dumps(entity))
        self._say(self._topics.availability, ONLINE)
        self._say(self._topics.state, json.dumps(state_of(view, "camera" in self._keeper.troubles)))

    def _say(self, topic: str, words: str) -> None:
        if self._broker is not None and self._said.get(topic) != words and self._broker.say(topic, words):
            self._said[topic] = words


def table_name(file: Path) -> str:
    """By what name this table goes at the broker: drawn once, and kept in ``file``."""
    try:
        kept = remembered(file)
        name = kept["table"] if isinstance(kept, dict) else None
        if isinstance(name, str) and re.fullmatch(r"whist_[0-9a-f]{12}", name):
            return name
    except (OSError, ValueError, KeyError):
        pass
    name = f"whist_{secrets.token_hex(6)}"
    remember(file, {"table": name})
    return name


def _version() -> str:
    try:
        return version("whist-table")
    except PackageNotFoundError:
        return "unknown"
