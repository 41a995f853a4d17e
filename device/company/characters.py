"""The computer players in the chairs that are left to themselves: who they are, and how well each plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Final

from device.company.minds import ComputerPlayer, Mind
from device.company.thinking import Thinker
from whist.phrases import phrase
from whist.players.levels import LEVELS


@dataclass(frozen=True, slots=True)
class Character:
    """Whom a computer player is: its ``name``, its ``face`` (web_ui/static/face-….svg) and how well it plays."""

    name: str
    face: str
    level: str


ADVISES: Final = "strong"
"""How well whoever advises a person plays."""

_CAST: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "easy": {"otter": ("Otto", "Ottavia", "Oscar"), "hen": ("Berta", "Emma", "Zoe"), "mouse": ("Mimi", "Tim", "Lotta")},
    "club": {"badger": ("Bruno", "Bea", "Thea"), "hedgehog": ("Ines", "Igor", "Rita"), "hare": ("Leo", "Nora", "Hugo")},
    "strong": {
        "fox": ("Renata", "Rufus", "Vera"),
        "owl": ("Olga", "Ugo", "Minerva"),
        "cat": ("Clara", "Felix", "Silvia"),
    },
}
CHARACTERS: Final = {
    level: [
        Character(name, face, level)
        for called in zip(*faces.values(), strict=True)
        for name, face in zip(called, faces, strict=True)
    ]
    for level, faces in _CAST.items()
}
"""Who plays at each level: one for each chair, so that everybody is who they were when the table is started again."""
_CHAIRS: Final = ("west", "north", "east", "south", "northwest", "northeast", "southeast", "southwest")
"""The chairs in the order of those who sit there: no two of the first three look alike."""


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

    def character(self, person: str) -> Character:
        """Who plays for ``person``: the same as long as nobody wants another level."""
        return CHARACTERS[self.level(person)][_CHAIRS.index(person)]

    def shown(self, persons: Iterable[str]) -> dict[str, dict[str, str]]:
        """Who plays for each of ``persons``, as pages show it: ``{"west": {"name": …, "face": …, "level": …}}``."""
        return {person: asdict(self.character(person)) for person in persons}

    def warm(self) -> None:
        """Somebody will have to decide something before long."""
        self._thinker.warm()

    def adviser(self) -> Mind:
        """What advises a person, as well as anybody here plays (RULES S5)."""
        return ComputerPlayer(self._thinker, lambda: ADVISES)

    def mind(self, person: str, seed: int, plays: Callable[[], bool], thinker: Thinker | None = None) -> Mind:
        """What decides for ``person`` while ``plays`` says that a computer player does; with a ``thinker`` of its own
        where it may have to think while others do."""
        return ComputerPlayer(thinker or self._thinker, lambda: self.level(person) if plays() else None, seed)
