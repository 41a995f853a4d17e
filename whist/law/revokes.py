"""Revokes: found from later play or at once, and until when they may be put right (RULES T1, T2, T12)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from whist.cards import Card
from whist.law.exposed import Law, held
from whist.law.going_back import has_played, trick_on_table
from whist.names import seat_name
from whist.phrases import Phrase, phrase
from whist.rules.actions import Action, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.options import Options


@dataclass(frozen=True, slots=True)
class Revoke:
    """``seat`` could follow in trick ``trick`` (0…) and did not (RULES T1)."""

    seat: int
    trick: int

    def told(self) -> Phrase:
        """What it is called on the score sheet."""
        return phrase("revoke by {seat} in trick {trick}", seat=seat_name(self.seat), trick=self.trick + 1)


def established(rules: Rules[Any], hand: Hand) -> tuple[Revoke, ...]:
    """The revokes that the play so far proves, in the order they were made: a seat did not follow a suit of which it
    played a card in a later trick (RULES T1). A joker counts for the suit it belongs to (RULES B15, B16)."""
    shown = _suits_of(rules, hand, hand.leader, hand.trick)
    found: list[Revoke] = []
    for number in range(len(hand.tricks) - 1, -1, -1):
        trick = hand.tricks[number]
        if rules.revoke_provable(hand, number):
            missed = not_followed(rules, hand, trick.leader, trick.cards)
            found += [Revoke(seat, number) for seat, led in reversed(missed) if (seat, led) in shown]
        shown |= _suits_of(rules, hand, trick.leader, trick.cards)
    return tuple(reversed(found))


def not_followed(rules: Rules[Any], hand: Hand, leader: int, cards: Sequence[Card]) -> list[tuple[int, str]]:
    """Who did not follow in a trick of ``cards``, and which suit."""
    missed = []
    for place, card in enumerate(cards):
        led = _led(rules, hand, cards[:place])
        if led is not None and rules.suit(hand, card) != led:
            missed.append(((leader + place) % hand.seats, led))
    return missed


def _led(rules: Rules[Any], hand: Hand, cards: Sequence[Card]) -> str | None:
    probe = copy(hand)
    probe.trick = list(cards)
    return rules.led_suit(probe)


def _suits_of(rules: Rules[Any], hand: Hand, leader: int, cards: Sequence[Card]) -> set[tuple[int, str]]:
    """The seats of a trick, each with the suit that it played."""
    return {((leader + place) % hand.seats, rules.suit(hand, card)) for place, card in enumerate(cards)}


# -- known at once -----------------------------------------------------------------------------------------------------


def revokes_now(rules: Rules[Any], hand: Hand, action: Action, law: Law | None = None) -> Revoke | None:
    """The revoke that ``action`` would be, for a camera that knows the hand (RULES T12); None when it is none, or when
    nobody can know. Where hands are unknown some cards may be known: taken or, by ``law``, exposed before all."""
    if not isinstance(action, Play) or hand.turn != action.seat:
        return None
    own = held(rules, hand, law or Law(), action.seat)
    wrong = any(_is_wrong(rules, hand, action.card, card) for card in own)
    return Revoke(action.seat, len(hand.tricks)) if wrong else None


def _is_wrong(rules: Rules[Any], hand: Hand, card: Card, better: Card) -> bool:
    """Whether who holds ``better`` revokes with ``card``: that one follows the led suit, this one does not, and the
    game demands it (not in the first stage of some games: RULES G5, H2)."""
    led = rules.led_suit(hand)
    if led is None or rules.suit(hand, card) == led or rules.suit(hand, better) != led:
        return False
    return card not in rules.follows(hand, [card, better])


# -- put right ---------------------------------------------------------------------------------------------------------


def may_correct(options: Options, hand: Hand, seat: int, trick: int, turned: bool = False) -> bool:
    """Whether ``seat`` may still put right its card in trick ``trick`` (0…), which is ``turned`` (collected) or lies
    there (RULES T2). The lead to the next trick ends it in any case."""
    if options.revoke_correction == "never" or trick != trick_on_table(hand) or trick < 0:
        return False
    if not has_played(hand, seat, trick):
        return False
    return not turned or options.revoke_correction == "until_next_lead"


def may_take_back(rules: Rules[Any]) -> bool:
    """Whether a card that lies there may be changed for another at all (RULES T2)."""
    return bool(rules.options.revoke_correction != "never")
