"""Holds what the API tells against the schemas of its own document."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs

from web_ui.api.schemas import ERROR, SCHEMAS


@cache
def _validator(name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": {"Error": ERROR, **SCHEMAS}}}
    return jsonschema_rs.Draft202012Validator(schema)


def holds(name: str, value: Any) -> Any:
    """``value``, which fits the schema ``name``; raises ``jsonschema_rs.ValidationError``."""
    _validator(name).validate(value)
    return value
