"""How events are written and read: the one base of all events, and the JSON of each type that their fields have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Final, TypeVar

from whist.cards import Card


@dataclass(frozen=True, slots=True)
class EventBase:
    """What all events share: a ``name``, and a JSON object of their fields."""

    name: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object with the key ``event`` first."""
        return {"event": self.name} | {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


Kind = TypeVar("Kind", bound=EventBase)


def read_event(kind: type[Kind], obj: Mapping[str, Any]) -> Kind:
    """The event of class ``kind`` with the fields of ``obj``; other keys are passed over. Raises ``ValueError`` with
    one sentence when a field is missing or a value does not fit."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in obj:
            try:
                values[field.name] = _READ[str(field.type)](obj[field.name])
            except ValueError as error:
                raise ValueError(f"{field.name} of event {kind.name!r} does not fit: {error}") from None
        elif field.default is MISSING:
            raise ValueError(f"{field.name} of event {kind.name!r} is missing")
    return kind(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _call(value: Any) -> str | int:
    return value if isinstance(value, str) else _whole(value)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ValueError(f"{value!r} is no object of names and values")
    return dict(value)


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def listed(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError(f"{value!r} is no list")
        return tuple(read(part) for part in value)

    return listed


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


# How each type in a field's annotation is read; events use no others.
_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "int": _whole,
    "float": _number,
    "str": _text,
    "bool": _truth,
    "Card": Card.parse,
    "str | int": _call,
    "Card | None": _or_none(Card.parse),
    "int | None": _or_none(_whole),
    "float | None": _or_none(_number),
    "str | None": _or_none(_text),
    "tuple[int, ...]": _list_of(_whole),
    "tuple[float, ...]": _list_of(_number),
    "tuple[str, ...]": _list_of(_text),
    "tuple[Card, ...]": _list_of(Card.parse),
    "tuple[Card | None, ...]": _list_of(_or_none(Card.parse)),
    "frozenset[str]": lambda value: frozenset(_list_of(_text)(value)),
    "dict[str, Any]": _object,
}
