"""Reads the thirteen slots of each holder from its rectified face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, pi, remainder
from typing import Final, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.beliefs import Belief, agreed, guessed
from vision.cameras import Picture
from vision.geometry import BRIDGE_CARD, CARD_BOTTOM, FACE_WIDTH, POKER_CARD, SLOT_PITCH, SLOTS, slot_left
from vision.likeness import likened
from vision.planes import PIXELS_PER_MM, Plane, rectify
from vision.poses import crops
from vision.strip_looks import looked_at_strips
from vision.suit_looks import looked_closer
from vision.tries import named_again

Numbers = npt.NDArray[np.float32]


class IndexReader(Protocol):
    """What is asked of a reader of indices."""

    def poses(self, picture: Picture, index_height: tuple[float, float] | None = None) -> Numbers:
        """Where indices stand: (n, 5) x, y, angle, height, score; ``index_height`` in pixels."""

    def named(self, pictures: Picture) -> Belief:
        """Beliefs (n, 55) of upright crops (n, 56, 40, 3)."""

    def described(self, pictures: Picture) -> tuple[Belief, Numbers]:
        """The same, and what was seen of them before they were named, (n, features), 0 and above."""

    def suits(self, pictures: Picture) -> Numbers:
        """Probabilities (n, SUIT_CLASSES) of suits shown alone, in crops (n, 56, 40, 3)."""

    def strips(self, pictures: Picture) -> Belief:
        """Beliefs (n, 55) of all that racked cards show, (n, 56, 40, 3)."""


_SCALE: Final = 16.0
"""Indices of this height, mm, are looked for where nothing is known of the pack, and..."""
_SPAN: Final = 2.0
"""... those up to so many times lower and higher: rank and suit one beside the other, or a jumbo index."""
_OTHER_SCALE: Final = 0.2
"""A pack whose indices are so much lower or higher (logarithm) is looked at for its own height, too, but..."""
_SCALES: Final = (11.0, 32.0)
"""... for none below the first and none above the second, mm; and where..."""
_SEEN_WELL: Final = 0.6
"""... the detector's mean score is not below this, that may be the better look."""
_OF_ONE_HEIGHT: Final = 0.15
"""Heights that differ by less than this (logarithm) from a pack's usual one are alike."""
_STRIP: Final = (-4.0, 52.0, FACE_WIDTH + 4.0, 104.0)
"""Where the indices of racked cards lie, mm of the face plane: x0, y0, x1, y1."""
_BETWEEN: Final = 24
"""Rows between the strips of two holders where both are looked at as one picture."""
_CARD_TOP: Final = CARD_BOTTOM + BRIDGE_CARD[1]


@dataclass(frozen=True, slots=True)
class IndexShape:
    """Where a pack has its indices: middle from the card's left edge (``aside``) and from its upper edge (``depth``),
    and height of rank and suit together, mm. ``told_by`` counts the indices that told it; ``scale`` is the height, mm,
    for which the detector sees them best."""

    aside: float
    depth: float
    height: float
    told_by: int = 0
    scale: float = _SCALE

    @property
    def looked_for(self) -> tuple[float, float]:
        """Least and greatest height of the indices that are looked for, pixels of a rectified picture."""
        return self.scale / _SPAN * PIXELS_PER_MM, self.scale * _SPAN * PIXELS_PER_MM


USUAL: Final = IndexShape(5.6, 12.6, 18.0)
"""The indices of most packs."""
_LEAST_FOR_SHAPE: Final = 4
"""So many indices must be seen to tell the pack's shape."""
_MANY_FOR_SHAPE: Final = 12
"""So many always tell it anew; fewer only where no more told it before: of those found in two holders that are nearly
empty several may be pips."""
_ASIDES: Final = np.arange(2.5, 16.0, 0.25)
"""Places of an index on its card that are possible, mm from its left edge: the next card hides the rest."""
_WITHIN: Final = 1.6
"""How far the places of a pack's indices scatter, mm."""
_HABIT: Final = 3.0
"""How far from the shape known before a pack's place may well be, mm; and..."""
_HABIT_WEIGHT: Final = (1.0, 6.0)
"""... how many indices that knowledge outweighs, at least and at most."""
_ASIDE: Final = 4.8
"""How far an index may stand from its place in the slot, mm."""
_TOPS: Final = (-9.0, 12.0)
"""Distances of an index's upper end from the upper edge of a card pushed right in that are possible, mm: not every card
is pushed in."""
_SLANT: Final = 0.7
"""A racked card stands nearly upright, but the detector errs much about the angle of a jumbo index; and..."""
_LEAN: Final = 0.3
"""... above this what it says of the angle is left out."""
_TRUST: Final = 0.7
_SLANT_TRUST: Final = 0.3
"""Each card stands a little askew, and the detector errs a little: these shares are kept of the place and of the angle
that it saw, against those that the pack's shape tells."""
UNLIKE: Final = 0.3
"""An index whose height differs by more than this (logarithm) from the pack's is a joker's, or none."""
_HIGHER: Final = 4.0
"""How much higher a card that is not pushed in is looked for, mm."""
_SURE: Final = 0.98
"""A belief below this is asked for again at some more poses."""
_EMPTY: Final = 0.9
"""A slot whose belief gives this much to "no card" is empty, whatever the detector saw there: it seldom errs. Rather a
card that is asked about than one that is overlooked."""
_EMPTY_UNFOUND: Final = 0.25
"""The same where the detector saw no index and the place alone was asked about."""
BARE: Final = 2
"""A holder with so few cards will be racked anew."""
_FULL_ENOUGH: Final = 8
"""Fewer cards do not tell how their edges look."""
_LIKE_EDGES: Final = 0.3
"""Of 2052 racked cards of 18 packs 99.9 % had an edge above this share of the usual one, of 288 empty slots 22 %."""
_EDGE_WITHIN: Final = 2.2
_BELOW_TOP: Final = 4.0
"""How far a card's edge may stand from its slot's, and how far below the upper edge it is looked for, mm."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A pose that may be a racked card's index: u of its middle on the face, depth below the card's upper edge, mm."""

    u: float
    depth: float
    angle: float
    height: float
    score: float

    def aside(self, slot: int) -> float:
        return self.u - slot_left(slot)


def read_holders(
    reader: IndexReader,
    holders: Sequence[tuple[Picture, Plane]],
    shape: IndexShape = USUAL,
    racking: Sequence[bool] = (),
) -> tuple[list[list[Belief | None]], IndexShape]:
    """Beliefs (55,) of the 13 slots of each holder, left to right as its human sees them (None is an empty slot), and
    the shape of the pack's indices: ``shape`` itself where too few are seen to tell.

    ``holders`` are full-size pictures, each with a holder's plane. A slot shows its card's upper left index. Where a
    slot is empty the card to its left shows more of itself, but its index stays at its own place: so the place along u
    tells the slot. ``racking`` says in which holders 13 cards are expected: there a slot in which no index is seen is
    guessed at where the edge of a card is seen. All indices of a pack have one height and one place on the card, which
    says more exactly than any single sighting where each must be read. The detector looks once at all holders; the
    classifier once at all slots, and once more at those few that it doubts.
    """
    strips = [rectify(picture, plane, _STRIP) for picture, plane in holders]
    if not strips:
        return [], shape
    found, shape = _found(reader, strips, shape)
    firsts = [np.array([_pose(one.get(slot), slot, shape) for slot in range(SLOTS)], np.float32) for one in found]
    beliefs, features = reader.described(np.concatenate([crops(*one) for one in zip(strips, firsts, strict=True)]))
    beliefs = _asked_again(reader, strips, firsts, found, shape, beliefs)
    corners = [
        (*holder, *_corner(pose, shape)) for holder, poses in zip(holders, firsts, strict=True) for pose in poses
    ]
    seen: dict[int, Belief] = {}
    beliefs = looked_at_strips(reader, corners, beliefs, seen)
    beliefs = looked_at_strips(reader, corners, likened(beliefs, features), seen)
    read: list[list[Belief | None]] = []
    for number, one in enumerate(found):
        slots: list[Belief | None] = []
        for slot in range(SLOTS):
            belief = beliefs[number * SLOTS + slot]
            slots.append(belief if belief[-1] < (_EMPTY if slot in one else _EMPTY_UNFOUND) else None)
        _drop_right_corners(slots, shape)
        if number < len(racking) and racking[number]:
            _guess_by_edges(slots, strips[number], beliefs[number * SLOTS : (number + 1) * SLOTS])
        read.append(slots)
    return read, shape


def is_crowded(
    reader: IndexReader, picture: Picture, plane: Plane, slots: Sequence[Belief | None], shape: IndexShape
) -> bool:
    """Whether a holder whose ``slots`` are all filled holds one card more: an index that is clearly another card's
    stands half-way between two slots."""
    strip = rectify(picture, plane, _STRIP)
    between = []
    for one in _look(reader, [strip], shape)[0]:
        away = (one.u - shape.aside - slot_left(0)) % SLOT_PITCH
        if _ASIDE < away < SLOT_PITCH - _ASIDE and abs(log(one.height / shape.height)) < UNLIKE:
            between.append(_in_strip(one.u, one.depth, one.angle, one.height))
    if not between:
        return False
    held = {int(belief[:-1].argmax()) for belief in slots if belief is not None}
    read = reader.named(crops(strip, np.array(between, np.float32)))
    return any(
        belief.max() >= _SURE and belief.argmax() < len(belief) - 1 and int(belief.argmax()) not in held
        for belief in read
    )


_Found = list[dict[int, _Seen]]


def _found(reader: IndexReader, strips: Sequence[Picture], shape: IndexShape) -> tuple[_Found, IndexShape]:
    """The pose that fits best in each slot of each strip in which there is one, and the shape that they tell, given
    the one known before. Where many are seen that are unlike those looked for, they are looked for as they are, and
    the better look counts."""
    found, told = _found_at(reader, strips, shape)
    if sum(map(len, found)) < _MANY_FOR_SHAPE or abs(log(told.height / told.scale)) < _OTHER_SCALE:
        return found, told
    scale = float(np.clip(told.height, *_SCALES))
    other = _found_at(reader, strips, replace(told, scale=scale))
    scores = [one.score for part in other[0] for one in part.values()]
    better = bool(scores) and np.mean(scores) > _SEEN_WELL and _well(*other) > _well(found, told)
    return other if better else (found, told)


def _found_at(reader: IndexReader, strips: Sequence[Picture], shape: IndexShape) -> tuple[_Found, IndexShape]:
    """The same, looked for at the scale of ``shape``."""
    seen = _look(reader, strips, shape)
    aside = _usual_aside([one for part in seen for one in part], shape)
    told = _told_shape([_by_slot(part, replace(shape, aside=aside)) for part in seen], shape)
    return [_by_slot(part, told) for part in seen], told


def _well(found: _Found, shape: IndexShape) -> float:
    """How well the detector sees the indices of a pack, which are all of one height."""
    seen = [one for part in found for one in part.values()]
    return sum(one.score for one in seen if abs(log(one.height / shape.height)) < _OF_ONE_HEIGHT)


def _look(reader: IndexReader, strips: Sequence[Picture], shape: IndexShape) -> list[list[_Seen]]:
    """What may be an index in each strip; all strips are looked at as one picture, one below the other."""
    high = strips[0].shape[0] + _BETWEEN
    whole = np.concatenate([cv2.copyMakeBorder(strip, 0, _BETWEEN, 0, 0, cv2.BORDER_REPLICATE) for strip in strips])
    seen: list[list[_Seen]] = [[] for _ in strips]
    for x, y, angle, height, score in reader.poses(np.asarray(whole, np.uint8), shape.looked_for).tolist():
        number = min(max(int(y // high), 0), len(strips) - 1)
        u = _STRIP[0] + (x + 0.5) / PIXELS_PER_MM
        v = _STRIP[3] - (y - number * high + 0.5) / PIXELS_PER_MM
        one = _Seen(u, _CARD_TOP - v, remainder(angle, 2 * pi), height / PIXELS_PER_MM, score)
        if abs(one.angle) < _SLANT and _TOPS[0] < one.depth - one.height / 2 < _TOPS[1]:
            seen[number].append(one)
    return seen


def _usual_aside(seen: Sequence[_Seen], shape: IndexShape) -> float:
    """How far from its card's left edge an index stands, told by where most stand within the slots."""
    weight = min(max(float(shape.told_by), _HABIT_WEIGHT[0]), _HABIT_WEIGHT[1])
    votes = weight * np.exp(-0.5 * ((_ASIDES - shape.aside) / _HABIT) ** 2)
    for one in seen:
        away = (one.u - slot_left(0) - _ASIDES + SLOT_PITCH / 2) % SLOT_PITCH - SLOT_PITCH / 2
        votes = votes + one.score * np.exp(-0.5 * (away / _WITHIN) ** 2)
    return float(_ASIDES[int(votes.argmax())])


def _by_slot(seen: Sequence[_Seen], shape: IndexShape) -> dict[int, _Seen]:
    """The pose that fits best in each slot in which there is one."""
    best: dict[int, tuple[float, _Seen]] = {}
    for one in seen:
        slot = round((one.u - shape.aside - slot_left(0)) / SLOT_PITCH)
        away = abs(one.aside(slot) - shape.aside)
        if 0 <= slot < SLOTS and away < _ASIDE:
            unlike = abs(one.depth - shape.depth) / 6 + abs(log(one.height / shape.height))
            fit = one.score - away / _ASIDE - 0.5 * unlike
            if slot not in best or fit > best[slot][0]:
                best[slot] = fit, one
    return {slot: one for slot, (_, one) in best.items()}


def _told_shape(found: Sequence[dict[int, _Seen]], before: IndexShape) -> IndexShape:
    rows = [(one.aside(slot), one.depth, one.height) for part in found for slot, one in part.items()]
    if len(rows) < max(_LEAST_FOR_SHAPE, min(before.told_by, _MANY_FOR_SHAPE)):
        return before
    aside, depth, height = np.median(rows, axis=0)
    return IndexShape(float(aside), float(depth), float(height), len(rows), before.scale)


def _pose(one: _Seen | None, slot: int, shape: IndexShape, trust: float = _TRUST) -> tuple[float, float, float, float]:
    """Where the index of a slot is to be read in its strip: x, y, angle, height in pixels."""
    aside, depth, angle, height = shape.aside, shape.depth, 0.0, shape.height
    if one is not None:
        if abs(log(one.height / shape.height)) > UNLIKE:
            trust, height = 1.0, one.height
        aside += trust * (one.aside(slot) - aside)
        depth += trust * (one.depth - depth)
        angle = _SLANT_TRUST * one.angle if abs(one.angle) < _LEAN else 0.0
    return _in_strip(slot_left(slot) + aside, depth, angle, height)


def _in_strip(u: float, depth: float, angle: float, height: float) -> tuple[float, float, float, float]:
    x = (u - _STRIP[0]) * PIXELS_PER_MM - 0.5
    y = (_STRIP[3] - _CARD_TOP + depth) * PIXELS_PER_MM - 0.5
    return x, y, angle, height * PIXELS_PER_MM


def _corner(pose: Numbers, shape: IndexShape) -> tuple[float, float]:
    """The upper left corner, mm of the face, of the card whose index is at a pose of its strip."""
    x, y = pose[:2].tolist()
    return (
        _STRIP[0] + (x + 0.5) / PIXELS_PER_MM - shape.aside,
        _STRIP[3] - (y + 0.5) / PIXELS_PER_MM + shape.depth,
    )


def _asked_again(
    reader: IndexReader,
    strips: Sequence[Picture],
    firsts: Sequence[Numbers],
    found: Sequence[dict[int, _Seen]],
    shape: IndexShape,
    beliefs: Belief,
) -> Belief:
    """The beliefs, those in doubt joined with what more poses say."""
    doubtful = np.flatnonzero(beliefs.max(axis=1) < _SURE)
    if not len(doubtful):
        return beliefs
    pictures = []
    for row in doubtful.tolist():
        number, slot = divmod(row, SLOTS)
        pictures.append(crops(strips[number], _more_poses(found[number].get(slot), slot, shape)))
    more = reader.named(np.concatenate(pictures)).reshape(len(doubtful), len(pictures[0]), -1)
    out = beliefs.copy()
    out[doubtful] = _weighed(np.concatenate([beliefs[doubtful, None], more], 1))
    for number, strip in enumerate(strips):
        mine = slice(number * SLOTS, (number + 1) * SLOTS)
        its = doubtful[doubtful // SLOTS == number] % SLOTS
        out[mine] = named_again(reader, strip, firsts[number], out[mine], its)
        out[mine] = looked_closer(reader, strip, firsts[number], out[mine])
    return out


def _weighed(tried: Belief) -> Belief:
    """Beliefs (n, 55) of the same indices read at several poses, given as (n, poses, 55): the pose that shows an index
    most clearly says whether there is one."""
    cards, there = agreed(tried)
    most = np.minimum(there.max(axis=1, keepdims=True), 1.0)
    return np.concatenate([cards * most, 1 - most], axis=1).astype(np.float32)


def _more_poses(one: _Seen | None, slot: int, shape: IndexShape) -> Numbers:
    """Poses (3, 4) at which a doubtful index is asked for again: larger, smaller, and where the pack has its indices
    or, where none was seen, where that of a card is that stands a little high."""
    x, y, angle, height = _pose(one, slot, shape)
    other = (x, y - _HIGHER * PIXELS_PER_MM, angle, height) if one is None else _pose(one, slot, shape, 0.0)
    return np.array([(x, y, angle, 1.15 * height), (x, y, angle, 0.87 * height), other], np.float32)


def _guess_by_edges(slots: list[Belief | None], strip: Picture, beliefs: Belief) -> None:
    """Guess, never so that it is believed, at cards whose left edge stands in a slot though no index was seen there. An
    empty slot is covered by the card before, and shows no edge but where that is a court with a frame."""
    filled = [slot for slot, belief in enumerate(slots) if belief is not None]
    if not _FULL_ENOUGH <= len(filled) < SLOTS:
        return
    edges = _edges(strip)
    usual = float(np.median(edges[filled]))
    for slot in range(SLOTS):
        if slots[slot] is None and edges[slot] > _LIKE_EDGES * usual:
            slots[slot] = guessed(np.maximum(beliefs[slot][:-1], 1e-6))


def _edges(strip: Picture) -> Numbers:
    """How strongly a line from top to bottom stands out at the left of each slot, (13,) grey levels."""
    grey = cv2.GaussianBlur(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 1.0)
    below = grey[round((_STRIP[3] - _CARD_TOP + _BELOW_TOP) * PIXELS_PER_MM) :]
    steps = np.median(np.abs(below[:, 2:] - below[:, :-2]), axis=0)
    places = [round((slot_left(slot) - _STRIP[0]) * PIXELS_PER_MM) for slot in range(SLOTS)]
    near = round(_EDGE_WITHIN * PIXELS_PER_MM)
    return np.array([steps[max(0, x - near) : x + near].max() for x in places], np.float32)


def _drop_right_corners(slots: list[Belief | None], shape: IndexShape) -> None:
    """Packs with four indices show their upper right one where the slots to the right are empty: forget those."""
    for slot in range(SLOTS):
        belief = slots[slot]
        if belief is None:
            continue
        for width in (BRIDGE_CARD[0], POKER_CARD[0]):
            other = round((width - 2 * shape.aside) / SLOT_PITCH) + slot
            between = slots[slot + 1 : other]
            if slot < other < SLOTS and not any(one is not None for one in between):
                right = slots[other]
                if right is not None and right[:-1].argmax() == belief[:-1].argmax():
                    slots[other] = None
