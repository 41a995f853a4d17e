"""A day of guessing: is the host let in at the first try, and how many guesses are looked at?

``python -m tests.web_ui.doors.guessing_day [--days N] [--tries N] [--addresses N]`` lets twelve addresses, IPv4 and
IPv6, guess the host's PIN through the real doorkeeper for some days of a clock that is moved by hand, each as soon as
it may, while at random moments an honest host comes with the right PIN from an address that has missed nothing. Each of
several ways to guess has days of its own. Status 1 when a host was not let in at the first try in 99 of 100, or more
than 1,000 guesses were looked at within 24 hours.
"""

from __future__ import annotations

import argparse
import ipaddress
import random
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from flask import Request
from tqdm import tqdm

import web_ui.doors.guesses
from web_ui.doors.doorkeeper import Doorkeeper, HostKey, Later
from web_ui.doors.doors import Shut

PIN = "271828"
DAY_S = 86400.0
MOST = 1000
LEAST = 0.99
OWN = frozenset({ipaddress.IPv6Network("2001:db8:1:2::/64")})
"""The prefix of the simulated home."""


@dataclass
class Way:
    """A way to guess: from which addresses."""

    name: str
    address: Callable[[int, int], str]
    """The address of device ``n`` after ``m`` misses."""


def _ipv4(device: int, misses: int) -> str:
    return f"192.168.1.{100 + device}"


def _link_local(device: int, misses: int) -> str:
    return f"fe80::{device + 1:x}"


def _own_prefix(device: int, misses: int) -> str:
    return f"2001:db8:1:2::{device + 1:x}"


def _mixed(device: int, misses: int) -> str:
    return (_ipv4, _link_local, _own_prefix)[device % 3](device, misses)


def _foreign_hopping(device: int, misses: int) -> str:
    """Each device has a /64 elsewhere, and another address of it for each guess."""
    return f"2001:db8:9:{device:x}::{misses + 1:x}"


WAYS = (
    Way("12 IPv4", _ipv4),
    Way("12 link-local", _link_local),
    Way("12 of the own prefix", _own_prefix),
    Way("4 of each", _mixed),
    Way("12 foreign /64, an address a guess", _foreign_hopping),
)
HONEST = ("192.168.1.7", "fe80::7777", "2001:db8:1:2::7777", "2001:db8:7:7::1", "10.0.0.7")


@dataclass
class Day:
    """What came of a day: honest tries, how many were let in at the first, guesses looked at within any 24 hours."""

    tries: int
    let_in: int
    looked_at: int


def request_from(address: str) -> Request:
    """A request of a device."""
    return Request({"REMOTE_ADDR": address, "REQUEST_METHOD": "POST", "wsgi.url_scheme": "http"})


def guess(keeper: Doorkeeper, address: str, pin: str) -> tuple[bool | None, int]:
    """Whether a PIN from an address is the right one, None where it was not looked at; and the seconds to wait."""
    try:
        keeper.enter_pin(pin, request_from(address))
    except Later as later:
        return None, later.seconds
    except Shut:
        return False, 0
    return True, 0


def day(way: Way, devices: int, tries: int, days: int, rng: random.Random) -> Day:
    """Let ``devices`` guess for ``days`` days, and an honest host try ``tries`` times."""
    now = 0.0
    keeper = Doorkeeper(HostKey(PIN), lambda: now)
    due, misses = [rng.uniform(0, 60) for _ in range(devices)], [0] * devices
    comes = deque(sorted(rng.uniform(0, days * DAY_S) for _ in range(tries)))
    let_in = most = 0
    looked_at: deque[float] = deque()
    while True:
        device = min(range(devices), key=due.__getitem__)
        if comes and comes[0] <= due[device]:
            now = comes.popleft()
            let_in += guess(keeper, rng.choice(HONEST), PIN)[0] is True
            continue
        now = due[device]
        if now >= days * DAY_S:
            return Day(tries, let_in, most)
        right, wait = guess(keeper, way.address(device, misses[device]), f"{rng.randrange(10**6):06}")
        if right is None:
            due[device] = now + wait
            continue
        misses[device] += 1
        due[device] = now + 0.2
        looked_at.append(now)
        while looked_at[0] <= now - DAY_S:
            looked_at.popleft()
        most = max(most, len(looked_at))


def all_ways(devices: int, tries: int, days: int, bar: Callable[[], object]) -> Iterator[tuple[Way, Day]]:
    """Each way, and what came of it; ``bar`` is told of each."""
    prefixes = web_ui.doors.guesses.device_of
    web_ui.doors.guesses.device_of = lambda address: prefixes(address, OWN)
    try:
        for number, way in enumerate(WAYS):
            yield way, day(way, devices, tries, days, random.Random(number))
            bar()
    finally:
        web_ui.doors.guesses.device_of = prefixes


def main(argv: Sequence[str]) -> int:
    """Simulate, print, and say by the status whether the host was let in and few guesses were looked at."""
    parser = argparse.ArgumentParser(prog="python -m tests.web_ui.doors.guessing_day", description=__doc__)
    parser.add_argument("--days", type=int, default=3, help="days of each way (3)")
    parser.add_argument("--tries", type=int, default=8640, help="honest tries in them (8640)")
    parser.add_argument("--addresses", type=int, default=12, help="addresses that guess (12)")
    options = parser.parse_args(argv)
    good = True
    with tqdm(total=len(WAYS), unit=" way") as bar:
        for way, found in all_ways(options.addresses, options.tries, options.days, lambda: bar.update(1)):
            bar.write(
                f"{way.name}: the host was let in at the first of {found.let_in} of {found.tries} tries "
                f"({found.let_in / found.tries:.1%}); guesses looked at within 24 hours: {found.looked_at} at most"
            )
            good &= found.let_in >= LEAST * found.tries and found.looked_at <= MOST
    print(f"the goal is {LEAST:.0%} and {MOST} guesses")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
