"""A table in little light, its pictures noisy: what is told for certain is right."""

from __future__ import annotations

import random

from device.measure_deals import dealt
from vision.decoder import decode_holders
from vision.faces import Pack
from vision.planes import HOLDERS, PlaneFinder
from vision.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import Air, SimulatedTable
from vision.slots import read_holders


def test_a_spade_that_looks_like_a_club_is_in_doubt():
    """Its index alone says club with .995, and all else that shows of the card says spade."""
    rng = random.Random("gather 31 13")
    camera = SimulatedCamera(SimulatedTable(31013), Pack.drawn("large"), 31013)
    held = dealt(rng)
    scene = SimulatedTable(rng.randrange(2**31))
    scene.place_holders(rng.choice(("left", "right")))
    for holder in (1, 2):
        scene.rack(holder, held[holder])
    scene.breathe(Air(gain=rng.uniform(0.35, 0.75)))
    camera.table = scene
    camera.renderer.restart_noise(rng.randrange(2**31))
    camera.look()
    picture = camera.capture()
    planes = PlaneFinder().find(picture)
    read, _ = read_holders(Reader(threads=1), [(picture, planes[name]) for name in HOLDERS])
    told = decode_holders([slot for slots in read for slot in slots])
    for card, one in zip([*held[1], *held[2]], told, strict=True):
        assert one.card == card or not one.certain
    assert sum(one.certain for one in told) >= 24
