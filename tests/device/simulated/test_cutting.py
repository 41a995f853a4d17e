"""Simulated people cut for the deal, before perfect eyes and before the camera's pictures (RULES S6)."""

import json

import pytest

from device.commands.cli import main
from device.keeper.keeper import Keeper
from device.simulated.acting import perform, players_at
from device.simulated.desk import GameDesk
from device.simulated.matches import hands_at
from vision.packs.faces import Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.beginning.state import best_seats
from whist.games import GAMES
from whist.messages.events_of_beginning import CutOnceMore, CutShows, FirstFound
from whist.messages.requests import NewGame
from whist.tables import begin


@pytest.mark.parametrize("by_themselves", [True, False], ids=["alone", "people"])
@pytest.mark.parametrize("game", GAMES)
def test_people_cut_at_the_simulated_table_and_then_deal(game, by_themselves, tmp_path):
    """RULES S6: nobody has to click for it; who deals then is who was found."""
    keeper = Keeper(NewGame(0, game, {"first": "cut"}, seed=4))
    persons = set(keeper.table.persons) if by_themselves else set()
    desk = GameDesk(keeper, SimulatedTable(4), 4, tmp_path, persons)
    for _ in range(80):
        if keeper.table.phase != "cut":
            break
        assert not any(desk.may_deal(person) for person in keeper.table.persons)
        desk.step(lambda: None)
        for _ in range(2):
            keeper.see(desk.desk()._hands.perfect_view())
    assert keeper.table.phase == "deal"
    view = keeper.public_view()
    assert not desk.desk()._hands.laid()
    assert desk.may_deal(view["seats"][view["dealer"]]["person"])
    desk.deal()
    for _ in range(2):
        keeper.see(desk.desk()._hands.perfect_view())
    assert not desk.may_deal("south")


def test_nobody_deals_while_it_is_cut(tmp_path):
    keeper = Keeper(NewGame(0, "classic", {"first": "cut"}, seed=4))
    desk = GameDesk(keeper, SimulatedTable(4), 4, tmp_path, set())
    with pytest.raises(ValueError, match="Cut for the deal"):
        desk.deal()


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("game", "holders"), [("classic", ()), ("candid", (2,)), ("android", ()), ("bid", ())])
def test_a_cut_is_read_from_pictures(game, holders, seed, reader):
    """RULES S6: each round's cards as they really lie there, and the best of them begins; equal ones are cut again."""
    table = begin(NewGame(0, game, {"first": "cut"}, seed=seed, holders=holders))
    scene = SimulatedTable(seed)
    camera = SimulatedCamera(scene, Pack.drawn("standard"), seed=seed)
    watcher = Watcher(reader, pack=table.rules.pack(), parts=table.parts)
    hands, people = hands_at(table, scene, seed), players_at(lambda: table, seed)
    truth = {}
    for _ in range(60):
        events = [event for _ in range(2) for seen in watcher.tick(camera) for event in table.apply(seen)]
        for event in events:
            if isinstance(event, CutShows):
                assert {*event.cards, *event.apart} <= {one.card for one in scene.scene().laid}
                truth = dict(zip(event.seats, event.cards, strict=True))
            if isinstance(event, FirstFound | CutOnceMore):
                best = best_seats("high", [*truth], [*truth.values()])
                assert best == ((event.seat,) if isinstance(event, FirstFound) else event.seats)
        if table.phase != "cut":
            break
        if not events:
            acts = [(one, one.act(table.view(table.seat_of(one.person)), hands)) for one in people]
            one, act = next((one, act) for one, act in acts if act is not None)
            perform(act, table, one.person, hands)
    assert table.phase == "deal", table.public_view()["prompt"]


def test_what_is_simulated_is_followed_to_its_score(tmp_path, capsys):
    """``simulate`` and ``watch`` (RULES S6): who is drawn or cuts the best card deals in both."""
    folder = tmp_path / "frames"
    assert main(["simulate", str(folder), "--game", "australian", "--option", "first=cut", "--seed", "3"]) == 0
    capsys.readouterr()
    assert main(["watch", str(folder), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    named = [event["event"] for event in events]
    assert named[0] == "first_asked"
    assert "refused" not in named
    found = next(event for event in events if event["event"] == "first_found")
    started = next(event for event in events if event["event"] == "game_started")
    assert started["dealer"] == found["seat"]
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    hand = next(event for event in events if event["event"] == "hand_scored")
    (told,) = [line for line in truth if "deal" in line]
    assert (hand["tricks"], hand["points"]) == (told["tricks"], told["points"])
