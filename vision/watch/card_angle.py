"""How a card lies, told by the straight edges around one of its indices."""

from __future__ import annotations

from math import pi

import cv2
import numpy as np

from vision.arrays import Picture
from vision.thresholds import CardAngle


def edge_angle(grey: Picture, x: float, y: float, angle: float, radius: float) -> float:
    """The angle near ``angle`` (radians, counter-clockwise) to which the edges around (x, y) are parallel or square.

    The edges of a card, the frame of its figure and the strokes of its rank nearly all run along or across it, so
    within ``radius`` pixels their directions heap up at the card's own, modulo a quarter turn.
    """
    x0, y0 = max(0, round(x - radius)), max(0, round(y - radius))
    x1, y1 = min(grey.shape[1], round(x + radius) + 1), min(grey.shape[0], round(y + radius) + 1)
    if x1 - x0 < 8 or y1 - y0 < 8:
        return angle
    # smooth, and in fractions of a grey level: else the pixel grid shows in the directions
    patch = cv2.GaussianBlur(grey[y0:y1, x0:x1].astype(np.float32), (0, 0), 1.3)
    right = cv2.Scharr(patch, cv2.CV_32F, 1, 0)
    down = cv2.Scharr(patch, cv2.CV_32F, 0, 1)
    strength = np.hypot(right, down)
    rows, columns = np.nonzero(strength > 0.25 * float(strength.max(initial=1.0)))
    if not len(rows):
        return angle
    away = np.hypot(columns + x0 - x, rows + y0 - y)
    weight = np.exp(-0.5 * (away / (0.6 * radius)) ** 2)
    # a gradient's direction, y upwards, within a quarter turn; all edges count alike, however strong
    way = np.arctan2(-down[rows, columns], right[rows, columns]) % (pi / 2)
    heaps, _ = np.histogram(way, CardAngle.BINS, (0, pi / 2), weights=weight)
    heaps = np.convolve(np.concatenate([heaps[-6:], heaps, heaps[:6]]), np.hanning(9), "same")[6:-6]
    turns = np.linspace(
        -CardAngle.SEARCH, CardAngle.SEARCH, round(2 * CardAngle.SEARCH / (pi / 2 / CardAngle.BINS)) + 1
    )
    places = np.floor(((angle + turns) % (pi / 2)) / (pi / 2) * CardAngle.BINS).astype(int) % CardAngle.BINS
    score = heaps[places] * np.exp(-0.5 * (turns / CardAngle.DOUBT) ** 2)
    return float(angle + turns[int(score.argmax())])
