"""What people ask for while it is settled who begins, granted or refused (RULES S6). Nobody is ever stuck: whoever is
there can name who begins, whatever is cut."""

from __future__ import annotations

from collections.abc import Callable, Collection

from whist.beginning.seen import asked
from whist.beginning.state import WhoBegins
from whist.cards import Card
from whist.messages import events as ev
from whist.messages import events_of_beginning as fb
from whist.messages.requests import Answer, CutAgain, LaidBy, NameFirst, Request, SayCleared
from whist.phrases import phrase
from whist.rules.refusals import Refused
from whist.table.answers import asked_by
from whist.table.words.refusals import known_elsewhere

PersonAt = Callable[[int], str | None]
"""The person at a seat; None where no person sits."""


def decide(
    request: Request, state: WhoBegins, person_at: PersonAt, pack: Collection[Card], persons: tuple[str, ...]
) -> list[ev.Event]:
    """The events of a request; raises ``Refused``."""
    person = person_at(request.seat)
    if person is None:
        raise Refused(phrase("Only a person who sits here can ask that."))
    if isinstance(request, NameFirst):
        if request.first not in state.seats:
            raise Refused(phrase("Nobody sits there who could begin."))
        return [*asked(state, (), persons), fb.FirstFound(request.first, "named", None, request.seat)]
    if isinstance(request, CutAgain):
        if state.how != "cut":
            raise Refused(phrase("At this table nobody cuts for the deal."))
        return [*asked(state, (), persons), fb.CutOnceMore(state.seats, (), request.seat)]
    if isinstance(request, SayCleared):
        if not state.clear and state.found is None:
            raise Refused(phrase("No cut cards have to be taken away now."), "not_now")
        return [fb.CutCleared(request.seat)]
    if isinstance(request, LaidBy):
        if not state.shows.apart or request.by not in state.asked:
            raise Refused(phrase("No card is waiting to be claimed."), "not_now")
        return [fb.CutLaidBy(request.by, state.shows.apart[0], request.seat)]
    if isinstance(request, Answer):
        question = asked_by(request, person, state.questions)
        if request.card is not None and (request.card not in pack or request.card in state.shows.cards):
            raise known_elsewhere(request.card)
        return [ev.Answered(question.id, request.card, request.seat)]
    raise Refused(phrase("First settle who begins: cut, or name somebody."), "not_now")
