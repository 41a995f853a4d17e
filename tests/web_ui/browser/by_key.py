"""A page worked by the keyboard alone, as somebody does who has no mouse and touches no screen."""

from __future__ import annotations

from playwright.sync_api import Page

MANY = 200
"""More stops than any page has."""
BEFORE = """target => {
  const there = document.querySelector(`[data-testid="${target}"]`), here = document.activeElement;
  return here !== document.body && Boolean(there.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
"""Whether a control stands before the one that has the focus."""

RINGED = """() => [document.activeElement, ...document.activeElement.querySelectorAll(":scope > .card")]
  .some((one) => getComputedStyle(one).outlineStyle !== "none")"""
"""Whether a ring is drawn round the control that has the focus, or round the card that it shows."""


def press(page: Page, target: str) -> int:
    """Go to the control ``target`` (its ``data-testid``) and press Enter there; how many keys that took."""
    key = "Shift+Tab" if page.evaluate(BEFORE, target) else "Tab"
    stops = 0
    while page.evaluate("document.activeElement.dataset.testid") != target:
        assert stops < MANY, f"{key} never comes to {target}"
        page.keyboard.press(key)
        stops += 1
    assert page.evaluate(RINGED)
    page.keyboard.press("Enter")
    return stops + 1
