"""Minutes of an evening, and that the judgement of a long one finds what has grown (tests/device/long_evening.py)."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from tests.device.long_evening import HOUR, Evening, Sample, judged, visited


def settled(count, wanted: int) -> int:
    """What ``count`` comes to: threads and files that are being let go of take a moment."""
    until = time.monotonic() + 30
    while count() > wanted and time.monotonic() < until:
        time.sleep(0.05)
    return count()


def test_minutes_of_an_evening_leave_no_thread_and_no_file_behind(tmp_path: Path) -> None:
    process = psutil.Process()
    threads, files = threading.active_count(), process.num_fds()
    with ExitStack() as stack:
        evening = Evening(2, tmp_path, stack)
        with visited(evening.address, 3):
            evening.until(120.0)
            early = evening.samples[-1]
            evening.until(600.0)
        late = evening.samples[-1]
        assert evening.stuck == []
        assert evening.keeper.public_view()["tricks_done"] + 13 * (evening.keeper.public_view()["deal"] - 1) > 0
        assert late.threads <= early.threads + 2
        assert settled(process.num_fds, early.files) <= early.files
    assert settled(threading.active_count, threads) <= threads
    assert settled(process.num_fds, files) <= files


def samples(memory=lambda hour: 500, threads=lambda hour: 70, files=lambda hour: 20) -> list[Sample]:
    hours = [minute / 60 for minute in range(8 * 60)]
    return [Sample(hour * HOUR, round(memory(hour) * 2**20), threads(int(hour)), files(int(hour))) for hour in hours]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (samples(), []),
        (samples(memory=lambda hour: 500 + hour), []),
        (samples(memory=lambda hour: 500 if hour > 1 else 300), []),
        (samples(memory=lambda hour: 500 + 10 * hour), ["the memory of the last hour is +11.7% away"]),
        (samples(memory=lambda hour: 500 - 10 * hour), ["the memory of the last hour is -12.4% away"]),
        (samples(threads=lambda hour: 70 + hour), ["71 threads in the second hour at most, and 77 in the last"]),
        (samples(files=lambda hour: 20 + 3 * hour), ["23 files in the second hour at most, and 41 in the last"]),
    ],
)  # fmt: skip
def test_what_has_grown_is_found(given: list[Sample], words: list[str]) -> None:
    said = list(judged(given, 8.0))
    assert len(said) == len(words)
    assert all(word in sentence for word, sentence in zip(words, said, strict=True))
