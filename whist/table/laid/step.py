"""What lies there is not what the table believes."""

from __future__ import annotations

from collections.abc import Iterable

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.table.seen.last_seen import Looks, clear
from whist.table.state.state import Aside, Laid, State


def out_of_step(state: State, looks: Looks) -> ev.OutOfStep:
    """What is seen is not what is believed."""
    seen = tuple(card.reading.belief[0][0] for card in looks.table or () if clear(card.reading))
    return ev.OutOfStep(seen, (*(play.card for play in state.here), *(card.card for card in state.aside)))


def count_changed(looks: Looks, pairs: Iterable[tuple[Laid | Aside, LaidCard]]) -> None:
    """Count looks in a row in which known cards, each with what lies there, read clearly as others."""
    changed: dict[Card, tuple[Card, int]] = {}
    for known, found in pairs:
        card = found.reading.belief[0][0]
        before, count = looks.changed.get(known.card, (card, 0))
        changed[known.card] = (card, count + 1 if before == card else 1)
    looks.changed = changed
