"""Letters that stand for other ranks in other countries: a V is a jack's in France and a queen's in Holland.

`letters.onnx` tells them by what the classifier saw of an index. Which rank a letter stands for is told by the other
letters of its pack (`vision.reader.lone_letters`).
"""

from __future__ import annotations

from enum import Enum
from typing import Final

LETTERS: Final = ("V", "B", "H", "R", "F", "Kn")
"""Letters in the order of the network's answers, before "another rank's"; the Russian В is a B."""
V, B, H, R, F, KN = range(len(LETTERS))


class Country(Enum):
    """Whose pack it is, as far as that decides which rank a letter stands for."""

    HOLLAND = "B V H"
    SCANDINAVIA = "Kn D K"
    OTHER = "none of these"
