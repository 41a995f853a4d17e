"""Random play-outs per second beside OpenSpiel, from Python, in one run on one core:

    python -m tests.outside.beside_openspiel [--rounds N] [--seconds S]

It is run from the project's folder, by a Python that has ``open_spiel`` (``pip install open_spiel``; numpy comes with
it); the project itself does not need it. Candid Whist, an auction and 52 cards, stands beside ``bridge`` without double
dummy; Australian Whist for four with ten cards, which bid and play 44 times, beside ``oh_hell`` of the same size.

A play-out is a deal, then actions drawn evenly from the legal ones to the end, and the points. OpenSpiel is asked at
each step what is legal, and given one action; it deals card by card, each a step of its own. Here ``play_outs`` is
asked for a thousand hands, which it plays side by side; its clear rules, asked at each step as OpenSpiel is, are
measured too. All take turns of a fraction of a second, and the ratio is that of each round, so that what else the
machine does counts for all; medians are printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from statistics import median

from whist.games import rules_of
from whist.records.playouts import play_outs
from whist.rules.standing import Standing

PAIRS = {
    "bridge": ("bridge(use_double_dummy_result=false)", "candid", 1),
    "oh_hell": ("oh_hell(players=4,num_tricks_fixed=10)", "australian", 10),
}
"""OpenSpiel's game, and the one of the whist family with the number of its hand."""


def openspiel(game, rng):
    """One play-out; its actions, those that deal among them."""
    random = rng.random
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(random() * len(legal))])
        actions += 1
    state.returns()
    return actions


def rate(step, hands, seconds):
    """Hands per second of processor time, and actions of a hand; ``step`` plays so many hands and gives its actions."""
    started, steps, actions = time.process_time(), 0, 0
    while (used := time.process_time() - started) < seconds:
        actions += step(steps)
        steps += 1
    return steps * hands / used, actions / (steps * hands)


def compare(pyspiel, name, rounds, seconds):
    """Medians over all rounds of (hands per second, actions of a hand): batches, clear rules, OpenSpiel; and those of
    the first two ratios to OpenSpiel."""
    load, game, number = PAIRS[name]
    other, rng = pyspiel.load_game(load), Random(1)
    rules = rules_of(game, None, 4)
    standing = Standing(0, rules.first_standing().scores, number)
    found = []
    for _ in range(rounds):
        batch = rate(lambda seed: play_outs(rules, 1000, seed, standing).actions, 1000, seconds)
        theirs = rate(lambda _: openspiel(other, rng), 1, seconds)
        clear = rate(lambda seed: play_outs(rules, 10, seed, standing, clear=True).actions, 10, seconds)
        found.append((*batch, *clear, *theirs, batch[0] / theirs[0], clear[0] / theirs[0]))
    return [median(column) for column in zip(*found, strict=True)]


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.outside.beside_openspiel")
    parser.add_argument("--rounds", type=int, default=10, help="turns of each (10)")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each turn (0.5)")
    asked = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        sys.exit("Nothing is compared: this Python has no open_spiel; run it by one that has (pip install open_spiel).")
    print("hands played at random, a second of processor time; actions of each; times as fast as OpenSpiel")
    for name, (_, game, _) in PAIRS.items():
        ours, mine, clear, step, theirs, other, ratio, least = compare(pyspiel, name, asked.rounds, asked.seconds)
        print(f"{game:10} play_outs       {ours:8,.0f} {mine:6.1f} {ratio:6.2f}")
        print(f"{game:10} step by step    {clear:8,.0f} {step:6.1f} {least:6.2f}")
        print(f"{name:10} OpenSpiel       {theirs:8,.0f} {other:6.1f}", flush=True)


if __name__ == "__main__":
    main()
