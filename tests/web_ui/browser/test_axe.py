"""No page has anything that axe-core finds fault with, light or dark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser, Page

from tests.browser import PATIENCE_MS
from tests.web_ui import axe
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.gear import gear
from tests.web_ui.pages.guides import FakeGuide
from tests.web_ui.pages.test_checking import FOUND
from tests.web_ui.pictures.family_screenshots import SHOTS, Shot, open_page
from tests.web_ui.pictures.screenshots import PAGES, south_deals
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from web_ui.app import create_app

pytestmark = pytest.mark.browser

FAMILY = {
    "candid-board-auction",
    "candid-seat-points",
    "candid-seat-bid",
    "bid-board-kitty",
    "australian7-seat-over",
    "classic-seat-law",
}
DRAWERS = (
    *(
        "chooser",
        "timing",
        "chairs",
        "mending",
        "faults",
        "sheet",
        "rules-house",
        "rules-law",
        "rules-names",
        "naming",
        "sounds",
    ),
    "other-4",
)


@contextmanager
def opened(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def faults(page: Page, script: str) -> list[str]:
    """With every drawer open, narrow and dark, wide and light; and behind the gear."""
    _open_drawers(page)
    wrong = [fault for _, faults in axe.narrow_and_wide(page, script) for fault in faults]
    if page.get_by_test_id("gear").count():
        _open_drawers(gear(page))
        wrong += [fault for _, faults in axe.narrow_and_wide(page, script) for fault in faults]
    return wrong


def _open_drawers(page: Page) -> None:
    for drawer in DRAWERS:
        found = page.get_by_test_id(drawer)
        if found.count() and found.is_visible() and not found.evaluate("node => node.parentNode.open"):
            found.click()


@pytest.mark.parametrize(("path", "stage"), PAGES, ids=[stage.__name__ for _, stage in PAGES])
def test_pages_of_android_whist(browser: Browser, script: str, path: str, stage: Any) -> None:
    keeper = FakeKeeper()
    simulation = FakeSimulation(keeper)
    stage(keeper)
    if stage is south_deals:
        simulation.hands["south"] = []
    with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server, opened(browser) as page:
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        if path == "/south":
            page.get_by_test_id("sit").click()
        page.get_by_test_id("sit" if path == "/north" else "trump").wait_for()
        assert faults(page, script) == []


def test_the_page_of_findings(browser: Browser, script: str) -> None:
    app = create_app(FakeKeeper(), seats_store=MemorySeats(), check=lambda: FOUND)
    with serving(app) as server, opened(browser) as page:
        page.goto(f"http://127.0.0.1:{server.port}/check")
        assert faults(page, script) == []


@pytest.mark.parametrize("step", ["camera", "cards", "lights", "deal"])
def test_the_guide_of_a_first_time(browser: Browser, script: str, step: str) -> None:
    app = create_app(FakeKeeper(), seats_store=MemorySeats(), guide=FakeGuide())
    with serving(app) as server, opened(browser) as page:
        page.goto(f"http://127.0.0.1:{server.port}/guide#{step}")
        page.get_by_test_id("step-camera").wait_for()
        assert faults(page, script) == []


@pytest.mark.parametrize("shot", [shot for shot in SHOTS if shot.name in FAMILY], ids=lambda shot: shot.name)
def test_pages_of_the_other_games(browser: Browser, script: str, tmp_path: Path, shot: Shot) -> None:
    stage = Stage(tmp_path, shot.game, shot.options, shot.players, seed=shot.seed, humans=())
    stage.play_until(shot.there)
    with serving(stage.app) as server, opened(browser) as page:
        open_page(page, f"http://127.0.0.1:{server.port}{shot.path}", shot)
        assert faults(page, script) == []


def test_a_page_with_a_fault_is_found_out(browser: Browser, script: str) -> None:
    with opened(browser) as page:
        page.set_content("<html lang=en><title>x</title><main><h1>x</h1><button></button></main></html>")
        assert any("button-name" in fault for fault in axe.violations(page, script))
