"""What the repository holds for makers: ``python -m device.guide`` writes the sheets of hardware/ anew."""

from __future__ import annotations

from pathlib import Path

from hardware.sheets import draw_sheets
from vision.outputs import write_whole

HARDWARE = Path(__file__).parents[1] / "hardware"


def main() -> None:
    """Write every sheet, for A4, in English, with the default pins and no address."""
    for name, data in draw_sheets().items():
        write_whole(HARDWARE / "sheets" / f"{name}.pdf", data)


if __name__ == "__main__":
    main()
