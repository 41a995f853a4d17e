"""What is measured of the delay from one table to another household's board."""

from __future__ import annotations

import pytest

from tests.device.link.delays import Board, Laid, later


def view(own: range, *trick: tuple[int, str | None], hand: int = 1) -> dict:
    seats = [{"seat": seat, **({} if seat in own else {"away": True})} for seat in range(4)]
    return {"deals": hand, "seats": seats, "trick": [{"seat": seat, "card": card} for seat, card in trick]}


def board(own: range, *moments: tuple[float, dict]) -> Board:
    made = Board.__new__(Board)
    made.first, made.here = {}, {*own}
    for when, shown in moments:
        made.note(shown, when)
    return made


@pytest.mark.parametrize(
    ("there", "late", "missing"),
    [
        ([(1.25, (0, "HA")), (2.0, (2, "HA"))], [0.25, 0.5], 0),
        ([(2.0, (2, "HA"))], [0.5], 1),
        ([], [], 1),
    ],
)
def test_each_card_is_compared_with_its_own_board(there, late, missing):
    """RULES U22: both households may have laid the same card."""
    first, second = range(2), range(2, 4)
    here = board(first, (1.0, view(first, (0, "HA"))), (1.1, view(first, (0, "HA"))), (2.5, view(first, (2, "HA"))))
    other = board(second, *((when, view(second, laid)) for when, laid in there))
    assert later([here, other]) == (late, missing)


def test_a_card_that_is_not_shown_yet_is_none():
    assert board(range(2), (1.0, view(range(2), (0, None)))).first == {}
    assert [*board(range(2), (1.0, view(range(2), (1, "C2"), hand=3))).first] == [Laid(3, 1, "C2")]
