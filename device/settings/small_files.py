"""Small files in which the program keeps what it must still know after a power cut: where the cards of a simulated
table lie, names, choices, keys."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from vision.input_files import contents

log = logging.getLogger(__name__)

MOST_BYTES: Final = 5_000_000
"""No such file is larger: what came of the matches of many years (``device.records.statistics``) has less."""
_failing: set[Path] = set()
"""Files that could not be written last: each is told once."""
_writing = threading.Lock()
"""One writer at a time: the hands of a game that was just broken off may still write."""


def remember(memory: Path, state: Mapping[str, Any]) -> bool:
    """Write ``state`` to ``memory``, whole or not at all; whether that was possible. A disk that is full or read-only
    ends no game: the log says so, and the next time all of it is written again. The file is for this account alone."""
    with _writing:
        return _remember(memory, state)


def _remember(memory: Path, state: Mapping[str, Any]) -> bool:
    unfinished = memory.with_suffix(".new")
    try:
        # for the table's own user alone: what people hold in their hands may stand there
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            with suppress(OSError):  # a disk that knows no such thing
                os.fchmod(file.fileno(), 0o600)
            json.dump(state, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(memory)
    except OSError as error:
        if memory not in _failing:
            log.warning("%s cannot be written (%s); it is tried again.", memory, error.strerror)
        _failing.add(memory)
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)  # half a file takes room
        return False
    _failing.discard(memory)
    return True


def forget(memory: Path) -> bool:
    """Delete ``memory``; whether it is gone. A disk that is read-only ends no game: the log says so."""
    with _writing:
        try:
            memory.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s cannot be deleted (%s).", memory, error.strerror)
            return False
        return True


def remembered(memory: Path) -> Any:
    """The JSON value in a file that the program wrote; ``OSError`` or ``ValueError`` where there is none."""
    try:
        return json.loads(contents(memory, MOST_BYTES))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def choices_in(memory: Path | None, fits: Callable[[tuple[object, object]], bool]) -> dict[str, Any]:
    """The choices that ``memory`` holds and that are such ones, as ``fits`` says of each name and value; none where it
    holds nothing that makes sense, for they are only a comfort."""
    try:
        kept = {} if memory is None else remembered(memory)
    except (OSError, ValueError):
        return {}
    return dict(filter(fits, kept.items())) if isinstance(kept, dict) else {}


@contextmanager
def recall(memory: Path) -> Iterator[dict[str, Any]]:
    """What ``memory`` holds; ``ValueError`` with one sentence when it, or what is read from it within, does not fit."""
    try:
        state = remembered(memory)
        if not isinstance(state, dict):
            raise ValueError("it holds no object")
        yield state
    except (ValueError, KeyError, TypeError, IndexError, OSError) as error:
        raise ValueError(f"The simulated table in {memory} cannot be read ({error}); delete that file.") from error
