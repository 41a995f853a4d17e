"""What the table says of its network: on a screen without a desktop, and in the file for the host."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from device.hotspot.network import Network, code_of
from web_ui.doors.codes import QUIET, modules
from web_ui.languages import Language
from whist.phrases import phrase

SIGN: Final = "whist-table-sign.pdf"
HOST: Final = "whist-table-host.txt"
"""Files on the card's first partition: the sign for everybody, and what the host alone needs."""
GAP: Final = "    "
_BLOCKS: Final = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""Two modules, the upper and the lower one, in one letter: light on a dark screen, so that black stays dark."""


def blocks(text: str) -> list[str]:
    """The QR code of ``text`` in lines of letters for a dark screen, two rows of modules in each, with its light
    border."""
    rows = modules(text)
    side = len(rows) + 2 * QUIET
    light = [[False] * side] * QUIET
    whole = [*light, *([False] * QUIET + row + [False] * QUIET for row in rows), *light]
    if side % 2:
        whole.append([False] * side)
    return [
        "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(whole[::2], whole[1::2], strict=True)
    ]


def two_codes(network: Network, address: str) -> list[str]:
    """Beside each other: the code that brings a phone into ``network``, and that of the page."""
    left, right = blocks(code_of(network)), blocks(address)
    return [f"{a}{GAP}{b}" for a, b in zip_longest(left, right, fillvalue="")]


def on_screen(lines: list[str], language: Language) -> str:
    """``lines`` in ``language`` for /etc/issue.d, where agetty takes a backslash for a sign of its own."""
    return "\n".join(["", *(language.say(line).replace("\\", "\\\\") for line in lines), "", ""])


def for_the_host(language: Language, network: Network, address: str, pin: str) -> str:
    """The text of ``HOST``; ``pin`` is empty where it is not drawn yet."""
    lines = [
        phrase("Where no network is found, the table opens its own:"),
        phrase("Wi-Fi: {name}   password: {password}", name=network.name, password=network.password),
        phrase("page: {address}", address=address),
        *([phrase("The host's PIN, which the page asks for: {pin}", pin=pin)] if pin else []),
        phrase("Print {file} and lay it on the table; keep this file to yourself.", file=SIGN),
    ]
    # Windows, too, may be what opens it
    return "".join(f"{language.say(line)}\r\n" for line in lines)
