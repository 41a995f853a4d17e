"""The page of past matches: the list, a match, its deletion; for pictures and for axe-core."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.web_ui.pages.past import House
from tests.web_ui.pictures.sizes import Album
from tests.web_ui.serving import serving


@contextmanager
def site() -> Iterator[str]:
    """Serve a table with a past; its address."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        with serving(house.app) as server:
            yield f"http://127.0.0.1:{server.port}"
        house.close()


def matches(page: Page, address: str) -> None:
    """The evenings."""
    page.goto(f"{address}/history")
    page.get_by_test_id("match-6").wait_for()


def match(page: Page, address: str) -> None:
    """A match of Android Whist, in the middle of its second hand."""
    page.goto(f"{address}/history#4")
    page.get_by_test_id("hand-1").click()
    for _ in range(4):
        page.get_by_test_id("leaf-on").click()


def auction(page: Page, address: str) -> None:
    """A match with contracts."""
    page.goto(f"{address}/history#1")
    page.get_by_test_id("leaf-on").wait_for()


def deletion(page: Page, address: str) -> None:
    """The second question before a match is gone."""
    page.goto(f"{address}/history#3")
    page.get_by_test_id("delete").click()
    page.get_by_test_id("keep").wait_for()


def review(page: Page, address: str) -> None:
    """Where a hand turned, and what every card of it cost."""
    page.goto(f"{address}/history#4")
    page.get_by_test_id("every-card").click()


def people(page: Page, address: str) -> None:
    """What people have done over evenings, and the second question before one is forgotten."""
    page.goto(f"{address}/history#people")
    page.get_by_test_id("forgetting").click()
    page.get_by_test_id("forget-Anna Maria").click()
    page.get_by_test_id("remember").wait_for()


PAST: tuple[Callable[[Page, str], None], ...] = (matches, match, auction, deletion, review, people)


def shoot(browser: Browser, album: Album) -> Iterator[Path]:
    """Take the pictures that the album wants; gives the path of each."""
    wanted = [shot for shot in PAST if album.wants(f"past_{shot.__name__}")]
    if not wanted:
        return
    with site() as address:
        for shot in wanted:
            context = album.open(browser)
            page = context.new_page()
            shot(page, address)
            yield from album.take(page, f"past_{shot.__name__}")
            context.close()
