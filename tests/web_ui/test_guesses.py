"""Guessing a code: slips cost nothing, more and more wrong guesses cost more and more time."""

from __future__ import annotations

import threading

import pytest

from web_ui.guesses import FORGET, FREE, FREE_OF_ALL, LONGEST, LONGEST_OF_ALL, MOST, Guesses, Wait, network_of


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


def test_many_addresses_wait_for_each_other(guesses: Guesses, clock: Clock) -> None:
    for device in range(FREE_OF_ALL + 10):
        clock.now += wrong(guesses, f"10.0.0.{device}")
        wrong(guesses, f"10.0.0.{device}")
    started, looked_at = clock.now, 0
    for device in range(500):
        while (seconds := wrong(guesses, f"10.1.{device // 250}.{device % 250}")) > 0:
            clock.now += seconds
        looked_at += 1
    assert (clock.now - started) / looked_at >= LONGEST_OF_ALL * 0.95


def test_all_is_forgotten_after_an_hour(guesses: Guesses, clock: Clock) -> None:
    for _ in range(FREE + 6):
        clock.now += wrong(guesses)
        wrong(guesses)
    clock.now += FORGET + LONGEST
    assert [wrong(guesses) for _ in range(FREE + 1)] == [0] * (FREE + 1)
    assert wrong(guesses) == 1


def test_it_remembers_only_so_many(guesses: Guesses, clock: Clock) -> None:
    for device in range(3 * MOST):
        clock.now += LONGEST_OF_ALL
        wrong(guesses, f"10.{device // 250}.0.{device % 250}")
    assert len(guesses._devices) == MOST


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


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.7", "192.168.1.8", False),
        ("fd00::1", "fd00::2", True),
        ("fd00::1", "fd00:0:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("", "nonsense", False),
    ],
)
def test_what_counts_as_one_device(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same
