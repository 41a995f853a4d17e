"""The camera that the settings name, opened; what it needs is imported only then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from device.settings.settings import CameraSettings
from vision.arrays import Picture
from vision.camera.guarded import GuardedCamera
from vision.camera.kinds import KINDS, CameraSpec, parse_camera
from vision.camera.protocol import Camera, CameraError, Look
from whist.phrases import phrase


def resolve(spec: str) -> CameraSpec:
    """The camera that ``spec`` names, ``auto`` decided: the Pi's camera if there is one; else, on a Pi, a USB camera;
    else the simulated table.

    Raises CameraError for what names no camera.
    """
    try:
        named = parse_camera(spec)
    except ValueError as error:
        raise CameraError(phrase('"{spec}" names no camera; {error}', spec=spec, error=error)) from None
    if named.kind != "auto":
        return named
    from vision.camera.picamera2 import lists_usb_camera, pi_camera_is_there

    if pi_camera_is_there():
        return CameraSpec("picamera2", "")
    # a laptop's camera looks at no table: where Picamera2 is installed, somebody has hung one up
    if lists_usb_camera():
        from vision.camera.usb import first_usb_camera

        number = first_usb_camera()
        if number is not None:
            return CameraSpec("usb", str(number))
    return CameraSpec("sim", "")


def open_camera(settings: CameraSettings) -> Camera | None:
    """The camera that the settings name, guarded; None when it is that of the simulated table, which the caller makes.

    Raises CameraError, one sentence, when it cannot be opened.
    """
    spec = resolve(settings.kind)
    if spec.kind == "sim":
        return None
    opening = KINDS[spec.kind].opening(spec.detail)
    return GuardedCamera((lambda: HalfTurned(opening())) if settings.upside_down else opening)


class HalfTurned:
    """A camera that hangs the other way round: its pictures, turned by half a turn."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    @property
    def noisy(self) -> bool:
        """Whether the camera is."""
        return self._camera.noisy

    def look(self) -> Look | None:
        """The newest small picture."""
        seen = self._camera.look()
        return None if seen is None else Look(_turned(seen.picture), seen.t)

    def capture(self) -> Picture:
        """The full-size BGR picture of the last look."""
        return _turned(self._camera.capture())

    def told(self) -> Mapping[str, Any]:
        """What the camera tells of itself, where it does."""
        told: Mapping[str, Any] = getattr(self._camera, "told", dict)()
        return told

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def _turned(picture: Picture) -> Picture:
    # a copy in order: OpenCV takes no array that runs backwards
    return np.ascontiguousarray(picture[::-1, ::-1])
