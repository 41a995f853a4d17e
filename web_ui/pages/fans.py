"""Photographs of the own cards, which a person takes with the own phone at a real table (RULES S5)."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, abort, jsonify, request

from web_ui.contracts import Fans, Keeper, SeatsStore
from web_ui.doors.doors import MAX_PHOTOGRAPH, Shut, json_body
from web_ui.doors.joining import seated
from web_ui.doors.seats import Seats
from whist.phrases import phrase, reason

KIND: Final = "image/jpeg"
"""The page makes its pictures that."""


class ForgetfulSeats:
    """Seats of which each forgets the fan of whoever sat there before somebody else does."""

    def __init__(self, store: SeatsStore, fans: Fans) -> None:
        self._store, self._fans = store, fans

    def get(self, person: str) -> str | None:
        """See ``web_ui.contracts.SeatsStore``."""
        return self._store.get(person)

    def put(self, person: str, token_hash: str) -> None:
        """See ``web_ui.contracts.SeatsStore``."""
        self._fans.forget(person)
        self._store.put(person, token_hash)

    def clear(self, person: str) -> None:
        """See ``web_ui.contracts.SeatsStore``."""
        self._fans.forget(person)
        self._store.clear(person)


def add_fans(app: Flask, keeper: Keeper, fans: Fans, seats: Seats, store: SeatsStore) -> None:
    """Add ``POST /fan/<person>`` with a photograph, ``…/advice`` and ``…/forget``, for whoever sits there, where the
    house allows it."""

    def need_own(person: str) -> None:
        if person not in keeper.persons():
            abort(404)
        seated(seats, person)
        if keeper.house()["suggestions"] != "on":
            raise Shut(phrase("Nobody is advised at this table; the host may allow it."), 409)

    @app.post("/fan/<person>")
    def photographed(person: str) -> Response:
        need_own(person)
        request.max_content_length = MAX_PHOTOGRAPH
        if request.mimetype != KIND:
            raise Shut(phrase("Send a photograph as JPEG."), 415)
        if (request.content_length or 0) > MAX_PHOTOGRAPH:
            raise Shut(phrase("The photograph is too large; {bytes} bytes are enough.", bytes=MAX_PHOTOGRAPH), 413)
        fans.take(person, store.get(person), request.get_data(cache=False))
        return jsonify(taken=True)

    @app.post("/fan/<person>/forget")
    def forget(person: str) -> Response:
        seated(seats, person)
        json_body(request)
        fans.forget(person)
        return jsonify(taken=True)

    @app.post("/fan/<person>/advice")
    def advise(person: str) -> Response:
        need_own(person)
        json_body(request)
        try:
            return jsonify(advice=fans.advise(person, store.get(person)))
        except ValueError as error:
            raise Shut(reason(error), 409) from None
