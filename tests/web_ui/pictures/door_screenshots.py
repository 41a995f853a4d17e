"""The pages at the door: joining, the host, the code on the board, the dialogs; for pictures and for axe-core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from gpiozero.pins.mock import MockFactory
from playwright.sync_api import Browser, Page

from device.lights.legend import legend
from device.lights.panel import Panel
from device.settings.changing import SettingsFile
from tests.device.lights.mock_strip import WITH_STRIP, MockStrip
from tests.web_ui.fakes import FakeKeeper, FakePower, FakeSimulation
from tests.web_ui.gear import gear
from tests.web_ui.pictures.screenshots import south_deals
from tests.web_ui.pictures.sizes import Album
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey

PIN = "271828"
ADDRESS = "http://192.168.1.20:8080"


@dataclass
class Site:
    """A table at which nothing is dealt yet, and whose own machine is trusted no more than any other."""

    keeper: FakeKeeper
    simulation: FakeSimulation
    address: str


def all_lights() -> list[dict[str, str]]:
    """What each light means where all that the settings name are there."""
    factory = MockFactory()
    MockStrip(factory)
    with closing(Panel(WITH_STRIP, factory)) as panel:
        return legend(panel, WITH_STRIP)


@contextmanager
def site() -> Iterator[Site]:
    """Serve such a table."""
    keeper = FakeKeeper()
    simulation = FakeSimulation(keeper)
    south_deals(keeper)
    simulation.hands["south"] = []
    simulation.itself.clear()
    key = HostKey(PIN, trust_this_machine=False)
    app = create_app(
        keeper,
        simulation,
        seats_store=MemorySeats(),
        key=key,
        address=lambda: ADDRESS,
        lights=all_lights(),
        power=FakePower(),
        settings=SettingsFile(Path("settings.toml"), lambda: None),
    )
    with serving(app) as server:
        yield Site(keeper, simulation, f"http://127.0.0.1:{server.port}")


def enter_pin(page: Page, address: str) -> str:
    """Make this device the host's; the join code."""
    page.goto(f"{address}/host")
    page.get_by_test_id("pin").fill(PIN)
    page.get_by_test_id("enter-pin").click()
    return page.get_by_test_id("join-code").get_attribute("data-code") or ""


def sit(page: Page, address: str, code: str, person: str = "south", name: str = "Anna Maria") -> None:
    """Come in by a scanned code."""
    page.goto("about:blank")
    page.goto(f"{address}/join#{code}")
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id(f"take-{person}").click()
    page.get_by_test_id("move-device").wait_for(state="attached")


def join(page: Page, address: str) -> None:
    """A phone that was not shown the code."""
    page.goto(f"{address}/join")


def join_scanned(page: Page, address: str) -> None:
    """A phone that scanned a wrong one."""
    page.goto(f"{address}/join#22222")
    page.get_by_test_id("take-south").click()
    page.get_by_test_id("refusal").wait_for()


def stranger(page: Page, address: str) -> None:
    """A phone that opens a place's own page."""
    page.goto(f"{address}/south")


def pin(page: Page, address: str) -> None:
    """The host's page before the PIN."""
    page.goto(f"{address}/host")


def host(page: Page, address: str) -> None:
    """The host's page: the code, and who sits where."""
    sit(page, address, enter_pin(page, address))
    page.goto(f"{address}/host")
    page.get_by_test_id("free-south").wait_for()


def host_settings(page: Page, address: str) -> None:
    """Camera and lights on the host's page, one of them set wrong."""
    host(page, address)
    page.get_by_test_id("set-camera").click()
    page.get_by_test_id("set-strip").click()
    page.get_by_test_id("value-camera.kind").fill("telescope")
    page.get_by_test_id("value-camera.kind").press("Tab")
    page.get_by_test_id("wrong-camera.kind").wait_for()


def invite(page: Page, address: str) -> None:
    """A board that shows the code."""
    enter_pin(page, address)
    page.goto(f"{address}/board")
    page.get_by_test_id("invitation").wait_for()


def named(page: Page, address: str) -> None:
    """A board with a name on it."""
    sit(page, address, enter_pin(page, address))
    page.goto(f"{address}/board")
    page.get_by_test_id("close-invite").click()
    page.get_by_test_id("name-south").wait_for()


def hand_over(page: Page, address: str) -> None:
    """The dialog that moves a place."""
    sit(page, address, enter_pin(page, address))
    gear(page).get_by_test_id("move-device").click()
    page.get_by_test_id("close").wait_for()


def seat_pin(page: Page, address: str) -> None:
    """The dialog that asks for the PIN."""
    sit(page, address, enter_pin(page, address))
    page.evaluate("fetch('/host/leave', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})")
    gear(page).get_by_test_id("timing").click()
    page.get_by_test_id("limit-card").select_option("15")
    page.get_by_test_id("pin").wait_for()


def board_sounds(page: Page, address: str) -> None:
    """The board's dialog for sounds and lights."""
    page.goto(f"{address}/board")
    page.get_by_test_id("open-sounds").click()
    page.get_by_test_id("lamps").wait_for()


def seat_lights(page: Page, address: str) -> None:
    """What the lights mean, on a seat's page."""
    sit(page, address, enter_pin(page, address))
    gear(page).get_by_test_id("lights").click()


DOORS: tuple[Callable[[Page, str], None], ...] = (
    join, join_scanned, stranger, pin, host, host_settings, invite, named, hand_over, seat_pin,
    board_sounds, seat_lights,
)  # fmt: skip


def shoot(browser: Browser, album: Album) -> Iterator[Path]:
    """Take the pictures that the album wants; gives the path of each."""
    for door in DOORS:
        name = f"door_{door.__name__}"
        if not album.wants(name):
            continue
        context = album.open(browser)
        with site() as served:
            page = context.new_page()
            door(page, served.address)
            yield from album.take(page, name)
            context.close()
