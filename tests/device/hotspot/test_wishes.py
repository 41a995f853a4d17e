"""``whist-table.txt`` on the card, as anybody's editor leaves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.hotspot.wishes import Wishes, read_wishes

CARD = Path(__file__).parents[3] / "systemd/image/whist-table.txt"


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("", Wishes()),
        ("# kiosk = yes\n\n   \n", Wishes()),
        ("kiosk = yes", Wishes(kiosk=True)),
        ("\ufeffKiosk=ON\r\nhotspot =  Off \r\n", Wishes(kiosk=True, hotspot="off")),
        ("kiosk = yes\nkiosk = no\n", Wishes()),
        ("country = it\nlanguage = IT", Wishes(country="IT", language="it")),
        ("country =\nwifi =\nwifi_password =\n", Wishes()),
        ("wifi = Café = home #2\nwifi password = a b#c=d;e", Wishes(wifi="Café = home #2", wifi_password="a b#c=d;e")),
    ],
)
def test_what_is_written_is_followed(text: str, wishes: Wishes) -> None:
    assert read_wishes(text) == (wishes, [])


def test_the_file_of_the_card_wishes_for_nothing() -> None:
    assert read_wishes(CARD.read_text(encoding="utf-8")) == (Wishes(), [])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("kiosk", "write a name, = and a value"),
        ("= yes", "write a name, = and a value"),
        ("kiosk = maybe", "kiosk must be yes or no"),
        ("hotspot = perhaps", "hotspot must be auto, on or off"),
        ("country = Italy", "country must be two letters"),
        ("language = de", "language must be en or it"),
        ("colour = red", "nothing is called colour; there are hotspot, kiosk"),
        ("wifi = " + "é" * 17, "wifi must be the name of a network"),
        ("wifi_password = 1234567", "wifi_password must be 8 to 63"),
        ("wifi_password = " + "x" * 64, "wifi_password must be 8 to 63"),
        ("wifi_password = pässword", "wifi_password must be 8 to 63"),
    ],
)
def test_a_line_that_cannot_be_followed_is_said_and_the_others_count(line: str, said: str) -> None:
    wishes, wrong = read_wishes(f"# a card\n{line}\nkiosk = yes\n")
    assert wishes == Wishes(kiosk=True)
    (sentence,) = wrong
    assert sentence.startswith("whist-table.txt, line 2: ")
    assert said in sentence
    assert sentence.endswith(".")
    assert line.partition("= ")[2] not in sentence or "password" not in line, "no password is repeated"
