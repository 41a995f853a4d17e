"""Fixtures that tests of several folders share."""

from __future__ import annotations

import gc
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

settings.register_profile("no clock", deadline=None)  # a busy machine makes no test fail
settings.load_profile("no clock")

TESTS: Final = Path(__file__).parent
LONGEST: Final = (
    "test_whole_deal.py",
    "web_ui/browser/test_seat_fits.py",
    "test_chain.py",
    "test_holders_at_the_table.py",
    "test_games_at_the_table.py",
    "device/simulated/test_evening.py",
    "device/club/test_club.py",
    "device/link/test_cuts.py",
    "device/simulated/test_alone.py",
    "web_ui/secrets/test_unknown_cards.py",
    "vision/planes/test_planes.py",
    "web_ui/browser/test_family_hands.py",
    "clumsy/test_evenings.py",
    "web_ui/pages/test_playable.py",
    "web_ui/secrets/test_family_secrets.py",
    "web_ui/browser/test_axe.py",
    "device/test_run.py",
    "web_ui/browser/test_whole_matches.py",
    "web_ui/secrets/test_pictured_evenings.py",
    "web_ui/browser/test_two_phones.py",
    "device/commands/test_enrol.py",
    "vision/planes/test_bundle.py",
    "device/link/test_link.py",
    "device/test_kills.py",
)
"""The files that take longest, begun first: else one process ends with them while the other has nothing left to do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {TESTS / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(LONGEST)))


def pytest_collection_finish() -> None:
    """Nothing that was collected goes away before the end: garbage is not looked for in it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium for the whole run; skips with the reason where there is none."""
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("Playwright is not installed; it comes with the extra `test`")
    from playwright.sync_api import expect

    from tests.browser import PATIENCE_MS, chromium, why_no_browser

    if lacking := why_no_browser():
        pytest.skip(lacking)
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def script() -> str:
    """axe-core; skips with the reason where it cannot be had."""
    from tests.web_ui import axe

    try:
        return axe.source()
    except axe.NoAxe as why:
        pytest.skip(str(why))


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Another device, of a phone's size."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page in a context of its own (its own cookies); fails the test when its scripts made an error."""
    from tests.browser import PATIENCE_MS

    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, f"the page's scripts failed: {errors}"
