"""A camera that says when it takes a picture, so that the slot strip does not shine into it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from device.lights.strip import Strip
from vision.arrays import Picture
from vision.camera.protocol import Box, Camera, Cut, Look, PictureDropped, captured
from vision.watch.motion import Cells, Motion
from whist.messages.observations import HolderSlot

LATE: Final = 0.2
"""Seconds from a look's moment until it is there, and a little more (a Pi camera's take 0.18)."""
DARK: Final = 2
"""Looks at the shaded table that show whether it lies still."""
MOST: Final = 20
"""Looks at most, in all: the strip must not stay dark for a camera whose time stands still."""


class ShadedCamera:
    """``camera``, before whose pictures of a holder the lights of ``strip`` over it are shaded (``LitCamera``).

    Where no light burns over what a picture is taken of, nothing is done and no time is lost.
    """

    def __init__(self, camera: Camera, strip: Strip) -> None:
        self._camera = camera
        self._strip = strip

    @property
    def noisy(self) -> bool:
        """Whether the camera is."""
        return self._camera.noisy

    @property
    def lit(self) -> Collection[HolderSlot]:
        """Where a light burns that has to be shaded."""
        return self._strip.lit if self.noisy else ()

    def look(self) -> Look | None:
        """The newest small picture."""
        return self._camera.look()

    def capture(self) -> Picture:
        """As ``capture_of`` both holders, wherever something moves."""
        return self.capture_of((1, 2), None).picture

    def capture_of(self, holders: Collection[int], watched: Cells | None, box: Box | None = None) -> Cut:
        """What ``captured`` gives; or, without the strip's light over ``holders``, some looks later: then it raises
        ``PictureDropped`` when something has moved meanwhile in the ``watched`` cells."""
        if not self.noisy:  # a folder of pictures has no other one of the same moment
            return captured(self._camera, box)
        with self._strip.shaded(holders) as changes:
            if changes and not self._lies_still(watched):
                raise PictureDropped("Something moved while the strip was dark.")
            return captured(self._camera, box)

    def _lies_still(self, watched: Cells | None) -> bool:
        """Whether looks that were exposed in the dark show the same: not the first to come, which may have been exposed
        before, nor those of the next ``LATE`` seconds."""
        motion, seen, dark = Motion(DARK), 0, float("inf")
        for _ in range(MOST):
            look = self._camera.look()
            if look is None:
                break
            if look.t < dark:
                dark = min(dark, look.t + LATE)
                continue
            seen += 1
            still = motion.step(look.picture, watched)
            if seen == DARK:
                return still is not None
        return False

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()
