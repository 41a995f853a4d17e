"""Where the adjustment of a bundle begins: a camera that looks straight down, all else where it then sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import atan2, degrees

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.planes.bundle import BEND, CARDS, CORNER, FACES, LEAST, LIP, OUTER, Bundle, HolderFace, Lying, corners_of
from vision.planes.camera_pose import Hang
from vision.sizes import CAMERA_HEIGHT, FACE_WIDTH, LIP_HEIGHT, Marker, focal_of

Complexes = npt.NDArray[np.complex128]


def begun(seen: Mapping[int, Doubles], size: tuple[int, int], before: Bundle | None) -> Bundle | None:
    """Where to begin: a camera that looks straight down, cards and holders where it then sees them."""
    cards = [number for number in seen if number in CARDS]
    known = before is not None and before.hang.size == size and bool(cards) == bool(before.cards)
    hang = before.hang if before is not None and known else _straight_down(cards, seen, size)
    hang = replace(hang, bend=hang.bend or BEND)
    faces = {}
    for number, markers in FACES.items():
        there = [marker for marker in markers.values() if marker.number in seen]
        if len(there) >= LEAST:
            faces[number] = _stood(there, seen, hang)
    used = frozenset({*cards, *(one for number in faces for one in FACES[number] if one in seen)})
    lying = {number: _lying(number, seen[number], hang) for number in cards}
    noise = before.noise if before is not None and known else CORNER
    return Bundle(hang, lying, faces, used, noise=noise) if used else None


def _straight_down(cards: Sequence[int], seen: Mapping[int, Doubles], size: tuple[int, int]) -> Hang:
    """The camera, were it to look straight down, from most of the marker cards: one may have been pushed away."""
    focal = focal_of(size)
    if not cards:
        return Hang(np.array([0.0, 0.0, CAMERA_HEIGHT]), np.diag([1.0, -1.0, -1.0]), size, focal)
    places = np.array([complex(CARDS[number].x, CARDS[number].y) for number in cards])
    flipped = np.array([complex(*(seen[number].mean(axis=0) * (1, -1))) for number in cards])
    if len(cards) == 1:
        places = places + np.array([complex(*corner) for corner in OUTER])
        flipped = np.array([complex(*corner) for corner in seen[cards[0]] * (1, -1)])
    rows = range(len(places))
    subsets = [list(rows), *(list(one) for one in combinations(rows, len(places) - 1) if len(one) >= LEAST)]
    fits = [_similarity(places[one], flipped[one]) for one in subsets]
    grow, shift = min(fits, key=lambda fit: float(np.median(np.abs(fit[0] * places + fit[1] - flipped))))
    c, s = grow.real / abs(grow), grow.imag / abs(grow)
    turned = np.array([[c, -s, 0.0], [-s, -c, 0.0], [0.0, 0.0, -1.0]])
    at = (complex((size[0] - 1) / 2, -(size[1] - 1) / 2) - shift) / grow
    return Hang(np.array([at.real, at.imag, focal / abs(grow)]), turned, size, focal)


def _similarity(places: Complexes, pixels: Complexes) -> tuple[complex, complex]:
    """The factor and the shift that take places to pixels best, both as complex numbers."""
    away = places - places.mean()
    grow = complex((away.conj() * (pixels - pixels.mean())).sum() / (np.abs(away) ** 2).sum())
    grow = grow or 1e-6 + 0j
    return grow, complex(pixels.mean() - grow * places.mean())


def _lying(number: int, corners: Doubles, hang: Hang) -> Lying:
    """Where a marker card lies by its corners (4, 2) in the picture."""
    rays = np.hstack([(corners - (np.array(hang.size) - 1) / 2) / hang.focal, np.ones((4, 1))]) @ hang.turned
    there = (hang.place - rays * hang.place[2] / rays[:, 2:])[:, :2]
    up = there[0] - there[3] + there[1] - there[2]
    off = there.mean(axis=0) - (CARDS[number].x, CARDS[number].y)
    return Lying(float(off[0]), float(off[1]), degrees(atan2(-up[0], up[1])))


def _stood(there: Sequence[Marker], seen: Mapping[int, Doubles], hang: Hang) -> HolderFace:
    """A holder's face from those of its markers that are seen, as if it were flat."""
    lip = LIP[0]
    places = np.concatenate([_on_face(one, lip) for one in there])
    pixels = np.concatenate([seen[one.number] for one in there])
    middle = (np.array(hang.size) - 1) / 2
    inner = np.array([[hang.focal, 0, middle[0]], [0, hang.focal, middle[1]], [0, 0, 1]])
    _, turn, way = cv2.solvePnP(places, pixels, inner, None, flags=cv2.SOLVEPNP_SQPNP)
    axes = np.asarray(cv2.Rodrigues(turn)[0].T @ hang.turned, np.float64)
    return HolderFace(hang.place + way.ravel() @ hang.turned, axes, 0.0, 0.0, lip)


def _on_face(marker: Marker, lip: float) -> Doubles:
    """Corners (4, 3) of a marker of a flat face, mm along, up and out of it from the middle of its lower edge."""
    flat = corners_of(marker) - (FACE_WIDTH / 2, 0.0)
    return np.hstack([flat, np.full((4, 1), lip if marker.y < LIP_HEIGHT else 0.0)])
