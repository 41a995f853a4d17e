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
from typing import Final

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
    reviewed = review(json.load(sys.stdin))
    if reviewed["ok"]:
        reviewed["turns"] = sorted(turning_points(reviewed))
    json.dump(reviewed, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
