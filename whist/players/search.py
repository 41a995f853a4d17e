"""What each card or command is worth: worlds are dealt, each is solved with open cards, or played to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final

from whist.cards import NO_TRUMP, Card
from whist.players import two_hands
from whist.players.double_dummy import many, solvable
from whist.players.position import Position, commands, tricks_left
from whist.players.rollouts import difference, ends, outcomes, promised
from whist.players.worlds import worlds
from whist.rules.base import Rules
from whist.rules.commands import answer, partner
from whist.rules.hand import Hand

ERROR_COSTS: Final = 0.3
"""Tricks that an Error Message is thought to cost beside the card that then follows: people do not like it."""
STRANDED_COSTS: Final = 0.9
"""Tricks that a lead is thought to cost which the own android can neither follow nor ruff: beside the Error, what it
then throws away is chosen without seeing its cards, which a world that is solved with open cards does not know."""
HIGH_COSTS: Final = 0.002
"""Tricks for each rank of a card: of two that are worth the same the lower is played."""

MOST_SOLVED: Final = 47
"""Cards of all hands together up to which worlds are solved: of more, one alone can take seconds."""


def held(hand: Hand) -> int:
    """The cards that all hands together hold in the play, with nothing drawn any more."""
    return (hand.size - len(hand.tricks)) * hand.seats - len(hand.trick)


def card_values(
    position: Position, rng: Random, number: int, reads: bool = False, beside: int = 0
) -> dict[Card, float]:
    """The mean worth of each card that the position's seat may play, over ``number`` worlds, and where these can be
    solved over as many more played out as stand ``beside`` them; see ``worlds`` for who ``reads``."""
    valued = _valued(position, rng, number, reads, beside)
    legal = position.rules.legal_cards(valued[0][0])
    total = dict.fromkeys(legal, 0.0)
    for world, values in valued:
        for card in legal:
            total[card] += values[card] - _costs(position, world, card)
    return {card: worth / len(valued) for card, worth in total.items()}


def played_values(position: Position, rng: Random, tricks: int, reads: bool = False) -> dict[Card, float]:
    """What the likely best of the cards that the position's seat may play promise where no world can be solved: some
    ``tricks`` are played out as beginners would (``rollouts.promised``); see ``worlds`` for who ``reads``."""
    return promised(position, worlds(position, rng, tricks, reads), tricks, partial(_costs, position))


def _costs(position: Position, world: Hand, card: Card) -> float:
    """What ``card`` costs in a world that its worth with open cards does not tell."""
    return HIGH_COSTS * position.rules.strength(world, card) + STRANDED_COSTS * _stranded(position, world, card)


def _stranded(position: Position, world: Hand, led: Card) -> bool:
    """Whether the own android meets an Error whatever it is told once ``led`` was led to it (RULES A15, A21–A24)."""
    if position.rules.name != "android" or world.trick:
        return False
    assert world.hands is not None
    own = world.hands[partner(position.seat)]
    return answer("beat", own, [led], world.trump or NO_TRUMP, position.rules.options) is None


def command_values(
    position: Position, rng: Random, number: int, reads: bool = False, beside: int = 0
) -> dict[str, float]:
    """The mean worth of each command that the android at the position's seat may be given (RULES A13–A31); over the
    worlds of ``card_values``."""
    rules, hand, options = position.rules, position.hand, position.rules.options
    total = dict.fromkeys(commands(position), 0.0)
    valued = _valued(position, rng, number, reads, beside)
    for world, values in valued:
        assert world.hands is not None
        own = world.hands[position.seat]
        for command in total:
            card = answer(command, own, hand.trick, hand.trump or NO_TRUMP, options)
            if card is None:
                total[command] += sum(values.values()) / len(values) - ERROR_COSTS
            else:
                worth_of = values.get(card, min(values.values()))  # in a world where the last Error was none
                total[command] += worth_of - HIGH_COSTS * rules.strength(world, card)
    return {command: worth / len(valued) for command, worth in total.items()}


def _valued(
    position: Position, rng: Random, number: int, reads: bool, beside: int
) -> list[tuple[Hand, dict[Card, float]]]:
    """Worlds, and what each legal card is worth in them to the position's seat."""
    rules, dealing = position.rules, worlds(position, rng, number + beside, reads)
    dealt = list(islice(dealing, number))
    if two_hands.solvable(rules, dealt[0]):
        return [(world, _two_hands(rules, world, position)) for world in dealt]
    open_hands = [held(world) <= MOST_SOLVED and solvable(rules, world) for world in dealt]
    valued = list(zip(dealt, _solved(position, dealt, open_hands), strict=True))
    if all(open_hands):
        for world in dealing:
            played = ends(rules, world, position.seat, rules.legal_cards(world))
            valued.append((world, {card: worth(rules, end, position.seat, 0) for card, end in played}))
    return valued


def _solved(position: Position, dealt: Sequence[Hand], exact: Sequence[bool]) -> list[dict[Card, float]]:
    """For each world what each legal card is worth to the position's seat: solved where that is ``exact``, else played
    out."""
    rules = position.rules
    solved = iter(many(rules, [world for world, one in zip(dealt, exact, strict=True) if one]))
    return [
        {card: worth(rules, world, position.seat, more) for card, more in next(solved).items()}
        if one
        else outcomes(position, world, rules.legal_cards(world))
        for world, one in zip(dealt, exact, strict=True)
    ]


def _two_hands(rules: Rules[Any], world: Hand, position: Position) -> dict[Card, float]:
    """Each card of the second stage between two, where both know all cards (RULES G7)."""
    taken = rules.counted(world)
    mine, left = taken[position.seat] - taken[1 - position.seat], tricks_left(rules, world)
    values = two_hands.TwoHands(rules, world).values(world)
    return {card: difference(mine + 2 * more - left) for card, more in values.items()}


def worth(rules: Rules[Any], hand: Hand, seat: int, more: int) -> float:
    """What the side of ``seat`` gets when it takes ``more`` of the tricks that are left: tricks, or the points of a
    contract (RULES K13, B23)."""
    took = rules.won_by_side(hand)[rules.side(seat)] + more
    if hand.contract is None:
        return float(took)
    all_tricks = rules.tricks_in(hand) + (1 if rules.name == "bid" else 0)
    declares = rules.side(hand.contract.seat) == rules.side(seat)
    theirs = took if declares else all_tricks - took
    needed = rules.tricks_to_win(hand, rules.side(hand.contract.seat))
    made = theirs >= needed
    if rules.name == "candid":
        points = 10.0 * needed + 0.2 * (theirs - needed) if made else -10.0 * needed + 0.5 * theirs
    else:
        points = float(theirs - 6) if made else -float(needed - 6) + 0.05 * theirs
    return points if declares else -points


def best(values: Mapping[Any, float]) -> Any:
    """The choice that is worth most; of equal ones the first by its code."""
    return max(sorted(values, key=str), key=lambda one: values[one])
