"""Putting right what was taken down wrong in a hand without holders: any card of it, and the scores.

What changes cards or scores needs the word of two sides: one proposes, somebody against whom the proposer plays agrees.
A card may be corrected until the next hand begins (RULES T6).
"""

from __future__ import annotations

from typing import Any, Final

from whist.cards import Card
from whist.family.state.evolve_corrections import evolve
from whist.messages import events as ev
from whist.messages.requests import Agree, Answer, Correct, SayStep, SetScores
from whist.names import card_name
from whist.phrases import phrase
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.table.seen.earlier_cards import gone
from whist.table.state.state import State
from whist.table.words.refusals import (
    another_proposal,
    in_step_already,
    never_played,
    no_proposal,
    not_instead_of,
    not_open,
)

MOST: Final = 9999
"""The greatest score that may be said, and the least below 0."""


def possible(state: State, rules: Rules[Any], seat: int) -> dict[str, Any]:
    """What the person at ``seat`` may put right now, for a page to offer; keys as
    ``whist.table.corrections.possible``."""
    asked, hand = state.proposal, state.hand
    tricks = [] if asked is not None else played(hand)
    return {
        "agree": asked is not None and may_agree(state, rules, asked.seat, seat),
        "decline": asked is not None,
        "in_step": ["seen", "believed"] if _holder_off(state) else ["believed"] if _may_overlook(state) else [],
        "laid_by": None,
        "claim": None,
        "played": tricks,
        "scores": MOST if asked is None and state.before is None else None,
    }


def played(hand: Hand) -> list[list[int]]:
    """The seats that have played to each trick, in their order."""
    tricks = [[trick.seat(place) for place in range(len(trick.cards))] for trick in hand.tricks]
    if hand.trick:
        tricks.append([hand.seat(place) for place in range(len(hand.trick))])
    return tricks


def played_by(hand: Hand, trick: int, seat: int) -> Card | None:
    """The card of ``seat`` in trick ``trick`` (1…); None when there is none."""
    if not 1 <= trick <= len(played(hand)) or seat not in played(hand)[trick - 1]:
        return None
    place = played(hand)[trick - 1].index(seat)
    return hand.tricks[trick - 1].cards[place] if trick <= len(hand.tricks) else hand.trick[place]


# -- what is proposed --------------------------------------------------------------------------------------------------


def correct(request: Correct, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That another card was played; raises ``Refused``."""
    _free(state)
    hand, card = state.hand, request.card
    was = played_by(hand, request.trick, request.of)
    if was is None:
        raise never_played(request)
    if card not in rules.pack() or card == was:
        raise not_instead_of(was, card)
    if any(aside.card == card for aside in state.aside):
        raise Refused(phrase("That card lies open beside the tricks: {card}.", card=card_name(card)))
    exchanged = card in hand.played()
    return [ev.Proposed(request.seat, "card", trick=request.trick, of=request.of, card=card, exchanged=exchanged)]


def set_scores(request: SetScores, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That the scores are others; raises ``Refused``."""
    _free(state)
    scores = request.scores
    if len(scores) != rules.sides or not all(-MOST <= score <= MOST for score in scores):
        raise Refused(
            phrase("Scores are {count} numbers from -{most} to {most}, side by side.", count=rules.sides, most=MOST)
        )
    if state.before is not None:
        raise Refused(phrase("Bid or play first; then the score can be fixed."), "not_now")
    return [ev.Proposed(request.seat, "scores", scores=scores)]


def may_agree(state: State, rules: Rules[Any], by: int, seat: int) -> bool:
    """Whether the person at ``seat`` may agree to what ``by`` has proposed: somebody of another side, where a person
    sits there, else another person, and who plays with computer players alone agrees alone."""
    there = [one for one in range(rules.players) if one not in state.holders.seats]
    against = [one for one in there if rules.side(one) != rules.side(by)]
    return seat in (against or [one for one in there if one != by] or there)


def _free(state: State) -> None:
    if state.proposal is not None:
        raise another_proposal()


def agree(request: Agree, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """Done, or declined; raises ``Refused``."""
    asked = state.proposal
    if asked is None:
        raise no_proposal()
    if not request.yes:
        return [ev.Declined(request.seat)]
    if not may_agree(state, rules, asked.seat, request.seat):
        raise Refused(phrase("Somebody on another side has to agree."))
    if asked.what == "scores":
        return _done(ev.ScoresCorrected(asked.scores, asked.seat, request.seat), state, rules)
    hand, card = state.hand, asked.card
    was = played_by(hand, asked.trick, asked.of)
    if was is None or card is None or (card in hand.played()) != asked.exchanged:
        return [ev.Declined(request.seat)]  # it was taken back, or played, in the meantime
    return _done(ev.PlayCorrected(asked.trick, asked.of, was, card, asked.seat, request.seat), state, rules)


def earlier(request: Answer, asked: ev.Question, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """What follows from the answer which card was played to an earlier trick; raises ``Refused``."""
    trick, of, card = asked.trick or 0, asked.of or 0, request.card
    was = played_by(state.hand, trick, of)
    if was is None or card is None or was != asked.candidates[0]:
        raise not_open(asked.id)
    said: list[ev.Event] = [ev.Answered(asked.id, card, request.seat)]
    if card == was:
        return said
    if card not in rules.pack() or card in gone(state, rules, of):
        raise not_instead_of(was, card)
    return [*said, *_done(ev.PlayCorrected(trick, of, was, card, request.seat, request.seat), state, rules)]


def _done(event: ev.PlayCorrected | ev.ScoresCorrected, state: State, rules: Rules[Any]) -> list[ev.Event]:
    try:
        after = evolve(event, state, rules).now
    except (TypeError, ValueError, IndexError, Refused) as error:
        raise Refused(phrase("After that card the hand could not have gone on as it did.")) from error
    over = after.over and isinstance(event, ev.ScoresCorrected)
    return [event, *([ev.GameOver(after.winners[0], after.winners)] if over else [])]


# -- one word is enough ------------------------------------------------------------------------------------------------


def say_step(request: SayStep, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That the trick is as it was played, though its cards do not lie there any more; raises ``Refused``."""
    if state.out_of_step is None:
        raise in_step_already()
    if _holder_off(state) and request.how in ("seen", "believed"):
        return [ev.StepSaid(request.seat, request.how), ev.InStep()]
    if request.how != "believed" or not _may_overlook(state):
        raise Refused(phrase("Lay the right cards where I can see them, and no others."))
    return [ev.StepSaid(request.seat, request.how), ev.InStep()]


def _holder_off(state: State) -> bool:
    """Whether a holder shows other cards than it is believed to hold: it may be read anew, or be as believed."""
    return state.out_of_step is not None and state.out_of_step.holder is not None


def _may_overlook(state: State) -> bool:
    """Whether cards of the trick, or the stock's open one, are missing, and no others lie there that nobody can account
    for."""
    drift = state.out_of_step
    return drift is not None and bool(drift.believed) and set(drift.seen) <= set(drift.believed)
