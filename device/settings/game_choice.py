"""Which game is to be on the table: what is on offer, how people choose it, and how the journal keeps the choice."""

from __future__ import annotations

import argparse
import contextlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from device.settings.errors import CommandError
from whist.games import GAMES, rules_class, rules_of
from whist.messages.requests import NewGame
from whist.rules.base import Rules
from whist.rules.options import SEATS, AndroidOptions, Options
from whist.table.seating import MOST_LINKED
from whist.table.state.around import persons as persons_of
from whist.table.state.holders import MOST
from whist.table.state.seats import PERSONS
from whist.tables import TableInPlay

MOST_PERSONS: Final = 7
"""People around one play area: one pack is enough for seven (RULES U2)."""
MOST_SEED: Final = 2**32 - 1
"""The largest number by which the simulated table draws."""
_SEEDS: Final = 2**31


def android(options: AndroidOptions) -> NewGame:
    """The choice of Android Whist with ``options``."""
    return NewGame(0, "android", asdict(options))


def chosen_game(options: argparse.Namespace) -> NewGame:
    """The choice of the command line: ``--game``, ``--players``, ``--option`` and ``--seed``, for what is drawn; raises
    ``CommandError`` for an option that is not written NAME=VALUE."""
    seats = getattr(options, "holders", None)
    holders = () if seats is None else named_seats(seats, options.game, options.players)
    choice = NewGame(0, options.game, dict(map(_option, options.option)), options.players, 0, options.seed)
    return replace(choice, holders=holders)


def is_another(choice: NewGame, table: TableInPlay) -> bool:
    """Whether ``choice`` asks for options, or for a number of players, that the match at ``table`` has not; raises
    ``ValueError`` for what cannot be played."""
    asked, played = rules_of(choice.game, choice.options, choice.players), table.rules
    others = bool(choice.options) and asked.options != played.options
    return others or (choice.players is not None and asked.players != played.players)


def check_seed(seed: int | None) -> None:
    """Raise ``CommandError`` for a ``--seed`` that is none."""
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise CommandError(f"--seed {seed} is no seed; choose a number of 0 to {MOST_SEED}.")


def named_seats(text: str, game: str, players: int | None) -> tuple[int, ...]:
    """The seats in ``text``, by number or by the names of their places, with commas between; raises ``CommandError``
    for what is none."""
    try:
        names = persons_of(players or rules_class(game).fewest) if game != "android" else PERSONS
    except ValueError:
        raise CommandError(f"--players {players}: no game is for as many.") from None
    seats = []
    for part in (one.strip() for one in text.split(",")):
        if part in names:
            seats.append(names.index(part))
        elif part.isascii() and part.isdigit() and int(part) < len(names):
            seats.append(int(part))
        else:
            there = f"0 to {len(names) - 1}, or {', '.join(names)}"
            raise CommandError(f"--holders {text}: {part!r} is no seat; name some of {there}.")
    return tuple(seats)


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise CommandError(f"--option {text}: write it as NAME=VALUE, such as target=7.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def drawn(choice: NewGame) -> NewGame:
    """``choice`` with a seed for what is drawn at random, if it has none."""
    return choice if choice.seed is not None else replace(choice, seed=secrets.randbelow(_SEEDS))


def written(choice: NewGame) -> dict[str, Any]:
    """What the journal keeps of a choice: the bare options of Android Whist, as always, where two people play it; else
    the whole choice."""
    return dict(choice.options) if choice.game == "android" and not choice.holders else choice.to_json()


def chosen(kept: Mapping[str, Any]) -> NewGame:
    """The choice that ``written`` had the journal keep."""
    if "game" not in kept:
        return NewGame(0, "android", dict(kept))
    choice = NewGame(0, **kept)
    return replace(choice, holders=tuple(choice.holders), levels=tuple(choice.levels))


def on_offer() -> list[dict[str, Any]]:
    """Every game with what a page must ask for: options, how many may play at one table, and at linked ones."""
    return [_offer(name, rules_class(name)) for name in GAMES]


def _offer(name: str, kind: type[Rules[Any]]) -> dict[str, Any]:
    options = kind.options_type
    fewest, most = (2, 2) if name == "android" else (kind.fewest, min(kind.most, MOST_PERSONS))
    linked = max(most, min(kind.most, MOST_LINKED)) if "households" in kind.options_type.described() else most
    return {
        "game": name,
        "holders": 1 if name == "android" else MOST,
        "title": options.title,
        "summary": options().summary(),
        "players": [fewest, most],
        "linked": linked,
        "places": {
            players: PERSONS if name == "android" else persons_of(players) for players in range(fewest, linked + 1)
        },
        "options": options.form(),
    }


class LastPlayed:
    """How each game was begun last; ``kept`` are the choices that ``written`` had the journal keep, oldest first."""

    def __init__(self, kept: Iterable[Mapping[str, Any]] = ()) -> None:
        self._newest_last: dict[str, dict[str, Any]] = {}
        for one in kept:
            with contextlib.suppress(TypeError):  # keys that no choice has
                self.note(chosen(one))

    def note(self, choice: NewGame) -> None:
        """``choice`` is played. One that this program cannot play, as with an option that is no more, is left out."""
        with contextlib.suppress(ValueError, TypeError):
            begun = _begun(choice)
            self._newest_last.pop(choice.game, None)
            self._newest_last[choice.game] = begun

    def shown(self) -> list[dict[str, Any]]:
        """``[{"game": "candid", "options": {"target": 250, …}, "players": 4, "dealer": 1, "holders": [],
        "levels": []}, …]``, newest first."""
        return list(reversed(self._newest_last.values()))


def _begun(choice: NewGame) -> dict[str, Any]:
    if choice.game == "android":
        options = AndroidOptions.from_json(choice.options)
        players, dealer = len(PERSONS), PERSONS.index(options.first_dealer)
    else:
        rules = rules_of(choice.game, choice.options, choice.players)
        options, players, dealer = rules.options, rules.players, choice.dealer
    begun = {"game": choice.game, "options": options.to_json(), "players": players, "dealer": dealer}
    return begun | {"holders": [*choice.holders], "levels": [*choice.levels]}


def described() -> str:
    """The games and their house rules as a page of Markdown (docs/games.md)."""
    return "\n".join([_HEAD, *(line for offer in on_offer() for line in _described(offer))]) + "\n"


_HEAD: Final = """# The games and their house rules

Choose them on your page, or begin with `whist-table run --game NAME --option RULE=VALUE`. The default stands first and
bold. Who begins, and what concerns revokes, exposed cards and misdeals, is the same in every game and stands once, at
the end, with what Android Whist has of its own.
"""

_SEATS_BUT: Final = """\
In every game; but in Android Whist `mover` stays as it is: each person moves the cards of the android that this person
sees, and the only person there those of a computer player, too.
"""

_LAW_BUT: Final = """\
In every game; but in Android Whist `exposed_cards` stays off, for an android plays what it is commanded and nothing
that opponents demand, and `until_next_lead` is `until_trick_turned` there: a gathered trick is not laid out again.
"""


def _described(offer: Mapping[str, Any]) -> list[str]:
    fewest, most = offer["players"]
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    own = [option for option in offer["options"] if option["name"] not in _LAW | SEATS]
    law = [option for option in offer["options"] if option["name"] in _LAW]
    last = offer["game"] == GAMES[-1]
    return [
        f"## {offer['title']} (`{offer['game']}`)\n",
        f"For {players} players{' and two androids' if offer['game'] == 'android' else ''}.\n",
        *_options(own),
        *(["## Who begins, and who moves cards\n", _SEATS_BUT, *_seats()] if last else []),
        *(["## Table law\n", _LAW_BUT, *_options(law)] if last else []),
    ]


def _seats() -> list[str]:
    return _options([option for option in Options.form() if option["name"] in SEATS])


def _options(options: Sequence[Mapping[str, Any]]) -> list[str]:
    if not options:
        return []
    rows = [f"| `{option['name']}` | {option['about']} | {_values(option)} |" for option in options]
    return ["| house rule | what it is | values |", "| --- | --- | --- |", *rows, ""]


def _values(option: Mapping[str, Any]) -> str:
    default = f"**{_value(option['default'])}**"
    if "choices" not in option:
        return f"{default}, {option['low']} to {option['high']}"
    others = [_value(choice) for choice in option["choices"] if choice != option["default"]]
    return ", ".join([default, *others])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "(none)" if value == "" else str(value)


_LAW: Final = frozenset(Options.described()) - SEATS

if __name__ == "__main__":
    print(described(), end="")
