"""The camera's picture on the pages: who gets it, and how it stands there in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from device.run import open_table
from device.settings.settings import Settings, SimulationSettings
from tests.web_ui import axe
from tests.web_ui.devices import TABLE, Device
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey

if TYPE_CHECKING:
    from playwright.sync_api import Page

PIN = "271828"
JPEG = b"\xff\xd8 a picture"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc000000301010018dd8d"
    "b00000000049454e44ae426082"
)


class FakeSeeing:
    """One picture, number 7."""

    def __init__(self, always: bool) -> None:
        self.always, self.on = always, always
        self.asked = 0
        self.told: dict[str, Any] = {
            **{"number": 7, "size": [960, 860], "cards": [["HT"], ["S6", "C6"], []], "moves": False, "note": ""},
            "places": [[480, 300], [200, 600], [700, 420]],
            "holders": [{"holder": 1, "at": [60, 300]}],
        }

    def state(self) -> dict[str, Any]:
        self.asked += 1
        return self.told

    def picture(self, number: int) -> bytes | None:
        return PIXEL if number == 7 else None


class Doors:
    """A table with a stranger, South and the host at its door."""

    def __init__(self, always: bool) -> None:
        self.seeing = FakeSeeing(always)
        self.table = keeper = FakeKeeper()
        app = create_app(
            keeper, FakeSimulation(keeper) if always else None, seats_store=MemorySeats(), seeing=self.seeing,
            key=HostKey(PIN), address=lambda: f"http://{TABLE}",
        )  # fmt: skip
        machine = Device(app, "127.0.0.1", "localhost:8080")
        self.who = {name: Device(app, f"192.168.1.{k}", TABLE) for k, name in enumerate(("stranger", "south"), 50)}
        self.who["host"] = machine
        code = machine.get("/api/host").get_json()["code"]
        assert self.who["south"].sit("south", code, "Anna").status_code == 200


CASES = [
    # the table, the house rule, and what a stranger, South and the host are answered
    ("simulated", False, (200, 200, 200)),
    ("real", False, (403, 403, 403)),
    ("real", True, (403, 200, 200)),
]


@pytest.mark.parametrize(("table", "rule", "answers"), CASES)
def test_who_may_look(table: str, rule: bool, answers: tuple[int, ...]) -> None:
    doors = Doors(table == "simulated")
    if table == "real":
        doors.seeing.on = rule
    for (name, device), status in zip(doors.who.items(), answers, strict=True):
        asked = doors.seeing.asked
        for path in ("/api/seen", "/api/seen/7.jpg"):
            answer = device.get(path)
            assert answer.status_code == status, (name, path)
            if status != 200:
                assert PIXEL not in answer.data
                assert answer.get_json().keys() == {"error"}
        assert (doors.seeing.asked > asked) == (status == 200), "who may not look keeps nothing going"
        # whether there is a picture of that number is nobody's business who may not look
        assert device.get("/api/seen/8.jpg").status_code == (404 if status == 200 else status)


def test_s7_where_the_board_is_closed_to_strangers_so_is_the_picture() -> None:
    doors = Doors(always=True)
    doors.table.change(house={"watching": "off"})
    for name, status in (("stranger", 403), ("south", 200), ("host", 200)):
        assert {doors.who[name].get(path).status_code for path in ("/api/seen", "/api/seen/7.jpg")} == {status}


def test_pages_of_strangers_at_a_real_table_do_not_even_offer_it() -> None:
    doors = Doors(always=False)
    assert "open-seeing" not in doors.who["stranger"].get("/board").get_data(as_text=True)
    assert "open-seeing" in doors.who["south"].get("/board").get_data(as_text=True)


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.fixture
def shown(page: Page) -> Iterator[tuple[Page, FakeKeeper, FakeSeeing]]:
    """The board of a simulated table, and its seat pages."""
    keeper, seeing = FakeKeeper(), FakeSeeing(always=True)
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats(), seeing=seeing)) as server:
        page.goto(f"http://127.0.0.1:{server.port}/board")
        yield page, keeper, seeing


Shown = "tuple[Page, FakeKeeper, FakeSeeing]"
SIZES = ((820, 1180), (1280, 800), (1920, 1080))
ALT = (
    "On the table: the 10 of hearts. Unclear: the 6 of spades or the 6 of clubs. One card cannot be read."
)  # fmt: skip

OUTSIDE = """() => {
  const found = [], { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
  if (scrollHeight > innerHeight) found.push(`the page is ${scrollHeight} high`);
  const parts = [...document.querySelectorAll(".table, .sight, .frame, .facts > .fact, .sight .last, .prompt")];
  const boxes = parts.map((part) => [part.className, part.getBoundingClientRect()]);
  for (const [name, box] of boxes)
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`${name} leaves the screen`);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  boxes.forEach(([name, a], i) => boxes.slice(i + 1).forEach(([other, b], j) => {
    if (meet(a, b) && !parts[i].contains(parts[i + 1 + j])) found.push(`${name} lies over ${other}`);
  }));
  const frame = document.querySelector(".frame").getBoundingClientRect();
  if (Math.min(frame.width, frame.height) < 200) found.push(`the picture is ${frame.width} × ${frame.height}`);
  const table = document.querySelector(".table").getBoundingClientRect();
  if (Math.min(table.width, table.height) < 300) found.push(`the table is ${table.width} × ${table.height}`);
  return found;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "it"])
def test_on_the_simulated_table_it_stands_beside_the_trick(shown: Any, language: str) -> None:
    page, _, seeing = shown
    page.context.add_cookies([{"name": "language", "value": language, "url": page.url}])
    page.reload()
    picture = page.get_by_test_id("seen")
    picture.wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(OUTSIDE) == [], (width, height)
    if language == "en":
        assert picture.get_attribute("alt") == ALT
    else:
        assert "il 10 di cuori" in (picture.get_attribute("alt") or "")
    assert seeing.asked > 0


@pytest.mark.browser
def test_nothing_moves_when_the_picture_comes_and_it_can_be_put_away_for_good(shown: Any) -> None:
    page, _, seeing = shown
    seeing.told = {"number": None, "note": ""}
    page.reload()
    place = (
        "JSON.stringify([...document.querySelectorAll('.table, .frame, .fact')].map((e) => e.getBoundingClientRect()))"
    )
    page.get_by_test_id("seeing").wait_for()
    before = page.evaluate(place)
    seeing.told = FakeSeeing(always=True).told
    page.get_by_test_id("seen").wait_for()
    assert page.evaluate(place) == before
    page.get_by_test_id("close-seeing").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("seeing").wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.testid") == "open-seeing"
    asked = seeing.asked
    page.wait_for_timeout(1500)
    assert seeing.asked <= asked + 1, "nobody asks for it any more"
    page.reload()
    page.get_by_test_id("trump").wait_for()
    assert page.get_by_test_id("seeing").count() == 0
    page.get_by_test_id("open-seeing").click()
    page.get_by_test_id("seen").wait_for()


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/board", "/south"])
def test_on_a_phone_it_is_a_dialog(shown: Any, path: str) -> None:
    page, _, seeing = shown
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(page.url.replace("/board", path))
    if path == "/south":
        page.get_by_test_id("sit").click()
        page.get_by_test_id("gear").click()
    page.get_by_test_id("trump").wait_for()
    page.get_by_test_id("open-seeing").click()
    page.get_by_test_id("seen").wait_for()
    box = page.locator("dialog.door").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["height"] <= 740
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    seeing.told = seeing.told | {"note": "The camera gives no picture now."}
    page.get_by_test_id("seen-note").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.door").wait_for(state="detached")
    asked = seeing.asked
    page.wait_for_timeout(1500)
    assert seeing.asked <= asked + 1


@pytest.mark.browser
def test_axe_finds_no_fault_with_the_picture_beside_the_trick_nor_in_its_dialog(shown: Any, script: str) -> None:
    page, _, _ = shown
    page.get_by_test_id("seen").wait_for()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert axe.violations(page, script) == []
    page.get_by_test_id("close-seeing").click()
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_test_id("open-seeing").click()
    page.get_by_test_id("seen").wait_for()
    assert axe.violations(page, script) == []


@pytest.mark.browser
def test_at_a_real_table_the_house_says_whether_it_is_shown(page: Page) -> None:
    keeper, seeing = FakeKeeper(), FakeSeeing(always=False)
    keeper.change(house={"suggestions": "off", "watching": "on", "picture": "off"})
    with serving(create_app(keeper, seats_store=MemorySeats(), seeing=seeing)) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("gear").click()
        page.get_by_test_id("house").click()
        page.get_by_test_id("house-picture").select_option("on")
        page.get_by_test_id("open-seeing").click()
        page.get_by_test_id("seen-note").filter(has_text="house rule").wait_for()
        assert keeper.requests == [("south", {"house": {"picture": "on"}})]
        seeing.on = True
        page.get_by_test_id("seen").wait_for()
        seeing.on = False
        page.get_by_test_id("seen-note").filter(has_text="house rule").wait_for()
        assert page.get_by_test_id("seen").count() == 0


MEND = {"agree": False, "decline": False, "in_step": [], "laid_by": None, "played": [[0, 1]], "claim": 0, "scores": 0}
UNCLEAR = {"id": 3, "about": "Which card did South play?", "kind": "laid", "candidates": ["S6", "C6"], "others": ["H6"]}


@pytest.fixture
def seat(shown: Any) -> tuple[Page, FakeKeeper]:
    """South's page with the picture open: the 10 of hearts lies in the trick, one of two sixes is unclear."""
    page, keeper, _ = shown
    trick = [{"seat": 0, "card": "HT"}, {"seat": 1, "card": "H5"}]
    keeper.change("south", commands=None, trick=trick, mend=MEND, proposal=None, notice="")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(page.url.replace("/board", "/south"))
    page.get_by_test_id("sit").click()
    page.get_by_test_id("gear").click()
    page.get_by_test_id("open-seeing").click()
    page.get_by_test_id("seen").wait_for()
    return page, keeper


@pytest.mark.browser
@pytest.mark.parametrize("by_key", [False, True])
def test_a_card_recorded_wrong_is_tapped_in_the_picture_then_what_it_was(seat: Any, by_key: bool) -> None:
    page, keeper = seat
    spot = page.get_by_test_id("spot-HT")
    if by_key:
        spot.press("Enter")
    else:
        spot.click()
    assert spot.get_attribute("aria-pressed") == "true"
    likely = page.get_by_test_id("tapped").locator("button.card")
    assert [one.get_attribute("data-card") for one in likely.all()][:3] == ["DT", "ST", "CT"]
    likely.first.click()
    page.get_by_test_id("tapped").wait_for(state="detached")
    assert keeper.requests == [("south", {"correct": "DT", "trick": 1, "of": 0})]


@pytest.mark.browser
def test_a_question_is_answered_on_the_picture_and_a_refusal_is_said_there(seat: Any) -> None:
    page, keeper = seat
    keeper.change("south", questions=[UNCLEAR | {"x": 1.0, "y": 2.0, "picture": None, "may_be_none": False}])
    page.get_by_test_id("question-3-S6").wait_for(state="attached")
    page.get_by_test_id("spot-S6-C6").click()
    keeper.refuse = "That question is answered already."
    page.get_by_test_id("tapped-C6").click()
    page.get_by_test_id("tapped-refusal").filter(has_text="answered already").wait_for()
    keeper.refuse = None
    page.get_by_test_id("tapped-C6").click()
    page.get_by_test_id("tapped").wait_for(state="detached")
    assert keeper.requests == [("south", {"answer": "C6", "question": 3})]
    page.get_by_test_id("spot-2").click()
    assert page.get_by_test_id("tapped").locator("button.card").count() == 3, "which card that is, is what is asked"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_test_id("see-3").click()
    page.get_by_test_id("spot-S6-C6").wait_for()


@pytest.mark.browser
def test_what_nobody_asks_about_is_not_asked(seat: Any, script: str) -> None:
    page, keeper = seat
    for spot, words in (("S6-C6", "no card of this trick"), ("2", "cannot be read")):
        page.get_by_test_id(f"spot-{spot}").click()
        page.get_by_test_id("tapped").filter(has_text=words).wait_for()
        assert page.get_by_test_id("tapped").locator("button").count() == 0
    assert axe.violations(page, script) == []
    assert keeper.requests == []


@pytest.mark.browser
def test_the_running_program_shows_what_its_camera_saw_and_no_holder_ever(page: Page, tmp_path: Path) -> None:
    """On the simulated table, in play: the cards of the trick are named, faults are seen, holders are blank shapes."""
    settings = Settings(simulation=SimulationSettings(seed=4, plays_itself="both", speed=1.0))
    with ExitStack() as stack:
        opened = open_table(settings, tmp_path, stack)
        server = stack.enter_context(serving(opened.app))
        page.goto(f"http://127.0.0.1:{server.port}/board")
        page.locator("[data-testid=seen][alt*=' of ']").wait_for()
        numbers = set()
        for _ in range(20):
            told = page.request.get(f"http://127.0.0.1:{server.port}/api/seen").json()
            answer = page.request.get(f"http://127.0.0.1:{server.port}/api/seen/{told['number']}.jpg")
            if answer.status == 200:  # else there was a newer one in between
                numbers.add(told["number"])
                picture = cv2.imdecode(np.frombuffer(answer.body(), np.uint8), cv2.IMREAD_COLOR)
                assert picture.shape[1] <= 1000
                assert len(answer.body()) <= 60_000
                assert len(told["holders"]) == 2
                for holder in told["holders"]:
                    x, y = holder["at"]
                    blank = picture[y - 20 : y + 20, x - 20 : x + 20].reshape(-1, 3).astype(int)
                    assert np.ptp(blank, axis=0).max() <= 6
            page.wait_for_timeout(300)
        assert len(numbers) > 1
        assert opened.scene is not None
        opened.scene.fail("unplugged")
        page.get_by_test_id("seen-note").wait_for()
