"""A rehearsal: deals played by simulated people, whatever looks at the table; and who writes down what can be seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2

from device.simulated.acting import AtHolder, perform, tap
from device.simulated.hands import Hands
from device.simulated.players import Act, Player
from vision.camera.folder import FRAMES_PER_SECOND
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.messages.events import Event
from whist.messages.observations import Observation
from whist.tables import TableInPlay

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


def rehearse(
    table: TableInPlay,
    hands: Hands,
    players: Sequence[Player | AtHolder],
    look: Callable[[], list[Observation]],
    deals: int = 1,
    on_request: Callable[[int, dict[str, Any]], None] | None = None,
    perform: Callable[[Act, TableInPlay, str, Hands], list[Any]] = perform,
) -> Report:
    """Play ``deals`` deals to the last trick gathered, or the game to its end; whenever ``look`` sees nothing new,
    somebody acts.

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
        """Write what the camera sees now, and what is really there; raises ``OSError`` where that cannot be written."""
        self._frame += 1
        self.camera.look()
        name = f"{self._frame:06d}.jpg"
        picture = cv2.imencode(".jpg", self.camera.capture(), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
        (self.folder / name).write_bytes(picture.tobytes())
        line = {"frame": name, "t": round(self.t, 3), **self.scene.truth()}
        self.truth(line | {"fault": list(self.faults)} if self.faults else line)
        self.progress.update()

    def truth(self, line: dict[str, Any]) -> None:
        """Append a line to ``truth.jsonl``."""
        self._append("truth.jsonl", line)

    def names(self, seat: int, card: Card) -> bool:
        """True: nobody follows what is written down."""
        return True

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
