"""The guide of a first time and the page of findings, for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.pages.guides import FakeGuide
from tests.web_ui.pages.test_checking import FOUND
from tests.web_ui.pictures.sizes import Album
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app

PAGES = {f"guide_{step}": f"/guide#{step}" for step in ("camera", "cards", "lights", "deal")} | {"check": "/check"}


def shoot(browser: Browser, album: Album) -> Iterator[Path]:
    """Take the pictures that the album wants; gives the path of each."""
    for name, path in PAGES.items():
        if not album.wants(name):
            continue
        app = create_app(FakeKeeper(), seats_store=MemorySeats(), guide=FakeGuide(), check=lambda: FOUND)
        with serving(app) as server:
            context = album.open(browser)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.port}{path}")
            page.locator("main" if name == "check" else "[data-testid=step-camera]").wait_for()
            yield from album.take(page, name)
            context.close()
