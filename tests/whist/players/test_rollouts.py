"""Hands played to their end: which card promises most, with as few hands as there is time for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.whist.players.honesty import positions
from whist.cards import Card
from whist.players import beginner, rollouts
from whist.players.position import Position, tricks_left
from whist.players.worlds import worlds
from whist.rules.hand import Hand

GAMES = ("german", "honeymoon", "classic")


def choices(game: str, deal: int) -> Iterator[tuple[Position, list[Card]]]:
    """Positions of a deal in which a card is to be chosen of several, and these."""
    for rules, _, position in positions(game, deal):
        if position.hand.phase == "play" and len(legal := rules.legal_cards(_own(position))) > 1:
            yield position, legal


def _own(position: Position) -> Hand:
    return position.hand.with_cards(position.known)


def promised(position: Position, tricks: int, free: Card | None = None) -> dict[Card, float]:
    """What cards promise when all but a ``free`` one cost a hundred points more."""
    dealing = worlds(position, random.Random(7), tricks)
    return rollouts.promised(position, dealing, tricks, lambda _, card: 0.0 if free in (None, card) else 100.0)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_beginner_would_play_is_held_against_the_others(game: str) -> None:
    for position, legal in choices(game, 3):
        values = promised(position, 200)
        usual = beginner.card(position.rules, _own(position))
        assert values[usual] == 0
        assert set(values) <= set(legal)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_is_surely_better_is_found_whatever_a_beginner_would_play(game: str) -> None:
    tried = 0
    for position, legal in choices(game, 3):
        for free in legal[:4]:
            values = promised(position, 60, free)
            assert max(values, key=lambda card: values[card]) == free
            tried += 1
    assert tried


@pytest.mark.parametrize("game", GAMES)
def test_the_better_half_goes_on_and_no_more_is_played_out_than_asked_for(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each round has its share of the tricks, and two hands a card at least."""
    played = list[int]()
    to_the_end = rollouts.to_the_end

    def noted(rules: Any, hand: Hand) -> None:
        played.append(tricks_left(rules, hand))
        to_the_end(rules, hand)

    monkeypatch.setattr(rollouts, "to_the_end", noted)
    for position, legal in choices(game, 5):
        played.clear()
        rounds = max(1, (len(legal) - 1).bit_length())
        values = promised(position, 3000)
        assert len(values) <= 4, "three that are left at most, and the beginner's card"
        least = rounds * 2 * len(legal) * tricks_left(position.rules, position.hand)
        assert sum(played) <= max(3000, least)


def test_a_difference_that_chance_makes_leaves_the_beginners_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The more standard errors a card must be better by, the seldomer something else is played."""
    others = {caution: 0 for caution in (0.0, 1.0, 50.0)}
    for caution in others:
        monkeypatch.setattr(rollouts, "CAUTION", caution)
        for position, _ in choices("honeymoon", 6):
            values = promised(position, 200)
            others[caution] += max(values, key=lambda card: values[card]) != beginner.card(
                position.rules, _own(position)
            )
    assert others[0.0] > others[1.0] > others[50.0]
