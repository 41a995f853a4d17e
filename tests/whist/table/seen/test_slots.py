"""A card that was dealt into a holder and misread there: what the table does once its slot goes on showing another."""

from dataclasses import replace

import pytest

from tests.whist.doubtful import SURE, asked, card, names, playing, racked, reading, table, turned
from tests.whist.driver import places
from whist.messages import events as ev
from whist.messages.observations import HolderShows, LaidCard, TableShows
from whist.messages.requests import Agree, Answer, Claim
from whist.table.seen.last_seen import LASTS


def shown(world, holder=1, **changes):
    """The events of so many looks at a holder as are believed, with other readings in some of its slots."""
    slots = [SURE(one) if one else None for one in world.slots[holder]]
    for slot, text in changes.items():
        slots[int(slot[1:])] = reading(text)
    looks = [HolderShows(holder, tuple(slots)) for _ in range(LASTS)]
    return [event for look in looks for event in world.table.apply(look)]


def test_a_slot_that_goes_on_showing_another_card_is_asked_about_a5():
    """RULES A5: who moves the cards of a holder says what stands in it."""
    world = playing(1)
    world.table.apply(racked(1))
    assert names(shown(world, s4="S6 .99")) == ["question"]
    assert asked(world.table) == [("slot", 1, 4, ["S6", "C6"])]
    assert [world.table.view(seat)["questions"] != [] for seat in (0, 3)] == [True, False]
    (question,) = world.table.state.questions
    events = world.table.apply(Answer(0, question.id, card("S6")))
    assert events == [ev.Answered(question.id, card("S6"), 0), ev.Corrected(1, 4, card("S6"))]
    assert card("S6") in world.table.state.holders.held(1)
    assert shown(world, s4="S6 .99") == []


def test_what_a_person_has_said_of_a_slot_holds_however_it_reads():
    world = playing(4)
    world.gather()
    shown(world, s4="S6 .99")
    (question,) = world.table.state.questions
    world.table.apply(Answer(0, question.id, card("C6")))
    assert shown(world, s4="S6 .99") == []
    for _ in range(4):
        world.step()
    assert shown(world, s4="S6 .99") == [], "not after the next trick either"
    assert card("C6") in world.table.state.holders.held(1)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"s4": "S6 .8"}, "it is not clear"),
        ({"s4": "C7 1.0", "s5": "C6 1.0"}, "two cards have changed places"),
        ({"s4": "S6 .99", "s6": "S8 .99"}, "several are others: the holder is out of step"),
        ({"s4": "S6 .99", "s7": "C6 1.0"}, "the card is seen in another slot"),
        ({"s4": "HA 1.0"}, "the turn-up lies on the table"),
    ],
)
def test_nothing_is_asked_of_a_slot_where(changes, why):
    world = playing()
    assert not [event for event in shown(world, **changes) if isinstance(event, ev.Question)], why


def test_a_slot_that_is_read_rightly_again_needs_no_answer():
    world = playing()
    shown(world, s4="S6 .99")
    (question,) = world.table.state.questions
    assert world.show_holder(1) == [ev.QuestionWithdrawn(question.id)]


def test_a_card_read_otherwise_for_a_moment_is_asked_about_by_nobody():
    world = playing()
    slots = [SURE(one) for one in world.slots[1]]
    slots[4] = reading("S6 .99")
    assert world.table.apply(HolderShows(1, tuple(slots))) == []
    assert world.table.half_believed == {"holder 1"}, "the eyes look once more"
    assert world.show_holder(1) == []
    assert world.table.half_believed == frozenset()


def test_a_correction_of_one_holder_leaves_the_command_of_the_other_as_it_is():
    world = playing(1)
    while world.turn != 2:
        world.step()
    ordered = world.order()
    shown(world, s4="S6 .99")
    (question,) = world.table.state.questions
    world.table.apply(Answer(0, question.id, card("S6")))
    assert world.to_move() == ordered


def test_what_lay_there_unread_before_the_card_was_ordered_is_not_that_card():
    """The holder is told of before the play area, of which the last look is older."""
    world = playing()
    dirt = LaidCard(reading("C9 .06"), -140.0, 33.0)
    world.table.apply(TableShows((*world.cards(), dirt)))
    ordered = world.order()
    unread = reading(f"{ordered} .06")
    world.table.apply(TableShows((*world.cards(), LaidCard(unread, -140.0, 33.0))))
    world.slots[1][world.slots[1].index(ordered)] = None
    assert world.show_holder(1) == []
    laid = LaidCard(SURE(ordered), *places(1))
    (played,) = world.table.apply(TableShows((*world.cards(), LaidCard(unread, -140.0, 33.0), laid)))
    assert (played.card, (played.x, played.y)) == (ordered, places(1))


def test_a_card_that_was_ordered_and_is_another_is_ordered_anew_a21():
    """RULES A21: the command stands, and means the holder's real cards."""
    world = playing(4)
    world.gather()
    while world.turn != 1:
        world.step()
    ordered = world.order()
    slot, was = world.slots[1].index(ordered), world.table.state.command
    shown(world, **{f"s{slot}": "S6 .99"})
    (question,) = world.table.state.questions
    events = world.table.apply(Answer(0, question.id, card("S6")))
    assert names(events)[:3] == ["answered", "corrected", "commanded"]
    assert names(events)[3] in ("to_move", "error_message")
    assert world.table.state.command[:2] == was[:2]
    assert world.table.state.holders.to_move != ordered


def test_once_a_hand_is_over_nothing_is_asked_of_its_slots_any_more():
    world = playing(4)
    world.gather()
    shown(world, s4="S6 .99")
    assert asked(world.table)
    world.table.apply(Claim(0, 11))
    world.table.apply(Agree(3, True))
    assert world.table.view(0)["phase"] in ("scored", "over")
    assert asked(world.table) == []


def test_a_false_word_about_a_card_tells_nobody_what_stands_in_a_slot_s1():
    """RULES S1: a slot is asked about where it was read otherwise when it was dealt, and for nothing else."""
    world = playing(4)
    world.gather()
    state = world.table.state
    one = replace(state.holders.all[0], dealt=state.holders.all[0].dealt - {card("C6")})
    world.table._state = replace(state, holders=state.holders.put(1, one))
    assert [event for event in shown(world, s4="S6 .99") if isinstance(event, ev.Question)] == []


def test_what_was_named_while_the_cards_were_dealt_is_asked_about_no_more_a6():
    """RULES A6: or it would tell of a holder that faces nobody whether the card that was named stands in it."""
    dealt = table(racked(1, s4="C6 .5 S6 .4"), racked(2))
    (question,) = dealt.state.questions
    dealt.apply(Answer(0, question.id, card("S9")))
    assert names(dealt.apply(turned())) == ["turned_up"]
    assert [event for _ in range(LASTS + 1) for event in dealt.apply(racked(1))] == []


@pytest.mark.parametrize(("first", "second", "counts"), [(4, 7, False), (6, 7, True)])
def test_what_was_said_of_a_slot_counts_while_its_card_stands_there(first, second, counts):
    world = playing(4)
    world.gather()
    shown(world, s4="S6 .99")
    (question,) = world.table.state.questions
    world.table.apply(Answer(0, question.id, card("C6")))
    slots = world.slots[1]
    slots[first], slots[second] = slots[second], slots[first]
    assert names(world.show_holder(1)) == ["rearranged"]
    assert (names(shown(world, s4="S6 .99")) == []) == counts
