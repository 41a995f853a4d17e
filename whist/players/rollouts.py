"""Hands played to their end as beginners would, what such an end is worth, and which card promises most by them.

Few hands can be played to their end in time, so that chance speaks loudly. Two things lessen it: after each round of
hands only the better half of the cards goes on into the next (sequential halving: Karnin, Koren and Somekh, "Almost
Optimal Exploration in Multi-Armed Bandits", 2013), and what a beginner would play is left only for a card that is
better by more than chance.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import ceil, log2, sqrt
from typing import Any, Final

from whist.cards import Card
from whist.games.australian import Australian
from whist.players import beginner
from whist.players.position import Position, draws, tricks_left
from whist.rules.actions import AnyOf, Discard, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand

CAUTION: Final = 1.0
"""Standard errors by which a card must be better than what a beginner would play."""


def promised(
    position: Position, dealing: Iterator[Hand], tricks: int, costs: Callable[[Hand, Card], float]
) -> dict[Card, float]:
    """By how much the likely best of the cards that the position's seat may play are better than what a beginner would
    play, which is one of them, less ``CAUTION``. Some ``tricks`` are played out, in worlds as they come from
    ``dealing``; ``costs`` says what a card costs in a world beside."""
    rules, length = position.rules, tricks_left(position.rules, position.hand)
    own = position.hand.with_cards(position.known)
    usual, left = beginner.card(rules, own), rules.legal_cards(own)
    rounds = max(1, ceil(log2(len(left))))
    better: dict[Card, list[float]] = {card: [] for card in left}
    for number in range(rounds):
        if number:
            ranked = sorted(left, key=lambda card: statistics.fmean(better[card]), reverse=True)
            left = ranked[: ceil(len(left) / 2)]
            left += [usual] if usual not in left else []
        for world in islice(dealing, max(2, tricks // (rounds * len(left) * length))):
            worth = {card: more - costs(world, card) for card, more in outcomes(position, world, left).items()}
            for card in left:
                better[card].append(worth[card] - worth[usual])
    return {card: _surely(better[card]) for card in left}


def _surely(better: Sequence[float]) -> float:
    return statistics.fmean(better) - CAUTION * statistics.stdev(better) / sqrt(len(better))


def outcomes(position: Position, world: Hand, cards: Iterable[Card]) -> dict[Card, float]:
    """What each of ``cards`` is worth to the position's seat, with the rest of the hand played as beginners would."""
    played = ends(position.rules, world, position.seat, cards)
    return {card: outcome(position.rules, end, position) for card, end in played}


def ends(rules: Rules[Any], world: Hand, seat: int, cards: Iterable[Card]) -> Iterator[tuple[Card, Hand]]:
    """Each of ``cards``, and the hand played to its end as beginners would after ``seat`` has played it."""
    for card in cards:
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
