"""A guide of a first time that only exists for its page."""

from __future__ import annotations

import threading
from typing import Any

import cv2
import numpy as np

from whist.rules.refusals import Refused

SQUARE = [[0.0, 0.0], [22.0, 0.0], [22.0, 22.0], [0.0, 22.0]]
PLACES = ((340, 120), (600, 120), (600, 410), (340, 410))
CARDS = (("HT", 390, 190), ("SK", 520, 190), ("CQ", 455, 270), ("C3", 390, 330))
OFF = "Move the mast 3 cm to the left, as South sees it."
HIDDEN = "While a hand is in play nobody is shown the camera's picture; the guide goes on after it."


def _at(x: int, y: int, size: float = 1.0) -> list[list[float]]:
    return [[x + size * dx, y + size * dy] for dx, dy in SQUARE]


def _picture() -> bytes:
    picture = np.full((540, 960, 3), 60, np.uint8)
    cv2.rectangle(picture, (335, 115), (630, 440), (60, 110, 40), -1)
    return cv2.imencode(".jpg", picture)[1].tobytes()


class FakeGuide:
    """A table whose camera hangs 3 cm off, with one card that is not read and two lights; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bool | None, bool]] = []
        self.answers: list[bool] = []
        self.hidden = ""
        self.good = False
        self._jpeg = _picture()
        self._lock = threading.Lock()

    def state(self) -> dict[str, Any]:
        with self._lock:
            asks = len(self.answers) < 2
            dark = (
                [] if all(self.answers) else ["trump light: hearts: check the wire to GPIO 13 (pin 33 of the header)."]
            )
            steps = {
                "camera": self._step(
                    self.good, "The camera hangs well." if self.good else OFF, ["The light is uneven."]
                ),
                "cards": self._step(False, "Lay 2 cards more.", ["Read: the 10 of hearts and the king of spades."]),
                "lights": self._step(not asks, "Only this light burns now." if asks else "Done.", dark)
                | {"asks": asks and not self.hidden, "tried": not asks},
                "deal": {"done": bool(self.hidden), "say": "South deals.", "more": ["Deal four hands of 13."]},
            }
            if self.hidden:
                return {
                    "hidden": self.hidden,
                    "picture": None,
                    "size": [960, 540],
                    "marks": [],
                    "note": "",
                    "steps": steps,
                }
            marks = [
                {"kind": "missing" if number == 2 else "marker", "label": str(number), "points": _at(*place)}
                for number, place in enumerate(PLACES)
            ]
            marks += [
                {"kind": "doubt" if card == "C3" else "card", "label": card, "points": _at(x, y, 2.5)}
                for card, x, y in CARDS
            ]
            seen = "The camera sees 15 markers."
            return {
                "hidden": "",
                "picture": 7,
                "size": [960, 540],
                "marks": marks,
                "seen": seen,
                "note": "",
                "steps": steps,
            }

    def _step(self, done: bool, say: str, more: list[str]) -> dict[str, Any]:
        return {"done": done, "say": self.hidden or say, "more": [] if self.hidden else more}

    def at(self, step: str, burns: bool | None = None, again: bool = False) -> dict[str, Any]:
        with self._lock:
            self.asked.append((step, burns, again))
            if burns is not None and len(self.answers) == 2:
                raise Refused("No light is being tried now.", "not_now")
            if again:
                self.answers.clear()
            elif burns is not None:
                self.answers.append(burns)
        return self.state()

    def picture(self, number: int) -> bytes | None:
        return self._jpeg if number == 7 and not self.hidden else None
