"""The host's PIN and the secret that seals the host's devices: drawn at the first start, and kept beside the games."""

from __future__ import annotations

import argparse
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from device.settings.errors import CommandError
from device.settings.settings import Page, default_file, load
from device.settings.small_files import remember, remembered
from web_ui.doors.doorkeeper import HostKey

FILE: Final = "host-key.json"


def host_key(folder: Path, page: Page, *, new: bool = False) -> HostKey:
    """The key of the table whose games lie in ``folder``: the PIN of the settings if they name one, else the one that
    was drawn at the first start; ``new`` draws both anew, and no device is the host's any more. What cannot be written
    down holds until the program ends."""
    kept = None if new else _kept(folder / FILE)
    key = kept or HostKey()
    if kept is None:
        keep(folder / FILE, key)
    return replace(key, pin=page.pin or key.pin, trust_this_machine=page.trust_this_machine)


def keep(file: Path, key: HostKey) -> bool:
    """Write ``key`` to ``file``, for the table's own user alone; whether that was possible."""
    return remember(file, {"pin": key.pin, "secret": key.secret.hex()})


def _kept(file: Path) -> HostKey | None:
    try:
        kept: Any = remembered(file)
        pin, secret = kept["pin"], bytes.fromhex(kept["secret"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return HostKey(pin, secret) if isinstance(pin, str) and pin.isdigit() and len(secret) >= 32 else None


def kept_pin(folder: Path, page: Page) -> str:
    """The PIN of the table whose games lie in ``folder``; empty where none is drawn yet."""
    kept = _kept(folder / FILE)
    return page.pin or (kept.pin if kept else "")


def say_pin(options: argparse.Namespace) -> int:
    """Print the host's PIN; with ``--new`` another one. Raises ``CommandError`` where none is or can be kept."""
    settings = load(options.settings or default_file())
    folder = Path(options.data).absolute() if options.data else settings.data_folder()
    if options.new:
        print(f"{_new(folder, settings.page)}\nIt holds from the table's next start on; then no device is the host's.")
        return 0
    kept = _kept(folder / FILE)
    if settings.page.pin:
        print(settings.page.pin)
    elif kept is None:
        raise CommandError(f"no table was opened in {folder} yet, and its first start draws the PIN; or name --data.")
    else:
        print(kept.pin)
    return 0


def _new(folder: Path, page: Page) -> str:
    if page.pin:
        raise CommandError("the PIN stands in the settings, under [page]; change it there, or take it out.")
    key = HostKey(secret=secrets.token_bytes(32))
    if not folder.is_dir() or not keep(folder / FILE, key):
        raise CommandError(f"the PIN cannot be kept in {folder}; name the folder of the games with --data.")
    return key.pin
