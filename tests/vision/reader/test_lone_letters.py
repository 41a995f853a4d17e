"""What looks like an 8 and a little like the B of a jack is no sure 8, unless pack or card tell."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.reader.test_photograph_cards import both, index
from vision.reader.lone_letters import eights_doubted
from vision.reader.photograph_cards import CERTAIN, DOUBTFUL, cards_in

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
