"""How long the reader takes where the plane is known: `python -m vision.measuring.plane_speed`.

Two things are timed, from the camera's full-size picture to beliefs: both holders with all 26 slots, and a change of
one card that came to lie still on the table. Other work on the machine slows them, so a yardstick runs in turn with
them: one pass of the detector over 640 × 480 pixels. Processor time, of all threads together, hardly depends on other
work: that of one thread is what a quiet machine takes with one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from vision.arrays import Picture
from vision.holders.indices import USUAL
from vision.holders.slots import read_holders
from vision.packs.faces import Pack
from vision.planes.planes import HOLDERS, PLAY, Plane, PlaneFinder
from vision.reader.reader import MODEL_FOLDER, ModelError, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.places import Who, trick_place
from vision.simulated.scene import LyingCard, SimulatedTable
from vision.sizes import SLOTS
from vision.thresholds import Search
from vision.watch.play_area import Region, cards_from, merged, sightings
from whist.cards import PACK

YARDSTICK: Final = "detector, 640 × 480"
BOTH_HOLDERS: Final = "both holders, 26 slots"
CHANGE: Final = "one card on the table"
_AROUND: Final = 18.0
"""Room around a card that the watcher reads with it: its own, and half a cell of the small picture."""


@dataclass(frozen=True, slots=True)
class TimedScene:
    """A full-size picture of a simulated table, the planes in it, and where the card lies that came last."""

    picture: Picture
    planes: dict[str, Plane]
    change: Region
    racked: int
    """Cards in the holders."""


def known_scene(seed: int = 1) -> TimedScene:
    """Both holders full, and the four cards of a trick on the table."""
    rng = random.Random(seed)
    order = rng.sample(PACK, 2 * SLOTS + 4)
    table = SimulatedTable(seed)
    table.place_holders("left")
    table.rack(1, order[:SLOTS])
    table.rack(2, order[SLOTS : 2 * SLOTS])
    players: tuple[Who, ...] = ("south", "holder 1", "north", "holder 2")
    for card, who in zip(order[2 * SLOTS :], players, strict=True):
        table.lay(card, *trick_place(who, "left", rng))
    pack = Pack.drawn("standard")
    camera = SimulatedCamera(table, pack, seed)
    camera.look()
    picture = camera.capture()
    return TimedScene(picture, PlaneFinder().find(picture), _around(table.scene().laid[-1], pack), 2 * SLOTS)


def _around(laid: LyingCard, pack: Pack) -> Region:
    width, height = pack.size_mm
    c, s = abs(cos(radians(laid.angle))), abs(sin(radians(laid.angle)))
    across, along = (width * c + height * s) / 2 + _AROUND, (width * s + height * c) / 2 + _AROUND
    return laid.x - across, laid.y - along, laid.x + across, laid.y + along


@dataclass(frozen=True, slots=True)
class Spent:
    """Middle milliseconds of one thing: by the clock, and of the processor."""

    clock: float
    processor: float


def timed(reader: Reader, known: TimedScene, rounds: int) -> dict[str, Spent]:
    """What each thing timed took, over `rounds` rounds (two more are not counted)."""
    holders = [(known.picture, known.planes[part]) for part in HOLDERS]
    shape = read_holders(reader, holders).shape
    noise = np.random.default_rng(0).integers(0, 256, (480, 640, 3), np.uint8)

    def change() -> object:
        fresh = sightings(reader, known.picture, known.planes[PLAY], known.change, shape)
        return cards_from(merged((), fresh, known.change, again=False))

    works: dict[str, Callable[[], object]] = {
        YARDSTICK: lambda: reader.poses(noise, (Search.BEST_HEIGHT, Search.BEST_HEIGHT)),
        BOTH_HOLDERS: lambda: read_holders(reader, holders, USUAL),
        CHANGE: change,
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for number in tqdm(range(rounds + 2), desc="rounds", unit="round", leave=False):
        for name, work in works.items():
            began = time.perf_counter(), time.process_time()
            work()
            ended = time.perf_counter(), time.process_time()
            if number >= 2:
                times[name].append((1000 * (ended[0] - began[0]), 1000 * (ended[1] - began[1])))
    return {name: Spent(*(median(column) for column in zip(*spent, strict=True))) for name, spent in times.items()}


def main(arguments: list[str] | None = None) -> int:
    """Print the times with one and with two threads: milliseconds, yardsticks, milliseconds of the processor."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.plane_speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=30, help="at least 1 (default: %(default)s)")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder of the model (default: the one here)")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1:
        parser.error(f"--rounds is {chosen.rounds}; at least one round must be timed.")
    known = known_scene()
    before = cv2.getNumThreads()
    try:
        for threads in (1, 2):
            cv2.setNumThreads(threads)
            spent = timed(Reader(chosen.model, threads), known, chosen.rounds)
            for name, one in spent.items():
                ratio = one.clock / spent[YARDSTICK].clock
                said = f"{one.clock:8.1f} ms{ratio:8.2f} yardsticks{one.processor:8.1f} ms of the processor"
                print(f"{threads} thread{'s' if threads > 1 else ' '}  {name:24}{said}")
    except ModelError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        cv2.setNumThreads(before)
    return 0


if __name__ == "__main__":
    sys.exit(main())
