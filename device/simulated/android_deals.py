"""Whole deals played by two simulated people: through pixels for tests and figures, or written down as frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
from tqdm import tqdm

from device.simulated.android_people import PERSONS, Act, Person, Player, SimulatedHands, act_of, person_named
from device.simulated.chairs import AtHolder
from vision.camera.folder import FRAMES_PER_SECOND
from vision.camera.protocol import Camera
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.beginning.table import BeginningTable
from whist.messages.events import Event, HandScored, TurnedUp
from whist.messages.observations import Observation
from whist.messages.requests import Command, NewGame
from whist.rules.actions import Play as PlayCard
from whist.rules.commands import AndroidOptions, partner
from whist.table.table import Table, computers_of

LOOKS_A_STATE: Final = 2
"""Frames of each state of the table: one that differs from the last, one that shows that it lies still."""
LOOKS_AT_A_DEAL: Final = 12
"""Frames of freshly dealt cards: people look at their hands before anybody leads, and the camera looks again too."""
PATIENCE: Final = 8
"""Looks without any event and without anybody's move after which a rehearsal gives up."""
JPEG_QUALITY: Final = 85


class Stuck(Exception):
    """Nobody can go on; the text says in which state."""


@dataclass
class Report:
    """What a rehearsal came to: events with their looks, and how many questions were asked."""

    events: list[Event] = field(default_factory=list)
    questions: int = 0


def perform(act: Act, table: Table | BeginningTable, person: Person, hands: SimulatedHands) -> list[Event]:
    """Do one act of a simulated person: a request to the table, or a move of cards that the camera must see."""
    seat = table.seat_of(person)
    if act.kind == "command":
        return list(table.apply(Command(partner(seat), act.text)))
    if act.kind == "play" and act.card is not None:
        return list(table.apply(PlayCard(seat, act.card)))
    if act.kind == "answer":
        return list(table.apply(act.answer(seat)))
    if act.kind == "lay" and act.card is not None:
        hands.lay(person, act.card)
    elif act.kind == "move" and act.card is not None:
        hands.move(person, act.card)
    elif act.kind == "cut" and act.card is not None:
        hands.cut(person_named(act.text or person), act.card)
    elif act.kind == "clear":
        hands.clear_cut()
    elif act.kind == "gather":
        hands.gather()
    elif act.kind == "deal":
        view = table.public_view()
        hands.deal(person_named(view["seats"][view["dealer"]]["person"]))
    return []


def tap(act: Act, seat: int) -> tuple[int, dict[str, Any]] | None:
    """What an act of the person at ``seat`` asks of the table, as a record has it: a human commands the partner (RULES
    A6), a computer player chooses the card that is then moved; None for what the camera sees."""
    if act.kind == "play":
        return seat, {"play": str(act.card)}
    return (partner(seat), {"command": act.text}) if act.kind == "command" else None


def players_at(table: Callable[[], Table | BeginningTable], seed: int) -> list[Player | AtHolder[Act]]:
    """The simulated persons who sit at a table, and the computer player whose cards stand in a holder."""
    there = table().persons
    return [Player(one, seed) if one in there else AtHolder(one, table, seed, act_of) for one in PERSONS]


def rehearse(
    table: Any,
    hands: Any,
    players: Sequence[Any],
    look: Callable[[], list[Observation]],
    deals: int = 1,
    on_request: Callable[[int, dict[str, Any]], None] | None = None,
    perform: Callable[[Any, Any, Any, Any], list[Any]] = perform,
    tap: Callable[[Any, int], tuple[int, dict[str, Any]] | None] = tap,
) -> Report:
    """Play ``deals`` deals to the last trick gathered, or the game to its end; whenever ``look`` sees nothing new,
    somebody acts. Table, hands and players are of one kind: those of Android Whist, or of the games without holders.

    Raises ``Stuck`` when ``PATIENCE`` looks in a row bring neither an event nor an act.
    """
    report = Report()
    scored = idle = 0
    while (scored < deals and table.public_view()["phase"] != "over") or hands.laid():
        events = [event for observation in look() for event in table.apply(observation)]
        if not events:
            for player in players:
                act = player.act(table.view(table.seat_of(player.person)), hands)
                if act is None:
                    continue
                seat = table.seat_of(player.person)
                events = perform(act, table, player.person, hands)
                if on_request is not None and (asked := tap(act, seat)) is not None:
                    on_request(*asked)
                idle = 0
                break
            else:
                idle += 1
                if idle >= PATIENCE:
                    raise Stuck(f"Nobody can go on: {table.public_view()['prompt']}")
        report.events += events
        report.questions += sum(event.to_json()["event"] == "question" for event in events)
        scored += sum(event.to_json()["event"] == "hand_scored" for event in events)
    return report


def through_pixels(
    hands: SimulatedHands, camera: Camera, watcher: Watcher, seed: int, options: AndroidOptions, deals: int = 1
) -> Report:
    """Play ``deals`` deals in which the table knows only what ``watcher`` read from ``camera``'s pictures."""
    table = table_of(options, seed, holders_of(hands))

    def look() -> list[Observation]:
        return [seen for _ in range(LOOKS_A_STATE) for seen in watcher.tick(camera)]

    return rehearse(table, hands, players_at(lambda: table, seed), look, deals)


@dataclass
class Recorder:
    """Writes frames, ``truth.jsonl`` and ``requests.jsonl`` of a rehearsal into ``folder``."""

    folder: Path
    scene: SimulatedTable
    camera: SimulatedCamera
    progress: Any
    faults: Sequence[str] = ()
    """What is wrong in the frames to come."""
    _frame: int = 0

    @property
    def t(self) -> float:
        """Time of the last frame, s."""
        return max(0, self._frame - 1) / FRAMES_PER_SECOND

    def frame(self) -> None:
        """Write what the camera sees now, and what is really there."""
        self._frame += 1
        self.camera.look()
        name = f"{self._frame:06d}.jpg"
        cv2.imwrite(str(self.folder / name), self.camera.capture(), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        line = {"frame": name, "t": round(self.t, 3), **self.scene.truth()}
        self.truth(line | {"fault": list(self.faults)} if self.faults else line)
        self.progress.update()

    def truth(self, line: dict[str, Any]) -> None:
        """Append a line to ``truth.jsonl``."""
        self._append("truth.jsonl", line)

    def request(self, seat: int, request: dict[str, Any]) -> None:
        """Append a person's tap, half a frame after the last one."""
        self._append(
            "requests.jsonl", {"t": round(self.t + 0.5 / FRAMES_PER_SECOND, 3), "seat": seat, "request": request}
        )

    def _append(self, name: str, line: dict[str, Any]) -> None:
        with (self.folder / name).open("a") as file:
            file.write(json.dumps(line) + "\n")


def make_fresh(folder: Path) -> None:
    """Make ``folder``; raises ``FileExistsError`` with one sentence when something lies there already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} is not an empty folder; name a new one, so that nothing is overwritten.")
    folder.mkdir(parents=True, exist_ok=True)


def begin_requests(folder: Path, options: AndroidOptions, seed: int, holders: Sequence[int] = ()) -> None:
    """Begin the record of what people ask for; whoever follows it knows of no match but one of two people whose first
    dealer was named, so that any other is chosen there first (RULES S1, S6)."""
    chosen = {"t": 0.0, "seat": 0, "request": _choice(options, seed, holders).to_json()}
    usual = options.first == "named" and not holders
    (folder / "requests.jsonl").write_text("" if usual else json.dumps(chosen) + "\n")


def table_of(options: AndroidOptions, seed: int, holders: Sequence[int] = ()) -> Table | BeginningTable:
    """The table of a match with these options, and computer players in the places of ``holders`` (0 South, 1 North)."""
    choice = _choice(options, seed, holders)
    return Table(options, computers_of(choice)) if options.first == "named" else BeginningTable(choice, options)


def holders_of(hands: SimulatedHands) -> tuple[int, ...]:
    """The places of computer players among these hands."""
    return () if hands.computer is None else (PERSONS.index(hands.computer),)


def _choice(options: AndroidOptions, seed: int, holders: Sequence[int]) -> NewGame:
    return NewGame(0, "android", options.to_json(), seed=seed, holders=tuple(holders))


def simulate(
    folder: Path,
    scene: SimulatedTable,
    camera: SimulatedCamera,
    deals: int,
    seed: int,
    options: AndroidOptions,
    computer: Person | None = None,
) -> None:
    """Write frames of ``deals`` played deals into ``folder`` (DESIGN's record formats)."""
    make_fresh(folder)
    with tqdm(total=deals * 150, unit="frame", desc="simulate", disable=None) as progress:
        hands = SimulatedHands(scene, seed, computer=computer)
        holders = holders_of(hands)
        begin_requests(folder, options, seed, holders)
        recorder = Recorder(folder, scene, camera, progress)
        table = table_of(options, seed, holders)
        last: list[list[Observation]] = [[]]
        dealt = [0]

        def look() -> list[Observation]:
            seen = hands.perfect_view()
            if seen != last[0]:
                last[0] = seen
                fresh, dealt[0] = hands.deals != dealt[0], hands.deals
                for _ in range(LOOKS_AT_A_DEAL if fresh else LOOKS_A_STATE):
                    recorder.frame()
            return seen

        players = players_at(lambda: table, seed)
        for deal in range(1, deals + 1):
            report = rehearse(table, hands, players, look, 1, recorder.request)
            hand = next(event for event in report.events if isinstance(event, HandScored))
            trump = next(event.card.suit for event in report.events if isinstance(event, TurnedUp))
            recorder.truth({"deal": deal, "trump": trump, "tricks": list(hand.tricks), "points": list(hand.points)})
            if table.public_view()["phase"] == "over":
                other = "north" if hands.dealer == "south" else "south"
                table = table_of(replace(options, first_dealer=other), seed, holders)
