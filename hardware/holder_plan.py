"""The sheet for cutting and folding a holder: drawings of the whole, and templates true to scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hardware.drawing import MARGIN, Canvas, Point, Sheet, cut, cut_around, fold, line, paragraph, solid, span, text
from hardware.holder import BACK, BOX, BOX_WALL, FACE, FLAP, FOOT, PANELS, POCKET, RIB, STRIP, rib
from vision import sizes as g

SCALE: Final = 5.0
"""The drawings are that much smaller than the pieces."""
GAUGE: Final = 24.0
"""Width of a fold gauge."""


def holder_plan(sheet: Sheet) -> None:
    """Two pages: both ways to cut a holder, drawn small with all lengths; rib and fold gauges in true size."""
    _drawings(sheet)
    _templates(sheet)


def _drawings(sheet: Sheet) -> None:
    say = sheet.say
    canvas = sheet.begin(say("Whist table: cutting plan of a holder"))
    top = sheet.height - 28
    text(canvas, MARGIN, top, say("Plain cardboard, drawn 1 : {scale:.0f}, lengths in mm", scale=SCALE), 3.4, bold=True)
    text(canvas, 98, top, say("A 33 cm pizza box, opened flat, drawn 1 : {scale:.0f}", scale=SCALE), 3.4, bold=True)
    strip_plan(sheet, 20, top - 14)
    box_plan(sheet, 98, top - 5)
    words = say(
        "Each holder needs one strip, one lip, one spacer and three ribs. The printed side of a pizza box goes inside. "
        "In the box the flap takes the crease between panel and wall, so that one fold is there already: one holder "
        "comes from the bottom, the other from the lid, lips and spacers from the side walls, the ribs ({wide:.0f} × "
        "{tall:.0f} mm, next page) from a second box. A wall lower than {least:.0f} mm gives no lip: take it from that "
        "one, too. The spacer makes the pocket, {thin} to {thick} mm deep; thicker, and lip and cards no longer lie in "
        "one plane for the camera.",
        wide=RIB[0],
        tall=RIB[1],
        least=g.LIP_HEIGHT,
        thin=say.number(POCKET[0]),
        thick=say.number(POCKET[1]),
    )
    y = paragraph(canvas, MARGIN, top - 124, words, 80, 3.2)
    words = say(
        "Dashed: cut. Dash and dot: a fold. You see the outside: score on the other side, the inside, and fold away "
        "from you, towards the score."
    )
    paragraph(canvas, MARGIN, y - 3, words, 80, 3.2)
    canvas.showPage()


def _panels(canvas: Canvas, say_panels: Sequence[str], x: float, y: float, up: bool) -> None:
    """The strip of a holder at 1 : SCALE, its lower left corner at ``x``, ``y``; the face on top, or below if ``up``
    is false. The folds are drawn, and each panel is named."""
    width = g.FACE_WIDTH / SCALE
    cut(canvas, x, y, x + width, y + STRIP / SCALE)
    sign = -1 if up else 1
    edge = y + STRIP / SCALE if up else y
    for k, (words, (_, length)) in enumerate(zip(say_panels, PANELS, strict=True)):
        after = edge + sign * length / SCALE
        size = min(2.8, 0.6 * length / SCALE)
        text(canvas, x + width / 2, (edge + after) / 2 - size / 3, words, size, align="c")
        if k < len(PANELS) - 1:
            fold(canvas, x, after, x + width, after)
        edge = after


def strip_plan(sheet: Sheet, x: float, top: float) -> None:
    """The strip of plain cardboard with all its lengths, its upper edge at ``top``, and below it lip and spacer."""
    canvas, y = sheet.canvas, top - STRIP / SCALE
    _small_pieces(sheet, x, y - 10)
    _panels(canvas, [sheet.say(name) for name, _ in PANELS], x, y, up=True)
    edge = y + STRIP / SCALE
    span(canvas, x, edge + 4, x + g.FACE_WIDTH / SCALE, edge + 4, f"{g.FACE_WIDTH:.0f}")
    for _, length in PANELS:
        span(canvas, x - 3, edge, x - 3, edge - length / SCALE, f"{length:.0f}")
        edge -= length / SCALE
    right = x + g.FACE_WIDTH / SCALE + 9
    span(canvas, right, y, right, y + STRIP / SCALE, f"{STRIP:.0f}")


def _small_pieces(sheet: Sheet, x: float, top: float) -> None:
    """Lip and spacer of plain cardboard, the upper edge of the lip at ``top``."""
    width = g.FACE_WIDTH / SCALE
    for high, name, y in (
        (g.LIP_HEIGHT, "lip", top - g.LIP_HEIGHT / SCALE),
        (g.CARD_BOTTOM, "spacer", top - 13 - g.CARD_BOTTOM / SCALE),
    ):
        cut(sheet.canvas, x, y, x + width, y + high / SCALE)
        span(sheet.canvas, x - 3, y, x - 3, y + high / SCALE, f"{high:.0f}")
        text(sheet.canvas, x + width / 2, y + high / SCALE + 1.3, sheet.say(name), 2.8, align="c")


def box_plan(sheet: Sheet, x: float, top: float) -> None:
    """The opened pizza box: bottom and lid with their walls, and the pieces of both holders on them."""
    canvas, say, wall, side = sheet.canvas, sheet.say, BOX_WALL / SCALE, BOX / SCALE
    left = x + wall
    lid = top - wall - side
    bottom = lid - wall - side
    for y in (lid, bottom):
        for a in (x, left + side):
            solid(canvas, a, y, a + wall, y + side, 0.5)
        solid(canvas, left, y, left + side, y + side, 0.5)
        _wall_pieces(canvas, x, y)
    solid(canvas, left, lid + side, left + side, lid + side + wall, 0.5)
    solid(canvas, left, bottom + side, left + side, lid, 0.5)
    solid(canvas, left, bottom - wall, left + side, bottom, 0.5)
    text(canvas, left + side / 2, bottom + side + wall / 2 - 1, say("rear wall"), 2.8, 0.4, "c")
    for number, y, up in ((2, lid + side + FLAP / SCALE - STRIP / SCALE, False), (1, bottom - FLAP / SCALE, True)):
        order = [say(name) for name, _ in PANELS]
        order[0] += f" ({say('holder {number}', number=number)})"
        _panels(canvas, order, left, y, up)
    for y, words in ((lid + side, "lid"), (bottom, "bottom of the box")):
        paragraph(canvas, left + side + wall + 2, y, say("the box's own crease"), 18, 2.6)
        middle = y - side / 2 if words == "lid" else y + side / 2
        paragraph(canvas, left + side + wall + 2, middle, say(words), 18, 2.6)
    foot = bottom - wall - 4
    span(canvas, left, foot - 4, left + side, foot - 4, f"{BOX:.0f}")
    span(canvas, x, foot - 4, left, foot - 4, f"{BOX_WALL:.0f}")
    text(
        canvas,
        x,
        foot - 10,
        say("1 lip  2 spacer: {lip:.0f} and {spacer:.0f} mm wide", lip=g.LIP_HEIGHT, spacer=g.CARD_BOTTOM),
        2.8,
    )


def _wall_pieces(canvas: Canvas, x: float, y: float) -> None:
    """Lip on the left wall, spacer on the right wall; the walls begin at ``x``, ``y``."""
    tall, right = BOX / SCALE, x + (BOX_WALL + BOX) / SCALE
    cut(canvas, x, y, x + g.LIP_HEIGHT / SCALE, y + tall)
    text(canvas, x + g.LIP_HEIGHT / SCALE / 2, y + tall / 2, "1", 2.6, align="c")
    cut(canvas, right, y, right + g.CARD_BOTTOM / SCALE, y + tall)
    text(canvas, right + g.CARD_BOTTOM / SCALE + 0.6, y + tall / 2, "2", 2.6)


def _templates(sheet: Sheet) -> None:
    say = sheet.say
    canvas = sheet.begin(say("Whist table: templates of a holder, true to scale"))
    low = 34.0
    first, second = sheet.width - 2 * GAUGE - 16, sheet.width - GAUGE - MARGIN
    _gauge(sheet, first, low + BACK + FOOT + FLAP - FACE, ("lower edge of the face", "fold: face | back"), (FACE,))
    marks = ("fold: face | back", "fold: back | foot", "fold: foot | flap", "end")
    _gauge(sheet, second, low, marks, (BACK, FOOT, FLAP))
    words = say(
        "Fold gauges: lay them along the strip, one after the other, and mark the folds on both sides of the cardboard."
    )
    y = paragraph(canvas, MARGIN, sheet.height - 30, words, first - MARGIN - 8)
    y = paragraph(
        canvas,
        MARGIN,
        y - 3,
        say("Score on the inside with a blunt knife along a ruler, and fold towards the score."),
        first - MARGIN - 8,
    )
    words = say("Rib: cut three of cardboard, glue them inside, 20 mm from each end and in the middle.")
    y = paragraph(canvas, MARGIN, y - 3, words, first - MARGIN - 8)
    _rib(sheet, MARGIN + 14, low + 18)
    canvas.showPage()


def _gauge(sheet: Sheet, x: float, y: float, marks: Sequence[str], lengths: Sequence[float]) -> None:
    """A strip to cut out, its folds as far apart as on the cardboard; ``lengths`` from the top."""
    canvas = sheet.canvas
    edge = y + sum(lengths)
    cut(canvas, x, y, x + GAUGE, edge)
    for k, (above, below, length) in enumerate(zip(marks[:-1], marks[1:], lengths, strict=True)):
        text(canvas, x + GAUGE / 2, edge - 3.5, sheet.say(above), 2.2, align="c")
        edge -= length
        text(canvas, x + GAUGE / 2, edge + length / 2 - 1, f"{length:.0f} mm", 3.4, align="c")
        text(canvas, x + GAUGE / 2, edge + 1.5, sheet.say(below), 2.2, 0.4, align="c")
        if k < len(lengths) - 1:
            line(canvas, x, edge, x + GAUGE, edge)


def _rib(sheet: Sheet, x: float, y: float) -> None:
    """The rib in true size, its heel at ``x``, ``y`` less the cardboard."""
    corners: list[Point] = [(x + a, y + b) for a, b in rib()]
    canvas = sheet.canvas
    cut_around(canvas, corners)
    heel, front, tip, top = corners
    span(canvas, heel[0], heel[1] - 5, front[0], heel[1] - 5, f"{front[0] - heel[0]:.0f}")
    span(canvas, heel[0] - 4, heel[1], heel[0] - 4, top[1], f"{top[1] - heel[1]:.0f}")
    text(canvas, heel[0] + 6, heel[1] + 20, sheet.say("Rib: {angle:.0f}°", angle=g.FACE_TILT), 3.4)
    text(canvas, (tip[0] + top[0]) / 2 + 4, (tip[1] + top[1]) / 2 + 3, sheet.say("face side"), 3.0)
