"""The process in which a played hand is reviewed, apart from the table's: ``python -m device.records.review_process``.

A game record (docs/formats.md) comes in on standard input, its review goes out on standard output as JSON, with
``turns``, the places of its turning points in the order played. It gives way to everything else.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from device.limits import give_way
from whist.players.review import review, turning_points

MOST_BYTES: Final = 300 * 2**20
"""Memory for its data; it ends where it needs more."""


def main() -> int:
    """Review the hand of standard input."""
    give_way(MOST_BYTES)
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
    return 0


def answer(record: Any) -> dict[str, Any]:
    """The review of a game record, with its ``turns``."""
    reviewed = review(record)
    if reviewed["ok"]:
        reviewed["turns"] = sorted(turning_points(reviewed))
    return reviewed


if __name__ == "__main__":
    sys.exit(main())
