"""Computer players whose cards stand in holders at the keeper's table: they decide from what their seat may know, whole
hands are played, and nobody is stuck whatever they say (RULES S1–S4)."""

from __future__ import annotations

import itertools
import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from device.company.at_holders import AtHolders, thought_or_simplest
from device.company.characters import Company
from device.journal.journal import Journal
from device.keeper.keeper import Keeper
from device.simulated.desk import GameDesk
from tests.device.company.test_characters import Here
from tests.whist.players.test_seated import cards_in
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.messages.requests import NewGame
from whist.players.position_json import position_from_json
from whist.rules.actions import Play
from whist.rules.refusals import Refused

QUICK = 1e6
"""So much faster than people it goes."""


class Evening:
    """A simulated table whose seats ``holders`` are computer players with holders, and all of whose people play by
    themselves; the camera sees without a doubt."""

    def __init__(self, folder: Path, game: str, holders: tuple[int, ...], levels: tuple[str, ...] = (), **more: Any):
        self.keeper = Keeper(NewGame(0, game, more.pop("options", {}), seed=3, holders=holders, levels=levels, **more))
        self.thinker = Here()
        company = Company(Here(), "easy")
        self.desk = GameDesk(self.keeper, SimulatedTable(), 3, folder, set(), company)
        for person in self.keeper.persons():
            self.desk.set_plays_itself(person, True)
        self.players = AtHolders(self.keeper, company, self.thinker, 3, QUICK)

    @property
    def hands(self) -> Any:
        return self.desk.desk()._hands

    def play(self, hands: int = 1) -> None:
        for _ in range(900 * hands):
            view = self.keeper.public_view()
            if view["phase"] == "over" or (view["phase"] == "scored" and view["deal"] >= hands):
                return
            self.players.turn()
            self.desk.step(lambda: None)
            for _ in range(2):
                self.keeper.see(self.hands.perfect_view())
        raise AssertionError(f"nobody goes on: {self.keeper.public_view()['prompt']}")


@pytest.mark.parametrize(
    ("game", "holders", "more"),
    [
        ("classic", (1,), {}),
        ("classic", (0, 2, 3), {"dealer": 3}),
        ("italian", (2, 1), {"options": {"trump_method": "entered"}}),
        ("candid", (3,), {}),
        ("bid", (1, 2), {}),
        ("australian", (1, 3), {"players": 5}),
        ("german", (1,), {}),
    ],
)
def test_whole_hands_are_played_with_computer_players_at_holders_s1_s4(game, holders, more, tmp_path):
    evening = Evening(tmp_path, game, holders, ("easy",) * len(holders), **more)
    evening.play(2)
    table = evening.keeper.table
    assert not [event for event in table.events if event.name in ("wrong_card", "revoke_found", "out_of_step")]
    assert evening.thinker.asked
    for line in evening.thinker.asked:
        told = position_from_json(json.loads(line)["position"])
        assert set(told.known) == {told.me} <= set(holders), "it sees its own cards and nobody else's"


def test_what_it_is_told_is_what_its_seat_may_know_s2(tmp_path):
    evening = Evening(tmp_path, "candid", (3,), ("easy",))
    dealt: dict[str, set[Card]] = {}
    for _ in range(60):
        evening.players.turn()
        evening.desk.step(lambda: None)
        dealt |= {"own": {Card.parse(code) for code in map(str, evening.hands.hands[3])} | dealt.get("own", set())}
        for _ in range(2):
            evening.keeper.see(evening.hands.perfect_view())
    laid = {card for trick in evening.keeper.table.state.hand.tricks for card in trick.cards}
    laid |= set(evening.keeper.table.state.hand.trick)
    for line in evening.thinker.asked:
        assert cards_in(json.loads(line)["position"]) <= dealt["own"] | laid


@pytest.mark.parametrize(
    "said", [None, {"seat": 1, "play": "C2"}, {"seat": 2, "play": "CA"}, {"seat": 1, "bid": "pass"}, 7]
)
def test_whatever_the_process_says_the_hand_goes_on(said, tmp_path):
    evening = Evening(tmp_path, "classic", (1,), ("strong",))
    evening.thinker.answer = lambda asked: said  # type: ignore[method-assign]
    evening.play()
    assert evening.keeper.public_view()["sheet"]


def test_a_stumbling_mind_tells_nothing_in_the_log(tmp_path, caplog):
    evening = Evening(tmp_path, "classic", (1,))

    def stumble(asked: Any) -> Any:
        raise ValueError(json.dumps(asked))

    evening.thinker.answer = stumble  # type: ignore[method-assign]
    with caplog.at_level(logging.DEBUG):
        evening.play()
    assert "stumbled (ValueError)" in caplog.text
    assert not any(f'"{card}"' in caplog.text for card in ("S2", "HA", "CK", "D7"))


def test_they_have_faces_and_levels_and_no_page(tmp_path):
    evening = Evening(tmp_path, "classic", (1, 3), ("easy", "strong"))
    view = evening.keeper.public_view()
    assert {place: one["level"] for place, one in view["company"].items() if place in ("west", "east")} == {
        "west": "easy",
        "east": "strong",
    }
    assert evening.keeper.persons() == ("south", "north")
    with pytest.raises(Refused):
        evening.keeper.request("south", {"game": "classic", "holders": [1], "levels": ["godlike"]})
    for body in ({"play": "HT"}, {"seat": 1, "play": "HT"}):
        with pytest.raises(Refused):
            evening.keeper.request("north", body)
    assert "move" in view
    assert evening.keeper.question_picture("west", 1) is None


def test_the_match_goes_on_with_them_after_a_restart(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    keeper = Keeper(NewGame(0, "candid", {}, seed=3, holders=(2,), levels=("strong",)), journal)
    journal.close()
    journal = Journal(tmp_path / "journal.sqlite")
    again = Keeper(NewGame(0, "candid", {}, seed=4), journal)
    assert again.table.state.holders.seats == (2,)
    assert again.computers() == {"north": "strong"}
    assert again.table == keeper.table
    assert again.last_played()[0]["holders"] == [2]
    assert again.last_played()[0]["levels"] == ["strong"]
    journal.close()


def test_an_order_is_not_given_where_something_happened_meanwhile(tmp_path):
    evening = Evening(tmp_path, "classic", (1,), dealer=3)
    for _ in itertools.count():
        if evening.keeper.table.deciding is not None:
            break
        evening.desk.step(lambda: None)
        for _ in range(2):
            evening.keeper.see(evening.hands.perfect_view())
    led = evening.hands.laid_by(0)[-1]

    def slow(asked: Any) -> Any:
        evening.hands.take_back(led)
        for _ in range(2):
            evening.keeper.see(evening.hands.perfect_view())
        return None

    evening.thinker.answer = slow  # type: ignore[method-assign]
    assert not evening.players.turn()
    assert not evening.keeper.table.to_move


def test_the_simplest_thing_is_always_granted(tmp_path):
    evening = Evening(tmp_path, "bid", (1, 2, 3))
    rng = random.Random(5)
    for _ in range(120):
        asked = evening.keeper.table.deciding
        if asked is not None:
            action = thought_or_simplest(asked, lambda _: None)
            assert action is not None
            assert not isinstance(action, Play) or action.card in asked.held
        evening.players.turn() if rng.random() < 0.9 else None
        evening.desk.step(lambda: None)
        for _ in range(2):
            evening.keeper.see(evening.hands.perfect_view())


# -- Android Whist alone -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("holders", "first"), [((1,), "south"), ((1,), "north"), ((0,), "south")])
def test_it_plays_and_commands_in_android_whist_by_what_it_sees_a5_a6_s2(holders, first, tmp_path):
    """RULES A5, A6, S2: its own hand and the holder beside it, never the one that it commands."""
    evening = Evening(tmp_path, "android", holders, ("easy",), options={"first_dealer": first})
    evening.play(2)
    table = evening.keeper.table
    names = [event.name for event in table.events]
    assert not {"wrong_card", "revoke_found", "out_of_step", "question"} & set(names)
    assert names.count("dealt") >= 3
    computer = ("south", "north")[holders[0]]
    assert table.persons == (("north",) if holders == (0,) else ("south",))
    kinds = set()
    for line in evening.thinker.asked:
        told = position_from_json(json.loads(line)["position"])
        assert len(told.known) == 2
        assert told.hand.hands is None
        commanded = (told.me + 2) % 4
        assert commanded not in told.known
        assert told.seat in (told.me, commanded)
        kinds.add(told.seat == told.me)
    assert kinds == {True, False}
    assert evening.keeper.public_view()["company"][computer]["level"] == "easy"


def test_a_command_that_has_met_an_error_is_not_given_again_a17_a35(tmp_path):
    """RULES A17, A35: else a mind that is wrong about the android would command the same for ever."""
    evening = Evening(tmp_path, "android", (1,), ("easy",))
    held = {"seat": 1, "command": "high spades"}
    evening.thinker.answer = lambda asked: held  # type: ignore[method-assign]
    evening.play()
    assert evening.keeper.public_view()["sheet"]
    tried = []
    for event in evening.keeper.table.events:
        if event.name == "error_message":
            assert (event.seat, event.command) not in tried
            tried.append((event.seat, event.command))
        elif event.name == "played":
            tried.clear()


def test_a_match_alone_goes_on_after_a_restart_s1(tmp_path):
    """RULES S1."""
    journal = Journal(tmp_path / "journal.sqlite")
    keeper = Keeper(NewGame(0, "android", {}, seed=3, holders=(1,), levels=("strong",)), journal)
    journal.close()
    journal = Journal(tmp_path / "journal.sqlite")
    again = Keeper(NewGame(0, "android", {}, seed=4), journal)
    assert again.table == keeper.table
    assert again.persons() == ("south",)
    assert again.computers() == {"north": "strong"}
    assert again.last_played()[0]["holders"] == [1]
