"""Simulated evenings followed without pictures: eyes that see the scene itself, where no hand covers it."""

from __future__ import annotations

import json
import math
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from device.evening import play_evening
from device.session import Keeper
from device.watch import Follower, Tap
from device.words import Word, Words
from vision.folder import FRAMES_PER_SECOND
from vision.geometry import SLOT_PITCH
from vision.simulated.scene import Arm, Scene, SimulatedTable
from whist.android import AndroidOptions
from whist.cards import JOKERS
from whist.observations import HolderShows, LaidCard, Observation, Reading, TableShows
from whist.requests import request_from_json


def covered(arms: tuple[Arm, ...], x: float, y: float, room: float = 45.0) -> bool:
    """Whether a place lies under an arm."""
    for arm in arms:
        turn = math.radians(arm.angle)
        along = (x - arm.x) * math.cos(turn) + (y - arm.y) * math.sin(turn)
        across = (y - arm.y) * math.cos(turn) - (x - arm.x) * math.sin(turn)
        if along > -room and abs(across) < room:
            return True
    return False


def seen(scene: Scene) -> list[Observation]:
    """What eyes without any doubt see of a scene."""
    told: list[Observation] = []
    for holder in scene.holders:
        slots = []
        for slot, racked in enumerate(holder.slots):
            x = holder.x + (slot - 6) * SLOT_PITCH * (1 if holder.number == 1 else -1)
            hidden = covered(scene.arms, x, -60.0 if holder.number == 1 else 60.0)
            slots.append(None if racked is None or hidden else Reading.certain(racked.card))
        swapped = abs(holder.turn) > 90
        beside = ("south", "north")[(holder.number - 1) ^ swapped]
        told.append(HolderShows(holder.number, tuple(slots), beside, holder.squeezed is not None))
    laid = []
    for card in (*scene.strays, *scene.laid):
        over = any(math.hypot(card.x - o.x, card.y - o.y) < 15 for o in scene.laid if card in scene.strays)
        if not over and not covered(scene.arms, card.x, card.y):
            unreadable = not card.face_up or card.card in JOKERS
            reading = Reading(()) if unreadable else Reading.certain(card.card)
            laid.append(LaidCard(reading, card.x, card.y, math.radians(card.angle)))
    return [*told, TableShows(tuple(laid))]


@dataclass
class SceneScribe:
    """Follows an evening while it is played."""

    scene: SimulatedTable
    faults: Any = ()
    lines: list[dict[str, Any]] = field(default_factory=list)
    all: list[dict[str, Any]] = field(default_factory=list)
    """What ``truth.jsonl`` would hold."""
    frames: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.taps: deque[Tap] = deque()
        self.words = Words([])
        self.follower = Follower(Keeper(AndroidOptions()), self.taps, self.words)
        self.before: Scene | None = None

    @property
    def t(self) -> float:
        return max(0, self.frames - 1) / FRAMES_PER_SECOND

    def frame(self) -> None:
        self.frames += 1
        now = self.scene.scene()
        still = self.before == now
        self.before = now
        self.all.append({"t": self.t, **self.scene.truth(), "fault": list(self.faults)})
        for line in self.follower.see(seen(now) if still else [], self.t):
            self.lines.append(line)
            self.log.append(json.dumps(line))

    def skip(self, frames: int) -> None:
        self.frames += frames

    def knock(self, rng: Any) -> None:
        self.before = None

    def has_jokers(self) -> bool:
        return True

    def request(self, seat: int, request: dict[str, Any]) -> None:
        t = self.t + 0.5 / FRAMES_PER_SECOND
        word = Word.read(t, seat, request)
        self.log.append(json.dumps({"t": t, "seat": seat, "request": request}))
        if word is not None:
            self.words.coming.append(word)
        else:
            self.taps.append(Tap(t, seat, request, request_from_json(seat, request)))

    def truth(self, line: dict[str, Any]) -> None:
        self.all.append(line)
        self.log.append(json.dumps(line))


def followed(seed: int, names: tuple[str, ...], deals: int = 1) -> SceneScribe:
    """An evening with faults of ``names``, played and followed."""
    scene = SimulatedTable(seed)
    scribe = SceneScribe(scene)
    play_evening(scene, scribe, deals, seed, AndroidOptions(), names)
    return scribe
