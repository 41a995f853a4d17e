"""A computer player of any game: it is shown a position and says what it does. The same position, level and seed give
the same action, whatever the cards are that it does not see.
"""

from __future__ import annotations

from random import Random
from typing import Final

from whist.cards import NO_TRUMP
from whist.players import beginner, bidding, search, two_hands
from whist.players.levels import LEVELS, Level
from whist.players.position import Position, commands, tricks_left
from whist.players.worlds import worlds
from whist.rules.actions import Action, Order, Play, TurnUp
from whist.rules.commands import answer, is_android
from whist.rules.hand import Hand

SHARES: Final = ((46, 0.1), (44, 0.14), (40, 0.4), (36, 0.7))
"""The share of the worlds that are solved while at least so many cards are held by all together."""
MOST_TRICKS: Final = 3000
"""Tricks that are played out for a decision, at most."""
IMAGINED: Final = 12
"""Hands of an android that a beginner imagines before a command."""
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
    if skill.exact and two_hands.solvable(position.rules, own):
        return Play(position.seat, search.best(search.card_values(position, rng, 1)))  # all is known
    if position.rules.name not in SOLVED:
        tricks = min(MOST_TRICKS, skill.played_out * len(legal) * tricks_left(position.rules, hand))
        return Play(position.seat, search.best(search.played_values(position, rng, tricks, skill.reads)))
    number, beside = _numbers(skill, position, len(legal))
    return Play(position.seat, search.best(search.card_values(position, rng, number, skill.reads, beside)))


def _steps(hand: Hand) -> int:
    """What was said and played so far."""
    return sum(not isinstance(action, TurnUp) for action in hand.actions)


def _numbers(skill: Level, position: Position, choices: int) -> tuple[int, int]:
    """How many worlds are looked at, and how many are played out beside them: where too many cards are held to solve
    them, as many as can be played to their end in time with each of the ``choices``, else fewer while many are held."""
    held, tricks = search.held(position.hand), choices * tricks_left(position.rules, position.hand)
    if held > search.MOST_SOLVED:
        return max(2, min(skill.played_out, MOST_TRICKS // tricks)), 0
    share = next((share for cards, share in SHARES if held >= cards), 1.0)
    return max(2, round(skill.solved * share)), skill.beside // tricks if share < 1 else 0


def _only(position: Position, rng: Random) -> Hand:
    """One world: as good as any where the seat's own cards alone are looked at."""
    return next(worlds(position, rng, 1))


def _command(position: Position, skill: Level, rng: Random) -> str:
    """The command for the android on turn (RULES A13–A18)."""
    if skill.solved:
        number, beside = _numbers(skill, position, tricks_left(position.rules, position.hand))
        return str(search.best(search.command_values(position, rng, number, skill.reads, beside)))
    return str(search.best(_wished(position, rng)))


def _wished(position: Position, rng: Random) -> dict[str, int]:
    """How many worlds more there are in which a command brings what a beginner would play than in which it meets an
    Error; what meets one in each of them is given only where all do."""
    hand, options = position.hand, position.rules.options
    wished = dict.fromkeys(commands(position), 0)
    for world in worlds(position, rng, IMAGINED):
        assert world.hands is not None
        wanted, own = beginner.card(position.rules, world, counts=False), world.hands[position.seat]
        for command in wished:
            card = answer(command, own, hand.trick, hand.trump or NO_TRUMP, options)
            wished[command] += (card == wanted) - (card is None)
    return wished
