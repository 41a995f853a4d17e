"""What people ask for about what was laid out of turn or shown: whose card it was, and what table law allows then
(RULES T7–T9), in games without androids. Texts of refusals follow from public facts alone: nobody's hand is known here.
"""

from __future__ import annotations

from typing import Any

from whist.law import exposed
from whist.law.going_back import led_by
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.names import seat_name
from whist.phrases import phrase
from whist.rules.actions import Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.table.state.state import State


def hand_in_play(state: State) -> Hand:
    """The hand in play; raises ``Refused`` while none is."""
    if state.after is not None:
        raise Refused(phrase("No hand is being played now."), "not_now")
    return state.hand


def laid_by(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """RULES T8, T9: the card laid last is another seat's. In a complete trick all cards are then the next seats'; a
    seat that has played already has put its card right; any other must take it back. Raises ``Refused``."""
    hand, by, last = hand_in_play(state), request.by, last_laid(state)
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


def expose(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """A card of somebody is exposed; raises ``Refused``."""
    if rules.options.exposed_cards == "off":
        raise Refused(phrase("Exposed cards do not matter by the rules of this house."))
    if exposed.expose(rules, hand_in_play(state), state.law, request.seat, request.card) == state.law:
        raise Refused(phrase("That card is exposed already."))
    return [fe.CardExposed(request.seat, request.card)]


def demand(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """An exposed card is to be played; raises ``Refused``."""
    if state.gather:
        raise Refused(phrase("The trick must be gathered first."), "not_now")
    exposed.demand(rules, hand_in_play(state), state.law, request.seat, request.card)
    return [fe.CardDemanded(request.seat, request.card)]


def deny(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """A demanded card is not in that hand; raises ``Refused``."""
    if request.card not in state.law.demanded_of(request.seat):
        raise Refused(phrase("That card is not demanded of you."), "not_now")
    return [fe.CardDenied(request.seat, request.card)]


def treat(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """What follows from a lead out of turn (RULES T8); raises ``Refused``."""
    if not may_treat(state, rules, request.seat):
        raise Refused(phrase("There is no lead out of turn to settle."), "not_now")
    assert state.early_lead is not None
    exposed.lead_out_of_turn(rules, hand_in_play(state), state.law, *state.early_lead, request.how)
    return [fe.LeadTreated(request.seat, request.how)]


def may_treat(state: State, rules: Rules[Any], seat: int) -> bool:
    """Whether ``seat`` may say what follows from an opponent's lead out of turn, where exposed cards are called."""
    if state.early_lead is None or rules.options.exposed_cards == "off":
        return False
    return rules.side(seat) != rules.side(state.early_lead[0])
