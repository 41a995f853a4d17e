"""Exposure, white balance and focus of a USB camera: left to itself until they are steady, then locked and read back.

The properties are those of OpenCV with V4L2, whose values they take as they are (``V4L2_EXPOSURE_APERTURE_PRIORITY`` is
3, ``V4L2_EXPOSURE_MANUAL`` is 1). Drivers refuse some, ignore others, and report what was never set: what does not read
back as it was set is left to the camera, and so is an exposure with which the picture changes once it is locked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.camera.settling import AT_LEAST, AT_MOST, LEVEL, STEADY_FRAMES

V4L2: Final = "V4L2"
"""How OpenCV calls the driver that knows these properties."""
STEADY: Final = 0.03
"""A picture is steady when brightness and sharpness changed by less than this part over ``STEADY_FRAMES`` pictures."""
_ALIKE: Final = 0.02
"""A value is held when it reads back within this part of itself."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that a camera sets by itself: the property that says whether it does, its values for yes and no, and
    the properties that hold what it has come to."""

    name: str
    automatic: int
    on: float
    off: float
    values: tuple[int, ...]


EXPOSURE: Final = Control("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3.0, 1.0, (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN))
WHITE: Final = Control("white balance", cv2.CAP_PROP_AUTO_WB, 1.0, 0.0, (cv2.CAP_PROP_WB_TEMPERATURE,))
FOCUS: Final = Control("focus", cv2.CAP_PROP_AUTOFOCUS, 1.0, 0.0, (cv2.CAP_PROP_FOCUS,))


class UsbSettling:
    """One settling of a capture of OpenCV: it begins at once; ``step`` takes each look until it has ended."""

    def __init__(self, device: Any, focus: bool = True) -> None:
        """``focus``: whether the camera shall focus too, and not only follow the light."""
        self._device = device
        wanted = (EXPOSURE, WHITE, FOCUS) if focus else (EXPOSURE, WHITE)
        self._offered = [control for control in wanted if self._automatic(control)]
        self._seen: list[tuple[float, float]] = []
        self._checked = 0
        self._ended = not self._offered
        self.locked: dict[str, dict[int, float]] = {}
        """What is locked, by name: its properties and their values."""

    def step(self, look: Picture) -> bool:
        """Take a small grey picture; whether settling has ended."""
        if self._ended:
            return True
        if self.locked:
            return self._check(look)
        self._seen.append(_brightness_and_sharpness(look))
        if len(self._seen) < AT_MOST and (len(self._seen) < AT_LEAST or not self._steady()):
            return False
        for control in self._offered:
            self._lock(control)
        self._ended = EXPOSURE.name not in self.locked
        return self._ended

    def _automatic(self, control: Control) -> bool:
        """Give a control to the camera; whether it has taken it."""
        taken = bool(self._device.set(control.automatic, control.on))
        return taken and self._device.get(control.automatic) == control.on

    def _steady(self) -> bool:
        recent = np.array(self._seen[-STEADY_FRAMES:])
        return bool((np.ptp(recent, axis=0) <= STEADY * recent.max(axis=0)).all())

    def _lock(self, control: Control) -> None:
        values = {number: float(self._device.get(number)) for number in control.values}
        values = {number: value for number, value in values.items() if value >= 0}  # others it does not have
        self._device.set(control.automatic, control.off)
        for number, value in values.items():
            self._device.set(number, value)
        held = all(self._held(number, value) for number, value in values.items())
        if values and held and self._device.get(control.automatic) == control.off:
            self.locked[control.name] = values
        else:
            self._automatic(control)

    def _held(self, number: int, value: float) -> bool:
        return abs(float(self._device.get(number)) - value) <= _ALIKE * max(1.0, abs(value))

    def _check(self, look: Picture) -> bool:
        """Whether the locked exposure is what the camera had come to: its picture has stayed as bright."""
        self._checked += 1
        if self._checked < AT_LEAST:
            return False  # these may still be of the time before the lock
        before, now = self._seen[-1][0], _brightness_and_sharpness(look)[0]
        if abs(now - before) > LEVEL * max(before, 1.0):
            del self.locked[EXPOSURE.name]
            self._automatic(EXPOSURE)
        self._ended = True
        return True


def _brightness_and_sharpness(look: Picture) -> tuple[float, float]:
    return float(look.mean()), float(cv2.Laplacian(look, cv2.CV_32F).std())
