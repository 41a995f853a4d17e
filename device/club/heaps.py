"""How many heaps the C library keeps for the threads of a program."""

from __future__ import annotations

import ctypes
from typing import Final

_M_ARENA_MAX: Final = -8
"""``malloc.h`` of the GNU C library."""
FEW: Final = 2


def few_heaps(most: int = FEW) -> bool:
    """Let all threads begun from now on share ``most`` heaps; whether the C library knows of that. Else each of many
    threads that read or answer fills one with its own leftovers, and the program grows for hours."""
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, most))
    except (OSError, AttributeError, TypeError):
        return False
