"""A table at which it is settled who begins, with cards that tests lay before its seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.whist.doubtful import reading
from whist.messages.events import event_from_json
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import NewGame, request_from_json
from whist.tables import begin, resume

BEFORE = {"south": (0.0, -92.0), "west": (-92.0, 0.0), "north": (0.0, 92.0), "east": (92.0, 0.0)}
"""Where people lay cards, by their places."""


@dataclass
class Cutting:
    """A table of ``game`` with the house options given."""

    game: str = "classic"
    options: dict[str, Any] = field(default_factory=dict)
    holders: tuple[int, ...] = ()
    seed: int = 1
    lies: list[tuple[Reading, tuple[float, float]]] = field(default_factory=list)

    def __post_init__(self):
        self.choice = NewGame(0, self.game, {"first": "cut", **self.options}, seed=self.seed, holders=self.holders)
        self.table = begin(self.choice)

    @property
    def view(self):
        return self.table.public_view()

    @property
    def prompt(self):
        return self.view["prompt"]

    def own(self, person):
        return self.table.view(self.table.seat_of(person))

    def lay(self, person, code, at=None):
        """A card is laid before a place, or at another, and read as ``"S9"``, ``"S9 .5 C9 .4"`` or, ``""``, not at
        all."""
        read = reading(code if " " in code or not code else f"{code} 1")
        self.lies.append((read, at or BEFORE[person]))
        return self.show()

    def cut(self, **codes):
        for person, code in codes.items():
            self.lay(person, code)

    def take(self, code=None):
        """A card is taken away, or all of them."""
        self.lies = [one for one in self.lies if code is not None and str(one[0].best) != code]
        return self.show()

    def show(self):
        return self.table.apply(TableShows(tuple(LaidCard(read, *at) for read, at in self.lies)))

    def ask(self, person, **body):
        return self.table.apply(request_from_json(self.table.seat_of(person), body, len(self.view["seats"])))

    def dealer(self):
        return self.view["seats"][self.view["dealer"]]["person"]

    def again(self):
        """The table from its events, as the journal has them."""
        return resume(self.choice, [event_from_json(event.to_json()) for event in self.table.events])
