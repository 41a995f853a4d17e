"""Australian and German Whist against games that another engine played, in ``games/`` of the folder ``WHIST_OUTSIDE``.

That engine's game of bids has no rounds, no bar on trump leads and one pack: RULES U9–U15 and U19 must agree, but for
a missed bid, which scores two points a trick there. Its two-handed game is the first stage with following: RULES G1–G6.
"""

import json
import os
from pathlib import Path

import pytest

from whist.cards import Card
from whist.games import rules_of
from whist.games.australian import Australian
from whist.rules.actions import Action, Bid, Play, TurnUp
from whist.rules.base import Cards, Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing

pytestmark = pytest.mark.outside


def _files(pattern: str) -> list[Path]:
    folder = os.environ.get("WHIST_OUTSIDE")
    if not folder:
        pytest.skip("WHIST_OUTSIDE is not set: no outside games to compare with")
    found = sorted((Path(folder) / "games").glob(pattern))
    if not found:
        pytest.skip(f"{folder}/games has no {pattern}")
    return found


def _games(path: Path) -> list:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def _action(seat: int, code: str) -> Action:
    return Bid(seat, int(code[1:])) if code[0] == "b" else Play(seat, Card.parse(code))


def _step(rules: Rules, hand: Hand, step: dict, where: str) -> None:
    """The same seat may do the same things, and does what it did there."""
    assert hand.turn == step["p"], where
    wanted = [_action(step["p"], code) for code in step["legal"]]
    assert len(wanted) == len(set(wanted)) == len(rules.legal(hand)), where
    assert set(wanted) == set(rules.legal(hand)), where
    rules.apply(hand, _action(step["p"], step["a"]))


def _bid_game(game: dict, where: str) -> int:
    """Play one game with bids along; the number of its steps."""
    players = game["players"]
    rules = rules_of("australian", {"trump_lead": "any"}, players)
    assert isinstance(rules, Australian)
    standing = Standing(dealer=game["dealer"], scores=(0,) * players)
    dealt = Cards([[Card.parse(code) for code in own] for own in game["hands"]])
    hand = rules.start_recorded(standing, dealt, game["trump"])
    assert hand.size == game["cards"], where
    for number, step in enumerate(game["steps"]):
        _step(rules, hand, step, f"{where}, step {number}")
    assert hand.over, where
    assert hand.bids == game["bids"], where
    assert hand.won() == game["tricks"], where
    points = rules.score(hand, standing).points
    for seat, there in enumerate(game["returns"]):
        made = hand.bids[seat] == game["tricks"][seat]
        assert (points[seat], there) == ((there, there) if made else (0, 2 * game["tricks"][seat])), where
    return len(game["steps"])


def test_bids_play_and_points_agree():
    """RULES U9, U10, U12–U15, U19: legal bids and cards, whose turn it is (so who won each trick), tricks, points."""
    for path in _files("oh_hell_*.jsonl"):
        games = _games(path)
        assert games, path
        steps = [_bid_game(game, f"{path.name}, game {number}") for number, game in enumerate(games, 1)]
        assert sum(steps) == sum(game["players"] * (1 + game["cards"]) for game in games), path
        print(f"{path.name}: {len(games)} games, {sum(steps)} steps agree")


def _stock_game(steps: list[dict], where: str) -> int:
    """Play one first stage along, with known hands and as a real table; the number of its tricks."""
    rules = rules_of("german")
    dealt, played = steps[:26], steps[26:]
    codes = [Card.parse(step["a"]) for step in dealt]
    stock = [Card.parse(step["a"]) for step in played if step["p"] < 0]
    standing = Standing(dealer=1)
    known = rules.start(standing, Cards([codes[0::2], codes[1::2]], stock))
    table = rules.start(standing)
    assert len(played) == 52, where
    for number in range(13):
        face_up, lead, reply, _ = played[4 * number : 4 * number + 4]
        assert known.turned_up == (Card.parse(face_up["a"]),), where
        rules.apply(table, TurnUp(1, known.turned_up))
        for step in (lead, reply):
            rules.apply(table, _action(step["p"], step["a"]))
            _step(rules, known, step, f"{where}, trick {number + 1}")
    assert (known.stock, len(known.tricks)) == ([], 13), where
    assert table.tricks == known.tricks, where
    return len(known.tricks)


def test_the_first_stage_of_german_whist_agrees():
    """RULES G1–G6: legal cards (so who drew what), whose turn it is (so who won each trick)."""
    for path in _files("german_whist_*.jsonl"):
        games = _games(path)
        assert games, path
        tricks = [_stock_game(steps, f"{path.name}, game {number}") for number, steps in enumerate(games, 1)]
        assert sum(tricks) == 13 * len(games), path
        print(f"{path.name}: {len(games)} games, {sum(tricks)} tricks agree")
