"""Writing a played hand as a game record (docs/formats.md, "Game records"), which ``whist.records.records`` plays
again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whist.cards import Card
from whist.games.bid import BidWhist
from whist.rules.actions import Action, Choose, Discard, TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.options import SEATS
from whist.rules.standing import Standing


@dataclass(frozen=True, slots=True)
class _Deal:
    """Each seat's cards, the stock, trumps where they were fixed before the first action, and what happened since."""

    hands: Sequence[Sequence[Card]]
    stock: Sequence[Card]
    trump: str | None
    actions: Sequence[Action]


def record_of(rules: Rules[Any], standing: Standing, hand: Hand) -> dict[str, Any]:
    """The record, fit for JSON, of ``hand`` as it was begun after ``standing``; it need not be over.

    Where nobody knew the hands, as at a real table, they follow from what was played once all of it was. Raises
    ``ValueError`` with one sentence where they cannot be known: the hand is not over, or cards were drawn face down or
    taken with a kitty that nobody else saw."""
    deal = _deal(rules, hand)
    record: dict[str, Any] = {
        "game": rules.name,
        # who begins, and who moves cards for computer players, makes no difference to a hand
        "options": {name: value for name, value in rules.options.to_json().items() if name not in SEATS},
        "dealer": standing.dealer,
        "number": standing.number,
    }
    record |= _before(rules, standing)
    record["hands"] = [_codes(own) for own in deal.hands]
    if deal.stock:
        record["stock"] = _codes(deal.stock)
    if deal.trump is not None:
        record["trump"] = deal.trump
    record["actions"] = [action.to_json() for action in deal.actions if not isinstance(action, TurnUp)]
    return record


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _before(rules: Rules[Any], standing: Standing) -> dict[str, Any]:
    """The standing, unless nothing has been scored yet."""
    told = {name: list(getattr(standing, name)) for name in ("scores", "bags", "games")}
    begun = any(getattr(standing, name) != getattr(rules.first_standing(), name) for name in told)
    return {"before": {name: numbers for name, numbers in told.items() if numbers}} if begun else {}


def _deal(rules: Rules[Any], hand: Hand) -> _Deal:
    origin = hand.origin
    if origin is not None and origin.hands is not None:
        return _Deal(origin.hands, origin.stock or (), origin.trump, hand.actions)
    if not hand.over or hand.thrown_in:
        raise _unknown("they were not all played")
    hands = [[trick.by(seat) for trick in hand.tricks] for seat in range(hand.seats)]
    if isinstance(rules, BidWhist):
        return _with_kitty(rules, hand, hands)
    if rules.stock_size:
        raise _unknown("some were drawn face down")
    if not hand.turned_up:
        return _Deal(hands, (), None if origin is None else origin.trump, hand.actions)
    hands[hand.dealer].remove(hand.turned_up[0])  # it was dealt last (RULES W2)
    hands[hand.dealer].append(hand.turned_up[0])
    return _Deal(hands, (), hand.trump, hand.actions)


def _with_kitty(rules: BidWhist, hand: Hand, hands: list[list[Card]]) -> _Deal:
    """Bid Whist: what nobody played was the kitty, or was discarded for a kitty that all have seen (RULES B10, B12)."""
    rest, bidder = [card for card in rules.pack() if card not in hand.played()], hand.declarer
    if not rules.options.bidder_gets_kitty or bidder is None:
        return _Deal(hands, rest, None, hand.actions)
    if hand.stock is None:
        raise _unknown("nobody but the bidder has seen the kitty")
    hands[bidder] = [card for card in (*hands[bidder], *rest) if card not in hand.stock]
    chosen = next(place for place, action in enumerate(hand.actions, 1) if isinstance(action, Choose))
    actions = [*hand.actions[:chosen], Discard(bidder, tuple(rest)), *hand.actions[chosen:]]
    return _Deal(hands, hand.stock, None, actions)


def _unknown(why: str) -> ValueError:
    return ValueError(f"this hand cannot be recorded: not all of its cards are known, for {why}")
