"""A card that was taken down in an earlier trick may have been another one: which, and the question that settles it.

It is asked where something that all can see speaks against that card: it is laid again, somebody leads who would have
won with its twin, or did not follow where the twin would have. Nothing else may be the reason (RULES A6, T12).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from whist.cards import PACK, Card
from whist.messages import events as ev
from whist.messages.events import EARLIER
from whist.messages.observations import Reading
from whist.table.seen.last_seen import alike, offered

LASTING: Final = ("sight", EARLIER)
"""What questions are about that stay open whatever is laid next."""


def twin(card: Card, gone: Collection[Card]) -> Card | None:
    """The card that looks most like ``card``: same rank and colour; None where that one is among the ``gone``."""
    other = alike(card)[0]
    return None if other in gone else other


def question(trick: int, of: int, card: Card, gone: Collection[Card]) -> ev.Question | None:
    """Which card seat ``of`` played to trick ``trick`` (1…), not numbered yet and asked of nobody: ``card``, as it was
    taken down, stands first; what all know to be ``gone`` is left out. None where nothing else looks like it."""
    likely = offered(Reading.certain(card), set(gone) - {card})
    return ev.Question(0, EARLIER, (), likely, trick=trick, of=of) if len(likely) > 1 else None


def others(asked: ev.Question, gone: Collection[Card], pack: Iterable[Card] = PACK) -> list[Card]:
    """The cards of the ``pack`` that it can have been, too, though they are not likely."""
    if asked.about != EARLIER:
        return []
    return [card for card in pack if card not in gone and card not in asked.candidates]


def asked(
    questions: Iterable[ev.Question], wanted: Sequence[ev.Question], ask: tuple[str, ...], number: int
) -> list[ev.Event]:
    """The events after which of such questions those ``wanted`` are open and no others; ``number`` is the next one's,
    and the persons ``ask`` are asked."""
    known = [one for one in questions if one.about == EARLIER]
    old, now = {(one.trick, one.of) for one in known}, {(one.trick, one.of) for one in wanted}
    events: list[ev.Event] = [ev.QuestionWithdrawn(one.id) for one in known if (one.trick, one.of) not in now]
    new = [one for one in wanted if (one.trick, one.of) not in old]
    return [*events, *(replace(one, id=number + k, ask=ask) for k, one in enumerate(new))]
