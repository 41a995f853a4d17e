"""How well tables with computer players are followed through pixels, in every game:

    python -m device.measuring.seats [--games GAME,…] [--matches N] [--hands H] [--seed S] [--faults NAME,…]

Each match has one to three computer players at seats drawn at random, their cards in holders, and house rules drawn
too. The table knows only what was read from pictures with those faults, and what was said; where it asks, whoever moves
the cards says what stands there. Tricks, points and cards are compared with what really happened, and a match in which
the table did not follow to the end of a hand counts as stuck. People err in Android Whist alone here; everywhere else
they do in ``python -m tests.clumsy.pixels``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
from tqdm import tqdm

from device.measuring.followed import follow_evening
from device.measuring.judging import DealJudged, judged
from device.simulated.evening import ALL, UnknownFault, faults_of
from device.simulated.rehearsal import Stuck
from vision.measuring.counting import positive
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from whist.games import GAMES, rules_class
from whist.messages.requests import NewGame
from whist.rules.options import BEGINNING
from whist.table.state.holders import MOST

NONE = "none"
_PEOPLE = {"android": 2}
_TABLES = ("households", "first_household")
_HOUSE = 0.3
"""How often a house rule is another than usual."""


@dataclass(frozen=True)
class MatchJudged:
    """One match and how it was followed; ``why`` says what broke it off."""

    choice: NewGame
    deals: Sequence[DealJudged]
    why: str | None
    seconds: float

    @property
    def right(self) -> bool:
        """Whether all of it was followed, and tricks, points and cards are right."""
        return self.why is None and all(deal.right for deal in self.deals)


def choice_of(game: str, number: int) -> NewGame:
    """The match ``number`` of a game: one to three computer players, in turn, where there are people enough."""
    rng = random.Random(f"{game} {number}")
    kind = rules_class(game)
    seats = _PEOPLE.get(game, kind.fewest)
    holders = tuple(sorted(rng.sample(range(seats), 1 + number % min(MOST, seats - 1))))
    options = {} if game == "android" else _options(kind.options_type, rng)
    return NewGame(0, game, options, None, rng.randrange(seats), number, holders)


def _options(kind: Any, rng: random.Random) -> dict[str, Any]:
    """House rules, who begins always named and all at one table."""
    form = [one for one in kind.form() if "choices" in one and one["name"] not in (*BEGINNING, *_TABLES)]
    drawn = {one["name"]: rng.choice(one["choices"]) for one in form if rng.random() < _HOUSE}
    for name in list(drawn):
        try:
            kind.from_json(drawn)
            break
        except ValueError:  # these do not go together
            del drawn[name]
    return drawn


def measured(choice: NewGame, hands: int, faults: Sequence[str], reader: Reader) -> MatchJudged:
    """Play and follow ``hands`` hands of a match."""
    seed, started = choice.seed or 0, time.process_time()
    pack = Pack.drawn(list(DESIGNS)[seed % len(DESIGNS)])
    try:
        followed = follow_evening(reader, pack, hands, seed, choice, faults)
    except Stuck as stuck:
        return MatchJudged(choice, (), f"the simulated people cannot go on: {stuck}", time.process_time() - started)
    deals = judged(followed.lines, followed.events)
    scored = sum(event["event"] == "hand_scored" for event in followed.events)
    why = None if scored >= len(deals) else f"stuck: {followed.keeper.public_view()['prompt']}"
    return MatchJudged(choice, deals, why, time.process_time() - started)


def matches(games: Sequence[str], number: int, seed: int) -> Iterator[NewGame]:
    """So many matches of each of the games."""
    return (choice_of(game, seed + one) for one in range(number) for game in games)


def report(all_matches: Sequence[MatchJudged]) -> str:
    """A line of figures for each game."""
    lines = ["game         matches  hands  not right  cards wrong  stuck  questions  s a hand"]
    for game in dict.fromkeys(match.choice.game for match in all_matches):
        own = [match for match in all_matches if match.choice.game == game]
        deals = [deal for match in own for deal in match.deals]
        lines.append(
            f"{game:<12} {len(own):>7} {len(deals):>6} {sum(not deal.scored for deal in deals):>10}"
            f" {sum(len(deal.wrong) for deal in deals):>12} {sum(match.why is not None for match in own):>6}"
            f" {sum(len(deal.questions) for deal in deals):>10}"
            f" {sum(match.seconds for match in own) / max(1, len(deals)):>9.1f}"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each match that was not right, then the figures; 0, or 1 where something was not right."""
    parser = argparse.ArgumentParser(prog="python -m device.measuring.seats", description=__doc__.split("\n")[0])
    parser.add_argument("--games", default=",".join(GAMES), metavar="GAME,…")
    parser.add_argument("--matches", type=positive, default=20, help="of each game")
    parser.add_argument("--hands", type=positive, default=1, help="of each match")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", default=ALL, metavar="NAME,…", help="of each hand (all: drawn at random; none)")
    options = parser.parse_args(arguments)
    games = options.games.split(",")
    if strange := [game for game in games if game not in GAMES]:
        print(f"There is no game {', '.join(strange)}; name some of {', '.join(GAMES)}.", file=sys.stderr)
        return 2
    try:
        faults = () if options.faults == NONE else faults_of(options.faults)
    except UnknownFault as error:
        print(error, file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    reader = Reader(threads=1)
    done = []
    todo = list(matches(games, options.matches, options.seed))
    with tqdm(todo, desc="matches", unit="match", disable=None) as progress:
        for choice in progress:
            done.append(match := measured(choice, options.hands, faults, reader))
            if not match.right:
                tqdm.write(f"{choice.game} {choice.seed} {choice.options} holders {choice.holders}: {match.why or ''}")
                for deal in match.deals:
                    tqdm.write(f"    {deal}")
    print(f"seed {options.seed}, faults {options.faults}")
    print(report(done))
    return 0 if all(match.right for match in done) else 1


if __name__ == "__main__":
    sys.exit(main())
