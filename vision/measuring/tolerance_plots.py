"""Draws what `python -m vision.measuring.tolerance` counted, as SVG: dark on white, large type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Final

from vision.measuring.tolerance_counts import (
    KINDS,
    OTHERS,
    OWN,
    PAIR,
    PAIR_VALUES,
    QUANTITIES,
    Counts,
    Quantity,
    Variation,
    fine_values,
    is_fine,
    share,
    variation_of,
)
from vision.sizes import CAMERA_HEIGHT

_INK: Final = "#222222"
_FAINT: Final = "#d8d8d8"
_FINE: Final = "#dff0dc"
COLOURS: Final = {"right": "#3c8d4c", "asked": "#efb73e", "unseen": "#a9adb5", "wrong": "#c4161c"}
_WORDS: Final = {
    "right": "right",
    "asked": "asked",
    "unseen": "not seen: the table waits",
    "wrong": "silently wrong (with number)",
}
_GROUPS: Final = (OWN, OTHERS)
_WIDE: Final = 960
_PANEL: Final = (480, 246)
"""Width and height of the plot of one quantity."""
_LEFT: Final = 58
_TOP: Final = 62
_BARS: Final = (410, 126)
_LEGEND: Final = 84
_CELL: Final = (104, 56)
_EDGE: Final = (290, 84)
"""Where the cells of the map begin."""


def drawn_quantities(counts: Counts) -> str:
    """One plot for each quantity varied by itself: a stack of shares for each setup and group of packs."""
    rows = -(-len(QUANTITIES) // 2)
    parts = [*_legend()]
    for number, quantity in enumerate(QUANTITIES):
        x, y = number % 2 * _PANEL[0], _LEGEND + number // 2 * _PANEL[1]
        parts += [f'<g transform="translate({x} {y})">', *_panel(counts, quantity), "</g>"]
    return _svg(_WIDE, _LEGEND + rows * _PANEL[1], "How far off may the table be? A plot for each thing", parts)


def drawn_map(counts: Counts) -> str:
    """The share of cards read right without asking, by the two quantities that were varied together; drawn packs."""
    columns, rows = PAIR_VALUES
    wide, high = _EDGE[0] + _CELL[0] * len(columns) + 20, _EDGE[1] + _CELL[1] * len(rows) + 20
    across, down = (next(quantity for quantity in QUANTITIES if quantity.name == name) for name in PAIR)
    head = f"{across.title} (camera {CAMERA_HEIGHT / 10:.0f} cm high)"
    parts = [
        # ends where the cells do: in some typefaces it is wider than they are
        _text(_EDGE[0] + _CELL[0] * len(columns), 30, head, 20, "end", bold=True),
        _text(20, _EDGE[1] - 14, down.title, 20, bold=True),
    ]
    for k, value in enumerate(columns):
        parts.append(_text(_EDGE[0] + (k + 0.5) * _CELL[0], _EDGE[1] - 14, across.shown(value), 18, "middle"))
    for row, height in enumerate(reversed(rows)):
        y = _EDGE[1] + row * _CELL[1]
        parts.append(_text(_EDGE[0] - 22, y + 35, f"{down.shown(height)} {down.unit}", 18, "end"))
        for column, scale in enumerate(columns):
            variation = Variation(PAIR[0], scale, PAIR[1], height)
            parts += _cell(counts, variation, _EDGE[0] + column * _CELL[0], y)
    return _svg(wide, high, "Cards read right without asking, by pixels per mm and height of the index", parts)


def _cell(counts: Counts, variation: Variation, x: float, y: float) -> Iterator[str]:
    tally = counts.get((variation, OWN))
    if not tally:
        return
    right = share(tally, "right")
    fine = is_fine(counts, variation)
    light = 245 - round(110 * right)
    yield _box(x + 2, y + 2, _CELL[0] - 4, _CELL[1] - 4, f"rgb({light},{245 - round(40 * right)},{light})")
    wrong = tally["wrong"]
    yield _text(x + _CELL[0] / 2, y + (25 if wrong else 35), f"{right:.0%}", 19, "middle", bold=fine)
    if wrong:
        yield _text(x + _CELL[0] / 2, y + 45, f"{wrong} wrong", 14, "middle", ink=COLOURS["wrong"], bold=True)
    if fine:
        yield (
            f'<rect x="{x + 3:g}" y="{y + 3:g}" width="{_CELL[0] - 6}" height="{_CELL[1] - 6}" '
            f'fill="none" stroke="#1d5c2b" stroke-width="3"/>'
        )


def _legend() -> Iterator[str]:
    x = 20.0
    for kind in KINDS:
        yield _box(x, 14, 20, 20, COLOURS[kind])
        yield _text(x + 28, 31, _WORDS[kind], 17)
        x += 60 + 8.6 * len(_WORDS[kind])
    yield _box(20, 48, 20, 20, _FINE)
    yield _text(48, 65, "up to here it is fine", 17)
    yield _text(240, 65, "left bar: the project's own packs; right bar: packs that the reader has never seen", 17)


def _panel(counts: Counts, quantity: Quantity) -> Iterator[str]:
    step = _BARS[0] / len(quantity.values)
    bottom = _TOP + _BARS[1]
    yield _text(_LEFT, 26, f"{quantity.title}{', ' if quantity.unit else ''}{quantity.unit}", 18, bold=True)
    fine = fine_values(counts, quantity)
    if fine:
        first = quantity.values.index(fine[0])
        yield _box(_LEFT + first * step, _TOP - 24, len(fine) * step, _BARS[1] + 24, _FINE)
    for percent in (0, 50, 100):
        y = bottom - _BARS[1] * percent / 100
        yield f'<path d="M{_LEFT} {y:g}h{_BARS[0]}" stroke="{_FAINT}"/>'
        yield _text(_LEFT - 8, y + 5, f"{percent} %", 14, "end")
    for k, value in enumerate(quantity.values):
        x = _LEFT + k * step
        yield from _bars(counts, variation_of(quantity, value), x, step, bottom)
        normal = value == quantity.normal
        yield _text(x + step / 2, bottom + 20, quantity.shown(value), 15, "middle", bold=normal)
        if normal:
            yield _text(x + step / 2, bottom + 37, "normal", 14, "middle", bold=True)


def _bars(counts: Counts, variation: Variation, x: float, step: float, bottom: float) -> Iterator[str]:
    """The stacks of all groups at one setup, side by side."""
    groups = [group for group in _GROUPS if (variation, group) in counts]
    wide = 0.8 * step / max(1, len(groups))
    for k, group in enumerate(groups):
        tally, top = counts[variation, group], bottom
        left = x + 0.1 * step + k * wide
        for kind in KINDS:
            high = _BARS[1] * share(tally, kind)
            if high:
                top -= high
                yield _box(left, top, wide - 1, high, COLOURS[kind])
        if tally["wrong"]:
            yield _text(left + wide / 2, top - 5, str(tally["wrong"]), 13, "middle", ink=COLOURS["wrong"], bold=True)


def _box(x: float, y: float, wide: float, high: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{colour}"/>'


def _text(x: float, y: float, words: str, size: int, anchor: str = "start", ink: str = _INK, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{ink}"{weight}>'
        f"{escape(words)}</text>"
    )


def _svg(wide: float, high: float, title: str, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}" '
        f'font-family="DejaVu Sans, Verdana, Arial, sans-serif">'
    )
    ground = f'<rect width="{wide:g}" height="{high:g}" fill="white"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *parts, "</svg>\n"])


PLOTS: Final[Mapping[str, Callable[[Counts], str]]] = {
    "pictures/tolerance.svg": drawn_quantities,
    "pictures/tolerance-map.svg": drawn_map,
}
"""Every plot by its place below the folder of the counts."""
