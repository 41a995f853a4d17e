"""What shows no card though one lies there, and what seems a card though none does."""

import random

import pytest

from tests.whist.doubtful import HANDS, asked, card, names, playing, reading, table, turned
from tests.whist.doubtful import racked as shown
from tests.whist.driver import TURN_UP_AT, World, places
from whist import events as ev
from whist.cards import PACK
from whist.observations import LaidCard, Reading, TableShows
from whist.requests import Answer, Refused, request_from_json

SOUTHS, NORTHS, GHOSTS = (0.0, -90.0), (0.0, 90.0), (30.0, -10.0)


def see(world, *cards):
    """The trick and these cards lie there: (reading, place)."""
    laid = (LaidCard(reading(text), *at) for text, at in cards)
    return world.table.apply(TableShows((*world.cards(), *laid)))


# -- a card that was moved and does not show ---------------------------------------------------------------------------


def moved_out_of_sight(world):
    """The ordered card leaves its holder, and does not show on the table."""
    ordered, seat = world.order(), world.turn
    holder = seat  # South deals: seats 1 and 2 have holders 1 and 2
    world.slots[holder][world.slots[holder].index(ordered)] = None
    world.show_holder(holder)
    return seat, ordered


@pytest.fixture
def second_trick():
    """The second trick at the turn of the second android; the first has shown where everybody lays cards."""
    world = playing(4)
    world.gather()
    for _ in range(2):
        world.lay(world.hands[0][0] if world.turn == 0 else world.order())
    return world


def test_an_ordered_card_that_left_its_slot_is_played_when_the_next_person_has_laid_one(second_trick):
    world = second_trick
    seat, ordered = moved_out_of_sight(world)
    assert world.show_table() == [], "it may still be in somebody's hand"
    events = see(world, ("S3 1.0", places(3)))
    assert events[0] == ev.Played(seat, ordered, unseen=True)
    assert events[1] == ev.Played(3, card("S3"), *places(3))
    assert names(events[2:]) == ["trick_won"]
    assert ordered not in (world.table.state.hands[1] or ())
    assert "gathered" in names(world.table.apply(TableShows(())))


def test_it_may_show_later(second_trick):
    world = second_trick
    _, ordered = moved_out_of_sight(world)
    see(world, ("S3 1.0", places(3)))
    assert see(world, ("S3 1.0", places(3)), (f"{ordered} 1.0", (70.0, 50.0))) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("S3 1.0", (0.0, 55.0), id="where the android's cards lie it may be the ordered one, misread"),
        pytest.param("D9 1.0", (60.0, 0.0), id="no card of the next person"),
    ],
)
def test_another_card_in_its_stead_is_asked_about(second_trick, text, place):
    moved_out_of_sight(second_trick)
    assert "question" in names(see(second_trick, (text, place)))
    assert [about for about, *_ in asked(second_trick.table)] == ["moved"]


def test_a_card_that_stands_in_its_holder_was_not_played():
    world = playing(1)
    world.order()
    assert names(see(world, ("S2 1.0", NORTHS))) == ["wrong_card"]


def test_a_last_card_that_left_its_slot_is_played_when_the_trick_is_gathered():
    world = World(random.Random(1))
    hands = [list(hand) for hand in HANDS]
    hands[0].remove(card("HA"))
    hands[3].remove(card("SA"))
    hands[0].append(card("SA"))
    hands[3].append(card("HA"))  # North ruffs with South's trump ace and leads
    world.deal(hands, turn_up=card("HK"))
    for code in (None, None, "HA", "H2"):
        world.lay(card(code) if code else world.order())
    world.gather()
    for code in ("S2", "H3"):
        world.lay(card(code))
    world.lay(world.order())
    seat, ordered = moved_out_of_sight(world)
    assert seat == 2
    assert world.show_table() == []
    events = world.table.apply(TableShows(()))
    assert events[0] == ev.Played(seat, ordered, unseen=True)
    assert {"trick_won", "gathered"} <= set(names(events))


# -- a card that is none -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ghost", "played"),
    [
        pytest.param("C9 .3", True, id="hardly reads as any"),
        pytest.param("C9 .1", True, id="reads as none"),
        pytest.param("S9 .6 S8 .3", False, id="may be what North laid"),
    ],
)
def test_what_hardly_reads_as_a_card_keeps_nobody_from_playing(ghost, played):
    world = playing(2)
    see(world, (ghost, GHOSTS))
    assert ("played" in names(see(world, (ghost, GHOSTS), ("S2 1.0", NORTHS)))) == played


def test_what_reads_only_as_played_cards_keeps_nobody_from_playing():
    world = playing(4)
    world.gather()
    assert world.turn == 0
    assert see(world, ("C2 .6 S2 .3", GHOSTS)) == [], "all twos were played: there is nothing to ask"
    assert names(see(world, ("C2 .6 S2 .3", GHOSTS), ("H3 1.0", SOUTHS))) == ["played"]


def test_no_card_lies_there():
    world = playing(2)
    see(world, ("S9 .6 S8 .3", GHOSTS))
    assert asked(world.table) == [("table", None, None, ["S9", "S8"])]
    assert world.table.view(0)["questions"][0]["may_be_none"]
    assert world.table.apply(Answer(0, 1, None)) == [ev.Answered(1, None, 0)]
    assert see(world, ("S9 .6 S8 .3", GHOSTS)) == [], "it is not asked again"
    assert names(see(world, ("H9 .7", GHOSTS), ("S2 1.0", NORTHS))) == ["played"]
    world.laid.append((3, card("S2")))
    assert names(see(world, ("H2 1.0", GHOSTS)))[0] == "played", "a card that is clear lies there nevertheless"


def test_no_card_lies_there_is_taken_back():
    world = playing(2)
    see(world, ("S9 .6 S8 .3", GHOSTS))
    world.table.apply(Answer(0, 1, None))
    assert world.table.view(0)["may_undo"]
    assert world.table.state.bare
    world.table.apply(request_from_json(0, {"undo": True}))
    assert not world.table.state.bare


def test_other_questions_want_a_card():
    asks = table(shown(1, s0="C2 .6 H2 .3"), shown(2), turned())
    assert not asks.view(0)["questions"][0]["may_be_none"]
    with pytest.raises(Refused, match="name it"):
        asks.apply(Answer(0, 1, None))


def test_the_answer_in_json():
    said = Answer(0, 3, None)
    assert said.to_json() == {"answer": "none", "question": 3}
    assert request_from_json(0, said.to_json()) == said
    assert ev.event_from_json(ev.Answered(3, None, 0).to_json()) == ev.Answered(3, None, 0)


def test_a_card_is_turned_up_beside_what_hardly_reads_as_one():
    made = table(shown(1), shown(2))
    seen = [LaidCard(reading(text), *at) for text, at in (("HA 1.0", TURN_UP_AT), ("H8 .3", GHOSTS), ("D3 .2", NORTHS))]
    assert names(made.apply(TableShows(tuple(seen[1:])))) == []
    assert names(made.apply(TableShows(tuple(seen)))) == ["turned_up"]


# -- a card that cannot be read ----------------------------------------------------------------------------------------


def unreadable(world, place):
    return world.table.apply(TableShows((*world.cards(), LaidCard(Reading(()), *place))))


def test_whoever_laid_a_card_that_cannot_be_read_may_name_it():
    world = playing(2)
    assert names(unreadable(world, NORTHS)) == ["unread", "question"]
    candidates = {str(code) for code in world.table.state.questions[0].candidates}
    assert candidates == set(map(str, PACK)) - {"C2", "D2", "HA"}, "what stands in holders is no secret's business"
    assert "turn it face up" in str(world.table.view(3)["questions"][0]["about"])
    assert names(world.table.apply(Answer(3, 1, card("S5")))) == ["answered", "unread", "played"]
    assert world.table.state.trick[-1].card == card("S5")
    assert unreadable(world, NORTHS) == [], "it is not asked again"


@pytest.mark.parametrize("place", [SOUTHS, (0.0, 0.0)])
def test_what_nobody_in_turn_has_laid_is_not_asked_about(place):
    assert names(unreadable(playing(2), place)) == ["unread"]


def test_a_card_that_is_turned_need_not_be_named():
    world = playing(2)
    unreadable(world, NORTHS)
    assert names(see(world, ("S5 1.0", NORTHS))) == ["unread", "question_withdrawn", "played"]
