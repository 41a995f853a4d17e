"""People by their names in what their pages say, where the seats bear names and not places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whist.names import by_name


def names(view: Mapping[str, Any]) -> dict[str, str]:
    """What everybody is called, by place: as they said themselves, else as the computer player in their stead is;
    of ``view`` (``Keeper.public_view``)."""
    company = {place: one["name"] for place, one in view.get("company", {}).items()}
    return company | {place: name for place, name in view.get("names", {}).items() if name}


def with_names(view: dict[str, Any]) -> dict[str, Any]:
    """``view`` with people by name in all its sentences."""
    called = names(view)
    told: dict[str, Any] = _with_names(view, called) if called else view
    return told


def _with_names(part: Any, called: Mapping[str, str]) -> Any:
    if isinstance(part, str):
        return by_name(part, called)
    if isinstance(part, Mapping):
        return {key: _with_names(value, called) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [_with_names(value, called) for value in part]
    return part
