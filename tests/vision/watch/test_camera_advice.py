"""From a picture's markers to words: whoever does what they say comes to a camera that hangs well."""

from __future__ import annotations

import random
from dataclasses import replace
from math import cos, hypot, radians, sin, tan

import cv2
import numpy as np
import pytest

from vision.packs.faces import Pack
from vision.planes.adjustment import bundle_of
from vision.planes.camera_pose import Hang
from vision.planes.planes import PlaneFinder, corners_of
from vision.simulated.optics import View
from vision.simulated.render import Renderer
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import PERFECT
from vision.sizes import CAMERA_HEIGHT, CAMERA_SIZE, TABLE_MARKERS, Marker, focal_of
from vision.watch.camera_advice import Move, hang_of, hangs_well, next_move, strayed_card, turned_card

SIZE = (4608, 2592)


def hung(height=CAMERA_HEIGHT, at=(0.0, 0.0), look=(0.0, 0.0), turn=0.0, field=66.0, size=SIZE):
    """A camera ``height`` over ``at``, that looks past its foot by ``look`` (mm, right and north) and is turned by
    degrees counter-clockwise as seen from above."""
    forward = np.array([look[0], look[1], -height]) / np.linalg.norm([look[0], look[1], height])
    c, s = cos(radians(turn)), sin(radians(turn))
    right = np.array([c, s, 0.0])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    turned = np.stack([right, np.cross(forward, right), forward])
    return Hang(np.array([*at, height]), turned, size, size[0] / 2 / tan(radians(field / 2)))


def marks(hang, markers=TABLE_MARKERS, seed=1, noise=0.15):
    """What the camera sees of the marker cards, as far as they are in its picture."""
    rng = np.random.default_rng(seed)
    seen = {}
    for marker in markers:
        corners = np.hstack([corners_of(marker), np.zeros((4, 1))])
        if hang.sees(corners):
            seen[marker.number] = hang.to_picture(corners) + noise * rng.standard_normal((4, 2))
    return seen


def rotated(hang, axis, angle):
    return replace(hang, turned=hang.turned @ cv2.Rodrigues(np.asarray(axis) * angle)[0].T)


def done(hang, move):
    """The camera after people did what they were told: nothing else than what the words say."""
    if move.kind == "shift":
        return replace(hang, place=hang.place + 10 * np.array([move.right, move.north, 0.0]))
    if move.kind == "raise":
        return replace(hang, place=hang.place + np.array([0.0, 0.0, 10 * move.by]))
    if move.kind == "turn":
        return rotated(hang, (0, 0, 1), -radians(move.by))
    there = np.array([*(hang.aim + 10 * np.array([move.right, move.north])), 0.0]) - hang.place
    there /= np.linalg.norm(there)
    axis = np.cross(hang.turned[2], there)
    angle = np.arcsin(min(1.0, np.linalg.norm(axis)))
    return rotated(hang, axis / max(np.linalg.norm(axis), 1e-9), angle)


def followed(hang, steps=12):
    """The moves that are told one after the other until the camera hangs well, and how it hangs then."""
    moves = []
    for step in range(steps):
        found = hang_of(marks(hang, seed=step), hang.size)
        assert found is not None, f"no marker is in sight after {moves}"
        move = next_move(found)
        if move is None:
            return moves, hang
        moves.append(move)
        hang = done(hang, move)
    raise AssertionError(f"still not good after {moves}")


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        (hung(), None),
        (hung(at=(10, 0)), None),
        (hung(at=(85, 0)), None),
        (hung(height=900), None),
        (hung(height=1100, at=(140, 0)), None),
        (hung(height=1500, at=(60, 0)), None),
        (hung(at=(0, -120), look=(0, 120)), None),
        (hung(at=(120, 0)), "Move the mast 12 cm to the left, as South sees it."),
        (hung(at=(-110, -150)), "Move the mast 11 cm to the right and 15 cm towards North, as South sees it."),
        (hung(height=850), "Raise the camera by 15 cm."),
        (hung(height=700), "Raise the camera by 30 cm."),
        (hung(height=1950), "Lower the camera by 25 cm."),
        (
            hung(look=(-90, 0)),
            "Tilt the camera until the point it looks at has moved 9 cm to the right, as South sees it.",
        ),
        (
            hung(look=(0, 180)),
            "Tilt the camera until the point it looks at has moved 18 cm towards South, as South sees it.",
        ),
        (hung(turn=90, height=1000), "Turn the camera 90° clockwise, seen from above."),
        (hung(turn=-30), "Turn the camera 30° counter-clockwise, seen from above."),
        (hung(turn=180), "Turn the camera half round: its picture stands on its head."),
    ],
)
def test_what_is_said_of_a_camera_that_is_off_by_a_known_amount(camera, words):
    found = hang_of(marks(camera), SIZE)
    move = next_move(found)
    assert (move and move.words()) == words
    assert np.linalg.norm(found.place - camera.place) < 0.005 * camera.height
    assert np.linalg.norm(found.aim - camera.aim) < 1


def drawn(seed):
    """A camera put up anyhow, with at least one marker card in its picture."""
    rng = random.Random(seed)
    while True:
        camera = hung(
            rng.uniform(450, 2000),
            (rng.uniform(-350, 350), rng.uniform(-350, 350)),
            (rng.uniform(-200, 200), rng.uniform(-200, 200)),
            rng.choice([rng.uniform(-12, 12), rng.uniform(-180, 180)]),
            rng.choice([66.0, 66.0, 60.0, 75.0]),
            rng.choice([SIZE, (1920, 1080), (2304, 1296)]),
        )
        if len(marks(camera)) >= 2:
            return camera


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_following_the_words_leads_to_a_good_place_in_a_few_steps(first):
    counts = []
    for seed in range(first, first + 50):
        moves, camera = followed(drawn(seed))
        # pixels hardly err; lenses other than the Camera Module 3's are told by what they see
        lens = abs(camera.focal / focal_of(camera.size) - 1)
        assert hangs_well(replace(camera, focal=(0.998 - 0.1 * lens) * camera.focal)) or lens > 0.01, (seed, moves)
        assert camera.sees(np.array([(-480.0, -32.0, 64.0), (480.0, 32.0, 64.0), (0, 170, 0), (0, -170, 0)])), seed
        counts.append(len(moves))
    assert sorted(counts)[len(counts) // 2] <= 4
    assert max(counts) <= 8


def test_from_a_single_marker_card_the_way_back_is_found():
    for at in ((560, 300), (-600, 200), (450, -350)):
        camera = hung(at=at)
        assert len(marks(camera)) <= 2
        moves, _ = followed(camera)
        assert len(moves) <= 4


def test_no_marker_card_tells_nothing():
    assert hang_of({}, SIZE) is None
    assert hang_of({11: np.zeros((4, 2))}, SIZE) is None


def lying(seen):
    return bundle_of(seen, SIZE).cards


def laid(pushed, seed=2, within=0.0):
    """The marker cards, laid within so many mm, one of them pushed: its number, x and y in mm."""
    rng = random.Random(seed)
    number, x, y = pushed
    return [
        Marker(
            one.number,
            one.x + x * (one.number == number) + rng.uniform(-within, within),
            one.y + y * (one.number == number) + rng.uniform(-within, within),
        )
        for one in TABLE_MARKERS
    ]


@pytest.mark.parametrize("camera", [hung(), hung(at=(40, -60), look=(-30, 20), turn=5)])
@pytest.mark.parametrize(
    ("pushed", "right"),
    [
        ((0, 0.0, 0.0), True),
        ((0, 1.0, -1.0), True),
        ((0, 20.0, 0.0), False),
        ((1, -8.0, 15.0), False),
        ((2, 0.0, -30.0), False),
        ((3, 14.0, 14.0), False),
    ],
)
def test_a_marker_card_that_was_pushed_is_noticed(camera, pushed, right):
    cards = lying(marks(camera, laid(pushed)))
    assert strayed_card(cards) == (None if right else pushed[0])
    assert turned_card(cards) is None


def test_cards_laid_by_hand_are_right_and_two_in_each_others_place_are_not():
    for seed in range(30):
        assert strayed_card(lying(marks(hung(turn=seed), laid((0, 0, 0), seed, 8.0)))) is None
    seen = marks(hung())
    seen[0], seen[1] = seen[1], seen[0]
    assert strayed_card(lying(seen)) in (0, 1)
    assert strayed_card(lying({1: seen[1]})) is None
    assert strayed_card({}) is None


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("number", [0, 2])
def test_a_marker_card_that_lies_turned_is_named(number, quarters):
    seen = marks(hung(turn=-10))
    seen[number] = np.roll(seen[number], quarters, axis=0)
    assert turned_card(lying(seen)) == number
    assert turned_card(lying({number: seen[number]})) is None


@pytest.mark.parametrize(
    ("height", "at", "tilt", "kind", "amount"),
    [(1000, (110.0, 0.0), (0.0, 0.0, 0.0), "shift", (-11, 0)), (850, (0.0, 0.0), (0.0, 0.0, 0.0), "raise", (15, 0))],
)
def test_pictures_of_a_rendered_table_tell_the_same(height, at, tilt, kind, amount):
    view = View.hung(height, at, tilt)
    renderer = Renderer(Pack.drawn("standard"), 3, view, workmanship=PERFECT)
    renderer.update(SimulatedTable(3).scene())
    picture = renderer.full()
    found = hang_of(PlaneFinder().markers(picture), CAMERA_SIZE)
    assert abs(found.focal / focal_of(CAMERA_SIZE) - 1) < 0.02
    assert hypot(*(found.place[:2] - at)) < 5
    assert abs(found.height - height) < 4
    move = next_move(found)
    assert move.kind == kind
    assert (round(move.right + move.by), round(move.north)) == amount


def test_every_move_has_words():
    for move in (Move("shift", 1, 0), Move("tilt", 0, -2), Move("turn", by=9), Move("raise", by=-4)):
        assert move.words().endswith(".")
