"""Cards of one pack, seen in one light, look alike: what the clear ones tell about those that are hard to read.

What the reader makes of a strange Q may be nine tenths Q and one tenth 9, of the next Q a half of each, of a 9 always
a 9. So an index that wavers is compared with the indices beside it: it is more probably of the rank, and of the suit,
whose surely read indices the reader sees as it sees this one (nearest class means, each as far off as its own few
members let it be known; R. Tibshirani et al., PNAS 99 (2002) 6567). And where it looks like none of them it is more
probably of a rank of which none was surely read: an angular 8 may be the jack's В of a Russian pack, but not in a pack
whose jacks are plainly J.
"""

from __future__ import annotations

from collections.abc import Callable
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

_OWN_SCATTER: Final = (0.3, 6.0)
"""Scatter of what is seen of one rank or suit of a pack, as a share of that of all its indices, where its clear ones do
not tell; and how many of those such knowledge outweighs."""
_LEAST_SCATTER: Final = 0.02
"""No number scatters less than this share of the mean of all."""
_SEEN_NEAR: Final = 1.5
"""Mean square, in units of that scatter, below which what is seen speaks for a rank or suit. Above, it is silent: what
is hidden or printed over looks like nothing else, and is all the same what it is."""
_SEEN_WEIGHT: Final = 2.0
"""Logarithm of odds that each unit less is worth, and the most that counts."""


def likened(beliefs: Belief, features: npt.NDArray[np.float32] | None = None) -> Belief:
    """Beliefs (n, 55) of indices of one pack in one picture, each weighed by how like it is to the clear ones.

    ``features`` (n, features) are what the reader saw of them, 0 and above. Probabilities that there is no card stay as
    they are, and so do those of jokers among the cards.
    """
    if len(beliefs) < 2:
        return beliefs
    by_answers = _weighed(beliefs, _weight)
    if features is None:
        return by_answers
    # numbers that are sums of many scatter as their roots do not
    seen = np.sqrt(np.maximum(features.astype(np.float64), 0))
    return _weighed(by_answers, lambda shares, there: _weight_of_seen(seen, shares, there))


def _weighed(beliefs: Belief, weight: Callable[[Numbers, npt.NDArray[np.bool_]], Numbers]) -> Belief:
    """Beliefs (n, 55), ranks and suits each weighed by logarithms (n, k) from their shares (n, k), which sum to 1, and
    from which indices are there (n,)."""
    plain = len(PACK)
    cards = np.maximum(beliefs[:, :plain].astype(np.float64), 1e-12).reshape(-1, len(SUITS), len(RANKS))
    there = beliefs[:, NO_CARD] <= 1 - _THERE
    cards /= cards.sum((1, 2), keepdims=True)
    weights = weight(cards.sum(2), there)[:, :, None] + weight(cards.sum(1), there)[:, None, :]
    out = beliefs.astype(np.float64)
    out[:, :plain] *= np.exp(weights).reshape(-1, plain)
    share = beliefs[:, :NO_CARD].sum(1) / np.maximum(out[:, :NO_CARD].sum(1), 1e-30)
    out[:, :NO_CARD] *= share[:, None]
    return np.asarray(out, np.float32)


def _clear(shares: Numbers, there: npt.NDArray[np.bool_]) -> Numbers:
    """(n, k): 1 where an index is clearly of that rank or suit."""
    clear = there & (shares.max(1) >= _CLEAR)
    return np.asarray(clear[:, None] & (shares.argmax(1)[:, None] == np.arange(shares.shape[1])), np.float64)


def _away(seen: Numbers, of: Numbers) -> tuple[Numbers, Numbers]:
    """How far what was seen of each index (n, numbers) is from the mean of the clear ones of each rank or suit, itself
    left out: mean squares (n, k), the fewer those are the less; and how many those are, (n, k)."""
    count = of.sum(0) - of
    means = (of.T @ seen - of[:, :, None] * seen[:, None, :]) / np.maximum(count, 1)[:, :, None]
    return ((seen[:, None, :] - means) ** 2).mean(2) * count / (count + 1), count


def _weight(shares: Numbers, there: npt.NDArray[np.bool_]) -> Numbers:
    """Logarithms (n, k), 0 and below, of what likeness leaves to each of k ranks or suits, from their shares (n, k).

    Of a rank or suit of which no other index is clear, likeness tells nothing: it keeps 0. An index that is strange to
    all others is less probably of any of those.
    """
    away, count = _away(np.maximum(np.log(shares), _FLOOR), _clear(shares, there))
    known = (count > 0) & ((count > 0).sum(1, keepdims=True) > 1)
    nearest = np.where(known, away, np.inf).min(1, keepdims=True, initial=1e9)
    among_known = np.maximum((nearest - away) / (2 * _SPREAD), -_MOST)
    strange = np.clip((nearest - _FAR) / (2 * _SPREAD), 0, _MOST)
    return np.where(known, among_known - strange, 0.0)


def _weight_of_seen(seen: Numbers, shares: Numbers, there: npt.NDArray[np.bool_]) -> Numbers:
    """Logarithms (n, k), 0 and above, of what looking like clear indices of a rank or suit adds to it, by what was seen
    (n, features)."""
    of = _clear(shares, there)
    total = seen.var(0)
    if not total.any():
        return np.zeros_like(of)
    counts = of.sum(0)
    means = of.T @ seen / np.maximum(counts, 1)[:, None]
    own = of.sum(1) @ (seen - of @ means) ** 2
    known = float((np.maximum(counts, 1) - 1).sum())
    scatter = (own + _OWN_SCATTER[1] * _OWN_SCATTER[0] * total) / (known + _OWN_SCATTER[1])
    scatter = np.maximum(scatter, _LEAST_SCATTER * total.mean())
    away, count = _away(seen / np.sqrt(scatter), of)
    weight = np.clip(_SEEN_WEIGHT * (_SEEN_NEAR - away), 0.0, _SEEN_WEIGHT)
    return np.where(count > 0, weight, 0.0)
