"""Linked tables on the host's page: the codes of a match that was begun here, and joining one by its code."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, jsonify, request

from web_ui.contracts import Linking
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut, json_body
from web_ui.languages import language_of
from whist.phrases import phrase


def add_linking(app: Flask, linking: Linking, doorkeeper: Doorkeeper) -> None:
    """Add ``GET /api/host/link``, ``POST /host/link`` with ``{"code": text}`` and perhaps ``"computers": ["easy"]``,
    and ``POST /host/link/leave``, for the host alone; 409 with one sentence where it cannot be done."""

    @app.context_processor
    def whether() -> dict[str, Any]:
        return {"has_link": True}

    def told() -> Response:
        return jsonify(language_of(request).said(linking.shown()))

    @app.get("/api/host/link")
    def link_shown() -> Response:
        doorkeeper.need_host(request)
        return told()

    @app.post("/host/link")
    def link_join() -> Response:
        doorkeeper.need_host(request)
        body = json_body(request)
        code, computers = body.get("code"), body.get("computers", [])
        few = isinstance(computers, list) and len(computers) <= 9 and all(isinstance(one, str) for one in computers)
        if not isinstance(code, str) or len(code) > 80 or not few:
            raise Shut(phrase("The request was not understood."), 400)
        linking.join(code, computers)
        return told()

    @app.post("/host/link/leave")
    def link_leave() -> Response:
        doorkeeper.need_host(request)
        linking.leave()
        return told()
