"""What is drawn onto a picture that was read: where, in which colour, and how large."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.index.beliefs import NO_CARD
from vision.reader.overlay import LEAST_SIDE, overlay
from vision.reader.reader import CardRead, IndexRead
from whist.cards import FULL_PACK, Card

GREEN, AMBER, GREY = (60, 170, 30), (0, 130, 255), (150, 150, 150)
WHITE = (250, 250, 250)


def index(chances: dict[str, float], x: float = 500, y: float = 500, angle: float = 0.0, height: float = 40.0):
    belief = np.zeros(NO_CARD + 1, np.float32)
    for code, chance in chances.items():
        belief[FULL_PACK.index(Card.parse(code))] = chance
    belief[NO_CARD] = 1 - belief.sum()
    return IndexRead(belief, x, y, angle, height, (x - 9, y - 9, x + 9, y + 9))


def blank(height: int = 1000, width: int = 1000) -> np.ndarray:
    return np.full((height, width, 3), (80, 80, 80), np.uint8)


def has(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).max(2) <= 3).any())


@pytest.mark.parametrize(
    ("chances", "cards", "colour"),
    [
        ({"S2": 0.99}, {}, GREEN),
        ({"S2": 0.6, "C2": 0.4}, {}, AMBER),
        ({"S2": 0.6, "C2": 0.4}, {"S2": 0.99}, GREEN),
        ({"S2": 0.6, "C2": 0.4}, {"C2": 0.99}, AMBER),
        ({"S2": 0.3, "C2": 0.2}, {"S2": 0.99}, AMBER),
        ({"JR": 0.99}, {}, GREEN),
        ({"S2": 0.05}, {}, GREY),
        ({}, {}, GREY),
    ],
)
def test_colour_tells_how_certain_it_is(chances, cards, colour):
    reads = [CardRead(Card.parse(code), chance, (0, 0, 1, 1)) for code, chance in cards.items()]
    drawn = overlay(blank(), [index(chances)], reads)
    assert [has(drawn, one) for one in (GREEN, AMBER)] == [one == colour for one in (GREEN, AMBER)]
    assert has(drawn, WHITE) == (colour != GREY)
    assert (drawn != 80).any()


def tag_width(drawn: np.ndarray) -> int:
    columns = np.nonzero((drawn == WHITE).all(2).any(0))[0]
    return int(columns.max() - columns.min())


def test_two_cards_stand_in_the_tag_where_it_wavers():
    one = tag_width(overlay(blank(), [index({"S2": 0.99})]))
    assert tag_width(overlay(blank(), [index({"S2": 0.6, "C2": 0.4})])) > 1.8 * one
    # a second one that is hardly possible is left out
    assert tag_width(overlay(blank(), [index({"S2": 0.6, "C2": 0.01})])) < 1.2 * one


@pytest.mark.parametrize("quarter", range(4))
def test_the_frame_turns_with_the_index(quarter):
    drawn = overlay(blank(), [index({}, angle=quarter * math.pi / 2, height=100)])
    rows, columns = np.nonzero((drawn != 80).any(2))
    tall, wide = np.ptp(rows) + 1, np.ptp(columns) + 1
    wanted = (120, 72) if quarter % 2 == 0 else (72, 120)
    assert (tall, wide) == (pytest.approx(wanted[0], abs=4), pytest.approx(wanted[1], abs=4))


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [((300, 225), (1200, 900)), ((999, 400), (1998, 800)), ((1000, 700), (1000, 700)), ((1944, 2592), (1944, 2592))],
)
def test_small_pictures_are_enlarged_and_names_are_legible(shape, wanted):
    picture = blank(*shape)
    drawn = overlay(picture, [index({"S2": 0.99}, shape[1] / 2, shape[0] / 2, 0.0, 20)])
    assert drawn.shape[:2] == wanted
    assert max(drawn.shape) >= LEAST_SIDE
    assert tag_width(drawn) >= max(14, 0.013 * max(wanted))
    assert (picture == 80).all()


def test_tags_of_a_fan_lie_beside_each_other():
    spread = [index({"S2": 0.99}, 300 + 22 * k, 500, 0.0, 24) for k in range(13)]
    drawn = overlay(blank(), spread)
    paper = (drawn == WHITE).all(2).sum()
    alone = (overlay(blank(), spread[:1]) == WHITE).all(2).sum()
    assert paper > 12.5 * alone


def test_a_grey_picture_is_drawn_on_in_colour():
    assert has(overlay(blank()[..., 0], [index({"HA": 0.99})]), GREEN)


@settings(max_examples=30, deadline=None)
@given(
    x=st.floats(-50, 450),
    y=st.floats(-50, 350),
    angle=st.floats(-7, 7),
    height=st.floats(1, 900),
    shape=st.tuples(st.integers(32, 400), st.integers(32, 400)),
    sure=st.booleans(),
)
def test_any_index_anywhere_can_be_drawn(x, y, angle, height, shape, sure):
    before = blank(*shape)
    drawn = overlay(before, [index({"S2": 0.99} if sure else {"HT": 0.5, "DT": 0.4}, x, y, angle, height)] * 3)
    assert drawn.dtype == np.uint8
    assert drawn.shape[0] / shape[0] == drawn.shape[1] / shape[1]
