"""A camera that says when it takes a picture, so that the slot strip does not shine into it."""

from __future__ import annotations

from typing import Final

from device.strip import Strip
from vision.cameras import Camera, Look, Picture, PictureDropped
from vision.motion import Motion

LOOKS: Final = 3
"""Looks at the shaded table: what is exposed in the first one may still have been lit, and the others show whether it
still lies as still as it did. Ten a second take 0.3 s."""


class ShadedCamera:
    """``camera``, before whose large pictures ``strip`` is shaded (the ``Camera`` protocol).

    Where no light of the strip burns, nothing is done and no time is lost.
    """

    def __init__(self, camera: Camera, strip: Strip) -> None:
        self._camera = camera
        self._strip = strip

    @property
    def noisy(self) -> bool:
        """Whether the camera is."""
        return self._camera.noisy

    def look(self) -> Look | None:
        """The newest small picture."""
        return self._camera.look()

    def capture(self) -> Picture:
        """The full-size BGR picture of the last look, or one without the strip's light from some looks later; raises
        ``PictureDropped`` when something has moved meanwhile."""
        if not self._camera.noisy:  # a folder of pictures has no other one of the same moment
            return self._camera.capture()
        with self._strip.shaded() as changes:
            if changes and not self._lies_still():
                raise PictureDropped("Something moved while the strip was dark.")
            return self._camera.capture()

    def _lies_still(self) -> bool:
        motion, still = Motion(), None
        for number in range(LOOKS):
            look = self._camera.look()
            if look is not None and number:
                still = motion.step(look.picture)
        return still is not None

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()
