"""A whole hand by keyboard alone: cards laid and moved, commands given, the next hand dealt."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from tests.web_ui.browser.by_key import press
from tests.web_ui.browser.two_phones import Person
from tests.web_ui.posting import answered
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage

pytestmark = pytest.mark.browser


class AtTheKeyboard(Person):
    """Somebody who has no mouse and touches no screen, at a table where all else goes on at once."""

    stage: Stage

    def _press(self, target: str) -> None:
        with answered(self.phone):
            press(self.phone, target)

    def _wait_for_change(self, before: dict[str, Any]) -> None:
        self.settle()
        self.refusals += filter(None, [self.glance()["refusal"]])

    def settle(self) -> None:
        """Let the table go on until it waits for this person, and the page show it."""
        quiet = 0
        while quiet < 3 and self.stage.view["phase"] != "scored":
            before = self.stage.view["event"]
            self.stage.step()
            quiet = quiet + 1 if self.stage.view["event"] == before else 0
        event = str(self.stage.view["event"])
        self.phone.wait_for_function("event => document.body.dataset.event === event", arg=event)


def test_a_whole_hand_is_played_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    stage = Stage(tmp_path, "android", seed=4)
    with serving(stage.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        person = AtTheKeyboard("South", page, lambda: {"table": [], "holders": {}}, random.Random(4))
        person.stage = stage
        person._press("sit")
        page.get_by_test_id("deal").wait_for()
        while stage.view["phase"] != "scored":
            assert person.act(), page.get_by_test_id("prompt").inner_text()
        expect(page.get_by_test_id("result")).to_contain_text("points")
    assert stage.view["tricks_done"] == 13
    assert person.refusals == []
    assert person.clicks >= 13 + 13, "own cards and cards of the holder beside; commands come on top"
