"""Nothing that is told of a match, on its page or in a file, depends on the hand that is being played."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal.journal import Game, JournalEntry
from device.records.export import FORMATS, text_of
from device.records.history import in_full
from device.records.played import match_of
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from whist.messages import events as ev
from whist.messages.events_of_calls import Announced, Called, HandStarted
from whist.messages.requests import Agree, Claim, Redeal
from whist.rules.options import AndroidOptions

GAMES = ("android", "classic", "italian", "candid", "australian", "bid", "german", "honeymoon")

ACTS = (ev.Played, ev.Gathered, ev.Commanded, ev.Racked, ev.TurnedUp, Called, Announced)
"""What people do: between two of these the journal may end."""


@cache
def played(game: str, seed: int) -> tuple[dict[str, Any], Sequence[ev.Event]]:
    """What the journal keeps of the choice, and the events of three hands; in Android Whist with a misdeal and a
    claim."""
    if game != "android":
        family = FamilyWorld(random.Random(seed), game, {"trump_method": "entered"} if game == "italian" else {})
        family.play_match(3)
        options = family.table.events[0].to_json()["options"]
        return {"game": game, "options": options, "players": None, "dealer": 0, "seed": 0}, family.table.events
    world = World(random.Random(seed), AndroidOptions(target=9))
    world.deal()
    world.play_deal()
    world.deal()
    world.lay(world.choose() if world.turn in (0, world.table.seat_of("north")) else world.order())
    world.table.apply(Redeal(0))
    for holder in (1, 2):
        world.slots[holder] = [None] * 13
        world.show_holder(holder)
    world.laid, world.lies = [], False
    world.show_table()
    world.deal()
    for _ in range(24):
        world.step()
    world.table.apply(Claim(0, 2))
    world.table.apply(Agree(world.table.seat_of("north"), True))
    world.laid, world.lies = [], False
    world.show_table()
    world.deal()
    world.play_deal()
    return asdict(world.options), world.table.events


def told(options: dict[str, Any], events: Sequence[ev.Event]) -> str:
    """Everything that leaves the table of such a match."""
    entries = [JournalEntry(number, 1000.0, event.to_json()) for number, event in enumerate(events)]
    match = match_of(Game(1, 1000.0, options, None, {}), entries)
    files = [text_of(to, match.hands, True, lambda sentence: None) for to in FORMATS if to != "pbn"]
    return json.dumps([in_full(match), files])


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_a_match_is_told_as_if_the_hand_in_play_had_not_begun(game: str, data: st.DataObject) -> None:
    options, events = played(game, data.draw(st.integers(0, 2)))
    length = data.draw(st.sampled_from([k for k in range(2, len(events)) if isinstance(events[k], ACTS)]))
    ends = (ev.DealStarted, HandStarted, ev.HandScored, ev.GameOver)
    over = max(number for number, event in enumerate(events[:length]) if isinstance(event, ends))
    assert told(options, events[:length]) == told(options, events[: over + 1])


def test_what_was_misdealt_or_not_played_is_not_told() -> None:
    options, events = played("android", 1)
    misdealt = next(k for k, event in enumerate(events) if isinstance(event, ev.DealStarted) and event.redeal)
    assert any(isinstance(event, ev.Played) for event in events[misdealt - 5 : misdealt])
    entries = [JournalEntry(number, 1000.0, event.to_json()) for number, event in enumerate(events)]
    hands = in_full(match_of(Game(1, 1000.0, options, None, {}), entries))["played"]
    tricks = [[len(trick["cards"]) for trick in hand["tricks"]] for hand in hands]
    assert tricks == [[4] * 13, [4] * 6 + [0] * 7, [4] * 13]
