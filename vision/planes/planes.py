"""From markers to planes: where the play area and the holders' faces lie in the picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, Points
from vision.planes.adjustment import bundle_of
from vision.planes.bundle import Bundle, HolderFace
from vision.planes.bundle import corners_of as corners_of
from vision.planes.camera_pose import Hang
from vision.planes.marker_edges import crossing_edges
from vision.sizes import (
    BRIDGE_CARD,
    CARD_BOTTOM,
    FACE_HEIGHT,
    FACE_WIDTH,
    MARKER_DICTIONARY,
    PLAY_AREA,
    SLOTS,
    TABLE_MARKERS,
    Marker,
    holder_markers,
    slot_left,
)

PLAY: Final = "play area"
HOLDERS: Final = ("holder 1", "holder 2")
"""The holders of Android Whist."""
ALL_HOLDERS: Final = (*HOLDERS, "holder 3")
"""All that there can be at a table, where computer players have some."""
PARTS: Final = (*HOLDERS, PLAY)
"""What the table of Android Whist has."""
ALL_PARTS: Final = (*ALL_HOLDERS, PLAY)
"""The planes that are looked for."""

MARKERS: Final[Mapping[str, tuple[Marker, ...]]] = {
    PLAY: TABLE_MARKERS,
    **{name: holder_markers(number) for number, name in enumerate(ALL_HOLDERS, 1)},
}
_NUMBERS: Final = frozenset(marker.number for markers in MARKERS.values() for marker in markers)
PIXELS_PER_MM: Final = 3.0
"""Scale of rectified pictures."""

_LEAST_MARKERS: Final = 2
_EVEN: Final = 120.0
"""The grey level of a picture that is seen as if all of it were lit alike."""
_EVENED_OVER: Final = 61
"""Side of the square over which it is, pixels of half size: more than a marker with the white around it."""
_DARKEST: Final = 4.0
"""What is darker than this on average is taken to be so light: there is nothing but noise in it."""
_SPECKS: Final = 1.0
"""How far noise is smoothed before, pixels of half size (standard deviation)."""
_NUDGED: Final = 0.8
"""A marker whose middle is seen farther than this from where it was has moved, pixels; or..."""
_TURNED: Final = 3.0
"""... one of whose corners is."""
_REMEMBERED: Final = 64
"""So many looks at a marker that lies still count; later ones replace earlier ones, little by little."""
_GRID: Final = 7
"""Places a side by which the homography of a plane that is not quite flat is told."""
_STEP: Final = 8
"""Every so many pixels of a rectified picture it is computed where it is taken from."""
_ROUNDS: Final = 6
_BOARD: Final = 3.0
"""So much beyond its face a holder's board covers, mm."""
_INDEX: Final = (1.0, 10.5, -22.5, -3.0)
"""Where the index of most packs stands on its card, mm from its left and its upper edge: left, right, lower, upper."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Where a plane lies before a camera: the table's, or a holder's ``face``; ``corner`` (x, y) is the pixel at which
    the part of the picture begins in which it is seen."""

    hang: Hang
    face: HolderFace | None = None
    corner: tuple[int, int] = (0, 0)

    def to_picture(self, points: Points) -> Points:
        """Pixels (n, 2) of points (n, 2) in mm."""
        flat = np.hstack([points, np.zeros((len(points), 1))])
        places = flat if self.face is None else self.face.over_table(points)
        return np.asarray(self.hang.to_picture(places) - self.corner, np.float64)


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane in the picture: ``homography`` (3, 3) takes mm of the plane to full-size pixels: exactly where there is
    no ``surface``, else as nearly as a flat plane and a lens that bends no lines can."""

    part: str
    homography: Points
    markers: int
    error: float
    """Mean distance of the markers' corners from where the plane puts them, mm."""
    surface: Surface | None = None
    outlines: Mapping[int, Points] = field(default_factory=dict, compare=False)
    """Corners (4, 2) of its markers in the picture, by number: as seen, or as they would be in their places."""

    def to_picture(self, points: Points) -> Points:
        """Pixels (n, 2) of points (n, 2) in mm."""
        if self.surface is None or not len(points):
            return _moved(points, self.homography)
        return self.surface.to_picture(points)

    def to_plane(self, pixels: Points) -> Points:
        """Points (n, 2) in mm of pixels (n, 2)."""
        back = np.asarray(np.linalg.inv(self.homography), np.float64)
        places = first = _moved(pixels, back)
        for _ in range(_ROUNDS if self.surface is not None and len(pixels) else 0):
            places = places + first - _moved(self.to_picture(places), back)
        return places

    def seen_from(self, x: int, y: int) -> Plane:
        """The same in the part of the picture that begins at pixel (x, y)."""
        moved = np.array([[1.0, 0, -x], [0, 1.0, -y], [0, 0, 1.0]]) @ self.homography
        surface = self.surface
        if surface is not None:
            surface = replace(surface, corner=(surface.corner[0] + x, surface.corner[1] + y))
        outlines = {number: corners - (x, y) for number, corners in self.outlines.items()}
        return replace(self, homography=moved, surface=surface, outlines=outlines)

    def area(self) -> Points:
        """Corners (4, 2) in mm of what belongs to this part: the play area, or a holder's face."""
        return _area(self.part)

    def around(self, room: float) -> Points:
        """Corners (4, 2) in mm of its area with so much ``room`` (mm) on each side."""
        area = self.area()
        return np.asarray(area + room * np.sign(area - area.mean(axis=0)), np.float64)


def _area(part: str) -> Points:
    if part == PLAY:
        half = PLAY_AREA / 2
        return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.array([[0.0, 0.0], [FACE_WIDTH, 0.0], [FACE_WIDTH, FACE_HEIGHT], [0.0, FACE_HEIGHT]])


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
    return warped(picture, plane, rectified_to_mm(region, scale), (round((x1 - x0) * scale), round((y1 - y0) * scale)))


def rectified_to_mm(region: tuple[float, float, float, float], scale: float = PIXELS_PER_MM) -> Points:
    """(3, 3): pixels of a region that `rectify` made square to mm of the plane."""
    return np.array([[1 / scale, 0, region[0] + 0.5 / scale], [0, -1 / scale, region[3] - 0.5 / scale], [0, 0, 1]])


def warped(picture: Picture, plane: Plane, to_mm: Points, size: tuple[int, int]) -> Picture:
    """What the plane shows at those places, mm, to which ``to_mm`` (3, 3) takes the pixels of a picture of ``size``
    (width, height). What lies outside the picture is black."""
    if plane.surface is None:
        way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(picture, plane.homography @ to_mm, size, flags=way), np.uint8)
    # Where pixels come from changes so evenly that every eighth tells those between; one more on each side.
    columns, rows = ((np.arange(-1, -(-side // _STEP) + 1) + 0.5) * _STEP - 0.5 for side in size)
    nodes = np.stack(np.meshgrid(columns, rows), axis=-1)
    places = plane.surface.to_picture(_moved(nodes.reshape(-1, 2), to_mm)).astype(np.float32)
    whole = cv2.resize(places.reshape(nodes.shape), None, fx=_STEP, fy=_STEP, interpolation=cv2.INTER_LINEAR)
    wanted = whole[_STEP : _STEP + size[1], _STEP : _STEP + size[0]]
    return np.asarray(cv2.remap(picture, wanted, None, cv2.INTER_LINEAR), np.uint8)


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
        self._still: dict[int, tuple[Points, int]] = {}
        """Where each marker was seen while it lay still, on average, and in how many looks."""
        self.bundle: Bundle | None = None
        """What the last look told of camera, cards and holders."""

    def markers(self, picture: Picture, wanted: Collection[str] = PARTS) -> dict[int, Points]:
        """Corners (4, 2) in full-size pixels of the known markers in a BGR or grey picture, by number. Where a part
        that is ``wanted`` shows too few of them, those that stand in deep shade are looked for as well."""
        grey = np.asarray(picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        half = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        there = self._detected(half)
        if any(sum(one.number in there for one in MARKERS[part]) < _LEAST_MARKERS for part in wanted):
            there = self._detected(_evenly_lit(half)) | there
        coarse = (np.array([*there.values()], np.float64).reshape(-1, 4, 2) + 0.5) * 2.0 - 0.5
        return dict(zip(there, crossing_edges(grey, coarse), strict=True))

    def _detected(self, half: Picture) -> dict[int, Points]:
        """Corners (4, 2) of the known markers in a grey picture of half size, by number."""
        corners, numbers, _ = self._detector.detectMarkers(half)
        found = zip(() if numbers is None else numbers.ravel().tolist(), corners, strict=True)
        return {number: np.asarray(one, np.float64).reshape(4, 2) for number, one in found if number in _NUMBERS}

    def find(
        self, picture: Picture, before: Mapping[str, Plane] | None = None, wanted: Collection[str] = PARTS
    ) -> dict[str, Plane]:
        """The planes whose markers are seen, by part; those that are ``wanted`` are looked for in deep shade, too.
        Where there are planes ``before``, found by the last look, they get more exact with every look while markers lie
        still, and hidden markers of a part of which another one still lies in its place count as if they were seen."""
        if not before:
            self._still, self.bundle = {}, None
        self._remember(self.markers(picture, wanted))
        size = (picture.shape[1], picture.shape[0])
        seen = {number: corners for number, (corners, _) in self._still.items()}
        self.bundle = bundle_of(seen, size, self.bundle)
        return {} if self.bundle is None else planes_of(self.bundle, seen)

    def _remember(self, seen: Mapping[int, Points]) -> None:
        """Take in another look at the markers."""
        moved = {number for number, corners in seen.items() if self._has_moved(number, corners)}
        for markers in MARKERS.values():
            numbers = {marker.number for marker in markers}
            if not numbers & seen.keys() or numbers & moved:
                for number in numbers - seen.keys():
                    self._still.pop(number, None)
        for number, corners in seen.items():
            mean, looks = self._still.get(number, (corners, 0))
            if number in moved:
                mean, looks = corners, 0
            looks = min(looks + 1, _REMEMBERED)
            self._still[number] = mean + (corners - mean) / looks, looks

    def _has_moved(self, number: int, corners: Points) -> bool:
        if number not in self._still:
            return False
        away = corners - self._still[number][0]
        return bool(np.linalg.norm(away.mean(axis=0)) > _NUDGED or np.linalg.norm(away, axis=1).max() > _TURNED)


def _evenly_lit(half: Picture) -> Picture:
    """A grey picture of half size as if light fell alike on all of it, without most of its noise: in shade the black
    and the white of a marker differ by as much as in light, beside how light it is there."""
    smooth = cv2.GaussianBlur(half, (0, 0), _SPECKS)
    around = cv2.boxFilter(smooth, cv2.CV_32F, (_EVENED_OVER, _EVENED_OVER))
    return np.asarray(np.clip(smooth * (_EVEN / np.maximum(around, _DARKEST)), 0, 255), np.uint8)


def planes_of(bundle: Bundle, seen: Mapping[int, Points]) -> dict[str, Plane]:
    """The planes of a bundle, by part, in the picture in which the corners (4, 2) of these markers are ``seen``."""
    found = [(number, part) for number, part in enumerate(ALL_HOLDERS, 1) if number in bundle.faces]
    surfaces = {part: Surface(bundle.hang, bundle.faces[number]) for number, part in found}
    if len(bundle.cards) >= _LEAST_MARKERS:
        surfaces[PLAY] = Surface(bundle.hang)
    planes = {}
    for part, surface in surfaces.items():
        used = [marker.number for marker in MARKERS[part] if marker.number in bundle.used]
        error = float(np.mean([bundle.errors[number] for number in used]))
        outlines = {one.number: seen.get(one.number, surface.to_picture(corners_of(one))) for one in MARKERS[part]}
        planes[part] = Plane(part, _flat(part, surface), len(used), error, surface, outlines)
    return planes


def _flat(part: str, surface: Surface) -> Points:
    """The homography that comes nearest to a surface over the area of a part."""
    low, high = _area(part)[[0, 2]]
    u, v = np.meshgrid(np.linspace(low[0], high[0], _GRID), np.linspace(low[1], high[1], _GRID))
    places = np.stack([u.ravel(), v.ravel()], axis=-1)
    return np.asarray(cv2.findHomography(places, surface.to_picture(places), 0)[0], np.float64)


def hidden_slots(plane: Plane, size: tuple[int, int]) -> list[int]:
    """The slots (0…12) of a holder whose indices are not whole in a picture of (width, height) pixels."""
    indices = _index_corners(plane)
    return [slot for slot, it in enumerate(indices) if (it < 0).any() or (it > np.array(size) - 1).any()]


def covered_slots(plane: Plane, other: Plane) -> list[int]:
    """The slots (0…12) of a holder over whose indices, or a part of them, another holder's face lies in the picture:
    where the two touch. Which of them lies on top the planes do not tell."""
    outline = other.to_picture(other.around(_BOARD)).astype(np.float32)
    return [
        slot
        for slot, it in enumerate(_index_corners(plane))
        if any(cv2.pointPolygonTest(outline, (x, y), False) >= 0 for x, y in it.tolist())
    ]


def _index_corners(plane: Plane) -> list[Points]:
    """Where in the picture the corners (4, 2) of the index in each slot of a holder are, pixels."""
    corners = np.array([(u, v) for u in _INDEX[:2] for v in _INDEX[2:]])
    top = CARD_BOTTOM + BRIDGE_CARD[1]
    return [plane.to_picture(corners + np.array([slot_left(slot), top])) for slot in range(SLOTS)]
