"""The guide of a first time: four steps with the table before one's eyes. It is the host's, as the settings are."""

from __future__ import annotations

from flask import Flask, Response, abort, jsonify, render_template, request

from web_ui.contracts import STEPS, Guide
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut, json_body
from whist.phrases import phrase


def add_guide(app: Flask, guide: Guide, doorkeeper: Doorkeeper) -> None:
    """Add the page ``/guide``, and for the host's devices ``/api/guide`` and its pictures."""

    @app.context_processor
    def guided() -> dict[str, bool]:
        return {"guided": True}

    @app.get("/guide")
    def guide_page() -> str:
        return render_template("guide.html")

    @app.get("/api/guide")
    def guide_state() -> Response:
        doorkeeper.need_host(request)
        return jsonify(guide.state())

    @app.post("/guide")
    def at_step() -> Response:
        body = json_body(request)
        doorkeeper.need_host(request)
        step, burns, again = body.get("step"), body.get("burns"), body.get("again", False)
        if step not in STEPS or not (burns is None or isinstance(burns, bool)) or not isinstance(again, bool):
            raise Shut(phrase('Say at which step you are: {"step": "camera"}.'), 400)
        return jsonify(guide.at(step, burns, again))

    @app.get("/api/guide/<int:number>.jpg")
    def guide_picture(number: int) -> Response:
        doorkeeper.need_host(request)
        jpeg = guide.picture(number)
        if jpeg is None:
            abort(404)
        return Response(jpeg, mimetype="image/jpeg")
