"""Where phones find the page."""

from __future__ import annotations

import socket
from typing import Final

from device.settings.errors import CommandError
from device.settings.settings import Page
from web_ui.doors.doorkeeper import names_this_machine

ELSEWHERE: Final = (("192.0.2.1", 9), ("10.42.0.2", 9))
"""An address that nobody has (RFC 5737): the way there tells which of its own addresses this machine would use. From
the table's own hotspot (device.hotspot) no way leads there, but one to a phone in it."""


def own_address(page: Page) -> str | None:
    """Where phones find the page: this machine's address in its network, in numbers, for not every phone resolves
    names; None when it is in no network, or its port is left to chance."""
    host = page.host
    if page.port == 0:
        return None
    if names_this_machine(host) or host in ("0.0.0.0", "::", ""):
        found = next(filter(None, map(_own_on_the_way, ELSEWHERE)), None)
        if found is None:
            return None
        host = found
    return written(host, page.port)


def written(host: str, port: int) -> str:
    """The address of a page as people type it: a host in numbers with colons stands in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def typed_here(host: str, port: int) -> str:
    """The address by which this machine itself opens a page that is served at ``host``."""
    return written("localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host, port)


def _own_on_the_way(there: tuple[str, int]) -> str | None:
    """This machine's address on the way to another; None where no way leads there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(there)  # sends nothing
        except OSError:
            return None
        return str(way.getsockname()[0])


def phones_address(page: Page) -> str | None:
    """Where phones find the page; None where it is served to this machine alone, or there is no telling."""
    return None if names_this_machine(page.host) else own_address(page)


def checked_port(port: int) -> int:
    """``port`` as it was given on the command line; raises ``CommandError`` where it is none."""
    if not 0 <= port <= 65535:
        raise CommandError(f"--port {port} is no port; choose one of 1024 to 65535.")
    return port
