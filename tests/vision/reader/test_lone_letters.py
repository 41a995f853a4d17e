"""What looks like an 8 and a little like the B of a jack is no sure 8, unless pack or card tell."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.beliefs import belief
from tests.vision.reader.test_photograph_cards import both, index
from vision.reader.lone_letters import eights_doubted, jacks_doubted
from vision.reader.photograph_cards import CERTAIN, DOUBTFUL, cards_in
from whist.cards import FULL_PACK, Card

LONE_B = index("D8 0.95 DJ 0.02", 900, 900)


def found(*reads):
    return {str(read.card): read for read in cards_in(list(reads), doubtful=True)}


def test_a_lone_letter_that_may_be_an_eight_or_a_jack_is_in_doubt():
    cards = found(LONE_B, *both("HK 1", "HK 1", 300, 300))
    assert cards["HK"].confidence >= CERTAIN
    assert DOUBTFUL <= cards["D8"].confidence < CERTAIN
    assert str(cards["D8"].rival) == "DJ"


@pytest.mark.parametrize(
    "others",
    [
        pytest.param(both("SJ 1", "SJ 1", 300, 300), id="the pack's jacks have a J"),
        pytest.param([index("D8 0.95 DJ 0.02", 900 + 121, 900 + 163, np.pi)], id="both indices of the card say 8"),
    ],
)
def test_what_tells_the_pack_or_the_card_leaves_the_eight(others):
    assert found(LONE_B, *others)["D8"].confidence >= CERTAIN


def test_a_letter_in_two_corners_that_both_waver_is_in_doubt_too():
    cards = found(*both("D8 0.6 DJ 0.35", "D8 0.75 DJ 0.2", 900, 900), *both("HK 1", "HK 1", 300, 300))
    assert cards["D8"].confidence < CERTAIN


def test_an_eight_that_looks_like_nothing_else_stays_one():
    cards = found(index("D8 0.95 D3 0.02", 900, 900))
    assert cards["D8"].confidence >= CERTAIN


def test_what_is_no_eight_is_not_touched():
    beliefs = np.full((2, 55), 1e-4)
    beliefs[0, 7], beliefs[1, 9] = 0.9, 0.9
    assert eights_doubted(beliefs) is beliefs


OTHERS = tuple(f"{suit}{rank}" for rank in "23456789" for suit in "CDH")


def seen_as(*letters: float) -> np.ndarray:
    """What is seen of the jacks' letters, one number each, and of `OTHERS`, of which those of one rank look alike."""
    noise = np.random.default_rng(5).normal(0, 0.1, (len(letters) + len(OTHERS), 16))
    shapes = [*letters, *("23456789".index(code[1]) / 2 + 5 for code in OTHERS)]
    return np.asarray(noise + np.array(shapes)[:, None] * np.linspace(-1, 1, 16), np.float32)


@pytest.mark.parametrize(
    ("jacks", "others", "letters", "doubted"),
    [
        pytest.param({"SJ": 0.995, "HJ": 0.97}, {}, (0, 4), True, id="two letters, and no queen"),
        pytest.param({"SJ": 0.9999, "HJ": 0.97}, {}, (0, 4), True, id="one of the two is read plainly"),
        pytest.param({"SJ": 0.995, "HJ": 0.97}, {}, (0, 0), False, id="one letter"),
        pytest.param({"SJ": 0.995, "HJ": 0.97}, {"DQ": 0.99}, (0, 4), False, id="a queen has a letter of her own"),
        pytest.param({"SJ": 0.9999, "HJ": 0.9999}, {}, (0, 4), False, id="no jack wavers"),
        pytest.param({"SJ": 0.995}, {}, (0,), True, id="of one letter alone nobody knows"),
    ],
)
def test_a_v_that_may_be_a_queen_s_is_no_sure_jack(jacks, others, letters, doubted):
    """In Holland B, V and H stand on jack, queen and king."""
    told = [belief(**{code: share}) for code, share in jacks.items()]
    told += [belief(**{code: 1.0}) for code in OTHERS[: len(OTHERS) - len(others)]]
    told += [belief(**{code: share}) for code, share in others.items()]
    indices = np.stack(told)
    after = jacks_doubted(indices, seen_as(*letters), indices)
    if not doubted:
        assert after is indices
        return
    for row, code in enumerate(jacks):
        jack, queen = (FULL_PACK.index(Card.parse(code[0] + rank)) for rank in "JQ")
        assert after[row, jack] == pytest.approx(after[row, queen])
    np.testing.assert_allclose(after.sum(1), indices.sum(1), atol=1e-6)
    np.testing.assert_array_equal(after[len(jacks) :], indices[len(jacks) :])


def test_of_one_letter_among_few_cards_nothing_is_doubted():
    indices = np.stack([belief(SJ=0.99), *(belief(**{code: 1.0}) for code in OTHERS[:9])])
    assert jacks_doubted(indices, np.zeros((10, 4), np.float32), indices) is indices
