"""Card play against ``games/bridge_play.jsonl`` of the folder named by ``WHIST_OUTSIDE``, played by another engine."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.whist.match import Match
from tests.whist.playing import winning_seat
from whist.cards import NO_TRUMP, Card
from whist.games import rules_of
from whist.rules.actions import Play
from whist.rules.deal import Cards
from whist.rules.tricks import legal_cards

pytestmark = pytest.mark.outside


def _games() -> list[dict]:
    folder = os.environ.get("WHIST_OUTSIDE")
    if not folder:
        pytest.skip("WHIST_OUTSIDE is not set: no outside games to compare with")
    path = Path(folder) / "games" / "bridge_play.jsonl"
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def test_legal_cards_and_winners_agree_with_bridge_play():
    games = _games()
    assert games
    steps = 0
    for number, game in enumerate(games, 1):
        hands = [[Card.parse(code) for code in hand] for hand in game["hands"]]
        trump = NO_TRUMP if game["trump"] == "N" else game["trump"]
        leader, trick, winners = game["leader"], [], []
        for step in game["steps"]:
            seat = (leader + len(trick)) % 4
            assert seat == step["p"], f"game {number}: the winner of a trick leads"
            legal = legal_cards(hands[seat], trick)
            assert sorted(map(str, legal)) == sorted(step["legal"]), f"game {number}"
            card = Card.parse(step["a"])
            hands[seat].remove(card)
            trick.append(card)
            steps += 1
            if len(trick) == 4:
                leader, trick = winning_seat(leader, trick, trump), []
                winners.append(leader)
        assert not any(hands)
        assert winners == game["winners"], f"game {number}"
    assert steps == 52 * len(games)


@pytest.mark.parametrize("game", ["italian", "classic"])
def test_a_match_of_whist_agrees_with_bridge_play_step_by_step(game):
    """W and I through ``Match``: turns, legal cards and winners of every deal whose trumps the game can have."""
    played = 0
    for number, deal in enumerate(_games(), 1):
        trump = NO_TRUMP if deal["trump"] == "N" else deal["trump"]
        dealer = (deal["leader"] - 1) % 4
        hands = [[Card.parse(code) for code in hand] for hand in deal["hands"]]
        if game == "classic" and not any(card.suit == trump for card in hands[dealer]):
            continue  # the dealer's turned-up card fixes trumps (RULES W2)
        rules = rules_of(game)
        standing = rules.first_standing(dealer)
        if game == "italian" and trump == NO_TRUMP:
            standing = replace(standing, number=5)  # RULES I2: every fifth hand has no trumps
        match = Match(rules, dealer, standing)
        match.deal(Cards(hands, (), trump))
        for step in deal["steps"]:
            assert {str(action.card) for action in match.legal(step["p"])} == set(step["legal"]), f"game {number}"
            match.apply(Play(step["p"], Card.parse(step["a"])))
        (line,) = match.lines
        assert [winners[0] for winners in line.tricks] == deal["winners"], f"game {number}"
        assert line.won == tuple(deal["winners"].count(seat) for seat in range(4))
        played += 1
    assert played == len(_games()) if game == "italian" else played > 20
