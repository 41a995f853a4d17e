"""Pictures of the cards that questions are about: for the person who is asked, and for nobody else."""

from __future__ import annotations

from flask import Flask, Response, abort, request

from web_ui.contracts import PLACES, Keeper
from web_ui.doors.seats import Seats


def add_question_pictures(app: Flask, keeper: Keeper, seats: Seats) -> None:
    """Add ``GET /api/<person>/questions/<number>.jpg`` for whoever sits in ``person``'s place.

    Everybody else is told that there is no such page, whether there is one or not.
    """

    @app.get("/api/<person>/questions/<int:number>.jpg")
    def question_picture(person: str, number: int) -> Response:
        if person not in PLACES or not seats.holds(person, request.cookies):
            abort(404)
        jpeg = keeper.question_picture(person, number)
        if jpeg is None:
            abort(404)
        return Response(jpeg, mimetype="image/jpeg")
