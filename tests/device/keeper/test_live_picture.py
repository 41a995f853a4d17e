"""The live picture costs nothing while nobody has it open, at most one drawing a second while somebody has, and shows
nothing that the house rule forbids."""

from __future__ import annotations

from typing import Any

import pytest

from device.keeper import live_picture
from device.keeper.live_picture import PRESENT, LivePicture
from tests.vision.readers import BlindReader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import Arm, SimulatedTable
from vision.watch.live_picture import Drawn, Sight
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card

HT = Card.parse("HT")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Seen:
    """Eyes over a simulated table, and somebody who may look, in one thread: what is handed over is drawn at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, always: bool = True) -> None:
        self.table = SimulatedTable(3)
        self.table.place_holders("left")
        self.table.rack(1, PACK[:13])
        self.table.rack(2, PACK[13:26])
        self.table.lay(HT, 20, -60, 30)
        self.clock = Clock()
        self.camera = SimulatedCamera(self.table, seed=1)
        self.watcher = Watcher(BlindReader())
        self.drawn: list[Sight] = []
        monkeypatch.setattr(live_picture.threading.Thread, "start", lambda thread: None)
        self.allowed = False
        self.live = LivePicture(always, lambda: self.allowed, self.clock)
        monkeypatch.setattr(live_picture, "drawn", self._draw)

    def _draw(self, sight: Sight) -> Drawn:
        self.drawn.append(sight)
        return Drawn(f"JPEG {len(self.drawn)}".encode(), (960, 860), ((HT,),), ((480, 300),), {1: (60, 300)})

    def look(self, seconds: float = 0.1, open_: bool = False) -> int:
        """One look, ``seconds`` after the last; how many pictures were drawn of it."""
        self.clock.now += seconds
        before = len(self.drawn)
        if open_:
            self.live.state()
        self.watcher.tick(self.camera)
        self.live.look(self.watcher, self.camera, lost=False)
        if self.live._next is not None:
            handed, self.live._next = self.live._next, None
            self.live._draw(*handed)
        return len(self.drawn) - before

    def settle(self, open_: bool = False) -> int:
        return sum(self.look(open_=open_) for _ in range(8))


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    return Seen(monkeypatch)


def test_nothing_is_drawn_while_nobody_looks(seen: Seen) -> None:
    assert seen.settle() == 0
    seen.table.relay(())
    assert seen.settle() == 0


def test_whoever_opens_it_sees_how_it_lies_though_nothing_changes(seen: Seen) -> None:
    seen.settle()
    assert seen.live.state()["number"] is None
    assert seen.look(open_=True) == 1
    state = seen.live.state()
    assert (state["number"], state["cards"], state["moves"], state["note"]) == (1, [["HT"]], False, "")
    assert state["places"] == [[480, 300]]
    assert seen.live.picture(1) == b"JPEG 1"
    assert seen.settle(open_=True) == 0, "and once is enough"


def test_a_card_laid_is_another_picture_and_the_one_before_can_still_be_fetched(seen: Seen) -> None:
    seen.settle(open_=True)
    seen.clock.now += 2
    first = seen.live.state()["number"]
    seen.table.lay(Card.parse("SK"), -80, 20, -20)
    assert seen.settle(open_=True) >= 1
    last = seen.live.state()["number"]
    assert last > first
    assert seen.live.picture(last) is not None
    assert [seen.live.picture(number) for number in (last - 2, last + 1, 0)] == [None] * 3


def test_at_a_real_table_a_card_that_leaves_a_holder_makes_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch, always=False)
    seen.allowed = True
    assert seen.settle(open_=True) >= 1
    seen.clock.now += 2
    for slot in range(3):
        seen.table.rack(1, [None] * (slot + 1) + [*PACK[slot + 1 : 13]])
        assert seen.settle(open_=True) == 0


def test_when_nobody_has_it_open_any_more_it_is_forgotten(seen: Seen) -> None:
    seen.settle(open_=True)
    number = seen.live.state()["number"]
    seen.clock.now += PRESENT + 1
    seen.table.relay(())
    assert seen.settle() == 0
    assert seen.live.state()["number"] is None
    assert seen.live.picture(number) is None


def test_hands_are_seen_on_the_simulated_table_alone_and_at_most_once_a_second(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Seen(monkeypatch, always=False)
    real.allowed = True
    for one, most in ((seen, 3), (real, 0)):
        monkeypatch.setattr(live_picture, "drawn", one._draw)
        one.settle(open_=True)
        one.clock.now += 2
        drawn = 0
        for k in range(20):  # two seconds
            one.table.reach([Arm(20.0 + 9 * k, -60.0, -90.0)])
            drawn += one.look(open_=True)
        assert drawn <= most
        assert (drawn > 0) == (most > 0)


def test_after_a_hand_has_passed_the_cards_are_seen_again(seen: Seen) -> None:
    seen.settle(open_=True)
    seen.clock.now += 2
    for k in range(3):
        seen.table.reach([Arm(20.0 + 30 * k, -60.0, -90.0)])
        seen.look(open_=True)
    assert seen.live.state()["moves"] is True
    seen.table.reach(())
    for _ in range(20):
        seen.look(open_=True)
    assert seen.live.state()["moves"] is False


def test_a_picture_of_holders_that_were_pushed_meanwhile_is_dropped(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen.settle(open_=True)
    seen.clock.now += 2
    seen.table.place_holders("right")
    seen.clock.now += 2
    assert seen.look(open_=True) == 0


def test_forbidden_means_that_nothing_is_drawn_nor_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch, always=False)
    assert seen.settle(open_=True) == 0
    seen.allowed = True
    assert seen.settle(open_=True) >= 1
    number = seen.live.state()["number"]
    seen.allowed = False
    assert seen.live.picture(number) is None
    assert seen.live.state() == {"number": None, "note": ""}
    seen.table.relay(())
    assert seen.settle(open_=True) == 0


def test_it_says_when_it_is_no_picture_of_now(seen: Seen) -> None:
    seen.settle(open_=True)
    seen.clock.now += 3.5
    assert "no picture" in seen.live.state()["note"]
    seen.look(open_=True)
    seen.live.look(seen.watcher, seen.camera, lost=True)
    assert "cannot find" in seen.live.state()["note"]


def test_what_fails_here_keeps_nobody_from_looking(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    seen.live.state()

    def broken(*_: object, **__: object) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(seen.watcher, "sight", broken)
    seen.live.look(seen.watcher, seen.camera, lost=False)


def test_a_thread_of_its_own_draws_and_ends_when_told() -> None:
    live = LivePicture(True)
    table = SimulatedTable(3)
    table.lay(HT, 20, -60, 30)
    camera = SimulatedCamera(table, seed=1)
    watcher = Watcher(BlindReader(), parts=["play area"])
    live.state()
    for _ in range(4):
        watcher.tick(camera)
        live.look(watcher, camera, lost=False)
    until = iter(range(600))
    while live.state()["number"] is None and next(until, None) is not None:
        live._changed.acquire()
        live._changed.wait(0.05)
        live._changed.release()
    assert live.picture(1) is not None
    assert live._thread is not None
    live.close()
    assert not live._thread.is_alive()
    assert live.picture(1) is None
