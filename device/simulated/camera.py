"""The camera of the simulated table in play, guarded as any other: it can be made to fail, and what then must be said
is said."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from vision.camera.guarded import GuardedCamera
from vision.packs.faces import Pack
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable

SLOWLY: Final = 60.0
"""Seconds that a picture may take on a busy machine: this camera is slow there, but never hangs."""


def simulated_camera(
    table: SimulatedTable, pack: Pack, seed: int, clock: Callable[[], float] = time.monotonic
) -> GuardedCamera:
    """The guarded camera over ``table``; ``pack`` and ``seed`` as of ``SimulatedCamera``, ``clock`` counts seconds."""
    camera = SimulatedCamera(table, pack, seed=seed)
    return GuardedCamera(lambda: camera, patience=SLOWLY, clock=clock)
