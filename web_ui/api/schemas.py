"""The shapes of what the public API answers, as JSON Schema 2020-12, which OpenAPI 3.1 uses. Those of events are made
from the events themselves."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from web_ui.api.public_events import BEGUN, CARD, PUBLIC
from web_ui.contracts import PLACES
from whist.games import GAMES
from whist.messages import events as ev

Schema = dict[str, Any]

NUMBER: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
WHOLE: Final[Schema] = {"type": "integer"}
TEXT: Final[Schema] = {"type": "string"}
ID: Final[Schema] = {"type": "string", "pattern": r"^[0-9]{1,15}\.[0-9]{1,15}$"}
"""Of an event: its match and its number."""
ERROR: Final[Schema] = {
    "type": "object",
    "properties": {"error": {"type": "string", "description": "one sentence"}},
    "required": ["error"],
}
PLACE: Final[Schema] = {"enum": list(PLACES)}
GAME: Final[Schema] = {"enum": list(GAMES)}


def _or_null(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]}


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _object(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": list(required)}


CARD_CODE: Final[Schema] = {"type": "string", "pattern": f"^({CARD.pattern})$"}
TRUMP: Final[Schema] = {"enum": ["C", "D", "H", "S", "NT", None]}
SEAT: Final[Schema] = _object(
    {"seat": NUMBER, "kind": TEXT, "person": _or_null(PLACE), "side": NUMBER}, {"holder": _or_null(NUMBER)}
)
LAID: Final[Schema] = _object({"seat": NUMBER, "card": CARD_CODE})
TRICK: Final[Schema] = _object({"winners": _list(NUMBER), "cards": _list(LAID)})
ENTRY: Final[Schema] = _object({"side": NUMBER, "points": WHOLE, "how": TEXT})
HAND: Final[Schema] = _object(
    {"number": NUMBER, "trump": TRUMP, "seats": _list(SEAT), "tricks": _list(TRICK), "entries": _list(ENTRY)}
)
_TYPES: Final[dict[str, Schema]] = {
    "int": WHOLE,
    "str": TEXT,
    "bool": {"type": "boolean"},
    "str | int": {"type": ["string", "integer"]},
    "str | None": {"type": ["string", "null"]},
    "int | None": {"type": ["integer", "null"]},
    "Card": _or_null(CARD_CODE),
    "Card | None": _or_null(CARD_CODE),
    "tuple[Card, ...]": _list(_or_null(CARD_CODE)),
    "tuple[int, ...]": _list(WHOLE),
}
"""What the fields of public events look like; a card that may not be told now is null."""


def _event(name: str, more: dict[str, Schema]) -> Schema:
    return _object({"match": NUMBER, "number": NUMBER, "event": {"const": name}, **more})


def _of_kind(kind: type[ev.Event]) -> Schema:
    types = {field.name: str(field.type) for field in fields(kind)}
    more = {name: _TYPES[types[name]] for name in PUBLIC[kind]}
    if kind.name == "announced":
        more["hcp"] = {"type": ["integer", "null"]}
    if kind.name == "hand_scored":
        more["hand"] = _or_null({"$ref": "#/components/schemas/Hand"})
    return _event(kind.name, more) | {"description": " ".join((kind.__doc__ or "").split())}


BEGINS: Final[Schema] = _event(
    BEGUN,
    {
        "game": GAME,
        "options": {"type": "object"},
        "players": NUMBER,
        "persons": _list(PLACE),
        "computers": _list(NUMBER),
        "begun": {"type": "integer", "description": "seconds since 1970"},
    },
) | {"description": "A match begins: the first event of each."}
EVENT: Final[Schema] = {
    "oneOf": [BEGINS, *(_of_kind(kind) for kind in PUBLIC)],
    "description": "A public event; a card is null where it may not be looked up while its hand is played.",
}
VIEW: Final[Schema] = _object(
    {
        "game": GAME,
        "title": TEXT,
        "phase": TEXT,
        "deal": NUMBER,
        "dealer": _or_null(NUMBER),
        "target": _or_null(WHOLE),
        "scores": _list(WHOLE),
        "seats": _list(SEAT),
        "trump": TRUMP,
        "turn": _or_null(NUMBER),
        "trick": _list(LAID),
        "tricks_done": NUMBER,
        "prompt": TEXT,
        "questions": _list(_object({"id": WHOLE, "ask": _list(PLACE)})),
        "out_of_sight": _list(TEXT),
        "notes": _list(TEXT),
    }
) | {"description": "All that the board shows, of which the parts that every game has are named here."}
MATCH: Final[dict[str, Schema]] = {
    "number": NUMBER,
    "date": {"type": "string", "format": "date", "description": "of the evening"},
    "time": TEXT,
    "minutes": _or_null(WHOLE),
    "game": GAME,
    "title": TEXT,
    "names": {"type": "object", "additionalProperties": TEXT, "description": "of people, by place"},
    "computers": {**_list(PLACE), "description": "the places at which computer players sat"},
    "seats": _list(SEAT),
    "scores": _list(WHOLE),
    "winners": {**_list(NUMBER), "description": "the sides that have won"},
    "hands": NUMBER,
}
SCHEMAS: Final[dict[str, Schema]] = {
    "About": _object({"name": TEXT, "version": TEXT, "addresses": _list(TEXT)}),
    "Document": {"type": "object", "description": "This document."},
    "Event": EVENT,
    "Events": _object({"events": _list({"$ref": "#/components/schemas/Event"})}),
    "Hand": HAND,
    "Match": _object(
        {**MATCH, "sheet": _list({"type": "object"}), "hands": _list({"$ref": "#/components/schemas/Hand"})}
    ),
    "Matches": _object({"matches": _list(_object(MATCH)), "next": _or_null(NUMBER)}),
    "View": _object({"match": NUMBER, "view": VIEW}),
}
"""By name, as the document refers to them."""
