"""Pictures of the front door and of a rule card, for ``tests.web_ui.screenshots``."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.web_ui.pages.guides import FakeGuide
from tests.web_ui.pictures.sizes import in_all_sizes
from tests.web_ui.stage import Stage
from web_ui.app import create_app
from web_ui.contracts import MemorySeats
from web_ui.server import serving

FRONTS = {"front": ("/", "en"), "front-it": ("/", "it"), "rules-bid": ("/rules/bid", "en")}


def shoot(browser: Browser, out: Path, names: list[str]) -> Iterator[Path]:
    """Make the pictures whose names begin with one of ``names``; gives the path of each."""
    out.mkdir(parents=True, exist_ok=True)
    for name, (path, language) in FRONTS.items():
        if names and not name.startswith(tuple(names)):
            continue
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder), "android", seed=1)
            app = create_app(stage.keeper, stage.desk, seats_store=MemorySeats(), guide=FakeGuide())
            with serving(app) as server:
                context = browser.new_context(locale=language)
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{server.port}{path}")
                page.get_by_test_id("play-now").wait_for()
                yield from in_all_sizes(page, out, name)
                context.close()
