"""In what pictures of every page are taken: sizes, light and dark, four colours of suits and two, languages; and where
they lie."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page
from tqdm import tqdm

from tests.browser import PATIENCE_MS
from tests.web_ui import axe
from tests.web_ui.pictures import measured

SIZES: Final = ((360, 740), (820, 1180), (1280, 800), (1920, 1080))
LANGUAGES: Final = ("en", "it")
SCHEMES: Final = ("light", "dark")
COLOURS: Final = ("four", "two")
FLOWING: Final = ("past", "guide", "check", "rules", "door", "board_board")
"""Pages that are read and not played on may be longer than the screen; the names of their states begin so."""
LOADED: Final = "() => [...document.images].every((one) => one.complete || one.loading === 'lazy')"
SHEET: Final = 2400
"""Pixels of a contact sheet's width, and at most of its height."""


@dataclass
class Album:
    """The folder ``out``, with pictures of the states whose names begin with one of ``names``, in one language after
    the other; ``script`` is axe-core, "" without it; ``quick`` leaves dark pages and two colours out. ``faults`` are
    what was measured."""

    out: Path
    names: tuple[str, ...] = ()
    script: str = ""
    quick: bool = False
    language: str = "en"
    taken: dict[str, list[Path]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def wants(self, name: str) -> bool:
        """Whether pictures of the state are asked for."""
        return not self.names or name.startswith(self.names)

    def open(self, browser: Browser) -> BrowserContext:
        """A device that speaks the album's language."""
        context = browser.new_context(locale=self.language)
        context.set_default_timeout(PATIENCE_MS)
        return context

    def take(self, page: Page, name: str, whole: bool = False, *, flows: bool = False) -> Iterator[Path]:
        """Take a page's pictures in all there is: all of it on phones, and everywhere where the ``whole`` is wanted;
        gives the path of each. A page that ``flows`` may be longer than the screen."""
        folder = self.out / self.language
        folder.mkdir(parents=True, exist_ok=True)
        flows = flows or whole or name.startswith(FLOWING)
        page.wait_for_function(LOADED)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES[: 1 if self.quick else None]:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                for colours in COLOURS[: 1 if self.quick else None]:
                    page.evaluate("colours => { document.documentElement.dataset.colours = colours; }", colours)
                    file = folder / f"{name}-{width}x{height}-{scheme}-{colours}.png"
                    page.screenshot(path=file, full_page=whole or width < 700)
                    self.taken.setdefault(name, []).append(file)
                    yield file
            where = f"{name}, {self.language}, {width} × {height}"
            # on a phone the board is read from top to bottom; it is made for tablets and screens
            scrolls = flows or (width < 700 and page.evaluate("document.body.classList.contains('board')"))
            one_screen = not scrolls and (width, height) != SIZES[-1]
            self._found(where, measured.faults(page, one_screen=one_screen))
        if self.script:
            found = [fault for _, wrong in axe.narrow_and_wide(page, self.script) for fault in wrong]
            self._found(f"{name}, {self.language}", found)

    def _found(self, where: str, faults: list[str]) -> None:
        for fault in dict.fromkeys(faults):
            self.faults.append(f"{where}: {fault}")
            tqdm.write(self.faults[-1])

    def close(self) -> None:
        """Write contact sheets and ``index.html``, which shows every state beside its name."""
        for language in LANGUAGES:
            for width, height in SIZES:
                for scheme in SCHEMES:
                    ending = f"-{width}x{height}-{scheme}-four.png"
                    files = sorted((self.out / language).glob(f"*{ending}"))
                    if files:
                        self._sheets(files, f"{language}{ending.removesuffix('-four.png')}", width)
        self._index()

    def _sheets(self, files: list[Path], name: str, width: int) -> None:
        folder = self.out / "sheets"
        folder.mkdir(exist_ok=True)
        columns = SHEET // (width if width < 700 else width // 2 if width < 1000 else 800)
        wide = SHEET // columns
        rows: list[np.ndarray] = []
        for first in range(0, len(files), columns):
            rows.append(_row([_small(file, wide) for file in files[first : first + columns]]))
        sheets: list[list[np.ndarray]] = [[]]
        for row in rows:
            if sheets[-1] and sum(len(one) for one in sheets[-1]) + len(row) > SHEET:
                sheets.append([])
            sheets[-1].append(row)
        for number, sheet in enumerate(sheets, 1):
            cv2.imwrite(str(folder / f"{name}-{number}.png"), np.concatenate(sheet))

    def _index(self) -> None:
        files = sorted(self.out.glob("*/*-*x*-*-*.png"))
        states = sorted({file.name.rsplit("-", 3)[0] for file in files})
        parts = [
            "<!doctype html><meta charset=utf-8><title>Every state of the page</title>",
            "<style>body{font:16px system-ui;margin:1rem}img{height:240px;margin:2px;border:1px solid #888}</style>",
            f"<h1>{len(states)} states, {len(files)} pictures</h1>",
            f"<ol>{''.join(f'<li>{html.escape(fault)}</li>' for fault in self.faults)}</ol>",
        ]
        for state in states:
            parts.append(f"<h2>{html.escape(state)}</h2>")
            for file in files:
                if file.name.rsplit("-", 3)[0] == state:
                    at = file.relative_to(self.out).as_posix()
                    parts.append(f'<a href="{at}" title="{at}"><img loading="lazy" src="{at}" alt="{at}"></a>')
        (self.out / "index.html").write_text("\n".join(parts), encoding="utf-8")


def _small(file: Path, wide: int) -> np.ndarray:
    """A picture, ``wide`` and as high as it comes, with its name above."""
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    assert picture is not None
    high = min(round(picture.shape[0] * (wide - 8) / picture.shape[1]), SHEET - 40)
    small = cv2.resize(picture, (wide - 8, high), interpolation=cv2.INTER_AREA)
    framed = cv2.copyMakeBorder(small, 28, 4, 4, 4, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    name = file.name.rsplit("-", 3)[0]
    cv2.putText(framed, name, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (0, 0, 160), 1, cv2.LINE_AA)
    return framed


def _row(pictures: list[np.ndarray]) -> np.ndarray:
    """Pictures side by side, on white; as wide as a sheet."""
    high = max(len(one) for one in pictures)
    row = np.full((high, SHEET, 3), 255, np.uint8)
    left = 0
    for one in pictures:
        row[: len(one), left : left + one.shape[1]] = one
        left += one.shape[1]
    return row
