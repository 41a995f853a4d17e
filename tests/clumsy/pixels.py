"""Clumsy evenings through pixels: the same people and promises, but the table knows only what was read from pictures.

    python -m tests.clumsy.pixels [--game GAME …|all] [--evenings N] [--seed S]

``N`` evenings in all, each game in turn. The pictures are those of the simulated camera; eyes, reader, watcher and
keeper are those of ``whist-table run``. Where something cannot be read for sure the table asks, and whoever only wants
to go on answers with what really lies there. Many evenings begin in the midst of a hand, as after a power cut.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from math import cos, hypot, radians, sin
from typing import Any, Final

import cv2
from tqdm import tqdm

from device.keeper.eyes import GameWatcher
from device.keeper.keeper import Keeper
from device.simulated.hands import Hands
from tests.clumsy.evening import BREAKS, CLUMSY, Evening, happen
from tests.clumsy.leads import goes_on, next_acts, taps_to_go_on, tried
from tests.clumsy.people import Act, People, do
from tests.clumsy.running import arguments, games_of, seeds_of
from tests.clumsy.world import World
from tests.web_ui.secrets.unknown_play import some_choice
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.faults import glaring
from vision.simulated.scene import LyingCard, SimulatedTable
from vision.sizes import BRIDGE_CARD
from whist.cards import Card
from whist.messages.events import Event
from whist.messages.observations import LaidCard, Observation, Reading, TableShows
from whist.rules.refusals import Refused
from whist.table.seen.last_seen import CERTAIN
from whist.tables import TableInPlay

ACTS: Final = (15, 25, 30)
"""Of an evening, before the eyes of the camera."""
BEFORE: Final = (0, 0, 8, 40, 90, 200)
"""What was played before that, by people who do not err, and seen without a doubt."""
LOOKS: Final = (5, 20)
"""So many looks at least until nothing is new any more, and at most."""
NEAR: Final = 60.0
"""Millimetres within which what was read is of a card that lies there: one index alone may have told of it."""
INDEX: Final = ((3.0, 3.0), (9.0, 3.0), (3.0, 20.0), (9.0, 20.0))
"""Where an index stands: points aside and down from a card's corner, mm."""


@dataclass
class PixelWorld(World):
    """A table that is seen through pictures, read by ``reader``."""

    reader: Reader = field(kw_only=True)
    shown: tuple[LaidCard, ...] = ()
    """What the eyes have told of the play area last."""
    pictures: int = 0
    """How often something new was read from a picture."""
    _glare: int = 0
    _perfect: bool = False

    def __post_init__(self) -> None:
        self.keeper = Keeper(self.choice)
        self.scene = SimulatedTable(self.seed)
        design = list(DESIGNS)[self.seed % len(DESIGNS)]
        self.camera = SimulatedCamera(self.scene, Pack.drawn(design), self.seed)
        self.eyes = GameWatcher(self.keeper, self.reader)
        self.hands = self._fresh_hands(self.seed)

    @property
    def table(self) -> TableInPlay:  # type: ignore[override]
        """The keeper's table."""
        return self.keeper.table

    def _fresh_hands(self, seed: int) -> Hands:
        self.scene.clear()
        return self._hands_at(self.scene, seed)

    def split(self) -> World:
        """A second table that stands as this one does, on which the cards lie as the eyes have told of them; of the
        trick, those that cannot be seen are not there."""
        plain = World.__new__(World)
        for one in fields(World):
            setattr(plain, one.name, getattr(self, one.name))
        other = World.split(plain)
        told, beside = self._told(), self.beside()
        lies = [
            one if (seen := told.get(one.card)) is None else replace(one, x=seen.x, y=seen.y)
            for one in self.scene.scene().laid
            if not one.face_up or one.card in told or one.card in beside or self.shows(one.card)
        ]
        other.hands.scene.relay(lies)
        other.left_out = tuple({one.card for one in self.scene.scene().laid} - {one.card for one in lies})
        return other

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def _told(self) -> dict[Card, LaidCard]:
        """What the eyes have told of each card that lies there."""
        lies = {one.card: one for one in self.scene.scene().laid if one.face_up}
        left, told = list(self.shown), dict[Card, LaidCard]()
        for by_name in (True, False):
            for card, one in lies.items():
                near = [seen for seen in left if hypot(seen.x - one.x, seen.y - one.y) <= NEAR and card not in told]
                near = [seen for seen in near if not by_name or seen.reading.best == card]
                if near:
                    told[card] = min(near, key=lambda seen: hypot(seen.x - one.x, seen.y - one.y))
                    left.remove(told[card])
        return told

    def shows(self, card: Card) -> bool:
        """Whether an index of a card that lies there is not covered by another card."""
        laid = list(self.scene.scene().laid)
        at = next(number for number, one in enumerate(laid) if one.card == card)
        return any(
            not any(_covers(other, point) for other in laid[at + 1 :] for point in index)
            for index in _indices(laid[at])
        )

    def hidden(self) -> list[Card]:
        """Cards that were laid, and cannot be seen for others."""
        return [card for card in self.loose() if not self.shows(card)]

    def look(self) -> list[Event]:
        """The camera looks until nothing is new; what follows."""
        events: list[Event] = []
        least, most = (1, 4) if self._perfect else LOOKS
        quiet = 0
        for look in range(most):
            seen = self._see()
            self.pictures += bool(seen) and not self._perfect
            happened = self.keeper.see(seen)
            events += happened
            still = self._perfect or (self.eyes.watcher.still and not seen)
            quiet = quiet + 1 if still and not happened else 0
            if look >= least and quiet >= least:
                break
        self._note()
        return events

    def _see(self) -> list[Observation]:
        if self._perfect:
            return self.hands.perfect_view()
        seen = self.eyes.tick(self.camera)
        for one in seen:
            if isinstance(one, TableShows):
                self.shown = one.cards
        return seen

    def _note(self) -> None:
        self.seen = tuple(self._lying())
        told = self._told()
        self.unsure = {card: one.reading for card, one in told.items() if not _surely(card, one.reading)}
        self._glare -= 1
        if self._glare == 0:
            self.scene.shine([])

    def misread(self) -> list[str]:
        """Cards that were read without a doubt as others."""
        if self._perfect or self._glare > 0:
            return []
        return [f"{card} as {read.best}" for card, read in self.unsure.items() if read.probability >= CERTAIN]

    def doubt(self, card: Card, reading: Reading) -> None:
        """A lamp shines back from a card for two acts."""
        laid = next(one for one in self.scene.scene().laid if one.card == card)
        self.scene.shine([glaring(random.Random(str(card)), self.scene, laid)])
        self._glare = 4

    # -- what the table is told ----------------------------------------------------------------------------------------

    def ask(self, person: str, body: dict[str, Any]) -> list[Event]:
        """A tap on the page of ``person``; raises ``Refused``."""
        before = self.table
        self.keeper.request(person, body)
        if self.table is not before:  # another game has begun
            self.seed += 1
            self.hands = self._fresh_hands(self.seed)
            self._clear_away()
        return []

    def play_before(self, acts: int, rng: random.Random) -> None:
        """Let people play so many acts without an error, seen by perfect eyes."""
        self._perfect = True
        for _ in range(acts):
            with suppress(Refused, ValueError):
                do(self, ("honest", rng.randrange(10**6)))
            self.look()
        self._perfect = False


def after_all(world: PixelWorld, present: list[str]) -> bool:
    """Whether somebody can go on after what whoever is to act does next, or by what the page asks for where it takes a
    trick for gathered whose cards are all hidden by others: to take what lies there and draw, and to turn up."""
    rng = random.Random(1)
    for _, step in next_acts(world, rng):
        after = tried(world, step)
        if after is not None and after[1] and taps_to_go_on(after[0], present, rng) is not None:
            return True
    other, last = world.split(), world.public["last_trick"]
    if not other.hands.stock or world.public["phase"] != "turn_up" or not last:
        return False
    before = len(other.table.events)
    with suppress(ValueError):
        other.hands.gather(last["winner"], other.hands.trick())
        other.look()
        other.hands.open()
    other.look()
    events = other.table.events[before:]
    return goes_on(events) or (bool(events) and taps_to_go_on(other, present, rng) is not None)


def _surely(card: Card, reading: Reading) -> bool:
    return reading.best == card and reading.probability >= CERTAIN


def _indices(card: LyingCard) -> list[list[tuple[float, float]]]:
    """Points of both indices of a card that lies there, mm of the table plane."""
    half = BRIDGE_CARD[0] / 2, BRIDGE_CARD[1] / 2
    c, s = cos(radians(card.angle)), sin(radians(card.angle))
    ends = []
    for end in (1.0, -1.0):
        spots = [(end * (aside - half[0]), end * (half[1] - down)) for aside, down in INDEX]
        ends.append([(card.x + u * c - v * s, card.y + u * s + v * c) for u, v in spots])
    return ends


def _covers(card: LyingCard, point: tuple[float, float]) -> bool:
    x, y = point[0] - card.x, point[1] - card.y
    c, s = cos(radians(card.angle)), sin(radians(card.angle))
    return abs(x * c + y * s) < BRIDGE_CARD[0] / 2 and abs(y * c - x * s) < BRIDGE_CARD[1] / 2


def play(game: str, seed: int, reader: Reader, acts: int | None = None) -> Evening:
    """A clumsy evening of ``game`` through pixels: of ``acts``, or of as many as are drawn."""
    rng = random.Random(f"pixels {game} {seed}")
    evening = Evening(some_choice(game, rng), seed)
    world = PixelWorld(evening.choice, seed, reader=reader)
    world.play_before(rng.choice(BEFORE), rng)
    world.look()
    people = People(world, rng, rng.choice(CLUMSY))
    for _ in range(acts or rng.choice(ACTS)):
        present = [person for person in world.persons if rng.random() < 0.8] or [rng.choice(list(world.persons))]
        hidden = world.hidden()
        what: Act = ("uncover", str(hidden[0])) if hidden and rng.random() < 0.5 else people.next()
        evening.acts.append((*what, present, True))
        evening.broke = happen(world, evening.acts[-1], evening.counted)
        if (evening.broke or "").startswith("stuck") and after_all(world, present):
            evening.broke = None
        evening.counted["cards read"] += len(world.shown)
        evening.counted["doubtful cards"] += len(world.unsure)
        evening.counted["hidden cards"] += len(world.hidden())
        if evening.broke is None and (misread := world.misread()):
            evening.broke = f"untrue: {', '.join(misread)} was read without a doubt"
        if evening.broke is not None:
            break
    evening.counted["questions"] += sum(event.name == "question" for event in world.table.events)
    evening.counted["pictures"] += world.pictures
    return evening


def main() -> int:
    """Play evenings; status 1 when one breaks."""
    given = arguments(__doc__, 100, "in all").parse_args()
    games = games_of(given)
    cv2.setNumThreads(1)
    reader = Reader(threads=1)
    kinds, played, counted = Counter[str](), Counter[str](), Counter[str]()
    started = time.process_time()
    for seed in seeds_of(given, "pixels"):
        game = games[seed % len(games)]
        evening = play(game, seed, reader)
        played[game] += 1
        counted += evening.counted
        if evening.broke is not None:
            kinds[evening.broke.split(":")[0]] += 1
            acts = "".join(f"\n    {act}" for act in evening.acts[-8:])
            tqdm.write(f"{game} {seed}: {evening.broke}{acts}")
    print(f"{given.evenings} evenings: {', '.join(f'{game} {number}' for game, number in played.items())}")
    print(", ".join(f"{name} {number}" for name, number in sorted(counted.items()) if not name.startswith("act ")))
    broke = [f"{kinds[kind]} {kind}" for kind in BREAKS]
    print(f"broken: {', '.join(broke)}; {time.process_time() - started:.0f} s of processor time")
    return int(sum(kinds.values()) > 0)


if __name__ == "__main__":
    sys.exit(main())
