"""The pocket brings the lip before the face: the reader, who takes both for one plane, must still find the cards."""

import math
import random

import cv2
import numpy as np
import pytest

from device.checks.camera import camera_lines
from hardware.holder import POCKET
from vision import sizes as g
from vision.holders.slots import read_holders
from vision.planes.adjustment import bundle_of
from vision.planes.planes import HOLDERS, PlaneFinder, corners_of, planes_of
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.optics import face_point
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import PERFECT
from whist.cards import FULL_PACK, PACK

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
    seen = {mark.number: corners for mark, corners in markers}
    plane = planes_of(bundle_of(seen, g.CAMERA_SIZE), seen)["holder 1"]
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
def test_a_lip_farther_forward_misplaces_nothing(side):
    assert misplaced(2 * POCKET[1], side) < 2


def test_three_cards_fit():
    overlapping = math.ceil(g.POKER_CARD[0] / g.SLOT_PITCH)
    assert overlapping * CARD < POCKET[0]


def lip_brought_forward(picture, view, holder, before):
    """The picture with the lip of ``holder``, which the simulated table has in the plane of the face, before it."""
    corners = [(0, 0), (g.FACE_WIDTH, 0), (g.FACE_WIDTH, g.LIP_HEIGHT), (0, g.LIP_HEIGHT)]
    places = face_point(holder, np.array(corners, float))
    right, up = places[1] - places[0], places[3] - places[0]
    out = np.cross(right, up) / np.linalg.norm(np.cross(right, up))
    was, now = (view.project(where).astype(np.float32) for where in (places, places + before * out))
    moved = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(was, now), picture.shape[1::-1])
    lip = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.rint(now).astype(int), 1)
    return np.where(lip[:, :, None] == 1, moved, picture)


def test_cards_behind_a_lip_as_thick_as_may_be_are_read():
    table = SimulatedTable(2, PERFECT)  # whose lip lies in the plane of the face
    table.place_holders("right")
    cards = random.Random(2).sample(PACK, 2 * g.SLOTS)
    hands = cards[: g.SLOTS], cards[g.SLOTS :]
    for number, hand in zip((1, 2), hands, strict=True):
        table.rack(number, hand)
    camera = SimulatedCamera(table, seed=2)
    camera.look()
    picture = camera.capture()
    for holder in table.scene().holders:
        picture = lip_brought_forward(picture, camera.renderer.view, holder, POCKET[1] + LIP)
    planes = PlaneFinder().find(picture)
    beliefs, _, _ = read_holders(Reader(), [(picture, planes[name]) for name in HOLDERS])
    assert [tuple(FULL_PACK[int(np.argmax(belief))] for belief in row) for row in beliefs] == [
        tuple(hand) for hand in hands
    ]
    told = [line for line in camera_lines(picture) if "of holder" in line.what]
    assert [line.state for line in told] == ["fine", "fine"], told
