"""How people lay cards: in fans, rows, columns and heaps, or apart. Millimetres on a plane, y up; angles in radians."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from vision.sizes import SLOT_PITCH, SLOTS
from vision.training.drawing.face import CARD_HEIGHT, SizedFace

_APART: Final = (66.0, 92.0)
"""Cards that lie apart are so far from each other, across and along, but for a little: some touch."""


class PlaneCard(NamedTuple):
    """A card in the plane: middle x, y in mm (y up), turned by `angle`."""

    face: SizedFace
    x: float
    y: float
    angle: float


def moved(group: list[PlaneCard], x: float, y: float, turn: float) -> list[PlaneCard]:
    """The cards, turned around the origin, then shifted."""
    c, s = math.cos(turn), math.sin(turn)
    return [PlaneCard(k.face, x + c * k.x - s * k.y, y + s * k.x + c * k.y, k.angle + turn) for k in group]


def fan(rng: np.random.Generator, faces: list[SizedFace]) -> list[PlaneCard]:
    """A fan, as held in a hand."""
    radius = rng.uniform(60, 260)
    step = math.exp(rng.uniform(math.log(6.5), math.log(26))) / (radius + 30)
    way = 1 if rng.random() < 0.7 else -1
    group = []
    for k, face in enumerate(faces):
        turn = -way * step * (k - len(faces) / 2) + rng.normal(0, 0.02)
        out = radius + rng.normal(0, 1.5)
        group.append(PlaneCard(face, -out * math.sin(turn), out * math.cos(turn) - radius, turn))
    return group


def row(rng: np.random.Generator, faces: list[SizedFace]) -> list[PlaneCard]:
    """A row: cards side by side, or over each other."""
    step = math.exp(rng.uniform(math.log(8), math.log(70)))
    way = 1 if rng.random() < 0.7 else -1
    loose = rng.choice([0.3, 1.0, 2.5])
    return [
        PlaneCard(
            face,
            way * step * (k - len(faces) / 2) + rng.normal(0, loose),
            rng.normal(0, loose),
            rng.normal(0, 0.012 * loose),
        )
        for k, face in enumerate(faces)
    ]


def column(rng: np.random.Generator, faces: list[SizedFace]) -> list[PlaneCard]:
    """A column: each card covers the lower part of the one above it."""
    step = rng.uniform(14, 40)
    return [
        PlaneCard(f, rng.normal(0, 1.5), -step * (k - len(faces) / 2), rng.normal(0, 0.02)) for k, f in enumerate(faces)
    ]


def heap(rng: np.random.Generator, faces: list[SizedFace]) -> list[PlaneCard]:
    """Cards thrown down, or one alone."""
    return [PlaneCard(f, rng.normal(0, 35), rng.normal(0, 35), rng.uniform(-math.pi, math.pi)) for f in faces]


def racked(rng: np.random.Generator, faces: list[SizedFace]) -> list[PlaneCard]:
    """Cards in a holder's slots: each covers the one to its left, but for the strip with its index; some slots are
    empty, some cards not pushed in."""
    pitch = rng.normal(SLOT_PITCH, 0.7)
    loose = rng.choice([0.3, 0.8, 1.5])
    slots = np.sort(rng.permutation(SLOTS)[: len(faces)])
    high = np.where(rng.random(len(faces)) < 0.1, rng.uniform(0, 9, len(faces)), 0)
    return [
        PlaneCard(
            face,
            pitch * (slot - SLOTS / 2) + rng.normal(0, loose) + face.width / face.height * CARD_HEIGHT / 2,
            up + rng.normal(0, loose),
            rng.normal(0, 0.012 * loose),
        )
        for face, slot, up in zip(faces, slots.tolist(), high.tolist(), strict=True)
    ]


def apart(rng: np.random.Generator, faces: list[SizedFace]) -> list[PlaneCard]:
    """Cards that hardly cover each other, each turned in its own way or all alike."""
    columns = math.ceil(math.sqrt(len(faces)))
    room = rng.uniform(0.95, 1.35)
    askew = rng.choice([0.05, 0.3, math.pi])
    return [
        PlaneCard(
            face,
            (k % columns - (columns - 1) / 2) * _APART[0] * room + rng.normal(0, 4),
            (k // columns - (columns - 1) / 2) * _APART[1] * room + rng.normal(0, 4),
            rng.uniform(-askew, askew),
        )
        for k, face in enumerate(faces)
    ]
