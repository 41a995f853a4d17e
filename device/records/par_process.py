"""The process in which the par of played hands is worked out, apart from the table's: ``python -m
device.records.par_process``.

An array of game records (docs/formats.md) comes in on standard input. For each of them a line goes out on standard
output: the tricks of each side and those that best play would have brought it, ``[[7, 6], [8, 5]]``, or null. It gives
way to everything else.
"""

from __future__ import annotations

import json
import sys

from device.limits import give_way
from device.records.review_process import MOST_BYTES
from whist.players.review import par_of


def main() -> int:
    """Work out the par of the hands of standard input."""
    give_way(MOST_BYTES)
    for record in json.load(sys.stdin):
        print(json.dumps(par_of(record)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
