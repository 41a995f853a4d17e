"""Pictures of every state of every page: four sizes, light and dark, four colours of suits and two, English and
Italian.

``python -m tests.web_ui.pictures.screenshots OUT [NAME…] [--quick]`` makes all, or those whose names begin so, with
contact sheets and OUT/index.html; it says what scrolls, is cut or lies over something else, and what axe-core finds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser
from tqdm import tqdm

from tests.browser import chromium
from tests.web_ui import axe
from tests.web_ui.fakes import SECTION_1, SECTION_2, FakeKeeper, FakeSimulation, public_view
from tests.web_ui.pictures import family_screenshots, front_screenshots, guide_screenshots, past_screenshots
from tests.web_ui.pictures.sizes import LANGUAGES, Album
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from whist.cards import PACK


def board(keeper: FakeKeeper) -> None:
    """In the middle of a trick."""


def board_error(keeper: FakeKeeper) -> None:
    """An Error Message, the camera without a holder, a question open; North deals."""
    seats = public_view()["seats"]
    order = [0, 3, 2, 1]
    turned = [
        seats[old] | {"seat": new, "role": role}
        for new, (old, role) in enumerate(zip(order, ("N", "D", "AL", "AR"), strict=True))
    ]
    keeper.change(
        seats=turned,
        dealer=1,
        turned_up="C4",
        trump="C",
        tricks_done=0,
        won=[0, 0],
        last_trick=None,
        leader=2,
        trick=[{"seat": 2, "card": "DT"}, {"seat": 3, "card": "D2"}, {"seat": 0, "card": "SA"}],
        turn=1,
        command={"seat": 3, "command": "high shortest", "answer": "error"},
        out_of_sight=["holder 2"],
        prompt="North plays.",
    )
    keeper.change("board", questions=[{"id": 7, "ask": ["south", "north"]}])


def board_over(keeper: FakeKeeper) -> None:
    """The game is over."""
    keeper.change(
        **{"phase": "over", "trick": [], "turn": None, "leader": None, "scores": [5, 3], "won": [9, 4], "winner": 0},
        tricks_done=13,
        hand={"tricks": [0] * 9 + [1] * 4, "won": [9, 4], "points": [3, 0]},
        prompt="South and holder 2 have won the game 5 to 3.",
    )


def south(keeper: FakeKeeper) -> None:
    """South commands."""


def north_sits_down(keeper: FakeKeeper) -> None:
    """Nobody sits in North's place yet."""


def south_error(keeper: FakeKeeper) -> None:
    """South's command was an Error: every key is lit, a question waits."""
    about = "Which card stands in slot 4 of holder 1?"
    keeper.change(
        "south",
        commands={"seat": 2, "allowed": SECTION_1 + SECTION_2},
        command={"seat": 2, "command": "duck", "answer": "error"},
        questions=[{"id": 4, "about": about, "candidates": ["S9", "C9"], "holder": 1, "slot": 3}],
    )


def south_remembers(keeper: FakeKeeper) -> None:
    """A card of an earlier trick is in doubt."""
    about = "Which card did North play in trick 3? What was seen since does not fit."
    others = [str(card) for card in PACK if str(card) not in ("DQ", "HQ", "S7")]
    asked = {"id": 4, "about": about, "candidates": ["DQ", "HQ"], "others": others}
    keeper.change("south", commands=None, questions=[asked], prompt="One card is unclear: please answer the question.")


def south_unseen(keeper: FakeKeeper) -> None:
    """A card was gathered before it was seen."""
    about = "I did not see North play: which card was it? If there was none, lay the trick there again."
    asked = {"id": 4, "about": about, "candidates": [str(card) for card in PACK[3:44]]}
    keeper.change("south", commands=None, questions=[asked], prompt="One card is unclear: please answer the question.")


def south_moves(keeper: FakeKeeper) -> None:
    """South moves a card of holder 1."""
    keeper.views["south"]["beside"] |= {"to_move": "HT", "slot": 4}
    keeper.change(
        "south",
        commands=None,
        turn=1,
        command={"seat": 1, "command": "beat", "answer": "move"},
        trick=[{"seat": 0, "card": "H7"}],
        prompt="South moves the 10 of hearts from holder 1 to the table.",
    )


def south_deals(keeper: FakeKeeper) -> None:
    """Nothing is dealt yet."""
    keeper.views["south"]["beside"]["cards"] = [None] * 13
    keeper.change(
        **{"phase": "deal", "trick": [], "turn": None, "leader": None, "trump": None, "last_trick": None},
        **{"won": [0, 0], "tricks_done": 0, "commands": None, "prompt": "South deals: the cards in four piles."},
    )


PAGES: tuple[tuple[str, Callable[[FakeKeeper], None]], ...] = (
    ("/", board), ("/", board_error), ("/", board_over),
    ("/south", south), ("/south", south_error), ("/south", south_moves), ("/south", south_deals),
    ("/south", south_remembers), ("/south", south_unseen),
    ("/north", north_sits_down),
)  # fmt: skip


def shoot(browser: Browser, album: Album) -> Iterator[Path]:
    """Take the pictures that the album wants; gives the path of each."""
    for path, stage in PAGES:
        if not album.wants(stage.__name__):
            continue
        keeper = FakeKeeper()
        simulation = FakeSimulation(keeper)
        stage(keeper)
        if stage is south_deals:
            simulation.hands["south"] = []
        with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server:
            address = f"http://127.0.0.1:{server.port}"
            context = album.open(browser)
            page = context.new_page()
            page.goto(address + path)
            if path == "/south":
                page.get_by_test_id("sit").click()
            page.get_by_test_id("sit" if path == "/north" else "trump").wait_for()
            yield from album.take(page, stage.__name__)
            context.close()


def main(argv: list[str]) -> int:
    """Write all pictures into the folder named, with contact sheets, an index and what was measured; status 1 where
    something was found."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path, help="folder for the pictures")
    parser.add_argument("names", nargs="*", help="states to take (all)")
    parser.add_argument("--quick", action="store_true", help="few sizes and colours")
    options = parser.parse_args(argv)
    from tests.web_ui.pictures import door_screenshots, moment_screenshots

    try:
        script = axe.source()
    except axe.NoAxe as why:
        print(f"axe-core does not look: {why}", file=sys.stderr)
        script = ""
    album = Album(options.out, tuple(options.names), script, quick=options.quick)
    makers = (
        shoot,
        front_screenshots.shoot,
        family_screenshots.shoot,
        door_screenshots.shoot,
        past_screenshots.shoot,
        guide_screenshots.shoot,
        moment_screenshots.shoot,
    )
    try:
        with chromium() as browser, tqdm(unit="picture", disable=None) as bar:
            for album.language in LANGUAGES:
                for make in makers:
                    for picture in make(browser, album):
                        bar.set_postfix_str(picture.stem, refresh=False)
                        bar.update()
    except LookupError as error:
        print(error, file=sys.stderr)
        return 1
    album.close()
    print(f"{len(album.taken)} states, {sum(map(len, album.taken.values()))} pictures, {len(album.faults)} faults")
    return int(bool(album.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
