"""The pocket brings the lip before the face: the reader, who takes both for one plane, must still find the cards."""

import math

import numpy as np
import pytest

from hardware.holder import POCKET
from vision import geometry as g
from vision.planes import corners_of, plane_from

CARD = 0.3
"""Thickness of a card, mm."""
LIP = 1.6
"""Thickness of the lip's cardboard, mm."""


def seen_by_the_camera(points, before, side):
    """Pixels of points of holder 1's face plane, ``before`` mm before it, with the holder left (-1) or right (1)."""
    tilt = math.radians(g.FACE_TILT)
    u, v = np.asarray(points, float).T
    x = side * g.HOLDER_DISTANCE - g.FACE_WIDTH / 2 + u
    y = (v - g.FACE_HEIGHT) * math.cos(tilt) - before * math.sin(tilt)
    z = v * math.sin(tilt) + before * math.cos(tilt)
    focal = g.CAMERA_SIZE[0] / 2 / math.tan(math.radians(g.CAMERA_FIELD[0] / 2))
    away = focal / (g.CAMERA_HEIGHT - z)
    return np.stack([(g.CAMERA_SIZE[0] - 1) / 2 + x * away, (g.CAMERA_SIZE[1] - 1) / 2 - y * away], axis=1)


def misplaced(pocket, side):
    """How far the reader's plane misplaces the indices of 13 racked cards along u and v, at most, mm."""
    lip = pocket + LIP
    markers = [
        (mark, seen_by_the_camera(corners_of(mark), lip if mark.y < g.LIP_HEIGHT else 0.0, side))
        for mark in g.holder_markers(1)
    ]
    plane = plane_from("holder 1", markers)
    assert plane is not None
    assert plane.markers == 6
    top = g.CARD_BOTTOM + g.BRIDGE_CARD[1]
    indices = np.array([[g.slot_left(slot) + 5, top - down] for slot in range(g.SLOTS) for down in (5, 20)])
    return max(
        np.abs(plane.to_plane(seen_by_the_camera(indices, before, side)) - indices).max() for before in (CARD, 3 * CARD)
    )


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("pocket", POCKET)
def test_cards_are_found_within_two_millimetres(pocket, side):
    assert misplaced(pocket, side) < 2


@pytest.mark.parametrize("side", [-1, 1])
def test_a_pocket_twice_as_deep_would_misplace_them_more(side):
    assert misplaced(2 * POCKET[1], side) > misplaced(POCKET[1], side) + 0.5


def test_three_cards_fit():
    overlapping = math.ceil(g.POKER_CARD[0] / g.SLOT_PITCH)
    assert overlapping * CARD < POCKET[0]
