"""Counts that are given to a measuring command."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """``text`` as a whole number from 1 on, for ``argparse``; what is none is refused with a sentence."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few; give 1 or more")
    return value
