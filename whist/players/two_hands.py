"""The last tricks of German and Honeymoon Whist solved exactly: two open hands, nothing left to draw (RULES G7, H1).

Cards are bits, those of a suit next to each other in their order, so that a position is two numbers. What follows and
what wins is asked of the rules once for each pair of cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from whist.cards import Card
from whist.games.german import StockWhist
from whist.games.honeymoon import TARGET, Honeymoon
from whist.rules.base import Rules
from whist.rules.hand import Hand

MOST: Final = 9
"""Cards of a hand up to which it is searched: some hundredths of a second, most of the time."""
_NEVER: Final = 99
"""Tricks that end the hand where nothing ends it before the last."""


def solvable(rules: Rules[Any], hand: Hand) -> bool:
    """Whether ``hand`` is such a position: two seats, all cards known, somebody is to play, nothing will be drawn any
    more, and at most ``MOST`` cards in each hand."""
    if not isinstance(rules, StockWhist) or hand.hands is None or hand.phase != "play" or hand.turn is None:
        return False
    return not rules.in_first_stage(hand) and max(map(len, hand.hands)) <= MOST


class TwoHands:
    """All positions that can follow from one: what has been worked out for one of them serves the others."""

    def __init__(self, rules: Rules[Any], hand: Hand) -> None:
        """For ``hand`` and what follows it; raises ``ValueError`` where it is not ``solvable``."""
        if not solvable(rules, hand):
            raise ValueError("this position cannot be solved: it needs two short open hands and nothing left to draw")
        self._rules = rules
        left = [*(card for own in hand.hands or () for card in own), *hand.trick]
        self._cards = sorted(left, key=lambda card: (rules.suit(hand, card), rules.strength(hand, card)))
        self._bits = {card: 1 << place for place, card in enumerate(self._cards)}
        suits = [rules.suit(hand, card) for card in self._cards]
        self._same = [sum(1 << other for other, suit in enumerate(suits) if suit == own) for own in suits]
        self._follow = [self._of_led_suit(hand, card) for card in self._cards]
        self._beaten = [self._beaten_by(hand, card) for card in self._cards]
        self._known: dict[tuple[int, int, int], int] = {}

    def _of_led_suit(self, hand: Hand, led: Card) -> int:
        """The cards that must be played to ``led`` by whoever has one (RULES C4); none where the reply is free."""
        trick = _with_trick(hand, [led])
        suit = self._rules.led_suit(trick)
        return sum(bit for card, bit in self._bits.items() if self._rules.suit(trick, card) == suit)

    def _beaten_by(self, hand: Hand, reply: Card) -> int:
        """The leads from which ``reply`` takes the trick (RULES C5)."""
        taken = (
            bit
            for led, bit in self._bits.items()
            if led != reply and self._rules.trick_winners(_with_trick(hand, [led, reply])) != (0,)
        )
        return sum(taken)

    def values(self, hand: Hand) -> dict[Card, int]:
        """For the seat on turn: each legal card, and how many of the tricks that are not complete it takes with best
        play of both from then on. In Honeymoon Whist tricks that are no more played, because a player has fourteen
        (RULES H5), count as that player's. ``hand`` is the hand that this was made for, or a later state of it."""
        assert hand.hands is not None
        assert hand.turn is not None
        own, other = (self._mask(hand.hands[seat]) for seat in (hand.turn, 1 - hand.turn))
        needs = self._needs(hand, hand.leader)
        legal = [(card, self._bits[card]) for card in self._rules.legal_cards(hand)]
        if not hand.trick:
            return {card: self._led(bit, own, other, needs) for card, bit in legal}
        lead = self._bits[hand.trick[0]]
        return {card: own.bit_count() - self._after(lead, bit, other | lead, own, needs) for card, bit in legal}

    def _mask(self, cards: list[Card]) -> int:
        return sum(self._bits[card] for card in cards)

    def _needs(self, hand: Hand, seat: int) -> int:
        """Tricks with which ``seat`` ends the hand; more than there are where nothing ends it."""
        if isinstance(self._rules, Honeymoon):
            return TARGET - hand.won()[seat]
        return _NEVER

    # -- the search ----------------------------------------------------------------------------------------------------

    def _leader(self, own: int, other: int, needs: int) -> int:
        """The tricks of whoever leads from ``own``."""
        number = own.bit_count()
        if not number or needs == number + 1:
            return 0
        if not needs:
            return number
        found = self._known.get((own, other, needs))
        if found is None:
            found = 0
            for card in self._different(own, own | other):
                found = max(found, self._led(card, own, other, needs, found))
                if found == number:
                    break
            self._known[own, other, needs] = found
        return found

    def _led(self, card: int, own: int, other: int, needs: int, enough: int = -1) -> int:
        """The leader's tricks when ``card`` is led; no more than ``enough`` needs not be exact."""
        follow = other & self._follow[card.bit_length() - 1] or other
        worst = own.bit_count()
        for reply in self._different(follow, own | other):
            worst = min(worst, self._after(card, reply, own, other, needs))
            if worst <= enough:
                break
        return worst

    def _after(self, card: int, reply: int, own: int, other: int, needs: int) -> int:
        """The leader's tricks, this one included, when ``card`` is led and ``reply`` played to it."""
        number = own.bit_count()
        if self._beaten[reply.bit_length() - 1] & card:
            others = needs if needs == _NEVER else number - needs
            return number - 1 - self._leader(other ^ reply, own ^ card, others)
        return 1 + self._leader(own ^ card, other ^ reply, needs if needs == _NEVER else needs - 1)

    def _different(self, cards: int, live: int) -> Iterator[int]:
        """``cards``, the highest of a suit first; of those that nothing in ``live`` comes between only one."""
        above = 0
        while live:
            card = 1 << live.bit_length() - 1
            live ^= card
            if cards & card:
                if not above & self._same[card.bit_length() - 1]:
                    yield card
                above = card
            else:
                above = 0


def _with_trick(hand: Hand, trick: list[Card]) -> Hand:
    """``hand`` with ``trick`` on the table, led by seat 0."""
    twin = hand.copy()
    twin.trick, twin.leader = trick, 0
    return twin
