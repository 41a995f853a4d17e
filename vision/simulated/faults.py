"""What goes wrong with the pictures of the simulated table: light, lens, camera, cloth and cards, each by its name."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

from vision.packs.faces import Pack
from vision.simulated.camera import SimulatedCamera
from vision.simulated.optics import View
from vision.simulated.render import Renderer
from vision.simulated.scene import Air, LyingCard, SimulatedTable, Spot
from vision.simulated.worn import worn_pack
from vision.sizes import FACE_HEIGHT

ROOM_FAULTS: Final[Mapping[str, str]] = {
    "worn": "the cards are worn: yellow, scratched, rubbed pale",
    "cloth": "a cloth with checks, stripes, dots or flowers lies on the table",
    "hung": "the camera hangs higher than it should, off the middle and askew",
}
"""What a room has for a whole evening."""
PICTURE_FAULTS: Final[Mapping[str, str]] = {
    "shadows": "a shadow moves over the table",
    "glare": "a lamp shines back from cards or holders for a while",
    "dim": "the light is low",
    "coloured": "the light is coloured",
    "defocus": "the lens hunts for its focus",
    "dropped": "some frames are lost",
    "camera-nudged": "somebody knocks against the camera",
}
"""What comes over the pictures while cards are played."""


def room(
    table: SimulatedTable,
    pack: Pack,
    seed: int,
    faults: Collection[str] = (),
    clock: Callable[[], float] | None = None,
) -> SimulatedCamera:
    """A camera over ``table`` in a room of ``seed`` with those ``faults`` of a room; ``clock`` tells it the time."""
    if "worn" in faults:
        pack = worn_pack(pack, seed)
    camera = SimulatedCamera(table, pack, seed, clock=clock)
    if "hung" in faults or "cloth" in faults:
        view = View.by_seed(seed, "hung" in faults, table.workmanship)
        camera.renderer = Renderer(pack, seed, view, "cloth" in faults, table.workmanship)
    return camera


def dim(rng: random.Random) -> Air:
    """Low light."""
    return Air(gain=rng.uniform(0.35, 0.6))


def coloured(rng: random.Random) -> Air:
    """Warm, green or blue light."""
    tint = rng.choice(((0.5, 0.82, 1.1), (0.75, 1.1, 0.75), (1.1, 0.85, 0.7)))
    return Air(gain=rng.uniform(0.8, 1.0), tint=tint)


def hunting(rng: random.Random, air: Air) -> list[Air]:
    """The air of frame after frame while the lens hunts for its focus and finds it again."""
    worst = rng.uniform(2.0, 6.0)
    return [replace(air, blur=worst * share) for share in (0.4, 1.0, 1.0, 0.7, 0.3)]


def passing_shadow(rng: random.Random) -> list[Spot]:
    """A shadow in frame after frame on its way over table and holders."""
    looks = rng.randrange(7, 13)
    radius, strength = rng.uniform(60.0, 150.0), -rng.uniform(0.25, 0.6)
    x, y = rng.uniform(-450.0, -200.0) * rng.choice((-1, 1)), rng.uniform(-180.0, 180.0)
    step = -2.0 * x / looks, rng.uniform(-20.0, 20.0)
    return [Spot(x + step[0] * k, y + step[1] * k, radius, strength) for k in range(looks)]


def glaring(rng: random.Random, scene: SimulatedTable, upon: LyingCard | None) -> Spot:
    """Glare upon a card that lies there, or somewhere on a holder."""
    strength = rng.uniform(0.55, 0.95)
    if upon is not None:
        return Spot(upon.x + rng.uniform(-25, 25), upon.y + rng.uniform(-35, 35), rng.uniform(25, 60), strength)
    holder = rng.choice(scene.scene().holders)
    away = rng.uniform(-0.75, 0.75) * FACE_HEIGHT
    return Spot(holder.x + rng.uniform(-150.0, 150.0), away, rng.uniform(30.0, 70.0), strength)


def knocked(rng: random.Random, view: View) -> View:
    """The camera after somebody knocked against it."""
    return view.nudged((rng.uniform(-14.0, 14.0), rng.uniform(-14.0, 14.0)), rng.uniform(-0.5, 0.5))
