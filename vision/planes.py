"""From markers to planes: where the play area and the holders' faces lie in the picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras import Picture
from vision.geometry import (
    FACE_HEIGHT,
    FACE_WIDTH,
    MARKER_DICTIONARY,
    MARKER_SIZE,
    PLAY_AREA,
    TABLE_MARKERS,
    Marker,
    holder_markers,
)

Points = npt.NDArray[np.float64]

PLAY: Final = "play area"
HOLDERS: Final = ("holder 1", "holder 2")
PARTS: Final = (*HOLDERS, PLAY)
"""The planes that are looked for."""

MARKERS: Final[Mapping[str, tuple[Marker, ...]]] = {
    PLAY: TABLE_MARKERS,
    HOLDERS[0]: holder_markers(1),
    HOLDERS[1]: holder_markers(2),
}
PIXELS_PER_MM: Final = 3.0
"""Scale of rectified pictures."""

_LEAST_MARKERS: Final = 2
_MOST_ERROR: Final = 2.0
"""Greatest mean distance of markers' corners from where the plane puts them, pixels."""
_INLIER: Final = 1.5
"""A corner farther than this from where the others put it is left out, pixels."""
_KEPT_ERROR: Final = 4.0


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane in the picture: ``homography`` (3, 3) takes mm of the plane to full-size pixels."""

    part: str
    homography: Points
    markers: int
    error: float
    """Mean distance of the markers' corners from where the plane puts them, pixels."""

    def to_picture(self, points: Points) -> Points:
        """Pixels (n, 2) of points (n, 2) in mm."""
        return _moved(points, self.homography)

    def to_plane(self, pixels: Points) -> Points:
        """Points (n, 2) in mm of pixels (n, 2)."""
        return _moved(pixels, np.asarray(np.linalg.inv(self.homography), np.float64))

    def area(self) -> Points:
        """Corners (4, 2) in mm of what belongs to this part: the play area, or a holder's face."""
        if self.part == PLAY:
            half = PLAY_AREA / 2
            return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return np.array([[0.0, 0.0], [FACE_WIDTH, 0.0], [FACE_WIDTH, FACE_HEIGHT], [0.0, FACE_HEIGHT]])

    def around(self, room: float) -> Points:
        """Corners (4, 2) in mm of its area with so much ``room`` (mm) on each side."""
        area = self.area()
        return np.asarray(area + room * np.sign(area - area.mean(axis=0)), np.float64)


def _moved(points: Points, homography: Points) -> Points:
    if not len(points):
        return np.zeros((0, 2))
    return np.asarray(cv2.perspectiveTransform(points.astype(np.float64)[None], homography)[0], np.float64)


def rectify(
    picture: Picture, plane: Plane, region: tuple[float, float, float, float], scale: float = PIXELS_PER_MM
) -> Picture:
    """The region x0, y0, x1, y1 (mm of the plane, y up) seen squarely, at ``scale`` pixels per mm, y1 on top.

    Pixel (i, j) shows the place (x0 + (i + ½) / scale, y1 - (j + ½) / scale). What lies outside the picture is black.
    """
    x0, y0, x1, y1 = region
    to_mm = np.array([[1 / scale, 0, x0 + 0.5 / scale], [0, -1 / scale, y1 - 0.5 / scale], [0, 0, 1]])
    size = (round((x1 - x0) * scale), round((y1 - y0) * scale))
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(picture, plane.homography @ to_mm, size, flags=way), np.uint8)


def corners_of(marker: Marker) -> Points:
    """Corners (4, 2) of a marker's black square in mm of its plane: upper left first, then clockwise."""
    half = MARKER_SIZE / 2
    square = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
    return np.asarray(square + np.array([marker.x, marker.y]), np.float64)


class PlaneFinder:
    """Finds markers and the planes they span. Not for several threads at once."""

    def __init__(self) -> None:
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
        settings = cv2.aruco.DetectorParameters()
        settings.adaptiveThreshWinSizeMin = 13
        settings.adaptiveThreshWinSizeMax = 45
        settings.adaptiveThreshWinSizeStep = 16
        settings.minMarkerPerimeterRate = 0.02
        self._detector = cv2.aruco.ArucoDetector(dictionary, settings)

    def markers(self, picture: Picture) -> dict[int, Points]:
        """Corners (4, 2) in full-size pixels of the known markers in a BGR or grey picture, by number."""
        grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        corners, numbers, _ = self._detector.detectMarkers(half)
        known = {marker.number for markers in MARKERS.values() for marker in markers}
        found: dict[int, Points] = {}
        for square, number in zip(corners, () if numbers is None else numbers.ravel(), strict=True):
            if int(number) in known:
                coarse = (square.reshape(4, 1, 2) + 0.5) * 2.0 - 0.5
                found[int(number)] = _refined(np.asarray(grey, np.uint8), coarse.astype(np.float32))
        return found

    def find(self, picture: Picture, before: Mapping[str, Plane] | None = None) -> dict[str, Plane]:
        """The planes whose markers are seen, by part. A plane of ``before`` of which at least one marker is still
        in its place is kept where too few are seen to find it anew."""
        seen = self.markers(picture)
        planes: dict[str, Plane] = {}
        for part in MARKERS:
            plane = plane_of(part, seen)
            if plane is None and before and part in before:
                plane = _kept(before[part], seen)
            if plane is not None:
                planes[part] = plane
        return planes


def _refined(grey: Picture, corners: npt.NDArray[np.float32]) -> Points:
    """Corners (4, 1, 2) found at half size, moved to where the edges cross at full size; returns (4, 2)."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=2).min())
    window = int(np.clip(side / 24, 2, 5))  # no wider than the white around a marker seen aslant
    x, y = corners[:, 0, 0], corners[:, 0, 1]
    inside = (x > window + 1) & (y > window + 1) & (x < grey.shape[1] - window - 2) & (y < grey.shape[0] - window - 2)
    if inside.all():
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.02)
        cv2.cornerSubPix(grey, corners, (window, window), (-1, -1), stop)
    return corners.reshape(4, 2).astype(np.float64)


def plane_of(part: str, seen: Mapping[int, Points]) -> Plane | None:
    """The plane of ``part`` from those of its markers that are ``seen``, their corners (4, 2) in pixels by number;
    otherwise as ``plane_from``."""
    return plane_from(part, ((marker, seen[marker.number]) for marker in MARKERS[part] if marker.number in seen))


def plane_from(part: str, seen: Iterable[tuple[Marker, Points]]) -> Plane | None:
    """The plane of markers and their corners (4, 2) in pixels; None when they are too few or do not fit together."""
    pairs = list(seen)
    if len(pairs) < _LEAST_MARKERS:
        return None
    places = np.concatenate([corners_of(marker) for marker, _ in pairs])
    pixels = np.concatenate([corners for _, corners in pairs])
    # one marker of several may be a wrong one, or a card of the play area that was pushed away
    homography, fits = cv2.findHomography(places, pixels, cv2.RANSAC if len(pairs) > _LEAST_MARKERS else 0, _INLIER)
    if homography is None:
        return None
    good = fits.ravel().astype(bool).reshape(-1, 4).sum(axis=1) >= 2
    if good.sum() < _LEAST_MARKERS:
        return None
    rows = np.repeat(good, 4) & fits.ravel().astype(bool)
    homography, _ = cv2.findHomography(places[rows], pixels[rows], 0)
    if homography is None:
        return None
    error = float(np.linalg.norm(_moved(places[rows], homography) - pixels[rows], axis=1).mean())
    if error > _MOST_ERROR or np.linalg.det(homography[:2, :2]) >= 0:  # a plane seen from behind is a mistake
        return None
    return Plane(part, np.asarray(homography, np.float64), int(good.sum()), error)


def _kept(plane: Plane, seen: Mapping[int, Points]) -> Plane | None:
    for marker in MARKERS[plane.part]:
        if marker.number in seen:
            error = np.linalg.norm(plane.to_picture(corners_of(marker)) - seen[marker.number], axis=1).mean()
            if error < _KEPT_ERROR:
                return plane
    return None
