"""From the first card racked to the lead: which cards were dealt and turned up (RULES W1, W2), which are asked about.

``decide`` compares what was last seen with the state and says what happens next; nothing new gives no event.
"""

from __future__ import annotations

from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import READABLE, SLOTS, HolderSlot, LaidCard, Reading
from whist.rules.base import Rules
from whist.table.seen.dealt import newly_dealt, slot_questions, stands_in, unseen
from whist.table.seen.last_seen import Looks, clear, likely_cards, offered
from whist.table.seen.racked import TURN_UP, Settled, counted, settle
from whist.table.state.around import people
from whist.table.state.state import State


def decide(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    """The next events of the deal."""
    holders = dict(enumerate(state.holders.all, 1))
    if events := counted(looks, holders):
        return events
    turn_up = _turn_up(looks)
    readings: dict[HolderSlot, Reading] = {}
    whole = True
    for number in holders:
        filled = stands_in(state, looks, rules, number)
        whole &= filled is not None
        readings |= filled or {}
    if turn_up and whole:
        readings[TURN_UP] = turn_up.reading
    if state.phase == "turn_up" and (asked := _which_of(state, looks)) is not None:
        return asked
    settled = settle(readings, state.told, unseen(state, rules))
    return _ask(state, looks, rules, settled, turn_up) or (_tell(state, settled, turn_up) if whole else [])


def dealt_to(state: State) -> dict[int, tuple[frozenset[Card], int]]:
    """All cards of each holder in this deal, those that were played from it too, without the one that was turned up, as
    ``Looks.old`` keeps them; none while they are not known."""
    laid = state.hand.laid()
    return {
        number: (frozenset((*one.held, *(card for seat, card in laid if seat == one.seat))) - {state.turn_up}, 0)
        for number, one in enumerate(state.holders.all, 1)
    }


def _which_of(state: State, looks: Looks) -> list[ev.Event] | None:
    """Several cards lie there, and one was turned up: it is asked which. None where no more than one lies there."""
    lie = {found.reading.best: found for found in looks.table or () if found.reading.best and clear(found.reading)}
    candidates = tuple(sorted((card for card in lie if card is not None), key=str))
    if not 1 < len(candidates) <= SLOTS:
        return None
    said = next((told.card for told in reversed(state.told) if told.question.about == "turn_up"), None)
    asked = [question for question in state.questions if question.about == "turn_up"]
    if said in lie:
        return [ev.TurnedUp(said, round(lie[said].x, 1), round(lie[said].y, 1))]
    if [question.candidates for question in asked] == [candidates]:
        return []
    old = [ev.QuestionWithdrawn(question.id) for question in asked]
    return [*old, ev.Question(state.next_question, "turn_up", people(state), candidates)]


def _turn_up(looks: Looks) -> LaidCard | None:
    """The turned-up card can only be seen while it is the one card on the play area that can be read (RULES W2); what
    hardly reads as any may be the cloth."""
    cards = looks.table or ()
    face_up = [card for card in cards if card.reading.belief] if len(cards) > 1 else cards
    found = likely_cards(face_up)
    return found[0] if len(found) == 1 else None


def _ask(state: State, looks: Looks, rules: Rules[Any], settled: Settled, turn_up: LaidCard | None) -> list[ev.Event]:
    """Questions for what is newly in doubt, withdrawn where a look shows that it is not any more."""
    public = settled.cards.get(TURN_UP)
    events = slot_questions(state, rules, looks, settled, () if public is None else (public,))
    open_now = [question for question in state.questions if question.about == "turn_up"]
    doubt = settled.doubts.get(TURN_UP)
    if looks.table is not None and doubt is None:
        return [*events, *(ev.QuestionWithdrawn(question.id) for question in open_now)]
    if open_now or doubt is None or doubt.probability < READABLE or turn_up is None:
        return events
    number = state.next_question + sum(isinstance(event, ev.Question) for event in events)
    x, y = round(turn_up.x, 1), round(turn_up.y, 1)
    return [*events, ev.Question(number, "turn_up", people(state), offered(doubt, ()), x=x, y=y)]


def _tell(state: State, settled: Settled, turn_up: LaidCard | None) -> list[ev.Event]:
    """What has become certain once all cards are there: a holder when its own are settled, then the turn-up."""
    numbers = range(1, len(state.holders.all) + 1)
    sure = [number for number in numbers if all(place[0] != number for place in settled.doubts)]
    events = [event for number in sure for event in newly_dealt(state, settled, number)]
    if len(sure) == len(numbers) and turn_up and TURN_UP in settled.cards and state.turn_up is None:
        events.append(ev.TurnedUp(settled.cards[TURN_UP], round(turn_up.x, 1), round(turn_up.y, 1)))
    return events
