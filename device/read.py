"""``whist-table read``: names the cards in photographs, and draws what was read onto them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2

from device.errors import CommandError
from device.profiles import reader_for
from vision.outputs import OutputError, check_output, write_whole
from vision.overlay import overlay
from vision.photograph_cards import CERTAIN, cards_in
from vision.reader import CardRead, PictureError, Reader, load_photograph

_KINDS: Final = (".jpg", ".jpeg", ".png", ".webp")
_QUALITY: Final = (cv2.IMWRITE_JPEG_QUALITY, 92)


def read_photographs(options: argparse.Namespace) -> int:
    """Read the cards of each photograph; a file that cannot be read gives one sentence and status 1 at the end."""
    drawings = overlay_files(options.photos, options.overlay) if options.overlay else []
    reader: Reader | None = None
    status = 0
    for place, path in enumerate(options.photos):
        try:
            picture = load_photograph(path)
        except PictureError as error:
            print(f"whist-table read: {error}", file=sys.stderr)
            status = 1
            continue
        reader = reader or reader_for(options)
        started = time.perf_counter()
        reads = reader.indices(picture)
        cards = cards_in(reads, doubtful=True)
        milliseconds = round(1000 * (time.perf_counter() - started), 1)
        print(_as_json(path, cards, milliseconds) if options.json else _in_words(path, cards, milliseconds), flush=True)
        if drawings:
            drawn = overlay(picture, reads, cards)
            _write(drawings[place], cv2.imencode(drawings[place].suffix.lower(), drawn, _QUALITY)[1].tobytes())
    return status


def overlay_files(photos: Sequence[Path], out: Path) -> list[Path]:
    """Where to draw each photograph: `out` itself for one, in the folder `out` for several, which is made if need be.

    Raises `CommandError` for what cannot be written, and before a photograph would be written over.
    """
    if len(photos) == 1 and not out.is_dir():
        if out.suffix.lower() not in _KINDS:
            raise CommandError(f"{out} is no kind of picture that is written; name a file {', '.join(_KINDS)}.")
        files = [out]
    else:
        if out.exists() and not out.is_dir():
            raise CommandError(f"{out} is a file; name a folder to draw {len(photos)} photographs into.")
        names = Counter(path.stem for path in photos)
        twice = [name for name, times in names.items() if times > 1]
        if twice:
            raise CommandError(
                f"{names[twice[0]]} photographs are named {twice[0]} and would be drawn over each other; "
                "draw them one at a time."
            )
        try:
            out.mkdir(exist_ok=True)
        except OSError as error:
            raise CommandError(f"the folder {out} cannot be made ({error.strerror}); choose another place.") from error
        files = [out / f"{path.stem}.jpg" for path in photos]
    for file in files:
        try:
            check_output(file, photos)
        except OutputError as error:
            raise CommandError(f"{error}.") from error
    return files


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OutputError as error:
        raise CommandError(f"{error}.") from error


def _as_json(path: Path, cards: Sequence[CardRead], milliseconds: float) -> str:
    found = [_plain(read) for read in cards if read.confidence >= CERTAIN]
    doubtful = [
        _plain(read) | {"rival": str(read.rival) if read.rival else None} for read in cards if read.confidence < CERTAIN
    ]
    return json.dumps({"photo": str(path), "cards": found, "doubtful": doubtful, "ms": milliseconds})


def _plain(read: CardRead) -> dict[str, Any]:
    return {
        "card": str(read.card),
        "confidence": round(float(read.confidence), 4),
        "box": [round(float(edge), 1) for edge in read.box],
    }


def _in_words(path: Path, cards: Sequence[CardRead], milliseconds: float) -> str:
    found = [read for read in cards if read.confidence >= CERTAIN]
    named = "  ".join(f"{read.card} {read.confidence:.2f}" for read in found) or "no card"
    doubtful = "  ".join(
        f"{read.card}{f' or {read.rival}' if read.rival else ''} {read.confidence:.2f}"
        for read in cards
        if read.confidence < CERTAIN
    )
    said = f"{path}: {len(found)} card{'' if len(found) == 1 else 's'} in {milliseconds} ms: {named}"
    return said + (f"; doubtful: {doubtful}" if doubtful else "")
