"""Evenings that version 0.1.0 wrote down are read, and shown as that version showed them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from device.records.export import text_of
from device.records.played import of_games
from tests.device.journal.old_evenings import DIFFERENCES, OLD_LAW, Difference, compared, evenings, exported, opened
from whist.games import GAMES

OLD = {one.number: one for one in evenings()}


@cache
def found(number: int) -> list[tuple[int, str, Any, Any, Difference | None]]:
    """What differs in that evening."""
    return list(compared(OLD[number]))


def test_every_game_is_there_with_what_goes_wrong() -> None:
    assert {one.choice.game for one in OLD.values()} == set(GAMES)
    happened = {event["event"] for one in OLD.values() for event in one.events}
    wanted = "revoke_found claimed play_corrected scores_corrected put_right replaced taken_back out_of_sight said_mine"
    assert happened >= {*wanted.split(), "lead_treated", "reopened", "undone", "answer_undone", "card_demanded"}
    assert sum(one.events[-1]["event"] not in ("hand_scored", "game_over", "hand_started") for one in OLD.values()) >= 5


@pytest.mark.parametrize("number", OLD, ids=lambda number: f"{OLD[number].choice.game}-{number}")
def test_every_view_is_what_that_version_showed(number: int) -> None:
    otherwise = [
        f"event {at}, {path}: {was!r}, now {now!r}" for at, path, was, now, why in found(number) if why is None
    ]
    assert otherwise[:5] == []


def test_each_difference_is_met() -> None:
    met = {why for number in OLD for *_, why in found(number)}
    assert [one.why for one in DIFFERENCES if one not in met] == []


@pytest.mark.parametrize("to", ["json", "pbn", "csv"])
def test_exports_are_what_that_version_exported(to: str) -> None:
    left_out: list[str] = []
    with opened() as journal:
        text = text_of(to, of_games(journal, journal.games(), left_out.append), True, left_out.append)
    # matches that began before honours counted on keep the old law, and now say so
    # and those of one household, which there was alone
    sizes = ('"first_household": 0, ', '"second_household": 0, ')
    for law in (OLD_LAW, '"honours_at_game_end": "old_law", ', *sizes):
        text = text.replace(law, "")
    lines = [line for line in text.splitlines() if line != 'honours_at_game_end "old_law"']
    assert lines == exported()[to]["text"].splitlines()
    assert left_out == exported()[to]["left_out"]
