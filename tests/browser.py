"""A real Chromium for tests: the one that the system has, driven by Playwright."""

from __future__ import annotations

import ctypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

WINDOWED = ("chromium", "chromium-browser", "google-chrome")
NAMES = ("chromium-headless-shell", *WINDOWED)
"""The one without windows first: it needs a quarter of the processor's time for a page."""
ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 60_000
"""So long is waited for what must show, on a machine that has other things to do."""
MISSING = "no Chromium was found; install it (apt-get install chromium) or name it in WHIST_CHROMIUM"


def find_chromium() -> str | None:
    """Path of the system's Chromium, ``WHIST_CHROMIUM`` of the environment first; None when there is none."""
    named = os.environ.get("WHIST_CHROMIUM")
    return next((path for path in map(shutil.which, [named, *NAMES] if named else NAMES) if path), None)


def why_no_browser() -> str | None:
    """One sentence on what a browser test lacks here; None when there is all of it."""
    if find_chromium() is None:
        return MISSING
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return "Playwright's driver needs libatomic; install it (apt-get install libatomic1)"
    return None


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser; raises ``LookupError`` with one sentence when there is none."""
    path = find_chromium()
    if path is None:
        raise LookupError(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        try:
            yield browser
        finally:
            browser.close()
