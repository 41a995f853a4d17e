"""How well the reader reads corner indices of packs that it never saw: `python -m vision.measuring.corners FOLDER…`.

A folder holds the faces of one pack as pictures named by card code, such as HT.png; a folder of such folders counts as
all of them. Indices are found by themselves (`vision.packs.index_boxes`) and shown as a camera may see them
(`vision.packs.corner_pictures`), the same for the same seed. Each is read twice: by the classifier at its true place,
and by detector and classifier together.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, exp, hypot, log
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from vision.arrays import Picture
from vision.index.poses import crops
from vision.measuring.counting import positive
from vision.packs.corner_pictures import CornerPicture, corner_picture
from vision.packs.faces import DESIGNS, Face, Pack, PackError
from vision.packs.index_boxes import IndexBox, index_boxes
from vision.reader.reader import MODEL_FOLDER, NO_CARD, ModelError, Reader
from whist.cards import FULL_PACK, JOKERS, PACK, RANKS, Card

HEIGHTS: Final = (20.0, 60.0)
"""Least and greatest height of an index in its picture, px."""
_JITTER: Final = (0.02, 0.03, 0.04)
"""Spread of what is added to the true pose: place and size in heights, turn in radians."""
_NEAR: Final = 0.3
"""An index was found where one was seen within this many heights of its middle."""
_RED: Final = 40.0
"""Ink is clearly red where its red exceeds its other colours by more than this, grey levels."""
_MOST_SHOWN: Final = 480


@dataclass(frozen=True, slots=True)
class Misreading:
    """An index misread: its true card, what was read (``None`` is "no card" or not found), and its crop (56, 40, 3)."""

    pack: str
    card: Card
    read: Card | None
    end_to_end: bool
    crop: Picture = field(repr=False)


@dataclass(slots=True)
class CornerFigures:
    """What was read of a pack. ``classified``: right at the true place; ``found`` and ``named``: end to end."""

    indices: int = 0
    classified: int = 0
    found: int = 0
    named: int = 0
    bare: list[Card] = field(default_factory=list)
    """Cards without an index that could be found."""
    mistakes: list[Misreading] = field(default_factory=list, repr=False)

    def add(self, other: CornerFigures) -> None:
        """Count another pack's figures in."""
        self.indices += other.indices
        self.classified += other.classified
        self.found += other.found
        self.named += other.named
        self.bare += other.bare
        self.mistakes += other.mistakes

    def __str__(self) -> str:
        of = max(self.indices, 1)
        return (
            f"classifier {self.classified}/{self.indices} ({self.classified / of:.4f}), found {self.found} "
            f"({self.found / of:.4f}), found and named {self.named} ({self.named / of:.4f})"
        )

    def confusions(self, end_to_end: bool = False) -> str:
        """Every confusion with its count, the most frequent first: ``S3>S5 4``."""
        counts = Counter(f"{one.card}>{one.read or 'none'}" for one in self.mistakes if one.end_to_end == end_to_end)
        return ", ".join(f"{pair} {count}" for pair, count in sorted(counts.items(), key=lambda c: (-c[1], c[0])))

    def parts(self) -> str:
        """What the classifier's mistakes are about: ranks and suits taken for another, and indices taken for none."""
        ranks: Counter[str] = Counter()
        suits: Counter[str] = Counter()
        none = 0
        for one in self.mistakes:
            if one.end_to_end:
                continue
            if one.read is None:
                none += 1
                continue
            if one.card.is_joker or one.read.is_joker or one.card.rank != one.read.rank:
                ranks[f"{_rank(one.card)}>{_rank(one.read)}"] += 1
            if not one.card.is_joker and not one.read.is_joker and one.card.suit != one.read.suit:
                suits[f"{one.card.suit}>{one.read.suit}"] += 1
        told = [f"{pair} {count}" for counts in (ranks, suits) for pair, count in counts.most_common(20)]
        return ", ".join([*told, f"none {none}"])


def _rank(card: Card) -> str:
    return "joker" if card.is_joker else card.rank


def measure_pack(
    reader: Reader, pack: Pack, variants: int = 4, heights: tuple[float, float] = HEIGHTS, seed: int = 0
) -> CornerFigures:
    """Read every index of a pack ``variants`` times; raises ``PackError`` when it shows no indices."""
    boxes = index_boxes(pack)
    alike = {*JOKERS} if _jokers_alike(pack, boxes) else set()
    figures = CornerFigures(bare=[card for card, some in boxes.items() if not some])
    for card, number, box in ((card, n, box) for card, some in boxes.items() for n, box in enumerate(some)):
        for variant in range(variants):
            key = (seed, zlib.crc32(pack.name.encode()), FULL_PACK.index(card), number, variant)
            rng = np.random.default_rng(key)
            height = exp(rng.uniform(log(heights[0]), log(heights[1])))
            seen = corner_picture(pack.face(card), box, height, rng)
            _count(figures, reader, pack.name, card, seen, alike, rng)
    return figures


def _count(
    figures: CornerFigures,
    reader: Reader,
    name: str,
    card: Card,
    seen: CornerPicture,
    alike: set[Card],
    rng: np.random.Generator,
) -> None:
    right = alike if card in alike else {card}
    crop, read = classified(reader, seen, rng)
    figures.indices += 1
    figures.classified += read in right
    if read not in right:
        figures.mistakes.append(Misreading(name, card, read, False, crop))
    found, named = end_to_end(reader, seen)
    figures.found += found
    figures.named += named in right
    if named not in right:
        figures.mistakes.append(Misreading(name, card, named, True, crop))


def classified(reader: Reader, seen: CornerPicture, rng: np.random.Generator) -> tuple[Picture, Card | None]:
    """The crop at the true pose, a little off as a detector's is, and the card that both heads read (None is none)."""
    x, y, angle, height = seen.pose
    place, size, turn = _JITTER
    pose = (
        x + rng.normal(0, place) * height,
        y + rng.normal(0, place) * height,
        angle + rng.normal(0, turn),
        height * exp(rng.normal(0, size)),
    )
    cut = crops(seen.picture, np.array([pose], np.float32))
    return cut[0], _best(reader.named(cut)[0])


def end_to_end(reader: Reader, seen: CornerPicture) -> tuple[bool, Card | None]:
    """Whether the index was found in the picture, and the card that the reading nearest to it names."""
    x, y, angle, height = seen.pose
    near = [
        (hypot(one.x - x, one.y - y), k, one)
        for k, one in enumerate(reader.indices(seen.picture))
        if hypot(one.x - x, one.y - y) < _NEAR * height and cos(one.angle - angle) > 0.7
    ]
    if not near:
        return False, None
    return True, _best(min(near)[2].belief)


def _best(belief: npt.NDArray[np.float32]) -> Card | None:
    best = int(belief.argmax())
    return None if best == NO_CARD else FULL_PACK[best]


def _jokers_alike(pack: Pack, boxes: dict[Card, list[IndexBox]]) -> bool:
    """Whether nobody could tell the jokers' indices apart by colour: one clearly red, the other not."""
    if not all(boxes.get(card) for card in JOKERS):
        return False
    red, black = (redness(pack.face(card), boxes[card][0]) > _RED for card in JOKERS)
    return red == black


def redness(face: Face, box: IndexBox) -> float:
    """By how much the ink in a box is redder than anything else, grey levels (negative for other colours)."""
    top, left = round(box.y - box.height / 2), round(box.x - box.width / 2)
    part = face[max(top, 0) : top + round(box.height), max(left, 0) : left + round(box.width), :3].astype(np.float32)
    stock = np.median(part[:2].reshape(-1, 3), axis=0)
    ink = part[np.abs(part - stock).max(axis=2) > 60]
    if not len(ink):
        return 0.0
    blue, green, red = ink.mean(axis=0)
    return float(red - max(blue, green))


def sheet(mistakes: Sequence[Misreading], title: str = "") -> Picture:
    """Crops of misread indices, each with its truth and what was read: (h, w, 3) BGR; the first 480 of them."""
    columns, wide, high = 16, 92, 150
    shown = mistakes[:_MOST_SHOWN]
    rows = max(1, -(-len(shown) // columns))
    out = np.full((rows * high + 24, columns * wide, 3), 255, np.uint8)
    _write(out, f"{title} {len(mistakes)} misread, {len(shown)} shown", 4, 16, 0.5)
    for k, one in enumerate(shown):
        x, y = k % columns * wide + 4, k // columns * high + 28
        out[y : y + 112, x : x + 80] = cv2.resize(one.crop, (80, 112), interpolation=cv2.INTER_CUBIC)
        _write(out, f"{one.card}>{one.read or '-'}{' e' if one.end_to_end else ''}", x, y + 124, 0.4)
        _write(out, one.pack[:14], x, y + 135, 0.3)
    return out


def _write(picture: Picture, text: str, x: int, y: int, size: float) -> None:
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 1, cv2.LINE_AA)


def overlay(pack: Pack, boxes: dict[Card, list[IndexBox]]) -> Picture:
    """All faces of a pack, a third of their size, with their index boxes (green upright, red upside down)."""
    tiles = []
    for card in [*PACK, *(card for card in JOKERS if card in boxes)]:
        face = pack.face(card)[:, :, :3].copy()
        for box in boxes[card]:
            corners = [(round(box.x + sign * box.width / 2), round(box.y + sign * box.height / 2)) for sign in (-1, 1)]
            cv2.rectangle(face, corners[0], corners[1], (0, 0, 255) if box.angle else (0, 160, 0), 3)
        size = (face.shape[1] // 3, face.shape[0] // 3)
        tiles.append(cv2.resize(face, size, interpolation=cv2.INTER_AREA))
    blank = np.full_like(tiles[0], 128)
    tiles += [blank] * (-len(tiles) % len(RANKS))
    first = range(0, len(tiles), len(RANKS))
    return np.asarray(np.vstack([np.hstack(tiles[k : k + len(RANKS)]) for k in first]), np.uint8)


def pack_folders(given: Sequence[Path]) -> Iterator[Path]:
    """The folders themselves, or the packs' folders in them; raises ``PackError`` for a folder that is not there."""
    for folder in given:
        if not folder.is_dir():
            raise PackError(f"{folder} is no folder; give folders of pictures named by card code, such as HT.png.")
        inside = sorted(path for path in folder.iterdir() if path.is_dir())
        if inside and not any(path.stem.upper() == "S2" for path in folder.iterdir()):
            yield from inside
        else:
            yield folder


def packs_in(given: Sequence[Path]) -> list[Pack]:
    """The packs of `pack_folders`, or the project's own where no folder is given; raises ``PackError``."""
    return [Pack.from_folder(folder) for folder in pack_folders(given)] or [Pack.drawn(design) for design in DESIGNS]


def _height(text: str) -> float:
    value = float(text)
    if not 8 <= value <= 400:
        raise argparse.ArgumentTypeError(f"{text} px is no height of an index that can be shown; give 8 to 400")
    return value


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.corners", description=__doc__)
    parser.add_argument(
        "folder", nargs="+", type=Path, help="pictures of one pack's faces, or a folder of such folders"
    )
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder of the model")
    parser.add_argument("--variants", type=positive, default=4, help="pictures of each index (4)")
    parser.add_argument(
        "--heights", type=_height, nargs=2, default=HEIGHTS, metavar="PX", help="least and greatest height (20 60)"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=positive, default=1)
    parser.add_argument("--mistakes", type=Path, metavar="OUT.png", help="draw the crops that were misread")
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="draw each pack's faces with the boxes found")
    options = parser.parse_args(arguments)
    if options.heights[0] > options.heights[1]:
        parser.error("the least height is above the greatest; give the smaller one first")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of each pack and of all; 0, or 1 when nothing could be measured."""
    options = _options(arguments)
    cv2.setNumThreads(options.threads)
    total = CornerFigures()
    try:
        reader = Reader(options.model, options.threads)
        folders = list(pack_folders(options.folder))
        for folder in tqdm(folders, desc="packs", unit="pack", disable=None):
            try:
                pack = Pack.from_folder(folder)
                if options.overlay:
                    _save(options.overlay / f"{pack.name}.png", overlay(pack, index_boxes(pack)))
                figures = measure_pack(reader, pack, options.variants, tuple(options.heights), options.seed)
            except PackError as error:
                tqdm.write(f"{folder.name}: left out: {error}", file=sys.stderr)
                continue
            tqdm.write(_report(pack.name, figures))
            total.add(figures)
        if not total.indices:
            print("No pack could be measured.", file=sys.stderr)
            return 1
        print(f"ALL {len(folders)} packs: {total}")
        print(f"  ranks and suits: {total.parts()}")
        if options.mistakes:
            _save(options.mistakes, sheet(total.mistakes))
    except (PackError, ModelError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _report(name: str, figures: CornerFigures) -> str:
    lines = [f"{name}: {figures}"]
    for label, text in (
        ("classifier", figures.confusions()),
        ("end to end", figures.confusions(end_to_end=True)),
        ("no index found on", " ".join(map(str, figures.bare))),
    ):
        if text:
            lines.append(f"  {label}: {text}")
    return "\n".join(lines)


def _save(path: Path, picture: Picture) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise OSError(f"OpenCV could not write {path} as a PNG.")
    path.write_bytes(data.tobytes())


if __name__ == "__main__":
    sys.exit(main())
