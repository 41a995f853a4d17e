"""What is heard on a device, in a real Chromium: which sounds a change makes, and when there are none."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

import web_ui
from tests.web_ui.fakes import FakeKeeper, FakeSimulation, private_view, public_view
from tests.web_ui.gear import back, gear
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app

pytestmark = pytest.mark.browser

STATIC = Path(web_ui.__file__).parent / "static"
ERROR = {"seat": 2, "command": "duck", "answer": "error"}
MOVE = {"seat": 2, "command": "duck", "answer": "move"}
ASKED = {"id": 7, "about": "Which card is it?", "candidates": ["S9", "C9"]}
THIRD = {"trick": [*public_view()["trick"], {"seat": 2, "card": "C2"}], "turn": 3}
GATHERED = {"trick": [], "tricks_done": 4, "turn": 0, "leader": 0, "last_trick": {"winner": 0, "cards": THIRD["trick"]}}
WAITS = {"commands": None, "turn": 3}
"""South has nothing to do."""

NOBODY: dict[str, Any] = {"turn": None, "commands": None}
TAKES = {"by": 0, "step": "room", "slots": [0]}
CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any], list[str]]] = {
    "nothing new": ("south", {}, {}, []),
    "a sentence": ("south", {}, {"prompt": "Another.", "notes": ["A note."], "names": {"south": "Anna"}}, []),
    "a card": ("south", WAITS, {**WAITS, "trick": THIRD["trick"], "turn": 1}, ["card"]),
    "a card on the board": ("board", {}, THIRD, ["card"]),
    "a card for another": ("board", {"turn": 3}, {**WAITS, "trick": THIRD["trick"]}, ["card"]),
    "the card is taken back": ("board", THIRD, {}, []),
    "the last card of a trick": ("board", THIRD, GATHERED, ["won"]),
    "and the next is mine": ("south", {**WAITS, **THIRD}, {**GATHERED, "commands": None}, ["won", "turn"]),
    "my turn": ("north", {}, THIRD, ["card", "turn"]),
    "still my turn": ("north", THIRD, {**THIRD, "prompt": "Still."}, []),
    "a command is mine": ("south", WAITS, {}, ["turn"]),
    "a command is another's": ("north", {"turn": 1}, {}, []),
    "a card to move": ("north", {}, {"beside": {**private_view("north")["beside"], "to_move": "DA"}}, ["turn"]),
    "the command fits": ("south", {}, {"command": MOVE, "commands": None}, []),
    "Error Message": ("south", {}, {"command": ERROR}, ["error"]),
    "Error Message at the holder": ("north", {}, {"command": ERROR}, ["error"]),
    "Error Message on the board": ("board", {}, {"command": ERROR}, ["error"]),
    "another Error": ("board", {"command": ERROR}, {"command": {**ERROR, "command": "beat"}}, ["error"]),
    "the same Error again": ("board", {"command": ERROR, "event": 61}, {"command": ERROR, "event": 62}, ["error"]),
    "the Error still shows": ("board", {"command": ERROR}, {"command": ERROR, "prompt": "Still."}, []),
    "a name during an Error": ("board", {"command": ERROR}, {"command": ERROR, "names": {"south": "A"}}, []),
    "a question to me": ("south", {}, {"questions": [ASKED]}, ["question"]),
    "the question waits": ("south", {"questions": [ASKED]}, {"questions": [ASKED]}, []),
    "a question to others": ("board", {}, {"questions": [{"id": 7, "ask": ["south"]}]}, []),
    "I am asked to agree": ("south", {"mend": {"agree": False}}, {"mend": {"agree": True}}, ["question"]),
    "I take cards out of a computer player's holder": ("south", NOBODY, NOBODY | {"exchange": TAKES}, ["turn"]),
    "it thinks": ("south", NOBODY, NOBODY | {"exchange": TAKES | {"step": "choose"}}, []),
    "another takes them out": ("south", NOBODY, NOBODY | {"exchange": TAKES | {"by": 3}}, []),
    "another deal": ("south", GATHERED, {"deal": 3, "trick": [], "last_trick": None}, []),
    "another game": ("board", {}, {"game": "classic", **THIRD}, []),
    "an older state": ("board", {"event": 62}, {"event": 61, **THIRD}, []),
    "what only North may know": ("south", {}, {"beside": private_view("south")["beside"]}, []),
}


def view(whose: str, change: dict[str, Any]) -> dict[str, Any]:
    """The view of that page with something changed."""
    return copy.deepcopy(public_view() if whose == "board" else private_view(whose)) | change


HEARD = """async (pairs) => {
  const { tones } = await import("/static/lib/tones.js");
  const frozen = (value) => {
    if (value && typeof value === "object") Object.values(value).forEach(frozen);
    return Object.freeze(value);
  };
  return pairs.map(([before, after]) => tones(frozen(before), frozen(after)));
}"""


class Site:
    """Made-up views behind South's page, and what Chromium was told to play and to say."""

    def __init__(self, page: Page, address: str, keeper: FakeKeeper) -> None:
        self.page, self.address, self.keeper = page, address, keeper

    def open(self) -> None:
        self.page.goto(f"{self.address}/south")
        self.page.get_by_test_id("trump").wait_for()

    def change(self, **keys: Any) -> None:
        """Change the views and wait until the page has drawn them."""
        self.keeper.change(**keys)
        event = self.keeper.public_view()["event"]
        expect(self.page.locator(f"body[data-event='{event}']")).to_have_count(1)

    def touch(self) -> None:
        """A person touches the page, so that it may be heard."""
        back(self.page).get_by_test_id("trump").click()
        self.page.wait_for_timeout(50)
        while not self.page.evaluate("contexts.some(({ state }) => state === 'running')"):
            self.page.wait_for_timeout(50)

    @property
    def played(self) -> list[int]:
        """The notes begun so far, as hertz."""
        return list(self.page.evaluate("window.played"))

    @property
    def said(self) -> list[str]:
        """Words spoken so far, with their language."""
        return list(self.page.evaluate("window.said"))


LISTEN = """
  window.played = [], window.said = [], window.contexts = [];
  window.AudioContext = class extends AudioContext { constructor() { super(); contexts.push(this); } };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) { played.push(this.frequency.value); return start.call(this, at); };
  speechSynthesis.speak = (words) => { said.push(`${words.text} ${words.lang}`); };
"""


@pytest.fixture
def site(page: Page) -> Iterator[Site]:
    keeper = FakeKeeper()
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        assert page.request.post(f"{address}/seats/south", data={}).ok
        page.add_init_script(LISTEN)
        yield Site(page, address, keeper)


def test_sounds_follow_from_two_views_of_the_same_device_alone(site: Site) -> None:
    site.open()
    pairs = [(view(whose, before), view(whose, after)) for whose, before, after, _ in CASES.values()]
    heard = site.page.evaluate(HEARD, pairs)
    assert dict(zip(CASES, heard, strict=True)) == {name: sounds for name, (_, _, _, sounds) in CASES.items()}
    assert site.page.evaluate(HEARD, [(None, after) for _, after in pairs]) == [[]] * len(pairs)
    # what else they could follow from: nothing of it is within reach
    code = re.sub(r"//.*|/\*[\s\S]*?\*/", "", (STATIC / "lib" / "tones.js").read_text(encoding="utf-8"))
    assert not re.search(
        r"\b(import|window|document|self|globalThis|localStorage|fetch|Date|performance|let|var)\b", code
    )


def test_nothing_is_heard_unless_wanted(site: Site) -> None:
    site.open()
    gear(site.page).get_by_test_id("sounds").click()
    expect(site.page.get_by_test_id("sounds")).to_have_text("Sounds: off")
    site.change(command=ERROR)
    site.change(**THIRD)
    assert (site.played, site.said) == ([], [])


def test_sounds_are_switched_on_by_keyboard_and_kept_on_this_device(site: Site) -> None:
    page = site.page
    site.open()
    gear(page).get_by_test_id("sounds").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("sounds")).to_have_text("Sounds: loud")
    site.touch()
    page.wait_for_function("() => played.length > 0")
    assert site.played == [440], "so loud it is"
    gear(page).get_by_test_id("speak").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("switch", name="Say “Error Message” aloud")).to_be_checked()
    assert site.said == ["Error Message en"]
    site.change(command=ERROR)
    assert site.played[1:] == [196, 147]
    assert site.said[1:] == ["Error Message en"]
    site.change(command=ERROR)
    assert len(site.said) == 3, "the same command failed again"

    site.open()
    assert page.get_by_test_id("volume").input_value() == "loud"
    site.change(command=None, trick=[])
    site.change(**THIRD)
    assert (site.played, site.said) == ([], []), "nobody has touched the page yet"
    site.touch()
    site.change(**GATHERED, commands=None)
    assert site.played == [523, 784, 659, 880]


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_what_happened_while_the_page_was_hidden_or_away_is_not_heard(site: Site) -> None:
    page = site.page
    page.add_init_script('localStorage.setItem(\'sounds\', \'{"volume": "soft", "speak": true}\')')
    page.context.add_cookies([{"name": "language", "value": "it", "url": site.address}])
    site.open()
    site.touch()
    page.evaluate(HIDE, True)
    site.change(command=ERROR)
    page.evaluate(HIDE, False)
    site.change(command={**ERROR, "command": "beat"})  # what a sleeping connection had in store
    assert (site.played, site.said) == ([], [])
    page.wait_for_timeout(1200)
    page.evaluate("dispatchEvent(new Event('online'))")  # connects anew
    site.keeper.change(command={**ERROR, "command": "high"})
    event = site.keeper.public_view()["event"]
    expect(page.locator(f"body[data-event='{event}']")).to_have_count(1)
    heard = len(site.played)
    site.change(command={**ERROR, "command": "longest"})
    assert site.played[heard:] == [196, 147]
    assert site.said[-1] == "Messaggio di errore it"


def test_time_that_is_over_is_heard_by_whom_it_concerns(site: Site) -> None:
    page = site.page
    page.add_init_script("localStorage.setItem('sounds', '{\"volume\": \"soft\"}')")
    site.open()
    site.touch()
    site.change(pace={"limit": 7, "since": time.monotonic() - 6.0})
    expect(page.get_by_test_id("late")).to_be_visible()
    assert site.played == [988] * 3
    site.change(commands=None, turn=3, pace=None)
    expect(page.get_by_test_id("late")).to_be_hidden()
    site.change(pace={"limit": 7, "since": time.monotonic() - 6.0})
    expect(page.get_by_test_id("late")).to_be_visible()
    assert site.played == [988] * 3, "it was North's time"


def test_the_board_has_the_same_controls(site: Site) -> None:
    page = site.page
    page.goto(site.address)
    page.get_by_test_id("open-sounds").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("volume").select_option("soft")
    expect(page.get_by_test_id("volume")).to_have_value("soft")
    page.get_by_test_id("speak").click()
    expect(page.get_by_test_id("speak")).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("volume")).to_have_count(0)
    expect(page.get_by_test_id("open-sounds")).to_be_focused()
    site.change(command=ERROR)
    assert site.played[-2:] == [196, 147]
