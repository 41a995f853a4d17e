"""How much later a card is on the board of another household's table than on its own.

    python -m tests.device.link.delays [--households 2] [--first 2] [--players 4] [--rounds 8] [--speed 20] [--seed 1]

Plays so many rounds of a linked match on running programs, simulated tables and a real broker (``cuts`` without a cut),
and listens to the streams that all boards follow. From a card at rest to its own board is the way that every table has;
what is measured is how much longer the way to each other board is. Status 1 where one card in twenty takes more than
250 ms longer, or one never came.
"""

from __future__ import annotations

import argparse
import http.client
import json
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.device.link.cuts import Match, Plan, begin_together, ended, played, running

MOST_S = 0.25
LAST_S = 3.0
"""Seconds that the last card is waited for."""


class Laid(NamedTuple):
    """A card on a board: within a hand each seat lays it once."""

    hand: int
    seat: int
    card: str


class Board:
    """Listens to a board's stream at ``address``, and notes when each card was first on it (``time.monotonic``)."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.first: dict[Laid, float] = {}
        self.here: set[int] = set()
        """The seats at this table."""
        self.halt = threading.Event()
        threading.Thread(target=self._go_on, daemon=True).start()

    def _go_on(self) -> None:
        while not self.halt.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._listen()  # a stream ends after a while, and is opened anew, as the page does

    def _listen(self) -> None:
        with closing(http.client.HTTPConnection(self._address, timeout=30.0)) as line:
            line.request("GET", "/events")
            answer = line.getresponse()
            while not self.halt.is_set() and (text := answer.readline()):
                if text.startswith(b"data:"):
                    self.note(json.loads(text[5:])["view"], time.monotonic())

    def note(self, view: Mapping[str, Any], now: float) -> None:
        """What the board shows now."""
        self.here = {seat["seat"] for seat in view["seats"] if not seat.get("away")}
        for one in view["trick"]:
            if one["card"]:
                self.first.setdefault(Laid(view["deals"], one["seat"], one["card"]), now)


def later(boards: Sequence[Board]) -> tuple[list[float], int]:
    """By how many seconds each card came later to each other board, least first; and how many never came."""
    found, missing = list[float](), 0
    for own in boards:
        for laid, when in own.first.items():
            if laid.seat not in own.here:
                continue
            for other in boards:
                if other is own:
                    continue
                if laid in other.first:
                    found.append(other.first[laid] - when)
                else:
                    missing += 1
    return sorted(found), missing


def listened(folder: Path, match: Match, rounds: int, speed: float, seed: int) -> list[Board]:
    """Play so many rounds; the boards that were listened to."""
    boards = list[Board]()
    with running(folder) as (broker, programs):
        try:
            begin_together(folder, broker, match, speed, seed, programs)
            boards += [Board(one.address) for one in programs]
            played(programs, Plan(0, 0, 0, 0.0), rounds, Random(seed), broker)
            time.sleep(LAST_S)
            return boards
        finally:
            for board in boards:
                board.halt.set()


def main() -> int:
    """Measure by the command line."""
    signal.signal(signal.SIGTERM, ended)
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    for name, usual in (("households", 2), ("first", 2), ("players", 4), ("rounds", 8), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--speed", type=float, default=20.0)
    asked = parser.parse_args()
    match = Match(asked.first, asked.players, asked.households)
    with tempfile.TemporaryDirectory() as folder:
        boards = listened(Path(folder), match, asked.rounds, asked.speed, asked.seed)
    found, missing = later(boards)
    if not found:
        print("no card was on two boards")
        return 1
    p50, p95 = (found[int(len(found) * part)] * 1000 for part in (0.5, 0.95))
    print(
        f"{len(found)} cards came to another household's board later by p50 {p50:.0f} ms, p95 {p95:.0f} ms,"
        f" at most {found[-1] * 1000:.0f} ms; {missing} never came"
    )
    return int(p95 > MOST_S * 1000 or missing > 0)


if __name__ == "__main__":
    sys.exit(main())
