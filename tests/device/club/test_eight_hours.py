"""The measurement of a club's memory finds what grows."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")

from tests.device.club.eight_hours import Hour, followed, judged
from tests.device.club.tables import Tables


def test_a_club_as_a_program_has_the_right_ranking_after_hours(tmp_path: Path) -> None:
    tables = Tables(["first", "second"], 5)
    hours = followed(tables, f"sqlite:///{tmp_path / 'club.sqlite'}", 2, 1)
    assert [len(hour.memory) for hour in hours] == [10, 10]
    assert all(least > 2**20 for hour in hours for least in hour.memory)
    assert sum(table.over for table in tables.tables.values()) == 4
    tables.close()


@pytest.mark.parametrize(
    ("second", "last", "words"),
    [
        (Hour([100, 102], 9, 20), Hour([104, 106], 11, 30), []),
        (Hour([100, 102], 9, 20), Hour([90, 91], 9, 20), []),
        (Hour([100, 100], 9, 20), Hour([106, 106], 9, 20), ["the memory of the last hour is +6.0% away"]),
        (Hour([100], 9, 20), Hour([100], 12, 31), ["9 threads in the second hour at most, and 12", "20 files in the"]),
    ],
)
def test_what_has_grown_is_found(second: Hour, last: Hour, words: list[str]) -> None:
    found = judged([Hour([1], 1, 1), second, last])
    assert len(found) == len(words)
    assert all(word in one for word, one in zip(words, found, strict=True))
