"""What a player can do in a hand, one frozen record each, written as in a game record (docs/formats.md).

``to_json`` gives ``{"seat": 1, "bid": "4up"}``; ``action_from_json`` reads it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final

from whist.cards import FULL_PACK, Card
from whist.quoting import quoted


@dataclass(frozen=True, slots=True)
class _Action:
    key: ClassVar[str] = ""
    seat: int

    def to_json(self) -> dict[str, Any]:
        """The action as a JSON object."""
        value = getattr(self, fields(self)[1].name)
        return {"seat": self.seat, self.key: _plain(value)}


@dataclass(frozen=True, slots=True)
class Play(_Action):
    """``card`` is played to the trick."""

    key: ClassVar[str] = "play"
    card: Card


@dataclass(frozen=True, slots=True)
class Bid(_Action):
    """A call: ``"pass"``, ``"4up"`` (RULES B3), ``"8H"`` (RULES K6) or a number of tricks (RULES U9)."""

    key: ClassVar[str] = "bid"
    call: str | int


@dataclass(frozen=True, slots=True)
class Choose(_Action):
    """The highest bidder's second choice: a suit, or ``"up"`` or ``"down"`` (RULES B8)."""

    key: ClassVar[str] = "choose"
    what: str


@dataclass(frozen=True, slots=True)
class Discard(_Action):
    """``cards`` are laid away face down for the kitty (RULES B10)."""

    key: ClassVar[str] = "discard"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Announce(_Action):
    """High-card points are stated (RULES K2)."""

    key: ClassVar[str] = "hcp"
    hcp: int


@dataclass(frozen=True, slots=True)
class Order(_Action):
    """The android at ``seat`` is given a command (RULES A13)."""

    key: ClassVar[str] = "command"
    command: str


@dataclass(frozen=True, slots=True)
class TurnUp(_Action):
    """``cards`` now lie face up for all to see: the turn-up (RULES W2, G2), the next card of the stock (RULES G3) or
    the kitty (RULES B12). Only where hands are unknown, at a real table; with known hands it follows by itself."""

    key: ClassVar[str] = "turn_up"
    cards: tuple[Card, ...]


Action = Play | Bid | Choose | Discard | Announce | Order | TurnUp


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Stands in a list of legal actions for every ``Discard`` of ``count`` of ``cards``: too many to list."""

    seat: int
    count: int
    cards: tuple[Card, ...]

    def to_json(self) -> dict[str, Any]:
        """``{"seat": 1, "discard": 6, "of": [codes]}``."""
        return {"seat": self.seat, "discard": self.count, "of": [str(card) for card in self.cards]}


Legal = Action | AnyOf
"""An entry of a list of legal actions."""


_LONGEST, _LARGEST = 40, 1_000_000
"""Characters of a text and size of a number that an action can have: what is longer means nothing in any game, and
messages quote it."""


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [str(card) for card in value]
    return str(value) if isinstance(value, Card) else value


def _command(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError(f"{quoted(value)} is no command")
    return value


def _choice(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError(f"{quoted(value)} is nothing to choose")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > _LARGEST:
        raise ValueError(f"{quoted(value)} is no whole number from -{_LARGEST} to {_LARGEST}")
    return value


def _call(value: Any) -> str | int:
    if isinstance(value, str) and len(value) <= _LONGEST:
        return value
    if type(value) is int and abs(value) <= _LARGEST:
        return value
    raise ValueError(f"{quoted(value)} is no bid")


def _cards(value: Any) -> tuple[Card, ...]:
    if not isinstance(value, list | tuple) or len(value) > len(FULL_PACK):
        raise ValueError(f"{quoted(value)} is no list of cards of one pack")
    return tuple(Card.parse(code) for code in value)


_KINDS: dict[str, tuple[Callable[[int, Any], Action], Callable[[Any], Any]]] = {
    "play": (Play, Card.parse),
    "bid": (Bid, _call),
    "choose": (Choose, _choice),
    "discard": (Discard, _cards),
    "hcp": (Announce, _whole),
    "command": (Order, _command),
    "turn_up": (TurnUp, _cards),
}


KEYS: Final = tuple(_KINDS)
"""The keys of actions in JSON."""


def action_from_json(obj: object, seats: int = 4, keys: Sequence[str] = KEYS) -> Action:
    """The action of a JSON object with a ``seat`` from 0 to ``seats`` - 1 and one other key, one of ``keys``; raises
    ``ValueError`` with one sentence for anything else."""
    seat = obj.get("seat") if isinstance(obj, Mapping) else None
    if not isinstance(obj, Mapping) or type(seat) is not int or seat not in range(seats):
        raise ValueError(f"an action is an object with a seat from 0 to {seats - 1}, not {quoted(obj)}")
    found = set(obj) - {"seat"}
    if len(found) != 1 or not found <= set(keys):
        known = " or a ".join(filter(None, [", a ".join(keys[:-1]), keys[-1]]))
        raise ValueError(
            f"an action of this game has, beside its seat, a {known}, not {quoted(sorted(map(str, found)))}"
        )
    key = found.pop()
    kind, read = _KINDS[key]
    return kind(seat, read(obj[key]))
