"""The pictures of the build guide, drawn like the sheets and turned into PNG files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Final

import pypdfium2
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from hardware.alone_sheet import from_behind, plan_alone
from hardware.camera_sheet import level_drawing, module_drawing, ribbon_drawing
from hardware.drawing import MM, Canvas, Point
from hardware.guide import holder, lights, table
from hardware.lights.wiring import Wiring
from hardware.words import Words

DPI: Final = 110
COLOURS: Final = 128
"""Colours of a picture: drawings need few, and the file stays small."""

Drawing = Callable[[Canvas], None]


def _english(draw: Callable[[Canvas, Words, float, float], None], canvas: Canvas) -> None:
    """What a sheet draws, in the guide's own words."""
    draw(canvas, holder.ENGLISH, 2.0, 1.0)


_PLAIN: Final[dict[str, tuple[Point, Drawing]]] = {
    "overview": ((200, 187), table.overview),
    "scale": ((150, 62), holder.scale_check),
    "cut": ((200, 192), holder.cutting),
    "fold": ((262, 72), holder.folding),
    "ribs": ((150, 82), holder.ribs),
    "join": ((170, 94), holder.joining),
    "pocket": ((170, 104), holder.pocket),
    "cards": ((175, 78), holder.racked),
    "plan": ((230, 156), table.plan),
    "alone": ((190, 106), partial(_english, plan_alone)),
    "behind": ((190, 36), partial(_english, from_behind)),
    "corners": ((130, 112), table.corner_frame),
    "mast": ((185, 188), table.mast),
    "module": ((190, 62), partial(_english, module_drawing)),
    "ribbon": ((190, 79), partial(_english, ribbon_drawing)),
    "level": ((190, 88), partial(_english, level_drawing)),
    "other-masts": ((210, 90), table.other_masts),
    "slot-lights": ((175, 66), holder.slot_lights),
    "display": ((196, 52), lights.display),
}
_WIRED: Final[dict[str, tuple[Point, Callable[[Canvas, Wiring], None]]]] = {
    "led": ((170, 62), lights.led),
    "panel": ((190, 140), lights.panel),
    "wiring": ((190, 214), lights.lights),
    "strip": ((200, 138), lights.strip),
}
"""Size of each picture, mm, and what draws it: the same for all, or by what is wired."""


def draw_pictures(wiring: Wiring) -> dict[str, bytes]:
    """The PNG of every picture by its name; where no strip is wired there is none of it."""
    pictures = {name: _png(size, draw) for name, (size, draw) in _PLAIN.items()}
    for name, (size, draw_wired) in _WIRED.items():
        if name != "strip" or wiring.strip:
            pictures[name] = _png(size, partial(_wired, draw_wired, wiring))
    return pictures


def _wired(draw: Callable[[Canvas, Wiring], None], wiring: Wiring, canvas: Canvas) -> None:
    draw(canvas, wiring)


def _png(size: Point, draw: Drawing) -> bytes:
    pdf, png = BytesIO(), BytesIO()
    canvas = PdfCanvas(pdf, pagesize=(size[0] * MM, size[1] * MM), invariant=1)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    document = pypdfium2.PdfDocument(pdf.getvalue())
    try:
        document[0].render(scale=DPI / 72).to_pil().convert("RGB").quantize(COLOURS).save(png, "PNG", optimize=True)
    finally:
        document.close()
    return png.getvalue()
