"""What counts as one device."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import pytest

from web_ui.doors.addresses import device_of, own_prefixes

HOME = frozenset({ipaddress.IPv6Network("2001:db8:1:2::/64"), ipaddress.IPv6Network("fd00::/64")})


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.7", "192.168.1.8", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        # every device of a network has its own link-local address, in one /64 with all the others
        ("fe80::1%eth0", "fe80::2%eth0", False),
        ("fe80::1%eth0", "fe80::1", True),
        # so it is with the prefixes of this very network
        ("fd00::1", "fd00::2", False),
        ("2001:db8:1:2::5", "2001:db8:1:2:aaaa::5", False),
        # elsewhere one device has a whole /64
        ("fd01::1", "fd01::2", True),
        ("2001:db8:1:3::5", "2001:db8:1:3:aaaa::5", True),
        ("2001:db8:1:3::5", "2001:db8:1:4::5", False),
        ("::1", "::1", True),
        ("", "nonsense", False),
    ],
)
def test_what_counts_as_one_device(one: str, other: str, same: bool) -> None:
    assert (device_of(one, HOME) == device_of(other, HOME)) is same


def test_the_prefixes_of_this_network(tmp_path: Path) -> None:
    listed = tmp_path / "if_inet6"
    listed.write_text(
        "20010db800010002ba27ebfffe123456 02 40 00 00     eth0\n"
        "fe80000000000000ba27ebfffe123456 02 40 20 80     eth0\n"
        "nonsense\n\n"
    )
    assert own_prefixes(listed) == {
        ipaddress.IPv6Network("2001:db8:1:2::/64"),
        ipaddress.IPv6Network("fe80::/64"),
    }
    assert own_prefixes(tmp_path / "nothing") == frozenset()
