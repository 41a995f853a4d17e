"""A few clumsy evenings of every game; and that what holds is really asked for (``tests/clumsy/planted.py``)."""

from __future__ import annotations

import pytest

from tests.clumsy.evening import play
from tests.clumsy.planted import PLANTED, found
from whist.games import GAMES

FIRST = 900_001
BESIDE = (140.0, 80.0)
"""A place on the play area where nobody lays cards, mm."""


@pytest.mark.parametrize("game", GAMES)
def test_in_clumsy_evenings_nobody_is_stuck_and_nothing_is_lost(game: str) -> None:
    for seed in range(FIRST, FIRST + 3):
        assert play(game, seed).broke is None, f"python -m tests.clumsy --game {game} --seed {seed} --evenings 1"


@pytest.mark.parametrize("game", GAMES)
def test_a_stain_that_is_taken_for_a_card_holds_nobody_up(game: str) -> None:
    for seed in range(FIRST, FIRST + 2):
        evening = play(game, seed, BESIDE)
        assert evening.broke is None, f"--game {game} --seed {seed} --evenings 1 --stain {BESIDE[0]} {BESIDE[1]}"


@pytest.mark.parametrize("name", PLANTED)
def test_planted_dead_ends_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer taps than people are given it takes less long, and without the dead end the evening holds as well."""
    monkeypatch.setattr("tests.clumsy.leads.MOST_TAPS", 2)
    assert found(PLANTED[name], 20) is not None
