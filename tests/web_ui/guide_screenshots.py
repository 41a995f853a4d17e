"""The guide of a first time, for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import PATIENCE_MS
from tests.web_ui.fakes import FakeHost
from tests.web_ui.guides import FakeGuide
from tests.web_ui.screenshots import in_all_sizes
from web_ui.app import create_app
from web_ui.contracts import MemorySeats
from web_ui.server import serving

STEPS = ("camera", "cards", "lights", "deal")


def shoot(browser: Browser, out: Path, names: list[str]) -> Iterator[Path]:
    """Make the pictures whose names, as ``guide_camera``, begin with one of ``names``; gives the path of each."""
    out.mkdir(parents=True, exist_ok=True)
    for step in STEPS:
        name = f"guide_{step}"
        if names and not name.startswith(tuple(names)):
            continue
        guide = FakeGuide()
        with serving(create_app(FakeHost(), seats_store=MemorySeats(), guide=guide)) as server:
            page = browser.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.goto(f"http://127.0.0.1:{server.port}/guide#{step}")
            page.get_by_test_id("step-camera").wait_for()
            yield from in_all_sizes(page, out, name)
            page.close()
