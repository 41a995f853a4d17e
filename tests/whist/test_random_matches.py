"""A small share of the random matches (RULES C10); ``python -m tests.random_matches`` plays any number of them."""

import pytest

from tests import random_matches
from tests.random_matches import play_match
from whist.games import GAMES, rules_class
from whist.rules.options import BEGINNING

MATCHES = {"german": 6, "candid": 10, "australian": 12}


@pytest.fixture(autouse=True)
def compare_often(monkeypatch):
    """One hand of three of each kind is compared, in place of one of twenty."""
    monkeypatch.setattr(random_matches, "SHARE", 1 / 3)


@pytest.mark.parametrize("game", GAMES)
def test_random_matches_end_and_keep_c10(game):
    tally = random_matches.Tally()
    for index in range(MATCHES.get(game, 20)):
        tally.add(play_match(game, "test", index))
    assert tally.matches == MATCHES.get(game, 20)
    assert tally.hands >= tally.matches
    assert tally.compared
    assert tally.blind
    assert tally.refused


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_the_same_again(game):
    first, again = (play_match(game, 5, 5) for _ in range(2))
    first.seconds = again.seconds
    assert first == again


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_is_drawn(game):
    rng = random_matches.Random(1)
    drawn = [random_matches.draw_options(game, rng) for _ in range(400)]
    for one in rules_class(game).options_type.form():
        if one["name"] in BEGINNING:
            continue  # nothing in a match follows from it
        values = {options[one["name"]] for options in drawn}
        if "choices" in one:
            assert values == set(one["choices"])
        else:
            assert one["low"] <= min(values) < max(values) <= one["high"]


def test_the_number_of_players_is_drawn():
    rng = random_matches.Random(2)
    drawn = {
        (rules.options.households, rules.players)
        for rules in (random_matches.draw_rules("australian", rng) for _ in range(1500))
    }
    assert {players for households, players in drawn if households == 1} == set(range(2, 8))
    assert {players for households, players in drawn if households == 2} == set(range(2, 15))
    assert {players for households, players in drawn if households == 3} == set(range(3, 22))


def test_a_failure_tells_how_to_see_it_again(monkeypatch):
    def broken(*_):
        raise AssertionError("the moon is green")

    monkeypatch.setattr(random_matches, "play_hand", broken)
    game, tally, failure = random_matches._task(("classic", 7, 3, 4))
    assert (game, tally.matches) == ("classic", 0)
    assert "the moon is green" in failure
    assert "--games classic --seed 7 --first 3 --matches 1" in failure
