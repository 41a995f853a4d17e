"""Table law at the table of Android Whist: what revokes of the two humans cost, who deals after a misdeal."""

from __future__ import annotations

import random

import pytest

from tests.whist.driver import World
from whist.messages import events as ev
from whist.messages.requests import Redeal
from whist.rules.options import AndroidOptions
from whist.rules.tricks import odd_tricks
from whist.table.state.seats import human
from whist.table.table import Table


def odd(won):
    return odd_tricks(won[0]), odd_tricks(won[1])


def found_revokes(world):
    """Seat and trick of each revoke that the table found."""
    return {(event.seat, event.trick) for event in world.table.events if isinstance(event, ev.RevokeFound)}


def revoked_hand(options, wanted):
    """A world whose first hand has ended with revokes of ``wanted`` many sides."""
    for seed in range(400):
        world = World(random.Random(seed), options, revokes=0.1 if wanted == 1 else 1.0)
        world.deal()
        world.play_deal()
        if len({seat % 2 for seat, _ in found_revokes(world)}) == wanted:
            return world
    raise AssertionError("no such hand was found")


def scored(world):
    return next(event for event in world.table.events if isinstance(event, ev.HandScored))


def test_only_humans_revoke_t1():
    world = revoked_hand(AndroidOptions(), 1)
    assert all(human(seat, 0) for seat, _ in found_revokes(world))


def test_by_default_the_tricks_stand_t4():
    world = revoked_hand(AndroidOptions(), 1)
    hand = scored(world)
    assert hand.points == odd(hand.won)
    at_the_end = world.table.events[: world.table.events.index(hand) + 1]
    notes = Table.from_events(at_the_end, AndroidOptions()).public_view()["notes"]
    assert sum("revoked" in note for note in notes) == len(found_revokes(world))


def test_three_tricks_go_to_the_others_t4():
    world = revoked_hand(AndroidOptions(revoke_penalty="three_tricks"), 1)
    hand, found = scored(world), found_revokes(world)
    side = next(iter(found))[0] % 2
    won = list(hand.won)
    lost = min(3 * len(found), won[side])
    won[side], won[1 - side] = won[side] - lost, won[1 - side] + lost
    expected = list(odd(won))
    expected[side] = min(expected[side], 4)  # who revoked stops at four (RULES T5)
    assert list(hand.points) == expected


@pytest.mark.parametrize(("penalty", "own", "others"), [("three_points_off", -3, 0), ("three_points_on", 0, 3)])
def test_three_points_t4(penalty, own, others):
    world = revoked_hand(AndroidOptions(revoke_penalty=penalty, target=9), 1)
    hand, found = scored(world), found_revokes(world)
    side = next(iter(found))[0] % 2
    plain = odd(hand.won)
    assert hand.points[side] == min(plain[side] + own * len(found), 8)
    assert hand.points[1 - side] == plain[1 - side] + others * len(found)


def test_both_sides_revoked_so_the_same_dealer_deals_again_t5():
    world = revoked_hand(AndroidOptions(revoke_penalty="three_tricks"), 2)
    last = world.table.events[-1]
    assert last == ev.DealStarted(1, 0, True)
    assert not [event for event in world.table.events if isinstance(event, ev.HandScored)]
    assert world.table.public_view()["scores"] == [0, 0]


@pytest.mark.parametrize(("misdeal", "dealer"), [("same_dealer", 0), ("next_dealer", 1)])
def test_after_a_misdeal_t10(misdeal, dealer):
    world = World(random.Random(1), AndroidOptions(misdeal=misdeal))
    world.deal()
    assert world.table.apply(Redeal(0)) == [ev.DealStarted(1, dealer, True)]


@pytest.mark.parametrize(("review", "shown"), [("last_trick", True), ("none", False)])
def test_the_last_trick_is_shown_where_it_may_be_looked_at_t11(review, shown):
    world = World(random.Random(2), AndroidOptions(review=review))
    world.deal()
    for _ in range(4):
        world.step()
    assert (world.table.public_view()["last_trick"] is not None) == shown


def test_no_android_s_card_can_be_demanded_t7():
    with pytest.raises(ValueError, match="exposed_cards"):
        AndroidOptions(exposed_cards="call")
