"""Clumsy evenings at the table's own interface:

    python -m tests.clumsy [--game GAME …|all] [--evenings N] [--seed S] [--shorten] [--stain X Y]

Simulated people do what people do: lay any card at any time on any place, two at once, take back, gather early or late,
command out of turn, press a button twice, answer wrongly, walk away, claim, correct. After every act that the camera
has seen somebody who is there must be able to go on within three taps, without the hand being lost; every card that
lies there must be spoken of; the sum of cards must be right; nothing untrue may be said.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tqdm import tqdm

from tests.clumsy.evening import BREAKS, play, shortened
from tests.clumsy.running import arguments, games_of, seeds_of


def main() -> int:
    """Play many evenings; status 1 when one breaks."""
    parser = arguments(__doc__, 1000)
    parser.add_argument("--shorten", action="store_true", help="tell each that breaks by as few acts as are found")
    parser.add_argument("--stain", type=float, nargs=2, metavar=("X", "Y"), help="lies there and is no card (mm)")
    given = parser.parse_args()
    failed = 0
    for game in games_of(given):
        counted, kinds, started = Counter[str](), Counter[str](), time.process_time()
        for seed in seeds_of(given, game):
            evening = play(game, seed, given.stain and tuple(given.stain))
            counted += evening.counted
            if evening.broke is not None:
                failed += 1
                kinds[evening.broke.split(":")[0]] += 1
                if given.shorten:
                    evening = shortened(evening)
                acts = "".join(f"\n    {act}" for act in evening.acts[-12:])
                tqdm.write(f"{game} {seed}: {evening.broke}{acts}")
        told = ", ".join(f"{name} {number}" for name, number in sorted(counted.items()) if not name.startswith("act "))
        broke = ", ".join(f"{kinds[kind]} {kind}" for kind in BREAKS)
        print(
            f"{game}: {given.evenings} evenings, {told}; broken: {broke}; {time.process_time() - started:.0f} s",
            flush=True,
        )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
