"""The camera's height and the places of things on the table go together: all that must be read is in the picture."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pytest

from vision import sizes as g

FOCALS = (3386.0, 3548.0)
"""Focal lengths of the Camera Module 3, pixels: by its lens (4.74 mm, pixels of 1.4 µm), and by its field of view."""
INDEX = (8.0, 20.0)
"""Width and height of an index, mm; it stands so far from the left and upper edges of its card."""
INSET = 2.0
HALF = g.MARKER_SIZE / 2
HEIGHTS = sorted({*g.CAMERA_HEIGHTS, g.CAMERA_HEIGHT})


def indices():
    """Corners (52, 2) of the indices of cards in all slots, face plane."""
    top = g.CARD_BOTTOM + g.BRIDGE_CARD[1] - INSET
    lefts = [g.slot_left(slot) + INSET for slot in range(g.SLOTS)]
    return np.array([(u + a, top - b) for u in lefts for a in (0, INDEX[0]) for b in (0, INDEX[1])])


def markers(holder):
    """Corners (24, 2) of its markers, face plane."""
    return np.array(
        [(one.x + a, one.y + b) for one in g.holder_markers(holder) for a in (-HALF, HALF) for b in (-HALF, HALF)]
    )


def stood(points, x, back, facing):
    """Places (n, 3) of points of a holder's face: the middle of its back at ``x``, ``back``; its face to South (-1) or
    North (1)."""
    lean = radians(g.FACE_TILT)
    across = x - facing * (points[:, 0] - g.FACE_WIDTH / 2)
    out = back + facing * (g.FACE_HEIGHT - points[:, 1]) * cos(lean)
    return np.stack([across, out, points[:, 1] * sin(lean)], axis=1)


HOLDERS = {
    "1 left": (1, -g.HOLDER_DISTANCE, 0.0, -1),
    "2 left": (2, -g.HOLDER_DISTANCE, 0.0, 1),
    "1 right": (1, g.HOLDER_DISTANCE, 0.0, -1),
    "2 right": (2, g.HOLDER_DISTANCE, 0.0, 1),
    "3": (2, 0.0, g.THIRD_HOLDER, -1),
}
"""Where holders stand: markers as those of, middle, back, and whither they face."""


def inside(places, height, focal):
    """How far inside the picture of a camera over the middle of the table places (n, 3) are at least, pixels."""
    seen = focal * places[:, :2] / (height - places[:, 2:])
    return float((np.array(g.CAMERA_SIZE) / 2 - np.abs(seen)).min())


@pytest.mark.parametrize("focal", FOCALS)
@pytest.mark.parametrize("height", HEIGHTS)
def test_three_holders_and_all_their_markers_are_well_inside_the_picture(height, focal):
    count = 0
    for number, x, back, facing in HOLDERS.values():
        for points in (indices(), markers(number)):
            assert inside(stood(points, x, back, facing), height, focal) >= 60
        count += len(markers(number)) // 4
    assert count == 18 + 12  # three holders; two of them stand on either side by turns
    flat = [(one.x + a, one.y + b, 0) for one in g.TABLE_MARKERS for a in (-HALF, HALF) for b in (-HALF, HALF)]
    assert inside(np.array(flat, float), height, focal) >= 60


def test_at_the_height_that_was_asked_for_before_an_upper_marker_was_cut():
    """Which is why it is another."""
    assert min(inside(stood(markers(n), x, y, f), 850.0, FOCALS[1]) for n, x, y, f in HOLDERS.values()) < 0


def test_the_third_holder_stands_clear_of_the_marker_cards():
    far = max(one.y for one in g.TABLE_MARKERS) + g.MARKER_CARD[2]
    front = stood(np.array([(0.0, 0.0)]), 0.0, g.THIRD_HOLDER, -1)[0, 1]
    assert front > far + 5
