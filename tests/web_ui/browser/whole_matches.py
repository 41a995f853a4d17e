"""Whole matches by clicks alone, from *Play now* on the front door to the shared picture of the score:

    python -m tests.web_ui.browser.whole_matches [--game GAME …|all] [--option RULE=VALUE …] [--italian GAME]
                                                 [--keyboard GAME] [--seed S] [--deals N]

Everything is the program itself: its simulated table, whose pictures are really read, computer players in all other
seats, the journal, the page of past matches. The guest clicks only what a page offers and a finger could reach, and
answers questions by what lies on the table. Counted are the taps, the time to the first decision, questions, refusals
and hands; a match fails where nothing is offered any more, or where the picture at its end is none.
"""

from __future__ import annotations

import random
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import cv2
import numpy as np
from playwright.sync_api import Browser, Error, Page
from playwright.sync_api import TimeoutError as Late
from tqdm import tqdm

from device.run import open_table
from device.settings.game_choice import chosen_game
from device.settings.settings import Settings, SimulationSettings
from tests.browser import PATIENCE_MS, chromium
from tests.web_ui.browser import by_key
from tests.web_ui.serving import serving
from vision.simulated.scene import SimulatedTable
from whist.games import GAMES

SPEED: Final = 50.0
"""How much faster the others move than people do."""
PATIENCE_S: Final = 240.0
"""So long may nothing at all be offered, on a machine that has other things to do."""
MOST_TAPS, MOST_SECONDS = 2, 60.0
"""To the first decision."""
GLANCE: Final = """() => {
  const there = (one) => !one.disabled && one.offsetParent !== null && !one.closest("dialog");
  const text = (id) => document.querySelector(`[data-testid=${id}]`)?.innerText ?? "";
  return {
    event: document.body.dataset.event, prompt: text("prompt"), refusal: text("refusal"),
    busy: document.querySelector(".leaving") !== null || document.getElementById("lost")?.hidden === false,
    ended: text("result") !== "",
    offered: [...document.querySelectorAll("#view [data-act]")].filter(there)
      .map((one) => ({ ...one.dataset, can: one.classList.contains("can") })),
  };
}"""
"""What somebody takes in at one glance at the page."""
SAYS: Final = ("bid-", "choose-", "say-hcp")


@dataclass
class Played:
    """What came of a match."""

    taps: int = 0
    keys: int = 0
    first_taps: int = 0
    first_seconds: float = 0.0
    seconds: float = 0.0
    hands: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    refusals: list[str] = field(default_factory=list)
    picture: bytes = b""

    def told(self) -> str:
        """In one line."""
        acts = ", ".join(f"{name} {count}" for name, count in sorted(self.acts.items()))
        keys = f", {self.keys} keys" if self.keys else ""
        return (
            f"{self.hands} hands in {self.seconds:.0f} s, {self.taps} taps{keys} ({acts}), first decision after "
            f"{self.first_taps} tap and {self.first_seconds:.1f} s, {len(self.refusals)} refusals, "
            f"picture of {len(self.picture) // 1000} kB"
        )


class Guest:
    """Somebody new with a device; ``scene`` is the table, at which they look before they answer a question."""

    def __init__(self, page: Page, scene: SimulatedTable, chance: random.Random, *, keyboard: bool = False) -> None:
        self.page, self.scene, self.chance, self.keyboard = page, scene, chance, keyboard
        self.played = Played()

    def tap(self, target: str) -> None:
        """Click, or go there by keys and press."""
        if self.keyboard:
            self.played.keys += by_key.press(self.page, target)
        else:
            self.page.get_by_test_id(target).click(timeout=10_000)
        self.played.taps += 1

    def come_in(self, address: str) -> None:
        """From the front door to the first decision."""
        self.opened = time.monotonic()
        self.page.goto(address)
        self.page.locator("[data-testid=play-now]:enabled").wait_for()
        self.tap("play-now")
        self.page.wait_for_url("**/south")

    def play(self, told: Callable[[str], object], deals: int) -> None:
        """Play until the match is over, or ``deals`` hands are; ``told`` is given what the page says."""
        moved, before = time.monotonic(), ""
        while True:
            shown = self.page.evaluate(GLANCE)
            told(shown["prompt"])
            if shown["ended"] and self.is_over(deals):
                return
            target = None if shown["busy"] else self.wish(shown)
            if target is not None and not self.played.first_taps and self.is_decision(target):
                self.played.first_taps = self.played.taps
                self.played.first_seconds = time.monotonic() - self.opened
            if target is not None and self.act(target, shown):
                moved = time.monotonic()
            elif shown["event"] != before:
                before, moved = shown["event"], time.monotonic()
            assert time.monotonic() - moved < PATIENCE_S, f"nothing goes on: {shown['prompt']}"
            self.page.wait_for_timeout(20)

    @staticmethod
    def is_decision(target: str) -> bool:
        """Whether that is a decision of the game: what to play, bid or command."""
        return target.startswith(("hand-", "command-", "holder-", *SAYS))

    def is_over(self, deals: int) -> bool:
        """Whether the match is, or ``deals`` hands are."""
        view: Any = self.page.evaluate("async () => (await (await fetch('/api/board')).json()).view")
        self.played.hands = len(view["sheet"])
        return view["phase"] == "over" or self.played.hands >= deals

    def wish(self, shown: dict[str, Any]) -> str | None:
        """Which control somebody takes who wants to play on: what is asked first, then what is due."""
        acts: dict[str, list[dict[str, Any]]] = {}
        for one in shown["offered"]:
            acts.setdefault(one["act"], []).append(one)
        if "answer" in acts:
            return self.answer(acts["answer"])
        for act in ("take-back", "move", "deal", "command"):
            if act in acts:
                return str(self.chance.choice(acts[act])["testid"])
        said = [one["testid"] for one in acts.get("ask", ()) if one["testid"].startswith(SAYS)]
        if said:
            # bids at random would never end a match
            passes = "bid-pass" in said and self.chance.random() < 0.95
            return "bid-pass" if passes else str(self.chance.choice(said[:4]))
        mended = [one["testid"] for one in acts.get("ask", ()) if one["testid"] in ("agree", "step-seen", "laid-by")]
        if mended:
            return str(mended[0])
        cards = [one["testid"] for one in acts.get("lay", ()) if one["can"]]
        return str(self.chance.choice(cards)) if cards else None

    def answer(self, offered: Sequence[dict[str, Any]]) -> str:
        """The answer that is true of the table."""
        truth: Any = self.scene.truth()
        there = {card for cards in (truth["table"], *truth["holders"].values()) for card in cards}
        return str(next((one["testid"] for one in offered if one.get("card") in there), offered[0]["testid"]))

    def act(self, target: str, shown: dict[str, Any]) -> bool:
        """Tap it, and wait until the page shows what came of it; whether it could be tapped."""
        try:
            self.tap(target)
        except (Late, AssertionError):
            if self.page.get_by_test_id(target).count():
                raise AssertionError(f"{target} is offered and cannot be reached: {shown['prompt']}") from None
            return False  # somebody was quicker: it is offered no more
        self.played.acts[target.split("-")[0]] += 1
        deadline = time.monotonic() + 20.0
        while time.monotonic() < deadline:
            now = self.page.evaluate(GLANCE)
            if now["refusal"] and now["refusal"] != shown["refusal"]:
                self.played.refusals.append(f"{target}: {now['refusal']}")
                return True
            if now["event"] != shown["event"] and not now["busy"]:
                return True
            self.page.wait_for_timeout(20)
        return True

    def share(self) -> None:
        """From the seat to the match, its curve, and the picture of it that a device keeps."""
        self.tap("to-review")
        self.page.locator(".curve canvas").wait_for()
        with self.page.expect_download() as coming:
            self.tap("save-curve")
        assert coming.value.suggested_filename.endswith(".png")
        self.played.picture = Path(coming.value.path()).read_bytes()
        pixels = cv2.imdecode(np.frombuffer(self.played.picture, np.uint8), cv2.IMREAD_COLOR)
        assert pixels is not None
        assert pixels.shape[1] >= 1000, "large enough to be shared"
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100, "something is drawn"


def play(
    browser: Browser,
    game: str,
    seed: int,
    *,
    option: Sequence[str] = (),
    language: str = "en",
    keyboard: bool = False,
    deals: int = 99,
    size: tuple[int, int] = (360, 740),
    told: Callable[[str], object] = lambda prompt: None,
) -> Played:
    """A match of ``game``, or its first ``deals`` hands, with the house rules of ``option``; raises ``AssertionError``
    where it stops."""
    given = ArgumentParser().parse_args([])
    given.game, given.option, given.players, given.seed = game, list(option), None, seed
    settings = Settings(simulation=SimulationSettings(seed=seed, speed=SPEED, level="easy"))
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
    context.set_default_timeout(PATIENCE_MS)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        stack.callback(context.close)
        opened = open_table(settings, Path(folder), stack, chosen_game(given))
        assert opened.scene is not None
        server = stack.enter_context(serving(opened.app))
        guest = Guest(context.new_page(), opened.scene, random.Random(f"{game} {seed}"), keyboard=keyboard)
        failed: list[str] = []
        guest.page.on("pageerror", lambda error: failed.append(str(error)))
        guest.come_in(f"http://127.0.0.1:{server.port}/")
        assert guest.page.evaluate("document.documentElement.lang") == language
        guest.play(told, deals)
        guest.share()
        guest.played.seconds = time.monotonic() - guest.opened
        assert not failed, failed
        return guest.played


def main(argv: list[str] | None = None) -> int:
    """Play the matches; status 1 where one stops, or the first decision comes too late."""
    parser = ArgumentParser(
        prog="python -m tests.web_ui.browser.whole_matches", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--game", nargs="+", default=["all"], choices=["all", *GAMES], metavar="GAME")
    parser.add_argument("--option", action="append", default=[], metavar="RULE=VALUE", help="a house rule")
    parser.add_argument("--italian", default="", choices=["", *GAMES], metavar="GAME", help="is played in Italian")
    parser.add_argument("--keyboard", default="", choices=["", *GAMES], metavar="GAME", help="is played by keys alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=99, help="hands at most (until the match is over)")
    given = parser.parse_args(argv)
    failed = 0
    with chromium() as browser:
        for game in list(GAMES) if "all" in given.game else given.game:
            with tqdm(desc=game, unit="look", disable=None) as bar:

                def told(prompt: str, bar: tqdm[Any] = bar) -> None:
                    bar.set_postfix_str(prompt[:60], refresh=False)
                    bar.update()

                try:
                    played = play(
                        browser,
                        game,
                        given.seed,
                        option=given.option,
                        language="it" if game == given.italian else "en",
                        keyboard=game == given.keyboard,
                        deals=given.deals,
                        told=told,
                    )
                except (AssertionError, Error) as why:
                    failed += 1
                    print(f"{game}: stopped: {why}", flush=True)
                    continue
            late = played.first_taps > MOST_TAPS or played.first_seconds > MOST_SECONDS
            failed += late
            print(f"{game}: {played.told()}{', TOO LATE' if late else ''}", flush=True)
            for sentence in played.refusals:
                print(f"    refused: {sentence}", flush=True)
    print(f"stopped or late: {failed}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
