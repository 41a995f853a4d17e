"""Where pictures come from: one small protocol, whatever stands behind it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from vision.arrays import Picture

SMALL = 4
"""A look is this many times smaller than a capture, in width and in height."""


class Look(NamedTuple):
    """A small grey picture for noticing movement: (height / SMALL, width / SMALL) uint8; ``t`` in seconds."""

    picture: Picture
    t: float


class Camera(Protocol):
    """Watch small, read large: ``look`` is cheap and often, ``capture`` full size and on demand.

    A camera may raise ``CameraError`` from any call; its text is one sentence for people.
    """

    @property
    def noisy(self) -> bool:
        """Whether no two of its looks are quite the same, as with every real sensor: one that repeats has stopped."""

    def look(self) -> Look | None:
        """The newest small picture; None when there will be no more (a folder has come to its end)."""

    def capture(self) -> Picture:
        """The full-size BGR picture of the moment of the last look."""

    def close(self) -> None:
        """Let go of the camera; calling it twice does no harm."""


Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in full-size pixels, multiples of 16 (`vision.watch.motion.CELL_PIXELS`)."""


@runtime_checkable
class PartCamera(Camera, Protocol):
    """A camera that takes less time for a part of its picture."""

    def capture_part(self, box: Box) -> Picture:
        """What ``box`` shows of a ``capture``: (y1 - y0, x1 - x0, 3)."""


class Cut(NamedTuple):
    """A full-size picture, or a part of it, whose upper left pixel is at ``x``, ``y`` of the ``whole``."""

    picture: Picture
    x: int = 0
    y: int = 0
    whole: bool = True


def captured(camera: Camera, box: Box | None) -> Cut:
    """A capture of ``camera`` that shows ``box`` at least: nothing else, where that takes less time."""
    if box is None or not isinstance(camera, PartCamera):
        return Cut(camera.capture())
    return Cut(camera.capture_part(box), box[0], box[1], whole=False)


@runtime_checkable
class LitCamera(Camera, Protocol):
    """A camera that knows of lights over the holders, which have to be dark while a picture of them is taken."""

    @property
    def lit(self) -> Collection[tuple[int, int]]:
        """Over which slots (0…12) of which holders (1, 2) such a light burns."""

    def capture_of(
        self, holders: Collection[int], watched: npt.NDArray[np.bool_] | None, box: Box | None = None
    ) -> Cut:
        """What ``captured`` gives, with no light over ``holders``. Where one has to go dark for that the picture is one
        of some looks later; raises ``PictureDropped`` when something has moved meanwhile in the ``watched`` cells
        (`vision.watch.motion.Cells`; None: anywhere)."""


class CameraError(Exception):
    """The camera gives no picture; the text says why and what to do."""


class PictureDropped(CameraError):
    """This one picture came broken, and the camera goes on: look again."""


def in_one_line(error: BaseException) -> str:
    """The first line of what an error says, without its full stop, or its name."""
    text = str(error).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__
