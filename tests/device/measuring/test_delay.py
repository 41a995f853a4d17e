"""The measurement of delay and idle looking; what it comes to depends on the machine, and is no test."""

from __future__ import annotations

import threading
import time

import pytest

from device.measuring import delay
from device.measuring.delay import DelayFigures, measure
from vision.reader.reader import MODEL_FOLDER, Reader


def test_figures_are_told_in_two_lines():
    figures = DelayFigures([0.3] * 18 + [0.4, 0.5], 0.0432, 0.009)
    assert str(figures).splitlines() == [
        "from a card at rest to its event: p50 300 ms, p95 405 ms (20 cards, 15 looks a second)",
        "nothing moving: 4.3% of one core, of which 0.9% make the simulated pictures",
    ]


@pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")
def test_cards_are_laid_and_their_events_awaited(monkeypatch):
    monkeypatch.setattr(delay, "SETTLING", 0.0)
    figures = measure(Reader(), cards=2, still=0.2)
    assert len(figures.delays) == 2
    assert min(figures.delays) > 0
    assert figures.idle > 0
    # a camera that was given up on a busy machine closes when it can
    while {"eyes", "camera"} & {thread.name for thread in threading.enumerate()}:
        time.sleep(0.01)
