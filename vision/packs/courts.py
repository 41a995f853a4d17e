"""Court cards' figures: a framed, double-headed jack, queen or king, built from simple shapes."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import Colour, Picture
from vision.packs.glyphs import suit_mask
from whist.cards import Card

FRAME: Final = (36.0, 70.0)
"""Outer width and height of the frame, mm."""

_OVER: Final = 2
_INK: Final = (40, 32, 32)
_SKIN: Final = (196, 222, 248)
_GOLD: Final = (60, 190, 244)
_PAPER: Final = (246, 250, 252)
_ROBES: Final[dict[str, tuple[Colour, Colour]]] = {
    "C": ((120, 60, 24), (44, 40, 190)),
    "D": ((40, 36, 200), (130, 70, 30)),
    "H": ((44, 40, 190), (40, 36, 36)),
    "S": ((130, 64, 30), (60, 54, 54)),
}


class _Pen:
    """Draws in mm, x right and y up from the middle of the figure."""

    def __init__(self, scale: float) -> None:
        self.scale = scale * _OVER
        self.size = (round(FRAME[0] * self.scale), round(FRAME[1] * self.scale))
        self.canvas: Picture = np.empty((self.size[1], self.size[0], 3), np.uint8)
        self.canvas[:] = _PAPER

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round(self.size[0] / 2 + x * self.scale), round(self.size[1] / 2 - y * self.scale)

    def shape(self, points: list[tuple[float, float]], fill: Colour, line: float = 0.35) -> None:
        outline = np.array([self.at(x, y) for x, y in points], np.int32)
        cv2.fillPoly(self.canvas, [outline], fill, cv2.LINE_AA)
        if line:
            cv2.polylines(self.canvas, [outline], True, _INK, max(1, round(line * self.scale)), cv2.LINE_AA)

    def oval(self, x: float, y: float, rx: float, ry: float, fill: Colour, line: float = 0.35) -> None:
        axes = (round(rx * self.scale), round(ry * self.scale))
        cv2.ellipse(self.canvas, self.at(x, y), axes, 0, 0, 360, fill, -1, cv2.LINE_AA)
        if line:
            thick = max(1, round(line * self.scale))
            cv2.ellipse(self.canvas, self.at(x, y), axes, 0, 0, 360, _INK, thick, cv2.LINE_AA)

    def line(self, points: list[tuple[float, float]], colour: Colour, width: float) -> None:
        path = np.array([self.at(x, y) for x, y in points], np.int32)
        cv2.polylines(self.canvas, [path], False, colour, max(1, round(width * self.scale)), cv2.LINE_AA)


def court_figure(card: Card, colour: Colour, scale: float) -> Picture:
    """The framed figure of a jack, queen or king: BGR, ``FRAME`` mm large at ``scale`` pixels per mm."""
    pen = _Pen(scale)
    robe, trim = _ROBES[card.suit]
    _body(pen, robe, trim, card.rank)
    _head(pen, card.rank, robe)
    _pip(pen, card.suit, colour)
    figure = pen.canvas
    half = figure.shape[0] // 2
    figure[-half:] = figure[:half][::-1, ::-1]
    pen.line([(-17.6, 0.0), (17.6, 0.0)], _INK, 0.4)
    pen.line([(-17.8, -34.8), (-17.8, 34.8), (17.8, 34.8), (17.8, -34.8), (-17.8, -34.8)], (150, 80, 40), 0.5)
    size = (round(FRAME[0] * scale), round(FRAME[1] * scale))
    return np.asarray(cv2.resize(figure, size, interpolation=cv2.INTER_AREA), np.uint8)


def _body(pen: _Pen, robe: Colour, trim: Colour, rank: str) -> None:
    pen.shape([(-17.5, -2), (-17.5, 7), (-9, 14), (9, 14), (17.5, 7), (17.5, -2)], robe)
    for side in (-1, 1):
        for k in range(3):
            x = side * (8.5 + 3.6 * k)
            pen.shape([(x, 11 - 2.4 * k), (x + 1.5, 8 - 2.4 * k), (x, 5 - 2.4 * k), (x - 1.5, 8 - 2.4 * k)], _GOLD, 0.2)
    pen.shape([(-5.5, 14.5), (5.5, 14.5), (3.2, -2), (-3.2, -2)], trim)
    for k in range(4):
        pen.oval(0, 11.5 - 3.4 * k, 1.1, 1.1, _GOLD, 0.2)
    pen.line([(-6.2, 15), (-4, -1)], _GOLD, 1.0)
    pen.line([(6.2, 15), (4, -1)], _GOLD, 1.0)
    if rank == "K":  # a sword
        pen.line([(-13, 2), (-13, 31)], _INK, 1.9)
        pen.line([(-13, 2), (-13, 30.6)], (228, 226, 220), 1.1)
        pen.line([(-15.6, 8.5), (-10.4, 8.5)], _GOLD, 1.5)
    elif rank == "Q":  # a flower
        pen.line([(-11, 3), (-12.4, 15)], (60, 130, 40), 0.8)
        for k in range(6):
            a = k * np.pi / 3
            pen.oval(-12.6 + 1.9 * float(np.cos(a)), 16.5 + 1.9 * float(np.sin(a)), 1.4, 1.4, (90, 80, 224), 0.2)
        pen.oval(-12.6, 16.5, 1.1, 1.1, _GOLD, 0.2)
    else:  # a halberd
        pen.line([(12.5, 0), (12.5, 29)], (50, 90, 140), 1.1)
        pen.shape([(12.5, 33), (14.2, 28), (16.4, 26.5), (16.0, 22), (12.5, 24), (10.8, 28)], (214, 212, 206))


def _head(pen: _Pen, rank: str, robe: Colour) -> None:
    hair: Colour = {"K": (120, 140, 150), "Q": (50, 150, 214), "J": (60, 110, 190)}[rank]
    length = 12.6 if rank == "Q" else 15.6
    pen.shape([(-6.6, 24), (-7.4, length + 1), (-4, length), (4, length), (7.4, length + 1), (6.6, 24)], hair)
    pen.oval(0, 20.6, 4.9, 6.1, _SKIN)
    for side in (-1, 1):
        pen.line([(side * 1.0, 22.6), (side * 3.1, 22.9)], _INK, 0.3)
        pen.oval(side * 2.0, 21.4, 0.75, 0.5, _INK, 0)
    pen.line([(0, 21.4), (0.7, 19.0), (-0.2, 18.9)], _INK, 0.3)
    pen.line([(-1.3, 17.2), (0, 16.9), (1.3, 17.2)], (60, 50, 190), 0.6)
    if rank == "K":
        pen.shape(
            [(-4.4, 18.6), (-2, 17.8), (0, 16.4), (2, 17.8), (4.4, 18.6), (2.6, 13.4), (0, 12.2), (-2.6, 13.4)], hair
        )
        pen.line([(-1.2, 17.0), (1.2, 17.0)], (60, 50, 190), 0.5)
        pen.shape(
            [(-6.8, 25), (-8.2, 33), (-4.2, 29), (-2.6, 33.4), (0, 29), (2.6, 33.4), (4.2, 29), (8.2, 33), (6.8, 25)],
            _GOLD,
        )
        pen.line([(-6.6, 25.6), (6.6, 25.6)], robe, 1.3)
    elif rank == "Q":
        pen.shape([(-5.8, 25.4), (-6.6, 30.4), (-3.2, 28), (0, 31.6), (3.2, 28), (6.6, 30.4), (5.8, 25.4)], _GOLD)
        for x, y in ((-6.6, 30.8), (0, 32.2), (6.6, 30.8)):
            pen.oval(x, y, 0.9, 0.9, robe, 0.2)
    else:
        pen.shape([(-7.4, 24.8), (-6.8, 28.8), (-1, 31.4), (6.2, 29.4), (7.2, 24.8)], robe)
        pen.line([(-7.2, 25.2), (7.0, 25.2)], _GOLD, 1.4)
        pen.shape([(5.4, 27), (9.2, 32.6), (11.6, 32.0), (8.6, 27.4)], _PAPER)


def _pip(pen: _Pen, suit: str, colour: Colour) -> None:
    mask = suit_mask(suit, 7.0 * pen.scale)
    x, y = pen.at(-16.6, 33.6)
    area = pen.canvas[y : y + mask.shape[0], x : x + mask.shape[1]]
    weight = mask[:, :, None].astype(np.float32) / 255.0
    area[:] = np.rint(area * (1 - weight) + np.array(colour, np.float32) * weight).astype(np.uint8)
