"""Codes are typed as people type, and a phone's camera reads the picture of one."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from web_ui.doors import codes


def drawn(picture: dict[str, object], scale: int = 6) -> np.ndarray:
    """The path of a QR code as pixels."""
    side = int(str(picture["side"]))
    pixels = np.full((side, side), 255, np.uint8)
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", str(picture["path"])):
        pixels[int(y), int(x) : int(x) + int(run)] = 0
    return np.kron(pixels, np.ones((scale, scale), np.uint8))


@pytest.mark.parametrize(
    "text",
    [
        "http://192.168.1.20:8080/join#K7M2P",
        "http://[fd00::12]:8080/join#north.K7M2PQRT",
        "http://10.0.0.1:80/join#22222",
    ],
)
def test_a_camera_reads_the_picture(text: str) -> None:
    found, *_ = cv2.QRCodeDetector().detectAndDecode(drawn(codes.qr(text)))
    assert found == text


def test_the_border_is_white_and_nothing_but_runs_is_drawn() -> None:
    picture = codes.qr("http://192.168.1.20:8080/join#K7M2P")
    assert re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", picture["path"])
    pixels = drawn(picture, 1)
    for edge in (pixels[: codes.QUIET], pixels[-codes.QUIET :], pixels[:, : codes.QUIET], pixels[:, -codes.QUIET :]):
        assert edge.min() == 255


@pytest.mark.parametrize(
    ("typed", "code"),
    [("K7M2P", "K7M2P"), ("k7m2p", "K7M2P"), (" k7 m2-p\n", "K7M2P"), ("", ""), ("é", "É"), ("K" * 500, "K" * 64)],
)
def test_codes_are_taken_as_people_type_them(typed: str, code: str) -> None:
    assert codes.plain(typed) == code


def test_codes_are_drawn_anew_each_time() -> None:
    drawn_codes = [codes.draw(codes.JOIN_LENGTH) for _ in range(200)]
    assert len(set(drawn_codes)) > 195
    assert {len(code) for code in drawn_codes} == {codes.JOIN_LENGTH}
    assert set("".join(drawn_codes)) == set(codes.LETTERS)
