"""Sizes and places of everything the camera looks at: the one source for reader, simulated table and printed sheets.

Frames of reference:

* *table plane*: millimetres, origin in the middle of the play area, x right and y up as the camera's picture shows
  them, z towards the camera. South sits at -y, North at +y.
* *face plane* of a holder: millimetres, u to the right and v up as the human who faces it sees it, origin in the lower
  left corner of the face.
* *picture*: pixels, x right and y down, origin in the middle of the upper left pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan
from typing import Final

PLAY_AREA: Final = 300.0
"""Side of the square play area, mm."""

BRIDGE_CARD: Final = (57.0, 88.0)
POKER_CARD: Final = (63.0, 88.0)
"""Width and height of a card, mm."""

SLOTS: Final = 13
SLOT_PITCH: Final = 22.0
FACE_WIDTH: Final = 330.0
FACE_HEIGHT: Final = 132.0
"""Face of a holder, mm: wide as a 33 cm pizza box."""
LIP_HEIGHT: Final = 30.0
"""The pocket's front edge, mm: it hides the lower part of the cards and carries the lower markers."""
CARD_BOTTOM: Final = 8.0
"""v of the lower edge of a racked card, mm."""
FIRST_SLOT: Final = 2.0
"""u of the left edge of a card in slot 0, mm; slot k begins at ``FIRST_SLOT + k * SLOT_PITCH``."""
FACE_TILT: Final = 50.0
"""Angle between face and table, degrees (45…55)."""
HOLDER_DISTANCE: Final = 335.0
"""Distance of a holder's middle from the middle of the table, mm."""
OUTWARD: Final = 215.0
"""How far from the middle of the table the back of a holder stands in the place of somebody who is missing, its face
outwards, mm: clear of the marker cards, and with all of it in the picture."""
THIRD_HOLDER: Final = 290.0
"""y of the back of a third holder, mm: it stands at the far edge, its middle at x = 0, and faces South."""

CAMERA_HEIGHT: Final = 1000.0
CAMERA_HEIGHTS: Final = (950.0, 1100.0)
"""Camera above the table, mm, and between which heights it may as well hang: lower, and a mast that leans a little
takes the outer markers out of its picture; higher, and small indices have few pixels."""
CAMERA_SIZE: Final = (4608, 2592)
CAMERA_FIELD: Final = (66.0, 41.0)
"""Full picture of the Camera Module 3 in pixels, and its field of view in degrees, (width, height)."""

MARKER_DICTIONARY: Final = "DICT_4X4_50"
MARKER_SIZE: Final = 24.0
"""Side of a marker's black square, mm; at least 3 mm of white around it."""
MARKER_CARD: Final = (50.0, 15.0, 27.0)
"""A marker card of the play area, mm: its width, and how far it reaches from the marker's middle inwards, to the border
of the play area, and outwards."""
FACE_JOIN: Final = 190.0
"""u at which the two printed parts of a holder's face meet, mm: as wide as a page takes, and through no marker."""


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker: its number, and the place of its middle in its plane, mm. All stand upright in their plane."""

    number: int
    x: float
    y: float


TABLE_MARKERS: Final = (
    Marker(0, -150.0, 165.0),
    Marker(1, 150.0, 165.0),
    Marker(2, 150.0, -165.0),
    Marker(3, -150.0, -165.0),
)
"""Marker cards of the play area, table plane: above and below it, clear of the holders on either side."""
_PLACES: Final = {(-1, 1): "far left", (1, 1): "far right", (1, -1): "near right", (-1, -1): "near left"}

_TOP = FACE_HEIGHT - 16.0
_BOTTOM = 15.0


def place_of(mark: Marker) -> str:
    """Where a marker of the play area lies, in the words of South, who sits at -y."""
    return _PLACES[(1 if mark.x > 0 else -1, 1 if mark.y > 0 else -1)]


def holder_markers(holder: int) -> tuple[Marker, ...]:
    """Markers on the face of ``holder`` (1 to 3), face plane: three above the cards, three on the lip."""
    first = 10 * holder
    places = [(u, v) for v in (_TOP, _BOTTOM) for u in (18.0, FACE_WIDTH / 2, FACE_WIDTH - 18.0)]
    return tuple(Marker(first + k, u, v) for k, (u, v) in enumerate(places))


def slot_left(slot: int) -> float:
    """u of the left edge of the card in ``slot`` (0…12), mm of the face plane."""
    return FIRST_SLOT + slot * SLOT_PITCH


def focal_of(size: tuple[int, int]) -> float:
    """The focal length in pixels of a picture (width, height), if the lens is the Camera Module 3's."""
    return size[0] / 2 / tan(radians(CAMERA_FIELD[0] / 2))
