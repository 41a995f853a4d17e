"""Evenings that broke once, each by as few acts as were found:

    python -m tests.clumsy.kept GAME:SEED …

adds the evenings that break now to ``kept.json``, before they are mended.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from tests.clumsy.evening import again, play, shortened
from whist.messages.requests import NewGame

FILE: Final = Path(__file__).with_suffix(".json")
CHOICE: Final = ("game", "options", "players", "dealer", "seed", "holders")
"""What is kept of how a match was begun; evenings kept before had no computer players."""
TRIES: Final = 120
"""In which acts are left out of an evening."""


def kept() -> list[dict[str, Any]]:
    """All evenings that were kept: ``choice``, ``seed``, ``broke`` (what was said of it) and ``acts``."""
    evenings: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return evenings


def breaks(evening: dict[str, Any]) -> str | None:
    """What breaks now when a kept evening is played again; None where nothing does."""
    choice = NewGame(0, **{**evening["choice"], "holders": tuple(evening["choice"].get("holders", ()))})
    return again(choice, evening["seed"], [tuple(act) for act in evening["acts"]])


def main() -> int:
    """Keep evenings; status 1 where one does not break."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("evenings", nargs="+", metavar="GAME:SEED")
    evenings, whole = kept(), 0
    for spec in parser.parse_args().evenings:
        game, seed = spec.split(":")
        evening = play(game, int(seed))
        if evening.broke is None:
            print(f"{spec} does not break")
            whole += 1
            continue
        evening = shortened(evening, TRIES)
        choice = {name: getattr(evening.choice, name) for name in CHOICE}
        broke = (evening.broke or "").splitlines()[0]
        evenings.append({"choice": choice, "seed": evening.seed, "broke": broke, "acts": evening.acts})
        print(f"{spec} is kept, {len(evening.acts)} acts: {broke}")
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in evenings)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return int(whole > 0)


if __name__ == "__main__":
    sys.exit(main())
