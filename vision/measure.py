"""How well the reader reads a folder of labelled photographs: `python -m vision.measure FOLDER…`.

A folder holds pictures and `labels.json`: `{"photos": [{"file", "cards": [{"card": "HT"} or {"rank": "T"}, …]}]}`.
A card counts once a photograph; where only ranks are labelled, two cards of one rank count as two.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from vision.reader import CardRead, PictureError, Reader, load_photograph


@dataclass(frozen=True)
class Figures:
    """What was read of a folder: distinct cards named right, named, labelled, over all photographs."""

    photographs: int
    right: int
    named: int
    labelled: int
    milliseconds: float
    """Middle time of one photograph, reading only."""
    mistakes: tuple[str, ...] = field(default=(), repr=False)
    """One line for each photograph with a card too many or too few."""

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


def compare(labels: Iterable[dict[str, Any]], reads: Iterable[CardRead]) -> tuple[Counter[str], Counter[str]]:
    """What is labelled and what was named in one photograph, as codes, or as ranks where labels give only these."""
    labels = list(labels)
    if any("rank" in label for label in labels):
        return Counter(str(label["rank"]) for label in labels), Counter(read.card.rank for read in reads)
    return Counter({str(label["card"]) for label in labels}), Counter({str(read.card) for read in reads})


def measure(folder: Path, reader: Reader, *, quiet: bool = True) -> Figures:
    """Reads every photograph of a folder with `labels.json`; raises `PictureError` when there are no labels."""
    try:
        photos = json.loads((folder / "labels.json").read_text("utf-8"))["photos"]
    except (OSError, ValueError, KeyError, TypeError):
        raise PictureError(
            f"{folder} has no labels.json that can be read; give a folder of labelled photographs"
        ) from None
    right = named = labelled = 0
    times: list[float] = []
    mistakes: list[str] = []
    for photo in tqdm(photos, desc=folder.name, unit="photo", disable=quiet):
        picture = load_photograph(folder / photo["file"])
        began = time.perf_counter()
        reads = reader.photograph(picture)
        times.append(1000 * (time.perf_counter() - began))
        wanted, got = compare(photo["cards"], reads)
        right += (wanted & got).total()
        named += got.total()
        labelled += wanted.total()
        if wanted != got:
            missed, wrong = sorted((wanted - got).elements()), sorted((got - wanted).elements())
            mistakes.append(f"{photo['file']}: missed {' '.join(missed) or '—'}, wrong {' '.join(wrong) or '—'}")
    middle = sorted(times)[len(times) // 2] if times else 0.0
    return Figures(len(photos), right, named, labelled, middle, tuple(mistakes))


def main() -> int:
    """The command line; 1 when a folder could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders with labels.json")
    parser.add_argument("--model", type=Path, help="another model than the one that comes with the program")
    parser.add_argument("--mistakes", action="store_true", help="print what was misread")
    given = parser.parse_args()
    reader = Reader(given.model) if given.model else Reader()
    for folder in given.folders:
        try:
            figures = measure(folder, reader, quiet=not sys.stderr.isatty())
        except PictureError as error:
            print(error, file=sys.stderr)
            return 1
        print(f"{folder.name}: {figures}")
        for line in figures.mistakes if given.mistakes else ():
            print(f"  {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
