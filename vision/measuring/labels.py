"""What is labelled in a folder of photographs, and which label a wrong reading belongs to.

A folder holds pictures and `labels.json`: `{"photos": [{"file", "cards": [{"card": "HT"} or {"rank": "T"}, …]}]}`;
a card may have a `"box": [x0, y0, x1, y1]`, pixels, around itself or around one of its indices.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vision.camera.photograph_files import PictureError
from vision.input_files import contents
from vision.reader.reader import CardRead
from whist.cards import RANKS, Card

PixelBox = tuple[float, float, float, float]
"""x0, y0, x1, y1 of a card in a picture, pixels."""
_GROWN: Final = 1.25
"""Boxes are taken this much larger: labels are drawn by hand."""


@dataclass(frozen=True)
class Label:
    """One label: the card's code ("HT") or its rank alone ("T"), and x0, y0, x1, y1 in pixels where there is a box."""

    code: str
    box: PixelBox | None = None


@dataclass(frozen=True)
class Photograph:
    """One labelled photograph; either all its labels are cards or all are ranks."""

    path: Path
    labels: tuple[Label, ...]

    @property
    def ranks_only(self) -> bool:
        """Whether only ranks are labelled."""
        return any(len(label.code) == 1 for label in self.labels)


@dataclass(frozen=True)
class Mistake:
    """A card of a photograph taken for another one, missed, or named where none is; codes, or ranks."""

    photograph: str
    was: str | None
    """What is labelled there; None: nothing."""
    named: str | None
    """What it was taken for; None: missed."""
    also_right: bool = False
    """The card was named right too, from another of its indices."""

    def __str__(self) -> str:
        if self.named is None:
            return f"{self.was} missed"
        if self.was is None:
            return f"{self.named} where none is"
        return f"{self.was} taken for {self.named}" + (" too" if self.also_right else "")


_MOST_BYTES = 50_000_000


def load_labels(folder: Path) -> list[Photograph]:
    """The photographs of a folder; raises `PictureError` when its `labels.json` is missing or not as it should be."""
    path = folder / "labels.json"
    try:
        photos = json.loads(contents(path, _MOST_BYTES).decode())["photos"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise PictureError(
            f"{folder} has no labels.json that can be read; give a folder of labelled photographs"
        ) from None
    if not isinstance(photos, list) or not photos:
        raise PictureError(f"{path} has no photographs; give a folder of labelled photographs")
    try:
        return [_photograph(folder, photo) for photo in photos]
    except (ValueError, KeyError, TypeError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise PictureError(f"{path} is not as labels should be: {what}; see docs/formats.md") from None


def _photograph(folder: Path, photo: dict[str, Any]) -> Photograph:
    labels = tuple(_label(card) for card in photo["cards"])
    if len({len(label.code) for label in labels}) > 1:
        raise ValueError(f"{photo['file']} mixes cards with ranks")
    return Photograph(folder / str(photo["file"]), labels)


def _label(card: dict[str, Any]) -> Label:
    box = card.get("box")
    if box is not None:
        x0, y0, x1, y1 = (float(edge) for edge in box)
        box = (x0, y0, x1, y1)
    if "card" in card:
        return Label(str(Card.parse(card["card"])), box)
    if card["rank"] not in tuple(RANKS):
        raise ValueError(f"{card['rank']!r} is no rank")
    return Label(card["rank"], box)


def compare(photograph: Photograph, reads: Iterable[CardRead]) -> tuple[Counter[str], Counter[str]]:
    """What is labelled and what was named: each card once; where labels give only ranks, two of one rank are two."""
    if photograph.ranks_only:
        return Counter(label.code for label in photograph.labels), Counter(read.card.rank for read in reads)
    return Counter({label.code for label in photograph.labels}), Counter({str(read.card) for read in reads})


def mistakes(photograph: Photograph, reads: Sequence[CardRead], scale: float = 1.0) -> list[Mistake]:
    """Which card was taken for which; `scale` is the size of the picture that was read, against the one labelled.

    A wrong name belongs to the missed card nearest to it in whose box it stands, each missed card to one name at most;
    else to the nearest card named right in whose box it stands (another index of it was misread); else to no card.
    """
    cards = _cards(photograph)
    names = _names(photograph, reads, scale)
    right = _pairs(cards, names, lambda card, name: _away(card, name) if card.code == name.code else None)
    missed = [card for place, card in enumerate(cards) if place not in right.values()]
    wrong = [name for place, name in enumerate(names) if place not in right]
    taken = _pairs(missed, wrong, _inside)
    there = [cards[place] for place in right.values()]
    found = []
    for place, name in enumerate(wrong):
        file = photograph.path.name
        if place in taken:
            found.append(Mistake(file, missed[taken[place]].code, name.code))
        else:
            near = [(away, card.code) for card in there if (away := _inside(card, name)) is not None]
            found.append(Mistake(file, min(near)[1] if near else None, name.code, also_right=bool(near)))
    rest = [card for place, card in enumerate(missed) if place not in taken.values()]
    return found + [Mistake(photograph.path.name, card.code, None) for card in rest]


@dataclass(frozen=True)
class _Labelled:
    code: str
    boxes: tuple[PixelBox, ...]


@dataclass(frozen=True)
class _Named:
    code: str
    x: float
    y: float


def _cards(photograph: Photograph) -> list[_Labelled]:
    """Each card once with all its boxes; each label by itself where only ranks are labelled."""
    if photograph.ranks_only:
        return [_Labelled(label.code, (label.box,) if label.box else ()) for label in photograph.labels]
    boxes: dict[str, list[PixelBox]] = {}
    for label in photograph.labels:
        boxes.setdefault(label.code, []).extend([label.box] if label.box else [])
    return [_Labelled(code, tuple(given)) for code, given in boxes.items()]


def _names(photograph: Photograph, reads: Sequence[CardRead], scale: float) -> list[_Named]:
    """What was named and where, in pixels of the picture that was labelled."""
    return [
        _Named(
            read.card.rank if photograph.ranks_only else str(read.card),
            (read.box[0] + read.box[2]) / 2 / scale,
            (read.box[1] + read.box[3]) / 2 / scale,
        )
        for read in reads
    ]


def _pairs(
    cards: Sequence[_Labelled], names: Sequence[_Named], away: Callable[[_Labelled, _Named], float | None]
) -> dict[int, int]:
    """Places of names and of the cards they go with, the nearest first, each in one pair; None: never."""
    all_pairs = sorted(
        (distance, name_place, card_place)
        for name_place, name in enumerate(names)
        for card_place, card in enumerate(cards)
        if (distance := away(card, name)) is not None
    )
    taken: dict[int, int] = {}
    for _, name_place, card_place in all_pairs:
        if name_place not in taken and card_place not in taken.values():
            taken[name_place] = card_place
    return taken


def _inside(card: _Labelled, name: _Named) -> float | None:
    """Distance from the middle of the nearest of the card's boxes that the name stands in; None: in none."""
    found = [
        math.hypot(name.x - (x0 + x1) / 2, name.y - (y0 + y1) / 2)
        for x0, y0, x1, y1 in card.boxes
        if abs(name.x - (x0 + x1) / 2) <= _GROWN * (x1 - x0) / 2
        and abs(name.y - (y0 + y1) / 2) <= _GROWN * (y1 - y0) / 2
    ]
    return min(found, default=None)


def _away(card: _Labelled, name: _Named) -> float:
    """The same, and very far when the name stands in none of the boxes."""
    inside = _inside(card, name)
    return math.inf if inside is None else inside
