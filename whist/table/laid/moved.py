"""Cards are newly laid at the turn of a computer player: its card, moved by a person from its holder, or what must be
taken back (RULES S3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.rules.base import Rules
from whist.table.laid.laying import New, called_wrong
from whist.table.laid.questions import asked
from whist.table.seen.last_seen import POSSIBLE, READABLE, WEAK, Looks, clear
from whist.table.seen.matching import Matched
from whist.table.seen.racked import emptied_alone
from whist.table.state.around import before
from whist.table.state.moving import looks_into
from whist.table.state.state import State


def decide(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """What newly laid cards mean at the turn of a computer player; ``matched`` are the cards that lie there."""
    if matched.back is not None:
        others = replace(matched, new=[found for found in matched.new if found is not matched.back], back=None)
        free = replace(state, wrong=None, wrong_by=None, wrong_more=())
        return [one for one in decide(free, looks, rules, others) if not isinstance(one, ev.WrongCard)]
    turn, ordered = state.turn, state.holders.to_move
    if turn is None:
        return []
    alone = ordered is not None and _left_alone(state, looks, ordered)
    aside = {card.card for card in state.aside} - {ordered}
    read = [(found, _card(found, ordered, alone)) for found in matched.new]
    new = [New(found, card, _of(state, matched, card)) for found, card in read if card is not None]
    new = [found for found in new if found.card not in aside]
    right = [found for found in new if found.card == ordered]
    wrong = [found for found in new if found.card != ordered]
    if alone and not right and (events := _another(state, rules, wrong)) is not None:
        return events
    events = asked(state, ()) + _not_asked(state)
    if events:
        return events
    if state.wrong is not None and state.wrong[1] not in {found.card for found in wrong}:
        return [ev.RightAgain()]
    if ordered is not None and right:
        best = max(right, key=lambda found: found.laid.reading.probability).laid
        return [ev.Played(turn, ordered, round(best.x, 1), round(best.y, 1))]
    if ordered is not None and ordered in matched.left and _passed_by(state, rules, turn, wrong):
        return [ev.Played(turn, ordered, unseen=True)]  # it has left its slot, and people see it lie there
    return called_wrong(state, turn, wrong)


def _of(state: State, matched: Matched, card: Card) -> int | None:
    return state.holders.owner(card) if card in matched.left else None


def _left_alone(state: State, looks: Looks, ordered: Card) -> bool:
    """Whether the slot of the ordered card has become empty, and no other."""
    place = state.holders.slot(ordered)
    slots = None if place is None else looks.last.get(place[0])
    return place is not None and slots is not None and emptied_alone(state.holders.hand(place[0]), slots, ordered)


def _card(found: LaidCard, ordered: Card | None, alone: bool) -> Card | None:
    """What a laid card is; one that is hard to read is the ordered one where that alone has left its slot."""
    reading = found.reading
    if clear(reading):
        return reading.best
    may_be = any(card == ordered and p >= POSSIBLE for card, p in reading.belief)
    if alone and (may_be or READABLE <= reading.probability < WEAK):
        return ordered
    return reading.best if reading.probability >= WEAK and not may_be else None


def _passed_by(state: State, rules: Rules[Any], turn: int, new: list[New]) -> bool:
    """Whether the next person has laid a card already, clearly before themselves."""
    after = (turn + 1) % rules.players
    if after in state.holders.seats or len(state.trick) == rules.players - 1:
        return False
    places = [before(found.laid.x, found.laid.y, rules.players) for found in new if clear(found.laid.reading)]
    return after in places


def _another(state: State, rules: Rules[Any], wrong: list[New]) -> list[ev.Event] | None:
    """Another card than the ordered one lies there, before nobody else, and has come out of its slot: the slot was
    misread, or the card. Who has moved it is asked; None where that is not so."""
    ordered, played = state.holders.to_move, state.hand.played()
    place = None if ordered is None else state.holders.slot(ordered)
    if len(wrong) != 1 or place is None or ordered is None or not clear(wrong[0].laid.reading):
        return None
    card, lies_before = wrong[0].card, before(wrong[0].laid.x, wrong[0].laid.y, rules.players)
    if card in played or card in state.holders.cards() or lies_before not in (None, state.turn):
        return None
    candidates = (card, ordered)
    said = next((one.card for one in reversed(state.told) if one.question.about == "moved"), None)
    if said == card:
        return [ev.Corrected(*place, card)]
    if said is not None or any(q.about == "moved" and q.candidates == candidates for q in state.questions):
        return None if said is not None else []
    x, y = round(wrong[0].laid.x, 1), round(wrong[0].laid.y, 1)
    question = ev.Question(
        state.next_question, "moved", (looks_into(state, rules, place[0]),), candidates, *place, x, y
    )
    return [*_not_asked(state), question]


def _not_asked(state: State) -> list[ev.Event]:
    return [ev.QuestionWithdrawn(question.id) for question in state.questions if question.about == "moved"]
