"""The file in which a simulated table remembers where its cards lie, so that a power cut changes nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def remember(memory: Path, state: Mapping[str, Any]) -> None:
    """Write ``state`` to ``memory``, whole or not at all."""
    unfinished = memory.with_suffix(".new")
    with unfinished.open("w") as file:
        json.dump(state, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(memory)


@contextmanager
def recall(memory: Path) -> Iterator[dict[str, Any]]:
    """What ``memory`` holds; ``ValueError`` with one sentence when it, or what is read from it within, does not fit."""
    try:
        state = json.loads(memory.read_text())
        if not isinstance(state, dict):
            raise ValueError("it holds no object")
        yield state
    except (ValueError, KeyError, TypeError, IndexError, OSError) as error:
        raise ValueError(f"The simulated table in {memory} cannot be read ({error}); delete that file.") from error
