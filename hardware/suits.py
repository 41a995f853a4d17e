"""The four suit symbols as outlines one unit high, middle at the origin, y up: for PDF and SVG alike."""

from __future__ import annotations

from typing import Any, Final

Stroke = tuple[Any, ...]
"""``("M", x, y)``, ``("L", x, y)``, ``("C", x1, y1, x2, y2, x, y)`` or ``("Z",)``, as in an SVG path."""

SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
"""The keys of ``SUITS`` by the letters of card codes."""
_ROUND = 0.5523
"""Handle of the Bezier curve that is nearest to a quarter of a circle, of its radius."""


def circle(x: float, y: float, r: float) -> tuple[Stroke, ...]:
    """A circle of radius ``r`` around ``x``, ``y``, clockwise as all outlines here: what overlaps is then filled."""
    h = r * _ROUND
    return (
        ("M", x + r, y),
        ("C", x + r, y - h, x + h, y - r, x, y - r),
        ("C", x - h, y - r, x - r, y - h, x - r, y),
        ("C", x - r, y + h, x - h, y + r, x, y + r),
        ("C", x + h, y + r, x + r, y + h, x + r, y),
        ("Z",),
    )


_STEM: Final[tuple[Stroke, ...]] = (
    ("M", 0.04, 0.0),
    ("C", 0.04, -0.3, 0.1, -0.42, 0.2, -0.5),
    ("L", -0.2, -0.5),
    ("C", -0.1, -0.42, -0.04, -0.3, -0.04, 0.0),
    ("Z",),
)

SUITS: Final[dict[str, tuple[Stroke, ...]]] = {
    "clubs": (
        *circle(0, 0.26, 0.24),
        *circle(-0.27, -0.12, 0.24),
        *circle(0.27, -0.12, 0.24),
        *circle(0, 0, 0.12),
        *_STEM,
    ),
    "diamonds": (("M", 0.0, 0.5), ("L", 0.38, 0.0), ("L", 0.0, -0.5), ("L", -0.38, 0.0), ("Z",)),
    "hearts": (
        ("M", 0.0, -0.5),
        ("C", -0.15, -0.3, -0.5, -0.05, -0.5, 0.22),
        ("C", -0.5, 0.42, -0.36, 0.5, -0.25, 0.5),
        ("C", -0.12, 0.5, -0.03, 0.42, 0.0, 0.3),
        ("C", 0.03, 0.42, 0.12, 0.5, 0.25, 0.5),
        ("C", 0.36, 0.5, 0.5, 0.42, 0.5, 0.22),
        ("C", 0.5, -0.05, 0.15, -0.3, 0.0, -0.5),
        ("Z",),
    ),
    "spades": (
        ("M", 0.0, 0.5),
        ("C", 0.15, 0.3, 0.5, 0.1, 0.5, -0.13),
        ("C", 0.5, -0.3, 0.38, -0.36, 0.27, -0.36),
        ("C", 0.15, -0.36, 0.06, -0.3, 0.0, -0.2),
        ("C", -0.06, -0.3, -0.15, -0.36, -0.27, -0.36),
        ("C", -0.38, -0.36, -0.5, -0.3, -0.5, -0.13),
        ("C", -0.5, 0.1, -0.15, 0.3, 0.0, 0.5),
        ("Z",),
        *_STEM,
    ),
}
"""Outlines by suit; where parts overlap, the whole is filled (nonzero rule)."""
