"""Following a folder of frames: the whole chain over recorded pictures, with people's taps from ``requests.jsonl``."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from device.session import Keeper
from vision.cameras import Camera, CameraError, Look, Picture
from vision.folder import FolderCamera
from vision.reader import Reader
from vision.watcher import Watcher
from whist.android import AndroidOptions
from whist.events import Event
from whist.requests import Request, request_from_json
from whist.table import Refused

PATIENCE: Final = 5.0
"""Seconds for which a tap that came before the table was ready for it is tried again."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A recorded request: made at ``t`` seconds by ``seat``."""

    t: float
    seat: int
    body: dict[str, Any]
    request: Request


class _Clocked:
    """Passes a camera's pictures on and remembers the time of the last look, and whether it was the last of all."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.t = 0.0
        self.ended = False

    def look(self) -> Look | None:
        look = self._camera.look()
        if look is None:
            self.ended = True
        else:
            self.t = look.t
        return look

    def capture(self) -> Picture:
        return self._camera.capture()

    def close(self) -> None:
        self._camera.close()


def load_taps(folder: Path) -> deque[Tap]:
    """The taps of ``folder/requests.jsonl`` by time; raises ``CameraError`` naming a bad line."""
    path = folder / "requests.jsonl"
    taps = []
    if not path.is_file():
        return deque()
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            tap = json.loads(line)
            taps.append(
                Tap(float(tap["t"]), tap["seat"], tap["request"], request_from_json(tap["seat"], tap["request"]))
            )
        except (ValueError, KeyError, TypeError) as error:
            raise CameraError(f"{path}, line {number} is no request ({error}); mend or remove the line.") from error
    return deque(sorted(taps, key=lambda tap: tap.t))


def watch_folder(folder: Path, options: AndroidOptions, reader: Reader) -> Iterator[dict[str, Any]]:
    """The events of the frames in ``folder`` as JSON objects, each with ``t``, the time of the frame that settled it.

    Frames and taps are all that is used; ``truth.jsonl`` is never opened. Raises ``CameraError`` without frames.
    """
    camera = _Clocked(FolderCamera(folder))
    taps = load_taps(folder)
    watcher = Watcher(reader)
    keeper = Keeper(options, clock=lambda: camera.t)
    yield from _lines(keeper.table.events, 0.0)
    while True:
        seen = watcher.tick(camera)
        if camera.ended:
            return
        yield from _take_taps(taps, keeper, camera.t)
        yield from _lines(keeper.see(seen, camera.t), camera.t)
        yield from _take_taps(taps, keeper, camera.t)


def _lines(events: Iterator[Event] | Any, t: float) -> Iterator[dict[str, Any]]:
    for event in events:
        yield {**event.to_json(), "t": round(t, 3)}


def _take_taps(taps: deque[Tap], keeper: Keeper, now: float) -> Iterator[dict[str, Any]]:
    """Apply the taps whose time has come; one that is too early for the table waits and is tried again."""
    while taps and taps[0].t <= now:
        tap = taps[0]
        try:
            events = keeper.ask(tap.request, now)
        except Refused as refused:
            if refused.code == "not_now" and now - tap.t < PATIENCE:
                return
            events = []
            yield {"event": "refused", "seat": tap.seat, "request": tap.body, "why": str(refused), "t": round(now, 3)}
        taps.popleft()
        yield from _lines(events, now)
