"""Between two hands of a match: scores, who deals next, lines of the score sheet, places at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from whist.phrases import phrase

Entry = tuple[int, int, str]
"""Side, points, and how they came about."""


@dataclass(frozen=True, slots=True)
class Line:
    """One hand on the score sheet: ``entries`` are (side, points, how they came about); ``points`` their sum per side;
    ``tricks`` the winners of each trick, ``won`` the tricks of each seat, ``bags`` overtricks per side (RULES K14)."""

    number: int
    dealer: int
    trump: str | None
    tricks: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    points: tuple[int, ...]
    entries: tuple[Entry, ...]
    thrown_in: bool = False
    contract: str = ""
    bags: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands before hand ``number`` (1…), dealt by seat ``dealer``; ``scores`` per side."""

    dealer: int = 0
    scores: tuple[int, ...] = (0, 0)
    number: int = 1
    bags: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    """Games won by each side (RULES W12)."""
    over: bool = False
    winners: tuple[int, ...] = ()
    """The sides that have won the match, more than one where they share it (RULES U21)."""

    def next(self, **changes: Any) -> Standing:
        """The standing before the next hand, with ``changes``."""
        return replace(self, number=self.number + 1, **changes)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object; what is empty is left out."""
        known: dict[str, Any] = {"dealer": self.dealer, "scores": list(self.scores), "number": self.number}
        for name in ("bags", "games", "winners"):
            if getattr(self, name):
                known[name] = list(getattr(self, name))
        return known | ({"over": True} if self.over else {})


def standing_of(view: Mapping[str, Any]) -> Standing:
    """What a dealer needs to know of the standing, by a table's view: whose deal it is, and which hand."""
    return Standing(view["dealer"], tuple(view["scores"]), view["deal"])


def with_changes(lines: Sequence[Line], changes: Iterable[tuple[int, Sequence[int]]]) -> list[Line]:
    """``lines``, where points that were corrected by agreement, each with the place of the line, are entries of it."""
    made = list(lines)
    for place, points in changes:
        if place < len(made):
            more = [(side, gained, phrase("corrected by agreement")) for side, gained in enumerate(points) if gained]
            total = tuple(old + new for old, new in zip(made[place].points, points, strict=True))
            made[place] = replace(made[place], points=total, entries=(*made[place].entries, *more))
    return made


def ranking(scores: Sequence[Any]) -> tuple[int, ...]:
    """The place of each score, 1 for the highest; equal scores share a place and the next one is left out. A score is
    a number, or a tuple whose first number counts before the second."""
    return tuple(1 + sum(other > own for other in scores) for own in scores)
