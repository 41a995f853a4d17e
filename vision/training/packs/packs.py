"""The packs that the reader's training draws from: `fetch`, `art_packs`, `drawn_pack`, `backs`.

``python -m vision.training.packs.packs OUT.png`` draws a picture of some of them, index boxes included, to look at;
``--unseen DIR`` writes those kept out of training as folders of faces, to measure with.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from vision.arrays import Picture
from vision.training.drawing.art import art_packs, fetch_art
from vision.training.drawing.backs import backs
from vision.training.drawing.families import FAMILIES, SUIT_FAMILIES
from vision.training.drawing.fonts import NoNpm, fetch_font
from vision.training.drawing.labels import FACE_HEIGHT, PX_PER_MM, IndexBox, LabelledPack
from vision.training.packs.drawn import drawn_pack
from whist.cards import PACK, Card

__all__ = [
    "FACE_HEIGHT",
    "PX_PER_MM",
    "IndexBox",
    "LabelledPack",
    "art_packs",
    "backs",
    "drawn_pack",
    "fetch",
    "montage",
]

CACHE: Final = Path("training-data")
_AT_ONCE: Final = 4
"""Packages that are fetched at the same time."""


def fetch(folder: Path = CACHE) -> None:
    """Get the art and the fonts into `folder`; what is there already is not fetched again. Never raises for a missing
    npm or network: one sentence on standard error says what is missing, and training goes on with what there is."""
    names = ["art", *FAMILIES, *SUIT_FAMILIES]
    missing = []
    pool = ThreadPoolExecutor(_AT_ONCE)
    fetched = [pool.submit(_fetch, folder, name) for name in names]
    try:
        for name, one in tqdm(zip(names, fetched, strict=True), desc="art and fonts", total=len(names), unit="package"):
            try:
                one.result()
            except NoNpm as error:
                print(f"{error}; training goes on with what {folder} holds.", file=sys.stderr)
                return
            except OSError:
                missing.append(name)
    finally:
        # whoever breaks it off does not wait for hundreds of packages
        pool.shutdown(cancel_futures=True)
    if missing:
        print(f"Not fetched: {', '.join(missing)}; training goes on without, try again later.", file=sys.stderr)


def _fetch(folder: Path, name: str) -> None:
    if name == "art":
        fetch_art(folder)
    else:
        fetch_font(folder, name)


def montage(packs: list[LabelledPack], codes: tuple[str, ...], scale: float = 0.4) -> Picture:
    """One row a pack, one column a card, index boxes drawn green (upright) and magenta (upside down)."""
    rows = []
    for pack in packs:
        cells = []
        for card in (Card.parse(code) for code in codes):
            face = pack.faces.get(card, np.zeros_like(pack.faces[PACK[0]]))
            cover = face[:, :, 3:] / 255.0
            shown = np.ascontiguousarray((face[:, :, :3] * cover + 90 * (1 - cover)).astype(np.uint8))
            for box in pack.indices.get(card, []):
                near = round(box.x - box.width / 2) - 2, round(box.y - box.height / 2) - 2
                far = round(box.x + box.width / 2) + 1, round(box.y + box.height / 2) + 1
                cv2.rectangle(shown, near, far, (255, 0, 255) if box.angle else (0, 200, 0), 1)
            cells.append(shown)
        rows.append(np.hstack(cells))
    wide = max(row.shape[1] for row in rows)
    full = [cv2.copyMakeBorder(row, 0, 6, 0, wide - row.shape[1], cv2.BORDER_CONSTANT, value=0) for row in rows]
    picture = cv2.resize(np.vstack(full), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, dtype=np.uint8)


def write_faces(pack: LabelledPack, folder: Path) -> None:
    """Writes a pack as pictures named by card, as `vision.packs.faces.Pack.from_folder` takes them. Raises
    ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    for card, face in pack.faces.items():
        if not cv2.imwrite(str(folder / f"{card}.png"), face):
            raise OSError(f"{folder / f'{card}.png'} could not be written")


def unseen_packs(folder: Path, count: int, seed: int) -> list[LabelledPack]:
    """Packs kept out of training: the held-out art and `count` drawn ones."""
    drawn = [drawn_pack(np.random.default_rng([seed, 2, k]), folder, held_out=True) for k in range(count)]
    return [pack for pack in art_packs(folder) if pack.held_out] + drawn


def main(arguments: list[str] | None = None) -> int:
    """The montage command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.packs.packs", description="Draw packs to look at.")
    parser.add_argument("out", type=Path, metavar="OUT.png")
    parser.add_argument("--folder", type=Path, default=CACHE, help="cache of art and fonts (default: %(default)s)")
    parser.add_argument("--packs", type=int, default=10, help="how many drawn packs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fetch", action="store_true", help="fetch art and fonts first")
    parser.add_argument("--unseen", type=Path, metavar="DIR", help="write packs kept out of training into DIR")
    chosen = parser.parse_args(arguments)
    if chosen.fetch:
        fetch(chosen.folder)
    if chosen.unseen:
        for pack in unseen_packs(chosen.folder, chosen.packs, chosen.seed):
            write_faces(pack, chosen.unseen / pack.name)
    rng = np.random.default_rng(chosen.seed)
    packs = art_packs(chosen.folder) + [drawn_pack(rng, chosen.folder) for _ in range(chosen.packs)]
    if not packs:
        print("No pack to draw: ask for --packs 1 or more, or fetch art with --fetch.", file=sys.stderr)
        return 1
    codes = ("C2", "H3", "S5", "D6", "C7", "S8", "H9", "CT", "DJ", "SQ", "CK", "SA", "JR")
    if not cv2.imwrite(str(chosen.out), montage(packs, codes)):
        print(f"{chosen.out} could not be written; choose a writable file that ends in .png.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
