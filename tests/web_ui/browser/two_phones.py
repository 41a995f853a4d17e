"""Two people with a phone each and a board play Android Whist, by clicks alone, while a phone loses its network and the
program its power.

``python -m tests.web_ui.browser.two_phones [--seed N] [--deals N]`` plays to the end of the match, or so many deals,
and says how the score compares with one that is reckoned from what really lay on the table.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, Page
from tqdm import tqdm

from tests.browser import PATIENCE_MS, chromium
from tests.independent import deals_of, score, tricks_of
from tests.web_ui.browser.witnessed import PIN, TRUTH, Witnessed

PATIENCE_S = 240.0
"""So long may nothing at all happen, on a machine that has other things to do."""

NAMES = ("Anna", "Berto")
"""Of south and north; a person's own page calls them so."""

GLANCE = """() => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  const text = (id) => document.querySelector(`[data-testid=${id}]`)?.innerText ?? "";
  const seen = (node) => node && !node.hidden;
  return {
    event: document.body.dataset.event, prompt: text("prompt"), refusal: text("refusal"),
    lost: seen(document.getElementById("lost")) || !document.getElementById("lost"),
    turn: document.querySelector("[data-testid=turn] .large")?.innerText.trim(),
    trick: all("[data-testid^=trick-card-]", (card) => card.dataset.card),
    commands: all("[data-act=command]:enabled", (key) => key.dataset.testid),
    move: all("[data-act=move]", (card) => card.dataset.testid),
    hand: all("[data-act=lay]:enabled", (card) => card.dataset.card),
    waiting: all(".leaving", (card) => card.dataset.card).length > 0,
    questions: all("[data-act=answer]", (card) => [card.dataset.testid, card.dataset.card]),
    back: all("[data-testid=take-back]", (key) => key.dataset.testid),
    deal: all("[data-testid=deal]", (key) => key.dataset.testid),
    result: text("result"),
  };
}"""
"""What a person takes in at one glance at a phone."""


@dataclass
class Person:
    """One person with a phone; ``truth`` is what a person sees who looks at the table."""

    name: str
    phone: Page
    truth: Callable[[], dict[str, Any]]
    chance: random.Random
    wants_deal: Callable[[], bool] = lambda: True
    clicks: int = 0
    refusals: list[str] = field(default_factory=list)

    def glance(self) -> dict[str, Any]:
        """What the phone shows now."""
        shown: dict[str, Any] = self.phone.evaluate(GLANCE)
        return shown

    def act(self) -> bool:
        """Do what the phone asks of this person, if it does; whether it did."""
        shown = self.glance()
        target = None if shown["lost"] or shown["waiting"] else self._wish(shown)
        if target is None:
            return False
        self._press(target)
        self.clicks += 1
        self._wait_for_change(shown)
        return True

    def _press(self, target: str) -> None:
        self.phone.get_by_test_id(target).click()

    def _wish(self, shown: dict[str, Any]) -> str | None:
        if shown["questions"]:
            truth = self.truth()
            there = {card for cards in (truth["table"], *truth["holders"].values()) for card in cards}
            return next((key for key, card in shown["questions"] if card in there), shown["questions"][0][0])
        for keys in (shown["back"], shown["move"], shown["deal"] if shown["deal"] and self.wants_deal() else []):
            if keys:
                return str(keys[0])
        if shown["commands"]:
            return str(self.chance.choice(shown["commands"]))
        if shown["turn"] != self.name or not shown["hand"]:
            return None
        follow = [card for card in shown["hand"] if shown["trick"] and card[0] == shown["trick"][0][0]]
        return f"hand-{self.chance.choice(follow or shown['hand'])}"

    def _wait_for_change(self, before: dict[str, Any]) -> None:
        deadline = time.monotonic() + PATIENCE_S / 2
        while time.monotonic() < deadline:
            now = self.glance()
            if now["refusal"] and now["refusal"] != before["refusal"]:
                self.refusals.append(now["refusal"])
                return
            if now["event"] != before["event"] and not now["waiting"]:
                return
            self.phone.wait_for_timeout(20)


@dataclass
class Evening:
    """What came of it."""

    shown: list[int]
    reckoned: list[int]
    deals: int
    clicks: int
    refusals: list[str]
    tricks: list[int]
    lost: set[str]


class Table:
    """The program, the board and both phones."""

    def __init__(self, browser: Browser, folder: Path, seed: int, deals: int) -> None:
        self.deals = deals
        self.program = Witnessed(folder, seed)
        self.lost: set[str] = set()
        self.board = _device(browser, 1280, 800)
        phones = [_device(browser, 360, 740) for _ in range(2)]
        chance = random.Random(seed)
        self.people = [
            Person(name, phone, self.program.truth, chance, self._goes_on)
            for name, phone in zip(NAMES, phones, strict=True)
        ]

    def come_in(self) -> None:
        """The board becomes the host's by the PIN and shows the code; one phone scans it, one types it."""
        self.board.goto(f"{self.program.address}/host")
        self.board.get_by_test_id("pin").fill(PIN)
        self.board.get_by_test_id("enter-pin").click()
        self.board.get_by_test_id("new-code").wait_for()
        self.board.goto(f"{self.program.address}/board")
        shown = self.board.get_by_test_id("invitation")
        shown.wait_for()
        south, north = (person.phone for person in self.people)
        south.goto(scanned(self.board.locator(".qr").screenshot()))
        south.get_by_test_id("name").fill(NAMES[0])
        south.get_by_test_id("take-south").click()
        north.goto(f"{self.program.address}/join")
        north.get_by_test_id("name").fill(NAMES[1])
        north.get_by_test_id("code").fill((shown.get_by_test_id("join-code").inner_text()).lower())
        north.get_by_test_id("take-north").click()
        for person in self.people:
            person.phone.get_by_test_id("trump").wait_for()
        self.board.get_by_test_id("name-north").wait_for()
        assert self.board.get_by_test_id("name-south").inner_text() == NAMES[0]
        shown.wait_for(state="hidden")

    def _goes_on(self) -> bool:
        return not self._is_over(self._view())

    def _is_over(self, view: dict[str, Any]) -> bool:
        return view["phase"] == "over" or len(view["sheet"]) >= self.deals

    def play(self, bar: Callable[[int], object]) -> None:
        """Play until the match is over or all deals are scored; ``bar`` is told of each trick."""
        tricks, last, moved = 0, "", time.monotonic()
        while True:
            view = self._view()
            if view["prompt"] != last:
                last, moved = view["prompt"], time.monotonic()
            assert time.monotonic() - moved < PATIENCE_S, last
            bar(view["tricks_done"] - tricks if view["tricks_done"] >= tricks else view["tricks_done"])
            tricks = view["tricks_done"]
            if self._is_over(view):
                return
            self._trouble(view)
            if not any([person.act() for person in self.people]):
                self.board.wait_for_timeout(20)

    def _view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.board.evaluate("async () => (await (await fetch('/api/board')).json()).view")
        return found

    def _trouble(self, view: dict[str, Any]) -> None:
        """In the first hand a phone loses its network in the second trick, and the program its power in the third."""
        if view["deal"] != 1 or not 1 <= len(view["trick"]) <= 3:
            return
        if view["tricks_done"] == 1 and "network" not in self.lost:
            self.lost.add("network")
            north = self.people[1].phone
            north.context.set_offline(True)
            north.wait_for_timeout(1500)
            north.context.set_offline(False)
        if view["tricks_done"] == 2 and "power" not in self.lost:
            self.lost.add("power")
            self._power_cut()

    def _power_cut(self) -> None:
        before = self._view()
        self.program.kill()
        for page in (self.board, *(person.phone for person in self.people)):
            page.locator("#lost").wait_for(state="visible")
        self.program.start()
        for page in (self.board, *(person.phone for person in self.people)):
            page.locator("#lost").wait_for(state="hidden")
        after = self._view()
        for key in ("deal", "dealer", "scores", "trump", "won", "tricks_done", "names"):
            assert after[key] == before[key], key
        assert after["trick"][: len(before["trick"])] == before["trick"]
        assert [person.phone.get_by_test_id("leave").count() for person in self.people] == [1, 1], "the places are kept"

    def evening(self) -> Evening:
        """Compare what the board shows with what lay on the table."""
        self.board.get_by_test_id("result").wait_for()
        shown = [int(self.board.get_by_test_id(f"score-{side}").inner_text()) for side in (0, 1)]
        time.sleep(0.5)  # the witness writes the last card down
        played = [(up, laid) for up, laid in map(tricks_of, deals_of(self.program.folder / TRUTH)) if laid]
        reckoned = [0, 0]
        for number, (turned_up, laid) in enumerate(played):
            _, points = score(laid, turned_up[0], dealer=number % 2)
            reckoned = [before + gained for before, gained in zip(reckoned, points, strict=True)]
        tricks = [sum(len(trick) == 4 for trick in laid) for _, laid in played]
        refusals = [sentence for person in self.people for sentence in person.refusals]
        return Evening(
            shown, reckoned, len(tricks), sum(person.clicks for person in self.people), refusals, tricks, self.lost
        )

    def close(self) -> None:
        """End the program and close all pages."""
        for page in (self.board, *(person.phone for person in self.people)):
            page.context.close()
        self.program.kill()


def _device(browser: Browser, width: int, height: int) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def scanned(picture: bytes) -> str:
    """What a phone's camera reads on a screen. OpenCV's older detector cannot read one code of 150 at this size."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    large = cv2.resize(pixels, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    found, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(large)
    assert found, "the QR code on the board cannot be read"
    return str(found)


def play(browser: Browser, folder: Path, seed: int, deals: int, bar: Callable[[int], object]) -> Evening:
    """Play ``deals`` deals, or to the end of the match where it comes first."""
    table = Table(browser, folder, seed, deals)
    try:
        table.come_in()
        table.play(bar)
        return table.evening()
    finally:
        table.close()


def main(argv: list[str]) -> int:
    """Play, and say how it came out; status 1 where the scores differ or a click was refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.web_ui.browser.two_phones", description=__doc__)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--deals", type=int, default=99, help="at most (until the match is over)")
    options = parser.parse_args(argv)
    started = time.monotonic()
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, tqdm(unit=" tricks") as bar:
        evening = play(browser, Path(folder), options.seed, options.deals, bar.update)
    print(
        f"{evening.deals} deals, {sum(evening.tricks)} tricks, {evening.clicks} clicks, "
        f"{time.monotonic() - started:.0f} s; the board says {evening.shown}, the cards that lay there "
        f"{evening.reckoned}; refused: {evening.refusals or 'none'}"
    )
    return int(evening.shown != evening.reckoned or bool(evening.refusals) or set(evening.tricks) != {13})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
