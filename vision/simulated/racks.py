"""The holders in the picture: boards with edges, bent as they are, the cards that stand in them, and their shadow."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.packs.faces import Pack
from vision.simulated.optics import Matrix, View, face_point
from vision.simulated.prints import FACE_SCALE, LIP_ROW, face_canvas
from vision.simulated.scene import StandingCard, StandingHolder
from vision.simulated.sprites import PixelRegion, Sprite, card_sprite
from vision.simulated.workmanship import Workmanship
from vision.sizes import CARD_BOTTOM, FACE_HEIGHT, FACE_WIDTH, LIP_HEIGHT, slot_left

_POCKET: Final = 1.6
"""Room between face and lip, mm; the rest of the lip's distance is its board."""
_BELOW: Final = 0.3
"""The lower edge of a racked card stands before the face by this share of what its upper edge does."""
_STEPS: Final = 24
"""Straight pieces that stand for a bent edge."""
_CELL: Final = 8
"""Pixels between places for which it is computed which point of a board they show."""
_CARDBOARD: Final = (97.0, 132.0, 160.0)
_TINTED: Final = 0.08
"""By what share the light on a holder's face is of another colour than the rest, at most, if both have light of their
own."""

_MM_TO_FACE: Final = np.array(
    [[FACE_SCALE[0], 0, -0.5], [0, -FACE_SCALE[1], FACE_HEIGHT * FACE_SCALE[1] - 0.5], [0, 0, 1]], np.float64
)


Illumination = tuple[float, float, float]
"""Shares of blue, green and red."""


@dataclass(frozen=True, slots=True)
class _Front:
    """A board's front in the picture, from pixel (``x``, ``y``) on: which pixel of its canvas each shows, in OpenCV's
    fixed point, and a mask."""

    x: int
    y: int
    places: npt.NDArray[np.int16]
    between: npt.NDArray[np.uint16]
    mask: Picture

    def put(self, canvas: Picture, light: Illumination, patch: Picture, wide: PixelRegion) -> None:
        """Draw a canvas on it into the ``patch`` of the picture that covers the region ``wide``."""
        x0, y0 = max(self.x, wide[0]), max(self.y, wide[1])
        x1, y1 = min(self.x + self.mask.shape[1], wide[2]), min(self.y + self.mask.shape[0], wide[3])
        if x0 >= x1 or y0 >= y1:
            return
        part = (slice(y0 - self.y, y1 - self.y), slice(x0 - self.x, x1 - self.x))
        drawn = cv2.remap(
            canvas, self.places[part], self.between[part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        cv2.multiply(drawn, (*light, 0.0), dst=drawn)
        cv2.copyTo(drawn, self.mask[part], patch[y0 - wide[1] : y1 - wide[1], x0 - wide[0] : x1 - wide[0]])


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is always drawn alike, from pixel (``x``, ``y``) on, where its mask is."""

    x: int
    y: int
    drawn: Picture
    mask: Picture

    def put(self, patch: Picture, wide: PixelRegion) -> None:
        """Draw it into the ``patch`` of the picture that covers the region ``wide``."""
        x0, y0 = max(self.x, wide[0]), max(self.y, wide[1])
        x1, y1 = min(self.x + self.mask.shape[1], wide[2]), min(self.y + self.mask.shape[0], wide[3])
        if x0 < x1 and y0 < y1:
            part = (slice(y0 - self.y, y1 - self.y), slice(x0 - self.x, x1 - self.x))
            area = patch[y0 - wide[1] : y1 - wide[1], x0 - wide[0] : x1 - wide[0]]
            cv2.copyTo(self.drawn[part], self.mask[part], area)


Edge = tuple[Matrix, float]
"""The outline (n, 2) of a board's edge in pixels, and how light it is."""


@dataclass(frozen=True, slots=True)
class _Boards:
    """All of a holder but its cards, as the camera sees it: in the order in which it is drawn."""

    shadow: Sprite
    edges: _Piece | None
    face: _Front
    lip: _Piece


class _Canvases(dict[int, tuple[Picture, Picture]]):
    """Face and lip of each holder (1 to 3), printed when one is first looked at."""

    def __init__(self, seed: int, printed: bool) -> None:
        super().__init__()
        self._seed, self._printed = seed, printed

    def __missing__(self, number: int) -> tuple[Picture, Picture]:
        self[number] = face_canvas(self._seed, number, self._printed)
        return self[number]


class Racks:
    """Draws the holders of one table; ``seed`` chooses their cardboard and the light on them."""

    def __init__(self, pack: Pack, seed: int, workmanship: Workmanship, view: View) -> None:
        self._pack, self._view, self._seed = pack, view, seed
        self._canvases = _Canvases(seed, workmanship.printed)
        self._lights = _lights(random.Random(f"lean {seed}"), workmanship)
        self._boards: dict[StandingHolder, _Boards] = {}
        self._filled: dict[int, tuple[Picture, StandingHolder]] = {}
        self._racked: dict[tuple[StandingCard, int, StandingHolder], Sprite] = {}

    def rehang(self, view: View) -> None:
        """Let the camera see them from elsewhere."""
        self._view = view
        self._boards.clear()
        self._racked.clear()
        self._filled.clear()

    def reface(self, pack: Pack) -> None:
        """Let other cards be racked."""
        self._pack = pack
        self._racked.clear()
        self._filled.clear()

    def region(self, holder: StandingHolder) -> PixelRegion:
        """The pixels that a holder and its shadow take."""
        return self._boards_of(holder).shadow.region

    def slots_region(self, holder: StandingHolder, slots: list[int]) -> PixelRegion:
        """The pixels that the cards in these slots take."""
        u, v = self._between(slots), (LIP_HEIGHT - 2.0 * holder.lip - 2.0, FACE_HEIGHT)
        seen = self._view.project(face_point(holder, np.array([[a, b] for a in u for b in v])))
        (x0, y0), (x1, y1) = seen.min(axis=0), seen.max(axis=0)
        return int(x0) - 4, int(y0) - 4, int(x1) + 5, int(y1) + 5

    def put_shadow(self, holder: StandingHolder, patch: Picture, wide: PixelRegion) -> None:
        """Draw a holder's shadow into the ``patch`` of the picture that covers the region ``wide``."""
        self._boards_of(holder).shadow.put(patch, wide[0], wide[1])

    def put(self, holder: StandingHolder, patch: Picture, wide: PixelRegion) -> None:
        """Draw a holder with its cards into such a patch."""
        boards = self._boards_of(holder)
        if boards.edges is not None:
            boards.edges.put(patch, wide)
        boards.face.put(self._filled_face(holder), self._lights[holder.number], patch, wide)
        boards.lip.put(patch, wide)

    def _boards_of(self, holder: StandingHolder) -> _Boards:
        bare = bare_holder(holder)
        if bare not in self._boards:
            if len(self._boards) > 5:  # three holders, and where they stood before
                self._boards.pop(next(iter(self._boards)))
            lip, light = self._canvases[holder.number][1], self._lights[holder.number]
            self._boards[bare] = _seen_boards(self._view, bare, lip, light)
        return self._boards[bare]

    def _between(self, slots: list[int]) -> tuple[float, float]:
        """Between which u of the face the cards in these slots stand, with some room."""
        return slot_left(min(slots)) - 4.0, slot_left(max(slots)) + self._pack.size_mm[0] + 4.0

    def _filled_face(self, holder: StandingHolder) -> Picture:
        """A holder's face with its cards, brought up to the holder's slots where they changed."""
        empty = self._canvases[holder.number][0]
        filled = self._filled.get(holder.number)
        if filled is None or bare_holder(filled[1]) != bare_holder(holder):  # cards before the face are seen otherwise
            bare = replace(holder, slots=(None,) * len(holder.slots), squeezed=None)
            self._filled[holder.number] = (_shaded(empty.copy()), bare)
        canvas, before = self._filled[holder.number]
        if changed := changed_slots(before, holder):
            first, last = self._between(changed)
            left, right = max(0, int(first * FACE_SCALE[0])), min(canvas.shape[1], int(last * FACE_SCALE[0]))
            part = empty[:, left:right].copy()
            for slot, racked in enumerate(holder.slots):
                if racked is not None:
                    self._sprite_of(holder, racked, slot).put(part, left, 0)
                if holder.squeezed is not None and holder.squeezed[0] == slot:
                    self._sprite_of(holder, holder.squeezed[1], slot).put(part, left, 0)
            canvas[:, left:right] = _shaded(part)
            self._filled[holder.number] = (canvas, holder)
        return canvas

    def _sprite_of(self, holder: StandingHolder, racked: StandingCard, slot: int) -> Sprite:
        """A racked card in pixels of the face's canvas."""
        key = racked, slot, bare_holder(holder)
        if key not in self._racked:
            if len(self._racked) > 60:  # two deals; each takes about a megabyte
                self._racked.clear()
            plane = self._plane_of(holder, racked, slot)
            self._racked[key] = card_sprite(self._pack.face(racked.card), plane, (-3.0, 0.0), 2.0, 0.28)
        return self._racked[key]

    def _plane_of(self, holder: StandingHolder, racked: StandingCard, slot: int) -> Matrix:
        """From mm about the middle of a racked card to pixels of the face's canvas, on which it is seen a little aside
        where it stands before the face."""
        width, height = self._pack.size_mm
        middle = slot_left(slot) + racked.du + width / 2, CARD_BOTTOM + racked.dv + height / 2
        plane = placed(*middle, racked.angle)
        if racked.out:
            own = np.array([[a * width, b * height] for a in (-0.5, 0.0, 0.5) for b in (-0.5, 0.0, 0.5)])
            points = cv2.transform(own[None], plane[:2])[0]
            before = racked.out * (_BELOW + (1 - _BELOW) * (own[:, 1] / height + 0.5))
            seen = self._view.on_face(holder, self._view.project(face_point(holder, points, before)))
            plane = cv2.findHomography(own, seen)[0]
        return np.asarray(_MM_TO_FACE @ plane, np.float64)


def placed(x: float, y: float, angle: float) -> Matrix:
    """From mm about a card's middle to mm of the plane it lies in; degrees counter-clockwise."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]])


def bare_holder(holder: StandingHolder) -> StandingHolder:
    """A holder without cards."""
    return replace(holder, slots=(), squeezed=None)


def changed_slots(old: StandingHolder, new: StandingHolder) -> list[int]:
    """The slots in which two holders differ."""
    changed = {k for k in range(len(new.slots)) if old.slots[k] != new.slots[k]}
    if old.squeezed != new.squeezed:
        changed |= {squeezed[0] for squeezed in (old.squeezed, new.squeezed) if squeezed is not None}
        changed |= {min(slot + 1, len(new.slots) - 1) for slot in changed}
    return sorted(changed)


def _lights(rng: random.Random, workmanship: Workmanship) -> dict[int, Illumination]:
    """The share of blue, green and red light that falls on the face of each holder."""
    darker, brighter = workmanship.holders
    first = rng.uniform(*darker)
    if darker == brighter:
        return dict.fromkeys((1, 2, 3), (first, first, first))
    shares = [first, rng.uniform(*brighter)]
    rng.shuffle(shares)
    tints = [rng.uniform(-_TINTED, _TINTED) for _ in shares]
    shares, tints = [*shares, shares[0]], [*tints, tints[1]]
    return {n: (s * (1 - tint), s, s * (1 + tint)) for n, (s, tint) in enumerate(zip(shares, tints, strict=True), 1)}


def _shaded(canvas: Picture) -> Picture:
    """A face, or a part of it as high, with the lip's shadow: the edge above it, and the pocket behind it."""
    canvas[LIP_ROW - 4 : LIP_ROW] = cv2.multiply(canvas[LIP_ROW - 4 : LIP_ROW], (0.8, 0.8, 0.8, 0.0))
    deep = np.linspace(0.7, 0.3, len(canvas) - LIP_ROW, dtype=np.float32)[:, None, None]
    canvas[LIP_ROW:] = (canvas[LIP_ROW:] * deep).astype(np.uint8)
    return canvas


def _seen_boards(view: View, holder: StandingHolder, print_of_lip: Picture, light: Illumination) -> _Boards:
    """A holder as ``view`` shows it, its face in that ``light``."""
    face, lip = (
        _front(view, holder, before, (0.0, high), row)
        for before, high, row in ((0.0, FACE_HEIGHT, 0), (holder.lip, LIP_HEIGHT, LIP_ROW))
    )
    edges: list[Edge] = []
    lip_edges: list[Edge] = []
    board = max(0.0, holder.lip - _POCKET)
    if board > 0:
        edges = [*_end_walls(view, holder), *_edges(view, holder, 0.0, board, FACE_HEIGHT)]
        lip_edges = [*_edges(view, holder, holder.lip, board, LIP_HEIGHT)]
    ends = np.array([[lip.x, lip.y], [lip.x + lip.mask.shape[1], lip.y + lip.mask.shape[0]]], np.float64)
    outlines = np.concatenate([*(outline for outline, _ in lip_edges), ends])
    under = _piece(edges, np.concatenate([outline for outline, _ in edges]), light) if edges else None
    over = _piece(lip_edges, outlines, light)
    lip.put(print_of_lip, light, over.drawn, (over.x, over.y, over.x + over.mask.shape[1], over.y + over.mask.shape[0]))
    at = (
        slice(lip.y - over.y, lip.y - over.y + lip.mask.shape[0]),
        slice(lip.x - over.x, lip.x - over.x + lip.mask.shape[1]),
    )
    over.mask[at] |= lip.mask
    return _Boards(_shadow(view, holder), under, face, over)


def _rim(low: float, high: float) -> Matrix:
    """Points around a board between two heights, mm of the face."""
    across, up = np.linspace(0.0, FACE_WIDTH, _STEPS + 1), np.linspace(low, high, 7)
    return np.concatenate(
        [
            np.column_stack([across, np.full(len(across), low)]),
            np.column_stack([np.full(len(up), FACE_WIDTH), up]),
            np.column_stack([across[::-1], np.full(len(across), high)]),
            np.column_stack([np.zeros(len(up)), up[::-1]]),
        ]
    )


def _front(view: View, holder: StandingHolder, before: float, heights: tuple[float, float], first_row: int) -> _Front:
    """The front of a board that stands ``before`` the face, between two ``heights`` of it; its canvas begins at row
    ``first_row`` of the face's."""
    outline = view.project(face_point(holder, _rim(*heights), before))
    x0, y0 = np.floor(outline.min(axis=0)).astype(int)
    width, height = np.ceil(outline.max(axis=0)).astype(int) - (x0, y0) + 1
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint((outline - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    columns, rows = (-(-side // _CELL) + 2 for side in (width, height))
    x, y = (((np.arange(count) - 1 + 0.5) * _CELL - 0.5) for count in (columns, rows))
    pixels = np.stack(np.meshgrid(x0 + x, y0 + y), axis=-1).reshape(-1, 2)
    points = view.on_face(holder, pixels, before)
    canvas = points * (FACE_SCALE[0], -FACE_SCALE[1]) + (-0.5, FACE_HEIGHT * FACE_SCALE[1] - 0.5 - first_row)
    coarse = canvas.reshape(rows, columns, 2).astype(np.float32)
    fine = cv2.resize(coarse, (columns * _CELL, rows * _CELL), interpolation=cv2.INTER_LINEAR)
    fine = fine[_CELL : _CELL + height, _CELL : _CELL + width]
    places, between = cv2.convertMaps(fine[:, :, 0], fine[:, :, 1], cv2.CV_16SC2)
    return _Front(int(x0), int(y0), np.asarray(places), np.asarray(between), mask)


def _edges(view: View, holder: StandingHolder, before: float, board: float, high: float) -> Iterator[Edge]:
    """The upper edge and both ends of a board whose front stands ``before`` the face."""
    across, up = np.linspace(0.0, FACE_WIDTH, _STEPS + 1), np.linspace(0.0, high, 7)
    lines = [
        (np.column_stack([np.zeros(len(up)), up]), 0.7),
        (np.column_stack([np.full(len(up), FACE_WIDTH), up]), 0.7),
        (np.column_stack([across, np.full(len(across), high)]), 0.95),
    ]
    for line, light in lines:
        near, far = (view.project(face_point(holder, line, depth)) for depth in (before, before - board))
        yield np.concatenate([near, far[::-1]]), light


def _end_walls(view: View, holder: StandingHolder) -> Iterator[Edge]:
    """The folded cardboard under the face, as it is seen from its ends."""
    for u in (0.0, FACE_WIDTH):
        front = face_point(holder, np.array([[u, 0.0], [u, FACE_HEIGHT]]))
        foot = front[1] * (1.0, 1.0, 0.0)
        yield view.project(np.array([*front, foot])), 0.85


def _piece(edges: Sequence[Edge], around: Matrix, light: Illumination) -> _Piece:
    """A piece with these edges and room for all that lies between the points ``around``."""
    corner = np.floor(around.min(axis=0)).astype(int)
    width, height = np.ceil(around.max(axis=0)).astype(int) - corner + 2
    drawn, mask = np.zeros((height, width, 3), np.uint8), np.zeros((height, width), np.uint8)
    for outline, share in edges:
        colour = [round(part * lit * share) for part, lit in zip(_CARDBOARD, light, strict=True)]
        shape = [np.rint((outline - corner) * 16).astype(np.int32)]
        cv2.fillPoly(drawn, shape, colour, cv2.LINE_8, 4)
        cv2.fillPoly(mask, shape, 255, cv2.LINE_8, 4)
    return _Piece(int(corner[0]), int(corner[1]), drawn, mask)


def _shadow(view: View, holder: StandingHolder) -> Sprite:
    """The shadow around a holder's foot, over all its picture."""
    outline = view.project(face_point(holder, _rim(0.0, FACE_HEIGHT)))
    x0, y0 = np.floor(outline.min(axis=0)).astype(int) - 60
    x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 60
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [np.rint(outline - (x0, y0)).astype(np.int32)], 255)
    soft = cv2.blur(cv2.blur(mask, (41, 41)), (31, 31)).astype(np.float32)
    keep = np.repeat((1.0 - soft * (0.55 / 255))[:, :, None], 3, axis=2)
    return Sprite(int(x0), int(y0), keep, np.zeros_like(keep))
