"""Reads the thirteen slots of a holder from its rectified face."""

from __future__ import annotations

from dataclasses import dataclass
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
_USUAL: Final = (5.6, 12.6, 18.0)
"""An index's middle from the card's left edge and from its upper edge, and its height, mm."""
_ASIDE: Final = 4.8
"""How far an index may stand from its place in the slot, mm."""
_DEPTHS: Final = (6.0, 24.0)
"""Distances of an index's middle from the card's upper edge that are possible, mm."""
_SLANT: Final = 0.3
_EMPTY: Final = 0.5
"""A slot whose best belief gives this much to "no card" is empty."""
_EMPTY_UNFOUND: Final = 0.25
"""The same where the detector saw no index and the place alone was asked about."""


@dataclass(frozen=True, slots=True)
class _Seen:
    slot: int
    aside: float
    depth: float
    height: float
    belief: Belief


def read_slots(reader: IndexReader, picture: Picture, plane: Plane) -> list[Belief | None]:
    """Beliefs of the 13 slots of a holder, left to right as its human sees them; None is an empty slot.

    A slot shows its card's upper left index. Where a slot is empty the card to its left shows more of itself, but its
    index stays at its own place: so the place along u tells the slot.
    """
    strip = rectify(picture, plane, _STRIP)
    least, most = (height * PIXELS_PER_MM for height in INDEX_HEIGHTS)
    seen = [_placed(index) for index in reader.indices(strip, (least, most))]
    best: dict[int, _Seen] = {}
    for one in seen:
        if one is not None and (one.slot not in best or one.belief[-1] < best[one.slot].belief[-1]):
            best[one.slot] = one
    slots: list[Belief | None] = [None] * SLOTS
    for slot, one in best.items():
        if one.belief[-1] < _EMPTY:
            slots[slot] = one.belief
    _ask_places(reader, strip, slots, list(best.values()))
    _drop_right_corners(slots)
    return slots


def _placed(index: IndexRead) -> _Seen | None:
    """An index put into its slot; None where no racked card's index can be."""
    u = _STRIP[0] + (index.x + 0.5) / PIXELS_PER_MM
    v = _STRIP[3] - (index.y + 0.5) / PIXELS_PER_MM
    slot = round((u - _USUAL[0] - slot_left(0)) / SLOT_PITCH)
    aside, depth = u - slot_left(slot), _CARD_TOP - v
    upright = abs((index.angle + np.pi) % (2 * np.pi) - np.pi) < _SLANT
    if not (upright and 0 <= slot < SLOTS and abs(aside - _USUAL[0]) < _ASIDE and _DEPTHS[0] < depth < _DEPTHS[1]):
        return None
    return _Seen(slot, aside, depth, index.height / PIXELS_PER_MM, index.belief)


def _ask_places(reader: IndexReader, strip: Picture, slots: list[Belief | None], seen: list[_Seen]) -> None:
    """Ask about the places of indices that the detector did not see, where this pack has its indices."""
    missing = [slot for slot, belief in enumerate(slots) if belief is None]
    if not missing:
        return
    sure = [one for one in seen if one.belief[-1] < _EMPTY]
    places = [(one.aside, one.depth, one.height) for one in sure] if len(sure) >= 3 else [_USUAL]
    aside, depth, height = np.median(np.array(places), axis=0)
    poses = np.array(
        [
            (
                (slot_left(slot) + aside - _STRIP[0]) * PIXELS_PER_MM - 0.5,
                (_STRIP[3] - _CARD_TOP + depth) * PIXELS_PER_MM - 0.5,
                0.0,
                height * PIXELS_PER_MM,
            )
            for slot in missing
        ],
        np.float32,
    )
    for slot, belief in zip(missing, reader.beliefs(strip, poses), strict=True):
        if belief[-1] < _EMPTY_UNFOUND:
            slots[slot] = belief


def _drop_right_corners(slots: list[Belief | None]) -> None:
    """Packs with four indices show their upper right one where the slots to the right are empty: forget those."""
    for slot in range(SLOTS):
        belief = slots[slot]
        if belief is None:
            continue
        for width in (BRIDGE_CARD[0], POKER_CARD[0]):
            other = round((width - 2 * _USUAL[0]) / SLOT_PITCH) + slot
            between = slots[slot + 1 : other]
            if other < SLOTS and not any(one is not None for one in between):
                right = slots[other]
                if right is not None and right[:-1].argmax() == belief[:-1].argmax():
                    slots[other] = None
