"""Files that are no photograph are refused with one sentence, whole ones are read, and huge ones cost no memory."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.photograph_files import PictureError, load_photograph


def _encoded(ending: str, height: int = 120, width: int = 160, depth: type = np.uint8, channels: int = 3) -> bytes:
    rng = np.random.default_rng(1)
    top = np.iinfo(depth).max
    picture = rng.integers(0, top, (height, width, channels), endpoint=True).astype(depth)
    done, data = cv2.imencode(ending, picture)
    assert done
    return data.tobytes()


def _png_head(width: int, height: int) -> bytes:
    """A PNG that is nearly all promise: its head tells a size, its body a handful of zeros."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def _jpeg_saying(width: int, height: int) -> bytes:
    data = bytearray(_encoded(".jpg"))
    place = data.index(b"\xff\xc0")
    data[place + 5 : place + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("empty.jpg", b"", "is empty"),
        ("text.jpg", b"no picture at all, only words\n", "is no picture"),
        ("zeros.png", bytes(4000), "is no picture"),
        ("half.jpg", _encoded(".jpg")[:9000], "cut short"),
        ("head.jpg", _encoded(".jpg")[:30], "cut short"),
        ("two-bytes.jpg", b"\xff\xd8", "is no picture"),
        ("no-end.jpg", _encoded(".jpg")[:-2], "cut short"),
        ("half.png", _encoded(".png")[:9000], "cut short"),
        ("head.png", _encoded(".png")[:20], "cut short"),
        ("half.webp", _encoded(".webp")[:3000], "cut short"),
        ("half.bmp", _encoded(".bmp")[:20], "cut short"),
        ("half.tiff", _encoded(".tiff")[:40], "cut short"),
        ("hollow.png", _png_head(300, 200), "damaged"),
        ("one.png", _encoded(".png", 1, 1), "1 × 1"),
        ("narrow.jpg", _encoded(".jpg", 400, 8), "8 × 400"),
        ("huge.jpg", _jpeg_saying(10_000, 10_000), "more than 50 million"),
        ("huge.png", _png_head(10_000, 10_000), "more than 50 million"),
        ("endless.png", _png_head(2**31 - 1, 2**31 - 1), "more than 50 million"),
        ("phone.heic", b"\x00\x00\x00\x18ftypheic" + bytes(400), "save it as JPEG"),
    ],
)
def test_refused_with_one_sentence(tmp_path: Path, name, data, why):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(PictureError) as refused:
        load_photograph(path)
    said = str(refused.value)
    assert why in said
    assert name in said
    assert "\n" not in said
    assert "Error" not in said


def test_missing_path_and_folder(tmp_path: Path):
    with pytest.raises(PictureError, match=r"there is no file .*nothing\.jpg"):
        load_photograph(tmp_path / "nothing.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_photograph(tmp_path)


def test_unreadable_name():
    with pytest.raises(PictureError, match="cannot be read"):
        load_photograph("a\0b.jpg")


@pytest.mark.parametrize(
    ("ending", "depth", "channels"),
    [
        (".jpg", np.uint8, 3),
        (".jpg", np.uint8, 1),
        (".png", np.uint8, 4),
        (".png", np.uint8, 1),
        (".png", np.uint16, 3),
        (".png", np.uint16, 1),
        (".webp", np.uint8, 3),
        (".bmp", np.uint8, 3),
        (".tiff", np.uint8, 3),
        (".tiff", np.uint16, 3),
    ],
)
def test_whole_pictures_come_as_bgr(tmp_path: Path, ending, depth, channels):
    path = tmp_path / f"whole{ending}"
    path.write_bytes(_encoded(ending, depth=depth, channels=channels))
    picture = load_photograph(path)
    assert picture.shape == (120, 160, 3)
    assert picture.dtype == np.uint8
    assert 60 < picture.mean() < 200


def test_bytes_behind_the_picture_do_no_harm(tmp_path: Path):
    path = tmp_path / "trailer.jpg"
    path.write_bytes(_encoded(".jpg") + b"a phone's trailer \xff\xc0")
    assert load_photograph(path).shape == (120, 160, 3)


def test_preview_inside_does_not_count_as_the_end(tmp_path: Path):
    data = _encoded(".jpg")
    preview = b"Exif\0\0" + data[:200] + b"\xff\xd9"
    whole = data[:2] + b"\xff\xe1" + struct.pack(">H", len(preview) + 2) + preview + data[2:]
    path = tmp_path / "preview.jpg"
    path.write_bytes(whole)
    assert load_photograph(path).shape == (120, 160, 3)
    path.write_bytes(whole[:-500])
    with pytest.raises(PictureError, match="cut short"):
        load_photograph(path)


def test_turned_as_the_exif_note_says(tmp_path: Path):
    data = _encoded(".jpg")
    note = b"MM\0\x2a\0\0\0\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0)
    exif = b"Exif\0\0" + note
    path = tmp_path / "turned.jpg"
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    assert load_photograph(path).shape == (160, 120, 3)


def test_a_hundred_megapixels_cost_no_memory(tmp_path: Path):
    """A true picture of 10 000 × 10 000 is refused before it is unpacked: 300 MB of pixels never come to be."""
    path = tmp_path / "large.png"
    rows = zlib.compressobj(1)
    body = b"".join(rows.compress(bytes(30_001)) for _ in range(10_000)) + rows.flush()

    def chunk(kind: bytes, inside: bytes) -> bytes:
        return struct.pack(">I", len(inside)) + kind + inside + struct.pack(">I", zlib.crc32(kind + inside))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", body) + chunk(b"IEND", b""))
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from vision.camera.photograph_files import PictureError, load_photograph\n"
        # not ru_maxrss, which knows the parent's memory too
        "def peak():\n    return int(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])\n"
        "before = peak()\n"
        "try:\n    load_photograph(sys.argv[1])\n"
        "except PictureError as error:\n    print(error)\n"
        "print(peak() - before)\n"
    )
    told = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    sentence, more = told.stdout.strip().splitlines()
    assert "more than 50 million" in sentence
    assert int(more) < 100_000, "kilobytes that the refusal took"
