"""One person plays a whole deal in a real browser, from deal to score, by clicking alone."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from device.run import open_table
from device.settings.settings import Settings, SimulationSettings
from tests.independent import score, tricks_of
from tests.web_ui.serving import serving
from vision.simulated.scene import SimulatedTable


class Witness(threading.Thread):
    """Notes what really lies on the simulated table, beside the program and unseen by it."""

    def __init__(self, scene: SimulatedTable) -> None:
        super().__init__(daemon=True)
        self.scene = scene
        self.frames: list[list[str]] = []
        self.halt = threading.Event()

    def run(self) -> None:
        played = False
        while not self.halt.wait(0.005):
            truth = self.scene.truth()
            full = all(len(truth["holders"][n]) == 13 for n in ("1", "2"))
            if full and played:
                return  # the next deal
            played |= bool(self.frames) and not full
            if (full or self.frames) and (not self.frames or self.frames[-1] != truth["table"]):
                self.frames.append(list(truth["table"]))


@pytest.mark.browser
def test_a_person_plays_a_whole_deal_by_clicking(page: Page, tmp_path: Path) -> None:
    settings = Settings(simulation=SimulationSettings(seed=23, plays_itself="north", speed=20.0))
    with ExitStack() as stack:
        opened = open_table(settings, tmp_path, stack)
        assert opened.scene is not None
        witness = Witness(opened.scene)
        witness.start()
        server = stack.enter_context(serving(opened.app, "127.0.0.1", 0))
        board = page.context.new_page()
        board.goto(f"http://127.0.0.1:{server.port}/board")
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("deal").click()
        deadline = time.monotonic() + 800
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


GLANCE = """() => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  const text = (id) => document.querySelector(`[data-testid=${id}]`)?.innerText ?? "";
  return {
    event: document.body.dataset.event, // an Error Message after another looks like that one
    prompt: text("prompt"), answer: text("answer"), refusal: text("refusal"),
    turn: document.querySelector("[data-testid=turn]")?.dataset.value,
    trick: all("[data-testid^=trick-card-]", (card) => card.dataset.card),
    commands: all("[data-act=command]:enabled", (key) => key.dataset.testid),
    move: all("[data-act=move]", (card) => card.dataset.testid),
    hand: all("[data-act=lay]:enabled", (card) => card.dataset.card),
    waiting: all(".leaving", (card) => card.dataset.card).length > 0,
  };
}"""
"""What a person takes in at one glance at the page."""


def play_on(page: Page) -> int:
    """Do what the page asks of South, and wait until the table has seen it; the number of refusals that it showed."""
    before: dict[str, Any] = page.evaluate(GLANCE)
    if before["waiting"]:
        target = ""
    elif before["move"]:
        target = before["move"][0]
    elif before["commands"]:
        target = before["commands"][int(time.monotonic() * 1000) % len(before["commands"])]
    elif before["turn"] == "0":
        follow = [code for code in before["hand"] if before["trick"] and code[0] == before["trick"][0][0]]
        target = f"hand-{(follow or before['hand'])[0]}"
    else:
        target = ""
    if not target:
        page.wait_for_timeout(30)
        return 0
    page.get_by_test_id(target).click()
    deadline = time.monotonic() + 10
    while (now := page.evaluate(GLANCE)) | {"hand": before["hand"]} == before or now["waiting"]:
        if time.monotonic() > deadline:
            break
        page.wait_for_timeout(20)
    return int(bool(now["refusal"]))
