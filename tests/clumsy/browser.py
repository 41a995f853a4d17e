"""Clumsy evenings in a real browser, which clicks only what the page offers:

    python -m tests.clumsy.browser [--game GAME …|all] [--evenings N] [--seed S]

South plays by clicks drawn at random, the others are simulated persons; now and then the place is left and taken again,
handed over to another browser, its person renamed, or another game begun. Nobody is stuck: where nothing goes on any
more, clicks of somebody who only wants to play must bring it on. No card of South's is lost, and no request fails.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from playwright.sync_api import Browser, Error, Page, Request, Response

from tests.browser import PATIENCE_MS, chromium
from tests.clumsy.errands import errand
from tests.clumsy.people import MAY_LIE
from tests.clumsy.running import arguments, run
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from whist.rules.refusals import Refused

CLICKS: Final = 60
"""Of an evening."""
HELPS: Final = ("take-back", "answer", "ask", "deal", "move", "command", "lay")
"""What somebody clicks who only wants to go on, the first first."""
PATIENCE: Final = 16
"""So many of those clicks must bring the game on."""
ERRAND: Final = 0.06
"""How often something is done in between that is no part of the game."""
OFFERED: Final = """() => {
  for (const drawer of document.querySelectorAll("details")) drawer.open = true;
  const no = "leave redeal begin hand-over fault plays-itself defaults leaf prefix points".split(" ");
  return [...document.querySelectorAll("#view [data-act]")]
    .filter((one) => !one.disabled && !no.includes(one.dataset.act))
    .map((one, at) => { one.dataset.clumsy = at; return { ...one.dataset }; });
}"""


class Evening:
    """One evening at ``stage``, on ``page``."""

    def __init__(self, stage: Stage, page: Page, rng: random.Random) -> None:
        self.stage, self.rng = stage, rng
        self.failed: list[str] = []
        self.counted: Counter[str] = Counter()
        self._asked: set[Request] = set()
        """Requests of the page that were not answered yet."""
        self._lied_in: tuple[int, int] | None = None
        self.sit_at(page)

    def sit_at(self, page: Page) -> None:
        """From now on this page is South's."""
        self.page = page
        page.on("response", self._answered)
        page.on("request", lambda request: request.method == "POST" and self._asked.add(request))
        page.on("requestfailed", lambda request: self._asked.discard(request))
        page.on("pageerror", lambda error: self.failed.append(f"exception: {error}"))

    def _answered(self, response: Response) -> None:
        self._asked.discard(response.request)  # a body that nobody reads never ends
        self.counted["refused"] += 400 <= response.status < 500
        if response.status >= 500:
            self.failed.append(f"exception: {response.url} answers {response.status}")

    def play(self, clicks: int = CLICKS) -> str | None:
        """What breaks, if anything does."""
        for _ in range(clicks):
            if (broke := self._settled()) is not None:
                return broke
            broke = (errand(self) or self._settled()) if self.rng.random() < ERRAND else None
            if broke is not None:
                return broke
            offered = self._offered()
            self._click(self.rng.choice(offered) if offered and self.rng.random() < 0.6 else self._helpful(offered, 0))
        return self._settled() or self._stuck()

    def _settled(self) -> str | None:
        """Let the others act until nothing happens by itself, and the page has heard of it."""
        while True:
            quiet = 0
            for _ in range(200):
                before = self.stage.keeper.version
                try:
                    self.stage.step()
                except (Refused, ValueError):
                    self.counted["simulated refused"] += 1
                quiet = quiet + 1 if self.stage.keeper.version == before else 0
                if quiet > 2:
                    break
            version = self.stage.keeper.version
            if (broke := self._heard()) is not None or version == self.stage.keeper.version:
                return broke or self._lost()

    def _heard(self) -> str | None:
        """Wait until every tap is answered and the page has come as far as the table, which a tap may have moved on."""
        for _ in range(PATIENCE_MS // 20):
            if self.failed:
                return self.failed[0]
            shown, event = self._shown(), str(self.stage.view["event"])
            if shown == event and not self._asked:
                return None
            self.page.wait_for_timeout(20)
        return f"deaf: the page shows event {shown} of {event}, {len(self._asked)} taps are not answered"

    def _shown(self) -> str | None:
        """How far the page has come; None while it loads."""
        return cast("str | None", self._run("() => document.body?.dataset.event"))

    def _run(self, script: str, given: Any = None) -> Any:
        """Run a script on the page; None where the page is being loaded anew, as another game makes it do."""
        with suppress(Error):
            return self.page.evaluate(script, given)
        self.page.wait_for_load_state()
        return None

    def _lost(self) -> str | None:
        """A card of South's that is neither in the hand, nor lies there, nor was played; after an answer that may be
        untrue the table does not know whose cards are played."""
        view, desk = self.stage.view, self.stage.desk.desk()
        hands: Any = desk._hands
        if self._hand() == self._lied_in:
            return None
        if view["game"] in ("german", "honeymoon", "bid") or view["phase"] not in ("play", "gather"):
            return None
        size = 13 if view["game"] == "android" else view["hand_size"]
        south, loose = hands.hands[0], hands.laid_by(0)
        played = {play["card"] for play in view["trick"]}
        waits = sum(str(card) not in played for card in loose)
        gone = view["tricks_done"] - (view["phase"] == "gather")
        in_trick = sum(play["seat"] == 0 for play in view["trick"])
        have = len(south) + waits + gone + in_trick
        dealt = bool(south or loose)
        return None if have == size or not dealt else f"lost: South has {have} of {size} cards"

    def _hand(self) -> tuple[int, int]:
        """Which hand of which table is played."""
        return id(self.stage.keeper.table), int(self.stage.view.get("deals", self.stage.view["deal"]))

    def _offered(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self._run(OFFERED) or []
        self.counted["buttons"] += len(found)
        return found

    def _helpful(self, offered: list[dict[str, str]], turn: int) -> dict[str, str] | None:
        ways = [one for act in HELPS for one in offered if one["act"] == act and "undo" not in one.get("body", "")]
        first = [one for one in ways if one["act"] == ways[0]["act"]] if ways else []
        pool = first if turn % 3 < 2 else ways
        return self.rng.choice(pool) if pool else None

    def _click(self, button: dict[str, str] | None) -> None:
        if button is None:
            return
        self.counted["clicks"] += 1
        if button["act"] == "answer" or MAY_LIE & json.loads(button.get("body", "{}")).keys():
            self._lied_in = self._hand()
        at = f'[data-clumsy="{button["clumsy"]}"]'
        for _ in range(1 + bool(button.get("twice"))):
            self._run("at => document.querySelector(at)?.click()", at)
        self.page.wait_for_timeout(30)

    def _stuck(self) -> str | None:
        """Whether clicks of somebody who only wants to play bring nothing on."""
        before = self.stage.view["event"]
        for turn in range(PATIENCE):
            self._click(self._helpful(self._offered(), turn))
            if (broke := self._settled()) is not None:
                return broke
            if self.stage.view["event"] != before:
                return None
        return f"stuck: {self.stage.view['prompt']}"


def play(
    browser: Browser, game: str, seed: int, clicks: int = CLICKS, late: float = 0.0
) -> tuple[str | None, Counter[str]]:
    """An evening of ``game``: what breaks, if anything does, and what was counted; taps come ``late`` by so many ms."""
    with TemporaryDirectory() as folder:
        stage = Stage(Path(folder), game, seed=seed)
        with serving(stage.app) as server:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.port}/south")
            page.get_by_test_id("sit").click()
            page.wait_for_function("() => document.body?.dataset.event")
            evening = Evening(stage, page, random.Random(f"browser {game} {seed}"))
            if late:
                page.route("**/simulation/**", lambda route: (page.wait_for_timeout(late), route.continue_()))
            broke = evening.play(clicks)
            evening.page.close()
    return broke, evening.counted


def main() -> int:
    """Play evenings; status 1 when one breaks."""
    given = arguments(__doc__, 20).parse_args()
    with chromium() as browser:
        return run(given, lambda game, seed: play(browser, game, seed))


if __name__ == "__main__":
    sys.exit(main())
