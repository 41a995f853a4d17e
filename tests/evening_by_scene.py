"""Simulated evenings followed without pictures: eyes that see the scene itself, where no hand covers it."""

from __future__ import annotations

import math

from device.measuring.followed import Followed
from device.simulated.evening import play_evening
from vision.simulated.scene import Arm, Scene, SimulatedTable
from vision.sizes import SLOT_PITCH
from whist.cards import JOKERS
from whist.messages.observations import HolderShows, LaidCard, Observation, Reading, TableShows
from whist.messages.requests import NewGame
from whist.table.state.seats import PERSONS


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
            hidden = holder.number < 3 and covered(scene.arms, x, -60.0 if holder.number == 1 else 60.0)
            slots.append(None if racked is None or hidden else Reading.certain(racked.card))
        swapped = abs(holder.turn) > 90
        beside = ("south", "north")[(holder.number - 1) ^ swapped] if holder.number < 3 else "north"
        told.append(HolderShows(holder.number, tuple(slots), beside, holder.squeezed is not None))
    laid = []
    for card in (*scene.strays, *scene.laid):
        over = any(math.hypot(card.x - o.x, card.y - o.y) < 15 for o in scene.laid if card in scene.strays)
        if not over and not covered(scene.arms, card.x, card.y):
            unreadable = not card.face_up or card.card in JOKERS
            reading = Reading(()) if unreadable else Reading.certain(card.card)
            laid.append(LaidCard(reading, card.x, card.y, math.radians(card.angle)))
    return [*told, TableShows(tuple(laid))]


class FollowedByScene(Followed):
    """Followed by eyes that see the scene wherever it lies still."""

    def __init__(self, scene: SimulatedTable, choice: NewGame) -> None:
        super().__init__(scene, choice)
        self.scene = scene
        self.before: Scene | None = None

    def look(self) -> list[Observation]:
        now, before = self.scene.scene(), self.before
        self.before = now
        return seen(now) if now == before else []


def followed(seed: int, names: tuple[str, ...], deals: int = 1, computer: str | None = None) -> FollowedByScene:
    """An evening with faults of ``names``, played and followed; a computer player sits in the place of ``computer``."""
    scene = SimulatedTable(seed)
    choice = NewGame(0, "android", seed=seed, holders=() if computer is None else (PERSONS.index(computer),))
    evening = FollowedByScene(scene, choice)
    play_evening(scene, evening, deals, seed, choice, names)
    return evening
