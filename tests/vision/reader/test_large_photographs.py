"""Photographs of all sizes and shapes, up to those of 50 million pixels: none fails, and what is large is read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.vision.cloth import GREEN, lay
from vision.camera.photograph_files import MOST_PIXELS
from vision.index.beliefs import NO_CARD
from vision.index.poses import crops, poses_in
from vision.index.pyramid import Pyramid
from vision.packs.faces import Pack
from vision.reader.large_photographs import halvings_of, tiles
from vision.reader.reader import Reader
from vision.thresholds import Tiles

CODES = "SA HK DQ CJ CT H9 S8 D7"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=2)


def cards(size: tuple[int, int], height: int, at: tuple[int, int] = (60, 60), codes: str = CODES) -> np.ndarray:
    """A photograph (h, w, 3) with cards so many pixels high, four in a row."""
    picture = np.full((*size, 3), GREEN, np.float32)
    lay(picture, Pack.drawn("standard"), codes, height, at, (round(0.8 * height), round(1.1 * height)))
    return picture.astype(np.uint8)


def shape_of(pixels: float, aspect: float) -> tuple[int, int]:
    """Height and width, each one at least, with about so many pixels and so many times as wide as high."""
    height = max(1, round((pixels / aspect) ** 0.5))
    return height, max(1, min(round(pixels / height), MOST_PIXELS // height))


def blank_or_noisy(shape: tuple[int, int], kind: str, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    if kind == "blank":
        return np.full((*shape, 3), rng.integers(0, 256, 3), np.uint8)
    tile = rng.integers(0, 256 if kind == "noisy" else 60, (min(shape[0], 997), min(shape[1], 1009), 3), dtype=np.uint8)
    if kind == "soft":
        tile = np.asarray(cv2.GaussianBlur(tile, (0, 0), 3.0), np.uint8).reshape(tile.shape)
    times = -(-shape[0] // tile.shape[0]), -(-shape[1] // tile.shape[1]), 1
    return np.ascontiguousarray(np.tile(tile, times)[: shape[0], : shape[1]])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    pixels=st.floats(0, np.log10(MOST_PIXELS)).map(lambda power: 10.0**power),
    aspect=st.floats(-4, 4).map(lambda power: 10.0**power),
    kind=st.sampled_from(["blank", "noisy", "dark", "soft"]),
    seed=st.integers(0, 99),
)
def test_no_size_nor_shape_fails(reader, pixels, aspect, kind, seed):
    read = reader.photograph(blank_or_noisy(shape_of(pixels, aspect), kind, seed))
    assert read.named == []


@pytest.mark.parametrize(
    "shape",
    [(1, 1), (1, 40_000), (33_000, 8), (32, 1_500_000), (2900, 3000), (3000, 3000), (3606, 3606), (7071, 7071)],
    ids=str,
)
@pytest.mark.parametrize("kind", ["blank", "dark", "soft"])
def test_no_edge_of_what_is_read_fails(reader, shape, kind):
    assert reader.photograph(blank_or_noisy(shape, kind, 1)).named == []


@pytest.mark.parametrize(("size", "height"), [((3000, 4000), 900), ((2600, 3400), 260), ((7000, 7000), 1500)])
def test_large_photographs_are_read(reader, size, height):
    assert {str(card.card) for card in reader.photograph(cards(size, height)).named} == set(CODES.split())


def test_small_cards_are_found_in_a_large_photograph(reader):
    # indices are 18 pixels high: less than the detector's least in the picture that is searched first
    small = cards((3000, 4000), 95, (1900, 1700))
    assert {str(card.card) for card in reader.photograph(small).named} == set(CODES.split())


def test_boxes_are_pixels_of_the_whole_photograph(reader):
    read = reader.photograph(cards((3000, 4000), 900, (200, 100), "HK"))
    assert [str(card.card) for card in read.named] == ["HK"]
    assert len([one for one in read.indices if one.belief[NO_CARD] < 0.5]) == 2
    upper = min(read.indices, key=lambda one: one.y)
    assert 200 < upper.x < 320
    assert 100 < upper.y < 320


def test_large_cards_cost_no_look_at_full_size(reader, monkeypatch):
    seen = []
    run = reader._detector.run

    class Detector:
        def run(self, outputs, inputs):
            seen.append(inputs["picture"].shape[1] * inputs["picture"].shape[2])
            return run(outputs, inputs)

    monkeypatch.setattr(reader, "_detector", Detector())
    reader.photograph(cards((3000, 4000), 900))
    assert 0 < sum(seen) < 1_200_000
    seen.clear()
    reader.photograph(blank_or_noisy((3000, 4000), "noisy", 2))
    assert sum(seen) < 5_500_000


@pytest.mark.parametrize(
    ("size", "halvings"),
    [((1200, 1200), 0), ((1225, 1225), 1), ((1500, 2000), 1), ((3000, 4000), 2), ((7071, 7071), 3)],
)
def test_how_often_a_photograph_is_halved(size, halvings):
    assert halvings_of(*size) == halvings


def test_tiles_are_those_that_show_most():
    picture = np.full((2000, 3000, 3), 120, np.uint8)
    assert list(tiles(Pyramid(picture), 1, 0)) == []
    picture[660:900, 1300:1600:10] = 0
    picture[1940:1990, 2900:2950:10] = 80
    found = [(left, top) for left, top, _ in tiles(Pyramid(picture), 1, 0)]
    assert len(found) == 2
    for (left, top), (x, y) in zip(found, [(1450, 730), (2920, 1960)], strict=True):
        assert left < x < left + Tiles.SIDE + 48
        assert top < y < top + Tiles.SIDE + 48


def test_crops_of_the_longest_pictures_are_those_of_shorter_ones():
    rng = np.random.default_rng(4)
    long = rng.integers(0, 256, (64, 40_000, 3), dtype=np.uint8)
    poses = np.array([[39_800, 30, 0.4, 30], [39_990, 5, 2.0, 70], [20_000, 32, 0.0, 20]], np.float32)
    near = poses - np.array([19_000, 0, 0, 0], np.float32)
    apart = np.abs(crops(long, poses).astype(int) - crops(long[:, 19_000:], near))
    assert apart.max() <= 1


def test_more_peaks_than_can_be_compared_are_the_highest_ones():
    heat = np.zeros((6, 400, 400), np.float32)
    heat[4] = 1
    heat[0, ::4, ::4] = np.random.default_rng(5).uniform(0.3, 0.9, (100, 100))
    heat[0, 200, 200] = 1.0
    poses = poses_in(heat, 0.25)
    assert len(poses) <= 1000
    assert poses[0, 4] == 1.0
    assert poses[:, 4].min() > 0.7


def test_memory_stays_bounded_at_fifty_million_pixels(tmp_path: Path):
    path = tmp_path / "huge.jpg"
    cv2.imwrite(str(path), cards((7071, 7071), 1500))
    told = subprocess.run(
        [
            *(sys.executable, "-c"),
            "import sys\nfrom device.commands.cli import main\nstatus = main(['read', sys.argv[1]])\n"
            "print([line for line in open('/proc/self/status') if line.startswith('VmHWM')][0])\nsys.exit(status)",
            str(path),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    said, most, _ = told.stdout.splitlines()
    assert "8 cards" in said
    # 150 for the photograph itself, a third of that for its halvings
    assert int(most.split()[1]) <= 450_000
