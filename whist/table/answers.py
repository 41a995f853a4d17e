"""What holds of an answer at every table: the question is open for that person, and answered as it was asked."""

from __future__ import annotations

from collections.abc import Iterable

from whist.messages.events import Question
from whist.messages.requests import Answer
from whist.phrases import phrase
from whist.rules.refusals import Refused
from whist.table.words.refusals import not_open


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
