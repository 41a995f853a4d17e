"""A match by clicks alone, from the front door to the shared picture: the shortest ones, by touch and by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from tests.web_ui.browser.whole_matches import MOST_SECONDS, MOST_TAPS, play

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "option", "language", "keyboard"),
    [
        ("german", ("hands=1",), "it", False),
        ("honeymoon", (), "en", True),
    ],
)
def test_a_match_is_played_from_play_now_to_the_shared_picture(
    browser: Browser, game: str, option: tuple[str, ...], language: str, keyboard: bool
) -> None:
    played = play(browser, game, 3, option=option, language=language, keyboard=keyboard, deals=1)
    assert played.hands == 1
    assert played.first_taps <= MOST_TAPS
    assert played.first_seconds <= MOST_SECONDS
    assert played.refusals == []
    assert 20 <= played.acts["hand"] <= 27, "every card by a tap"
    assert played.keys > 0 or not keyboard
    assert played.picture.startswith(b"\x89PNG")
