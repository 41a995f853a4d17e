"""True-to-scale sheets to print, made from the geometry that the reader uses; ``whist-table print`` writes them.

Every page carries a ruler of 100 mm. Pieces are cut along dashed lines; all lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Final

from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from hardware.alone_sheet import alone_sheet
from hardware.camera_sheet import camera_sheet
from hardware.corner_sheet import corners
from hardware.drawing import MM, PAPERS, Sheet
from hardware.holder_plan import holder_plan
from hardware.lights.light_panel import light_panel
from hardware.lights.strip_sheet import strip_sheet
from hardware.lights.wiring import Wiring
from hardware.lights.wiring_sheet import wiring_sheet
from hardware.marker_sheets import holder_face, play_area
from hardware.reading_sheets import hotspot_sign, qr_sign, rules_card
from hardware.words import Words

PLAIN: Final[dict[str, Callable[[Sheet], None]]] = {
    "play-area": play_area,
    "corners": corners,
    "camera": camera_sheet,
    "holder-1": partial(holder_face, holder=1),
    "holder-2": partial(holder_face, holder=2),
    "holder-3": partial(holder_face, holder=3),
    "holder-plan": holder_plan,
    "alone": alone_sheet,
    "rules": rules_card,
}
"""What draws each sheet that is the same for everybody, by name."""


def draw_sheets(
    wiring: Wiring, paper: str = "a4", language: str = "en", address: str | None = None
) -> dict[str, bytes]:
    """The PDF of every sheet by its name; the same geometry and wiring give the same bytes.

    ``paper`` is a key of ``PAPERS``, ``language`` one of hardware.words. ``address`` goes on the sheet ``qr``, which
    without one is a form to write it in; ValueError, one sentence, when a phone cannot open it. Where no strip is
    wired there is no sheet of it.
    """
    sheets: dict[str, Callable[[Sheet], None]] = {
        **PLAIN,
        "light-panel": partial(light_panel, wiring=wiring),
        "wiring": partial(wiring_sheet, wiring=wiring),
        "qr": partial(qr_sign, address=address),
    }
    if wiring.strip:
        sheets["strip"] = partial(strip_sheet, wiring=wiring)
    return {name: _pdf(name, draw, paper, Words(language)) for name, draw in sheets.items()}


def draw_hotspot_sign(paper: str, language: str, name: str, password: str, join: str, address: str) -> bytes:
    """The PDF of the sign for a table that has opened its own Wi-Fi; ``join`` is what its code says to a phone."""
    draw = partial(hotspot_sign, name=name, password=password, join=join, address=address)
    return _pdf("hotspot", draw, paper, Words(language))


def _pdf(name: str, draw: Callable[[Sheet], None], paper: str, say: Words) -> bytes:
    width, height = PAPERS[paper]
    file = BytesIO()
    canvas = PdfCanvas(file, pagesize=(width * MM, height * MM), invariant=1)
    canvas.setTitle(f"Whist table: {name.replace('-', ' ')}")
    draw(Sheet(canvas, width, height, say))
    canvas.save()
    return file.getvalue()
