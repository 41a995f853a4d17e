"""Switching the table's machine off, and starting it again, on the host's page: there only where it can be done."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, Response, jsonify, request

from web_ui.contracts import Power
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut, json_body
from whist.phrases import phrase

CHOICES: Final = ("off", "restart")


def add_power(app: Flask, power: Power, doorkeeper: Doorkeeper) -> None:
    """Add ``/host/power``, for the host alone: ``{"do": "off"}`` or ``"restart"``; 409 with one sentence where it
    cannot be done."""

    @app.context_processor
    def whether() -> dict[str, Any]:
        return {"has_power": True}

    @app.post("/host/power")
    def switch() -> Response:
        doorkeeper.need_host(request)
        what = json_body(request).get("do")
        if what not in CHOICES:
            raise Shut(phrase("The machine can be switched off or started again."), 400)
        power.ask(what)
        return jsonify(done=what)
