"""Reads the thirteen slots of each holder from its rectified face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.holders.indices import (
    CARD_TOP,
    STRIP,
    USUAL,
    Found,
    IndexPose,
    IndexShape,
    card_corner,
    found_in,
    in_strip,
    joker_poses,
    more_poses,
    sightings,
    slot_pose,
)
from vision.holders.strips import RackedStrips
from vision.holders.wavering import believed
from vision.index.beliefs import NO_CARD, Belief, agreed, guessed
from vision.index.poses import crops
from vision.index.protocol import IndexReader
from vision.ladder import Rung
from vision.packs.pack_memory import IndexMemory
from vision.planes.planes import PIXELS_PER_MM, Plane, rectify
from vision.reader.lone_letters import country_of, jacks_doubted, told_by_letters
from vision.reader.looks_again import looked_again
from vision.reader.pack_likeness import likened
from vision.reader.suit_looks import compared
from vision.sizes import BRIDGE_CARD, POKER_CARD, SLOT_PITCH, SLOTS, slot_left
from vision.thresholds import SURE, FilledSlots, RackedIndices
from whist.cards import PACK

_JOKERS = range(len(PACK), NO_CARD)
"""Their places in a belief."""


class HoldersRead(NamedTuple):
    """What is read of holders, one after the other."""

    slots: list[list[Belief | None]]
    """Beliefs (55,) of the 13 slots of each, left to right as its human sees them; None is an empty slot."""
    shape: IndexShape
    """The shape of the pack's indices."""
    features: list[Numbers]
    """What the classifier saw in the 13 slots of each, (13, features)."""


def read_holders(
    reader: IndexReader,
    holders: Sequence[tuple[Picture, Plane]],
    shape: IndexShape = USUAL,
    racking: Sequence[int] = (),
    memory: IndexMemory | None = None,
) -> HoldersRead:
    """The cards of each holder, and the shape of the pack's indices: ``shape`` itself where too few are seen to tell.

    ``holders`` are full-size pictures, each with a holder's plane. A slot shows its card's upper left index. Where a
    slot is empty the card to its left shows more of itself, but its index stays at its own place: so the place along u
    tells the slot. ``racking`` says from how many cards on, 0 of none, 13 are expected in a holder: there a slot in
    which no index is seen is guessed at where the edge of a card is seen. All indices of a pack have one height and one
    place on the card, which says more exactly than any single sighting where each must be read. The detector looks once
    at all holders; the classifier once at all slots, and once more at those few that it doubts. What is left in doubt
    is told by what else its card shows, and by how like the others it looks; less surely where the pack's indices
    waver. At last ``memory`` tells how like the indices of deals before they are.
    """
    strips = [rectify(picture, plane, STRIP) for picture, plane in holders]
    if not strips:
        return HoldersRead([], shape, [])
    found, beside_them, shape = found_in(reader, strips, shape, lambda seen: _proved(reader, strips, seen))
    firsts = [np.array([slot_pose(one.get(slot), slot, shape) for slot in range(SLOTS)], np.float32) for one in found]
    first, features = reader.described(np.concatenate([crops(*one) for one in zip(strips, firsts, strict=True)]))
    if any(beside_them):
        first, features = _looked_beside(reader, strips, firsts, found, beside_them, shape, first, features)
    indices = _asked_again(reader, strips, firsts, found, shape, first)
    corners = [
        (*holder, *card_corner(pose, shape)) for holder, poses in zip(holders, firsts, strict=True) for pose in poses
    ]
    beside = RackedStrips(reader, corners, shape)
    told = beside.joined_to(indices) if Rung.REST_OF_CARD in reader.rungs else indices
    beliefs = told
    if Rung.COMPARISON in reader.rungs:
        beliefs = likened(compared(reader, strips, firsts, beliefs), features)
    if Rung.REST_OF_CARD in reader.rungs:
        beliefs = beside.joined_to(beside.likened_to(beliefs) if Rung.COMPARISON in reader.rungs else beliefs)
    if Rung.WAVERING in reader.rungs:
        beliefs = believed(first, told, beliefs)
    if Rung.REST_AGAINST in reader.rungs:
        beliefs = beside.contradicting(indices, beliefs)
    if Rung.LETTERS in reader.rungs:
        beliefs, shape = _by_letters(reader, indices, features, beliefs, shape, any(racking))
    if Rung.MEMORY in reader.rungs and memory is not None:
        beliefs = memory.weighed(beliefs, features)
    if Rung.MORE_POSES in reader.rungs:
        beliefs = _jokers_found(reader, strips, found, shape, beliefs)
    return HoldersRead(_by_slot(beliefs, strips, found, shape, racking), shape, np.split(features, len(found)))


def _by_slot(
    beliefs: Belief, strips: Sequence[Picture], found: Found, shape: IndexShape, racking: Sequence[int]
) -> list[list[Belief | None]]:
    """The beliefs (n, 55) of all slots by holder and slot; None is an empty one."""
    read: list[list[Belief | None]] = []
    filled = beliefs[:, NO_CARD] < _empty_from(found)
    for number in range(len(found)):
        its = range(number * SLOTS, (number + 1) * SLOTS)
        slots: list[Belief | None] = [beliefs[row] if filled[row] else None for row in its]
        _drop_right_corners(slots, shape)
        if number < len(racking) and racking[number]:
            _guess_by_edges(slots, strips[number], beliefs[number * SLOTS : (number + 1) * SLOTS], racking[number])
        read.append(slots)
    return read


def _seen_in(found: Found) -> npt.NDArray[np.bool_]:
    """Whether the detector saw an index in each slot, (n,)."""
    return np.array([slot in one for one in found for slot in range(SLOTS)])


def _empty_from(found: Found) -> Numbers:
    """From which belief in "no card" on each slot is empty, (n,)."""
    return np.where(_seen_in(found), FilledSlots.EMPTY, FilledSlots.EMPTY_UNFOUND)


def _by_letters(
    reader: IndexReader, indices: Belief, features: Numbers, beliefs: Belief, shape: IndexShape, racking: bool
) -> tuple[Belief, IndexShape]:
    """The beliefs (n, 55), letters of other countries read as what they stand for in this pack, and doubted where
    nobody knows; and the shape, with what is known of the pack by them: from full hands while they are ``racking``, for
    the few cards that are left of them later may tell another country's."""
    letters = reader.letters(features)
    country = shape.country
    if racking or country is None:
        country = country_of(indices, letters)
    if country is None:
        beliefs, country = jacks_doubted(indices, features, beliefs), shape.country
    return told_by_letters(beliefs, letters, country), replace(shape, country=country)


def _looked_beside(
    reader: IndexReader,
    strips: Sequence[Picture],
    firsts: Sequence[Numbers],
    found: Found,
    beside: Found,
    shape: IndexShape,
    first: Belief,
    features: Numbers,
) -> tuple[Belief, Numbers]:
    """What is read of all slots, (n, 55) and (n, k), those that show nothing in their places read where an index stands
    ``beside`` them, which is then what was ``found`` there, and its pose of the ``firsts`` its own: where that is
    surely a card's that no other slot shows."""
    shown = first[:, NO_CARD] < _empty_from(found)
    held = set(first[shown, :NO_CARD].argmax(1).tolist())
    first, features = first.copy(), features.copy()
    for number, places in enumerate(beside):
        for slot, one in places.items():
            row = number * SLOTS + slot
            if shown[row]:
                continue
            pose = np.array([slot_pose(one, slot, shape)], np.float32)
            (belief,), (seen,) = reader.described(crops(strips[number], pose))
            card = int(belief[:NO_CARD].argmax())
            if belief[card] >= SURE and card not in held:
                held.add(card)
                first[row], features[row] = belief, seen
                found[number][slot], firsts[number][slot] = one, pose[0]
    return first, features


def _jokers_found(
    reader: IndexReader, strips: Sequence[Picture], found: Found, shape: IndexShape, beliefs: Belief
) -> Belief:
    """The beliefs, with jokers where the detector saw no index and the usual place shows hardly any: a joker's letters
    stand in one column, nearer to the card's edge and over more of its height than a rank and suit."""
    seen = _seen_in(found)
    none = beliefs[:, NO_CARD]
    held = {int(row[:NO_CARD].argmax()) for row in beliefs[none < _empty_from(found)]}
    rows = np.flatnonzero(~seen & (none >= FilledSlots.EMPTY_UNFOUND) & (none < FilledSlots.JOKER_UNLIKELY))
    if not len(rows):
        return beliefs
    poses = [joker_poses(int(row) % SLOTS, shape) for row in rows]
    looks = [crops(strips[row // SLOTS], these) for row, these in zip(rows.tolist(), poses, strict=True)]
    read = reader.named(np.concatenate(looks), len(poses[0])).reshape(len(rows), len(poses[0]), -1)
    out = beliefs.copy()
    for row, tried in zip(rows, read, strict=True):
        best = tried[tried[:, list(_JOKERS)].max(1).argmax()]
        card = int(best[:NO_CARD].argmax())
        if card in _JOKERS and card not in held and best[card] >= FilledSlots.JOKER_LIKELY:
            out[row] = best
    return out


def _proved(
    reader: IndexReader, strips: Sequence[Picture], seen: Sequence[Sequence[IndexPose]]
) -> list[list[IndexPose]]:
    """Those of the poses ``seen`` in each strip that do not surely show no card."""
    poses = [
        np.array([in_strip(one.u, one.depth, one.angle, one.height) for one in part], np.float32).reshape(-1, 4)
        for part in seen
    ]
    looks = [crops(strip, places) for strip, places in zip(strips, poses, strict=True)]
    may_be = iter(reader.named(np.concatenate(looks))[:, NO_CARD] < SURE)
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
        if RackedIndices.ASIDE < away < SLOT_PITCH - RackedIndices.ASIDE and not shape.is_odd(one.height):
            between.append(in_strip(one.u, one.depth, one.angle, one.height))
    if not between:
        return False
    held = {int(belief[:-1].argmax()) for belief in slots if belief is not None}
    read = reader.named(crops(strip, np.array(between, np.float32)))
    return any(
        belief.max() >= SURE and belief.argmax() < len(belief) - 1 and int(belief.argmax()) not in held
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
    """The beliefs, those in doubt looked at again. Where none of the ``firsts`` shows the card, it is replaced by the
    pose that shows it best."""
    seen = _seen_in(found)
    doubtful = np.flatnonzero((beliefs.max(axis=1) < SURE) | (seen & (beliefs[:, -1] > FilledSlots.NOT_HERE)))
    if not len(doubtful):
        return beliefs
    out = beliefs.copy()
    if Rung.MORE_POSES in reader.rungs:
        out[doubtful] = _elsewhere(reader, strips, firsts, found, shape, beliefs, doubtful)
    for number, strip in enumerate(strips):
        mine = slice(number * SLOTS, (number + 1) * SLOTS)
        its = doubtful[doubtful // SLOTS == number] % SLOTS
        out[mine] = looked_again(reader, strip, firsts[number], out[mine], its)
    return out


def _elsewhere(
    reader: IndexReader,
    strips: Sequence[Picture],
    firsts: Sequence[Numbers],
    found: Found,
    shape: IndexShape,
    beliefs: Belief,
    doubtful: npt.NDArray[np.intp],
) -> Belief:
    """The ``doubtful`` of the beliefs, (k, 55), joined with what is read where else their indices may be. Where none of
    the ``firsts`` shows the card, it is replaced by the pose that shows it best."""
    places = [divmod(row, SLOTS) for row in doubtful.tolist()]
    others = [more_poses(found[number].get(slot), slot, shape) for number, slot in places]
    looks = [crops(strips[number], poses) for (number, _), poses in zip(places, others, strict=True)]
    count = len(others[0])
    more = reader.named(np.concatenate(looks), count).reshape(len(doubtful), count, -1)
    for row, (number, slot), poses, none in zip(doubtful, places, others, more[:, :, -1], strict=True):
        if beliefs[row, -1] > max(FilledSlots.NOT_HERE, none.min()):
            firsts[number][slot] = poses[none.argmin()]
    return _weighed(np.concatenate([beliefs[doubtful, None], more], 1))


def _weighed(tried: Belief) -> Belief:
    """Beliefs (n, 55) of the same indices read at several poses, given as (n, poses, 55): the pose that shows an index
    most clearly says whether there is one."""
    cards, there = agreed(tried)
    most = np.minimum(there.max(axis=1, keepdims=True), 1.0)
    return np.concatenate([cards * most, 1 - most], axis=1).astype(np.float32)


def _guess_by_edges(slots: list[Belief | None], strip: Picture, beliefs: Belief, enough: int) -> None:
    """Guess, never so that it is believed, at cards whose left edge stands in a slot though no index was seen there,
    where ``enough`` cards are seen. An empty slot is covered by the card before, and shows no edge but where that is a
    court with a frame."""
    filled = [slot for slot, belief in enumerate(slots) if belief is not None]
    if not max(enough, FilledSlots.FULL_ENOUGH) <= len(filled) < SLOTS:
        return
    edges = _edges(strip)
    usual = float(np.median(edges[filled]))
    for slot in range(SLOTS):
        if slots[slot] is None and edges[slot] > FilledSlots.LIKE_EDGES * usual:
            slots[slot] = guessed(np.maximum(beliefs[slot][:-1], 1e-6))


def _edges(strip: Picture) -> Numbers:
    """How strongly a line from top to bottom stands out at the left of each slot, (13,) grey levels."""
    grey = cv2.GaussianBlur(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 1.0)
    below = grey[round((STRIP[3] - CARD_TOP + FilledSlots.BELOW_TOP) * PIXELS_PER_MM) :]
    steps = np.median(np.abs(below[:, 2:] - below[:, :-2]), axis=0)
    places = [round((slot_left(slot) - STRIP[0]) * PIXELS_PER_MM) for slot in range(SLOTS)]
    near = round(FilledSlots.EDGE_WITHIN * PIXELS_PER_MM)
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
