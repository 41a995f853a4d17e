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
import numpy as np
import numpy.typing as npt

from device.settings.errors import CommandError
from device.settings.profiles import reader_for
from vision.output_files import OutputError, check_output, write_whole
from vision.reader.overlay import overlay
from vision.reader.photograph_cards import CERTAIN
from vision.reader.reader import CardRead, PhotographRead, PictureError, Reader, load_photograph

_KINDS: Final = (".jpg", ".jpeg", ".png", ".webp")
_QUALITY: Final = (cv2.IMWRITE_JPEG_QUALITY, 92)
_MOST_SAID: Final = 120
"""So much of what an exception says is passed on, characters."""


def read_photographs(options: argparse.Namespace) -> int:
    """Read the cards of each photograph; a file that cannot be read gives one sentence and status 1 at the end."""
    drawings = overlay_files(options.photos, options.overlay) if options.overlay else []
    reader: Reader | None = None
    status = 0
    for place, path in enumerate(options.photos):
        try:
            picture = load_photograph(path)
        except PictureError as error:
            status = _complain(str(error))
            continue
        reader = reader or reader_for(options)
        try:
            started = time.perf_counter()
            read = reader.photograph(picture)
            milliseconds = round(1000 * (time.perf_counter() - started), 1)
            drawn = _drawing(picture, read, drawings[place].suffix.lower()) if drawings else b""
        # whatever it is that a picture brings about, the others are read
        except Exception as error:
            status = _complain(f"{path} cannot be read ({_why(error)}); save it anew, smaller, and read that")
            continue
        said = _as_json if options.json else _in_words
        print(said(path, read.cards, milliseconds), flush=True)
        if drawings:
            _write(drawings[place], drawn)
    return status


def _complain(sentence: str) -> int:
    print(f"whist-table read: {sentence}", file=sys.stderr)
    return 1


def _why(error: Exception) -> str:
    """What an exception says of itself in a few words."""
    if isinstance(error, MemoryError):
        return "there is too little memory for it"
    lines = str(error).strip().splitlines()
    return lines[-1][:_MOST_SAID] if lines else type(error).__name__


def _drawing(picture: npt.NDArray[np.uint8], read: PhotographRead, kind: str) -> bytes:
    """The photograph with what was read in it, as a file of that kind."""
    return cv2.imencode(kind, overlay(picture, read.indices, read.cards), _QUALITY)[1].tobytes()


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
