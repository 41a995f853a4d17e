"""What the house allows beside the rules of the game in play: advice on the own page, boards for strangers, and the
camera's picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from device.settings.small_files import choices_in, remember
from whist.phrases import phrase

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "suggestions": ("off", "on"),
    "watching": ("on", "off", "ten"),
    "picture": ("off", "on"),
}
"""What may be chosen (RULES S5, S7), the usual one first: whether a person is advised on the own page; whether devices
that hold no seat may open the board, or ten of them; and whether those who sit at a real table see the camera's picture
of the play area. That is off at first, for the camera sees a fan of cards that somebody holds over the middle, too."""


class House:
    """The house's choices; ``memory`` keeps them over a restart."""

    def __init__(self, memory: Path | None = None) -> None:
        self._memory = memory
        self._chosen = {name: usual for name, (usual, *_) in CHOICES.items()} | choices_in(memory, _fits)

    def choose(self, choices: object) -> None:
        """Take ``{"suggestions": "on"}``, ``{"watching": "ten"}``, ``{"picture": "on"}`` or several; raises
        ``ValueError`` with one sentence for anything else. What cannot be written down holds until the program ends."""
        if not isinstance(choices, Mapping) or not choices or not all(map(_fits, choices.items())):
            raise ValueError(
                phrase("The house chooses suggestions (off, on), watching (on, off, ten) and picture (off, on).")
            )
        self._chosen |= choices
        if self._memory is not None:
            remember(self._memory, self._chosen)

    def shown(self) -> dict[str, str]:
        """``{"suggestions": "off", "watching": "on", "picture": "off"}``."""
        return dict(self._chosen)


def _fits(choice: tuple[object, object]) -> bool:
    name, value = choice
    return isinstance(name, str) and value in CHOICES.get(name, ())
