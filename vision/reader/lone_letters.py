"""Letters that stand for one rank in some packs and look like another in others.

An 8 may be the B of a jack: in Berlin, Dutch and Russian packs that letter looks like the 8 of others. On a card that
shows its pips or a court that is told by these, in a pack whose jacks are seen to have a J by those. What is left is no
sure 8 where it looks a little like a jack's.

A V is a jack's in France and a queen's in Holland, where B is the jack's and H the king's. So the other letters of its
pack tell whose it is: beside a B or an H a queen's, beside a French king's R or a queen's own D a jack's. A pack that
shows nothing of them, but two letters that are both read as a jack's, may be a Dutch one.

A Kn is a jack's wherever it stands, but where its n is small it looks like a king's K.
"""

from __future__ import annotations

from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.index.beliefs import NO_CARD, Belief, suit_shares
from vision.index.letters import KN, LETTERS, B, Country, F, H, R, V
from vision.thresholds import SURE, LoneLetters
from whist.cards import PACK, RANKS, SUITS

_Beliefs = TypeVar("_Beliefs", Belief, Doubles)

_JACK: Final = RANKS.index("J")
_QUEEN: Final = RANKS.index("Q")
_KING: Final = RANKS.index("K")
_ACE: Final = RANKS.index("A")
_EIGHT: Final = RANKS.index("8")


def eights_doubted(united: Doubles) -> Doubles:
    """Beliefs (n, 55) in the cards of one photograph, those in an 8 that looks a little like a jack shared with the
    jack of its suit; all as they are where a jack is surely seen."""
    cards = united[:, : len(PACK)].reshape(-1, len(SUITS), len(RANKS))
    ranks = cards.sum(1)
    if (ranks[:, _JACK] >= SURE).any():
        return united
    likely = united[:, :NO_CARD].argmax(1) % len(RANKS) == _EIGHT
    rows = np.flatnonzero(likely & (ranks[:, _JACK] >= LoneLetters.LIKE_A_JACK) & (ranks.argmax(1) == _EIGHT))
    if not len(rows):
        return united
    out = united.copy()
    new = out[:, : len(PACK)].reshape(cards.shape)  # a view
    both = new[rows][:, :, [_EIGHT, _JACK]].sum(2)
    new[rows, :, _EIGHT], new[rows, :, _JACK] = LoneLetters.LEFT * both, (1 - LoneLetters.LEFT) * both
    return out


def may_be_letters(beliefs: Belief) -> npt.NDArray[np.intp]:
    """Numbers of the indices, of beliefs (n, 55), that may show one of `LETTERS`; none where all are read plainly."""
    ranks = _by_rank(beliefs)[:, [_JACK, _KING]]
    rows = np.flatnonzero(ranks.sum(1) >= LoneLetters.ASKED)
    return rows if (ranks[rows].max(1) < LoneLetters.PLAIN).any() else rows[:0]


def country_of(beliefs: npt.NDArray[np.floating], letters: npt.NDArray[np.floating]) -> Country | None:
    """Whose pack it is, by cards of it, as `told_by_letters` takes them; None where they do not tell."""
    ranks, seen = _by_rank(beliefs), _of_cards(beliefs, letters)
    dutch, other = float(_dutch(ranks, seen).sum()), _against(ranks, seen)
    knaves, jacks, queens = float(_knaves(ranks, seen).sum()), _own(_JACK, ranks, seen), _own(_QUEEN, ranks, seen)
    # an H may look like a Kn; but in Holland no queen has a D
    if knaves > max(LoneLetters.KNAVES_SPEAK, LoneLetters.OUTVOTED * jacks, LoneLetters.OUTVOTED * dutch - queens):
        return Country.SCANDINAVIA
    if dutch > max(LoneLetters.SPEAKS, LoneLetters.OUTVOTED * other):
        return Country.HOLLAND
    return Country.OTHER if other > max(LoneLetters.SPEAKS, LoneLetters.OUTVOTED * dutch) else None


def told_by_letters(beliefs: _Beliefs, letters: npt.NDArray[np.floating], known: Country | None = None) -> _Beliefs:
    """The ``beliefs`` (n, 55) in cards of one pack, those that show a letter of another country's as what it stands for
    there, if others of them speak for that country, too.

    ``letters`` (n, len(LETTERS) + 1) are the probabilities of the letters of each, as `letters.onnx` tells them; NaN
    where nobody asked. ``known`` is what is known of the pack by other cards, see `country_of`.
    """
    ranks, seen = _by_rank(beliefs), _of_cards(beliefs, letters)
    dutch = _by_others(_dutch(ranks, seen), LoneLetters.OUTVOTED * _against(ranks, seen))
    if known is not None:
        dutch[:] = known is Country.HOLLAND
    # what is read as a jack in a Dutch pack has one of two letters
    either = seen[:, V] + seen[:, B]
    rows = dutch & (ranks[:, _JACK] >= LoneLetters.NAMED) & (either >= LoneLetters.EITHER)
    seen[rows, V] /= either[rows]
    stands_for = (
        (V, _QUEEN, dutch),
        (H, _KING, dutch),
        (B, _JACK, (dutch | _by_others(seen[:, B] * ranks[:, _JACK])) & (ranks.argmax(1) != _EIGHT)),
        (F, _JACK, _by_others(seen[:, F])),
    )
    shown = [
        (int(row), rank, float(seen[row, letter]))
        for letter, rank, told in stands_for
        if not _own(rank, ranks, seen)
        for row in np.flatnonzero(told & (seen[:, letter] >= LoneLetters.LETTER))
    ]
    knaves = np.where(dutch, 0.0, _knave_shares(ranks, seen, known))
    shown += [(int(row), _JACK, float(knaves[row])) for row in np.flatnonzero(knaves)]
    if not shown:
        return beliefs
    out, suits = beliefs.copy(), suit_shares(beliefs.astype(np.float32))
    for row, rank, share in shown:
        cards = out[row, : len(PACK)].reshape(len(SUITS), len(RANKS))  # a view
        there = cards.sum()
        cards *= 1 - share
        cards[:, rank] += share * there * suits[row]
    return out


def _dutch(ranks: npt.NDArray[np.floating], seen: Doubles) -> Doubles:
    """(n,): how much each card speaks for a Dutch pack; an 8 may look like a B, too, but is not read as a jack."""
    return np.asarray(seen[:, B] * ranks[:, _JACK] + seen[:, H] * _courts(ranks))


def _knaves(ranks: npt.NDArray[np.floating], seen: Doubles) -> Doubles:
    """(n,): how much each card speaks for a Scandinavian pack, whose Kn is read as a jack's or a king's."""
    return np.asarray(seen[:, KN] * ranks[:, [_JACK, _KING]].sum(1))


def _knave_shares(ranks: npt.NDArray[np.floating], seen: Doubles, known: Country | None) -> Doubles:
    """(n,): how much of each card is a jack's, by its Kn: of one that shows it surely, or nearly so, where another one
    does; or maybe, where it is known that the pack has it. A king that looks a little like a Kn may be either there."""
    plain = _own(_JACK, ranks, seen)
    against = plain + float(_dutch(ranks, seen).sum())
    others = _by_others(_knaves(ranks, seen), LoneLetters.OUTVOTED * against)
    least = np.where(others, LoneLetters.LETTER, LoneLetters.SURELY)
    shares = seen[:, KN].copy()
    if known is Country.SCANDINAVIA:
        least[:] = LoneLetters.MAY_BE_KNAVE
        shares = np.maximum(shares, LoneLetters.LEFT)
    elif known is not None or plain:
        least[:] = np.inf
    court = ranks[:, [_JACK, _KING]].sum(1) >= LoneLetters.NAMED
    return np.where(court & (seen[:, KN] >= least), shares, 0.0)


def _against(ranks: npt.NDArray[np.floating], seen: Doubles) -> float:
    """How much all cards speak against one."""
    return float((seen[:, R] * _courts(ranks)).sum()) + sum(_own(rank, ranks, seen) for rank in (_JACK, _QUEEN))


def _courts(ranks: npt.NDArray[np.floating]) -> Doubles:
    """(n,): how much is read as a court card or an ace."""
    return np.asarray(ranks[:, [_JACK, _QUEEN, _KING, _ACE]].sum(1))


def _by_others(speaks: Doubles, against: float = 0.0) -> npt.NDArray[np.bool_]:
    """(n,): whether the other cards speak for it enough, of what each does (n,)."""
    return np.asarray(speaks.sum() - speaks > max(LoneLetters.SPEAKS, against))


def _by_rank(beliefs: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """(n, 13): what beliefs (n, 55) give to each rank."""
    return np.asarray(beliefs[:, : len(PACK)].reshape(-1, len(SUITS), len(RANKS)).sum(1))


def _of_cards(beliefs: npt.NDArray[np.floating], letters: npt.NDArray[np.floating]) -> Doubles:
    """The letters (n, len(LETTERS) + 1), 0 where no card is, none of `LETTERS` where nobody asked."""
    there = beliefs[:, : len(PACK)].sum(1) >= LoneLetters.NAMED
    asked = np.where(np.isnan(letters), np.eye(len(LETTERS) + 1)[-1], letters)
    return np.where(there[:, None], asked, 0.0)


def _own(rank: int, ranks: npt.NDArray[np.floating], seen: Doubles) -> int:
    """How many cards of a rank are surely seen that have none of `LETTERS`."""
    plain = (seen[:, len(LETTERS)] >= LoneLetters.LETTER) & (ranks[:, rank] >= LoneLetters.QUEEN)
    return int(plain.sum())


def jacks_doubted(indices: Belief, features: npt.NDArray[np.floating], beliefs: Belief) -> Belief:
    """The ``beliefs`` (n, 55) in racked cards, those in a jack shared with the queen of its suit where it is not known
    which of the two its letter stands for; all as they are where a queen is surely seen, or no jack wavers.

    ``indices`` (n, 55) are what is read of their indices alone, ``features`` (n, k) what is seen of them.
    """
    ranks = _by_rank(indices)
    jacks = (ranks.argmax(1) == _JACK) & (ranks[:, _JACK] > LoneLetters.NAMED)
    if not jacks.any() or ranks[:, _QUEEN].max() >= LoneLetters.QUEEN:
        return beliefs
    if ranks[jacks, _JACK].min() >= LoneLetters.PLAIN or not _may_be_two_letters(ranks, jacks, features):
        return beliefs
    best = beliefs[:, :NO_CARD].argmax(1)
    out = beliefs.copy()
    for row in np.flatnonzero((best < len(PACK)) & (best % len(RANKS) == _JACK)):
        jack, queen = best[row], best[row] - _JACK + _QUEEN
        both = out[row, jack] + out[row, queen]
        share = min(LoneLetters.LEFT, float(out[row, jack] / both))
        out[row, jack], out[row, queen] = share * both, (1 - share) * both
    return out


def _may_be_two_letters(
    ranks: npt.NDArray[np.floating], jacks: npt.NDArray[np.bool_], features: npt.NDArray[np.floating]
) -> bool:
    """Whether the ``jacks`` among indices of these ``ranks`` (n, 13) look less alike than those of another rank do; of
    one jack among nearly all cards nobody knows."""
    named, clear = ranks.argmax(1), ranks.max(1) >= LoneLetters.CLEAR
    if jacks.sum() < 2:
        return int(clear.sum()) >= LoneLetters.NEARLY_ALL
    seen = features / (features.std(0) + LoneLetters.LEAST_SPREAD)
    alike = [_apart(seen[clear & (named == rank)]) for rank in range(len(RANKS)) if rank != _JACK]
    usual = np.concatenate(alike)
    return bool(len(usual)) and float(_apart(seen[jacks]).max()) >= LoneLetters.UNLIKE * float(np.median(usual)) > 0.0


def _apart(seen: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """How unlike any two of what was seen, (k, features), are: mean squares, (k (k - 1) / 2,)."""
    one, two = np.triu_indices(len(seen), 1)
    return np.asarray(((seen[one] - seen[two]) ** 2).mean(1))
