"""One day of guessing (tests/web_ui/doors/guessing_day.py simulates three of each way)."""

from __future__ import annotations

import random

import pytest

from tests.web_ui.doors.guessing_day import LEAST, MOST, WAYS, Way, all_ways, day


def test_the_host_is_let_in_at_the_first_try_whoever_guesses() -> None:
    found = list(all_ways(12, 300, 1, lambda: None))
    assert [way for way, _ in found] == list(WAYS)
    for way, one in found:
        assert one.let_in >= LEAST * one.tries, way.name
        assert 200 < one.looked_at <= MOST, way.name


@pytest.mark.parametrize("way", WAYS[:1])
def test_a_host_among_the_guessing_addresses_is_not_always_let_in(way: Way) -> None:
    """The measure finds out what is not so: here the honest address is one of those that guess."""
    all_of_it = Way("the host's own", lambda device, misses: "192.168.1.7")
    found = day(all_of_it, 12, 300, 1, random.Random(1))
    assert found.let_in < LEAST * found.tries
    assert day(way, 12, 300, 1, random.Random(1)).let_in == 300
