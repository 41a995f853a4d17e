"""The process in which computer players think, apart from the table's: ``python -m device.company.player_process``.

Each line on standard input is ``{"level": …, "seed": …, "position": …}``, with a position of docs/formats.md. It is
answered by two lines on standard output, each an action as JSON, or null where nothing can be decided: at once what a
beginner would do, then what that level does. The first line of all says that it is ready. It gives way to other
processes, and ends with whoever started it.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from typing import Any, Final

from device.limits import give_way
from whist.players.player import decide
from whist.players.position_json import position_from_json

READY: Final = "ready"
"""What it says first."""
BEGINNER: Final = "easy"
"""The level that answers at once."""
MOST_BYTES: Final = 300 * 2**20
"""Memory for its data; it ends where it needs more."""


def main() -> int:
    """Answer positions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it says when it is over
    give_way(MOST_BYTES)
    print(json.dumps(READY), flush=True)
    for line in sys.stdin.buffer:
        for action in answers(line):
            print(json.dumps(action), flush=True)
    return 0


def answers(line: bytes) -> Iterator[dict[str, Any] | None]:
    """The two actions for one line; None where it tells no position in which somebody is to act. What was wrong with it
    is not said, for that would tell of cards."""
    level = BEGINNER
    for _ in range(2):
        try:
            asked = json.loads(line)
            yield decide(position_from_json(asked["position"]), level, asked["seed"]).to_json()
            level = asked["level"]
        except MemoryError:
            raise
        except Exception:
            yield None


if __name__ == "__main__":
    sys.exit(main())
