"""Two simulated people of Android Whist, for tests that need somebody to play."""

from __future__ import annotations

from pathlib import Path

from device.keeper.keeper import Keeper
from device.simulated.hands import Hands
from device.simulated.matches import hands_at
from device.simulated.players import Player
from vision.simulated.scene import SimulatedTable
from whist.games import rules_of
from whist.rules.standing import Standing
from whist.tables import TableInPlay


def people(keeper: Keeper, seed: int) -> list[Player]:
    """A simulated person in every chair of the keeper's table."""
    return [Player(person, seed, lambda: keeper.table) for person in keeper.persons()]


def hands_of(table: TableInPlay, seed: int, memory: Path | None = None) -> Hands:
    """The hands of the people at a table of their own."""
    return hands_at(table, SimulatedTable(), seed, memory)


def android_hands(seed: int, scene: SimulatedTable | None = None) -> Hands:
    """The first deal of Android Whist, dealt by South."""
    hands = Hands(scene or SimulatedTable(), rules_of("android"), seed)
    hands.deal(Standing(), 1)
    return hands
