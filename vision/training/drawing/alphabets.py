"""What courts and aces are called in the corner: English letters mostly, now and then those of other countries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import Mask
from vision.training.drawing.fonts import FontFile, glyph_mask
from whist.cards import RANKS

ENGLISH: Final = "JQKA"
ALPHABETS: Final[Mapping[str, tuple[tuple[str, str, str, str], float]]] = {
    # what stands on jack, queen, king and ace; how often among the packs that are not English
    "German": (("B", "D", "K", "A"), 0.24),
    "French": (("V", "D", "R", "A"), 0.14),
    "French with 1": (("V", "D", "R", "1"), 0.16),
    "Swedish": (("Kn", "D", "K", "E"), 0.10),
    "Danish": (("Kn", "D", "K", "Es"), 0.07),
    "Norwegian": (("Kn", "D", "K", "A"), 0.07),
    "Russian": (("В", "Д", "К", "A"), 0.11),
    "Russian with 1": (("В", "Д", "К", "1"), 0.05),
    "English with 1": (("J", "Q", "K", "1"), 0.06),
}
OTHERS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "Dutch": ("B", "V", "H", "A"),
    "Italian": ("F", "Q", "R", "A"),
    "Italian with 1": ("J", "Q", "K", "1"),
}
"""Further ones, which are measured and not trained on."""
FOREIGN: Final = 0.2
"""Share of the packs that wear another alphabet."""


@dataclass(frozen=True)
class Wish:
    """What a drawn pack is to be like: an alphabet's name ("" for the English one), and whether its card stock is dark
    (else as chance will have it, but not dark)."""

    alphabet: str = ""
    dark: bool = False

    @property
    def texts(self) -> dict[str, str]:
        """The text of each of the 13 ranks."""
        courts = ALPHABETS[self.alphabet][0] if self.alphabet in ALPHABETS else OTHERS.get(self.alphabet, ENGLISH)
        return {rank: rank for rank in RANKS} | dict(zip(ENGLISH, courts, strict=True))


def choose_alphabet(rng: np.random.Generator) -> tuple[str, dict[str, str]]:
    """An alphabet's name ("" for the English one) and the text of each of the 13 ranks in it."""
    texts = {rank: rank for rank in RANKS}
    if rng.random() >= FOREIGN:
        return "", texts
    names = list(ALPHABETS)
    name = names[int(rng.choice(len(names), p=[ALPHABETS[n][1] for n in names]))]
    return name, texts | dict(zip(ENGLISH, ALPHABETS[name][0], strict=True))


def able(font: FontFile, texts: Mapping[str, str]) -> bool:
    """Whether a cached font holds all letters of an alphabet."""
    letters = set("".join(texts.values()))
    return letters <= set(font.letters) and (letters <= LATIN or font.cyrillic.exists())


LATIN: Final = frozenset(chr(code) for code in range(128))
"""What every font has."""


def letter_mask(font: FontFile | None, text: str, size: int = 180) -> Mask:
    """The ink of a rank's text, as `vision.training.drawing.fonts.glyph_mask`, from the font's Russian half where need
    be."""
    if font is not None and not set(text) <= LATIN:
        font = FontFile(font.family, font.cyrillic, font.licence, font.held_out, font.letters)
    return glyph_mask(font, text, size)
