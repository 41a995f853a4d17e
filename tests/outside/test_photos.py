"""Photographs that others took, in the folder named by ``WHIST_OUTSIDE``: the reader has never seen their cards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.measuring.photographs import measure
from vision.reader.reader import Reader

pytestmark = pytest.mark.outside

RECALL, PRECISION = 0.985, 0.99


@pytest.fixture(scope="module")
def photos() -> Path:
    folder = os.environ.get("WHIST_OUTSIDE")
    if not folder:
        pytest.skip("WHIST_OUTSIDE is not set: no photographs to read")
    path = Path(folder) / "photos"
    if not path.is_dir():
        pytest.skip(f"{path} is not there")
    return path


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("name", ["deals", "table"])
def test_distinct_cards_of_photographs(photos, reader, name, capsys):
    figures = measure(photos / name, reader)
    with capsys.disabled():
        print(f"\n{name}: {figures}")
    assert figures.labelled > 100
    assert figures.recall >= RECALL, figures.mistakes
    assert figures.precision >= PRECISION, figures.mistakes


def test_ranks_in_clutter(photos, reader, capsys):
    figures = measure(photos / "ranks", reader)
    with capsys.disabled():
        print(f"\nranks: {figures}")
    assert figures.labelled > 100
    assert figures.recall >= RECALL, figures.mistakes
