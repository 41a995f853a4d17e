"""What cards that were played tell of those that were not: nobody throws a high card away who has a low one, wins for
more than is needed or leaves a trick that he can take, and whoever leads a suit has more of it.

People err, so nothing here is certain: what would not have been played by a good player from a hand with some card
makes it less likely that this hand holds it, no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, Final

from whist.cards import Card
from whist.players.position import Position
from whist.rules.base import Rules
from whist.rules.commands import is_android
from whist.rules.hand import Hand

HONOUR: Final = 11
"""The lowest strength that nobody gives away for nothing."""
LIKELY: Final = {
    "could have won, as last": 0.16,
    "could have won": 0.28,
    "could have won for less": 0.16,
    "threw away an honour": 0.17,
    "threw away more than needed": 0.28,
    "discarded more than needed": 0.14,
    "ruffed for more than needed": 0.11,
    "could have ruffed, as last": 0.51,
    "won as second: lower": 0.65,
    "won as third: higher": 0.87,
    "won as third: next below": 0.42,
    "led low: higher": 1.17,
    "led low: lower": 0.4,
    "led no master": 0.77,
    "led trumps": 1.19,
}
"""How likely it is, against other cards, that a hand holds a card of which the play tells this: fitted on what players
of several kinds played, to the power of 0.7, for people err more (``python -m tests.whist.players.read_plays --deals
240 --fit``)."""

Conclusions = Iterator[tuple[str, Iterable[Card]]]
"""Why some cards are more or less likely, and these."""


def likely(position: Position) -> dict[tuple[int, Card], float]:
    """For seats whose cards the position's seat does not see, and cards that are still unseen: how likely the seat
    holds the card, against one of which nothing is known (1). Pairs that are not there are 1."""
    return {pair: prod(LIKELY[why] for why in told) for pair, told in reasons(position).items()}


def reasons(position: Position) -> dict[tuple[int, Card], list[str]]:
    """For such seats and cards what was played tells of them: keys of ``LIKELY``, as often as it did."""
    rules, hand = position.rules, position.hand.copy()
    laid, silent = hand.laid(), set(position.known)
    if rules.name == "android":  # what androids play they are told to (RULES A6)
        silent |= {seat for seat in range(hand.seats) if is_android(seat, hand.dealer)}
    seen = {card for _, card in laid} | {card for cards in position.known.values() for card in cards}
    left = [card for card in rules.pack() if not card.is_joker]
    unseen = [card for card in left if card not in seen]
    found: dict[tuple[int, Card], list[str]] = {}
    for first in range(0, len(laid), hand.seats):
        trick = laid[first : first + hand.seats]
        hand.trick, hand.leader = [], trick[0][0]
        for seat, card in trick:
            if seat not in silent:
                for why, cards in _told(rules, hand, seat, card, unseen, left):
                    for one in cards:
                        found.setdefault((seat, one), []).append(why)
            hand.trick.append(card)
        left = [card for card in left if card not in hand.trick]
    return found


def _told(
    rules: Rules[Any], hand: Hand, seat: int, card: Card, unseen: Sequence[Card], left: Sequence[Card]
) -> Conclusions:
    """What it tells of ``unseen`` cards that ``seat`` played ``card`` to the trick of ``hand``, before which the cards
    that are ``left`` had not been played."""
    suit, strength = rules.suit(hand, card), rules.strength(hand, card)
    alike = [one for one in unseen if rules.suit(hand, one) == suit]
    lower = [one for one in alike if rules.strength(hand, one) < strength]
    if not hand.trick:
        yield from _led(rules, hand, card, alike)
        if suit != hand.trump:
            yield "led no master", _masters(rules, hand, suit, unseen, left)
    elif suit == rules.led_suit(hand):
        yield from _followed(rules, hand, seat, card, alike)
    elif suit == hand.trump:
        best = hand.trick[rules.winning_place(hand)]
        yield "ruffed for more than needed", [one for one in lower if rules.beats(hand, one, best)]
    else:
        yield "discarded more than needed", lower
        place = rules.winning_place(hand)
        if len(hand.trick) == hand.seats - 1 and rules.side(hand.seat(place)) != rules.side(seat):
            trumps = [one for one in unseen if rules.suit(hand, one) == hand.trump]
            yield "could have ruffed, as last", [one for one in trumps if rules.beats(hand, one, hand.trick[place])]


def _led(rules: Rules[Any], hand: Hand, card: Card, alike: Sequence[Card]) -> Conclusions:
    suit, strength = rules.suit(hand, card), rules.strength(hand, card)
    if suit == hand.trump:
        yield "led trumps", alike
    elif strength < HONOUR:
        yield "led low: higher", [one for one in alike if rules.strength(hand, one) > strength]
        yield "led low: lower", [one for one in alike if rules.strength(hand, one) < strength]


def _masters(
    rules: Rules[Any], hand: Hand, led: str | None, unseen: Sequence[Card], left: Sequence[Card]
) -> Iterator[Card]:
    """The highest cards that are left of the plain suits that were not ``led``, where they are unseen."""
    for suit in {rules.suit(hand, card) for card in unseen} - {hand.trump, led}:
        of_suit = [card for card in left if rules.suit(hand, card) == suit]
        master = max(of_suit, key=lambda one: rules.strength(hand, one))
        if master in unseen:
            yield master


def _followed(rules: Rules[Any], hand: Hand, seat: int, card: Card, alike: Sequence[Card]) -> Conclusions:
    place, strength = rules.winning_place(hand), rules.strength(hand, card)
    best, last = hand.trick[place], len(hand.trick) == hand.seats - 1
    lower = [one for one in alike if rules.strength(hand, one) < strength]
    higher = [one for one in alike if rules.strength(hand, one) > strength]
    if not rules.beats(hand, card, best):
        yield ("threw away an honour" if strength >= HONOUR else "threw away more than needed"), lower
        if len(hand.trick) > 1 and rules.side(hand.seat(place)) != rules.side(seat):
            winning = [one for one in higher if rules.beats(hand, one, best)]
            yield ("could have won, as last" if last else "could have won"), winning
        return
    enough = [one for one in lower if rules.beats(hand, one, best)]
    if last:
        yield "could have won for less", enough
    elif len(hand.trick) > 1:
        yield "won as third: higher", higher
        yield "won as third: next below", [one for one in enough if rules.strength(hand, one) == strength - 1]
    else:
        yield "won as second: lower", lower
