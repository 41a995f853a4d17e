"""Twenty-four phones and four boards for ten seconds (tests/web_ui/crowd.py measures for five minutes)."""

from __future__ import annotations

from pathlib import Path

from tests.web_ui.crowd import Watcher, crowd


def test_every_device_sees_every_event_in_order_though_one_never_reads(tmp_path: Path) -> None:
    found = crowd(tmp_path, phones=24, boards=4, seconds=10, bar=lambda seconds: None)
    assert found.devices == 28
    assert found.happenings > 0
    assert len(found.delays) == 28 * found.happenings
    assert (found.missed, found.disordered) == (0, 0)


def test_a_device_that_goes_back_is_found_out() -> None:
    watcher = Watcher(0, "/events", seen=[(1.0, 5, 10), (1.1, 6, 12)])
    assert watcher.in_order
    watcher.seen.append((1.2, 7, 11))
    assert not watcher.in_order
