"""What a seat may know of a hand whose cards are all known."""

from __future__ import annotations

from typing import Any

from whist.cards import Card
from whist.players.position import Position, draws, may_see, shown
from whist.rules.actions import Action, Discard, Order, Play, TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing


def position_of(rules: Rules[Any], standing: Standing, hand: Hand, me: int, seat: int | None = None) -> Position:
    """What ``me`` may know of a ``hand`` whose cards are all known; ``seat`` is for whom it acts."""
    if hand.hands is None:
        raise ValueError("the cards of the hand are not known")
    public = hand.copy()
    seen = may_see(rules, hand, me)
    known = {one: tuple(hand.hands[one]) for one in seen}
    gone = frozenset(hand.discards) if hand.declarer == me else frozenset[Card]()
    public.hands, public.stock, public.origin = None, None, None
    public.discards = sorted(gone, key=str)
    public.actions = [_as_seen(action, me) for action in _with_moves(rules, hand)]
    return Position(rules, standing, public, me, me if seat is None else seat, known, shown(rules, public), gone)


def _with_moves(rules: Rules[Any], hand: Hand) -> list[Action]:
    """The actions of a hand, with the cards that androids have played at commands or by themselves (RULES A13, A34),
    and those that lay open on the stock (RULES G3)."""
    if draws(rules) and hand.origin is not None and not any(isinstance(one, TurnUp) for one in hand.actions):
        stock = (hand.origin.stock or [])[::2]
        told = list[Action]()
        for place, one in enumerate(hand.actions):
            if place % 2 == 0 and place // 2 < len(stock):
                told.append(TurnUp(hand.dealer, (stock[place // 2],)))
            told.append(one)
        waits = len(hand.tricks) if not hand.trick else len(stock)
        return [*told, *(TurnUp(hand.dealer, (card,)) for card in stock[waits : waits + 1])]
    if rules.name != "android" or hand.origin is None:
        return list(hand.actions)
    again, moves = hand.origin.copy(), list[Action]()
    for action in hand.actions:
        before = len(again.laid())
        rules.happen(again, action)
        moves += [action] if isinstance(action, Order) else []
        moves += [Play(seat, card) for seat, card in again.laid()[before:]]
    return moves


def _as_seen(action: Action, me: int) -> Action:
    """An action as ``me`` has seen it: what another discards lies face down."""
    return Discard(action.seat, ()) if isinstance(action, Discard) and action.seat != me else action
