"""The first step of a first time: what a picture says of how the camera hangs, in words and in outlines to draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from device.checks.camera import (
    BLURRED,
    DARK,
    edge_width,
    is_dark,
    lux_like,
    outside_words,
    quality_lines,
    strips_of,
)
from device.checks.findings import Finding
from vision.arrays import Doubles, Picture, Points
from vision.camera.picture_checks import BLACK
from vision.planes.adjustment import bundle_of
from vision.planes.bundle import Bundle
from vision.planes.camera_pose import Hang
from vision.planes.masking import to_shown
from vision.planes.planes import ALL_HOLDERS, MARKERS, PLAY, Plane, corners_of, hidden_slots, planes_of
from vision.watch.camera_advice import (
    LEAST_SCALE,
    back_words,
    face_point,
    hang_of,
    next_move,
    strayed_card,
    turned_card,
)
from whist.names import holder_name, place_name
from whist.phrases import Phrase, counted, joined, listed, phrase
from whist.table.state.seats import HOLDERS

CORNERS: Final[Mapping[int, Phrase]] = {
    0: phrase("far left"),
    1: phrase("far right"),
    2: phrase("near right"),
    3: phrase("near left"),
}
"""Where the marker cards lie, as South sees them."""


class SetupView(NamedTuple):
    """What was found in a full-size picture: markers and their edges (``edge_strips``) by number, where all stands that
    they tell, planes by part, how the camera hangs."""

    size: tuple[int, int]
    grey: Picture
    seen: dict[int, Points]
    strips: dict[int, Doubles]
    bundle: Bundle | None
    planes: dict[str, Plane]
    hang: Hang | None


class StepWords(NamedTuple):
    """What is said of a step: whether it is done, one sentence on what to do next, and what else there is to say."""

    done: bool
    say: str
    more: tuple[str, ...] = ()


def view_of(picture: Picture, seen: dict[int, Points]) -> SetupView:
    """What a BGR picture shows, with the markers seen in it."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    size = (picture.shape[1], picture.shape[0])
    bundle = bundle_of(seen, size)
    planes = {} if bundle is None else planes_of(bundle, seen)
    return SetupView(size, grey, seen, strips_of(grey, seen), bundle, planes, hang_of(seen, size))


def camera_words(view: SetupView, holders: Sequence[int], androids: bool = True) -> StepWords:
    """What to do so that the camera sees well; ``holders`` are those that the game has, ``androids`` says whose the
    first two are: those of androids have a person before them, those of computer players nobody."""
    lines = quality_lines(view.strips) if view.seen else ()
    more = tuple(_told(line) for line in lines if line.state == "look at this")
    steps = (_nothing(view), _unusable(view, *lines), _unlike(view), _hung(view), _unseen(view), _coarse(view))
    for say in steps:
        if say:
            return StepWords(False, say, tuple(one for one in more if one != say))
    missing = [number for number in holders if ALL_HOLDERS[number - 1] not in view.planes]
    if missing:
        obey = [number for number in missing if androids and number in HOLDERS]
        stand = _stand(obey) if obey else _stand_outwards(missing)
        there = any(marker.number in view.seen for number in missing for marker in MARKERS[ALL_HOLDERS[number - 1]])
        if there and more:  # where it stands already, it is seen badly
            return StepWords(False, more[0], (*more[1:], stand))
        return StepWords(False, stand, more)
    for number in holders:
        slots = hidden_slots(view.planes[ALL_HOLDERS[number - 1]], view.size)
        if slots:
            return StepWords(False, outside_words(number, slots), more)
    return StepWords(True, phrase("The camera is in the right place and sees all it needs."), more)


def _nothing(view: SetupView) -> str | None:
    if any(marker.number in view.seen for marker in MARKERS[PLAY]):
        return None
    white = float(np.percentile(view.grey[::8, ::8], 99))
    if white < BLACK:
        return phrase("The camera's picture is black; is there light, and is its lens free?")
    if white < DARK:
        return phrase(
            "More light: the picture is as dark as in {lux:.1g} lux, or the lens is covered.", lux=lux_like(white)
        )
    if view.seen:
        return phrase("None of the four marker cards is in sight: lay them out, and move the mast over their middle.")
    return phrase(
        "No marker is in sight: lay the four marker cards out below the camera; if they lie there, focus the lens."
    )


def _unusable(view: SetupView, sharp: Finding | None = None, light: Finding | None = None) -> str | None:
    """Too little light, or too blurred to be read."""
    if sharp and sharp.state == "broken":
        return _told(sharp)
    return _told(light) if light and is_dark(view.strips) else None


def _unlike(view: SetupView) -> str | None:
    """Marker cards that lie otherwise than the sheet says."""
    cards = {} if view.bundle is None else view.bundle.cards
    turned = turned_card(cards)
    if turned is not None:
        return phrase("Turn marker card {number}: it must stand upright for South.", number=turned)
    strayed = strayed_card(cards)
    if strayed is None:
        return None
    if len(cards) == len(MARKERS[PLAY]) and sum(card.strayed > 1 for card in cards.values()) == 1:
        return phrase(
            "Marker card {number} lies {mm:.0f} mm off: move it {ways}, as South sees it.",
            number=strayed,
            mm=cards[strayed].off,
            ways=back_words(cards[strayed]),
        )
    return phrase(
        "The marker cards do not lie as the sheet says: upright, 0 far left, 1 far right, 2 near right, 3 near left as "
        "South sees them, their middles 30 cm apart across and 33 cm along."
    )


def _hung(view: SetupView) -> str | None:
    move = None if view.hang is None else next_move(view.hang)
    return None if move is None else move.words()


def _unseen(view: SetupView) -> str | None:
    """Marker cards that should be in the picture, and are not seen."""
    missing = [marker.number for marker in MARKERS[PLAY] if marker.number not in view.seen]
    if not missing:
        return None
    which = listed([phrase("{number} ({where})", number=number, where=CORNERS[number]) for number in missing])
    if len(missing) == 1:
        return phrase("Marker card {which} is not seen: lay it in its place, free, flat and lit.", which=which)
    return phrase("Marker cards {which} are not seen: lay them in their places, free, flat and lit.", which=which)


def _coarse(view: SetupView) -> str | None:
    if view.hang is None or view.hang.scale >= LEAST_SCALE:
        return None
    return phrase(
        "The picture has too few pixels: {scale:.1f} per mm of the table, and {least:.1f} are needed; take a camera "
        "with more, 1920 across at least.",
        scale=view.hang.scale,
        least=LEAST_SCALE,
    )


def _stand(missing: list[int]) -> Phrase:
    if len(missing) == 2:
        return phrase(
            "Stand both holders back to back on the dealer's left, holder 1 facing South and holder 2 facing North."
        )
    person = place_name("south" if missing[0] == 1 else "north")
    return phrase(
        "Stand {holder} on the dealer's left, its face towards {person} and its markers free.",
        holder=holder_name(missing[0]),
        person=person,
    )


def _stand_outwards(missing: list[int]) -> Phrase:
    return phrase(
        "Stand {holders} where nobody sits, the face away from everybody and the markers free.",
        holders=listed([holder_name(number) for number in missing]),
    )


def _told(line: Finding) -> str:
    return joined(" ", [line.what, line.do] if line.do else [line.what])


def is_blurred(view: SetupView) -> bool:
    """Whether markers are too blurred for cards to be read."""
    widths = [edge_width(strip) for strip in view.strips.values()]
    return bool(widths) and float(np.median(widths)) >= BLURRED


def outlines(view: SetupView, picture: Picture, sides: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    """What to draw into what is shown of a picture: markers that were found, and where missing ones belong, as far as
    that is known; holders are expected at those ``sides`` (left or right of the play area), by number."""
    for number, corners in sorted(view.seen.items()):
        yield mark("marker", str(number), corners, picture)
    for part, markers in MARKERS.items():
        for marker in markers:
            if marker.number in view.seen:
                continue
            where = _expected(view, part, corners_of(marker), sides)
            if where is not None:
                yield mark("missing", str(marker.number), where, picture)


def _expected(view: SetupView, part: str, corners: Points, sides: Mapping[int, str]) -> Points | None:
    if part != PLAY and part in view.planes:
        return view.planes[part].to_picture(corners)
    if view.hang is None:
        return None
    if part == PLAY:
        return view.hang.to_picture(np.hstack([corners, np.zeros((4, 1))]))
    number = ALL_HOLDERS.index(part) + 1
    return view.hang.to_picture(face_point(number, sides[number], corners)) if number in sides else None


def mark(kind: str, label: str, corners: Points, picture: Picture, **more: Any) -> dict[str, Any]:
    """An outline to draw: its ``kind``, ``label`` and ``points`` in pixels of what is shown of the picture."""
    points = np.clip(to_shown(corners, picture), -2000.0, 4000.0).round(1).tolist()
    return {"kind": kind, "label": label, "points": points} | more


def summary(view: SetupView) -> Phrase:
    """How many markers are seen, for those who do not see the picture."""
    count = len(view.seen)
    return counted("The camera sees {count} marker.", "The camera sees {count} markers.", count)
