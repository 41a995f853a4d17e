"""A clumsy evening of a house whose phones come and go."""

from __future__ import annotations

import pytest

from tests.clumsy.house import play


@pytest.mark.parametrize(("game", "seed"), [("italian", 2), ("android", 1), ("candid", 1)])
def test_whoever_comes_and_goes_somebody_can_go_on(game: str, seed: int) -> None:
    broke, done, counted = play(game, seed, 18)
    assert broke is None, f"python -m tests.clumsy.house --game {game} --seed {seed} --evenings 1: {done}"
    assert counted["went on"] == 3
