"""A computer player of any game: it is shown a position and says what it does. The same position, level and seed give
the same action, whatever the cards are that it does not see.
"""

from __future__ import annotations

from random import Random
from typing import Final

from whist.cards import NO_TRUMP
from whist.players import beginner, bidding, search, two_hands
from whist.players.levels import LEVELS, Level
from whist.players.position import Position, tricks_left
from whist.players.worlds import worlds
from whist.rules.actions import Action, Order, Play, TurnUp
from whist.rules.commands import answer, is_android, legal_commands
from whist.rules.hand import Hand

SHARE: Final = {13: 0.15, 12: 0.2, 11: 0.3, 10: 0.45, 9: 0.7}
"""The share of the worlds that are solved while so many cards are held."""
MOST_TRICKS: Final = 4000
"""Tricks that are played out for a decision, at most."""
SOLVED: Final = ("android", "classic", "italian", "candid", "bid")
"""Games of which most hands can be solved with open cards."""


def decide(position: Position, level: str = "strong", seed: int = 0) -> Action:
    """What the position's seat does; raises ``KeyError`` for a level that there is none of."""
    skill, rng = LEVELS[level], Random(f"{seed}/{position.seat}/{_steps(position.hand)}")
    hand = position.hand
    if hand.phase != "play":
        return bidding.said(position, rng, skill.bids)
    if position.rules.name == "android" and is_android(position.seat, hand.dealer):
        return Order(position.seat, _command(position, skill, rng))
    own = _only(position, rng)
    legal = position.rules.legal_cards(own)
    if len(legal) == 1 or not skill.solved:
        return Play(position.seat, beginner.card(position.rules, own, counts=False))
    if two_hands.solvable(position.rules, own):
        return Play(position.seat, search.best(search.card_values(position, rng, 1)))  # all is known
    number = _solved(skill, hand) if position.rules.name in SOLVED else _played_out(skill, position, len(legal))
    return Play(position.seat, search.best(search.card_values(position, rng, number)))


def _steps(hand: Hand) -> int:
    """What was said and played so far."""
    return sum(not isinstance(action, TurnUp) for action in hand.actions)


def _solved(skill: Level, hand: Hand) -> int:
    """How many worlds are solved: whole hands take long."""
    left = hand.size - len(hand.tricks)
    return max(2, min(skill.solved, round(skill.solved * SHARE.get(left, 1.0))))


def _played_out(skill: Level, position: Position, choices: int) -> int:
    """How many worlds are played to their end, with each of the ``choices``."""
    return max(2, min(skill.played_out, MOST_TRICKS // (choices * tricks_left(position.rules, position.hand))))


def _only(position: Position, rng: Random) -> Hand:
    """One world: as good as any where the seat's own cards alone are looked at."""
    return next(worlds(position, rng, 1))


def _command(position: Position, skill: Level, rng: Random) -> str:
    if skill.solved:
        return str(search.best(search.command_values(position, rng, _solved(skill, position.hand))))
    hand = position.hand
    commands = legal_commands(not hand.trick, hand.had_error, position.rules.options)
    world = _only(position, rng)
    assert world.hands is not None
    wanted = beginner.card(position.rules, world, counts=False)
    for command in commands:
        own = world.hands[position.seat]
        if answer(command, own, hand.trick, hand.trump or NO_TRUMP, position.rules.options) == wanted:
            return command
    return rng.choice(commands)
