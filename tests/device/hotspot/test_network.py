"""Networks as NetworkManager and phones read them."""

from __future__ import annotations

import configparser

import pytest

from device.hotspot.network import (
    LETTERS,
    PASSWORD_LENGTH,
    Network,
    code_of,
    drawn,
    hotspot_file,
    joined_file,
    network_in,
)
from device.hotspot.wishes import wifi_name, wifi_password


def test_each_machine_draws_its_own() -> None:
    networks = [drawn() for _ in range(300)]
    assert len({one.password for one in networks}) == 300
    assert len({one.name for one in networks}) > 290
    for one in networks:
        assert len(one.password) == PASSWORD_LENGTH
        assert set(one.password) <= set(LETTERS)
        assert wifi_name(one.name)
        assert wifi_password(one.password)
    assert not set(LETTERS) & set("01ilo"), "none is taken for another"


def test_a_password_is_in_no_log_of_a_network() -> None:
    assert "secret00" not in repr(Network("a", "secret00"))


@pytest.mark.parametrize(
    "network",
    [drawn(), Network("Whist", "8letters"), Network(" a;b\\c", " blank\\and;sign"), Network("ß=#", "a=b#c d,e")],
)
def test_a_file_gives_back_its_network(network: Network) -> None:
    assert network_in(hotspot_file(network)) == network


@pytest.mark.parametrize(
    ("network", "ssid", "psk"),
    [
        # what GLib's g_key_file_set_string and NetworkManager's ssid_writer write
        (Network("a b", "12345678"), "a b", "12345678"),
        (Network("a;b", "1234;678"), "a\\\\;b", "1234;678"),
        (Network(" ab", "  345678"), "\\sab", "\\s\\s345678"),
        (Network("a\\b", "1234\\678"), "a\\\\b", "1234\\\\678"),
    ],
)
def test_signs_of_their_own_are_written_as_networkmanager_reads_them(network: Network, ssid: str, psk: str) -> None:
    for text in (hotspot_file(network), joined_file(network)):
        assert f"\nssid={ssid}\n" in text
        assert f"\npsk={psk}\n" in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "half a fi",
        "[wifi]\nssid=a\n",
        "[wifi]\nssid=a\n[wifi-security]\npsk=short\n",
        "[wifi]\nssid=\n[wifi-security]\npsk=12345678\n",
    ],
)
def test_a_damaged_file_holds_no_network(text: str) -> None:
    assert network_in(text) is None


def test_the_own_network_is_a_hotspot_that_opens_only_when_asked_for() -> None:
    file = configparser.RawConfigParser()
    file.read_string(hotspot_file(drawn()))
    assert file["connection"]["autoconnect"] == "false"
    assert (file["wifi"]["mode"], file["ipv4"]["method"]) == ("ap", "shared")
    assert (file["wifi-security"]["key-mgmt"], file["wifi-security"]["proto"]) == ("wpa-psk", "rsn")


def test_an_open_network_is_joined_without_a_password() -> None:
    text = joined_file(Network("Café", ""))
    assert "wifi-security" not in text
    assert code_of(Network("Café", "")) == "WIFI:T:nopass;S:Café;;"


@pytest.mark.parametrize(
    ("network", "code"),
    [
        (Network("Whist table 7KQ2", "abcdefgh2345"), "WIFI:T:WPA;S:Whist table 7KQ2;P:abcdefgh2345;;"),
        (Network('a;b,c:d"e\\f', "1;2,3:45678"), 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:1\\;2\\,3\\:45678;;'),
    ],
)
def test_what_a_phone_reads(network: Network, code: str) -> None:
    assert code_of(network) == code
