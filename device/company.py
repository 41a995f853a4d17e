"""The computer players in the chairs that are left to themselves: who plays how well."""

from __future__ import annotations

from collections.abc import Callable

from device.minds import ComputerPlayer, Mind
from device.thinking import Thinker
from whist.phrases import phrase
from whist.players.levels import LEVELS


class Company:
    """Gives each chair a mind of its own; ``level`` is the one of chairs for which nobody has chosen another."""

    def __init__(self, thinker: Thinker, level: str) -> None:
        self._thinker = thinker
        self._level = level
        self._chosen: dict[str, str] = {}

    def level(self, person: str) -> str:
        """How well whoever plays for ``person`` plays."""
        return self._chosen.get(person, self._level)

    def choose(self, person: str, level: str) -> None:
        """Let another one play for ``person``; raises ``ValueError`` with one sentence for a level that is none."""
        if level not in LEVELS:
            raise ValueError(phrase("There is no such computer player."))
        self._chosen[person] = level

    def warm(self) -> None:
        """Somebody will have to decide something before long."""
        self._thinker.warm()

    def mind(self, person: str, seed: int, plays: Callable[[], bool]) -> Mind:
        """What decides for ``person`` while ``plays`` says that a computer player does."""
        return ComputerPlayer(self._thinker, lambda: self.level(person) if plays() else None, seed)
