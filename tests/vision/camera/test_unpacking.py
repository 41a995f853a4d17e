"""A photograph is unpacked in no more memory than it takes itself."""

from __future__ import annotations

import os
import subprocess
import sys

import cv2
import numpy as np
import pytest

from vision.camera.unpacking import unpacked

SIZE = (4000, 6000, 3)
PEAK = """
import sys
from resource import RUSAGE_SELF, getrusage
from vision.camera.photograph_files import load_photograph
load_photograph(sys.argv[1])
before = getrusage(RUSAGE_SELF).ru_maxrss
picture = load_photograph(sys.argv[2])
print((getrusage(RUSAGE_SELF).ru_maxrss - before) * 1024 / picture.nbytes)
"""


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="files in memory are Linux's")
def test_a_large_photograph_is_in_memory_once(tmp_path):
    small, large = tmp_path / "small.jpg", tmp_path / "large.jpg"
    cv2.imwrite(str(small), np.full((200, 300, 3), 90, np.uint8))
    cv2.imwrite(str(large), np.full(SIZE, 90, np.uint8))
    done = subprocess.run([sys.executable, "-c", PEAK, small, large], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 1.3  # 2 where OpenCV copies it


@pytest.mark.parametrize("how", [cv2.IMREAD_COLOR, cv2.IMREAD_UNCHANGED, cv2.IMREAD_GRAYSCALE])
@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp"])
def test_it_is_the_picture_that_opencv_gives(kind, how):
    data = cv2.imencode(kind, np.random.default_rng(1).integers(0, 256, (40, 60, 3), np.uint8))[1].tobytes()
    kept = [data]
    np.testing.assert_array_equal(unpacked(kept, how), cv2.imdecode(np.frombuffer(data, np.uint8), how))
    assert kept == []


def test_what_is_no_picture_is_none():
    assert unpacked([b"\xff\xd8\xff" + bytes(500)], cv2.IMREAD_COLOR) is None
    assert unpacked([b"none"], cv2.IMREAD_COLOR) is None
