"""How far off a maker may be: what is varied, what was counted, and up to where it is fine. No pictures are read here.

One thing at a time is varied around the normal table, and two together once. Counts are kept as CSV: a line for each
setup and group of packs.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import radians, tan
from typing import Final

from vision.sizes import CAMERA_FIELD, CAMERA_HEIGHT, CAMERA_SIZE, FACE_TILT

KINDS: Final = ("right", "asked", "unseen", "wrong")
"""What becomes of a card: read right and surely; in doubt, so that the table asks; not seen, so that the table waits
for it; told surely for another one (silently wrong)."""
OWN: Final = "own"
OTHERS: Final = "kept out"
"""Groups of packs: those the project draws, and those that the reader was not trained on."""
MOST_LOST: Final = 0.005
"""Share of cards that may be neither right nor asked about, but unseen or silently wrong, where a setup is fine."""
MOST_ASKED: Final = 0.05
"""By how much less a share may be right without asking than at the normal setup."""
_ROUNDING: Final = 1e-9

TABLE: Final = "tolerance.csv"
"""The file of counts, in the folder `hardware` unless told otherwise."""

KindCounts = Counter[str]
"""How many cards of each of ``KINDS``."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A table set up in some way; the defaults are the normal one. Lengths in mm, angles in degrees."""

    height: float = CAMERA_HEIGHT
    """Lens over the table."""
    aside: float = 0.0
    """How far the lens hangs from the middle, away from the holders: the worse way, and every other deal has it."""
    along: float = 0.0
    """How far the lens hangs from the middle towards a person."""
    tilt: float = 0.0
    """By what angle the camera over the middle looks past it, away from the holders."""
    slant: float = 0.0
    """From how far aside a camera that hangs towards a person looks back to the middle: 0 is straight down."""
    lean: float = FACE_TILT
    """Angle between table and the holders' faces."""
    lux: float = 300.0
    """Light on the table."""
    smear: float = 0.0
    """Diameter of the disc on the table to which a lens out of focus spreads a point."""
    index: float = 0.0
    """Height of rank and suit together; 0 is as the pack has it."""
    shift: float = 0.0
    """How far off its place each marker card lies, across and along."""
    turn: float = 0.0
    """By how much each marker card is turned."""
    lip: float = 0.0
    """How far the lip's print stands before the face."""
    bow: float = 0.0
    """By how much the middle of a holder's face stands before its ends, or behind them."""
    shade: float = 1.0
    """Share of the light that falls on one of the holders; the other one has all of it."""
    hand: float = 0.0
    """All that is not as planned on a table laid by hand, so many times what `vision.simulated.workmanship` has."""
    scale: float = 3.55
    """Pixels of the camera per mm of the table, seen from the normal height."""

    @property
    def width(self) -> int:
        """Pixels across the camera's picture: a multiple of 4, at most the Camera Module 3's."""
        wide = 2 * CAMERA_HEIGHT * tan(radians(CAMERA_FIELD[0] / 2))
        exact = self.scale * wide
        return CAMERA_SIZE[0] if exact > 0.99 * CAMERA_SIZE[0] else round(exact / 4) * 4


NORMAL: Final = Setup()


@dataclass(frozen=True, slots=True)
class Quantity:
    """What is varied: the field of `Setup`, its values in order, the one that is normal, and how it is called."""

    name: str
    title: str
    unit: str
    values: tuple[float, ...]
    normal: float
    factor: float = 1.0
    """From the field's unit to the one shown."""

    def shown(self, value: float) -> str:
        """A value in the unit shown, as short as can be."""
        return f"{float(f'{value * self.factor:.3g}'):g}"


QUANTITIES: Final = (
    Quantity("height", "Height of the lens", "cm", (750, 800, 850, 900, 950, 1000, 1100, 1200, 1500, 1800), 1000, 0.1),
    Quantity("aside", "Lens off the middle, sideways", "cm", (0, 30, 60, 80, 100, 120, 150), 0, 0.1),
    Quantity("along", "Lens off the middle, to a person", "cm", (0, 60, 120, 160, 200, 240, 280, 320), 0, 0.1),
    Quantity("tilt", "Camera looks past the middle", "°", (0, 1, 2, 3, 4, 6, 8), 0),
    Quantity("slant", "Lens aside but turned to the middle", "°", (0, 5, 10, 15, 20, 25, 30), 0),
    Quantity("lean", "Face of the holder to the table", "°", (15, 25, 35, 45, 50, 55, 60, 65, 70), 50),
    Quantity("shift", "Marker cards off, across and along", "mm", (0, 2.5, 5, 10, 15, 20), 0),
    Quantity("turn", "Marker cards turned", "°", (0, 4, 8, 15, 25), 0),
    Quantity("lip", "Lip before the face", "mm", (0, 2, 4, 6, 8, 12), 0),
    Quantity("bow", "Face bowed", "mm", (0, 1, 2, 3, 4, 6, 8), 0),
    Quantity("shade", "Light on one holder of two", "%", (0.05, 0.1, 0.2, 0.3, 0.5, 1), 1, 100),
    Quantity("hand", "All laid by hand, so many times", "", (0, 0.5, 1, 1.5, 2), 0),
    Quantity("lux", "Light on the table", "lux", (0.2, 0.5, 1, 2, 5, 10, 30, 100, 300, 1000), 300),
    Quantity("smear", "Out of focus: a point's disc", "mm", (0, 0.5, 1, 1.5, 2, 2.5, 3, 4), 0),
    Quantity("index", "Height of rank and suit", "mm", (6, 8, 10, 12, 15, 18, 21, 25, 30), 18),
    Quantity("scale", "Pixels per mm of the table", "", (0.7, 0.985, 1.232, 1.478, 1.774, 1.996, 2.525, 3.55), 3.55),
)
"""What is varied by itself."""
PAIR: Final = ("scale", "index")
PAIR_VALUES: Final = ((0.7, 0.985, 1.478, 1.996, 3.55), (8.0, 12.0, 18.0, 24.0))
"""The two that are varied together."""


@dataclass(frozen=True, slots=True, order=True)
class Variation:
    """A setup by what is varied in it: one field and its value, or two. The normal one varies nothing."""

    name: str = ""
    value: float = 0.0
    other: str = ""
    other_value: float = 0.0

    def changes(self) -> dict[str, float]:
        """The fields of `Setup` that are not as usual."""
        named = {self.name: self.value, self.other: self.other_value}
        return {name: value for name, value in named.items() if name}


Counts = dict[tuple[Variation, str], KindCounts]
"""What was counted at each variation, by group of packs."""


def variation_of(quantity: Quantity, value: float) -> Variation:
    """The quantity varied to that value; the normal variation where it is as usual. Indices of 18 mm are those of most
    packs, yet not of each: they are a variation of their own."""
    return Variation() if value == getattr(NORMAL, quantity.name) else Variation(quantity.name, float(value))


def variations() -> list[Variation]:
    """All that is measured."""
    singles = [variation_of(quantity, value) for quantity in QUANTITIES for value in quantity.values]
    pairs = [Variation(PAIR[0], one, PAIR[1], two) for one in PAIR_VALUES[0] for two in PAIR_VALUES[1]]
    return list(dict.fromkeys([Variation(), *singles, *pairs]))


def share(tally: KindCounts, kind: str) -> float:
    """The share of cards of a kind; 0 where there are none."""
    return tally[kind] / max(1, tally.total())


def is_fine(counts: Counts, variation: Variation) -> bool:
    """Whether hardly a card is unseen or silently wrong at a variation, and in each group of packs that was read there
    nearly as many are right without asking as at the normal one."""
    here = {group: tally for (at, group), tally in counts.items() if at == variation}
    together: KindCounts = sum(here.values(), Counter())
    lost = share(together, "unseen") + share(together, "wrong")
    less = [share(counts[Variation(), group], "right") - share(tally, "right") for group, tally in here.items()]
    return bool(here) and lost <= MOST_LOST + _ROUNDING and max(less) <= MOST_ASKED + _ROUNDING


def fine_values(counts: Counts, quantity: Quantity) -> tuple[float, ...]:
    """The values of a quantity around its normal one up to which it is fine; none where not even that one is."""
    fine = [is_fine(counts, variation_of(quantity, value)) for value in quantity.values]
    first = last = quantity.values.index(quantity.normal)
    if not fine[first]:
        return ()
    while first > 0 and fine[first - 1]:
        first -= 1
    while last + 1 < len(fine) and fine[last + 1]:
        last += 1
    return quantity.values[first : last + 1]


def spans(counts: Counts, quantity: Quantity) -> tuple[str, str, str]:
    """The normal value of a quantity, those up to which it is fine, and those tried, in words."""

    def said(values: Sequence[float]) -> str:
        ends = dict.fromkeys(quantity.shown(value) for value in (*values[:1], *values[-1:]))
        return f"{' to '.join(ends)} {quantity.unit}".replace(" °", "°").strip() if ends else "nowhere"

    return said((quantity.normal,)), said(fine_values(counts, quantity)), said(quantity.values)


_COLUMNS: Final = ("varied", "value", "and", "its value", "packs", *KINDS)


def as_csv(counts: Counts) -> str:
    """The counts as a table, in the order of `variations`."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_COLUMNS)
    for variation in variations():
        for group in (OWN, OTHERS):
            if tally := counts.get((variation, group)):
                values = [f"{value:g}" if name else "" for name, value in _named(variation)]
                row = [variation.name, values[0], variation.other, values[1], group]
                table.writerow([*row, *(tally[kind] for kind in KINDS)])
    return out.getvalue()


def _named(variation: Variation) -> Sequence[tuple[str, float]]:
    return (variation.name, variation.value), (variation.other, variation.other_value)


def from_csv(text: str) -> Counts:
    """The counts of a table; raises ``ValueError`` with a sentence where it is none."""
    rows = csv.DictReader(io.StringIO(text))
    if tuple(rows.fieldnames or ()) != _COLUMNS:
        raise ValueError(f"this is no table of counts: its first line must be {','.join(_COLUMNS)}")
    return {_variation(row): Counter({kind: int(row[kind]) for kind in KINDS}) for row in rows}


def _variation(row: Mapping[str, str]) -> tuple[Variation, str]:
    value, other = (float(row[column] or 0) for column in ("value", "its value"))
    return Variation(row["varied"], value, row["and"], other), row["packs"]
