"""The strip that a racked card shows, where it is cut, and what it does to a belief."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import beliefs
from vision.holders.indices import USUAL
from vision.holders.strips import RackedStrips, strip_at
from vision.index.beliefs import NO_CARD
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH
from vision.index.whole_cards import STRIP
from vision.planes.planes import Plane
from whist.cards import FULL_PACK, Card

SCALE = 4.0
FACE = Plane("holder 1", np.array([[SCALE, 0, 0], [0, -SCALE, 132 * SCALE], [0, 0, 1.0]]), 6, 0.0)


def painted(left: float, top: float, right: float, bottom: float, colour: int) -> np.ndarray:
    """A picture of the face on which a rectangle, mm, is bright."""
    picture = np.zeros((round(132 * SCALE), round(330 * SCALE), 3), np.uint8)
    rows = slice(round((132 - top) * SCALE), round((132 - bottom) * SCALE))
    picture[rows, round(left * SCALE) : round(right * SCALE)] = colour
    return picture


def shares(text: str) -> dict[str, float]:
    """What is written as ``"S8 0.9 C8 0.1"``; the rest is no card."""
    words = text.split()
    return {code: float(share) for code, share in zip(words[::2], words[1::2], strict=True)}


def belief(text: str) -> np.ndarray:
    return beliefs.belief(**shares(text))


class Strips:
    """Sees what it is told, of one strip after the other, or with their indices covered."""

    def __init__(self, *seen: str, beside: tuple[str, ...] = ()) -> None:
        self.seen, self.beside, self.asked = list(seen), list(beside), []

    def strips(self, pictures):
        count = len(pictures) // 2
        assert [bool((picture == 127).any()) for picture in pictures] == [False] * count + [True] * count
        self.asked.append(count)
        beside = [self.beside.pop(0) if self.beside else "" for _ in range(count)]
        told = [beliefs.parts(**shares(text)) for text in [*(self.seen.pop(0) for _ in range(count)), *beside]]
        return tuple(np.stack(part) for part in zip(*told, strict=True))


def racked(reader: Strips, count: int) -> RackedStrips:
    """So many racked cards, of which it sees the strips."""
    return RackedStrips(reader, [(painted(0, 1, 1, 0, 9), FACE, 50.0, 96.0)] * count, USUAL)


def best(row: np.ndarray) -> str:
    return str(FULL_PACK[int(row[:NO_CARD].argmax())])


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
        ("H6 0.6 HQ 0.39", "HQ 0.9", "HQ"),
        ("H6 0.6 HQ 0.39", "H6 0.9", "H6"),
        ("C4 0.5 S4 0.5", "S4 0.9", "S4"),
    ],
)
def test_a_strip_settles_what_an_index_leaves_open(index, strip, wanted):
    card = FULL_PACK.index(Card.parse(wanted))
    (alone,) = racked(Strips(strip), 1).joined_to(np.stack([belief(index)]))
    assert alone[card] > belief(index)[card] + 0.08
    (read,) = racked(Strips(strip, beside=(strip,)), 1).joined_to(np.stack([belief(index)]))
    assert best(alone) == best(read) == wanted
    assert read.max() > 0.6
    assert read[NO_CARD] == pytest.approx(belief(index)[NO_CARD], abs=1e-6)


@pytest.mark.parametrize(
    ("index", "beside", "wanted"),
    [
        ("C8 0.5 C3 0.5", "C6 0.3 C7 0.3 C8 0.3", "C8"),
        ("C8 0.5 C3 0.5", "C2 0.3 D3 0.3 HA 0.3", "C3"),
        ("DQ 0.4 HQ 0.6", "DQ 0.3 DK 0.3 DJ 0.3", "DQ"),
    ],
)
def test_what_stands_beside_an_index_counts_for_more(index, beside, wanted):
    before = np.stack([belief(index)])
    (with_index,) = racked(Strips(beside), 1).joined_to(before)
    (read,) = racked(Strips("", beside=(beside,)), 1).joined_to(before)
    assert best(read) == wanted
    assert read.max() > max(with_index.max(), 0.65)


@pytest.mark.parametrize(("others", "wanted"), [("C8 0.3 C7 0.3 C6 0.3", "H8"), ("C2 0.4 C3 0.4", None)])
def test_of_a_pack_without_pips_what_stands_beside_an_index_does_not_count(others, wanted):
    """There eights, too, have nothing beside them, as threes have."""
    of_doubtful = "H8 0.4 H7 0.4" if wanted else "H2 0.4 H3 0.4"
    reader = Strips(*[""] * 4, beside=(of_doubtful, *[others] * 3))
    before = np.stack([belief(text) for text in ("H8 0.5 H3 0.48", "C8 1", "D8 1", "S8 1")])
    after = racked(reader, 4).joined_to(before)[0]
    if wanted:
        assert best(after) == wanted
        assert after.max() > 0.65
    else:
        assert after == pytest.approx(before[0], abs=0.02)


@pytest.mark.parametrize("strip", ["", "D2 0.5"])
def test_a_strip_that_is_covered_or_of_another_card_leaves_the_doubt(strip):
    before = np.stack([belief("H6 0.6 HQ 0.39")])
    assert racked(Strips(strip), 1).joined_to(before) == pytest.approx(before, abs=0.02)


@pytest.mark.parametrize(("sure", "asked"), [("H6 0.99", 2), ("H6 0.6", 2), ("", 1), ("H6 0.1 HQ 0.1", 1)])
def test_only_doubtful_cards_are_joined_by_what_their_strips_show(sure, asked):
    reader = Strips(*["HQ 1"] * asked)
    before = np.stack([belief(sure), belief("H6 0.6 HQ 0.39")])
    after = racked(reader, 2).joined_to(before)
    assert reader.asked == [asked]
    assert (after[0] == before[0]).all()
    assert best(after[1]) == "HQ"


CLEAR = ("C8 1", "D8 1", "S8 1", "C3 1", "D3 1", "S3 1")
EIGHTS = ("C3 0.7 C8 0.3", "D3 0.7 D8 0.3", "S3 0.7 S8 0.3")
THREES = ("C3 0.999", "D3 0.999", "S3 0.999")


@pytest.mark.parametrize(("strip", "wanted"), [("H3 0.7 H8 0.3", "H8"), ("H3 0.999", "H3")])
def test_a_strip_that_misleads_as_those_of_all_eights_do_is_an_eight_s(strip, wanted):
    cards = racked(Strips(strip, *EIGHTS, *THREES), 7)
    before = np.stack([belief(text) for text in ("H8 0.5 H3 0.5", *CLEAR)])
    after = cards.likened_to(cards.joined_to(before))
    assert best(after[0]) == wanted
    assert after[0].max() > 0.6
    assert (after[1:] == before[1:]).all()
    assert after[0].sum() == pytest.approx(1, abs=1e-4)


def test_each_strip_is_looked_at_once():
    reader = Strips("HQ 0.4", "C9 1")
    cards = racked(reader, 3)
    before = np.stack([belief("H6 0.6 HQ 0.39"), belief("C9 0.99"), belief("")])
    for _ in range(3):
        cards.likened_to(cards.joined_to(before))
    assert reader.asked == [2]


def test_nothing_in_doubt_asks_for_nothing():
    reader = Strips()
    before = np.stack([belief("H6 1"), belief("")])
    cards = racked(reader, 2)
    assert cards.joined_to(before) is before
    assert cards.likened_to(before) is before
    assert reader.asked == []


@pytest.mark.parametrize(
    ("index", "strip", "beside", "wanted"),
    [
        pytest.param("C9 0.995 S9 0.004", "S9 0.99", "S9 0.85", True, id="both looks show the other suit"),
        pytest.param("C9 0.995 S9 0.004", "S9 0.99", "S9 0.5", False, id="beside the index it is not plain"),
        pytest.param("C9 0.995 S9 0.004", "C9 0.99", "C9 0.85", False, id="they show the same"),
        pytest.param("C9 0.9999", "S9 0.99", "S9 0.99", False, id="the index is plain"),
    ],
)
def test_a_suit_that_the_strip_contradicts_is_in_doubt(index, strip, beside, wanted):
    """A large 9 of spades in a dim and noisy picture, whose suit was surely taken for a club."""
    indices = np.stack([belief(index)])
    sure = np.stack([belief("C9 0.9998")])
    after = racked(Strips(strip, beside=(beside,)), 1).contradicting(indices, sure)
    assert best(after[0]) == "C9"
    assert (after[0].max() < 0.9) == wanted
    assert after.sum() == pytest.approx(sure.sum(), abs=1e-6)
    if not wanted:
        np.testing.assert_array_equal(after, sure)


@pytest.mark.parametrize(
    ("strip", "beside", "other", "wanted"),
    [
        pytest.param("H8 0.8 HJ 0.1", "HK 0.2 H3 0.4", "C8 0.9", True, id="something of a court's picture"),
        pytest.param("H8 0.8 HJ 0.1", "HK 0.2 H3 0.4", "CJ 0.99", False, id="the pack's jacks have a J"),
        pytest.param("H8 0.9 HJ 0.01", "HK 0.2 H3 0.4", "C8 0.9", False, id="nothing of one"),
    ],
)
def test_an_eight_in_a_pack_without_a_sure_jack_may_be_the_letter_of_one(strip, beside, other, wanted):
    """The B of a Russian jack, whose picture the next card hides but for a strip."""
    indices = np.stack([belief("H8 0.98 HJ 0.005"), belief(other)])
    sure = np.stack([belief("H8 0.998"), belief("C2 0.9998")])
    reader = Strips(strip, "C2 0.9", beside=(beside, "C2 0.9"))
    after = racked(reader, 2).contradicting(indices, sure)
    assert after[0, FULL_PACK.index(Card.parse("H8"))] == pytest.approx(0.5 if wanted else 0.998, abs=0.01)
    np.testing.assert_array_equal(after[1], sure[1])


@pytest.mark.parametrize(
    ("index", "strip", "beside", "wanted"),
    [
        pytest.param("HT 0.992 HQ 0.005", "HQ 0.9", "HQ 0.5 HJ 0.4", True, id="a court's picture, whichever it is"),
        pytest.param("HT 0.992", "HK 0.9", "HK 0.9", True, id="the index wavers to no court"),
        pytest.param("H8 0.97 HJ 0.02", "HJ 0.9", "HJ 0.9", True, id="the B of a jack"),
        pytest.param("HT 0.992 HQ 0.003", "HJ 0.4 HK 0.2", "HJ 0.4 HK 0.2", True, id="likely a court, and no 10"),
        pytest.param("HT 0.992 HQ 0.003", "HJ 0.4 HK 0.2", "HJ 0.6 HT 0.05", False, id="likely a court, or a 10"),
        pytest.param("HT 0.992 HQ 0.005", "HQ 0.9", "HQ 0.3 HT 0.3", False, id="beside the index it is not plain"),
        pytest.param("HT 0.992 HQ 0.005", "HQ 0.3 HT 0.6", "HQ 0.9", False, id="with its index it is not plain"),
        pytest.param("HT 0.992 HQ 0.005", "HT 0.9", "HT 0.9", False, id="pips"),
        pytest.param("HT 0.9999", "HQ 0.99", "HQ 0.99", False, id="the index is plain"),
        pytest.param("HK 0.98", "HQ 0.99", "HQ 0.99", False, id="which court it is nobody knows by its picture"),
    ],
)
def test_a_number_beside_a_court_s_picture_is_in_doubt(index, strip, beside, wanted):
    """The D of a German queen, out of focus, which was surely taken for a 10."""
    indices = np.stack([belief(index)])
    named = best(indices[0])
    sure = np.stack([belief(f"{named} 0.9998")])
    after = racked(Strips(strip, beside=(beside,)), 1).contradicting(indices, sure)
    courts = [FULL_PACK.index(Card.parse(f"H{rank}")) for rank in "JQK"]
    assert after.sum() == pytest.approx(sure.sum(), abs=1e-6)
    if wanted:
        assert after[0, FULL_PACK.index(Card.parse(named))] == pytest.approx(0.5, abs=0.01)
        assert after[0, courts].sum() == pytest.approx(0.5, abs=0.01)
    else:
        np.testing.assert_array_equal(after, sure)
