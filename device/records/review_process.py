"""The process in which a played hand is reviewed, apart from the table's: ``python -m device.records.review_process``.

A game record (docs/formats.md) comes in on standard input, its review goes out on standard output as JSON, with
``turns``, the places of its turning points in the order played. It gives way to everything else.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress
from typing import Any, Final

from whist.players.review import review, turning_points

GIVES_WAY: Final = 19
"""Its nice value: the camera comes first, and then whoever plays."""
MOST_BYTES: Final = 300 * 2**20
"""Memory for its data; it ends where it needs more."""


def main() -> int:
    """Review the hand of standard input."""
    with suppress(OSError):
        os.nice(GIVES_WAY)
    with suppress(OSError):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[len(cores) // 2 :])  # the others are for the camera's pictures
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
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
