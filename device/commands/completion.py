"""``whist-table completion``: what a shell needs to complete commands, options, their values and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SHELLS: Final = ("bash", "zsh", "tcsh")


def completed(parser: argparse.ArgumentParser, shell: str) -> int:
    """Print the script of one of ``SHELLS`` for a parser and its commands; exit status 0."""
    import shtab  # here alone: every other command begins without it

    for action in _actions(parser):
        if action.type is Path:
            action.complete = shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
