"""How well the reader reads folders of labelled photographs: `python -m vision.measuring.photographs FOLDER…
[--spoiled]`.

Folders are those of `vision.measuring.labels`. A card counts once a photograph; where only ranks are labelled, two
cards of one rank count as two. Times are of reading only; since machines differ and are busy, each is given too as a
multiple of a fixed piece of work, `yardstick`, timed in between.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

from vision.measuring.labels import Mistake, compare, load_labels, mistakes
from vision.output_files import OutputError, check_output, write_whole
from vision.packs.spoil import SPOILS
from vision.reader.reader import CERTAIN, ModelError, PictureError, Reader, load_photograph
from whist.cards import RANKS, SUITS

CLEAN: Final = "clean"


@dataclass(frozen=True)
class PhotographFigures:
    """What was read of a folder: distinct cards named right, named, labelled, over all photographs."""

    photographs: int
    right: int
    named: int
    labelled: int
    milliseconds: float
    """Middle time of one photograph, reading only."""
    ratio: float = 0.0
    """The same as a multiple of the middle time of the `yardstick`."""
    folder: str = ""
    spoil: str = CLEAN
    """Name of what was done to the photographs, one of `vision.packs.spoil.SPOILS`."""
    mistakes: tuple[Mistake, ...] = field(default=(), repr=False)
    counted: Counter[str] = field(default_factory=Counter, repr=False)
    """How often each code, or rank, is labelled."""

    @property
    def precision(self) -> float:
        """Share of the named cards that are there; 1.0 when none was named."""
        return self.right / self.named if self.named else 1.0

    @property
    def recall(self) -> float:
        """Share of the labelled cards that were named; 1.0 when none was labelled."""
        return self.right / self.labelled if self.labelled else 1.0

    def __str__(self) -> str:
        return (
            f"{self.right} right of {self.named} named (precision {self.precision:.4f}), of {self.labelled} labelled "
            f"(recall {self.recall:.4f}), {self.photographs} photographs, {self.milliseconds:.0f} ms each"
        )

    def plain(self) -> dict[str, Any]:
        """The same as JSON has it; see docs/formats.md."""
        return {
            "folder": self.folder,
            "spoil": self.spoil,
            "photographs": self.photographs,
            "right": self.right,
            "named": self.named,
            "labelled": self.labelled,
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "ms": round(self.milliseconds, 1),
            "ratio": round(self.ratio, 2),
            "counted": dict(sorted(self.counted.items())),
            "mistakes": [
                {"photo": m.photograph, "was": m.was, "named": m.named, "also_right": m.also_right}
                for m in self.mistakes
            ],
        }


def yardstick() -> float:
    """Milliseconds of a fixed piece of work: a wide Gaussian over half a million numbers, by OpenCV."""
    field_ = np.ones((700, 700), np.float32)
    began = time.perf_counter()
    cv2.GaussianBlur(field_, (41, 41), 8.0)
    return 1000 * (time.perf_counter() - began)


def measure(folder: Path, reader: Reader, *, spoil: str = CLEAN, quiet: bool = True) -> PhotographFigures:
    """Reads every photograph of a folder, spoiled as `vision.packs.spoil.SPOILS` says.

    Raises `PictureError` when there are no labels, or a photograph is missing or broken.
    """
    photographs = load_labels(folder)
    right = named = labelled = 0
    times, sticks = [], []
    wrong: list[Mistake] = []
    counted: Counter[str] = Counter()
    for photograph in tqdm(photographs, desc=f"{folder.name} {spoil}", unit="photo", disable=quiet, leave=False):
        whole = load_photograph(photograph.path)
        picture = SPOILS[spoil](whole)
        sticks.append(yardstick())
        began = time.perf_counter()
        found = reader.photograph(picture)
        reads = found.named
        if photograph.ranks_only:
            reads = [read for read in found.cards if read.rank_confidence >= CERTAIN]
        times.append(1000 * (time.perf_counter() - began))
        wanted, got = compare(photograph, reads)
        right += (wanted & got).total()
        named += got.total()
        labelled += wanted.total()
        counted += wanted
        wrong += mistakes(photograph, reads, picture.shape[1] / whole.shape[1])
    middle = statistics.median(times)
    return PhotographFigures(
        photographs=len(photographs),
        right=right,
        named=named,
        labelled=labelled,
        milliseconds=middle,
        ratio=middle / statistics.median(sticks),
        folder=folder.name,
        spoil=spoil,
        mistakes=tuple(wrong),
        counted=counted,
    )


def confusions(figures: Iterable[PhotographFigures], part: int) -> list[tuple[str, str, int]]:
    """(what it was, what it was taken for, how often), most often first; `part` 0 compares suits, -1 ranks.

    "–" stands for nothing: a card that was missed, or a name where no card is. Cards taken for others of the same
    suit, or rank, are no confusion of suits, or of ranks.
    """
    found: Counter[tuple[str, str]] = Counter()
    for mistake in (mistake for one in figures for mistake in one.mistakes):
        codes = mistake.was, mistake.named
        if part == 0 and any(code is not None and len(code) == 1 for code in codes):
            continue  # only the rank is labelled
        was, named = (code[part] if code else "–" for code in codes)
        if was != named:
            found[was, named] += 1
    return [(was, named, times) for (was, named), times in sorted(found.items(), key=lambda item: (-item[1], item[0]))]


def heading() -> str:
    """The line above `row`s."""
    return (
        f"{'set':<10} {'spoil':<9} {'right':>6} {'named':>6} {'labelled':>8} {'precision':>9} {'recall':>7} "
        f"{'ms':>6} {'ratio':>6}"
    )


def row(figures: PhotographFigures) -> str:
    """One line of the table of figures."""
    return (
        f"{figures.folder:<10} {figures.spoil:<9} {figures.right:6} {figures.named:6} {figures.labelled:8} "
        f"{figures.precision:9.4f} {figures.recall:7.4f} {figures.milliseconds:6.0f} {figures.ratio:6.1f}"
    )


def misread(figures: PhotographFigures) -> Iterator[str]:
    """One line for each photograph with mistakes."""
    photographs: dict[str, list[str]] = {}
    for mistake in figures.mistakes:
        photographs.setdefault(mistake.photograph, []).append(str(mistake))
    for name, texts in photographs.items():
        yield f"{name}: {', '.join(texts)}"


def confused(figures: Sequence[PhotographFigures]) -> Iterator[str]:
    """The confusions by rank and by suit in lines of words, and how many were labelled of each."""
    counted = sum((one.counted for one in figures), Counter[str]())
    for title, part, order in (("ranks", -1, RANKS), ("suits", 0, SUITS)):
        codes = Counter({"": 0})
        for code, times in counted.items():
            codes[code[part] if part or len(code) > 1 else ""] += times
        lines: dict[str, list[str]] = {}
        for was, named, times in confusions(figures, part):
            lines.setdefault(was, []).append(f"{named} {times}×")
        if lines:
            yield f"{title}: which was taken for which, how often (–: missed, or nothing there)"
        for was in sorted(lines, key=lambda was: order.find(was) if was in order else len(order)):
            yield (
                f"  {was} ({codes[was]} labelled): {', '.join(lines[was])}"
                if was != "–"
                else (f"  – : {', '.join(lines[was])}")
            )


def run(
    folders: Sequence[Path],
    reader: Reader,
    *,
    spoiled: bool = False,
    mistakes_too: bool = False,
    out: Path | None = None,
    quiet: bool = True,
) -> list[PhotographFigures]:
    """Measures and prints the table as it grows, then the confusions; `out` gets it all as JSON.

    Raises `PictureError` and `OutputError`, the latter before anything is read where it can be known.
    """
    if out:
        check_output(out)
    for folder in folders:
        load_labels(folder)
    print(heading(), flush=True)
    figures = []
    for spoil in SPOILS if spoiled else (CLEAN,):
        for folder in folders:
            figures.append(measure(folder, reader, spoil=spoil, quiet=quiet))
            print(row(figures[-1]), flush=True)
            for line in misread(figures[-1]) if mistakes_too else ():
                print(f"    {line}", flush=True)
    print(*confused(figures), sep="\n")
    if out:
        write_whole(out, (json.dumps([one.plain() for one in figures], indent=1) + "\n").encode())
    return figures


def main() -> int:
    """The command line; 1 when a folder could not be read or the model not be opened."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.photographs", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders with labels.json")
    parser.add_argument("--model", type=Path, help="another model than the one that comes with the program")
    parser.add_argument("--threads", type=int, default=2, help="threads of the reader (2)")
    parser.add_argument("--spoiled", action="store_true", help="also dark, blurred and so on")
    parser.add_argument("--mistakes", action="store_true", help="print what was misread, photograph by photograph")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures to this file too")
    given = parser.parse_args()
    try:
        reader = Reader(given.model, given.threads) if given.model else Reader(threads=given.threads)
        run(
            given.folders,
            reader,
            spoiled=given.spoiled,
            mistakes_too=given.mistakes,
            out=given.json,
            quiet=not sys.stderr.isatty(),
        )
    except (ModelError, PictureError, OutputError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
