"""How a friendly beginner plays a card: wins cheaply what the partner does not win, leads what surely wins, throws away
what is low. It looks at its own cards, at the trick and at what was played. Play-outs to the end of a hand use it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.cards import NO_TRUMP, Card
from whist.games.australian import Australian
from whist.rules.base import Rules
from whist.rules.hand import Hand


def card(rules: Rules[Any], hand: Hand, counts: bool = True) -> Card:
    """The card that the seat whose turn it is plays; its own cards must be known, those of others are not looked at.
    Whoever ``counts`` knows which cards are the highest that are left; others know aces. Raises ``ValueError`` where it
    has none to play."""
    legal = rules.legal_cards(hand)
    if not legal:
        raise ValueError("nothing can be played")
    if len(legal) == 1:
        return legal[0]
    legal.sort(key=lambda one: (rules.suit(hand, one) == hand.trump, rules.strength(hand, one), one.suit))
    if _avoids(rules, hand):
        return _avoiding(rules, hand, legal)
    return _follow(rules, hand, legal) if hand.trick else _lead(rules, hand, legal, counts)


def _avoids(rules: Rules[Any], hand: Hand) -> bool:
    """Whether a trick more is one too many (RULES U8, U19)."""
    if not isinstance(rules, Australian) or hand.turn is None:
        return False
    return hand.special == "misere" or has_enough(rules, hand, hand.turn)


def has_enough(rules: Rules[Any], hand: Hand, seat: int) -> bool:
    """Whether ``seat`` has won as many tricks as it bid (RULES U19)."""
    bid = hand.bids[seat] if isinstance(rules, Australian) else None
    return bid is not None and sum(seat in trick.winners for trick in hand.tricks) >= bid


def _lead(rules: Rules[Any], hand: Hand, legal: Sequence[Card], counts: bool) -> Card:
    """A card that nothing beats in its suit, else the lowest of the longest side suit."""
    assert hand.hands is not None
    assert hand.turn is not None
    own = hand.hands[hand.turn]
    left = _highest(rules, hand, still_out(rules, hand) if counts else [one for one in rules.pack() if one not in own])
    masters = [one for one in legal if is_master(rules, hand, one, left)]
    side = [one for one in masters if rules.suit(hand, one) != hand.trump]
    if side:
        return side[-1]
    trumps = [one for one in own if rules.suit(hand, one) == hand.trump]
    if masters and len(trumps) >= 4:
        return masters[-1]
    plain = [one for one in legal if rules.suit(hand, one) != hand.trump] or list(legal)
    length = {one.suit: sum(other.suit == one.suit for other in own) for one in plain}
    return max(plain, key=lambda one: (length[one.suit], -rules.strength(hand, one)))


def _highest(rules: Rules[Any], hand: Hand, left: Sequence[Card]) -> list[Card]:
    """The best card of each suit that is ``left``, jokers a suit of their own: what none of these beats, none does."""
    highest: dict[str, Card] = {}
    for one in left:
        best = highest.get(one.suit)
        if best is None or rules.strength(hand, one) > rules.strength(hand, best):
            highest[one.suit] = one
    return list(highest.values())


def is_master(rules: Rules[Any], hand: Hand, one: Card, left: Sequence[Card]) -> bool:
    """Whether no card of its suit, and no joker, that is ``left`` beats it."""
    return not any(rules.beats(hand, other, one) for other in left if _alike(one, other))


def _alike(one: Card, other: Card) -> bool:
    return one.suit == other.suit or other.is_joker


def still_out(rules: Rules[Any], hand: Hand) -> list[Card]:
    """The cards that others may hold, as the seat whose turn it is can know."""
    assert hand.hands is not None
    assert hand.turn is not None
    others = _other_packs(rules, hand.turn)
    played = _played_by(hand, rules.shares_pack(hand.turn)) if others else hand.played()
    gone = played.union(hand.hands[hand.turn], hand.discards)
    for seats in others:
        gone &= _played_by(hand, seats)
    return [one for one in rules.pack() if one not in gone]


def _other_packs(rules: Rules[Any], seat: int) -> list[Sequence[int]]:
    """The seats of each pack that is not that of ``seat``, pack by pack (RULES U22)."""
    found: list[Sequence[int]] = []
    left = [one for one in range(rules.players) if one not in rules.shares_pack(seat)]
    while left:
        found.append(rules.shares_pack(left[0]))
        left = [one for one in left if one not in found[-1]]
    return found


def _played_by(hand: Hand, seats: Sequence[int]) -> set[Card]:
    """The cards that those seats have played."""
    before = {trick.by(seat) for trick in hand.tricks for seat in seats}
    return before | {one for place, one in enumerate(hand.trick) if hand.seat(place) in seats}


def _follow(rules: Rules[Any], hand: Hand, legal: Sequence[Card]) -> Card:
    place = rules.winning_place(hand)
    best = hand.trick[place]
    last = len(hand.trick) == rules.players - 1
    winning = [one for one in legal if rules.beats(hand, one, best)]
    if not winning:
        return legal[0]
    if rules.partners and hand.seat(place + 2) == hand.turn:
        sure = last or best.value >= 13 or rules.suit(hand, best) == hand.trump
        if sure:
            return legal[0]
    if last or rules.suit(hand, winning[0]) == hand.trump != rules.led_suit(hand):
        return winning[0]
    if len(hand.trick) == 1 and rules.players == 4 and winning[-1].value < 14:
        return legal[0]  # second hand low
    return winning[-1]


def _avoiding(rules: Rules[Any], hand: Hand, legal: Sequence[Card]) -> Card:
    """The highest card that does not win; where all do, the lowest, or as the last the highest."""
    if not hand.trick:
        return legal[0]
    best = hand.trick[rules.winning_place(hand)]
    losing = [one for one in legal if not rules.beats(hand, one, best)]
    if losing:
        return max(losing, key=lambda one: (rules.strength(hand, one), one.suit))
    return legal[-1] if len(hand.trick) == rules.players - 1 else legal[0]


def strain(cards: Sequence[Card]) -> str:
    """The suit that is best as trumps: the longest, then the strongest."""
    return max("CDHS", key=lambda suit: (len(_of(cards, suit)), sum(one.value for one in _of(cards, suit))))


def _of(cards: Sequence[Card], suit: str) -> list[Card]:
    return [one for one in cards if one.suit == suit]


def laid_away(rules: Rules[Any], hand: Hand, cards: Sequence[Card], number: int) -> tuple[Card, ...]:
    """The ``number`` of ``cards`` that a declarer can best do without: low ones of short side suits (RULES B10)."""
    trump = hand.trump if hand.trump != NO_TRUMP else None
    length = {suit: len(_of(cards, suit)) for suit in "CDHSJ"}

    def worth(one: Card) -> tuple[bool, bool, int, int]:
        kept = rules.suit(hand, one) == trump or (one.is_joker and trump is not None)
        return kept, rules.strength(hand, one) == 14, length[one.suit], rules.strength(hand, one)

    return tuple(sorted(cards, key=worth)[:number])
