"""What a check finds: one line each, for people."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from whist.phrases import Phrase, reason

Verdict = Literal["fine", "look at this", "broken"]


class Finding(NamedTuple):
    """One finding: what is so, and what to do about it (empty when all is well)."""

    state: Verdict
    what: str
    do: str = ""


def why_of(error: BaseException) -> str:
    """What an error says, as a phrase where it is one, else its first line, else its name."""
    told = reason(error)
    if isinstance(told, Phrase):
        return told
    text = told.strip()
    return text.splitlines()[0] if text else type(error).__name__


def is_a_pi() -> bool:
    """Whether this machine is a Raspberry Pi."""
    try:
        return b"Raspberry Pi" in Path("/proc/device-tree/model").read_bytes()
    except OSError:
        return False
