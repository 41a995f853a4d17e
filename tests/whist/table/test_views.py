"""Who may know what, and what may be asked."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.driver import World
from whist.cards import Card
from whist.messages import events as ev
from whist.messages.requests import (
    Answer,
    Command,
    Demand,
    Expose,
    LaidBy,
    NewGame,
    Redeal,
    Treat,
    Undo,
    request_from_json,
)
from whist.rules.actions import Announce, Bid, Choose
from whist.rules.commands import AndroidOptions, commander
from whist.rules.refusals import Refused
from whist.table.state.seats import human
from whist.table.table import Table

PUBLIC = {
    *(
        "event",
        "game",
        "title",
        "phase",
        "deal",
        "dealer",
        "target",
        "scores",
        "seats",
        "trump",
        "turned_up",
        "turn",
        "leader",
    ),
    *("trick", "last_trick", "won", "tricks_done", "command", "prompt", "questions", "wrong_card", "out_of_sight"),
    *("out_of_step", "hand", "notes", "winner", "played", "sheet", "unread", "swapped", "proposal", "notice"),
}


@given(st.integers(0, 10**6), st.integers(0, 40), st.integers(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_commander_learns_nothing_of_the_commanded_hand_a6_a20(seed, cards, deals):
    """The same public history with another unseen hand gives the very same pages."""
    world = World(random.Random(seed), AndroidOptions(first_dealer=("south", "north")[deals]))
    world.deal()
    for _ in range(cards):
        world.step()
    if not human(world.turn, world.dealer):
        command = world.rng.choice(world.table.view(commander(world.turn, world.dealer))["commands"]["allowed"])
        world.table.apply(Command(world.turn, command))
    events = world.table.events
    for person in ("south", "north"):
        viewer = world.table.seat_of(person)
        unseen = 2 if person == "south" else 1
        held = set(world.table.state.holders.held((viewer + 2) % 4))
        free = list(held) + [
            card for seat in (viewer, 3 - viewer) for card in world.hands[seat] if human(seat, world.dealer)
        ]
        others = [card for card in free if card not in held and card != world.turn_up]
        swap = dict(zip(sorted(held, key=str), world.rng.sample(others, min(len(held), len(others))), strict=False))

        def changed(event, swap=swap, unseen=unseen, viewer=viewer):
            if isinstance(event, ev.Dealt) and event.holder == unseen:
                return ev.Dealt(unseen, tuple(swap.get(card, card) for card in event.cards))
            if isinstance(event, ev.ToMove) and event.seat == (viewer + 2) % 4:
                return ev.ToMove(event.seat, swap.get(event.card, event.card))
            return event

        other = Table.from_events([changed(event) for event in events], world.options)
        assert other.view(viewer) == world.table.view(viewer)
        assert other.public_view() == world.table.public_view()
        text = json.dumps(world.table.view(viewer))
        assert not any(f'"{card}"' in text for card in held)


REQUESTS = [
    (1, {"command": "duck"}, Command(1, "duck")),
    (0, {"answer": "HT", "question": 3}, Answer(0, 3, Card("H", "T"))),
    (3, {"redeal": True}, Redeal(3)),
    (3, {"undo": True}, Undo(3)),
    (0, {"bid": "8H"}, Bid(0, "8H")),
    (0, {"bid": 3}, Bid(0, 3)),
    (2, {"choose": "S"}, Choose(2, "S")),
    (2, {"hcp": 13}, Announce(2, 13)),
    (1, {"laid_by": 2}, LaidBy(1, 2)),
    (1, {"expose": "HT"}, Expose(1, Card("H", "T"))),
    (1, {"demand": "HT"}, Demand(1, Card("H", "T"))),
    (1, {"treat": "exposed"}, Treat(1, "exposed")),
    (0, {"game": "candid", "options": {"target": 250}, "dealer": 2}, NewGame(0, "candid", {"target": 250}, None, 2)),
    (0, {"game": "australian", "options": {}, "dealer": 0, "players": 5}, NewGame(0, "australian", {}, 5, 0)),
]


@pytest.mark.parametrize(("seat", "obj", "request_"), REQUESTS)
def test_requests_round_trip(seat, obj, request_):
    assert request_from_json(seat, obj) == request_
    assert request_.to_json() | {"seat": seat} == obj | {"seat": seat}


@pytest.mark.parametrize(
    "obj",
    [
        *(None, [], {}, {"command": 3}, {"answer": "XX", "question": 1}, {"answer": "HT"}, {"redeal": 1}),
        *({"bid": None}, {"answer": "HT", "question": True}, {"answer": None, "question": 1}),
        {"command": "duck", "redeal": True},
        *({"undo": 1}, {"bid": True}, {"choose": 3}, {"hcp": "13"}, {"laid_by": "x"}, {"expose": "XX"}, {"demand": 1}),
        *({"treat": None}, {"game": 3}, {"game": "candid", "options": 3}, {"game": "candid", "dealer": "south"}),
        *({"game": "candid", "players": -1}, {"game": "candid", "bid": 3}, {3: 4}),
    ],
)
def test_bad_requests_get_one_sentence(obj):
    with pytest.raises(Refused) as refused:
        request_from_json(0, obj)
    assert refused.value.code == "refused"
    assert refused.value.why.endswith(".")


def test_seats_are_those_of_the_game():
    assert request_from_json(6, {"bid": 3}, 7) == Bid(6, 3)
    with pytest.raises(Refused, match="seats are 0 to 1"):
        request_from_json(2, {"redeal": True}, 2)


def test_android_whist_has_no_bids():
    with pytest.raises(Refused, match="cannot be asked"):
        Table("android").apply(Bid(0, "pass"))


@pytest.mark.parametrize("seat", [4, -1, None, True, "0"])
def test_no_such_seat(seat):
    with pytest.raises(Refused):
        request_from_json(seat, {"command": "duck"})
    with pytest.raises(Refused):
        Table("android").apply(Command(seat, "duck"))


def test_an_androids_view_is_the_public_one_a7():
    world = World(random.Random(13))
    world.deal()
    for seat in range(4):
        view = world.table.view(seat)
        if human(seat, 0):
            assert set(view) == PUBLIC | {"me", "beside", "commands", "may_undo", "mend"}
        else:
            assert view == world.table.public_view()
            assert set(view) == PUBLIC
    assert world.table.seat_of("north") == 3
    with pytest.raises(ValueError, match="sits nowhere"):
        world.table.seat_of("east")
    with pytest.raises(ValueError, match="no seat"):
        world.table.view(4)


def test_holders_are_racked_unseen_by_their_commanders_a11():
    world = World(random.Random(14))
    assert "puts 13 cards in the holder beside you" in world.table.public_view()["prompt"]
    world.deal()
    for viewer, own, unseen in ((0, 1, 2), (3, 2, 1)):
        view = world.table.view(viewer)
        assert view["beside"]["cards"] == [str(card) for card in world.slots[own]]
        assert not any(f'"{card}"' in json.dumps(view) for card in world.slots[unseen])
