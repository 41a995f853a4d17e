"""What the repository holds for makers: ``python -m device.commands.build_guide`` makes its sheets and the guide's
pictures anew."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import cv2

from device.commands.printing import wiring_of
from device.settings.settings import Settings, SlotStrip
from hardware.guide.pictures import draw_pictures
from hardware.scene import HAND
from hardware.sheets import draw_sheets
from vision.measuring.tolerance_counts import TABLE, from_csv
from vision.measuring.tolerance_plots import PLOTS
from vision.output_files import write_whole
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.cards import Card

HARDWARE: Final = Path(__file__).parents[2] / "hardware"
OTHER_HAND: Final = ("C2", "C7", "CJ", "CA", "D4", "D8", "DA", "H3", "H6", "S2", "S8", "SQ", "SK")
LAID: Final = (("H7", -45, -10, 4), ("HQ", 30, 25, -8), ("H2", 40, -85, 87))
"""Cards in play: code, place (mm of the table plane), turn in degrees."""
WITH_STRIP: Final = Settings(strip=SlotStrip(enabled=True))
"""The guide shows the slot strip, too, which the usual settings leave out."""
SEED: Final = 6
"""A table of wood, the camera hung so that every marker is in its picture."""
WIDTH: Final = 1152
"""Pixels of the picture that the camera sees, a quarter of what it sees."""


def main(folder: Path = HARDWARE) -> None:
    """Write every sheet, for A4, in English, with the default pins and no address, and every picture."""
    usual, lit = wiring_of(Settings()), wiring_of(WITH_STRIP)
    sheets, pictures = (draw(lit) | draw(usual) for draw in (draw_sheets, draw_pictures))
    made = {f"sheets/{name}.pdf": data for name, data in sheets.items()}
    made |= {f"pictures/{name}.png": data for name, data in pictures.items()}
    made["pictures/seen.jpg"] = seen()
    counts = from_csv((HARDWARE / TABLE).read_text("utf-8"))
    made |= {name: draw(counts).encode() for name, draw in PLOTS.items()}
    for name, data in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, data)


def seen() -> bytes:
    """What the camera sees of a table in play, as a JPEG: from the simulated table."""
    table = SimulatedTable(seed=SEED)
    table.place_holders("left")
    table.rack(1, [Card.parse(code) for code in HAND])
    table.rack(2, [Card.parse(code) for code in OTHER_HAND])
    for code, x, y, turn in LAID:
        table.lay(Card.parse(code), x, y, turn)
    camera = SimulatedCamera(table, seed=SEED)
    camera.look()
    picture = camera.capture()
    small = cv2.resize(picture, (WIDTH, WIDTH * picture.shape[0] // picture.shape[1]), interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
