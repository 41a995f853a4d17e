"""How a camera hangs over the table, from the marker cards in one picture; and what to do so that it hangs well.

The lens is taken to be about that of the Camera Module 3 (`vision.sizes.CAMERA_FIELD`), in the middle of its
picture. With another field of view heights come out wrong in proportion, but what is in view counts, so that following
the moves still ends well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, cos, hypot, radians, sin
from typing import Final, Literal

import numpy as np

from vision.arrays import Doubles, Points
from vision.holders.indices import USUAL
from vision.planes.adjustment import bundle_of
from vision.planes.bundle import MOST_STRAY, MOST_TURNED, Lying, corners_of
from vision.planes.camera_pose import Hang
from vision.sizes import (
    BRIDGE_CARD,
    CAMERA_HEIGHT,
    CARD_BOTTOM,
    FACE_HEIGHT,
    FACE_TILT,
    FACE_WIDTH,
    HOLDER_DISTANCE,
    PLAY_AREA,
    SLOTS,
    TABLE_MARKERS,
    holder_markers,
    slot_left,
)
from whist.phrases import Phrase, joined, listed, phrase

HIGHEST: Final = 1800.0
"""The greatest height at which reading was measured, mm (hardware/tolerance.csv)."""
MOST_SLANT: Final = 20.0
"""From so many degrees aside a camera may look at the middle (hardware/tolerance.csv)."""
LEAST_SCALE: Final = 1.47
"""Pixels per mm of the table with which all was read (hardware/tolerance.csv): 1920 across the picture at 1000 mm."""
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


CameraMove = Literal["shift", "tilt", "turn", "raise"]


@dataclass(frozen=True, slots=True)
class Move:
    """What people do with the camera: ``shift`` its mast, or ``tilt`` it so that it looks elsewhere, by ``right`` and
    ``north`` cm as South sees them; ``turn`` it ``by`` degrees clockwise seen from above; ``raise`` it ``by`` cm."""

    kind: CameraMove
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


def needed() -> Doubles:
    """Points (n, 3) that must be in the picture: the marker cards, the play area, and of both holders the markers and
    the indices of the outer cards, wherever the dealer sits."""
    half = PLAY_AREA / 2
    flat = [*(np.concatenate([corners_of(one) for one in TABLE_MARKERS])), (-half, 0.0), (half, 0.0)]
    v = CARD_BOTTOM + BRIDGE_CARD[1] - USUAL.depth
    ends = [slot_left(0) + USUAL.aside - _INDEX_ROOM, slot_left(SLOTS - 1) + USUAL.aside + _INDEX_ROOM]
    shown = np.concatenate([np.array([(u, v) for u in ends]), *(corners_of(one) for one in holder_markers(1))])
    faces = [face_point(number, side, shown) for number in (1, 2) for side in ("left", "right")]
    return np.concatenate([np.array([(float(x), float(y), 0.0) for x, y in flat]), *faces])


def face_point(number: int, side: str, points: Doubles) -> Doubles:
    """Places (n, 3) over the table of points (n, 2) of the face of a holder (1, 2) that stands where it should, left or
    right of the play area, mm."""
    lean, u, v = radians(FACE_TILT), points[:, 0] - FACE_WIDTH / 2, points[:, 1]
    facing = 1.0 if number == 1 else -1.0  # holder 1 faces South, holder 2 North
    x = facing * u + (-HOLDER_DISTANCE if side == "left" else HOLDER_DISTANCE)
    y = -facing * (_BACK + (FACE_HEIGHT - v) * cos(lean))
    return np.stack([x, y, v * sin(lean)], axis=1)


_NEEDED: Final = needed()
_CARDS: Final = tuple(np.hstack([corners_of(one), np.zeros((4, 1))]) for one in TABLE_MARKERS)


def hang_of(seen: Mapping[int, Points], size: tuple[int, int]) -> Hang | None:
    """How the camera hangs in whose picture, (width, height) pixels, the corners (4, 2) of these markers are ``seen``,
    by number; None where none of the play area is among them."""
    bundle = bundle_of(seen, size, lens_known=True)
    return bundle.hang if bundle is not None and bundle.cards else None


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
    if kind == "shift":
        way = _in_sight(hang, way)
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


def _in_sight(hang: Hang, way: Doubles) -> Doubles:
    """As much of a shift of the mast, mm (right, north), as leaves two marker cards in the picture: a camera that is
    tilted as well looks elsewhere after it, and from one card nobody can tell how it is tilted."""
    while hypot(*way) > _FAR:
        there = replace(hang, place=hang.place + np.array([*way, 0.0]))
        if sum(there.sees(card) for card in _CARDS) >= 2:
            break
        way = way / 2
    return way


def _cm(mm: float) -> float:
    """Centimetres as people measure them: halves while there are few."""
    cm = mm / 10
    return round(cm * 2) / 2 if abs(cm) < 2.75 else float(round(cm))


def turned_card(cards: Mapping[int, Lying]) -> int | None:
    """The number of the marker card that is turned most, where one of three at least is turned too far."""
    most = max(cards, key=lambda number: abs(cards[number].turned), default=None)
    return most if most is not None and len(cards) > 2 and abs(cards[most].turned) > MOST_TURNED else None


def strayed_card(cards: Mapping[int, Lying]) -> int | None:
    """The number of the marker card that lies farthest from its place, where one lies too far."""
    most = max(cards, key=lambda number: cards[number].off, default=None)
    return most if most is not None and cards[most].off > MOST_STRAY else None


def back_words(card: Lying) -> Phrase:
    """Where a marker card must go to lie in its place, in whole centimetres, as South sees it."""
    return _ways(_cm(-card.right), _cm(-card.up))
