"""Cards are newly laid at the turn of a seat whose cards stand in a holder: the one that a person has to move from
there (RULES A36, S3), or what must be taken back."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.rules.base import Rules
from whist.table.laid.laying import New, called_wrong, doubts, may_be_of
from whist.table.laid.questions import asked
from whist.table.seen.last_seen import NOT_MOVED, POSSIBLE, UNDENIABLE, WEAK, Looks, clear, only_one, speaks_for_none
from whist.table.seen.matching import Matched, away
from whist.table.seen.racked import emptied_alone
from whist.table.seen.unseen import moved
from whist.table.state.around import lies_before, sits
from whist.table.state.moving import looks_into, who_moves
from whist.table.state.state import State


def decide(state: State, looks: Looks, rules: Rules[Any], matched: Matched, turn: int) -> list[ev.Event]:
    """What newly laid cards mean at the turn of the seat ``turn`` of a holder; ``matched`` are the cards that lie
    there."""
    ordered = state.holders.to_move
    alone = ordered is not None and _left_alone(state, looks, ordered)
    new, doubtful = weighed(state, looks, rules, matched)
    right = [found for found in new if found.card == ordered]
    wrong = [found for found in new if found.card != ordered]
    if not right and _passed_by(state, rules, turn, wrong) and (hidden := moved(state, looks)):
        return hidden
    if alone and not right and (events := _another(state, rules, wrong)) is not None:
        return events
    wanted = [] if ordered is None else doubts(state, rules, matched, dict.fromkeys(doubtful))
    if events := asked(state, wanted) + _not_asked(state):
        return events
    if state.wrong is not None and state.wrong[1] not in {found.card for found in wrong}:
        return [ev.RightAgain()]
    if ordered is not None and right:
        best = max(right, key=lambda found: dict(found.laid.reading.belief).get(ordered, 0.0)).laid
        return [ev.Played(turn, ordered, round(best.x, 1), round(best.y, 1))]
    return called_wrong(state, turn, wrong)


def weighed(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> tuple[list[New], list[LaidCard]]:
    """What the new cards are, and those that are in doubt."""
    ordered = state.holders.to_move
    alone = ordered is not None and _left_alone(state, looks, ordered)
    aside = {card.card for card in state.aside} - {ordered}
    read = [(found, _card(state, rules, found, alone and not looks.lay_before(found))) for found in matched.new]
    new = [New(found, card, _of(state, matched, card)) for found, card in read if card is not None]
    return [found for found in new if found.card not in aside], [found for found, card in read if card is None]


def _of(state: State, matched: Matched, card: Card) -> int | None:
    return state.holders.owner(card) if card in matched.left else None


def _left_alone(state: State, looks: Looks, ordered: Card) -> bool:
    """Whether the slot of the ordered card has become empty, and no other."""
    place = state.holders.slot(ordered)
    slots = None if place is None else looks.last.get(place[0])
    return place is not None and slots is not None and emptied_alone(state.holders.hand(place[0]), slots, ordered)


def _card(state: State, rules: Rules[Any], found: LaidCard, alone: bool) -> Card | None:
    """What a laid card is, by clear evidence or the rest of the pack; None is in doubt. One that is hard to read is the
    ordered one where that ``alone`` has left its slot."""
    reading, ordered = found.reading, state.holders.to_move
    may_be = any(card == ordered and p >= POSSIBLE for card, p in reading.belief)
    if ordered is None:
        seen = clear(reading) or (reading.probability >= WEAK and reading.best not in state.played())
        return reading.best if seen else None  # whatever it is, it must be taken back
    if clear(reading):
        sure = reading.best == ordered or reading.probability >= UNDENIABLE or not may_be
        return reading.best if sure else None
    elsewhere = state.played() | state.holders.cards() | set(rules.not_in_hand(state.hand))
    if (only := only_one(reading, elsewhere - {ordered})) is not None:
        return only
    return ordered if alone and (may_be or speaks_for_none(reading)) else None


def _passed_by(state: State, rules: Rules[Any], turn: int, new: list[New]) -> bool:
    """Whether the person after ``turn`` has laid a card already."""
    after = (turn + 1) % rules.players
    if not sits(state, after) or len(state.trick) == rules.players - 1:
        return False
    there = [found for found in new if clear(found.laid.reading) and may_be_of(state, after, found.card)]
    return any(_is_by(state, after, turn, found.laid) for found in there)


def _is_by(state: State, seat: int, other: int, laid: LaidCard) -> bool:
    """Whether only the person at ``seat`` can have laid a card, and not who moves the cards of ``other``: where
    androids obey that one lays them in the own half, but elsewhere than the own cards."""
    if not state.holders.obey:
        return lies_before(state, laid) == seat
    own, others = _usual_place(state, seat), _usual_place(state, other)
    return bool(own and others) and away(laid, *own) <= NOT_MOVED < away(laid, *others)


def _usual_place(state: State, seat: int) -> tuple[float, float] | tuple[()]:
    """Where the cards of ``seat`` have lain in this hand, on average (mm); nothing before its first."""
    seen = [play for play in state.gathered if play.seat == seat and not play.unseen]
    return (fmean(play.x for play in seen), fmean(play.y for play in seen)) if seen else ()


def _another(state: State, rules: Rules[Any], wrong: list[New]) -> list[ev.Event] | None:
    """Another card than the ordered one lies there, before nobody else, and has come out of its slot: the slot was
    misread, or the card. Who has moved it is asked; None where that is not so."""
    ordered, lying = state.holders.to_move, {play.card for play in state.here}
    place = None if ordered is None else state.holders.slot(ordered)
    if len(wrong) != 1 or place is None or ordered is None or not clear(wrong[0].laid.reading):
        return None
    card = wrong[0].card
    if card in lying or not _may_be_moved_to(state, rules, wrong[0].laid):
        return None
    candidates = (card, ordered)
    said = next((one.card for one in reversed(state.told) if one.question.about == "moved"), None)
    if said == card and card not in state.holders.cards():
        return [ev.Corrected(*place, card)]
    if said is not None:
        return None
    if any(question.about == "moved" and question.candidates == candidates for question in state.questions):
        return []
    x, y = round(wrong[0].laid.x, 1), round(wrong[0].laid.y, 1)
    question = ev.Question(
        state.next_question, "moved", (looks_into(state, rules, place[0]),), candidates, *place, x, y
    )
    return [*_not_asked(state), question]


def _may_be_moved_to(state: State, rules: Rules[Any], laid: LaidCard) -> bool:
    """Whether the card that is to be moved may lie there: before nobody else than its seat, or, where androids obey, in
    the half of who moves it."""
    seat, turn = lies_before(state, laid), state.turn
    return seat in (None, turn) or (state.holders.obey and turn is not None and seat == who_moves(state, rules, turn))


def _not_asked(state: State) -> list[ev.Event]:
    return [ev.QuestionWithdrawn(question.id) for question in state.questions if question.about == "moved"]
