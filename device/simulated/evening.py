"""Evenings at the simulated table on which people have habits and pictures have faults, written down as frames."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from device.simulated.acting import players_at
from device.simulated.habits import HABITS
from device.simulated.hands import Hands
from device.simulated.matches import begin_requests, hands_at
from device.simulated.players import Act
from device.simulated.rehearsal import Recorder, make_fresh, rehearse
from device.simulated.stage import DONE, Chronicler, Stage
from vision.packs.faces import Pack, PackError
from vision.simulated import faults as picture
from vision.simulated.faults import PICTURE_FAULTS, ROOM_FAULTS, room
from vision.simulated.scene import Air, SimulatedTable
from vision.simulated.workmanship import USUAL, Workmanship
from whist.cards import JOKERS
from whist.messages.events import DealStarted, Event, HandScored, Played, TakenBack
from whist.messages.events_of_calls import HandStarted
from whist.messages.requests import NewGame
from whist.tables import TableInPlay, begin

ALL: Final = "all"
"""Instead of names: drawn at random for each deal."""
LAST_BEGIN: Final = 9
"""No fault waits longer for its moment than this trick (0…12)."""


WITH_FAULTS: Final = frozenset({"android"})
"""The games whose people have habits."""


class UnknownFault(Exception):
    """There is no fault of that name; the text names those there are."""


def fault_names() -> dict[str, str]:
    """Every fault by its name, with what it is, in the order in which they are told."""
    return {name: habit.about for name, habit in HABITS.items()} | dict(PICTURE_FAULTS) | dict(ROOM_FAULTS)


def faults_of(text: str) -> tuple[str, ...]:
    """The faults named in ``text``, separated by commas; raises ``UnknownFault``."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    unknown = [name for name in names if name not in fault_names() and name != ALL]
    if unknown or not names:
        raise UnknownFault(
            f"There is no fault {', '.join(unknown) or repr(text)}; name some of {', '.join(fault_names())}, or all."
        )
    return names


@dataclass
class Plan:
    """What goes wrong in one deal: each fault with the trick (0…12) from which on it waits for its moment."""

    habits: dict[str, int] = field(default_factory=dict)
    pictures: dict[str, int] = field(default_factory=dict)

    @classmethod
    def draw(cls, names: Collection[str], rng: random.Random) -> Plan:
        """Those named, or some of all of them."""
        habits: Sequence[str] = [name for name in HABITS if name in names]
        pictures: Sequence[str] = [name for name in PICTURE_FAULTS if name in names]
        if ALL in names:
            habits = rng.sample(list(HABITS), rng.randrange(2, 6))
            pictures = rng.sample(list(PICTURE_FAULTS), rng.randrange(0, 3))
        return cls(
            {name: rng.randrange(LAST_BEGIN) for name in habits},
            {name: rng.randrange(LAST_BEGIN) for name in pictures},
        )


class Conductor:
    """Lets faults happen in the midst of a rehearsal: before an act of a person, one habit at a time."""

    def __init__(self, stage: Stage, names: Collection[str], *, habits: bool = True) -> None:
        """``habits``: people have some, too."""
        self.stage = stage
        self._habits = habits
        self.names = names
        self.plan = Plan()
        self.fresh = True
        """Whether the next deal is another hand, not the same one dealt again."""
        self.happened: list[str] = []
        """What has happened in this deal."""
        self._lasting: set[str] = set()

    def begin_deal(self) -> None:
        """Draw what goes wrong in the deal that now begins; the lamps are as they should be again."""
        self.plan = Plan.draw(self.names, self.stage.rng)
        if not self._habits:
            self.plan.habits.clear()
        self.happened, self.fresh = [], False
        self.stage.dropping = False
        self.stage.active.clear()
        self.stage.active |= {name for name in ROOM_FAULTS if name in self.names}
        self.stage.scene.breathe(Air())

    def perform(self, act: Act, table: TableInPlay, person: str, hands: Hands) -> list[Event]:
        """Do an act, after what goes wrong before it (``rehearse``'s ``perform``)."""
        stage, before = self.stage, len(table.events)
        if act.kind == "deal" and self.fresh:
            self.begin_deal()
        pending, stage.after_next = stage.after_next, None
        if stage.quiet and act.kind not in ("lay", "command") and pending is None:
            stage.quiet = False
            stage.show()
        was_quiet = stage.quiet
        if act.kind == "move" and act.card is not None and not was_quiet and pending is None:
            stage.hear(person, act.card)
        self._pictures(act)
        if act.kind in ("gather", "deal"):
            stage.settle()
        due = act if was_quiet or person not in table.persons else self._habit(act, person)
        if was_quiet:
            stage.quiet = False
        stage.do(due, person)
        if pending is not None:
            pending()
        self._over()
        return list(table.events[before:])

    def _habit(self, act: Act, person: str) -> Act:
        """Do the first habit whose moment this is."""
        stage, tricks = self.stage, self.stage.tricks
        for name, since in self.plan.habits.items():
            habit = HABITS[name]
            if act.kind not in habit.before or (tricks < since and act.kind != "deal" and name != "misdeal"):
                continue
            stage.active.add(name)
            due = habit.do(stage, act, person)
            if due is None:
                stage.active.discard(name)
                continue
            del self.plan.habits[name]
            self.happened.append(name)
            self._lasting = {name} if due is DONE or due is not act else set()
            if not self._lasting:
                stage.active.discard(name)
            return due
        return act

    def _over(self) -> None:
        """What a habit has left behind is gone after the next act."""
        if self.stage.after_next is None and not self.stage.quiet:
            self.stage.active -= self._lasting
            self._lasting = set()

    def _pictures(self, act: Act) -> None:
        """Let faults of the picture begin whose moment has come."""
        stage, rng = self.stage, self.stage.rng
        tricks = stage.tricks
        for name, since in list(self.plan.pictures.items()):
            if act.kind not in ("lay", "move", "command") or tricks < since:
                continue
            del self.plan.pictures[name]
            self.happened.append(name)
            stage.active.add(name)
            if name == "shadows":
                stage.passing[name] = stage.spots(picture.passing_shadow(rng))
            elif name == "glare":
                laid = stage.scene.scene().laid
                spot = picture.glaring(rng, stage.scene, rng.choice(laid) if laid and rng.random() < 0.6 else None)
                stage.passing[name] = stage.spots([spot] * rng.randrange(6, 14))
            elif name == "defocus":
                stage.passing[name] = stage.airs(picture.hunting(rng, stage.scene.scene().air))
            elif name == "dropped":
                stage.dropping = True
            elif name == "camera-nudged":
                stage.recorder.knock(rng)
                stage.show(3)
                stage.active.discard(name)
            else:
                stage.scene.breathe(picture.dim(rng) if name == "dim" else picture.coloured(rng))
                stage.show(2)


def simulate_evening(
    folder: Path,
    pack: Pack,
    deals: int,
    seed: int,
    choice: NewGame,
    names: Collection[str],
    workmanship: Workmanship = USUAL,
    progress: bool = True,
) -> None:
    """Write frames of ``deals`` played deals of ``choice``, with the faults of ``names``, into ``folder`` (DESIGN's
    record formats).

    Each frame's line of ``truth.jsonl`` names under ``fault`` what is wrong in it, each deal's line what has happened
    and, as ``plays``, who played which card. ``workmanship`` says how the table is made. ``progress``: with a bar,
    where there is a terminal. Raises as ``device.simulated.matches.write_deals``.
    """
    make_fresh(folder)
    scene = SimulatedTable(seed, workmanship)
    wrong = with_rooms(names, seed)
    with tqdm(
        total=deals * 190, unit="frame", desc="simulate", disable=None if progress is None else not progress
    ) as bar:
        begin_requests(folder, choice)
        recorder = EveningRecorder(folder, scene, room(scene, pack, seed, wrong), bar)
        play_evening(scene, recorder, deals, seed, choice, wrong)


def with_rooms(names: Collection[str], seed: int) -> set[str]:
    """The faults of an evening of ``seed``: those named, and where all are wanted some that a room has all evening."""
    rng = random.Random(f"room {seed}")
    drawn = {name for name in ROOM_FAULTS if rng.random() < 0.25} if ALL in names else set()
    return set(names) | drawn


def play_evening(
    scene: SimulatedTable,
    recorder: Chronicler,
    deals: int,
    seed: int,
    choice: NewGame,
    names: Collection[str],
) -> None:
    """Play ``deals`` deals of ``choice`` with faults of ``names``, those of the picture alone where its people have no
    habits; ``recorder`` writes down what can be seen and what is said."""
    table = begin(choice)
    hands = hands_at(table, scene, seed)
    stage = Stage(hands, recorder, table, random.Random(f"evening {seed}"))
    conductor = Conductor(stage, names, habits=choice.game in WITH_FAULTS)
    players = players_at(lambda: stage.table, seed)
    for deal in range(1, deals + 1):
        report = rehearse(table, hands, players, stage.look, 1, perform=conductor.perform)
        stage.settle()
        conductor.fresh = True
        recorder.truth(_told(deal, table, report.events, conductor.happened))
        if table.public_view()["phase"] == "over":
            choice = table.again(choice)
            table = stage.table = begin(choice)
            hands.throw_in()


class EveningRecorder(Recorder):
    """A recorder that can be disturbed."""

    def skip(self, frames: int) -> None:
        """Lose so many frames."""
        self._frame += frames

    def knock(self, rng: random.Random) -> None:
        """Somebody knocks against the camera."""
        self.camera.renderer.rehang(picture.knocked(rng, self.camera.renderer.view))

    def has_jokers(self) -> bool:
        """Whether the pack on the table has jokers."""
        return has_jokers(self.camera.renderer.pack)


def has_jokers(pack: Pack) -> bool:
    """Whether a pack has jokers."""
    try:
        return bool(pack.face(JOKERS[0]).size)
    except PackError:
        return False


def _told(deal: int, table: TableInPlay, events: Sequence[Event], happened: Sequence[str]) -> dict[str, Any]:
    """The line of a deal that is over."""
    hand = next(event for event in events if isinstance(event, HandScored))
    *_, done = table.finished.values()
    plays: list[Played] = []
    for event in events:
        if isinstance(event, Played):
            plays.append(event)
        elif isinstance(event, TakenBack):
            plays.pop()
        elif isinstance(event, DealStarted | HandStarted) and event.redeal:
            plays.clear()
    line = {"deal": deal, "trump": done.line.trump, "tricks": list(hand.tricks), "points": list(hand.points)}
    return line | {"plays": [[play.seat, str(play.card)] for play in plays], "fault": sorted(happened)}
