"""Random full matches of every game, with house options drawn at random:

    python -m tests.random_matches [--games GAME …] [--matches N] [--seed S] [--first K] [--jobs J]

After every action the invariants of RULES C10 are asked for. In one hand of twenty each: every legal set, the tricks
and the points are compared with ``tests/whist/independent_family``; the hand is played at the same time as at a real
table, where hands are not known, and must come to the same line; and actions are tried that cannot be, which must be
refused and change nothing. Every match must end.

Cards, commands and choices are drawn evenly from what is legal. Bids are not: with wild bids a match of Candid Whist to
500, which has no lower limit (RULES K16), would hardly end. ``_sensible`` says how bids are made; one hand in twenty is
bid wildly all the same.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import traceback
from dataclasses import dataclass
from random import Random

import pytest
from tqdm import tqdm

from tests.whist.independent_family import TWO, Before, Deal, after, dealer_after, score
from tests.whist.invariants import check
from tests.whist.match import Match
from whist.cards import FULL_PACK, SUITS
from whist.games import GAMES, rules_class, rules_of
from whist.rules.actions import AnyOf, Bid, Discard, Order, Play, TurnUp
from whist.rules.options import BEGINNING
from whist.rules.refusals import Refused

SHARE = 0.05
"""Of hands that are compared, of each kind."""
WILD = 0.05
"""Of hands that are bid wildly."""
MOST_HANDS = 5000
"""A match that is longer does not end."""


COUNTED = ("matches", "hands", "longest", "actions", "compared", "blind", "refused", "seconds")
"""What is told of each game: matches, hands, the hands of the longest match, actions, hands compared with the
independent rules and with unknown hands, impossible actions tried, seconds of one processor."""


@dataclass
class Tally:
    matches: int = 0
    hands: int = 0
    actions: int = 0
    compared: int = 0
    blind: int = 0
    refused: int = 0
    seconds: float = 0.0
    longest: int = 0

    def add(self, other):
        longest = max(self.longest, other.longest)
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest = longest


# -- what is drawn -----------------------------------------------------------------------------------------------------


def draw_options(game, rng):
    """Options drawn evenly, each by itself; again when they cannot go together. Who begins is named: what is cut or
    drawn before the first deal is tried by ``tests.clumsy.cutting``."""
    kind = rules_class(game).options_type
    while True:
        drawn = {
            one["name"]: rng.choice(one["choices"]) if "choices" in one else draw_number(one, rng)
            for one in kind.form()
            if one["name"] not in BEGINNING
        }
        try:
            kind(**drawn)
        except ValueError:
            continue
        return drawn


def draw_number(one, rng):
    """A number for an option of numbers; 0 half of the time where that is the default, which leaves open how many."""
    drawn = rng.randint(one["low"], one["high"])
    return drawn if one["default"] != 0 else rng.choice((0, drawn))


def draw_rules(game, rng):
    options = draw_options(game, rng)
    usual = rules_of(game, options)
    return rules_of(game, options, rng.randint(usual.fewest, usual.most))


def choose(rules, hand, rng, wild):
    """A legal action."""
    legal = rules.legal(hand)
    if hand.phase == "bid" and not wild and rules.name in ("candid", "bid"):
        return _sensible(rules, hand, legal, rng)
    action = rng.choice(legal)
    if isinstance(action, AnyOf):
        return Discard(action.seat, tuple(rng.sample(action.cards, action.count)))
    return action


def _sensible(rules, hand, legal, rng):
    """A bid that has a chance. Candid: by the points that the side has announced, 7 in the own longest suit from 20 and
    one more for each 6 above. Bid Whist: one of the three lowest, or a pass."""
    if rules.name == "bid":
        return rng.choice(legal[:3])
    own = [card.suit for card in hand.hands[hand.turn]]
    longest = max(SUITS, key=own.count)
    points = hand.hcp[hand.turn] + hand.hcp[(hand.turn + 2) % 4]
    fitting = [Bid(hand.turn, f"{tricks}{longest}") for tricks in range(7, 7 + (points - 14) // 6)]
    fitting = [bid for bid in fitting if bid in legal]
    return rng.choice(fitting) if fitting and rng.random() < 0.9 else legal[0]


# -- a hand three times over -------------------------------------------------------------------------------------------


class Second:
    """The same hand by the independent rules."""

    def __init__(self, rules, match, cards):
        standing = match.standing
        before = Before(standing.number, standing.dealer, list(standing.scores))
        before.bags, before.games = list(standing.bags or (0, 0)), list(standing.games or (0, 0))
        options = rules.options.to_json()
        hands = [list(map(str, own)) for own in cards.hands]
        self.deal = Deal(rules.name, options, before, hands, list(map(str, cards.stock)), cards.trump)
        self.rules = rules

    def before(self, hand):
        """The legal sets agree."""
        assert hand.turn == self.deal.turn, f"turn {hand.turn}, independently {self.deal.turn}"
        legal = set()
        for action in self.rules.legal(hand):
            obj = action.to_json()
            key = next(key for key in obj if key not in ("seat", "of"))
            legal.add((key, obj[key]))
        assert legal == self.deal.legal(), f"legal {legal}, independently {self.deal.legal()}"

    def act(self, action):
        self.deal.act(action.to_json())

    def finish(self, line, match):
        deal = self.deal
        assert deal.over
        points, bags = score(deal)
        assert [list(winners) for winners in line.tricks] == [winners for _, _, winners in deal.tricks]
        assert list(line.won) == deal.won()
        assert list(line.points) == points, f"points {line.points}, independently {points}"
        assert line.trump == deal.trump
        assert line.thrown_in == deal.thrown_in
        assert list(line.bags or (0, 0)) == bags
        now, new = match.standing, after(deal)
        assert (list(now.scores), now.over) == (new["scores"], new["over"])
        assert list(now.winners) == new["winners"]
        assert not now.bags or list(now.bags) == new["bags"]
        assert not now.games or list(now.games) == new["games"]
        moved = now.dealer == dealer_after(deal) if deal.game != "android" else (now.dealer - line.dealer) % 2 == 1
        assert moved, f"seat {now.dealer} deals after seat {line.dealer}"
        assert now.number == line.number + (not line.thrown_in)


class Blind:
    """The same hand at a real table, where only what is laid open is known."""

    def __init__(self, rules, match, cards):
        self.rules, self.standing = rules, match.standing
        trump = cards.trump if rules.name == "italian" else None
        self.hand = rules.start(match.standing, None, trump)
        self.stock, self.shown = list(cards.stock), 0
        self.kitty = tuple(cards.stock)

    def before(self, known):
        """What lies open at the table is seen."""
        while self.hand.phase == "turn_up":
            if self.rules.name in TWO:
                card = self.stock.pop(0) if self._buries() else known.turned_up[0]
                self._apply(TurnUp(known.dealer, (card,)))
            else:
                self._apply(TurnUp(known.dealer, known.turned_up or self.kitty))

    def _buries(self):
        joker = self.rules.name == "honeymoon" and self.stock[0].is_joker
        return joker and self.hand.trump is None and self.rules.options.joker_turn_up == "redraw"

    def act(self, action, known):
        """The action, unless nobody sees it, and then the cards that androids were made to play."""
        if not isinstance(action, Discard):
            self._apply(action)
        laid = _laid(known)
        for seat, card in laid[len(_laid(self.hand)) :]:
            self._apply(Play(seat, card))

    def _apply(self, action):
        if not isinstance(action, TurnUp):
            assert action in self.rules.legal(self.hand), f"{action} is not legal where hands are unknown"
        self.rules.apply(self.hand, action)
        check(self.rules, self.hand)

    def finish(self, line):
        assert self.hand.over, f"the hand is not over where hands are unknown, but in phase {self.hand.phase}"
        blind = self.rules.score(self.hand, self.standing)
        assert blind == line, f"{blind} where hands are unknown, else {line}"


def _laid(hand):
    """(seat, card) of all cards played, in order."""
    before = [(trick.seat(place), card) for trick in hand.tricks for place, card in enumerate(trick.cards)]
    return before + [((hand.leader + place) % hand.seats, card) for place, card in enumerate(hand.trick)]


def try_impossible(rules, hand, rng):
    """Something that is not legal is refused, with a reason, and changes nothing."""
    seat = rng.randrange(rules.players)
    actions = [Play(seat, rng.choice(FULL_PACK)), Bid(seat, rng.choice(("pass", 3, "4up", "8H"))), Order(seat, "duck")]
    action = rng.choice(actions)
    why = rules.why_not(hand, action)
    legal = action in rules.legal(hand) or action in hand.untold[:1]
    assert (why is None) == legal, f"{action}: {why}"
    if why is None:
        return 0
    before = hand.copy()
    with pytest.raises(Refused) as refused:
        rules.apply(hand, action)
    assert refused.value.why == why
    assert hand == before
    return 1


# -- a match -----------------------------------------------------------------------------------------------------------


def play_hand(rules, match, rng, tally):
    cards = rules.shuffled(match.standing, rng)
    dealt = [card for own in cards.hands for card in own] + list(cards.stock)
    second = Second(rules, match, cards) if rng.random() < SHARE else None
    blind = Blind(rules, match, cards) if rng.random() < SHARE else None
    impossible, wild = rng.random() < SHARE, rng.random() < WILD
    hand = match.deal(cards)
    check(rules, hand, dealt)
    line = None
    while line is None:
        if second:
            second.before(hand)
        if blind:
            blind.before(hand)
        if impossible:
            tally.refused += try_impossible(rules, hand, rng)
        told = hand.untold and rng.random() < 0.3
        action = hand.untold[0] if told else choose(rules, hand, rng, wild)
        line = match.apply(action)
        check(rules, hand, dealt)
        tally.actions += 1
        if second:
            second.act(action)
        if blind and not told:
            blind.act(action, hand)
    if second:
        second.finish(line, match)
        tally.compared += 1
    if blind:
        blind.finish(line)
        tally.blind += 1
    tally.hands += 1


def play_match(game, seed, index):
    """One match; raises ``AssertionError`` or whatever else goes wrong."""
    rng = Random(f"{seed} {game} {index}")
    rules = draw_rules(game, rng)
    match = Match(rules, dealer=rng.randrange(rules.players))
    tally = Tally(matches=1)
    started = time.process_time()
    while not match.standing.over:
        assert tally.hands < MOST_HANDS, f"the match does not end: {match.standing}"
        play_hand(rules, match, rng, tally)
    assert len(match.lines) == tally.hands
    assert min(rules.rank(match.standing)) == 1
    assert match.standing.winners
    tally.seconds, tally.longest = time.process_time() - started, tally.hands
    return tally


# -- many matches ------------------------------------------------------------------------------------------------------


def _task(task):
    game, seed, first, number = task
    tally = Tally()
    for index in range(first, first + number):
        try:
            tally.add(play_match(game, seed, index))
        except Exception:
            rng = Random(f"{seed} {game} {index}")
            how = f"python -m tests.random_matches --games {game} --seed {seed} --first {index} --matches 1"
            options = draw_rules(game, rng).options.to_json()
            return game, tally, f"{traceback.format_exc()}\n{options}\nAgain: {how}"
    return game, tally, None


def run(games, matches, seed, jobs, first=0, chunk=10):
    """Tallies by game; ``SystemExit`` with the seed at the first failure."""
    tallies = {game: Tally() for game in games}
    tasks = [
        (game, seed, start, min(chunk, first + matches - start))
        for game in games
        for start in range(first, first + matches, chunk)
    ]
    with multiprocessing.Pool(jobs) as pool, tqdm(total=matches * len(games), unit="match") as bar:
        for game, tally, failure in pool.imap_unordered(_task, tasks):
            if failure:
                bar.close()
                sys.exit(failure)
            tallies[game].add(tally)
            bar.update(tally.matches)
    return tallies


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.random_matches", description="Random full matches.")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=GAMES)
    parser.add_argument("--matches", type=int, default=100, help="of each game (100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first match (0)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    asked = parser.parse_args(arguments)
    tallies = run(asked.games, asked.matches, asked.seed, asked.jobs, asked.first)
    print(
        f"{'game':11}{'matches':>9}{'hands':>10}{'longest':>9}{'actions':>12}{'compared':>10}{'blind':>8}{'refused':>11}{'seconds':>9}"
    )
    for game, t in tallies.items():
        print(
            f"{game:11}{t.matches:9,}{t.hands:10,}{t.longest:9,}{t.actions:12,}{t.compared:10,}{t.blind:8,}"
            f"{t.refused:11,}{t.seconds:9.0f}"
        )


if __name__ == "__main__":
    main()
