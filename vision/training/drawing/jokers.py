"""Jokers of drawn packs: what stands in their corners, and the figure in the middle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

import cv2
import numpy as np

from vision.arrays import Colour, Mask, Picture
from vision.training.drawing.courts import Court, draw_court
from vision.training.drawing.dress import Paint
from vision.training.drawing.fonts import FontFile, glyph_mask, tight
from vision.training.drawing.inks import brightness, legible
from vision.training.drawing.labels import PX_PER_MM
from vision.training.drawing.pips import Outline, bezier, mirrored, pip_mask
from whist.cards import Card

JokerIndex = Literal["stack", "turned", "sign", "letter"]
HEIGHTS: Final[dict[JokerIndex, tuple[float, float]]] = {
    "stack": (13.0, 30.0),
    "turned": (12.0, 30.0),
    "sign": (8.0, 15.0),
    "letter": (10.0, 24.0),
}
"""Height of the index, mm: the word downwards, the word turned, a star or cap alone, letters over one."""
SHARES: Final = (0.4, 0.18, 0.24, 0.18)
"""How often each of them."""
_WIDEST: Final = 13.0
_WORDS: Final = ("JOKER", "Joker", "JKR")


@dataclass(frozen=True)
class Mark:
    """A joker's index: its ink's coverage, cut tight, and what it is printed in."""

    mask: Mask
    ink: Paint


def star(rng: np.random.Generator) -> list[Outline]:
    """A star of five to eight points, slim or plump, 1 high."""
    points = int(rng.choice((5, 5, 5, 6, 8)))
    turn = np.arange(2 * points) * np.pi / points - np.pi / 2
    reach = np.where(np.arange(2 * points) % 2, rng.uniform(0.18, 0.32), 0.5)
    return [np.column_stack([np.cos(turn), np.sin(turn)]) * reach[:, None]]


def cap(rng: np.random.Generator) -> list[Outline]:
    """A jester's cap: three horns with bells over a band, about 1 high."""
    droop, out, top = rng.uniform(-0.1, 0.15), rng.uniform(0.45, 0.62), rng.uniform(-0.45, -0.3)
    bell, band = rng.uniform(0.06, 0.1), rng.uniform(0.08, 0.16)
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = bell * np.column_stack([np.cos(turn), np.sin(turn)])
    middle = mirrored(bezier((0.0, top), (0.14, top + 0.2), (0.2, 0.3)))
    outer = bezier((0.02, 0.3), (0.16, -0.45), (out, droop))
    horn = np.vstack([outer, bezier((out, droop), (0.3, -0.12), (0.32, 0.3))])
    base = np.array([(-0.34, 0.3), (0.34, 0.3), (0.34, 0.3 + band), (-0.34, 0.3 + band)])
    bells = [ring + np.array(at) for at in ((0.0, top), (out, droop), (-out, droop))]
    return [middle, horn, horn * (-1.0, 1.0), base, *bells]


def joker_marks(rng: np.random.Generator, font: FontFile | None, paper: Colour) -> dict[Card, Mark]:
    """The indices of both jokers, alike but for their inks: red or of many colours, and black, dark or grey."""
    kinds = tuple(HEIGHTS)
    kind = kinds[int(rng.choice(4, p=SHARES))]
    high = float(rng.uniform(*HEIGHTS[kind])) * PX_PER_MM
    word = _WORDS[int(rng.choice(3, p=(0.75, 0.17, 0.08)))]
    sign = pip_mask((star if rng.random() < 0.6 else cap)(rng), 200)
    if kind == "stack":
        parts = [_glyph(font, letter) for letter in word]
        if rng.random() < 0.25:
            parts = [sign, *parts] if rng.random() < 0.5 else [*parts, sign]
        places = _stacked(parts, float(rng.uniform(0.08, 0.35)))
    elif kind == "letter":
        text = ("J", "J", "J", "JKR", "JKR", "JOKER")[int(rng.integers(6))]
        parts = [glyph_mask(font, text, 180), sign]
        places = _stacked(parts, float(rng.uniform(0.08, 0.3)), alike=False)
    elif kind == "turned":
        parts = [_glyph(font, letter) for letter in word]
        if rng.random() < 0.2:
            parts = [sign, *parts]
        places = _stacked([np.ascontiguousarray(np.rot90(part, 3)) for part in parts], 0.12, alike=False, even=True)
    else:
        parts = [_ringed(rng, sign) if rng.random() < 0.4 else sign]
        places = _stacked(parts, 0.0)
    upwards = kind == "turned" and rng.random() < 0.4
    red, black = choose_joker_inks(rng, len(places), paper)
    marks = {}
    for card, inks in ((Card.parse("JR"), red), (Card.parse("JB"), black)):
        mark = _printed(places, inks, high)
        if upwards:
            mark = Mark(mark.mask[::-1, ::-1], np.asarray(mark.ink)[::-1, ::-1])
        marks[card] = mark
    return marks


def _ringed(rng: np.random.Generator, sign: Mask) -> Mask:
    """The sign in a ring, or cut out of a disc."""
    half = round(0.5 * float(np.hypot(*sign.shape)) * float(rng.uniform(0.9, 1.15)))
    thick = round(half * float(rng.uniform(0.06, 0.2)))
    size = 2 * (half + thick) + 1
    canvas = np.zeros((size, size), np.uint8)
    disc = rng.random() < 0.35
    cv2.circle(canvas, (size // 2, size // 2), half + thick // 2, 255, -1 if disc else thick, cv2.LINE_AA)
    high, wide = sign.shape
    top, left = (size - high) // 2, (size - wide) // 2
    spot = canvas[top : top + high, left : left + wide]
    spot[:] = np.minimum(spot, 255 - sign) if disc else np.maximum(spot, sign)
    return tight(canvas)


def _glyph(font: FontFile | None, letter: str) -> Mask:
    return glyph_mask(font, letter, 120)


PlacedMask = tuple[Mask, float, float]
"""A part of an index, its left and its top in px."""


def _stacked(parts: list[Mask], gap: float, alike: bool = True, even: bool = False) -> list[PlacedMask]:
    """The parts one below the other, each in the middle: 100 px high with `alike`, 100 px wide with `even`, else so
    that none is wider than the others are high; `gap` in hundreds of px."""
    sizes = []
    for part in parts:
        high, wide = part.shape
        scale = 100 / (wide if even else high)
        if not even:
            scale = min(scale, (120 if alike else 130) / wide)
        sizes.append((round(wide * scale), round(high * scale)))
    widest = max(wide for wide, _ in sizes)
    places, top = [], 0.0
    for part, (wide, high) in zip(parts, sizes, strict=True):
        small = np.asarray(cv2.resize(part, (max(wide, 3), max(high, 3)), interpolation=cv2.INTER_AREA), np.uint8)
        places.append((small, (widest - wide) / 2, top))
        top += high + 100 * gap
    return places


def choose_joker_inks(rng: np.random.Generator, count: int, paper: Colour) -> tuple[list[Colour], list[Colour]]:
    """BGR of each of `count` parts of the red joker's index and of the black one's."""

    def vivid() -> Colour:
        pixel = np.array(
            [[[int(rng.integers(180)), int(rng.integers(150, 256)), int(rng.integers(150, 250))]]], np.uint8
        )
        b, g, r = (int(part) for part in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
        return legible((b, g, r), paper, 50)

    reds: Colour = (int(rng.integers(10, 75)), int(rng.integers(5, 60)), int(rng.integers(165, 240)))
    red = [legible(reds, paper)] * count
    if rng.random() < 0.4:
        few = red[:1] + [vivid() for _ in range(int(rng.integers(1, 5)))]
        # a sign alone stays red: only several parts can be of many colours
        red = [few[k % len(few)] for k in range(count)] if count > 1 else red
    grey = int(rng.integers(0, 45)) if rng.random() < 0.75 else int(rng.integers(45, 130))
    black: Colour = (grey, grey, grey)
    if brightness(paper) < 110:
        black = (215 - grey, 215 - grey, 215 - grey)
    elif rng.random() < 0.15:
        black = ((90, 40, 20), (30, 60, 20), (70, 30, 50))[int(rng.integers(3))]
    return red, [legible(black, paper, 50)] * count


def _printed(places: list[PlacedMask], inks: list[Colour], high: float) -> Mark:
    """The parts on one canvas, `high` px high or less where it would be too wide, cut tight."""
    whole_high = max(round(top) + part.shape[0] for part, _, top in places)
    whole_wide = max(round(left) + part.shape[1] for part, left, _ in places)
    scale = min(high / whole_high, _WIDEST * PX_PER_MM / whole_wide)
    mask = np.zeros((whole_high, whole_wide), np.uint8)
    ink = np.zeros((whole_high, whole_wide, 3), np.uint8)
    tops = [round(top) for _, _, top in places]
    for (part, left, _), top in zip(places, tops, strict=True):
        x = round(left)
        mask[top : top + part.shape[0], x : x + part.shape[1]] = part
    bounds = [0, *((a + places[k][0].shape[0] + b) // 2 for k, (a, b) in enumerate(pairwise(tops))), whole_high]
    for (start, end), colour in zip(pairwise(bounds), inks, strict=True):
        ink[start:end] = colour
    size = max(round(whole_wide * scale), 4), max(round(whole_high * scale), 4)
    small = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
    cut = tight(small)
    x, y, _, _ = cv2.boundingRect((small > 64).astype(np.uint8))
    colours = cv2.resize(ink, size, interpolation=cv2.INTER_NEAREST)
    return Mark(cut, np.ascontiguousarray(colours[y : y + cut.shape[0], x : x + cut.shape[1]]))


def draw_figure(rng: np.random.Generator, court: Court, card: Card, face: Picture, ink: Colour, left: int) -> None:
    """The middle of a joker from `left` px to the same on the right: a jester's cap, a star, a court's clutter or
    nothing; the black joker's is grey."""
    high, wide = face.shape[:2]
    room = max(wide - 2 * left, round(0.3 * wide))
    area = np.zeros((round(0.7 * high), room, 3), np.uint8)
    x, y = (wide - room) // 2, (high - area.shape[0]) // 2
    area[:] = face[y : y + area.shape[0], x : x + room]
    kind = int(rng.choice(4, p=(0.35, 0.3, 0.25, 0.1)))
    if kind < 2:
        middle = room // 2, area.shape[0] // 2
        size = min(room, area.shape[0]) * float(rng.uniform(0.6, 0.95))
        mask = pip_mask((cap if kind == 0 else star)(rng), 300)
        scale = size / max(mask.shape)
        mask = np.asarray(cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        top, at = middle[1] - mask.shape[0] // 2, middle[0] - mask.shape[1] // 2
        if kind == 0:
            head = middle[0], min(top + mask.shape[0] + mask.shape[0] // 4, area.shape[0] - 1)
            cv2.ellipse(
                area, head, (mask.shape[1] // 4, mask.shape[0] // 3), 0, 0, 360, court.palette[0], -1, cv2.LINE_AA
            )
            cv2.ellipse(area, head, (mask.shape[1] // 4, mask.shape[0] // 3), 0, 0, 360, ink, 2, cv2.LINE_AA)
        share = mask[:, :, None] / 255.0
        spot = area[top : top + mask.shape[0], at : at + mask.shape[1]]
        spot[:] = (spot * (1 - share) + np.array(court.palette[-1] if rng.random() < 0.6 else ink) * share).astype(
            np.uint8
        )
    elif kind == 2:
        plain = replace(court, kind="clutter", pip=0.0)
        stock = tuple(int(part) for part in face[high // 2, wide // 2])
        nothing = np.zeros((4, 4), np.uint8)
        area = draw_court(rng, plain, card, (room, area.shape[0]), (stock[0], stock[1], stock[2]), nothing, ink)
    under = face[y : y + area.shape[0], x : x + room]
    if card.rank == "B":
        grey = area.mean(axis=2, keepdims=True).astype(np.uint8)
        area = np.where((area != under).any(axis=2, keepdims=True), grey, under)
    under[:] = area
