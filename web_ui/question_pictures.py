"""Pictures of the cards that questions are about: for the person who is asked, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, abort, request

from web_ui.contracts import PLACES
from web_ui.seats import Seats

QuestionPicture = Callable[[str, int], bytes | None]
"""Gives the JPEG with a number to a person who is asked about what it shows; None otherwise."""


def no_pictures(person: str, number: int) -> bytes | None:
    """Of a table without a camera."""
    return None


def add_question_pictures(app: Flask, seats: Seats, picture: QuestionPicture) -> None:
    """Add ``GET /api/<person>/questions/<number>.jpg`` for whoever sits in ``person``'s place.

    Everybody else is told that there is no such page, whether there is one or not.
    """

    @app.get("/api/<person>/questions/<int:number>.jpg")
    def question_picture(person: str, number: int) -> Response:
        if person not in PLACES or not seats.holds(person, request.cookies):
            abort(404)
        jpeg = picture(person, number)
        if jpeg is None:
            abort(404)
        return Response(jpeg, mimetype="image/jpeg")
