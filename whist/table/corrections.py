"""Putting right what was taken down wrong, and ending a hand early: claims, corrections, taking back, out of step.

What changes cards or scores needs the word of both persons: one proposes, the other agrees. So nobody learns from the
table whether a card can be where somebody says it was, for the table itself objects only to what lies open.
"""

from __future__ import annotations

from typing import Any

from whist.cards import JOKERS, Card
from whist.games.android import Android
from whist.messages import events as ev
from whist.messages.observations import SLOTS
from whist.messages.requests import Agree, Answer, Claim, Correct, LaidBy, Mending, SayStep, SetScores, Undo
from whist.names import card_name, holder_name
from whist.phrases import phrase
from whist.rules.refusals import Refused
from whist.table.playing import hand_over
from whist.table.seen.earlier_cards import gone, played_twice
from whist.table.seen.last_seen import Looks, clear
from whist.table.seen.laying import as_told
from whist.table.seen.matching import match
from whist.table.seen.misread import taken
from whist.table.state.evolve_corrections import evolve
from whist.table.state.seats import beside, human, person_of
from whist.table.state.state import State
from whist.table.words.refusals import (
    another_proposal,
    in_step_already,
    never_played,
    no_proposal,
    not_instead_of,
    not_open,
)

HIGHEST_SCORE = 99


def decide(request: Mending | LaidBy | Undo, state: State, rules: Android, looks: Looks) -> list[ev.Event]:
    """The events of a request; raises ``Refused``."""
    if isinstance(request, LaidBy):
        return _mine(request, state)
    if isinstance(request, SayStep):
        return _step(request, state, looks)
    if isinstance(request, Undo):
        return _undo(request, state)
    if isinstance(request, Agree):
        return _agreed(request, state, rules)
    if state.proposal is not None:
        raise another_proposal()
    return [_proposed(request, state)]


def possible(state: State, seat: int) -> dict[str, Any]:
    """What the person at ``seat`` may put right or end now, for a page to offer. It follows from public facts alone.

    ``agree``, ``decline``: what is proposed. ``in_step``: how the table may be said to be (``SayStep``). ``laid_by``:
    the seat that may have laid the card that must be taken back. ``claim``: so many tricks may be claimed. ``played``:
    the seats that have played to each trick, in their order, of which a card may be corrected. ``scores``: the highest
    that may be said."""
    drift, asked, turn = state.out_of_step, state.proposal, state.turn
    mine = drift is not None and drift.holder in (None, beside(person_of(seat, state.dealer)))
    wrong = state.wrong is not None and turn is not None and human(turn, state.dealer)
    between = state.phase == "play" and not state.trick and bool(state.tricks)
    tricks = [[trick.seat(place) for place in range(len(trick.cards))] for trick in state.tricks]
    tricks += [[play.seat for play in state.being_played]] if state.being_played else []
    return {
        "agree": asked is not None and asked.seat != seat,
        "decline": asked is not None,
        "in_step": ["seen", "believed"] if mine else [],
        "laid_by": turn if wrong else None,
        "claim": SLOTS - len(state.tricks) if between and asked is None else None,
        "played": tricks if asked is None else [],
        "scores": HIGHEST_SCORE if asked is None else None,
    }


# -- one word is enough ------------------------------------------------------------------------------------------------


def _mine(request: LaidBy, state: State) -> list[ev.Event]:
    """A card that was taken for one laid out of turn is that of the person whose turn it is."""
    if state.wrong is None or state.turn is None or not human(state.turn, state.dealer):
        raise Refused(phrase("No card is waiting to be claimed."), "not_now")
    if request.by != state.turn:
        raise Refused(phrase("It is not that seat's turn; take the card back until it is."))
    return [ev.SaidMine(request.seat, state.wrong[1])]


def _undo(request: Undo, state: State) -> list[ev.Event]:
    """Only what was answered, and nothing that has shown a card or an Error (RULES A20)."""
    if state.proposal is not None and state.proposal.seat == request.seat:
        return [ev.Declined(request.seat)]
    if state.undo is None or state.undo[0] != request.seat:
        raise Refused(
            phrase("You have nothing to take back now; a command has already given something away."), "not_now"
        )
    return [ev.AnswerUndone(request.seat)]


def _step(request: SayStep, state: State, looks: Looks) -> list[ev.Event]:
    drift = state.out_of_step
    if drift is None:
        raise in_step_already()
    if request.how not in ("seen", "believed"):
        raise Refused(phrase('The table is as it is "seen" or as it is "believed".'))
    if drift.holder is not None and drift.holder != beside(person_of(request.seat, state.dealer)):
        holder = holder_name(drift.holder)
        raise Refused(phrase("Only the person beside {holder} can say what stands in it.", holder=holder))
    said: list[ev.Event] = [ev.StepSaid(request.seat, request.how), ev.InStep()]
    if request.how == "believed":
        return said
    if drift.holder is not None:
        return [ev.Rearranged(drift.holder, _as_seen(drift.holder, state, looks)), *said]
    return [*_trick_as_seen(request.seat, state, looks), *said]


def _as_seen(holder: int, state: State, looks: Looks) -> tuple[Card | None, ...]:
    """What a holder shows; where that is not clear, what was believed."""
    hand = state.holders.hand(holder)
    seen = tuple(
        None if reading is None else reading.best if clear(reading) else old
        for reading, old in zip(looks.last.get(holder, ()), hand, strict=False)
    )
    cards = [card for card in seen if card is not None]
    # what somebody said of this holder before is weighed against no other, or it would tell what stands there
    other = ({*state.holders.hand(3 - holder)} | state.played()) - {*hand}
    fits = len(cards) == sum(card is not None for card in hand) and len(set(cards)) == len(cards)
    if len(seen) != SLOTS or not fits or other & set(cards):
        raise Refused(phrase("What I see in that holder cannot be right either; set its cards straight."), "not_now")
    return seen


def _trick_as_seen(seat: int, state: State, looks: Looks) -> list[ev.Event]:
    """The corrections of cards of the trick that read otherwise."""
    matched = match(as_told(state, looks, looks.table or ()), state.trick, state.aside)
    if matched.missing or not matched.changed:
        raise Refused(phrase("I cannot see all the cards of the trick; lay them where I can."), "not_now")
    number = len(state.tricks) + 1
    corrections: list[ev.Event] = []
    for play, found in matched.changed:
        card = found.reading.best
        if card is None or card in state.played():
            raise Refused(
                phrase("What I see cannot be right either; lay the cards of the trick where I can see them all.")
            )
        corrections.append(ev.PlayCorrected(number, play.seat, play.card, card, seat, seat))
    return corrections


def earlier(request: Answer, asked: ev.Question, state: State, rules: Android) -> list[ev.Event]:
    """What follows from the answer which card was played to an earlier trick; raises ``Refused``."""
    trick, of, card = asked.trick or 0, asked.of or 0, request.card
    was = _played_in(state, trick, of)
    twice = any((one.trick, one.of) == (trick, of) for one in played_twice(state, rules))
    if was is None or card is None or (was != asked.candidates[0] and not twice):
        raise not_open(asked.id)
    said: list[ev.Event] = [ev.Answered(asked.id, card, request.seat)]
    if card == was and not twice:
        return said
    if card in JOKERS or card in gone(state, rules, of):
        raise not_instead_of(was, card)
    corrected = ev.PlayCorrected(trick, of, was, card, request.seat, request.seat)
    return [*said, corrected, *_scored_again(corrected, state, rules)]


# -- both must agree ---------------------------------------------------------------------------------------------------


def _proposed(request: Mending, state: State) -> ev.Event:
    if isinstance(request, Claim):
        return _claim(request, state)
    if isinstance(request, Correct):
        return _correction(request, state)
    if isinstance(request, SetScores):
        scores = request.scores
        if len(scores) != 2 or not all(0 <= score <= HIGHEST_SCORE for score in scores):
            raise Refused(phrase("Scores are two numbers from 0 to {most}, side by side.", most=HIGHEST_SCORE))
        return ev.Proposed(request.seat, "scores", scores=scores)
    raise Refused(phrase("That cannot be asked in Android Whist."))


def _claim(request: Claim, state: State) -> ev.Event:
    left = SLOTS - len(state.tricks)
    if state.phase != "play" or state.trick or not state.tricks:
        raise Refused(phrase("Tricks are claimed between two tricks, once the first is complete."), "not_now")
    if not 0 <= request.tricks <= left:
        raise Refused(phrase("{left} tricks are left; claim 0 to {left} of them.", left=left))
    return ev.Proposed(request.seat, "claim", tricks=request.tricks)


def _correction(request: Correct, state: State) -> ev.Event:
    was = _played_in(state, request.trick, request.of)
    if was is None:
        raise never_played(request)
    if request.card in JOKERS or request.card == was:
        raise not_instead_of(was, request.card)
    if request.card == state.turn_up and request.of != state.dealer:
        raise Refused(phrase("That card was turned up; it is the dealer's: {card}.", card=card_name(request.card)))
    exchanged = request.card in state.played()
    if exchanged and was == state.turn_up:
        raise Refused(phrase("That card was turned up; it is the dealer's: {card}.", card=card_name(was)))
    return ev.Proposed(request.seat, "card", trick=request.trick, of=request.of, card=request.card, exchanged=exchanged)


def _played_in(state: State, trick: int, seat: int) -> Card | None:
    return next((card for number, of, card in taken(state.hand) if (number, of) == (trick, seat)), None)


def _agreed(request: Agree, state: State, rules: Android) -> list[ev.Event]:
    asked = state.proposal
    if asked is None:
        raise no_proposal()
    if asked.seat == request.seat and request.yes:
        raise Refused(phrase("The other person has to agree."))
    if not request.yes:
        return [ev.Declined(request.seat)]
    if asked.what == "claim":
        return _end_by_claim(asked, request.seat, state, rules)
    if asked.what == "scores":
        fixed = ev.ScoresCorrected(asked.scores, asked.seat, request.seat)
        return [fixed, *_won(asked.scores, rules)]
    was = _played_in(state, asked.trick, asked.of)
    if was is None or asked.card is None or (asked.card in state.played()) != asked.exchanged:
        return [ev.Declined(request.seat)]  # it was taken back, or played, in the meantime
    corrected = ev.PlayCorrected(asked.trick, asked.of, was, asked.card, asked.seat, request.seat)
    return [corrected, *_scored_again(corrected, state, rules)]


def _won(scores: tuple[int, ...], rules: Android) -> list[ev.Event]:
    won = [side for side in (0, 1) if scores[side] >= rules.options.target]
    return [ev.GameOver(won[0])] if len(won) == 1 else []


def _end_by_claim(asked: ev.Proposed, by: int, state: State, rules: Android) -> list[ev.Event]:
    claimed = ev.Claimed(asked.seat, asked.tricks, by)
    return [claimed, *hand_over(evolve(claimed, state, rules), rules)]


def _scored_again(corrected: ev.PlayCorrected, state: State, rules: Android) -> list[ev.Event]:
    """The score of a hand that was over already and in which a card was another one; claimed tricks stay."""
    if state.phase not in ("scored", "over"):
        return []
    return hand_over(evolve(corrected, state, rules), rules)
