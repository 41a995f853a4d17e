"""Whether computer players know what they must not: ``python -m tests.whist.players.honesty [--positions N] [--seed S]
[--jobs J] [--game GAME …]``.

In N positions of each game (10,000 of all together) the cards that a seat has not seen are dealt anew. What it is told
must be the same, letter for letter, and so must what it decides with the same seed (RULES S2). Prints how many there
were, and ends with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

from tqdm import tqdm

from tests.whist.players.positions import position_of
from whist.cards import Card
from whist.games import GAMES, rules_of
from whist.players.player import LEVELS, decide
from whist.players.position import Position, draws
from whist.players.position_json import position_to_json
from whist.players.worlds import worlds
from whist.records.playouts import _drawn
from whist.rules.commands import commander
from whist.rules.hand import Hand

ALL = 10_000
SELDOM = {"strong": 12, "club": 3, "easy": 1}
"""Each level decides one of so many positions, the best that it can be."""


def positions(game: str, deal: int) -> Iterator[tuple[Any, Hand, Position]]:
    """Each position of a hand that is played at random, with the hand as it really is."""
    rules, rng = rules_of(game, None, None), random.Random(f"{game} {deal}")
    standing = rules.first_standing(deal % rules.players)
    hand = rules.start(standing, rules.shuffled(standing, rng))
    while not hand.over:
        me = commander(hand.turn, hand.dealer) if game == "android" else None
        yield rules, hand, position_of(rules, standing, hand, hand.turn if me is None else me, hand.turn)
        legal = rules.legal(hand)
        rules.apply(hand, _drawn(rng.choice(legal), rng))


def dealt_anew(hand: Hand, position: Position, rng: random.Random) -> Hand:
    """The hand once the cards that the position's seat has not seen are others' or lie elsewhere."""
    if draws(position.rules):
        return _exchanged(hand, position, rng)
    other = next(worlds(position, rng, 1))
    other.actions = list(position.hand.actions)
    return other


def _exchanged(hand: Hand, position: Position, rng: random.Random) -> Hand:
    """``hand`` as it would be had the unseen cards been dealt in another order, in hands and stock."""
    told = str(position_to_json(position))
    unseen = [card for card in position.rules.pack() if f"'{card}'" not in told]
    shuffled = rng.sample(unseen, len(unseen))
    instead: dict[Card, Card] = dict(zip(unseen, shuffled, strict=True))

    def put(cards: Any) -> Any:
        return None if cards is None else [instead.get(card, card) for card in cards]

    other = hand.copy()
    assert hand.hands is not None
    other.hands, other.stock = [put(own) for own in hand.hands], put(hand.stock)
    if hand.origin is not None and hand.origin.hands is not None:
        other.origin = hand.origin.copy()
        other.origin.hands, other.origin.stock = [put(own) for own in hand.origin.hands], put(hand.origin.stock)
    return other


def _told(position: Position) -> tuple[Any, ...]:
    """All that a position has of cards."""
    known = {seat: sorted(map(str, cards)) for seat, cards in position.known.items()}
    return position_to_json(position), known, position.shown, position.gone


def level_of(number: int) -> str:
    """The level that decides position ``number``."""
    return next(level for level, one_of in SELDOM.items() if number % one_of == 0)


def looked_at(game: str, deal: int) -> Counter[str]:
    """How many positions of a deal there were, by level; raises ``AssertionError`` where something differs."""
    found, rng = Counter[str](), random.Random(f"anew {game} {deal}")
    for number, (_, hand, position) in enumerate(positions(game, deal)):
        anew = dealt_anew(hand, position, rng)
        other = position_of(position.rules, position.standing, anew, position.me, position.seat)
        level, where = level_of(number + deal), f"{game}, deal {deal}, position {number}"
        assert _told(other) == _told(position), f"{where}: what it is told differs"
        assert decide(other, level, deal) == decide(position, level, deal), f"{where}: {level} decides otherwise"
        found[level] += 1
    return found


def main(arguments: list[str] | None = None) -> int:
    """Look at all of them; 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.whist.players.honesty", description=__doc__.split("\n")[0])
    parser.add_argument("--game", nargs="+", default=list(GAMES), choices=list(GAMES), metavar="GAME")
    parser.add_argument("--positions", type=int, default=ALL // len(GAMES), help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="the first deal")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    given = parser.parse_args(arguments)
    pool = nullcontext() if given.jobs == 1 else multiprocessing.get_context("spawn").Pool(given.jobs)
    with pool as workers:
        for game in given.game:
            found = Counter[str]()
            each = (map if workers is None else workers.imap)(partial(looked_at, game), _deals(given.seed))
            with tqdm(total=given.positions, desc=game, unit="position", disable=None) as bar:
                try:
                    while found.total() < given.positions:
                        more = next(each)
                        found += more
                        bar.update(more.total())
                except AssertionError as differs:
                    print(differs)
                    return 1
            told = ", ".join(f"{found[level]} {level}" for level in LEVELS)
            print(f"{game}: {found.total()} positions dealt anew ({told}), all told and decided alike", flush=True)
    return 0


def _deals(first: int) -> Iterator[int]:
    """Deals, as many as are needed: no hand has fewer positions than one."""
    return iter(range(first, first + ALL))


if __name__ == "__main__":
    sys.exit(main())
