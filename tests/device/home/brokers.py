"""A real mosquitto on a free port, and whoever listens to it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

needs_mosquitto = pytest.mark.skipif(
    shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") is None,
    reason="mosquitto is not there: sudo apt-get install mosquitto",
)
PATIENCE = 120.0
"""Seconds for which something is waited for at most."""


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def until(there: Callable[[], Any], what: str) -> Any:
    """What ``there`` gives once it gives something."""
    end = time.monotonic() + PATIENCE
    while not (found := there()):
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.02)
    return found


class Mosquitto:
    """A broker; with ``password`` only ``whist`` comes in, by it."""

    def __init__(self, folder: Path, password: str = "") -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", f"allow_anonymous {str(not password).lower()}"]
        if password:
            known = folder / "known"
            program = shutil.which("mosquitto_passwd", path="/usr/bin:/usr/local/bin")
            assert program is not None
            subprocess.run([program, "-b", "-c", str(known), "whist", password], check=True, capture_output=True)
            known.chmod(0o644)
            lines.append(f"password_file {known}")
        self._config.write_text("\n".join([*lines, "user root", ""]))
        self.start()

    def start(self) -> None:
        """Begin, and wait until it listens."""
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
        assert program is not None
        self._process = subprocess.Popen(
            [program, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._listens, "the broker's start")

    def _listens(self) -> bool:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.wait(10)


@dataclass
class Heard:
    """What somebody was told: the last text of each topic, which of them were retained when they came, and how often
    each came."""

    client: Any
    last: dict[str, str] = field(default_factory=dict)
    retained: set[str] = field(default_factory=set)
    times: dict[str, int] = field(default_factory=dict)

    def state(self) -> dict[str, Any]:
        """How things stand, as it was told last."""
        found = next((text for topic, text in self.last.items() if topic.endswith("/state")), "{}")
        state: dict[str, Any] = json.loads(found)
        return state

    def availability(self) -> str:
        """Whether the table is there, as it was told last."""
        return next((text for topic, text in self.last.items() if topic.endswith("/availability")), "")

    def topic(self, ending: str) -> str:
        """The topic that ends so."""
        return next(topic for topic in self.last if topic.endswith(ending))


@contextmanager
def listening(broker: Mosquitto, password: str = "") -> Iterator[Heard]:
    """Somebody who listens to everything."""
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    heard = Heard(client)
    subscribed: list[bool] = []

    def came(_: Any, __: Any, message: Any) -> None:
        heard.last[message.topic] = message.payload.decode()
        heard.times[message.topic] = heard.times.get(message.topic, 0) + 1
        if message.retain:
            heard.retained.add(message.topic)

    client.on_message = came
    client.on_connect = lambda *_: client.subscribe("#", qos=1)
    client.on_subscribe = lambda *_: subscribed.append(True)
    if password:
        client.username_pw_set("whist", password)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    until(lambda: subscribed, "a subscription")
    try:
        yield heard
    finally:
        client.disconnect()
        client.loop_stop()


def without(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on ``module`` of paho-mqtt cannot be imported, nor what is built on it."""
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "device.home.broker", raising=False)
