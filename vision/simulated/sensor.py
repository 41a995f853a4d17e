"""Cameras of other sizes and in little light over the simulated table.

How light in lux becomes a picture follows what Raspberry Pi's libcamera holds for the Camera Module 3 (its tuning file
``imx708.json``, November 2026): ``rpi.lux`` says how much exposure a light needs, ``rpi.agc`` how it is shared between
shutter and analogue gain, and that there is no more than 67 ms at a gain of 16; ``rpi.noise`` how raw pixels scatter.
Assumed, and from no source: reading a pixel out adds 3 electrons of noise, grey levels are those of sRGB, what
demosaicing takes from the noise sharpening gives back, neighbouring pixels scatter alike as in the simulated camera's
own noise, the white balance is right, and nothing moves while the shutter is open.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.camera.protocol import SMALL, Look
from vision.simulated.camera import SimulatedCamera
from vision.simulated.render import PixelRegion, Renderer
from vision.simulated.scene import SimulatedTable
from vision.simulated.surfaces import noise_tile
from vision.sizes import CAMERA_SIZE

_LUX_EXPOSURE: Final = 10672 * 1.12 * 977 * 0.16 / (8627 / 65536)
"""Lux times exposure (microseconds at gain 1) of a picture as bright as the camera wants it: a mean of 0.16."""
_STAGES: Final = ((15_000, 1.0), (30_000, 2.0), (60_000, 4.0), (66_666, 16.0))
"""How exposure grows, stage by stage: the shutter first, microseconds, then the gain."""
_GAMMA: Final = 2.2
"""What the curve of sRGB comes to on the whole."""
_FULL: Final = (256 / 2.5) ** 2
"""Electrons of a white pixel at gain 1: of 65536 it scatters by 2.5 times its root, and so as that many electrons."""
_READ: Final = 3.0
"""Noise of reading a pixel out, electrons."""
_FINE: Final = 32
_LEVEL: Final = 127
_PARTS: Final = 8
"""Noise of spread 1 and the spread of each grey level are kept as whole numbers of these parts."""
SHARP: Final = 0.85
"""The simulated lens at its best: sigma in pixels of its own camera, in the middle of what seeds choose."""


def exposure(lux: float) -> tuple[float, float]:
    """The analogue gain (1…16) that a light asks for, and the share (0…1) of the wanted light that is reached."""
    wanted, gain = _LUX_EXPOSURE / lux, 1.0
    for shutter, most in _STAGES:
        if shutter * gain >= wanted:
            return gain, 1.0
        if shutter * most >= wanted:
            return wanted / shutter, 1.0
        gain = most
    return gain, shutter * gain / wanted


def noise_of(lux: float) -> npt.NDArray[np.float64]:
    """Spread of a pixel of each of the 256 grey levels in that light, grey levels."""
    grey = np.arange(256) / 255.0
    light = np.where(grey <= 0.04045, grey / 12.92, ((grey + 0.055) / 1.055) ** 2.4)
    steep = np.where(grey <= 0.04045, 12.92, 1.055 / 2.4 * np.maximum(light, 0.003) ** (1 / 2.4 - 1))
    electrons = _FULL / exposure(lux)[0]
    scatter = np.sqrt(light * electrons + _READ**2) / electrons
    return np.asarray(255 * steep * scatter, np.float64)


def dimness(lux: float) -> float:
    """By how much the picture's grey levels are darker than they should be (`vision.simulated.scene.Air.gain`)."""
    return float(exposure(lux)[1] ** (1 / _GAMMA))


def coarseness(width: int) -> float:
    """The blur to add to the simulated camera's own (`vision.simulated.scene.Air.blur`) for a lens that is as sharp on
    a sensor ``width`` pixels wide as the simulated one is on its own."""
    return SHARP * sqrt(max((CAMERA_SIZE[0] / width) ** 2 - 1, 0.0))


class SensorCamera(SimulatedCamera):
    """A camera with a sensor of its own over a simulated table: ``width`` pixels wide, its noise that of ``lux``."""

    def __init__(self, table: SimulatedTable, renderer: Renderer, width: int, lux: float, seed: int = 0) -> None:
        """``width`` is at most that of the simulated camera; height follows. Light and blur are the scene's."""
        super().__init__(table, seed=seed, renderer=renderer)
        self.size = width, width * CAMERA_SIZE[1] // CAMERA_SIZE[0] // SMALL * SMALL
        spread = noise_of(lux)[np.minimum(np.arange(256) + renderer.level, 255)]
        self._spread = np.asarray(np.rint(spread * _PARTS).clip(0, 255).astype(np.uint8), np.uint8)
        noise = noise_tile(seed, _FINE, _LEVEL).astype(np.int16) - _LEVEL
        self._more, self._less = (np.asarray(one.clip(0, _LEVEL).astype(np.uint8), np.uint8) for one in (noise, -noise))
        self._draw = np.random.default_rng((seed, 8))

    def look(self) -> Look | None:
        """The small grey picture of the table now."""
        look = super().look()
        if look is None or self.size == CAMERA_SIZE:
            return look
        small = self.size[0] // SMALL, self.size[1] // SMALL
        return Look(np.asarray(cv2.resize(look.picture, small, interpolation=cv2.INTER_AREA), np.uint8), look.t)

    def capture(self, region: PixelRegion | None = None) -> Picture:
        """The BGR picture of the moment of the last look, of the sensor's size; ``region`` cuts out a part of it."""
        clean = self.renderer.clean()
        if self.size != CAMERA_SIZE:
            clean = np.asarray(cv2.resize(clean, self.size, interpolation=cv2.INTER_AREA), np.uint8)
        rows = (int(self._draw.integers(len(self._more))) + np.arange(self.size[1])) % len(self._more)
        first = int(self._draw.integers(self._more.shape[1] - self.size[0]))
        part = slice(first, first + self.size[0])
        spread = cv2.LUT(clean, self._spread)
        more, less = (
            cv2.multiply(spread, noise[rows, part], scale=1 / (_FINE * _PARTS)) for noise in (self._more, self._less)
        )
        picture = cv2.subtract(cv2.add(cv2.add(clean, (self.renderer.level,) * 3 + (0,)), more), less)
        x0, y0, x1, y1 = region or (0, 0, *self.size)
        return np.asarray(picture[y0:y1, x0:x1], np.uint8)
