from __future__ import annotations

import threading

import pytest

from device.checks import running
from device.checks.findings import Finding
from device.checks.running import TableCheck
from device.settings.settings import Settings


@pytest.fixture
def looked(monkeypatch):
    """Counts the looks; each finds its own number, and something broken."""
    looks = []

    def look(*ask):
        looks.append(ask)
        return [Finding("fine", f"Look {len(looks)}."), Finding("broken", "The lamp is out.", "Change it.")]

    monkeypatch.setattr(running, "run_checks", look)
    return looks


def test_findings_are_plain_data_and_shown_again_for_a_while(looked, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(running.time, "monotonic", lambda: now[0])
    check = TableCheck(Settings(), None, None)
    assert check() == {
        "verdict": "1 broken: the table cannot play yet.",
        "lines": [
            {"state": "fine", "what": "Look 1.", "do": ""},
            {"state": "broken", "what": "The lamp is out.", "do": "Change it."},
        ],
    }
    now[0] += running.FRESH - 0.1
    assert check()["lines"][0]["what"] == "Look 1."
    now[0] += 0.2
    assert check()["lines"][0]["what"] == "Look 2."
    assert looked[0] == (Settings(), None, None)


def test_nobody_waits_for_a_check_that_is_at_work(monkeypatch):
    begun, end = threading.Event(), threading.Event()

    def look(*_):
        begun.set()
        assert end.wait(60)
        return [Finding("fine", "All.")]

    monkeypatch.setattr(running, "run_checks", look)
    check = TableCheck(Settings(), None, None)
    first = threading.Thread(target=check)
    first.start()
    assert begun.wait(60)
    assert "Another check is at work" in check()["lines"][0]["what"]
    end.set()
    first.join()
    assert check()["lines"][0]["what"] == "All."
