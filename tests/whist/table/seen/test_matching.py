"""Which of the cards that are seen are those of the trick, and which are new."""

from __future__ import annotations

import pytest

from tests.whist.doubtful import card, reading
from whist.messages.observations import LaidCard
from whist.table.seen.matching import match
from whist.table.state.state import Laid

JACK = Laid(0, card("CJ"), 4.4, -86.8)


@pytest.mark.parametrize(
    ("read", "x", "y", "old"),
    [
        pytest.param("CJ .99", 80.0, 10.0, True, id="clearly that card, wherever it was pushed"),
        pytest.param("CJ .6 CK .3", 0.1, -96.1, True, id="in doubt, a centimetre off"),
        pytest.param("CK .6 C7 .3", 4.4, -86.8, False, id="in doubt between others, in its very place"),
        pytest.param("", 0.1, -96.1, True, id="nothing is read of it, a centimetre off"),
        pytest.param("D7 .27 S7 .06 CJ .01", 5.0, -86.0, True, id="read weakly in its very place"),
        pytest.param("D7 .27 S7 .06 CJ .01", 0.1, -96.1, False, id="read weakly as others, a centimetre off"),
    ],
)
def test_a_card_where_one_of_the_trick_lay_is_that_one_or_new(read: str, x: float, y: float, old: bool) -> None:
    """Who leads to the next trick may lay the card on one that has not been gathered, and that one is then
    taken away from under it."""
    found = LaidCard(reading(read), x, y)
    matched = match((found,), (JACK,))
    assert (matched.seen, matched.new) == (([JACK], []) if old else ([], [found]))
