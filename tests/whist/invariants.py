"""What holds in every hand after every action (RULES C10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from whist.cards import Card
from whist.rules.base import Rules
from whist.rules.hand import Hand, Trick

_STOPS_AT: Final = {"honeymoon": 14}
"""Tricks of a player at which a game stops early (RULES H5)."""


class Broken(AssertionError):
    """An invariant does not hold; the text is one sentence that says which."""


def check(rules: Rules[Any], hand: Hand, dealt: Iterable[Card] | None = None) -> None:
    """Raise ``Broken`` unless RULES C10 holds in ``hand``, which is played by ``rules``. ``dealt`` are all the cards
    of the deal, the stock's too, in any order; without them it is asked only that they are the pack's. Revokes that
    a table lets stand (RULES T1) break nothing here."""
    check_cards(rules, hand, dealt)
    check_sizes(rules, hand)
    check_tricks(rules, hand)
    check_end(rules, hand)
    check_turn(rules, hand)


def check_cards(rules: Rules[Any], hand: Hand, dealt: Iterable[Card] | None = None) -> None:
    """Each card is in exactly one place, in one for each pack where households bring their own (RULES U22); of unknown
    hands that is asked of the cards played."""
    found = Counter(_everywhere(hand))
    if dealt is not None and hand.hands is not None:
        _same(found, Counter(dealt))
    packs = len(getattr(rules, "household_sizes", (rules.players,)))
    strange = found.keys() - set(rules.pack())
    if strange:
        raise Broken(f"cards are not in this game's pack: {_codes(strange)}")
    twice = [card for card, times in found.items() if times > packs]
    if twice:
        raise Broken(f"cards are in more than one place: {_codes(twice)}")
    number = hand.size * hand.seats + rules.stock_size
    if hand.hands is not None:
        _ask(found.total() == number, f"{found.total()} cards are somewhere, of {number} that were dealt")


def _everywhere(hand: Hand) -> list[Card]:
    played = [card for trick in hand.tricks for card in trick.cards] + hand.trick
    if hand.hands is None:
        return played
    return [*played, *(card for own in hand.hands for card in own), *(hand.stock or ()), *hand.discards]


def _same(found: Counter[Card], dealt: Counter[Card]) -> None:
    if found != dealt:
        gone, new = dealt - found, found - dealt
        raise Broken(f"cards do not stay the same: gone {_codes(gone)}, come {_codes(new)}")


def check_sizes(rules: Rules[Any], hand: Hand) -> None:
    """Hand sizes differ by at most one within a trick: who has played to it has one card less. Before the discard the
    bidder also holds the kitty (RULES B10)."""
    if hand.hands is None:
        return
    sizes = [len(own) for own in hand.hands]
    for place in range(len(hand.trick)):
        sizes[hand.seat(place)] += 1
    if hand.phase == "discard" and hand.declarer is not None:
        sizes[hand.declarer] -= rules.stock_size
    _ask(len(set(sizes)) == 1, f"hands before this trick do not have the same size: {sizes}")


def check_tricks(rules: Rules[Any], hand: Hand) -> None:
    """Tricks won sum to tricks completed, where a shared trick is one trick (RULES U26) and the kitty one more (RULES
    B11); the winner of each leads the next (RULES C6)."""
    leader = hand.tricks[0].leader if hand.tricks else hand.leader
    for number, trick in enumerate(hand.tricks, 1):
        if why := _wrong_in(hand, trick):
            raise Broken(f"trick {number} cannot be: {why}")
        if trick.leader != leader:
            raise Broken(f"trick {number} is led by seat {trick.leader}; seat {leader} won the one before")
        leader = trick.winner
    _ask(hand.leader == leader, f"seat {hand.leader} is to lead, not seat {leader}, which won the last trick")
    shared = sum(len(trick.winners) - 1 for trick in hand.tricks)
    won = sum(hand.won()) - shared
    _ask(won == len(hand.tricks), f"{won} tricks are won, {len(hand.tricks)} completed")
    kitty = int(rules.name == "bid" and hand.declarer is not None)
    of_sides = sum(rules.won_by_side(hand)) - shared - kitty
    _ask(of_sides == won, f"the sides have {of_sides} tricks together, the seats {won}")


def _wrong_in(hand: Hand, trick: Trick) -> str | None:
    """What is wrong in ``trick`` by itself."""
    if len(trick.cards) != hand.seats:
        return f"it has {len(trick.cards)} cards for {hand.seats} players"
    if len(trick.winners) == 1 and 0 <= trick.winner < hand.seats:
        return None
    if not trick.winners or not set(trick.winners) <= set(range(hand.seats)):
        return f"it is won by {trick.winners}, which are not seats"
    if len(set(trick.winners)) < len(trick.winners) or len({trick.by(seat) for seat in trick.winners}) > 1:
        return f"it is shared by {trick.winners}, who did not each play the same card"
    return None


def check_end(rules: Rules[Any], hand: Hand) -> None:
    """A hand is over exactly when all hands are empty; or when it is thrown in before a card is played (RULES K9), or
    stopped because a player has won (RULES H5)."""
    complete = len(hand.tricks) == rules.tricks_in(hand)
    if hand.hands is not None:
        empty = not any(hand.hands)
        _ask(complete == empty, f"{len(hand.tricks)} tricks are played and the hands are{' not' * (not empty)} empty")
    stopped = max(hand.won()) == _STOPS_AT.get(rules.name)
    thrown_in = hand.thrown_in and not hand.tricks and not hand.trick
    if hand.over:
        _ask(complete or stopped or thrown_in, f"the hand is over after {len(hand.tricks)} tricks")
    else:
        _ask(not (complete or stopped or hand.thrown_in), "nothing is left to play and the hand is not over")


def check_turn(rules: Rules[Any], hand: Hand) -> None:
    """It is somebody's turn, who has something to do, until the hand is over, or while cards must be laid open. Within
    a trick turns go clockwise (RULES C2)."""
    if hand.turn is None:
        _ask(hand.phase in ("over", "turn_up"), f"it is nobody's turn in phase {hand.phase}")
        return
    _ask(hand.phase not in ("over", "turn_up"), f"it is the turn of seat {hand.turn} in phase {hand.phase}")
    _ask(0 <= hand.turn < hand.seats, f"it is the turn of seat {hand.turn} of {hand.seats}")
    if hand.phase == "play":
        expected = (hand.leader + len(hand.trick)) % hand.seats
        _ask(hand.turn == expected, f"it is the turn of seat {hand.turn}, not of seat {expected}")
    if hand.hands is not None:
        _ask(bool(rules.legal(hand)), f"seat {hand.turn} has nothing legal to do in phase {hand.phase}")


def _ask(holds: bool, broken: str) -> None:
    if not holds:
        raise Broken(broken)


def _codes(some: Iterable[Card]) -> str:
    return " ".join(sorted(map(str, some))) or "none"
