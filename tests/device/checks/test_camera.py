"""What a picture of the simulated table tells of the camera, as it comes and spoiled in known ways."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.checks.camera import camera_lines, edge_strips, edge_width
from vision.planes.planes import MARKERS, PlaneFinder
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import BY_HAND, PERFECT


@pytest.fixture(scope="module")
def picture():
    table = SimulatedTable(1, PERFECT)
    table.place_holders("left")
    camera = SimulatedCamera(table, seed=1)
    camera.look()
    return camera.capture()


@pytest.fixture(scope="module")
def markers(picture):
    return PlaneFinder().markers(picture)


def said(picture):
    return [(line.state, line.what, line.do) for line in camera_lines(picture)]


def about(picture, word):
    (found,) = [line for line in said(picture) if word in line[1]]
    return found


def covered(picture, markers, numbers):
    picture = picture.copy()
    for number in numbers:
        x, y = markers[number].mean(axis=0).round().astype(int)
        cv2.circle(picture, (int(x), int(y)), 130, (90, 90, 90), -1)
    return picture


def test_all_is_well(picture):
    lines = said(picture)
    assert {state for state, _, _ in lines} == {"fine"}, lines
    assert about(picture, "markers of the play area")[1].endswith("px/mm).")
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("numbers", "word", "what", "do"),
    [
        ((2,), "play area", "3 of 4 markers of the play area are in sight (", "Lay number 2 free"),
        ((0, 1, 2), "play area", "1 of 4 markers of the play area are in sight.", "Lay number 0, 1, 2 free"),
    ],
)
def test_markers_out_of_sight(picture, markers, numbers, word, what, do):
    state, told, advice = about(covered(picture, markers, numbers), word)
    assert state == "look at this"
    assert told.startswith(what)
    assert advice.startswith(do)


@pytest.mark.parametrize(
    ("hidden", "state", "what", "do"),
    [
        (1, "fine", "All 6 markers of holder 1 but number ", ""),
        (2, "look at this", "4 of 6 markers of holder 1 are in sight (", "Lay number "),
        (6, "look at this", "0 of 6 markers of holder 1 are in sight.", "Put it on the table"),
    ],
)
def test_markers_of_a_holder_out_of_sight(picture, markers, hidden, state, what, do):
    numbers = [marker.number for marker in MARKERS["holder 1"]][:hidden]
    found = about(covered(picture, markers, numbers), "holder 1")
    assert found[0] == state
    assert found[1].startswith(what)
    assert found[2].startswith(do)


def test_markers_in_each_others_places(picture, markers):
    swapped = picture.copy()
    # two markers of the play area change places
    (ax, ay), (bx, by) = (markers[n].mean(axis=0).round().astype(int) for n in (0, 1))
    there, here = picture[by - 90 : by + 90, bx - 90 : bx + 90], picture[ay - 90 : ay + 90, ax - 90 : ax + 90]
    swapped[ay - 90 : ay + 90, ax - 90 : ax + 90], swapped[by - 90 : by + 90, bx - 90 : bx + 90] = there, here
    state, told, _ = about(swapped, "play area")
    assert state == "look at this"
    assert "not where they belong" in told


def test_no_marker_at_all(picture):
    lines = said(np.full_like(picture, 120))
    assert [state for state, _, _ in lines] == ["fine"] + ["look at this"] * 4
    assert "neither sharpness nor light" in lines[-1][1]


@pytest.mark.parametrize(("sigma", "state"), [(0.7, "fine"), (2.5, "look at this"), (4.5, "broken")])
def test_sharpness(picture, sigma, state):
    assert about(cv2.GaussianBlur(picture, (0, 0), sigma), "edges are")[0] == state


def test_the_width_of_an_edge_is_the_blur_that_made_it():
    """A Gaussian's way from 10 to 90 % is 2.563 of its standard deviations."""
    square = np.full((600, 600), 220, np.uint8)
    square[180:420, 180:420] = 20  # 24 mm at 10 pixels per mm
    corners = np.array([[179.5, 179.5], [419.5, 179.5], [419.5, 419.5], [179.5, 419.5]])
    for sigma in (3.0, 5.0, 7.0):
        strips = edge_strips(cv2.GaussianBlur(square, (0, 0), sigma), corners)
        assert edge_width(strips) == pytest.approx(2.563 * sigma / 10, abs=0.1)


def lamp(picture):
    """Light that falls off to one side."""
    fall = np.interp(np.arange(picture.shape[1]), (1500, 3000), (1.0, 0.35))
    return (picture * fall[None, :, None]).astype(np.uint8)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda p: (p * 0.2).astype(np.uint8), "little light"),
        (lambda p: np.clip(p * 2.2, 0, 255).astype(np.uint8), "glares"),
        (lambda p: (p * 0.3 + 150).astype(np.uint8), "flat"),
        (lamp, "uneven"),
    ],
)
def test_light(picture, spoil, told):
    state, _, advice = about(spoil(picture), told)
    assert state == "look at this"
    assert advice


def test_a_camera_with_too_few_pixels(picture):
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    state, told, advice = about(small, "small in the picture")
    assert state == "look at this"
    assert "1.7 pixels per mm" in told
    assert "lower" in advice


@pytest.mark.parametrize("seed", [2, 3])
def test_of_a_table_that_people_laid_only_uneven_light_is_said(seed):
    table = SimulatedTable(seed, BY_HAND)
    table.place_holders("left")
    camera = SimulatedCamera(table, seed=seed)
    camera.look()
    lines = [line for line in said(camera.capture()) if line[0] != "fine"]
    assert [(state, what.split(":")[0]) for state, what, _ in lines] == [("look at this", "The light is uneven")]
