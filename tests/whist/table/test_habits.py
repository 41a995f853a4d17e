"""What the table does, and what it says, when people do what no rule foresees (Android Whist)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.whist.doubtful import HANDS, SURE, asked, card, names, playing, racked, reading, table, turned
from tests.whist.driver import TURN_UP_AT, World, places
from whist.cards import PACK
from whist.games.android import Android
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import Answer, Command, LaidBy, Redeal
from whist.names import card_name
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused
from whist.table.table import Table

SOUTHS, NORTHS = (0.0, -90.0), (0.0, 90.0)
"""Places in each person's half."""
UNREAD = Reading(())


def prompt(world_or_table):
    return getattr(world_or_table, "table", world_or_table).public_view()["prompt"]


def see(world, *more):
    """Show the world's cards and some ``more``: codes (or None for what cannot be read) with places."""
    extra = [LaidCard(SURE(card(code)) if code else UNREAD, *at) for code, at in more]
    return world.table.apply(TableShows((*world.cards(), *extra)))


def plays(events):
    return [(event.seat, str(event.card)) for event in events if isinstance(event, ev.Played)]


# -- the deal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slots", "crowded", "shown", "says"),
    [
        pytest.param(9, False, 9, "holder 1 shows 9 of 13 cards", id="nine"),
        pytest.param(11, False, 11, "holder 1 shows 11 cards: slots 12, 13 are empty", id="eleven"),
        pytest.param(12, False, 12, "holder 1 shows 12 cards: slot 13 is empty", id="twelve"),
        pytest.param(13, True, 14, "Holder 1 holds a card too many: each holds 13, one to a slot.", id="fourteen"),
    ],
)
def test_a_holder_with_another_number_of_cards_is_not_dealt(slots, crowded, shown, says):
    look = racked(1)
    look = replace(look, slots=(*look.slots[:slots], *[None] * (13 - slots)), crowded=crowded)
    made = table(look, racked(2), turned())
    assert made.state.holders.all[0].shown == (shown, 0)
    assert [one.cards for one in made.state.holders.all] == [None, None]
    assert says in prompt(made)
    assert "dealt" in names(made.apply(racked(1)))
    assert made.state.phase == "play"


def test_swapped_holders_are_told_and_nothing_is_dealt():
    made = table(replace(racked(1), beside="north"))
    assert prompt(made) == "Holder 1 stands the wrong way round: it belongs before South."
    made.apply(replace(racked(2), beside="south"))
    assert prompt(made) == "The holders are in each other's place: set holder 1 before South and holder 2 before North."
    assert made.public_view()["swapped"] == [1, 2]
    assert [one.shown for one in made.state.holders.all] == [None, None]
    made.apply(replace(racked(1), beside="south"))
    made.apply(replace(racked(2), beside="north"))
    assert [one.cards for one in made.state.holders.all] == [tuple(HANDS[1]), tuple(HANDS[2])]
    assert made.public_view()["swapped"] == []


def test_a_holder_turned_round_while_cards_are_played_changes_no_hand():
    world = playing(1)
    before = world.table.state.holders
    wrong = HolderShows(2, tuple(SURE(c) for c in HANDS[1]), "south")
    assert [names(world.table.apply(wrong)) for _ in range(3)] == [["swapped"], [], []]
    assert "wrong way round" in prompt(world)
    right = tuple(SURE(c) if c else None for c in world.slots[2])
    assert world.table.apply(HolderShows(2, right, "north")) == [ev.Swapped(())]
    assert world.table.state.holders == before


@pytest.mark.parametrize(
    ("covered", "empty", "says"),
    [
        pytest.param((0,), (0,), "Pull holder 2 a little away: it covers slot 1 of holder 1.", id="one slot"),
        pytest.param((0, 1, 2), (0, 1, 2), "it covers slots 1, 2, 3 of holder 1.", id="three"),
        pytest.param((0, 1, 2, 3, 4), (0, 1, 2, 3, 4), "it covers slots 1, 2, 3, 4, 5 of holder 1.", id="five"),
        pytest.param((0,), (0, 7), "holder 1 shows 11 cards: slots 1, 8 are empty", id="another card is missing"),
        pytest.param((), (0,), "holder 1 shows 12 cards: slot 1 is empty", id="nothing lies over it"),
    ],
)
def test_of_slots_under_another_holder_it_is_said_what_covers_them(covered, empty, says):
    look = racked(1)
    slots = tuple(None if slot in empty else one for slot, one in enumerate(look.slots))
    made = table()
    told = made.apply(replace(look, slots=slots, covered_by=2 if covered else None, covered=covered))
    for one in (racked(2), turned()):
        made.apply(one)
    assert says in prompt(made)
    (counted,) = (event for event in told if isinstance(event, ev.Racked))
    assert ev.event_from_json(counted.to_json()) == counted
    (known,) = (one for one in made.state.holders.all if one.covered) if covered else (None,)
    assert known is None or (known.covered_by, known.covered) == (2, covered)
    assert "dealt" in names(made.apply(racked(1)))


@pytest.mark.parametrize(
    ("covered", "hidden", "says"),
    [
        pytest.param((0,), (0,), "Pull holder 2 a little away: it covers slot 1 of holder 1.", id="one"),
        pytest.param(
            (0, 1), (1,), "Pull holder 2 a little away: it covers slots 1, 2 of holder 1.", id="and an empty one"
        ),
        pytest.param((0,), (0, 7), "Pull holder 2 a little away: it covers slot 1 of holder 1.", id="another, too"),
        pytest.param((), (0,), "I cannot read 1 of the cards in holder 1: set them straight.", id="nothing over it"),
    ],
)
def test_of_a_card_that_cannot_be_read_under_another_holder_it_is_said_what_covers_it(covered, hidden, says):
    look = racked(1)
    nothing = Reading(tuple((card, 0.05) for card in PACK[:13]))
    slots = [None if slot in covered else one for slot, one in enumerate(look.slots)]
    slots = [nothing if slot in hidden else one for slot, one in enumerate(slots)]
    made = table(replace(look, slots=tuple(slots), covered_by=2 if covered else None, covered=covered))
    for one in (racked(2), turned()):
        made.apply(one)
    assert says in prompt(made)


def test_a_card_that_stays_unread_is_asked_about():
    unread = replace(racked(1), slots=(Reading(tuple((card, 0.05) for card in PACK[:13])), *racked(1).slots[1:]))
    made = table(unread, racked(2), unread)
    assert prompt(made) == "I cannot read 1 of the cards in holder 1: set them straight."
    (question,) = made.apply(unread)
    assert prompt(made) == "One card is unclear: please answer the question on your page."
    assert names(made.apply(Answer(0, question.id, card("C2")))) == ["answered", "dealt"]


def test_a_holder_that_is_pulled_from_under_another_but_lacks_a_card_is_said_anew():
    look = racked(1)
    look = replace(look, slots=(None, *look.slots[1:]))
    made = table(replace(look, covered_by=2, covered=(0,)), racked(2), turned())
    assert "Pull holder 2" in prompt(made)
    made.apply(look)
    assert "holder 1 shows 12 cards: slot 1 is empty" in prompt(made)


def test_a_misdeal_is_called_and_dealt_again():
    world = playing(2)
    assert world.table.apply(Redeal(0)) == [ev.DealStarted(1, 0, True)]
    assert prompt(world) == "Gather all cards; South deals again."


def test_a_card_face_down_beside_the_turn_up_keeps_no_deal_back():
    made = table(racked(1), racked(2))
    made.apply(TableShows((LaidCard(SURE(card("HA")), *TURN_UP_AT), LaidCard(UNREAD, 90.0, 90.0))))
    assert made.state.turn_up == card("HA")


# -- cards of the trick ------------------------------------------------------------------------------------------------


def test_a_card_laid_face_down_is_told_and_read_when_it_is_turned():
    world = playing(2)
    assert names(see(world, (None, NORTHS))) == ["unread", "question"]
    assert prompt(world) == "A card lies there that I cannot read: turn it face up, uncover a corner, or take it away."
    assert see(world, (None, NORTHS)) == []
    assert plays(see(world, ("S3", NORTHS))) == [(3, "S3")]
    assert world.table.state.unread == 0


def test_a_word_that_was_borne_out_names_no_card_that_is_laid_over_that_one():
    """South leads on before the trick is gathered, over a card that was named while it lay on its face."""
    world = playing(3)
    see(world, (None, places(0)))
    world.table.apply(Answer(0, 1, card("H5")))
    assert world.table.state.gather
    world.laid.append((0, card("H5")))
    see(world)
    rest = [one for one in world.cards() if one.reading.best != card("H5")]
    over = LaidCard(SURE(card("H6")), places(0)[0] + 5.0, places(0)[1] - 6.0)
    events = [event for seen in ((*rest, over), (over,)) for event in world.table.apply(TableShows(seen))]
    assert names(events)[-1] == "question", "which of the two was played is asked; that was all that stood in the way"
    (question,) = world.table.state.questions
    world.table.apply(Answer(0, question.id, card("H5")))
    world.table.apply(TableShows((over,)))
    assert [play.card for play in world.table.state.trick] == [card("H6")]


def test_the_next_card_does_not_take_the_place_of_one_that_cannot_be_read():
    world = playing(2)
    see(world, (None, (10.0, 0.0)))
    assert plays(see(world, (None, (10.0, 0.0)), ("S3", (60.0, 0.0)))) == []


def test_a_second_sight_of_a_card_of_the_trick_keeps_the_next_from_nothing():
    world = playing(2)
    x, y = places(world.laid[-1][0])
    ghost = LaidCard(Reading(((card("SJ"), 0.3), (card("ST"), 0.2))), x + 9.0, y - 15.0)
    events = world.table.apply(TableShows((*world.cards(), ghost, LaidCard(SURE(card("S3")), *NORTHS))))
    assert plays(events) == [(3, "S3")]
    assert asked(world.table) == []


def test_what_looks_like_a_card_on_the_right_card_keeps_it_from_nothing():
    world = playing(2)
    assert plays(see(world, (None, (25.0, 84.0)), ("S3", (0.0, 94.0)))) == [(3, "S3")]


def test_what_lay_there_before_the_trick_is_furniture():
    made = table(racked(1), racked(2))
    pile = LaidCard(UNREAD, 120.0, 120.0)
    made.apply(TableShows((LaidCard(SURE(card("HA")), *TURN_UP_AT), pile)))
    assert made.state.phase == "play"
    assert made.apply(TableShows((LaidCard(SURE(card("HA")), *TURN_UP_AT), pile))) == []
    assert made.state.unread == 0


def test_what_shows_where_a_card_was_gathered_is_furniture():
    world = playing(4)
    cloth = LaidCard(reading("HK .1 HQ .05"), *places(1))
    for _ in range(2):
        world.table.apply(TableShows((cloth,)))
    assert (world.table.state.phase, world.table.state.trick, world.table.state.unread) == ("play", (), 0)


def test_a_nudged_or_turned_card_is_no_event():
    world = playing(2)
    world.lay(card("S3"))
    moved = [LaidCard(c.reading, c.x + 30.0, c.y - 20.0, 1.0) for c in world.cards() if c.reading.best != card("HA")]
    assert world.table.apply(TableShows((*moved, LaidCard(SURE(card("HA")), *TURN_UP_AT)))) == []


def test_an_arm_over_cards_that_were_read_changes_nothing_in_the_end():
    world = playing(2)
    world.lay(card("S3"))
    known = world.table.state.trick
    world.table.apply(TableShows(world.cards()[:1]))
    world.table.apply(TableShows(()))
    world.show_table()
    assert world.table.state.trick == known


def test_two_cards_at_once_are_settled_by_their_places():
    world = playing(2)
    events = see(world, ("H5", SOUTHS), ("S3", NORTHS))
    assert plays(events) == [(3, "S3"), (0, "H5")]


def test_a_turned_up_card_that_is_played_while_nobody_could_see_comes_last():
    """An arm hid how three cards and the dealer's turned-up one were laid: all are seen at once."""
    world = playing(1)
    world.order()
    ordered = world.table.state.holders.to_move
    world.slots[2][world.slots[2].index(ordered)] = None
    cards = [c for c in world.cards() if c.reading.best != card("HA")]
    cards += [
        LaidCard(SURE(ordered), *places(2)),
        LaidCard(SURE(card("S3")), *NORTHS),
        LaidCard(SURE(card("HA")), *places(0)),
    ]
    events = world.table.apply(TableShows(tuple(cards)))
    assert plays(events) == [(2, str(ordered)), (3, "S3"), (0, "HA")]


def test_a_card_taken_back_and_another_in_its_stead():
    world = playing(2)
    see(world, ("S3", NORTHS))
    assert see(world) == [ev.TakenBack(3, card("S3"))]
    assert prompt(world) == "North, play a card."
    assert plays(see(world, ("S9", NORTHS))) == [(3, "S9")]
    assert asked(world.table) == []


def test_a_card_that_was_put_where_the_own_one_lay_before_anybody_looked_t2():
    """North has put the 9 where the 3 lay, and South has played, before the table was seen again: no look shows a bare
    place, nor the 9 alone."""
    world = playing(2)
    see(world, ("S3", NORTHS))
    laid = [("S9", (NORTHS[0] + 5, NORTHS[1])), ("H5", SOUTHS)]
    assert see(world, *laid) == []
    assert names(see(world, *laid)) == ["taken_back", "played", "played", "trick_won"]
    assert plays(world.table.events)[-2:] == [(3, "S9"), (0, "H5")]


@pytest.mark.parametrize("aside", [0.0, 3.0])
@pytest.mark.parametrize(
    ("said", "then", "trick"),
    [
        pytest.param("S9", ["taken_back", "played", "played", "trick_won"], [(3, "S9"), (0, "H5")], id="put there"),
        pytest.param("S3", ["played", "trick_won"], [(3, "S3"), (0, "H5")], id="never touched: read otherwise"),
    ],
)
def test_a_card_that_lies_just_where_the_own_one_lay_is_asked_about_t2(aside, said, then, trick):
    """Nobody can see whether the 9 was put there or the 3 is misread now; what South lays waits for the word."""
    world = playing(2)
    see(world, ("S3", NORTHS))
    laid = [("S9", (NORTHS[0] + aside, NORTHS[1])), ("H5", SOUTHS)]
    assert see(world, *laid) == []
    assert names(see(world, *laid)) == ["question"]
    assert [(about, codes) for about, _, _, codes in asked(world.table)] == [("table", ["S3", "S9"])]
    assert see(world, *laid) == []
    events = names(world.table.apply(Answer(0, world.table.state.questions[0].id, card(said))))
    assert [*events, *names(see(world, *laid))] == ["answered", *then]
    assert plays(world.table.events)[-2:] == trick
    assert asked(world.table) == []
    assert world.table.state.out_of_step is None


def test_what_reads_right_again_is_asked_about_no_more_t2():
    world = playing(2)
    see(world, ("S3", NORTHS))
    laid = [("S9", NORTHS), ("H5", SOUTHS)]
    assert [*names(see(world, *laid)), *names(see(world, *laid))] == ["question"]
    assert names(see(world, ("S3", NORTHS), ("H5", SOUTHS))) == ["question_withdrawn", "played", "trick_won"]


@pytest.mark.parametrize(
    ("south_lays", "then"),
    [
        pytest.param("H5", ["taken_back", "played", "played", "trick_won"], id="and the next one's"),
        pytest.param("", ["out_of_step"], id="which may hide it"),
    ],
)
def test_a_card_laid_beside_the_place_of_the_own_one_and_the_next_persons_tell_that_it_was_taken_back_t2(
    south_lays, then
):
    """North has taken the 3 back and laid the 9 a finger away, and South has played before anybody looked."""
    world = playing(2)
    see(world, ("S3", NORTHS))
    laid = [("S9", (NORTHS[0] + 4, NORTHS[1] - 15)), *([(south_lays, SOUTHS)] if south_lays else [])]
    once = names(see(world, *laid))
    assert [*once, *names(see(world, *laid))] == then


@pytest.mark.parametrize(
    ("near", "ordered", "then"),
    [
        pytest.param(45.0, True, ["played"], id="it may lie under it"),
        pytest.param(90.0, True, ["out_of_step"], id="too far away to hide it"),
        pytest.param(45.0, False, ["out_of_step"], id="another card than the one to be moved"),
    ],
)
def test_the_last_card_lies_under_the_one_that_is_moved_onto_it(near, ordered, then):
    """Of the last card nothing shows that could be read."""
    world = playing(1)
    moved = world.order()
    (_, covered), world.laid = world.laid[-1], []
    x, y = places(1)
    other = next(one for one in HANDS[2] if one != moved)
    assert names(see(world, (str(moved if ordered else other), (x, y - near)))) == then
    assert world.table.state.trick[0].card == covered


def test_what_lies_in_its_stead_once_is_no_card_put_right_t2():
    """One look may be wrong."""
    world = playing(2)
    see(world, ("S3", NORTHS))
    assert see(world, ("S9", (NORTHS[0] + 5, NORTHS[1])), ("H5", SOUTHS)) == []
    assert plays(see(world, ("S3", NORTHS), ("H5", SOUTHS))) == [(0, "H5")]


def test_a_wrong_card_from_a_holder_is_sent_back():
    world = playing()
    ordered = world.order()
    other = next(c for c in HANDS[1] if c != ordered)
    assert see(world, (str(other), places(1))) == [ev.WrongCard(1, other)]
    assert prompt(world).endswith("back: it is not the card that South has to move.")
    assert see(world) == [ev.RightAgain()]


@pytest.mark.parametrize("until", [1, 2], ids=["at an android's turn", "at the other person's turn"])
def test_a_card_laid_before_the_turn_is_sent_back(until):
    world = playing(until)
    assert see(world, ("H5", SOUTHS)) == [ev.WrongCard(world.turn, card("H5"), by=0)]
    turn = "holder 2" if until == 1 else "North"
    assert prompt(world) == f"Take the 5 of hearts back: it is {turn}'s turn."
    assert see(world) == [ev.RightAgain()]
    assert plays(world.table.events[-2:]) == []


def test_a_card_laid_before_the_turn_is_right_when_its_turn_comes():
    world = playing(2)
    see(world, ("H5", SOUTHS))
    assert plays(see(world, ("H5", SOUTHS), ("S3", NORTHS))) == [(3, "S3"), (0, "H5")]


def test_whoever_reached_across_the_table_says_so_with_one_tap():
    world = playing(2)
    see(world, ("S3", SOUTHS))
    with pytest.raises(Refused, match="not that seat's turn"):
        world.table.apply(LaidBy(0, 0))
    events = world.table.apply(LaidBy(3, 3))
    assert names(events) == ["said_mine", "right_again", "played"]
    assert plays(events) == [(3, "S3")]
    with pytest.raises(Refused, match="No card is waiting"):
        world.table.apply(LaidBy(3, 3))


# -- cards that do not belong ------------------------------------------------------------------------------------------


def test_a_card_that_lies_there_twice_is_sent_back():
    world = playing(3)
    twice = str(world.laid[0][1])
    assert names(see(world, (twice, (100.0, 100.0)))) == ["wrong_card"]
    assert prompt(world).endswith("back: it lies in this trick already.")
    assert see(world) == [ev.RightAgain()]


def test_a_card_of_an_old_trick_is_sent_back():
    world = playing(4)
    old = str(world.laid[1][1])
    world.gather()
    events = see(world, (old, (100.0, 100.0)))
    assert names(events) == ["wrong_card"]
    assert prompt(world).endswith("back: it was played in trick 1.")


def test_a_card_of_no_pack_is_told_as_one_that_cannot_be_read():
    world = playing(2)
    assert names(see(world, (None, (100.0, 100.0)))) == ["unread", "question"]
    assert names(see(world)) == ["unread", "question_withdrawn"]


def test_the_same_card_twice_for_the_turn_is_one_of_them():
    world = playing(2)
    events = see(world, ("S3", NORTHS), ("S3", (100.0, 0.0)))
    assert plays(events) == [(3, "S3")]
    assert asked(world.table) == []


@pytest.mark.parametrize(("said", "told"), [("H9", "played"), ("D9", None)])
def test_a_card_that_cannot_be_there_where_one_is_due_is_asked_about(said, told):
    """South's card reads clearly as one that stands in a holder: it may be misread."""
    world = playing(2)
    world.lay(card("S3"))
    assert names(see(world, ("D9", SOUTHS))) == ["question"], "it need not be taken back before that is known"
    assert asked(world.table) == [("table", None, None, ["D9", "H9"])]
    events = world.table.apply(Answer(0, 1, card(said)))
    assert (told in names(events)) == (told is not None)
    see(world, ("D9", SOUTHS))
    assert asked(world.table) == []


@pytest.mark.parametrize(
    ("reading", "played"),
    [
        pytest.param((("SQ", 0.3), ("S8", 0.2)), True, id="a guess speaks for none"),
        pytest.param((("SQ", 0.8),), False, id="it reads otherwise: asked"),
        pytest.param((), False, id="face down: it must be turned up"),
        pytest.param((("DK", 0.01),), False, id="as good as face down"),
    ],
)
def test_an_ordered_card_that_is_hard_to_read_is_known_by_its_slot(reading, played):
    world = playing()
    ordered = world.order()
    world.slots[1][world.slots[1].index(ordered)] = None
    world.show_holder(1)
    hard = LaidCard(Reading(tuple((card(code), p) for code, p in reading)), *places(1))
    world.table.apply(TableShows((*world.cards(), hard)))
    assert [play.card for play in world.table.state.trick] == ([ordered] if played else [])


def test_a_persons_word_holds_though_the_card_goes_on_reading_otherwise():
    """North's nine of hearts reads as that of diamonds."""
    world = playing(2)
    see(world, ("D9", NORTHS))
    world.table.apply(Answer(3, 1, card("H9")))
    for _ in range(4):
        see(world, ("D9", NORTHS))
    assert world.table.state.out_of_step is None
    assert world.table.state.trick[-1].card == card("H9")


# -- gathering ---------------------------------------------------------------------------------------------------------


def test_a_trick_gathered_too_early_is_laid_back():
    world = playing(2)
    kept = world.laid
    world.laid = []
    assert names(world.show_table()) == ["out_of_step"]
    assert prompt(world).startswith("The trick should be ")
    world.laid = kept
    assert world.show_table() == [ev.InStep()]


DOUBT = LaidCard(Reading(((card("H5"), 0.5), (card("D5"), 0.4))), *SOUTHS)
PHANTOM = LaidCard(Reading(((card("C9"), 0.55), (card("S9"), 0.2))), 0.0, -20.0)


def test_a_trick_gathered_while_something_else_was_in_doubt_is_complete():
    world = playing(3)
    world.table.apply(TableShows((*world.cards(), LaidCard(SURE(card("H5")), *SOUTHS), PHANTOM)))
    assert len(world.table.state.trick) == 3
    world.laid = []
    events = world.show_table()
    assert plays(events) == [(0, "H5")]
    assert {"trick_won", "gathered", "question_withdrawn"} <= set(names(events))
    assert world.table.state.out_of_step is None


def test_the_card_that_was_in_doubt_when_the_trick_was_gathered_can_still_be_named():
    world = playing(3)
    world.table.apply(TableShows((*world.cards(), DOUBT)))
    assert asked(world.table) == [("table", None, None, ["H5", "D5"])]
    world.laid = []
    assert world.show_table() == []
    events = world.table.apply(Answer(0, 1, card("H5")))
    assert plays(events) == [(0, "H5")]
    assert {"trick_won", "gathered"} <= set(names(events))


@pytest.mark.parametrize("left", [0, 1, None])
def test_of_a_trick_with_a_card_in_doubt_one_card_was_left_lying(left):
    """What was gathered was not taken back (RULES T2): one tap, and the table is in step again."""
    world = playing(2)
    doubt = LaidCard(Reading(((card("S9"), 0.6), (card("S8"), 0.3))), 0.0, 130.0)
    world.table.apply(TableShows((*world.cards(), doubt, LaidCard(SURE(card("H5")), *SOUTHS))))
    assert asked(world.table) == [("table", None, None, ["S9", "S8"])]
    if left is not None:
        world.laid = world.laid[left : left + 1]
        assert world.show_table() == [ev.RightAgain()], "the 5 of hearts was laid before North's card was known"
    world.laid = []
    assert not {"taken_back", "out_of_step"} & set(names(world.show_table()))
    events = world.table.apply(Answer(3, 1, card("S8")))
    assert plays(events) == [(3, "S8"), (0, "H5")]
    assert {"trick_won", "gathered"} <= set(names(events))


def test_two_cards_of_which_either_may_be_the_last_are_not_guessed():
    world = playing(3)
    own = [held for held in world.hands[0] if held != card("HA")][:2]
    laid = [LaidCard(SURE(held), x, -90.0) for held, x in zip(own, (-60.0, 60.0), strict=True)]
    world.table.apply(TableShows((*world.cards(), *laid)))
    world.laid = []
    assert names(world.show_table()) == ["question_withdrawn", "question"]
    assert plays(world.table.apply(Answer(0, 2, own[1]))) == [(0, str(own[1]))]


def test_a_card_of_the_trick_left_lying_is_named():
    world = playing(4)
    left = world.laid[2][1]
    world.laid = world.laid[2:3]
    assert world.show_table() == [ev.Ungathered((left,), 0)]
    assert prompt(world) == f"Gather the whole trick: {card_name(left)} of it still lies there."
    world.laid = []
    assert names(world.show_table())[0] == "gathered"


def test_a_card_laid_on_a_trick_that_was_not_gathered_counts_when_that_is_gone():
    world = playing(4)
    winner = world.leader
    new = str(next(c for c in world.hands[winner]))
    at = places(winner)
    assert names(see(world, (new, (at[0] + 2.0, at[1] + 2.0)))) == ["ungathered"]
    assert prompt(world).startswith("Gather the old trick first: 4 cards of it still lie there.")
    world.laid = []
    assert names(see(world, (new, at)))[0] == "gathered"


# -- revokes -----------------------------------------------------------------------------------------------------------


def before_north(options):
    """Clubs and a diamond are laid; it is the turn of North, who holds the 2 of clubs."""
    hands = [list(hand) for hand in HANDS]
    hands[1][0], hands[3][0] = hands[3][0], hands[1][0]
    world = World(random.Random(1), options)
    world.deal(hands, turn_up=card("HA"))
    for command in ("clubs", "duck", "longest"):
        world.table.apply(Command(world.turn, command))
        if (ordered := world.to_move()) is not None:
            world.lay(ordered)
    assert world.turn == 3
    return world


@pytest.mark.parametrize(
    ("option", "north", "south", "board"),
    [("owner", True, False, False), ("table", True, True, True), ("none", False, False, False)],
)
def test_a_revoke_that_is_plain_at_once_is_told_to_whom_the_house_says_t12(option, north, south, board):
    world = before_north(AndroidOptions(revoke_alert=option))
    see(world, ("C2", NORTHS))
    see(world)
    assert ("revoke_known" in names(see(world, ("S9", NORTHS)))) == (option != "none")
    told = [bool(view["notice"]) for view in (world.table.view(3), world.table.view(0), world.table.public_view())]
    assert told == [north, south, board]
    if option == "owner":
        notice = "You hold one of the clubs that were led: take your card back and follow suit, or let it stand."
        assert world.table.view(3)["notice"] == notice
        assert see(world) == [ev.TakenBack(3, card("S9"))]
        assert world.table.view(3)["notice"] is None


def test_nobody_is_told_of_a_revoke_that_cannot_be_known():
    world = before_north(AndroidOptions())
    assert names(see(world, ("S9", NORTHS))) == ["played"]


def test_a_revoke_of_whoever_turned_a_trump_up_is_plain():
    hands = [list(hand) for hand in HANDS]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]  # holder 1 leads the 2 of hearts, trumps
    world = World(random.Random(1))
    world.deal(hands, turn_up=card("HA"))
    for command in ("hearts", "duck", "longest"):
        world.table.apply(Command(world.turn, command))
        if (ordered := world.to_move()) is not None:
            world.lay(ordered)
    world.lay(card("S3"))
    events = see(world, ("C2", SOUTHS))
    assert "revoke_known" in names(events)


# -- the last card of a complete trick ---------------------------------------------------------------------------------


def complete(hands=None, last="H5", lead="clubs"):
    """A trick that South, the dealer, completes with the 5 of hearts, trumps: South wins it."""
    world, before = three_played(hands, lead)
    world.table.apply(TableShows((*before, LaidCard(SURE(card(last)), *SOUTHS))))
    assert world.table.state.phase == "gather"
    return world, before


def three_played(hands=None, lead="clubs"):
    """A trick that South, the dealer, is to complete, and what lies of it."""
    world = World(random.Random(1))
    world.deal(hands or HANDS, turn_up=card("HA"))
    for command in (lead, "duck", "longest"):
        world.table.apply(Command(world.turn, command))
        if (ordered := world.to_move()) is not None:
            world.lay(ordered)
    world.lay(card("S3"))
    before = world.cards()
    return world, tuple(c for c in before if c.reading.best != card("HA"))


@pytest.mark.parametrize("lifted", [True, False])
@pytest.mark.parametrize(
    ("place", "is_asked"),
    [
        pytest.param((30.0, -88.0), False, id="beside where the first one lay"),
        pytest.param((3.0, -88.0), True, id="just there, where the first one may have been misread"),
    ],
)
def test_whoever_played_last_may_put_the_card_right_before_the_trick_is_turned_t2(place, is_asked, lifted):
    hands = [list(hand) for hand in HANDS]
    hands[0][1], hands[1][3] = hands[1][3], hands[0][1]  # South has the 5 of clubs, holder 1 the 3 of hearts
    hands[0][2], hands[1][4] = hands[1][4], hands[0][2]  # and the 6 of clubs, which does not win
    world, rest = complete(hands, "C6", "high clubs")
    assert world.table.state.tricks[-1].winner != 0
    if lifted:
        world.table.apply(TableShows(rest))
    events = world.table.apply(TableShows((*rest, LaidCard(SURE(card("C5")), *place))))
    if is_asked:
        world.table.apply(TableShows((*rest, LaidCard(SURE(card("C5")), *place))))  # it must be seen twice
        assert asked(world.table) == [("replaced", None, None, ["C5", "C6"])]
        events = world.table.apply(Answer(0, 1, card("C5")))[1:]
    assert events[:1] == [fe.Replaced(0, card("C6"), card("C5"), *place)]
    assert str(world.table.state.tricks[0].cards[3]) == "C5"
    assert Table.from_events(world.table.events, world.options) == world.table
    assert names(world.table.apply(TableShows(())))[0] == "gathered"


def test_whoever_played_before_the_last_may_put_the_card_right_too_t2():
    """North played third; South has trumped and won the trick."""
    world, rest = complete()
    others = tuple(found for found in rest if found.reading.best != card("S3"))
    souths = LaidCard(SURE(card("H5")), *SOUTHS)
    assert world.table.state.tricks[-1].winner == 0
    events = world.table.apply(TableShows((*others, souths, LaidCard(SURE(card("S4")), NORTHS[0] + 30.0, NORTHS[1]))))
    assert events[:1] == [fe.Replaced(3, card("S3"), card("S4"), NORTHS[0] + 30.0, NORTHS[1])]
    assert [str(one) for one in world.table.state.tricks[0].cards] == ["C2", "D2", "S4", "H5"]
    assert world.table.state.shown == ((3, card("S3")),), "all know who has it"
    assert Table.from_events(world.table.events, world.options) == world.table
    assert names(world.table.apply(TableShows(())))[0] == "gathered"


def test_a_word_that_evidence_has_put_right_counts_no_more_t2():
    """Else the card is put right again and again, or not, by what stands in the holders: that would tell of them."""
    hands = [list(hand) for hand in HANDS]
    hands[0][1], hands[1][3] = hands[1][3], hands[0][1]  # South has the 5 of clubs, holder 1 the 3 of hearts
    hands[0][2], hands[1][4] = hands[1][4], hands[0][2]  # and the 6 of clubs, which does not win
    world, rest = three_played(hands, "high clubs")
    unclear = Reading(((card("S6"), 0.5), (card("H6"), 0.5)))
    world.table.apply(TableShows((*rest, LaidCard(unclear, *SOUTHS))))
    (question,) = world.table.state.questions
    assert names(world.table.apply(Answer(0, question.id, card("C6"))))[:2] == ["answered", "played"]
    shown = TableShows((*rest, LaidCard(SURE(card("C5")), *SOUTHS)))
    world.table.apply(shown)
    assert names(world.table.apply(shown)) == ["question"], "the word, or what is read now, is wrong"
    question = world.table.state.questions[-1]
    events = world.table.apply(Answer(0, question.id, card("C5")))
    assert fe.Replaced(0, card("C6"), card("C5"), *SOUTHS) in events
    assert world.table.state.told == ()
    assert world.table.apply(shown) == []


@pytest.mark.parametrize(("said", "result"), [("H6", "replaced"), ("H5", None)])
def test_a_winner_who_may_have_led_already_is_asked(said, result):
    world, rest = complete()
    shown = TableShows((*rest, LaidCard(SURE(card("H6")), 3.0, -88.0)))
    assert names(world.table.apply(shown)) == ["ungathered"]
    assert names(world.table.apply(shown)) == ["question"]
    assert [(q, candidates) for q, _, _, candidates in asked(world.table)] == [("replaced", ["H5", "H6"])]
    assert names(world.table.apply(Answer(0, 1, card(said))))[:2] == ["answered", *([result] if result else [])]
    events = world.table.apply(TableShows((LaidCard(SURE(card("H6")), 3.0, -88.0),)))
    assert plays(events) == ([] if said == "H6" else [(0, "H6")])


def test_nothing_is_put_right_where_the_house_forbids_it():
    world, rest = complete()
    world.table.rules = Android(AndroidOptions(revoke_correction="never"))
    events = world.table.apply(TableShows((*rest, LaidCard(SURE(card("H6")), 3.0, -88.0))))
    assert names(events) == ["ungathered"]


@pytest.mark.parametrize(
    ("belief", "is_asked"),
    [
        pytest.param((("S3", 0.91), ("H3", 0.05)), True, id="another card is possible"),
        pytest.param((("S3", 0.98), ("H3", 0.02)), False, id="sure"),
        pytest.param((("S3", 0.91), ("H3", 0.01)), False, id="nothing else is possible"),
    ],
)
def test_a_persons_card_for_which_nothing_else_speaks_is_asked_about_sooner(belief, is_asked):
    world = playing(2)
    laid = LaidCard(Reading(tuple((card(code), p) for code, p in belief)), *NORTHS)
    events = world.table.apply(TableShows((*world.cards(), laid)))
    assert (names(events) == ["question"]) == is_asked
    assert plays(events) == ([] if is_asked else [(3, "S3")])
