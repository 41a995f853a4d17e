"""Whole matches of every game but Android Whist on the simulated table, through pixels, beside an independent account.

``python -m tests.at_the_table --games candid,bid --hands 3 --seed 1`` plays and compares; status 1 when they differ.
"""

from __future__ import annotations

import argparse
import sys
import time

from device.simulated.acting import players_at
from device.simulated.hands import Hands
from device.simulated.rehearsal import LOOKS_A_STATE, rehearse
from tests.whist.family_driver import FAMILY
from tests.whist.independent_family import Before, Deal, after, dealer_after, score
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.games import rules_class
from whist.table.table import Table

OPTIONS = {
    "classic": {"honours": True},
    "bid": {"sport": "always", "bidder_gets_kitty": True},
}
"""Options that have the camera see more than by default."""
PLAYERS = {"australian": 4}


class Witness(Hands):
    """Hands that also tell an independent account what is done with the cards. It never meets the table."""

    def __init__(self, scene, rules, seed, holders=()):
        super().__init__(scene, rules, seed, holders=holders)
        self.accounts = []
        self.before = None

    def deal(self, standing, hand):
        super().deal(standing, hand)
        if self.before is None:
            self.before = Before(1, standing.dealer, [0] * self.rules.sides, [0, 0], [0, 0])
        elif self.accounts:
            last = self.accounts[-1]
            new = after(last)
            self.before = Before(
                last.before.number + (not last.thrown_in),
                dealer_after(last),
                new["scores"],
                new["bags"],
                new["games"],
            )
        assert self.before.dealer == standing.dealer, "another dealer than the rules say"
        codes = [[str(card) for card in own] for own in self.hands]
        # a trump that the program draws (RULES I8) is all that is taken over from it
        drawn = self.drawn(self) if self.rules.name == "italian" else None
        options = self.rules.options.to_json()
        self.accounts.append(
            Deal(self.rules.name, options, self.before, codes, [str(card) for card in self.stock], drawn)
        )

    def lay(self, seat, card):
        super().lay(seat, card)
        self.accounts[-1].act({"seat": seat, "play": str(card)})

    def take_kitty(self, seat, away=()):
        super().take_kitty(seat, away)
        if self.rules.options.bidder_gets_kitty:
            self.accounts[-1].act({"seat": seat, "discard": [str(card) for card in self.stock]})

    def take_kitty_into_holder(self, view):
        before = len(self.stock)
        super().take_kitty_into_holder(view)
        if before < len(self.stock) == self.rules.stock_size:
            self.accounts[-1].act({"seat": view["declarer"], "discard": [str(card) for card in self.stock]})

    def hear(self, seat, body):
        """What was said at the table; cards that a computer player chooses are told once they are laid."""
        if "play" in body or "discard" in body:
            return
        self.accounts[-1].act({"seat": seat, **body})


def play(game, reader, seed, hands, options=None, players=None, pack=None, holders=()):
    """Play up to ``hands`` hands of ``game``, the seats ``holders`` by computer players; the table, its witness and the
    number of questions."""
    usual = OPTIONS.get(game, {})
    given = rules_class(game).options_type.from_json(usual if options is None else options)
    table = Table(game, given, players or PLAYERS.get(game), 0, seed, holders)
    scene = SimulatedTable(seed)
    designs = list(DESIGNS)
    camera = SimulatedCamera(scene, pack or Pack.drawn(designs[seed % len(designs)]), seed=seed)
    watcher = Watcher(reader, 2, table.rules.pack(), table.parts)
    witness = Witness(scene, table.rules, seed, holders)
    witness.drawn = lambda _: table.hand.trump

    def look():
        return [seen for _ in range(LOOKS_A_STATE) for seen in watcher.tick(camera)]

    people = players_at(lambda: table, seed)
    report = rehearse(table, witness, people, look, hands, witness.hear)
    return table, witness, report.questions


def differences(table, witness):
    """In how many hands the table's tricks, points or scores are not those of the witness, as sentences."""
    wrong = []
    accounts = [deal for deal in witness.accounts if deal.over or not any(deal.hands)]
    lines = table.state.lines
    if len(lines) != len(accounts):
        wrong.append(f"{len(lines)} hands are scored, {len(accounts)} were played")
    for line, deal in zip(lines, accounts, strict=False):
        points, bags = score(deal)
        if [list(winners) for winners in line.tricks] != [winners for _, _, winners in deal.tricks]:
            wrong.append(f"hand {line.number}: other winners of tricks")
        if list(line.won) != deal.won() or list(line.points) != points:
            wrong.append(f"hand {line.number}: {line.won} {line.points}, not {deal.won()} {points}")
        if line.bags and list(line.bags) != bags:
            wrong.append(f"hand {line.number}: bags {line.bags}, not {bags}")
    last = after(accounts[-1])
    if not last["over"] and list(table.state.now.scores) != last["scores"]:
        wrong.append(f"scores {table.state.now.scores}, not {last['scores']}")
    if table.state.now.over != last["over"] or list(table.state.now.winners) != last["winners"]:
        wrong.append(f"over {table.state.now.over} {table.state.now.winners}, not {last['over']} {last['winners']}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", default=",".join(FAMILY))
    parser.add_argument("--hands", type=int, default=3, help="hands of each, or the whole match where it is shorter")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--holders", default="", help="seats of computer players, such as 1,2")
    options = parser.parse_args()
    reader, failed = Reader(), False
    holders = tuple(map(int, filter(None, options.holders.split(","))))
    for game in options.games.split(","):
        started = time.process_time()
        table, witness, questions = play(game, reader, options.seed, options.hands, holders=holders)
        wrong = differences(table, witness)
        failed |= bool(wrong)
        cards = sum(len(cards) for deal in witness.accounts for _, cards, _ in deal.tricks)
        over = ", match over" if table.state.now.over else ""
        print(
            f"{game}: {len(table.state.lines)} hands{over}, {cards} cards laid, {questions} questions, scores "
            f"{list(table.state.now.scores)}, {'equal' if not wrong else '; '.join(wrong)}, "
            f"{time.process_time() - started:.0f} s of processor time",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
