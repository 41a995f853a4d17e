"""How soon a thousand matches are counted by name:

    python -m tests.device.records.thousand_matches [--matches N]

writes a journal of so many finished matches, and prints how long counting them takes at first, and once they are known,
as a share of that and of what reading the list of matches from the journal takes.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tqdm import tqdm

from device.journal.journal import Journal
from device.journal.past_games import past_games
from device.journal.scribe import Scribe
from device.records.history import PastMatches
from device.records.statistics import Outcomes
from tests.whist.family_driver import FamilyWorld
from vision.measuring.counting import positive


def main() -> int:
    """Write, count, print; status 0."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=positive, default=1000, help="in the journal (1000)")
    matches = parser.parse_args().matches
    world = FamilyWorld(random.Random(3), "classic")
    world.play_match()
    events = [event.to_json() for event in world.table.events]
    choice = {"game": "classic", "options": {}, "players": None, "dealer": 0, "seed": 0}
    with tempfile.TemporaryDirectory() as folder:
        path, memory = Path(folder, "journal.sqlite"), Path(folder, "statistics.json")
        with closing(Journal(path)) as journal:
            for number in tqdm(range(matches), desc="written", unit="match", disable=None):
                game = journal.begin_game(choice, 1e9 + number * 1e5)
                journal.append(game, 0, events, 1e9 + number * 1e5)
                journal.name_game(
                    game, {"south": "Anna", "west": "Bo", "north": "Carla", "east": f"Guest {number % 50}"}
                )
                journal.finish_game(game, 1e9 + number * 1e5 + 3600)
        history = PastMatches(Scribe(path), outcomes=Outcomes(memory))
        with tqdm(total=matches, desc="counted", unit="match", disable=None) as bar:
            began, left = time.perf_counter(), matches
            while left:
                now = history.statistics()["left"]
                bar.update(left - now)
                left = now
            first = time.perf_counter() - began
        again = PastMatches(Scribe(path), outcomes=Outcomes(memory))  # the program was started anew
        began = time.perf_counter()
        people = again.statistics()["people"]
        known = time.perf_counter() - began
        with closing(Journal(path)) as journal:
            began = time.perf_counter()
            past_games(journal, None, matches)
            listed = time.perf_counter() - began
        kept = memory.stat().st_size
    print(
        f"{matches} matches of {len(events)} events, {len(people)} people: {first:.1f} s at first, {known:.3f} s once"
        f" known ({known / first:.1%} of that, {known / listed:.1f} times as long as their list is read);"
        f" {kept / 1000:.0f} kB kept"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
