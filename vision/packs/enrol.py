"""Teaches the reader a pack: from its faces, or from pictures of its cards, to a `vision.packs.profile.Profile`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.index.beliefs import roots
from vision.index.protocol import IndexReader
from vision.packs.decoy_packs import foreign_pack
from vision.packs.profile import Patches, Places, Profile
from vision.packs.varied_crops import cut_patch, varied
from whist.cards import FULL_PACK, Card

Progress = Callable[[int], None]
"""Called with how many crops were looked at since the last call."""


class EnrolError(Exception):
    """What was shown is no pack that can be learned; the text is one sentence."""


SIZES: Final = (0.8, 0.9, 1.0, 1.12, 1.25)
"""Sizes at which each card is learned. Where an index has a frame, or is half behind the holder's lip, the detector
takes it for up to a fifth lower in a holder than on the whole face, and so it is larger in its crop."""
CROPS: Final = 36
"""So many crops are made of each card at each size."""
_FOREIGN_PACKS: Final = 12
_FOREIGN_CROPS: Final = 2
"""Packs that are none of the owner's, and crops of each of their cards at each size."""
_SEED: Final = 52
_APART: Final = 7919
"""Between the seeds of two sizes."""
_SHRINKAGE: Final = 0.1
"""The common spread of a card's crops is mixed with so much of a round one."""
_REACH: Final = 98.0
"""Percentile of the squared distances of a card's crops that still count as near."""

_TWINS: Final = 1.6
"""Two cards lie so many times farther from each other than chance alone puts them, or they are one."""

_SCALES: Final = (18.0, 24.0, 34.0)
"""Heights of an index at which a face is shown to the detector, pixels."""
_USUAL: Final = 0.205
"""Height of an index, share of a face's."""
_MARGIN: Final = 0.08
_SIDE, _TOP = 0.32, 0.36
"""An index's middle lies within these shares of the face's width and height from its corner."""
_NEAR: Final = 0.3
"""Two poses of a pack's index differ by less than this share of its height."""
_LEAST_SEEN: Final = 8
"""An index place is one where so many faces show one."""


def taught(
    reader: IndexReader, name: str, model: str, patches: Patches, labels: Places, progress: Progress | None = None
) -> Profile:
    """The profile of a pack from patches (n, …) of its indices and what they show, (n,) places in FULL_PACK.

    `model` is `model_digest` of the reader's model. Linear discriminant analysis (R. A. Fisher, 1936) on the square
    roots of features: one mean for each card at each size, one spread for all.
    """
    cards = np.repeat(np.unique(labels), len(SIZES))
    times = _times(labels)
    features, shown = [], []
    for k, (patch, card) in enumerate(zip(patches, labels, strict=True)):
        seen = _features(reader, patch[None], int(times[k]), _SEED + k)
        features.append(np.concatenate(seen))
        shown.append(np.repeat(np.searchsorted(cards, card) + np.arange(len(SIZES)), times[k]))
        if progress:
            progress(len(features[-1]))
    own, which = np.concatenate(features), np.concatenate(shown)
    means = np.stack([own[which == k].mean(0) for k in range(len(cards))])
    whitening = _whitening(own - means[which])
    elsewhere = []
    random = np.random.default_rng(_SEED)
    for k in range(_FOREIGN_PACKS):
        foreign = np.concatenate(_features(reader, foreign_pack(random), _FOREIGN_CROPS, _SEED + 1000 + k))
        elsewhere.append(foreign.reshape(len(SIZES) * len(FULL_PACK), _FOREIGN_CROPS, -1).mean(1))
        if progress:
            progress(len(foreign))
    from_mean = np.maximum((((own - means[which]) @ whitening) ** 2).sum(1), 1e-3)
    return Profile(
        name=name,
        model=model,
        cards=cards.astype(np.int64),
        whitening=whitening.astype(np.float32),
        own=(means @ whitening).astype(np.float32),
        elsewhere=(np.concatenate(elsewhere) @ whitening).astype(np.float32),
        reach=float(np.percentile(from_mean, _REACH)),
        usual=(float(np.log(from_mean).mean()), float(np.log(from_mean).std())),
        patches=patches,
        labels=labels.astype(np.int64),
    )


def twins(profile: Profile) -> list[tuple[Card, Card]]:
    """Pairs of a profile's cards whose pictures show the same card; jokers may be alike."""
    known = profile.known()
    sizes = len(profile.cards) // len(known)
    means = profile.own.reshape(len(known), sizes, -1).mean(1).astype(np.float64)
    far = ((means[:, None] - means[None]) ** 2).sum(2)
    # two means of so many crops differ by chance by about 2 / count in each direction
    limit = _TWINS * 2 * means.shape[1] / (sizes * CROPS)
    return [
        (known[a], known[b])
        for a, b in np.argwhere(np.triu(far < limit, 1)).tolist()
        if not known[a].is_joker and not known[b].is_joker
    ]


def crops_to_learn(labels: Places) -> int:
    """How many crops `taught` looks at."""
    return len(SIZES) * (int(_times(labels).sum()) + _FOREIGN_PACKS * _FOREIGN_CROPS * len(FULL_PACK))


def _times(labels: Places) -> Places:
    """(n,) how many crops are made of each patch, so that every card has about `CROPS` at each size."""
    return np.maximum(1, CROPS // np.bincount(labels, minlength=len(FULL_PACK))[labels])


def _features(reader: IndexReader, patches: Patches, times: int, seed: int) -> npt.NDArray[np.float64]:
    """(sizes, n * times, f): square roots of the features of crops of patches (n, …), at each of `SIZES`."""
    seen = [
        reader.features(varied(patches, times, seed + _APART * number, larger)) for number, larger in enumerate(SIZES)
    ]
    return roots(np.stack(seen))


def _whitening(spread: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(f, f): takes differences (n, f) to ones whose covariance is about the identity."""
    covariance = spread.T @ spread / len(spread)
    even = np.trace(covariance) / len(covariance) + 1e-9
    covariance = (1 - _SHRINKAGE) * covariance + _SHRINKAGE * even * np.eye(len(covariance))
    return np.asarray(np.linalg.inv(np.linalg.cholesky(covariance)).T)


def face_patches(reader: IndexReader, faces: Mapping[Card, Picture]) -> tuple[Patches, Places]:
    """Patches of the corner indices of a pack's faces, BGRA pictures of one size, and their places in FULL_PACK.

    All faces of a pack have their index at one place, which is where most of them show one; each is then cut at that
    place and where the detector saw it. Raises `EnrolError` when too few show an index.
    """
    seen = {card: _corner_poses(reader, face) for card, face in faces.items()}
    place = _place(seen)
    patches, labels = [], []
    for card, face in faces.items():
        height = face.shape[0]
        usual = (place[0] * height, place[1] * height, 0.0, place[2] * height)
        for turned in (False, True):
            upright = np.ascontiguousarray(face[::-1, ::-1]) if turned else face
            own = [pose[1:] for pose in seen[card] if bool(pose[0]) == turned and _fits(pose[1:], place)]
            cut = [usual, *((x * height, y * height, a, h * height) for x, y, a, h in own)]
            patches += [cut_patch(upright, pose) for pose in cut]
            labels += [FULL_PACK.index(card)] * len(cut)
    return np.stack(patches), np.array(labels, np.int64)


def _corner_poses(reader: IndexReader, face: Picture) -> list[tuple[float, float, float, float, float]]:
    """(turned, x, y, angle, height) of upper left indices on a face and on the face turned half around, in face
    heights."""
    height, width = face.shape[:2]
    found = []
    rim = round(_MARGIN * height)
    alpha = face[:, :, 3:] / 255.0
    flat = np.rint(face[:, :, :3] * alpha + 100.0 * (1 - alpha)).astype(np.uint8)
    framed = cv2.copyMakeBorder(flat, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(100, 100, 100))
    for wanted in _SCALES:
        scale = wanted / (_USUAL * height)
        size = (round(framed.shape[1] * scale), round(framed.shape[0] * scale))
        small = np.asarray(cv2.resize(framed, size, interpolation=cv2.INTER_AREA), np.uint8)
        for x, y, angle, tall in reader.poses(small, (0.6 * wanted, 1.5 * wanted))[:, :4].astype(float):
            x, y = (x + 0.5) / scale - 0.5 - rim, (y + 0.5) / scale - 0.5 - rim
            angle = math.remainder(angle, 2 * math.pi)
            turned = abs(angle) > math.pi / 2
            if turned:
                x, y, angle = width - 1 - x, height - 1 - y, math.remainder(angle - math.pi, 2 * math.pi)
            if abs(angle) < 0.3 and x < _SIDE * width and y < _TOP * height:
                found.append((float(turned), x / height, y / height, angle, tall / scale / height))
    return found


def _place(seen: Mapping[Card, list[tuple[float, float, float, float, float]]]) -> tuple[float, float, float]:
    """Where a pack has its index: x, y and height in face heights; raises `EnrolError` where faces do not agree."""
    poses = np.array([pose for found in seen.values() for pose in found]).reshape(-1, 5)
    if len(poses):
        middle = np.median(poses[:, [1, 2, 4]], axis=0)
        near = np.hypot(poses[:, 1] - middle[0], poses[:, 2] - middle[1]) < _NEAR * middle[2]
        place = np.median(poses[near][:, [1, 2, 4]], axis=0) if near.any() else middle
        showing = sum(any(_fits(pose[1:], tuple(place)) for pose in found) for found in seen.values())
        if showing >= max(_LEAST_SEEN, len(seen) // 3):
            return float(place[0]), float(place[1]), float(place[2])
        raise EnrolError(
            f"only {showing} of {len(seen)} faces show an index in their corner where the others have it; "
            "give scans of whole faces, upright, cut along the card's edges"
        )
    raise EnrolError("none of the faces shows an index in its corner; give scans of whole faces, not blank ones")


def _fits(pose: tuple[float, ...], place: tuple[float, ...]) -> bool:
    x, y, _, height = pose
    return math.hypot(x - place[0], y - place[1]) < _NEAR * place[2] and abs(math.log(height / place[2])) < 0.3
