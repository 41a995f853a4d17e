"""The play area as the eyes saw it, small, with what they read of it drawn in, and nothing else in it.

All around is one colour: holders, hands beside the mat, and whatever else the camera sees. Frames stand where a card
usually has its indices, at coarse steps, around where indices were found in this very picture of the play area: what
the holders taught the eyes of the pack, which tells them exactly where a card lies, has no part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import pi
from typing import Final, NamedTuple, Self

import cv2
import numpy as np

from vision.arrays import Picture, Points
from vision.camera.protocol import Cut
from vision.holders.indices import USUAL
from vision.planes.masking import GROUND, as_jpeg, play_area_alone
from vision.planes.planes import ALL_HOLDERS, PLAY, Plane, PlaneFinder
from vision.reader.index_reads import IndexRead
from vision.reader.overlay import SURE, overlay, wavers
from vision.reader.photograph_cards import CardRead
from vision.sizes import BRIDGE_CARD, PLAY_AREA
from vision.watch.cutouts import angle_at, cut_laid
from vision.watch.play_area import SeenCard, Sighting
from vision.watch.watched import planes_in
from whist.cards import FULL_PACK, Card
from whist.messages.observations import LaidCard

WIDTH: Final = 960
"""Pixels across a picture, at most."""
_MAT: Final = (172.0, 186.0)
"""How far the play area and its marker cards reach from the middle, mm, right and up."""
_ASIDE: Final = 250.0
"""How far it reaches to a side where holders stand, mm."""
_GRID: Final = 16
"""The part of the camera's picture that is shown begins and ends at multiples of so many pixels."""
_STRAYED: Final = 3.0
"""Where a marker's middle is seen farther than this from where it was, something has moved, pixels."""
_HOLDER: Final = (92, 104, 96)
_LINE: Final = (150, 170, 158)
_UNREAD: Final = (0, 130, 255)
"""Colours, BGR: of a holder's shape, of the lines around what was found, and around a card that cannot be read."""
_TURN: Final = pi / 48
"""Frames stand at multiples of this angle, radians, and..."""
_STEP: Final = 6.0
"""... around cards at multiples of so many pixels."""
_SHAPE: Final = 8.0
"""The corners of holders stand at multiples of so many pixels: a card beside a marker moves it by parts of one."""
_TALLER: Final = 8.0
"""Indices are drawn taller than usual in steps of so many mm."""


class Sight(NamedTuple):
    """What a look saw: a picture or a ``cut`` of it, the planes of the whole, and what lies on the play area: indices,
    cards, and cards that cannot be read. ``fresh`` says that this was read in that very picture."""

    cut: Cut
    planes: Mapping[str, Plane]
    indices: tuple[Sighting, ...] = ()
    cards: tuple[SeenCard, ...] = ()
    unread: tuple[LaidCard, ...] = ()
    fresh: bool = False

    def cut_laid(self, x: float, y: float) -> bytes | None:
        """A small JPEG of the card at ``x``, ``y`` (mm of the table plane), upright."""
        laid = [*((one.x, one.y, one.angle) for one in self.cards), *((c.x, c.y, c.angle) for c in self.unread)]
        return cut_laid(self.cut.picture, planes_in(self.cut, self.planes), x, y, angle_at(x, y, laid))

    def bare(self) -> Self:
        """The same with nothing read, as while something moves."""
        return self._replace(indices=(), cards=(), unread=(), fresh=False)

    def small(self) -> Self:
        """A copy that holds no more of the picture than is shown of it."""
        x0, y0, x1, y1 = _box(self.planes)
        left, top = max(x0 - self.cut.x, 0), max(y0 - self.cut.y, 0)
        part = self.cut.picture[top : max(y1 - self.cut.y, 0), left : max(x1 - self.cut.x, 0)]
        return self._replace(cut=Cut(part.copy(), self.cut.x + left, self.cut.y + top, whole=False))


class Drawn(NamedTuple):
    """A picture for people: a JPEG of ``size`` (width, height), the ``cards`` that were read in it (each one, or the
    two that it may be; none: not readable) and the place of each in it, where its frame stands; and the middle of each
    holder's shape in it, by number."""

    jpeg: bytes
    size: tuple[int, int]
    cards: tuple[tuple[Card, ...], ...]
    places: tuple[tuple[int, int], ...]
    holders: Mapping[int, tuple[int, int]]


def stands_still(picture: Picture, planes: Mapping[str, Plane], finder: PlaneFinder) -> bool:
    """Whether all parts are, in a whole picture, where they were when these planes were found: at least one marker of
    each is seen, and none elsewhere."""
    seen = finder.markers(picture, planes.keys())
    for plane in planes.values():
        there = [corners for number, corners in seen.items() if number in plane.outlines]
        places = [plane.outlines[number] for number in seen if number in plane.outlines]
        away = [np.linalg.norm((a - b).mean(axis=0)) for a, b in zip(there, places, strict=True)]
        if not away or max(away) > _STRAYED:
            return False
    return True


def drawn(sight: Sight) -> Drawn:
    """The picture of what was seen, with frames and names at what was read."""
    box = _box(sight.planes)
    canvas = np.full((box[3] - box[1], box[2] - box[0], 3), GROUND, np.uint8)
    _paste(canvas, play_area_alone(sight.cut.picture, planes_in(sight.cut, sight.planes)), sight.cut, box)
    scale = min(1.0, WIDTH / canvas.shape[1])
    size = (round(canvas.shape[1] * scale), round(canvas.shape[0] * scale))
    small = np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)

    def to_small(pixels: Points) -> Points:
        return np.rint((pixels - box[:2] + 0.5) * scale - 0.5)

    play = sight.planes[PLAY]
    _outline(small, to_small(play.to_picture(play.area())), _LINE)
    holders = {}
    for number, part in enumerate(ALL_HOLDERS, 1):
        if part in sight.planes:
            corners = to_small(sight.planes[part].to_picture(sight.planes[part].area()))
            shape = np.rint(corners / _SHAPE) * _SHAPE
            cv2.fillPoly(small, [shape.astype(np.int32)], _HOLDER)
            _outline(small, shape, _LINE)
            holders[number] = _middle(shape, size)
    for one in sight.unread:
        _outline(small, to_small(play.to_picture(_corners(one))), _UNREAD, 3)
    laid = _placed(sight.cards, play, to_small)
    height, per_mm = _height(sight.indices), _per_mm(play) * scale
    reads = [read for card in laid for read in _reads(card, height, per_mm)]
    named = [CardRead(FULL_PACK[card.best], float(card.belief[card.best]), (0, 0, 0, 0)) for card in laid]
    shown = overlay(small, reads, named, least=1)
    cards = [wavers(card.belief, float(card.belief[card.best]) >= SURE) for card in laid]
    places = [(card.x, card.y) for card in laid]
    if sight.unread:
        middles = to_small(play.to_picture(np.array([(one.x, one.y) for one in sight.unread])))
        places += [(_rounded(float(x), _STEP), _rounded(float(y), _STEP)) for x, y in middles]
    there = tuple((round(x), round(y)) for x, y in places)
    return Drawn(as_jpeg(shown), size, (*cards, *(() for _ in sight.unread)), there, holders)


def _box(planes: Mapping[str, Plane]) -> tuple[int, int, int, int]:
    """The part of the whole picture that is shown: x0, y0, x1, y1 in pixels; it may reach beyond it."""
    play = planes[PLAY]
    held = [
        play.to_plane(planes[part].to_picture(planes[part].area())).mean(axis=0)[0]
        for part in ALL_HOLDERS
        if part in planes
    ]
    left = -(_ASIDE if any(x < -_MAT[0] for x in held) else _MAT[0])
    right = _ASIDE if any(x > _MAT[0] for x in held) else _MAT[0]
    corners = play.to_picture(np.array([(x, y) for x in (left, right) for y in (-_MAT[1], _MAT[1])]))
    low, high = np.floor(corners.min(axis=0) / _GRID) * _GRID, np.ceil(corners.max(axis=0) / _GRID) * _GRID
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _paste(canvas: Picture, picture: Picture, cut: Cut, box: tuple[int, int, int, int]) -> None:
    """Put a part of the camera's picture in its place on a canvas that shows ``box``."""
    x0, y0 = max(box[0], cut.x), max(box[1], cut.y)
    x1, y1 = min(box[2], cut.x + picture.shape[1]), min(box[3], cut.y + picture.shape[0])
    if x0 < x1 and y0 < y1:
        part = picture[y0 - cut.y : y1 - cut.y, x0 - cut.x : x1 - cut.x]
        canvas[y0 - box[1] : y1 - box[1], x0 - box[0] : x1 - box[0]] = part


def _outline(picture: Picture, corners: Points, colour: tuple[int, int, int], wide: int = 1) -> None:
    cv2.polylines(picture, [corners.astype(np.int32)], True, colour, wide, cv2.LINE_AA)


def _corners(laid: LaidCard) -> Points:
    """The corners (4, 2) of a card that lies there, mm of the table plane."""
    right = np.array([np.cos(laid.angle), np.sin(laid.angle)]) * BRIDGE_CARD[0] / 2
    up = np.array([-np.sin(laid.angle), np.cos(laid.angle)]) * BRIDGE_CARD[1] / 2
    middle = np.array([laid.x, laid.y])
    return np.asarray([middle + way for way in (up - right, up + right, right - up, -up - right)], np.float64)


def _middle(shape: Points, size: tuple[int, int]) -> tuple[int, int]:
    """The middle of what shows of a shape (n, 2) in a picture of a size."""
    within = np.clip(shape, 0, np.array(size) - 1)
    x, y = (within.min(axis=0) + within.max(axis=0)) / 2
    return round(float(x)), round(float(y))


def _reads(card: SeenCard, height: float, scale: float) -> Iterator[IndexRead]:
    """The indices of a card in pixels of the picture: of such a ``height``, and where they usually stand, two of them
    where several were seen; a single one where it was seen."""
    turn = _rounded(card.angle if card.index is not None else card.angle % pi, _TURN)
    right, up = np.array([np.cos(turn), -np.sin(turn)]), np.array([-np.sin(turn), -np.cos(turn)])
    corner = (up * (BRIDGE_CARD[1] / 2 - USUAL.depth) - right * (BRIDGE_CARD[0] / 2 - USUAL.aside)) * scale
    middle = np.array([card.x, card.y])
    places = [(middle, turn)] if card.index is not None else [(middle + corner, turn), (middle - corner, turn + pi)]
    for (x, y), angle in places:
        yield IndexRead(card.belief, float(x), float(y), angle, height * scale, (0, 0, 0, 0))


def _placed(cards: Sequence[SeenCard], play: Plane, to_small: Callable[[Points], Points]) -> list[SeenCard]:
    """Cards with their middles, or their only index, in pixels of the picture, from left to right."""
    if not cards:
        return []
    seen = [one.seen or (*(one.index or (one.x, one.y)), one.angle) for one in cards]
    there = to_small(play.to_picture(np.array([(x, y) for x, y, _ in seen])))
    places = [tuple(_rounded(float(way), _STEP) for way in place) for place in there]
    placed = [replace(one, x=x, y=y, angle=at[2]) for one, (x, y), at in zip(cards, places, seen, strict=True)]
    return sorted(placed, key=lambda one: (one.x, one.y, one.best))


def _rounded(value: float, step: float) -> float:
    return step * round(value / step)


def _per_mm(play: Plane) -> float:
    """Pixels of the camera's picture for a mm of the play area, to a tenth."""
    low, high = play.to_picture(np.array([[0.0, -PLAY_AREA / 2], [0.0, PLAY_AREA / 2]]))
    return round(float(np.linalg.norm(high - low)) / PLAY_AREA, 1)


def _height(indices: Sequence[Sighting]) -> float:
    """The height of an index as it is drawn, mm: that of most packs, or of one whose indices are clearly higher."""
    highest = max(((one.found or one).height for one in indices), default=USUAL.height)
    return USUAL.height + _TALLER * max(0, round((highest - USUAL.height) / _TALLER))
