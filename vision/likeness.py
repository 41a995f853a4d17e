"""Cards of one pack, seen in one light, look alike: what the clear ones tell about those that are hard to read.

What the reader makes of a strange Q may be nine tenths Q and one tenth 9, of the next Q a half of each, of a 9 always
a 9. So an index that wavers is compared with the indices beside it: it is more probably of the rank, and of the suit,
whose surely read indices the reader sees as it sees this one (nearest class means, each as far off as its own few
members let it be known; R. Tibshirani et al., PNAS 99 (2002) 6567). And where it looks like none of them it is more
probably of a rank of which none was surely read: an angular 8 may be the jack's В of a Russian pack, but not in a pack
whose jacks are plainly J.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.beliefs import NO_CARD, Belief
from whist.cards import PACK, RANKS, SUITS

Numbers = npt.NDArray[np.float64]

_CLEAR: Final = 0.9
"""Rank or suit of an index that is at least so probable tells how its like look; and..."""
_THERE: Final = 0.8
"""... one that is there with at least this."""
_FLOOR: Final = -10.0
"""Logarithms of probabilities below this are all alike."""
_SPREAD: Final = 1.0
"""Mean square by which those logarithms scatter among indices of one rank or suit of a pack."""
_MOST: Final = 4.0
"""Likeness speaks for one rank or suit against another with this at most, a logarithm of odds."""
_FAR: Final = 3.0
"""Mean square from which on an index is strange to a rank or suit."""


def likened(beliefs: Belief) -> Belief:
    """Beliefs (n, 55) of indices of one pack in one picture, each weighed by how like it is to the clear ones.

    Probabilities that there is no card stay as they are, and so do those of jokers among the cards.
    """
    if len(beliefs) < 2:
        return beliefs
    plain = len(PACK)
    cards = np.maximum(beliefs[:, :plain].astype(np.float64), 1e-12).reshape(-1, len(SUITS), len(RANKS))
    there = beliefs[:, NO_CARD] <= 1 - _THERE
    weight = _weight(cards.sum(2), there)[:, :, None] + _weight(cards.sum(1), there)[:, None, :]
    out = beliefs.astype(np.float64)
    out[:, :plain] *= np.exp(weight).reshape(-1, plain)
    share = beliefs[:, :NO_CARD].sum(1) / np.maximum(out[:, :NO_CARD].sum(1), 1e-30)
    out[:, :NO_CARD] *= share[:, None]
    return np.asarray(out, np.float32)


def _weight(shares: Numbers, there: npt.NDArray[np.bool_]) -> Numbers:
    """Logarithms (n, k), 0 and below, of what likeness leaves to each of k ranks or suits, from their shares (n, k).

    Of a rank or suit of which no other index is clear, likeness tells nothing: it keeps 0. An index that is strange to
    all others is less probably of any of those.
    """
    seen = np.log(shares / shares.sum(1, keepdims=True))
    seen = np.maximum(seen, _FLOOR)
    best = seen.argmax(1)
    clear = there & (seen.max(1) >= np.log(_CLEAR))
    of = (clear[:, None] & (best[:, None] == np.arange(shares.shape[1]))).astype(np.float64)
    # without the index itself
    count = of.sum(0) - of
    means = (of.T @ seen - of[:, :, None] * seen[:, None, :]) / np.maximum(count, 1)[:, :, None]
    away = ((seen[:, None, :] - means) ** 2).mean(2) * count / (count + 1)
    known = (count > 0) & ((count > 0).sum(1, keepdims=True) > 1)
    nearest = np.where(known, away, np.inf).min(1, keepdims=True, initial=1e9)
    among_known = np.maximum((nearest - away) / (2 * _SPREAD), -_MOST)
    strange = np.clip((nearest - _FAR) / (2 * _SPREAD), 0, _MOST)
    return np.where(known, among_known - strange, 0.0)
