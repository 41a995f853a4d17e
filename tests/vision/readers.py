"""Readers of indices for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.index.beliefs import NO_CARD, RANK_CLASSES, SUIT_CLASSES
from vision.index.letters import LETTERS
from vision.ladder import ALL


class Featureless:
    """What is asked of a reader beside ``poses`` and ``named``, where nothing but beliefs is known of an index."""

    rungs = ALL

    def named(self, pictures: Any, looks: int = 1) -> Any:
        """Beliefs (n, 55)."""
        raise NotImplementedError

    def described(self, pictures: Any, looks: int = 1) -> Any:
        """The same, and features that tell nothing."""
        return self.named(pictures, looks), self.features(pictures)

    def doubted(self, pictures: Any, looks: int = 1) -> Any:
        """What is in doubt looks no other."""
        return self.named(pictures)[None]

    def features(self, pictures: Any) -> Any:
        """Features that tell nothing."""
        return np.zeros((len(pictures), 8), np.float32)

    def letters(self, features: Any) -> Any:
        """Letters that tell nothing."""
        return np.full((len(features), len(LETTERS) + 1), 1 / (len(LETTERS) + 1), np.float32)

    def wholes(self, pictures: Any) -> Any:
        """Beliefs that tell nothing: no card is seen."""
        return np.tile(np.eye(NO_CARD + 1, dtype=np.float32)[NO_CARD], (len(pictures), 1))

    def strips(self, pictures: Any) -> Any:
        """Probabilities that tell nothing: no rank and no suit is seen."""
        return tuple(np.tile(np.eye(k, dtype=np.float32)[-1], (len(pictures), 1)) for k in (RANK_CLASSES, SUIT_CLASSES))


class BlindReader(Featureless):
    """Finds no index anywhere, and sees no card."""

    def poses(self, picture: Any, index_height: Any = None) -> Any:
        return np.zeros((0, 5), np.float32)

    def named(self, pictures: Any, looks: int = 1) -> Any:
        return np.tile(np.eye(NO_CARD + 1, dtype=np.float32)[NO_CARD], (len(pictures), 1))
