"""Cards that had to be taken back, and are gone: what is said of them follows at once, whatever else waits."""

from __future__ import annotations

from collections.abc import Sequence

from whist.cards import Card
from whist.events import RightAgain, WrongCard
from whist.looks import reads_as
from whist.observations import LaidCard


def taken_back(
    wrong: tuple[int, Card] | None, by: int | None, more: Sequence[Card], laid: Sequence[LaidCard]
) -> list[RightAgain | WrongCard]:
    """What is to be said once a ``wrong`` card, laid ``by`` a seat, or one of those that are wrong beside it lies there
    no more; nothing while all of them do."""
    if wrong is None:
        return []
    cards = (wrong[1], *more)
    there = [card for card in cards if any(reads_as(found.reading, card) for found in laid)]
    if len(there) == len(cards):
        return []
    if not there:
        return [RightAgain()]
    return [WrongCard(wrong[0], there[0], by if there[0] == wrong[1] else None, tuple(there[1:]))]
