"""Settings of the way to Home Assistant: where the MQTT broker is, and by which name the table comes in there.

The password stands in a file of its own and nowhere else: no page, log or report ever has it. Which file that is, and
at which broker it is said, is written by hand alone once there is one: else whoever has the host's PIN could have it
sent elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from device.settings.errors import CommandError
from device.settings.typed_toml import option, wrong_text
from vision.input_files import contents
from whist.phrases import phrase

MOST_BYTES: Final = 4096
"""Of a file with a password."""
BY_HAND: Final = frozenset({"mqtt.password_file", "mqtt.ca_file"})
"""What no page shows or changes."""
_PLACE: Final = frozenset({"mqtt.host", "mqtt.port", "mqtt.tls", "mqtt.user"})


def _wrong_host(text: str) -> str | None:
    try:
        right = re.fullmatch(r"[^\s/@]{1,253}", text) is not None and bool(text.encode("idna"))
    except UnicodeError:
        right = False
    return None if right else phrase("it must be the name or address of a machine.")


def _wrong_topic(text: str) -> str | None:
    right = re.fullmatch(r"[\w-]{1,60}(/[\w-]{1,60}){0,5}", text, re.ASCII)
    return None if right else phrase("it must be the beginning of a topic, as homeassistant.")


@dataclass(frozen=True, slots=True)
class Mqtt:
    """The broker, and how the table comes in."""

    enabled: bool = option(False, phrase("Whether Home Assistant sees the table; it needs paho-mqtt (README.md)."))
    host: str = option("localhost", phrase("Name or address of the MQTT broker."), check=_wrong_host)
    port: int = option(1883, phrase("Its port; with TLS mostly 8883."), low=1, high=65535)
    tls: bool = option(False, phrase("Whether the connection is encrypted, and the broker has to prove who it is."))
    ca_file: str = option(
        "",
        "Certificate by which it does so; a relative one is taken from the folder of this file. Empty: those that this "
        "machine trusts.",
        check=wrong_text,
    )
    user: str = option("", phrase("User name at the broker; empty for none."), check=wrong_text)
    password_file: str = option(
        "",
        "File whose first line is the password; a relative one is taken from the folder of this file. Then the page "
        "changes the broker no more: it would be told the password.",
        check=wrong_text,
    )
    discovery: str = option(
        "homeassistant", phrase("Where Home Assistant looks for devices (its discovery prefix)."), check=_wrong_topic
    )


def may_change(mqtt: Mqtt, names: Iterable[str]) -> bool:
    """Whether the page may change the settings with these dotted names: never which broker is told a password."""
    return not (BY_HAND & set(names)) and not (mqtt.password_file and _PLACE & set(names))


def password(mqtt: Mqtt) -> str | None:
    """The password, None where there is none; raises ``CommandError`` with one sentence."""
    if not mqtt.password_file:
        return None
    try:
        first = contents(Path(mqtt.password_file), MOST_BYTES).decode("utf-8").split("\n", 1)[0].rstrip("\r")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or phrase("it is no text")
        raise CommandError(
            phrase(
                "The password of the MQTT broker cannot be read in {file} ({why}).", file=mqtt.password_file, why=why
            )
        ) from None
    return first
