"""An evening that is followed while it is played: nothing is written, and the pictures go straight to the eyes."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Sequence
from typing import Any

from device.keeper.eyes import GameWatcher
from device.keeper.followed_folder import Follower, Tap, recorded
from device.keeper.keeper import Keeper
from device.keeper.recorded_taps import SpokenCard, SpokenCards
from device.simulated.evening import has_jokers, play_evening, with_rooms
from vision.camera.folder import FRAMES_PER_SECOND
from vision.packs.faces import Pack
from vision.reader.reader import Reader
from vision.simulated.faults import knocked, room
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import USUAL, Workmanship
from whist.cards import Card
from whist.messages.observations import Observation
from whist.messages.requests import NewGame


class Followed:
    """A ``Chronicler`` that lets a table follow each frame. ``truth`` and ``events`` are what ``simulate`` would write
    and ``watch`` would print, of the match of ``choice``."""

    def __init__(self, scene: SimulatedTable, choice: NewGame) -> None:
        self.faults: Sequence[str] = ()
        self.lines: list[dict[str, Any]] = []
        """The lines of ``truth.jsonl``."""
        self.events: list[dict[str, Any]] = []
        self.keeper = Keeper(choice)
        self._scene = scene
        self._taps: deque[Tap] = deque()
        self._words = SpokenCards([])
        self._follower = Follower(self.keeper, self._taps, self._words)
        self._frame = 0

    @property
    def t(self) -> float:
        """Time of the last frame, s."""
        return max(0, self._frame - 1) / FRAMES_PER_SECOND

    def look(self) -> Sequence[Observation]:
        """What is newly seen now."""
        raise NotImplementedError

    def frame(self) -> None:
        """What can be seen now is followed."""
        self._frame += 1
        truth = {"frame": f"{self._frame:06d}.jpg", "t": round(self.t, 3), **self._scene.truth()}
        self.lines.append(truth | {"fault": list(self.faults)})
        self.events += self._follower.see(self.look(), self.t)

    def skip(self, frames: int) -> None:
        """So many frames are lost."""
        self._frame += frames

    def knock(self, rng: random.Random) -> None:
        """Somebody knocks against the camera."""

    def has_jokers(self) -> bool:
        """Whether the pack on the table has jokers."""
        return True

    def request(self, seat: int, request: dict[str, Any]) -> None:
        """What a person taps, or would say if asked, half a frame after the last."""
        t = self.t + 0.5 / FRAMES_PER_SECOND
        word = SpokenCard.read(t, seat, request)
        if word is not None:
            self._words.coming.append(word)
        else:
            self._taps.append(Tap(t, seat, request, recorded(seat, request)))

    def truth(self, line: dict[str, Any]) -> None:
        """What really happened in a deal."""
        self.lines.append(line)

    def names(self, seat: int, card: Card) -> bool:
        """Whether the page of ``seat`` tells them to move ``card`` from the holder beside them."""
        told = self.keeper.table.view(seat).get("beside") or {}
        return told.get("to_move") == str(card)


class FollowedThroughPixels(Followed):
    """Followed by the eyes of the program, from the pictures of a room of ``seed`` with faults of ``names``."""

    def __init__(
        self,
        scene: SimulatedTable,
        pack: Pack,
        seed: int,
        names: Collection[str],
        reader: Reader,
        choice: NewGame,
    ) -> None:
        super().__init__(scene, choice)
        self._camera = room(scene, pack, seed, names, lambda: self.t)
        self._eyes = GameWatcher(self.keeper, reader)

    def look(self) -> Sequence[Observation]:
        """What the watcher newly sees."""
        return self._eyes.tick(self._camera)

    def knock(self, rng: random.Random) -> None:
        """Somebody knocks against the camera."""
        self._camera.renderer.rehang(knocked(rng, self._camera.renderer.view))

    def has_jokers(self) -> bool:
        """Whether the pack on the table has jokers."""
        return has_jokers(self._camera.renderer.pack)


def follow_evening(
    reader: Reader,
    pack: Pack,
    deals: int,
    seed: int,
    choice: NewGame,
    names: Collection[str],
    workmanship: Workmanship = USUAL,
) -> FollowedThroughPixels:
    """Play and follow the evening that ``simulate_evening`` would write."""
    scene = SimulatedTable(seed, workmanship)
    wrong = with_rooms(names, seed)
    followed = FollowedThroughPixels(scene, pack, seed, wrong, reader, choice)
    play_evening(scene, followed, deals, seed, choice, wrong)
    return followed
