"""Whether the page answers, at which addresses, and what the table behind it says of itself."""

from __future__ import annotations

import errno
import http.client
import json
import socket
from collections.abc import Iterator
from typing import Final

from device.checks.findings import Finding, why_of
from device.settings.settings import Page
from whist.phrases import phrase

PATIENCE: Final = 5.0
"""Seconds in which a page that is served has answered."""
LONG: Final = 60.0
"""Seconds in which a table that is open has looked at itself."""


def answers(page: Page) -> bool:
    """Whether a table serves its page at the address of ``page``; another program's page there does not count."""
    # the way in is open to every device, whoever may see the board (RULES S7)
    return _asked(page, "HEAD", "/join", PATIENCE) is not None


def told_by(page: Page) -> list[Finding]:
    """What the table that serves ``page`` finds about itself; empty when none does, or it does not tell."""
    answer = _asked(page, "GET", "/api/check", LONG)
    try:
        return [Finding(line["state"], line["what"], line["do"]) for line in json.loads(answer or b"{}")["lines"]]
    except (ValueError, LookupError, TypeError):
        return []


def _asked(page: Page, method: str, path: str, patience: float) -> bytes | None:
    """The body of a table's answer; None when there is none, or another program's."""
    if page.port == 0:
        return None
    link = http.client.HTTPConnection(_near(page.host), page.port, timeout=patience)
    try:
        link.request(method, path)
        answer = link.getresponse()
        sound = answer.status == 200 and answer.getheader("Server") == "whist-table"
        return answer.read() if sound else None
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        link.close()


def page_lines(page: Page) -> Iterator[Finding]:
    """The findings on the page: served, to be served, or why not."""
    if answers(page):
        yield Finding("fine", phrase("The page is served{where}.", where=where(page)))
        return
    try:
        _bind(page)
    except PermissionError:
        what = phrase("Port {port} is for the system's own services.", port=page.port)
        yield Finding("broken", what, phrase("Choose one from 1024 to 65535 with --port."))
    except (OSError, UnicodeError) as error:
        yield _refused(page, error)
    else:
        yield Finding(
            "fine",
            phrase(
                "The page can be served at {host}, port {port}{where}.",
                host=page.host,
                port=page.port,
                where=where(page),
            ),
        )


def where(page: Page) -> str:
    """Where people find it, for the end of a sentence: nobody types 0.0.0.0."""
    from device.settings.address import phones_address

    if page.port == 0:
        return ""
    here = f"http://localhost:{page.port}"
    address = phones_address(page)
    if address is None:
        return phrase(": here {address}", address=here)
    name = socket.gethostname().split(".")[0]
    return phrase(
        ": here {here}, on phones in this network {address} or {local}",
        here=here,
        address=address,
        local=f"http://{name}.local:{page.port}",
    )


def _near(host: str) -> str:
    """Where this machine itself finds a page that is served at ``host``."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)


def _bind(page: Page) -> None:
    found = socket.getaddrinfo(page.host, page.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as trial:
        # as the server does: a port just left is free
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trial.bind(address)
        trial.listen(1)


def _refused(page: Page, error: OSError | UnicodeError) -> Finding:
    reason = getattr(error, "strerror", None) or why_of(error)
    if getattr(error, "errno", None) == errno.EADDRINUSE:
        do = phrase("Stop the program that has it, or choose another with --port.")
        return Finding("look at this", phrase("Port {port} is in use, but not by the table.", port=page.port), do)
    do = phrase('Choose another with --host; "0.0.0.0" is every address of this machine.')
    return Finding(
        "broken", phrase('The page cannot be served at "{host}" ({reason}).', host=page.host, reason=reason), do
    )
