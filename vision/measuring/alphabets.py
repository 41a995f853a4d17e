"""How well photographs of packs with other countries' letters, and on dark card stock, are read:
`python -m vision.measuring.alphabets`.

The packs are drawn by the project itself in typefaces kept out of training (`python -m vision.training.packs.packs
--fetch` gets them), with everything else that a printer may choose varied. Each is photographed whole, thirteen cards a
picture, seen a little from the side, a little soft and noisy; the same for the same seed. ``--fanned`` shows one index
of each alone. Of each card it is counted whether it
was read right, taken for another, doubted, or missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from vision.arrays import Picture
from vision.measuring.counting import positive
from vision.measuring.labels import PixelBox
from vision.reader.reader import CERTAIN, MODEL_FOLDER, CardRead, ModelError, Reader
from vision.training.drawing.alphabets import ALPHABETS, OTHERS, Wish
from vision.training.drawing.labels import LabelledPack
from vision.training.packs.drawn import drawn_pack
from vision.training.packs.packs import CACHE
from whist.cards import PACK, Card

ROWS: Final = {
    "English": Wish(),
    **{name: Wish(name) for name in (*ALPHABETS, *OTHERS)},
    "English on dark stock": Wish(dark=True),
}
"""What is measured, by name."""
_HEIGHT: Final = 300
"""Height of a card in its photograph, pixels."""
_PITCH: Final = (250, 340)
_COLUMNS: Final = 5
_IN_ONE: Final = 13
"""Cards in a photograph."""
_FAN: Final = 56
"""In a row of cards that lie upon one another so much of each is seen, but of the last."""
_TURN: Final = 0.12
_TURN_IN_FAN: Final = 0.03
"""Cards are turned by up to this, radians."""
_LEAN: Final = 0.06
"""The farther edge of a photograph is nearer to the camera by up to this share."""
_BLUR: Final = (0.4, 1.2)
_NOISE: Final = (1.0, 5.0)
_LIGHT: Final = (0.6, 1.0)


@dataclass
class AlphabetFigures:
    """Cards of one kind of pack: how many were shown, read right, taken for another one, doubted, missed."""

    cards: int = 0
    right: int = 0
    false: int = 0
    doubted: int = 0
    missed: int = 0
    nowhere: int = 0
    """Names where no card is, or beside the right one of the same card."""
    taken: Counter[str] = field(default_factory=Counter)
    """Ranks or suits taken for others, such as ``J>8``."""

    def add(self, other: AlphabetFigures) -> None:
        """Count another pack's figures in."""
        for name in ("cards", "right", "false", "doubted", "missed", "nowhere"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.taken += other.taken

    def row(self, name: str) -> str:
        """A line of the table in docs/reading.md."""
        most = ", ".join(f"{pair} {times}" for pair, times in self.taken.most_common(6))
        counts = f"{self.cards} | {self.right} | {self.false} | {self.doubted} | {self.missed} | {self.nowhere}"
        return f"| {name} | {counts} | {most or '–'} |"


HEAD: Final = (
    "| letters | cards | right | false | doubted | missed | further names | most often |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- |"
)


def photographed(
    pack: LabelledPack, cards: Sequence[Card], rng: np.random.Generator, fanned: bool = False
) -> tuple[Picture, list[PixelBox]]:
    """Cards of a pack in rows on a table (h, w, 3), or ``fanned`` in one, each upon the one before; and x0, y0, x1, y1
    around what is seen of each, pixels."""
    columns, wide_pitch, most = (len(cards), _FAN, _TURN_IN_FAN) if fanned else (_COLUMNS, _PITCH[0], _TURN)
    rows = -(-len(cards) // columns)
    size = ((columns - 1) * wide_pitch + _PITCH[0] + 60, rows * _PITCH[1] + 60)
    ground = np.clip(rng.uniform(30, 130, 3) + rng.normal(0, 6, (size[1], size[0], 3)), 0, 255).astype(np.float32)
    lean = rng.uniform(-_LEAN, _LEAN, 2)
    places = []
    for k, card in enumerate(cards):
        face = pack.faces[card]
        scale, turn = _HEIGHT / face.shape[0], float(rng.uniform(-most, most))
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        x, y = 30 + _PITCH[0] / 2 + k % columns * wide_pitch, 30 + (k // columns + 0.5) * _PITCH[1]
        wide, high = face.shape[1] / 2, face.shape[0] / 2
        laid = np.array([[c, s, x - c * wide - s * high], [-s, c, y + s * wide - c * high], [0, 0, 1]])
        seen = np.array([[1, 0, 0], [0, 1, 0], [lean[0] / size[0], lean[1] / size[1], 1]]) @ laid
        shown = cv2.warpPerspective(face, seen, size, flags=cv2.INTER_AREA).astype(np.float32)
        cover = shown[:, :, 3:] / 255
        ground = ground * (1 - cover) + shown[:, :, :3] * cover
        corners = seen @ np.array([[0, 2 * wide, 0, 2 * wide], [0, 0, 2 * high, 2 * high], [1, 1, 1, 1]])
        xs, ys = corners[0] / corners[2], corners[1] / corners[2]
        places.append((float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())))
        if fanned and k:
            before = places[k - 1]
            places[k - 1] = (*before[:2], min(before[2], float(xs.min())), before[3])
    soft = cv2.GaussianBlur(ground * rng.uniform(*_LIGHT), (0, 0), float(rng.uniform(*_BLUR)))
    noisy = soft + rng.normal(0, rng.uniform(*_NOISE), soft.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8), places


def count(cards: Sequence[Card], places: Sequence[PixelBox], reads: Sequence[CardRead]) -> AlphabetFigures:
    """What was read of cards that lie at places: `reads` are those named and those in doubt."""
    figures = AlphabetFigures(cards=len(cards))
    for card, place in zip(cards, places, strict=True):
        here = [read for read in reads if _inside(place, read)]
        sure = [read for read in here if read.confidence >= CERTAIN]
        others = [read for read in sure if read.card != card]
        if any(read.card == card for read in sure):
            figures.right += 1
            figures.nowhere += len(others)
        elif others:
            figures.false += 1
            figures.taken[_mistaken(card, others[0].card)] += 1
            figures.nowhere += len(others) - 1
        elif here:
            figures.doubted += 1
        else:
            figures.missed += 1
    around = [read for read in reads if read.confidence >= CERTAIN and not any(_inside(p, read) for p in places)]
    figures.nowhere += len(around)
    return figures


def _inside(place: PixelBox, read: CardRead) -> bool:
    x, y = (read.box[0] + read.box[2]) / 2, (read.box[1] + read.box[3]) / 2
    return place[0] <= x <= place[2] and place[1] <= y <= place[3]


def _mistaken(card: Card, other: Card) -> str:
    return f"{card.rank}>{other.rank}" if card.rank != other.rank else f"{card.suit}>{other.suit}"


def measure_pack(reader: Reader, pack: LabelledPack, rng: np.random.Generator, fanned: bool = False) -> AlphabetFigures:
    """All 52 cards of a pack, shuffled, in four photographs."""
    cards = [PACK[k] for k in rng.permutation(len(PACK))]
    figures = AlphabetFigures()
    for first in range(0, len(cards), _IN_ONE):
        part = cards[first : first + _IN_ONE]
        picture, places = photographed(pack, part, rng, fanned)
        figures.add(count(part, places, reader.photograph(picture).cards))
    return figures


def packs(wish: Wish, folder: Path, number: int, seed: int) -> Iterator[LabelledPack]:
    """So many packs of one kind in the typefaces kept out of training; raises ``ValueError`` where none has its
    letters."""
    for k in range(number):
        yield drawn_pack(np.random.default_rng([seed, 3, k]), folder, held_out=True, wish=wish)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 when the model cannot be opened or no typeface has been fetched."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.alphabets", description=__doc__)
    parser.add_argument("--packs", type=positive, default=12, help="how many packs of each kind (12)")
    parser.add_argument("--only", choices=ROWS, metavar="NAME", nargs="*", help="these kinds alone: %(choices)s")
    parser.add_argument("--fanned", action="store_true", help="each card upon the one before: one index alone is seen")
    parser.add_argument("--folder", type=Path, default=CACHE, help="cache of fonts (default: %(default)s)")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder with the networks")
    parser.add_argument("--threads", type=positive, default=2, help="threads of the reader (2)")
    parser.add_argument("--seed", type=int, default=26)
    given = parser.parse_args(arguments)
    if not (given.folder / "fonts").is_dir():
        print(
            f"{given.folder} holds no fonts; get them by `python -m vision.training.packs.packs --fetch OUT.png`",
            file=sys.stderr,
        )
        return 1
    try:
        reader = Reader(given.model, given.threads)
    except ModelError as error:
        print(error, file=sys.stderr)
        return 1
    print(HEAD, flush=True)
    for name in given.only or ROWS:
        figures = AlphabetFigures()
        try:
            drawn = packs(ROWS[name], given.folder, given.packs, given.seed)
            for k, pack in enumerate(
                tqdm(drawn, desc=name, total=given.packs, unit="pack", disable=not sys.stderr.isatty(), leave=False)
            ):
                figures.add(measure_pack(reader, pack, np.random.default_rng([given.seed, 4, k]), given.fanned))
        except ValueError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        print(figures.row(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
