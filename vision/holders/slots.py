"""Reads the thirteen slots of each holder from its rectified face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera.protocol import Picture
from vision.holders.indices import (
    ASIDE,
    CARD_TOP,
    STRIP,
    USUAL,
    Found,
    IndexShape,
    Seen,
    card_corner,
    found_in,
    in_strip,
    more_poses,
    sightings,
    slot_pose,
)
from vision.holders.strips import RackedStrips
from vision.holders.wavering import believed
from vision.index.beliefs import NO_CARD, Belief, agreed, guessed
from vision.index.poses import crops
from vision.planes.planes import PIXELS_PER_MM, Plane, rectify
from vision.reader.more_poses import named_again
from vision.reader.pack_likeness import likened
from vision.reader.suit_looks import compared, looked_closer
from vision.sizes import BRIDGE_CARD, POKER_CARD, SLOT_PITCH, SLOTS, slot_left

Numbers = npt.NDArray[np.float32]


class IndexReader(Protocol):
    """What is asked of a reader of indices."""

    def poses(self, picture: Picture, index_height: tuple[float, float] | None = None) -> Numbers:
        """Where indices stand: (n, 5) x, y, angle, height, score; ``index_height`` in pixels."""

    def named(self, pictures: Picture, looks: int = 1) -> Belief:
        """Beliefs (n, 55) of upright crops (n, 56, 40, 3), ``looks`` of each index."""

    def described(self, pictures: Picture) -> tuple[Belief, Numbers]:
        """The same, and what was seen of them before they were named, (n, features), 0 and above."""

    def doubted(self, pictures: Picture, looks: int = 1) -> Belief:
        """Beliefs (2, n, 55), of two networks, of crops (n, 56, 40, 3) of racked indices that `named` leaves in doubt,
        ``looks`` of each."""

    def suits(self, pictures: Picture) -> Numbers:
        """Probabilities (n, SUIT_CLASSES) of suits shown alone, in crops (n, 56, 40, 3)."""

    def wholes(self, pictures: Picture) -> Belief:
        """Beliefs (n, 55) of whole cards, crops (n, 56, 40, 3) of `vision.index.whole_cards.whole_crops`."""

    def features(self, pictures: Picture) -> Numbers:
        """What was seen in crops (n, 56, 40, 3) before they were named: (n, features), 0 and above."""

    def strips(self, pictures: Picture) -> tuple[Numbers, Numbers]:
        """Probabilities (n, RANK_CLASSES) and (n, SUIT_CLASSES) of all that racked cards show, (n, 56, 40, 3)."""


_SURE: Final = 0.98
"""A belief below this is asked for again at some more poses."""
_NOT_HERE: Final = 0.1
"""What shows no card with more than this does not show where its index is: another pose does better."""
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
    classifier once at all slots, and once more at those few that it doubts. What is left in doubt is told by what else
    its card shows, and by how like the others it looks; less surely where the pack's indices waver.
    """
    strips = [rectify(picture, plane, STRIP) for picture, plane in holders]
    if not strips:
        return [], shape
    found, shape = found_in(reader, strips, shape, lambda seen: _proved(reader, strips, seen))
    firsts = [np.array([slot_pose(one.get(slot), slot, shape) for slot in range(SLOTS)], np.float32) for one in found]
    first, features = reader.described(np.concatenate([crops(*one) for one in zip(strips, firsts, strict=True)]))
    indices = _asked_again(reader, strips, firsts, found, shape, first)
    corners = [
        (*holder, *card_corner(pose, shape)) for holder, poses in zip(holders, firsts, strict=True) for pose in poses
    ]
    beside = RackedStrips(reader, corners, shape)
    untold = beside.joined_to(indices)
    beliefs = compared(reader, strips, firsts, untold)
    beliefs = likened(beliefs, features)
    beliefs = beside.joined_to(beside.likened_to(beliefs))
    beliefs = beside.contradicting(indices, believed(first, untold, beliefs))
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


def _proved(reader: IndexReader, strips: Sequence[Picture], seen: Sequence[Sequence[Seen]]) -> list[list[Seen]]:
    """Those of the poses ``seen`` in each strip that do not surely show no card."""
    poses = [
        np.array([in_strip(one.u, one.depth, one.angle, one.height) for one in part], np.float32).reshape(-1, 4)
        for part in seen
    ]
    looks = [crops(strip, places) for strip, places in zip(strips, poses, strict=True)]
    may_be = iter(reader.named(np.concatenate(looks))[:, NO_CARD] < _SURE)
    return [[one for one in part if next(may_be)] for part in seen]


def is_crowded(
    reader: IndexReader, picture: Picture, plane: Plane, slots: Sequence[Belief | None], shape: IndexShape
) -> bool:
    """Whether a holder whose ``slots`` are all filled holds one card more: an index that is clearly another card's
    stands half-way between two slots."""
    strip = rectify(picture, plane, STRIP)
    between = []
    for one in sightings(reader, [strip], shape)[0]:
        away = (one.u - shape.aside - slot_left(0)) % SLOT_PITCH
        if ASIDE < away < SLOT_PITCH - ASIDE and not shape.is_odd(one.height):
            between.append(in_strip(one.u, one.depth, one.angle, one.height))
    if not between:
        return False
    held = {int(belief[:-1].argmax()) for belief in slots if belief is not None}
    read = reader.named(crops(strip, np.array(between, np.float32)))
    return any(
        belief.max() >= _SURE and belief.argmax() < len(belief) - 1 and int(belief.argmax()) not in held
        for belief in read
    )


def _asked_again(
    reader: IndexReader,
    strips: Sequence[Picture],
    firsts: Sequence[Numbers],
    found: Found,
    shape: IndexShape,
    beliefs: Belief,
) -> Belief:
    """The beliefs, those in doubt joined with what more poses say. Where none of the ``firsts`` shows the card, it is
    replaced by the pose that shows it best."""
    seen = np.array([slot in one for one in found for slot in range(SLOTS)])
    doubtful = np.flatnonzero((beliefs.max(axis=1) < _SURE) | (seen & (beliefs[:, -1] > _NOT_HERE)))
    if not len(doubtful):
        return beliefs
    places = [divmod(row, SLOTS) for row in doubtful.tolist()]
    others = [more_poses(found[number].get(slot), slot, shape) for number, slot in places]
    looks = [crops(strips[number], poses) for (number, _), poses in zip(places, others, strict=True)]
    count = len(others[0])
    more = reader.named(np.concatenate(looks), count).reshape(len(doubtful), count, -1)
    out = beliefs.copy()
    out[doubtful] = _weighed(np.concatenate([beliefs[doubtful, None], more], 1))
    for row, (number, slot), poses, none in zip(doubtful, places, others, more[:, :, -1], strict=True):
        if beliefs[row, -1] > max(_NOT_HERE, none.min()):
            firsts[number][slot] = poses[none.argmin()]
    for number, strip in enumerate(strips):
        mine = slice(number * SLOTS, (number + 1) * SLOTS)
        its = doubtful[doubtful // SLOTS == number] % SLOTS
        out[mine] = named_again(reader.doubted, strip, firsts[number], out[mine], its)
        out[mine] = looked_closer(reader, strip, firsts[number], out[mine])
    return out


def _weighed(tried: Belief) -> Belief:
    """Beliefs (n, 55) of the same indices read at several poses, given as (n, poses, 55): the pose that shows an index
    most clearly says whether there is one."""
    cards, there = agreed(tried)
    most = np.minimum(there.max(axis=1, keepdims=True), 1.0)
    return np.concatenate([cards * most, 1 - most], axis=1).astype(np.float32)


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
    below = grey[round((STRIP[3] - CARD_TOP + _BELOW_TOP) * PIXELS_PER_MM) :]
    steps = np.median(np.abs(below[:, 2:] - below[:, :-2]), axis=0)
    places = [round((slot_left(slot) - STRIP[0]) * PIXELS_PER_MM) for slot in range(SLOTS)]
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
