"""Indices of packs that nobody has: what a taught pack is told from. Drawn by the project itself, at random."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles, Mask
from vision.index.poses import CROP_INDEX
from vision.packs.glyphs import RankStyle, rank_mask, star_mask, suit_mask
from vision.packs.profile import PATCH_HEIGHT, PATCH_WIDTH, Patches
from whist.cards import FULL_PACK, Card

_FOUR_COLOURS: Final = 0.3
_WITH_PIPS: Final = 0.6
"""Shares of the packs that have four colours, and pips near their indices."""


def foreign_pack(random: np.random.Generator) -> Patches:
    """Patches (54, PATCH_HEIGHT, PATCH_WIDTH, 4) of the upper left indices of a pack, in the order of FULL_PACK."""
    style = RankStyle(
        width=random.uniform(0.5, 0.8),
        upright=random.uniform(0.1, 0.22),
        crossbar=random.uniform(0.07, 0.16),
        serifs=bool(random.random() < 0.5),
    )
    rank = random.uniform(0.42, 0.6) * CROP_INDEX
    suit = CROP_INDEX - rank - random.uniform(0.03, 0.1) * CROP_INDEX
    colours = _colours(random)
    left, top = PATCH_WIDTH / 2 - random.uniform(8, 14), (PATCH_HEIGHT - CROP_INDEX) / 2 - random.uniform(4, 9)
    pips = random.random() < _WITH_PIPS
    out = np.zeros((len(FULL_PACK), PATCH_HEIGHT, PATCH_WIDTH, 4), np.uint8)
    for patch, card in zip(out, FULL_PACK, strict=True):
        patch[int(top) :, int(left) :] = (*random.uniform(225, 255, 3), 255)
        _index(patch, card, style, rank, suit, colours[str(card) if card.is_joker else card.suit])
        if pips and not card.is_joker:
            x, y = PATCH_WIDTH / 2 + random.uniform(26, 38), PATCH_HEIGHT / 2 + random.uniform(-10, 30)
            _stamp(patch, suit_mask(card.suit, random.uniform(20, 34)), x, y, colours[card.suit])
    return out


def _colours(random: np.random.Generator) -> dict[str, Doubles]:
    black = random.uniform(10, 60, 3)
    red = np.array([random.uniform(10, 60), random.uniform(10, 60), random.uniform(150, 230)])
    clubs, diamonds = black, red
    if random.random() < _FOUR_COLOURS:
        clubs = np.array([40, random.uniform(90, 150), 20])
        diamonds = np.array([random.uniform(150, 220), 90, 20])
    return {"C": clubs, "D": diamonds, "H": red, "S": black, "JR": red, "JB": black}


def _index(
    patch: npt.NDArray[np.uint8], card: Card, style: RankStyle, rank: float, suit: float, colour: Doubles
) -> None:
    x, y = PATCH_WIDTH / 2, PATCH_HEIGHT / 2
    if card.is_joker:
        _stamp(patch, star_mask(suit), x, y, colour)
        return
    _stamp(patch, rank_mask(card.rank, rank, style), x, y - CROP_INDEX / 2 + rank / 2, colour)
    _stamp(patch, suit_mask(card.suit, suit), x, y + CROP_INDEX / 2 - suit / 2, colour)


def _stamp(patch: npt.NDArray[np.uint8], mask: Mask, x: float, y: float, colour: Doubles) -> None:
    """Puts a mask in a colour on a patch, its middle at x, y; what falls beyond the edge is left out."""
    height, width = mask.shape
    left, top = round(x - width / 2), round(y - height / 2)
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + width, PATCH_WIDTH), min(top + height, PATCH_HEIGHT)
    if x0 >= x1 or y0 >= y1:
        return
    share = mask[y0 - top : y1 - top, x0 - left : x1 - left, None] / 255.0
    area = patch[y0:y1, x0:x1, :3]
    area[:] = np.rint(area * (1 - share) + colour * share).astype(np.uint8)
