"""How exactly planes are found on tables laid by hand: `python -m vision.measuring.plane_errors`.

Tables are drawn at random and only their markers' corners are computed, by OpenCV's own camera model: a lens with
radial and tangential distortion, marker cards askew and a little curled, faces that bow along an arc and twist, lips
that stand before them. Each row has as many tables as asked for; in a third of them all marker cards are seen, in a
third one is covered, in a third one was pushed away; half of them have two holders.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from vision.arrays import Points
from vision.planes.adjustment import bundle_of
from vision.planes.planes import HOLDERS, PLAY, corners_of, planes_of
from vision.sizes import (
    BRIDGE_CARD,
    CAMERA_SIZE,
    CARD_BOTTOM,
    FACE_HEIGHT,
    FACE_WIDTH,
    HOLDER_DISTANCE,
    LIP_HEIGHT,
    SLOTS,
    TABLE_MARKERS,
    focal_of,
    holder_markers,
    slot_left,
)

HEIGHT: Final = 1000.0
"""The camera over the table, mm, about."""
SHARP: Final = 0.3
NOISY: Final = 0.6
"""Noise of a marker's corner, pixels (standard deviation)."""
ROWS: Final = ((1.0, 1.0), (3.0, 5.0), (6.0, 10.0), (15.0, 15.0))
"""How far marker cards lie off, mm, and are turned, degrees, at most."""
INDEX: Final = np.array([(slot_left(slot) + 5.6, CARD_BOTTOM + BRIDGE_CARD[1] - 12.6) for slot in range(SLOTS)])
_PLACES: Final = np.array([(x, y) for x in np.linspace(-140, 140, 8) for y in np.linspace(-140, 140, 8)])


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table drawn at random: the markers' corners (4, 2) that are ``seen``, by number, and where it shows places of
    the play area (`_PLACES`) and the indices of each holder, pixels."""

    seen: dict[int, Points]
    places: Points
    indices: dict[str, Points]


@dataclass(frozen=True, slots=True)
class Errors:
    """What was found on many tables: how many lack a plane; the largest error of any distance on each play area, mm;
    the error of the place of each index, mm of the table."""

    tables: int
    lacking: int
    distances: Points
    indices: Points


class _Camera:
    """OpenCV's camera over the table."""

    def __init__(self, rng: np.random.Generator) -> None:
        focal = focal_of(CAMERA_SIZE) * float(rng.uniform(0.954, 1.01))  # 3386 to 3583 px
        self.inner = np.array([[focal, 0, 2303.5 + rng.normal(0, 8)], [0, focal, 1295.5 + rng.normal(0, 8)], [0, 0, 1]])
        self.lens = np.array([rng.uniform(-0.02, 0.0), rng.normal(0, 0.004), *rng.normal(0, 2e-4, 2)])
        slant = rng.normal(0, radians(1.5), 3)
        down = np.diag([1.0, -1.0, -1.0])
        self.turned = np.asarray(cv2.Rodrigues(slant)[0] @ down, np.float64)
        self.place = np.array([rng.normal(0, 20), rng.normal(0, 20), HEIGHT + rng.uniform(-50, 50)])

    def shows(self, points: Points) -> Points:
        """Pixels (n, 2) of points (n, 3), mm."""
        turn, _ = cv2.Rodrigues(self.turned)
        pixels, _ = cv2.projectPoints(points, turn, -self.turned @ self.place, self.inner, self.lens)
        return np.asarray(pixels.reshape(-1, 2), np.float64)


def drawn(seed: int, off: float, turned: float, noise: float, bow: float = 3.0) -> DrawnTable:
    """A table whose marker cards lie up to ``off`` mm and ``turned`` degrees askew, whose faces bow and twist up to
    ``bow`` mm, and whose corners are found with so much ``noise``, pixels."""
    rng = np.random.default_rng([seed, round(10 * off), round(10 * noise)])
    camera, corners = _Camera(rng), {}
    odd = int(rng.integers(len(TABLE_MARKERS)))
    for marker in TABLE_MARKERS:
        angle = radians(rng.uniform(-turned, turned))
        flat = (corners_of(marker) - np.array([marker.x, marker.y])) @ np.array(
            [[cos(angle), sin(angle)], [-sin(angle), cos(angle)]]
        )
        flat += np.array([marker.x, marker.y]) + rng.uniform(-off, off, 2)
        if marker.number == odd and seed % 3 == 2:
            flat += rng.uniform(40, 90) * np.array([cos(seed), sin(seed)])
        corners[marker.number] = np.hstack([flat, rng.uniform(0.0, 0.4, (4, 1))])
    if seed % 3 == 1:
        del corners[odd]
    indices = {}
    if seed % 2:
        side = rng.choice([-1.0, 1.0])
        for number, name in enumerate(HOLDERS, 1):
            face = _Face(rng, number, side, bow)
            for marker in holder_markers(number):
                corners[marker.number] = face.over_table(corners_of(marker), marker.y < LIP_HEIGHT)
            indices[name] = camera.shows(face.over_table(INDEX, False))
    seen = {number: camera.shows(one) + rng.normal(0, noise, (4, 2)) for number, one in corners.items()}
    inside = {n: one for n, one in seen.items() if (one > 4).all() and (one < np.array(CAMERA_SIZE) - 5).all()}
    return DrawnTable(inside, camera.shows(np.hstack([_PLACES, np.zeros((len(_PLACES), 1))])), indices)


class _Face:
    """A holder as somebody folded and put it."""

    def __init__(self, rng: np.random.Generator, number: int, side: float, bow: float) -> None:
        lean, self._yaw = radians(rng.uniform(45, 55)), rng.normal(0, radians(3)) + (0.0 if number == 1 else pi)
        self._up = np.array([0.0, cos(lean), sin(lean)])
        self._out = np.array([0.0, -sin(lean), cos(lean)])
        self._foot = np.array([side * HOLDER_DISTANCE + rng.normal(0, 6), rng.normal(0, 4), 0.0])
        self._down = FACE_HEIGHT * cos(lean) + 2.0
        self._bow, self._twist = rng.uniform(-bow, bow), rng.uniform(-bow, bow)
        self._lip = np.array([*rng.normal(0, 0.4, 2), rng.uniform(2.0, 6.0)])

    def over_table(self, points: Points, on_lip: bool) -> Points:
        u, v = (points + (self._lip[:2] if on_lip else 0.0)).T
        across, high = u / FACE_WIDTH, v / FACE_HEIGHT
        out = self._bow * np.sin(pi * across) + self._twist * (across - 0.5) * (high - 0.3)
        out = out + (self._lip[2] if on_lip else 0.0)
        local = np.outer(u - FACE_WIDTH / 2, [1.0, 0.0, 0.0]) + np.outer(v, self._up) + np.outer(out, self._out)
        local[:, 1] -= self._down
        c, s = cos(self._yaw), sin(self._yaw)
        return np.asarray(local @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) + self._foot, np.float64)


def errors_of(tables: list[DrawnTable]) -> Errors:
    """What is found on these tables."""
    distances, indices, lacking = [], [], 0
    for table in tables:
        bundle = bundle_of(table.seen, CAMERA_SIZE)
        planes = {} if bundle is None else planes_of(bundle, table.seen)
        if PLAY not in planes or not table.indices.keys() <= planes.keys():
            lacking += 1
            continue
        found = planes[PLAY].to_plane(table.places)
        distances.append(np.abs(_apart(found) - _apart(_PLACES)).max())
        for name, pixels in table.indices.items():
            indices.append(np.linalg.norm(planes[name].to_plane(pixels) - INDEX, axis=1))
    return Errors(len(tables), lacking, np.array(distances), np.concatenate([np.zeros(0), *indices]))


def _apart(points: Points) -> Points:
    return np.asarray(np.linalg.norm(points[:, None] - points[None], axis=2), np.float64)


def main(arguments: list[str] | None = None) -> int:
    """Print a row for each way of laying marker cards and each noise; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.plane_errors", description=__doc__)
    parser.add_argument("--tables", type=int, default=400, help="of each row (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    if chosen.tables < 6:
        parser.error(f"--tables is {chosen.tables}; a row needs six at least, one of each kind.")
    print("cards askew        noise   no plane   distances, mm: median, 95 %   indices, mm: median, 95 %")
    for off, turned in ROWS:
        for noise in (SHARP, NOISY):
            row = f"{off:g} mm, {turned:g}°"
            tables = tqdm(range(chosen.tables), desc=row, unit="table", leave=False)
            errors = errors_of([drawn(seed, off, turned, noise) for seed in tables])
            d, i = (np.percentile(one, (50, 95)) for one in (errors.distances, errors.indices))
            lacking = f"{errors.lacking} of {errors.tables}"
            print(f"{row:16}{noise:6.1f} px{lacking:>12}{d[0]:19.2f}{d[1]:7.2f}{i[0]:21.2f}{i[1]:7.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
