"""What Portable Bridge Notation and the four-hand games share: who sits where, and how a call is said in bridge.

``whist.records.pbn_write`` writes records as PBN, ``whist.records.pbn_read`` reads them back. docs/formats.md,
"Exports", says where whist differs from bridge and which tags are added for it.
"""

from __future__ import annotations

import re
from typing import Final

DIRECTIONS: Final = "SWNE"
"""The direction of each seat: South is seat 0, and both go clockwise."""
SIDES: Final = ("NS", "EW")
"""The name of each side (RULES C7)."""
FOUR_HANDED: Final = ("android", "classic", "italian", "candid", "bid")
"""Games that can be written as PBN: four players in two sides."""
AUCTIONS: Final = ("candid",)
"""Games whose auction is like that of bridge: each in turn until three pass (RULES K7, K8)."""
LONGEST_LINE: Final = 255
"""Characters of a line, its end included (PBN 2.3)."""


def bridge_call(call: str) -> str:
    """A call of Candid Whist as one of bridge, in which the book is not said: ``"8H"`` is ``"2H"``, ``"pass"``
    ``"Pass"`` (RULES K6, C8)."""
    tricks = call.rstrip("CDHSNT")
    return f"{int(tricks) - 6}{call[len(tricks) :]}" if tricks.isdigit() else "Pass"


def candid_call(call: str) -> str:
    """The call of Candid Whist that is said ``call`` in bridge; raises ``ValueError`` for anything else."""
    called = call.upper()
    if called == "PASS":
        return "pass"
    if not re.fullmatch(r"[1-7]([CDHS]|NT)", called):
        raise ValueError(f"{call!r} is no call of this game; there are passes and bids from 1C to 7NT")
    return f"{int(called[0]) + 6}{called[1:]}"
