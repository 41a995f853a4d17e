"""Finds the corner indices on the faces of any pack: where rank and suit stand, cards of one pack against another.

No shape is looked for, so fancy packs serve as well as plain ones. What differs between the twos and threes near a
corner is their index, for they have no pips at the side; a rank is what four cards of that rank share, a suit what the
low cards of that suit share. What does not agree with that (a court without an index, a drawing over it) gets no box.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Stencil
from vision.packs.faces import Face, Pack, PackError
from whist.cards import JOKERS, PACK, RANKS, SUITS, Card

Faces = Mapping[Card, npt.NDArray[np.uint8]]

_REACH: Final = (0.36, 0.48)
"""The part of a face in which an index is looked for, shares of width and height from its corner."""
_RIM: Final = 0.012
"""Share of the width at the edge that is not looked at: outlines."""
_DIFFERS: Final = 60
"""Greatest difference of a channel from which two colours are taken for different ones."""
_INK: Final = 45
_AGREES: Final = 0.68
"""Share of a card's ink at its rank (or of the suit's ink) that it must have in common with the others."""
_LEAST: Final = 0.035
"""Height of the lowest rank or suit, share of a card's."""
_SMALL: Final = 10
"""Ink of fewer pixels is dirt."""


@dataclass(frozen=True, slots=True)
class IndexBox:
    """The box around one corner index, rank and suit (or what a joker has there) together, as tight as the ink.

    ``x``, ``y`` is its middle in px of the face (x right, y down, from the top left corner); ``width`` and ``height``
    are px; ``angle`` is 0 for an upright index and π for one that stands upside down.
    """

    x: float
    y: float
    width: float
    height: float
    angle: float


class _Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    def with_(self, other: _Box) -> _Box:
        return _Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def cut(self, mask: Stencil) -> Stencil:
        return mask[self.top : self.bottom, self.left : self.right]


class _Part(NamedTuple):
    """A connected piece of ink: its box, area, middle, and number in the labels."""

    box: _Box
    area: int
    x: float
    y: float
    label: int


def index_boxes(pack: Pack) -> dict[Card, list[IndexBox]]:
    """The corner indices of every face of a pack, jokers too where it has them; none, two or four boxes a card.

    Raises ``PackError`` with one sentence when no corner of the twos and threes shows a rank above a suit.
    """
    faces: dict[Card, Face] = {card: pack.face(card) for card in PACK}
    for card in JOKERS:
        with suppress(PackError):
            faces[card] = pack.face(card)
    found: dict[Card, list[IndexBox]] = {card: [] for card in faces}
    for turned in (False, True):
        for right in (False, True):
            for card, box in _corner(faces, turned, right).items():
                found[card].append(box)
    for card in JOKERS:
        if some := found.get(card):
            # a larger one than the others has caught a piece of the picture
            least = min(box.width * box.height for box in some)
            found[card] = [box for box in some if box.width * box.height < 1.4 * least]
    if not any(found[card] for card in PACK):
        raise PackError(f"The pack {pack.name} shows no rank above a suit in the corners of its twos and threes.")
    return found


def _corner(faces: Faces, turned: bool, right: bool) -> dict[Card, IndexBox]:
    """The indices in one corner of the faces: the upper left one, or the one that ``turned`` (the face upside down) and
    ``right`` say."""
    high, wide = next(iter(faces.values())).shape[:2]
    rim = max(2, round(_RIM * wide))
    across, down = round(_REACH[0] * wide), round(_REACH[1] * high)
    first = wide - across if right else rim
    views = {}
    for card, face in faces.items():
        seen = face[::-1, ::-1, :3] if turned else face[:, :, :3]
        views[card] = seen[rim:down, first : first + across - rim]
    boxes = {}
    for card, box in _boxes(views, wide, high).items():
        x, y = first + (box.left + box.right) / 2, rim + (box.top + box.bottom) / 2
        width, height = float(box.right - box.left), float(box.bottom - box.top)
        if turned:
            boxes[card] = IndexBox(wide - x, high - y, width, height, float(np.pi))
        else:
            boxes[card] = IndexBox(x, y, width, height, 0.0)
    return boxes


def _boxes(views: Faces, wide: int, high: int) -> dict[Card, _Box]:
    """The box of each card's index in pictures of one corner; ``wide`` and ``high`` are a face's size."""
    place = _place(views, high)
    if place is None:
        return {}
    rank_place, suit_place = place
    whole = rank_place.with_(suit_place)
    inks = _inks(views, whole)
    lines = _court_lines(inks, rank_place)
    suits = {suit: _suit_box(inks, suit, suit_place, wide) for suit in SUITS}
    ranks = {rank: _rank_box(inks, rank, rank_place, suit_place, lines, wide) for rank in RANKS}
    found: dict[Card, _Box] = {}
    for card in PACK:
        (rank_box, shared), (suit_box, pip) = ranks[card.rank], suits[card.suit]
        if rank_box is None or suit_box is None:
            continue
        ink = inks[card]
        own, wanted = rank_box.cut(ink & ~lines if card.rank in "JQK" else ink), rank_box.cut(shared)
        if wanted.sum() < _AGREES * own.sum() or (suit_box.cut(ink) & suit_box.cut(pip)).sum() < _AGREES * pip.sum():
            continue
        left, top, right, bottom = rank_box.with_(suit_box)
        # what is shared was grown by a pixel
        found[card] = _Box(left + 1, top + 1, right - 1, bottom - 1)
    for card in JOKERS:
        if card in inks and (box := _joker_box(inks[card], whole, wide, high)) is not None:
            found[card] = box
    return found


def _place(views: Faces, high: int) -> tuple[_Box, _Box] | None:
    """Where rank and suit stand on the twos and threes; None where there are not the two of them."""
    low = np.stack([views[card] for card in PACK if card.rank in "23"]).astype(np.int16)
    differs = (low.max(axis=0) - low.min(axis=0)).max(axis=2) > _DIFFERS
    differs &= ~_round_corners(differs.shape)
    bottom, edge = differs.shape[0] - 1, differs.shape[1] - 1
    kept = np.zeros_like(differs)
    parts, labels = _parts(differs)
    for part in parts:
        # what runs on to the middle of the card is no index
        if part.box.right < edge and part.box.bottom < bottom and part.area >= 4 * _SMALL:
            kept |= labels == part.label
    runs = _runs(kept.any(axis=1), 0.012 * high)
    runs = [run for run in runs if run[1] - run[0] >= _LEAST * high]
    if len(runs) == 1 and runs[0][1] - runs[0][0] > 0.1 * high:
        runs = _split(kept, runs[0])
    if len(runs) < 2 or runs[1][0] - runs[0][1] > 0.06 * high:
        return None
    boxes = []
    for top, bottom in runs[:2]:
        columns = np.nonzero(kept[top:bottom].any(axis=0))[0]
        boxes.append(_Box(int(columns[0]), top, int(columns[-1]) + 1, bottom))
    rank, suit = boxes
    if rank.left > suit.right or suit.left > rank.right:
        return None
    return rank, suit


def _round_corners(shape: tuple[int, ...]) -> Stencil:
    """Where the upper corners of a card are rounded away, in a picture of one corner."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    side = 0.09 * shape[1]
    return np.asarray((x + y < side) | (shape[1] - 1 - x + y < side))


def _runs(filled: Stencil, bridge: float) -> list[tuple[int, int]]:
    """Stretches (first, one behind the last) of true values; gaps of less than ``bridge`` px within a glyph count as
    filled only where they are no more than two px."""
    runs: list[tuple[int, int]] = []
    for k in np.nonzero(filled)[0]:
        if runs and k - runs[-1][1] <= min(2.0, bridge):
            runs[-1] = (runs[-1][0], int(k) + 1)
        else:
            runs.append((int(k), int(k) + 1))
    return runs


def _split(mask: Stencil, run: tuple[int, int]) -> list[tuple[int, int]]:
    """Rank and suit that touch, parted where the ink is narrowest in the middle of both."""
    top, bottom = run
    first, last = round(top + 0.4 * (bottom - top)), round(top + 0.75 * (bottom - top))
    cut = first + int(np.argmin(mask[first:last].sum(axis=1)))
    return [(top, cut), (cut, bottom)]


def _inks(views: Faces, place: _Box) -> dict[Card, Stencil]:
    """Where each card differs from the bare stock: at every pixel the lightest of what the number cards show (the
    darkest on dark stock), so that coloured, shaded and ornamented stock is no ink. Within ``place``, where all of them
    may have ink, it is what lies around."""
    stack = np.stack([views[card] for card in PACK if card.rank not in "AJQK"])
    light = stack.astype(np.float32).mean(axis=3)
    pick = light.argmax(axis=0) if np.median(light) > 110 else light.argmin(axis=0)
    stock = np.take_along_axis(stack, pick[None, :, :, None], axis=0)[0].astype(np.int16)
    around = _Box(max(place.left - 4, 0), max(place.top - 4, 0), place.right + 4, place.bottom + 4)
    patch = stock[around.top : around.bottom, around.left : around.right]
    ring = np.ones(patch.shape[:2], np.bool_)
    ring[4:-4, 4:-4] = False
    bare = np.median(patch[ring], axis=0).astype(np.int16)
    patch[np.abs(patch - bare).max(axis=2) > _INK] = bare
    return {card: np.abs(view.astype(np.int16) - stock).max(axis=2) > _INK for card, view in views.items()}


def _court_lines(inks: Mapping[Card, Stencil], rank_place: _Box) -> Stencil:
    """Frames: what all twelve courts share and is longer than a letter."""
    shared = np.logical_and.reduce([inks[card] for card in PACK if card.rank in "JQK"])
    lines = np.zeros_like(shared)
    parts, labels = _parts(shared)
    for part in parts:
        tall = part.box.bottom - part.box.top > 1.4 * (rank_place.bottom - rank_place.top)
        wide = part.box.right - part.box.left > 1.8 * (rank_place.right - rank_place.left)
        if tall or wide:
            lines |= labels == part.label
    return np.asarray(cv2.dilate(lines.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _suit_box(inks: Mapping[Card, Stencil], suit: str, place: _Box, wide: int) -> tuple[_Box | None, Stencil]:
    """Box and ink of a suit in the corner: what its two and its three share there."""
    shared = _shared([inks[Card(suit, rank)] for rank in "23"])
    return _around(shared, place, round(0.03 * wide), 0, shared.shape[0])


def _rank_box(
    inks: Mapping[Card, Stencil], rank: str, place: _Box, suit_place: _Box, lines: Stencil, wide: int
) -> tuple[_Box | None, Stencil]:
    """Box and ink of a rank in the corner: what its four cards share above the suit."""
    shared = _shared([inks[Card(suit, rank)] for suit in SUITS])
    if rank in "JQK":
        shared = shared & ~lines
    box, mask = _around(shared, place, round(0.05 * wide), place.top - (place.bottom - place.top) // 4, suit_place.top)
    if box is None or not 0.75 < (box.bottom - box.top) / (place.bottom - place.top) < 1.4:
        return None, mask
    return box, mask


def _shared(inks: list[Stencil]) -> Stencil:
    """Ink that all have, or three of four; give or take a pixel, for faces are not always cut alike."""
    grown = [cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) for ink in inks]
    return np.asarray(np.sum(grown, axis=0) >= min(len(inks), 3))


def _around(mask: Stencil, place: _Box, slack: int, top: int, bottom: int) -> tuple[_Box | None, Stencil]:
    """Box and ink of the pieces between the rows ``top`` and ``bottom`` whose middles lie around ``place``."""
    kept = np.zeros_like(mask)
    whole: _Box | None = None
    wide = place.right - place.left
    parts, labels = _parts(mask)
    for part in parts:
        box = part.box
        if box.bottom > bottom and _glyph_over(box, place, bottom):
            box = box._replace(bottom=bottom)
        y = (box.top + box.bottom) / 2
        small = box.bottom - box.top < 1.6 * (place.bottom - place.top) and box.right - box.left < 2.2 * wide
        near = place.left - slack <= part.x <= place.right + slack and place.top - slack <= y <= place.bottom + slack
        if near and small and part.area >= _SMALL and box.top >= top and box.bottom <= bottom:
            piece = labels == part.label
            piece[box.bottom :] = False
            kept |= piece
            whole = box if whole is None else whole.with_(box)
    return whole, kept


def _glyph_over(box: _Box, place: _Box, bottom: int) -> bool:
    """Whether a piece that goes on below ``bottom`` is a glyph that touches the next one, and no line or drawing."""
    high, wide = place.bottom - place.top, place.right - place.left
    return box.top < place.top + high // 4 and box.bottom < bottom + high and wide / 2 < box.right - box.left < 2 * wide


def _joker_box(ink: Stencil, place: _Box, wide: int, high: int) -> _Box | None:
    """What a joker has in its corner: a sign, or letters one below the other; None for a word that runs across."""
    slack = round(0.06 * wide)
    room = 1.9 * (place.right - place.left) + slack
    pieces = []
    for part in _parts(ink)[0]:
        box = part.box
        if (
            part.area >= _SMALL
            and place.left - slack <= part.x <= place.right + slack
            and box.right - box.left <= room
            and box.bottom - box.top <= 1.3 * (place.bottom - place.top)
        ):
            pieces.append(box)
    pieces.sort(key=lambda box: box.top)
    whole: _Box | None = None
    for box in pieces:
        if whole is None:
            whole = box if box.top < 0.14 * high else None
        elif box.top - whole.bottom < 0.05 * high:
            whole = whole.with_(box)
    # a word that runs on below what is looked at is no index
    if whole is None or whole.bottom - whole.top < _LEAST * high or whole.bottom >= len(ink) - 1:
        return None
    beside = ink[whole.top : whole.bottom, whole.right : whole.right + round(0.03 * wide)]
    if beside.any() and whole.bottom - whole.top < 1.2 * (place.bottom - place.top):
        return None
    return whole


def _parts(mask: Stencil) -> tuple[list[_Part], npt.NDArray[np.int32]]:
    """The connected pieces of a mask, and their labels (the mask's shape, 0 where there is none)."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    parts = [
        _Part(_Box(x, y, x + w, y + h), area, float(middles[k][0]), float(middles[k][1]), k)
        for k in range(1, count)
        for x, y, w, h, area in [(int(v) for v in stats[k])]
    ]
    return parts, np.asarray(labels, np.int32)
