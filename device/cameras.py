"""The camera that the settings name, opened; what it needs is imported only then."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from device.settings import Camera as CameraSettings
from device.settings import CameraSpec, parse_camera
from vision.cameras import Camera, CameraError, Look, Picture


def resolve(spec: str) -> CameraSpec:
    """The camera that ``spec`` names, ``auto`` decided: the Pi's camera if there is one, else the simulated table.

    Raises CameraError for what names no camera.
    """
    try:
        named = parse_camera(spec)
    except ValueError as error:
        raise CameraError(f'"{spec}" names no camera; {error}') from None
    if named.kind != "auto":
        return named
    from vision.picamera2_camera import pi_camera_is_there

    return CameraSpec("picamera2" if pi_camera_is_there() else "sim", "")


def open_camera(settings: CameraSettings) -> Camera | None:
    """The camera that the settings name; None when it is that of the simulated table, which the caller makes.

    Raises CameraError, one sentence, when it cannot be opened.
    """
    kind, detail = resolve(settings.kind)
    if kind == "sim":
        return None
    camera: Camera
    if kind == "picamera2":
        from vision.picamera2_camera import Picamera2Camera

        camera = Picamera2Camera()
    elif kind == "usb":
        from vision.usb_camera import UsbCamera

        camera = UsbCamera(int(detail))
    else:
        from vision.folder import FolderCamera

        camera = FolderCamera(Path(detail))
    return HalfTurned(camera) if settings.upside_down else camera


class HalfTurned:
    """A camera that hangs the other way round: its pictures, turned by half a turn."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    def look(self) -> Look | None:
        """The newest small picture."""
        seen = self._camera.look()
        return None if seen is None else Look(_turned(seen.picture), seen.t)

    def capture(self) -> Picture:
        """The full-size BGR picture of the last look."""
        return _turned(self._camera.capture())

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def _turned(picture: Picture) -> Picture:
    # a copy in order: OpenCV takes no array that runs backwards
    return np.ascontiguousarray(picture[::-1, ::-1])
