"""Batches made by processes of their own, while the network learns from those before."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.training.drawing.face import Deck
from vision.training.scenes.scenes import Painter

Maker = Callable[[Painter, np.random.Generator], tuple[Picture, Numbers]]
Renewal = Callable[[np.random.Generator], Deck]
_Ends = tuple[Connection, Connection]
"""Where a process's batches come out, and where it puts them in."""
_READY: Final = 6
"""Batches of a process that wait to be learned from."""
RENEW_EVERY: Final = 10
"""After so many batches a process draws one pack anew, so that no pack is learned by heart."""


def _work(painter: Painter, make: Maker, renew: Renewal, seed: int, first: int, step: int, ends: _Ends) -> None:
    cv2.setNumThreads(1)
    reader, writer = ends
    # so that sending fails when nobody is left to receive
    reader.close()
    number = first
    while True:
        rng = np.random.default_rng([seed, number])
        try:
            writer.send(make(painter, rng))
        except BrokenPipeError:
            return
        if number // step % RENEW_EVERY == RENEW_EVERY - 1:
            painter.change(rng, renew(rng))
        number += step


def _receive(reader: Connection, ready: Queue[Any]) -> None:
    """Keeps some batches of one process ready; None is last, when it has ended, even in the middle of a batch."""
    while True:
        try:
            ready.put(reader.recv())
        except (EOFError, OSError):
            ready.put(None)
            return


def stream(
    painter: Painter, make: Maker, renew: Renewal, seed: int, first: int, workers: int
) -> Generator[tuple[Picture, Numbers]]:
    """Batches `first`, `first` + 1, … made by `workers` processes; the same start gives the same batches.

    Raises ``ChildProcessError`` with one sentence when one of them ended.
    """
    context = multiprocessing.get_context("fork")
    readers: list[Connection] = []
    processes: list[BaseProcess] = []
    for k in range(workers):
        ends = context.Pipe(duplex=False)
        work = (painter, make, renew, seed, first + k, workers, ends)
        processes.append(context.Process(target=_work, args=work, daemon=True))
        processes[-1].start()
        ends[1].close()
        readers.append(ends[0])
    # threads do not survive a fork: they begin after the last one
    queues: list[Queue[Any]] = [Queue(_READY) for _ in readers]
    threads = [Thread(target=_receive, args=ends, daemon=True) for ends in zip(readers, queues, strict=True)]
    for thread in threads:
        thread.start()
    try:
        while True:
            for ready, process in zip(queues, processes, strict=True):
                batch = ready.get()
                if batch is None:
                    process.join()
                    raise ChildProcessError(
                        f"a process that draws pictures ended (exit code {process.exitcode}): it says why above, or "
                        "there was too little memory. What was learned until a minute ago is saved; the same command "
                        "goes on from there."
                    )
                yield batch
    finally:
        for process in processes:
            process.terminate()
        # a thread that waits for room would keep its batches, and live on through the next fork
        for thread, ready in zip(threads, queues, strict=True):
            while thread.is_alive():
                with suppress(Empty):
                    ready.get(timeout=0.1)
