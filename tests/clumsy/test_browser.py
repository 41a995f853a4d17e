"""A clumsy evening in a real browser."""

from __future__ import annotations

import pytest

from tests.browser import chromium, why_no_browser
from tests.clumsy.browser import play

pytestmark = pytest.mark.skipif(why_no_browser() is not None, reason=why_no_browser() or "")


@pytest.mark.parametrize("game", ["android", "italian"])
def test_clicks_at_random_lead_nobody_into_a_dead_end(game: str) -> None:
    with chromium() as browser:
        broke, counted = play(browser, game, 900_001, 25)
    assert broke is None
    assert counted["clicks"] > 15
