"""Writing a played hand as a game record (docs/formats.md, "Game records"), which ``whist.records`` plays again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.actions import TurnUp
from whist.cards import Card
from whist.hand import Hand
from whist.rules import Rules
from whist.standing import Standing


def record_of(rules: Rules[Any], standing: Standing, hand: Hand) -> dict[str, Any]:
    """The record, fit for JSON, of ``hand`` as it was begun after ``standing``; it need not be over.

    Where nobody knew the hands, as at a real table, they follow from what was played once all of it was. Raises
    ``ValueError`` with one sentence while they cannot be known."""
    hands, stock, trump = _dealt(rules, hand)
    record: dict[str, Any] = {
        "game": rules.name,
        "options": rules.options.to_json(),
        "dealer": standing.dealer,
        "number": standing.number,
    }
    record |= _before(rules, standing)
    record["hands"] = [_codes(own) for own in hands]
    if stock:
        record["stock"] = _codes(stock)
    if trump is not None:
        record["trump"] = trump
    record["actions"] = [action.to_json() for action in hand.actions if not isinstance(action, TurnUp)]
    return record


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _before(rules: Rules[Any], standing: Standing) -> dict[str, Any]:
    """The standing, unless nothing has been scored yet."""
    told = {name: list(getattr(standing, name)) for name in ("scores", "bags", "games")}
    begun = any(getattr(standing, name) != getattr(rules.first_standing(), name) for name in told)
    return {"before": {name: numbers for name, numbers in told.items() if numbers}} if begun else {}


def _dealt(rules: Rules[Any], hand: Hand) -> tuple[Sequence[Sequence[Card]], Sequence[Card], str | None]:
    """Each seat's cards, the stock, and trumps where they were fixed before the first action."""
    origin = hand.origin
    if origin is not None and origin.hands is not None:
        return origin.hands, origin.stock or (), origin.trump
    if rules.stock_size or not hand.over or hand.thrown_in:
        raise ValueError("this hand cannot be recorded: not all of its cards are known")
    hands = [[trick.by(seat) for trick in hand.tricks] for seat in range(hand.seats)]
    if not hand.turned_up:
        return hands, (), None if origin is None else origin.trump
    hands[hand.dealer].remove(hand.turned_up[0])  # it was dealt last (RULES W2)
    hands[hand.dealer].append(hand.turned_up[0])
    return hands, (), hand.trump
