"""Cards that must be taken back: they stay what they are while they lie, and once they are gone what is said of them
follows at once, whatever else waits."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from whist.cards import Card
from whist.messages.events import RightAgain, WrongCard
from whist.messages.observations import LaidCard, Reading
from whist.table.seen.last_seen import POSSIBLE, SAME_CARD, Looks, clear, reads_as
from whist.table.seen.matching import away, is_clearly
from whist.table.state.state import Laid


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


def as_called(
    wrong: Sequence[Card], looks: Looks, laid: Sequence[LaidCard], trick: Iterable[Laid], played: Collection[Card]
) -> tuple[LaidCard, ...]:
    """The cards ``laid``, where one that has become hard to read lies where a ``wrong`` one was read, and none of the
    ``trick``, as that one: nobody has taken it back. One that lies where it was read itself, and was not ``played``
    yet, is another, and so is one that may be another of the ``wrong`` cards, pushed to there."""
    plays, result = tuple(trick), list(laid)
    unclear = [card for card in wrong if not any(is_clearly(found, card) for found in laid)]
    missed = [card for card in unclear if card in looks.lain]
    for k, found in enumerate(laid):
        if clear(found.reading) or any(away(found, play.x, play.y) <= SAME_CARD for play in plays):
            continue
        own = _where_it_was(found, looks, {*wrong, *played})
        near = [card for card in missed if away(found, *looks.lain[card]) <= SAME_CARD]
        another = any(card in unclear and p >= POSSIBLE for card, p in found.reading.belief)
        there = [
            card
            for card in near
            if reads_as(found.reading, card) or (not another and own > away(found, *looks.lain[card]))
        ]
        if there:
            card = min(there, key=lambda card: (not reads_as(found.reading, card), away(found, *looks.lain[card])))
            missed.remove(card)
            result[k] = replace(found, reading=Reading.certain(card))
    return tuple(result)


def _where_it_was(found: LaidCard, looks: Looks, others: Collection[Card]) -> float:
    """Millimetres from what is hard to read to where a card lay that it may be, and that is none of the ``others``;
    infinite where there is none."""
    likely = [card for card, p in found.reading.belief if p >= POSSIBLE and card in looks.lain and card not in others]
    return min((away(found, *looks.lain[card]) for card in likely), default=math.inf)
