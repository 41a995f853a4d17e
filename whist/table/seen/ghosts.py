"""What seems to be a card beside one that is read surely, and may be none: a part of its picture, or of another's.

It may be asked about, but the card that is read surely does not wait for the answer (RULES A36, T9).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from whist.cards import Card
from whist.messages.observations import LaidCard, Reading
from whist.table.seen.last_seen import WEAK, offered, readable
from whist.table.seen.matching import away

_ON_ONE_ANOTHER: Final = 57.0
"""Two cards whose middles are nearer to each other than this, a card's width, lie on one another, mm."""


def keeps_waiting(found: LaidCard, played: Collection[Card], sure: Iterable[tuple[float, float]]) -> bool:
    """Whether a card in doubt may well be the one that somebody has laid, though another of that person is read surely.

    Not what hardly reads as any card but those that were ``played``, which lie elsewhere, for a pack has each once; nor
    what would lie on one of the ``sure`` cards (their middles, mm) or under it.
    """
    if any(away(found, *place) < _ON_ONE_ANOTHER for place in sure):
        return False
    return max((p for card, p in found.reading.belief if card not in played), default=0.0) >= WEAK


def is_nothing_new(reading: Reading, played: Collection[Card]) -> bool:
    """Whether all that something reads as, and all that looks like it, was ``played``: another corner of a card that
    lies there, about which nobody can be asked."""
    return readable(reading) and not offered(reading, played)
