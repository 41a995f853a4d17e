"""The live picture of the same evening twice, over other cards in the holders: every look shows the very same.

    python -m tests.web_ui.secrets.unknown_pictures [--games GAME …] [--count N] [--seed S]

Each evening is one deal of a game before the simulated camera: two holders back to back for Android Whist, in the other
games one to three in the places of people who are missing. Cards are laid from holders and from hands, pushed, turned
over, covered by arms and shadows, and gathered; a card of a holder slips, and a holder is pushed. The eyes of the
program look, and a page has the live picture open. Then all of it happens once more with the cards changed round that
stay in the holders; after every look the page must be told the same, and see the same picture byte for byte.

Two things that eyes measure are held equal: where markers are found, and the shape of the pack's indices. Other cards
beside a marker move its corners by some hundredths of a pixel, or let it be found or not where an arm half covers it:
all planes are adjusted at once to all markers, so that of the play area then lies some hundredths of a mm elsewhere.
How an index is printed is learned in the holders. That is far less than a camera's noise, but what then stands between
two places of the grid on which all is drawn may be drawn a step aside, and a half covered index be read or not.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final
from unittest import mock

from device.keeper.live_picture import LivePicture
from tests.web_ui.secrets.unknown_cards import Told, sweep
from vision.arrays import Picture, Points
from vision.camera.protocol import Look
from vision.holders.indices import IndexShape
from vision.planes.planes import ALL_HOLDERS, PARTS, PLAY, PlaneFinder
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import Arm, LyingCard, SimulatedTable, Spot
from vision.simulated.sprites import PixelRegion
from vision.sizes import CAMERA_SIZE, SLOTS
from vision.watch import watcher
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card
from whist.games import rules_of

TURNS: Final = 12
"""Things that happen in an evening."""
APART: Final = 0.4
"""Seconds between two looks: some pictures are left out, because the page gets one a second at most."""
LOOKS: Final = (2, 3, 4, 4, 6)
"""How many looks there are between two things that happen."""
FARTHEST: Final = 110.0
"""How far from the middle cards are laid, mm."""

Change = Callable[[SimulatedTable], None]


@dataclass(frozen=True)
class Evening:
    """What stands where at first (``slots`` of each holder: cards that will be laid, None for hidden ones), and what
    happens then, with the number of looks after it."""

    seed: int
    android: bool
    ways: tuple[float, ...]
    slots: tuple[tuple[Card | None, ...], ...]
    hidden: tuple[Card, ...]
    changes: tuple[tuple[str, Change, int], ...]
    everybody: bool
    """Whether the table is simulated; else a real one where the house rule lets those who sit look."""

    @property
    def parts(self) -> Sequence[str]:
        """The parts of the table that the eyes look at."""
        return PARTS if self.android else (*ALL_HOLDERS[: len(self.slots)], PLAY)


def evening(game: str, seed: int) -> Evening:
    """An evening at random."""
    rng = random.Random(f"pictures {game} {seed}")
    android = game == "android"
    pack = [card for card in (PACK if android else rules_of(game).pack()) if card in PACK]
    rng.shuffle(pack)
    number = 2 if android else rng.randint(1, 3)
    laid, hidden = pack[:10], pack[10:]
    slots: list[list[Card | None]] = [[None] * rng.choice((SLOTS, SLOTS, 11, 7)) for _ in range(number)]
    for card in laid[:6]:  # the others come from people's hands
        one = rng.choice(slots)
        one[rng.randrange(len(one))] = card
    first = rng.choice((0.0, 45.0))
    ways = tuple(first + 90.0 * quarter for quarter in rng.sample(range(4), number))
    changes = tuple(_changes(rng, slots, laid))
    return Evening(seed, android, ways, tuple(map(tuple, slots)), tuple(hidden), changes, rng.random() < 0.5)


def _changes(
    rng: random.Random, slots: Sequence[Sequence[Card | None]], laid: Sequence[Card]
) -> Iterator[tuple[str, Change, int]]:
    """What happens, one after the other."""
    held = {card: number for number, one in enumerate(slots, 1) for card in one if card}
    coming, there = [card for card in laid if card in held or card not in laid[:6]], list[Card]()
    for _ in range(TURNS):
        kind = rng.choice(("lay", "lay", "lay", "lay", "push", "arm", "shadow", "slip", "nudge", "gather"))
        x, y, turn = rng.uniform(-FARTHEST, FARTHEST), rng.uniform(-FARTHEST, FARTHEST), rng.uniform(0.0, 360.0)
        looks = rng.choice(LOOKS)
        if kind == "lay" and coming:
            card = coming.pop(rng.randrange(len(coming)))
            there.append(card)
            yield kind, _lay(card, held.get(card), LyingCard(card, x, y, turn, rng.random() < 0.9)), looks
        elif kind == "push" and there:
            card, face_up = rng.choice(there), rng.random() < 0.8
            yield kind, _push(LyingCard(card, x, y, turn, face_up)), looks
        elif kind == "arm":
            yield kind, _reach(Arm(x, y, rng.choice((-90.0, 0.0, 90.0, 180.0)))), looks
            yield "arm away", _reach(), rng.choice(LOOKS)
        elif kind == "shadow":
            yield kind, _shine(Spot(2 * x, 2 * y, rng.uniform(40.0, 120.0), rng.uniform(-0.6, 0.4))), looks
        elif kind in ("slip", "nudge"):
            yield kind, _moved(rng.randint(1, len(slots)), rng.randrange(SLOTS), kind == "slip", rng.random()), looks
        elif kind == "gather":
            there.clear()
            yield kind, _gather, looks


def _lay(card: Card, holder: int | None, how: LyingCard) -> Change:
    def change(table: SimulatedTable) -> None:
        if holder is not None:
            table.unrack(holder, card)
        table.lay(card, how.x, how.y, how.angle, face_up=how.face_up)

    return change


def _push(how: LyingCard) -> Change:
    return lambda table: table.move(how.card, how.x, how.y, how.angle, face_up=how.face_up)


def _reach(*arms: Arm) -> Change:
    return lambda table: table.reach(arms)


def _shine(spot: Spot) -> Change:
    return lambda table: table.shine([spot])


def _gather(table: SimulatedTable) -> None:
    table.relay(())
    table.shine(())


def _moved(number: int, slot: int, slips: bool, how_far: float) -> Change:
    """The card in a slot slips by up to 3 mm, or the whole holder is pushed by up to 6 mm."""

    def change(table: SimulatedTable) -> None:
        holder = next(one for one in table.scene().holders if one.number == number)
        racked = holder.slots[slot]
        if not slips:
            table._put_holder(replace(holder, back=holder.back + 6.0 * how_far))
        elif racked is not None:
            other = replace(racked, dv=racked.dv + 6.0 * how_far - 3.0, angle=racked.angle + 2.0 * how_far)
            table._put_holder(replace(holder, slots=(*holder.slots[:slot], other, *holder.slots[slot + 1 :])))

    return change


class Camera(SimulatedCamera):
    """Its noise tells nothing: all pictures of a look have the same, whatever is taken of them, and after how many."""

    def look(self) -> Look | None:
        self._number = getattr(self, "_number", 0) + 1
        self.renderer.restart_noise(self._number)
        return super().look()

    def capture(self, region: PixelRegion | None = None) -> Picture:
        self.renderer.restart_noise(self._number)
        x0, y0, x1, y1 = region or (0, 0, *CAMERA_SIZE)
        return super().capture()[y0:y1, x0:x1].copy()


class Page:
    """The program's eyes over a table, and a page that has the live picture open; in one thread, so that it is drawn at
    once what is handed over."""

    def __init__(self, planned: Evening, table: SimulatedTable, reader: Reader) -> None:
        self.now, self.taken = 0.0, 0
        self._camera = Camera(table, seed=planned.seed)
        self._watcher = Watcher(reader, parts=planned.parts)
        self._live = LivePicture(planned.everybody, lambda: True, lambda: self.now)

    def look(self) -> tuple[Any, ...]:
        """One look; what the page is told after it, and the picture."""
        self.now += APART
        self.taken += 1
        with mock.patch("device.keeper.live_picture.threading.Thread.start"):
            self._live.state()
        self._watcher.tick(self._camera)
        self._live.look(self._watcher, self._camera, lost=False)
        if self._live._next is not None:
            handed, self._live._next = self._live._next, None
            self._live._draw(*handed)
        told = self._live.state()
        return told, None if told["number"] is None else self._live.picture(told["number"])

    def close(self) -> None:
        """Give back what pictures it holds."""
        del self._live, self._watcher, self._camera


@dataclass
class Measured:
    """What eyes measure, the same in both evenings: where each marker was found first since holders stand as they do,
    which were found each time, and the shape of the pack's indices, as it was learned first."""

    found: dict[tuple[int, int], Points] = field(default_factory=dict)
    those: dict[int, frozenset[int]] = field(default_factory=dict)
    times: int = 0
    """How often markers were looked for in this evening."""
    shape: IndexShape | None = None
    stand: int = 0
    """How often a holder was pushed."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let eyes measure that."""
        find, read = PlaneFinder.markers, watcher.read_holders

        def markers(finder: PlaneFinder, picture: Picture, wanted: Collection[str]) -> Mapping[int, Points]:
            own = find(finder, picture, wanted)
            self.times += 1
            those = self.those.setdefault(self.times, frozenset(own))
            known = {number: self.found.setdefault((self.stand, number), corners) for number, corners in own.items()}
            return {number: known.get(number, self.found.get((self.stand, number))) for number in those}

        def read_holders(*given: Any) -> Any:
            told = read(*given)
            self.shape = self.shape or told.shape
            return told._replace(shape=self.shape)

        with (
            mock.patch.object(PlaneFinder, "markers", markers),
            mock.patch.object(watcher, "read_holders", read_holders),
        ):
            yield


def shown(planned: Evening, order: random.Random, reader: Reader, measured: Measured) -> list[tuple[str, Any]]:
    """What the page is shown after each look of an evening, its hidden cards dealt in ``order``."""
    table = SimulatedTable(planned.seed)
    hidden = iter(order.sample(planned.hidden, len(planned.hidden)))
    if planned.android:
        table.place_holders("left" if planned.seed % 2 else "right")
    for number, slots in enumerate(planned.slots, 1):
        if not planned.android:
            table.stand(number, planned.ways[number - 1])
        table.rack(number, [card or next(hidden) for card in slots])
    page, measured.stand, measured.times = Page(planned, table, reader), 0, 0
    with measured.held():
        told = [("begin", page.look()) for _ in range(6)]
        for kind, change, looks in planned.changes:
            change(table)
            measured.stand += kind == "nudge"
            told += [(kind, page.look()) for _ in range(looks)]
    page.close()
    return told


def compare(game: str, seed: int, reader: Reader) -> Counter[str]:
    """Play an evening over two orders of the hidden cards; what was compared. Raises ``Told`` where a look shows
    anything else."""
    planned, measured = evening(game, seed), Measured()
    one, other = (shown(planned, random.Random(f"{game} {seed} {which}"), reader, measured) for which in "ab")
    for at, ((kind, first), (_, second)) in enumerate(zip(one, other, strict=True)):
        if first != second:
            raise Told(f"{game} {seed}, look {at}, after {kind}, ways {planned.ways}: {first[0]} and {second[0]}")
    numbers = {told["number"] for _, (told, _) in one} - {None}
    named = sum(len(told.get("cards", ())) for _, (told, _) in one)
    return Counter(evenings=1, looks=len(one), pictures=len(numbers), cards=named)


if __name__ == "__main__":
    sys.exit(sweep(__doc__, partial(compare, reader=Reader())))
