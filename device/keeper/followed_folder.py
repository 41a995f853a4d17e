"""Following a folder of frames: the whole chain over recorded pictures, with people's taps from ``requests.jsonl``."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from device.keeper.eyes import GameWatcher
from device.keeper.keeper import Keeper
from device.keeper.recorded_taps import SpokenCard, SpokenCards
from device.settings.game_choice import MOST_PERSONS
from vision.camera.folder import FolderCamera
from vision.camera.protocol import CameraError
from vision.input_files import contents
from vision.reader.reader import Reader
from whist.cards import Card
from whist.messages.events import Event
from whist.messages.observations import Observation
from whist.messages.requests import NewGame, Request, request_from_json
from whist.rules.actions import Discard, Play
from whist.rules.commands import AndroidOptions
from whist.rules.refusals import Refused

log = logging.getLogger(__name__)

MOST_BYTES: Final = 10_000_000
"""Of the taps of a folder; an evening has some hundred kilobytes."""
PATIENCE: Final = 5.0
"""Seconds for which a tap that came before the table was ready for it is tried again."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A recorded request: made at ``t`` seconds by ``seat``."""

    t: float
    seat: int
    body: dict[str, Any]
    request: Request


def load_taps(folder: Path) -> tuple[deque[Tap], SpokenCards]:
    """The taps of ``folder/requests.jsonl`` by time, and what people would say if asked; raises ``CameraError`` naming
    a bad line."""
    path = folder / "requests.jsonl"
    taps: list[Tap] = []
    words: list[SpokenCard] = []
    if not path.exists():
        return deque(), SpokenCards([])
    try:
        text = contents(path, MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise CameraError(f"{path} cannot be read: {error.strerror}.") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            tap = json.loads(line)
            if (word := SpokenCard.read(float(tap["t"]), tap["seat"], tap["request"])) is not None:
                words.append(word)
                continue
            taps.append(
                Tap(
                    float(tap["t"]),
                    tap["seat"],
                    tap["request"],
                    recorded(tap["seat"], tap["request"]),
                )
            )
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise CameraError(f"{path}, line {number} is no request ({error}); mend or remove the line.") from error
    return deque(sorted(taps, key=lambda tap: tap.t)), SpokenCards(sorted(words, key=lambda word: word.t))


def recorded(seat: int, body: object) -> Request:
    """The request of a line: of people, and of computer players, who choose the cards that are moved from their holders
    (``{"play": "HT"}``, ``{"discard": [codes]}``). Raises as ``request_from_json``, and ``ValueError`` for a card that
    is none."""
    if isinstance(body, Mapping) and body.keys() == {"play"} and type(seat) is int:
        return Play(seat, Card.parse(body["play"]))
    if isinstance(body, Mapping) and body.keys() == {"discard"} and type(seat) is int:
        return Discard(seat, tuple(Card.parse(code) for code in body["discard"]))
    return request_from_json(seat, body, MOST_PERSONS)


class Follower:
    """Follows what is seen, with taps and words of people, at the table of ``keeper``; its events as JSON objects."""

    def __init__(self, keeper: Keeper, taps: deque[Tap], words: SpokenCards) -> None:
        self.keeper = keeper
        self._taps = taps
        self._words = words

    def see(self, seen: Sequence[Observation], now: float) -> Iterator[dict[str, Any]]:
        """What happens at ``now`` seconds: what was ``seen``, and what people have said by then."""
        happened = [*_take_taps(self._taps, self.keeper, now), *_lines(self.keeper.see(seen, now), now)]
        happened += _take_taps(self._taps, self.keeper, now)
        self._words.hear(now, happened)
        yield from happened
        yield from _answered(self._words, self.keeper, now)


def watch_folder(folder: Path, options: AndroidOptions, reader: Reader) -> Iterator[dict[str, Any]]:
    """The events of the frames in ``folder`` as JSON objects, each with ``t``, the time of the frame that settled it.

    Frames and taps are all that is used; ``truth.jsonl`` is never opened. The game is Android Whist with ``options``
    unless the first tap chooses another. Raises ``CameraError`` without frames, ``Refused`` for such a choice that
    cannot be.
    """
    camera = FolderCamera(folder)
    taps, words = load_taps(folder)
    choice: NewGame | AndroidOptions = options
    if taps and isinstance(taps[0].request, NewGame):
        choice = taps[0].request
        taps.popleft()
    follower = Follower(Keeper(choice), taps, words)
    eyes = GameWatcher(follower.keeper, reader)
    told = 0
    yield from _lines(follower.keeper.table.events, 0.0)
    while True:
        seen = eyes.tick(camera)
        watcher = eyes.watcher
        for warning in camera.warnings[told:]:
            log.warning("%s", warning)
        told = len(camera.warnings)
        if watcher.ended:
            return
        yield from follower.see(seen, watcher.t)


def _lines(events: Iterable[Event], t: float) -> Iterator[dict[str, Any]]:
    for event in events:
        yield {**event.to_json(), "t": round(t, 3)}


def _answered(words: SpokenCards, keeper: Keeper, now: float) -> Iterator[dict[str, Any]]:
    """Let people answer what the table has asked them, as long as that leads to another question."""
    for person in keeper.persons():
        seat = keeper.table.seat_of(person)
        for answer in words.answers(keeper.table.view(seat), seat):
            try:
                events = list(_lines(keeper.ask(answer, now), now))
            except Refused as refused:
                log.info("what %s says is refused: %s", person, refused)
                continue
            words.hear(now, events)
            yield from events


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
