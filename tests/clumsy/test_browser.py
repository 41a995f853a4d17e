"""A clumsy evening in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.clumsy.browser import play

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("game", ["android", "italian"])
def test_clicks_at_random_lead_nobody_into_a_dead_end(game: str, browser: Browser) -> None:
    broke, counted = play(browser, game, 900_001, 25)
    assert broke is None
    assert counted["clicks"] > 15


def test_taps_that_come_late_are_waited_for(browser: Browser) -> None:
    broke, counted = play(browser, "italian", 1, 10, late=120.0)
    assert broke is None
    assert counted["clicks"] > 5
