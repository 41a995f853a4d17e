"""Strokes of the printed sheets, in millimetres of the page: x right and y up, origin in its lower left corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
from reportlab.lib.utils import simpleSplit

from hardware.suits import Stroke
from hardware.words import Words
from vision.sizes import MARKER_DICTIONARY, MARKER_SIZE

Canvas = Any
"""A reportlab canvas; the package has no types."""

Point = tuple[float, float]
Rgb = tuple[float, float, float]
"""Red, green, blue, each from 0 to 1."""
Ink = float | Rgb
"""A colour, or a grey from 0 (black) to 1 (white)."""

MM = 72 / 25.4
"""Points per millimetre."""

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of a page, mm."""

MARGIN: Final = 10.0
"""Where words begin, from the left edge of the page."""
RULER: Final = 17.0
"""y of the ruler's line."""

_FONTS = {False: "Helvetica", True: "Helvetica-Bold"}
_MODULES = 6
"""Modules along a marker's side: four of data and the black border."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A PDF being drawn: its canvas, the size of its pages and the language of its words."""

    canvas: Canvas
    width: float
    height: float
    say: Words

    def begin(self, title: str) -> Canvas:
        """Title and ruler of a page; the canvas to draw the rest on."""
        text(self.canvas, MARGIN, self.height - 15, title, size=5)
        ruler(self.canvas, MARGIN, RULER, self.say)
        return self.canvas


def marker_modules(number: int) -> npt.NDArray[np.bool_]:
    """Black modules of marker ``number``: (6, 6), row 0 at the top, True is black; OpenCV itself says which."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    picture = cv2.aruco.generateImageMarker(dictionary, number, _MODULES)
    black: npt.NDArray[np.bool_] = np.asarray(picture) == 0
    return black


def marker(canvas: Canvas, number: int, x: float, y: float) -> None:
    """Marker ``number``, upright, its middle at ``x``, ``y``."""
    size = MARKER_SIZE / _MODULES
    left, top = x - MARKER_SIZE / 2, y + MARKER_SIZE / 2
    path = canvas.beginPath()
    # one path for all, a run of modules at a time: single squares would show hairlines between them
    for row, black in enumerate(marker_modules(number)):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], black, [False])).astype(np.int8)))
        for start, end in list(pairwise(edges.tolist()))[::2]:
            path.rect((left + start * size) * MM, (top - (row + 1) * size) * MM, (end - start) * size * MM, size * MM)
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)


def line(canvas: Canvas, x0: float, y0: float, x1: float, y1: float, grey: float = 0.0, width: float = 0.2) -> None:
    """A solid line, ``width`` mm thick, ``grey`` from 0 (black) to 1 (white)."""
    canvas.setDash()
    canvas.setStrokeGray(grey)
    canvas.setLineWidth(width * MM)
    canvas.line(x0 * MM, y0 * MM, x1 * MM, y1 * MM)


def cut(canvas: Canvas, x0: float, y0: float, x1: float, y1: float) -> None:
    """A dashed rectangle to cut along; the middle of the line is the edge."""
    canvas.setDash(2 * MM, 1 * MM)
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2 * MM)
    canvas.rect(x0 * MM, y0 * MM, (x1 - x0) * MM, (y1 - y0) * MM)
    canvas.setDash()


def cut_around(canvas: Canvas, corners: Sequence[Point]) -> None:
    """The same around any corners."""
    canvas.setDash(2 * MM, 1 * MM)
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2 * MM)
    path = canvas.beginPath()
    path.moveTo(*(MM * a for a in corners[0]))
    for corner in corners[1:]:
        path.lineTo(*(MM * a for a in corner))
    path.close()
    canvas.drawPath(path)
    canvas.setDash()


def text(
    canvas: Canvas,
    x: float,
    y: float,
    words: str,
    size: float = 3.5,
    ink: Ink = 0.0,
    align: str = "l",
    bold: bool = False,
) -> None:
    """``words`` with the base line at ``y``, ``size`` mm high; ``align`` is ``l``, ``c`` or ``r`` at ``x``."""
    _fill(canvas, ink)
    canvas.setFont(_FONTS[bold], size * MM)
    {"l": canvas.drawString, "c": canvas.drawCentredString, "r": canvas.drawRightString}[align](x * MM, y * MM, words)


def paragraph(
    canvas: Canvas, x: float, y: float, words: str, width: float, size: float = 3.4, grey: float = 0.0
) -> float:
    """``words`` broken into lines at most ``width`` mm wide, the first at ``y``; returns y of the line after them."""
    for row in simpleSplit(words, _FONTS[False], size * MM, width * MM):
        text(canvas, x, y, row, size, grey)
        y -= size * 1.4
    return y


def shape(canvas: Canvas, strokes: Iterable[Stroke], x: float, y: float, size: float, ink: Ink = 0.0) -> None:
    """A filled shape of one unit (hardware.suits), its middle at ``x``, ``y`` and ``size`` mm high."""
    path = canvas.beginPath()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}
    for letter, *numbers in strokes:
        if letter == "Z":
            path.close()
        else:
            draw[letter](*((x, y)[k % 2] * MM + n * size * MM for k, n in enumerate(numbers)))
    _fill(canvas, ink)
    canvas.drawPath(path, stroke=0, fill=1, fillMode=1)


def _fill(canvas: Canvas, ink: Ink) -> None:
    if isinstance(ink, tuple):
        canvas.setFillColorRGB(*ink)
    else:
        canvas.setFillGray(ink)


def polygon(canvas: Canvas, points: Iterable[Point], fill: Ink, edge: float | None = 0.25) -> None:
    """A filled polygon with a thin outline, ``edge`` grey; None for no outline."""
    path = canvas.beginPath()
    for k, (x, y) in enumerate(points):
        (path.lineTo if k else path.moveTo)(x * MM, y * MM)
    path.close()
    _fill(canvas, fill)
    canvas.setDash()
    if edge is not None:
        canvas.setStrokeGray(edge)
        canvas.setLineWidth(0.2 * MM)
    canvas.drawPath(path, stroke=edge is not None, fill=1)


def drill(canvas: Canvas, x: float, y: float, across: float) -> None:
    """A hole to drill: a circle ``across`` mm wide with a cross at its middle."""
    canvas.setDash()
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2 * MM)
    canvas.circle(x * MM, y * MM, across / 2 * MM, stroke=1, fill=0)
    arm = across / 2 + 1.5
    line(canvas, x - arm, y, x + arm, y, width=0.1)
    line(canvas, x, y - arm, x, y + arm, width=0.1)


def span(canvas: Canvas, x0: float, y0: float, x1: float, y1: float, words: str) -> None:
    """A measure between two points, level or upright, with ``words`` at its middle: to its left, or above it."""
    line(canvas, x0, y0, x1, y1, width=0.15)
    level = y0 == y1
    for x, y in ((x0, y0), (x1, y1)):
        line(canvas, x - (not level), y - level, x + (not level), y + level, width=0.15)
    if level:
        text(canvas, (x0 + x1) / 2, y0 + 1.2, words, 2.8, align="c")
    else:
        text(canvas, x0 - 1.5, (y0 + y1) / 2 - 1, words, 2.8, align="r")


def solid(canvas: Canvas, x0: float, y0: float, x1: float, y1: float, grey: float = 0.0) -> None:
    """The outline of a rectangle."""
    for a, b, c, d in ((x0, y0, x1, y0), (x1, y0, x1, y1), (x1, y1, x0, y1), (x0, y1, x0, y0)):
        line(canvas, a, b, c, d, grey)


def fold(canvas: Canvas, x0: float, y0: float, x1: float, y1: float) -> None:
    """A dash-dotted line to score and fold along."""
    canvas.setDash([3 * MM, 1 * MM, 0.5 * MM, 1 * MM])
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2 * MM)
    canvas.line(x0 * MM, y0 * MM, x1 * MM, y1 * MM)
    canvas.setDash()


def hatch(canvas: Canvas, x0: float, y0: float, x1: float, y1: float) -> None:
    """Slanted grey lines over a rectangle: glue goes here."""
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(x0 * MM, y0 * MM, (x1 - x0) * MM, (y1 - y0) * MM)
    canvas.clipPath(clip, stroke=0, fill=0)
    step = 3.0
    for k in range(int((y1 - y0 + x1 - x0) / step) + 1):
        y = y0 + k * step
        line(canvas, x0, y, x1, y - (x1 - x0), grey=0.6)
    canvas.restoreState()


def ruler(canvas: Canvas, x: float, y: float, say: Words) -> None:
    """A ruler of 100 mm from ``x`` to the right: the check that the printer kept the scale."""
    line(canvas, x, y, x + 100, y, width=0.3)
    for k in range(101):
        length = 5.0 if k % 10 == 0 else 3.5 if k % 5 == 0 else 2.0
        line(canvas, x + k, y, x + k, y + length, width=0.1)
        if k % 10 == 0:
            text(canvas, x + k, y + 6, str(k), size=2.8, align="c")
    text(
        canvas,
        x,
        y - 4.5,
        say("This ruler must measure 100 mm. If not, print again at 100 %, not fitted to the page."),
        3.2,
    )
