"""A card is named falsely for a slot of a computer player's holder: nobody learns by that where it truly stands (RULES
S2)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.whist.holder_driver import Misnamed
from whist.cards import Card
from whist.rules.actions import AnyOf, Discard, Play

GAMES = [
    ("classic", {}),
    ("classic", {"trump_method": "chosen"}),
    ("italian", {"trump_method": "entered"}),
    ("candid", {}),
    ("bid", {}),
    ("bid", {"bidder_gets_kitty": True}),
    ("german", {}),
    ("honeymoon", {}),
]


@pytest.mark.parametrize("game", ["german", "honeymoon"])
@pytest.mark.parametrize("reads", ["both", "neither"])
def test_a_draw_does_not_tell_that_a_card_which_was_named_falsely_stands_in_the_same_holder_s2(game, reads):
    for seed in (1, 2, 3, 5, 6):  # in these it does not play that card
        asked = []
        for where in ("own", "else"):
            world = Misnamed(game, seed, 3, where, reads, {})
            while len(world.hand.tricks) < 2:
                world.step()
            asked.append((world.table.questions, world.table.public_view()["prompt"]))
        assert asked[0] == asked[1]


def odd_cards(worlds: Sequence[Misnamed]) -> set[Card]:
    """The cards that lie elsewhere in the other world, or are not what they are believed to be."""
    one, other = ([*(card for own in world.hand.hands for card in own), *world.hand.stock] for world in worlds)
    moved = {card for pair in zip(one, other, strict=True) if pair[0] != pair[1] for card in pair}
    return moved | {card for world in worlds for card in (world.said, world.true)}


def may_do(worlds: Sequence[Misnamed], rng: random.Random) -> Iterator[Any]:
    """What may be done in each world, without odd cards; a computer player plays what it believes to hold."""
    odd = odd_cards(worlds)
    first, second = (world.hand_choices() for world in worlds)
    if first and isinstance(first[0], AnyOf):
        cards = [card for card in first[0].cards if card in second[0].cards and card not in odd]
        if len(cards) >= first[0].count:
            yield Discard(first[0].seat, tuple(rng.sample(cards, first[0].count)))
        return
    rng.shuffle(first)
    for act in first:
        if act in second and getattr(act, "card", None) not in odd:
            computer = isinstance(act, Play) and act.seat == 1
            if not computer or all(world.table.deciding.grants(act) for world in worlds):
                yield act


def told(world: Misnamed) -> dict[str, Any]:
    """All that anybody is told."""
    table = world.table
    pages = [table.view(seat) for seat in range(world.rules.players)]
    return {"board": table.public_view(), "pages": pages, "lights": table.to_move, "events": len(table.events)}


@pytest.mark.parametrize("reads", ["both", "neither"])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_hand_goes_on_alike_wherever_the_named_card_stands_until_it_is_seen_s2(game, options, reads):
    acts = 0
    for seed in range(8):
        rng, at = random.Random(seed), (0, 3, 7)[seed % 3]
        worlds = [Misnamed(game, seed, at, where, reads, options) for where in ("own", "else")]
        while not worlds[0].hand.over and told(worlds[0]) == told(worlds[1]):
            act = next(may_do(worlds, rng), None)
            if act is None:
                break
            for world in worlds:
                (world.play if isinstance(act, Play) else world.say)(act)
            acts += 1
        one, other = (told(world) for world in worlds)
        if one["board"]["turned_up"] == other["board"]["turned_up"]:  # else the stock has come to that card
            assert one == other, (seed, at, acts)
    assert acts > 10
