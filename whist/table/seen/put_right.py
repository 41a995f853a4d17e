"""A trick is complete, and whoever played last takes that card back and lays another one (RULES T2)."""

from __future__ import annotations

from whist.games.android import Android
from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.table.seen.last_seen import clear
from whist.table.seen.matching import Matched
from whist.table.state.around import lies_before, people, sits
from whist.table.state.state import Play, State


def put_right(state: State, matched: Matched, rules: Android) -> list[ev.Event] | None:
    """The events when the last card of a complete trick was put right or that must be asked; None when it was not. The
    winner may lead to the next trick upon the own card: then it is asked which of the two belongs to the old one."""
    asked = next((question for question in state.questions if question.about == "replaced"), None)
    found = _in_its_stead(state, matched) if rules.options.revoke_correction != "never" else None
    if found is None or found.reading.best is None:
        return [ev.QuestionWithdrawn(asked.id)] if asked else None
    winner, last = state.tricks[-1].winner, state.trick[-1]
    said = next((told.card for told in state.told if told.question.about == "replaced"), None)
    if said is None and winner == last.seat:
        candidates = tuple(sorted((last.card, found.reading.best), key=str))
        return [] if asked else [ev.Question(state.next_question, "replaced", people(state), candidates)]
    if said == last.card:
        return None
    x, y = round(found.x, 1), round(found.y, 1)
    return [ev.PutRight(len(state.tricks), last.seat, last.card, found.reading.best, x, y)]


def _in_its_stead(state: State, matched: Matched) -> LaidCard | None:
    """The card that lies there instead of the last one, while all others of the trick do."""
    if state.phase != "gather":
        return None
    *others, last = state.trick
    if not sits(state, last.seat) or any(play not in matched.seen for play in others) or last in matched.seen:
        return None
    new = [*(found for _, found in matched.changed), *matched.new]
    return new[0] if len(new) == 1 and _can_be(state, last, new[0]) else None


def _can_be(state: State, last: Play, found: LaidCard) -> bool:
    """Whether a card can be that of whoever played last."""
    card = found.reading.best
    if not clear(found.reading) or lies_before(state, found) != last.seat:
        return False
    if card in state.played() or card in state.holders.cards():
        return False
    return card != state.turn_up or last.seat == state.dealer
