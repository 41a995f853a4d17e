"""Two phones and a board play a deal of Android Whist (tests/web_ui/browser/two_phones.py plays the whole match)."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser

from tests.web_ui.browser.two_phones import play

pytestmark = pytest.mark.browser


def test_two_phones_and_a_board_play_a_deal_through_a_lost_network_and_a_power_cut(
    browser: Browser, tmp_path: Path
) -> None:
    evening = play(browser, tmp_path, seed=23, deals=1, bar=lambda tricks: None)
    assert evening.lost == {"network", "power"}
    assert evening.shown == evening.reckoned
    assert evening.tricks == [13]
    assert evening.refusals == []
