"""The ranking of a club, from the matches of all its tables; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Match:
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


def folded(name: str) -> str:
    """What two names have in common that are one person's, however they are written."""
    return " ".join(name.split()).casefold()


def people_of(match: Match) -> dict[str, tuple[str, int]]:
    """The people of a match who have said a name: their name as it was written, and their side, by the folded name.
    Whoever sits on two sides under one name counts for the side named first."""
    found: dict[str, tuple[str, int]] = {}
    for seat in match.seats:
        name = match.names.get(seat["person"], "")
        if seat["kind"] == "human" and seat["person"] not in match.computers and name.strip():
            found.setdefault(folded(name), (" ".join(name.split()), seat["side"]))
    return found


def ranking(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """People by the matches they have won, then by how few they needed for that, then by name: ``place`` (equal ones
    share it), ``name``, ``won``, ``matches``, and the ``tables`` at which they played. Only matches that are over
    count; a name is written as in the newest of them."""
    won: dict[str, int] = {}
    played: dict[str, int] = {}
    called: dict[str, str] = {}
    tables: dict[str, set[str]] = {}
    for match in sorted(matches, key=lambda one: (one.begun, one.table, one.number)):
        if not match.winners:
            continue
        for key, (name, side) in people_of(match).items():
            called[key] = name
            played[key] = played.get(key, 0) + 1
            won[key] = won.get(key, 0) + (side in match.winners)
            tables.setdefault(key, set()).add(match.table)
    order = sorted(played, key=lambda key: (-won[key], played[key], key))
    found: list[dict[str, Any]] = []
    for at, key in enumerate(order):
        equal = at > 0 and (won[key], played[key]) == (won[order[at - 1]], played[order[at - 1]])
        place = found[-1]["place"] if equal else at + 1
        line = {"name": called[key], "won": won[key], "matches": played[key], "tables": sorted(tables[key])}
        found.append({"place": place, **line})
    return found
