"""Paper and printing inks of drawn packs: white to black stock, black and red to four colours, gold and pastels."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import Colour, Picture
from vision.training.drawing.labels import FACE_HEIGHT, PX_PER_MM

_DARKS: Final[tuple[Colour, ...]] = (
    *((40, 125, 165), (20, 50, 90), (110, 40, 20), (90, 80, 10), (110, 20, 70), (35, 70, 20), (90, 90, 90)),
    *((60, 30, 45), (140, 90, 20), (75, 95, 120)),
)
"""BGR: gold, brown, dark blue, teal, purple, dark green, grey, plum, steel blue, bronze."""
_BRIGHTS: Final[tuple[Colour, ...]] = (
    *((30, 30, 130), (120, 60, 220), (20, 110, 230), (40, 130, 175), (35, 45, 140), (150, 30, 200), (60, 80, 200)),
    *((110, 110, 225), (30, 60, 170)),
)
"""BGR: dark red, pink, orange, gold, red-brown, magenta, salmon, rose, brick."""


def _within(rng: np.random.Generator, *ranges: tuple[int, int]) -> Colour:
    b, g, r = (int(rng.integers(low, high + 1)) for low, high in ranges)
    return b, g, r


def near(rng: np.random.Generator, colour: Colour, spread: int = 18) -> Colour:
    """A colour near another: no channel is further away than ``spread``."""
    b, g, r = (int(np.clip(part + rng.integers(-spread, spread + 1), 0, 255)) for part in colour)
    return b, g, r


def brightness(colour: Colour) -> float:
    """Luma 0 … 255 of a BGR colour."""
    return float(np.dot(colour, (0.114, 0.587, 0.299)))


def legible(ink: Colour, paper: Colour, apart: float = 72.0) -> Colour:
    """The ink, made darker (on dark paper lighter) until its luma is `apart` from the paper's."""
    goal = 0.0 if brightness(paper) > 110 else 255.0
    colour = np.array(ink, dtype=np.float64)
    for _ in range(30):
        b, g, r = (round(float(part)) for part in colour)
        if abs(brightness((b, g, r)) - brightness(paper)) >= apart:
            break
        colour += 0.12 * (goal - colour)
    return b, g, r


def choose_colours(rng: np.random.Generator, paper: Colour) -> dict[str, Colour]:
    """BGR of the suits: black and red, four colours, two other inks, or one ink for all; each legible on the paper."""
    dark = brightness(paper) < 110
    # now and then a worn or cheaply printed grey
    grey = int(rng.integers(0, 55)) if rng.random() < 0.93 else int(rng.integers(55, 100))
    black = (grey, grey, grey) if rng.random() < 0.7 else _within(rng, (10, 70), (5, 40), (5, 45))
    if dark:
        black = _within(rng, (170, 255), (190, 255), (190, 255))
    red = _within(rng, (10, 75), (5, 60), (165, 240))
    kind = int(rng.choice(4, p=(0.69, 0.15, 0.13, 0.03)))
    if kind == 2:
        black = near(rng, _DARKS[int(rng.integers(len(_DARKS)))]) if rng.random() < 0.75 else black
        red = near(rng, _BRIGHTS[int(rng.integers(len(_BRIGHTS)))]) if rng.random() < 0.75 else red
    elif kind == 3:
        black = red = near(rng, _DARKS[int(rng.integers(len(_DARKS)))]) if rng.random() < 0.6 else black
    colours = {"C": black, "D": red, "H": red, "S": black}
    if kind == 1:
        blue, orange = _within(rng, (140, 240), (60, 130), (0, 60)), _within(rng, (0, 40), (90, 150), (220, 255))
        green, violet = _within(rng, (20, 90), (95, 160), (0, 60)), _within(rng, (120, 200), (40, 90), (20, 60))
        if rng.random() < 0.15:
            colours |= {"S": green, "D": orange}
        else:
            colours["D"] = blue if rng.random() < 0.7 else orange
            colours["C"] = green if rng.random() < 0.85 else violet
    return {suit: legible(colour, paper) for suit, colour in colours.items()}


def choose_stock(rng: np.random.Generator, width: int, border: float, dark: bool | None = None) -> Picture:
    """The empty card (H, W, 3): white to yellowed paper, now and then a tint, parchment or a dark card, always or never
    where `dark` says so; perhaps linen, a border of `border` mm or a line along the edge."""
    base = np.array([255.0, 255.0, 255.0]) - rng.uniform(0, 14)
    kind = int(rng.choice(4, p=(0.78, 0.08, 0.07, 0.07)))
    if dark is not None:
        kind = 3 if dark else kind % 3
    if kind == 0 and rng.random() < 0.4:
        base -= np.array([1.0, 0.35, 0.1]) * rng.uniform(0, 55)
    elif kind == 1:
        base -= np.array([1.0, 0.45, 0.2]) * rng.uniform(40, 85)
    elif kind == 2:
        base -= rng.uniform(0, 60, 3)
    elif kind == 3:
        base = rng.uniform(10, 40) + rng.uniform(0, 45, 3) * (rng.random() < 0.5)
    stock = np.broadcast_to(base, (FACE_HEIGHT, width, 3)).astype(np.float32)
    if rng.random() < 0.5 or kind == 1:
        few = (12, 8, 1) if kind != 1 else (int(rng.integers(6, 60)), int(rng.integers(4, 40)), 1)
        coarse = rng.normal(0, rng.uniform(1, 5 if kind != 1 else 8), few).astype(np.float32)
        stock = stock + cv2.resize(coarse, (width, FACE_HEIGHT), interpolation=cv2.INTER_CUBIC)[:, :, None]
    if rng.random() < 0.3:
        step = float(rng.uniform(3, 6))
        ys, xs = np.arange(FACE_HEIGHT)[:, None], np.arange(width)[None, :]
        linen = np.sin(ys * 2 * np.pi / step) * np.sin(xs * 2 * np.pi / step) * rng.uniform(1, 5)
        stock = stock + linen[:, :, None].astype(np.float32)
    picture = np.ascontiguousarray(np.clip(stock, 0, 255).astype(np.uint8))
    if border:
        _bordered(rng, picture, border)
    return picture


def _bordered(rng: np.random.Generator, picture: Picture, border: float) -> None:
    edge = tuple(int(part) for part in rng.integers(0, 200, 3))
    inset = round(border * PX_PER_MM)
    if rng.random() < 0.5:
        inner = picture[inset:-inset, inset:-inset].copy()
        picture[:] = edge
        picture[inset:-inset, inset:-inset] = inner
    else:
        far = (picture.shape[1] - inset // 2, FACE_HEIGHT - inset // 2)
        cv2.rectangle(picture, (inset // 2, inset // 2), far, edge, int(rng.integers(1, 4)), cv2.LINE_AA)


def paper_of(stock: Picture) -> Colour:
    """BGR of the paper itself."""
    middle = stock[stock.shape[0] // 4 : -stock.shape[0] // 4, stock.shape[1] // 4 : -stock.shape[1] // 4]
    b, g, r = (int(part) for part in middle.reshape(-1, 3).mean(axis=0))
    return b, g, r
