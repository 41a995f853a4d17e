"""Lights over the slots of holders, as pictures show them: `vision.camera.protocol.LitCamera`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import numpy as np

from vision.planes.planes import ALL_HOLDERS, Plane
from vision.sizes import CARD_BOTTOM, POKER_CARD, SLOT_PITCH, slot_left
from vision.watch.motion import Cells
from vision.watch.watched import cells_within
from whist.messages.observations import HolderSlot

LIT_REST: Final = 1.0
"""Seconds without movement until a holder is read whose light has to be darkened for it."""
_GLARE: Final = 40.0
"""How far around a light a picture changes by it, mm."""


def only_lights(planes: Mapping[str, Plane], places: Collection[HolderSlot], changed: Cells) -> bool:
    """Whether cells of a look have changed nowhere but where lights that go on or off over ``places`` shine."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    around = _GLARE * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    near = np.zeros(changed.shape, np.bool_)
    for holder, slot in places:
        plane = planes.get(ALL_HOLDERS[holder - 1])
        if plane is not None:
            over = np.array([slot_left(slot) + SLOT_PITCH / 2, CARD_BOTTOM + POKER_CARD[1]])
            near |= cells_within(plane.to_picture(over + around), changed.shape)
    return not (changed & ~near).any()


def lies_under(lights: Collection[HolderSlot], parts: Collection[str]) -> bool:
    """Whether a light burns over a holder of these ``parts``."""
    return any(ALL_HOLDERS[holder - 1] in parts for holder, _ in lights)
