"""What each card of a played hand cost against best play with open cards: ``review(record)``; and what best play
would have brought: ``par_of(record)``.

Only a hand that is over is looked at (RULES S8). Four seats and two sides are solved by ``whist.players.double_dummy``,
the last tricks of German and Honeymoon Whist by ``whist.players.two_hands``; what neither can solve is not judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

from whist.cards import Card
from whist.players import double_dummy, two_hands
from whist.records.records import BadRecord, play, read
from whist.rules.base import Rules
from whist.rules.hand import Hand, Trick

NOT_OVER: Final = "The hand is not over; it can be reviewed when its last card has been played."

Worth = Mapping[Card, int]
"""Each card that could be played, and the tricks that the player's side then takes from there on."""


def review(record: object) -> dict[str, Any]:
    """What the cards of a game record (docs/formats.md) cost; never raises for what JSON can hold.

    ``{"ok": true, "plays": …, "tricks": …, "par": …}`` as ``of_hand`` says, or ``{"ok": false, "at": index of the
    refused action, None where the fault is elsewhere or the hand is not over, "why": one sentence}``."""
    try:
        recorded = read(record)
        play(recorded)
    except BadRecord as error:
        return {"ok": False, "at": error.at, "why": str(error)}
    if not recorded.hand.over:
        return {"ok": False, "at": None, "why": NOT_OVER}
    return {"ok": True} | of_hand(recorded.rules, recorded.hand)


def par_of(record: object) -> tuple[list[int], list[int]] | None:
    """The ``tricks`` and the ``par`` that a review of a game record has, for a small part of its time; None where
    there is no par, or no review."""
    try:
        recorded = read(record)
        play(recorded)
    except BadRecord:
        return None
    rules, hand = recorded.rules, recorded.hand
    positions = _positions(rules, hand) if hand.over and rules.players != 2 else []  # between two, cards are drawn
    if not positions or len(positions) < sum(len(trick.cards) for trick in hand.tricks):
        return None
    return _taken(rules, hand), _par(rules, positions[0], _worths(rules, positions[:1])[0])


def of_hand(rules: Rules[Any], hand: Hand) -> dict[str, Any]:
    """The review of a hand that is over, fit for JSON.

    ``plays`` has for each card in the order played ``{"seat": 0…, "card": code, "best": [codes of the cards that would
    have been best, sorted], "cost": tricks}``: how many tricks fewer the seat's side could then still take (0…13, 0 for
    a best card). ``best`` and ``cost`` are None where that cannot be told: a joker is still in play, each plays for
    himself, or cards are yet to be drawn or too many. ``tricks`` are those that each side took (RULES C7); ``par``
    those that it takes when all play their best from the first card on, None where that cannot be told. Raises
    ``ValueError`` for a hand that is not over (RULES S8)."""
    if not hand.over:
        raise ValueError(NOT_OVER)
    positions = _positions(rules, hand)
    worths = _worths(rules, positions)
    played = [(trick.seat(place), card) for trick in hand.tricks for place, card in enumerate(trick.cards)]
    unknown = len(played) - len(worths)
    each: list[Worth | None] = [*[None] * unknown, *worths]
    plays = [_play(seat, card, worth) for (seat, card), worth in zip(played, each, strict=True)]
    par = _par(rules, positions[0], worths[0]) if plays and not unknown else None
    return {"plays": plays, "tricks": _taken(rules, hand), "par": par}


def turning_points(reviewed: Mapping[str, Any], most: int = 3) -> list[int]:
    """The places in ``plays`` of a review of the cards that cost tricks, the most expensive first, of equal ones the
    earlier; at most ``most`` of them."""
    costs = [(entry["cost"] or 0, place) for place, entry in enumerate(reviewed["plays"])]
    dear = sorted((-cost, place) for cost, place in costs if cost)
    return [place for _, place in dear[:most]]


# -- positions ---------------------------------------------------------------------------------------------------------


def _positions(rules: Rules[Any], hand: Hand) -> list[Hand]:
    """The hand before each of its last cards, from the first on that can be solved."""
    found: list[Hand] = []
    if (hands := _left(rules, hand)) is None:
        return found
    for number in reversed(range(len(hand.tricks))):
        trick = hand.tricks[number]
        for place in reversed(range(len(trick.cards))):
            hands[trick.seat(place)].append(trick.cards[place])
            before = _before(hand, hands, number, place)
            if not (double_dummy.solvable(rules, before) or two_hands.solvable(rules, before)):
                return found[::-1]
            found.append(before)
    return found[::-1]


def _left(rules: Rules[Any], hand: Hand) -> list[list[Card]] | None:
    """The cards that each seat holds at the end; None where nobody knows them."""
    if hand.hands is not None:
        return [list(own) for own in hand.hands]
    return [[] for _ in range(hand.seats)] if len(hand.tricks) == rules.tricks_in(hand) else None


def _before(hand: Hand, hands: Sequence[Sequence[Card]], number: int, place: int) -> Hand:
    """The hand before card ``place`` of trick ``number`` was played, when the seats held ``hands``."""
    trick: Trick = hand.tricks[number]
    twin = copy(hand)
    twin.hands, twin.tricks, twin.trick = [list(own) for own in hands], hand.tricks[:number], list(trick.cards[:place])
    twin.phase, twin.leader, twin.turn = "play", trick.leader, trick.seat(place)
    return twin


def _worths(rules: Rules[Any], positions: Sequence[Hand]) -> list[Worth]:
    """What each card was worth in each position. Where only one could be played that is not looked for: it is 0."""
    if positions and rules.players == 2:
        solver = two_hands.TwoHands(rules, positions[0])
        return [solver.values(position) for position in positions]
    legal = [rules.legal_cards(position) for position in positions]
    free = [position for position, cards in zip(positions, legal, strict=True) if len(cards) > 1]
    solved = iter(double_dummy.many(rules, free))
    return [next(solved) if len(cards) > 1 else {cards[0]: 0} for cards in legal]


def _play(seat: int, card: Card, worth: Worth | None) -> dict[str, Any]:
    if worth is None:
        return {"seat": seat, "card": str(card), "best": None, "cost": None}
    most = max(worth.values())
    best = sorted(str(other) for other, tricks in worth.items() if tricks == most)
    return {"seat": seat, "card": str(card), "best": best, "cost": most - worth[card]}


def _taken(rules: Rules[Any], hand: Hand) -> list[int]:
    """The tricks that each side took."""
    won = [0] * rules.sides
    for seat, tricks in enumerate(hand.won()):
        won[rules.side(seat)] += tricks
    return won


def _par(rules: Rules[Any], first: Hand, worth: Worth) -> list[int]:
    """The tricks of each of two sides with best play from ``first`` on."""
    assert first.turn is not None
    most = max(worth.values())
    par = [first.size - most] * rules.sides
    par[rules.side(first.turn)] = most
    return par
