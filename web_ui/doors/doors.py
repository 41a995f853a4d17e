"""What comes in through the door: names the table answers to, origins, sizes, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import json
import socket
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from whist.phrases import phrase

MAX_BODY: Final = 4096
"""Largest body of a request, in bytes; a tap on a page needs less than a hundred."""
MAX_PHOTOGRAPH: Final = 500_000
"""Bytes of a photograph of the own cards; more than that waitress would put on the disk meanwhile."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

NOT_UNDERSTOOD: Final = phrase("The request was not understood.")
SENTENCES: Final = {
    405: phrase("This address is not for that kind of request."),
    413: phrase("The request is too large; {bytes} bytes are enough.", bytes=MAX_BODY),
}
"""What is said of requests that no page takes, by HTTP status."""


class Shut(Exception):
    """A request that is not let in; ``status`` is the HTTP status, the text one sentence."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status


def answers_to(host: str, own_names: frozenset[str] = frozenset()) -> bool:
    """Whether ``host`` (as the Host header has it, the port may follow) can only mean this machine.

    A name that somebody else controls may point here too (DNS rebinding), so only IP addresses, ``localhost``,
    ``*.local`` and the machine's own names are answered to.
    """
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not name or any(mark in host for mark in "/?#@\\ "):
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        name = name.rstrip(".")
        return name == "localhost" or name.endswith((".local", ".localhost")) or name in own_names
    return True


def own_names() -> frozenset[str]:
    """The names that this machine gives itself, in small letters."""
    name = socket.gethostname().lower()
    return frozenset({name, name.partition(".")[0]} - {""})


def check_host(request: Request, names: frozenset[str]) -> None:
    """Raise ``Shut`` (400) when the request was sent to a name that is not this machine's."""
    if not answers_to(request.headers.get("Host", ""), names):
        raise Shut(phrase("The table does not answer to this name; use its IP address or its .local name."), 400)


def check_origin(request: Request) -> None:
    """Raise ``Shut`` (403) when a page of another origin sent the request."""
    site = request.headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin", "none"):
        raise Shut(phrase("Another site may not ask the table for anything."), 403)
    origin = request.headers.get("Origin")
    if origin is not None and _place_of(origin) != request.headers.get("Host", "").lower():
        raise Shut(phrase("Another site may not ask the table for anything."), 403)


def _place_of(origin: str) -> str | None:
    """Host and port of an Origin header, as the Host header has them; None for what is no origin."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def json_body(request: Request) -> dict[str, Any]:
    """The JSON object that the request carries; raises ``Shut`` (400, 413, 415) with one sentence otherwise."""
    if request.mimetype != "application/json":
        raise Shut(phrase("Send JSON, with the content type application/json."), 415)
    if (request.content_length or 0) > MAX_BODY:
        raise Shut(phrase("The request is too large; {bytes} bytes are enough.", bytes=MAX_BODY), 413)
    try:
        body = json.loads(request.get_data(cache=False) or b"{}")
    except (ValueError, RecursionError):
        raise Shut(phrase("The request is not valid JSON."), 400) from None
    if not isinstance(body, dict):
        raise Shut(phrase("The request must be a JSON object."), 400)
    return body


def guard(app: Flask) -> None:
    """Have every answer of ``app`` bear the headers that keep a page to itself; of static files the browser may keep a
    copy."""

    @app.after_request
    def headers(response: Response) -> Response:
        return _guarded(response, keep=request.endpoint == "static" and response.status_code in (200, 304))


def _guarded(response: Response, *, keep: bool) -> Response:
    headers = response.headers
    headers["Content-Security-Policy"] = POLICY
    headers["X-Content-Type-Options"] = "nosniff"
    headers["X-Frame-Options"] = "DENY"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if not keep:
        headers["Cache-Control"] = "no-store"
    return response
