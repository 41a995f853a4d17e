"""Plays against the rules that are no revokes, found from later play as those are (``whist.law.revokes``): a card led
too soon (RULES U16, B22), a joker kept too long (B19), another suit led than the opponents had named (T8).

They stand and are noted, for RULES T4 prices revokes alone. Where a hand is known they are refused at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

from whist.cards import Card
from whist.law.exposed import Law
from whist.rules.base import Rules
from whist.rules.hand import Hand

Wrong = Literal["led", "kept", "named"]
"""A card was led too soon, a joker was kept too long, or a named suit was not led."""


@dataclass(frozen=True, slots=True)
class Breach:
    """What ``seat`` did to trick ``trick`` (0…) by playing ``card``; ``suit`` is the one that was named, if any."""

    seat: int
    trick: int
    wrong: Wrong
    card: Card
    suit: str = ""


def breaches(rules: Rules[Any], hand: Hand, law: Law) -> tuple[Breach, ...]:
    """The breaches that the play so far proves, in the order they were made: by the cards that a seat played later it
    could have played otherwise. None is found in tricks after which cards were drawn (RULES G12)."""
    later: list[list[Card]] = [[] for _ in range(hand.seats)]
    for place, card in enumerate(hand.trick):
        later[hand.seat(place)].append(card)
    found: list[Breach] = []
    for number in range(len(hand.tricks) - 1, -1, -1):
        trick = hand.tricks[number]
        if rules.revoke_provable(hand, number):
            found += reversed(_in_trick(rules, hand, law, number, later))
        for place, card in enumerate(trick.cards):
            later[trick.seat(place)].append(card)
    return tuple(reversed(found))


def _in_trick(rules: Rules[Any], hand: Hand, law: Law, number: int, later: Sequence[Sequence[Card]]) -> list[Breach]:
    trick, found = hand.tricks[number], list[Breach]()
    named = dict(law.not_led).get(number)
    for place, card in enumerate(trick.cards):
        seat, before = trick.seat(place), _before(hand, number, place)
        own = [card, *later[seat]]
        if place == 0 and named is not None and _could_lead(rules, before, own, named):
            found.append(Breach(seat, number, "named", card, named))
        elif place == 0 and card not in rules.leads(before, own):
            found.append(Breach(seat, number, "led", card))
        elif place and card not in rules.follows(before, own) and not _could_follow(rules, before, own):
            found.append(Breach(seat, number, "kept", card))
    return found


def _before(hand: Hand, number: int, place: int) -> Hand:
    """The hand as all saw it before card ``place`` of trick ``number``."""
    before, trick = copy(hand), hand.tricks[number]
    before.tricks, before.trick = hand.tricks[:number], list(trick.cards[:place])
    before.phase, before.leader, before.turn = "play", trick.leader, trick.seat(place)
    return before


def _could_lead(rules: Rules[Any], before: Hand, own: Sequence[Card], named: str) -> bool:
    """Whether a card of the ``named`` suit could be led instead of the first of ``own``."""
    suits = [rules.suit(before, card) for card in own]
    allowed = rules.leads(before, list(own))
    return suits[0] != named and any(rules.suit(before, card) == named for card in allowed)


def _could_follow(rules: Rules[Any], before: Hand, own: Sequence[Card]) -> bool:
    """Whether not to follow was a revoke, which is another matter (RULES T1)."""
    led = rules.led_suit(before)
    return any(rules.suit(before, card) == led for card in own)
