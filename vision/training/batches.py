"""What the networks learn from: scenes with the detector's maps, and crops with the classifier's answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.beliefs import RANK_CLASSES, SUIT_CLASSES
from vision.networks import open_network
from vision.poses import CROP_HEIGHT, CROP_WIDTH, STRIDE, SUIT_LOOK, UNIT_HEIGHT, crops, moved, poses_in, resized
from vision.restoration import restored
from vision.training.scenes import (
    ANGLE,
    HEIGHT,
    RANK,
    RANK_SEEN,
    RANK_SHARE,
    SIZE,
    SUIT,
    SUIT_SEEN,
    WHOLE_RANK,
    WHOLE_SEEN,
    WHOLE_SUIT,
    WIDTH,
    Painter,
    X,
    Y,
)
from vision.whole_cards import (
    STRIP,
    enlarged,
    frames_between,
    places_in_strips,
    strip_crops,
    whole_crops,
    without_indices,
)

Picture = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]
Finder = Callable[[Picture], Numbers]
"""A detector: poses (n, 5) in a picture."""

SCENES: Final = 32
"""Scenes in one batch for the detector."""
CROPS: Final = 128
"""Crops in one batch for a network that names."""
DETECTOR_HEIGHTS: Final = (8.5, 46.0)
"""Heights of the indices that the detector is to find, pixels; the pyramid of the reader does the rest."""
CLASSIFIER_HEIGHTS: Final = (8.5, 70.0)
WHOLE_HEIGHTS: Final = (22.0, 130.0)
"""Heights of cards that it is to name, pixels; indices of larger ones can be read."""
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
_CLEARED: Final = 0.3
"""So many of the pictures are cleared as the reader clears photographs."""
ANSWERS: Final = RANK_CLASSES + SUIT_CLASSES
NO_RANK, NO_SUIT = RANK_CLASSES - 1, ANSWERS - 1
_SEEN, _HALF_SEEN = 0.6, 0.3
_HIDDEN, _READABLE = 0.25, 0.6
"""Visible shares of a rank or a suit up to which nobody can name it, and from which a person can."""
_CELLS: Final = SIZE // STRIDE
_SUIT_LOOKS: Final = 4
"""Indices of a scene of which the suit is shown alone, too."""
_SUIT_FROM: Final = 16.0
"""Height in pixels from which an index has more to show when its suit is looked at closely."""
_COLUMN: Final = 0.8
"""Width, in its heights, up to which an index has its suit below the rank."""


class ModelFinder:
    """A detector from its ONNX file, opened when first asked: in the process that asks."""

    def __init__(self, path: Path, threshold: float = 0.25) -> None:
        self._path = path
        self._threshold = threshold
        self._session: Any = None

    def __call__(self, picture: Picture) -> Numbers:
        """Poses (n, 5) in a picture."""
        if self._session is None:
            self._session = open_network(self._path, threads=1)
        maps = self._session.run(None, {"picture": picture[None]})[0][0]
        return poses_in(maps, self._threshold)


def detector_maps(indices: Numbers) -> Numbers:
    """Maps (8, cells, cells) wanted of one scene: heat, five values as the detector gives them, and two weights.

    The weight of the heat is 0 where the answer is open, that of the values 1 around each index.
    """
    maps = np.zeros((8, _CELLS, _CELLS), np.float32)
    maps[6] = 1
    rows, columns = np.mgrid[0:_CELLS, 0:_CELLS].astype(np.float32)
    nearest = np.full((_CELLS, _CELLS), np.inf, np.float32)
    share = RANK_SHARE * indices[:, RANK_SEEN] + (1 - RANK_SHARE) * indices[:, SUIT_SEEN]
    for seen, index in zip(share, indices, strict=True):
        x, y, height = (index[X] + 0.5) / STRIDE - 0.5, (index[Y] + 0.5) / STRIDE - 0.5, index[HEIGHT]
        if seen < 0.05 or not (-9 < x < _CELLS + 9 and -9 < y < _CELLS + 9):
            continue
        away = (columns - x) ** 2 + (rows - y) ** 2
        if seen < _SEEN or not DETECTOR_HEIGHTS[0] <= height <= DETECTOR_HEIGHTS[1]:
            if seen > _HALF_SEEN:
                maps[6][away < max(2.0, height / STRIDE / 2) ** 2] = 0
            continue
        width = min(max(0.16 * height / STRIDE, 0.7), 1.6)
        np.maximum(maps[0], np.exp(away / (-2 * width * width)), out=maps[0])
        column, row = round(float(x)), round(float(y))
        if 0 <= column < _CELLS and 0 <= row < _CELLS:
            maps[0, row, column] = 1
        mine = (away < 1.6**2) & (away < nearest)
        nearest[mine] = away[mine]
        maps[1][mine] = (x - columns)[mine]
        maps[2][mine] = (y - rows)[mine]
        maps[3][mine] = np.sin(index[ANGLE])
        maps[4][mine] = np.cos(index[ANGLE])
        maps[5][mine] = np.log(height / UNIT_HEIGHT)
        maps[7][mine] = 1
    maps[6][maps[0] == 1] = 1
    return maps


def detector_batch(painter: Painter, rng: np.random.Generator) -> tuple[Picture, Numbers]:
    """Pictures (SCENES, SIZE, SIZE, 3) and the maps wanted for them."""
    scenes = [painter.scene(rng, DETECTOR_HEIGHTS) for _ in range(SCENES)]
    return np.stack([s.picture for s in scenes]), np.stack([detector_maps(s.indices) for s in scenes])


def _nothing(count: int) -> Numbers:
    """What is to be said where there is neither rank nor suit, (count, ANSWERS)."""
    out = np.zeros((count, ANSWERS), np.float32)
    out[:, [NO_RANK, NO_SUIT]] = 1
    return out


def answers(poses: Numbers, indices: Numbers) -> Numbers:
    """What the classifier is to say at poses: (n, ANSWERS), probabilities of rank, then of suit, none last of each.

    A rank or suit that is half covered gets a share of none; a pose that meets no index is none and none.
    """
    out = _nothing(len(poses))
    if not len(indices):
        return out
    for k, (x, y, angle, height) in enumerate(poses[:, :4]):
        away = np.hypot(indices[:, X] - x, indices[:, Y] - y) / indices[:, HEIGHT]
        fits = (
            (away < 0.3)
            & (np.cos(indices[:, ANGLE] - angle) > 0.8)
            & (np.abs(np.log(indices[:, HEIGHT] / height)) < 0.45)
        )
        share = indices[:, RANK_SEEN] + indices[:, SUIT_SEEN]
        best = int(np.argmax(np.where(fits, share, -1)))
        if not fits[best]:
            continue
        index = indices[best]
        for part, first, none in ((RANK, 0, NO_RANK), (SUIT, RANK_CLASSES, NO_SUIT)):
            seen = float(
                np.clip((index[RANK_SEEN if part == RANK else SUIT_SEEN] - _HIDDEN) / (_READABLE - _HIDDEN), 0, 1)
            )
            out[k, none] = 1 - seen
            out[k, first + int(index[part])] = seen
    return out


def _jittered(poses: Numbers, rng: np.random.Generator) -> Numbers:
    out = poses.copy()
    size = poses[:, 3]
    out[:, 0] += rng.normal(0, 0.055, len(poses)) * size
    out[:, 1] += rng.normal(0, 0.055, len(poses)) * size
    out[:, 2] += rng.normal(0, 0.085, len(poses))
    out[:, 3] *= np.exp(rng.normal(0, 0.11, len(poses)))
    return out


def _scene_crops(painter: Painter, rng: np.random.Generator, finder: Finder | None) -> tuple[Picture, Numbers]:
    scene = painter.scene(rng, CLASSIFIER_HEIGHTS)
    known = scene.indices
    seen = np.maximum(known[:, RANK_SEEN], known[:, SUIT_SEEN])
    inside = known[(seen > 0.05) & (known[:, HEIGHT] > 8) & (known[:, HEIGHT] < 200)]
    clear = np.minimum(inside[:, RANK_SEEN], inside[:, SUIT_SEEN]) > 0.6
    good, poor = inside[clear], inside[~clear]
    good, poor = rng.permutation(good)[:16], rng.permutation(poor)[:3]
    poses = [_jittered(np.concatenate([good, poor])[:, [X, Y, ANGLE, HEIGHT]], rng)]
    if finder is not None and (rng.random() < 0.5 or not len(good)):
        found = finder(scene.picture)[:, :4]
        poses.append(_jittered(rng.permutation(found)[:12], rng) if rng.random() < 0.4 else rng.permutation(found)[:12])
    if rng.random() < 0.6:
        stray = [*rng.uniform(0, SIZE, 2), rng.uniform(-np.pi, np.pi), np.exp(rng.uniform(2.2, 4.2))]
        poses.append(np.array([stray], np.float32))
    where = np.concatenate(poses).astype(np.float32)
    closer, suits = _suit_looks(rng.permutation(good), rng)
    picture, part = _cleared(scene.picture, rng)
    return (
        crops(picture, resized(np.concatenate([where, closer]), part)),
        np.concatenate([answers(where, known), suits]),
    )


def _cleared(picture: Picture, rng: np.random.Generator) -> tuple[Picture, float]:
    """The picture, every now and then cleared as the reader clears photographs, and its size as a share."""
    return restored(picture) if rng.random() < _CLEARED else (picture, 1.0)


def _suit_looks(indices: Numbers, rng: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Poses (k, 4) that show the suits of some indices (n, 9) alone, and what is to be said of them: no rank."""
    fit = (indices[:, WIDTH] < _COLUMN * indices[:, HEIGHT]) & (indices[:, HEIGHT] > _SUIT_FROM)
    chosen = indices[fit & (indices[:, RANK] < NO_RANK - 1)][:_SUIT_LOOKS]
    poses = chosen[:, [X, Y, ANGLE, HEIGHT]]
    said = answers(poses, chosen)
    said[:, :RANK_CLASSES] = 0
    said[:, NO_RANK] = 1
    return _jittered(moved(poses, *SUIT_LOOK), rng), said


def classifier_batch(painter: Painter, rng: np.random.Generator, finder: Finder | None) -> tuple[Picture, Numbers]:
    """Crops (CROPS, CROP_HEIGHT, CROP_WIDTH, 3) and what is to be said of them."""
    return _gathered(lambda: _scene_crops(painter, rng, finder), CROPS, rng)


def _gathered(
    scene: Callable[[], tuple[Picture, Numbers]], count: int, rng: np.random.Generator
) -> tuple[Picture, Numbers]:
    """`count` of the crops and answers that scenes give, mixed."""
    pictures: list[Picture] = []
    said: list[Numbers] = []
    while sum(len(s) for s in said) < count:
        picture, answer = scene()
        pictures.append(picture)
        said.append(answer)
    order = rng.permutation(sum(len(s) for s in said))[:count]
    return np.concatenate(pictures)[order].reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3), np.concatenate(said)[order]


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
    picture, part = _cleared(scene.picture, rng)
    return whole_crops(picture, enlarged(np.concatenate([frames, strays]), part)), np.concatenate(
        [said[shown], _nothing(len(strays))]
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
    return _gathered(lambda: _scene_wholes(painter, rng), CROPS, rng)


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
    return strips, np.concatenate([said, _nothing(len(strays))])


def _indices_of(cards: Numbers, frames: Numbers, indices: Numbers) -> tuple[npt.NDArray[np.intp], Numbers]:
    """Which of the racked cards (n, 8), their strips at frames (n, 5), have one of the indices (m, 9) in their upper
    left corner, (k,), and where they have it, (k, 3) as `vision.whole_cards.places_in_strips` tells it."""
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
    return _gathered(lambda: _scene_strips(painter, rng), CROPS, rng)
