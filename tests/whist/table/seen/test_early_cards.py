"""Cards that are laid too early: whose they are is said as far as it can be known, and none is lost (RULES A36, T9)."""

from __future__ import annotations

import pytest

from tests.whist.doubtful import card, names, playing
from tests.whist.doubtful import reading as read
from tests.whist.family_driver import look
from tests.whist.family_worlds import EAST, NORTH, SOUTH, WEST
from tests.whist.table.test_habits import NORTHS, SOUTHS, prompt, see
from whist.messages import events as ev
from whist.messages.events import event_from_json
from whist.messages.observations import LaidCard, TableShows
from whist.messages.requests import Answer, LaidBy
from whist.rules.refusals import Refused
from whist.table.state.seats import human
from whist.table.table import Table


def wrong(table):
    return table.public_view()["wrong_card"]


@pytest.mark.parametrize("until", [1, 2], ids=["at an android's turn", "at the other person's turn"])
def test_an_own_card_laid_early_is_that_persons(until):
    world = playing(until)
    see(world, ("H5", SOUTHS))
    assert wrong(world.table) == {"seat": 0, "card": "H5", "also": [], "said": False}
    assert Table.from_events(world.table.events, world.options) == world.table


def test_a_card_out_of_a_holder_is_that_holders_wherever_it_lies():
    world = playing(1)
    moved = next(one for one in world.slots[1] if one)
    world.slots[1][world.slots[1].index(moved)] = None
    world.show_holder(1)
    see(world, (str(moved), NORTHS))
    assert wrong(world.table)["seat"] == 1
    assert prompt(world).endswith("it is holder 2's turn.")


def test_a_card_out_of_a_holder_that_people_have_named_is_that_holders():
    """RULES A36, C10: it reads as one that was played, and the person before whom it lies has not laid it."""
    world = playing(4)
    world.gather()
    ace, moved = world.table.state.gathered[0].card, next(one for one in world.slots[1] if one)
    world.slots[1][world.slots[1].index(moved)] = None
    world.show_holder(1)
    see(world, (str(ace), SOUTHS))
    (asks,) = world.table.state.questions
    assert names(world.table.apply(Answer(0, asks.id, moved))) == ["answered", "right_again", "wrong_card"]
    assert (wrong(world.table)["seat"], wrong(world.table)["card"]) == (1, str(moved))
    assert moved in world.table.state.holders.cards()


def test_all_cards_that_must_be_taken_back_are_named():
    world = playing(1)
    see(world, ("H5", SOUTHS), ("H9", (30.0, -90.0)))
    assert wrong(world.table) == {"seat": 0, "card": "H5", "also": ["H9"], "said": False}
    assert [event.more for event in see(world, ("H5", SOUTHS))] == [()]
    assert see(world) == [ev.RightAgain()]


def test_a_card_that_must_be_taken_back_is_not_what_lies_elsewhere():
    """Before North, who is in turn, lies what reads as a card of the trick: that it is South's early one is neither
    offered nor taken (RULES T9)."""
    world = playing(2)
    see(world, ("H5", SOUTHS))
    see(world, ("H5", SOUTHS), (str(world.table.state.trick[0].card), NORTHS))
    (asks,) = world.table.state.questions
    assert (asks.about, card("H5") in asks.candidates) == ("table", False)
    with pytest.raises(Refused, match="cannot be there"):
        world.table.apply(Answer(0, asks.id, card("H5")))


@pytest.mark.parametrize(
    ("reading", "still"),
    [
        pytest.param("", True, id="nothing can be read of it any more"),
        pytest.param("HJ .5", True, id="it is read as hardly anything"),
        pytest.param("HJ .95", False, id="another card lies there"),
    ],
)
def test_a_card_that_must_be_taken_back_may_become_hard_to_read(reading, still):
    """Something lies on it now, or it was turned: nobody has taken it, so that it is spoken of on."""
    world = playing(1)
    see(world, ("H5", SOUTHS))
    world.table.apply(TableShows((*world.cards(), LaidCard(read(reading), *SOUTHS))))
    assert (wrong(world.table) or {}).get("card") == ("H5" if still else "HJ")
    assert see(world) == [ev.RightAgain()]


@pytest.mark.parametrize(("seen", "still"), [("S9 .5 S8 .4", True), ("", True), ("S8 1", False)])
def test_a_played_card_laid_again_may_become_hard_to_read(begin, seen, still):
    world = begin("H2 D2 C2 S2")
    world.laid, world.aside = [], []
    world.show()
    look(world, ("D2", *SOUTH))
    world.table.apply(TableShows((LaidCard(read(seen), *SOUTH),)))
    assert (wrong(world.table) is not None and wrong(world.table)["card"] == "D2") == still
    look(world)
    assert wrong(world.table) is None


def test_a_card_laid_on_a_complete_trick_is_named_and_not_lost():
    """North's last card completes the trick while South's second one lies there already."""
    world = playing(2)
    world.lay(card("S3"))
    while len(world.laid) < 4:
        world.lay(world.choose() if human(world.turn, world.dealer) else world.order())
    assert world.table.state.phase == "gather"
    loser = next(seat for seat in (0, 3) if seat != world.table.state.leader)
    code, at = (str(world.hands[loser][0]), SOUTHS if loser == 0 else NORTHS)
    see(world, (code, at))
    assert wrong(world.table) == {"seat": loser, "card": code, "also": [], "said": False}
    assert prompt(world).endswith("it does not belong to this trick.")
    assert see(world)[0] == ev.RightAgain()


def test_who_laid_it_is_not_known_to_journals_written_before():
    assert event_from_json({"event": "wrong_card", "seat": 1, "card": "H5"}) == ev.WrongCard(1, card("H5"))


def test_a_card_in_question_is_said_to_be_anothers_with_one_tap(begin):
    """Whoever is asked whether West has laid it can say yes, or whose it is."""
    world = begin()
    look(world, ("S5", *SOUTH))
    assert world.table.view(0)["questions"][0]["kind"] == "turn"
    for seat in range(4):
        offered = world.table.view(seat)["actions"]
        assert [{"laid_by": by} for by in (0, 2, 3)] == [one for one in offered if "laid_by" in one]
    world.table.apply(LaidBy(0, 0))
    assert wrong(world.table) == {"seat": 0, "card": "S5", "also": [], "said": True}
    look(world)
    assert wrong(world.table) is None


def test_a_card_in_question_is_taken_with_a_yes(begin):
    world = begin()
    look(world, ("S5", *SOUTH))
    done = world.table.apply(Answer(2, world.table.state.questions[0].id, card("S5")))
    assert [event.seat for event in done if isinstance(event, ev.Played)] == [1]


@pytest.mark.parametrize(("seat", "at"), enumerate((SOUTH, WEST, NORTH, EAST)))
def test_a_card_on_a_complete_trick_before_who_does_not_lead_must_be_taken_back(begin, seat, at):
    world = begin("H2 D3 C4 S6")  # spades are trumps: South wins
    look(world, ("S9", at[0] * 1.4, at[1] * 1.4))
    assert wrong(world.table) == (None if seat == 0 else {"seat": seat, "card": "S9", "also": [], "said": False})
    if seat:
        assert prompt(world) == "Take the 9 of spades back: it does not belong to this trick."
        look(world)
        assert wrong(world.table) is None


def test_two_cards_of_one_person_out_of_turn_are_both_taken_back(begin):
    """Saying of the second that it is South's, too, does not free the first."""
    world = begin("H2")
    two = [("C2", *SOUTH), ("D3", SOUTH[0] + 60.0, SOUTH[1])]
    look(world, *two)
    world.table.apply(Answer(0, world.table.state.questions[0].id, card("C2")))
    world.table.apply(LaidBy(0, 0))
    asked = world.table.state.questions
    if asked:
        world.table.apply(LaidBy(0, 0))
    look(world, *two)
    assert world.table.state.questions == ()
    assert {wrong(world.table)["card"], *wrong(world.table)["also"]} == {"C2", "D3"}
    look(world, two[1])
    assert wrong(world.table) == {"seat": 0, "card": "D3", "also": [], "said": True}
    look(world)
    assert wrong(world.table) is None
