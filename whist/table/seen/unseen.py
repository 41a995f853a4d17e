"""A card that was played and that the camera never saw: what its empty slot tells, and asking whoever laid it."""

from __future__ import annotations

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.events import UNSEEN
from whist.table.seen.contradicted import all_left
from whist.table.seen.last_seen import Looks
from whist.table.seen.misread import LASTING
from whist.table.seen.racked import left
from whist.table.state.around import people, sits
from whist.table.state.state import State


def moved(state: State, looks: Looks) -> list[ev.Event]:
    """The ordered card as played though it is not surely seen: its slot is empty. It lies where something reads best
    as it, if anything does."""
    if state.turn is None or state.holders.to_move is None or state.holders.to_move not in left(state, looks):
        return []
    for found in looks.table or ():
        if found.reading.best == state.holders.to_move:
            return [ev.Played(state.turn, state.holders.to_move, round(found.x, 1), round(found.y, 1))]
    return [ev.Played(state.turn, state.holders.to_move, unseen=True)]


def passed(state: State, looks: Looks, seat: int) -> list[ev.Event]:
    """The ordered card as played when the next android, at ``seat``, is given a command: people see it lie there."""
    if state.turn is None or len(state.trick) == 3 or seat != (state.turn + 1) % 4:
        return []
    return moved(state, looks)


def is_gathered(state: State) -> bool:
    """Whether a person is asked, or has said, which card was gathered: what lies there now is of the next trick."""
    return _told(state) is not None or any(question.about == UNSEEN for question in state.questions)


def gathered(state: State, looks: Looks) -> list[ev.Event] | None:
    """The trick was gathered, and of the card whose turn it is nothing was seen: the ordered one was moved unseen, a
    person's is asked for. Nothing happens while it is; None where the card is not ordered, or still stands in its
    holder."""
    turn = state.turn
    if turn is None or not sits(state, turn):
        return moved(state, looks) or None
    if (card := _told(state)) is not None:
        return [ev.Played(turn, card, unseen=True)]
    if is_gathered(state):
        return []
    old = [ev.QuestionWithdrawn(one.id) for one in state.questions if one.about not in LASTING]
    trick = len(state.tricks) + 1
    return [*old, ev.Question(state.next_question, UNSEEN, people(state), all_left(state), trick=trick, of=turn)]


def _told(state: State) -> Card | None:
    """What a person has said of the card in question of this trick."""
    now = (len(state.tricks) + 1, state.turn)
    said = [told for told in state.told if told.question.about == UNSEEN]
    return next((told.card for told in said if (told.question.trick, told.question.of) == now), None)
