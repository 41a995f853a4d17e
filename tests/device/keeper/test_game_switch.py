"""Games are changed while people lay cards and look at their pages: nothing fails, nothing is lost or mixed."""

from __future__ import annotations

import json
import random
import threading
from pathlib import Path

import pytest

from device.keeper.keeper import Keeper
from device.settings.small_files import remember
from device.simulated.desk import MEMORY, GameDesk
from tests.web_ui.seats import MemorySeats
from vision.simulated.scene import SimulatedTable
from web_ui.app import create_app
from whist.messages.requests import NewGame

GAMES = (("australian", 7), ("german", 2), ("classic", 4), ("italian", 4), ("bid", 4))


def desk_of(keeper: Keeper, folder: Path, seed: int | None = 3) -> GameDesk:
    return GameDesk(keeper, SimulatedTable(), seed, folder, {"south", "north"})


def test_the_desk_of_a_game_that_is_over_touches_no_card_of_the_next(tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, "classic", seed=4))
    desk = desk_of(keeper, tmp_path)
    desk.deal()
    before = desk.desk()
    card = before.hand("south")[0]
    keeper.new_game(NewGame(0, "german", seed=5))
    for act in (lambda: before.hand("south"), lambda: before.lay("south", card), lambda: before.deal()):
        with pytest.raises(ValueError, match="Another game has begun"):
            act()
    desk.deal()
    kept = (tmp_path / "simulated-table.json").read_text()
    laid = desk._scene.scene().laid
    before._hands.throw_in()  # somebody was about to
    assert (tmp_path / "simulated-table.json").read_text() == kept
    assert desk._scene.scene().laid == laid


def test_another_game_begins_while_a_trick_waits_to_be_gathered(tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, "classic", seed=4))
    desk = GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"south", "west", "north", "east"})
    for _ in range(200):
        keeper.see(desk.desk()._hands.perfect_view())
        if keeper.public_view()["phase"] == "gather":
            break
        desk.step(lambda: None)
    begun: list[bool] = []
    desk.step(lambda: begun.append(keeper.new_game(NewGame(0, "german", seed=5)) is None))
    assert begun == [True]
    assert desk._scene.scene().laid == ()
    desk.step(lambda: None)
    assert keeper.public_view()["last_trick"] is None


def test_who_names_trumps_before_the_deal_can_still_have_the_cards_dealt(tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, "italian", {"trump_method": "entered"}, dealer=2, seed=4))
    desk = desk_of(keeper, tmp_path)
    desk.set_plays_itself("north", False)
    keeper.request("north", {"choose": "D"})
    assert keeper.public_view()["phase"] == "play"
    assert desk.may_deal("north")
    desk.deal()
    assert not desk.may_deal("north")
    assert len(desk.hand("north")) == 13
    with pytest.raises(ValueError, match="dealt already"):
        desk.deal()


def test_pages_and_hands_survive_games_that_are_changed_all_the_time(tmp_path: Path) -> None:
    """Pages are asked for and cards laid by one thread while another changes the game."""
    keeper = Keeper(NewGame(0, "australian", {}, 7, seed=1))
    desk = desk_of(keeper, tmp_path)
    app = create_app(keeper, desk, seats_store=MemorySeats())
    browser = app.test_client()
    browser.post("/seats/southeast", json={})
    done, rng, failed = threading.Event(), random.Random(1), []

    def change() -> None:
        for number in range(60):
            game, players = GAMES[number % len(GAMES)]
            keeper.new_game(NewGame(0, game, {}, players, 0, number))
            for _ in range(4):
                try:
                    desk.step(lambda: None)
                    keeper.see(desk.desk()._hands.perfect_view())
                except ValueError:
                    pass  # refused: another game has begun
        done.set()

    changing = threading.Thread(target=change)
    changing.start()
    while not done.is_set():
        for path, body in (("/api/southeast", None), ("/simulation/southeast/lay", {"card": rng.choice("CDHS") + "2"})):
            answer = browser.get(path) if body is None else browser.post(path, json=body)
            failed += [(path, answer.data)] if answer.status_code >= 500 else []
    changing.join()
    assert not failed
    json.loads((tmp_path / "simulated-table.json").read_text())


def test_two_writers_of_one_file_leave_it_whole(tmp_path: Path) -> None:
    memory = tmp_path / "simulated-table.json"
    states = [{"who": who, "cards": ["S2"] * 4000} for who in range(2)]
    told: list[bool] = []

    def write(state: dict[str, object]) -> None:
        told.extend(remember(memory, state) for _ in range(40))

    writers = [threading.Thread(target=write, args=(state,)) for state in states]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert told == [True] * 80
    assert json.loads(memory.read_text()) in states


@pytest.mark.parametrize("game", ["android", "classic", "german"])
def test_a_fresh_table_deals_other_cards_unless_a_seed_is_given(game: str, tmp_path: Path) -> None:
    def first_hand(folder: str, seed: int | None) -> list[str]:
        keeper = Keeper(NewGame(0, game, seed=4))
        desk = desk_of(keeper, tmp_path / folder, seed)
        (tmp_path / folder).mkdir()
        desk.deal()
        return desk.hand("south")

    assert first_hand("a", 3) == first_hand("b", 3)
    assert first_hand("c", None) != first_hand("d", None)


def test_every_match_at_one_table_is_dealt_other_cards(tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, "classic", seed=4))
    desk = desk_of(keeper, tmp_path, None)
    dealt = []
    for _ in range(3):
        desk.deal()
        dealt.append(desk.hand("south"))
        keeper.new_game(NewGame(0, "classic", seed=5))
    assert len({tuple(hand) for hand in dealt}) == 3


def test_cards_of_the_match_before_that_cannot_be_forgotten_keep_nobody_from_the_next(tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, "classic", seed=4))
    desk = desk_of(keeper, tmp_path)
    desk.deal()
    (tmp_path / MEMORY).unlink()
    (tmp_path / MEMORY / "in it").mkdir(parents=True)  # no file that could be deleted
    keeper.new_game(NewGame(0, "classic", seed=5))
    desk.deal()
    assert len(desk.hand("south")) == 13
