"""What teaching the reader a pack is worth: `python -m vision.measuring.enrol --teach DIR… --others DIR…`.

Each pack of ``--teach`` (folders of faces as for `vision.measuring.corners`) is learned; then its indices are read as a
camera may see them, and those of all other packs too, without and with the profile. Crops come one by one in random
order, so the reader has to find out by itself which pack is on the table.
"""

from __future__ import annotations

import argparse
import sys
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from vision.index.beliefs import Belief
from vision.index.poses import crops
from vision.measuring.corners import pack_folders
from vision.packs.corner_pictures import corner_picture
from vision.packs.enrol import EnrolError, face_patches, taught
from vision.packs.faces import Pack, PackError
from vision.packs.index_boxes import index_boxes
from vision.packs.profile import Profile, ProfileInUse, model_digest
from vision.reader.reader import MODEL_FOLDER, ModelError, Reader
from whist.cards import FULL_PACK

HEIGHTS: Final = (18.0, 50.0)
"""Least and greatest height of an index in its picture, px."""
_JITTER: Final = (0.03, 0.05, 0.06)
"""Spread of what a detector's pose is off: place and size in heights, turn in radians."""


@dataclass(frozen=True)
class SeenCrops:
    """Crops of one pack as the classifier saw them: beliefs (n, 55), features (n, f), true places in FULL_PACK (n,)."""

    name: str
    beliefs: Belief
    features: npt.NDArray[np.float32]
    cards: npt.NDArray[np.int64]

    def wrong(self, profile: Profile | None = None) -> npt.NDArray[np.bool_]:
        """Which crops are misread, read one after the other."""
        beliefs = self.beliefs
        if profile is not None:
            use = ProfileInUse(profile)
            steps = range(len(beliefs))
            beliefs = np.concatenate([use.applied(beliefs[k : k + 1], self.features[k : k + 1]) for k in steps])
        return np.asarray(beliefs.argmax(1) != self.cards)


def seen(reader: Reader, pack: Pack, variants: int, seed: int = 0) -> SeenCrops:
    """Every index of a pack as a camera may see it, ``variants`` times, in random order; raises ``PackError``."""
    rng = np.random.default_rng((seed, zlib.crc32(pack.name.encode())))
    place, size, turn = _JITTER
    cut, cards = [], []
    for card, boxes in index_boxes(pack).items():
        for box in boxes:
            for _ in range(variants):
                shot = corner_picture(pack.face(card), box, exp(rng.uniform(log(HEIGHTS[0]), log(HEIGHTS[1]))), rng)
                x, y, angle, height = shot.pose
                x, y = x + rng.normal(0, place) * height, y + rng.normal(0, place) * height
                pose = (x, y, angle + rng.normal(0, turn), height * exp(rng.normal(0, size)))
                cut.append(crops(shot.picture, np.array([pose], np.float32))[0])
                cards.append(FULL_PACK.index(card))
    order = rng.permutation(len(cut))
    pictures = np.stack(cut)[order]
    return SeenCrops(pack.name, *reader.described(pictures), np.array(cards, np.int64)[order])


def learned(reader: Reader, pack: Pack, model: Path) -> Profile:
    """The profile of a pack's faces; raises `EnrolError`."""
    faces = {}
    for card in FULL_PACK:
        with suppress(PackError):
            faces[card] = pack.face(card)
    return taught(reader, pack.name, model_digest(model), *face_patches(reader, faces))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what each profile gains on its pack and changes on others; 1 when nothing could be measured."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.enrol", description=__doc__)
    parser.add_argument("--teach", type=Path, nargs="+", required=True, metavar="DIR", help="packs to teach")
    parser.add_argument("--others", type=Path, nargs="*", default=[], metavar="DIR", help="packs that are only read")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder of the model")
    parser.add_argument("--variants", type=int, default=3, help="pictures of each index (3)")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        reader = Reader(options.model, 1)
        teach = [folder.resolve() for folder in pack_folders(options.teach)]
        others = [folder.resolve() for folder in pack_folders(options.others)]
    except (ModelError, PackError) as error:
        print(error, file=sys.stderr)
        return 1
    read: dict[Path, SeenCrops] = {}
    packs: dict[Path, Pack] = {}
    for folder in tqdm(list(dict.fromkeys([*teach, *others])), desc="reading packs", unit="pack", disable=None):
        try:
            packs[folder] = Pack.from_folder(folder)
            read[folder] = replace(seen(reader, packs[folder], options.variants), name=folder.name)
        except PackError as error:
            tqdm.write(f"{folder.name}: left out: {error}", file=sys.stderr)
    before_all = after_all = right_before = right_after = packs_worse = pairs = 0
    for folder in (folder for folder in teach if folder in read):
        began = time.process_time()
        try:
            profile = learned(reader, packs[folder], options.model)
        except EnrolError as error:
            print(f"{folder.name}: cannot be learned: {error}", file=sys.stderr)
            continue
        spent = time.process_time() - began
        own = read[folder]
        before, after = int(own.wrong().sum()), int(own.wrong(profile).sum())
        changes = []
        for other in (one for place, one in read.items() if place != folder):
            first, then = other.wrong(), other.wrong(profile)
            right_before, right_after = right_before + int((~first).sum()), right_after + int((~then).sum())
            changes.append((int(first.sum()) - int(then.sum()), other.name))
        worse = [f"{name} {gain}" for gain, name in sorted(changes) if gain < 0]
        pairs, packs_worse = pairs + len(changes), packs_worse + len(worse)
        before_all, after_all = before_all + before, after_all + after
        print(
            f"{own.name}: misread {before} → {after} of {len(own.cards)}; learned in {spent:.0f} s of processor time; "
            f"other packs {sum(gain for gain, _ in changes):+d} right, worse on {len(worse)} of {len(changes)}: "
            + (", ".join(worse) or "none"),
            flush=True,
        )
    if not before_all and not pairs:
        return 1
    print(
        f"ALL: misread {before_all} → {after_all} on the pack taught; right on others {right_before} → {right_after}, "
        f"worse on {packs_worse} of {pairs} packs"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
