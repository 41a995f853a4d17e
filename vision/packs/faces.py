"""Faces of packs: drawn by the project itself, or pictures from a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Colour, Mask
from vision.camera.photograph_files import PictureError, load_as
from vision.packs.courts import court_figure
from vision.packs.glyphs import RankStyle, rank_mask, star_mask, suit_mask
from vision.sizes import BRIDGE_CARD, POKER_CARD
from whist.cards import JOKERS, PACK, Card

FACE_PIXELS_PER_MM: Final = 6.0
"""Scale of every face picture."""

Face = npt.NDArray[np.uint8]
"""A face: (height, width, 4) BGRA, transparent outside the rounded corners."""

_CORNER: Final = 3.4
"""Radius of a card's corners, mm."""
_SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".bmp")

_JOKER_LETTER: Final = 3.7
"""Height of a letter in a joker's corner, mm."""
_BLACK: Final = (28, 24, 24)
_RED: Final = (38, 24, 196)


class PackError(Exception):
    """A pack cannot be drawn or read; the text is one sentence for people."""


@dataclass(frozen=True, slots=True)
class Design:
    """How the project draws a pack; lengths in mm."""

    size: tuple[float, float]
    rank_height: float
    suit_height: float
    style: RankStyle
    colours: Mapping[str, Colour]
    pip_height: float = 12.4
    column: float = 12.4
    index_left: float = 2.2
    index_top: float = 3.6
    index_gap: float = 1.5
    back: Colour = (150, 70, 30)


_TWO_COLOURS: Final = {"C": _BLACK, "D": _RED, "H": _RED, "S": _BLACK}

DESIGNS: Final[dict[str, Design]] = {
    "standard": Design(BRIDGE_CARD, 9.6, 6.6, RankStyle(), _TWO_COLOURS),
    "large": Design(
        POKER_CARD,
        14.0,
        9.0,
        RankStyle(width=0.60, upright=0.18, crossbar=0.14, serifs=False),
        _TWO_COLOURS,
        pip_height=11.0,
        column=12.0,
        index_left=2.0,
        index_top=3.0,
        back=(40, 30, 150),
    ),
    "four-colour": Design(
        POKER_CARD,
        10.4,
        7.2,
        RankStyle(width=0.64, upright=0.145, crossbar=0.115, serifs=False),
        {"C": (44, 120, 16), "D": (190, 84, 12), "H": _RED, "S": _BLACK},
        pip_height=13.0,
        column=14.0,
        index_left=2.4,
        back=(70, 110, 40),
    ),
}
"""The packs that the project draws."""

_COLUMNS: Final = {
    "2": ((0.0, 1.0),),
    "3": ((0.0, 1.0), (0.0, 0.0)),
    "4": ((1.0, 1.0),),
    "5": ((1.0, 1.0), (0.0, 0.0)),
    "6": ((1.0, 1.0), (1.0, 0.0)),
    "7": ((1.0, 1.0), (1.0, 0.0), (0.0, 0.5)),
    "8": ((1.0, 1.0), (1.0, 0.0), (0.0, 0.5), (0.0, -0.5)),
    "9": ((1.0, 1.0), (1.0, 1 / 3), (0.0, 0.0)),
    "T": ((1.0, 1.0), (1.0, 1 / 3), (0.0, 2 / 3)),
}
"""Pips of the spot cards in units of column and row: (1, y) stands for both columns; mirrored downwards below."""


def pip_places(rank: str) -> list[tuple[float, float]]:
    """Places of a spot card's pips: x and y in -1…1 (y up)."""
    places: list[tuple[float, float]] = []
    for x, y in _COLUMNS[rank]:
        for column in (-x, x) if x else (0.0,):
            places.append((column, y))
            # the seven's and the eight's odd pips are given one by one
            if y > 0 and not (x == 0 and rank in "78"):
                places.append((column, -y))
    return places


def _blank(size: tuple[float, float], colour: Colour = (250, 252, 252)) -> Face:
    width, height = (round(side * FACE_PIXELS_PER_MM) for side in size)
    face = np.empty((height, width, 4), np.uint8)
    face[:, :, :3] = colour
    face[:, :, 3] = _outline(width, height)
    return face


def _outline(width: int, height: int) -> Mask:
    """Mask of a card with rounded corners."""
    over = 4
    mask = np.zeros((height * over, width * over), np.uint8)
    radius = round(_CORNER * FACE_PIXELS_PER_MM * over)
    right, bottom = width * over - 1, height * over - 1
    cv2.rectangle(mask, (radius, 0), (right - radius, bottom), 255, -1)
    cv2.rectangle(mask, (0, radius), (right, bottom - radius), 255, -1)
    for x in (radius, right - radius):
        for y in (radius, bottom - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _stamp(face: Face, mask: Mask, left: float, top: float, colour: Colour) -> None:
    """Put a mask in a colour on a face, upper left corner at (left, top) pixels."""
    x, y = round(left), round(top)
    height, width = mask.shape
    area = face[y : y + height, x : x + width, :3]
    weight = mask[:, :, None].astype(np.float32) / 255.0
    area[:] = np.rint(area * (1 - weight) + np.array(colour, np.float32) * weight).astype(np.uint8)


def _both_ends(face: Face, mask: Mask, left: float, top: float, colour: Colour) -> None:
    """Put a mask on a face, and once more turned upside down at the opposite place."""
    _stamp(face, mask, left, top, colour)
    height, width = face.shape[:2]
    turned = np.ascontiguousarray(mask[::-1, ::-1])
    _stamp(face, turned, width - round(left) - mask.shape[1], height - round(top) - mask.shape[0], colour)


def _index(face: Face, design: Design, rank: Mask, suit: Mask, colour: Colour) -> None:
    scale = FACE_PIXELS_PER_MM
    middle = design.index_left * scale + rank_mask("8", design.rank_height * scale, design.style).shape[1] / 2
    left = max(middle - rank.shape[1] / 2, 1.0 * scale)
    middle = left + rank.shape[1] / 2
    top = design.index_top * scale
    _both_ends(face, rank, left, top, colour)
    _both_ends(face, suit, middle - suit.shape[1] / 2, top + (design.rank_height + design.index_gap) * scale, colour)


def _joker_index(face: Face, design: Design, colour: Colour) -> None:
    """The word JOKER down the corner, letter by letter."""
    scale = FACE_PIXELS_PER_MM
    letters = [rank_mask(letter, _JOKER_LETTER * scale, design.style) for letter in "JOKER"]
    middle = design.index_left * scale + max(letter.shape[1] for letter in letters) / 2
    for k, letter in enumerate(letters):
        top = (design.index_top + k * (_JOKER_LETTER + 0.9)) * scale
        _both_ends(face, letter, middle - letter.shape[1] / 2, top, colour)


def _pips(face: Face, design: Design, card: Card) -> None:
    scale = FACE_PIXELS_PER_MM
    height, width = face.shape[:2]
    mask = suit_mask(card.suit, design.pip_height * scale)
    turned = np.ascontiguousarray(mask[::-1, ::-1])
    for column, row in pip_places(card.rank):
        x = width / 2 + column * design.column * scale
        y = height / 2 - row * 29.5 * scale
        _stamp(
            face,
            mask if row >= 0 else turned,
            x - mask.shape[1] / 2,
            y - mask.shape[0] / 2,
            design.colours[card.suit],
        )


def _draw(design: Design, card: Card) -> Face:
    scale = FACE_PIXELS_PER_MM
    face = _blank(design.size)
    if card.is_joker:
        colour = _RED if card.rank == "R" else _BLACK
        star = star_mask(34 * scale)
        _stamp(face, star, (face.shape[1] - star.shape[1]) / 2, (face.shape[0] - star.shape[0]) / 2, colour)
        _joker_index(face, design, colour)
        return face
    colour = design.colours[card.suit]
    if card.rank in "JQK":
        figure = court_figure(card, colour, scale)
        top, left = ((face.shape[k] - figure.shape[k]) // 2 for k in (0, 1))
        face[top : top + figure.shape[0], left : left + figure.shape[1], :3] = figure
    elif card.rank == "A":
        pip = suit_mask(card.suit, (34.0 if card.suit == "S" else 24.0) * scale)
        _stamp(face, pip, (face.shape[1] - pip.shape[1]) / 2, (face.shape[0] - pip.shape[0]) / 2, colour)
    else:
        _pips(face, design, card)
    rank = rank_mask(card.rank, design.rank_height * scale, design.style)
    _index(face, design, rank, suit_mask(card.suit, design.suit_height * scale), colour)
    return face


def _draw_back(size: tuple[float, float], colour: Colour) -> Face:
    """A back: a lattice in a white border."""
    face = _blank(size)
    border = round(4.0 * FACE_PIXELS_PER_MM)
    inner = face[border:-border, border:-border]
    y, x = np.mgrid[: inner.shape[0], : inner.shape[1]].astype(np.float32)
    step = 4.0 * FACE_PIXELS_PER_MM
    lattice = np.minimum(np.abs((x + y) % step - step / 2), np.abs((x - y) % step - step / 2))
    light = np.clip(2.5 - lattice, 0, 1)[:, :, None]
    inner[:, :, :3] = np.rint(np.array(colour) * (1 - light) + 245 * light).astype(np.uint8)
    return face


@dataclass(slots=True)
class Pack:
    """A pack's faces. ``size_mm`` is a card's (width, height); drawn faces are made when they are first asked for."""

    name: str
    size_mm: tuple[float, float]
    _faces: dict[Card, Face] = field(default_factory=dict, repr=False)
    _design: Design | None = None
    _back: Face | None = field(default=None, repr=False)

    @classmethod
    def drawn(cls, design: str) -> Pack:
        """A pack that the project draws: one of ``DESIGNS``; raises ``PackError`` for another name."""
        if design not in DESIGNS:
            raise PackError(f"There is no drawn pack {design!r}; choose one of {', '.join(DESIGNS)}.")
        return cls(design, DESIGNS[design].size, {}, DESIGNS[design])

    @classmethod
    def from_folder(cls, folder: Path | str) -> Pack:
        """A pack from pictures named by card code (``HT.png``; ``JR`` and ``JB`` may be left out), of any size.

        The proportion of the pictures decides between bridge and poker size. Raises ``PackError`` with one sentence
        when the folder or a picture is missing or cannot be read.
        """
        folder = Path(folder)
        if not folder.is_dir():
            raise PackError(
                f"{folder} is no folder; give a folder of 52 to 54 pictures named by card code, such as HT.png."
            )
        found = {path.stem.upper(): path for path in sorted(folder.iterdir()) if path.suffix.lower() in _SUFFIXES}
        missing = [str(card) for card in PACK if str(card) not in found]
        if missing:
            shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
            raise PackError(
                f"{folder} has no picture of {shown}; each card needs one, named by its code, such as HT.png."
            )
        pictures = {card: _read(found[str(card)]) for card in (*PACK, *JOKERS) if str(card) in found}
        proportion = median(picture.shape[1] / picture.shape[0] for picture in pictures.values())
        size = min((BRIDGE_CARD, POKER_CARD), key=lambda side: abs(side[0] / side[1] - proportion))
        return cls(folder.name, size, {card: _fitted(picture, size) for card, picture in pictures.items()})

    def face(self, card: Card) -> Face:
        """The face of ``card``, BGRA at ``FACE_PIXELS_PER_MM``; do not write into it. Raises ``PackError`` for a joker
        that a folder did not hold."""
        if card not in self._faces:
            if self._design is None:
                raise PackError(f"The pack {self.name} has no picture of {card}; add one named {card}.png.")
            self._faces[card] = _draw(self._design, card)
        return self._faces[card]

    def back(self) -> Face:
        """The back of every card, BGRA at ``FACE_PIXELS_PER_MM``; do not write into it."""
        if self._back is None:
            self._back = _draw_back(self.size_mm, self._design.back if self._design else (120, 60, 40))
        return self._back


_MOST_PIXELS: Final = 12_000_000
"""Of a card's picture: a card scanned with 1200 dots per inch."""


def _read(path: Path) -> Face:
    """A picture file as BGRA."""
    try:
        picture = load_as(path, cv2.IMREAD_UNCHANGED, _MOST_PIXELS)
    except PictureError:
        picture = None
    if picture is None or min(picture.shape[:2]) < 60:
        raise PackError(
            f"{path} cannot be read as a card's picture; give a PNG, JPEG, WebP or BMP of at least 60 × 60 pixels and "
            f"at most {_MOST_PIXELS // 1_000_000} million."
        )
    if picture.dtype != np.uint8:
        picture = (picture >> 8).astype(np.uint8)
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA)
    elif picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return np.asarray(picture, np.uint8)


def _fitted(picture: Face, size: tuple[float, float]) -> Face:
    """A picture stretched to a card's size, on white where it is transparent, with rounded corners."""
    width, height = (round(side * FACE_PIXELS_PER_MM) for side in size)
    alpha = picture[:, :, 3:].astype(np.float32) / 255.0
    flat = np.rint(picture[:, :, :3] * alpha + 255.0 * (1 - alpha)).astype(np.uint8)
    way = cv2.INTER_AREA if picture.shape[1] > width else cv2.INTER_CUBIC
    face = np.empty((height, width, 4), np.uint8)
    face[:, :, :3] = cv2.resize(flat, (width, height), interpolation=way)
    face[:, :, 3] = _outline(width, height)
    return face
