"""The score sheet of a match of any game, made of nothing but the lines of its hands: as data for a page (``rows``) and
as CSV (``csv_text``).

Sides are named by their seats: ``0+2`` for partners, ``3`` for one who plays for himself.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from whist.rules.base import Rules
from whist.rules.standing import Line, Standing

_GROUPS: Final = (
    ("tricks", "tricks"),
    ("points", "points"),
    ("bags", "bags_held"),
    ("score", "scores"),
    ("games", "games"),
)
"""Groups of columns with one column a side, and the key of a row that fills them."""


def side_names(rules: Rules[Any]) -> list[str]:
    """The name of each side: its seats with ``+`` between them."""
    seats: list[list[str]] = [[] for _ in range(rules.sides)]
    for seat in range(rules.players):
        seats[rules.side(seat)].append(str(seat))
    return ["+".join(own) for own in seats]


def line_to_json(line: Line) -> dict[str, Any]:
    """``line`` as a JSON object; a contract, bags and a hand thrown in are told only where there are any."""
    known: dict[str, Any] = {
        "number": line.number,
        "dealer": line.dealer,
        "trump": line.trump,
        "tricks": [list(winners) for winners in line.tricks],
        "won": list(line.won),
        "points": list(line.points),
        "entries": [{"side": side, "points": points, "how": how} for side, points, how in line.entries],
    }
    told = {"contract": line.contract, "bags": list(line.bags), "thrown_in": line.thrown_in}
    return known | {name: value for name, value in told.items() if value}


def rows(rules: Rules[Any], lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The hands of a match from its first on, each a JSON object: ``number``, ``dealer``, ``contract`` (empty for
    none), ``trump``, ``thrown_in``, ``tricks`` and ``points`` per side, ``how`` (``side`` by its name, ``points``,
    ``how``) for each point, ``bags`` of this hand, and the running totals: ``scores``, ``bags_held`` and ``games`` per
    side, the last three empty where the game has none. A hand that wins a game of a rubber shows the score that won it.

    Raises ``ValueError`` for a line that is of another number of players or sides."""
    standing, made = None, []
    for line in lines:
        _check(rules, line)
        before = standing or rules.first_standing(line.dealer)
        standing = rules.after(before, line)
        made.append(_row(rules, line, before, standing))
    return made


def _check(rules: Rules[Any], line: Line) -> None:
    if len(line.won) != rules.players or len(line.points) != rules.sides:
        raise ValueError(
            f"hand {line.number} was scored for {len(line.won)} players on {len(line.points)} sides, "
            f"not for {rules.players} on {rules.sides}"
        )


def _row(rules: Rules[Any], line: Line, before: Standing, after: Standing) -> dict[str, Any]:
    names, tricks = side_names(rules), [0] * rules.sides
    for seat, won in enumerate(line.won):
        tricks[rules.side(seat)] += won
    return {
        "number": line.number,
        "dealer": line.dealer,
        "contract": line.contract,
        "trump": line.trump,
        "thrown_in": line.thrown_in,
        "tricks": tricks,
        "points": list(line.points),
        "how": [{"side": names[side], "points": points, "how": how} for side, points, how in line.entries],
        "bags": list(line.bags),
        "scores": _scores(line, before, after),
        "bags_held": list(after.bags),
        "games": list(after.games),
    }


def _scores(line: Line, before: Standing, after: Standing) -> list[int]:
    """The scores after ``line``, those that won a game included, which the next game forgets (RULES W12)."""
    if before.games == after.games:
        return list(after.scores)
    return [old + new for old, new in zip(before.scores, line.points, strict=True)]


# -- columns -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: ``name`` under the heading ``group``, empty for one that stands alone."""

    group: str
    name: str
    cells: list[Any]


def _columns(rules: Rules[Any], made: Sequence[dict[str, Any]]) -> list[_Column]:
    """The columns that the rows fill, but for how points came about."""
    alone = ["number", "dealer", "contract", "trump"]
    if not any(row["contract"] for row in made):
        alone.remove("contract")
    titles = {"number": "hand"}
    columns = [_Column("", titles.get(key, key), [row[key] for row in made]) for key in alone]
    for group, key in _GROUPS:
        if made and all(row[key] for row in made):
            names = enumerate(side_names(rules))
            columns += [_Column(group, name, [row[key][side] for row in made]) for side, name in names]
    return columns


def _how(row: dict[str, Any]) -> list[str]:
    """How the points of a row came about, one text an entry."""
    told = [f"{one['side']}: {one['how']} ({_signed(one['points'])})" for one in row["how"]]
    return [*told, "thrown in"] if row["thrown_in"] else told


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def outcome(rules: Rules[Any], standing: Standing) -> str:
    """One sentence: who has won, or which hand comes next."""
    if not standing.over:
        return f"Hand {standing.number} is next; seat {standing.dealer} deals."
    names = [side_names(rules)[side] for side in standing.winners]
    what = "side" if rules.partners else "seat"
    if len(names) == 1:
        return f"The match is over: {what} {names[0]} wins."
    return f"The match is over: {what}s {', '.join(names[:-1])} and {names[-1]} share the first place."


# -- CSV ---------------------------------------------------------------------------------------------------------------


def csv_text(rules: Rules[Any], lines: Iterable[Line], standing: Standing) -> str:
    """The score sheet as CSV: a heading, a record a hand, and a last one, ``place``, with each side's place where the
    others have its score. Trumps are ``C D H S NT``; what a game has no use for is left out."""
    made = rows(rules, lines)
    columns = _columns(rules, made)
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([*(f"{one.group} {one.name}".strip() for one in columns), "how"])
    for number, row in enumerate(made):
        writer.writerow([*(one.cells[number] for one in columns), "; ".join(_how(row))])
    places = dict(zip(side_names(rules), rules.rank(standing), strict=True))
    last = [places[one.name] if one.group == "score" else "" for one in columns]
    writer.writerow(["place", *last[1:], outcome(rules, standing)])
    return file.getvalue()
