"""Computer players at the simulated table, their cards in holders: read, moved, laid, scored through pixels alone."""

from __future__ import annotations

import json
import random

import pytest

from device.keeper.eyes import GameWatcher
from device.keeper.followed_folder import watch_folder
from device.keeper.keeper import Keeper
from device.simulated.hands import Hands
from device.simulated.matches import write_deals
from tests.at_the_table import differences, play
from vision.packs.faces import Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.games import rules_class
from whist.messages.requests import NewGame
from whist.rules.actions import Play
from whist.rules.options import AndroidOptions
from whist.rules.standing import standing_of
from whist.table.table import Table


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.mark.parametrize(
    ("game", "holders", "players"),
    [
        *(("classic", (seat,), None) for seat in range(4)),
        ("candid", (2,), None),
        ("italian", (3, 1), None),
        ("classic", (2, 3, 1), None),
        ("bid", (1,), None),
        ("australian", (4, 2), 5),
        ("german", (1,), None),
        ("german", (0,), None),
        ("honeymoon", (1,), None),
        ("honeymoon", (0,), None),
    ],
)
def test_a_hand_with_holders_through_pixels_equals_an_independent_account_s1_s3(game, holders, players, reader):
    options = {"bidder_gets_kitty": False} if game == "bid" else {}
    table, witness, _ = play(game, reader, 7, 1, options, players, holders=holders)
    assert len(table.state.lines) == 1
    assert differences(table, witness) == []
    assert Table.from_events(table.events) == table
    told = [event for event in table.events if event.name in ("dealt", "to_move", "wrong_card", "out_of_step")]
    moved = sum(len(line.tricks) for line in table.state.lines) * len(holders)
    assert [event.name for event in told].count("to_move") == moved
    drawn = {"german": 13, "honeymoon": 14}.get(game, 0)
    assert [event.name for event in told].count("dealt") == len(holders) + drawn
    assert len(told) == len(holders) + drawn + moved


@pytest.mark.parametrize(("seed", "holders", "sport", "jokers"), [(1, (1, 2), "always", 1), (3, (1,), "never", 2)])
def test_a_kitty_is_taken_into_a_holder_through_pixels_b10_b12(seed, holders, sport, jokers, reader):
    options = {"bidder_gets_kitty": True, "sport": sport, "jokers": jokers}
    table, witness, _ = play("bid", reader, seed, 1, options, holders=holders)
    assert table.hand.declarer in holders
    assert differences(table, witness) == []
    assert Table.from_events(table.events) == table
    steps = [event.step for event in table.events if event.name == "kitty_step"]
    assert steps[:4] == ["room", "take", "choose", "discard"]
    assert steps[-1] == "done"
    assert not [event for event in table.events if event.name in ("wrong_card", "out_of_step")]


def test_frames_with_a_kitty_in_a_holder_are_followed_from_pictures_and_taps_alone_b10(reader, tmp_path):
    folder, scene = tmp_path / "frames", SimulatedTable(3)
    camera = SimulatedCamera(scene, Pack.drawn("four-colour"), seed=3)
    choice = NewGame(0, "bid", {"bidder_gets_kitty": True}, None, 0, 3, (1, 2, 3))
    assert write_deals(folder, scene, camera, choice, 1, 3) == 1
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    (folder / "truth.jsonl").unlink()
    events = list(watch_folder(folder, AndroidOptions(), reader))
    assert [event["step"] for event in events if event["event"] == "kitty_step"][-1:] == ["done"]
    scored = [event for event in events if event["event"] == "hand_scored"]
    deals = [line for line in truth if "deal" in line]
    assert [(one["tricks"], one["points"]) for one in scored] == [(one["tricks"], one["points"]) for one in deals]
    assert not [event for event in events if event["event"] in ("refused", "wrong_card", "out_of_step")]


def test_frames_with_holders_are_followed_from_pictures_and_taps_alone(reader, tmp_path):
    folder, scene = tmp_path / "frames", SimulatedTable(4)
    camera = SimulatedCamera(scene, Pack.drawn("four-colour"), seed=4)
    choice = NewGame(0, "candid", {}, None, 1, 4, (3,))
    assert write_deals(folder, scene, camera, choice, 1, 4) == 1
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    (folder / "truth.jsonl").unlink()
    events = list(watch_folder(folder, AndroidOptions(), reader))
    full = next(line for line in truth if len(line["holders"]["1"]) == 13)
    dealt = {event["holder"]: event["cards"] for event in events if event["event"] == "dealt"}
    assert dealt == {1: full["holders"]["1"]}
    scored = [event for event in events if event["event"] == "hand_scored"]
    deals = [line for line in truth if "deal" in line]
    assert [(one["tricks"], one["points"]) for one in scored] == [(one["tricks"], one["points"]) for one in deals]
    assert not [event for event in events if event["event"] in ("refused", "wrong_card", "out_of_step")]


class RealTable:
    """A real table, as the keeper has it: nothing is known but what the camera shows."""

    def __init__(self, reader, holders, facing=0.0):
        self.keeper = Keeper(NewGame(0, "classic", {}, None, 3, 1, holders))
        self.scene = SimulatedTable(11)
        self.camera = SimulatedCamera(self.scene, Pack.drawn("standard"), seed=11)
        self.eyes = GameWatcher(self.keeper, reader)
        self.hands = Hands(self.scene, rules_class("classic")(), 11, holders=holders)
        self.hands.deal(standing_of(self.keeper.public_view()), 1)
        for number, seat in enumerate(holders, 1):
            self.scene.stand(number, -90.0 * seat, facing=facing)
        self.look()
        self.hands.open_turn_up()
        self.look()

    def look(self):
        """What happens while everybody waits a little."""
        return [event.name for _ in range(6) for event in self.keeper.see(self.eyes.tick(self.camera), 0.0)]

    def lay(self, seat, card=None):
        own = self.hands.hand(seat)
        self.hands.lay(seat, card or own[0])
        return card or own[0]


@pytest.mark.parametrize("facing", [0.0, 180.0])
def test_wrong_slots_and_cards_too_early_are_said_and_taken_back_s3(facing, reader):
    at = RealTable(reader, (1,), facing)
    table = at.keeper.table
    assert set(table.state.holders.held(1)) == set(at.hands.hands[1])
    rng = random.Random(3)
    early = at.lay(1, rng.choice(at.hands.hand(1)))  # South leads
    assert at.look() == ["wrong_card"]
    assert table.state.wrong == (0, early)
    assert table.state.wrong_by == 1
    at.hands.take_back(early)
    assert at.look() == ["right_again"]
    at.lay(0)
    assert "played" in at.look()
    wanted = next(card for card in at.hands.hand(1) if table.deciding.grants(Play(1, card)))
    other = next(card for card in at.hands.hand(1) if card != wanted)
    at.keeper.ask(Play(1, wanted))
    assert table.to_move == {(1, at.hands.scene.scene().holders[0].slots.index(_racked(at, wanted)))}
    at.lay(1, other)
    assert at.look() == ["wrong_card"]
    assert table.public_view()["prompt"].endswith("it is not the card that North has to move.")
    at.hands.take_back(other)
    assert at.look() == ["right_again"]
    at.lay(1, wanted)
    assert at.look() == ["played"]
    assert table.state.trick[-1].card == wanted


def _racked(at, card: Card):
    return next(one for one in at.scene.scene().holders[0].slots if one is not None and one.card == card)
