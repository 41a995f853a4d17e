"""The strip that a racked card shows, where it is cut, and what it does to a belief."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import beliefs
from vision.beliefs import NO_CARD
from vision.planes import Plane
from vision.poses import CROP_HEIGHT, CROP_WIDTH
from vision.strip_looks import looked_at_strips, strip_at
from vision.whole_cards import STRIP
from whist.cards import FULL_PACK

SCALE = 4.0
FACE = Plane("holder 1", np.array([[SCALE, 0, 0], [0, -SCALE, 132 * SCALE], [0, 0, 1.0]]), 6, 0.0)


def painted(left: float, top: float, right: float, bottom: float, colour: int) -> np.ndarray:
    """A picture of the face on which a rectangle, mm, is bright."""
    picture = np.zeros((round(132 * SCALE), round(330 * SCALE), 3), np.uint8)
    rows = slice(round((132 - top) * SCALE), round((132 - bottom) * SCALE))
    picture[rows, round(left * SCALE) : round(right * SCALE)] = colour
    return picture


def belief(text: str) -> np.ndarray:
    """A belief written as ``"S8 0.9 C8 0.1"``; the rest is no card."""
    words = text.split()
    return beliefs.belief(**{code: float(share) for code, share in zip(words[::2], words[1::2], strict=True)})


class Strips:
    """Sees what it is told, one belief a strip."""

    def __init__(self, *seen: str) -> None:
        self.seen, self.asked = seen, 0

    def strips(self, pictures):
        self.asked += len(pictures)
        return np.stack([belief(text) for text in self.seen])


def test_a_strip_shows_what_a_card_shows_and_a_little_more():
    left, top = 90.0, 96.0
    shown = strip_at(painted(left, top, left + 22, top - 64, 255), FACE, left, top)
    assert shown.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    across, along = CROP_WIDTH / (STRIP[2] - STRIP[0]), CROP_HEIGHT / (STRIP[3] - STRIP[1])
    rows, columns = np.nonzero(shown[:, :, 0] > 127)
    assert columns.min() == pytest.approx(2 * across, abs=1)
    assert columns.max() == pytest.approx(24 * across, abs=1.5)
    assert rows.min() == pytest.approx(2 * along, abs=1)
    assert rows.max() == pytest.approx(66 * along, abs=1.5)


@pytest.mark.parametrize(
    ("index", "strip", "wanted"),
    [
        ("H6 0.6 HQ 0.39", "HQ 0.9 HJ 0.1", "HQ"),
        ("H6 0.6 HQ 0.39", "H6 0.9 H7 0.1", "H6"),
        ("C4 0.5 S4 0.5", "S4 0.9 C4 0.1", "S4"),
    ],
)
def test_a_strip_settles_what_an_index_leaves_open(index, strip, wanted):
    cards = [(painted(0, 1, 1, 0, 9), FACE, 50.0, 96.0)]
    (read,) = looked_at_strips(Strips(strip), cards, np.stack([belief(index)]))
    assert str(FULL_PACK[int(read[:NO_CARD].argmax())]) == wanted
    assert read.max() > 0.85
    assert read[NO_CARD] == pytest.approx(belief(index)[NO_CARD], abs=1e-6)


@pytest.mark.parametrize("strip", ["", "D2 0.5"])
def test_a_strip_that_is_covered_or_of_another_card_leaves_the_doubt(strip):
    before = np.stack([belief("H6 0.6 HQ 0.39")])
    cards = [(painted(0, 1, 1, 0, 9), FACE, 50.0, 96.0)]
    assert looked_at_strips(Strips(strip), cards, before) == pytest.approx(before, abs=0.02)


@pytest.mark.parametrize("sure", ["H6 0.99", "H6 0.6", "", "H6 0.1 HQ 0.1"])
def test_only_doubtful_cards_are_looked_at(sure):
    reader = Strips("HQ 1")
    before = np.stack([belief(sure), belief("H6 0.6 HQ 0.39")])
    cards = [(painted(0, 1, 1, 0, 9), FACE, 50.0, 96.0)] * 2
    after = looked_at_strips(reader, cards, before)
    assert reader.asked == 1
    assert (after[0] == before[0]).all()


def test_nothing_in_doubt_asks_for_nothing():
    reader = Strips()
    before = np.stack([belief("H6 1")])
    assert looked_at_strips(reader, [(painted(0, 1, 1, 0, 9), FACE, 50.0, 96.0)], before) is before
    assert reader.asked == 0
