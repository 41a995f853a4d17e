"""When a camera's focus, exposure and white balance have settled, and when the light has changed enough to settle anew.

Values come from the metadata of its pictures and go back as controls, both as libcamera names them; no camera here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.sizes import CAMERA_HEIGHT

AT_LEAST: Final = 8
"""Pictures until what was set shows in them; before that the old values only look steady."""
AT_MOST: Final = 60
"""After so many pictures things count as settled, whatever they are."""
STEADY_FRAMES: Final = 5
STEADY: Final = 0.02
"""Exposure is steady when it changed by less than this part over ``STEADY_FRAMES`` pictures."""
MANUAL_FOCUS: Final = 0
AUTO_FOCUS: Final = 1
"""libcamera's values of AfMode."""
FOCUS_START: Final = 0
"""libcamera's value of AfTrigger."""
SCANNING: Final = 1
FOCUSED: Final = 2
FAILED: Final = 3
"""libcamera's values of AfState."""
LONG: Final = 10.0
"""Seconds for which the light must have been another."""
LEVEL: Final = 0.25
"""Part by which the white of the table must have become darker or lighter."""
CLIPPED: Final = 0.15
"""Share of the picture by which more, or less, of it must be at full white."""

STEADY_BALANCE: Final = 0.004
"""White balance is steady when its gains changed by less than this part over ``STEADY_FRAMES`` pictures: libcamera goes
a twentieth of the way with each picture, so less than a fiftieth of what they are off is still to come."""
MOST_BALANCE: Final = 400
"""After so many pictures white balance counts as settled, whatever it is."""
TABLE_LENS: Final = 1000.0 / CAMERA_HEIGHT
"""Where the lens is sharp on the table plane under a camera that hangs as it should: dioptres."""

_LOCKED: Final = ("ExposureTime", "AnalogueGain")
_AUTOMATIC: Final = ("AeEnable", "AwbEnable")


class Settling:
    """One settling: ``controls`` begin it, ``step`` takes each picture's metadata until all is ``done`` and says what
    to lock: exposure and focus first, white balance as soon as it has come to rest, which may take longer.

    ``known`` are the controls that the camera has; ``focus`` whether it shall focus too.
    """

    def __init__(self, known: Collection[str], focus: bool = True) -> None:
        self._known = frozenset(known)
        self._focus = focus and "AfMode" in self._known
        self._scanned = False
        self._exposures: list[float] = []
        self._gains: list[tuple[float, ...]] = []
        self._exposed = False
        self.focused = not self._focus
        """Whether focusing has come to a good end; always so where it was not asked for."""
        self.done = False
        """Whether all is locked."""

    def controls(self) -> dict[str, Any]:
        """What to set first."""
        begin: dict[str, Any] = {name: True for name in _AUTOMATIC if name in self._known}
        if self._focus:
            begin |= {"AfMode": AUTO_FOCUS, "AfTrigger": FOCUS_START}
        return begin

    def step(self, metadata: Mapping[str, Any]) -> dict[str, Any] | None:
        """Take a picture's metadata; what to lock when something has settled, or was waited for long enough, else
        None."""
        self._exposures.append(_number(metadata.get("ExposureTime"), 0.0) * _number(metadata.get("AnalogueGain"), 1.0))
        gains = metadata.get("ColourGains") or ()
        self._gains.append(tuple(_number(gain, 0.0) for gain in gains))
        locked = {} if self._exposed or not self._has_settled(metadata) else self._lock(metadata)
        if self._exposed and (self._balanced() or len(self._gains) >= MOST_BALANCE):
            locked |= {"AwbEnable": False} if "AwbEnable" in self._known else {}
            locked |= {"ColourGains": metadata["ColourGains"]} if gains and "ColourGains" in self._known else {}
            self.done = True
            return locked
        return locked or None

    def _has_settled(self, metadata: Mapping[str, Any]) -> bool:
        """Whether exposure and focus have, or were waited for long enough."""
        seen = len(self._exposures)
        focus_ended = self._focus_ended(metadata)
        return seen >= AT_MOST or (seen >= AT_LEAST and self._steady() and focus_ended)

    def _balanced(self) -> bool:
        recent = self._gains[-STEADY_FRAMES:]
        if not all(recent) or not {"AwbEnable", "ColourGains"} <= self._known:
            return True  # nothing tells, or nothing can be done
        return all(max(gain) - min(gain) <= STEADY_BALANCE * max(gain) for gain in zip(*recent, strict=False))

    def _steady(self) -> bool:
        recent = self._exposures[-STEADY_FRAMES:]
        return max(recent) - min(recent) <= STEADY * max(recent)

    def _focus_ended(self, metadata: Mapping[str, Any]) -> bool:
        state = metadata.get("AfState")
        if not self._focus or state is None:
            self.focused = True  # nothing tells
            return True
        # right after the trigger the state may still be that of the time before
        self._scanned |= state == SCANNING
        if not self._scanned and len(self._exposures) < 2 * AT_LEAST:
            return False
        self.focused = state == FOCUSED
        return state in (FOCUSED, FAILED)

    def _lock(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        self._exposed = True
        locked: dict[str, Any] = {"AeEnable": False} if "AeEnable" in self._known else {}
        locked |= {name: metadata[name] for name in _LOCKED if name in self._known and name in metadata}
        if self._focus and "LensPosition" in metadata:
            lens = metadata["LensPosition"] if self.focused else TABLE_LENS
            locked |= {"AfMode": MANUAL_FOCUS, "LensPosition": lens}
        return locked


class Light:
    """The light on the table since exposure was locked; ``step`` takes each look and says when to settle anew.

    It goes by the brightest twentieth of the picture, which markers and paper make up whatever cards lie there.
    """

    def __init__(self) -> None:
        self._locked: tuple[float, float] | None = None
        self._since: float | None = None
        self._waited = 0

    def step(self, look: Picture, t: float) -> bool:
        """Whether the light of a grey look at ``t`` seconds has been another than at first for ``LONG``."""
        if self._waited < AT_LEAST:
            self._waited += 1  # these may still be of the time before the lock
            return False
        level, clipped = _white(look)
        if self._locked is None:
            self._locked = level, clipped
        old_level, old_clipped = self._locked
        if abs(level - old_level) <= LEVEL * max(old_level, 1.0) and abs(clipped - old_clipped) <= CLIPPED:
            self._since = None
            return False
        if self._since is None:
            self._since = t
        return t - self._since >= LONG


def _white(look: Picture) -> tuple[float, float]:
    """Grey level that a twentieth of the picture exceeds, and the share that is at full white."""
    sample = np.ascontiguousarray(look[::4, ::4])  # this is done with each look, and has to be cheap
    counts = cv2.calcHist([sample], [0], None, [256], [0, 256]).ravel() if sample.size else np.zeros(256)
    share = np.cumsum(counts) / max(1, counts.sum())
    return float(np.searchsorted(share, 0.95)), float(counts[250:].sum() / max(1, counts.sum()))


def _number(value: Any, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) else otherwise
