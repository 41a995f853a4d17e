"""How the seats of a table are called, and the sentences that follow from no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.messages import events as ev
from whist.names import holder_name, place_name
from whist.phrases import Phrase, phrase
from whist.rules.base import Rules
from whist.table.state.around import places
from whist.table.state.state import State
from whist.table.words import questions
from whist.table.words.questions import Known
from whist.table.words.remarks import (
    agreed,
    corrected_card,
    proposed_card,
    proposed_claim,
    proposed_scores,
    scores_text,
)


def seat_name(seat: int | None, state: State) -> Phrase:
    """The name of whoever is at ``seat``: ``South``, or of an android its ``holder 2``."""
    number = state.holders.number(seat) if seat in state.holders.androids else None
    return place_name(places(state)[seat or 0]) if number is None else holder_name(number)


def person_name(seat: int, state: State) -> Phrase:
    """The name of the person at ``seat``, or beside whom that android's holder stands: ``South``."""
    return place_name(places(state)[seat])


def question_text(question: ev.Question, state: State) -> Phrase:
    """What a question asks, in one sentence."""
    known = Known(
        lambda seat: seat_name(seat, state),
        holders=len(state.holders.all),
        turn=state.hand.turn,
        owner=next((play.seat for play in state.trick if play.card in question.candidates), None),
        beside=bool(state.aside) and state.hand.phase == "play",
    )
    return questions.question_text(question, known)


def proposal_text(asked: ev.Proposed, state: State, rules: Rules[Any], *, own: bool = False) -> Phrase:
    """What is proposed, in one sentence; as it is told to who has proposed it where it is their ``own``."""
    name = None if own else seat_name(asked.seat, state)
    if asked.what == "claim":
        return proposed_claim(name, asked.tricks, rules.tricks_in(state.hand) - len(state.tricks))
    if asked.what == "scores":
        return proposed_scores(name, told_scores(asked.scores, state, rules))
    return proposed_card(name, asked, seat_name(asked.of, state))


def told_scores(scores: Sequence[int], state: State, rules: Rules[Any]) -> Phrase:
    """``3 for South and North, 1 for West and East``; an android shares in what its commander scores, unnamed."""
    named = [seat for seat in range(rules.players) if seat not in state.holders.androids]
    sides = [[seat_name(seat, state) for seat in named if rules.side(seat) == side] for side in range(rules.sides)]
    return scores_text(scores, sides)


def correction_text(event: ev.PlayCorrected | ev.ScoresCorrected, state: State, rules: Rules[Any]) -> Phrase:
    """What was corrected, and who said so, in one sentence."""
    if isinstance(event, ev.PlayCorrected):
        return corrected_card(event, lambda seat: seat_name(seat, state))
    said = agreed(seat_name(event.seat, state), seat_name(event.by, state))
    return phrase(
        "The scores were corrected to {scores}; {agreed}.", scores=told_scores(event.scores, state, rules), agreed=said
    )
