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

from vision.arrays import Doubles
from vision.index.beliefs import NO_CARD, Belief, reweighed, roots
from vision.thresholds import SURE, Likeness
from whist.cards import PACK, RANKS, SUITS

_WITH_PIPS: Final = np.array([number for number, rank in enumerate(RANKS) if rank not in "JQK"])
"""Ranks of which the cards show pips and no court."""


def likened(beliefs: Belief, features: npt.NDArray[np.float32] | None = None) -> Belief:
    """Beliefs (n, 55) of indices of one pack in one picture, each weighed by how like it is to the clear ones.

    ``features`` (n, features) are what the reader saw of them, 0 and above. Probabilities that there is no card stay as
    they are, and so do those of jokers among the cards.
    """
    if len(beliefs) < 2:
        return beliefs
    ranks, suits, there = _shares(beliefs)
    by_answers = reweighed(beliefs, _weight(ranks, there), _weight(suits, there))
    if features is None:
        return by_answers
    seen = roots(features)
    ranks, suits, there = _shares(by_answers)
    return reweighed(by_answers, _weight_of_seen(seen, ranks, there), _weight_of_seen(seen, suits, there))


def likened_suits(beliefs: Belief, features: npt.NDArray[np.floating]) -> Belief:
    """Beliefs (n, 55) of indices of one pack in one picture, those with `doubtful_suits` weighed by how like the suit
    looks to the clear ones of each: ``features`` (looks, n, features) are what the reader saw of the suits alone, 0 and
    above."""
    ranks, suits, there = _shares(beliefs)
    away, count = _away_as_seen(roots(features).mean(0), _clear(suits, there))
    known, nearest = _nearest(away, count)
    weights = np.maximum(
        -Likeness.SUITS_WEIGHT * np.log((away + Likeness.SUITS_NEAR) / (nearest + Likeness.SUITS_NEAR)), -Likeness.MOST
    )
    weighed = known & doubtful_suits(beliefs)[:, None]
    return reweighed(beliefs, np.zeros_like(ranks), np.where(weighed, weights, 0.0))


def doubtful_suits(beliefs: Belief) -> npt.NDArray[np.bool_]:
    """In which of the beliefs (n, 55) there is a card of which the suit is not sure, (n,)."""
    _, suits, there = _shares(beliefs)
    return np.asarray(there & (suits.max(1, initial=0) < SURE))


def likened_by(beliefs: Belief, ranks: npt.NDArray[np.floating], suits: npt.NDArray[np.floating]) -> Belief:
    """Beliefs (n, 55) of cards of one pack in one picture, each weighed by how like another look at it is to those at
    the clear ones: such looks take cards for probabilities (n, 13 or more) of ranks and (n, 4 or more) of suits.

    What they say may be wrong; but what is taken for a 3 as all the clear eights are is more probably an 8.
    """
    own_ranks, own_suits, there = _shares(beliefs)
    weights = [
        _weight_of_answers(told[:, : own.shape[1]], _clear(own, there), Likeness.MOST_OF_OTHERS, -Likeness.UNKNOWN)
        for told, own in ((ranks, own_ranks), (suits, own_suits))
    ]
    return reweighed(beliefs, *weights)


def told_of_pack(
    beliefs: Belief, ranks: npt.NDArray[np.floating], suits: npt.NDArray[np.floating]
) -> tuple[Doubles, Doubles]:
    """What looks beside the indices of cards of one pack tell of it: probabilities (n, 13 or more) of ranks and (n, 4
    or more) of suits, from what the looks say and what the cards are believed to be, (n, 55).

    Of some packs they tell nothing: where number cards have no pips all of them look like a 3. So if the looks name the
    clear cards of a pack worse than one who knows nothing, number cards and aces, or suits, are all made alike.
    """
    own_ranks, own_suits, there = _shares(beliefs)
    return (
        _told(ranks, _clear(own_ranks, there), _WITH_PIPS),
        _told(suits, _clear(own_suits, there), np.arange(len(SUITS))),
    )


def _told(answers: npt.NDArray[np.floating], of: Doubles, alike: npt.NDArray[np.intp]) -> Doubles:
    """Answers (n, k or more), those that are ``alike`` made equal where the answers are worse than that for those whose
    rank or suit is clear, (n, k)."""
    told = answers.astype(np.float64)
    level = told.copy()
    level[:, alike] = told[:, alike].mean(1, keepdims=True)
    gained = np.log(np.maximum(told, Likeness.LEAST_TOLD) / np.maximum(level, Likeness.LEAST_TOLD))[:, : of.shape[1]]
    return level if (of * gained).sum() < 0 else told


def _shares(beliefs: Belief) -> tuple[Doubles, Doubles, npt.NDArray[np.bool_]]:
    """Of beliefs (n, 55) how what they give to cards with a suit shares out among ranks, (n, 13), and suits, (n, 4),
    and in which of them there is a card, (n,)."""
    cards = np.maximum(beliefs[:, : len(PACK)].astype(np.float64), Likeness.LEAST).reshape(-1, len(SUITS), len(RANKS))
    cards /= cards.sum((1, 2), keepdims=True)
    return cards.sum(1), cards.sum(2), beliefs[:, NO_CARD] <= 1 - Likeness.THERE


def _clear(shares: Doubles, there: npt.NDArray[np.bool_]) -> Doubles:
    """(n, k): 1 where an index is clearly of that rank or suit."""
    clear = there & (shares.max(1) >= Likeness.CLEAR)
    return np.asarray(clear[:, None] & (shares.argmax(1)[:, None] == np.arange(shares.shape[1])), np.float64)


def _away(seen: Doubles, of: Doubles) -> tuple[Doubles, Doubles]:
    """How far what was seen of each index (n, numbers) is from the mean of the clear ones of each rank or suit, itself
    left out: mean squares (n, k), the fewer those are the less; and how many those are, (n, k)."""
    count = of.sum(0) - of
    means = (of.T @ seen - of[:, :, None] * seen[:, None, :]) / np.maximum(count, 1)[:, :, None]
    return ((seen[:, None, :] - means) ** 2).mean(2) * count / (count + 1), count


def _nearest(away: Doubles, count: Doubles) -> tuple[npt.NDArray[np.bool_], Doubles]:
    """Which ranks or suits (n, k) an index can be compared with, which need be two at least, and how far the nearest of
    them is, (n, 1)."""
    known = (count > 0) & ((count > 0).sum(1, keepdims=True) > 1)
    return known, np.where(known, away, np.inf).min(1, keepdims=True, initial=1e9)


def _weight(shares: Doubles, there: npt.NDArray[np.bool_]) -> Doubles:
    """Logarithms (n, k), 0 and below, of what likeness leaves to each of k ranks or suits, from their shares (n, k).

    Of a rank or suit of which no other index is clear, likeness tells nothing: it keeps 0.
    """
    return _weight_of_answers(shares, _clear(shares, there), Likeness.MOST, 0.0)


def _weight_of_answers(answers: npt.NDArray[np.floating], of: Doubles, most: float, unknown: float) -> Doubles:
    """Logarithms (n, k), 0 and below, of what likeness leaves to each of k ranks or suits, from answers (n, k), which
    are in proportion to probabilities, and from which of them are clearly of which, (n, k). Those of which no other is
    clear get ``unknown``. What is strange to all others is less probably of any of those."""
    shares = np.maximum(answers.astype(np.float64), Likeness.LEAST)
    shares /= shares.sum(1, keepdims=True)
    away, count = _away(np.maximum(np.log(shares), Likeness.FLOOR), of)
    known, nearest = _nearest(away, count)
    among_known = np.maximum((nearest - away) / (2 * Likeness.SPREAD), -most)
    strange = np.clip((nearest - Likeness.FAR) / (2 * Likeness.SPREAD), 0, most)
    return np.where(known, among_known - strange, unknown)


def _weight_of_seen(seen: Doubles, shares: Doubles, there: npt.NDArray[np.bool_]) -> Doubles:
    """Logarithms (n, k), 0 and above, of what looking like clear indices of a rank or suit adds to it, by what was seen
    (n, features)."""
    away, count = _away_as_seen(seen, _clear(shares, there))
    weight = np.clip(Likeness.SEEN_WEIGHT * (Likeness.SEEN_NEAR - away), 0.0, Likeness.SEEN_WEIGHT)
    return np.where(count > 0, weight, 0.0)


def _away_as_seen(seen: Doubles, of: Doubles) -> tuple[Doubles, Doubles]:
    """The same as `_away`, each number in units of how it scatters among those of one rank or suit; where nothing
    differs at all, none tells anything."""
    total = seen.var(0)
    if not total.any():
        return np.zeros_like(of), np.zeros_like(of)
    counts = of.sum(0)
    means = of.T @ seen / np.maximum(counts, 1)[:, None]
    own = of.sum(1) @ (seen - of @ means) ** 2
    known = float((np.maximum(counts, 1) - 1).sum())
    scatter = (own + Likeness.OWN_SCATTER[1] * Likeness.OWN_SCATTER[0] * total) / (known + Likeness.OWN_SCATTER[1])
    scatter = np.maximum(scatter, Likeness.LEAST_SCATTER * total.mean())
    return _away(seen / np.sqrt(scatter), of)
