"""Batches come from processes of their own: how the end of one is told, and that a closed stream leaves nothing."""

from __future__ import annotations

import multiprocessing
import os
import queue
import struct
import subprocess
import sys

from vision.training.scenes import streams


def test_a_process_that_ended_in_the_middle_of_a_batch_is_told_in_one_sentence():
    parent, child = multiprocessing.Pipe(duplex=False)
    # a batch was announced, and its process killed before it was all there
    os.write(child.fileno(), struct.pack("!i", 1000) + b"only this")
    child.close()
    ready = queue.Queue()
    streams._receive(parent, ready)
    assert ready.get_nowait() is None


def test_what_draws_and_fails_ends_the_stream_with_one_sentence():
    code = """
import cv2
cv2.setNumThreads(1)
from vision.training.scenes import streams

def spilt(painter, random):
    raise MemoryError("no room")

try:
    next(streams.stream(None, spilt, lambda random: None, 1, 0, workers=2))
except ChildProcessError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True)
    assert "no room" in told.stderr
    assert told.stdout.startswith("a process that draws pictures ended (exit code 1)")
    assert told.stdout.count("\n") == 1


def test_a_stream_that_is_closed_leaves_nothing_running():
    code = """
import threading
import cv2
cv2.setNumThreads(1)
from vision.training.scenes import streams

source = streams.stream(None, lambda painter, random: [0] * 100_000, None, 1, 0, workers=2)
for _ in range(3):
    next(source)
source.close()
print(threading.active_count())
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True)
    assert told.stdout == "1\n"
