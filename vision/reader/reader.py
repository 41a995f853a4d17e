"""Reads card indices out of pictures, with the four small networks of `vision/model/` that onnxruntime runs.

Pictures are (h, w, 3) uint8 BGR. Beliefs are those of `vision.index.beliefs`. Angles are radians, counter-clockwise, of
an index's up direction against the picture's up.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from math import log2
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.camera.photograph_files import PictureError, load_photograph
from vision.index.beliefs import NO_CARD, Belief, joined, softened, together
from vision.index.networks import MODEL_FOLDER, ModelError, open_network
from vision.index.poses import crops, distinct, moved, padded, poses_in, resized, same_index, single
from vision.index.pyramid import Pyramid
from vision.index.whole_cards import enlarged, whole_crops
from vision.ladder import ALL, FOOT, Rung, Rungs
from vision.packs.profile import Profile, ProfileError, ProfileInUse, model_digest
from vision.reader.index_reads import IndexRead, index_reads
from vision.reader.large_photographs import halvings_of, shifted, tiles
from vision.reader.lone_letters import may_be_letters
from vision.reader.oblique_photographs import each_once, in_doubt, stretched, unstretched
from vision.reader.photograph_cards import CERTAIN, CardRead, PhotographRead, cards_in
from vision.reader.restoration import brightened, restored
from vision.reader.suit_looks import looked_closer
from vision.thresholds import SURE, Search

__all__ = [
    "CERTAIN",
    "MODEL_FOLDER",
    "NO_CARD",
    "CardRead",
    "IndexRead",
    "ModelError",
    "PhotographRead",
    "PictureError",
    "Reader",
    "load_photograph",
]


class Reader:
    """The index reader. One object serves a process; calls from several threads are allowed."""

    def __init__(
        self, model: Path = MODEL_FOLDER, threads: int = 2, profile: Profile | None = None, rungs: Rungs = ALL
    ) -> None:
        """Opens the six networks in `model`; raises `ModelError` when one cannot be used. ``rungs`` are those of the
        ladder that are climbed.

        ``profile`` is what it was taught of the pack in use; raises `ProfileError` when another model made it.
        """
        if profile is not None and profile.model != model_digest(model):
            raise ProfileError(
                f"the profile {profile.name} was made with another model than the one in {model}; "
                "make it anew with `whist-table enrol --replace`"
            )
        self._rungs = rungs | FOOT
        self._profile = ProfileInUse(profile) if profile else None
        self._detector = open_network(model / "detector.onnx", threads, "picture")
        self._classifier = open_network(model / "classifier.onnx", threads, "crops")
        self._doubts = open_network(model / "doubts.onnx", threads, "crops")
        self._wholes = open_network(model / "wholes.onnx", threads, "crops")
        self._strips = open_network(model / "strips.onnx", threads, "crops")
        self._letters = open_network(model / "letters.onnx", threads, "features")

    @property
    def rungs(self) -> Rungs:
        """The rungs of the ladder that are climbed."""
        return self._rungs

    def climbing(self, rungs: Rungs) -> Reader:
        """The same, with the same networks, that climbs these rungs."""
        other = copy(self)
        other._rungs = rungs | FOOT
        return other

    def indices(self, picture: Picture, index_height: tuple[float, float] | None = None) -> list[IndexRead]:
        """All indices in a picture, (h, w, 3) BGR or (h, w) grey, each with its belief; see `poses`.

        An index that several scales show is named at the two poses that show it best.
        """
        picture = _coloured(picture)
        if index_height is not None:
            poses = self.poses(picture, index_height)
            beliefs = self.beliefs(picture, poses)
        else:
            poses, beliefs, _, _ = self._photographed(picture)
        return index_reads(poses, beliefs)

    def poses(self, picture: Picture, index_height: tuple[float, float] | None = None) -> Numbers:
        """Where indices stand: (n, 5) middle x, y in pixels, angle, height in pixels, score 0…1.

        `index_height` gives the least and the greatest height of an index in pixels where the scale is known (a plane
        that was rectified): then one pass at the best scale does. Without it a pyramid of scales is searched.
        """
        picture = _coloured(picture)
        if index_height is None:
            poses, scales = self._poses_at(Pyramid(picture), _scales(*picture.shape[:2]))
            return distinct(poses[single(poses, scales)])
        scale = min(Search.BEST_HEIGHT / float(np.sqrt(index_height[0] * index_height[1])), 2.0)
        poses = self._poses(Pyramid(picture), scale)
        return poses[(poses[:, 3] > 0.7 * index_height[0]) & (poses[:, 3] < 1.4 * index_height[1])]

    def _photographed(self, picture: Picture) -> tuple[Numbers, Belief, Pyramid, float]:
        """Poses (n, 5) and beliefs (n, 55) of the indices in a photograph, what it was cleared to, and the size of that
        as a share of its own. What is large is found small first."""
        whole = Pyramid(picture)
        small, halvings = whole.level(halvings_of(*picture.shape[:2]))
        clear, part = restored(small) if Rung.CLEARING in self.rungs else (small, 1.0)
        if clear is small:
            pyramid, times, finest = whole, 1.0, 0.5**halvings
        else:
            pyramid, times, finest = Pyramid(clear), part * 0.5**halvings, 1.0
        poses, beliefs = self._found(pyramid, finest)
        poses = resized(poses, 1 / times)
        level = halvings
        while level and not _all_seen(poses, beliefs, 0.5**level):
            level -= 1
            if picture[:, :, 0].size * 0.25**level <= Search.MOST_PIXELS:
                more, named = self._found_in_tiles(whole, halvings, level)
                poses, beliefs = each_once(np.concatenate([poses, more]), np.concatenate([beliefs, named]))
        return poses, beliefs, pyramid, times

    def _found(self, pyramid: Pyramid, finest: float = 1.0) -> tuple[Numbers, Belief]:
        """Poses (n, 5) and beliefs (n, 55) of the indices in a photograph of unknown scale, however it was taken;
        searched no finer than at the scale `finest`, a power of ½."""
        poses, beliefs = self._searched(pyramid, finest)
        if Rung.STRETCHED in self.rungs and in_doubt(poses, beliefs):
            more, named = self._searched(Pyramid(stretched(pyramid.level(round(-log2(finest)))[0])))
            more = resized(unstretched(more), 1 / finest)
            poses, beliefs = each_once(np.concatenate([poses, more]), np.concatenate([beliefs, named]))
        return poses, beliefs

    def _found_in_tiles(self, whole: Pyramid, halvings: int, level: int) -> tuple[Numbers, Belief]:
        """Poses (n, 5) and beliefs (n, 55) of small indices in a large photograph, halved `level` times: in those of
        its tiles that show most in the picture halved `halvings` times."""
        found, names = [np.zeros((0, 5), np.float32)], [np.zeros((0, NO_CARD + 1), np.float32)]
        for left, top, part in tiles(whole, halvings, level):
            pyramid = Pyramid(brightened(part) if Rung.CLEARING in self.rungs else part)
            poses, _ = self._poses_at(pyramid, [1.0])
            poses = poses[poses[:, 3] < Search.SMALL][: Search.MOST_SMALL]
            beliefs = self.named(crops(pyramid, poses))
            cards = beliefs[:, NO_CARD] < 0.5
            poses, beliefs = self._looked_again(pyramid, poses[cards], beliefs[cards])
            found.append(resized(shifted(poses, left, top), 2.0**level))
            names.append(beliefs)
        return np.concatenate(found), np.concatenate(names)

    def _searched(self, pyramid: Pyramid, most: float = 1.0) -> tuple[Numbers, Belief]:
        """Poses (n, 5) and beliefs (n, 55) of the indices in a photograph of unknown scale, up to the scale `most`.

        The finest scales cost most by far, and show only indices smaller than all that the others see: they are spared
        where cards were read that are so large that none beside them can be so small.
        """
        height, width = pyramid.picture.shape[:2]
        scales = _scales(height, width, most)
        coarse = [scale for scale in scales if scale <= most / 2]
        seen, at = np.zeros((0, 5), np.float32), np.zeros(0, np.float32)
        named = np.zeros((0, NO_CARD + 1), np.float32)
        if coarse:
            least = Search.ALIKE * Search.LEAST_HEIGHT / coarse[0]
            seen, at = self._poses_at(pyramid, coarse)
            seen, at = seen[one := single(seen, at)], at[one]
            named = np.full((len(seen), NO_CARD + 1), np.nan, np.float32)
            # one small card settles it, so the likeliest are asked first
            small = np.flatnonzero(seen[:, 3] < least)[: Search.FEW]
            self._name(pyramid, seen, named, small)
            if named[small, :NO_CARD].max(initial=0) < SURE:
                poses, beliefs = self._looked_at(pyramid, seen, named)
                if _all_seen(poses, beliefs, coarse[0]):
                    return self._looked_again(pyramid, poses, beliefs)
        finest, fine = self._poses_at(pyramid, [scale for scale in scales if scale > most / 2])
        new = np.full((len(finest), NO_CARD + 1), np.nan, np.float32)
        poses, named = np.concatenate([seen, finest]), np.concatenate([named, new])
        one = single(poses, np.concatenate([at, fine]))
        poses, beliefs = self._looked_at(pyramid, poses[one], named[one])
        return self._looked_again(pyramid, poses, beliefs)

    def _looked_at(self, pyramid: Pyramid, poses: Numbers, named: Belief) -> tuple[Numbers, Belief]:
        """Poses (n, 5), each index once, and beliefs (n, 55), from poses that may show an index several times.

        ``named`` (as many, 55) is what is known of the poses from before, NaN where nothing is; it is filled in.
        """
        groups = same_index(poses)
        if not groups:
            return poses, named
        first = np.array([group[0] for group in groups])
        self._name(pyramid, poses, named, first)
        plain = named[first, :NO_CARD].max(1) >= Search.PLAIN
        second = np.where(plain, first, [group[:2][-1] for group in groups])
        self._name(pyramid, poses, named, second)
        better = named[second, :NO_CARD].max(1) > named[first, :NO_CARD].max(1)
        return poses[np.where(better, second, first)], together(named[[first, second]])

    def _looked_again(self, pyramid: Pyramid, poses: Numbers, beliefs: Belief) -> tuple[Numbers, Belief]:
        """The same poses (n, 5) and beliefs (n, 55), what is in doubt looked at some times more: not what is likeliest
        a card that another index shows surely, for it has nothing to add."""
        best = beliefs[:, :NO_CARD].argmax(1)
        shown = np.isin(best, best[beliefs[:, :NO_CARD].max(1, initial=0) >= SURE])
        doubtful = np.flatnonzero((beliefs.max(1, initial=0) < Search.NO_DOUBT) & ~shown)
        if len(doubtful) and Rung.MORE_POSES in self.rungs:
            again = self._tried(pyramid, poses[doubtful])
            beliefs[doubtful] = together(np.stack([beliefs[doubtful], again, again]))
        if Rung.SUIT_LARGER in self.rungs:
            beliefs[~shown] = looked_closer(self, pyramid, poses[~shown], beliefs[~shown])
        return poses, beliefs

    def _name(self, pyramid: Pyramid, poses: Numbers, named: Belief, numbers: npt.NDArray[np.intp]) -> None:
        """Fills in the beliefs of some poses, unless they are known."""
        new = np.unique(numbers[np.isnan(named[numbers, 0])])
        if len(new):
            named[new] = self.named(crops(pyramid, poses[new]))

    def beliefs(self, picture: Picture, poses: Numbers) -> Belief:
        """Beliefs (n, 55) at poses (n, 4 or more): middle x, y in pixels, angle, height in pixels."""
        pyramid = Pyramid(_coloured(picture))
        return looked_closer(self, pyramid, poses, self._tried(pyramid, poses))

    def _tried(self, pyramid: Pyramid, poses: Numbers) -> Belief:
        """Beliefs (n, 55) at poses (n, 4 or more), each of them named a little to all sides."""
        looks = np.concatenate([crops(pyramid, moved(poses, *way)) for way in Search.TRIES])
        return together(self.named(looks, len(Search.TRIES)).reshape(len(Search.TRIES), len(poses), NO_CARD + 1))

    def named(self, pictures: Picture, looks: int = 1) -> Belief:
        """Beliefs (n, 55) of upright crops (n, 56, 40, 3) of `vision.index.poses.crops`, ``looks`` of them of each
        index."""
        if self._profile is None:
            return joined(*self._seen(pictures, ["rank", "suit"]))
        return self.described(pictures, looks)[0]

    def described(self, pictures: Picture, looks: int = 1) -> tuple[Belief, Numbers]:
        """The beliefs (n, 55), and what the classifier saw before it named the crops: (n, features) float32."""
        rank, suit, features = self._seen(pictures, ["rank", "suit", "features"])
        beliefs = joined(rank, suit)
        return beliefs if self._profile is None else self._profile.applied(beliefs, features, looks), features

    def doubted(self, pictures: Picture, looks: int = 1) -> Belief:
        """Beliefs (2, n, 55) of crops (n, 56, 40, 3) of racked indices that `named` leaves in doubt, ``looks`` of each:
        what the classifier says, and what a network says that has learned from such alone."""
        # what both say tells no more of the pack than what one says
        first, features = self.described(pictures, 2 * looks)
        second = joined(*self._seen(pictures, ["rank", "suit"], self._doubts))
        if self._profile is not None:
            second = self._profile.applied(second, features, 2 * looks)
        return np.stack([first, second])

    def suits(self, pictures: Picture) -> Numbers:
        """Probabilities (n, SUIT_CLASSES) of suits shown alone, in crops (n, 56, 40, 3) at poses of `SUIT_LOOK`."""
        return self._seen(pictures, ["suit"])[0]

    def strips(self, pictures: Picture) -> tuple[Numbers, Numbers]:
        """Probabilities (n, RANK_CLASSES) and (n, SUIT_CLASSES) of what racked cards show, (n, 56, 40, 3) as
        `vision.holders.strips.strip_at` cuts it."""
        rank, suit = self._seen(pictures, ["rank", "suit"], self._strips)
        return rank, suit

    def wholes(self, pictures: Picture) -> Belief:
        """Beliefs (n, 55) of whole cards, crops (n, 56, 40, 3) of `vision.index.whole_cards.whole_crops`."""
        rank, suit = self._seen(pictures, ["rank", "suit"], self._wholes)
        return joined(rank, softened(suit, Search.SUITS_OF_PIPS))

    def letters(self, features: Numbers) -> Numbers:
        """Probabilities (n, len(LETTERS) + 1) of the letters of indices by what the classifier saw of them, (n,
        features); those of none of `vision.index.letters.LETTERS` last."""
        return np.asarray(self._letters.run(["letters"], {"features": features})[0])

    def features(self, pictures: Picture) -> Numbers:
        """What the classifier saw in crops (n, 56, 40, 3) before it named them: (n, features) float32."""
        return self._seen(pictures, ["features"])[0]

    def photograph(self, picture: Picture) -> PhotographRead:
        """What a photograph of unknown scale shows; see `vision.reader.photograph_cards.cards_in`.

        Whoever reads photographs does it by this: the command, and what measures it.
        """
        poses, beliefs, pyramid, part = self._photographed(_coloured(picture))

        def look(frames: Numbers) -> Belief:
            return self.wholes(whole_crops(pyramid, enlarged(frames, part)))

        indices = self._lettered(pyramid, part, index_reads(poses, beliefs), poses)
        whole = look if self.rungs & {Rung.REST_OF_CARD, Rung.REST_AGAINST} else None
        return PhotographRead(indices, cards_in(indices, doubtful=True, look=whole, rungs=self.rungs))

    def _lettered(self, pyramid: Pyramid, part: float, indices: list[IndexRead], poses: Numbers) -> list[IndexRead]:
        """The indices of a photograph, at ``poses``, those that may show a letter with what it may be."""
        if Rung.LETTERS not in self.rungs or not indices:
            return indices
        asked = may_be_letters(np.stack([one.belief for one in indices]))
        if not len(asked):
            return indices
        letters = self.letters(self.features(crops(pyramid, resized(poses[asked], part))))
        told = dict(zip(asked.tolist(), letters, strict=True))
        return [replace(one, letters=told.get(k)) for k, one in enumerate(indices)]

    def _poses_at(self, pyramid: Pyramid, scales: list[float]) -> tuple[Numbers, Numbers]:
        """Poses (n, 5) from all scales, best first, and the scale (n,) of each; an index that several scales show is
        there several times."""
        found = [self._poses(pyramid, scale, Search.THRESHOLD_UNKNOWN) for scale in scales]
        poses, at = np.concatenate(found), np.repeat(np.array(scales, np.float32), [len(some) for some in found])
        best = np.argsort(-poses[:, 4], kind="stable")[: Search.MOST_INDICES]
        return poses[best], at[best]

    def _poses(self, pyramid: Pyramid, scale: float, threshold: float = Search.THRESHOLD) -> Numbers:
        """Poses (n, 5) in pixels of the picture, looked for at `scale`."""
        height, width = pyramid.picture.shape[:2]
        halvings = -log2(scale)
        if halvings >= 0 and halvings.is_integer():
            picture, _ = pyramid.level(int(halvings))
        else:
            # from the full size, for a picture resized twice shows less
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(pyramid.picture, size, interpolation=way), np.uint8)
        maps = self._detector.run(None, {"picture": padded(picture)[None]})[0][0]
        high, wide = picture.shape[:2]
        return resized(poses_in(maps, threshold), width / wide, height / high, 1 / scale)

    def _seen(self, pictures: Picture, outputs: list[str], network: Any = None) -> list[Numbers]:
        network = network or self._classifier
        # an empty batch runs too, and gives outputs of the right width
        batches = [pictures[first : first + Search.BATCH] for first in range(0, max(len(pictures), 1), Search.BATCH)]
        parts = [network.run(outputs, {"crops": batch}) for batch in batches]
        return [np.concatenate(part) for part in zip(*parts, strict=True)]


def _coloured(picture: Picture) -> Picture:
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    return picture


def _all_seen(poses: Numbers, beliefs: Belief, scale: float) -> bool:
    """Whether cards are surely seen that are so large, at poses (n, 5) with beliefs (n, 55), that none beside them can
    be too small for a search at `scale`."""
    sure = poses[beliefs[:, :NO_CARD].max(1, initial=0) >= SURE, 3]
    return len(sure) >= Search.ENOUGH and bool(sure.min() >= Search.ALIKE * Search.LEAST_HEIGHT / scale)


def _scales(height: int, width: int, most: float = 1.0) -> list[float]:
    """Scales at which a photograph is searched, none above `most` but for a small one; each octave of index heights is
    met by one or two of them."""
    scales = [2.0] if max(height, width) < Search.UPSCALE_BELOW else []
    scale = most
    while height * width * scale * scale > Search.MOST_PIXELS:
        scale /= 2
    while scale > 1 / 64 and (not scales or min(height, width) * scale >= Search.LEAST_SIDE):
        scales.append(scale)
        scale /= 2
    return scales
