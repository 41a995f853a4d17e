"""How long a card lies at rest before its event, and what looking costs, on a Raspberry Pi's slower processor:
``whist-table bench --as pi4``.

All that stands between a Pi's camera and the page runs here as it does in ``whist-table run``: guard, shaded camera,
eyes, watcher, reader, rules, journal, lights, slot strip. But time is made: the clock goes on by the processor time
that the whole program uses, in whatever thread, times a factor; and by what is waited for, the camera's pictures. So a
busy machine measures the same as an idle one, nearly. What a disk takes is not in it, nor what Picamera2 and libcamera
do by themselves. That pictures are drawn and people think takes no time; what Picamera2 copies is copied.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from math import floor
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from gpiozero.pins import SPI
from gpiozero.pins.mock import MockFactory
from tqdm import tqdm

from device.journal.journal import JOURNAL, Journal
from device.keeper.eyes import Eyes, GameWatcher
from device.keeper.keeper import Keeper
from device.keeper.shaded_camera import ShadedCamera
from device.lights.panel import Panel
from device.lights.pin_factory import NowhereSPI
from device.lights.strip import LIGHTS
from device.measuring.delay import CARDS, PATIENCE, SETTLING, STILL, is_played, perform
from device.run import LIVE_LOOKS, LIVE_REST, LIVE_STILL_LOOKS
from device.settings.settings import Settings
from device.simulated.camera import SLOWLY
from device.simulated.hands import Hands
from device.simulated.matches import hands_at
from device.simulated.players import Act, Player
from device.simulated.rehearsal import Stuck
from vision.arrays import Picture
from vision.camera.guarded import GuardedCamera
from vision.camera.picamera2 import FRAME_TIME
from vision.camera.protocol import SMALL, Box, Look
from vision.camera.settling import Light
from vision.packs.faces import Pack
from vision.planes.planes import HOLDERS, PlaneFinder
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.sizes import CAMERA_SIZE, CARD_BOTTOM, POKER_CARD, SLOT_PITCH, slot_left
from whist.cards import Card
from whist.messages.observations import SLOTS
from whist.rules.commands import AndroidOptions

FACTORS: Final[Mapping[str, float]] = {"pi4": 6.5, "pi5": 2.5}
"""So many times longer than this machine's processor one of a Raspberry Pi takes: assumed, not measured."""
LATE: Final = 0.18
"""Seconds from a picture's moment until the Pi camera gives it: assumed, not measured."""
FRAME: Final = FRAME_TIME / 1e6
"""Seconds from picture to picture."""
THINKING: Final = 1.0
"""Seconds at least before somebody lays a card: it has to be taken, and moved."""
_NAMES: Final[Mapping[str, str]] = {"pi4": "Raspberry Pi 4", "pi5": "Raspberry Pi 5"}
_SPOT: Final = 4.0
"""Radius of a light of the strip in a picture, mm; the strip runs above the cards, and shines brighter than paper."""
_ABOVE: Final = 6.0
_WHITE: Final = 255
_PIXELS: Final = 3.5
"""Pixels a mm, roughly."""


@dataclass
class SlowerFigures:
    """What was measured: ``delays`` of cards, seconds; ``idle`` the share of one core used while nothing moves."""

    delays: list[float] = field(default_factory=list)
    idle: float = 0.0

    def __str__(self) -> str:
        p50, p95 = (f"{1000 * np.percentile(self.delays, percent):.0f} ms" for percent in (50, 95))
        return (
            f"from a card at rest to its event p50 {p50}, p95 {p95} ({len(self.delays)} cards); "
            f"nothing moving: {self.idle:.1%} of one core"
        )


def measure_as(model: str, reader: Reader, seed: int = 1, cards: int = CARDS, still: float = STILL) -> Iterator[str]:
    """The figures as a Raspberry Pi (``pi4``, ``pi5``) would have them, in three lines: without a slot strip, and, for
    cards over which a light of it burns, with one. Shows a progress bar on a terminal. Raises ``Stuck`` when nobody can
    go on."""
    yield (
        f"as a {_NAMES[model]}: processor time × {FACTORS[model]:g}, pictures {LATE:g} s late (both assumed), "
        f"{1 / FRAME:.0f} looks a second"
    )
    for lit in (False, True):
        with _table(FACTORS[model], reader, seed, lit) as table:
            name = "lit" if lit else "unlit"
            figures = SlowerFigures(
                list(tqdm(table.played(cards, lit), total=cards, unit="card", desc=name, disable=None))
            )
            figures.idle = table.at_rest(still)
        yield f"{name}: {figures}"


class StretchedClock:
    """Seconds that go on by this process's processor time times ``factor``, and by what is waited for."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._used = time.process_time()
        self._now = 0.0
        self.busy = 0.0
        """Seconds of processor time, stretched."""

    def __call__(self) -> float:
        """Seconds since it was made."""
        used = time.process_time()
        stretched, self._used = self._factor * (used - self._used), used
        self.busy += stretched
        self._now += stretched
        return self._now

    def wait_until(self, t: float) -> None:
        """Let the time until ``t`` pass, if that is to come."""
        self._now = max(self(), t)

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is done meanwhile takes no time."""
        self()
        yield
        self._used = time.process_time()


class _Pins(MockFactory):  # type: ignore[misc]
    """Pins with a slot strip at the end of SPI0, which notes when it was sent what."""

    def __init__(self, clock: StretchedClock) -> None:
        super().__init__()
        self._clock = clock
        self._sent: list[tuple[float, list[int]]] = []

    def _get_spi_class(self, shared: bool, hardware: bool) -> type[SPI]:
        return _StripSPI

    def take(self, data: Sequence[int]) -> None:
        """Take a frame (`device.lights.strip`)."""
        self._sent.append((self._clock(), [data[4 + 4 * light] & 0x1F for light in range(LIGHTS)]))

    def burning(self, t: float) -> list[int]:
        """The lights that burned at ``t`` seconds."""
        shown = next((levels for sent, levels in reversed(self._sent) if sent <= t), [])
        return [light for light, level in enumerate(shown) if level]


class _StripSPI(NowhereSPI):
    def transfer(self, data: Sequence[int]) -> list[int]:
        """Pass it on; nobody answers."""
        self.pin_factory.take(data)
        return super().transfer(data)


class _LateCamera:
    """The simulated camera as a Pi's: a picture each ``FRAME`` seconds, there ``LATE`` seconds later, and copied.

    ``acting`` is told up to which moment people act before the picture is taken.
    """

    noisy = True

    def __init__(
        self, camera: SimulatedCamera, clock: StretchedClock, pins: _Pins, acting: Callable[[float], None]
    ) -> None:
        self._camera = camera
        self._clock = clock
        self._pins = pins
        self._acting = acting
        self._light = Light()
        self._finder = PlaneFinder()
        self._spots: dict[int, tuple[int, int]] = {}
        self._places: object = None
        self._number = 0

    def look(self) -> Look | None:
        """The first picture that is not there yet, small."""
        self._number = max(self._number, floor((self._clock() - LATE) / FRAME)) + 1
        t = self._number * FRAME
        self._clock.wait_until(t + LATE)
        with self._clock.held():
            self._acting(t)
            look = self._camera.look()
            drawn = None if look is None else self._lit(look.picture, SMALL, t)
        if drawn is None:
            return None
        picture = drawn.copy()
        self._light.step(picture, t)
        return Look(picture, t)

    def capture(self) -> Picture:
        """The same in full size."""
        return self.capture_part((0, 0, *CAMERA_SIZE))

    def capture_part(self, box: Box) -> Picture:
        """What ``box`` shows of it."""
        with self._clock.held():
            drawn = self._lit(self._camera.capture(), 1, self._number * FRAME)
        part = drawn[box[1] : box[3], box[0] : box[2]].copy()
        with self._clock.held():
            del drawn  # letting go of so much memory takes time, too
        return part

    def _lit(self, picture: Picture, smaller: int, t: float) -> Picture:
        """The picture with the lights of the strip that burned."""
        for light in self._pins.burning(t):
            x, y = self._spot(light)
            middle = (round(x / smaller), round(y / smaller))
            cv2.circle(picture, middle, round(_SPOT * _PIXELS / smaller), (_WHITE,) * 3, cv2.FILLED)
        return picture

    def _spot(self, light: int) -> tuple[int, int]:
        """Where a light of the strip is in the picture."""
        holders = self._camera.table.scene().holders
        places = [(one.number, one.x, one.turn) for one in holders]
        if places != self._places:
            self._places, self._spots = places, {}
            planes = self._finder.find(self._camera.capture())
            for number in range(LIGHTS):
                plane = planes[HOLDERS[number // SLOTS]]
                over = (slot_left(number % SLOTS) + SLOT_PITCH / 2, CARD_BOTTOM + POKER_CARD[1] + _ABOVE)
                x, y = plane.to_picture(np.array([over]))[0]
                self._spots[number] = round(x), round(y)
        return self._spots[light]

    def close(self) -> None:
        """Nothing needs to be let go."""


class _StretchedTable:
    """A table in play, whose simulated people act in the time of its clock."""

    def __init__(self, keeper: Keeper, hands: Hands, clock: StretchedClock, panel: Panel, seed: int) -> None:
        self.eyes: Eyes
        self._keeper = keeper
        self._hands = hands
        self._clock = clock
        self._panel = panel
        self._players = [Player(person, seed, lambda: keeper.table) for person in keeper.persons()]
        self._random = random.Random(seed)
        self._looked = 0.0
        self._next: tuple[float, Act, Player] | None = None
        """What somebody is about to do, and when."""

    def played(self, cards: int, lit_only: bool) -> Iterator[float]:
        """Play; the delay of each of so many cards, seconds."""
        since = self._clock()
        laid: tuple[float, Card, bool] | None = None
        while cards:
            if self._next is None and laid is None:
                with self._clock.held():
                    self._decide()
            before, lit = self._next, bool(self._panel.strip.lit)
            self._turn()
            if before is not None and self._next is None:
                t, act, _ = before
                since = t
                if act.card is not None and act.kind in ("lay", "move"):
                    laid = t, act.card, lit
            if laid is not None and is_played(laid[1], self._keeper):
                if laid[2] or not lit_only:
                    yield self._looked - laid[0]
                    cards -= 1
                laid = None
            if self._clock() - since > PATIENCE:
                raise Stuck(f"Nobody can go on: {self._keeper.public_view()['prompt']}")

    def at_rest(self, seconds: float) -> float:
        """Share of one core that is used while nothing moves."""
        self._next = None
        self._looked_for(SETTLING)
        busy, began = self._clock.busy, self._clock()
        self._looked_for(seconds)
        return (self._clock.busy - busy) / (self._clock() - began)

    def _looked_for(self, seconds: float) -> None:
        until = self._clock() + seconds
        while self._clock() < until:
            self._turn()

    def _turn(self) -> None:
        rest = self.eyes.turn()
        self._looked = self._clock()  # what was seen has been told; then the eyes rest
        self._clock.wait_until(self._looked + rest)
        if self._next is not None and self._next[1].kind in ("command", "answer") and self._next[0] <= self._clock():
            self._act()

    def _decide(self) -> None:
        """What somebody does next, once the table knows that it is their move."""
        for player in self._players:
            act = player.act(self._keeper.private_view(player.person), self._hands)
            if act is not None:
                self._next = self._clock() + THINKING + self._random.random() * FRAME, act, player
                return

    def acting(self, t: float) -> None:
        """What hands do until ``t``."""
        if self._next is not None and self._next[0] <= t and self._next[1].kind not in ("command", "answer"):
            self._act()

    def _act(self) -> None:
        assert self._next is not None
        _, act, player = self._next
        self._next = None
        perform(act, player, self._keeper, self._hands)


@contextmanager
def _table(factor: float, reader: Reader, seed: int, lit: bool) -> Iterator[_StretchedTable]:
    """A table in a folder of its own, with eyes that look at it in time that is made."""
    settings = Settings()
    settings = replace(settings, strip=replace(settings.strip, enabled=lit))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="whist-table-")))
        clock = StretchedClock(factor)
        pins = _Pins(clock)
        panel = Panel(settings, pins)
        stack.callback(panel.close)
        keeper = Keeper(AndroidOptions(target=9), stack.enter_context(closing(Journal(folder / JOURNAL))), panel)
        scene = SimulatedTable(seed)
        hands = hands_at(keeper.table, scene, seed)
        table = _StretchedTable(keeper, hands, clock, panel, seed)
        late = _LateCamera(SimulatedCamera(scene, Pack.drawn("standard"), seed), clock, pins, table.acting)
        camera = stack.enter_context(closing(GuardedCamera(lambda: late, SLOWLY, clock=clock)))
        watcher = GameWatcher(keeper, reader, LIVE_STILL_LOOKS, LIVE_REST)
        table.eyes = Eyes(keeper, watcher, ShadedCamera(camera, panel.strip), LIVE_LOOKS, clock=clock)
        yield table
