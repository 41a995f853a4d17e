"""The sheets for people at the table: a sign with the address of the page, and the androids' commands."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from reportlab.graphics.barcode.qr import QrCodeWidget

from hardware.drawing import MM, Canvas, Sheet, cut, line, paragraph, shape, text
from hardware.suits import SUITS
from hardware.words import LANGUAGES, Words

CODE: Final = 100.0
"""Side of the QR code without its white border, mm."""
SMALL_CODE: Final = 68.0
"""The same of two codes on one page."""
LONGEST_ADDRESS: Final = 120

CARD: Final = (186.0, 109.0)
"""Width and height of a rules card, mm."""

_FOLLOWING: Final = (
    ("Duck", "its lowest card of the suit led"),
    ("Beat", "the lowest card that wins so far; if none does, its lowest of the suit led"),
    ("High", "the highest card that wins so far; if none does, its lowest of the suit led"),
)
_LEADING: Final = (
    ("Clubs Diamonds Hearts Spades", "its lowest card of that suit"),
    ("Shortest", "lowest of its shortest suit but trumps"),
    ("Longest", "lowest of its longest suit, trumps too"),
    ("High …", "before any of these: the highest card instead"),
)
"""Commands and what they play: the two columns of the card."""


def checked_address(address: str) -> None:
    """ValueError, one sentence, unless a phone can open ``address`` and it fits on the sign."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    plain = address.isascii() and address.isprintable() and " " not in address
    if not plain or parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ValueError(f"{address!r} is no address that a phone can open; write it as http://192.168.1.20:8080.")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"The address has {len(address)} characters; at most {LONGEST_ADDRESS} fit on the sign.")


def qr_sign(sheet: Sheet, address: str | None = None) -> None:
    """One page: a QR code of ``address`` with the address above; without one, a form to write the address in.

    ValueError, one sentence, when a phone cannot open ``address``.
    """
    say = sheet.say
    canvas = sheet.begin(say("Whist table: sign with the address"))
    middle, top = sheet.width / 2, sheet.height - 45
    text(canvas, middle, top, say("The whist table"), 14, align="c", bold=True)
    for k, outline in enumerate(SUITS.values()):
        shape(canvas, outline, middle + (k - 1.5) * 20, top - 18, 13)
    if address is None:
        _form(sheet, top - 50)
    else:
        checked_address(address)
        text(canvas, middle, top - 40, say("Scan with a phone on the same network, or type:"), 5, align="c")
        size = min(9.0, 9.0 * 34 / len(address))
        text(canvas, middle, top - 53, address, size, align="c", bold=True)
        qr_code(canvas, address, middle - CODE / 2, top - 68 - CODE)
    canvas.showPage()


def hotspot_sign(sheet: Sheet, name: str, password: str, join: str, address: str) -> None:
    """One page for the table in its own Wi-Fi: first the code ``join`` that brings a phone into the network ``name``,
    with its ``password``, then that of the page's ``address``."""
    checked_address(address)
    say = sheet.say
    canvas = sheet.begin(say("Whist table: sign with its own Wi-Fi"))
    middle, top = sheet.width / 2, sheet.height - 38
    text(canvas, middle, top, say("The whist table"), 12, align="c", bold=True)
    shown = (
        (say("1. Scan to join the table's Wi-Fi, or choose it:"), name, say("password: {password}", password=password)),
        (say("2. Then scan to open the page, or type:"), address, ""),
    )
    y = top - 14
    for (do, large, small), code in zip(shown, (join, address), strict=True):
        text(canvas, middle, y, do, 5, align="c")
        text(canvas, middle, y - 9, large, 7, align="c", bold=True)
        text(canvas, middle, y - 17, small, 6, align="c", bold=True)
        y -= (23 if small else 16) + SMALL_CODE
        qr_code(canvas, code, middle - SMALL_CODE / 2, y, SMALL_CODE)
        y -= 12
    canvas.showPage()


def _form(sheet: Sheet, y: float) -> None:
    canvas, say, middle = sheet.canvas, sheet.say, sheet.width / 2
    text(canvas, middle, y, say("Type into a phone on the same network:"), 6, align="c")
    text(canvas, 20, y - 34, "http://", 9, bold=True)
    line(canvas, 50, y - 36, sheet.width - 20, y - 36, width=0.4)
    words = say("The program says its address when it starts. Write it in here, or print a sign with a code to scan:")
    y = paragraph(canvas, 20, y - 56, words, sheet.width - 40, 4)
    text(canvas, 20, y - 2, "whist-table print --address http://…", 4, bold=True)


def qr_code(canvas: Canvas, address: str, x: float, y: float, wide: float = CODE) -> None:
    """The QR code of ``address``, ``wide`` mm wide, lower left corner at ``x``, ``y``; keep 15 mm around white."""
    widget = QrCodeWidget(address, barLevel="M")
    widget.qr.make()
    rows = widget.qr.modules
    size = wide / len(rows)
    path = canvas.beginPath()
    # a run of black modules at a time: single squares would show hairlines between them
    for row, modules in enumerate(rows):
        column = 0
        for black, run in groupby(modules):
            length = len(list(run))
            if black:
                left, low = x + column * size, y + wide - (row + 1) * size
                path.rect(left * MM, low * MM, length * size * MM, size * MM)
            column += length
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)


def rules_card(sheet: Sheet) -> None:
    """A page in each language: the same card twice, for both players."""
    for language in LANGUAGES:
        page = replace(sheet, say=Words(language))
        page.begin(page.say("Whist table: the androids' commands, one card for each player"))
        x = (page.width - CARD[0]) / 2
        top = page.height - 21
        for low in (top - CARD[1], top - 2 * CARD[1] - 4):
            _rules(page, x, low)
        page.canvas.showPage()


def _rules(sheet: Sheet, x: float, low: float) -> None:
    canvas, say = sheet.canvas, sheet.say
    width, height = CARD
    cut(canvas, x, low, x + width, low + height)
    top = low + height
    text(canvas, x + 6, top - 10, say("Android Whist: commands"), 5.5, bold=True)
    for k, outline in enumerate(SUITS.values()):
        shape(canvas, outline, x + width - 36 + k * 9, top - 8.5, 6)
    words = say("You command the android beside the other player, your partner. You never see its cards.")
    paragraph(canvas, x + 6, top - 16, words, width - 12, 3.3)
    half = (width - 18) / 2
    left = _column(sheet, x + 6, top - 25, half, "It follows to a trick", _FOLLOWING)
    words = say(
        "It follows suit if it can. Without the suit led, Beat and High ruff; when it has nothing for the command: "
        "Error."
    )
    paragraph(canvas, x + 6, left, words, half, 3.2)
    right = _column(sheet, x + 12 + half, top - 25, half, "It leads, or right after an Error", _LEADING)
    paragraph(canvas, x + 12 + half, right, say("Two suits equally short or long: Error."), half, 3.2)
    words = say(
        "Error Message: the command fits no card, and nothing more is told. It costs nothing: say another. After an "
        "Error when it follows, both columns are open. The name of a suit that it holds works whenever suits are open."
    )
    line(canvas, x + 6, low + 18, x + width - 6, low + 18, 0.6)
    paragraph(canvas, x + 6, low + 12.5, words, width - 12, 3.3)


def _column(
    sheet: Sheet, x: float, y: float, width: float, heading: str, entries: tuple[tuple[str, str], ...]
) -> float:
    """Heading and commands with what each plays; returns y of the line after them."""
    text(sheet.canvas, x, y, sheet.say(heading), 3.8, bold=True)
    line(sheet.canvas, x, y - 1.8, x + width, y - 1.8, 0.4)
    y -= 7
    for command, does in entries:
        text(sheet.canvas, x, y, sheet.say(command), 3.6, bold=True)
        y = paragraph(sheet.canvas, x + 3, y - 4.6, sheet.say(does), width - 3, 3.2) - 1.2
    return y
