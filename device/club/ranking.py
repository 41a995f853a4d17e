"""The ranking of a club, from what each of its people has played; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from whist.names import folded


@dataclass(frozen=True, slots=True)
class ToldMatch:
    """A match as its table tells it: its ``table``, its ``number`` there, the ``game``, when it was ``begun`` (seconds
    since 1970), ``seats`` as in the public view, ``names`` by place, the places of ``computers``, ``scores`` by side,
    and the sides that are ``winners``: none while it goes on, or was broken off."""

    table: str
    number: int
    game: str
    begun: int
    seats: tuple[Mapping[str, Any], ...]
    names: Mapping[str, str]
    computers: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What one person, ``key``, has played to the end: the ``name`` as in the newest match, how many ``matches``, how
    many of these were ``won``, and at which ``tables``."""

    key: str
    name: str
    won: int
    matches: int
    tables: tuple[str, ...]


def people_of(match: ToldMatch) -> dict[str, tuple[str, int]]:
    """The people of a match who have said a name: their name as it was written, and their side, by the folded name.
    Whoever sits on two sides under one name counts for the side named first."""
    found: dict[str, tuple[str, int]] = {}
    for seat in match.seats:
        name = _storable(match.names.get(seat["person"], ""))
        if seat["kind"] == "human" and seat["person"] not in match.computers and name:
            found.setdefault(folded(name), (name, seat["side"]))
    return found


def _storable(name: str) -> str:
    """A name without what no database takes; "" for none."""
    return " ".join(name.encode("utf-8", "replace").decode().replace("\0", "").split())


def ranking(people: Iterable[PlayerRecord]) -> list[dict[str, Any]]:
    """People by the matches they have won, then by how few they needed for that, then by name: ``place`` (equal ones
    share it), ``name``, ``won``, ``matches``, and the ``tables`` at which they played."""
    found: list[dict[str, Any]] = []
    for one in sorted(people, key=lambda one: (-one.won, one.matches, one.key)):
        equal = found and (found[-1]["won"], found[-1]["matches"]) == (one.won, one.matches)
        line = {"name": one.name, "won": one.won, "matches": one.matches, "tables": [*one.tables]}
        found.append({"place": found[-1]["place"] if equal else len(found) + 1, **line})
    return found
