"""Simulated people answer what a person beside them proposes: by what they remember, and by their own cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web_ui.stage import Stage
from whist.cards import Card


def stage_of(game: str, folder: Path) -> Stage:
    """A table of which two tricks are played, at which South is a person now."""
    stage = Stage(folder, game, seed=3, humans=())
    stage.play_until(lambda view: view["tricks_done"] == 2 and not view["trick"] and view["phase"] == "play")
    stage.desk.set_plays_itself("south", False)
    return stage


def answered(stage: Stage, body: dict[str, Any]) -> str:
    """What the others say to what South proposes."""
    known = len(stage.keeper.table.events)
    stage.keeper.request("south", body)
    stage.step()
    assert stage.view["proposal"] is None
    return stage.keeper.table.events[known + 1].name


def test_a_card_is_right_as_they_remember_it_and_a_score_is_taken_on_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_of("classic", tmp_path)
    free = stage.hand(0)[0]
    wrong = {"correct": free, "trick": 1, "of": 1}
    assert answered(stage, wrong) == "declined"
    assert answered(stage, {"scores": [3, 1]}) == "scores_corrected"
    hands: Any = stage.desk.desk()._hands
    monkeypatch.setattr(hands, "laid_in", lambda trick, of: Card.parse(free) if (trick, of) == (1, 1) else None)
    assert answered(stage, wrong) == "play_corrected"


def test_a_claim_leaves_them_what_they_surely_take_and_a_person_who_sits_there_answers_alone(tmp_path: Path) -> None:
    stage = stage_of("android", tmp_path)
    hands: Any = stage.desk.desk()._hands
    north = stage.keeper.table.seat_of("north")
    hand: Any = stage.keeper.table.hand
    ace = next(Card(suit, "A") for suit in "SHDC" if suit == hand.trump)
    held = hands.hands[north]
    hands.hands[north] = [ace, *(card for card in held[1:] if card != ace)]
    assert answered(stage, {"claim": 11}) == "declined"
    stage.desk.set_plays_itself("north", False)
    stage.keeper.request("south", {"claim": 0})
    stage.step()
    assert stage.view["proposal"], "that is North's to say"
    stage.desk.set_plays_itself("north", True)
    stage.step()
    assert stage.view["hand"]["won"][stage.view["seats"][north]["side"]] >= 11
