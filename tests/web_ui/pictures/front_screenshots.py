"""Pictures of the front door and of a rule card, for ``tests.web_ui.pictures.screenshots``."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.web_ui.pages.guides import FakeGuide
from tests.web_ui.pictures.sizes import Album
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from web_ui.app import create_app
from whist.games import GAMES

FRONTS = {"front": "/", **{f"rules-{game}": f"/rules/{game}" for game in GAMES}}


def shoot(browser: Browser, album: Album) -> Iterator[Path]:
    """Take the pictures that the album wants; gives the path of each."""
    for name, path in FRONTS.items():
        if not album.wants(name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder), "android", seed=1)
            app = create_app(stage.keeper, stage.desk, seats_store=MemorySeats(), guide=FakeGuide())
            with serving(app) as server:
                context = album.open(browser)
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{server.port}{path}")
                page.get_by_test_id("play-now").wait_for()
                yield from album.take(page, name)
                context.close()
