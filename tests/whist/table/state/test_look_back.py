"""A finished hand looked at again (RULES T6, T11)."""

import json
import random

import pytest

from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from whist.rules.options import AndroidOptions
from whist.table.table import Table

REVIEWS = ("last_trick", "all", "none")


def android(review):
    world = World(random.Random(3), AndroidOptions(review=review))
    world.deal()
    return world


def family(game, review="last_trick", **options):
    world = FamilyWorld(random.Random(3), game, {"review": review, **options})
    world.deal()
    return world


def cards_of(played):
    return [card["card"] for trick in played["tricks"] for card in trick["cards"]]


@pytest.mark.parametrize("review", REVIEWS)
@pytest.mark.parametrize("make", [android, lambda review: family("classic", review)], ids=["android", "classic"])
def test_tricks_of_the_hand_in_play_are_shown_by_option_t11(make, review):
    world = make(review)
    while world.table.public_view()["tricks_done"] < 3 or world.laid:
        world.step()
    view = world.table.public_view()
    assert (view["played"] is not None) == (review == "all")
    if review == "all":
        assert len(view["played"]["tricks"]) == 3
    assert bool((view["last_trick"] or {"cards": []})["cards"]) == (review != "none")


@pytest.mark.parametrize("review", REVIEWS)
def test_a_finished_hand_of_android_whist_is_looked_at_until_the_next_is_played_t6(review):
    world = android(review)
    world.play_deal()
    played = world.table.public_view()["played"]
    assert len(set(cards_of(played))) == 52
    assert [trick["winners"][0] for trick in played["tricks"]] == world.table.public_view()["hand"]["tricks"]
    assert {seat["person"] for seat in played["seats"]} == {"south", "north"}
    points = [sum(entry["points"] for entry in played["entries"] if entry["side"] == side) for side in (0, 1)]
    assert points == world.table.public_view()["hand"]["points"]
    again = Table.from_events(world.table.events, world.options)
    assert again.public_view() == world.table.public_view()
    world.deal()
    assert world.table.public_view()["played"] == played, "still there when the next cards are dealt"
    world.step()
    assert world.table.public_view()["played"] is None
    assert [line["points"] for line in world.table.public_view()["sheet"]] == [points]


@pytest.mark.parametrize("game", ["classic", "italian", "candid", "australian", "bid", "german", "honeymoon"])
def test_a_finished_hand_of_every_game_is_looked_at_t6(game):
    world = family(game)
    while not world.hand.over:
        world.step()
    world.finish()
    view = world.table.public_view()
    truth = world.hand
    assert cards_of(view["played"]) == [str(card) for trick in truth.tricks for card in trick.cards]
    assert view["played"]["entries"] == view["hand"]["entries"]
    again = Table.from_events(world.table.events)
    assert json.dumps(again.public_view()) == json.dumps(view)
    if view["phase"] != "over":
        world.deal()
        while world.hand.phase != "play" or not world.laid:
            world.step()
        assert world.table.public_view()["played"] is None
