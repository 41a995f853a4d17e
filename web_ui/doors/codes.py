"""Codes that people read from one screen and type into another, and their picture for a phone's camera."""

from __future__ import annotations

import secrets
from itertools import groupby
from typing import Any, Final

from reportlab.graphics.barcode.qr import QrCodeWidget

LETTERS: Final = "2346789BCDFGHJKMNPQRTVWXYZ"
"""None that is taken for another, and no vowels, so that no code is a word."""
JOIN_LENGTH: Final = 5
"""Of a join code: it lets a phone take a free place, and 12 million are too many to guess one a second."""
HANDOVER_LENGTH: Final = 8
"""Of a code that moves a place with its secrets; it holds once, and not for long."""
QUIET: Final = 4
"""Modules of white that a QR code needs around it (ISO/IEC 18004)."""


def draw(length: int) -> str:
    """A code of so many letters, drawn at random."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def plain(typed: str) -> str:
    """A code as it was typed, in capitals without blanks and dashes."""
    return "".join(letter for letter in typed[:64].upper() if letter.isalnum())


def qr(text: str) -> dict[str, Any]:
    """The QR code of ``text`` for an SVG: ``side`` of its square in modules, white border included, and the ``path`` of
    the black ones."""
    rows = modules(text)
    path = []
    for y, row in enumerate(rows):
        x = 0
        # a run of black modules at a time: single squares would show hairlines between them
        for black, run in groupby(row):
            length = len(list(run))
            if black:
                path.append(f"M{x + QUIET} {y + QUIET}h{length}v1h-{length}z")
            x += length
    return {"side": len(rows) + 2 * QUIET, "path": "".join(path)}


def modules(text: str) -> list[list[bool]]:
    """The QR code of ``text``: rows from the top, True is black; the white border is not among them."""
    widget = QrCodeWidget(text, barLevel="M")
    widget.qr.make()
    return [[bool(module) for module in row] for row in widget.qr.modules]
