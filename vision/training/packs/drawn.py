"""Packs drawn at random: ranks from a free font, suits from curves or a font, and all a printer may choose varied."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.arrays import Colour, Mask, Picture
from vision.training.drawing.alphabets import Wish
from vision.training.drawing.art import art_packs
from vision.training.drawing.courts import draw_court
from vision.training.drawing.dress import Paint, draw_backing, dressed, index_ink
from vision.training.drawing.fonts import rank_fonts
from vision.training.drawing.jokers import Mark, draw_figure
from vision.training.drawing.labels import PX_PER_MM, IndexBox, LabelledPack, cut_out, round_corners, turned
from vision.training.drawing.style import Style, choose_style, fit
from whist.cards import FULL_PACK, Card

LAYOUT: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "A": ((0, 0),),
    "2": ((0, -1),),
    "3": ((0, -1), (0, 0)),
    "4": ((-1, -1), (1, -1)),
    "5": ((-1, -1), (1, -1), (0, 0)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0)),
    "7": ((-1, -1), (1, -1), (-1, 0), (1, 0), (0, -0.5)),
    "8": ((-1, -1), (1, -1), (-1, 0), (1, 0), (0, -0.5)),
    "9": ((-1, -1), (1, -1), (-1, -1 / 3), (1, -1 / 3), (0, 0)),
    "T": ((-1, -1), (1, -1), (-1, -1 / 3), (1, -1 / 3), (0, -2 / 3)),
}
"""Columns -1 … 1 and rows -1 (top) … 0 (middle) of the upright pips; the ones above the middle come again below it,
upside down, but for the seven's odd one."""


def pip_places(rank: str) -> list[tuple[float, float, bool]]:
    """Column, row (-1 … 1 each) and whether upside down, for every pip of a number card or an ace."""
    places = [(x, y, False) for x, y in LAYOUT[rank]]
    return places + [(-x, -y, True) for x, y in LAYOUT[rank] if y < 0 and not (rank == "7" and x == 0)]


def drawn_pack(
    rng: np.random.Generator, folder: Path, *, held_out: bool = False, wish: Wish | None = None
) -> LabelledPack:
    """A new pack, the same for the same state of `rng` and the same cache `folder` (which may be missing: then Pillow's
    own font serves). With `held_out` the ranks come from the fonts kept out of training; with a `wish` its letters and
    stock are those. Raises ``ValueError`` where no font has the letters."""
    fonts = rank_fonts(folder, held_out=held_out)
    art = [] if held_out else [pack for pack in art_packs(folder) if not pack.held_out]
    style = choose_style(rng, folder, fonts, art, own_hand=not held_out, wish=wish)
    faces: dict[Card, Picture] = {}
    indices: dict[Card, list[IndexBox]] = {}
    alpha = round_corners(style.stock.shape[1], style.stock.shape[0], style.radius)
    for card in FULL_PACK:
        face, indices[card] = (draw_joker if card.is_joker else draw_face)(rng, style, card)
        faces[card] = cut_out(face, alpha)
    name = f"drawn-{style.name}-{int(rng.integers(10**6)):06d}"
    return LabelledPack(name, style.licence, "chimera", faces, indices, held_out)


def draw_face(rng: np.random.Generator, style: Style, card: Card) -> tuple[Picture, list[IndexBox]]:
    """One face (H, W, 3) and its index boxes."""
    face = style.stock.copy()
    colour = style.colours[card.suit]
    index = Mark(*dressed(style.dress, _index(style, card), index_ink(style.dress, colour, style.paper)))
    right = _column_right(style)
    if card.rank in "JQK":
        _court(rng, style, card, face, right)
    elif card.rank == "A":
        _ace(rng, style, card, face, right)
    else:
        _number(style, card, face, right)
    return face, _corners(style, face, index, colour, bare=card.rank in "JQK" and style.notched)


def draw_joker(rng: np.random.Generator, style: Style, card: Card) -> tuple[Picture, list[IndexBox]]:
    """A joker's face (H, W, 3) and its index boxes."""
    face = style.stock.copy()
    mark = style.jokers[card]
    colour = style.colours["H" if card.rank == "R" else "S"]
    draw_figure(rng, style.court, card, face, colour, style.edge[0] + mark.mask.shape[1] + 6)
    return face, _corners(style, face, mark, None)


def _corners(style: Style, face: Picture, index: Mark, colour: Colour | None, bare: bool = False) -> list[IndexBox]:
    """Print the index into two or four corners, on the pack's backing where a `colour` for it is given; with `bare` on
    a blank of its own."""
    high, wide = face.shape[:2]
    box = _box(style, index.mask)
    corners = [box]
    if style.four:
        corners.append(IndexBox(wide - box.x, box.y, box.width, box.height, 0.0))
    placed = []
    for corner in corners:
        for spot, way in ((corner, 1), (turned(corner, wide, high), -1)):
            left, top = round(spot.x - spot.width / 2), round(spot.y - spot.height / 2)
            mask, ink = index.mask[::way, ::way], index.ink
            if not isinstance(ink, tuple):
                ink = ink[::way, ::way]
            if bare:
                _blank(style, face, (left, top), mask.shape)
            if colour:
                draw_backing(style.dress, face, spot, colour)
            if style.dress.kind == "shadow":
                paint(face, mask, style.dress.other, left + style.dress.thick, top + style.dress.thick)
            paint(face, mask, ink, left, top)
            placed.append(spot)
    return placed


def paint(face: Picture, mask: Mask, ink: Paint, left: int, top: int) -> None:
    """Print `mask` in `ink` on the face, its top left corner at (left, top) px; what hangs over the edge is cut."""
    high, wide = face.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + mask.shape[1], wide), min(top + mask.shape[0], high)
    if x0 >= x1 or y0 >= y1:
        return
    inside = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
    cover = mask[inside][:, :, None].astype(np.uint16)
    under = face[y0:y1, x0:x1].astype(np.uint16)
    over = np.array(ink if isinstance(ink, tuple) else ink[inside], np.uint16)
    face[y0:y1, x0:x1] = ((under * (255 - cover) + over * cover + 127) // 255).astype(np.uint8)


def _index(style: Style, card: Card) -> Mask:
    """Rank and suit together, cut tight."""
    rank, suit = style.ranks[card.rank], style.index_suits[card.suit]
    if style.beside:
        high = max(rank.shape[0], suit.shape[0])
        canvas = np.zeros((high, rank.shape[1] + style.gap + suit.shape[1]), np.uint8)
        drop = min(max(style.cap - suit.shape[0], 0), high - suit.shape[0])
        left, right = (suit.shape[1] + style.gap, 0) if style.suit_first else (0, rank.shape[1] + style.gap)
        canvas[: rank.shape[0], left : left + rank.shape[1]] = rank
        canvas[drop : drop + suit.shape[0], right : right + suit.shape[1]] = suit
        return canvas
    column = max(rank.shape[1], suit.shape[1])
    top = style.cap + style.gap
    canvas = np.zeros((max(rank.shape[0], top + suit.shape[0]), column), np.uint8)
    at = [(column - mask.shape[1]) // 2 if style.centred else 0 for mask in (rank, suit)]
    canvas[: rank.shape[0], at[0] : at[0] + rank.shape[1]] = rank
    under = canvas[top : top + suit.shape[0], at[1] : at[1] + suit.shape[1]]
    np.maximum(under, suit, out=under)
    return canvas


def _column(style: Style) -> int:
    """Width in px of the column the indices stand in."""
    widths = [mask.shape[1] for rank, mask in style.ranks.items() if rank != "T"]
    suit = max(mask.shape[1] for mask in style.index_suits.values())
    widest = max(widths)
    return int(widest + style.gap + suit if style.beside else max(widest, suit))


def _column_right(style: Style) -> int:
    return style.edge[0] + _column(style)


def _box(style: Style, index: Mask) -> IndexBox:
    high, wide = index.shape
    shift = (_column(style) - wide) / 2 if style.centred and not style.beside else 0.0
    left = max(round(style.edge[0] + shift), round(0.8 * PX_PER_MM))
    return IndexBox(left + wide / 2, style.edge[1] + high / 2, float(wide), float(high), 0.0)


def _blank(style: Style, face: Picture, at: tuple[int, int], shape: tuple[int, ...]) -> None:
    """Room for the index on a court that runs under it."""
    pad = 5
    high, wide = face.shape[:2]
    x0, y0 = max(at[0] - pad, 0), max(at[1] - pad, 0)
    x1, y1 = min(at[0] + shape[1] + pad, wide), min(at[1] + shape[0] + pad, high)
    face[y0:y1, x0:x1] = style.stock[y0:y1, x0:x1]
    if style.court.frame:
        cv2.rectangle(face, (x0, y0), (x1, y1), style.court.line, 1)


def _number(style: Style, card: Card, face: Picture, right: int) -> None:
    high, wide = face.shape[:2]
    colour, pip = style.colours[card.suit], style.suits[card.suit]
    if style.numbers in ("one", "rank"):
        big = pip if style.numbers == "one" else style.ranks[card.rank]
        big = fit(big, 0.34 * high, min(0.5 * wide, max(wide - 2.1 * right, 0.2 * wide)))
        paint(face, big, colour, (wide - big.shape[1]) // 2, (high - big.shape[0]) // 2)
    if style.numbers != "pips":
        return
    free = wide / 2 - right - style.near * PX_PER_MM
    # two outer columns with a little air between them, or what the index leaves of it
    small = fit(pip, style.pip * PX_PER_MM, max(0.62 * free, 10.0))
    outer = max(min(free - small.shape[1] / 2, 0.30 * wide), small.shape[1] / 2 + 2)
    top = style.edge[1] + 0.25 * style.cap + small.shape[0] / 2
    rise = min(high / 2 - top, 0.42 * high)
    for x, y, down in pip_places(card.rank):
        mask = small[::-1, ::-1] if down else small
        left, upper = wide / 2 + x * outer - small.shape[1] / 2, high / 2 + y * rise - small.shape[0] / 2
        paint(face, mask, colour, round(left), round(upper))


def _ace(rng: np.random.Generator, style: Style, card: Card, face: Picture, right: int) -> None:
    high, wide = face.shape[:2]
    share = rng.uniform(0.3, 0.5) if card.suit == "S" and rng.random() < 0.5 else rng.uniform(0.14, 0.3)
    big = fit(style.suits[card.suit], share * high, wide - 2.2 * right if wide > 2.6 * right else 0.3 * wide)
    colour = style.colours[card.suit]
    middle = wide // 2, high // 2
    if card.suit == "S" and rng.random() < 0.4:
        for _ in range(int(rng.integers(2, 7))):
            axes = (int(rng.integers(10, max(12, wide // 2 - right))), int(rng.integers(20, high // 3)))
            cv2.ellipse(face, middle, axes, 0, 0, 360, colour, int(rng.integers(1, 3)), cv2.LINE_AA)
    paint(face, big, colour, middle[0] - big.shape[1] // 2, middle[1] - big.shape[0] // 2)


def _court(rng: np.random.Generator, style: Style, card: Card, face: Picture, right: int) -> None:
    high, wide = face.shape[:2]
    colour = style.colours[card.suit]
    if style.court.kind == "letter":
        big = fit(style.ranks[card.rank], 0.36 * high, min(0.45 * wide, max(wide - 2.1 * right, 0.2 * wide)))
        paint(face, big, colour, (wide - big.shape[1]) // 2, (high - big.shape[0]) // 2)
        return
    left = round(4 * PX_PER_MM if style.notched else right + (style.near + 0.3) * PX_PER_MM)
    top = round(style.court_top * PX_PER_MM)
    size = max(wide - 2 * left, 40), high - 2 * top
    stock = tuple(int(part) for part in style.stock[high // 2, wide // 2])
    middle = draw_court(rng, style.court, card, size, (stock[0], stock[1], stock[2]), style.suits[card.suit], colour)
    x, y = (wide - size[0]) // 2, (high - size[1]) // 2
    face[y : y + size[1], x : x + size[0]] = middle
