"""A match of which it was cut who begins is written down, taken up again, and looked back at (RULES S6)."""

from __future__ import annotations

import random
from contextlib import closing

import pytest

from device.journal.journal import Game, Journal, JournalEntry
from device.keeper.keeper import Keeper
from device.records.played import match_of
from tests.whist.beginning.world import Cutting
from tests.whist.family_driver import FamilyWorld
from whist.messages.events import Event
from whist.messages.observations import TableShows
from whist.messages.requests import NewGame

CUT = {"south": "H9", "west": "S2", "north": "DQ", "east": "CA"}


def begun(world: Cutting) -> None:
    world.cut(**CUT)
    world.take()


def begun_again(world: Cutting) -> None:
    """All cut once more though East was to deal; then somebody names East."""
    begun(world)
    world.ask("south", cut_again=True)
    world.ask("south", first=3)


@pytest.mark.parametrize(
    ("does", "says"),
    [
        (begun, "East cut the highest card, the ace of clubs, and deals first."),
        (begun_again, "East deals first: South said so."),
    ],
)
def test_a_match_that_was_cut_for_is_looked_back_at_whole(does, says) -> None:
    """RULES S6: and its first hand says who began, and why."""
    world = Cutting()
    does(world)
    family = FamilyWorld(random.Random(2), "classic", {"first": "cut"}, dealer=3)
    family.play_match(2)
    before: list[Event] = world.table.events[: -len(world.table._table.events)]
    events = [*before, *family.table.events]
    entries = [JournalEntry(number, 1000.0, event.to_json()) for number, event in enumerate(events)]
    match = match_of(Game(1, 1000.0, world.choice.to_json(), None, {}), entries)
    assert match.whole
    assert [hand.line.dealer for hand in match.hands if hand.line] == [3, 0]
    assert says in [remark.text for remark in match.hands[0].remarks]
    assert all(says not in [remark.text for remark in hand.remarks] for hand in match.hands[1:])


@pytest.mark.parametrize("game", ["classic", "android"])
def test_after_a_power_cut_it_is_cut_on(game, tmp_path) -> None:
    """The journal has the cards that were read; before the next look nothing is settled."""
    world = Cutting(game)
    path = tmp_path / "journal.sqlite"
    cut = CUT if game == "classic" else {"south": "H9", "north": "DQ"}
    with closing(Journal(path)) as journal:
        keeper = Keeper(world.choice, journal)
        world.table = keeper.table
        world.cut(**{person: code for person, code in cut.items() if person != "north"})
        keeper.see([TableShows(())])  # what was seen is written down
    with closing(Journal(path)) as journal:
        keeper = Keeper(NewGame(0, "candid"), journal)
        assert keeper.table.phase == "cut"
        assert keeper.table.game == game
        assert keeper.public_view()["cut"]["first"] is None
        again = Cutting(game)
        again.table = keeper.table
        again.cut(**cut)
        again.take()
        assert keeper.table.phase == "deal"
