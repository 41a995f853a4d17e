"""What is asked of a reader of indices, by all who read: holders, play area, photographs, enrolment."""

from __future__ import annotations

from typing import Protocol

from vision.arrays import Numbers, Picture
from vision.index.beliefs import Belief
from vision.ladder import Rungs


class IndexReader(Protocol):
    """Finds indices in pictures and names them; `vision.reader.reader.Reader` does so by its networks.

    Pictures are (h, w, 3) uint8 BGR, crops upright (n, 56, 40, 3) as `vision.index.poses.crops` cuts them.
    """

    @property
    def rungs(self) -> Rungs:
        """The rungs of the ladder that are climbed with it."""

    def poses(self, picture: Picture, index_height: tuple[float, float] | None = None) -> Numbers:
        """Where indices stand: (n, 5) x, y, angle, height, score; ``index_height`` in pixels."""

    def beliefs(self, picture: Picture, poses: Numbers) -> Belief:
        """Beliefs (n, 55) at poses (n, 4 or more) of a picture."""

    def named(self, pictures: Picture, looks: int = 1) -> Belief:
        """Beliefs (n, 55) of crops, ``looks`` of each index."""

    def described(self, pictures: Picture, looks: int = 1) -> tuple[Belief, Numbers]:
        """The same, and what was seen of them before they were named, (n, features), 0 and above."""

    def doubted(self, pictures: Picture, looks: int = 1) -> Belief:
        """Beliefs (2, n, 55), of two networks, of crops of racked indices that `named` leaves in doubt, ``looks`` of
        each."""

    def suits(self, pictures: Picture) -> Numbers:
        """Probabilities (n, SUIT_CLASSES) of suits shown alone, in crops at poses moved by `SUIT_LOOK`."""

    def wholes(self, pictures: Picture) -> Belief:
        """Beliefs (n, 55) of whole cards, crops of `vision.index.whole_cards.whole_crops`."""

    def features(self, pictures: Picture) -> Numbers:
        """What was seen in crops before they were named: (n, features), 0 and above."""

    def letters(self, features: Numbers) -> Numbers:
        """Probabilities (n, len(LETTERS) + 1) of the letters of indices by what was seen of them, (n, features); those
        of none of `vision.index.letters.LETTERS` last."""

    def strips(self, pictures: Picture) -> tuple[Numbers, Numbers]:
        """Probabilities (n, RANK_CLASSES) and (n, SUIT_CLASSES) of all that racked cards show, crops as
        `vision.holders.strips.strip_at` cuts them."""
