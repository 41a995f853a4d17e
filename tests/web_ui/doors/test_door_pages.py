"""The pages at the door in a real Chromium: joining, the PIN where it is needed, a place that moves, and axe-core."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser, Page, expect

from tests.web_ui import axe
from tests.web_ui.browser.two_phones import scanned
from tests.web_ui.gear import gear
from tests.web_ui.pictures.door_screenshots import DOORS, PIN, Site, enter_pin, join, seat_pin, sit, site
from tests.web_ui.posting import answered

pytestmark = pytest.mark.browser


@pytest.fixture
def served() -> Iterator[Site]:
    with site() as opened:
        yield opened


@pytest.fixture
def other(browser: Browser) -> Iterator[Page]:
    """Another device."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_axe_finds_no_fault_and_nothing_sticks_out(
    page: Page, served: Site, script: str, door: Callable[[Page, str], None]
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    door(page, served.address)
    wrong = []
    for width, faults in axe.narrow_and_wide(page, script):
        wrong += faults
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for box in page.locator("dialog").all():
            assert box.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert wrong == []


def test_a_phone_joins_by_the_picture_on_the_board_and_the_address_keeps_no_code(
    page: Page, other: Page, served: Site
) -> None:
    code = enter_pin(page, served.address)
    page.goto(f"{served.address}/board")
    page.get_by_test_id("invitation").wait_for()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url + str(request.headers.get("referer"))))
    other.goto(scanned(page.locator(".qr").screenshot()))
    expect(other.get_by_test_id("code")).to_be_hidden()
    assert other.url == f"{served.address}/join"
    other.get_by_test_id("name").fill("Anna")
    other.get_by_test_id("take-north").click()
    expect(other.get_by_test_id("move-device")).to_be_attached()
    assert not [line for line in asked if code in line.partition("#")[0]]
    expect(page.get_by_test_id("name-north")).to_have_text("Anna")


def test_a_code_is_typed_wrong_and_then_right(page: Page, other: Page, served: Site) -> None:
    code = enter_pin(page, served.address)
    join(other, served.address)
    other.get_by_test_id("take-south").click()
    expect(other.get_by_test_id("refusal")).to_contain_text("code")
    other.get_by_test_id("code").fill("22222")
    other.get_by_test_id("take-south").click()
    expect(other.get_by_test_id("refusal")).to_contain_text("not the code")
    other.get_by_test_id("code").fill(f" {code[:2].lower()} {code[2:]}")
    other.get_by_test_id("take-south").click()
    expect(other.get_by_test_id("move-device")).to_be_attached()


def test_the_pin_is_asked_for_where_it_is_needed_and_only_once(page: Page, served: Site) -> None:
    seat_pin(page, served.address)
    page.get_by_test_id("pin").fill("000000")
    page.get_by_test_id("enter-pin").click()
    expect(page.get_by_test_id("pin-refusal")).to_be_visible()
    page.get_by_test_id("pin").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("pin")).to_have_count(0)
    expect(page.get_by_test_id("refusal")).to_be_hidden()
    with answered(page):
        page.get_by_test_id("limit-bid").select_option("7")
    expect(page.get_by_test_id("refusal")).to_be_hidden()
    expect(page.get_by_test_id("pin")).to_have_count(0)
    limits = [body["time_limits"] for _, body in served.keeper.requests]
    assert limits == [{"card": 15}, {"bid": 7}]


def test_who_has_no_pin_is_told_and_plays_on(page: Page, served: Site) -> None:
    seat_pin(page, served.address)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("refusal")).to_contain_text("Only the host")
    assert served.keeper.requests == []


def test_a_place_moves_to_another_phone(page: Page, other: Page, served: Site) -> None:
    sit(page, served.address, enter_pin(page, served.address), name="Anna")
    gear(page).get_by_test_id("move-device").click()
    page.locator(".qr").wait_for()
    other.goto(scanned(page.locator("dialog .qr").screenshot()))
    expect(other.get_by_test_id("take-north")).to_be_hidden()
    other.get_by_test_id("take-south").click()
    expect(other.get_by_test_id("move-device")).to_be_attached()
    expect(page.get_by_text("taken by another device")).to_be_visible()
    expect(page.get_by_test_id("leave")).to_have_count(0)


def test_the_host_frees_a_place(page: Page, other: Page, served: Site) -> None:
    code = enter_pin(page, served.address)
    sit(other, served.address, code)
    expect(page.get_by_test_id("sits-south")).to_have_text("Anna Maria")
    page.get_by_test_id("free-south").click()
    expect(page.get_by_test_id("free-south")).to_have_text("Free this place?")
    page.get_by_test_id("free-south").click()
    expect(page.get_by_test_id("sits-south")).to_have_text("free")
    expect(other.get_by_test_id("to-join")).to_be_visible()
    page.get_by_test_id("new-code").click()
    expect(page.get_by_test_id("join-code")).not_to_have_attribute("data-code", code)
    page.get_by_test_id("resign").click()
    page.get_by_test_id("join-link").wait_for()
    page.goto(f"{served.address}/host")
    expect(page.get_by_test_id("pin")).to_be_visible()
