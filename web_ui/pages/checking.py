"""What is there, what is missing and what to do about it, as a page: whoever runs the table has looked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from flask import Flask, Response, jsonify, render_template, request

from web_ui.doors.doorkeeper import Doorkeeper
from whist.phrases import Joined, Phrase, joined

Check = Callable[[], dict[str, Any]]
"""Looks at the table's parts: ``verdict``, one sentence, and ``lines`` of ``state`` ("fine", "look at this" or
"broken"), ``what`` and ``do``. May take some seconds, and be called from any thread."""
_PATH = re.compile(r"(?<![\w.:/])/(?:[^\s,;:()/]+/)*([^\s,;:()/]+)")
"""A path from the root on; its last name stands alone."""


def add_check(app: Flask, check: Check, doorkeeper: Doorkeeper) -> None:
    """Add ``GET /check``, for people, and ``GET /api/check``, the same as JSON. Where files lie is for the host."""

    def found() -> dict[str, Any]:
        told = check()
        if doorkeeper.is_host(request):
            return told
        hidden = [line | {key: without_paths(line[key]) for key in ("what", "do")} for line in told["lines"]]
        return told | {"lines": hidden}

    @app.get("/check")
    def check_page() -> str:
        return render_template("check.html", **found())

    @app.get("/api/check")
    def check_data() -> Response:
        return jsonify(found())


def without_paths(text: str) -> str:
    """``text`` with the names of files alone, not where they lie: in the values of a phrase, or in any other text."""
    if isinstance(text, Joined):
        return joined(text.between, map(without_paths, text.parts))
    if isinstance(text, Phrase):
        return text.given(**{name: _plain(value) for name, value in text.values.items()})
    return _PATH.sub(r"\1", text)


def _plain(value: Any) -> Any:
    if isinstance(value, PurePath):
        return value.name
    return without_paths(value) if isinstance(value, str) else value
