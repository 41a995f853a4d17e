"""What one picture tells of the camera: markers and how well they are seen, scale, sharpness, light.

Everything is measured on the printed markers, for what they look like is known: black squares on white.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import cv2
import numpy as np

from device.checks.findings import Finding
from vision.arrays import Doubles, Picture, Points
from vision.planes.adjustment import bundle_of
from vision.planes.bundle import MOST_STRAY, MOST_TURNED, Lying
from vision.planes.planes import (
    ALL_HOLDERS,
    MARKERS,
    PARTS,
    PLAY,
    Plane,
    PlaneFinder,
    corners_of,
    hidden_slots,
    planes_of,
)
from vision.simulated.sensor import exposure
from vision.sizes import CAMERA_HEIGHTS, MARKER_SIZE
from whist.names import holder_name, part_name
from whist.phrases import Phrase, joined, phrase

LEAST_SCALE: Final = 3.0
"""Pixels per mm of the play area below which the camera should be looked at; 3.5 is what a Camera Module 3 gives."""
SOFT: Final = 1.6
BLURRED: Final = 2.3
"""Widths of a marker's edge, mm from 10 to 90 % of the way from black to white, from which on a picture is not sharp,
and cannot be read. Pictures of the simulated table, blurred more and more: 0.7 mm as they come, all of 78 racked cards
read up to 2.2 mm, 65 at 2.4."""
DARK: Final = 60.0
"""Grey level of white paper below which there is too little light: cards were read at 20 too, but not for long."""
GLARING: Final = 0.25
"""Share of white paper at full white from which on light outshines print."""
FAINT: Final = 0.6
"""Black over white, above which a picture is flat: haze, or light into the lens."""
UNEVEN: Final = 2.0
"""White of the lightest marker over that of the darkest from which on light is uneven."""

_WORTH_A_WORD: Final = 0.33
"""From this share of what is allowed on it is said how far a marker card lies off."""

_WHITE_PAPER: Final = 205.0
"""Grey level of white paper in good light: the middle of what simulated tables show."""
_GAMMA: Final = 2.2
"""How grey levels follow from light, about."""
_REACH: Final = 2.5
"""mm to each side of a marker's edge that are looked at: its black border and the white around are wider."""
_FINE: Final = 12.0
"""Samples per mm."""
_END: Final = int(_REACH * _FINE / 4)
"""Samples at each end of a strip that are black or white alone."""


def camera_lines(picture: Picture) -> Iterator[Finding]:
    """The findings on a full-size BGR picture of the table."""
    height, width = picture.shape[:2]
    yield Finding("fine", phrase("The camera gives pictures of {width} × {height} pixels.", width=width, height=height))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = PlaneFinder().markers(grey)
    yield from _markers(seen, (width, height))
    if not seen:
        yield Finding("look at this", phrase("Without a marker in sight neither sharpness nor light can be told."))
        return
    yield from quality_lines(strips_of(grey, seen))


def strips_of(grey: Picture, seen: Mapping[int, Points]) -> dict[int, Doubles]:
    """The edges (``edge_strips``) of the markers seen in a full-size grey picture, by number."""
    return {number: edge_strips(grey, corners) for number, corners in seen.items()}


def quality_lines(strips: Mapping[int, Doubles]) -> tuple[Finding, Finding]:
    """The findings on sharpness and on light, from the edges of one marker at least."""
    return _sharp(strips), _lit(strips)


def is_dark(strips: Mapping[int, Doubles]) -> bool:
    """Whether there is too little light at one of these markers, as the finding on light then says."""
    return min(_whites(strips).values(), default=DARK) < DARK


def _whites(strips: Mapping[int, Doubles]) -> dict[int, float]:
    """The grey level of white paper at each marker."""
    return {number: float(np.median(strip[..., -_END:])) for number, strip in strips.items()}


def lux_like(white: float) -> float:
    """In what light a Camera Module 3 that exposes as long as it can would see white paper at that grey level, lux."""
    return float((max(white, 1.0) / _WHITE_PAPER) ** _GAMMA / exposure(1.0)[1])


def _markers(seen: Mapping[int, Points], size: tuple[int, int]) -> Iterator[Finding]:
    bundle = bundle_of(seen, size)
    planes = {} if bundle is None else planes_of(bundle, seen)
    for part, markers in MARKERS.items():
        if part not in PARTS and not any(marker.number in seen for marker in markers):
            continue  # the third holder, which few tables have
        plane = planes.get(part)
        missing = sorted({marker.number for marker in markers} - seen.keys())
        yield _part(part, len(markers), missing, plane, {} if bundle is None else bundle.cards)
        slots = hidden_slots(plane, size) if plane is not None and part != PLAY else []
        if slots:
            do = phrase("Push the holder towards the middle, or hang the camera higher.")
            yield Finding("look at this", outside_words(ALL_HOLDERS.index(part) + 1, slots), do)
        laid = _laid(bundle.cards) if part == PLAY and bundle is not None and bundle.cards else None
        if laid is not None:
            yield laid
        if plane is not None and part == PLAY and _scale(plane) < LEAST_SCALE:
            what = phrase("The play area is small in the picture: {scale:.1f} pixels per mm.", scale=_scale(plane))
            do = phrase(
                "Hang the camera lower ({low:g} to {high:g} cm above the table), or take one with more pixels.",
                low=CAMERA_HEIGHTS[0] / 10,
                high=CAMERA_HEIGHTS[1] / 10,
            )
            yield Finding("look at this", what, do)


def _laid(cards: Mapping[int, Lying]) -> Finding | None:
    """The finding on the marker card that lies farthest from its place, where that is worth a word."""
    number = max(cards, key=lambda one: cards[one].strayed)
    card = cards[number]
    if len(cards) < len(MARKERS[PLAY]) or card.strayed < _WORTH_A_WORD:
        return None
    what = phrase(
        "Marker card {number} lies {mm:.0f} mm off and turned by {degrees:.0f}°.",
        number=number,
        mm=card.off,
        degrees=abs(card.turned),
    )
    if card.strayed <= 1:
        harm = phrase("Up to {mm:.0f} mm and {degrees:.0f}° do no harm.", mm=MOST_STRAY, degrees=MOST_TURNED)
        return Finding("fine", joined(" ", [what, harm]))
    return Finding("look at this", what, phrase("Lay it as the printed sheet says."))


def outside_words(number: int, slots: list[int]) -> Phrase:
    """Which slots (0…12) of a holder are not in the picture."""
    places = ", ".join(str(slot + 1) for slot in slots)
    one = phrase("{holder}: slot {slots} is outside the picture.", holder=holder_name(number), slots=places)
    more = phrase("{holder}: slots {slots} are outside the picture.", holder=holder_name(number), slots=places)
    return one if len(slots) == 1 else more


def _part(part: str, of: int, missing: list[int], plane: Plane | None, cards: Mapping[int, Lying]) -> Finding:
    """The finding on a part of ``of`` markers, of which those numbered ``missing`` are not seen."""
    name = part_name(part)
    if len(missing) > (part != PLAY):  # the upper outer one of a holder stands at the very edge of the picture
        seen = of - len(missing)
        what = phrase("{seen} of {of} markers of {name} are in sight.", seen=seen, of=of, name=name)
        if plane is not None:
            what = phrase(
                "{seen} of {of} markers of {name} are in sight ({scale:.1f} px/mm).",
                seen=seen,
                of=of,
                name=name,
                scale=_scale(plane),
            )
        do = phrase(
            "Lay number {numbers} free, flat and lit, inside the camera's picture.",
            numbers=", ".join(map(str, missing)),
        )
        if part != PLAY and len(missing) == of:
            do = phrase("Put it on the table for games with holders, its face towards its human.")
        return Finding("look at this", what, do)
    which = phrase("All {of} markers of {name}", of=of, name=name)
    if missing:
        which = phrase("All {of} markers of {name} but number {number}", of=of, name=name, number=missing[0])
    strayed = part == PLAY and sum(card.strayed > 1 for card in cards.values()) > 1
    if plane is None or plane.markers < of - len(missing) or strayed:
        do = phrase("Lay them as the printed sheet says, flat, each number at its own place.")
        return Finding(
            "look at this", phrase("{which} are in sight, but not where they belong to each other.", which=which), do
        )
    what = phrase(
        "{which} are in sight, seen within {error:.1f} mm of each other ({scale:.1f} px/mm).",
        which=which,
        error=plane.error,
        scale=_scale(plane),
    )
    return Finding("fine", what)


def _scale(plane: Plane) -> float:
    """Pixels per mm in the middle of a plane's area."""
    middle = plane.area().mean(axis=0)
    around = middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    there = plane.to_picture(around)
    return float(np.sqrt(abs(np.linalg.det(there[1:] - there[0]))))


def edge_strips(grey: Picture, corners: Points) -> Doubles:
    """The four edges of a marker with these corners (4, 2), as grey levels from black to white: (4, along, across).

    Across they reach ``2 * _REACH`` mm, the edge in the middle; along, the middle half of a side.
    """
    square = corners_of(MARKERS[PLAY][0])
    square -= square.mean(axis=0)
    homography = cv2.getPerspectiveTransform(square.astype(np.float32), corners.astype(np.float32))
    along = np.arange(-MARKER_SIZE / 4, MARKER_SIZE / 4, 0.25)
    across = MARKER_SIZE / 2 + np.arange(-_REACH, _REACH, 1 / _FINE)
    u, v = np.meshgrid(across, along)
    places = np.stack([np.stack(turned, -1) for turned in ((u, v), (-u, v), (v, u), (v, -u))])
    pixels = cv2.perspectiveTransform(places.reshape(1, -1, 2), homography).reshape(places.shape).astype(np.float32)
    flat = pixels.reshape(-1, pixels.shape[2], 2)
    read = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(read, np.float64).reshape(places.shape[:3])


def edge_width(strips: Doubles) -> float:
    """How many mm a marker's edges take from 10 to 90 % of the way from black to white, in the middle of four."""
    return float(np.median([_rise(edge) for edge in strips.mean(axis=1)]))


def _rise(edge: Doubles) -> float:
    end = len(edge) // 8
    black, white = edge[:end].mean(), edge[-end:].mean()
    share = np.maximum.accumulate((edge - black) / max(1.0, white - black))
    first, last = np.searchsorted(share, (0.1, 0.9))
    return float(last - first) / _FINE


def _sharp(strips: Mapping[int, Doubles]) -> Finding:
    widths = sorted(edge_width(strip) for strip in strips.values())
    usual = widths[len(widths) // 2]
    what = phrase("edges are {usual:.1f} mm wide", usual=usual)
    if usual >= BLURRED:
        do = phrase(
            "Clean the lens and focus it on the table; a phone or a lamp on the table helps it to find the focus."
        )
        return Finding("broken", phrase("The picture is blurred: {what}.", what=what), do)
    if usual >= SOFT:
        do = phrase("Clean the lens, focus it on the table, and see that nothing shakes the mast.")
        return Finding("look at this", phrase("The picture is not sharp: {what}.", what=what), do)
    return Finding("fine", phrase("The picture is sharp: {what}.", what=what))


def _lit(strips: Mapping[int, Doubles]) -> Finding:
    white = _whites(strips)
    black = {number: float(np.median(strip[..., :_END])) for number, strip in strips.items()}
    glaring = float(np.mean([np.mean(strip[..., -_END:] >= 254) for strip in strips.values()]))
    darkest, lightest = min(white.values()), max(white.values())
    faint = max(black[number] / max(1.0, white[number]) for number in strips)
    what = phrase("white paper is {darkest:.0f} to {lightest:.0f} of 255", darkest=darkest, lightest=lightest)
    if darkest < DARK:
        little = phrase("There is little light, as in {lux:.1g} lux: {what}.", lux=lux_like(darkest), what=what)
        return Finding("look at this", little, phrase("Put a lamp over the table; 300 lux are enough."))
    if glaring > GLARING:
        return Finding(
            "look at this",
            phrase("The light glares: {what}.", what=what),
            phrase("Turn the lamp away, or hang paper before it."),
        )
    if faint > FAINT:
        do = phrase("Clean the lens, and keep lamps from shining into it.")
        return Finding(
            "look at this", phrase("The picture is flat: black is {faint:.0%} as bright as white.", faint=faint), do
        )
    if lightest > UNEVEN * darkest:
        do = phrase("Light the table from two sides, or from farther away.")
        return Finding("look at this", phrase("The light is uneven: {what}.", what=what), do)
    return Finding("fine", phrase("The light is good: {what}.", what=what))
