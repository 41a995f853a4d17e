"""Which own cards stand out on a seat's page of the simulated table: those that the rules let be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web_ui.stage import Stage
from whist.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_follow_suit_may_be_played_by_whose_turn_it_is(game: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, game, None, 5 if game == "australian" else None, seed=9, humans=())
    followed = threw = led = 0
    for _ in range(900):
        stage.step()
        view = stage.view
        for person in stage.keeper.persons():
            hand, playable = stage.desk.hand(person), stage.desk.playable(person)
            turn = None if view["turn"] is None else view["seats"][view["turn"]]
            if view["phase"] == "play" and turn and turn["kind"] == "human" and turn["person"] == person and hand:
                assert playable, (person, view["prompt"])
                assert set(playable) <= set(hand)
                suit = view["trick"][0]["card"][0] if view["trick"] else ""
                own = [card for card in hand if card[0] == suit]
                if "J" in {suit, *(card[0] for card in hand)} or game in ("bid", "honeymoon"):
                    continue  # jokers are trumps
                followed += bool(own)
                threw += bool(suit) and not own
                led += not suit
                # trumps may be barred from the lead (RULES U16)
                barred = [card for card in hand if game == "australian" and not suit and card[0] == view["trump"]]
                assert set(own or hand) - set(playable) in (set(), set(barred))
            elif turn is None or turn["person"] != person:
                assert playable == []
    assert game in ("bid", "honeymoon") or (followed and threw and led)


def test_who_bids_blind_is_shown_no_card_to_play_u8(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "australian", players=3, seed=14, humans=())
    stage.play_until(lambda view: view["special"] == "blind" and len(view["calls"]) == 1, steps=60_000)
    assert [stage.desk.playable(person) for person in stage.keeper.persons()] == [[], [], []]
