"""Lengths of a folded card holder, from the geometry that the reader uses, mm."""

from __future__ import annotations

import math
from typing import Final

from hardware.drawing import Point
from vision import sizes as g

FACE: Final = g.FACE_HEIGHT
BACK: Final = g.FACE_HEIGHT * math.sin(math.radians(g.FACE_TILT))
"""The back stands upright, so that two holders stand back to back."""
FOOT: Final = g.FACE_HEIGHT * math.cos(math.radians(g.FACE_TILT))
FLAP: Final = 20.0
"""Glued under the lower edge of the face."""
STRIP: Final = FACE + BACK + FOOT + FLAP

PANELS: Final = (("face", FACE), ("back", BACK), ("foot", FOOT), ("flap", FLAP))
"""Panels of the strip in their order, with their lengths."""

BOX: Final = 330.0
BOX_WALL: Final = 40.0
"""Inner side and usual wall of a 33 cm pizza box."""

CARDBOARD: Final = 2.0
"""Thickness of a pizza box, rounded up: a rib is that much smaller on each side."""
POCKET: Final = (1.2, 2.0)
"""Least and greatest depth of the pocket, which is the spacer's thickness: three cards need 0.9 mm, and the lip's
markers must not come too far before the face, for the reader takes both for one plane."""
RIB_SNIP: Final = 14.0
"""What is cut off the rib's front corner, along the foot: the flap lies there."""


def profile() -> tuple[Point, Point, Point]:
    """The holder from the side: heel (the right angle), front edge of the foot, top; heel at the origin."""
    return (0.0, 0.0), (FOOT, 0.0), (0.0, BACK)


def rib() -> tuple[Point, Point, Point, Point]:
    """Outline of the stiffener inside: heel, two front corners where the tip is snipped off, top."""
    inscribed = (FOOT + BACK - FACE) / 2  # radius of the inscribed circle, which shrinks by the cardboard
    shrink = 1 - CARDBOARD / inscribed
    heel, front, top = (
        (inscribed + (x - inscribed) * shrink, inscribed + (y - inscribed) * shrink) for x, y in profile()
    )
    rise = RIB_SNIP * math.tan(math.radians(g.FACE_TILT))
    return heel, (front[0] - RIB_SNIP, front[1]), (front[0] - RIB_SNIP, front[1] + rise), top


RIB: Final = (max(x for x, _ in rib()) - rib()[0][0], rib()[-1][1] - rib()[0][1])
"""Width and height of a rib."""
