"""The OpenAPI 3.1 document of the public API: made from the routes themselves, so that it says what is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from flask import Flask
from werkzeug.routing import Rule

from web_ui.api.schemas import ERROR, NUMBER, SCHEMAS

PREFIX: Final = "/api/v1"
"""Where every address of the public API begins."""
VERSION: Final = "1.0"
"""Of the API, not of the program: what is there stays as it is, and only more is added."""
REFUSALS: Final = {
    400: "not understood",
    403: "the board is closed to strangers (RULES S7), or another site asks",
    404: "not there",
    409: "not now",
    503: "too many pages are open",
}
ViewFunction = TypeVar("ViewFunction", bound=Callable[..., Any])


@dataclass(frozen=True)
class Described:
    """What a route does: a ``summary`` in a few words, a schema of ``SCHEMAS`` by name or the ``media`` type of its
    answer, and the parameters in its ``query`` and ``headers``, each with its schema and what it is."""

    summary: str
    schema: str | None = None
    media: str = "application/json"
    query: Mapping[str, tuple[Mapping[str, Any], str]] | None = None
    headers: Mapping[str, tuple[Mapping[str, Any], str]] | None = None


def described(what: Described) -> Callable[[ViewFunction], ViewFunction]:
    """Describe a route; the first line under ``@app.get``."""

    def describe(view: ViewFunction) -> ViewFunction:
        view.__described__ = what  # type: ignore[attr-defined]
        return view

    return describe


def routes(app: Flask) -> Iterator[Rule]:
    """The routes of the public API."""
    for rule in app.url_map.iter_rules():
        if rule.rule == PREFIX or rule.rule.startswith(f"{PREFIX}/"):
            yield rule


def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of the public API of ``app``; raises ``LookupError`` for a route that nobody described."""
    paths: dict[str, Any] = {}
    for rule in sorted(routes(app), key=lambda one: one.rule):
        what = getattr(app.view_functions[rule.endpoint], "__described__", None)
        if what is None:
            raise LookupError(f"{rule.rule} is not described")
        paths[_address(rule.rule)] = {"get": _operation(rule, what)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Whist table",
            "version": VERSION,
            "description": "What everybody may see of a whist table: to be read, without a token. docs/api.md",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": {"Error": ERROR, **SCHEMAS}},
    }


def _address(rule: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def _operation(rule: Rule, what: Described) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": NUMBER, "description": "of a match"}
        for name in sorted(rule.arguments)
    ]
    for where, given in (("query", what.query), ("header", what.headers)):
        for name, (schema, about) in (given or {}).items():
            parameters.append({"name": name, "in": where, "required": False, "schema": schema, "description": about})
    schema = {"type": "string"} if what.schema is None else {"$ref": f"#/components/schemas/{what.schema}"}
    refused = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    return {
        "operationId": rule.endpoint,
        "summary": what.summary,
        "parameters": parameters,
        "responses": {
            "200": {"description": what.summary, "content": {what.media: {"schema": schema}}},
            **{str(status): {"description": why, **refused} for status, why in REFUSALS.items()},
        },
    }
