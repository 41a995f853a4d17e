"""The decks that training draws from: real art and packs drawn at random, so small that many fit into memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from vision.packs.faces import Pack as Faces
from vision.packs.index_boxes import index_boxes
from vision.training.drawing.face import Deck, SizedFace, deck_of, face_of
from vision.training.drawing.labels import LabelledPack
from vision.training.packs import packs
from vision.training.packs.wear import used

FACE_HEIGHT: Final = 336
"""Height at which faces are kept, pixels."""
_BACKS: Final = 40
_UNSEEN: Final = 12


@dataclass(frozen=True)
class Decks:
    """What a training draws from; `unseen` are kept out of it, for measuring."""

    art: list[Deck]
    drawn: list[Deck]
    unseen: list[Deck]
    backs: list[SizedFace]
    folder: Path

    def another(self, rng: np.random.Generator) -> Deck:
        """One more drawn deck."""
        return _drawn(rng, self.folder)


def load_decks(folder: Path, count: int, seed: int, also: Sequence[Path] = ()) -> Decks:
    """Fetches art and fonts into `folder` and draws `count` decks; what could not be fetched is said and left out.

    `also` are folders of somebody's own packs, trained on like the art; raises `vision.packs.faces.PackError` for a bad
    one.
    """
    packs.fetch(folder)
    art = [*packs.art_packs(folder), *(folder_pack(one) for one in also)]
    numbers = tqdm(range(count), desc="drawing packs", unit="pack")
    drawn = [_drawn(np.random.default_rng([seed, 1, k]), folder) for k in numbers]
    unseen = [
        deck_of(packs.drawn_pack(np.random.default_rng([seed, 2, k]), folder, held_out=True), FACE_HEIGHT)
        for k in range(_UNSEEN)
    ]
    pictures = [packs.backs(np.random.default_rng([seed, 3, k])) for k in range(_BACKS)]
    return Decks(
        [deck_of(pack, FACE_HEIGHT) for pack in art if not pack.held_out],
        drawn,
        unseen + [deck_of(pack, FACE_HEIGHT) for pack in art if pack.held_out],
        [
            face_of(np.asarray(cv2.resize(b, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8), None)
            for b in pictures
        ],
        folder,
    )


def folder_pack(folder: Path) -> LabelledPack:
    """A pack from pictures of its faces, named by card; raises `vision.packs.faces.PackError` like
    `Pack.from_folder`."""
    faces = Faces.from_folder(folder)
    boxes = index_boxes(faces)
    return LabelledPack(folder.name, "its owner's", "folder", {card: faces.face(card) for card in boxes}, boxes)


def _drawn(rng: np.random.Generator, folder: Path) -> Deck:
    return deck_of(used(rng, packs.drawn_pack(rng, folder)), FACE_HEIGHT)
