"""Putting right what was taken down wrong in a hand, in any game: any card of it, and the scores; and claims.

What changes cards or scores needs the word of two sides: one proposes, somebody against whom the proposer plays agrees.
So nobody learns from the table whether a card can be where somebody says it was, for the table itself objects only to
what lies open. A card may be corrected until the next hand begins (RULES T6). What follows differs from game to game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.requests import Agree, Answer, Claim, Correct, SetScores
from whist.phrases import Phrase, phrase
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.table.seen.earlier_cards import gone, played_twice
from whist.table.seen.misread import taken
from whist.table.state.around import people, sits
from whist.table.state.state import State
from whist.table.words.refusals import another_proposal, never_played, no_proposal, not_instead_of, not_open

Follows = Callable[[ev.PlayCorrected | ev.ScoresCorrected | ev.Claimed], list[ev.Event]]
"""What happens once something is agreed: that event, and what follows from it; raises ``Refused``."""
Objection = Callable[[Correct, Card, bool], Phrase | None]
"""What lies open speaks against a correction of a card, which may be an exchange of two; None where nothing does."""


def possible(
    state: State, rules: Rules[Any], seat: int, in_step: Sequence[str], laid_by: int | None = None
) -> dict[str, Any]:
    """What the person at ``seat`` may put right or end now, for a page to offer. It follows from public facts alone.

    ``agree``, ``decline``: what is proposed. ``in_step``: how the table may be said to be (``SayStep``). ``laid_by``:
    the seat that may have laid the card that must be taken back. ``claim``: so many tricks may be claimed. ``played``:
    the seats that have played to each trick, in their order, of which a card may be corrected. ``scores``: the highest
    that may be said; of linked tables at that of seat 0 alone (RULES U22c)."""
    asked = state.proposal
    free = asked is None
    return {
        "agree": asked is not None and may_agree(state, rules, asked.seat, seat),
        "decline": asked is not None,
        "in_step": list(in_step),
        "laid_by": laid_by,
        "claim": _left(state, rules) if free and _between_tricks(state, rules) else None,
        "played": _played(state) if free else [],
        "scores": rules.score_limits[1] if free and state.before is None and 0 not in state.away else None,
    }


def _played(state: State) -> list[list[int]]:
    """The seats of this table that have played to each trick, in their order; nobody to claimed ones."""
    hand = state.hand
    tricks = [[trick.seat(place) for place in range(len(trick.cards))] for trick in hand.tricks]
    now = [[hand.seat(place) for place in range(len(hand.trick))]] if hand.trick else []
    there = [[seat for seat in seats if seat not in state.away] for seats in (*tricks, *now)]
    return [*there[: len(tricks)], *([] for _ in state.claimed), *there[len(tricks) :]]


def played_by(hand: Hand, trick: int, seat: int) -> Card | None:
    """The card of ``seat`` in trick ``trick`` (1…); None when there is none."""
    return next((card for number, of, card in taken(hand) if (number, of) == (trick, seat)), None)


def may_agree(state: State, rules: Rules[Any], by: int, seat: int) -> bool:
    """Whether the person at ``seat`` may agree to what ``by`` has proposed: somebody of another side, where a person
    sits there, else another person, and who plays with computer players alone agrees alone."""
    there = [one for one in range(rules.players) if sits(state, one)]
    against = [one for one in there if rules.side(one) != rules.side(by)]
    return seat in (against or [one for one in there if one != by] or there)


# -- what is proposed --------------------------------------------------------------------------------------------------


def correct(request: Correct, state: State, rules: Rules[Any], objection: Objection) -> list[ev.Event]:
    """That another card was played; raises ``Refused``."""
    _free(state)
    card, was = request.card, played_by(state.hand, request.trick, request.of)
    if was is None:
        raise never_played(request)
    if card not in rules.pack() or card == was:
        raise not_instead_of(was, card)
    exchanged = card in state.played()
    if (why := objection(request, was, exchanged)) is not None:
        raise Refused(why)
    return [ev.Proposed(request.seat, "card", trick=request.trick, of=request.of, card=card, exchanged=exchanged)]


def set_scores(request: SetScores, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That the scores are others; raises ``Refused``."""
    _free(state)
    least, most = rules.score_limits
    if len(request.scores) != rules.sides or not all(least <= score <= most for score in request.scores):
        raise Refused(
            phrase(
                "Scores are {count} numbers from {least} to {most}, side by side.",
                count=rules.sides,
                least=least,
                most=most,
            )
        )
    if state.before is not None:
        raise Refused(phrase("Bid or play first; then the score can be fixed."), "not_now")
    return [ev.Proposed(request.seat, "scores", scores=request.scores)]


def claim(request: Claim, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That the own side takes so many of the tricks that are left; raises ``Refused``."""
    _free(state)
    left = _left(state, rules)
    if not _between_tricks(state, rules):
        raise Refused(phrase("Tricks are claimed between two tricks, once the first is complete."), "not_now")
    if not 0 <= request.tricks <= left:
        raise Refused(phrase("{left} tricks are left; claim 0 to {left} of them.", left=left))
    return [ev.Proposed(request.seat, "claim", tricks=request.tricks)]


def _left(state: State, rules: Rules[Any]) -> int:
    return rules.tricks_in(state.hand) - len(state.tricks)


def _between_tricks(state: State, rules: Rules[Any]) -> bool:
    """Whether the tricks that are left may be claimed now."""
    return rules.may_claim and state.phase == "play" and not state.trick and bool(state.tricks)


def _free(state: State) -> None:
    if state.proposal is not None:
        raise another_proposal()


# -- what is said to it ------------------------------------------------------------------------------------------------


def agree(request: Agree, state: State, rules: Rules[Any], follows: Follows) -> list[ev.Event]:
    """Done, or declined; raises ``Refused``."""
    asked = state.proposal
    if asked is None:
        raise no_proposal()
    if not request.yes:
        return [ev.Declined(request.seat)]
    if not may_agree(state, rules, asked.seat, request.seat):
        two = len(people(state)) == 2
        raise Refused(
            phrase("The other person has to agree.") if two else phrase("Somebody on another side has to agree.")
        )
    if asked.what == "claim":
        return follows(ev.Claimed(asked.seat, asked.tricks, request.seat))
    if asked.what == "scores":
        return follows(ev.ScoresCorrected(asked.scores, asked.seat, request.seat))
    was = played_by(state.hand, asked.trick, asked.of)
    if was is None or asked.card is None or (asked.card in state.played()) != asked.exchanged:
        return [ev.Declined(request.seat)]  # it was taken back, or played, in the meantime
    return follows(ev.PlayCorrected(asked.trick, asked.of, was, asked.card, asked.seat, request.seat))


def earlier(request: Answer, asked: ev.Question, state: State, rules: Rules[Any], follows: Follows) -> list[ev.Event]:
    """What follows from the answer which card was played to an earlier trick; raises ``Refused``."""
    trick, of, card = asked.trick or 0, asked.of or 0, request.card
    was = played_by(state.hand, trick, of)
    twice = any((one.trick, one.of) == (trick, of) for one in played_twice(state, rules))
    if was is None or card is None or (was != asked.candidates[0] and not twice):
        raise not_open(asked.id)
    said: list[ev.Event] = [ev.Answered(asked.id, card, request.seat)]
    if card == was and not twice:
        return said
    if card not in rules.pack() or card in gone(state, of):
        raise not_instead_of(was, card)
    return [*said, *follows(ev.PlayCorrected(trick, of, was, card, request.seat, request.seat))]
