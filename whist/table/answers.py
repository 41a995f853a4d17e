"""Answers to questions: one that is open for that person, answered as it was asked, by a card that can be the one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.events import EARLIER, Question
from whist.messages.requests import Answer
from whist.phrases import phrase
from whist.rules.base import Rules
from whist.rules.refusals import Refused
from whist.table.corrections import Follows, earlier
from whist.table.state.around import places
from whist.table.state.state import State
from whist.table.words.refusals import known_elsewhere, not_about, not_open

OF_THESE: Final = ("order", "replaced", "turn", "moved")
"""What questions are about that none but their candidates answer."""


def answered(
    request: Answer,
    state: State,
    rules: Rules[Any],
    elsewhere: Callable[[Question], Collection[Card]],
    follows: Follows,
) -> list[ev.Event]:
    """The answer, and what follows from one about an earlier trick; raises ``Refused``. ``elsewhere`` are the cards of
    which all, or whoever answers, know that they are not the one in question."""
    asked = asked_by(request, places(state)[request.seat], state.questions)
    card = request.card
    if card is not None and asked.about == EARLIER:
        return earlier(request, asked, state, rules, follows)
    if card is not None and asked.about in OF_THESE and card not in asked.candidates:
        raise not_about(card)
    if card is not None and asked.about not in OF_THESE and (card not in rules.pack() or card in elsewhere(asked)):
        raise known_elsewhere(card)
    return [ev.Answered(asked.id, card, request.seat)]


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
