"""A Wi-Fi network as NetworkManager keeps it in a file, and as phones read it from a QR code."""

from __future__ import annotations

import configparser
import re
import secrets
from dataclasses import dataclass, field
from typing import Final

from device.hotspot.wishes import wifi_name, wifi_password

HOTSPOT: Final = "whist-table-hotspot"
"""What NetworkManager calls the table's own network, and"""
JOINED: Final = "whist-table-wifi"
"""the one that is named in ``whist-table.txt``."""
ADDRESS: Final = "10.42.0.1"
"""Of the table in its own network (NetworkManager's own choice for shared ones)."""
LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters that nobody takes for another."""
PASSWORD_LENGTH: Final = 12
"""59 bits: too many to try, also for whoever has listened in and tries at home."""
NAME_LENGTH: Final = 4


@dataclass(frozen=True, slots=True)
class Network:
    """A network: the ``name`` that phones show (SSID) and its ``password``, empty for an open one."""

    name: str
    password: str = field(repr=False)


def drawn() -> Network:
    """A network of the table's own with a name and a password that no other machine has."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(NAME_LENGTH)).upper()
    return Network(f"Whist table {letters}", "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LENGTH)))


def hotspot_file(network: Network) -> str:
    """NetworkManager's file of the table's own network. It is opened when it is asked for, never by itself; the Pi's
    Wi-Fi chip does not take the protected frames that NetworkManager would ask for (``pmf=1``: without them)."""
    return f"""# Made at the first start; name and password may be changed here, and then stay so.
[connection]
id={HOTSPOT}
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={_ssid(network.name)}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
pmf=1
psk={_escaped(network.password)}

[ipv4]
method=shared
address1={ADDRESS}/24

[ipv6]
method=disabled
"""


def joined_file(network: Network) -> str:
    """NetworkManager's file of a network that the table joins."""
    security = f"\n[wifi-security]\nkey-mgmt=wpa-psk\npsk={_escaped(network.password)}\n" if network.password else ""
    return f"""# From whist-table.txt on the first partition; change it there.
[connection]
id={JOINED}
type=wifi

[wifi]
mode=infrastructure
ssid={_ssid(network.name)}
{security}
[ipv4]
method=auto

[ipv6]
method=auto
"""


def network_in(text: str) -> Network | None:
    """The network in one of NetworkManager's files; None where it names none that could be opened."""
    file = configparser.RawConfigParser(strict=False)
    try:
        file.read_string(text)
        name, password = (_plain(file[part][key]) for part, key in (("wifi", "ssid"), ("wifi-security", "psk")))
    except (configparser.Error, KeyError):
        return None
    name = name.replace("\\;", ";")
    return Network(name, password) if name and password and wifi_name(name) and wifi_password(password) else None


def _escaped(text: str) -> str:
    """For a key file (GLib): a backslash stands twice, and a blank at the beginning has a sign of its own."""
    return re.sub(r"^ +", lambda blanks: "\\s" * len(blanks[0]), text.replace("\\", "\\\\"))


def _ssid(text: str) -> str:
    """The same where semicolons would part the numbers of bytes, as NetworkManager takes names of networks."""
    return _escaped(text.replace(";", "\\;"))


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: " " if found[1] == "s" else found[1], text)


def code_of(network: Network) -> str:
    """What a QR code says so that a phone joins ``network`` (the form that ZXing has made usual)."""
    name, password = (re.sub(r'([\\;,:"])', r"\\\1", text) for text in (network.name, network.password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"
