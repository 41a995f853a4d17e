"""From beliefs to cards: what a pack, a holder and an order that was seen before leave possible.

`decode` gives each row of beliefs a card so that all of them together are the most probable, with no card given more
often than there are copies of it: an exact assignment, solved by scipy (D. F. Crouse, "On implementing 2D rectangular
assignment algorithms", IEEE Trans. Aerospace and Electronic Systems 52 (2016)). For each row it also tells the exact
loss of the best assignment in which that row has another card (shortest paths in the residual graph: Ahuja, Magnanti,
Orlin, "Network Flows", 1993, section 9.3): from these losses come the probability and the rival.

`decode_row` does the same for cards that can only leave a row and keep their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.index.beliefs import NO_CARD, Belief, reading_of
from vision.ladder import ALL, Rung, Rungs
from vision.reader.contradictions import mistrusted, out_of_order
from vision.thresholds import Assignment
from whist.cards import FULL_PACK, Card
from whist.messages.observations import Reading

CERTAIN: Final = Assignment.CERTAIN

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Decoded:
    """What one row is, once all of them are weighed together."""

    card: Card | None
    """None when most probably there is no card."""
    probability: float
    """Probability of ``card``, 0…1."""
    rival: Card | None
    """What the row has in the best assignment in which it has not ``card``; None is "no card"."""
    belief: Belief
    """(55,) probabilities after decoding, in the order of `vision.index.beliefs`."""

    @property
    def certain(self) -> bool:
        """Whether ``card``, or that there is none, is beyond doubt."""
        return self.probability >= CERTAIN

    @property
    def question(self) -> bool:
        """Whether a person is to be asked which card it is: there may be one, in doubt, but not beyond guessing."""
        there = self.card is not None or self.rival is not None
        return there and not self.certain and self.probability >= Assignment.ASK

    @property
    def reading(self) -> Reading:
        """What the table is told: clear evidence only if ``card`` is certain."""
        cards = self.belief[:NO_CARD].astype(np.float64)
        if not self.certain and cards.max() > Assignment.NOT_CLEAR:
            cards *= Assignment.NOT_CLEAR / cards.max()
        return reading_of(cards)


def is_certain(belief: Belief) -> bool:
    """Whether a belief (55,) is beyond doubt in one card."""
    return bool(belief[:NO_CARD].max() >= CERTAIN)


def copies_of(cards: Iterable[Card], number: int = 1) -> npt.NDArray[np.int64]:
    """``copies`` (54,) for `decode`: ``number`` of each of these cards, none of the others."""
    wanted = set(cards)
    return np.array([number if card in wanted else 0 for card in FULL_PACK])


def decode(
    beliefs: npt.NDArray[np.floating],
    *,
    copies: int | npt.ArrayLike = 1,
    groups: Sequence[int] | None = None,
    doubt: float = Assignment.DOUBT,
) -> list[Decoded]:
    """The cards of rows of beliefs (n, 55), one `Decoded` a row.

    ``copies`` says how many of each card there can be: a number, or (54,) in the order of ``FULL_PACK`` with 0 for
    cards that are elsewhere or not in this pack. "No card" is free for every row. Rows with equal numbers in ``groups``
    (n,) are sightings of one physical card, joined before. ``doubt`` is spread over all 55 of each belief.

    Rows need not sum to 1, only their ratios count; raises ValueError for shapes that do not fit, negative values or
    NaN. Of equally probable assignments any may come out.
    """
    rows = _checked(beliefs)
    left = np.broadcast_to(np.asarray(copies), (NO_CARD,)).astype(np.int64)
    if (left < 0).any():
        raise ValueError("copies of a card cannot be negative; give 0 for a card that is elsewhere")
    if groups is None:
        return _decoded(_spread(rows, doubt), left)
    if len(groups) != len(rows):
        raise ValueError(f"{len(groups)} groups for {len(rows)} rows; give one group for each row")
    numbers = np.asarray(groups)
    names = list(dict.fromkeys(groups))
    united = np.array([joined_looks(rows[numbers == name]) for name in names], np.float64).reshape(-1, NO_CARD + 1)
    cards = dict(zip(names, _decoded(_spread(united, doubt), left), strict=True))
    return [cards[name] for name in groups]


def decode_holders(
    slots: Sequence[Belief | None], *, copies: int | npt.ArrayLike = 1, doubt: float = Assignment.DOUBT
) -> list[Decoded | None]:
    """The cards of the slots of one holder, or of several at once; None is an empty slot, and stays so.

    A belief is there only for a slot in which something was found, so "no card" is less probable than it says.
    """
    filled = [k for k, belief in enumerate(slots) if belief is not None]
    rows = np.array([slots[k] for k in filled], np.float64).reshape(-1, NO_CARD + 1)
    rows[:, NO_CARD] *= Assignment.FILLED
    found = decode(rows, copies=copies, doubt=doubt)
    result: list[Decoded | None] = [None] * len(slots)
    for k, one in zip(filled, found, strict=True):
        result[k] = one
    return result


def holder_readings(
    holders: Sequence[Sequence[Belief | None]],
    before: Sequence[Sequence[Card]] = (),
    elsewhere: Iterable[Card] = (),
    rungs: Rungs = ALL,
) -> list[tuple[Reading | None, ...]]:
    """What the table is told of the slots of all holders that are seen, weighed together: a card stands in one slot of
    one holder only. Each of ``holders`` is a row of beliefs, None for an empty slot.

    ``before`` are the cards that each holder surely held, in their order, empty where that is not known; ``elsewhere``
    lie on the table for all to see, so they stand in no holder. Where that shows that a rank or suit was surely
    mistaken for another, all that was read as that one is weighed once more, as less sure; and so is what breaks the
    order of a holder of which nothing is known from before. ``rungs`` are those of the ladder that are climbed: without
    assignment a card may stand in any number of slots.
    """
    beliefs = [belief for slots in holders for belief in slots]
    once = Rung.ASSIGNMENT in rungs
    copies = 1 - np.minimum(copies_of(elsewhere), 1) if once else np.full(NO_CARD, len(beliefs))
    found = decode_holders(beliefs, copies=copies)
    known = [*before, *[()] * len(holders)][: len(holders)]
    if Rung.CONTRADICTION in rungs:
        cards = [one.card if one else None for one in found]
        rows = zip(_split(mistrusted(beliefs, cards), holders), _split(cards, holders), known, strict=True)
        doubted = [one for slots, its, order in rows for one in (slots if order else out_of_order(slots, its))]
        if any(now is not then for now, then in zip(doubted, beliefs, strict=True)):
            found = decode_holders(doubted, copies=copies)
    orders = known if Rung.ORDER in rungs else [()] * len(holders)
    settled = map(_in_order, holders, _split(found, holders), orders)
    return [tuple(one.reading if one else None for one in row) for row in settled]


def _split(rows: Sequence[T], holders: Sequence[Sequence[object]]) -> list[list[T]]:
    """What is told of the slots of all holders, one after the other, by holder."""
    left = iter(rows)
    return [list(islice(left, len(slots))) for slots in holders]


def _in_order(
    slots: Sequence[Belief | None], found: Sequence[Decoded | None], before: Sequence[Card]
) -> list[Decoded | None]:
    """What is not certain, settled by the order that the cards had: they only leave a holder, and those that stay keep
    their order. Where a certain card says otherwise the holder was filled or sorted anew, and nothing is settled."""
    cards = [one.card for one in found if one is not None and one.certain and one.card is not None]
    rest = iter(before)
    if not before or len(cards) == sum(one is not None for one in found) or not all(card in rest for card in cards):
        return list(found)
    rows = [belief for belief in slots if belief is not None]
    order = iter(decode_row(np.array(rows), before).cards)
    settled: list[Decoded | None] = []
    for one in found:
        known = next(order) if one is not None else None
        if one is not None and known is not None and known.card is not None and not one.certain:
            likely = one.belief[FULL_PACK.index(known.card)] >= Assignment.LIKELY
            settled.append(known if known.certain and likely else one)
        else:
            settled.append(one)
    return settled


def joined_looks(beliefs: npt.NDArray[np.floating]) -> Belief:
    """One belief (55,) of several indices (n, 55) of one card: they strengthen each other, but two clear ones that
    differ leave a doubt."""
    clear = {int(belief[:-1].argmax()) for belief in beliefs if belief[:-1].max() >= Assignment.CLEAR}
    if len(clear) > 1:
        return np.asarray(np.mean(beliefs, axis=0), np.float32)
    product = np.log(np.maximum(np.asarray(beliefs, np.float64), Assignment.LEAST)).sum(axis=0)
    product = np.exp((product - product.max()) * (Assignment.INDEPENDENT if len(beliefs) > 1 else 1.0))
    return np.asarray(product / product.sum(), np.float32)


@dataclass(frozen=True, slots=True)
class DecodedRow:
    """A row of cards decoded against the row that it was before."""

    cards: tuple[Decoded, ...]
    """One for each row of beliefs; its ``probability`` is exact."""
    places: tuple[int | None, ...]
    """Where each of them stood before: numbers that rise; None for what was no card."""
    gone: tuple[float, ...]
    """For each card of before the probability that it has left, exact."""


def decode_row(
    beliefs: npt.NDArray[np.floating], before: Sequence[Card], *, doubt: float = Assignment.DOUBT
) -> DecodedRow:
    """What rows of beliefs (m, 55) are, given that they are cards of ``before`` in the same order.

    Cards only leave a holder or a fan, and those that stay keep their order when they are pushed together. Which ones
    left is not known; any choice of them is as probable as another. A row may also be no card. Forward and backward
    sums over all alignments (the algorithm of hidden Markov models) make the probabilities exact. Raises ValueError as
    `decode` does.
    """
    rows = np.log(_spread(_checked(beliefs), doubt))
    numbers = np.array([FULL_PACK.index(card) for card in before], np.int64)
    match, none = rows[:, numbers], rows[:, NO_CARD]
    shares = _aligned(match, none, np.logaddexp)
    best = _aligned(match, none, np.maximum)
    places = _best_places(match, none)
    found = []
    for place, share, loss in zip(places, shares, best, strict=True):
        belief, least = np.zeros(NO_CARD + 1), np.full(NO_CARD + 1, -np.inf)
        columns = np.append(numbers, NO_CARD)
        np.add.at(belief, columns, np.exp(share))
        np.maximum.at(least, columns, loss)
        found.append(_told(NO_CARD if place is None else int(numbers[place]), belief, least))
    gone = 1 - np.exp(shares[:, :-1]).sum(axis=0) if len(rows) else np.ones(len(before))
    return DecodedRow(tuple(found), places, tuple(float(p) for p in gone.clip(0, 1)))


def _after(match: Doubles, none: Doubles, add: np.ufunc) -> Doubles:
    """(m + 1, L + 1): weight of the rows from i on, when they use only cards from j on; logarithms."""
    rows, cards = match.shape
    after = np.zeros((rows + 1, cards + 1))
    for i in range(rows - 1, -1, -1):
        taken = np.append(match[i] + after[i + 1, 1:], -np.inf)
        after[i] = add(none[i] + after[i + 1], add.accumulate(taken[::-1])[::-1])
    return after


def _aligned(match: Doubles, none: Doubles, add: np.ufunc) -> Doubles:
    """(m, L + 1): logarithms of what each row has of each card of before, then of "no card", as shares of all."""
    rows, cards = match.shape
    after = _after(match, none, add)
    # weight of the rows before i, when the last card that they use is number j - 1
    before = np.full(cards + 1, -np.inf)
    before[0] = 0
    result = np.empty((rows, cards + 1))
    for i in range(rows):
        up_to = add.accumulate(before)
        result[i, :cards] = up_to[:cards] + match[i] + after[i + 1, 1:]
        result[i, cards] = none[i] + add.reduce(before + after[i + 1])
        before = add(before + none[i], np.append(-np.inf, up_to[:cards] + match[i]))
    return np.asarray(result - after[0, 0])


def _best_places(match: Doubles, none: Doubles) -> tuple[int | None, ...]:
    after = _after(match, none, np.maximum)
    places: list[int | None] = []
    first = 0
    for i in range(len(match)):
        taken = match[i, first:] + after[i + 1, first + 1 :]
        if taken.size and taken.max() >= none[i] + after[i + 1, first]:
            first += int(taken.argmax()) + 1
            places.append(first - 1)
        else:
            places.append(None)
    return tuple(places)


def _checked(beliefs: npt.NDArray[np.floating]) -> Doubles:
    rows = np.asarray(beliefs, np.float64)
    if rows.size == 0:
        rows = rows.reshape(0, NO_CARD + 1)
    if rows.ndim != 2 or rows.shape[1] != NO_CARD + 1:
        raise ValueError(f"beliefs of shape {np.shape(beliefs)}; they must be (n, {NO_CARD + 1})")
    if not np.isfinite(rows).all() or (rows < 0).any():
        raise ValueError("a belief holds NaN, infinity or a negative number; beliefs are probabilities")
    return rows


def _spread(rows: Doubles, doubt: float) -> Doubles:
    """Rows that sum to 1 with ``doubt`` of it spread evenly; a row of zeros says nothing: even all over."""
    total = rows.sum(axis=1, keepdims=True)
    even = np.full_like(rows, 1 / (NO_CARD + 1))
    shares = np.divide(rows, total, out=even, where=total > 0)
    return np.asarray((1 - doubt) * shares + doubt / (NO_CARD + 1))


def _decoded(beliefs: Doubles, left: npt.NDArray[np.int64]) -> list[Decoded]:
    if len(beliefs) == 0:
        return []
    costs = -np.log(np.maximum(beliefs, np.finfo(np.float64).tiny))
    given, losses = assigned(costs, left)
    return [_row(choice, loss) for choice, loss in zip(given, losses, strict=True)]


def _row(choice: int, losses: Doubles) -> Decoded:
    losses = np.maximum(losses, 0)  # a tie may come out as a trifle below 0
    weights = np.exp(-losses)
    return _told(choice, weights / weights.sum(), -losses)


def _told(choice: int, shares: Doubles, worth: Doubles) -> Decoded:
    """A row whose card is ``choice``, given the probabilities (55,) and how good the best of each choice is."""
    others = worth.copy()
    others[choice] = -np.inf
    rival = int(others.argmax()) if np.isfinite(others).any() else NO_CARD
    return Decoded(_card(choice), float(shares[choice]), _card(rival), np.asarray(shares, np.float32))


def _card(number: int) -> Card | None:
    return None if number == NO_CARD else FULL_PACK[number]


def assigned(costs: Doubles, left: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], Doubles]:
    """The cheapest assignment of rows to cards, and what each other choice would cost more.

    ``costs`` (n, 55) are minus logarithms, ``left`` (54,) is how often each card can be given. Returns (n,) the number
    of the card of each row, `NO_CARD` for none, and (n, 55) by how much the cheapest assignment in which that row has
    that card is dearer: 0 for its own, infinite for a card of which there is none.
    """
    from scipy.optimize import linear_sum_assignment  # 50 MB and most of a second, which not everybody needs

    rows = len(costs)
    owner = np.repeat(np.arange(NO_CARD), np.minimum(left, rows))
    none = np.full((rows, rows), Assignment.FAR)
    np.fill_diagonal(none, costs[:, NO_CARD])
    columns = np.concatenate([costs[:, owner], none], axis=1)
    _, place = linear_sum_assignment(columns)
    own = columns[np.arange(rows), place]
    free = np.ones(columns.shape[1], np.bool_)
    free[place] = False

    # Residual graph over the rows and one more node, "free". An edge from j to l: j takes what l has, and l is put out;
    # from j to free: j takes something that nobody has; from free to l: what l has is given back.
    way = np.full((rows + 1, rows + 1), np.inf)
    way[:rows, :rows] = columns[:, place] - own[None, :]
    way[:rows, rows] = columns[:, free].min(axis=1, initial=Assignment.FAR)
    way[rows, :rows] = -own
    np.fill_diagonal(way, 0)
    for middle in range(rows + 1):
        np.minimum(way, way[:, middle, None] + way[None, middle, :], out=way)

    # Row i takes a column; whoever had it must be put elsewhere, until something ends where i has left.
    holder = np.full(columns.shape[1], rows)
    holder[place] = np.arange(rows)
    back = np.where(free, 0.0, -columns[holder.clip(max=rows - 1), np.arange(columns.shape[1])])
    dearer = columns + back[None, :] + way[holder][:, :rows].T
    losses = np.full((rows, NO_CARD + 1), np.inf)
    for column, card in enumerate(owner):
        np.minimum(losses[:, card], dearer[:, column], out=losses[:, card])
    losses[:, NO_CARD] = dearer[np.arange(rows), len(owner) + np.arange(rows)]
    given = np.append(owner, np.full(rows, NO_CARD))[place]
    losses[np.arange(rows), given] = 0
    return given, losses
