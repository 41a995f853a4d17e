"""The games of the family, one small module each. ``rules_of`` finds the rules of a game by its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from whist.quoting import quoted
from whist.rules.base import Rules

_CLASSES: Final[Mapping[str, str]] = {
    "android": "Android",
    "classic": "Classic",
    "italian": "Italian",
    "candid": "Candid",
    "australian": "Australian",
    "bid": "BidWhist",
    "german": "German",
    "honeymoon": "Honeymoon",
}
GAMES: Final = tuple(_CLASSES)
"""The names of all games."""


def rules_class(game: str) -> type[Rules[Any]]:
    """The class of a game's rules; raises ``ValueError`` for a name that is none."""
    if not isinstance(game, str) or game not in _CLASSES:
        raise ValueError(f"{quoted(game)} is no game; the games are {', '.join(GAMES)}")
    found: type[Rules[Any]] = getattr(import_module(f"whist.games.{game}"), _CLASSES[game])
    return found


def rules_of(game: str, options: object = None, players: int | None = None) -> Rules[Any]:
    """The rules of ``game`` with ``options`` (a JSON object; none are the defaults) for ``players`` (None: the game's
    usual number). Raises ``ValueError`` with one sentence for what cannot be."""
    kind = rules_class(game)
    return kind(kind.options_type.from_json({} if options is None else options), players)
