"""The table on a slower processor: a clock that goes by processor time, and a camera whose pictures come late."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from device.commands.cli import parser
from device.lights.strip import frame
from device.measuring import slower
from device.measuring.slower import FACTORS, FRAME, LATE, SlowerFigures, StretchedClock, _LateCamera, _Pins, measure_as
from vision.packs.faces import Pack
from vision.reader.reader import MODEL_FOLDER, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from whist.cards import PACK


@pytest.fixture
def used(monkeypatch):
    """Seconds of processor time that this process says it has used; they do not go on by themselves."""
    now = [5.0]
    monkeypatch.setattr(slower.time, "process_time", lambda: now[0])
    return now


def test_the_clock_goes_on_by_stretched_processor_time_and_by_waiting(used):
    clock = StretchedClock(6.5)
    assert clock() == 0.0
    used[0] += 0.01
    assert clock() == pytest.approx(0.065)
    clock.wait_until(1.0)
    clock.wait_until(0.5)
    assert clock() == pytest.approx(1.0)
    used[0] += 0.02
    with clock.held():
        used[0] += 7.0
    assert clock() == pytest.approx(1.13)
    assert clock.busy == pytest.approx(0.195)


def test_pictures_come_late_in_their_own_time_and_show_what_burned_then(used):
    clock = StretchedClock(2.5)
    pins, table = _Pins(clock), SimulatedTable(4)
    table.place_holders("left")
    table.rack(1, [*PACK[:13]])
    table.rack(2, [*PACK[13:26]])
    acted = []
    camera = _LateCamera(SimulatedCamera(table, Pack.drawn("standard"), 4), clock, pins, acted.append)
    first = camera.look()
    assert (clock(), first.t) == (pytest.approx(first.t + LATE), FRAME * round(first.t / FRAME))
    assert acted == [first.t]
    second = camera.look()
    assert second.t == pytest.approx(first.t + FRAME)
    used[0] += 2.2 * FRAME / 2.5  # who is busy for longer than a picture takes misses some
    assert camera.look().t == pytest.approx(second.t + 3 * FRAME)
    pins.take(frame([0] * 5 + [8] + [0] * 20))
    late, *_, lit = (camera.look() for _ in range(5))
    assert late.t < clock() - LATE - 3 * FRAME  # exposed before the light burned
    assert apart(late, second) < 60 < apart(lit, late)
    whole, part = camera.capture(), camera.capture_part((1600, 640, 3008, 2032))
    assert part.shape == (1392, 1408, 3)
    assert np.abs(part.astype(int) - whole[640:2032, 1600:3008]).mean() < 4


def apart(one, other):
    """By how many grey levels two looks differ where they differ most."""
    return int(np.abs(one.picture.astype(int) - other.picture).max())


def test_the_command_knows_the_same_machines():
    assert {parser().parse_args(["bench", "--as", model]).model for model in FACTORS} == FACTORS.keys()


def test_figures_are_told_in_one_line():
    assert str(SlowerFigures([0.3] * 18 + [0.4, 0.5], 0.0432)) == (
        "from a card at rest to its event p50 300 ms, p95 405 ms (20 cards); nothing moving: 4.3% of one core"
    )


@pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")
def test_cards_are_laid_and_told_with_and_without_a_strip(monkeypatch):
    monkeypatch.setattr(slower, "SETTLING", 0.2)
    begun, unlit, lit = measure_as("pi5", Reader(), cards=2, still=0.5)
    assert begun.startswith("as a Raspberry Pi 5: processor time × 2.5")
    assert unlit.startswith("unlit: from a card at rest to its event p50 ")
    assert lit.startswith("lit: from a card at rest to its event p50 ")
    assert "(2 cards)" in unlit
    assert "(2 cards)" in lit
    assert "camera" not in {thread.name for thread in threading.enumerate()}
