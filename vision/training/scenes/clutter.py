"""Grounds on which training scenes lie, all made by the program: cloth, wood, cork, patterns, patchwork, writing.

Pictures are (h, w, 3) uint8 BGR. All chance comes from the generator given.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture

GROUND_SIZE: Final = 640
"""Side of the square grounds, pixels."""
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghikmnopqrstuvwxyz0123456789&%?!+"


def colour(rng: np.random.Generator) -> Numbers:
    """A colour (3,) BGR 0…255; greys, greens and browns more often than chance would have them."""
    kind = rng.random()
    if kind < 0.3:
        return np.full(3, rng.uniform(5, 250), np.float32) + rng.normal(0, 6, 3).astype(np.float32)
    if kind < 0.45:
        return np.array([rng.uniform(10, 90), rng.uniform(60, 150), rng.uniform(0, 80)], np.float32)
    if kind < 0.6:
        light = rng.uniform(50, 210)
        return np.array([0.45 * light, 0.7 * light, light], np.float32) + rng.normal(0, 8, 3).astype(np.float32)
    return rng.uniform(0, 255, 3).astype(np.float32)


def cloud(rng: np.random.Generator, size: int, cells: tuple[int, int]) -> Numbers:
    """Smooth noise (size, size) in about -1…1, with `cells` (down, across) humps."""
    grid = rng.uniform(-1, 1, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def _noise(rng: np.random.Generator, size: int) -> Numbers:
    total = np.zeros((size, size), np.float32)
    cells = int(rng.integers(2, 8))
    strength = 1.0
    stretch = float(rng.choice([1.0, 1.0, 4.0, 12.0]))
    while cells < size:
        total += strength * cloud(rng, size, (cells, max(2, int(cells / stretch))))
        cells *= 2
        strength *= rng.uniform(0.5, 0.95)
    return total / (float(np.abs(total).max()) + 1e-6)


def _mixed(a: Numbers, b: Numbers, share: Numbers) -> Picture:
    return np.clip(a + (b - a) * share[..., None], 0, 255).astype(np.uint8)


def _cloth(rng: np.random.Generator, size: int) -> Picture:
    base = colour(rng)
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    period = rng.uniform(2.5, 9)
    weave = np.sin(2 * math.pi * rows / period) * np.sin(2 * math.pi * columns / period)
    share = 0.5 + 0.5 * np.clip(0.4 * weave + 0.5 * _noise(rng, size) + rng.normal(0, 0.25, (size, size)), -1, 1)
    return _mixed(base * rng.uniform(0.5, 0.9), base, share.astype(np.float32))


def _wood(rng: np.random.Generator, size: int) -> Picture:
    base = colour(rng)
    rows = np.mgrid[0:size, 0:size][0].astype(np.float32)
    grain = np.sin(rows * rng.uniform(0.05, 0.4) + 6 * cloud(rng, size, (int(rng.integers(3, 9)), 2)))
    share = 0.5 + 0.5 * np.clip(0.5 * grain + 0.5 * _noise(rng, size), -1, 1)
    return _mixed(base * rng.uniform(0.35, 0.85), base, share)


def _speckles(rng: np.random.Generator, size: int) -> Picture:
    base, other = colour(rng), colour(rng)
    picture = _mixed(base, base * rng.uniform(0.6, 1.2), 0.5 + 0.5 * _noise(rng, size))
    for _ in range(int(rng.integers(150, 900))):
        x, y = rng.integers(0, size, 2)
        tint = (other * rng.uniform(0.3, 1.2)).tolist()
        axes = (int(rng.integers(1, 9)), int(rng.integers(1, 6)))
        cv2.ellipse(picture, (int(x), int(y)), axes, float(rng.uniform(0, 180)), 0, 360, tint, -1, cv2.LINE_AA)
    return picture


def _pattern(rng: np.random.Generator, size: int) -> Picture:
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    turn = rng.uniform(0, math.pi)
    u = rows * math.cos(turn) + columns * math.sin(turn)
    v = columns * math.cos(turn) - rows * math.sin(turn)
    period = rng.uniform(10, 120)
    stripes = np.sin(2 * math.pi * u / period)
    kind = rng.integers(3)
    if kind == 1:
        stripes = stripes * np.sin(2 * math.pi * v / period)
    elif kind == 2:
        stripes = np.maximum(stripes, np.sin(2 * math.pi * v / period))
    return _mixed(colour(rng), colour(rng), np.clip(0.5 + stripes * rng.uniform(0.5, 6), 0, 1).astype(np.float32))


def _ribs(rng: np.random.Generator, size: int) -> Picture:
    """Corduroy, knitting, blinds: fine ribs that waver, mostly dark."""
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    waver = rng.uniform(0, 12) * cloud(rng, size, (int(rng.integers(2, 12)), int(rng.integers(2, 12))))
    turn = rng.uniform(0, math.pi)
    u = rows * math.cos(turn) + columns * math.sin(turn) + waver
    v = columns * math.cos(turn) - rows * math.sin(turn) + waver
    period = rng.uniform(4, 26)
    wave = np.sin(2 * math.pi * u / period)
    if rng.random() < 0.5:
        wave = 0.6 * wave + 0.4 * np.sin(2 * math.pi * v / (period * rng.uniform(0.5, 4)))
    wave = wave + rng.uniform(0, 0.6) * rng.normal(0, 1, (size, size)) + rng.uniform(0, 1) * _noise(rng, size)
    base = colour(rng) * rng.uniform(0.15, 1)
    return _mixed(base * rng.uniform(0.2, 0.9), base, np.clip(0.5 + 0.5 * wave, 0, 1).astype(np.float32))


def scribble(rng: np.random.Generator, picture: Picture, count: int) -> None:
    """Draws `count` shapes, lines and bits of writing over the picture: things that are no cards."""
    height, width = picture.shape[:2]
    for _ in range(count):
        x, y = int(rng.integers(-20, width)), int(rng.integers(-20, height))
        tint = colour(rng).tolist()
        kind = rng.random()
        if kind < 0.45:
            text = "".join(rng.choice(list(_LETTERS), int(rng.integers(1, 9))))
            thick = int(rng.integers(1, 4))
            cv2.putText(picture, text, (x, y), int(rng.integers(0, 8)), rng.uniform(0.3, 2.2), tint, thick, cv2.LINE_AA)
        elif kind < 0.65:
            corners = np.array([x, y]) + rng.normal(0, rng.uniform(8, 90), (int(rng.integers(3, 7)), 2))
            cv2.fillPoly(picture, [corners.astype(np.int32)], tint, cv2.LINE_AA)
        elif kind < 0.85:
            axes = (int(rng.integers(2, 60)), int(rng.integers(2, 60)))
            thick = int(rng.choice([-1, 1, 2, 5]))
            cv2.ellipse(picture, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, tint, thick, cv2.LINE_AA)
        else:
            end = (int(x + rng.normal(0, 120)), int(y + rng.normal(0, 120)))
            cv2.line(picture, (x, y), end, tint, int(rng.integers(1, 10)), cv2.LINE_AA)


def _page(rng: np.random.Generator, size: int) -> Picture:
    """Print: lines of words in a few sizes, as on boxes, leaflets and books; a word is no joker's."""
    paper = colour(rng) if rng.random() < 0.4 else np.full(3, rng.uniform(170, 252), np.float32)
    picture = _mixed(paper * rng.uniform(0.9, 1.0), paper, 0.5 + 0.5 * _noise(rng, size))
    y = 0
    ink = (paper * rng.uniform(0, 0.45)).tolist() if rng.random() < 0.7 else colour(rng).tolist()
    while y < size:
        high, face, capitals = float(np.exp(rng.uniform(2.0, 4.2))), int(rng.integers(0, 8)), rng.random() < 0.35
        for _ in range(int(rng.integers(1, 9))):
            y += round(high * rng.uniform(1.3, 2.2))
            x = int(rng.integers(-60, 80))
            while x < size:
                word = "".join(rng.choice(list(_LETTERS[:49]), int(rng.integers(2, 10))))
                word = word.upper() if capitals else word.lower()
                thick = max(1, round(high * 0.09))
                cv2.putText(picture, word, (x, y), face, high / 22, ink, thick, cv2.LINE_AA)
                x += cv2.getTextSize(word, face, high / 22, thick)[0][0] + round(0.6 * high)
                if rng.random() < 0.08:
                    x += int(rng.integers(20, 300))
    return picture


def ground(rng: np.random.Generator, size: int = GROUND_SIZE) -> Picture:
    """One ground, (size, size, 3)."""
    kind = rng.random()
    if kind < 0.12:
        picture = _cloth(rng, size)
    elif kind < 0.25:
        picture = _ribs(rng, size)
    elif kind < 0.4:
        picture = _wood(rng, size)
    elif kind < 0.55:
        picture = _speckles(rng, size)
    elif kind < 0.7:
        picture = _pattern(rng, size)
    elif kind < 0.84:
        picture = _page(rng, size)
    else:
        picture = _mixed(colour(rng), colour(rng), 0.5 + 0.5 * _noise(rng, size))
    if rng.random() < 0.5:
        scribble(rng, picture, int(rng.integers(3, 90)))
    return picture
