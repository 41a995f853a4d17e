"""The simulated people's hands behind the page: what a click may do, and what it may not."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from device.keeper.keeper import Keeper
from device.settings.game_choice import android
from device.simulated.desk import Desk, GameDesk
from device.simulated.hands import Hands
from device.simulated.persons import SimulatedPersons
from tests.simulated import hands_of
from vision.simulated.scene import SimulatedTable
from whist.messages.requests import NewGame
from whist.rules.commands import AndroidOptions


@pytest.fixture
def keeper() -> Keeper:
    return Keeper(AndroidOptions())


@pytest.fixture
def hands(keeper: Keeper) -> Hands:
    return hands_of(keeper.table, 3)


@pytest.fixture
def desk(keeper: Keeper, hands: Hands) -> Desk:
    return Desk(hands, keeper, set())


def look(keeper: Keeper, hands: Hands) -> None:
    keeper.see(hands.perfect_view())


def test_cards_are_dealt_once(keeper: Keeper, hands: Hands, desk: Desk) -> None:
    desk.deal()
    for _ in range(2):
        with pytest.raises(ValueError, match="dealt already"):
            desk.deal()
        look(keeper, hands)
    dealt = [*desk.hand("south"), *desk.hand("north"), *map(str, hands.slots(1)), *map(str, hands.slots(2))]
    assert len(set(dealt)) == 52


def test_a_second_card_waits_until_the_first_was_seen(keeper: Keeper, hands: Hands, desk: Desk) -> None:
    desk.deal()
    look(keeper, hands)
    first, second = desk.hand("north")[:2]
    desk.lay("north", first)
    with pytest.raises(ValueError, match="still reading"):
        desk.lay("north", second)
    look(keeper, hands)  # holder 1 is on lead: North's card is wrong there
    assert keeper.public_view()["wrong_card"] == {"seat": 3, "card": first, "also": [], "said": False}, (
        "it is North's, not holder 1's"
    )
    with pytest.raises(ValueError, match="Take the wrong card back"):
        desk.lay("north", second)
    desk.take_back()
    look(keeper, hands)
    assert keeper.public_view()["wrong_card"] is None
    assert first in desk.hand("north")


def test_a_wrong_card_from_a_holder_goes_back_into_its_slot(keeper: Keeper, hands: Hands, desk: Desk) -> None:
    desk.deal()
    look(keeper, hands)
    stood = hands.slots(1)
    desk.move("south", str(stood[4]))
    look(keeper, hands)
    assert keeper.public_view()["wrong_card"]
    desk.take_back()
    look(keeper, hands)
    assert hands.slots(1) == stood
    assert keeper.public_view()["wrong_card"] is None


@pytest.mark.parametrize(
    ("act", "card", "why"),
    [("lay", "S2", "being played"), ("move", "S2", "being played"), ("take_back", "", "taken back")],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(desk: Desk, act: str, card: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        getattr(desk, act)(*(["south", card] if card else []))


def test_after_a_misdeal_the_cards_are_thrown_in_and_dealt_again(keeper: Keeper, hands: Hands, desk: Desk) -> None:
    desk.deal()
    look(keeper, hands)
    keeper.request("south", {"redeal": True})
    persons = SimulatedPersons(keeper, desk, speed=100.0)
    persons.start()
    deadline = time.monotonic() + 10
    while not hands.empty() and time.monotonic() < deadline:
        time.sleep(0.01)
    persons.stop()
    assert hands.empty()
    look(keeper, hands)
    desk.deal()
    look(keeper, hands)
    assert keeper.public_view()["phase"] == "play"
    assert keeper.public_view()["dealer"] == 0  # the same dealer deals again (RULES T10)


def test_what_is_dealt_follows_from_more_than_anybody_can_try_and_is_kept_over_a_restart(tmp_path: Path) -> None:
    keeper = Keeper(AndroidOptions())
    scene = SimulatedTable()
    desk = GameDesk(keeper, scene, None, tmp_path, set())
    assert desk.desk()._hands._seed.bit_length() > 96
    desk.deal()
    for _ in range(3):
        look(keeper, desk.desk()._hands)
    again = GameDesk(keeper, SimulatedTable(), None, tmp_path, set())
    assert again.desk()._hands._seed != desk.desk()._hands._seed
    assert [again.hand(person) for person in ("south", "north")] == [desk.hand(person) for person in ("south", "north")]


def test_cards_of_a_game_that_is_broken_off_are_taken_away(tmp_path: Path) -> None:
    keeper = Keeper(AndroidOptions())
    desk = GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"south", "north"})
    while not desk.desk()._hands.trick():
        desk.step(lambda: None)
        look(keeper, desk.desk()._hands)
    before = desk.desk()
    keeper.new_game(android(AndroidOptions()))  # the same once more, as it was begun before
    assert desk.desk() is not before
    hands = desk.desk()._hands
    assert hands.empty()
    look(keeper, hands)
    desk.step(lambda: None)
    assert all(hands.slots(1))
    assert hands.deals == 2, "other cards than those of the first deal"
    look(keeper, hands)
    assert keeper.public_view()["phase"] == "play"
    with pytest.raises(ValueError, match="Another game has begun"):
        before.deal()


def test_cards_that_were_claimed_are_taken_out_of_the_holders(tmp_path: Path) -> None:
    """Whoever sits at another seat in the next deal is not shown what is left in a holder of the one before."""
    keeper = Keeper(AndroidOptions())
    desk = GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"south", "north"})
    while (view := keeper.public_view())["tricks_done"] < 2 or view["phase"] != "play" or view["trick"]:
        desk.step(lambda: None)
        look(keeper, desk.desk()._hands)
    held = {person: desk.hand(person) for person in ("south", "north")}
    keeper.request("south", {"claim": 6})
    keeper.request("north", {"agree": True})
    for _ in range(3):
        look(keeper, desk.desk()._hands)
        if keeper.table.deal == 1:
            desk.step(lambda: None)
    assert keeper.table.deal == 2
    assert {person: desk.hand(person) for person in ("south", "north")} == held
    for _ in range(3):
        desk.step(lambda: None)
        look(keeper, desk.desk()._hands)
    assert all(len(desk.hand(person)) == 13 for person in ("south", "north"))
    assert keeper.public_view()["phase"] == "play"


def test_after_a_misdeal_nobody_is_shown_the_cards_of_an_android(keeper: Keeper, hands: Hands) -> None:
    """RULES A6, T10: where the next dealer deals then, North sits where an android did."""
    keeper.new_game(NewGame(0, "android", {"misdeal": "next_dealer"}))
    desk = Desk(hands, keeper, set())
    desk.deal()
    look(keeper, hands)
    held = desk.hand("north")
    seat = keeper.table.seat_of("north")
    keeper.request("south", {"redeal": True})
    assert keeper.table.seat_of("north") != seat
    assert desk.hand("north") == held
    assert desk.position("north") is None


def test_only_whoever_sits_beside_a_holder_moves_its_cards(keeper: Keeper, hands: Hands, desk: Desk) -> None:
    """RULES A5: and nobody learns whether the card stands in the other holder."""
    desk.deal()
    look(keeper, hands)
    beside, far = hands.slots(1)[0], hands.slots(2)[0]
    refusals = []
    for card in (far, hands.hand(keeper.table.seat_of("north"))[0]):
        with pytest.raises(ValueError, match="holder beside you") as refused:
            desk.move("south", str(card))
        refusals.append(str(refused.value))
    assert len({*refusals}) == 1
    desk.move("south", str(beside))
    assert hands.laid_by(1) == [beside]


@pytest.mark.parametrize(
    ("choice", "hidden"),
    [
        (NewGame(0, "android", holders=(1,)), (2, 3)),
        (NewGame(0, "classic", holders=(1, 2, 3)), (1, 2, 3)),
        (NewGame(0, "german", holders=(1,)), (1,)),
    ],
    ids=lambda one: one.game if isinstance(one, NewGame) else "",
)
def test_no_answer_tells_where_a_card_stands_that_nobody_sees(choice: NewGame, hidden: tuple[int, ...]) -> None:
    """RULES S1, A5: of a holder that faces nobody the person moves the card alone that the table asks for."""
    keeper = Keeper(choice)
    hands = hands_of(keeper.table, 3)
    desk = Desk(hands, keeper, set())
    desk.deal()
    for _ in range(8):
        look(keeper, hands)
        if keeper.public_view()["phase"] == "play":
            break
        desk.step(lambda: None)
    assert keeper.public_view()["phase"] == "play"
    asked = (keeper.private_view("south")["beside"] or {}).get("to_move")
    there = [card for number in hidden for card in hands.slots(number) if card is not None and str(card) != asked]
    unseen = {*there, *(card for seat in range(1, len(hands.hands)) for card in hands.hand(seat))}
    unseen -= {*hands.slots(1)} if 1 not in hidden else set()
    refusals, before = set(), hands.scene.scene()
    assert len(there) > 4
    for card in (*there, *unseen, *hands.hand(keeper.table.seat_of("south")), *hands.stock):
        if str(card) == asked:
            continue
        with pytest.raises(ValueError, match="holder") as refused:
            desk.move("south", str(card))
        refusals.add(str(refused.value))
    assert len(refusals) == 1
    assert hands.scene.scene() == before


@pytest.mark.parametrize("game", ["android", "classic", "honeymoon"])
def test_after_a_misdeal_nobody_deals_before_the_camera_has_seen_the_table_cleared(game: str, tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, game) if game != "android" else AndroidOptions())
    desk = GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"south", "north"})
    hands = desk.desk()._hands
    for _ in range(3):
        desk.step(lambda: None)
        keeper.see(hands.perfect_view())
    keeper.request("south", {"redeal": True})
    for _ in range(12):
        desk.step(lambda: None)  # nobody looks
    assert hands.deals == 1
    assert not hands.laid()
    with pytest.raises(ValueError, match="camera is still looking"):
        desk.deal()
    for _ in range(12):
        keeper.see(hands.perfect_view())
        desk.step(lambda: None)
    assert hands.deals == 2
    assert keeper.public_view()["phase"] in ("play", "gather")


def test_cards_are_remembered_for_the_same_match_alone(tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, "classic", seed=4))
    desk = GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"south", "north"})
    for _ in range(6):
        desk.step(lambda: None)
        keeper.see(desk.desk()._hands.perfect_view())
    before = [desk.hand(person) for person in keeper.persons()]
    assert any(before)
    restarted = GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"south", "north"})
    assert [restarted.hand(person) for person in keeper.persons()] == before
    keeper.new_game(NewGame(0, "classic", seed=5))
    for again in (desk, GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"south", "north"})):
        assert not any(again.hand(person) for person in keeper.persons())
