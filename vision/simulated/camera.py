"""A camera over the simulated table: it sees the picture and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import numpy as np

from vision.arrays import Picture
from vision.camera.protocol import SMALL, CameraError, Look
from vision.packs.faces import Pack
from vision.simulated.optics import View
from vision.simulated.render import PixelRegion, Renderer
from vision.simulated.scene import Mount, SimulatedTable
from vision.sizes import CAMERA_SIZE
from whist.phrases import phrase

LOOKS_PER_SECOND: Final = 10.0


class SimulatedCamera:
    """Looks at a simulated table (the ``Camera`` protocol). ``seed`` chooses table top, light, noise and mounting. It
    fails as the table's scene says.

    Time comes from ``clock`` (seconds), or by counting looks at ``LOOKS_PER_SECOND``. While ``black`` is true every
    picture is black, as with the lens covered.
    """

    noisy = True

    def __init__(
        self,
        table: SimulatedTable,
        pack: Pack | None = None,
        seed: int = 0,
        *,
        black: bool = False,
        clock: Callable[[], float] | None = None,
        renderer: Renderer | None = None,
    ) -> None:
        """``renderer`` stands for one made of ``pack`` and ``seed``."""
        self.table = table
        self.black = black
        self.renderer = renderer or Renderer(pack or Pack.drawn("standard"), seed, workmanship=table.workmanship)
        self._clock = clock
        self._looks = 0
        self._frozen: Look | None = None
        """The look that a frozen camera repeats."""
        self._mount: Mount | None = None
        self._put_up: View | None = None
        self._lock = threading.Lock()

    def look(self) -> Look | None:
        """The small grey picture of the table now."""
        with self._lock:
            t = self._clock() if self._clock else self._looks / LOOKS_PER_SECOND
            self._looks += 1
            scene = self.table.scene()
            if scene.failing == "unplugged":
                raise CameraError(phrase("The simulated camera is unplugged; plug it in again."))
            if self.black or scene.failing == "black":
                return Look(np.zeros((CAMERA_SIZE[1] // SMALL, CAMERA_SIZE[0] // SMALL), np.uint8), t)
            if scene.failing == "frozen" and self._frozen is not None:
                return Look(self._frozen.picture, t)
            self._hang(scene.mount)
            self.renderer.update(scene)
            self._frozen = Look(self.renderer.small(), t)
            return self._frozen

    def capture(self, region: PixelRegion | None = None) -> Picture:
        """The full-size BGR picture of the moment of the last look, or the region x0, y0, x1, y1 of it, in pixels."""
        with self._lock:
            if self.black:
                x0, y0, x1, y1 = region or (0, 0, *CAMERA_SIZE)
                return np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
            return self.renderer.full(region)

    def _hang(self, mount: Mount | None) -> None:
        """Hang as the scene says. The lock is held."""
        if mount == self._mount:
            return
        self._put_up = self._put_up or self.renderer.view
        self._mount = mount
        self.renderer.rehang(
            self._put_up if mount is None else View.hung(mount.height, mount.at, mount.tilt, self._put_up.barrel)
        )

    def close(self) -> None:
        """Nothing needs to be let go."""
