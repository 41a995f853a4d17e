"""What persons ask for, granted or refused at any table; above all answers to questions: one that is open for that
person, answered as it was asked, by a card that can be the one.

Texts of refusals depend on public facts and on what the asker may see, never on an unseen hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.events import EARLIER, UNSEEN, Question
from whist.messages.requests import Answer, Request
from whist.names import seat_name
from whist.phrases import phrase
from whist.rules.base import Rules
from whist.rules.refusals import Refused
from whist.table.corrections import Follows, earlier
from whist.table.seen.contradicted import never_open
from whist.table.seen.earlier_cards import record
from whist.table.state.around import places
from whist.table.state.moving import sees
from whist.table.state.state import State
from whist.table.words.refusals import known_elsewhere, not_about, not_open, of_nobody

OF_THESE: Final = ("order", "replaced", "turn", "moved")
"""What questions are about that none but their candidates answer."""
Grant = Callable[[Any, State, Any], list[ev.Event]]
"""The events of a request of one kind; raises ``Refused``."""


def granted(
    request: Request, state: State, rules: Rules[Any], kinds: Mapping[type, Grant], of_holders: tuple[type, ...]
) -> list[ev.Event]:
    """The events of a request of a seat of the table, which grants these ``kinds``, ``of_holders`` those that concern
    seats whose cards stand in holders; raises ``Refused``."""
    grant = kinds.get(type(request))
    if grant is None:
        raise Refused(phrase("That cannot be asked in this game."))
    if not isinstance(request, of_holders):
        if request.seat in state.holders.computers:
            raise of_nobody()
        if request.seat in state.holders.androids:
            who = seat_name(request.seat)
            raise Refused(phrase("In this deal {name} is an android; only a person can ask that.", name=who))
    return grant(request, state, rules)


def answered(request: Answer, state: State, rules: Rules[Any], follows: Follows) -> list[ev.Event]:
    """The answer, and what ``follows`` from one about an earlier trick; raises ``Refused``."""
    person = places(state)[request.seat]
    asked = asked_by(request, person, state.questions)
    card = request.card
    if card is not None and asked.about == EARLIER:
        return earlier(request, asked, state, rules, follows)
    if card is not None and asked.about in OF_THESE and card not in asked.candidates:
        raise not_about(card)
    elsewhere = () if asked.about in OF_THESE else _elsewhere(asked, state, rules, person)
    if card is not None and asked.about not in OF_THESE and (card not in rules.pack() or card in elsewhere):
        raise known_elsewhere(card)
    return [ev.Answered(asked.id, card, request.seat)]


def _elsewhere(asked: Question, state: State, rules: Rules[Any], person: str) -> set[Card]:
    """The cards of which all, or the ``person`` who answers, know that they are not the one in question: they were
    played, lie elsewhere and must be taken back, or stand in other slots of a holder that this person sees. One of this
    trick may have been pushed, and one of an earlier trick misread, where the table itself takes the card in question
    for it. Nor is a card turned up that all have seen before."""
    hand, gone = state.hand, set(state.played())
    if asked.about == "slot":
        number = asked.holder or 0
        seen = state.holders.hand(number) if sees(state, person, number) else ()
        others = {card for slot, card in enumerate(seen) if card and slot != asked.slot}
        return gone | {one.card for one in state.aside} | others
    may_be = {*asked.candidates} - record(state).sure()
    if asked.about != UNSEEN:
        may_be |= {play.card for play in state.here}
    if asked.about == "table":
        gone |= {*state.wrong_cards} - {*asked.candidates}
    elif asked.about == "turn_up" and hand.phase == "turn_up":
        gone |= never_open(state, rules, hand)
    elif asked.about == UNSEEN and asked.of != hand.dealer:
        gone |= {*hand.turned_up}
    return gone - may_be


def asked_by(request: Answer, person: str, questions: Iterable[Question]) -> Question:
    """Which of the open ``questions`` ``person`` answers; raises ``Refused`` for none, for one that only the camera
    answers, and where no card is named though one is asked for."""
    asked = next((one for one in questions if one.id == request.question and person in one.ask), None)
    if asked is None:
        raise not_open(request.question)
    if asked.about == "sight":
        raise Refused(phrase("That question is answered by the camera: make light and clear its view."))
    if request.card is None and not asked.may_be_none:
        raise Refused(phrase("That question asks for a card: name it."))
    return asked
