"""The log, which does not fill the disk with one thing."""

from __future__ import annotations

import logging

from device.logs import BURST, PAUSE_S, Sparing


def test_the_same_is_said_a_few_times_and_then_counted() -> None:
    now = [0.0]
    sparing = Sparing(lambda: now[0])

    def say(line: int, *args: object) -> str | None:
        record = logging.LogRecord("x", logging.WARNING, "x.py", line, "no %s", args, None)
        return record.getMessage() if sparing.filter(record) else None

    said = [say(1, number) for number in range(10_000)]
    assert said[:BURST] == [f"no {number}" for number in range(BURST)]
    assert set(said[BURST:]) == {None}
    assert say(2, "more") == "no more", "something else is said"
    now[0] += PAUSE_S
    assert say(1, "one") == f"no one (and {10_000 - BURST} times more)"
    assert say(1, "two") is None
    now[0] += PAUSE_S
    assert say(1, "100% of it") == "no 100% of it (and 1 times more)"
