"""Pictures that would take long or much memory to unpack are refused by their heads; what is only odd is read."""

from __future__ import annotations

import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.device.commands.hostile_files import bomb, chunk, encoded, moving_webp, packed_tiff, png, scans
from vision.camera.folder import FolderCamera
from vision.camera.jpeg import head_of, passes_of, takes_long
from vision.camera.photograph_files import PictureError, load_as, load_photograph
from vision.camera.unpacking import unpacked_apart

NOISE = np.random.default_rng(3).integers(0, 255, (96, 128, 3), np.uint8)


@pytest.mark.parametrize(
    ("how", "passes", "coefficients"),
    [
        ([], 1, 96 * 128 * 3),
        ([cv2.IMWRITE_JPEG_PROGRESSIVE, 1], 10, 96 * 128 * 3),
        ([cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444], 1, 96 * 128 * 6),
    ],
)
def test_what_a_jpeg_costs_is_seen_from_its_data(how: list[int], passes: int, coefficients: int) -> None:
    data = encoded(".jpg", NOISE, *how)
    assert head_of(data) == (128, 96, coefficients)
    assert passes_of(data) == passes
    assert not takes_long(data)


def test_a_jpeg_of_many_passes_is_refused_as_photograph_and_as_frame(tmp_path: Path) -> None:
    (tmp_path / "000001.jpg").write_bytes(scans(1500, 64))
    assert passes_of((tmp_path / "000001.jpg").read_bytes()) > 1500
    with pytest.raises(PictureError, match=r"is a JPEG of 15\d\d passes"):
        load_photograph(tmp_path / "000001.jpg")
    camera = FolderCamera(tmp_path)
    assert camera.look() is None
    assert "too many passes" in camera.warnings[0]


def test_a_large_jpeg_of_few_passes_is_read_and_one_of_many_is_not() -> None:
    assert not takes_long(scans(1, 4000))
    assert takes_long(scans(60, 4000))


def test_texts_and_profiles_of_a_png_are_left_out_and_its_pixels_stay(tmp_path: Path) -> None:
    rows = b"".join(b"\0" + row.tobytes() for row in NOISE[:, :, 0])
    plain = png(b"", 128, 96, zlib.compress(rows))
    odd = png(
        chunk(b"zTXt", b"a\0\0" + bomb(8)) * 50 + chunk(b"iCCP", b"a\0\0" + bomb(50)), 128, 96, zlib.compress(rows)
    )
    for name, data in (("plain.png", plain), ("odd.png", odd)):
        (tmp_path / name).write_bytes(data)
    assert np.array_equal(load_photograph(tmp_path / "odd.png")[:, :, 0], NOISE[:, :, 0])
    assert np.array_equal(load_photograph(tmp_path / "odd.png"), load_photograph(tmp_path / "plain.png"))


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("many.png", png(chunk(b"tEXt", b"a\0b") * 60_000), "of more than 50000 parts"),
        ("moving.webp", moving_webp(), "is a moving picture"),
        ("gigabytes.png", png(b"", 600, 400, bomb(1100)), "holds more than its pixels"),
        ("sides.tiff", packed_tiff(20_000, 1, 8, bomb(1), 7), "more than 50 million"),
        ("filled.jpg", b"\xff\xd8\xff\xe0\0\2" + b"\xff" * 5_000_000, "cut short"),
        ("commented.jpg", b"\xff\xd8" + b"\xff\xfe\0\2" * 100_000 + b"\xff\xd9", "cut short"),
    ],
)
def test_refused_by_its_head(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(PictureError, match=why):
        load_photograph(tmp_path / name)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_a_tiff_is_unpacked_apart_as_it_would_be_here(tmp_path: Path, kind: type) -> None:
    picture = NOISE.astype(kind) * (257 if kind is np.uint16 else 1)
    data = encoded(".tiff", picture)
    (tmp_path / "scan.tiff").write_bytes(data)
    assert np.array_equal(load_as(tmp_path / "scan.tiff", cv2.IMREAD_UNCHANGED), picture)
    assert np.array_equal(load_photograph(tmp_path / "scan.tiff"), NOISE)
    load_photograph(tmp_path / "scan.tiff")[:] = 0  # it may be drawn into


@pytest.mark.parametrize("how", [[], [cv2.IMWRITE_PNG_COMPRESSION, 0]])
@pytest.mark.parametrize("shape", [(900, 1200), (900, 1200, 3), (900, 1200, 4), (1201, 901, 3)])
@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_a_large_png_holds_its_pixels_alone(tmp_path: Path, how: list[int], shape: tuple[int], kind: type) -> None:
    picture = np.random.default_rng(1).integers(0, 255, shape).astype(kind)
    (tmp_path / "large.png").write_bytes(encoded(".png", picture, *how))
    assert np.array_equal(load_as(tmp_path / "large.png", cv2.IMREAD_UNCHANGED), picture)


def test_what_is_unpacked_apart_ends_where_it_takes_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    data = encoded(".tiff", NOISE)
    assert unpacked_apart(data, cv2.IMREAD_COLOR) is not None
    monkeypatch.setattr("vision.camera.unpacking.PATIENCE", 0.001)
    assert unpacked_apart(data, cv2.IMREAD_COLOR) is None
    assert unpacked_apart(b"II*\0nothing", cv2.IMREAD_COLOR) is None
