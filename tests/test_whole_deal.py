"""One person plays a whole deal in a real browser, from deal to score, by clicking alone."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from device.run import open_table
from device.settings import Settings, Simulation
from tests.independent import score, tricks_of
from vision.simulated.scene import SimulatedTable
from web_ui.server import serving

KEYS = ["duck", "beat", "high", "shortest", "longest", "clubs", "diamonds", "hearts", "spades"]


class Witness(threading.Thread):
    """Notes what really lies on the simulated table, beside the program and unseen by it."""

    def __init__(self, scene: SimulatedTable) -> None:
        super().__init__(daemon=True)
        self.scene = scene
        self.frames: list[list[str]] = []
        self.halt = threading.Event()

    def run(self) -> None:
        while not self.halt.wait(0.005):
            truth = self.scene.truth()
            full = all(len(truth["holders"][n]) == 13 for n in ("1", "2"))
            if (full or self.frames) and (not self.frames or self.frames[-1] != truth["table"]):
                self.frames.append(list(truth["table"]))


def hit(target: Locator) -> bool:
    """Click ``target`` if it is there and lit; False when it is not."""
    if target.count() != 1 or not target.is_enabled():
        return False
    target.click(timeout=5_000)
    return True


@pytest.mark.browser
def test_a_person_plays_a_whole_deal_by_clicking(page: Page, tmp_path: Path) -> None:
    settings = Settings(simulation=Simulation(seed=23, plays_itself="north", speed=20.0))
    with ExitStack() as stack:
        opened = open_table(settings, tmp_path, stack)
        assert opened.hands is not None
        witness = Witness(opened.hands.scene)
        witness.start()
        server = stack.enter_context(serving(opened.app, "127.0.0.1", 0))
        board = page.context.new_page()
        board.goto(f"http://127.0.0.1:{server.port}/")
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("deal").click()
        deadline = time.monotonic() + 400
        refusals = 0
        while not page.get_by_test_id("result").count():
            assert time.monotonic() < deadline, page.get_by_test_id("prompt").inner_text()
            refusals += play_on(page)
        board.get_by_test_id("result").wait_for()
        shown = [int(board.get_by_test_id(f"score-{side}").inner_text()) for side in (0, 1)]
        last = board.get_by_test_id("prompt").inner_text()
        time.sleep(1.0)
        witness.halt.set()
        witness.join()
        hand = opened.keeper.public_view()["hand"]
    turned_up, tricks = tricks_of(witness.frames)
    winners, points = score(tricks, turned_up[0], dealer=0)
    assert [len(trick) for trick in tricks] == [4] * 13
    assert hand["tricks"] == winners
    assert shown == points
    assert last
    assert refusals == 0


def play_on(page: Page) -> int:
    """Do what the page asks of South; the number of refusals that it showed."""
    prompt = page.get_by_test_id("prompt").inner_text()
    marked = page.locator("[data-act=move]")
    if hit(marked):
        pass
    elif page.locator("[data-act=command]:enabled").count():
        page.locator("[data-act=command]:enabled").nth(int(time.monotonic() * 1000) % 3).click()
    elif page.get_by_test_id("turn").get_attribute("data-value") == "0":
        lay(page)
    else:
        page.wait_for_timeout(30)
        return 0
    # wait for the table to see it
    for _ in range(100):
        if page.get_by_test_id("prompt").inner_text() != prompt:
            break
        page.wait_for_timeout(20)
    refusal = page.get_by_test_id("refusal")
    return int(refusal.is_visible() and bool(refusal.inner_text()))


def lay(page: Page) -> None:
    """Lay a card that follows suit."""
    trick = [str(card.get_attribute("data-card") or "") for card in page.locator("[data-testid^=trick-card-]").all()]
    hand = page.locator("[data-act=lay]:enabled")
    codes = [str(card.get_attribute("data-card")) for card in hand.all()]
    follow = [code for code in codes if trick and code[0] == trick[0][0]]
    page.get_by_test_id(f"hand-{(follow or codes)[0]}").click()
