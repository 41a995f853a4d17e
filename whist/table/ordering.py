"""The card that a computer player has chosen: it is granted by the rules and by its own hand alone (RULES S2), and a
person moves it from its holder (RULES S3)."""

from __future__ import annotations

from typing import Any

from whist.law import exposed
from whist.messages import events as ev
from whist.phrases import phrase
from whist.rules.actions import Play
from whist.rules.base import Rules
from whist.rules.refusals import Refused
from whist.table.state.state import State


def ordered(request: Play, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That the card is to be moved; raises ``Refused``."""
    hand, seat = state.hand, request.seat
    if seat not in state.holders.computers:
        raise Refused(phrase("A person lays the own card on the table."))
    if state.turn != seat or hand.phase != "play" or not state.holders.known:
        raise Refused(phrase("It is not that seat's turn."), "not_now")
    if state.holders.to_move is not None:
        raise Refused(phrase("A card is to be moved already."), "not_now")
    legal = rules.legal_cards(hand.with_cards({seat: state.holders.held(seat)}))
    allowed = [card for card in legal if exposed.why_not_play(rules, hand, state.law, Play(seat, card)) is None]
    if request.card not in (allowed or legal):
        raise Refused(phrase("That card cannot be played now."))
    return [ev.ToMove(seat, request.card)]
