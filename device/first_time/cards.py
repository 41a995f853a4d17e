"""The second step of a first time: the cards that were found on the play area, and why some were not read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, sin
from typing import Any, Final

import numpy as np

from device.checks.camera import DARK
from device.first_time.camera import SetupView, StepWords, is_blurred, mark
from vision.arrays import Picture, Points
from vision.planes.planes import PLAY, Plane, rectify
from vision.sizes import POKER_CARD
from vision.watch.camera_advice import LEAST_SCALE
from whist.messages.observations import LaidCard
from whist.names import card_name
from whist.phrases import Phrase, counted, joined, listed, phrase
from whist.table.seen.last_seen import clear

WANTED: Final = 5
"""Cards that are laid as a try."""
_FULL: Final = 250
"""Grey level that only light shining back has."""
_GLARING: Final = 0.25
"""Share of a card that glare takes before it counts as the reason."""


def card_words(view: SetupView, cards: Sequence[LaidCard]) -> StepWords:
    """What to do to try cards; each card found, and why one was not read."""
    read = [one for one in cards if clear(one.reading)]
    more = tuple(_not_read(view, one) for one in cards if one not in read)
    named: tuple[str, ...] = ()
    names = [card_name(one.reading.best) for one in read if one.reading.best]
    if names:
        named = (phrase("Read: {cards}.", cards=listed(names)),)
    if PLAY not in view.planes:
        return StepWords(False, phrase("The play area is not found: go back to the camera."))
    if more:
        return StepWords(False, joined(" ", more[:1]), (*more[1:], *named))
    if len(read) >= WANTED:
        return StepWords(True, phrase("All cards are read. Take them off the table, and go on."), named)
    if not read:
        return StepWords(False, phrase("Lay any five cards on the play area, face up, one apart from the other."))
    left = counted("Lay {count} card more.", "Lay {count} cards more.", WANTED - len(read))
    return StepWords(False, left, named)


def _not_read(view: SetupView, one: LaidCard) -> Phrase:
    where = _where(one)
    why = _why(view, one)
    if one.reading.best:
        name = card_name(one.reading.best)
        return phrase("The card {where} may be {name}, but that is not certain: {why}", where=where, name=name, why=why)
    return phrase("The card {where} cannot be read: {why}", where=where, why=why)


def _where(one: LaidCard) -> Phrase:
    across = phrase("left") if one.x < -50 else phrase("right") if one.x > 50 else phrase("in the middle")
    along = phrase("far") if one.y > 50 else phrase("near") if one.y < -50 else None
    return across if along is None else phrase("{along} {across}", along=along, across=across)


def _why(view: SetupView, one: LaidCard) -> Phrase:
    grey = card_patch(view.grey, view.planes[PLAY], one) if PLAY in view.planes else np.zeros((2, 2), np.uint8)
    if np.percentile(grey, 80) < DARK:
        return phrase("it lies too dark.")
    if (grey >= _FULL).mean() > _GLARING:
        return phrase("light shines back from it; move the lamp, or hang paper before it.")
    if view.hang is not None and view.hang.scale < LEAST_SCALE:
        return phrase("it has too few pixels, {scale:.1f} per mm.", scale=view.hang.scale)
    if is_blurred(view):
        return phrase("the picture is blurred.")
    if not one.reading.belief:
        return phrase("it lies face down, or its corners are covered.")
    return phrase("lay it free, with both its corners in view; a pack with fancy letters can be taught.")


def card_patch(grey: Picture, plane: Plane, one: LaidCard) -> Picture:
    """What the camera sees of the middle of a card, straight as the table lies, 2 pixels per mm."""
    half = 20.0
    return rectify(grey, plane, (one.x - half, one.y - half, one.x + half, one.y + half), 2.0)


def card_marks(view: SetupView, cards: Sequence[LaidCard], picture: Picture) -> Iterator[dict[str, Any]]:
    """What to draw into the picture for cards on the play area."""
    for one in cards if PLAY in view.planes else ():
        kind = "card" if clear(one.reading) else "doubt"
        label = str(one.reading.best) if one.reading.belief else "?"
        yield mark(kind, label, view.planes[PLAY].to_picture(_corners(one)), picture)


def _corners(one: LaidCard) -> Points:
    c, s = cos(one.angle), sin(one.angle)
    x, y = POKER_CARD[0] / 2, POKER_CARD[1] / 2
    square = np.array([[-x, y], [x, y], [x, -y], [-x, -y]])
    return np.asarray(square @ np.array([[c, s], [-s, c]]) + (one.x, one.y), np.float64)
