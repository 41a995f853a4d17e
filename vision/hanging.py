"""How a camera hangs over the table, from the marker cards in one picture; and what to do so that it hangs well.

The lens is taken to be that of the Camera Module 3 (`vision.geometry.CAMERA_FIELD`), in the middle of its picture and
without bending lines. With another field of view heights come out wrong in proportion, but what is in view counts, so
that following the moves still ends well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import asin, atan2, ceil, cos, degrees, hypot, pi, radians, remainder, sin
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import (
    BRIDGE_CARD,
    CAMERA_HEIGHT,
    CARD_BOTTOM,
    FACE_HEIGHT,
    FACE_TILT,
    FACE_WIDTH,
    HOLDER_DISTANCE,
    MARKER_SIZE,
    PLAY_AREA,
    SLOTS,
    TABLE_MARKERS,
    Marker,
    focal_of,
    slot_left,
)
from vision.planes import Points, corners_of
from vision.racked import USUAL
from whist.phrases import Phrase, joined, listed, phrase

Numbers = npt.NDArray[np.float64]

HIGHEST: Final = 1800.0
"""The greatest height at which reading was measured, mm (hardware/tolerance.csv)."""
MOST_SLANT: Final = 15.0
"""From so many degrees aside a camera may look at the middle (hardware/tolerance.csv)."""
LEAST_SCALE: Final = 1.74
"""Pixels per mm of the table with which all was read (hardware/tolerance.csv)."""
MOST_TURN: Final = 20.0
"""Degrees by which a picture may be turned; it does not matter while all is in view, but words and pictures agree."""
_BACK: Final = 4.0
"""A holder's upper edge stands about so far from y = 0, mm."""
_INDEX_ROOM: Final = 5.0
"""An index reaches so far to each side of its middle, mm."""
_SMALL: Final = 6.0
"""What is less than this off, mm on the table, is not worth a move of its own."""
_TO_HEIGHT: Final = 1700.0
_FAR: Final = 60.0
"""What is more than this off, mm on the table, is put right first: the rest is done around the middle."""
_MUCH_TOO_LOW: Final = 100.0
"""mm."""
_STRAYED: Final = 2.2
"""A marker that is seen farther than this from where all together put it lies wrong, mm: in 200 tries with cards laid
within 1.5 mm of their places none was, with one of them 10 mm off more than nine in ten were."""
_ASKEW: Final = 25.0
"""A marker card turned by more degrees than this against the others does not lie upright."""


@dataclass(frozen=True, slots=True)
class Hang:
    """A camera over the table: ``place`` of its lens in mm; ``turned`` (3, 3) takes directions of the table to its own
    (right, down, forward); ``size`` (width, height) of its picture and ``focal`` length in pixels."""

    place: Numbers
    turned: Numbers
    size: tuple[int, int]
    focal: float

    @property
    def height(self) -> float:
        """The lens over the table, mm."""
        return float(self.place[2])

    @property
    def aim(self) -> Numbers:
        """The point (2,) of the table in the middle of the picture, mm."""
        forward = self.turned[2]
        return np.asarray(self.place[:2] - forward[:2] * self.place[2] / forward[2], np.float64)

    @property
    def slant(self) -> float:
        """Degrees between where it looks and straight down."""
        return degrees(asin(min(1.0, hypot(*self.turned[2][:2]))))

    @property
    def turn(self) -> float:
        """Degrees by which the top of its picture is turned from North, counter-clockwise as seen from above."""
        up = -self.turned[1]
        return degrees(atan2(-up[0], up[1]))

    @property
    def scale(self) -> float:
        """Pixels per mm in the middle of the picture."""
        return self.focal * abs(float(self.turned[2][2])) / self.height

    def to_picture(self, points: Numbers) -> Numbers:
        """Pixels (n, 2) of points (n, 3) over the table, mm."""
        seen = (points - self.place) @ self.turned.T
        middle = (np.array(self.size) - 1) / 2
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + middle, np.float64)

    def sees(self, points: Numbers) -> bool:
        """Whether all points (n, 3) lie in the picture."""
        ahead = ((points - self.place) @ self.turned.T)[:, 2] > 0
        pixels = self.to_picture(points)
        return bool(ahead.all() and (pixels >= 0).all() and (pixels <= np.array(self.size) - 1).all())


Kind = Literal["shift", "tilt", "turn", "raise"]


@dataclass(frozen=True, slots=True)
class Move:
    """What people do with the camera: ``shift`` its mast, or ``tilt`` it so that it looks elsewhere, by ``right`` and
    ``north`` cm as South sees them; ``turn`` it ``by`` degrees clockwise seen from above; ``raise`` it ``by`` cm."""

    kind: Kind
    right: float = 0.0
    north: float = 0.0
    by: float = 0.0

    def words(self) -> Phrase:
        """One sentence."""
        if self.kind == "shift":
            return phrase("Move the mast {ways}, as South sees it.", ways=_ways(self.right, self.north))
        if self.kind == "tilt":
            return phrase(
                "Tilt the camera until the point it looks at has moved {ways}, as South sees it.",
                ways=_ways(self.right, self.north),
            )
        if self.kind == "raise":
            if self.by > 0:
                return phrase("Raise the camera by {cm:g} cm.", cm=self.by)
            return phrase("Lower the camera by {cm:g} cm.", cm=-self.by)
        if abs(self.by) > 170:
            return phrase("Turn the camera half round: its picture stands on its head.")
        if self.by > 0:
            return phrase("Turn the camera {degrees:.0f}° clockwise, seen from above.", degrees=self.by)
        return phrase("Turn the camera {degrees:.0f}° counter-clockwise, seen from above.", degrees=-self.by)


def _ways(right: float, north: float) -> Phrase:
    ways = []
    if right:
        ways.append(
            phrase("{cm:g} cm to the right", cm=right) if right > 0 else phrase("{cm:g} cm to the left", cm=-right)
        )
    if north:
        ways.append(
            phrase("{cm:g} cm towards North", cm=north) if north > 0 else phrase("{cm:g} cm towards South", cm=-north)
        )
    return listed(ways) if ways else joined("", ())


def needed() -> Numbers:
    """Points (n, 3) that must be in the picture: the marker cards, the play area, and the indices of the outer cards in
    both holders, wherever the dealer sits."""
    half = PLAY_AREA / 2
    flat = [*(np.concatenate([corners_of(one) for one in TABLE_MARKERS])), (-half, 0.0), (half, 0.0)]
    v = CARD_BOTTOM + BRIDGE_CARD[1] - USUAL.depth
    ends = [slot_left(0) + USUAL.aside - _INDEX_ROOM, slot_left(SLOTS - 1) + USUAL.aside + _INDEX_ROOM]
    indices = np.array([(u, v) for u in ends])
    faces = [face_point(number, side, indices) for number in (1, 2) for side in ("left", "right")]
    return np.concatenate([np.array([(float(x), float(y), 0.0) for x, y in flat]), *faces])


def face_point(number: int, side: str, points: Numbers) -> Numbers:
    """Places (n, 3) over the table of points (n, 2) of the face of a holder (1, 2) that stands where it should, left or
    right of the play area, mm."""
    lean, u, v = radians(FACE_TILT), points[:, 0] - FACE_WIDTH / 2, points[:, 1]
    facing = 1.0 if number == 1 else -1.0  # holder 1 faces South, holder 2 North
    x = facing * u + (-HOLDER_DISTANCE if side == "left" else HOLDER_DISTANCE)
    y = -facing * (_BACK + (FACE_HEIGHT - v) * cos(lean))
    return np.stack([x, y, v * sin(lean)], axis=1)


_NEEDED: Final = needed()


def hang_of(seen: Mapping[int, Points], size: tuple[int, int]) -> Hang | None:
    """How the camera hangs in whose picture, (width, height) pixels, the corners (4, 2) of these markers are ``seen``,
    by number; None where none of the play area is among them. From a single one the camera is taken to look straight
    down."""
    there = [marker for marker in TABLE_MARKERS if marker.number in seen]
    if not there:
        return None
    pixels = np.concatenate([seen[marker.number] for marker in there])
    if len(there) == 1:
        return _straight_down(there[0], pixels, size)
    places = np.concatenate([corners_of(marker) for marker in there])
    focal, middle = focal_of(size), (np.array(size) - 1) / 2
    inner = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    flat = np.hstack([places, np.zeros((len(places), 1))])
    try:
        _, turns, ways, errors = cv2.solvePnPGeneric(flat, pixels, inner, None, flags=cv2.SOLVEPNP_IPPE)
    except cv2.error:
        return None
    hangs = [
        (float(error.item()), _hang(*cv2.solvePnPRefineLM(flat, pixels, inner, None, turn, way), size, focal))
        for turn, way, error in zip(turns, ways, errors, strict=True)
    ]
    best = min((error for error, _ in hangs), default=0.0)
    # two poses may fit nearly alike: the one that looks more nearly down
    likely = [hang for error, hang in hangs if hang.height > 0 and error <= 1.2 * best + 0.05]
    return min(likely, key=lambda hang: hang.slant, default=None)


def _hang(turn: Numbers, way: Numbers, size: tuple[int, int], focal: float) -> Hang:
    turned = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    return Hang(np.asarray(-turned.T @ way, np.float64).ravel(), turned, size, focal)


def _straight_down(marker: Marker, pixels: Points, size: tuple[int, int]) -> Hang | None:
    edge = pixels[1] - pixels[0] + pixels[2] - pixels[3]  # twice along its upper and lower side, left to right
    scale = float(np.hypot(*edge)) / 2 / MARKER_SIZE
    if scale <= 0:
        return None
    angle = atan2(edge[1], edge[0])
    c, s = cos(angle), sin(angle)
    turned = np.array([[c, s, 0.0], [s, -c, 0.0], [0.0, 0.0, -1.0]])
    off = (pixels.mean(axis=0) - (np.array(size) - 1) / 2) / scale
    at = np.array([marker.x, marker.y]) - turned[:2, :2].T @ off
    focal = focal_of(size)
    return Hang(np.array([*at, focal / scale]), turned, size, focal)


def hangs_well(hang: Hang) -> bool:
    """Whether all that must be read is in the picture, within the tolerances that were measured."""
    upright = abs(hang.turn) <= MOST_TURN
    return upright and hang.slant <= MOST_SLANT and hang.height <= HIGHEST and hang.sees(_NEEDED)


def next_move(hang: Hang) -> Move | None:
    """What to do first so that the camera hangs well; None where it does."""
    if hangs_well(hang):
        return None
    shift, tilt = -hang.place[:2], hang.place[:2] - hang.aim
    most, kind, way = max((hypot(*shift), "shift", shift), (hypot(*tilt), "tilt", tilt), key=lambda one: one[0])
    across = Move("shift" if kind == "shift" else "tilt", *(_cm(float(one)) for one in way))
    too_low = CAMERA_HEIGHT - hang.height
    if too_low > _MUCH_TOO_LOW:  # it then sees more, whatever else is wrong
        return Move("raise", by=float(round(too_low / 10)))
    if most > _FAR:
        return across
    if abs(hang.turn) > MOST_TURN:
        return Move("turn", by=float(round(hang.turn)))
    if hang.height > HIGHEST:
        return Move("raise", by=_cm(_TO_HEIGHT - hang.height))
    if most > max(_SMALL, 0.65 * too_low):
        return across
    if too_low <= 5.0 and abs(hang.turn) > 2.0:
        return Move("turn", by=float(round(hang.turn)))
    return Move("raise", by=max(1.0, float(ceil(too_low / 10 - 0.3))))


def _cm(mm: float) -> float:
    """Centimetres as people measure them: halves while there are few."""
    cm = mm / 10
    return round(cm * 2) / 2 if abs(cm) < 2.75 else float(round(cm))


def turned_card(seen: Mapping[int, Points]) -> int | None:
    """The number of a marker card of the play area that does not lie upright to the others; None where all do, or where
    fewer than three are seen."""
    there = [marker.number for marker in TABLE_MARKERS if marker.number in seen]
    if len(there) < 3:
        return None
    ups = [seen[number][0] - seen[number][3] for number in there]
    angles = [atan2(float(up[1]), float(up[0])) for up in ups]
    apart = [float(np.median([abs(remainder(one - other, 2 * pi)) for other in angles])) for one in angles]
    return there[int(np.argmax(apart))] if max(apart) > radians(_ASKEW) else None


def lie_right(seen: Mapping[int, Points], size: tuple[int, int]) -> bool:
    """Whether the marker cards that are seen, of the play area, lie to each other as they should."""
    there = [marker for marker in TABLE_MARKERS if marker.number in seen]
    hang = hang_of(seen, size)
    if len(there) < 2 or hang is None:
        return len(there) < 2
    return all(_off(hang, marker, seen[marker.number]) < _STRAYED for marker in there)


def _off(hang: Hang, marker: Marker, corners: Points) -> float:
    """How far from its place a marker is seen, mm."""
    place = hang.to_picture(np.array([[marker.x, marker.y, 0.0]]))[0]
    return hypot(*(corners.mean(axis=0) - place)) / hang.scale
