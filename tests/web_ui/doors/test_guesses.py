"""Guessing a code: slips cost nothing, more and more wrong guesses cost more and more time."""

from __future__ import annotations

import threading
from collections import deque

import pytest

from web_ui.doors.guesses import DAY, FREE, LONGEST, Guesses, Wait

A_DAY = 1000
"""Wrong guesses that are looked at within any 24 hours, of however many devices, at most."""


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guesses(clock: Clock) -> Guesses:
    return Guesses(clock)


def wrong(guesses: Guesses, address: str = "192.168.1.7") -> int:
    """Guess wrong; the seconds that had to be waited instead, 0 for none."""
    try:
        assert not guesses.attempt(address, lambda: False)
    except Wait as wait:
        return wait.seconds
    return 0


def test_each_wrong_guess_doubles_the_wait_up_to_five_minutes(guesses: Guesses, clock: Clock) -> None:
    waits = []
    for _ in range(FREE + 12):
        waits.append(wrong(guesses))
        clock.now += waits[-1]
        if waits[-1]:
            assert wrong(guesses) == 0
    assert waits == [0] * (FREE + 1) + [min(2**n, LONGEST) for n in range(11)]


def test_a_right_guess_that_comes_too_soon_is_not_looked_at(guesses: Guesses) -> None:
    for _ in range(FREE + 1):
        wrong(guesses)
    with pytest.raises(Wait):
        guesses.attempt("192.168.1.7", lambda: pytest.fail("it was looked at"))


def test_another_device_does_not_wait_for_one_that_guesses(guesses: Guesses) -> None:
    for _ in range(FREE + 1):
        wrong(guesses)
    assert guesses.attempt("192.168.1.8", lambda: True)


def test_an_address_that_missed_nothing_always_has_a_try(guesses: Guesses, clock: Clock) -> None:
    """Twelve addresses guess whenever they may, for a day; a device that comes new is looked at each minute."""
    for minute in range(24 * 60):
        clock.now += 60.0
        for device in range(12):
            wrong(guesses, f"10.0.0.{device}")
        assert guesses.attempt(f"10.1.{minute // 250}.{minute % 250}", lambda: True)


def test_a_slip_does_not_make_an_honest_device_wait_for_those_who_guess(guesses: Guesses, clock: Clock) -> None:
    for hour in range(24):
        for _ in range(60):
            clock.now += 60.0
            for device in range(12):
                wrong(guesses, f"10.0.0.{device}")
        assert wrong(guesses, f"10.1.0.{hour}") == 0
        assert guesses.attempt(f"10.1.0.{hour}", lambda: True)


@pytest.mark.parametrize("devices", [1, 12, 150, 5000])
def test_within_a_day_only_so_many_guesses_are_looked_at(guesses: Guesses, clock: Clock, devices: int) -> None:
    looked_at: deque[float] = deque()
    most = 0
    for step in range(3 * 24 * 60):
        clock.now += 60.0
        for device in range(step * 10, step * 10 + 10):
            if wrong(guesses, f"10.0.{device % devices // 250}.{device % devices % 250}") == 0:
                looked_at.append(clock.now)
        while looked_at[0] <= clock.now - DAY:
            looked_at.popleft()
        most = max(most, len(looked_at))
    assert 100 < most <= A_DAY


def test_made_up_addresses_of_ipv6_take_no_try_of_ipv4(guesses: Guesses, clock: Clock) -> None:
    for number in range(5000):
        clock.now += 1.0
        wrong(guesses, f"fe80::{number + 1:x}")
    assert guesses.attempt("192.168.1.7", lambda: True)


def test_the_purses_hold_no_more_than_a_day_may_have(guesses: Guesses, clock: Clock) -> None:
    """All kinds at once: addresses without end, of both kinds, and some that guess on."""
    looked_at = 0
    for second in range(24 * 60):
        clock.now += 59.0
        for address in (f"fe80::{second + 1:x}", f"10.0.{second // 250}.{second % 250}", f"10.9.9.{second % 12}"):
            looked_at += sum(wrong(guesses, address) == 0 for _ in range(3))
    assert 700 < looked_at <= A_DAY


def test_all_is_forgotten_after_a_day(guesses: Guesses, clock: Clock) -> None:
    for _ in range(FREE + 6):
        clock.now += wrong(guesses)
        wrong(guesses)
    clock.now += DAY + LONGEST
    assert [wrong(guesses) for _ in range(FREE + 1)] == [0] * (FREE + 1)
    assert wrong(guesses) == 1


def test_who_was_not_looked_at_is_not_remembered(guesses: Guesses, clock: Clock) -> None:
    for device in range(5000):
        clock.now += 1.0
        wrong(guesses, f"10.0.{device // 250}.{device % 250}")
    assert len(guesses._missed) < 250
    clock.now += 2 * DAY
    wrong(guesses, "10.9.9.9")
    assert len(guesses._missed) == 1


def test_of_many_guesses_at_once_few_are_looked_at(guesses: Guesses) -> None:
    looked_at: list[int] = []
    start = threading.Barrier(16)

    def guess(which: int) -> None:
        start.wait()
        for _ in range(5):
            try:
                guesses.attempt("10.0.0.1", lambda: bool(looked_at.append(which)))
            except Wait:
                return

    threads = [threading.Thread(target=guess, args=(which,)) for which in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(looked_at) == FREE + 1
