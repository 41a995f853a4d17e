"""From the indices seen in a photograph of unknown scale to the distinct cards in it.

Pictures give no millimetres, but an index tells its own scale: distances are measured in heights of the two indices
between which they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, log, pi, sin
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.index.beliefs import NO_CARD, of_one_card
from vision.index.letters import LETTERS
from vision.ladder import ALL, Rung, Rungs
from vision.reader.decoder import decode
from vision.reader.index_reads import IndexRead
from vision.reader.lone_letters import eights_doubted, told_by_letters
from vision.reader.whole_card_looks import WholeLook, looked_at_whole
from vision.thresholds import SURE, Photo, WholeCards
from whist.cards import FULL_PACK, JOKERS, SUITS, Card

CERTAIN: Final = Photo.CERTAIN
DOUBTFUL: Final = Photo.DOUBTFUL

_TURNED: Final = {
    FULL_PACK.index(Card(suit, one)): FULL_PACK.index(Card(suit, other))
    for suit in SUITS
    for one, other in (("6", "9"), ("9", "6"))
}
"""Which card an index looks like upside down."""
_RANKS: Final = np.array([card.rank for card in FULL_PACK])


@dataclass(frozen=True)
class CardRead:
    """One card read in a photograph: its probability, and x0, y0, x1, y1 in pixels around the index read best."""

    card: Card
    confidence: float
    box: tuple[float, float, float, float]
    rival: Card | None = None
    """What the indices that show it waver to: the next most probable card; None where none is worth a word."""
    rank_confidence: float = 0.0
    """Probability of its rank, whatever the suit."""


@dataclass(frozen=True)
class PhotographRead:
    """What was read in one photograph: its indices, and the cards that they show, most probable first, each once."""

    indices: list[IndexRead]
    cards: list[CardRead]
    """Those in doubt too, from `DOUBTFUL` on, after the others."""

    @property
    def named(self) -> list[CardRead]:
        """The cards of which it is sure enough to name them."""
        return [card for card in self.cards if card.confidence >= CERTAIN]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two sightings that may be indices of one card, and how far they lie apart across and along it, in heights."""

    one: int
    other: int
    across: float
    down: float
    alike: bool
    """Whether both name the same card."""


def cards_in(
    reads: Sequence[IndexRead], doubtful: bool = False, look: WholeLook | None = None, rungs: Rungs = ALL
) -> list[CardRead]:
    """The distinct cards that indices in one photograph show, most probable first, each once.

    Sightings that lie like the indices of one card, and do not contradict each other, are one. A card of which they
    leave a doubt is looked at whole, with ``look``. Then every card whose sightings together say it with `CERTAIN` is
    named; with ``doubtful`` also those that reach `DOUBTFUL`.
    """
    reads = [read for read in reads if 1 - read.belief[NO_CARD] >= Photo.LOOKED_AT]
    if not reads:
        return []
    beliefs = np.stack([read.belief for read in reads]).astype(np.float64) * (1 - Photo.DOUBT) + Photo.DOUBT / (
        NO_CARD + 1
    )
    if Rung.COMPARISON in rungs:
        beliefs = _as_large_as_others(reads, beliefs)
    lower = _lower(reads, beliefs, _pairs(reads, beliefs))
    reads, beliefs = [read for k, read in enumerate(reads) if k not in lower], np.delete(beliefs, list(lower), 0)
    pairs = _pairs(reads, beliefs)
    groups = _groups(pairs, beliefs, _side_by_side(reads, beliefs))
    united = np.stack([of_one_card(beliefs[group]) for group in groups])
    if look is not None:
        poses = np.array([(read.x, read.y, read.angle, read.height) for read in reads], np.float32)
        united = looked_at_whole(united, [poses[group] for group in groups], _usual(pairs), look, rungs)
    if Rung.LETTERS in rungs:
        united = eights_doubted(told_by_letters(united, np.stack([_letters(reads, group) for group in groups])))
    united[:, [FULL_PACK.index(joker) for joker in JOKERS]] *= Photo.JOKERS_TO_WORDS
    united /= united.sum(axis=1, keepdims=True)
    united = (_once(reads, groups, united) if Rung.ASSIGNMENT in rungs else united)[:, :NO_CARD]
    # Several that name one card agree: the card is missing only if all of them err. A slight suspicion is no sighting;
    # many of them, all from one rough cloth, would add up to a card that is not there.
    naming = np.where(united >= Photo.NAMES, united, 0)
    probable = np.maximum(1 - np.prod(1 - naming, axis=0), united.max(axis=0))
    found = []
    for k in np.argsort(-probable, kind="stable"):
        if probable[k] < (DOUBTFUL if doubtful else CERTAIN):
            break
        row = int(united[:, k].argmax())
        others = np.where(np.arange(NO_CARD) == k, 0, united[row])
        if probable[k] < CERTAIN and others.max() > united[row, k]:
            continue  # the rival of what is there
        best = max(groups[row], key=lambda one: float(beliefs[one, k]))
        rival = FULL_PACK[int(others.argmax())] if others.max() >= Photo.WORD else None
        confidence = float(min(probable[k], 1.0))
        rank = float(united[row, _RANKS[k] == _RANKS].sum())
        found.append(CardRead(FULL_PACK[k], confidence, reads[best].box, rival, min(max(rank, confidence), 1.0)))
    return found


def _letters(reads: Sequence[IndexRead], group: Sequence[int]) -> Doubles:
    """Probabilities of the letter that a card's indices show, the mean of those that were asked for it; NaN of none."""
    asked = [letters for k in group if (letters := reads[k].letters) is not None]
    return np.mean(asked, axis=0) if asked else np.full(len(LETTERS) + 1, np.nan)


def _as_large_as_others(reads: Sequence[IndexRead], beliefs: Doubles) -> Doubles:
    """The beliefs, a card less probable the less its index is as high as one that is sure."""
    heights = np.log([read.height for read in reads])
    sure = heights[beliefs[:, :NO_CARD].max(axis=1) >= SURE]
    if not len(sure):
        return beliefs
    away = abs(heights[:, None] - sure[None, :]).min(axis=1)
    out = beliefs.copy()
    out[:, :NO_CARD] *= np.exp(-(away**2) / (2 * Photo.LIKE_OTHERS**2))[:, None]
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def _pairs(reads: Sequence[IndexRead], beliefs: Doubles) -> list[_Pair]:
    best, sure = beliefs[:, :NO_CARD].argmax(axis=1), beliefs[:, :NO_CARD].max(axis=1)
    x, y, angle, height = np.array([(read.x, read.y, read.angle, read.height) for read in reads]).T
    turn = np.remainder(angle[None, :] + 2 * pi - angle[:, None], 2 * pi) - pi
    # in packs of four indices two stand side by side, the same way up
    beside = abs(turn) > pi - Photo.TURN
    turn = np.where(beside, turn - np.copysign(pi, turn), turn)
    unit, up = np.sqrt(height[:, None] * height[None, :]), angle[:, None] + turn / 2
    right, below = (x[None, :] - x[:, None]) / unit, (y[None, :] - y[:, None]) / unit
    across = abs(right * np.cos(up) - below * np.sin(up))
    down = right * np.sin(up) + below * np.cos(up)
    possible = (abs(turn) < Photo.TURN) & (abs(np.log(height[:, None] / height[None, :])) < log(Photo.HEIGHTS))
    possible &= (across < Photo.ACROSS) & np.where(
        beside,
        (across > WholeCards.LEAST_ACROSS) & (abs(down) < Photo.LEVEL),
        (down > Photo.DOWN[0]) & (down < Photo.DOWN[1]),
    )
    alike = (best[:, None] == best[None, :]) & (np.minimum(sure[:, None], sure[None, :]) > Photo.NAMES)
    return [
        _Pair(int(i), int(j), float(across[i, j]), float(down[i, j]), bool(alike[i, j]))
        for i, j in np.argwhere(np.tril(possible, -1))
    ]


def _lower(reads: Sequence[IndexRead], beliefs: Doubles, pairs: Sequence[_Pair]) -> set[int]:
    """Numbers of the sightings that are the lower index of a card that is surely seen, and say another one: read
    upside down, or wavering. They tell nothing.

    What is sure itself, or has the other index of what it says, is a card of its own, but for a 6 that is a 9 upside
    down; and a card of which both indices were found has no third.
    """
    across, down = _usual(pairs)
    best, sure = beliefs[:, :NO_CARD].argmax(axis=1), beliefs[:, :NO_CARD].max(axis=1) >= SURE
    paired = {k for pair in pairs if pair.alike for k in (pair.one, pair.other)}
    alone = [k for k in range(len(reads)) if k not in paired]
    found = set()
    for upper in (k for k in alone if sure[k]):
        x, y, angle, height = (getattr(reads[upper], of) for of in ("x", "y", "angle", "height"))
        for k in alone:
            right, below = (reads[k].x - x) / height, (reads[k].y - y) / height
            aside, along = right * cos(angle) - below * sin(angle), right * sin(angle) + below * cos(angle)
            if hypot(aside - across, along - down) > Photo.THERE or best[k] == best[upper]:
                continue
            upright = cos(reads[k].angle - angle) > cos(Photo.TURN)
            if (upright and best[k] == _TURNED.get(int(best[upper]))) or not (
                sure[k] or beliefs[k, best[upper]] >= Photo.AGREE
            ):
                found.add(k)
    return found


def _side_by_side(reads: Sequence[IndexRead], beliefs: Doubles) -> npt.NDArray[np.bool_]:
    """(n, n): whether two sightings name different cards and stand the same way up, so near each other that one card
    has no room for both, as the indices of a fan do."""
    best, much = beliefs[:, :NO_CARD].argmax(axis=1), beliefs[:, :NO_CARD].max(axis=1) >= CERTAIN
    x, y, angle, height = np.array([(read.x, read.y, read.angle, read.height) for read in reads]).T
    away = np.hypot(x[:, None] - x, y[:, None] - y) / np.maximum(height[:, None], height)
    same = (np.cos(angle[:, None] - angle) > cos(Photo.TURN)) & (away > Photo.APART) & (away < WholeCards.LEAST_ACROSS)
    return np.asarray(same & (best[:, None] != best) & much[:, None] & much)


def _groups(pairs: Sequence[_Pair], beliefs: Doubles, two: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Which sightings are of one card: lists of their numbers, each in one list; of two different ones where ``two``
    (n, n) says so.

    Where other cards of the photograph show both their indices, those tell where the other index is in this pack.
    """
    seen = [(pair.across, pair.down) for pair in pairs if pair.alike]
    least = 2 if len(seen) >= Photo.MANY else 1
    usual = np.array(seen if least > 1 else [*seen, Photo.USUAL])

    def fits(pair: _Pair) -> bool:
        away = np.hypot(usual[:, 0] - pair.across, usual[:, 1] - pair.down)
        return pair.alike or int((away < Photo.TOLERANCE).sum()) >= least

    def agreement(one: Doubles, other: Doubles) -> float:
        return float(one[:NO_CARD] @ other[:NO_CARD])

    best, sure = beliefs[:, :NO_CARD].argmax(axis=1), beliefs[:, :NO_CARD].max(axis=1) >= SURE

    def one_card(one: list[int], other: list[int]) -> bool:
        if two[np.ix_(one, other)].any():
            return False
        named = [{int(best[k]) for k in group if sure[k]} for group in (one, other)]
        if named[0] and named[1] and named[0] != named[1]:
            # two different cards, but for what is a 6 to one who sees it from above and a 9 to one who sits there
            return len(one) == len(other) == 1 and _TURNED.get(int(best[one[0]])) == best[other[0]]
        return agreement(of_one_card(beliefs[one]), of_one_card(beliefs[other])) >= Photo.AGREE

    group_of = {k: [k] for k in range(len(beliefs))}
    for pair in sorted(
        filter(fits, pairs), key=lambda p: (p.alike, agreement(beliefs[p.one], beliefs[p.other])), reverse=True
    ):
        one, other = group_of[pair.one], group_of[pair.other]
        if one is other or len(one) + len(other) > Photo.MOST_INDICES:
            continue
        if one_card(one, other):
            one += other
            group_of |= dict.fromkeys(other, one)
    return list({id(group): group for group in group_of.values()}.values())


def _usual(pairs: Sequence[_Pair]) -> tuple[float, float]:
    """How far the indices of a card are apart across and along it, in heights, by those that name one card."""
    corners = [
        (p.across, p.down) for p in pairs if p.alike and p.across >= WholeCards.LEAST_ACROSS and p.down > Photo.DOWN[0]
    ]
    return tuple(np.median(corners, axis=0).tolist()) if corners else Photo.USUAL


def _once(reads: Sequence[IndexRead], groups: list[list[int]], united: Doubles) -> Doubles:
    """Beliefs in which the pack was taken into account: a card that is surely seen is not also what a sighting
    elsewhere wavers to, and two that waver are not both the same.

    What is surely seen twice stays so: there may be two packs, and pictures of cards.
    """
    result = united.copy()
    sure = united[:, :NO_CARD] >= SURE
    apart = _apart(reads, groups)
    wavering = np.nonzero(~sure.any(axis=1))[0]
    for row in wavering:
        elsewhere = sure[apart[row]].any(axis=0)
        result[row, :NO_CARD][elsewhere] = 0
        result[row] /= result[row].sum()
    wavering = wavering[result[wavering, :NO_CARD].max(axis=1) >= Photo.LOOKED_AT]
    rivals = result[wavering, :NO_CARD] @ result[wavering, :NO_CARD].T >= Photo.SAME
    np.fill_diagonal(rivals, False)
    # two that may be one card need not be two cards
    alone = wavering[(apart[np.ix_(wavering, wavering)] | ~rivals).all(axis=1)]
    if len(alone) > 1:
        result[alone] = [found.belief for found in decode(result[alone])]
    return result


def _apart(reads: Sequence[IndexRead], groups: Sequence[Sequence[int]]) -> npt.NDArray[np.bool_]:
    """(n, n): whether two of the groups of sightings cannot be of one card."""
    place = np.array([(read.x, read.y) for read in reads])
    height = np.array([read.height for read in reads])
    away = np.hypot(*(place[:, None] - place[None, :]).transpose(2, 0, 1))
    far = away > Photo.ONE_CARD * np.maximum(height[:, None], height[None, :])
    of = np.zeros((len(groups), len(reads)))
    for row, group in zip(of, groups, strict=True):
        row[list(group)] = 1
    # no sighting of the one near any of the other
    apart = of @ ~far @ of.T == 0
    middles = [_middle(reads, group) for group in groups]
    known = [k for k, middle in enumerate(middles) if middle is not None]
    if known:
        at = np.array([middles[k] for k in known])
        size = np.array([height[list(groups[k])].max() for k in known])
        between = np.hypot(*(at[:, None] - at[None, :]).transpose(2, 0, 1))
        apart[np.ix_(known, known)] = between > Photo.ONE_MIDDLE * np.maximum(size[:, None], size[None, :])
    return np.asarray(apart, np.bool_)


def _middle(reads: Sequence[IndexRead], group: Sequence[int]) -> tuple[float, float] | None:
    """The middle of the card that a group shows; None unless as many of its indices look one way as the other, and
    some are at either side of it."""
    way = reads[group[0]].angle
    same = sum(cos(reads[k].angle - way) > 0 for k in group)
    across = [reads[k].x * cos(way) - reads[k].y * sin(way) for k in group]
    if 2 * same != len(group) or max(across) - min(across) < WholeCards.LEAST_ACROSS * max(
        reads[k].height for k in group
    ):
        return None
    return sum(reads[k].x for k in group) / len(group), sum(reads[k].y for k in group) / len(group)
