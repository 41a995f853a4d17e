"""What a printer may choose for a pack, chosen at random: `Style`.

All lengths are millimetres on a card 88 mm high unless they say px; faces are `FACE_HEIGHT` px high.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.arrays import Colour, Mask, Picture
from vision.training.drawing.alphabets import LATIN, Wish, able, choose_alphabet, letter_mask
from vision.training.drawing.art import ink
from vision.training.drawing.courts import Court, choose_court
from vision.training.drawing.dress import Dress, choose_dress
from vision.training.drawing.fonts import FontFile, glyph_mask, suit_fonts, tight
from vision.training.drawing.inks import choose_colours, choose_stock, paper_of
from vision.training.drawing.jokers import Mark, joker_marks
from vision.training.drawing.labels import FACE_HEIGHT, PX_PER_MM, LabelledPack
from vision.training.drawing.pips import SHAPES, pip_mask
from vision.training.drawing.strokes import flat_three, pen_glyphs
from whist.cards import RANKS, SUIT_SIGNS, SUITS, Card

SIZES: Final = {
    # height of the rank, height of the index's pip, greatest width of a rank (mm), how often
    "small": ((4.5, 6.8), (3.2, 5.2), 6.0, 0.14),
    "standard": ((7.5, 11.0), (5.0, 8.5), 9.0, 0.55),
    "large": ((11.5, 16.0), (7.0, 12.0), 13.0, 0.18),
    "jumbo": ((17.0, 24.0), (10.0, 17.0), 17.0, 0.11),
    "huge": ((24.0, 32.0), (5.0, 9.0), 20.0, 0.02),
}
_TALLEST: Final = 36.0
"""Of a rank and its pip together, mm."""


@dataclass(frozen=True)
class Style:
    """Everything chosen once for a pack. Masks are already of the size they are printed in."""

    stock: Picture
    """(H, W, 3) the empty card"""
    paper: Colour
    """its commonest colour"""
    colours: dict[str, Colour]
    """BGR of each suit"""
    ranks: dict[str, Mask]
    index_suits: dict[str, Mask]
    suits: dict[str, Mask]
    """large pips to scale down from"""
    cap: int
    """height of a rank without a tail, px"""
    gap: int
    """px between rank and suit"""
    edge: tuple[int, int]
    """px from the card's left edge to the index's column, and from its top to the rank"""
    beside: bool
    suit_first: bool
    """beside, and the suit is on the left"""
    centred: bool
    four: bool
    pip: float
    """wished height of the pips"""
    near: float
    """from the index to the outer pips or to a court's frame; 0 touches"""
    numbers: str
    """"pips", "one", "none" or "rank\""""
    radius: float
    court: Court
    notched: bool
    """courts run under the index, which has a blank of its own"""
    court_top: float
    dress: Dress
    jokers: dict[Card, Mark]
    name: str
    """where the ranks come from"""
    licence: str


def choose_style(
    rng: np.random.Generator,
    folder: Path,
    fonts: list[FontFile],
    art: list[LabelledPack],
    own_hand: bool = True,
    wish: Wish | None = None,
) -> Style:
    """A style from the given rank fonts (Pillow's own when there are none), the project's own pen unless it is barred,
    and art packs; with the letters and the stock that are wished for. Raises ``ValueError`` where no font has them."""
    width = round(FACE_HEIGHT * (57 if rng.random() < 0.6 else 63) / 88)
    size, cap, suit, widest = choose_sizes(rng)
    alphabet, texts = (wish.alphabet, wish.texts) if wish else choose_alphabet(rng)
    fonts = [font for font in fonts if able(font, texts)] if alphabet else fonts
    if alphabet and not fonts and wish and not set("".join(texts.values())) <= LATIN:
        raise ValueError(f"no font has the letters of the {alphabet} alphabet")
    if alphabet and not fonts and not wish:
        alphabet, texts = "", {rank: rank for rank in RANKS}
    font = fonts[int(rng.integers(len(fonts)))] if fonts else None
    licences, name = ({font.licence}, font.family) if font else (set(), "plain")
    if art and not alphabet and rng.random() < 0.05:
        glyphs, licences, name = art_glyphs(art[0]), {art[0].licence}, art[0].name
    elif own_hand and not alphabet and rng.random() < 0.22:
        glyphs, licences, name = reworked(rng, pen_glyphs(rng)), set(), "pen"
    else:
        glyphs = font_glyphs(rng, font, texts)
        if own_hand and rng.random() < 0.25:
            glyphs["3"] = flat_three(rng)
        name += f"-{alphabet.replace(' ', '-')}" if alphabet else ""
    suits, suit_licence = choose_suits(rng, folder)
    index_suits, index_licence = (suits, suit_licence) if rng.random() < 0.8 else choose_suits(rng, folder)
    border = float(rng.uniform(1.0, 3.0)) if rng.random() < 0.06 else 0.0
    stock, radius = choose_stock(rng, width, border, wish.dark if wish else None), float(rng.uniform(2.2, 4.5))
    paper = paper_of(stock)
    beside = rng.random() < 0.05 and size in ("small", "standard")
    court = choose_court(rng, art)
    licences |= suit_licence | index_licence | ({art[0].licence} if court.kind == "art" else set())
    if font:
        licences.add(font.licence)
    return Style(
        stock=stock,
        paper=paper,
        colours=choose_colours(rng, paper),
        ranks=print_ranks(rng, glyphs, cap * PX_PER_MM, widest * PX_PER_MM, {r for r in RANKS if len(texts[r]) > 1}),
        index_suits={s: fit(mask, suit * PX_PER_MM, 1.15 * widest * PX_PER_MM) for s, mask in index_suits.items()},
        suits=suits,
        cap=round(cap * PX_PER_MM),
        gap=round(float(rng.choice([rng.uniform(0.15, 0.6), rng.uniform(0.5, 2.6)], p=(0.2, 0.8))) * PX_PER_MM),
        edge=(round((border + rng.uniform(1.3, 3.8)) * PX_PER_MM), round((border + rng.uniform(1.8, 5.0)) * PX_PER_MM)),
        beside=beside,
        suit_first=rng.random() < 0.3,
        centred=rng.random() < 0.85,
        four=size in ("small", "standard") and rng.random() < 0.3,
        pip=float(rng.uniform(9.0, 17.0)),
        near=float(rng.uniform(-0.8, 0.4) if rng.random() < 0.22 else rng.uniform(0.3, 3.0)),
        numbers=("pips", "one", "none", "rank")[int(rng.choice(4, p=(0.88, 0.06, 0.03, 0.03)))],
        radius=radius * PX_PER_MM,
        court=court,
        notched=rng.random() < 0.15,
        court_top=border + float(rng.uniform(2.0, 13.0)),
        dress=choose_dress(rng, paper, cap * PX_PER_MM),
        jokers=joker_marks(rng, font, paper),
        name=name,
        licence=", ".join(sorted(licences)) or "the project's own",
    )


def choose_sizes(rng: np.random.Generator) -> tuple[str, float, float, float]:
    """The name of a size, the height of its ranks, of its indices' pips, and the greatest width of a rank, mm."""
    names = list(SIZES)
    size = names[int(rng.choice(len(names), p=[SIZES[name][3] for name in names]))]
    cap_range, suit_range, widest, _ = SIZES[size]
    cap, suit = float(rng.uniform(*cap_range)), float(rng.uniform(*suit_range))
    odd = rng.random()
    if odd < 0.09 and size != "huge":
        suit = min(cap * float(rng.uniform(1.0, 1.4)), 17.0)
    elif odd < 0.17:
        suit = max(cap * float(rng.uniform(0.28, 0.5)), 2.4)
    # upright and upside-down index share a card's height
    suit = min(suit, max(_TALLEST - cap, 5.0))
    return size, cap, suit, widest


def font_glyphs(rng: np.random.Generator, font: FontFile | None, texts: Mapping[str, str]) -> dict[str, Mask]:
    """The 13 ranks of one font in an alphabet's `texts`, `reworked`; the ten is `two_digits`, rarely T."""
    glyphs = {rank: letter_mask(font, texts[rank]) for rank in RANKS}
    if rng.random() < 0.97:
        glyphs["T"] = two_digits(rng, [letter_mask(font, digit) for digit in "10"])
    return reworked(rng, glyphs)


def two_digits(rng: np.random.Generator, digits: list[Mask]) -> Mask:
    """One digit beside the other, rarely above it; a seventh of the pairs as good as touch."""
    high = digits[1].shape[0]
    widest = max(digit.shape[1] for digit in digits)
    if rng.random() < 0.025:
        low = round(0.8 * high)
        rows = [np.zeros((low, widest), np.uint8) for _ in digits]
        for row, digit in zip(rows, digits, strict=True):
            left = (widest - digit.shape[1]) // 2
            row[:, left : left + digit.shape[1]] = resize(digit, digit.shape[1], low)
        return np.vstack([rows[0], np.zeros((low // 8, widest), np.uint8), rows[1]])
    gap = round(high * float(rng.uniform(0.03, 0.14) if rng.random() < 0.86 else rng.uniform(-0.02, 0.02)))
    wide = [digit.shape[1] for digit in digits]
    canvas = np.zeros((max(digit.shape[0] for digit in digits), sum(wide) + gap), np.uint8)
    for digit, left in zip(digits, (0, wide[0] + gap), strict=True):
        # old-style figures stand on one line: both reach the foot
        spot = canvas[-digit.shape[0] :, left : left + digit.shape[1]]
        np.maximum(spot, digit, out=spot)
    return canvas


def reworked(rng: np.random.Generator, glyphs: dict[str, Mask]) -> dict[str, Mask]:
    """The glyphs, now and then slanted, emboldened, thinned or drawn in outline, all alike."""
    weight = int(rng.integers(-4, 11)) if rng.random() < 0.35 else 0
    slant = float(rng.uniform(-0.05, 0.2)) if rng.random() < 0.2 else 0.0
    hollow = rng.random() < 0.09
    return {rank: _worked(mask, weight, slant, hollow) for rank, mask in glyphs.items()}


def _worked(mask: Mask, weight: int, slant: float, hollow: bool) -> Mask:
    around = 24 + round(abs(slant) * mask.shape[0])
    mask = cv2.copyMakeBorder(mask, 16, 16, around, around, cv2.BORDER_CONSTANT, value=0)
    if weight:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) + 1,) * 2)
        changed = cv2.dilate(mask, kernel) if weight > 0 else cv2.erode(mask, kernel)
        # a hairline must not vanish: what opening would lose is too thin to be thinned
        lost = ((mask > 128) & (cv2.dilate(changed, kernel) <= 128)).sum()
        mask = changed if weight > 0 or lost < 0.02 * (mask > 128).sum() else mask
    if hollow:
        inner = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
        mask = mask if (inner > 128).sum() < 0.3 * (mask > 128).sum() else cv2.subtract(mask, inner)
    if slant:
        high, wide = mask.shape
        matrix = np.array([[1, -slant, slant * high / 2], [0, 1, 0]], dtype=np.float64)
        mask = cv2.warpAffine(mask, matrix, (wide, high), flags=cv2.INTER_LINEAR)
    return tight(np.asarray(mask, dtype=np.uint8))


def art_glyphs(pack: LabelledPack) -> dict[str, Mask]:
    """The rank glyphs of an art pack, cut from the upright indices of its spades."""
    glyphs = {}
    for rank in RANKS:
        card = Card("S", rank)
        box = pack.indices[card][0]
        x, y = round(box.x - box.width / 2), round(box.y - box.height / 2)
        cut = ink(pack.faces[card])[y : y + round(box.height), x : x + round(box.width)] * np.uint8(255)
        # the rank ends at the first empty row below its middle
        rows = np.flatnonzero(cut[cut.shape[0] // 3 :].max(axis=1) == 0)
        end = cut.shape[0] // 3 + int(rows[0]) if len(rows) else round(cut.shape[0] * 0.55)
        big = cv2.resize(cut[:end], None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
        glyphs[rank] = tight(np.asarray(cv2.GaussianBlur(big, (0, 0), 1.5), dtype=np.uint8))
    return glyphs


def print_ranks(
    rng: np.random.Generator, glyphs: dict[str, Mask], cap: float, widest: float, double: Collection[str] = ()
) -> dict[str, Mask]:
    """The glyphs in print size: all `cap` px high (the Q's tail may hang below), squeezed or stretched alike up to a
    quarter, rarely to half their width, none wider than `widest` px; the ten and what else has two letters (`double`)
    are squeezed further into the column."""
    stretch = float(rng.uniform(0.75, 1.25) if rng.random() < 0.92 else rng.uniform(0.48, 0.75))
    tail = rng.random() < 0.6
    column = glyphs["K"].shape[1] / glyphs["K"].shape[0] * cap * stretch
    column = min(column, widest)
    ten = column * float(rng.uniform(1.0, 1.45))
    printed = {}
    for rank, mask in glyphs.items():
        high, wide = mask.shape
        # figures and capitals are made equally high; a swash tail counts as outside
        tall = cap * min(high / glyphs["K"].shape[0], 1.35) if rank == "Q" and tail else cap
        broad = min(wide / high * tall * stretch, min(ten, widest * 1.15) if rank in ("T", *double) else widest)
        printed[rank] = resize(mask, broad, max(tall, cap))
    return printed


def resize(mask: Mask, wide: float, high: float) -> Mask:
    """The mask in another size, px, never below 3 × 3."""
    target = max(3, round(wide)), max(3, round(high))
    way = cv2.INTER_AREA if target[0] < mask.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(mask, target, interpolation=way), dtype=np.uint8)


def fit(mask: Mask, high: float, widest: float) -> Mask:
    """The mask scaled to `high` px, or less where it would be wider than `widest` px."""
    scale = min(high / mask.shape[0], widest / mask.shape[1])
    return resize(mask, mask.shape[1] * scale, mask.shape[0] * scale)


def choose_suits(rng: np.random.Generator, folder: Path) -> tuple[dict[str, Mask], set[str]]:
    """Large masks of the four suits, from curves or from a font, and the font's licence."""
    fonts = suit_fonts(folder)
    licences: set[str] = set()
    if fonts and rng.random() < 0.2:
        font = fonts[int(rng.integers(len(fonts)))]
        suits = {s: glyph_mask(font, SUIT_SIGNS[s], 300) for s in SUITS}
        licences = {font.licence}
    else:
        suits = {s: pip_mask(SHAPES[s](rng)) for s in SUITS}
    squeeze = float(rng.uniform(0.85, 1.15))
    suits = {s: resize(mask, mask.shape[1] * squeeze, mask.shape[0]) for s, mask in suits.items()}
    if rng.random() < 0.06:
        lean = float(rng.uniform(-0.18, 0.18))
        suits = {s: _worked(mask, 0, lean, False) for s, mask in suits.items()}
    odd = rng.random()
    if odd < 0.04:
        line = int(rng.integers(16, 34))
        suits = {s: _outlined(mask, line) for s, mask in suits.items()}
    elif odd < 0.12:
        suits = {s: _engraved(mask, int(rng.integers(10, 24)), int(rng.integers(6, 16))) for s, mask in suits.items()}
    return suits, licences


def _outlined(mask: Mask, line: int) -> Mask:
    """The outline alone, `line` px thick."""
    padded = cv2.copyMakeBorder(mask, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform((padded > 128).astype(np.uint8), cv2.DIST_L2, 5)
    padded[depth > line] = 0
    return np.asarray(padded[2:-2, 2:-2], dtype=np.uint8)


def _engraved(mask: Mask, inset: int, line: int) -> Mask:
    """A light line runs inside the outline."""
    padded = cv2.copyMakeBorder(mask, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform((padded > 128).astype(np.uint8), cv2.DIST_L2, 5)
    padded[(depth > inset) & (depth < inset + line)] = 0
    return np.asarray(padded[2:-2, 2:-2], dtype=np.uint8)
