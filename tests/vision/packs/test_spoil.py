"""Spoiled pictures: what each spoil does, that it is the same each time, and that it leaves its picture alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.packs.spoil import GAIN, NOISE, SHRINK, SPOILS, TUNGSTEN


def picture(seed: int = 1, height: int = 60, width: int = 90) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize("name", SPOILS)
@given(seed=st.integers(0, 9), height=st.integers(1, 40), width=st.integers(1, 40))
def test_a_spoil_is_a_function_of_its_picture_alone(name, seed, height, width):
    given_picture = picture(seed, height, width)
    before = given_picture.copy()
    first, second = SPOILS[name](given_picture), SPOILS[name](given_picture)
    assert (given_picture == before).all()
    assert (first == second).all()
    assert first.dtype == np.uint8
    wanted = (max(1, round(height * SHRINK)), max(1, round(width * SHRINK))) if name == "shrunk" else (height, width)
    assert first.shape == (*wanted, 3)


def test_clean_comes_first_and_changes_nothing():
    assert next(iter(SPOILS)) == "clean"
    assert (SPOILS["clean"](picture()) == picture()).all()


def test_dark_is_gain_and_noise():
    flat = np.full((300, 300, 3), 200, np.uint8)
    dark = SPOILS["dark"](flat)
    assert dark.mean() == pytest.approx(200 * GAIN, abs=0.2)
    assert dark.std() == pytest.approx(NOISE, rel=0.02)


@pytest.mark.parametrize("name", ["blurred", "jpeg", "shrunk"])
def test_faint_fine_detail_goes(name):
    faint = (124 + 8 * (np.indices((120, 120)).sum(0) % 2)).astype(np.uint8)
    assert faint.std() == 4
    assert SPOILS[name](np.repeat(faint[..., None], 3, 2)).std() < 1


def test_tungsten_turns_white_warm():
    blue, green, red = SPOILS["tungsten"](np.full((4, 4, 3), 200, np.uint8))[0, 0]
    assert (blue, green, red) == tuple(round(200 * gain) for gain in TUNGSTEN)


def test_grey_has_no_colour():
    grey = SPOILS["grey"](picture())
    assert (grey == grey[..., :1]).all()
