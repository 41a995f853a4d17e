"""Planes of a table that is made and laid as people do it, from its pictures as they come."""

import random

import numpy as np
import pytest

from vision.packs.faces import Pack
from vision.planes.planes import PARTS, PLAY, PlaneFinder
from vision.simulated.camera import SimulatedCamera
from vision.simulated.optics import face_point
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import BY_HAND
from vision.sizes import CARD_BOTTOM, SLOTS, slot_left
from whist.cards import PACK

INDICES = np.array([[slot_left(k) + u, CARD_BOTTOM + v] for k in range(SLOTS) for u in (1, 9) for v in (65, 85)])
PLACES = np.array([[x, y] for x in (-140.0, 0.0, 140.0) for y in (-140.0, 0.0, 140.0)])


@pytest.mark.parametrize("seed", [0, 3, 8, 15])
def test_planes_of_a_table_laid_by_hand_are_found_within_a_millimetre(seed):
    table = SimulatedTable(seed, BY_HAND)
    table.place_holders("left" if seed % 2 else "right")
    order = random.Random(seed).sample(PACK, 26)
    table.rack(1, order[:13])
    table.rack(2, order[13:])
    camera = SimulatedCamera(table, Pack.drawn("standard"), seed)
    camera.look()
    planes, view = PlaneFinder().find(camera.capture()), camera.renderer.view
    assert set(planes) == set(PARTS)
    assert planes[PLAY].markers == 4
    for holder in table.scene().holders:
        found = planes[f"holder {holder.number}"].to_plane(view.project(face_point(holder, INDICES)))
        assert np.linalg.norm(found - INDICES, axis=1).max() < 1.0
    found = planes[PLAY].to_plane(view.project(np.column_stack([PLACES, np.zeros(len(PLACES))])))
    apart = [np.linalg.norm(points[:, None] - points[None], axis=2) for points in (found, PLACES)]
    assert np.abs(apart[0] - apart[1]).max() < 1.5
