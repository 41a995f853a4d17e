"""Pictures made clearer before they are searched: what is judged, what is done, and what stays as it was."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.cloth import GREEN, lay
from vision.packs.faces import Pack
from vision.packs.spoil import blurred, dark, grey, shrunk, squeezed, tungsten
from vision.reader.reader import Reader
from vision.reader.restoration import restored

CODES = "SA HK DQ CJ CT H9 S8 D7"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def table(height: int = 176) -> np.ndarray:
    """Eight cards of a drawn pack, each `height` px high, in two rows on green cloth."""
    step = round(1.15 * height)
    picture = np.full((2 * step, 4 * step, 3), GREEN)
    lay(picture, Pack.drawn("standard"), CODES, height, (10, 10), (step, step))
    return picture.astype(np.uint8)


def out_of_focus(picture: np.ndarray, deviation: float) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), deviation))


@pytest.mark.parametrize("spoil", [squeezed, tungsten, grey, shrunk, lambda picture: picture // 2])
def test_what_is_neither_noisy_nor_blurred_stays_as_it_is(spoil):
    picture = spoil(table())
    clear, part = restored(picture)
    assert clear is picture
    assert part == 1.0


@pytest.mark.parametrize("deviation", [2.0, 2.5, 3.0])
def test_a_blurred_picture_comes_nearer_to_the_clear_one(deviation):
    whole = table(260)
    spoiled = out_of_focus(whole, deviation)
    clear, part = restored(spoiled)
    assert part == 1.0
    before, after = (np.abs(picture.astype(float) - whole).mean() for picture in (spoiled, clear))
    assert after < 0.85 * before


def test_a_dark_noisy_picture_becomes_bright_and_smooth():
    whole = table()
    clear, part = restored(dark(whole))
    assert part == 1.0
    # away from print and edges
    paper = cv2.erode((whole.min(2) > 240).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    before, after = dark(whole)[paper], clear[paper]
    assert after.mean() > 1.3 * before.mean()
    assert after.std() / after.mean() < 0.5 * before.std() / before.mean()


@pytest.mark.parametrize(("deviation", "sizes"), [(7.0, (0.5,)), (12.0, (0.25, 0.5))])
def test_what_is_blurred_over_many_pixels_is_made_smaller(deviation, sizes):
    picture = out_of_focus(table(800), deviation)
    clear, part = restored(picture)
    assert part in sizes
    assert clear.shape[:2] == tuple(round(side * part) for side in picture.shape[:2])


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((40, 40, 3), np.uint8),
        np.full((33, 900, 3), 255, np.uint8),
        np.full((900, 33, 3), 90, np.uint8),
        np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8),
        np.random.default_rng(2).integers(0, 30, (200, 120, 3), np.uint8),
        out_of_focus(np.random.default_rng(3).integers(0, 256, (150, 130, 3), np.uint8), 9.0),
    ],
    ids=["black", "white strip", "grey column", "noise", "dark noise", "clouds"],
)
def test_pictures_of_nothing_come_back_as_pictures(picture):
    clear, part = restored(picture)
    assert clear.dtype == np.uint8
    assert clear.shape == (round(picture.shape[0] * part), round(picture.shape[1] * part), 3)


@pytest.mark.parametrize(("height", "deviation"), [(176, 2.5), (176, 3.2), (800, 11.0)])
def test_cards_out_of_focus_are_read_where_they_lie(reader, height, deviation):
    picture = out_of_focus(table(height), deviation)
    reads = reader.photograph(picture).named
    assert {str(read.card) for read in reads} == set(CODES.split())
    step = round(1.15 * height)
    for read in reads:
        place = CODES.split().index(str(read.card))
        x, y = (read.box[0] + read.box[2]) / 2, (read.box[1] + read.box[3]) / 2
        assert (int(x // step), int(y // step)) == (place % 4, place // 4)


def test_cards_in_the_dark_are_read(reader):
    reads = reader.photograph(dark(blurred(table(300)))).named
    assert {str(read.card) for read in reads} == set(CODES.split())
