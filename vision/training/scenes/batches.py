"""What detector and classifiers learn from: scenes with maps, crops of indices with their answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.arrays import Numbers, Picture
from vision.index.beliefs import RANK_CLASSES, SUIT_CLASSES, Belief, joined
from vision.index.networks import open_network
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH, STRIDE, SUIT_LOOK, UNIT_HEIGHT, crops, moved, poses_in, resized
from vision.reader.restoration import restored
from vision.training.scenes.scenes import (
    ANGLE,
    HEIGHT,
    RANK,
    RANK_SEEN,
    RANK_SHARE,
    SIZE,
    SUIT,
    SUIT_SEEN,
    WIDTH,
    Painter,
    X,
    Y,
)

Finder = Callable[[Picture], Numbers]
"""A detector: poses (n, 5) in a picture."""
Namer = Callable[[Picture], Belief]
"""A classifier: beliefs (n, 55) of upright crops."""

SCENES: Final = 32
"""Scenes in one batch for the detector."""
CROPS: Final = 128
"""Crops in one batch for a network that names."""
DETECTOR_HEIGHTS: Final = (8.5, 46.0)
"""Heights of the indices that the detector is to find, pixels; the pyramid of the reader does the rest."""
CLASSIFIER_HEIGHTS: Final = (8.5, 70.0)
_RACKED_HEIGHTS: Final = (160.0, 400.0)
"""Heights of racked cards whose indices are looked at, pixels; on a rectified holder they are 264 pixels high."""
_DOUBTFUL: Final = 0.98
"""An index is in doubt where its classifier believes in nothing as much as this; and..."""
_SURE_TOO: Final = 0.03
"""... of the others so many are shown, too."""
_LOOKS: Final = 3
"""Ways in which each racked index is shown."""
_LEAST_SHOWN, _LEAST_HEIGHT, _INSIDE = 0.15, 10.0, 4.0
"""An index is shown of whose rank and suit so much is visible, so high and with its middle so far within the picture,
pixels."""
_CLEARED: Final = 0.5
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


class _Model:
    """A network from its ONNX file, opened when first asked: in the process that asks."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._session: Any = None

    def _run(self, outputs: list[str] | None, given: dict[str, Picture]) -> list[Any]:
        if self._session is None:
            self._session = open_network(self._path, threads=1)
        return list(self._session.run(outputs, given))


class ModelFinder(_Model):
    """A detector."""

    def __init__(self, path: Path, threshold: float = 0.25) -> None:
        super().__init__(path)
        self._threshold = threshold

    def __call__(self, picture: Picture) -> Numbers:
        """Poses (n, 5) in a picture."""
        return poses_in(self._run(None, {"picture": picture[None]})[0][0], self._threshold)


class ModelNamer(_Model):
    """A classifier."""

    def __call__(self, pictures: Picture) -> Belief:
        """Beliefs (n, 55) of upright crops (n, CROP_HEIGHT, CROP_WIDTH, 3)."""
        return joined(*self._run(["rank", "suit"], {"crops": pictures}))

    def features(self, pictures: Picture) -> Numbers:
        """What it saw in such crops before it named them, (n, features)."""
        return np.asarray(self._run(["features"], {"crops": pictures})[0])


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
    pictures = [cleared(s.picture, rng) for s in scenes]
    # where clearing left fewer pixels the maps would no longer fit: it is shown as it was
    shown = [clear if part == 1 else s.picture for (clear, part), s in zip(pictures, scenes, strict=True)]
    return np.stack(shown), np.stack([detector_maps(s.indices) for s in scenes])


def nothing(count: int) -> Numbers:
    """What is to be said where there is neither rank nor suit, (count, ANSWERS)."""
    out = np.zeros((count, ANSWERS), np.float32)
    out[:, [NO_RANK, NO_SUIT]] = 1
    return out


def answers(poses: Numbers, indices: Numbers) -> Numbers:
    """What the classifier is to say at poses: (n, ANSWERS), probabilities of rank, then of suit, none last of each.

    A rank or suit that is half covered gets a share of none; a pose that meets no index is none and none.
    """
    out = nothing(len(poses))
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
    picture, part = cleared(scene.picture, rng)
    return (
        crops(picture, resized(np.concatenate([where, closer]), part)),
        np.concatenate([answers(where, known), suits]),
    )


def cleared(picture: Picture, rng: np.random.Generator) -> tuple[Picture, float]:
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
    return gathered(lambda: _scene_crops(painter, rng, finder), CROPS, rng)


def _scene_doubts(painter: Painter, rng: np.random.Generator, namer: Namer) -> tuple[Picture, Numbers]:
    scene = painter.racked(rng, _RACKED_HEIGHTS)
    known = scene.indices
    middle, seen = known[:, [X, Y]], np.minimum(known[:, RANK_SEEN], known[:, SUIT_SEEN])
    inside = ((middle > _INSIDE) & (middle < SIZE - _INSIDE)).all(1)
    shown = known[inside & (seen > _LEAST_SHOWN) & (known[:, HEIGHT] > _LEAST_HEIGHT)][:, [X, Y, ANGLE, HEIGHT]]
    poses = np.concatenate([_jittered(shown, rng) for _ in range(_LOOKS)])
    pictures = crops(scene.picture, poses)
    chosen = (namer(pictures).max(1) < _DOUBTFUL) | (rng.random(len(poses)) < _SURE_TOO)
    return pictures[chosen], answers(poses, known)[chosen]


def doubt_batch(painter: Painter, rng: np.random.Generator, namer: Namer) -> tuple[Picture, Numbers]:
    """Crops (CROPS, CROP_HEIGHT, CROP_WIDTH, 3) of racked indices, nearly all of which the namer leaves in doubt, and
    what is to be said of them."""
    return gathered(lambda: _scene_doubts(painter, rng, namer), CROPS, rng)


def gathered(
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
