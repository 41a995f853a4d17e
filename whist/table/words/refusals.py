"""Why what people ask for at any table is not granted; the texts follow from public facts and what the asker says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from whist.cards import Card
from whist.messages.requests import Correct
from whist.names import card_name, for_people, seat_name
from whist.phrases import phrase, reason
from whist.rules.refusals import Refused


@contextmanager
def by_their_places(names: Callable[[], Sequence[str]]) -> Iterator[None]:
    """Refusals within call people by the ``names`` of their places, by seat."""
    try:
        yield
    except Refused as refused:
        raise Refused(for_people(reason(refused), names()), refused.code) from None


def no_seat(seat: object, seats: int) -> Refused:
    """That ``seat`` is none of so many."""
    return Refused(f"{seat!r} is no seat; seats are 0 to {seats - 1}.")


def not_open(question: int) -> Refused:
    """That whoever answers was not asked, or not this any more."""
    return Refused(phrase("No question {number} is open for you.", number=question), "not_now")


def not_about(card: Card) -> Refused:
    """That an answer names another card than those that it is asked about."""
    return Refused(phrase("The question is not about that card: {card}.", card=card_name(card)))


def known_elsewhere(card: Card) -> Refused:
    """That an answer names a card that all know to be elsewhere."""
    return Refused(
        phrase("That cannot be there: {card} is known to be elsewhere or not in this pack.", card=card_name(card))
    )


def of_nobody() -> Refused:
    """That a computer player asks for nothing."""
    return Refused(phrase("A computer player sits there; only a person can ask that."))


def too_late_to_deal() -> Refused:
    """That the cards cannot be dealt again any more (RULES T10)."""
    return Refused(phrase("The cards can be dealt again only until the first trick is complete."), "not_now")


def never_played(request: Correct) -> Refused:
    """That there is no such card to correct."""
    return Refused(
        phrase(
            "In trick {trick} of this hand {name} has played no card.", name=seat_name(request.of), trick=request.trick
        )
    )


def not_instead_of(was: Card, card: Card) -> Refused:
    """That ``card`` cannot be what was taken for ``was``."""
    return Refused(
        phrase("That cannot have been played there instead of {was}: {card}.", card=card_name(card), was=card_name(was))
    )


def another_proposal() -> Refused:
    """That one thing is proposed at a time."""
    return Refused(phrase("There is a proposal already; agree to it or decline it first."), "not_now")


def no_proposal() -> Refused:
    """That there is nothing to agree to."""
    return Refused(phrase("There is no proposal."), "not_now")


def in_step_already() -> Refused:
    """That table and game do not differ."""
    return Refused(phrase("The table already shows what was recorded."), "not_now")
