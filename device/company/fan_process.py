"""The process in which a photograph of somebody's cards is read: ``python -m device.company.fan_process [PROFILE]``.

The JPEG comes in on standard input, the cards go out on standard output as JSON: ``{"cards": ["HT", …], "doubtful":
n}``, or ``{"why": …}`` where it is no picture that can be read. Nothing is written anywhere. It gives way to everything
else, and whoever started it ends it where it takes too long or too much memory.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from device.limits import give_way
from vision.camera.photograph_files import PictureError, photograph_in
from vision.packs.profile import Profile
from vision.reader.photograph_cards import CERTAIN
from vision.reader.reader import Reader

MOST_BYTES: Final = 900 * 2**20
"""Memory for its data; it ends where it needs more."""
MOST_PIXELS: Final = 8_000_000
LARGEST: Final = 2_000_000
"""Bytes on standard input at most."""


def main() -> int:
    """Read the photograph of standard input."""
    give_way(MOST_BYTES)
    data = sys.stdin.buffer.read(LARGEST + 1)
    profile = Profile.load(Path(sys.argv[1])) if len(sys.argv) > 1 else None
    json.dump(cards_in(data, Reader(profile=profile)), sys.stdout)
    return 0


def cards_in(data: bytes, reader: Reader) -> dict[str, Any]:
    """The cards in a photograph."""
    try:
        read = reader.photograph(photograph_in(data, MOST_PIXELS))
    except PictureError:
        return {"why": "it is no picture"}
    sure = [str(one.card) for one in read.cards if one.confidence >= CERTAIN]
    return {"cards": sure, "doubtful": len(read.cards) - len(sure)}


if __name__ == "__main__":
    sys.exit(main())
