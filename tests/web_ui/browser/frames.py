"""How many frames a second a trick is swept with, on a device whose processor is slow: counted by the browser itself.

    python -m tests.web_ui.browser.frames [--slower N] [--sweeps N]

The board is open in Chromium at 820 by 1180 with its processor slowed down. For each sweep the browser's trace gives
the frames that were drawn and the layouts that were done while it lasted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from typing import Any, Final

from playwright.sync_api import Page
from tqdm import tqdm

from tests.browser import chromium
from tests.web_ui.browser.test_cards import GATHERED, LYING
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app

SWEEP: Final = 0.65
"""Seconds that a sweep lasts."""
TRACED: Final = ("devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing")


def swept(page: Page, keeper: FakeKeeper) -> tuple[int, int]:
    """Frames drawn, and layouts done, while one trick is swept."""
    keeper.change(**LYING)
    page.get_by_test_id("trick-card-0").wait_for()
    page.evaluate("""() => new MutationObserver((_, seen) => {
      if (!document.querySelector(".swept")) return;
      seen.disconnect();
      requestAnimationFrame(() => performance.mark("begins"));
      setTimeout(() => performance.mark("ends"), 600);
    }).observe(document.getElementById("view"), { childList: true, subtree: true })""")
    client = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done: list[Any] = []
    client.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    client.on("Tracing.tracingComplete", lambda told: done.append(told))
    client.send("Tracing.start", {"categories": ",".join(TRACED), "transferMode": "ReportEvents"})
    keeper.change(**GATHERED)
    page.wait_for_timeout(1000 * SWEEP + 400)
    client.send("Tracing.end")
    while not done:
        page.wait_for_timeout(20)
    client.detach()
    marks = {one["name"]: one["ts"] for one in events if one["name"] in ("begins", "ends")}
    during = [one["name"] for one in events if marks["begins"] <= one.get("ts", 0) <= marks["ends"]]
    seconds = (marks["ends"] - marks["begins"]) / 1e6
    return round(during.count("DrawFrame") / seconds), during.count("Layout")


def main() -> int:
    """Print the frames a second and the layouts of some sweeps."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--slower", type=float, default=6.0, help="so many times slower than this processor (6)")
    parser.add_argument("--sweeps", type=int, default=10, help="sweeps that are counted (10)")
    given = parser.parse_args()
    keeper = FakeKeeper()
    with (
        serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server,
        chromium() as browser,
    ):
        page = browser.new_page(viewport={"width": 820, "height": 1180})
        page.goto(f"http://127.0.0.1:{server.port}/board")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": given.slower})
        counted = []
        for _ in tqdm(range(given.sweeps), unit="sweep", disable=None):
            counted.append(swept(page, keeper))
            page.wait_for_timeout(300)
    frames, layouts = zip(*counted, strict=True)
    told = {"frames a second": {"median": statistics.median(frames), "least": min(frames)}, "layouts": sum(layouts)}
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
