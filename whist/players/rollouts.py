"""Hands played to their end as beginners would, and what such an end is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from whist.cards import Card
from whist.games.australian import Australian
from whist.players import beginner
from whist.players.position import Position, draws
from whist.rules.actions import AnyOf, Discard, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand


def ends(rules: Rules[Any], world: Hand, seat: int) -> Iterator[tuple[Card, Hand]]:
    """Each card that ``seat`` may play, and the hand played to its end after it as beginners would."""
    for card in rules.legal_cards(world):
        hand = world.copy()
        rules.happen(hand, Play(seat, card))
        to_the_end(rules, hand)
        yield card, hand


def to_the_end(rules: Rules[Any], hand: Hand) -> None:
    """Let beginners play the hand to its end."""
    while not hand.over and hand.turn is not None:
        if hand.phase == "play":
            rules.happen(hand, Play(hand.turn, beginner.card(rules, hand)))
            continue
        choice = rules.legal(hand)[0]
        if isinstance(choice, AnyOf):
            choice = Discard(choice.seat, beginner.laid_away(rules, hand, choice.cards, choice.count))
        rules.happen(hand, choice)


def outcome(rules: Rules[Any], hand: Hand, position: Position) -> float:
    """What a hand that is over is worth to the position's seat: tricks that count between two, else points, against
    what the others get on average."""
    if draws(rules):
        counted = rules.counted(hand)
        return difference(counted[position.seat] - counted[1 - position.seat])
    points: Sequence[float] = rules.score(hand, position.standing).points
    side = rules.side(position.seat)
    others = [one for other, one in enumerate(points) if other != side]
    if isinstance(rules, Australian):
        return points[side] - 0.5 * sum(others) / len(others)
    return points[side] - sum(others) / len(others) + 0.05 * rules.won_by_side(hand)[side]


def difference(tricks: int) -> float:
    """What so many tricks more than the other's are worth: who has more wins the hand (RULES G8, H1)."""
    return tricks + 4.0 * ((tricks > 0) - (tricks < 0))
