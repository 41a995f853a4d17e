"""Reads card indices out of pictures, with two small networks that onnxruntime runs.

Pictures are (h, w, 3) uint8 BGR. A *belief* is 53 probabilities that sum to 1: the 52 cards in the order of
`whist.cards.PACK`, then "no card". Angles are radians, counter-clockwise, of an index's up direction against
the picture's up.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.photographs import PictureError, load_photograph
from vision.poses import crops, distinct, padded, poses_in
from whist.cards import PACK, Card

__all__ = ["MODEL_FOLDER", "CardRead", "IndexRead", "PictureError", "Reader", "load_photograph", "onnx_session"]

Picture = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

MODEL_FOLDER: Final = Path(__file__).resolve().parent / "model"
NO_CARD: Final = len(PACK)
"""Place of "no card" in a belief."""
BEST_HEIGHT: Final = 22.0
"""Height of an index at which the detector sees best, pixels."""
CERTAIN: Final = 0.7
"""A card is named in a photograph from this probability on."""
_THRESHOLD: Final = 0.3
_NAMES: Final = 0.5
"""From this probability on an index names a card."""
_MOST_INDICES: Final = 400
"""So many poses, the best first, are looked at in one picture: a whole pack, both indices, at four scales."""
_LEAST_SIDE: Final = 100
_MOST_PIXELS: Final = 13_000_000
_UPSCALE_BELOW: Final = 800
_BATCH: Final = 64
_TRIES: Final = ((0.0, 0.0, 0.0, 1.0), (0.03, 0.02, 0.05, 1.07), (-0.03, -0.02, -0.05, 0.94))
"""Poses tried for each index: shift across and down in index heights, turn in radians, height."""


@dataclass(frozen=True)
class IndexRead:
    """One corner index: what it says, and where it stands in the picture (pixels)."""

    belief: Numbers
    """(53,) float32, sums to 1."""
    x: float
    y: float
    angle: float
    height: float
    """Height of rank and suit together."""
    box: tuple[float, float, float, float]
    """x0, y0, x1, y1, upright, around the index."""


@dataclass(frozen=True)
class CardRead:
    """One card read in a photograph: its probability, and x0, y0, x1, y1 in pixels around the index read best."""

    card: Card
    confidence: float
    box: tuple[float, float, float, float]


def onnx_session(path: Path, threads: int) -> Any:
    """An onnxruntime session; raises `FileNotFoundError` with one sentence when there is no such model."""
    import onnxruntime

    if not path.is_file():
        raise FileNotFoundError(f"there is no model file {path}; fetch it with git or make it with `make model`")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


class Reader:
    """The index reader. One object serves a process; calls from several threads are allowed."""

    def __init__(self, model: Path = MODEL_FOLDER, threads: int = 2) -> None:
        """Opens `detector.onnx` and `classifier.onnx` in `model`; raises `FileNotFoundError` when one is missing."""
        self._detector = onnx_session(model / "detector.onnx", threads)
        self._classifier = onnx_session(model / "classifier.onnx", threads)

    def indices(self, picture: Picture, index_height: tuple[float, float] | None = None) -> list[IndexRead]:
        """All indices in a picture, (h, w, 3) BGR or (h, w) grey.

        `index_height` gives the least and the greatest height of an index in pixels where the scale is known (a plane
        that was rectified): then one pass at the best scale does. Without it a pyramid of scales is searched.
        """
        picture = _coloured(picture)
        if index_height is None:
            scales = _pyramid(picture.shape[0], picture.shape[1])
        else:
            scales = [min(BEST_HEIGHT / float(np.sqrt(index_height[0] * index_height[1])), 2.0)]
        poses = np.concatenate([self._poses(picture, scale) for scale in scales])
        poses = poses[np.argsort(-poses[:, 4], kind="stable")][:_MOST_INDICES]
        if len(scales) > 1:
            # an index is met at several scales; the pose that reads best stays, not the one that was seen best
            poses[:, 4] = self._beliefs(picture, poses, _TRIES[:1])[:, :NO_CARD].max(1, initial=0)
            poses = distinct(poses)
        if index_height is not None:
            fits = (poses[:, 3] > 0.7 * index_height[0]) & (poses[:, 3] < 1.4 * index_height[1])
            poses = poses[fits]
        beliefs = self.beliefs(picture, poses)
        return [
            IndexRead(belief, float(x), float(y), float(angle), float(height), _box(pose))
            for belief, pose in zip(beliefs, poses, strict=True)
            for x, y, angle, height in [pose[:4]]
        ]

    def beliefs(self, picture: Picture, poses: Numbers) -> Numbers:
        """Beliefs (n, 53) at poses (n, 4 or more): middle x, y in pixels, angle, height in pixels."""
        return self._beliefs(_coloured(picture), poses, _TRIES)

    def _beliefs(self, picture: Picture, poses: Numbers, tries: tuple[tuple[float, ...], ...]) -> Numbers:
        if not len(poses):
            return np.zeros((0, NO_CARD + 1), np.float32)
        rank_log = np.zeros((len(poses), 14))
        suit_log = np.zeros((len(poses), 5))
        for across, down, turn, larger in tries:
            tried = np.array(poses[:, :4], np.float32)
            c, s = np.cos(tried[:, 2]), np.sin(tried[:, 2])
            tried[:, 0] += (across * c + down * s) * tried[:, 3]
            tried[:, 1] += (down * c - across * s) * tried[:, 3]
            tried[:, 2] += turn
            tried[:, 3] *= larger
            rank, suit = self._named(crops(picture, tried))
            rank_log += np.log(np.maximum(rank, 1e-9)) / len(tries)
            suit_log += np.log(np.maximum(suit, 1e-9)) / len(tries)
        return _joined(_shares(rank_log), _shares(suit_log))

    def photograph(self, picture: Picture) -> list[CardRead]:
        """The distinct cards in a photograph of unknown scale, most probable first, each once."""
        reads = self.indices(picture)
        if not reads:
            return []
        beliefs = np.stack([read.belief for read in reads])[:, :NO_CARD].astype(np.float64)
        # Several indices that name one card agree: the card is missing only if all of them err. A slight suspicion is
        # no sighting; many of them, all from one rough cloth, would add up to a card that is not there.
        beliefs[beliefs < _NAMES] = 0
        together = 1 - np.prod(1 - beliefs, axis=0)
        best = beliefs.argmax(0)
        found = [
            CardRead(PACK[k], float(min(together[k], 1.0)), reads[int(best[k])].box)
            for k in np.argsort(-together, kind="stable")
            if together[k] >= CERTAIN
        ]
        return found

    def _poses(self, picture: Picture, scale: float) -> Numbers:
        """Poses (n, 5) in pixels of the picture, looked for at `scale`."""
        height, width = picture.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if size != (width, height):
            way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)
        maps = self._detector.run(None, {"picture": padded(picture)[None]})[0][0]
        poses = poses_in(maps, _THRESHOLD)
        true_x, true_y = size[0] / width, size[1] / height
        poses[:, 0] = (poses[:, 0] + 0.5) / true_x - 0.5
        poses[:, 1] = (poses[:, 1] + 0.5) / true_y - 0.5
        poses[:, 3] /= scale
        return poses

    def _named(self, pictures: Picture) -> tuple[Numbers, Numbers]:
        ranks, suits = [], []
        for first in range(0, len(pictures), _BATCH):
            rank, suit = self._classifier.run(None, {"crops": pictures[first : first + _BATCH]})
            ranks.append(rank)
            suits.append(suit)
        return np.concatenate(ranks), np.concatenate(suits)


def _coloured(picture: Picture) -> Picture:
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    return picture


def _pyramid(height: int, width: int) -> list[float]:
    """Scales at which a photograph is searched; each octave of index heights is met by one or two of them."""
    scales = [2.0] if max(height, width) < _UPSCALE_BELOW else []
    scale = 1.0
    while scale > 1 / 64 and (not scales or min(height, width) * scale >= _LEAST_SIDE):
        if height * width * scale * scale <= _MOST_PIXELS:
            scales.append(scale)
        scale /= 2
    return scales


def _shares(logs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    powers = np.exp(logs - logs.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def _joined(rank: npt.NDArray[np.float64], suit: npt.NDArray[np.float64]) -> Numbers:
    """Beliefs from probabilities (n, 14) of the rank and (n, 5) of the suit."""
    cards = (suit[:, :4, None] * rank[:, None, :13]).reshape(len(rank), NO_CARD)
    return np.concatenate([cards, 1 - cards.sum(1, keepdims=True)], 1).clip(0, 1).astype(np.float32)


def _box(pose: Numbers) -> tuple[float, float, float, float]:
    x, y, angle, height = (float(v) for v in pose[:4])
    c, s = abs(np.cos(angle)), abs(np.sin(angle))
    across = height / 2 * (0.5 * c + s)
    down = height / 2 * (c + 0.5 * s)
    return float(x - across), float(y - down), float(x + across), float(y + down)
