"""What persons ask for, granted or refused: what they say at their turns, answers, a new deal, table law.

Texts of refusals follow from public facts alone: nobody's hand is known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whist.family import corrections as mending
from whist.family.corrections import say_step
from whist.family.seen.kitty import discarded
from whist.family.seen.linked import closed, redealt
from whist.family.seen.open_cards import wrong_too
from whist.law import exposed
from whist.law.going_back import led_by
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.requests import (
    Agree,
    Answer,
    Correct,
    Demand,
    Deny,
    Expose,
    LaidBy,
    Redeal,
    Request,
    SayStep,
    SetScores,
    Treat,
    Undo,
)
from whist.names import seat_name
from whist.phrases import phrase
from whist.rules.actions import Action, Announce, Bid, Choose, Discard, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.table.answers import Grant, answered, granted
from whist.table.corrections import agree, correct, set_scores
from whist.table.ordering import ordered
from whist.table.state.state import State
from whist.table.words.refusals import too_late_to_deal


def decide(request: Request, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """The events of a request of a seat of this table; raises ``Refused``."""
    if type(request) in _KINDS and request.seat in state.away:
        raise Refused(phrase("That place is at another table."))
    if state.away and isinstance(request, SetScores | Expose | Demand | Deny | Treat):
        raise Refused(phrase("That cannot be asked while tables are linked."))
    return granted(request, state, rules, _KINDS, (Announce, Bid, Choose, Discard, Play))


def _hand(state: State) -> Hand:
    if state.after is not None:
        raise Refused(phrase("No hand is being played now."), "not_now")
    return state.hand


def _say(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """A call, a choice or an announcement, at the seat's turn."""
    hand = _hand(state)
    if state.gather or state.phase == "kitty":
        raise Refused(phrase("The cards must be gathered first."), "not_now")
    action: Action = request
    if (why := rules.why_not(hand, action)) is not None:
        waits = hand.turn != request.seat or hand.phase != _PHASES[type(request)]
        raise Refused(why, "not_now" if waits else "refused")
    return [_said(request)]


def _order(request: Play, state: State, rules: Rules[Any]) -> list[ev.Event]:
    _hand(state)
    return ordered(request, state, rules)


_PHASES: Mapping[type, str] = {Announce: "announce", Bid: "bid", Choose: "choose"}


def _said(request: Any) -> ev.Event:
    if isinstance(request, Announce):
        return fe.Announced(request.seat, request.hcp)
    if isinstance(request, Bid):
        return fe.Called(request.seat, request.call)
    return fe.Chosen(request.seat, request.what)


def _answer(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    events = answered(request, state, rules, lambda event: mending.follows(event, state, rules))
    asked = next(one for one in state.questions if one.id == request.question)
    if request.card is None and asked.about == "turn_up":
        events.append(wrong_too(state, _hand(state), asked.candidates[0], asked.of))
    return events


def _redeal(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """RULES T10. While tables are linked a hand of which others may have gone on is not dealt again here: no trick can
    be complete elsewhere before a card is played here."""
    hand = _hand(state)
    if hand.tricks:
        raise too_late_to_deal()
    if state.away and state.played():
        raise Refused(
            phrase("While tables are linked the cards can be dealt again only before one of them is played here."),
            "not_now",
        )
    return [redealt(state, rules)]


def _undo(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if last_said(state) != request.seat:
        raise Refused(phrase("You can take back only what you said last, while nobody has acted after it."), "not_now")
    return [fe.Undone(request.seat)]


def last_said(state: State) -> int | None:
    """The seat that can take back what it said, for it was the last that happened; None when there is none. Once all
    have bid blind they look at their cards, and nobody may bid again (RULES U8)."""
    hand = state.hand if state.hand.actions or state.before is None else state.before.hand
    if hand.special == "blind" and hand.phase != "bid":
        return None
    last = hand.actions[-1] if hand.actions else None
    return last.seat if isinstance(last, Announce | Bid | Choose) else None


def _correct(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if request.of in state.away:
        raise Refused(phrase("That card was laid at another table: it is put right there."))
    if state.away and closed(state):
        raise Refused(
            phrase("The other table goes on to the next hand; that one cannot be changed any more."), "not_now"
        )
    return correct(request, state, rules, lambda *given: mending.objection(request, state))


def _agree(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    return agree(request, state, rules, lambda event: mending.follows(event, state, rules))


# -- table law ---------------------------------------------------------------------------------------------------------


def _laid_by(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """RULES T8, T9: the card laid last is another seat's. In a complete trick all cards are then the next seats'; a
    seat that has played already has put its card right; any other must take it back."""
    hand, by, last = _hand(state), request.by, last_laid(state)
    if last is None:
        raise Refused(phrase("No card has been laid."), "not_now")
    if by not in range(rules.players) or by == last.seat:
        raise Refused(phrase("That card already counts as {name}'s; name another seat.", name=seat_name(last.seat)))
    if by not in may_have_laid(state, rules, last):
        raise Refused(phrase("A computer player's cards are laid as it has chosen them, and no others."))
    if state.gather:
        leader = (by + 1) % rules.players
        led_by(rules, hand, leader)  # refuses what cannot be
        return [fe.LedBy(leader)]
    earlier = next((play for play in state.trick if play.seat == by), None)
    if earlier is None or last.card != state.trick[-1].card:
        return [fe.LaidOutOfTurn(by, last.card)]  # of who has played already it is a second card
    laid = state.trick[-1]
    back = ev.TakenBack(last.seat, last.card)
    return [back, fe.Replaced(by, earlier.card, last.card, laid.x, laid.y)]


def last_laid(state: State) -> Play | None:
    """The card that was laid last, by the seat that is thought to have played it: the one of which it is asked whether
    the seat in turn has, else the last of the trick that lies there; None when there is none."""
    asked = next((question.candidates[0] for question in state.questions if question.about == "turn"), None)
    if asked is not None and state.turn is not None:
        return Play(state.turn, asked)
    last = state.trick[-1] if state.trick else None
    return None if last is None or last.seat in state.away else Play(last.seat, last.card)


def may_have_laid(state: State, rules: Rules[Any], last: Play) -> list[int]:
    """The seats that may have laid the card that counts as ``last`` played: where a computer player has laid one, it is
    known whose it is; one at another table lays none here."""
    of_holders = {*state.holders.seats, *state.away}
    if last.seat in of_holders or (state.gather and of_holders):
        return []
    return [seat for seat in range(rules.players) if seat not in {last.seat, *of_holders}]


def _expose(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if rules.options.exposed_cards == "off":
        raise Refused(phrase("Exposed cards do not matter by the rules of this house."))
    if exposed.expose(rules, _hand(state), state.law, request.seat, request.card) == state.law:
        raise Refused(phrase("That card is exposed already."))
    return [fe.CardExposed(request.seat, request.card)]


def _demand(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if state.gather:
        raise Refused(phrase("The trick must be gathered first."), "not_now")
    exposed.demand(rules, _hand(state), state.law, request.seat, request.card)
    return [fe.CardDemanded(request.seat, request.card)]


def _deny(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if request.card not in state.law.demanded_of(request.seat):
        raise Refused(phrase("That card is not demanded of you."), "not_now")
    return [fe.CardDenied(request.seat, request.card)]


def _treat(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if not may_treat(state, rules, request.seat):
        raise Refused(phrase("There is no lead out of turn to settle."), "not_now")
    assert state.early_lead is not None
    exposed.lead_out_of_turn(rules, _hand(state), state.law, *state.early_lead, request.how)
    return [fe.LeadTreated(request.seat, request.how)]


def may_treat(state: State, rules: Rules[Any], seat: int) -> bool:
    """Whether ``seat`` may say what follows from an opponent's lead out of turn, where exposed cards are called."""
    if state.early_lead is None or rules.options.exposed_cards == "off":
        return False
    return rules.side(seat) != rules.side(state.early_lead[0])


_KINDS: Mapping[type, Grant] = {
    Announce: _say,
    Bid: _say,
    Choose: _say,
    Play: _order,
    Discard: discarded,
    Answer: _answer,
    Redeal: _redeal,
    Undo: _undo,
    Correct: _correct,
    SetScores: set_scores,
    Agree: _agree,
    SayStep: say_step,
    LaidBy: _laid_by,
    Expose: _expose,
    Demand: _demand,
    Deny: _deny,
    Treat: _treat,
}
