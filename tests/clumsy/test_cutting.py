"""A few clumsy people of every game who cut for the deal (RULES S6)."""

from __future__ import annotations

import pytest

from tests.clumsy.cutting import play
from whist.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_clumsy_people_who_cut_are_never_stuck(game: str) -> None:
    for seed in range(900_001, 900_009):
        assert play(game, seed)[0] is None, f"python -m tests.clumsy.cutting --game {game} --seed {seed} --evenings 1"
