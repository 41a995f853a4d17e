"""Draws what was read onto the picture, for people to look at.

Around each index stands a frame at its angle, and near it the card's name: rank and suit in the project's own shapes,
red or black as on cards. Frame and tag are green where the card is certain, amber where the index may be misread, with
the two cards it wavers between; a thin grey frame is something that looked like an index and is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Colour, Picture
from vision.index.beliefs import NO_CARD, Belief
from vision.packs.glyphs import RankStyle, rank_mask, star_mask, suit_mask
from vision.reader.reader import CardRead, IndexRead
from whist.cards import FULL_PACK, Card

Area = tuple[int, int, int, int]
"""x0, y0, x1, y1, pixels."""

SURE: Final = 0.95
"""From this probability on an index is drawn as certain."""
AGREES: Final = 0.5
"""From this probability on an index is certain too where others make its card certain."""
RIVAL: Final = 0.03
"""Below this probability a second card is not worth a word."""
SEEN: Final = 0.15
"""Below this probability that there is any card a frame is grey and has no tag."""
LEAST_SIDE: Final = 1000
"""Smaller pictures are enlarged until their longer side has so many pixels, so that names can be read."""

_GREEN: Final = (60, 170, 30)
_AMBER: Final = (0, 130, 255)
_GREY: Final = (150, 150, 150)
_RED: Final = (30, 20, 200)
_BLACK: Final = (0, 0, 0)
_PAPER: Final = (250, 250, 250)
_SHARE: Final = 0.75
"""Height of names against that of indices…"""
_TEXT: Final = (0.009, 0.017)
"""…and the least and the most of it, against the picture's longer side."""
_STYLE: Final = RankStyle(width=0.6, upright=0.19, crossbar=0.15, serifs=False)
_SUIT_COLOURS: Final = {"C": _BLACK, "D": _RED, "H": _RED, "S": _BLACK}


@dataclass(frozen=True)
class _Mark:
    """One index to draw: its frame's corners (4, 2), its middle, its up direction, what stands in its tag."""

    corners: npt.NDArray[np.float64]
    middle: npt.NDArray[np.float64]
    up: npt.NDArray[np.float64]
    height: float
    cards: tuple[Card, ...]
    colour: Colour


def overlay(
    picture: Picture, reads: Sequence[IndexRead], cards: Iterable[CardRead] = (), least: int = LEAST_SIDE
) -> Picture:
    """A new picture (h, w, 3) with the indices drawn in; `picture` is (h, w, 3) BGR or (h, w) grey, uint8.

    Cards that were named are certain as far as all their indices together make them so, even where one index wavers.
    A picture whose longer side has fewer than `least` pixels is enlarged by a whole number.
    """
    larger = max(1, -(-least // max(picture.shape[:2])))
    if picture.ndim == 2:
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    size = (picture.shape[1] * larger, picture.shape[0] * larger)
    out = (
        np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC), np.uint8) if larger > 1 else picture.copy()
    )
    named = {read.card: read.confidence for read in cards}
    marks = [_mark(read, named, larger) for read in reads]
    shown = [mark for mark in marks if mark.cards]
    side = max(out.shape[:2])
    text = float(np.median([mark.height for mark in shown])) if shown else 0.0
    text = max(12.0, float(np.clip(_SHARE * text, _TEXT[0] * side, _TEXT[1] * side)))
    line = max(1, round(text / 10))
    for mark in marks:
        corners = [np.rint(mark.corners * 16).astype(np.int32)]
        width = line if mark.cards else 1
        cv2.polylines(out, corners, True, mark.colour, width, cv2.LINE_AA, 4)
    taken = [_around(mark.corners) for mark in shown]
    tags = []
    for mark in sorted(shown, key=lambda mark: (len(mark.cards), float(mark.middle[0]))):
        tag = _tag(mark.cards, mark.colour, text, line)
        taken.append(_place(mark, tag.shape[:2], taken, out.shape[:2]))
        tags.append((tag, taken[-1]))
        _tie(out, mark, taken[-1], line)
    for tag, (x0, y0, x1, y1) in tags:
        out[y0:y1, x0:x1] = tag[: y1 - y0, : x1 - x0]
    return out


def _mark(read: IndexRead, named: dict[Card, float], larger: int) -> _Mark:
    up = np.array([-np.sin(read.angle), -np.cos(read.angle)])
    right = np.array([-up[1], up[0]])
    middle = (np.array([read.x, read.y]) + 0.5) * larger - 0.5
    high, wide = up * read.height * larger * 0.6, right * read.height * larger * 0.36
    corners = np.stack([middle + high - wide, middle + high + wide, middle - high + wide, middle - high - wide])
    best = FULL_PACK[int(np.argmax(read.belief[:NO_CARD]))]
    here = float(np.max(read.belief[:NO_CARD]))
    certain = here >= SURE or (here >= AGREES and named.get(best, 0.0) >= SURE)
    cards = wavers(read.belief, certain) if 1 - float(read.belief[NO_CARD]) >= SEEN else ()
    return _Mark(
        corners, middle, up, read.height * larger, cards, _GREY if not cards else _GREEN if certain else _AMBER
    )


def wavers(belief: Belief, certain: bool) -> tuple[Card, ...]:
    """The most probable card of a belief (55,), and unless that is ``certain`` the next one, where there is one."""
    best, second = (int(k) for k in np.argsort(-belief[:NO_CARD], kind="stable")[:2])
    return (FULL_PACK[best],) if certain or belief[second] < RIVAL else (FULL_PACK[best], FULL_PACK[second])


def _tag(cards: Sequence[Card], colour: Colour, text: float, line: int) -> Picture:
    """A small picture with the names of the cards, a stroke between them."""
    parts: list[tuple[npt.NDArray[np.uint8], Colour]] = []
    for place, card in enumerate(cards):
        if place:
            parts.append((_stroke(text), _GREY))
        if card.is_joker:
            red = card.rank == "R"
            parts += [
                (rank_mask("J", text, _STYLE), _RED if red else _BLACK),
                (star_mask(text), _RED if red else _BLACK),
            ]
        else:
            parts += [(mask, _SUIT_COLOURS[card.suit]) for mask in
                      (rank_mask(card.rank, text, _STYLE), suit_mask(card.suit, text))]  # fmt: skip
    gap, rim = max(1, round(text / 8)), line + max(2, round(text / 6))
    high = max(mask.shape[0] for mask, _ in parts)
    wide = sum(mask.shape[1] for mask, _ in parts) + gap * (len(parts) - 1)
    tag = np.full((high + 2 * rim, wide + 2 * rim, 3), _PAPER, np.uint8)
    cv2.rectangle(tag, (0, 0), (tag.shape[1] - 1, tag.shape[0] - 1), colour, 2 * line - 1)
    x = rim
    for mask, ink in parts:
        y = rim + (high - mask.shape[0]) // 2
        spot = tag[y : y + mask.shape[0], x : x + mask.shape[1]]
        share = mask[..., None] / 255.0
        spot[:] = np.rint(spot * (1 - share) + np.array(ink) * share).astype(np.uint8)
        x += mask.shape[1] + gap
    return tag


def _stroke(text: float) -> npt.NDArray[np.uint8]:
    mask = np.zeros((round(text), max(3, round(text / 3))), np.uint8)
    cv2.line(mask, (0, mask.shape[0] - 1), (mask.shape[1] - 1, 0), 255, max(1, round(text / 12)), cv2.LINE_AA)
    return mask


def _place(mark: _Mark, size: tuple[int, int], taken: Sequence[Area], shape: tuple[int, int]) -> Area:
    """The place for a tag of (height, width): near its index, above it first, over as little else as can be."""
    high, wide = size
    best: tuple[float, Area] | None = None
    for step in range(6):
        for turn in (0, 45, -45, 90, -90, 135, -135, 180):
            c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
            way = np.array([c * mark.up[0] - s * mark.up[1], s * mark.up[0] + c * mark.up[1]])
            reach = (
                abs(way @ mark.up) * 0.6 * mark.height
                + abs(way[0] * mark.up[1] - way[1] * mark.up[0]) * 0.36 * mark.height
            )
            away = reach + (abs(way[0]) * wide + abs(way[1]) * high) / 2 + 3 + step * 0.75 * high
            x, y = mark.middle + way * away
            x0 = int(np.clip(round(x - wide / 2), 0, max(0, shape[1] - wide)))
            y0 = int(np.clip(round(y - high / 2), 0, max(0, shape[0] - high)))
            area = (x0, y0, min(x0 + wide, shape[1]), min(y0 + high, shape[0]))
            covered = sum(_common(area, other) for other in taken)
            cost = covered / (high * wide) * 20 + step + abs(turn) / 180
            if best is None or cost < best[0]:
                best = cost, area
        if best and best[0] <= step + 1:
            break
    assert best is not None
    return best[1]


def _tie(out: Picture, mark: _Mark, area: Area, line: int) -> None:
    """A line from the index to its tag, as far as they are apart."""
    x, y = (float(np.clip(value, low, high - 1)) for value, low, high in
            zip(mark.middle, area[:2], area[2:], strict=True))  # fmt: skip
    way = np.array([x, y]) - mark.middle
    length = float(np.hypot(*way))
    if length > 0.6 * mark.height:
        start = mark.middle + way / length * min(0.6 * mark.height, length)
        first, last = ((round(float(p[0])), round(float(p[1]))) for p in (start, (x, y)))
        cv2.line(out, first, last, mark.colour, line, cv2.LINE_AA)


def _around(corners: npt.NDArray[np.float64]) -> Area:
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    return int(x0), int(y0), int(x1) + 1, int(y1) + 1


def _common(one: Area, other: Area) -> int:
    """Pixels that two areas have in common."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, wide) * max(0, high)
