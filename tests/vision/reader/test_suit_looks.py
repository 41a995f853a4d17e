"""Closer looks at suits: only where the suit is in doubt, only the suit changes, and what shows none tells nothing."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.beliefs import belief
from vision.index.beliefs import NO_CARD, SUIT_CLASSES, suit_shares, with_suits
from vision.index.poses import CROP_HEIGHT, SUIT_LOOK, crops, moved
from vision.reader.suit_looks import compared, looked_closer
from whist.cards import FULL_PACK, Card


def suits(*shares: float) -> np.ndarray:
    return np.array([(*shares, *[0.0] * (SUIT_CLASSES - 1 - len(shares)), 1 - sum(shares))], np.float32)


class Closer:
    """Says of every suit it is shown what it was told to, and counts the looks."""

    def __init__(self, said: np.ndarray) -> None:
        self.said, self.looks = said, 0

    def suits(self, pictures: np.ndarray) -> np.ndarray:
        self.looks += len(pictures)
        return np.repeat(self.said, len(pictures), 0)


PICTURE = np.full((200, 200, 3), 200, np.uint8)
POSE = np.array([(100, 100, 0.0, 50.0)], np.float32)


@pytest.mark.parametrize(
    ("before", "closer", "best", "least"),
    [
        ({"S9": 0.55, "C9": 0.45}, (0.97, 0.0, 0.0, 0.02), "C9", 0.7),
        ({"S9": 0.55, "C9": 0.45}, (0.02, 0.0, 0.0, 0.97), "S9", 0.8),
        # what leans one way becomes certain only if the suit alone says the same
        ({"S9": 0.95, "C9": 0.05}, (0.02, 0.0, 0.0, 0.97), "S9", 0.98),
        ({"S9": 0.95, "C9": 0.05}, (0.99, 0.0, 0.0, 0.01), "S9", 0.8),
        # nothing to be seen there: all stays as it was
        ({"S9": 0.55, "C9": 0.45}, (0.0, 0.0, 0.0, 0.0), "S9", 0.54),
        # the rank is none of its business
        ({"HQ": 0.6, "D9": 0.3}, (0.0, 0.5, 0.5, 0.0), "HQ", 0.59),
    ],
)
def test_the_suit_alone_settles_its_doubt(before, closer, best, least):
    reader = Closer(suits(*closer))
    rows = belief(**before)[None]
    after = looked_closer(reader, PICTURE, POSE, rows)[0]
    assert reader.looks == 8
    assert FULL_PACK[int(after.argmax())] == Card.parse(best)
    assert after.max() >= least
    assert after.sum() == pytest.approx(1, abs=1e-4)
    assert after[NO_CARD] == pytest.approx(rows[0, NO_CARD], abs=1e-6)


@pytest.mark.parametrize(
    ("rows", "height"),
    [
        (belief(S9=0.995), 50.0),
        (belief(S9=0.5, S8=0.5), 50.0),  # the rank is in doubt, not the suit
        (belief(S9=0.04, C9=0.04), 50.0),  # as good as no card
        (belief(S9=0.5, C9=0.5), 12.0),  # too small to show more
    ],
)
def test_no_doubt_no_look(rows, height):
    reader = Closer(suits(0.9))
    pose = POSE.copy()
    pose[0, 3] = height
    after = looked_closer(reader, PICTURE, pose, rows[None])
    assert reader.looks == 0
    assert np.array_equal(after, rows[None])


def test_jokers_and_no_card_keep_their_shares():
    rows = belief(S9=0.3, C9=0.3, JR=0.2)[None]
    after = with_suits(rows, suits(0.99))
    assert after[0, FULL_PACK.index(Card.parse("JR"))] == pytest.approx(0.2, abs=1e-6)
    assert after[0, NO_CARD] == pytest.approx(0.2, abs=1e-6)
    assert after[0].sum() == pytest.approx(1, abs=1e-6)


def test_shares_of_suits():
    shares = suit_shares(np.stack([belief(S9=0.3, S2=0.3, C9=0.2), belief()]))
    assert shares[0] == pytest.approx([0.25, 0, 0, 0.75], abs=1e-6)
    assert shares[1] == pytest.approx([0, 0, 0, 0])


def test_the_look_shows_the_lower_half_of_the_index():
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[100:125] = 255  # the lower half of an index 50 px high in the middle
    crop = crops(picture, moved(POSE, *SUIT_LOOK))[0]
    white = np.flatnonzero(crop[:, 20, 0] > 128)
    assert white[0] > 0
    assert white[-1] - white[0] > 0.5 * CROP_HEIGHT


class Painted:
    """Sees how bright the crop is; counts the looks."""

    def __init__(self) -> None:
        self.looks = 0

    def features(self, pictures: np.ndarray) -> np.ndarray:
        self.looks += len(pictures)
        bright = pictures.astype(np.float32).mean((1, 2))
        return np.concatenate([bright, 255 - bright], 1)


BRIGHT = {"C": 40, "D": 100, "H": 160, "S": 220}


def index_row(codes: str, tailed: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """A picture of indices 50 pixels high, one grey for each suit, and their poses; into one suit a tail hangs."""
    picture = np.zeros((100, 60 * len(codes), 3), np.uint8)
    poses = []
    for k, suit in enumerate(codes):
        across = slice(60 * k + 5, 60 * k + 55)
        picture[52:80, across] = BRIGHT[suit]
        if k == tailed:
            picture[40:55, across] = 0
        poses.append((60 * k + 30, 50, 0.0, 50.0))
    return picture, np.array(poses, np.float32)


@pytest.mark.parametrize(("suit", "wanted"), [("S", "SQ"), ("C", "CQ")])
def test_a_suit_into_which_a_tail_hangs_is_told_by_its_lower_part(suit, wanted):
    first, second = index_row("CCDDHH"), index_row(f"SSS{suit}", tailed=3)
    clear = ("C2", "C7", "D2", "D7", "H2", "H7", "S2", "S7", "S9")
    rows = np.stack([*(belief(**{code: 0.995}) for code in clear), belief(SQ=0.5, CQ=0.49)])
    reader = Painted()
    after = compared(reader, [first[0], second[0]], [first[1], second[1]], rows)
    assert FULL_PACK[int(after[-1].argmax())] == Card.parse(wanted)
    assert after[-1].max() > 0.9
    assert reader.looks == 4 * len(rows)
    np.testing.assert_allclose(after[:-1], rows[:-1], atol=1e-6)


def test_where_no_suit_is_in_doubt_none_is_compared():
    picture, poses = index_row("CCSS")
    rows = np.stack([*(belief(**{code: 0.995}) for code in ("C2", "C7", "S2")), belief(S9=0.5, S8=0.49)])
    reader = Painted()
    assert compared(reader, [picture], [poses], rows) is rows
    assert reader.looks == 0
