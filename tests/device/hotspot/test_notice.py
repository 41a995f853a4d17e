"""What the screen and the papers show, read as a phone reads it."""

from __future__ import annotations

import cv2
import numpy as np
import pypdfium2
import pytest

from device.hotspot.network import Network, code_of
from device.hotspot.notice import for_the_host, on_screen, two_codes
from hardware.drawing import PAPERS, RULER
from hardware.sheets import draw_hotspot_sign
from hardware.words import LANGUAGES
from web_ui.languages import languages

OWN = Network("Whist table 7KQ2", "abcdefgh2345")
ADDRESS = "http://10.42.0.1:8080"
CELL = 8
DPI = 144


def painted(lines: list[str]) -> np.ndarray:
    """Lines as a dark screen shows them: each letter CELL wide and twice as high."""
    wide = max(map(len, lines))
    screen = np.zeros((2 * len(lines), wide), np.uint8)
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            screen[2 * y, x] = 255 * (letter in "▀█")
            screen[2 * y + 1, x] = 255 * (letter in "▄█")
    return cv2.resize(screen, None, fx=CELL, fy=CELL, interpolation=cv2.INTER_NEAREST)


def read(picture: np.ndarray) -> set[str]:
    good, texts, *_ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(picture)
    return set(texts) if good else set()


def test_both_codes_on_the_screen_are_read() -> None:
    lines = two_codes(OWN, ADDRESS)
    assert read(painted(lines)) == {code_of(OWN), ADDRESS}
    assert max(map(len, lines)) <= 80, "they fit on the narrowest screen"
    assert len(lines) <= 22


def test_agetty_takes_no_letter_for_its_own() -> None:
    assert on_screen(["a\\b", "c"], languages()["en"]) == "\na\\\\b\nc\n\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_sign_has_both_codes_and_no_pin(paper: str, language: str) -> None:
    pdf = draw_hotspot_sign(paper, language, OWN.name, OWN.password, code_of(OWN), ADDRESS)
    document = pypdfium2.PdfDocument(pdf)
    try:
        (page,) = document
        picture = page.render(scale=DPI / 72, grayscale=True).to_numpy().squeeze()
        words = page.get_textpage().get_text_bounded()
    finally:
        document.close()
    assert read(picture) == {code_of(OWN), ADDRESS}
    _, _, corners, *_ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(picture)
    lowest = PAPERS[paper][1] - corners[..., 1].max() / DPI * 25.4
    assert lowest > RULER + 15, "the codes stand clear of the ruler and its numbers"
    for text in (OWN.name, OWN.password, ADDRESS):
        assert text in words
    assert "PIN" not in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pin", ["", "123456"])
def test_the_hosts_file_says_the_pin_once_it_is_drawn(language: str, pin: str) -> None:
    text = for_the_host(languages()[language], OWN, ADDRESS, pin)
    assert text.count("\r\n") == text.count("\n")
    assert ("PIN" in text) == bool(pin)
    for part in (OWN.name, OWN.password, ADDRESS, pin):
        assert part in text
