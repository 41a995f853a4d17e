"""Whether reviews are right: ``python -m tests.whist.players.reviewed [--hands N] [--seed S] [--jobs J] [--game GAME
…]``.

N random hands (1,000 of all games together) are reviewed, and what is said of each card of the last five tricks is
compared with what trying every card by the rules says. Prints how many cards there were, and ends with 1 at the first
difference.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from functools import partial
from random import Random

from tqdm import tqdm

from tests.random_matches import choose, draw_rules
from tests.whist import records_by_hand as by_hand
from tests.whist.players import brute
from whist.cards import JOKERS
from whist.games import GAMES, rules_of
from whist.players.review import review
from whist.records.recording import record_of
from whist.records.records import read

JUDGED = tuple(game for game in GAMES if game != "australian")
"""Games of which hands are judged: in the others each plays for himself."""
LAST = 5
"""Tricks in which every card is tried."""


def played(game, rng, wild=False, **options):
    """The record of a random hand; with ``wild`` its house rules are drawn too."""
    rules = draw_rules(game, rng) if wild else rules_of(game, options)
    standing = rules.first_standing(rng.randrange(rules.players))
    hand = rules.start(standing, rules.shuffled(standing, rng))
    while not hand.over:
        rules.apply(hand, choose(rules, hand, rng, wild=False))
    return by_hand.through_json(record_of(rules, standing, hand))


def before_each_card(record):
    """(rules, hand before a card was played, that card), in order; an android's last card may follow by itself."""
    recorded = read(record)
    rules, hand = recorded.rules, recorded.hand
    for step in recorded.steps:
        before = hand.copy()
        rules.apply(hand, step)
        for card in in_order(hand)[len(in_order(before)) :]:
            yield rules, before, card
            before, _ = brute.after(rules, before, card)


def in_order(hand):
    return [*(card for trick in hand.tricks for card in trick.cards), *hand.trick]


def by_trying(rules, hand, card, known):
    """What the review must say of ``card``."""
    worth = brute.values(rules, hand, known)
    best = max(worth.values())
    return {
        "seat": hand.turn,
        "card": str(card),
        "best": sorted(str(other) for other, tricks in worth.items() if tricks == best),
        "cost": best - worth[card],
    }


def compared(game, seed):
    """How many cards of the last tricks of a random hand a review has judged as trying all does; raises
    ``AssertionError`` at the first that it judges otherwise."""
    record = played(game, Random(f"{game} {seed}"), wild=seed % 2 == 1)
    reviewed = review(record)
    assert reviewed["ok"]
    cards = list(before_each_card(record))
    assert len(reviewed["plays"]) == len(cards)
    known, judged = {}, 0
    for said, (rules, hand, card) in zip(reviewed["plays"], cards, strict=True):
        left = [*hand.trick, *(held for own in hand.hands for held in own)]
        if brute.open_tricks(hand) > LAST or (hand.stock and rules.players == 2):
            continue
        if rules.name == "bid" and set(left) & set(JOKERS):
            wanted = {"seat": hand.turn, "card": str(card), "best": None, "cost": None}
        else:
            wanted, judged = by_trying(rules, hand, card, known), judged + 1
        assert said == wanted, f"{game}, hand {seed}: a review says {said}, trying all says {wanted}"
    return judged


def main(arguments=None):
    """Compare all; 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.whist.players.reviewed", description=__doc__.split("\n")[0])
    parser.add_argument("--game", nargs="+", default=list(JUDGED), choices=list(JUDGED), metavar="GAME")
    parser.add_argument("--hands", type=int, default=-(-1000 // len(JUDGED)), help="of each game")
    parser.add_argument("--seed", type=int, default=100, help="the first hand")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    given = parser.parse_args(arguments)
    for game in given.game:
        hands = range(given.seed, given.seed + given.hands)
        try:
            judged = list(tqdm(_each(partial(compared, game), hands, given.jobs), game, len(hands), disable=None))
        except AssertionError as differs:
            print(differs)
            return 1
        some = sum(number > 0 for number in judged)
        print(f"{game}: {len(judged)} hands, {some} with cards to judge, {sum(judged)} cards as trying all", flush=True)
    return 0


def _each(compare, hands, jobs):
    if jobs == 1:
        yield from map(compare, hands)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(compare, hands)


if __name__ == "__main__":
    sys.exit(main())
