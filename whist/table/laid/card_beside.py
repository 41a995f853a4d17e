"""The card that lies face up beside the trick: the turn-up until the dealer plays (RULES W3), the stock's top card
until it is won (RULES G3)."""

from __future__ import annotations

from typing import Any

from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.rules.base import Rules
from whist.table.laid.questions import answer_to, asked, of_cards
from whist.table.laid.step import out_of_step
from whist.table.seen.last_seen import EXACT, NOT_MOVED, Looks, clear
from whist.table.seen.matching import Matched, away
from whist.table.state.around import before
from whist.table.state.state import Aside, State


def waits(state: State, rules: Rules[Any]) -> bool:
    """Whether the card still lies there by the rules: until the dealer has played, or for the winner of the trick."""
    hand = state.hand
    if not hand.turned_up or not state.aside:
        return False
    if rules.turn_up_lies:
        return not hand.tricks and hand.dealer not in [play.seat for play in state.trick]
    return True


def decide(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event] | None:
    """The next events about that card; None when there is nothing about it. Away from its place it is played at the
    turn of who may hold it (it is handed on as new), and pushed aside at any other; once it need not lie there any
    more and is gone, it was taken."""
    if not state.aside:
        return None
    known, laid = state.aside[0], matched.turn_up
    if laid is None:
        found = over(state, rules, matched)
        return _gone(state, rules) if found is None else _otherwise(state, looks, rules, known, found)
    if matched.missing:
        return None
    if _is_last(state, rules):
        matched.new.append(laid)
        return None
    if away(laid, known.x, known.y) <= NOT_MOVED:
        return _played_early(state, rules, matched, laid) if state.pushed else None
    if state.turn is not None and known.card in rules.legal_cards(state.hand):
        matched.new.append(laid)
        return None
    if matched.new or state.paused is not None:
        return None  # it is not sure yet whose turn it is
    return [ev.TurnUpMoved(round(laid.x, 1), round(laid.y, 1))]


def _is_last(state: State, rules: Rules[Any]) -> bool:
    """Whether the dealer has no other card left than the turn-up, at the dealer's turn: it need not be moved."""
    hand = state.hand
    if not rules.turn_up_lies or hand.turn != hand.dealer:
        return False
    return len(hand.tricks) == hand.size - 1


def _played_early(state: State, rules: Rules[Any], matched: Matched, laid: LaidCard) -> list[ev.Event] | None:
    """The turn-up was put before its owner when it did not seem to be the owner's turn: now it is asked whether that
    was a play."""
    hand, card = state.hand, state.aside[0].card
    if matched.new or hand.turn != hand.dealer or card not in rules.legal_cards(hand):
        return None
    if before(laid.x, laid.y, rules.players) != hand.dealer:
        return None
    if answer_to(state, "turn", (card,)) is None:
        return asked(state, [of_cards("turn", (card,))])
    matched.new.append(laid)
    return None


def _gone(state: State, rules: Rules[Any]) -> list[ev.Event] | None:
    taken = state.hand.tricks and not state.trick and not waits(state, rules)
    return [ev.TurnUpTaken()] if taken else None


def over(state: State, rules: Rules[Any], matched: Matched) -> LaidCard | None:
    """Another card that is clearly seen where the card beside the trick should lie."""
    if matched.beside or len(state.aside) != 1 or not waits(state, rules):
        return None
    known, within = state.aside[0], EXACT if rules.turn_up_lies else NOT_MOVED
    there = [card for card in matched.new if clear(card.reading) and away(card, known.x, known.y) <= within]
    return there[0] if there else None


def _otherwise(state: State, looks: Looks, rules: Rules[Any], known: Aside, found: LaidCard) -> list[ev.Event] | None:
    """Another card lies there: it was misread, is covered, or, where it belongs to a stock, a trick was missed. It is
    asked, after a second look, which card was turned up."""
    card = found.reading.belief[0][0]
    if card in state.played() or card not in rules.pack():
        return None
    said = answer_to(state, "turn_up", (known.card, card))
    if said == known.card:
        return None if rules.turn_up_lies else [out_of_step(state, looks)]
    if said is not None:
        return [*asked(state, ()), ev.TurnedUp(card, round(found.x, 1), round(found.y, 1))]
    if looks.changed.get(known.card, (card, 0)) != (card, 1):
        return asked(state, [of_cards("turn_up", (known.card, card))])
    return []
