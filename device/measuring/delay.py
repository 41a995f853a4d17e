"""How long a card lies at rest before its event is on disk and shown, and what looking costs while nothing moves.

Measured in real time on the simulated table, with everything that stands between a real camera and the page: guard,
eyes, reader, rules, journal.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from tqdm import tqdm

from device.journal.journal import JOURNAL, Journal
from device.keeper.eyes import Eyes, GameWatcher
from device.keeper.keeper import Keeper
from device.run import LIVE_LOOKS, LIVE_REST, LIVE_STILL_LOOKS
from device.simulated.acting import do_by_hand
from device.simulated.hands import Hands
from device.simulated.matches import hands_at
from device.simulated.players import Act, Player
from device.simulated.rehearsal import Stuck
from vision.arrays import Picture
from vision.camera.guarded import GuardedCamera
from vision.camera.protocol import Look
from vision.packs.faces import Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.rules.commands import AndroidOptions

CARDS: Final = 40
"""Cards laid; a deal has 52."""
STILL: Final = 20.0
"""Seconds for which nothing moves."""
SETTLING: Final = 3.0
"""Seconds before them: what was laid last is looked at several times if it is doubtful."""
PATIENCE: Final = 30.0
"""Seconds without anything to be done after which the measurement is given up."""


@dataclass
class DelayFigures:
    """What was measured: ``delays`` of cards in seconds, ``idle`` the share of one core that the program used while
    nothing moved, ``pictures`` what of that the simulated camera took to make its pictures."""

    delays: list[float] = field(default_factory=list)
    idle: float = 0.0
    pictures: float = 0.0

    def delay(self, percent: float) -> float:
        """The delay that ``percent`` of the cards did not exceed, seconds."""
        return float(np.percentile(self.delays, percent))

    def __str__(self) -> str:
        p50, p95 = (f"{1000 * self.delay(percent):.0f} ms" for percent in (50, 95))
        return (
            f"from a card at rest to its event: p50 {p50}, p95 {p95} "
            f"({len(self.delays)} cards, {LIVE_LOOKS:g} looks a second)\n"
            f"nothing moving: {self.idle:.1%} of one core, of which {self.pictures:.1%} make the simulated pictures"
        )


def measure(reader: Reader, seed: int = 1, cards: int = CARDS, still: float = STILL) -> DelayFigures:
    """Play ``cards`` cards of a deal in real time, then sit still for ``still`` seconds; shows a progress bar on a
    terminal. Raises ``Stuck`` when nobody can go on."""
    with _table(reader, seed) as table, tqdm(total=cards, unit="card", desc="delay", disable=None) as progress:
        figures = DelayFigures()
        for seconds in table.played(cards):
            figures.delays.append(seconds)
            progress.update()
        figures.idle, figures.pictures = table.at_rest(still)
        return figures


class _TimedCamera:
    """The simulated camera, and the processor time that its looks took."""

    noisy = True

    def __init__(self, camera: SimulatedCamera) -> None:
        self._camera = camera
        self.seconds = 0.0

    def look(self) -> Look | None:
        """A look."""
        began = time.thread_time()
        look = self._camera.look()
        self.seconds += time.thread_time() - began
        return look

    def capture(self) -> Picture:
        """A capture."""
        return self._camera.capture()

    def close(self) -> None:
        """Nothing needs to be let go."""


class _TimedTable:
    """A table in play, whose simulated people act in real time."""

    def __init__(self, keeper: Keeper, hands: Hands, camera: _TimedCamera, seed: int) -> None:
        self._keeper = keeper
        self._hands = hands
        self._camera = camera
        self._players = [Player(person, seed, lambda: keeper.table) for person in keeper.persons()]
        self._random = random.Random(seed)

    def played(self, cards: int) -> Iterator[float]:
        """Play; the delay of each of so many cards, seconds."""
        while cards:
            act, player = self._next_act()
            began = time.monotonic()
            perform(act, player, self._keeper, self._hands)
            if act.card is not None and act.kind in ("lay", "move"):
                self._wait_for(act.card)
                yield time.monotonic() - began
                cards -= 1

    def at_rest(self, seconds: float) -> tuple[float, float]:
        """Processor time, as a share of real time, of the whole program and of the camera while nothing moves."""
        time.sleep(SETTLING)
        began, used, camera = time.monotonic(), time.process_time(), self._camera.seconds
        time.sleep(seconds)
        passed = time.monotonic() - began
        return (time.process_time() - used) / passed, (self._camera.seconds - camera) / passed

    def _next_act(self) -> tuple[Act, Player]:
        """What somebody does next, once the table knows that it is their move; nobody's hand keeps time with the
        camera."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(0.3 + self._random.random() / LIVE_LOOKS)
            for player in self._players:
                act = player.act(self._keeper.private_view(player.person), self._hands)
                if act is not None:
                    return act, player
        raise Stuck(f"Nobody can go on: {self._keeper.public_view()['prompt']}")

    def _wait_for(self, card: Card) -> None:
        until = time.monotonic() + PATIENCE
        version = 0
        while not is_played(card, self._keeper):
            if time.monotonic() > until:
                raise Stuck(f"{card} was laid and is not seen: {self._keeper.public_view()['prompt']}")
            version = self._keeper.wait(version, 0.5)


def perform(act: Act, player: Player, keeper: Keeper, hands: Hands) -> None:
    """Do what a simulated person does: on the page, or with cards."""
    if act.body:
        keeper.request(player.person, dict(act.body))
    else:
        do_by_hand(act, keeper.table.seat_of(player.person), keeper.table, hands)


def is_played(card: Card, keeper: Keeper) -> bool:
    """Whether the table has just told that a card was played."""
    lines = (event.to_json() for event in keeper.table.events[-6:])
    return any(line["event"] == "played" and line["card"] == str(card) for line in lines)


@contextmanager
def _table(reader: Reader, seed: int) -> Iterator[_TimedTable]:
    """A table in a folder of its own, with eyes that look at it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="whist-table-")))
        keeper = Keeper(AndroidOptions(), stack.enter_context(closing(Journal(folder / JOURNAL))))
        scene = SimulatedTable(seed)
        hands = hands_at(keeper.table, scene, seed)
        camera = _TimedCamera(SimulatedCamera(scene, Pack.drawn("standard"), seed, clock=time.monotonic))
        eyes = Eyes(
            keeper, GameWatcher(keeper, reader, LIVE_STILL_LOOKS, LIVE_REST), GuardedCamera(lambda: camera), LIVE_LOOKS
        )
        eyes.start()
        stack.callback(eyes.stop)
        yield _TimedTable(keeper, hands, camera, seed)


if __name__ == "__main__":
    print(measure(Reader()))
