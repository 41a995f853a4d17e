"""Where everything stands, from the corners of all markers together: camera, lens, marker cards and holders.

Nothing of it need be where the build guide says. A marker card lies somewhere near its printed place, turned a little;
a holder stands anywhere, leans and turns as it likes, its face bows and twists, and its lip is a plane of its own some
mm before it. What is known is how large a marker is, how the markers of one face lie to each other, and that all cards
lie in one plane. All unknowns are adjusted at once so that the markers are seen where the picture shows them: a bundle
adjustment with likely values (Triggs and others, *Bundle adjustment - a modern synthesis*, 2000). A marker is taken or
left out as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import radians
from typing import Final

import numpy as np

from vision.arrays import Doubles
from vision.planes.camera_pose import Hang
from vision.sizes import FACE_HEIGHT, FACE_WIDTH, MARKER_SIZE, TABLE_MARKERS, Marker, holder_markers

HOLDER_NUMBERS: Final = (1, 2, 3)
MOST_STRAY: Final = 15.0
MOST_TURNED: Final = 15.0
"""So far from its printed place, mm, and so much turned, degrees, a marker card may lie: the play area is measured as
exactly as with cards laid true (``python -m vision.measuring.plane_errors``)."""
CARDS: Final = {marker.number: marker for marker in TABLE_MARKERS}
FACES: Final = {number: {one.number: one for one in holder_markers(number)} for number in HOLDER_NUMBERS}
"""The markers of the play area, and of each holder, by number."""
LEAST: Final = 2
"""A face or the play area needs so many markers."""
LAID: Final = (8.0, 8.0, radians(8.0))
"""How far from its printed place a card lies (x, y, mm) and how much it is turned, usually."""
LIP: Final = (4.0, 3.0, 0.8, 0.8)
"""How far a lip stands before its face, mm, how much that varies, and how exactly it is glued along u and v."""
CORNER: Final = 0.3
"""How exactly a marker's corner is usually found, pixels (standard deviation)."""
BEND: Final = -0.004
"""The usual bend of a lens (`vision.planes.camera_pose.Hang`): it bends lines outwards, a little."""
OUTER: Final = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]) * MARKER_SIZE / 2
"""Corners (4, 2) of a marker around its middle, mm: upper left first, then clockwise."""


def corners_of(marker: Marker) -> Doubles:
    """Corners (4, 2) of a marker's black square in mm of its plane: upper left first, then clockwise."""
    return np.asarray(OUTER + np.array([marker.x, marker.y]), np.float64)


def lift(u: Doubles, v: Doubles, bow: Doubles | float, twist: Doubles | float) -> Doubles:
    """How far a face comes forward at places (u from its middle, v), mm."""
    across = u / (FACE_WIDTH / 2)
    return np.asarray(bow * (1 - across**2) + twist * across * (2 * v / FACE_HEIGHT - 1), np.float64)


@dataclass(frozen=True, slots=True)
class Lying:
    """Where a marker card lies beside its printed place: mm to the right and up, degrees counter-clockwise."""

    right: float
    up: float
    turned: float

    @property
    def off(self) -> float:
        """mm."""
        return float(np.hypot(self.right, self.up))

    @property
    def strayed(self) -> float:
        """How far off it lies for what is allowed: above 1 it should be laid anew."""
        return max(self.off / MOST_STRAY, abs(self.turned) / MOST_TURNED)


@dataclass(frozen=True, slots=True)
class HolderFace:
    """A holder's face over the table: ``place`` (3,) of the middle of its lower edge in mm, ``axes`` (3, 3) whose rows
    point along u, along v and out of it. It comes forward by ``bow`` mm in the middle, by ``twist`` at the upper right
    corner; its lip stands ``lip`` mm before it."""

    place: Doubles
    axes: Doubles
    bow: float
    twist: float
    lip: float

    def over_table(self, points: Doubles) -> Doubles:
        """Places (n, 3) over the table of points (n, 2) of the face, mm."""
        u, v = points[..., 0] - FACE_WIDTH / 2, points[..., 1]
        out = lift(u, v, self.bow, self.twist)
        return np.asarray(self.place + np.stack([u, v, out], axis=-1) @ self.axes, np.float64)


@dataclass(frozen=True, slots=True)
class Bundle:
    """What one look at the markers tells. Places are mm of the table plane; where no marker card is seen, of a table
    that is looked at straight down."""

    hang: Hang
    cards: Mapping[int, Lying] = field(default_factory=dict)
    """Marker cards by number; less than two do not make a play area."""
    faces: Mapping[int, HolderFace] = field(default_factory=dict)
    """Holders by number."""
    used: frozenset[int] = frozenset()
    """The markers that it was told by."""
    astray: frozenset[int] = frozenset()
    """Marker cards that lie so far off that they say nothing of where the middle is."""
    care: float = 1.0
    """How far marker cards lie from their places in proportion to what is usual, 1 at most."""
    errors: Mapping[int, float] = field(default_factory=dict)
    """How far each marker's corners are from where the others put them, mm (root of mean square)."""
    noise: float = CORNER
    """How exactly markers' corners were taken to be found, pixels (standard deviation); and..."""
    scatter: float = CORNER
    """... how exactly they seem to be, by the shapes in which the markers are seen."""
