"""A deal through pixels, while the camera is unplugged and returned and sends rubbish: the table never believes it."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from device.keeper.eyes import Eyes, GameWatcher
from device.keeper.keeper import Keeper
from device.lights.lights import lit
from device.simulated.acting import players_at
from device.simulated.matches import hands_at
from device.simulated.rehearsal import LOOKS_A_STATE, rehearse
from vision.camera.guarded import FROZEN, PAUSE_FROZEN, TRIES, GuardedCamera
from vision.camera.protocol import CameraError, Look
from vision.packs.faces import Pack
from vision.planes.planes import PARTS
from vision.reader.reader import MODEL_FOLDER, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.optics import View
from vision.simulated.scene import SimulatedTable
from vision.sizes import CAMERA_HEIGHT
from whist.messages.requests import Answer, Command
from whist.rules.commands import AndroidOptions
from whist.table.table import Table

pytestmark = pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")

SEED = 11


def cut(picture):
    """As a decoder fills up what did not come."""
    broken = picture.copy()
    broken[len(broken) // 3 :] = 128
    return broken


SPOILED = {
    "cut short": cut,
    "black": np.zeros_like,
    "of another size": lambda picture: picture[::2, ::2],
    "grey in place of colour": lambda picture: picture[:, :, 0] if picture.ndim == 3 else picture[:, :, None],
    "two channels": lambda picture: np.dstack([picture] * 2)[:, :, :2],
    "16 bits": lambda picture: picture.astype(np.uint16),
    "empty": lambda picture: picture[:0],
    "nothing": lambda picture: None,
}


class Plugged:
    """A simulated camera at a plug: ``out`` unplugs it, ``spoil`` is done to its pictures, ``spoil_captures`` to the
    full-size ones alone."""

    noisy = True

    def __init__(self, camera):
        self.camera = camera
        self.out = self.frozen = False
        self.spoil = self.spoil_captures = None
        self.seen = None
        self.open = 0

    def plug_in(self):
        if self.out:
            raise CameraError("There is no camera.")
        self.open += 1
        return self

    def look(self):
        if self.out:
            raise CameraError("The camera is gone.")
        if not self.frozen or self.seen is None:
            self.seen = self.camera.look()
        return Look(self.spoil(self.seen.picture), self.seen.t) if self.spoil else self.seen

    def capture(self):
        if self.out:
            raise CameraError("The camera is gone.")
        spoil = self.spoil or self.spoil_captures
        return spoil(self.camera.capture()) if spoil else self.camera.capture()

    def close(self):
        self.open -= 1


class Lamps:
    """What would burn."""

    burning = frozenset()

    def show(self, table, trouble=False):
        self.burning = lit(table.public_view()) | ({"help"} if trouble else set())


class Evening:
    """A table with its eyes; ``look`` is what a rehearsal looks with, and troubles the camera first."""

    def __init__(self, seed):
        self.now = 0.0
        scene = SimulatedTable(seed)
        self.plug = Plugged(SimulatedCamera(scene, Pack.drawn("standard"), seed))
        self.guard = GuardedCamera(self.plug.plug_in, patience=60.0, clock=lambda: self.now)
        self.lamps = Lamps()
        self.keeper = Keeper(AndroidOptions(), panel=self.lamps)
        self.hands = hands_at(self.keeper.table, scene, seed)
        self.eyes = Eyes(self.keeper, GameWatcher(self.keeper, Reader()), self.guard)
        self.looks = 0
        self.troubles = []

    def step(self):
        self.now += 0.1
        return self.eyes.look()

    def look(self):
        """As many looks as a rehearsal takes at a state; what has happened in them."""
        before = len(self.keeper.table.events)
        self.looks += 1
        if self.troubles and self.looks % 4 == 0 and self.keeper.public_view()["phase"] == "play":
            self.troubles.pop(0)(self)
            self.see_again()
        for _ in range(LOOKS_A_STATE):
            self.step()
        return list(self.keeper.table.events[before:])

    def see_again(self):
        """The camera is well again: look until nothing is out of sight and all that lies there was read."""
        self.plug.out = self.plug.frozen = False
        self.plug.spoil = self.plug.spoil_captures = None
        self.now += PAUSE_FROZEN
        while not self.step() or self.keeper.public_view()["out_of_sight"]:
            pass
        for _ in range(LOOKS_A_STATE):
            self.step()

    def blind(self):
        """Look until the camera is given up; asserts that page and lights say so."""
        began = self.now
        while self.step():
            assert self.now - began < 3
        view = self.keeper.public_view()
        assert set(view["out_of_sight"]) == set(PARTS)
        assert any("camera" in note for note in view["notes"])
        assert "help" in self.lamps.burning


def unplugged(evening):
    evening.plug.out = True
    evening.blind()


def frozen(evening):
    evening.plug.frozen = True
    evening.blind()
    assert evening.now >= FROZEN


def spoiled(how, looks):
    def trouble(evening):
        evening.plug.spoil = SPOILED[how]
        if looks >= TRIES:
            evening.blind()
        else:
            evening.step()

    return trouble


def captures_spoiled(how):
    def trouble(evening):
        evening.plug.spoil_captures = SPOILED[how]
        for _ in range(TRIES - 1):
            evening.step()

    return trouble


class Followed:
    """The keeper's table for a rehearsal, whose looks give events: what was seen has been applied to it already."""

    def __init__(self, keeper):
        self._keeper = keeper

    def apply(self, item):
        return self._keeper.ask(item) if isinstance(item, Command | Answer) else [item]

    def __getattr__(self, name):
        return getattr(self._keeper.table, name)


def told(events):
    """What matters of a deal: the cards in the order in which they were dealt and played, and how it ended."""
    lines = [event.to_json() for event in events]
    return [
        {key: value for key, value in line.items() if key not in ("x", "y")}
        for line in lines
        if line["event"] in ("dealt", "turned_up", "played", "trick_won", "hand_scored")
    ]


def test_a_deal_ends_right_though_the_camera_is_unplugged_twenty_times_and_sends_rubbish():
    threads = threading.active_count()
    evening = Evening(SEED)
    for k, how in zip(range(20), [*SPOILED] * 3, strict=False):
        rubbish = spoiled(how, 1 if k < 14 else TRIES) if (k + k // len(SPOILED)) % 2 else captures_spoiled(how)
        evening.troubles += [unplugged, rubbish]
    evening.troubles.insert(7, frozen)
    players = players_at(lambda: evening.keeper.table, SEED)
    report = rehearse(Followed(evening.keeper), evening.hands, players, evening.look)
    assert evening.troubles == []

    table = Table("android")
    hands = hands_at(table, SimulatedTable(), SEED)
    alike = rehearse(table, hands, players_at(lambda: table, SEED), hands.perfect_view)
    assert told(report.events) == told(alike.events)
    assert "help" not in evening.lamps.burning
    assert evening.keeper.public_view()["notes"] == []
    evening.guard.close()
    assert evening.plug.open == 0
    assert threading.active_count() == threads


def camera_hangs(evening, height, at=(0.0, 0.0), tilt=(0.0, 0.0, 0.0)):
    evening.plug.camera.renderer.rehang(View.hung(height, at, tilt))


def holders_stand(evening, dx=0.0, dy=0.0, turn=0.0, number=None):
    """Both holders, or the one with that number, pushed by (dx, dy) mm and turned by degrees."""
    table = evening.plug.camera.table
    for holder in table.scene().holders:
        if number in (None, holder.number):
            back = holder.back + (dy if holder.number == 2 else -dy)
            table._put_holder(replace(holder, x=holder.x + dx, back=back, turn=holder.turn + turn))


def mat_moves(evening, dx, dy):
    """The marker cards with what lies between them; the same as if all else moved the other way."""
    camera_hangs(evening, CAMERA_HEIGHT, (-dx, -dy))
    holders_stand(evening, -dx, -dy)


MOVES = {
    "camera pushed": lambda evening: camera_hangs(evening, CAMERA_HEIGHT, (4.0, -6.0)),
    "camera turned": lambda evening: camera_hangs(evening, CAMERA_HEIGHT, (4.0, -6.0), (0.0, 0.0, 2.5)),
    "camera tilted": lambda evening: camera_hangs(evening, CAMERA_HEIGHT, (-2.0, 4.0), (0.8, -0.4, 0.0)),
    "camera lifted": lambda evening: camera_hangs(evening, 1050.0),
    "camera let down": lambda evening: camera_hangs(evening, 985.0),
    "camera pushed by a hair": lambda evening: camera_hangs(evening, 985.0, (0.4, 0.3)),
    "mat pushed": lambda evening: mat_moves(evening, 8.0, 5.0),
    "mat pushed back": lambda evening: mat_moves(evening, -12.0, -9.0),
    "a holder turned": lambda evening: holders_stand(evening, turn=3.0, number=2),
    "a holder pushed": lambda evening: holders_stand(evening, dx=3.0, dy=-4.0, number=1),
    "both holders pushed": lambda evening: holders_stand(evening, dx=-2.0),
}


def test_camera_mat_and_holders_are_found_again_wherever_they_are_pushed_in_mid_trick():
    evening = Evening(SEED + 1)
    caused, tricks = {}, []

    def pushing(name):
        def trouble(evening):
            # a card that was laid just before has not been seen yet
            before = len(evening.keeper.table.events)
            MOVES[name](evening)
            for _ in range(4):
                evening.step()
            caused[name] = {event.to_json()["event"] for event in evening.keeper.table.events[before:]}
            tricks.append(len(evening.keeper.public_view()["trick"]))

        return trouble

    evening.troubles = [pushing(name) for name in MOVES]
    players = players_at(lambda: evening.keeper.table, SEED)
    report = rehearse(Followed(evening.keeper), evening.hands, players, evening.look)
    assert list(caused) == list(MOVES)
    assert set().union(*caused.values()) == {"played"}
    assert {1, 2, 3} <= set(tricks)
    table = Table("android")
    hands = hands_at(table, SimulatedTable(), SEED + 1)
    alike = rehearse(table, hands, players_at(lambda: table, SEED), hands.perfect_view)
    assert told(report.events) == told(alike.events)
    evening.guard.close()
