"""How a message quotes what somebody wrote, short, on one line, and without failing, whatever it is; and how the log
tells of an error."""

from __future__ import annotations

import reprlib
import traceback
from typing import Final

LONGEST: Final = 80
"""Characters of a quotation at most."""
DEEPEST: Final = 12
"""Of an error so many places are told, the last ones."""


class _Quoting(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 50
        self.maxlevel = 3

    def repr_int(self, number: int, level: int) -> str:
        """Python itself refuses to write numbers of thousands of digits."""
        return repr(number) if abs(number) < 10**40 else "a number of more than 40 digits"


_QUOTING: Final = _Quoting()


def as_sentence(error: object) -> str:
    """What an error says, as a sentence of its own."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def where_from(error: BaseException) -> str:
    """For the log: what kind of error it is, and the places in the program that it went through, the first called
    first. What it says is left out, for that may name cards."""
    went = traceback.extract_tb(error.__traceback__)
    places = " > ".join(f"{'/'.join(place.filename.split('/')[-2:])}:{place.lineno}" for place in went[-DEEPEST:])
    return f"{type(error).__name__} at {places}"


def quoted(value: object) -> str:
    """``value`` as Python writes it, cut to ``LONGEST`` characters; never raises for what JSON can hold."""
    text = _QUOTING.repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
