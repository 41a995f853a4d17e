"""What is printed or glued on the simulated table's marker cards and holders."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from math import copysign
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.simulated.optics import Matrix, View
from vision.simulated.workmanship import Workmanship, either_way
from vision.sizes import (
    BRIDGE_CARD,
    CARD_BOTTOM,
    FACE_HEIGHT,
    FACE_JOIN,
    FACE_WIDTH,
    LIP_HEIGHT,
    MARKER_CARD,
    MARKER_DICTIONARY,
    MARKER_SIZE,
    SLOTS,
    TABLE_MARKERS,
    Marker,
    holder_markers,
    place_of,
    slot_left,
)

FACE_SCALE: Final = (5.0, 3.5)
"""Pixels per mm of a face's canvas along u and v: about what the camera makes of the leaning face, and a whole number
of rows for face and lip."""
LIP_ROW: Final = round((FACE_HEIGHT - LIP_HEIGHT) * FACE_SCALE[1])
"""The row of a face's canvas at which the lip begins."""

_WHITE_BORDER: Final = 4.0
"""White around a marker, mm."""
_FINE: Final = 10
"""Pixels per mm at which prints are drawn."""
_CAPITAL: Final = 21.0
"""Height of a capital letter of OpenCV's plain type at scale 1, pixels."""


@dataclass(frozen=True, slots=True)
class MarkerCard:
    """A marker card as it lies on the table: its marker's middle at (``x``, ``y``) mm, turned by ``turn`` degrees
    counter-clockwise. ``printed``: cut from the sheet with its words, not a marker with a white border."""

    marker: Marker
    x: float
    y: float
    turn: float = 0.0
    printed: bool = False

    def places(self, points: Matrix) -> Matrix:
        """Places (n, 3) over the table of points (n, 2) in mm about the marker's middle."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        x, y = points[:, 0], points[:, 1]
        return np.stack([self.x + c * x - s * y, self.y + s * x + c * y, np.zeros(len(points))], axis=1)

    def corners(self) -> Matrix:
        """Places (4, 3) of the corners of the marker's black square: upper left first, then clockwise."""
        half = MARKER_SIZE / 2
        return self.places(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))


def marker_cards(seed: int, workmanship: Workmanship) -> tuple[MarkerCard, ...]:
    """The marker cards of the play area as somebody has laid them."""
    rng, w = random.Random(f"marker cards {seed}"), workmanship
    return tuple(
        MarkerCard(
            one,
            one.x + either_way(rng, w.shift),
            one.y + either_way(rng, w.shift),
            either_way(rng, w.turn),
            w.printed,
        )
        for one in TABLE_MARKERS
    )


@lru_cache(maxsize=64)
def _marker(number: int) -> Picture:
    """A marker with its white border, 12 pixels a module and 4 mm of white, as (n, n) grey."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    side = 72
    border = round(side * _WHITE_BORDER / MARKER_SIZE)
    black = cv2.aruco.generateImageMarker(dictionary, number, side)
    return np.asarray(cv2.copyMakeBorder(black, *(border,) * 4, cv2.BORDER_CONSTANT, value=255), np.uint8)


def print_marker(picture: Picture, view: View, card: MarkerCard) -> None:
    """Lay a marker card on the table in the picture."""
    art, left, top = _card_art(card)
    scale = _FINE / 2 if card.printed else _marker(0).shape[0] / (MARKER_SIZE + 2 * _WHITE_BORDER)
    height, width = art.shape
    # pixel middles of the art to mm about the marker's middle, y upwards
    place = np.array([[1 / scale, 0, left + 0.5 / scale], [0, -1 / scale, top - 0.5 / scale], [0, 0, 1]])
    points = np.array([[left + width / scale * a, top - height / scale * b] for a in (0, 0.5, 1) for b in (0, 0.5, 1)])
    whole = view.homography(points, card.places(points)) @ place
    corners = cv2.perspectiveTransform(np.array([[[0, 0], [width, 0], [0, height], [width, height]]], float), whole)
    # a camera may see part of it, or nothing
    x0, y0 = np.maximum(np.floor(corners[0].min(axis=0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(corners[0].max(axis=0)).astype(int) + 3, picture.shape[1::-1])
    if x0 >= x1 or y0 >= y1:
        return
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
    size = (int(x1 - x0), int(y1 - y0))
    grey = cv2.warpPerspective(art, shift @ whole, size, flags=cv2.INTER_AREA, borderValue=255)
    mask = cv2.warpPerspective(np.full_like(art, 255), shift @ whole, size)
    area = picture[y0:y1, x0:x1]
    weight = mask[:, :, None].astype(np.float32) / 255
    area[:] = np.rint(area * (1 - weight) + _ink(grey, 222) * weight).astype(np.uint8)


def _ink(grey: Picture, white: int) -> Picture:
    """What a print comes to in even light, (height, width, 1) grey levels."""
    return np.asarray((24 + grey.astype(np.float32) * (white / 255))[:, :, None], np.float32)


@lru_cache(maxsize=8)
def _card_art(card: MarkerCard) -> tuple[Picture, float, float]:
    """What is on a marker card, grey, and where its left and upper edge are from the marker's middle, mm."""
    mark = card.marker
    if not card.printed:
        side = MARKER_SIZE / 2 + _WHITE_BORDER
        return _marker(mark.number), -side, side
    wide, inner, outer = MARKER_CARD
    away = copysign(1, mark.y)
    low, high = sorted((-away * inner, away * outer))
    sheet = _Sheet(-wide / 2, high, wide, high - low)
    sheet.mark(mark.number, 0.0, 0.0)
    base = 21.5 if away > 0 else -19.0
    sheet.write(f"{mark.number}: {place_of(mark)}, seen from South", 0.0, base, 2.9, middle=True)
    sheet.write(f"middle at x {mark.x:+.0f} mm, y {mark.y:+.0f} mm", 0.0, base - 4.5, 2.9, middle=True)
    for end in (-1, 1):
        sheet.line(end * wide / 2, 0.0, end * (wide / 2 - 4), 0.0)
    sheet.line(0.0, -away * inner, 0.0, -away * (inner - 2))
    return np.asarray(cv2.resize(sheet.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)), -wide / 2, high


class _Sheet:
    """White paper whose upper left corner is at (``left``, ``top``) mm, y up; drawn on in grey."""

    def __init__(self, left: float, top: float, wide: float, high: float) -> None:
        self._left, self._top = left, top
        self.grey = np.full((round(high * _FINE), round(wide * _FINE)), 255, np.uint8)

    def mark(self, number: int, x: float, y: float) -> None:
        """A marker whose middle is there."""
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
        side = round(MARKER_SIZE * _FINE)
        row, column = round((self._top - y) * _FINE - side / 2), round((x - self._left) * _FINE - side / 2)
        self.grey[row : row + side, column : column + side] = cv2.aruco.generateImageMarker(dictionary, number, side)

    def line(self, x0: float, y0: float, x1: float, y1: float, grey: float = 0.0) -> None:
        """A thin line; ``grey`` from 0 (black) to 1."""
        cv2.line(self.grey, self._at(x0, y0), self._at(x1, y1), round(255 * grey), 2, cv2.LINE_AA)

    def write(self, words: str, x: float, y: float, size: float, grey: float = 0.0, *, middle: bool = False) -> None:
        """Words in type of that ``size`` (mm), from (x, y) on or with their middle there."""
        scale = 0.72 * size * _FINE / _CAPITAL
        column, row = self._at(x, y)
        if middle:
            column -= cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)[0][0] // 2
        shade = round(255 * grey)
        cv2.putText(self.grey, words, (column, row), cv2.FONT_HERSHEY_SIMPLEX, scale, shade, 2, cv2.LINE_AA)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self._left) * _FINE - 0.5), round((self._top - y) * _FINE - 0.5)


def face_canvas(seed: int, number: int, printed: bool = False) -> tuple[Picture, Picture]:
    """The empty face of a holder, BGR, row 0 at its upper edge, and its lip: the printed sheet, or bare cardboard with
    markers stuck on."""
    if printed:
        return _printed(seed, number)
    face = _cardboard(seed, number)
    return face, face[LIP_ROW:]


def _printed(seed: int, number: int) -> tuple[Picture, Picture]:
    """Face and lip with the sheets of `hardware.marker_sheets` glued on."""
    face, lip = _Sheet(0.0, FACE_HEIGHT, FACE_WIDTH, FACE_HEIGHT), _Sheet(0.0, LIP_HEIGHT, FACE_WIDTH, LIP_HEIGHT)
    for mark in holder_markers(number):
        (lip if mark.y < LIP_HEIGHT else face).mark(mark.number, mark.x, mark.y)
    card_top = CARD_BOTTOM + BRIDGE_CARD[1]
    for slot in range(SLOTS):
        u = slot_left(slot)
        face.line(u, LIP_HEIGHT, u, card_top, 0.75)
        face.write(str(slot + 1), u + 1, card_top + 1.5, 3.0, 0.5)
    for v in (LIP_HEIGHT, CARD_BOTTOM):
        face.line(0.0, v, FACE_WIDTH, v, 0.75)
    for sheet, high in ((face, FACE_HEIGHT), (lip, LIP_HEIGHT)):
        sheet.line(FACE_JOIN, 0.0, FACE_JOIN, high)
    for first in (5.0, FACE_JOIN + 5.0):
        face.write("The lip covers this part.", first, 18.0, 3.2, 0.5)
        face.write(f"Spacer, {CARD_BOTTOM:.0f} mm high: the cards stand on it.", first, 2.7, 3.2, 0.5)
    for first in (40.0, 215.0):
        lip.write(f"Lip of holder {number}, beside {'South' if number == 1 else 'North'}", first, 13.5, 3.2, 0.5)
    random = np.random.default_rng((seed, 2, number))
    paper = np.array([1.0, 1.0, 1.0]) * random.uniform(0.93, 1.0) * (1.0, 1.0, random.uniform(0.98, 1.0))
    return _on_paper(face.grey, paper, random), _on_paper(lip.grey, paper, random)


def _on_paper(grey: Picture, paper: Matrix, random: np.random.Generator) -> Picture:
    """A sheet at the scale of a face's canvas, BGR."""
    size = (round(grey.shape[1] / _FINE * FACE_SCALE[0]), round(grey.shape[0] / _FINE * FACE_SCALE[1]))
    ink = _ink(np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8), 222)
    grain = 1 + 0.006 * random.standard_normal((size[1], size[0], 1), dtype=np.float32)
    return np.asarray(np.clip(ink * paper * grain, 0, 255).astype(np.uint8), np.uint8)


def _cardboard(seed: int, number: int) -> Picture:
    """The empty face of a holder, BGR, row 0 at its upper edge: cardboard with a lip and markers."""
    random = np.random.default_rng((seed, 2, number))
    width, height = round(FACE_WIDTH * FACE_SCALE[0]), round(FACE_HEIGHT * FACE_SCALE[1])
    colour = np.array([(112, 150, 184), (206, 214, 218), (96, 132, 170)][int(random.integers(3))], np.float32)
    ribs = np.sin(np.arange(width, dtype=np.float32) * (2 * np.pi / (7.0 * FACE_SCALE[0])))[None] * 0.01
    shade = 0.012 * random.standard_normal((height, width), dtype=np.float32) + ribs
    shade[LIP_ROW:] += 0.05
    shade[LIP_ROW : LIP_ROW + 2] -= 0.25
    face = np.clip(colour * (1 + shade[:, :, None]), 0, 255).astype(np.uint8)
    for marker in holder_markers(number):
        art = _marker(marker.number)
        side = MARKER_SIZE + 2 * _WHITE_BORDER
        size = (round(side * FACE_SCALE[0]), round(side * FACE_SCALE[1]))
        left = marker.x - side / 2
        # the white of the print ends where face or lip ends
        top, bottom = min(marker.y + side / 2, FACE_HEIGHT), max(marker.y - side / 2, 0.0)
        if marker.y < LIP_HEIGHT:
            top = min(top, LIP_HEIGHT)
        whole = _fine_paste(art, size, left, marker.y, side)
        y0, y1 = round((FACE_HEIGHT - top) * FACE_SCALE[1]), round((FACE_HEIGHT - bottom) * FACE_SCALE[1])
        x0 = max(0, round(left * FACE_SCALE[0]) - 1)
        patch, first = whole
        area = face[y0:y1, x0 : x0 + patch.shape[1]]
        part = patch[y0 - first : y0 - first + area.shape[0], : area.shape[1]]
        area[:] = _ink(part, 218).astype(np.uint8)
    return np.asarray(face, np.uint8)


def _fine_paste(art: Picture, size: tuple[int, int], left: float, middle: float, side: float) -> tuple[Picture, int]:
    """A marker resampled onto a face's pixels exactly at its place: the patch and its first row."""
    first_row = round((FACE_HEIGHT - middle - side / 2) * FACE_SCALE[1]) - 1
    first_column = max(0, round(left * FACE_SCALE[0]) - 1)
    step_x, step_y = side * FACE_SCALE[0] / art.shape[1], side * FACE_SCALE[1] / art.shape[0]
    # a pixel's middle lies half a pixel inside, in the art as on the face
    move_x = left * FACE_SCALE[0] - first_column + step_x / 2 - 0.5
    move_y = (FACE_HEIGHT - middle - side / 2) * FACE_SCALE[1] - first_row + step_y / 2 - 0.5
    smooth = cv2.GaussianBlur(art, (0, 0), 0.35)
    matrix = np.array([[step_x, 0, move_x], [0, step_y, move_y]])
    patch = cv2.warpAffine(smooth, matrix, (size[0] + 2, size[1] + 2), flags=cv2.INTER_LINEAR, borderValue=255)
    return np.asarray(patch, np.uint8), first_row
