"""Beliefs of several looks at one place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.beliefs import belief
from vision.index.beliefs import NO_CARD, with_one_look_more
from whist.cards import FULL_PACK, Card


def after_all(looks: Sequence[np.ndarray | None]) -> np.ndarray:
    """What is believed when one look has followed the other."""
    so_far = looks[0]
    for number, look in enumerate(looks[1:], 1):
        so_far = with_one_look_more(so_far, number, look)
    return so_far


@pytest.mark.parametrize(
    ("looks", "best", "least", "most"),
    [
        pytest.param([belief(S9=1.0), belief(S9=1.0)], "S9", 0.999, 1.0, id="both say the same"),
        pytest.param([belief(S9=0.6, C9=0.4), belief(S9=0.99, C9=0.01)], "S9", 0.9, 0.95, id="the surer counts more"),
        pytest.param([belief(S9=0.9, C9=0.1), belief(S9=0.1, C9=0.9)], "S9", 0.5, 0.51, id="they contradict"),
        pytest.param([belief(S9=0.9, C9=0.1)] * 2 + [belief(S9=0.1, C9=0.9)], "S9", 0.6, 0.75, id="two of three"),
        pytest.param([belief(S9=0.9, C9=0.1), belief(S9=0.0)], "S9", 0.44, 0.46, id="one saw hardly any card"),
        pytest.param([belief(S9=0.9, C9=0.1), None], "S9", 0.9, 0.9, id="one saw none"),
        pytest.param([None, belief(S9=0.9, C9=0.1)], "S9", 0.9, 0.9, id="the first saw none"),
    ],
)
def test_looks_at_one_place_count_alike(looks, best, least, most):
    so_far = after_all(looks)
    assert so_far.min() >= 0
    assert so_far.sum() == pytest.approx(1, abs=1e-5)
    assert so_far.dtype == np.float32
    share = so_far[FULL_PACK.index(Card.parse(best))]
    assert least - 1e-4 <= share <= most + 1e-4
    if share > 0.5:
        assert so_far[:NO_CARD].argmax() == FULL_PACK.index(Card.parse(best))


def test_where_no_look_sees_a_card_there_is_none():
    assert with_one_look_more(None, 1, None) is None


def test_many_looks_in_any_order_say_the_same():
    looks = [belief(S9=share, C9=1 - share) for share in (0.8, 0.97, 0.99, 0.6)]
    assert after_all(looks) == pytest.approx(after_all(looks[::-1]), abs=1e-5)
