"""The few wishes that stand on a ready card where any computer can write them: ``whist-table.txt``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from hardware.words import LANGUAGES
from whist.phrases import phrase

FILE: Final = "whist-table.txt"
"""On the first partition, which is FAT."""
HOTSPOT: Final = ("auto", "on", "off")
LINE: Final = re.compile(r"\s*(?:#.*|(?P<name>[\w ]+?)\s*=\s*(?P<value>.*?)\s*)?")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What whoever wrote the card wants; as it comes, nothing has to be said."""

    hotspot: str = "auto"
    """One of ``HOTSPOT``: where no network is found, always, or never."""
    kiosk: bool = False
    """The board on the connected screen."""
    report: bool = False
    """What camera and machine say of themselves, left on the first partition for whoever is to help."""
    language: str = "en"
    """Of the sheet and of the words on the screen; a key of ``hardware.words.LANGUAGES``."""
    country: str = ""
    """Two letters, by which Wi-Fi keeps the rules of that country; empty: those that hold everywhere."""
    wifi: str = ""
    """Name of a network to join; empty: none, or one that was named otherwise (Raspberry Pi Imager)."""
    wifi_password: str = ""


def _one_of(*words: str) -> Callable[[str], str | None]:
    return lambda text: text.lower() if text.lower() in words else None


def _yes_or_no(text: str) -> bool | None:
    return {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}.get(text.lower())


def _country(text: str) -> str | None:
    return text.upper() if re.fullmatch(r"([A-Za-z]{2})?", text) else None


def wifi_name(text: str) -> str | None:
    """``text`` if a network can be called so (IEEE 802.11: 32 bytes at most), else None; empty is no network."""
    return text if len(text.encode()) <= 32 and text.isprintable() else None


def wifi_password(text: str) -> str | None:
    """``text`` if it can open a WPA network (8 to 63 ASCII characters), else None; empty is an open one."""
    return text if not text or (8 <= len(text) <= 63 and text.isascii() and text.isprintable()) else None


_READ: Final[Mapping[str, tuple[Callable[[str], Any], str]]] = MappingProxyType(
    {
        "hotspot": (_one_of(*HOTSPOT), phrase("auto, on or off")),
        "kiosk": (_yes_or_no, phrase("yes or no")),
        "report": (_yes_or_no, phrase("yes or no")),
        "language": (_one_of(*LANGUAGES), " or ".join(LANGUAGES)),
        "country": (_country, phrase("two letters, as IT")),
        "wifi": (wifi_name, phrase("the name of a network")),
        "wifi_password": (wifi_password, phrase("8 to 63 plain letters, digits and signs")),
    }
)


def read_wishes(text: str) -> tuple[Wishes, list[str]]:
    """The wishes in the text of a file, and a sentence about each line that cannot be followed, which then counts for
    nothing. No sentence repeats a password."""
    wishes = Wishes()
    wrong: list[str] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        found = LINE.fullmatch(line)
        if found is None:
            wrong.append(phrase("{file}, line {number}: write a name, = and a value.", file=FILE, number=number))
            continue
        if found["name"] is None:
            continue
        name = found["name"].strip().lower().replace(" ", "_")
        if name not in _READ:
            there = ", ".join(_READ)
            wrong.append(
                phrase(
                    "{file}, line {number}: nothing is called {name}; there are {there}.",
                    file=FILE,
                    number=number,
                    name=name,
                    there=there,
                )
            )
            continue
        read, expected = _READ[name]
        value = read(found["value"])
        if value is None:
            wrong.append(
                phrase(
                    "{file}, line {number}: {name} must be {expected}.",
                    file=FILE,
                    number=number,
                    name=name,
                    expected=expected,
                )
            )
        else:
            wishes = replace(wishes, **{name: value})
    return wishes, wrong
