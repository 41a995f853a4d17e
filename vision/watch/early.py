"""When what has changed lies still: it is read early, and believed when it has lain still for longer."""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

from vision.camera.protocol import Cut, Look
from vision.thresholds import Watch
from vision.watch.motion import Cells, Motion
from whist.messages.observations import Observation


class Read(NamedTuple):
    """What a reading tells, the picture that it is of (None: it took none), the cells that it dealt with (None: all),
    and whether it was of the ``play`` area too."""

    told: list[Observation]
    cut: Cut | None
    cells: Cells | None = None
    play: bool = False


class Rest:
    """Takes looks: what they show can be believed once it has been the same for ``looks`` of them and ``seconds``."""

    def __init__(self, looks: int, seconds: float) -> None:
        self._looks, self._seconds = looks, seconds
        self._since = self._now = 0.0
        self.motion = Motion(min(looks, Watch.EARLY))
        self.reads_early = looks > Watch.EARLY
        """Whether what can be read cannot be believed at once."""
        self.sure = False
        """Whether the last look can be believed."""
        self.early: tuple[Read, dict[str, Any]] | None = None
        """What was read and cannot be believed yet, and what was known before it (`known`)."""

    def step(self, look: Look, watched: Cells | None, secret: Cells | None = None) -> Cells | None:
        """Take a look; the cells that have changed as soon as it can be read, otherwise as ``Motion.step``."""
        changed = self.motion.step(look.picture, watched, secret)
        self._now = look.t
        if self.motion.still <= 1:
            self._since = look.t
        self.sure = changed is not None and self.motion.still >= self._looks and self.lasted >= self._seconds
        return changed

    @property
    def lasted(self) -> float:
        """Seconds for which nothing has moved."""
        return self._now - self._since

    def forget(self) -> None:
        """Begin anew: the next still picture has changed everywhere."""
        self.motion.forget()
        self.early, self.sure = None, False


def known(of: object, names: tuple[str, ...], parts: str) -> dict[str, Any]:
    """Copies of the attributes ``names`` of an object, and of the objects in its dictionary ``parts``."""
    inside = {name: copy(part) for name, part in getattr(of, parts).items()}
    return {name: copy(getattr(of, name)) for name in names} | {parts: inside}
