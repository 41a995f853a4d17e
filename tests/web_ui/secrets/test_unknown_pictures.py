"""The live picture tells nothing of the cards in holders: ``python -m tests.web_ui.secrets.unknown_pictures`` plays
many more evenings."""

from __future__ import annotations

from unittest import mock

import pytest

from tests.web_ui.secrets.unknown_cards import Told
from tests.web_ui.secrets.unknown_pictures import compare
from vision.reader.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


EVENINGS = [
    ("android", 1),
    ("candid", 1),
    ("classic", 212),  # a card slips in a holder, and that it moves is noticed with one face alone
    ("candid", 200),  # a holder's marker is found beside an arm with one card near it alone
]


@pytest.mark.parametrize(("game", "seed"), EVENINGS)
def test_over_other_cards_in_the_holders_every_look_shows_the_same(game: str, seed: int, reader: Reader) -> None:
    """RULES A5, A6, C4."""
    compared = compare(game, seed, reader)
    assert compared["pictures"] >= 5
    assert compared["cards"] >= 5


def test_a_picture_in_which_holders_are_seen_is_found(reader: Reader) -> None:
    where = "vision.watch.live_picture."
    bare = mock.patch(where + "play_area_alone", lambda picture, planes: picture)
    undrawn = mock.patch(where + "ALL_HOLDERS", ())
    wide = mock.patch(where + "_MAT", (450.0, 250.0))
    with bare, undrawn, wide, pytest.raises(Told):
        compare("android", 1, reader)
