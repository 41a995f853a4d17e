"""What the people in the places are called, kept over a restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from device.settings.small_files import remember, remembered
from web_ui.contracts import PLACES

_FACE: Final = "{place}.face"
"""Where a match's names keep whose face a computer player has; empty for a person."""


class PlayerNames:
    """The names of people by place; ``memory`` keeps them. What cannot be written down holds until the program ends."""

    def __init__(self, memory: Path | None = None) -> None:
        self._memory = memory
        self._names = _kept(memory)

    def choose(self, person: str, name: str) -> bool:
        """Call whoever sits in ``person``'s place ``name``, "" for nothing; whether that is new."""
        if self._names.get(person, "") == name:
            return False
        names = {**self._names, person: name}
        self._keep({place: called for place, called in names.items() if called})
        return True

    def clear(self) -> None:
        """Forget all names."""
        self._keep({})

    def _keep(self, names: dict[str, str]) -> None:
        self._names = names
        if self._memory is not None:
            remember(self._memory, names)

    def shown(self) -> dict[str, str]:
        """``{"south": "Anna"}``: whoever gave a name."""
        return dict(self._names)


def _kept(memory: Path | None) -> dict[str, str]:
    """The names that ``memory`` holds; none where it holds nothing that makes sense, for it is only a comfort."""
    try:
        kept = {} if memory is None else remembered(memory)
    except (OSError, ValueError):
        return {}
    kept = kept if isinstance(kept, dict) else {}
    return {place: name for place, name in kept.items() if place in PLACES and isinstance(name, str) and name}


def called(names: Mapping[str, str], company: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What a match keeps of who played it: ``names`` of people by place, and names and faces of computer players where
    nobody gave another."""
    kept = dict(names)
    for place, one in company.items():
        if place not in names:
            kept |= {place: one["name"], _FACE.format(place=place): one["face"]}
    return kept


def is_face(key: str) -> bool:
    """Whether what a match keeps under ``key`` is a face, not a name."""
    return key.endswith(_FACE.format(place=""))


def faces(kept: Mapping[str, str], places: Iterable[str]) -> dict[str, str]:
    """The faces of the computer players that played a match in ``places``."""
    found = {place: kept.get(_FACE.format(place=place), "") for place in places}
    return {place: face for place, face in found.items() if face}
