"""Which addresses are one device: who is counted when somebody guesses, waits or watches."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Final

Prefixes = frozenset[ipaddress.IPv6Network]

OWN_ADDRESSES: Final = Path("/proc/net/if_inet6")
"""Where Linux lists this machine's IPv6 addresses: address, interface, length of the prefix and so on, in hex."""
ONE_HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that a device elsewhere is given; the others it chooses for itself."""


def device_of(address: str, own: Prefixes | None = None) -> str:
    """What counts as one device: an IPv4 address; an IPv6 address of this very network, where all devices share the
    first 64 bits; of any other network all addresses of a /64, which one device elsewhere has for itself.

    ``own`` are the prefixes of this network, by default those that the machine has now.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_link_local or found.is_loopback:
        return str(found)
    household = ipaddress.IPv6Network((found, ONE_HOUSEHOLD), strict=False)
    return str(found) if household in (own_prefixes() if own is None else own) else str(household)


def own_prefixes(listed: Path = OWN_ADDRESSES) -> Prefixes:
    """The /64 of each IPv6 address that this machine has now; none where the system does not say."""
    try:
        lines = listed.read_text().splitlines()
    except OSError:
        return frozenset()
    found = set()
    for line in lines:
        try:
            address = ipaddress.IPv6Address(bytes.fromhex(line.split()[0]))
        except (ValueError, IndexError):
            continue
        found.add(ipaddress.IPv6Network((address, ONE_HOUSEHOLD), strict=False))
    return frozenset(found)
