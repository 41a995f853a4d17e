"""Reads the thirteen slots of a holder from its rectified face."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, remainder
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
import numpy.typing as npt

from vision.cameras import Picture
from vision.geometry import BRIDGE_CARD, CARD_BOTTOM, FACE_WIDTH, POKER_CARD, SLOT_PITCH, SLOTS, slot_left
from vision.planes import PIXELS_PER_MM, Plane, rectify

if TYPE_CHECKING:
    from vision.reader import IndexRead

Belief = npt.NDArray[np.float32]
"""(53,) probabilities: the 52 cards in the order of ``whist.cards.PACK``, then "no card"."""


class IndexReader(Protocol):
    """What is asked of a reader of indices."""

    def indices(self, picture: Picture, index_height: tuple[float, float] | None = None) -> list[IndexRead]:
        """All indices in a picture; ``index_height`` gives the least and greatest height in pixels."""

    def beliefs(self, picture: Picture, poses: npt.NDArray[np.float32]) -> Belief:
        """Beliefs (n, 53) at poses (n, 4): x, y, angle, height."""


INDEX_HEIGHTS: Final = (14.0, 27.0)
"""Least and greatest height of rank and suit together, mm."""

_STRIP: Final = (-4.0, 52.0, FACE_WIDTH + 4.0, 104.0)
"""Where the indices of racked cards lie, mm of the face plane: x0, y0, x1, y1."""
_CARD_TOP: Final = CARD_BOTTOM + BRIDGE_CARD[1]


@dataclass(frozen=True, slots=True)
class IndexShape:
    """Where a pack has its indices: middle from the card's left edge (``aside``) and from its upper edge (``depth``),
    and height of rank and suit together, mm."""

    aside: float
    depth: float
    height: float


USUAL: Final = IndexShape(5.6, 12.6, 18.0)
"""The indices of most packs."""
_LEAST_FOR_SHAPE: Final = 4
"""So many indices must be seen in a holder to tell the pack's shape."""
_TRUST: Final = (0.5, 0.0)
"""Poses are tried that keep these shares of what the detector saw against where the pack has its indices: each card
stands a little askew, and the detector errs a little."""
_ASIDE: Final = 4.8
"""How far an index may stand from its place in the slot, mm."""
_DEPTHS: Final = (6.0, 24.0)
"""Distances of an index's middle from the card's upper edge that are possible, mm."""
_SLANT: Final = 0.3
_SLANT_TRUST: Final = 0.3
"""A racked card stands nearly upright; so much of the angle that the detector saw is kept."""
_EMPTY: Final = 0.5
"""A slot whose best belief gives this much to "no card" is empty."""
_EMPTY_UNFOUND: Final = 0.25
"""The same where the detector saw no index and the place alone was asked about."""


@dataclass(frozen=True, slots=True)
class _Seen:
    slot: int
    angle: float
    aside: float
    depth: float
    height: float
    belief: Belief


def read_slots(
    reader: IndexReader, picture: Picture, plane: Plane, shape: IndexShape = USUAL
) -> tuple[list[Belief | None], IndexShape]:
    """Beliefs of the 13 slots of a holder, left to right as its human sees them (None is an empty slot), and the shape
    of the pack's indices: ``shape`` itself where too few are seen to tell.

    A slot shows its card's upper left index. Where a slot is empty the card to its left shows more of itself, but its
    index stays at its own place: so the place along u tells the slot. All indices of a pack have one height and one
    place on the card, which says more exactly than any single sighting where each must be read.
    """
    strip = rectify(picture, plane, _STRIP)
    least, most = (height * PIXELS_PER_MM for height in INDEX_HEIGHTS)
    best: dict[int, _Seen] = {}
    for index in reader.indices(strip, (least, most)):
        one = _placed(index)
        if one is not None and (one.slot not in best or one.belief[-1] < best[one.slot].belief[-1]):
            best[one.slot] = one
    clear = [one for one in best.values() if one.belief[-1] < _EMPTY]
    if len(clear) >= _LEAST_FOR_SHAPE:
        aside, depth, height = np.median([(one.aside, one.depth, one.height) for one in clear], axis=0)
        shape = IndexShape(float(aside), float(depth), float(height))
    slots = _ask_places(reader, strip, best, shape)
    _drop_right_corners(slots)
    return slots, shape


def _placed(index: IndexRead) -> _Seen | None:
    """An index put into its slot; None where no racked card's index can be."""
    u = _STRIP[0] + (index.x + 0.5) / PIXELS_PER_MM
    v = _STRIP[3] - (index.y + 0.5) / PIXELS_PER_MM
    slot = round((u - USUAL.aside - slot_left(0)) / SLOT_PITCH)
    aside, depth = u - slot_left(slot), _CARD_TOP - v
    angle = remainder(index.angle, 2 * pi)
    if not (
        abs(angle) < _SLANT
        and 0 <= slot < SLOTS
        and abs(aside - USUAL.aside) < _ASIDE
        and _DEPTHS[0] < depth < _DEPTHS[1]
    ):
        return None
    return _Seen(slot, angle, aside, depth, index.height / PIXELS_PER_MM, index.belief)


def _ask_places(reader: IndexReader, strip: Picture, seen: dict[int, _Seen], shape: IndexShape) -> list[Belief | None]:
    """Beliefs at the places of all 13 indices, also of those that the detector did not see."""
    poses = []
    for trust in _TRUST:
        for slot in range(SLOTS):
            one = seen.get(slot)
            aside, depth = (one.aside, one.depth) if one else (shape.aside, shape.depth)
            u = slot_left(slot) + trust * aside + (1 - trust) * shape.aside
            v = _CARD_TOP - trust * depth - (1 - trust) * shape.depth
            x, y = (u - _STRIP[0]) * PIXELS_PER_MM - 0.5, (_STRIP[3] - v) * PIXELS_PER_MM - 0.5
            poses.append((x, y, _SLANT_TRUST * one.angle if one else 0.0, shape.height * PIXELS_PER_MM))
    tried = reader.beliefs(strip, np.array(poses, np.float32)).reshape(len(_TRUST), SLOTS, -1)
    slots: list[Belief | None] = []
    for slot, belief in enumerate(together(tried)):
        least = _EMPTY if slot in seen else _EMPTY_UNFOUND
        slots.append(belief if belief[-1] < least else None)
    return slots


def together(tried: Belief) -> Belief:
    """Beliefs (n, 53) of the same indices read several times, given as (times, n, 53): their geometric mean."""
    mean = np.exp(np.log(np.maximum(tried.astype(np.float64), 1e-6)).mean(axis=0))
    return np.asarray(mean / mean.sum(axis=-1, keepdims=True), np.float32)


def _drop_right_corners(slots: list[Belief | None]) -> None:
    """Packs with four indices show their upper right one where the slots to the right are empty: forget those."""
    for slot in range(SLOTS):
        belief = slots[slot]
        if belief is None:
            continue
        for width in (BRIDGE_CARD[0], POKER_CARD[0]):
            other = round((width - 2 * USUAL.aside) / SLOT_PITCH) + slot
            between = slots[slot + 1 : other]
            if other < SLOTS and not any(one is not None for one in between):
                right = slots[other]
                if right is not None and right[:-1].argmax() == belief[:-1].argmax():
                    slots[other] = None
