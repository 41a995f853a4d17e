"""What the scribe has to write down, each by itself, so that what cannot be written can wait."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from device.journal.journal import Journal, JournalEntry


@dataclass(eq=False)
class KeptGame:
    """A game that is being written: its number in the journal, None until it has one, and all of its entries."""

    options: dict[str, Any]
    started: float
    id: int | None = None
    entries: list[JournalEntry] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Begun:
    """A game began."""

    game: KeptGame

    def write(self, journal: Journal) -> None:
        """Write it down; raises ``JournalError``."""
        self.game.id = journal.begin_game(self.game.options, self.game.started)


@dataclass(frozen=True)
class Happened:
    """The entries ``first`` to ``last`` (not included) of a game; they have one time."""

    game: KeptGame
    first: int
    last: int

    def write(self, journal: Journal) -> None:
        """Write it down; raises ``JournalError``."""
        assert self.game.id is not None, "a game is begun before anything happens in it"
        entries = self.game.entries[self.first : self.last]
        journal.append(self.game.id, self.first, [entry.event for entry in entries], entries[0].t)


@dataclass(frozen=True)
class Named:
    """People in the places of a game gave their names."""

    game: KeptGame

    def write(self, journal: Journal) -> None:
        """Write it down; raises ``JournalError``."""
        assert self.game.id is not None, "a game is begun before somebody in it has a name"
        journal.name_game(self.game.id, self.game.names)


@dataclass(frozen=True)
class GameFinished:
    """A game ended at ``t``."""

    game: KeptGame
    t: float

    def write(self, journal: Journal) -> None:
        """Write it down; raises ``JournalError``."""
        assert self.game.id is not None, "a game is begun before it ends"
        journal.finish_game(self.game.id, self.t)


@dataclass(frozen=True)
class Seated:
    """A person's seat was taken, or left (None); None for the person: all seats."""

    person: str | None
    token_hash: str | None

    def write(self, journal: Journal) -> None:
        """Write it down; raises ``JournalError``."""
        if self.person is not None and self.token_hash is not None:
            journal.seats.put(self.person, self.token_hash)
        else:
            journal.seats.clear(self.person)


Deed = Begun | Named | Happened | GameFinished | Seated
