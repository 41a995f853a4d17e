"""Cards as cards: courts, two or four colours as a device likes it, and tricks that go to their winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.gear import gear
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app

pytestmark = pytest.mark.browser

TRICK = [
    {"seat": 0, "card": "HK"},
    {"seat": 1, "card": "DQ"},
    {"seat": 2, "card": "CJ"},
    {"seat": 3, "card": "C2"},
]
LYING = {"trick": TRICK, "phase": "gather", "turn": None}
GATHERED = {"trick": [], "phase": "play", "turn": 0, "tricks_done": 4, "last_trick": {"winner": 0, "cards": TRICK}}


@pytest.fixture
def site() -> Iterator[tuple[FakeKeeper, str]]:
    keeper = FakeKeeper()
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
        yield keeper, f"http://127.0.0.1:{server.port}"


def test_kings_queens_and_jacks_are_drawn_in_the_colour_of_their_suit(page: Page, site: tuple[FakeKeeper, str]) -> None:
    keeper, address = site
    keeper.change(**LYING)
    page.goto(f"{address}/board")
    for seat, court in enumerate("KQJ"):
        drawn = page.get_by_test_id(f"trick-card-{seat}").locator(".court")
        expect(drawn.locator("use")).to_have_attribute("href", f"#court-{court}")
        assert drawn.evaluate("node => node.querySelector('use').getBoundingClientRect().width > 10")
    assert page.get_by_test_id("trick-card-3").locator(".court").count() == 0
    robe = "node => getComputedStyle(node.querySelector('use')).color"
    assert page.get_by_test_id("trick-card-0").evaluate(robe) == "rgb(200, 16, 46)"


def test_a_device_has_two_or_four_colours_of_suits(page: Page, site: tuple[FakeKeeper, str]) -> None:
    keeper, address = site
    keeper.change(**LYING)
    page.goto(f"{address}/south")
    page.get_by_test_id("sit").click()
    colours = """() => [0, 1, 2].map((seat) => document.querySelector(`[data-testid=trick-card-${seat}]`))
      .map((card) => getComputedStyle(card).color)"""
    page.get_by_test_id("trick-card-0").wait_for()
    assert len(set(page.evaluate(colours))) == 3
    gear(page).get_by_test_id("colours").select_option("two")
    hearts, diamonds, clubs = page.evaluate(colours)
    assert hearts == diamonds != clubs
    page.goto(f"{address}/board")
    page.get_by_test_id("trick-card-0").wait_for()
    assert page.evaluate(colours) == [hearts, diamonds, clubs], "on every page of this device"
    page.get_by_test_id("open-sounds").click()
    page.get_by_test_id("colours").select_option("four")
    assert len(set(page.evaluate(colours))) == 3


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_board_sweeps_a_trick_to_its_winner(motion: Any, page: Page, site: tuple[FakeKeeper, str]) -> None:
    keeper, address = site
    page.emulate_media(reduced_motion=motion)
    keeper.change(**LYING)
    page.goto(f"{address}/board")
    page.get_by_test_id("trick-card-0").wait_for()
    page.evaluate("""() => {
      window.swept = 0;
      new MutationObserver(() => { swept = Math.max(swept, document.querySelectorAll("[data-home=south]").length); })
        .observe(document.getElementById("view"), { childList: true, subtree: true });
    }""")
    keeper.change(**GATHERED)
    expect(page.get_by_test_id("trick-card-0")).to_have_count(0)
    expect(page.get_by_test_id("last-trick")).to_contain_text("won by South")
    expect(page.locator(".swept")).to_have_count(0)
    assert page.evaluate("swept") == (4 if motion == "no-preference" else 0)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_a_sweep_ends_at_the_winner_and_needs_no_layout(
    width: int, height: int, page: Page, site: tuple[FakeKeeper, str]
) -> None:
    """What moves is moved by the graphics unit alone: the browser lays out nothing anew while it does."""
    keeper, address = site
    page.set_viewport_size({"width": width, "height": height})
    keeper.change(**LYING)
    page.goto(f"{address}/board")
    page.get_by_test_id("trick-card-0").wait_for()
    page.evaluate("""() => {
      window.ends = null;
      new MutationObserver(() => {
        const sweeps = document.getAnimations().filter((one) => one.animationName === "sweep");
        if (!sweeps.length || window.ends) return;
        window.properties = [...new Set(sweeps.flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys)))];
        window.ends = sweeps.map((one) => {
          const card = one.effect.target, table = card.closest(".table").getBoundingClientRect();
          const begun = one.currentTime;
          one.currentTime = one.effect.getTiming().duration - 0.01;
          const at = card.getBoundingClientRect();
          one.currentTime = begun;
          return [at.x + at.width / 2 - table.x, at.y + at.height / 2 - table.y]
            .map((way, k) => way / (k ? table.height : table.width));
        });
      }).observe(document.getElementById("view"), { childList: true, subtree: true });
    }""")
    keeper.change(**GATHERED)
    page.wait_for_function("() => window.ends")
    ends, properties = page.evaluate("[ends, properties]")
    assert len(ends) == 4
    assert all(abs(x - 0.5) < 0.03 and abs(y - 0.92) < 0.04 for x, y in ends), ends
    assert set(properties) <= {"translate", "scale", "opacity", "offset", "computedOffset", "easing", "composite"}
