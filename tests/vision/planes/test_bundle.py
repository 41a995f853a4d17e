"""Tables laid by hand, drawn by OpenCV's camera model, which the adjustment shares no line with."""

import numpy as np
import pytest

from vision.measuring.plane_errors import INDEX, NOISY, ROWS, SHARP, drawn, errors_of
from vision.planes.adjustment import bundle_of
from vision.planes.bundle import Lying
from vision.planes.planes import HOLDERS, planes_of
from vision.sizes import CAMERA_SIZE, TABLE_MARKERS
from vision.watch.camera_advice import strayed_card, turned_card


@pytest.mark.parametrize(("noise", "within"), [(SHARP, 1.5), (NOISY, 2.5)])
@pytest.mark.parametrize(("off", "turned"), ROWS)
def test_no_table_lacks_a_plane_and_its_distances_are_right(off, turned, noise, within):
    """One marker card of four is covered in a third of the tables, pushed away in another third."""
    errors = errors_of([drawn(seed, off, turned, noise) for seed in range(60)])
    assert errors.lacking == 0
    assert np.percentile(errors.distances, 95) <= within
    assert np.percentile(errors.indices, 95) <= 1.5


@pytest.mark.parametrize("noise", [0.2, SHARP, NOISY])
def test_how_exactly_corners_are_found_is_told_by_the_corners(noise):
    found = [bundle_of(drawn(seed, 15.0, 15.0, noise).seen, CAMERA_SIZE).noise for seed in range(1, 31, 2)]
    assert abs(np.median(found) / noise - 1) < 0.2


def test_in_a_noisy_picture_what_is_likely_counts_for_more():
    """With noise taken for half of what it is, 95 % of indices are within .55 mm; with it known, within .45."""
    errors = errors_of([drawn(seed, 15.0, 15.0, NOISY) for seed in range(1, 121, 2)])
    assert np.percentile(errors.indices, 95) < 0.5


def test_without_a_single_marker_card_holders_are_found_alone():
    for seed in range(1, 20, 2):
        table = drawn(seed, 1.0, 1.0, SHARP)
        seen = {number: corners for number, corners in table.seen.items() if number >= 10}
        bundle = bundle_of(seen, CAMERA_SIZE)
        assert planes_of(bundle, seen).keys() == set(HOLDERS)
        planes = planes_of(bundle, seen)
        for part, pixels in table.indices.items():
            assert np.abs(planes[part].to_plane(pixels) - INDEX).max() < 2.0


def test_a_wrong_marker_is_left_out_whole():
    for seed in range(1, 40, 2):
        table = drawn(seed, 6.0, 10.0, SHARP)
        lip = next(number for number in (13, 14, 15) if number in table.seen)
        seen = table.seen | {lip: table.seen[lip] + (0.0, 60.0)}
        bundle = bundle_of(seen, CAMERA_SIZE)
        assert lip not in bundle.used
        assert seen.keys() - {lip} <= bundle.used


def test_corners_that_are_no_marker_make_no_face():
    rng = np.random.default_rng(0)
    seen = {number: rng.uniform(0, 900, (4, 2)) for number in (10, 11)}
    bundle = bundle_of(seen, CAMERA_SIZE)
    assert bundle is None or not planes_of(bundle, seen)
    assert bundle_of({}, CAMERA_SIZE) is None


def test_a_look_to_begin_from_changes_nothing_but_the_time():
    before = bundle_of(drawn(5, 3.0, 5.0, SHARP).seen, CAMERA_SIZE)
    for seed in range(20):
        table = drawn(seed, 6.0, 10.0, SHARP)
        fresh, warm = (bundle_of(table.seen, CAMERA_SIZE, start) for start in (None, before))
        for part, plane in planes_of(fresh, table.seen).items():
            other = planes_of(warm, table.seen)[part]
            assert np.abs(plane.to_picture(plane.area()) - other.to_picture(plane.area())).max() < 0.5


@pytest.mark.parametrize("number", [one.number for one in TABLE_MARKERS])
def test_how_far_a_card_lies_off_is_told(number):
    """A card 25 mm to the right and 10 mm down, the others in their places."""
    seen = drawn(3, 0.0, 0.0, 0.1).seen
    bundle = bundle_of(seen, CAMERA_SIZE)
    scale = bundle.hang.scale
    pushed = seen | {number: seen[number] + scale * np.array([25.0, 10.0])}
    cards = bundle_of(pushed, CAMERA_SIZE).cards
    assert strayed_card(cards) == number
    assert cards[number].off == pytest.approx(27, abs=3)
    assert all(card.off < 4 for other, card in cards.items() if other != number)
    assert strayed_card(bundle.cards) is None
    assert turned_card(cards) is None
    assert Lying(3.0, 4.0, 0.0).off == 5.0
