"""Indices in doubt are named at many poses: what most of them say counts, and only the card changes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.beliefs import belief
from vision.index.beliefs import NO_CARD
from vision.reader.more_poses import WAYS, named_again, ways
from whist.cards import FULL_PACK, Card

PICTURE = np.full((200, 200, 3), 200, np.uint8)
POSES = np.array([(100, 100, 0.0, 50.0), (60, 60, 0.0, 50.0)], np.float32)


class Teller:
    """Says of each look in turn what it was told to."""

    def __init__(self, *said: np.ndarray) -> None:
        self.said, self.looks = said, 0

    def named(self, pictures: np.ndarray, looks: int) -> np.ndarray:
        assert looks == len(WAYS), "each index is shown so often, which tells no more of its pack than once"
        self.looks += len(pictures)
        return np.stack([self.said[k % len(self.said)] for k in range(len(pictures))])


@pytest.mark.parametrize(
    ("said", "best", "least"),
    [
        pytest.param([belief(D8=0.9, DJ=0.1)], "D8", 0.85, id="all say the same"),
        pytest.param([belief(D8=0.9, DJ=0.1)] * 3 + [belief(DJ=0.9, D8=0.1)], "D8", 0.6, id="three of four"),
        pytest.param([belief(D8=0.9, DJ=0.1), belief()], "D8", 0.85, id="half of them stand beside the index"),
    ],
)
def test_what_most_looks_say_counts(said, best, least):
    before = np.stack([belief(DJ=0.5, D8=0.3), belief(SA=0.999)])
    reader = Teller(*said)
    after = named_again(reader.named, PICTURE, POSES, before, np.array([0]))
    assert reader.looks == len(WAYS)
    assert FULL_PACK[int(after[0].argmax())] == Card.parse(best)
    assert after[0].max() >= least * 0.8
    assert after[0, NO_CARD] == pytest.approx(0.2), "whether a card is there stays as it was"
    assert after[0].sum() == pytest.approx(1, abs=1e-5)
    assert np.array_equal(after[1], before[1])


@pytest.mark.parametrize(
    ("one", "other", "best"),
    [
        pytest.param(belief(D8=0.6, DJ=0.4), belief(DJ=0.2, D8=0.8), "D8", id="both say the same"),
        pytest.param(belief(D8=0.6, DJ=0.4), belief(DJ=0.9, D8=0.1), "DJ", id="the surer of two"),
        pytest.param(belief(), belief(DJ=0.9, D8=0.1), "DJ", id="one sees no card"),
    ],
)
def test_two_that_name_count_alike(one, other, best):
    namers = Teller(one), Teller(other)
    for both in (namers, namers[::-1]):

        def named(pictures, looks, both=both):
            return np.stack([each.named(pictures, looks) for each in both])

        (after,) = named_again(named, PICTURE, POSES[:1], belief(DJ=0.5, D8=0.5)[None], np.array([0]))
        assert FULL_PACK[int(after.argmax())] == Card.parse(best)
    assert [each.looks for each in namers] == [2 * len(WAYS)] * 2


def test_nothing_in_doubt_costs_nothing():
    before = belief(SA=0.999)[None]
    assert named_again(Teller().named, PICTURE, POSES[:1], before, np.array([], int)) is before


@pytest.mark.parametrize("count", [8, 16])
def test_looks_lie_all_around_the_place(count):
    moves = np.array(ways(count, (0.9, 1.25)))
    for column, (least, most) in enumerate([(-0.08, 0.08), (-0.08, 0.08), (-0.05, 0.05), (0.9, 1.25)]):
        values = moves[:, column]
        assert least <= values.min() < values.max() <= most
        assert values.max() - values.min() > 0.7 * (most - least)
