"""What can be played at one table, and where computer players can sit at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from whist.games import rules_of
from whist.games.australian import Australian
from whist.phrases import phrase
from whist.rules.base import Rules
from whist.table.state.holders import MOST
from whist.table.state.seats import PERSONS

MOST_LINKED: Final = 8
"""Players at all linked tables together (RULES U23): each has its place around every board, which has eight."""


def playable(game: str, options: object, players: int | None = None, household: int | None = None) -> Rules[Any]:
    """The rules of ``game`` with ``options`` (a JSON object) for ``players`` at one table; where several are linked, at
    that of ``household``. Raises ``ValueError`` with one sentence for what cannot be."""
    rules = rules_of(game, options, players)
    households = getattr(rules.options, "households", 1)
    if households != 1 and household is None:
        raise ValueError(
            phrase("households play with a pack each at tables of their own; one table can follow one household")
        )
    if household is not None and (type(household) is not int or household not in range(households) or households == 1):
        raise ValueError(phrase("there is no such household"))
    if household is not None and rules.players > MOST_LINKED:
        raise ValueError(phrase("each player has a place around every board, and a board has {most}", most=MOST_LINKED))
    return rules


def check_holders(rules: Rules[Any], holders: Sequence[int], household: int | None = None) -> None:
    """Raise ``ValueError`` with one sentence where computer players cannot sit at the seats of ``holders``, at the
    table of ``household``; where androids sit these are places of persons (0 South, 1 North), for their seats change
    from deal to deal."""
    if not holders:
        return
    here = _seats_here(rules, household)
    if any(type(seat) is not int or seat not in here for seat in holders):
        raise ValueError(phrase("computer players sit at seats {first} to {last}", first=here[0], last=here[-1]))
    if len(set(holders)) != len(holders) or len(holders) > MOST:
        raise ValueError(phrase("computer players have a holder each, and there are {count} holders", count=MOST))
    if len(holders) >= len(here):
        raise ValueError(phrase("somebody must be there: a computer player cannot move its own cards"))


def _seats_here(rules: Rules[Any], household: int | None) -> range:
    if rules.androids:
        return range(len(PERSONS))
    if household is not None and isinstance(rules, Australian):
        return rules.seats_of(household)
    return range(rules.players)
