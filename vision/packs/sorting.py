"""Which card is which, of a pack whose cards were shown in pictures: the reader names what it can, and the rest follows
because every card of a pack is there once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles, Picture
from vision.index.beliefs import NO_CARD, Belief
from vision.index.protocol import IndexReader
from vision.packs.profile import Patches, Places
from vision.packs.varied_crops import cut_patch, varied
from whist.cards import FULL_PACK, PACK, RANKS, SUITS, Card

_LEAST: Final = 1e-4
_NONE: Final = 0.95
"""What the reader calls "no card" with this probability is not looked at."""
_LOOKS: Final = 8
"""Crops of each sighting from which its features are averaged."""
_SEED: Final = 54
_SURE: Final = 0.9
_MOST_LOOKS: Final = 3
"""So many sightings of one card count when cards are dealt out; more of them err together."""
_SPARE: Final = (5.0, 7.0, 10.0)
"""Cost of taking a sighting for no new card: one that is called none, one that looks like a card seen elsewhere or is
alone, and one that looks like no other; nats. A card that the reader finds impossible costs 9.2."""
_LIKE: Final = 4.0
"""Sightings that have one name look alike up to so many times the distance within which they are surely one card."""
_BLUR: Final = 0.03
"""Rank or suit may be right where the card is wrong: so much is given to the cards that share one of them."""
_MARGIN: Final = 2.0
"""A card is certain when any other way to deal the names out costs so much more; nats."""
_APART: Final = (2.5, 9.0)
"""Distance of the two indices of a card that is alone in its picture, in their heights."""


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """One index seen in a picture, pixels; ``group`` joins the indices of a card that was alone in its picture."""

    picture: str
    x: float
    y: float
    group: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """A sighting that may be either of two cards."""

    sighting: SeenIndex
    card: Card
    rival: Card


Ask = Callable[[Doubt], Card | None]
"""Says which of the two cards it is; None when nobody knows."""


class Shown:
    """The indices seen so far in pictures of one pack's cards."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self.sightings: list[SeenIndex] = []
        self._patches: list[Picture] = []
        self._beliefs: list[npt.NDArray[np.float32]] = []
        self._features: list[Doubles] = []
        self._spread: list[Doubles] = []
        self._groups = 0

    def __len__(self) -> int:
        return len(self.sightings)

    def add(self, picture: Picture, name: str) -> int:
        """Look at one more picture (h, w, 3) BGR; returns how many indices it shows."""
        poses = self._reader.poses(picture)
        beliefs = self._reader.beliefs(picture, poses)
        kept = beliefs[:, NO_CARD] < _NONE
        poses, beliefs = poses[kept], beliefs[kept]
        if not len(poses):
            return 0
        solid = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), np.uint8)
        patches = np.stack([cut_patch(solid, pose) for pose in poses])
        features = self._reader.features(varied(patches, _LOOKS, _SEED)).astype(np.float64)
        features = np.sqrt(np.maximum(features, 0)).reshape(len(poses), _LOOKS, -1)
        for k, one in enumerate(_alone(poses)):
            self.sightings.append(SeenIndex(name, float(poses[k, 0]), float(poses[k, 1]), self._groups + one))
            self._patches.append(patches[k])
            self._beliefs.append(beliefs[k])
            self._features.append(features[k].mean(0))
            self._spread.append(features[k] - features[k].mean(0))
        self._groups += len(poses)
        return len(poses)

    def sort(self, ask: Ask | None = None) -> tuple[Places, list[Card], list[Doubt]]:
        """What each sighting shows: place in FULL_PACK, or -1 for none; the cards of the 52 not seen; what is in doubt.

        ``ask`` is asked about doubts; without it they stay, sorted as is most probable.
        """
        if not self.sightings:
            return np.zeros(0, np.int64), list(PACK), []
        groups, far = self._joined()
        beliefs = np.log(np.maximum(_blurred(np.stack(self._beliefs)), _LEAST))
        joint = np.stack([_several(beliefs[group]) for group in groups])
        costs, spare = -joint[:, :NO_CARD], _spare(joint, groups, far)
        known: set[int] = set()
        doubts = []
        chosen = _dealt(costs, spare)
        for k in range(len(groups)):
            rival = _rival(costs, spare, chosen, k) if chosen[k] >= 0 and k not in known else None
            if rival is None:
                continue
            doubt = self._doubt(groups[k][0], chosen[k], rival)
            answer = ask(doubt) if ask else None
            if answer is None:
                doubts.append(doubt)
                continue
            known.add(k)
            costs[k] += 1000.0
            costs[k, FULL_PACK.index(answer)] = 0.0
            chosen = _dealt(costs, spare)
        labels = np.full(len(self), -1, np.int64)
        for k, (group, card) in enumerate(zip(groups, chosen, strict=True)):
            if card < 0:  # a second look at a card that was seen elsewhere, or none at all
                best = int(joint[k, :NO_CARD].argmax())
                card = best if joint[k, best] > math.log(_SURE) and best in chosen else -1
            labels[group] = card
        seen = set(labels.tolist())
        return labels, [card for k, card in enumerate(PACK) if k not in seen], doubts

    def learned(self, labels: Places) -> tuple[Patches, Places]:
        """Patches and labels of what was sorted, for `vision.packs.enrol.taught`."""
        kept = np.flatnonzero(labels >= 0)
        return np.stack([self._patches[k] for k in kept]), labels[kept]

    def _doubt(self, k: int, card: int, rival: int) -> Doubt:
        return Doubt(self.sightings[k], FULL_PACK[card], FULL_PACK[rival])

    def _joined(self) -> tuple[list[list[int]], Doubles]:
        """Sightings that show the same card: alone in one picture, or alike by their features; and the squared distance
        of each two sightings, in units of the one below which they are alike."""
        features, spread = np.stack(self._features), np.concatenate(self._spread)
        covariance = spread.T @ spread / len(spread)
        covariance += (0.1 * np.trace(covariance) / len(covariance) + 1e-9) * np.eye(len(covariance))
        white = features @ np.linalg.inv(np.linalg.cholesky(covariance)).T
        far = _squared(white)
        limit = _alike(far, np.stack(self._beliefs))
        parent = list(range(len(self)))
        pairs = [(int(a), int(b)) for a, b in np.argwhere(np.triu(far < limit, 1))]
        pairs += [(k, k - 1) for k in range(1, len(self)) if self.sightings[k].group == self.sightings[k - 1].group]
        for a, b in pairs:
            parent[_root(parent, a)] = _root(parent, b)
        groups: dict[int, list[int]] = {}
        for k in range(len(self)):
            groups.setdefault(_root(parent, k), []).append(k)
        return list(groups.values()), far / max(limit, 1e-9)


def _alone(poses: npt.NDArray[np.float32]) -> list[int]:
    """A number for each pose; the same for two that must be the indices of the one card in the picture."""
    numbers = list(range(len(poses)))
    if len(poses) == 2:
        a, b = poses[:, :4].astype(float)
        height = (a[3] + b[3]) / 2
        turned = abs(abs(math.remainder(a[2] - b[2], 2 * math.pi)) - math.pi) < 0.35
        if turned and _APART[0] < math.hypot(a[0] - b[0], a[1] - b[1]) / height < _APART[1]:
            numbers[1] = 0
    return numbers


def _several(logs: Doubles) -> Doubles:
    """Log beliefs of several sightings (n, 55) of one card together: they help each other, up to a point."""
    total = logs.mean(0) * min(len(logs), _MOST_LOOKS)
    total = total - total.max()
    return np.asarray(np.maximum(total - math.log(float(np.exp(total).sum())), 3 * math.log(_LEAST)))


def _alike(far: Doubles, beliefs: Belief) -> float:
    """The squared distance below which two sightings show one card: between those of surely equal and surely different
    names."""
    best, sure = beliefs[:, :NO_CARD].argmax(1), beliefs[:, :NO_CARD].max(1) >= _SURE
    both = np.triu(sure[:, None] & sure[None], 1)
    same, other = both & (best[:, None] == best[None]), both & (best[:, None] != best[None])
    if not other.any():
        return 0.0
    least = float(np.percentile(far[other], 0.1))
    usual = float(np.percentile(far[same], 75)) if same.any() else least / 9
    return min(math.sqrt(usual * least), least / 2)


def _squared(white: Doubles) -> Doubles:
    squares = (white * white).sum(1)
    return np.asarray(np.maximum(squares[:, None] + squares[None] - 2 * white @ white.T, 0))


def _blurred(beliefs: Belief) -> Doubles:
    """Beliefs (n, 55), with a little for cards that share rank or suit with a probable one."""
    plain = beliefs[:, : len(PACK)].astype(np.float64).reshape(len(beliefs), len(SUITS), len(RANKS))
    shared = plain.sum(1, keepdims=True) / len(SUITS) + plain.sum(2, keepdims=True) / len(RANKS)
    out = (1 - _BLUR) * beliefs.astype(np.float64)
    out[:, : len(PACK)] += _BLUR / 2 * shared.reshape(len(beliefs), -1)
    return out


def _spare(joint: Doubles, groups: Sequence[list[int]], far: Doubles) -> Doubles:
    """What it costs (groups,) to take a group of sightings for no new card."""
    best = joint[:, :NO_CARD].argmax(1)
    out = np.empty(len(groups))
    for k, group in enumerate(groups):
        like = any(
            far[np.array(group)][:, groups[other]].min() < _LIKE
            for other in np.flatnonzero(best == best[k]).tolist()
            if other != k and joint[other, best[k]] >= joint[k, best[k]]
        )
        none = joint[k, NO_CARD] > math.log(0.5)
        cost = _SPARE[0] if none else _SPARE[1] if like or len(group) == 1 else _SPARE[2]
        out[k] = cost * min(len(group), _MOST_LOOKS)
    return out


def _dealt(costs: Doubles, spare: Doubles) -> list[int]:
    """The card of each group (or -1), each card once, so that costs (groups, 54) and `spare` ones are least."""
    from scipy.optimize import linear_sum_assignment  # most of a second, which not everybody needs

    none = np.repeat(spare[:, None], len(costs), 1)
    rows, columns = linear_sum_assignment(np.concatenate([costs, none], 1))
    chosen = [-1] * len(costs)
    for row, column in zip(rows, columns, strict=True):
        chosen[row] = int(column) if column < len(FULL_PACK) else -1
    return chosen


def _total(costs: Doubles, spare: Doubles, chosen: Sequence[int]) -> float:
    return float(sum(costs[k, card] if card >= 0 else spare[k] for k, card in enumerate(chosen)))


def _rival(costs: Doubles, spare: Doubles, chosen: list[int], k: int) -> int | None:
    """The card that group `k` may be instead; None where it is certain."""
    if costs[k, chosen[k]] < 0.1:
        return None
    other = costs.copy()
    other[k, chosen[k]] = 1e6
    again = _dealt(other, spare)
    if again[k] < 0 or _total(costs, spare, again) - _total(costs, spare, chosen) >= _MARGIN:
        return None
    return again[k]


def _root(parent: list[int], k: int) -> int:
    while parent[k] != k:
        parent[k] = parent[parent[k]]
        k = parent[k]
    return k
