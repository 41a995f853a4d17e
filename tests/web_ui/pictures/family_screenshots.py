"""Pictures of every page of the games without holders, for ``tests.web_ui.pictures.screenshots``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.web_ui.pictures.sizes import Album
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage

View = dict[str, Any]


def in_trick(cards: int, tricks: int = 0) -> Callable[[View], object]:
    """``cards`` lie in a trick after ``tricks`` others."""
    return lambda view: len(view["trick"]) == cards and view["tricks_done"] >= tricks


def south_may(key: str) -> Callable[[View], object]:
    """It is South's turn to say ``key``."""
    phase = {"hcp": "announce", "bid": "bid", "choose": "choose"}[key]
    return lambda view: view["turn"] == 0 and phase == what_is_said(view)


def what_is_said(view: View) -> str:
    """What is said now: the prompt tells it while the cards are being dealt, too."""
    prompt = view["prompt"]
    return "announce" if "say your" in prompt else "choose" if "choose" in prompt else "bid" if "bid" in prompt else ""


def over(view: View) -> object:
    """The match is over."""
    return view["phase"] == "over"


def scored(view: View) -> object:
    """A hand is scored, and the match goes on."""
    return view["phase"] == "scored"


@dataclass(frozen=True)
class Shot:
    """A page of a game in play: ``path`` "/" is the board; ``taps`` are tapped before the picture is taken."""

    name: str
    game: str
    there: Callable[[View], object]
    path: str = "/"
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    taps: tuple[str, ...] = ()
    seed: int = 1


SPORT = {"sport": "always", "bidder_gets_kitty": True}
SHOTS = (
    Shot("classic-board-turn-up", "classic", in_trick(2)),
    Shot("classic-board-over", "classic", over),
    Shot("classic-board-sheet", "classic", over, taps=("sheet",)),
    Shot("classic-seat", "classic", in_trick(3), "/south"),
    Shot("classic-seat-chooser", "classic", in_trick(1), "/south", taps=("gear", "naming", "chooser", "rules-names")),
    Shot("classic-seat-law", "classic", in_trick(2, 1), "/south", options={"exposed_cards": "call"}, taps=("gear",)),
    Shot("italian-board", "italian", in_trick(3, 5)),
    Shot("italian-seat", "italian", in_trick(2, 2), "/south"),
    Shot("candid-board-points", "candid", lambda view: sum(s["hcp"] is not None for s in view["seats"]) == 3),
    Shot("candid-board-auction", "candid", lambda view: len(view["calls"]) == 3),
    Shot("candid-board", "candid", in_trick(4, 6)),
    Shot("candid-board-over", "candid", over, options={"target": 250}),
    Shot("candid-seat-points", "candid", south_may("hcp"), "/south"),
    Shot("candid-seat-bid", "candid", lambda v: south_may("bid")(v) and v["calls"], "/south"),
    Shot("candid-seat", "candid", in_trick(2, 3), "/south"),
    Shot("candid-seat-over", "candid", over, "/south", options={"target": 250}, taps=("sheet",)),
    Shot("bid-board-kitty", "bid", lambda view: view["phase"] == "kitty" and view["turned_up"], options=SPORT),
    Shot("bid-board-joker", "bid", lambda v: any(p["card"][0] == "J" for p in v["trick"]) and len(v["trick"]) > 2),
    Shot("bid-seat-bid", "bid", south_may("bid"), "/south"),
    Shot("bid-seat-choose", "bid", lambda view: view["phase"] == "choose", "/south", seed=3),
    Shot("bid-seat-kitty", "bid", lambda view: view["phase"] == "kitty" and view["turned_up"], "/south", options=SPORT),
    Shot("bid-seat", "bid", in_trick(2, 3), "/south"),
    Shot("australian3-board", "australian", lambda v: v["deal"] > 9 and in_trick(2, 3)(v), players=3),
    Shot("australian5-board", "australian", lambda v: v["deal"] > 9 and in_trick(4, 3)(v), players=5),
    Shot("australian6-board", "australian", lambda v: v["deal"] > 9 and in_trick(5, 3)(v), players=6),
    Shot("australian7-board", "australian", lambda v: v["deal"] > 5 and in_trick(6, 3)(v), players=7),
    Shot("australian7-board-bids", "australian", lambda v: v["deal"] > 5 and len(v["calls"]) == 6, players=7),
    Shot("australian7-board-over", "australian", over, players=7),
    Shot("australian7-board-sheet", "australian", over, players=7, taps=("sheet", )),
    Shot("australian5-seat-bid", "australian", lambda v: v["deal"] > 9 and south_may("bid")(v), "/south", players=5),
    Shot("australian5-seat-deals", "australian", lambda v: v["deal"] > 5 and v["dealer"] == 0 and south_may("bid")(v),
         "/south", players=5),
    Shot("australian7-seat", "australian", lambda v: v["deal"] > 6 and in_trick(4, 2)(v), "/south", players=7),
    Shot("australian7-seat-over", "australian", over, "/south", players=7, taps=("sheet",)),
    Shot("german-board", "german", in_trick(1, 4)),
    Shot("german-board-stage2", "german", in_trick(2, 15)),
    Shot("german-seat", "german", in_trick(1, 4), "/south"),
    Shot("honeymoon-board", "honeymoon", in_trick(2, 4)),
    Shot("honeymoon-board-over", "honeymoon", over),
    Shot("honeymoon-seat", "honeymoon", in_trick(1, 9), "/south"),
    Shot("android-board", "android", in_trick(3, 2)),
    Shot("android-board-over", "android", over, taps=("sheet",)),
    Shot("android-seat", "android", in_trick(1, 2), "/south"),
    Shot("android-seat-over", "android", over, "/south", taps=("sheet",)),
    Shot("android-seat-timing", "android", in_trick(1, 1), "/south", taps=("gear", "timing")),
    Shot("german-seat-absent", "german", in_trick(1, 1), "/west"),
)  # fmt: skip


def shoot(browser: Browser, album: Album) -> Iterator[Path]:
    """Take the pictures that the album wants; gives the path of each."""
    for shot in SHOTS:
        if not album.wants(shot.name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder), shot.game, shot.options, shot.players, seed=shot.seed, humans=())
            stage.play_until(shot.there)
            with serving(stage.app) as server:
                context = album.open(browser)
                page = context.new_page()
                page.on("pageerror", lambda error: print(f"script error: {error}", file=sys.stderr))
                open_page(page, f"http://127.0.0.1:{server.port}{shot.path}", shot)
                yield from album.take(page, shot.name, whole=shot.path != "/")
                context.close()


def open_page(page: Page, address: str, shot: Shot) -> None:
    """Open the page, sit down, and tap what is to be tapped."""
    page.goto(address)
    if shot.path == "/west":
        page.locator("main.sit").wait_for()
        return
    if shot.path != "/":
        page.get_by_test_id("sit").click()
    page.get_by_test_id("trump").wait_for()
    for tap in shot.taps:
        page.get_by_test_id(tap).click()
