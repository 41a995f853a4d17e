"""What each light of the table means: ``/api/lights``, for the pages of a table that has lights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Flask, Response, jsonify


def add_lights(app: Flask, lights: Sequence[dict[str, str]]) -> None:
    """Add ``GET /api/lights``, which tells of ``lights``: each its ``name`` in the settings, its ``colour``, what it is
    ``called`` and what it ``means``; pages then show them (``lit`` in templates)."""

    @app.context_processor
    def known() -> dict[str, Any]:
        return {"lit": bool(lights)}

    @app.get("/api/lights")
    def told() -> Response:
        return jsonify(lights=lights)
