"""What cards that were played tell of those that were not: nobody throws a high card away who has a low one, the last
to play takes a trick that he can take, and few lead away from the highest card of a suit.

People err, so nothing here is certain: what would not have been played by a good player from a hand with some card
makes it less likely that this hand holds it, no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from whist.cards import Card
from whist.players.position import Position
from whist.rules.base import Rules
from whist.rules.commands import is_android
from whist.rules.hand import Hand

HONOUR: Final = 11
"""The lowest strength that nobody gives away for nothing."""
LIKELY: Final = {
    "could have won, as last": 0.15,
    "could have won": 0.4,
    "could have won for less": 0.3,
    "threw away an honour": 0.15,
    "threw away more than needed": 0.7,
    "could have ruffed, as last": 0.3,
    "could have ruffed": 0.6,
    "led away from it": 0.5,
    "led from below": 1.6,
    "led from above": 0.5,
}
"""How likely it is, against other cards, that a hand holds a card that would have called for another play."""


def likely(position: Position) -> dict[tuple[int, Card], float]:
    """For seats whose cards the position's seat does not see, and cards that are still unseen: how likely the seat
    holds the card, against one of which nothing is known (1). Pairs that are not there are 1."""
    rules, hand = position.rules, position.hand.copy()
    laid, silent = hand.laid(), set(position.known)
    if rules.name == "android":  # what androids play they are told to (RULES A6)
        silent |= {seat for seat in range(hand.seats) if is_android(seat, hand.dealer)}
    seen = {card for _, card in laid} | {card for cards in position.known.values() for card in cards}
    unseen = [card for card in rules.pack() if card not in seen and not card.is_joker]
    found: dict[tuple[int, Card], float] = {}
    for first in range(0, len(laid), hand.seats):
        trick = laid[first : first + hand.seats]
        hand.trick, hand.leader = [], trick[0][0]
        for seat, card in trick:
            if seat not in silent:
                for why, cards in _told(rules, hand, seat, card, unseen):
                    for one in cards:
                        found[seat, one] = found.get((seat, one), 1.0) * LIKELY[why]
            hand.trick.append(card)
    return found


def _told(
    rules: Rules[Any], hand: Hand, seat: int, card: Card, unseen: Sequence[Card]
) -> Iterable[tuple[str, Iterable[Card]]]:
    """Why some ``unseen`` cards are more or less likely with ``seat``, who played ``card`` to the trick of ``hand``."""
    suit, strength = rules.suit(hand, card), rules.strength(hand, card)
    alike = [one for one in unseen if rules.suit(hand, one) == suit]
    if not hand.trick:
        yield from _led(rules, hand, card, alike)
        return
    place = rules.winning_place(hand)
    best, last = hand.trick[place], len(hand.trick) == hand.seats - 1
    partner = rules.side(hand.seat(place)) == rules.side(seat)
    lower = [one for one in alike if rules.strength(hand, one) < strength]
    if suit != rules.led_suit(hand):
        ruffs = [one for one in unseen if rules.suit(hand, one) == hand.trump and rules.beats(hand, one, best)]
        if suit != hand.trump and not partner:
            yield ("could have ruffed, as last" if last else "could have ruffed"), ruffs
        return
    if rules.beats(hand, card, best):
        if last:
            yield "could have won for less", [one for one in lower if rules.beats(hand, one, best)]
        return
    yield ("threw away an honour" if strength >= HONOUR else "threw away more than needed"), lower
    if not partner and len(hand.trick) > 1:
        winning = [one for one in alike if rules.beats(hand, one, best)]
        yield ("could have won, as last" if last else "could have won"), winning


def _led(rules: Rules[Any], hand: Hand, card: Card, alike: Sequence[Card]) -> Iterable[tuple[str, Iterable[Card]]]:
    if rules.suit(hand, card) == hand.trump or not alike:
        return
    strength = rules.strength(hand, card)
    above = [one for one in alike if rules.strength(hand, one) > strength]
    if strength < HONOUR:
        yield "led away from it", sorted(above, key=lambda one: rules.strength(hand, one))[-1:]
        return
    yield "led from below", [one for one in alike if rules.strength(hand, one) == strength - 1]
    yield "led from above", above
