"""What tests of tables without holders begin with."""

import pytest

from tests.whist.family_driver import dealt, rebuilt, suits
from tests.whist.family_worlds import lay


@pytest.fixture
def begin():
    """Begins worlds by the name of a game and what is played in it; at the end each is rebuilt from its events."""
    worlds = []

    def start(codes="", game="classic", **options):
        """South deals spades to itself and turns up the ace; West leads hearts, North has diamonds, East clubs. In
        German Whist North leads hearts, and clubs come first in the stock."""
        known = {"classic": suits("S", "H", "D", "C"), "german": suits("S", "H")}.get(game)
        worlds.append(dealt(game, known, " ".join(suits("C", "D")) if game == "german" else "", options))
        lay(worlds[-1], codes)
        return worlds[-1]

    yield start
    for world in worlds:
        again = rebuilt(world.table)
        assert again == world.table
        seats = range(world.rules.players)
        assert [again.view(seat) for seat in seats] == [world.table.view(seat) for seat in seats]
