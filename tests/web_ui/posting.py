"""What a page sends, awaited: a test that asks at once what has arrived is quicker than a loaded machine."""

from __future__ import annotations

from contextlib import AbstractContextManager

from playwright.sync_api import Page


def answered(page: Page) -> AbstractContextManager[object]:
    """A block at whose end the table has answered what the page sent in it."""
    return page.expect_response(lambda answer: answer.request.method == "POST")
