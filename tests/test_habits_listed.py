"""docs/habits.md: every habit has events that there are, words that the pages say, and tests that there are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from web_ui.catalogue import texts
from whist.messages.events import EVENTS

ROOT = Path(__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in (ROOT / "docs" / "habits.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith(("| habit", "| ---"))
]


@cache
def known_tests() -> frozenset[str]:
    return frozenset(
        f"{file.parent.name}/{file.stem}.{node.name}"
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef)
    )


@cache
def said() -> frozenset[str]:
    found: Iterator[str] = (one for _, text in texts() for one in (text if isinstance(text, tuple) else (text,)))
    return frozenset(found)


def test_there_is_a_row_for_each_habit() -> None:
    assert len(ROWS) >= 25
    assert {len(row) for row in ROWS} == {5}
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_is_said_of_a_habit_is_true(row: list[str]) -> None:
    habit, events, words, *tests = row
    assert [name for name in re.findall(r"`(\w+)`", events) if name not in EVENTS] == [], habit
    assert words == "*(nothing)*" or words.strip("*") in said(), habit
    named = [name for cell in tests for name in re.findall(r"`([\w./]+)`", cell)]
    assert named
    assert [name for name in named if name not in known_tests()] == [], habit
