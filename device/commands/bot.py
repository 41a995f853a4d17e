"""``whist-table bot``: a computer player for other programs. One JSON position a line on standard input, one answer a
line on standard output (docs/formats.md, "Positions").
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from whist.players.player import decide
from whist.players.position_json import position_from_json

LONGEST: Final = 2**20
"""Bytes of a position at most."""


def answer_positions(options: argparse.Namespace) -> int:
    """Answer each position; status 1 when one of them cannot be answered."""
    right = True
    for line in lines(sys.stdin.buffer):
        told = answer(line, options.level, options.seed)
        right = right and "error" not in told
        print(json.dumps(told), flush=True)
    return 0 if right else 1


def lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of ``file`` that are not empty; of one that is too long the beginning alone, with the rest left out."""
    while line := file.readline(LONGEST + 1):
        rest = line
        while not rest.endswith(b"\n") and len(rest) > LONGEST:
            rest = file.readline(LONGEST + 1)
        if line.strip():
            yield line


def answer(line: bytes, level: str = "strong", seed: int = 0) -> dict[str, Any]:
    """``{"action": {…}, "ms": 12.3}``, or ``{"error": one sentence}`` for what is no position."""
    begun = time.perf_counter()
    if len(line) > LONGEST:
        return {"error": f"The line is longer than a position can be ({LONGEST} bytes)."}
    try:
        obj = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": "The line is no JSON object; write one position a line."}
    try:
        action = decide(position_from_json(obj), level, seed)
    except ValueError as error:
        return {"error": str(error)}
    return {"action": action.to_json(), "ms": round(1000 * (time.perf_counter() - begun), 1)}
