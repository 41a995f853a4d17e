"""The simulated table as people make and lay it: askew, bent, unevenly lit; what is drawn is what the truth says."""

import random

import cv2
import numpy as np
import pytest

from vision.packs.faces import Pack
from vision.simulated.optics import View, face_point, lifted
from vision.simulated.render import Renderer
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import BY_HAND, PERFECT
from vision.sizes import (
    CAMERA_SIZE,
    CARD_BOTTOM,
    FACE_WIDTH,
    LIP_HEIGHT,
    MARKER_SIZE,
    TABLE_MARKERS,
    holder_markers,
    slot_left,
)
from whist.cards import PACK

SIZE = np.array(CAMERA_SIZE)


def dealt(seed, workmanship=BY_HAND):
    table = SimulatedTable(seed, workmanship)
    table.place_holders("left" if seed % 2 else "right")
    order = random.Random(seed).sample(PACK, 26)
    table.rack(1, order[:13])
    table.rack(2, order[13:])
    return table


@pytest.fixture(scope="module")
def pack():
    return Pack.drawn("standard")


def squares(renderer, table):
    """What takes points (n, 2) in mm about a marker's middle to pixels, by the marker's number."""
    found = {card.marker.number: lambda points, card=card: card.places(points) for card in renderer.cards}
    for holder in table.scene().holders:
        for mark in holder_markers(holder.number):
            before = holder.lip if mark.y < LIP_HEIGHT else 0.0
            found[mark.number] = lambda points, at=(holder, mark, before): face_point(
                at[0], points + np.array([at[1].x, at[1].y]), at[2]
            )
    return {n: lambda points, place=place: renderer.view.project(place(points)) for n, place in found.items()}


def edge_errors(picture, seen):
    """How far outside its place each edge of a marker's black square is drawn, pixels, at some points of it."""
    half = MARKER_SIZE / 2
    along, out = np.linspace(-0.7 * half, 0.7 * half, 8), np.linspace(-2.0, 1.6, 91)
    for side in range(4):
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
        for a in along:
            line = np.stack([np.full(len(out), a), half + out], axis=1) @ np.array([[c, s], [-s, c]])
            pixels = seen(line).astype(np.float32)
            grey = cv2.remap(picture, pixels[:, 0], pixels[:, 1], cv2.INTER_LINEAR).astype(float).ravel()
            middle = (grey[:10].mean() + grey[-10:].mean()) / 2
            first = int(np.argmax(grey > middle))
            at = first - (grey[first] - middle) / (grey[first] - grey[first - 1])
            length = np.linalg.norm(pixels[-1] - pixels[0])
            yield np.interp(at, range(91), out) * length / (out[-1] - out[0])


@pytest.mark.parametrize(("seed", "height"), [(1, None), (2, None), (3, 900.0), (4, 1150.0), (7, None)])
def test_markers_are_drawn_where_the_truth_says(seed, height, pack):
    table = dealt(seed)
    view = None if height is None else View.hung(height, (2.0, -3.0), (0.2, 0.1, -0.5), 0.01)
    renderer = Renderer(pack, seed, view, workmanship=BY_HAND)
    renderer.update(table.scene())
    picture = cv2.cvtColor(renderer.clean(), cv2.COLOR_BGR2GRAY)
    measured = 0
    for seen in squares(renderer, table).values():
        corners = seen(16.0 * np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]))
        if (corners > 0).all() and (corners < SIZE - 1).all():
            errors = np.abs(list(edge_errors(picture, seen)))
            assert errors.max() < 0.3
            assert errors.mean() < 0.15
            measured += 1
    assert measured >= 14


@pytest.mark.parametrize("seed", range(5))
def test_a_pixel_looks_at_the_point_of_a_bent_face_that_it_shows(seed):
    holder = dealt(seed).scene().holders[seed % 2]
    view = View.by_seed(seed, workmanship=BY_HAND)
    draw = np.random.default_rng(seed)
    points = draw.uniform((0.0, 0.0), (FACE_WIDTH, 132.0), (200, 2))
    for before in (0.0, holder.lip):
        pixels = view.project(face_point(holder, points, before))
        assert np.abs(view.on_face(holder, pixels, before) - points).max() < 0.005


def test_a_lens_that_bends_lines_draws_the_sides_in_and_leaves_the_middle():
    straight, bent = (View.hung(1000.0, (0.0, 0.0), (0.0, 0.0, 0.0), barrel) for barrel in (0.0, 0.01))
    x = 1000.0 * np.tan(np.radians(33.0))
    middle, side = np.array([[0.0, 0.0, 0.0]]), np.array([[x, 0.0, 0.0]])
    assert bent.project(middle) == pytest.approx(straight.project(middle))
    away = (straight.project(side) - bent.project(side))[0]
    assert away == pytest.approx((0.01 * CAMERA_SIZE[0] / 2, 0.0), abs=0.1)


def test_every_table_is_another_within_the_bounds():
    drawn = [holder for seed in range(40) for holder in dealt(seed).scene().holders]
    for name, (low, high) in {
        "lip": BY_HAND.lip,
        "bow": (-2.0, 2.0),
        "twist": (-2.0, 2.0),
        "turn": (-2.0, 2.0),
    }.items():
        values = np.array([getattr(holder, name) for holder in drawn])
        assert low <= values.min() < low + 0.15 * (high - low), name
        assert high >= values.max() > high - 0.15 * (high - low), name
    assert all(47.0 <= holder.tilt <= 53.0 for holder in drawn)
    ends = np.array([[0.0, 132.0], [FACE_WIDTH / 2, 66.0], [FACE_WIDTH, 132.0]])
    assert max(np.abs(lifted(holder, ends)).max() for holder in drawn) <= 2.0


def test_the_same_seed_makes_the_same_holders_and_a_new_deal_does_not_bend_them():
    one, other = dealt(3), dealt(3)
    assert one.scene() == other.scene()
    before = {h.number: (h.lip, h.bow, h.twist, h.tilt) for h in one.scene().holders}
    one.clear()
    one.place_holders("right")
    assert {h.number: (h.lip, h.bow, h.twist, h.tilt) for h in one.scene().holders} == before


def test_a_perfect_table_is_flat_and_its_marker_cards_lie_in_their_places(pack):
    holders = dealt(1, PERFECT).scene().holders
    assert {(h.lip, h.bow, h.twist, h.tilt) for h in holders} == {(0.0, 0.0, 0.0, 50.0)}
    renderer = Renderer(pack, 1, workmanship=PERFECT)
    assert [(card.x, card.y, card.turn) for card in renderer.cards] == [(m.x, m.y, 0.0) for m in TABLE_MARKERS]
    assert renderer.view.barrel == 0.0


def test_marker_cards_lie_askew_each_by_itself(pack):
    renderer = Renderer(pack, 5, workmanship=BY_HAND)
    off = [(c.x - c.marker.x, c.y - c.marker.y, c.turn) for c in renderer.cards]
    assert len(set(off)) == 4
    assert all(max(abs(x), abs(y)) <= 5.0 and abs(turn) <= 8.0 for x, y, turn in off)


@pytest.mark.parametrize("awry", [False, True])
def test_all_indices_are_in_the_picture_however_the_camera_hangs(awry):
    heights = []
    for seed in range(60):
        view = View.by_seed(seed, awry, BY_HAND)
        heights.append(-(np.linalg.inv(view.matrix[:, :3]) @ view.matrix[:, 3])[2])
        for side in ("left", "right"):
            table = SimulatedTable(seed, BY_HAND)
            table.place_holders(side)
            for holder in table.scene().holders:
                corners = [
                    [slot_left(slot) + u, CARD_BOTTOM + v] for slot in (0, 12) for u in (1, 11) for v in (65, 86)
                ]
                seen = view.project(face_point(holder, np.array(corners)))
                assert (seen > 0).all()
                assert (seen < SIZE - 1).all()
    low, high = (1150.0, 1205.0) if awry else (900.0, 1150.0)
    assert low <= min(heights) < max(heights) <= high
    assert awry or max(heights) - min(heights) > 180.0


def test_light_on_the_two_holders_differs_paper_is_clipped_and_noise_is_as_strong_as_drawn(pack):
    ratios, clipped, spreads = [], 0, []
    for seed in range(6):
        table = dealt(seed)
        renderer = Renderer(pack, seed, workmanship=BY_HAND)
        renderer.update(table.scene())
        clean = renderer.clean()
        light = []
        for holder in table.scene().holders:
            x, y = renderer.view.project(face_point(holder, np.array([[90.0, 116.0]])))[0].astype(int)
            light.append(float(clean[y - 10 : y + 10, x - 30 : x + 30].mean()) + renderer.level)
        ratios.append(max(light) / min(light))
        clipped += bool((clean.min(axis=2) >= 255 - renderer.level).mean() > 0.002)
        one, other = (renderer.full((0, 0, 400, 400)).astype(float) for _ in range(2))
        spreads.append((one - other)[..., 1].std() / np.sqrt(2))
    assert min(ratios) > 1.15
    assert max(ratios) > 1.8
    assert clipped >= 2
    assert 0.9 < min(spreads) < 3.0 < max(spreads) < 6.5


def test_what_changes_on_a_bent_table_is_drawn_as_the_whole_would_be(pack):
    changing, whole = (Renderer(pack, 5, workmanship=BY_HAND) for _ in range(2))
    table = dealt(5)

    def same():
        changing.update(table.scene())
        whole.update(table.scene())
        whole._make((0, 0, *CAMERA_SIZE))
        difference = cv2.absdiff(changing.clean(), whole.clean())
        assert difference.max() <= 3
        assert (difference > 0).sum() < 2000

    same()
    held = table.scene().holders[0].slots[4].card
    table.unrack(1, held)
    same()
    table.lay(held, 0.0, -50.0, 3.0)
    same()
    table.place_holders("right")
    same()
    table.clear()
    same()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_racked_card_that_stands_out_is_drawn_where_the_truth_says(seed):
    black = np.zeros((528, 342, 4), np.uint8)
    black[:, :, 3] = 255
    pack = Pack("black", (57.0, 88.0), dict.fromkeys(PACK, black))
    order = random.Random(seed).sample(PACK, 26)
    table = dealt(seed)
    for number, cards in ((1, [order[0]]), (2, [order[1]])):
        table.rack(number, [None] * 6 + cards)
    renderer = Renderer(pack, seed, workmanship=BY_HAND)
    full = table.scene()
    for number in (1, 2):
        table.rack(number, [None] * 13)
    renderer.update(table.scene())
    before = renderer.clean().astype(int)
    renderer.update(full)
    changed = np.abs(renderer.clean().astype(int) - before).max(axis=2)
    for holder in full.holders:
        racked = holder.slots[6]
        assert 0.3 <= racked.out <= 2.0
        # the upper edge's middle is where the picture begins to differ, going up the card
        a = np.radians(racked.angle)
        up = np.linspace(30.0, 47.0, 120)
        u = slot_left(6) + racked.du + pack.size_mm[0] / 2 - np.sin(a) * up
        v = CARD_BOTTOM + racked.dv + 44.0 + np.cos(a) * up
        out = racked.out * (0.3 + 0.7 * (up / 88.0 + 0.5))
        pixels = renderer.view.project(face_point(holder, np.stack([u, v], axis=1), out)).astype(np.float32)
        there = cv2.remap(changed.astype(np.float32), pixels[:, 0], pixels[:, 1], cv2.INTER_LINEAR).ravel()
        edge = up[np.flatnonzero(there > 0.5 * np.median(there[:60]))[-1]]
        assert edge == pytest.approx(44.0, abs=0.3)
