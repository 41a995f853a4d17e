"""A clumsy evening through pixels: short ones, of which some once broke."""

from __future__ import annotations

import pytest

from tests.clumsy.pixels import play
from vision.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


@pytest.mark.parametrize(("game", "seed", "acts"), [("android", 900_001, 8), ("german", 14, 3)])
def test_through_pixels_nobody_is_stuck_and_nothing_is_passed_over(
    game: str, seed: int, acts: int, reader: Reader
) -> None:
    evening = play(game, seed, reader, acts)
    assert evening.broke is None, f"python -m tests.clumsy.pixels --game {game} --seed {seed} --evenings 1"
    assert evening.counted["pictures"] > 0
    assert evening.counted["cards read"] > 0
