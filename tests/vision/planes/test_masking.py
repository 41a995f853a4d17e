"""What is shown of a picture holds no card that is not for every eye: no byte depends on what stands in a holder."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.planes.masking import MOST_BYTES, WIDTH, as_jpeg, masked, masked_but_markers, shown_size, to_shown
from vision.planes.planes import HOLDERS, PLAY, PlaneFinder
from vision.reader.reader import MODEL_FOLDER, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.cards import PACK

LAID = PACK[30]


def picture(held: list) -> Picture:
    """A table with one card laid and 26 racked."""
    table = SimulatedTable(4)
    table.place_holders("left")
    for number in (1, 2):
        table.rack(number, held[13 * (number - 1) : 13 * number])
    table.lay(LAID, 40.0, 20.0, 10.0)
    camera = SimulatedCamera(table, seed=4)
    camera.look()
    return camera.capture()


@pytest.fixture(scope="module")
def two() -> list[Picture]:
    """The same table with other cards in its holders."""
    others = [card for card in PACK if card != LAID]
    return [picture(others[:26]), picture(others[:24:-1])]


@pytest.fixture(scope="module")
def reader() -> Reader:
    if not (MODEL_FOLDER / "classifier.onnx").is_file():
        pytest.skip("there is no model yet")
    return Reader(threads=1)


@pytest.mark.parametrize("sharp", [True, False])
def test_other_cards_in_the_holders_change_no_byte(two: list[Picture], sharp: bool) -> None:
    found = [PlaneFinder().find(one) for one in two]
    assert all(part in planes for planes in found for part in (*HOLDERS, PLAY))
    shown = [as_jpeg(masked(one, planes, sharp)) for one, planes in zip(two, found, strict=True)]
    assert shown[0] == shown[1]
    assert not np.array_equal(two[0], two[1])


def test_of_a_picture_with_nothing_sharp_but_its_markers_cards_change_no_byte(two: list[Picture]) -> None:
    shown = []
    for one in two:
        seen = PlaneFinder().markers(one)
        assert len(seen) == 16
        shown.append(masked_but_markers(one, PlaneFinder().find(one), seen))
    assert as_jpeg(shown[0]) == as_jpeg(shown[1])
    assert len(PlaneFinder().markers(cv2.resize(shown[0], None, fx=4, fy=4))) >= 8


def found_in(reader: Reader, shown: Picture) -> set[str]:
    larger = np.asarray(cv2.resize(shown, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC), np.uint8)
    return {
        str(card.card) for size in (shown, larger) for card in reader.photograph(size).named if card.confidence > 0.5
    }


def test_the_reader_finds_what_lies_on_the_play_area_and_nothing_else(two: list[Picture], reader: Reader) -> None:
    planes = PlaneFinder().find(two[0])
    assert found_in(reader, masked(two[0], planes, True)) == {str(LAID)}
    assert found_in(reader, masked(two[0], planes, False)) == set()
    assert found_in(reader, masked_but_markers(two[0], {}, PlaneFinder().markers(two[0]))) == set()


@pytest.mark.parametrize("covered", [(PLAY,), HOLDERS, (*HOLDERS, PLAY)])
def test_where_markers_are_covered_nothing_can_be_read(
    two: list[Picture], reader: Reader, covered: tuple[str, ...]
) -> None:
    planes = {part: plane for part, plane in PlaneFinder().find(two[0]).items() if part not in covered}
    shown = masked(two[0], planes, sharp=False)
    assert found_in(reader, shown) == set()
    # all that is left are patches of at most eight greys
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) <= 8


def test_without_a_play_area_nothing_is_sharp(two: list[Picture]) -> None:
    assert np.array_equal(masked(two[0], {}, True), masked(two[0], {}, False))


def test_any_picture_is_small_enough() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (540, 960, 3), np.uint8)
    assert len(as_jpeg(noise)) <= MOST_BYTES * 2
    smooth = np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.5), np.uint8)
    assert len(as_jpeg(smooth)) <= MOST_BYTES


def test_places_are_those_of_the_smaller_picture() -> None:
    whole = np.zeros((2592, 4608, 3), np.uint8)
    assert shown_size(whole) == (WIDTH, 540)
    assert np.allclose(to_shown(np.array([[4607.0, 2591.0]]), whole), [[959.4, 539.4]], atol=0.1)
    assert shown_size(whole[:300, :400]) == (400, 300)
