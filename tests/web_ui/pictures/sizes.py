"""The sizes in which pictures of every page are taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

SIZES = ((360, 740), (820, 1180), (1280, 800), (1920, 1080))


def in_all_sizes(page: Page, out: Path, name: str, whole: bool = False) -> Iterator[Path]:
    """Take a page's pictures in every size, light and dark: all of it on phones, and everywhere where the ``whole`` is
    wanted; gives the path of each."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            picture = out / f"{name}-{width}x{height}-{scheme}.png"
            page.screenshot(path=picture, full_page=whole or width < 700)
            yield picture
