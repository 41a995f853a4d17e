"""Middles of court cards: clutter in bright colours with line work, or the art of a pack that may be trained on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Colour, Mask, Picture
from vision.training.drawing.art import ink
from vision.training.drawing.inks import near
from vision.training.drawing.labels import LabelledPack
from whist.cards import Card


@dataclass(frozen=True)
class Court:
    """How the courts of one pack look."""

    kind: Literal["clutter", "art", "cloud", "letter"]
    palette: tuple[Colour, ...]
    """BGR; skin first, then robes"""
    line: Colour
    frame: int
    """thickness of the frame's line, px; 0 for none"""
    pip: float
    """height of the suit's pip inside the frame as part of the frame's height; 0 for none"""
    art: Mapping[Card, Picture]


def choose_court(rng: np.random.Generator, packs: list[LabelledPack]) -> Court:
    """A way to draw courts; `packs` are art packs that may be trained on, perhaps none."""
    kinds: tuple[Literal["clutter", "art", "cloud", "letter"], ...] = ("clutter", "art", "cloud", "letter")
    kind = kinds[int(rng.choice(4, p=(0.6, 0.28, 0.08, 0.04)))]
    if kind == "art" and not packs:
        kind = "clutter"
    robes = [(40, 40, 200), (200, 90, 40), (60, 190, 235), (30, 30, 30), (60, 140, 60), (160, 60, 130), (230, 230, 230)]
    chosen = rng.permutation(len(robes))[: int(rng.integers(3, 7))]
    palette = [(170, 200, 235)] + [robes[i] for i in chosen]
    tinted = tuple(near(rng, colour, 30) for colour in palette)
    line = near(rng, ((20, 20, 20), (150, 60, 30), (40, 30, 160))[int(rng.choice(3, p=(0.6, 0.3, 0.1)))], 20)
    frame = int(rng.choice(4, p=(0.15, 0.4, 0.3, 0.15)))
    pip = 0.0 if rng.random() < 0.15 else float(rng.uniform(0.1, 0.22))
    art = _middles(packs[int(rng.integers(len(packs)))]) if kind == "art" else {}
    return Court(kind, tinted, line, frame, pip, art)


@lru_cache(maxsize=4)  # to cut them out takes longer than to draw twenty cards
def _middles(pack: LabelledPack) -> dict[Card, Picture]:
    """The art inside the frames of a pack's courts: the largest connected ink of each."""
    middles = {}
    for card, face in pack.faces.items():
        if card.rank in "JQK":
            _, _, stats, _ = cv2.connectedComponentsWithStats(ink(face), connectivity=8)
            x, y, w, h = max(stats[1:], key=lambda part: part[2] * part[3])[:4]
            middles[card] = face[y + 2 : y + h - 2, x + 2 : x + w - 2, :3]
    return middles


def draw_court(
    rng: np.random.Generator, court: Court, card: Card, size: tuple[int, int], stock: Colour, pip: Mask, colour: Colour
) -> Picture:
    """The framed middle of one court card, (H, W, 3) BGR for `size` = (W, H); `pip` is the suit's mask of any size."""
    wide, high = size
    if court.kind == "art":
        art = court.art[card]
        # a frame much narrower than the art shows its middle rather than squeezing it
        part = min(art.shape[1], round(1.35 * art.shape[0] * wide / high))
        start = (art.shape[1] - part) // 2
        middle = cv2.resize(art[:, start : start + part], (wide, high), interpolation=cv2.INTER_AREA).astype(np.uint8)
        return _framed(court, middle)
    top = np.full(((high + 1) // 2, wide, 3), stock, np.uint8)
    if court.kind == "cloud":
        few = rng.integers(0, 256, (6, 5, 3)).astype(np.uint8)
        top[:] = cv2.resize(few, (wide, top.shape[0]), interpolation=cv2.INTER_CUBIC)
    if court.kind in ("clutter", "cloud"):
        _figure(rng, court, top)
    if court.pip:
        _corner_pip(court, top, pip, colour, high)
    whole = np.vstack([top, top[::-1, ::-1]])[:high]
    return _framed(court, np.ascontiguousarray(whole))


def _framed(court: Court, middle: Picture) -> Picture:
    if court.frame:
        cv2.rectangle(middle, (0, 0), (middle.shape[1] - 1, middle.shape[0] - 1), court.line, court.frame)
    return middle


def _corner_pip(court: Court, top: Picture, pip: Mask, colour: Colour, high: int) -> None:
    tall = min(round(court.pip * high), top.shape[0] - 8)
    wide = min(round(tall * pip.shape[1] / pip.shape[0]), top.shape[1] - 8)
    if tall < 6 or wide < 6:
        return
    small = cv2.resize(pip, (wide, tall), interpolation=cv2.INTER_AREA)[:, :, None] / 255.0
    x, y = 3 + court.frame, 3 + court.frame
    region = top[y : y + tall, x : x + wide]
    region[:] = (region * (1 - small) + np.array(colour) * small).astype(np.uint8)[: region.shape[0], : region.shape[1]]


def _figure(rng: np.random.Generator, court: Court, top: Picture) -> None:
    """Head, crown, robe of patterned patches and loose line work on the upper half."""
    high, wide = top.shape[:2]
    for _ in range(int(rng.integers(5, 11))):
        _patch(rng, court, top, low=0.35)
    for _ in range(int(rng.integers(0, 4))):
        _patch(rng, court, top, low=0.0)
    middle = int(wide * rng.uniform(0.4, 0.65)), int(high * rng.uniform(0.28, 0.4))
    axes = int(wide * rng.uniform(0.1, 0.17)), int(high * rng.uniform(0.14, 0.2))
    hair = court.palette[int(rng.integers(1, len(court.palette)))]
    cv2.ellipse(top, middle, (int(axes[0] * 1.5), int(axes[1] * 1.25)), 0, 0, 360, hair, -1, cv2.LINE_AA)
    cv2.ellipse(top, middle, axes, 0, 0, 360, court.palette[0], -1, cv2.LINE_AA)
    cv2.ellipse(top, middle, axes, 0, 0, 360, court.line, 1, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(top, (middle[0] + side * axes[0] // 2, middle[1] - axes[1] // 4), 2, court.line, -1, cv2.LINE_AA)
    mouth = middle[1] + axes[1] // 2
    cv2.line(top, (middle[0] - 5, mouth), (middle[0] + 5, mouth), (40, 40, 190), 2)
    brim = middle[1] - axes[1]
    teeth = np.linspace(middle[0] - axes[0] * 1.4, middle[0] + axes[0] * 1.4, int(rng.integers(2, 5)) * 2 + 1)
    peaks = [(x, max(2.0, brim - (i % 2) * 0.18 * high)) for i, x in enumerate(teeth)]
    crown = np.array([*peaks, (teeth[-1], brim + 6), (teeth[0], brim + 6)]).astype(np.int32)
    cv2.fillPoly(top, [crown], court.palette[int(rng.integers(1, len(court.palette)))], cv2.LINE_AA)
    cv2.polylines(top, [crown], True, court.line, 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(4, 14))):
        start = (int(rng.integers(wide)), int(rng.integers(high)))
        spread = (int(rng.integers(4, wide // 3 + 5)), int(rng.integers(4, high // 3 + 5)))
        turn, begin, run = int(rng.integers(180)), int(rng.integers(360)), int(rng.integers(40, 300))
        cv2.ellipse(top, start, spread, turn, begin, begin + run, court.line, 1, cv2.LINE_AA)


def _patch(rng: np.random.Generator, court: Court, top: Picture, low: float) -> None:
    """One coloured polygon with an outline and a pattern inside."""
    high, wide = top.shape[:2]
    middle = np.array([rng.uniform(0, wide), rng.uniform(low * high, high)])
    turn = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
    reach = rng.uniform(0.12, 0.4, len(turn)) * wide
    shape = (middle + np.column_stack([np.cos(turn), np.sin(turn)]) * reach[:, None]).astype(np.int32)
    fill, other = (court.palette[int(i)] for i in rng.integers(1, len(court.palette), 2))
    inside = np.zeros((high, wide), np.uint8)
    cv2.fillPoly(inside, [shape], 255)
    paint = np.full_like(top, fill)
    step = int(rng.integers(5, 16))
    kind = int(rng.integers(5))
    if kind == 0:
        for x in range(-high, wide, step):
            cv2.line(paint, (x, 0), (x + high, high), other, max(1, step // 4), cv2.LINE_AA)
    elif kind == 1:
        for y in range(0, high, step):
            cv2.line(paint, (0, y), (wide, y), other, max(1, step // 3), cv2.LINE_AA)
    elif kind == 2:
        for y in range(0, high, step):
            for x in range(0, wide, step):
                cv2.circle(paint, (x, y), max(1, step // 4), other, -1, cv2.LINE_AA)
    elif kind == 3:
        xs = np.arange(0, wide + step, step)
        for y in range(0, high, 2 * step):
            zigzag = np.column_stack([xs, y + (np.arange(len(xs)) % 2) * step]).astype(np.int32)
            cv2.polylines(paint, [zigzag], False, other, 2, cv2.LINE_AA)
    top[inside > 0] = paint[inside > 0]
    cv2.polylines(top, [shape], True, court.line, int(rng.integers(1, 3)), cv2.LINE_AA)
