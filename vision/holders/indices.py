"""Where racked cards have their indices: what the detector finds in each slot, and the shape of the pack's indices that
this tells.

All indices of a pack have one height and one place on the card, which says more exactly than any single sighting where
each must be read. Strips are holders' faces, rectified, (h, w, 3); poses are those of `vision.index.poses`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot, log, pi, remainder
from typing import Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.index.letters import Country
from vision.index.protocol import IndexReader
from vision.planes.planes import PIXELS_PER_MM
from vision.sizes import BRIDGE_CARD, CARD_BOTTOM, FACE_WIDTH, SLOT_PITCH, SLOTS, slot_left
from vision.thresholds import RackedIndices

STRIP: Final = (-4.0, 52.0, FACE_WIDTH + 4.0, 104.0)
"""Where the indices of racked cards lie, mm of the face plane: x0, y0, x1, y1."""
CARD_TOP: Final = CARD_BOTTOM + BRIDGE_CARD[1]


@dataclass(frozen=True, slots=True)
class IndexShape:
    """Where a pack has its indices: middle from the card's left edge (``aside``) and from its upper edge (``depth``),
    and height of rank and suit together, mm. ``told_by`` counts the indices that told it; ``scale`` is the height, mm,
    for which the detector sees them best; ``country`` says whose letters it has, None where nobody knows."""

    aside: float
    depth: float
    height: float
    told_by: int = 0
    scale: float = RackedIndices.SCALE
    country: Country | None = None

    @property
    def looked_for(self) -> tuple[float, float]:
        """Least and greatest height of the indices that are looked for, pixels of a rectified picture."""
        return self.scale / RackedIndices.SPAN * PIXELS_PER_MM, self.scale * RackedIndices.SPAN * PIXELS_PER_MM

    def is_odd(self, height: float) -> bool:
        """Whether an index is too low or too high, mm, for the pack: a joker's, or one of which the detector saw a
        part, or more."""
        return abs(log(height / self.height)) > RackedIndices.UNLIKE

    def slot_of(self, one: IndexPose) -> int:
        """The slot to whose place an index stands nearest; of one beside all slots a number that none has."""
        return round((one.u - self.aside - slot_left(0)) / SLOT_PITCH)

    def is_unlike(self, other: IndexShape) -> bool:
        """Whether a pack of this shape has its indices clearly elsewhere on its cards, or of another height."""
        return (
            self.is_odd(other.height) or hypot(self.aside - other.aside, self.depth - other.depth) > RackedIndices.HABIT
        )


USUAL: Final = IndexShape(5.6, 12.6, 18.0)
"""The indices of most packs."""
_ASIDES: Final = np.arange(2.5, 16.0, 0.25)
"""Places of an index on its card that are possible, mm from its left edge: the next card hides the rest."""


@dataclass(frozen=True, slots=True)
class IndexPose:
    """A pose that may be a racked card's index: u of its middle on the face, depth below the card's upper edge, mm."""

    u: float
    depth: float
    angle: float
    height: float
    score: float

    def aside(self, slot: int) -> float:
        """How far it stands from the left edge of a card in a slot, mm."""
        return self.u - slot_left(slot)


Found = list[dict[int, IndexPose]]
"""By strip, what was seen in each slot."""
Proof = Callable[[Sequence[Sequence[IndexPose]]], list[list[IndexPose]]]
"""Those of the poses in each strip that may be a card's index, by what is read there."""


def found_in(
    reader: IndexReader, strips: Sequence[Picture], shape: IndexShape, proved: Proof
) -> tuple[Found, Found, IndexShape]:
    """The pose that fits best in each slot of each strip in which there is one; what else stands beside slots, or
    between them and the next (`beside_slots`); and the shape that they tell, given the one known before. Where
    many are seen that are unlike those looked for, they are looked for as they are, and the better look counts. Another
    shape is told by what is ``proved`` to be indices alone: what is printed on a holder's face stands in a row, too."""
    found, _, told = first = _found_at(reader, strips, shape, proved)
    if (
        sum(map(len, found)) < RackedIndices.MANY_FOR_SHAPE
        or abs(log(told.height / told.scale)) < RackedIndices.OTHER_SCALE
    ):
        return first
    scale = float(np.clip(told.height, *RackedIndices.SCALES))
    other = _found_at(reader, strips, replace(told, scale=scale), proved)
    scores = [one.score for part in other[0] for one in part.values()]
    better = (
        bool(scores) and np.mean(scores) > RackedIndices.SEEN_WELL and _well(other[0], other[2]) > _well(found, told)
    )
    return other if better else first


def _found_at(
    reader: IndexReader, strips: Sequence[Picture], shape: IndexShape, proved: Proof
) -> tuple[Found, Found, IndexShape]:
    """The same, looked for at the scale of ``shape``."""
    seen = sightings(reader, strips, shape)
    told = _told_by(seen, shape)
    if told.is_unlike(shape):
        told = _told_by(proved(seen), shape)
    found = [_by_slot(part, told) for part in seen]
    return found, [beside_slots(*both, told) for both in zip(seen, found, strict=True)], told


def _told_by(seen: Sequence[Sequence[IndexPose]], shape: IndexShape) -> IndexShape:
    """The shape that the poses in all strips tell."""
    aside = _usual_aside([one for part in seen for one in part], shape)
    return _told_shape([_by_slot(part, replace(shape, aside=aside)) for part in seen], shape)


def _well(found: Found, shape: IndexShape) -> float:
    """How well the detector sees the indices of a pack, which are all of one height."""
    seen = [one for part in found for one in part.values()]
    return sum(one.score for one in seen if abs(log(one.height / shape.height)) < RackedIndices.OF_ONE_HEIGHT)


def sightings(reader: IndexReader, strips: Sequence[Picture], shape: IndexShape) -> list[list[IndexPose]]:
    """What may be an index in each strip; all strips are looked at as one picture, one below the other."""
    high = strips[0].shape[0] + RackedIndices.BETWEEN
    whole = np.concatenate(
        [cv2.copyMakeBorder(strip, 0, RackedIndices.BETWEEN, 0, 0, cv2.BORDER_REPLICATE) for strip in strips]
    )
    seen: list[list[IndexPose]] = [[] for _ in strips]
    for x, y, angle, height, score in reader.poses(np.asarray(whole, np.uint8), shape.looked_for).tolist():
        number = min(max(int(y // high), 0), len(strips) - 1)
        u, v = _on_face(x, y - number * high)
        one = IndexPose(u, CARD_TOP - v, remainder(angle, 2 * pi), height / PIXELS_PER_MM, score)
        if (
            abs(one.angle) < RackedIndices.SLANT
            and RackedIndices.TOPS[0] < one.depth - one.height / 2 < RackedIndices.TOPS[1]
        ):
            seen[number].append(one)
    return seen


def _usual_aside(seen: Sequence[IndexPose], shape: IndexShape) -> float:
    """How far from its card's left edge an index stands, told by where most stand within the slots."""
    weight = min(max(float(shape.told_by), RackedIndices.HABIT_WEIGHT[0]), RackedIndices.HABIT_WEIGHT[1])
    votes = weight * np.exp(-0.5 * ((_ASIDES - shape.aside) / RackedIndices.HABIT) ** 2)
    for one in seen:
        away = (one.u - slot_left(0) - _ASIDES + SLOT_PITCH / 2) % SLOT_PITCH - SLOT_PITCH / 2
        votes = votes + one.score * np.exp(-0.5 * (away / RackedIndices.WITHIN) ** 2)
    return float(_ASIDES[int(votes.argmax())])


def _by_slot(seen: Sequence[IndexPose], shape: IndexShape) -> dict[int, IndexPose]:
    """The pose that fits best in each slot in which there is one."""
    best: dict[int, tuple[float, IndexPose]] = {}
    for one in seen:
        slot = shape.slot_of(one)
        away = abs(one.aside(slot) - shape.aside)
        clear = _is_clear(one, shape) and _has_room(one, seen)
        if 0 <= slot < SLOTS and away < (RackedIndices.BESIDE if clear else RackedIndices.FAR_ASIDE):
            fit = one.score - away / RackedIndices.ASIDE - 0.5 * _unlike(one, shape)
            if slot not in best or fit > best[slot][0]:
                best[slot] = fit, one
    return {slot: one for slot, (_, one) in best.items()}


def beside_slots(seen: Sequence[IndexPose], found: dict[int, IndexPose], shape: IndexShape) -> dict[int, IndexPose]:
    """What else is clearly an index and stands nearest to a slot, though it has no more room to its neighbours than a
    card too many would have, or though something that stands nearer to its place was ``found`` there: a large pip of
    the card before, where a card stands half beside its slot."""
    beside: dict[int, IndexPose] = {}
    for one in seen:
        slot = shape.slot_of(one)
        free = 0 <= slot < SLOTS and one not in found.values()
        clear = one.score > RackedIndices.CLEAR and not shape.is_odd(one.height)  # not every card is pushed in
        near = abs(one.aside(slot) - shape.aside) < RackedIndices.BESIDE
        if free and clear and near and (slot not in beside or one.score > beside[slot].score):
            beside[slot] = one
    return beside


def _is_clear(one: IndexPose, shape: IndexShape) -> bool:
    """Whether a pose is clearly an index of this pack."""
    return one.score > RackedIndices.CLEAR and _unlike(one, shape) < RackedIndices.ALIKE


def _unlike(one: IndexPose, shape: IndexShape) -> float:
    """How unlike the pack's a pose is, by depth and height."""
    return abs(one.depth - shape.depth) / 6 + abs(log(one.height / shape.height))


def _has_room(one: IndexPose, seen: Sequence[IndexPose]) -> bool:
    """Whether no other index stands so near that one of the two is a card's between two slots."""
    return all(
        other is one or abs(other.u - one.u) >= RackedIndices.ROOM or other.score < RackedIndices.CLEAR
        for other in seen
    )


def _told_shape(found: Sequence[dict[int, IndexPose]], before: IndexShape) -> IndexShape:
    rows = [(one.aside(slot), one.depth, one.height) for part in found for slot, one in part.items()]
    if len(rows) < max(RackedIndices.LEAST_FOR_SHAPE, min(before.told_by, RackedIndices.MANY_FOR_SHAPE)):
        return before
    aside, depth, height = np.median(rows, axis=0)
    return IndexShape(float(aside), float(depth), float(height), len(rows), before.scale, before.country)


def slot_pose(one: IndexPose | None, slot: int, shape: IndexShape) -> tuple[float, float, float, float]:
    """Where the index of a slot is to be read in its strip: x, y, angle, height in pixels."""
    aside, depth, angle, height, trust = shape.aside, shape.depth, 0.0, shape.height, RackedIndices.TRUST
    if one is not None:
        if shape.is_odd(one.height):
            trust, height = 1.0, one.height
        away = one.aside(slot) - aside
        aside += away if abs(away) > RackedIndices.ASIDE else trust * away
        depth += trust * (one.depth - depth)
        angle = RackedIndices.SLANT_TRUST * one.angle if abs(one.angle) < RackedIndices.LEAN else 0.0
    return in_strip(slot_left(slot) + aside, depth, angle, height)


def in_strip(u: float, depth: float, angle: float, height: float) -> tuple[float, float, float, float]:
    """The pose in its strip, pixels, of an index at ``u`` on the face and ``depth`` below a card's upper edge, mm."""
    x = (u - STRIP[0]) * PIXELS_PER_MM - 0.5
    y = (STRIP[3] - CARD_TOP + depth) * PIXELS_PER_MM - 0.5
    return x, y, angle, height * PIXELS_PER_MM


def card_corner(pose: Numbers, shape: IndexShape) -> tuple[float, float]:
    """The upper left corner, mm of the face, of the card whose index is at a pose of its strip."""
    u, v = _on_face(*pose[:2].tolist())
    return u - shape.aside, v + shape.depth


def _on_face(x: float, y: float) -> tuple[float, float]:
    """Where a pixel of a strip is on the face, mm."""
    return STRIP[0] + (x + 0.5) / PIXELS_PER_MM, STRIP[3] - (y + 0.5) / PIXELS_PER_MM


def more_poses(one: IndexPose | None, slot: int, shape: IndexShape) -> Numbers:
    """Poses (5, 4) at which a doubtful index is asked for again: where it was seen, or, seen oddly, where the pack has
    its indices, larger and smaller; where the pack has them; as high as they are where its upper end was seen, for of a
    high one the detector may see the rank alone; and where that of a card is that stands a little high."""
    usual = slot_pose(None, slot, shape)
    seen = usual if one is None or shape.is_odd(one.height) else slot_pose(one, slot, shape)
    top = shape.depth - shape.height / 2 if one is None else one.depth - one.height / 2
    hung = in_strip(slot_left(slot) + shape.aside, top + shape.height / 2, 0.0, shape.height)
    high = (usual[0], usual[1] - RackedIndices.HIGHER * PIXELS_PER_MM, 0.0, usual[3])
    larger, smaller = ((*seen[:3], part * seen[3]) for part in (1.15, 0.87))
    return np.array([larger, smaller, usual, hung, high], np.float32)


def joker_poses(slot: int, shape: IndexShape) -> Numbers:
    """Poses (8, 4) at which a joker's index may stand, of which the detector has seen nothing."""
    top = shape.depth - shape.height / 2
    u = slot_left(slot) + shape.aside
    return np.array(
        [
            in_strip(u - aside, top + part * shape.height / 2 + down, 0.0, part * shape.height)
            for aside in RackedIndices.JOKER_ASIDE
            for part in (1.0, RackedIndices.JOKER_HEIGHT)
            for down in (0.0, RackedIndices.JOKER_DOWN)
        ],
        np.float32,
    )
