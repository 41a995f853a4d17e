"""What the networks of whole and of racked cards learn from: crops and their answers."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.index.beliefs import RANK_CLASSES
from vision.index.whole_cards import (
    STRIP,
    enlarged,
    frames_between,
    places_in_strips,
    strip_crops,
    whole_crops,
    without_indices,
)
from vision.training.scenes.batches import ANSWERS, CROPS, NO_RANK, NO_SUIT, cleared, gathered, nothing
from vision.training.scenes.scenes import (
    ANGLE,
    HEIGHT,
    RANK,
    SIZE,
    SUIT,
    WHOLE_RANK,
    WHOLE_SEEN,
    WHOLE_SUIT,
    Painter,
    X,
    Y,
)

WHOLE_HEIGHTS: Final = (22.0, 130.0)
"""Heights of cards that the network of whole cards is to name, pixels; indices of larger ones can be read."""
_COVERED_HEIGHTS: Final = (6.0, 30.0)
"""Heights of the indices in scenes of cards that cover each other, for it."""
_CARD_HIDDEN, _CARD_READABLE = 0.5, 0.85
"""Visible shares of a card up to which nobody can name it by what is on it, and from which a person can."""
STRIP_HEIGHTS: Final = (56.0, 150.0)
"""Heights of racked cards, pixels."""
_STRIP_HIDDEN, _STRIP_READABLE = 0.4, 0.75
"""Visible shares of what a racked card should show, likewise."""
_STRIP_ASIDE: Final = 0.8
"""How far it may stand from its place, mm."""
_STRIP_COVERED: Final = 0.5
"""Of so many the index is covered, so that what stands beside it is looked at, too."""
_COVER_ASIDE: Final = (0.4, 0.06)
"""How far what covers it may stand from its place, mm, and by how much (logarithm) it may be larger or smaller."""


def _frames_missed(frames: Numbers, rng: np.random.Generator) -> Numbers:
    """Frames (n, 5) as they are told by two indices that were found, or, every other one, by one index alone."""
    out = frames.copy()
    near = rng.random(len(frames)) < 0.5
    apart = np.hypot(frames[:, 3], frames[:, 4])
    for column, (close, far) in enumerate(((0.015, 0.06), (0.015, 0.06))):
        out[:, column] += rng.normal(0, np.where(near, close, far)) * apart
    out[:, 2] += rng.normal(0, np.where(near, 0.04, 0.08)) + np.pi * rng.integers(0, 2, len(frames))
    out[:, 3:] *= np.exp(rng.normal(0, 1, (len(frames), 2)) * np.where(near, 0.05, 0.12)[:, None])
    return out


def _scene_wholes(painter: Painter, rng: np.random.Generator) -> tuple[Picture, Numbers]:
    scene = painter.apart(rng, WHOLE_HEIGHTS) if rng.random() < 0.8 else painter.scene(rng, _COVERED_HEIGHTS)
    known = scene.wholes[scene.wholes[:, WHOLE_SEEN] > 0.05]
    said = _said(known, _CARD_HIDDEN, _CARD_READABLE)
    shown = (said[:, NO_RANK] < 1) | (rng.random(len(known)) < 0.3)
    frames = _frames_missed(known[shown, :5], rng)
    strays = _strays(scene.indices, rng)
    picture, part = cleared(scene.picture, rng)
    return whole_crops(picture, enlarged(np.concatenate([frames, strays]), part)), np.concatenate(
        [said[shown], nothing(len(strays))]
    )


def _said(cards: Numbers, hidden: float, readable: float) -> Numbers:
    """What is to be said of cards (n, 8), (n, ANSWERS): none of backs, and the more so the more is hidden."""
    seen = np.clip((cards[:, WHOLE_SEEN] - hidden) / (readable - hidden), 0, 1) * (cards[:, WHOLE_RANK] >= 0)
    said = np.zeros((len(cards), ANSWERS), np.float32)
    said[:, NO_RANK] = said[:, NO_SUIT] = 1 - seen
    said[np.arange(len(cards)), cards[:, WHOLE_RANK].astype(int)] += seen
    said[np.arange(len(cards)), RANK_CLASSES + cards[:, WHOLE_SUIT].astype(int)] += seen
    return said


def _strays(indices: Numbers, rng: np.random.Generator) -> Numbers:
    """Frames (n, 5) that show no card: anywhere, or between indices of two cards."""
    frames = []
    if rng.random() < 0.5:
        wide = np.exp(rng.uniform(2.2, 4.2))
        frames.append([*rng.uniform(0, SIZE, 2), rng.uniform(-np.pi, np.pi), wide, wide * rng.uniform(1.0, 1.6)])
    for _ in range(int(rng.integers(0, 4)) if len(indices) > 4 else 0):
        one, other = indices[rng.permutation(len(indices))[:2]]
        if tuple(one[[RANK, SUIT]]) != tuple(other[[RANK, SUIT]]) and np.hypot(*(one - other)[:2]) > one[HEIGHT]:
            frames.append(frames_between(one[None], other[None])[0])
    return np.array(frames, np.float32).reshape(-1, 5)


def whole_batch(painter: Painter, rng: np.random.Generator) -> tuple[Picture, Numbers]:
    """Crops (CROPS, CROP_HEIGHT, CROP_WIDTH, 3) of whole cards and what is to be said of them."""
    return gathered(lambda: _scene_wholes(painter, rng), CROPS, rng)


def _scene_strips(painter: Painter, rng: np.random.Generator) -> tuple[Picture, Numbers]:
    scene = painter.racked(rng, STRIP_HEIGHTS)
    known = scene.wholes[scene.wholes[:, WHOLE_SEEN] > 0.05]
    said = _said(known, _STRIP_HIDDEN, _STRIP_READABLE)
    shown = (said[:, NO_RANK] < 1) | (rng.random(len(known)) < 0.3)
    said, frames = said[shown], known[shown, :5]
    sides = frames[:, 3] / (STRIP[2] - STRIP[0])
    frames[:, :2] += rng.normal(0, _STRIP_ASIDE, (len(frames), 2)) * sides[:, None]
    frames[:, 2] += rng.normal(0, 0.015, len(frames))
    frames[:, 3:] *= np.exp(rng.normal(0, 0.02, (len(frames), 2)))
    strays = _strays(scene.indices[:0], rng)
    strips = strip_crops(scene.picture, np.concatenate([frames, strays]))
    covered, places = _indices_of(known[shown], frames, scene.indices)
    few = rng.random(len(covered)) < _STRIP_COVERED
    covered, places = covered[few], places[few]
    places[:, :2] += rng.normal(0, _COVER_ASIDE[0], (len(places), 2))
    places[:, 2] *= np.exp(rng.normal(0, _COVER_ASIDE[1], len(places)))
    strips[covered] = without_indices(strips[covered], places)
    return strips, np.concatenate([said, nothing(len(strays))])


def _indices_of(cards: Numbers, frames: Numbers, indices: Numbers) -> tuple[npt.NDArray[np.intp], Numbers]:
    """Which of the racked cards (n, 8), their strips at frames (n, 5), have one of the indices (m, 9) in their upper
    left corner, (k,), and where they have it, (k, 3) as `vision.index.whole_cards.places_in_strips` tells it."""
    which, places = [], []
    for number, (card, frame) in enumerate(zip(cards, frames, strict=True)):
        mine = indices[(indices[:, RANK] == card[WHOLE_RANK]) & (indices[:, SUIT] == card[WHOLE_SUIT])]
        place = places_in_strips(np.repeat(frame[None], len(mine), 0), mine[:, [X, Y, ANGLE, HEIGHT]])
        upright = np.cos(mine[:, ANGLE] - frame[2]) > 0
        place = place[upright & (place[:, 0] > STRIP[0]) & (place[:, 0] < STRIP[2]) & (abs(place[:, 1]) < STRIP[3] / 2)]
        if len(place):
            which.append(number)
            places.append(place[place[:, 0].argmin()])
    return np.array(which, np.intp), np.array(places, np.float32).reshape(-1, 3)


def strip_batch(painter: Painter, rng: np.random.Generator) -> tuple[Picture, Numbers]:
    """Crops (CROPS, CROP_HEIGHT, CROP_WIDTH, 3) of what racked cards show, and what is to be said of them."""
    return gathered(lambda: _scene_strips(painter, rng), CROPS, rng)
