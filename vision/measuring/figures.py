"""Draws figures of the reader as one picture: `python -m vision.measuring.figures FIGURES.json OUT.png`.

FIGURES.json is what `python -m vision.measuring.photographs --json` writes. On the left a bar for recall and one for
precision for each set and spoil, on the right which rank and which suit was taken for which, over all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.output_files import OutputError, check_output, write_whole
from whist.cards import RANKS, SUITS

LEAST: Final = 0.8
"""Where bars begin; what is less is drawn as an empty one, and its number tells."""
_INK: Final = (40, 40, 40)
_FAINT: Final = (225, 225, 225)
_RECALL: Final = (170, 110, 40)
_PRECISION: Final = (60, 150, 60)
_ROW: Final = 34
_CELL: Final = 38
_BARS: Final = (230, 420)
"""Where bars begin, and their length for all of it, pixels."""
_RIGHT: Final = 780
_NOTHING: Final = "-"
"""Missed, or a name where no card is."""


class FiguresError(Exception):
    """A file holds no figures; the text is one sentence."""


def load(path: Path) -> list[dict[str, Any]]:
    """The figures in a file, one dict for each set and spoil; raises `FiguresError`."""
    try:
        figures = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise FiguresError(
            f"{path} cannot be read as figures ({error}); write it by vision.measuring.photographs --json"
        ) from error
    wanted = {"folder": str, "spoil": str, "precision": float, "recall": float, "named": int, "labelled": int}
    fits = isinstance(figures, list) and all(
        isinstance(one, dict)
        and all(isinstance(one.get(key), kind) for key, kind in wanted.items())
        and isinstance(one.get("mistakes"), list)
        and all(isinstance(mistake, dict) for mistake in one["mistakes"])
        for one in figures
    )
    if not fits or not figures:
        raise FiguresError(f"{path} holds no figures of photographs; write it by vision.measuring.photographs --json")
    return list(figures)


def drawn(figures: Sequence[dict[str, Any]]) -> Picture:
    """The picture (h, w, 3) BGR."""
    ranks = matrix(figures, RANKS, -1)
    suits = matrix(figures, SUITS, 0)
    height = max(90 + _ROW * len(figures) + 20, 150 + _CELL * (len(RANKS) + len(SUITS) + 5))
    out = np.full((height, _RIGHT + _CELL * (len(RANKS) + 3), 3), 255, np.uint8)
    _bars(out, figures)
    _grid(out, ranks, RANKS, "rank taken for", 40)
    _grid(out, suits, SUITS, "suit taken for", 40 + _CELL * (len(RANKS) + 4))
    return out


def matrix(figures: Sequence[dict[str, Any]], order: str, part: int) -> npt.NDArray[np.int64]:
    """How often which (row) was taken for which (column); the last row and column stand for no card."""
    counts = np.zeros((len(order) + 1, len(order) + 1), np.int64)
    for mistake in (mistake for one in figures for mistake in one["mistakes"]):
        codes = mistake.get("was"), mistake.get("named")
        if part == 0 and any(code is not None and len(code) == 1 for code in codes):
            continue  # only the rank is labelled
        was, named = (len(order) if code is None else order.find(code[part]) for code in codes)
        if min(was, named) >= 0 and was != named:
            counts[was, named] += 1
    return counts


def _bars(out: Picture, figures: Sequence[dict[str, Any]]) -> None:
    left, length = _BARS
    for place, (name, colour) in enumerate((("recall", _RECALL), ("precision", _PRECISION))):
        cv2.rectangle(out, (left + 130 * place, 24), (left + 130 * place + 14, 38), colour, -1)
        _write(out, name, (left + 130 * place + 22, 37))
    bottom = 80 + _ROW * len(figures)
    for step in range(5):
        x = left + round(length * step / 4)
        cv2.line(out, (x, 72), (x, bottom), _FAINT, 1)
        _write(out, f"{LEAST + (1 - LEAST) * step / 4:.2f}", (x - 16, 64), 0.42)
    before = None
    for place, one in enumerate(figures):
        y = 80 + _ROW * place
        if one["spoil"] != before:
            cv2.line(out, (20, y - 3), (left + length + 90, y - 3), _FAINT, 1)
            _write(out, one["spoil"], (20, y + 20))
            before = one["spoil"]
        _write(out, one["folder"][:12], (115, y + 20))
        for lower, (key, colour) in enumerate((("recall", _RECALL), ("precision", _PRECISION))):
            share = float(np.clip((one[key] - LEAST) / (1 - LEAST), 0, 1))
            top = y + 2 + 13 * lower
            cv2.rectangle(out, (left, top), (left + round(length * share), top + 10), colour, -1)
            _write(out, f"{one[key]:.4f}", (left + length + 10, top + 10), 0.42)


def _grid(out: Picture, counts: npt.NDArray[np.int64], order: str, title: str, top: int) -> None:
    names = [*order, _NOTHING]
    _write(out, f"{title} ({_NOTHING}: no card)", (_RIGHT, top - 6))
    most = max(1, int(counts.max()))
    for row, was in enumerate(names):
        y = top + _CELL * (row + 1)
        _write(out, was, (_RIGHT + 14, y + 25))
        _write(out, was, (_RIGHT + _CELL * (row + 1) + 14, top + 25))
        for column in range(len(names)):
            x = _RIGHT + _CELL * (column + 1)
            count = int(counts[row, column])
            shade = 255 - round(150 * (count / most) ** 0.5)
            corner, other = (x, y), (x + _CELL, y + _CELL)
            if row == column:
                cv2.rectangle(out, corner, other, _FAINT, -1)
            elif count:
                cv2.rectangle(out, corner, other, (shade, shade, 255), -1)
                _write(out, str(count), (x + (4 if count > 99 else 8 if count > 9 else 13), y + 25))
            cv2.rectangle(out, corner, other, _FAINT, 1)


def _write(out: Picture, text: str, place: tuple[int, int], size: float = 0.5) -> None:
    # the only letters that OpenCV has are ASCII
    plain = text.encode("ascii", "replace").decode()
    cv2.putText(out, plain, place, cv2.FONT_HERSHEY_SIMPLEX, size, _INK, 1, cv2.LINE_AA)


def main() -> int:
    """The command line; 1 when there are no figures or the picture cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.figures", description=__doc__)
    parser.add_argument("figures", type=Path, help="what vision.measuring.photographs --json wrote")
    parser.add_argument("out", type=Path, help="picture to write (.png)")
    given = parser.parse_args()
    try:
        if given.out.suffix.lower() != ".png":
            raise OutputError(f"{given.out} is no PNG file; name one that ends in .png")
        check_output(given.out, [given.figures])
        write_whole(given.out, cv2.imencode(".png", drawn(load(given.figures)))[1].tobytes())
    except (FiguresError, OutputError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
