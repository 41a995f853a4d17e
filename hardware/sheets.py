"""True-to-scale sheets to print, made from the geometry that the reader uses: ``python -m hardware.sheets OUT``.

Every page carries a ruler of 100 mm. Pieces are cut along dashed lines; all lengths are millimetres.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Final

from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from hardware.drawing import MM, Canvas, cut, hatch, line, marker, ruler, text
from vision import geometry as g

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of a page."""

JOIN: Final = 190.0
"""u at which the two parts of a holder's face meet: as wide as a page takes, and through no marker."""
GLUE: Final = 12.0
"""Width of the strip of the right part that goes under the left part."""

CARD_WIDTH: Final = 50.0
INNER: Final = 15.0
OUTER: Final = 27.0
"""A marker card of the play area: its width, and how far it reaches from the marker's middle inwards and outwards.
``INNER`` is the distance from the markers to the play area, so the inner edge lies on its border."""

PLAN_SCALE: Final = 8.0

_PLACES = {(-1, 1): "far left", (1, 1): "far right", (1, -1): "near right", (-1, -1): "near left"}


def place_of(mark: g.Marker) -> str:
    """Where a marker of the play area lies, in the words of South, who sits at -y."""
    return _PLACES[(1 if mark.x > 0 else -1, 1 if mark.y > 0 else -1)]


def _head(canvas: Canvas, paper: str, title: str) -> tuple[float, float]:
    """Title and ruler of a page; returns its width and height, mm."""
    width, height = PAPERS[paper]
    text(canvas, 10, height - 15, title, size=5)
    ruler(canvas, 10, 17)
    return width, height


def _marker_card(canvas: Canvas, mark: g.Marker, x: float, y: float) -> None:
    """The card of a play area marker, marker's middle at ``x``, ``y``; the words stand on the far side from play."""
    away = 1 if mark.y > 0 else -1
    low, high = sorted((y - away * INNER, y + away * OUTER))
    cut(canvas, x - CARD_WIDTH / 2, low, x + CARD_WIDTH / 2, high)
    marker(canvas, mark.number, x, y)
    base = y + 21.5 if away > 0 else y - 19.0
    text(canvas, x, base, f"{mark.number}: {place_of(mark)}, seen from South", 2.9, align="c")
    text(canvas, x, base - 4.5, f"middle at x {mark.x:+.0f} mm, y {mark.y:+.0f} mm", 2.9, align="c")
    # the middle, carried to the edges, for laying the card to measure
    for side in (-1, 1):
        line(canvas, x + side * CARD_WIDTH / 2, y, x + side * (CARD_WIDTH / 2 - 4), y)
    line(canvas, x, y - away * INNER, x, y - away * (INNER - 2))


def _plan(canvas: Canvas, x: float, y: float) -> None:
    """The table from above, 1 : 8, its middle at ``x``, ``y``."""

    def box(x0: float, y0: float, x1: float, y1: float, grey: float) -> None:
        corners = [(x + a / PLAN_SCALE, y + b / PLAN_SCALE) for a, b in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            line(canvas, ax, ay, bx, by, grey=grey)

    half = g.PLAY_AREA / 2
    box(-half, -half, half, half, 0.0)
    text(canvas, x, y - 1, "play area", 2.8, align="c")
    for mark in g.TABLE_MARKERS:
        box(mark.x - 12, mark.y - 12, mark.x + 12, mark.y + 12, 0.0)
        outward = 3.0 if mark.x > 0 else -3.0
        text(
            canvas,
            x + mark.x / PLAN_SCALE + outward / 2,
            y + mark.y / PLAN_SCALE - 1,
            str(mark.number),
            2.8,
            align="lr"[mark.x < 0],
        )
    depth = g.FACE_HEIGHT * math.cos(math.radians(g.FACE_TILT))
    for side, grey in ((-1, 0.0), (1, 0.6)):
        middle = side * g.HOLDER_DISTANCE
        for holder, toward in ((1, -1), (2, 1)):
            box(middle - g.FACE_WIDTH / 2, 0, middle + g.FACE_WIDTH / 2, toward * depth, grey)
            text(
                canvas,
                x + middle / PLAN_SCALE,
                y + toward * depth / 2 / PLAN_SCALE - 1,
                f"holder {holder}",
                2.8,
                grey,
                "c",
            )
    text(canvas, x, y + 25, "North", 3.2, align="c")
    text(canvas, x, y - 28, "South", 3.2, align="c")
    text(canvas, x - 62, y - 28, "holders when South deals", 2.8)
    text(canvas, x + 62, y - 28, "when North deals", 2.8, 0.6, "r")


def play_area(canvas: Canvas, paper: str) -> None:
    """One page: the four marker cards in the order in which they lie, and a plan of the table."""
    width, height = _head(canvas, paper, "Whist table: marker cards of the play area")
    top = height - 55
    middle = width / 2
    for mark in g.TABLE_MARKERS:
        _marker_card(canvas, mark, middle + math.copysign(45, mark.x), top if mark.y > 0 else top - 50)
    across = g.TABLE_MARKERS[1].x - g.TABLE_MARKERS[0].x
    along = g.TABLE_MARKERS[1].y - g.TABLE_MARKERS[2].y
    words = (
        "Cut along the dashed lines. Lay the markers upright as South sees them,",
        f"middle to middle {across:.0f} mm across and {along:.0f} mm along.",
        f"The inner edge of each card then lies on the border of the play area, {g.PLAY_AREA:.0f} mm square,",
        f"and the camera hangs {g.CAMERA_HEIGHT:.0f} mm above its middle, the upper edge of its picture to North.",
    )
    for k, sentence in enumerate(words):
        text(canvas, 10, top - 90 - 5 * k, sentence, 3.4)
    _plan(canvas, middle, top - 142)
    canvas.showPage()


def _holder_part(canvas: Canvas, paper: str, holder: int, left: bool) -> None:
    """One page: one part of the face of ``holder`` and of its lip."""
    width, height = _head(canvas, paper, f"Whist table: holder {holder}, {'left' if left else 'right'} part")
    first, last = (0.0, JOIN) if left else (JOIN, g.FACE_WIDTH)
    tab = 0.0 if left else GLUE
    origin = (width - (last - first) - tab) / 2 + tab - first  # page x of u = 0
    floor = height - 25 - g.FACE_HEIGHT  # page y of the face's v = 0
    lip = floor - 15 - g.LIP_HEIGHT  # page y of the lip's v = 0
    for base, tall in ((floor, g.FACE_HEIGHT), (lip, g.LIP_HEIGHT)):
        cut(canvas, origin + first - tab, base, origin + last, base + tall)
        if tab:
            line(canvas, origin + first, base, origin + first, base + tall)
            hatch(canvas, origin + first - tab, base, origin + first, base + tall)
    for mark in g.holder_markers(holder):
        if first < mark.x < last:
            on_lip = mark.y < g.LIP_HEIGHT
            marker(canvas, mark.number, origin + mark.x, (lip if on_lip else floor) + mark.y)
    card_top = g.CARD_BOTTOM + g.BRIDGE_CARD[1]
    for slot in range(g.SLOTS):
        u = g.slot_left(slot)
        if first <= u < last:
            line(canvas, origin + u, floor + g.LIP_HEIGHT, origin + u, floor + card_top, grey=0.75)
            text(canvas, origin + u + 1, floor + card_top + 1.5, str(slot + 1), 3, 0.5)
    line(canvas, origin + first, floor + g.LIP_HEIGHT, origin + last, floor + g.LIP_HEIGHT, grey=0.75)
    line(canvas, origin + first, floor + g.CARD_BOTTOM, origin + last, floor + g.CARD_BOTTOM, grey=0.75)
    text(canvas, origin + first + 5, floor + 18, "The lip covers this part.", 3.2, 0.5)
    spacer = f"Spacer, {g.CARD_BOTTOM:.0f} mm high: the cards stand on it."
    text(canvas, origin + first + 5, floor + 2.7, spacer, 3.2, 0.5)
    person = "South" if holder == 1 else "North"
    text(canvas, origin + (40 if left else 215), lip + 13.5, f"Lip of holder {holder}, beside {person}", 3.2, 0.5)
    words = (
        "Cut along the dashed lines.",
        "Glue the hatched strips of the right part under the left part, up to the solid line:",
        f"face and lip are then {g.FACE_WIDTH:.0f} mm wide. Glue the face on cardboard,",
        "and the lip on a strip of cardboard in front of the spacer.",
        "The grey lines are the left edges of cards 1 to 13; each card overlaps the one on its left.",
    )
    for k, sentence in enumerate(words):
        text(canvas, 10, lip - 10 - 5 * k, sentence, 3.4)
    canvas.showPage()


def holder_face(canvas: Canvas, paper: str, holder: int) -> None:
    """Two pages: left and right part of face and lip of ``holder`` (1 or 2)."""
    _holder_part(canvas, paper, holder, left=True)
    _holder_part(canvas, paper, holder, left=False)


def make_sheets(folder: Path, paper: str = "a4") -> list[Path]:
    """Writes ``play-area.pdf``, ``holder-1.pdf`` and ``holder-2.pdf`` into ``folder``.

    ``paper`` is a key of ``PAPERS``. The same geometry gives the same bytes.
    Raises ``OSError`` when the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    width, height = PAPERS[paper]
    written = []
    for name in ("play-area", "holder-1", "holder-2"):
        path = folder / f"{name}.pdf"
        canvas = PdfCanvas(str(path), pagesize=(width * MM, height * MM), invariant=1, pageCompression=0)
        canvas.setTitle(f"Whist table: {name.replace('-', ' ')}")
        if name == "play-area":
            play_area(canvas, paper)
        else:
            holder_face(canvas, paper, int(name[-1]))
        canvas.save()
        written.append(path)
    return written


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m hardware.sheets", description="Makes the sheets to print.")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for the PDF files")
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4", help="paper in the printer (default: a4)")
    options = parser.parse_args(arguments)
    try:
        for path in make_sheets(options.out, options.paper):
            print(path)
    except OSError as error:
        print(f"The sheets cannot be written to {options.out}: {error.strerror}; name another folder.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
