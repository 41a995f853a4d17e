"""How exactly a simulated table is made, laid and lit: as people do it, or perfectly."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

from vision.sizes import CAMERA_HEIGHTS

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Workmanship:
    """Between which bounds everything lies; each table draws its own from a seed. The defaults are those of a table
    without a fault. Lengths in mm, angles in degrees."""

    shift: Span = (0.0, 0.0)
    """How far off its place each marker card lies, across and along, either way."""
    turn: Span = (0.0, 0.0)
    """By how much each marker card is turned, either way."""
    lip: Span = (0.0, 0.0)
    """How far the lip's print stands before the face."""
    bow: Span = (0.0, 0.0)
    """By how much a face's middle stands before its ends, or behind them."""
    twist: Span = (0.0, 0.0)
    """By how much one end of a face leans more than the other, either way: upper edge against lower edge."""
    stand: float = 0.6
    """A holder is turned by up to so much, either way."""
    lean: float = 0.0
    """A holder's face leans more or less than planned by up to so much."""
    slack: Span = (1.0, 1.0)
    """How far a racked card stands off the exact place across, and by what angle it leans, at most."""
    stack: Span = (0.0, 0.0)
    """How far the upper edge of a racked card stands before the face: it rests on others, and bends."""
    barrel: Span = (0.0, 0.0)
    """By what share the lens draws a point at the picture's side towards the middle."""
    noise: Span = (1.0, 1.7)
    """Spread of the sensor's noise, grey levels."""
    blur: Span = (0.6, 1.1)
    """Blur of the lens, sigma in pixels."""
    exposure: Span = (1.0, 1.0)
    """How many times brighter than they should be pictures are: from about 1.05 on paper is clipped."""
    holders: tuple[Span, Span] = ((0.86, 1.02), (0.86, 1.02))
    """Share of the light that falls on the darker and on the brighter holder's face; if both are alike, both faces have
    the same."""
    height: Span = CAMERA_HEIGHTS
    """Camera above the table."""
    printed: bool = False
    """Whether marker cards, faces and lips are the printed sheets with their lines and words, on boards with edges;
    otherwise markers with a white border are stuck on bare cardboard."""


PERFECT: Final = Workmanship()
BY_HAND: Final = Workmanship(
    shift=(0.0, 5.0),
    turn=(0.0, 8.0),
    lip=(3.0, 5.0),
    bow=(0.0, 2.0),
    twist=(0.0, 2.0),
    stand=2.0,
    lean=3.0,
    slack=(2.0, 2.0),
    stack=(0.3, 2.0),
    barrel=(0.0, 0.012),
    noise=(1.0, 6.0),
    blur=(0.5, 1.3),
    exposure=(0.85, 1.4),
    holders=((0.3, 0.75), (0.85, 1.05)),
    height=(900.0, 1150.0),
    printed=True,
)
"""As people do it, and worse."""
USUAL: Final = BY_HAND
"""What every simulated table is made with unless told otherwise."""


def workmanship(perfect: bool) -> Workmanship:
    """How a table is made whose people are asked whether they want a perfect one."""
    return PERFECT if perfect else USUAL


def either_way(rng: random.Random, span: Span) -> float:
    """A number between the bounds, as likely below 0 as above."""
    return rng.choice((-1.0, 1.0)) * rng.uniform(*span)


def times(made: Workmanship, factor: float) -> Workmanship:
    """A table on which all that is out of place is so many times farther out; lens, light and noise are the same."""

    def wider(span: Span) -> Span:
        return factor * span[0], factor * span[1]

    return replace(
        made,
        shift=wider(made.shift),
        turn=wider(made.turn),
        lip=wider(made.lip),
        bow=wider(made.bow),
        twist=wider(made.twist),
        stand=factor * made.stand,
        lean=factor * made.lean,
        slack=wider(made.slack),
        stack=wider(made.stack),
    )
