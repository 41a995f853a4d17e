"""The card that a computer player has chosen, or those that it discards for a kitty: they are granted by the rules
and by its own hand alone (RULES S2), and a person moves them from its holder (RULES S3)."""

from __future__ import annotations

from typing import Any

from whist.law import exposed
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.phrases import phrase
from whist.rules.actions import Discard, Play
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


def discarded(request: Discard, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """What a computer player discards, of what it holds with the kitty; raises ``Refused``."""
    exchange = state.exchanging
    if exchange is None or exchange.step != "choose" or request.seat != state.hand.declarer:
        raise Refused(phrase("It is not that seat's turn."), "not_now")
    cards = frozenset(request.cards)
    if len(request.cards) != rules.stock_size or len(cards) != rules.stock_size or not cards <= exchange.known:
        raise Refused(phrase("Discard {count} different cards, as many as the kitty has.", count=rules.stock_size))
    return [fe.KittyStep(exchange.holder, "discard", tuple(request.cards))]
