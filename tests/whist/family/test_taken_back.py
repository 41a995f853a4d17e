"""Cards that must be taken back at a table without holders: which, why, and until when it is said."""

import pytest

from tests.whist.doubtful import names
from tests.whist.family_driver import MIDDLE, dealt, look, place
from tests.whist.family_worlds import EAST, NORTH, SOUTH, WEST, asked, lies, prompt, said, trick
from whist.cards import Card
from whist.messages.requests import Announce, Bid, LaidBy
from whist.rules.refusals import Refused


def wrong(world):
    """The cards that must be taken back, the first one first."""
    called = world.table.public_view()["wrong_card"]
    return [called["card"], *called["also"]] if called else []


def test_why_a_card_must_be_taken_back_is_said_anew_when_the_turn_passes_t9(begin):
    """RULES T9: nothing is said of a card of whoever has played since."""
    world = begin("H2")
    look(world, ("S2", *SOUTH))
    world.table.apply(LaidBy(1, 0))
    assert prompt(world) == "Take the 2 of spades back: it is North's turn, not South's."
    seen = [("H2", WEST), ("SA", MIDDLE), ("S2", SOUTH), ("D2", NORTH)]
    assert names(lies(world, *seen)) == ["played", "wrong_card"]
    assert prompt(world) == "Take the 2 of spades back: it is East's turn, not South's."
    assert lies(world, *seen) == []


def test_what_else_must_be_taken_back_is_said_with_a_card_that_can_no_longer_be_changed_t2(begin):
    """RULES T2: North lays a heart instead of the diamond, which the house does not allow, and West lays a second
    card."""
    world = begin("H2 D2", revoke_correction="never")
    lies(world, ("H2", WEST), ("SA", MIDDLE), ("H3", (20.0, 80.0)), ("H4", (-85.0, 25.0)))
    assert wrong(world) == ["H3", "H4"]
    assert "North's card can no longer be changed" in prompt(world)


def test_several_cards_in_the_place_of_one_that_can_no_longer_be_changed_are_said_once_t2(begin):
    """RULES T2: North lays two hearts instead of the diamond. One is called back, and the other with it; it was said of
    each in turn that it is the first, two hundred times a look."""
    world = begin("H2 D2", revoke_correction="never")
    seen = [("H2", WEST), ("SA", MIDDLE), ("H3", (20.0, 80.0)), ("H4", (-25.0, 84.0))]
    assert names(lies(world, *seen)) == ["wrong_card", "question"]
    assert (wrong(world), asked(world)) == (["H3", "H4"], [("turn", "H4")])
    assert "can no longer be changed" in prompt(world)
    assert lies(world, *seen) == []


@pytest.mark.parametrize("at", [pytest.param(EAST, id="before oneself"), pytest.param((0.0, 20.0), id="before nobody")])
def test_who_is_in_turn_plays_beside_a_card_that_can_no_longer_be_changed_t2(begin, at):
    """RULES T2: the table does not wait for North, who has laid another card than the one that stands."""
    world = begin("H2 D2", revoke_correction="never")
    seen = [("H2", WEST), ("SA", MIDDLE), ("H3", (20.0, 80.0)), ("C2", at)]
    assert names(lies(world, *seen)) == ["wrong_card", "played"]
    assert (wrong(world), trick(world)) == (["H3"], [(1, "H2"), (2, "D2"), (3, "C2")])
    assert lies(world, *seen) == []


@pytest.mark.parametrize(
    ("at", "left"),
    [
        pytest.param((0.0, -88.0), [], id="before whoever leads"),
        pytest.param((0.0, 88.0), ["H3"], id="before another"),
    ],
)
def test_a_card_pushed_to_whoever_leads_need_not_be_taken_back(begin, at, left):
    world = begin("H2 D2 C2 S2")
    there = [("H2", WEST), ("D2", NORTH), ("C2", EAST), ("S2", (0.0, -60.0))]
    assert names(lies(world, *there, ("H3", (-85.0, 25.0)))) == ["wrong_card"]
    lies(world, *there, ("H3", at))
    assert wrong(world) == left


@pytest.mark.parametrize(
    ("pushed", "left", "played"),
    [pytest.param((0.0, 10.0), ["SQ"], [], id="before nobody"), pytest.param(None, [], [(0, "SQ")], id="to who leads")],
)
def test_a_card_laid_in_the_auction_and_pushed_away_is_nobody_elses_lead(pushed, left, played):
    world, table = dealt("candid"), (0.0, 10.0)
    look(world, ("SQ", *place(1, 4)))
    for _ in range(4):
        world.table.apply(Announce(world.table.state.turn, 10))
    look(world, ("SQ", *place(1, 4)))
    look(world, ("SQ", *(pushed or table)))
    world.table.apply(Bid(world.table.state.turn, "13NT"))
    leads = world.table.state.turn
    assert leads not in (None, 1)
    look(world, ("SQ", *(pushed or place(leads, 4))))
    assert (wrong(world), trick(world)) == (left, [(leads, code) for _, code in played])


HIDDEN = "SQ .1 HK .05"


@pytest.mark.parametrize(
    ("text", "seat", "still"),
    [
        pytest.param(HIDDEN, 1, ["SQ"], id="it may be that card"),
        pytest.param("CA .1 HK .05", 1, ["SQ"], id="it lies where that card was read"),
        pytest.param("CA .1 HK .05", 2, [], id="another lies elsewhere"),
        pytest.param("", 1, [], id="it is gone"),
    ],
)
def test_a_card_that_must_be_taken_back_and_cannot_be_read_any_more_is_not_forgotten(text, seat, still):
    world = dealt("candid")
    look(world, ("SQ", *place(1, 4)))
    world.table.apply(Announce(1, 9))
    assert wrong(world) == ["SQ"]
    look(world, *([(text, *place(seat, 4))] if text else []))
    assert wrong(world) == still


def test_a_card_that_must_be_taken_back_is_what_it_was_last_read_as(begin):
    """What was read as one card and then as another, and is hard to read by now, has not been taken back."""
    world = dealt("candid")
    for code in ("SQ", "H3", HIDDEN, HIDDEN):
        look(world, (code, *place(1, 4)))
        if code == "SQ":
            world.table.apply(Announce(1, 9))
    assert wrong(world) == ["H3"]


def test_a_doubtful_card_on_which_another_was_laid_is_still_the_one_to_be_taken_back(begin):
    world, at = dealt("candid"), place(1, 4)
    look(world, ("SQ", *at))
    world.table.apply(Announce(1, 9))
    doubtful = ("H9 .5 HK .4", *at)
    look(world, doubtful)
    look(world, doubtful, ("D4", at[0] + 5.0, at[1] + 4.0))
    look(world, doubtful)
    assert wrong(world) == ["SQ"]


@pytest.mark.parametrize(
    ("before", "unread"),
    [pytest.param("SQ", 1, id="something lies on it by now"), pytest.param(HIDDEN, 0, id="it never was")],
)
def test_what_could_be_read_before_the_lead_is_no_furniture(before, unread):
    """A card that somebody has laid before all others is spoken of when the play begins (RULES T9)."""
    world = dealt("candid")
    look(world, (before, *place(1, 4)))
    for _ in range(4):
        look(world, (HIDDEN, *place(1, 4)))
        world.table.apply(Announce(world.table.state.turn, 10))
    world.table.apply(Bid(world.table.state.turn, "13NT"))
    look(world, (HIDDEN, *place(1, 4)))
    assert (world.table.phase, world.table.state.unread) == ("play", unread)


def test_a_card_beside_the_one_that_people_have_named_is_not_taken_for_it(begin):
    """RULES T9: one that lies near a card of which a person has said what it is, and is clearly another."""
    world = begin("H2")
    near = (EAST[0], EAST[1] + 15.0)
    look(world, ("C2 .5 C9 .4", *EAST))
    said(world, "C9")
    world.table.apply(LaidBy(0, 3))
    look(world, ("C2 .5 C9 .4", *EAST), ("C2", *near))
    world.table.apply(LaidBy(0, 3))
    both = wrong(world)
    look(world, ("C2", *near))
    assert (both, wrong(world)) == (["C9", "C2"], ["C2"])


def test_a_card_that_lies_there_and_must_be_taken_back_is_not_what_lies_elsewhere(begin):
    """Beside East's early spade lies one that reads as played already: that it is that spade is neither offered nor
    believed (RULES T9)."""
    world, seen = begin("H2"), [("H2", WEST), ("S3", EAST), ("H2", NORTH)]
    world.aside = []
    look(world, ("S3", *EAST))
    world.table.apply(LaidBy(0, 3))
    lies(world, *seen)
    (asks,) = world.table.state.questions
    assert wrong(world) == ["S3", "H2"]
    assert (asks.about, Card.parse("S3") in asks.candidates) == ("table", False)
    with pytest.raises(Refused, match="cannot be there"):
        said(world, "S3")


def test_a_doubtful_card_beside_the_place_of_one_that_was_taken_back_is_not_that_one(begin):
    """It lies where it was clearly read before."""
    world, beside = begin("H2"), (SOUTH[0] - 10.0, SOUTH[1])
    look(world, ("S2", *SOUTH))
    world.table.apply(LaidBy(1, 0))
    look(world, ("S2", *SOUTH), ("S3", *beside))
    assert (wrong(world), asked(world)) == (["S2"], [("turn", "S3")])
    look(world, ("S3 .5 HK .4", *beside))
    assert (wrong(world), asked(world)) == ([], [("table", "HK S3")])


def test_a_doubtful_card_pushed_to_where_another_lay_is_asked_about(begin):
    """Two of South's cards must be taken back; the one that stays has become hard to read, and is pushed."""
    world, beside = begin("H2"), (SOUTH[0] - 40.0, SOUTH[1])
    look(world, ("S2", *SOUTH))
    world.table.apply(LaidBy(1, 0))
    look(world, ("S2", *SOUTH), ("S3", *beside))
    world.table.apply(LaidBy(1, 0))
    assert sorted(wrong(world)) == ["S2", "S3"]
    look(world, ("S3 .5 HK .4", *SOUTH))
    assert (wrong(world), asked(world)) == ([], [("table", "HK S3")])


# -- where a card of the trick lay -------------------------------------------------------------------------------------


def test_a_card_that_reads_otherwise_where_one_of_the_trick_lay_may_be_that_one(begin):
    world = begin("H2 D2")
    doubtful = [("H2", WEST), ("SA", MIDDLE), ("S9 .5", NORTH)]
    lies(world, *doubtful)
    assert asked(world) == [("table", "C9 D2 S9")]
    said(world, "D2")
    assert lies(world, *doubtful) == []
    assert trick(world) == [(1, "H2"), (2, "D2")]


def test_a_card_of_the_trick_is_not_what_people_have_named_of_another_on_it(begin):
    """South has laid a spade on North's card, which lies open again once that spade is taken back."""
    world, there, on_it = begin("H2 D2"), [("H2", WEST), ("SA", MIDDLE)], (NORTH[0] + 5.0, NORTH[1] + 5.0)
    lies(world, *there, ("D2", NORTH), ("S9", on_it))
    world.table.apply(LaidBy(0, 0))
    lies(world, *there, ("SK .5 S9 .4", on_it))
    assert asked(world) == [("table", "D2 S9 SK")]
    said(world, "S9")
    lies(world, *there, ("SK .5 S9 .4", on_it))
    assert (wrong(world), asked(world)) == (["S9"], [])
    lies(world, *there, ("D2", NORTH))
    assert (wrong(world), asked(world), trick(world)) == ([], [], [(1, "H2"), (2, "D2")])


def test_a_card_laid_before_the_seat_in_turn_on_one_that_is_anothers_is_the_next_one(begin):
    """RULES T9: North's card was laid before East; East lays on it."""
    world = begin("H2")
    look(world, ("D2", *EAST))
    said(world, "D2")
    assert trick(world)[-1] == (2, "D2")
    seen = [("H2", WEST), ("SA", MIDDLE), ("C2", (EAST[0] - 3.0, EAST[1]))]
    lies(world, *seen)
    lies(world, *seen)
    assert trick(world)[-1] == (3, "C2")


@pytest.mark.parametrize(
    ("at", "questions"),
    [
        pytest.param((-85.0, 25.0), [("table", "C5 H6")], id="before another"),
        pytest.param((0.0, -88.0), [], id="before whoever leads"),
    ],
)
def test_a_doubtful_card_beside_a_complete_trick_is_asked_about_where_its_owner_does_not_lead(begin, at, questions):
    world = begin("H2 D2 C2 S2")
    lies(world, ("H2", WEST), ("D2", NORTH), ("C2", EAST), ("S2", (0.0, -60.0)), ("C5 .5 H6 .4", at))
    assert asked(world) == questions
    if questions:
        said(world, "C5")
        assert wrong(world) == ["C5"]
