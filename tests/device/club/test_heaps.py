"""Many threads share few heaps, where the C library is GNU's."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

THREADS = """
import ctypes, threading
from device.club.heaps import few_heaps
{before}
barrier = threading.Barrier(13)
def fill():
    kept = [bytes(5000) for _ in range(100)]
    barrier.wait()
    barrier.wait()
for _ in range(12):
    threading.Thread(target=fill).start()
barrier.wait()
libc = ctypes.CDLL(None)
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
barrier.wait()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the C library is another one")
def test_the_threads_of_a_club_share_few_heaps() -> None:
    counts = []
    for before in ("assert few_heaps()", ""):
        program = [sys.executable, "-c", THREADS.format(before=before)]
        done = subprocess.run(program, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=True)
        counts.append(done.stdout.count("<heap nr="))
    assert 1 <= counts[0] <= 2 < counts[1]
