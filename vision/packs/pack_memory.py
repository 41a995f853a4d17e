"""What the pack on the table looks like, learned from cards that everybody knows by now.

Of packs with letters that the reader knows little of, it doubts the same indices deal after deal; but once it was told
which they are they need not be asked about again. Indices of one rank of one pack lie close together among the
classifier's features, those of two ranks far apart, whatever their letters, and so do suits (linear discriminant
analysis, R. A. Fisher, Annals of Eugenics 7 (1936) 179). Another pack on the table, or another light, lies elsewhere:
then nothing is said.
"""

from __future__ import annotations

import io
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles, Numbers
from vision.index.beliefs import Belief, reweighed, roots
from vision.output_files import replace_whole
from vision.packs.array_file import arrays_in
from vision.packs.profile import Places
from vision.thresholds import SURE, Remembered
from whist.cards import PACK, RANKS, SUITS

VERSION: Final = 1
"""Version of the file; another one is refused."""
_MOST_BYTES: Final = 2_000_000
"""Of a file, packed and unpacked: some ten times as many as are written."""


class IndexMemory:
    """Remembers how indices of the pack looked to the classifier, those of the last deals alone, and how those that it
    was asked about last do. Not for several threads at once."""

    def __init__(self, fits: float, reach: float) -> None:
        """``fits`` and ``reach`` as in `Remembered`, of ranks."""
        self._limits = fits, reach
        self._seen = np.zeros((0, 0))
        """(n, features) roots of what was seen."""
        self._cards = np.zeros(0, np.int64)
        self._ranks: _Likeness | None = None
        self._suits: _Likeness | None = None
        self._lately: deque[tuple[Doubles, int]] = deque(maxlen=Remembered.LATELY)
        """Roots of what was seen of clear indices, (features,), and their places in ``PACK``."""

    @property
    def has_learned(self) -> bool:
        """Whether it remembers enough to tell of likeness."""
        return self._ranks is not None

    def learn(self, features: Numbers, cards: Places) -> None:
        """What was seen of indices, (n, features), 0 and above, and what they are, (n,) places in ``PACK``."""
        seen = roots(features)
        before = self._seen if self._seen.shape[1] == seen.shape[1] else seen[:0]
        self._cards = np.concatenate([self._cards[: len(before)], cards])[-Remembered.INDICES :]
        self._seen = np.concatenate([before, seen])[-Remembered.INDICES :]
        self._liken()

    def _liken(self) -> None:
        if len(self._cards) >= Remembered.ENOUGH:
            suits, ranks = np.divmod(self._cards, len(RANKS))
            self._ranks = _Likeness.of(self._seen, ranks, *self._limits)
            self._suits = _Likeness.of(self._seen, suits, Remembered.SUIT_FITS, Remembered.SUIT_REACH)

    def weighed(self, beliefs: Belief, features: Numbers) -> Belief:
        """Beliefs (n, 55) of indices in one picture, each weighed by how like those of each rank and suit what was seen
        of it is, (n, features); as they are where what was clear of late does not look like the pack that is
        remembered.

        How probable it is that there is a card, and shares of jokers among the cards, are left alone.
        """
        if not len(beliefs):
            return beliefs
        seen = roots(features)
        cards = beliefs[:, : len(PACK)]
        self._lately.extend((seen[row], int(cards[row].argmax())) for row in np.flatnonzero(cards.max(1) >= SURE))
        enough = len(self._lately) >= Remembered.COMPARED and seen.shape[1] == self._seen.shape[1]
        if self._ranks is None or self._suits is None or not enough:
            return beliefs
        clear = np.stack([one for one, _ in self._lately])
        suits, ranks = np.divmod(np.array([card for _, card in self._lately]), len(RANKS))
        named_suits, named_ranks = np.divmod(cards.argmax(1), len(RANKS))
        by_rank = self._ranks.weights(seen, np.eye(len(RANKS))[named_ranks], clear, ranks)
        by_suit = self._suits.weights(seen, np.eye(len(SUITS))[named_suits], clear, suits)
        return reweighed(beliefs, by_rank, by_suit)

    def arrays(self) -> tuple[npt.NDArray[np.float16], npt.NDArray[np.uint8]]:
        """What to write down of it: roots of what was seen, (n, features), and places in ``PACK``, (n,)."""
        return self._seen.astype(np.float16), self._cards.astype(np.uint8)

    def recall(self, seen: npt.NDArray[Any], cards: npt.NDArray[Any]) -> None:
        """Know again what was written down; ``ValueError`` where these are no such arrays."""
        known = seen.dtype == np.float16 and seen.ndim == 2 and bool((np.isfinite(seen) & (seen >= 0)).all())
        if not known or cards.dtype != np.uint8 or cards.shape != seen.shape[:1] or (cards >= len(PACK)).any():
            raise ValueError("what was seen and what it was do not go together")
        self._seen, self._cards = seen.astype(np.float64), cards.astype(np.int64)
        self._liken()


class PackMemory:
    """Remembers how the pack's indices look in holders and on the play area: not alike, for in a holder they stand at a
    slant and half behind others."""

    def __init__(self) -> None:
        self.racked = IndexMemory(Remembered.RACKED_FITS, Remembered.RACKED_REACH)
        self.laid = IndexMemory(Remembered.LAID_FITS, Remembered.LAID_REACH)

    def save(self, path: Path, model: str) -> None:
        """Write it to ``path``, whole or not at all; ``model`` is the `vision.packs.profile.model_digest` of what saw
        it. Raises ``OSError``."""
        data = io.BytesIO()
        racked, racked_cards = self.racked.arrays()
        laid, laid_cards = self.laid.arrays()
        np.savez_compressed(
            data,
            version=np.array(VERSION),
            model=np.array(model),
            racked=racked,
            racked_cards=racked_cards,
            laid=laid,
            laid_cards=laid_cards,
        )
        replace_whole(path, data.getvalue(), 0o600)

    @classmethod
    def load(cls, path: Path, model: str) -> PackMemory:
        """What was written to ``path``; nothing is remembered of what another ``model`` saw, for to it all looks
        otherwise. Raises ``OSError`` and ``ValueError``."""
        arrays = arrays_in(path, _MOST_BYTES, _MOST_BYTES)
        memory = cls()
        try:
            if int(arrays["version"]) != VERSION:
                raise ValueError(f"it is of version {arrays['version']}, this program reads version {VERSION}")
            if str(arrays["model"]) == model:
                memory.racked.recall(arrays["racked"], arrays["racked_cards"])
                memory.laid.recall(arrays["laid"], arrays["laid_cards"])
        except (KeyError, TypeError) as error:
            raise ValueError("something is missing in it") from error
        return memory


@dataclass(frozen=True, slots=True, eq=False)
class _Likeness:
    """How far indices are from those of each rank, or each suit, that are remembered."""

    known: npt.NDArray[np.int64]
    """(k,) which ranks or suits those are."""
    means: Doubles
    """(k, features), whitened."""
    share: Doubles
    """(k,) what being away from each counts for: from one of which few are remembered less."""
    whitening: Doubles
    fits: float
    reach: float

    @classmethod
    def of(cls, seen: Doubles, classes: npt.NDArray[np.int64], fits: float, reach: float) -> _Likeness:
        """To those that were ``seen``, (n, features), of these ``classes``, (n,)."""
        known, number = np.unique(classes, return_inverse=True)
        counts = np.bincount(number)
        means = np.stack([seen[number == one].mean(0) for one in range(len(known))])
        off = seen - means[number]
        scatter = off.T @ off / max(len(seen) - len(known), 1)
        even = np.trace(scatter) / len(scatter)
        scatter = (1 - Remembered.SHRINKAGE) * scatter + (Remembered.SHRINKAGE * even + 1e-9) * np.eye(len(scatter))
        whitening = np.linalg.cholesky(np.linalg.inv(scatter)) / np.sqrt(len(scatter))
        return cls(known, means @ whitening, counts / (counts + 1), whitening, fits, reach)

    def weights(self, seen: Doubles, best: Doubles, clear: Doubles, named: npt.NDArray[np.int64]) -> Doubles:
        """Logarithms (n, size), 0 and below, of what likeness leaves to each rank or suit of what was ``seen``, (n,
        features), of which ``best``, (n, size), is 1 where it is read as that; all 0 unless what is ``clear``, (m,
        features), looks like what it is ``named``, (m,).

        Of what is farther than ``reach`` one thing alone is said: that it is doubtful, where it looks less like what it
        is read as than like another.
        """
        none = np.zeros_like(best)
        away = self._away(clear)
        others = np.isin(named, self.known) & (self.known[away.argmin(1)] != named)
        if np.median(away.min(1)) > self.fits or others.sum() > Remembered.CONTRADICTED:
            return none
        away = self._away(seen)
        nearest = away.min(1, keepdims=True)
        weights = none - _counted(self.reach - nearest)
        weights[:, self.known] = -_counted(away - nearest)
        doubts = none.copy()
        doubts[:, self.known] = np.where(away > nearest, -Remembered.DOUBT * best[:, self.known], 0.0)
        doubts[nearest[:, 0] > Remembered.FARTHEST] = 0.0
        return np.where(nearest <= self.reach, weights, doubts)

    def _away(self, seen: Doubles) -> Doubles:
        """Mean squares (n, k) of how far from each what was seen, (n, features), is, in units of how it scatters."""
        off = (seen @ self.whitening)[:, None] - self.means
        return np.asarray((off**2).sum(2) * self.share, np.float64)


def _counted(away: Doubles) -> Doubles:
    """Logarithms of odds, 0 and above, of being so much farther away."""
    return np.clip(Remembered.WEIGHT * away, 0, Remembered.MOST)
