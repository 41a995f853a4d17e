"""How a message quotes what somebody wrote: short, on one line, and without failing, whatever it is."""

from __future__ import annotations

import reprlib
from typing import Final

LONGEST: Final = 80
"""Characters of a quotation at most."""


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


def quoted(value: object) -> str:
    """``value`` as Python writes it, cut to ``LONGEST`` characters; never raises for what JSON can hold."""
    text = _QUOTING.repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
