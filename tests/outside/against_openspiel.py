"""How strong a computer player is against OpenSpiel's search, by OpenSpiel's rules of ``oh_hell``:

    python -m tests.outside.against_openspiel [--deals N] [--players N] [--cards N] [--simulations N] [--level LEVEL]
        [--seed S]

It is run from the project's folder, by a Python that has ``open_spiel`` and ``tqdm`` (``pip install open_spiel tqdm``);
the project itself does not need the first. Each deal is played twice, the second time with the seats exchanged: every
second seat plays as here, the others by information-set Monte Carlo tree search (ISMCTS, Cowling and others 2012, doi
10.1109/TCIAIG.2012.2200894), which plays to the end at random. Prints the mean points a seat and how many bids were
made, of both, and the difference for each deal with its standard error.

Points are OpenSpiel's: as RULES U19, but tricks count two each for whoever misses the bid, too. Both know the card that
was turned up for trumps. Where OpenSpiel (2.0.2) deals unseen cards anew it takes those that others really hold, and
never one that nobody holds: its search knows which cards are in play. Five players with ten cards leave one card out,
so that this tells next to nothing. Its search differs from run to run, whatever the seed: only the deals are the same.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import replace
from random import Random

from tqdm import tqdm

from tests.whist.players.duels import mean_of, slowest_of
from tests.whist.players.positions import position_of
from whist.cards import Card
from whist.games import rules_of
from whist.games.australian import Australian
from whist.players.levels import LEVELS
from whist.players.player import decide
from whist.rules.actions import Bid, Play
from whist.rules.base import Cards
from whist.rules.standing import Standing

UCT = 2.0
"""How much the search tries what it has seldom tried, in points; of 1, 2, 4, 6, 12, 20 and 40 it plays best with 2."""


class OhHell(Australian):
    """Australian Whist with OpenSpiel's points: two for each trick, ten more for as many as were bid."""

    def score(self, hand, standing):
        points = tuple(2 * won + 10 * (won == bid) for won, bid in zip(hand.won(), hand.bids, strict=True))
        return replace(super().score(hand, standing), points=points)


def dealt(pyspiel, players, size, rng):
    """OpenSpiel's state before the first bid, the same hand by the rules here, and the card turned up."""
    game = pyspiel.load_game(f"oh_hell(players={players},num_tricks_fixed={size},points_per_trick=2)")
    state, told = game.new_initial_state(), []
    while state.is_chance_node():
        action = rng.choice(state.legal_actions())
        told.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    dealer = [one for one in told if one.isdigit()][-1]
    *cards, trump = [Card.parse(code) for code in told if not code.isdigit()]
    rules = OhHell(rules_of("australian", {"trump_lead": "any"}, players).options, players)
    standing = Standing(dealer=int(dealer), scores=(0,) * players)
    hand = rules.start_recorded(standing, Cards([cards[seat::players] for seat in range(players)]), trump.suit)
    return state, rules, standing, hand, trump


def played(pyspiel, deal, turn, given):
    """One deal, seats ``turn``, ``turn`` + 2 … by the level: points of each seat, whether its bid was made, and seconds
    of the processor for each decision of the level."""
    state, rules, standing, hand, trump = dealt(pyspiel, given.players, given.cards, Random(deal))
    evaluator = pyspiel.RandomRolloutEvaluator(1, deal)
    seats = range(given.players)
    bots = [pyspiel.ISMCTSBot(deal * 10 + seat, evaluator, UCT, given.simulations, -1) for seat in seats]
    times = []
    while not state.is_terminal():
        seat = state.current_player()
        if seat % 2 == turn:
            position = replace(position_of(rules, standing, hand, seat), gone=frozenset({trump}))
            begun = time.process_time()
            choice = decide(position, given.level, deal)
            times.append(time.process_time() - begun)
            action = next(one for one in state.legal_actions() if _meant(state, seat, one) == choice)
        else:
            action = bots[seat].step(state)
            choice = _meant(state, seat, action)
        state.apply_action(action)
        rules.apply(hand, choice)
    made = [won == bid for won, bid in zip(hand.won(), hand.bids, strict=True)]
    assert list(state.returns()) == list(rules.score(hand, standing).points), "the points are others'"
    return state.returns(), made, times


def _meant(state, seat, action):
    """An action of OpenSpiel's, as it is called here."""
    said = state.action_to_string(seat, action)
    return Bid(seat, int(said)) if said.isdigit() else Play(seat, Card.parse(said))


def _mean(got):
    """The mean points of seats, of each its points and whether it made its bid."""
    return statistics.fmean(points for points, _ in got)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.outside.against_openspiel")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--players", type=int, default=5, help="at the table (5)")
    parser.add_argument("--cards", type=int, default=10, help="in each hand (10)")
    parser.add_argument("--simulations", type=int, default=300, help="of OpenSpiel's search for a decision (300)")
    parser.add_argument("--level", choices=list(LEVELS), default="strong")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        sys.exit("Nothing is compared: this Python has no open_spiel; run it by one that has (pip install open_spiel).")
    if given.deals < 1 or not 3 <= given.players <= 7 or not 1 <= given.cards <= min(10, 51 // given.players):
        parser.error("--deals is 1 or more, --players 3 to 7, --cards 1 to 10, and 51 cards are enough for all of them")
    ours, theirs, differences, times = [], [], [], []
    for deal in tqdm(range(given.seed, given.seed + given.deals), unit="deal", disable=None):
        points = []
        for turn in (0, 1):
            returns, made, took = played(pyspiel, deal, turn, given)
            times += took
            both = [list(zip(returns, made, strict=True))[side::2] for side in (turn, 1 - turn)]
            ours, theirs = ours + both[0], theirs + both[1]
            points.append(_mean(both[0]) - _mean(both[1]))
        differences.append(statistics.fmean(points))
    for who, got in ((given.level, ours), (f"ISMCTS, {given.simulations} simulations", theirs)):
        print(f"{who}: {_mean(got):.2f} points a seat, {sum(made for _, made in got)} of {len(got)} bids made")
    print(f"{given.deals} deals twice: {mean_of(differences)} points a seat more; {slowest_of(times)}")


if __name__ == "__main__":
    main()
