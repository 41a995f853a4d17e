"""Going back in a hand: cards are taken up again and the play goes on from there (RULES T2, T8).

A hand is played again from its deal; nothing here asks whether what happened was legal, for it has happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from whist.names import seat_first
from whist.phrases import phrase
from whist.rules.actions import Action, Play, TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused


def replayed(rules: Rules[Any], hand: Hand, count: int) -> Hand:
    """The hand as it was after its first ``count`` actions. Raises ``ValueError`` for one not begun by ``start``."""
    return played_again(rules, hand, hand.actions[:count])


def played_again(rules: Rules[Any], hand: Hand, actions: Iterable[Action]) -> Hand:
    """The hand from its deal on with ``actions`` and no others. Raises ``ValueError`` for one not begun by
    ``start``."""
    if hand.origin is None:
        raise ValueError("this hand does not know its deal; begin it with Rules.start")
    again = hand.origin.copy()
    again.origin = hand.origin
    for action in actions:
        repeat(rules, again, action)
    return again


def repeat(rules: Rules[Any], hand: Hand, action: Action) -> None:
    """Let ``action`` happen again; whoever leads leads, also out of turn (RULES T8)."""
    if isinstance(action, Play) and not hand.trick:
        hand.leader = hand.turn = action.seat
    rules.happen(hand, action)


def trick_on_table(hand: Hand) -> int:
    """The trick (0…) that lies there: the one being played, else the last complete one; -1 before the first."""
    return len(hand.tricks) if hand.trick else len(hand.tricks) - 1


def has_played(hand: Hand, seat: int, trick: int) -> bool:
    """Whether ``seat`` has played to trick ``trick`` (0…)."""
    if len(hand.tricks) != trick:
        return len(hand.tricks) > trick
    return (seat - hand.leader) % hand.seats < len(hand.trick)


def taken_back(rules: Rules[Any], hand: Hand, seat: int) -> Hand:
    """The hand before ``seat`` played to the trick that lies there: its card and those of the followers after it are
    in their hands again. Raises ``Refused`` when it has not played to it, or when other cards have been laid open since
    (a card of the stock was drawn: RULES G3)."""
    trick, again = trick_on_table(hand), replayed(rules, hand, 0)
    if trick < 0 or not has_played(hand, seat, trick):
        raise Refused(phrase("{name} has not played to this trick.", name=seat_first(seat)), "not_now")
    for count, action in enumerate(hand.actions):
        repeat(rules, again, action)
        if has_played(again, seat, trick):
            return _back_to(rules, hand, count)
    raise ValueError("this hand was not played by its actions")


def _back_to(rules: Rules[Any], hand: Hand, count: int) -> Hand:
    if any(isinstance(action, TurnUp) for action in hand.actions[count:]):
        raise Refused(phrase("The play has gone on since; that card cannot be taken back any more."))
    return replayed(rules, hand, count)


def led_by(rules: Rules[Any], hand: Hand, seat: int) -> Hand:
    """The hand in which ``seat`` led to the trick that lies there, and the next seats laid the other cards: so stands a
    trick that was led out of turn and to which all have played (RULES T8). Raises ``Refused`` as ``taken_back``."""
    if trick_on_table(hand) < 0:
        raise Refused(phrase("No card has been led yet."), "not_now")
    leader, laid = (hand.leader, hand.trick) if hand.trick else (hand.tricks[-1].leader, hand.tricks[-1].cards)
    again = taken_back(rules, hand, leader)
    for place, card in enumerate(laid):
        repeat(rules, again, Play((seat + place) % hand.seats, card))
    return again
