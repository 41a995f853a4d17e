"""What the commands of all clumsy evenings share: their arguments, and how evenings are run and counted."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence

from tqdm import tqdm

from vision.measuring.counting import positive
from whist.games import GAMES


def arguments(about: str, evenings: int, of: str = "of each game") -> argparse.ArgumentParser:
    """The arguments of a command that says ``about`` itself: games, how many evenings ``of`` what, the first seed."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--game", nargs="+", default=["all"], choices=["all", *GAMES], metavar="GAME")
    parser.add_argument("--evenings", type=positive, default=evenings, help=f"{of} ({evenings})")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening (1)")
    return parser


def games_of(given: argparse.Namespace) -> Sequence[str]:
    """The games that were asked for."""
    return list(GAMES) if "all" in given.game else given.game


def seeds_of(given: argparse.Namespace, about: str) -> tqdm[int]:
    """The seeds that were asked for, behind a progress bar that says what it is ``about``."""
    return tqdm(range(given.seed, given.seed + given.evenings), desc=about, unit="evening", disable=None)


def run(given: argparse.Namespace, play: Callable[[str, int], tuple[str | None, Counter[str]]]) -> int:
    """Play the evenings, each of a game and a seed: what broke, if anything did, and what was counted; 1 where one
    breaks."""
    failed = 0
    for game in games_of(given):
        counted: Counter[str] = Counter()
        for seed in seeds_of(given, game):
            broke, more = play(game, seed)
            counted += more
            failed += broke is not None
            if broke is not None:
                tqdm.write(f"{game} {seed}: {broke}")
        told = ", ".join(f"{name.removeprefix('act ')} {number}" for name, number in sorted(counted.items()))
        print(f"{game}: {given.evenings} evenings, {told}", flush=True)
    print(f"broken: {failed}")
    return int(failed > 0)
