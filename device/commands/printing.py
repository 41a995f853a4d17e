"""``whist-table print``: the sheets of hardware/ as PDF files, with the address of this very machine on the sign."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.settings.address import own_address
from device.settings.errors import CommandError
from device.settings.pins import STRIP_PINS, allot, display_pins, shared_pins
from device.settings.settings import Settings, default_file, load
from hardware.lights.wiring import Wiring
from hardware.sheets import draw_sheets
from vision.output_files import OutputError, check_output, write_whole
from web_ui.doors.doorkeeper import names_this_machine


def print_sheets(options: argparse.Namespace) -> int:
    """Write every sheet into a folder, and say what to do with them."""
    settings = load(options.settings or default_file())
    address = options.address or own_address(settings.page)
    try:
        sheets = draw_sheets(wiring_of(settings), options.paper, options.language, address)
    except ValueError as error:
        raise CommandError(f"--address: {error}") from None
    _write(options.out, sheets)
    print("Print them at 100 %, not fitted to the page: the ruler on every page must measure 100 mm.")
    if address is None:
        print("This machine has no lasting address in a network, so the sign is a form for it; or give --address.")
    elif not options.address and names_this_machine(settings.page.host):
        print(f"The sign says {address}; phones get there once the table runs with --host 0.0.0.0.")
    return 0


def _write(folder: Path, sheets: dict[str, bytes]) -> None:
    files = {folder / f"{name}.pdf": data for name, data in sheets.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in files:
            check_output(path)
        for path, data in files.items():
            write_whole(path, data)
            print(path)
    except OSError as error:
        why = f"the folder {folder} cannot be made ({error.strerror})"
        raise CommandError(f"{why}; name another with --out.") from error
    except OutputError as error:
        raise CommandError(f"{error}.") from error


def wiring_of(settings: Settings) -> Wiring:
    """What the settings put on which pin; a part on a pin that cannot be is left out, as when the table runs."""
    pins = allot(settings.lights, settings.buttons).pins
    lights, buttons = (
        {part.removeprefix(f"{kind} "): pin for part, pin in pins.items() if part.startswith(f"{kind} ")}
        for kind in ("light", "button")
    )
    display = {} if shared_pins(settings.display, settings.strip, settings.buttons) else display_pins(settings.display)
    return Wiring(lights, buttons, STRIP_PINS if settings.strip.enabled else {}, settings.strip.brightness, display)
