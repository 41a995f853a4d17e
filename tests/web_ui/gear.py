"""Behind the gear of a seat's page."""

from __future__ import annotations

from playwright.sync_api import Page


def gear(page: Page) -> Page:
    """The page, with all that stands behind its gear in sight."""
    if not page.locator("#settings").evaluate("box => box.open"):
        page.get_by_test_id("gear").click()
    return page


def back(page: Page) -> Page:
    """The page, at the table again."""
    if page.locator("#settings").evaluate("box => box.open"):
        page.get_by_test_id("close-settings").click()
    return page
