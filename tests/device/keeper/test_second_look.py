"""What the table takes only half at its word is looked at once more, for nothing new would be told of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.clumsy.people import do
from tests.clumsy.world import World
from whist.messages.observations import Reading, TableShows
from whist.messages.requests import NewGame


def played(game: str) -> World:
    """A table on which a card of a trick lies."""
    world = World(NewGame(0, game, {}, None, 0, 5), 5)
    for number in range(200):
        if world.public["phase"] == "play" and world.public["trick"]:
            return world
        do(world, ("honest", number))
        world.look()
    raise AssertionError(world.public["prompt"])


@pytest.mark.parametrize("game", ["android", "candid", "german"])
def test_a_card_in_the_place_of_another_is_to_be_looked_at_twice(game: str) -> None:
    world = played(game)
    owner = world.person_at(world.table.state.trick[0].seat)
    card = next(card for card in world.own(owner) if card not in world.beside())
    first = world.table.state.trick[0]
    (shows,) = [seen for seen in world.hands.perfect_view() if isinstance(seen, TableShows)]
    shows = TableShows(
        tuple(
            replace(one, reading=Reading.certain(card)) if one.reading.best == first.card else one
            for one in shows.cards
        )
    )
    before = len(world.table.events)
    world.table.apply(shows)
    assert world.table.half_believed == {"play area"}
    assert len(world.table.events) == before
    world.table.apply(shows)
    assert world.table.half_believed == frozenset()
    assert len(world.table.events) > before


def test_a_holder_with_other_cards_is_to_be_looked_at_twice() -> None:
    world = played("android")
    mine, other = world.slots(1), [card for card in world.slots(2) if card]
    filled = [slot for slot, card in enumerate(mine) if card]
    for slot, card in zip(filled[:3], other[:3], strict=True):
        mine[slot] = card
    world.hands.scene.rack(1, mine)
    shows = world.hands.perfect_view()[0]
    world.table.apply(shows)
    assert world.table.half_believed == {"holder 1"}
    world.table.apply(shows)
    assert world.table.half_believed == frozenset()
    assert world.public["out_of_step"]
