"""What is there, what is missing and what to do about it, as a page: whoever runs the table has looked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, jsonify, render_template

Check = Callable[[], dict[str, Any]]
"""Looks at the table's parts: ``verdict``, one sentence, and ``lines`` of ``state`` ("fine", "look at this" or
"broken"), ``what`` and ``do``. May take some seconds, and be called from any thread."""


def add_check(app: Flask, check: Check) -> None:
    """Add ``GET /check``, for people, and ``GET /api/check``, the same as JSON."""

    @app.get("/check")
    def check_page() -> str:
        return render_template("check.html", **check())

    @app.get("/api/check")
    def check_data() -> Response:
        return jsonify(check())
