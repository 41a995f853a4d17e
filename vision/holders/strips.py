"""A look at all that a racked card shows of itself: beside its index a strip of pips, or of a court's picture.

People tell a stencilled Q from a 6, and an 8 from a 3, by what stands beside it. The cards to the right hide all but
22 mm of a card, the holder's lip its lower part. The strip is looked at twice, as it is and with its index covered, so
that an index that looks like another one does not speak in both. Both looks are taken before indices are compared with
each other, which keeps a Q from being taken for like the sixes, and after that, where they settle what is left. In
between strips are compared with each other, too: of a pack whose eights look like threes to this look, all do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.holders.indices import IndexShape
from vision.index.beliefs import NO_CARD, Belief, joined, joined_by, softened
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH
from vision.index.protocol import IndexReader
from vision.index.whole_cards import STRIP, without_indices
from vision.planes.planes import Plane, rectify
from vision.reader.pack_likeness import likened_by, told_of_pack
from vision.thresholds import SURE, Strips
from whist.cards import PACK, RANKS, SUITS

Floats = npt.NDArray[np.floating]

_COURTS: Final = np.array([RANKS.index(rank) for rank in "JQK"])
_JACK: Final = RANKS.index("J")
_EIGHT: Final = RANKS.index("8")


def strip_at(picture: Picture, plane: Plane, left: float, top: float) -> Picture:
    """The strip (56, 40, 3) of the racked card whose upper left corner is at ``left``, ``top`` in its holder's plane,
    mm."""
    region = (left + STRIP[0], top - STRIP[3], left + STRIP[2], top - STRIP[1])
    shown = rectify(picture, plane, region)
    return np.asarray(cv2.resize(shown, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


class RackedStrips:
    """The strips of the racked cards in one picture, each looked at once, when it is first asked for."""

    def __init__(
        self, reader: IndexReader, cards: Sequence[tuple[Picture, Plane, float, float]], shape: IndexShape
    ) -> None:
        """``cards`` are picture, plane, left and top of each, as `strip_at` takes them; ``shape`` tells where in a
        strip the index is."""
        self._reader, self._cards = reader, cards
        self._index = np.array([[shape.aside, shape.depth, shape.height]], np.float32)
        self._known: dict[int, tuple[Floats, ...]] = {}

    def joined_to(self, beliefs: Belief) -> Belief:
        """The beliefs (n, 55) of all the cards, those in doubt joined by what their strips show."""
        there, doubtful = _there(beliefs)
        if not doubtful.any():
            return beliefs
        rank, suit, rank_beside, suit_beside = self._seen(there)
        beside = told_of_pack(beliefs[there], rank_beside, suit_beside)
        weighed: Floats = beliefs[there[doubtful]]
        for (ranks, suits), tells in (((rank, suit), Strips.TELLS), (beside, Strips.BESIDE_TELLS)):
            said = joined(softened(ranks[doubtful], tells), softened(suits[doubtful], tells))
            weighed = joined_by(weighed, said, Strips.TRUST).astype(np.float32)
        out = beliefs.copy()
        out[there[doubtful]] = weighed
        return out

    def likened_to(self, beliefs: Belief) -> Belief:
        """The beliefs (n, 55) of all the cards, those in doubt weighed by how like their strips are to the others'."""
        there, doubtful = _there(beliefs)
        if not doubtful.any():
            return beliefs
        rank, suit, *_ = self._seen(there)
        out = beliefs.copy()
        out[there[doubtful]] = likened_by(beliefs[there], rank, suit)[doubtful]
        return out

    def contradicting(self, indices: Belief, beliefs: Belief) -> Belief:
        """The beliefs (n, 55) of all the cards, those whose ``indices`` (n, 55) alone are not plain and whose strips
        plainly show something else shared with what they show. A suit: into a spade the tail of a Q may hang, and in
        little light a suit may be a blot. Or a court's picture: in some typefaces the D of a German queen is a 10, and
        the B of a jack is an 8, where no jack is surely read."""
        best = beliefs[:, :NO_CARD].argmax(1)
        plain = indices[:, :NO_CARD].max(1) >= Strips.PLAIN
        asked = np.flatnonzero((beliefs[:, NO_CARD] < 1 - Strips.THERE) & ~plain & (best < len(PACK)))
        if not len(asked):
            return beliefs
        rank, suit, rank_beside, suit_beside = self._seen(asked)
        out = beliefs.copy()
        _doubt_suits(out, asked, suit, suit_beside)
        _doubt_numbers(out, asked, indices, rank, rank_beside)
        return out

    def _seen(self, rows: npt.NDArray[np.intp]) -> list[Floats]:
        """What the strips of some cards show, and what they show beside their indices: probabilities
        (k, RANK_CLASSES), (k, SUIT_CLASSES), (k, RANK_CLASSES) and (k, SUIT_CLASSES)."""
        new = [row for row in rows.tolist() if row not in self._known]
        if new:
            whole = np.stack([strip_at(*self._cards[row]) for row in new])
            beside = without_indices(whole, np.repeat(self._index, len(new), 0))
            rank, suit = self._reader.strips(np.concatenate([whole, beside]))
            count = len(new)
            looks = rank[:count], suit[:count], rank[count:], suit[count:]
            self._known.update(zip(new, zip(*looks, strict=True), strict=True))
        return [np.stack(part) for part in zip(*[self._known[row] for row in rows.tolist()], strict=True)]


def _doubt_suits(beliefs: Belief, asked: npt.NDArray[np.intp], suit: Floats, suit_beside: Floats) -> None:
    """Share what the ``asked`` of some beliefs (n, 55) have with the card of the suit that their strips plainly show,
    as they are and beside their indices: (k, SUIT_CLASSES)."""
    suits, ranks = np.divmod(beliefs[asked, :NO_CARD].argmax(1), len(RANKS))
    both = suit[:, : len(SUITS)] * suit_beside[:, : len(SUITS)]
    other, rows = both.argmax(1), np.arange(len(asked))
    against = (other != suits) & (suit[rows, other] >= Strips.CONTRADICTS[0])
    against &= suit_beside[rows, other] >= Strips.CONTRADICTS[1]
    for k in np.flatnonzero(against):
        named, rival = (int(one[k]) * len(RANKS) + int(ranks[k]) for one in (suits, other))
        _share(beliefs[asked[k]], named, np.array([rival]), np.ones(1), Strips.LEFT)


def _doubt_numbers(
    beliefs: Belief, asked: npt.NDArray[np.intp], indices: Belief, rank: Floats, rank_beside: Floats
) -> None:
    """Share what those of the ``asked`` of some beliefs (n, 55) that are no court's have with the courts of their suit,
    by what their ``indices`` (n, 55) waver to, where their strips plainly show a court's picture, as they are and
    beside their indices: (k, RANK_CLASSES); or one more likely than not, and nothing of the rank that was named; or a
    little of one, where that is an 8 and no jack is surely read."""
    named, rows = beliefs[asked, :NO_CARD].argmax(1), np.arange(len(asked))
    ranks = named % len(RANKS)
    court = np.minimum(rank[:, _COURTS].sum(1), rank_beside[:, _COURTS].sum(1))
    seen = np.maximum(rank[rows, ranks], rank_beside[rows, ranks])
    shown = (court >= Strips.COURT) | ((court >= Strips.LIKELY_COURT) & (seen <= Strips.NOT_NAMED))
    if indices[:, _JACK : len(PACK) : len(RANKS)].sum(1).max() < SURE:
        shown |= (ranks == _EIGHT) & (court >= Strips.EIGHT_COURT)
    against = ~np.isin(ranks, _COURTS) & shown
    for row, card in zip(asked[against], named[against], strict=True):
        rivals = card // len(RANKS) * len(RANKS) + _COURTS
        _share(beliefs[row], int(card), rivals, indices[row, rivals] + Strips.WAVERING, Strips.NUMBER_LEFT)


def _share(belief: Belief, named: int, rivals: npt.NDArray[np.intp], weights: Floats, most: float) -> None:
    """Leave to the ``named`` card of a belief (55,), of what it and its rivals (k,) have, no more than ``most`` of it;
    the rest is theirs, by their weights (k,)."""
    together = belief[named] + belief[rivals].sum()
    share = min(most, float(belief[named] / together))
    belief[named], belief[rivals] = share * together, (1 - share) * together * weights / weights.sum()


def _there(beliefs: Belief) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Which of the beliefs (n, 55) are in a card, (k,), and which of those k are in none surely."""
    share = 1 - beliefs[:, NO_CARD]
    there = np.flatnonzero(share >= Strips.THERE)
    return there, beliefs[there, :NO_CARD].max(1, initial=0) < SURE * share[there]
