"""The manifest: what a phone needs to put the table on its home screen, and what a browser makes of it."""

from __future__ import annotations

import json
import re
import shutil
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import web_ui
from tests.browser import ARGS, WINDOWED
from tests.web_ui.devices import Device
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app

STATIC = Path(web_ui.__file__).parent / "static"


def device() -> Device:
    return Device(create_app(FakeKeeper(), seats_store=MemorySeats()), "192.168.1.50", "192.168.1.20:8080")


def test_every_page_names_it_and_it_names_icons_that_are_there() -> None:
    phone = device()
    for page in ("/board", "/join", "/host", "/south"):
        assert 'rel="manifest" href="/manifest.webmanifest"' in phone.get(page).text
    answer = phone.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told: dict[str, Any] = answer.get_json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        with phone.get(icon["src"]) as file:
            assert (file.status_code, file.mimetype) == (200, icon["type"])


@pytest.mark.parametrize("size", [180, 512])
def test_the_pictures_are_as_large_as_they_say(size: int) -> None:
    head = (STATIC / f"icon-{size}.png").read_bytes()[:24]
    assert struct.unpack(">II", head[16:24]) == (size, size)


def test_its_colours_are_those_of_the_pages() -> None:
    papers = re.findall(r"--paper: *(#[0-9a-f]+)", (STATIC / "style.css").read_text(encoding="utf-8"))
    phone = device()
    assert phone.get("/manifest.webmanifest").get_json()["theme_color"] == papers[0]
    assert re.findall(r'name="theme-color" content="(#[0-9a-f]+)"', phone.get("/board").text) == papers[:2]


def test_it_is_in_the_language_of_the_device() -> None:
    answer = device().get("/manifest.webmanifest", headers={"Accept-Language": "it"})
    assert (answer.get_json()["lang"], answer.get_json()["name"]) == ("it", "Tavolo da whist")


def test_a_browser_finds_nothing_wrong_with_it(browser: Browser) -> None:
    path = next(filter(None, map(shutil.which, WINDOWED)), None)  # what has no windows knows of no home screen
    if path is None:
        pytest.skip("no Chromium with windows was found")
    with (
        closing(browser.browser_type.launch(executable_path=path, args=ARGS)) as whole,
        serving(create_app(FakeKeeper(), seats_store=MemorySeats())) as server,
    ):
        page = whole.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/board")
        session = page.context.new_cdp_session(page)
        got = session.send("Page.getAppManifest")
        assert got["errors"] == []
        assert json.loads(got["data"])["start_url"] == "/"
        wrong = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [error["errorId"] for error in wrong] == ["in-incognito"]  # as every page of a test is
        page.close()
