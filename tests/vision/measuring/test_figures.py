"""Figures as a picture: which mistake is in which cell, what the bars show, what is refused."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from vision.measuring.figures import FiguresError, drawn, load, main, matrix
from whist.cards import RANKS, SUITS


def figures(recall: float = 0.99, mistakes: tuple[tuple[str | None, str | None], ...] = (), spoil: str = "clean"):
    return {
        "folder": "table",
        "spoil": spoil,
        "precision": 0.97,
        "recall": recall,
        "named": 100,
        "labelled": 101,
        "mistakes": [{"photo": "a.jpg", "was": was, "named": named, "also_right": False} for was, named in mistakes],
    }


@pytest.mark.parametrize(
    ("was", "named", "rank", "suit"),
    [
        ("S9", "C9", None, ("S", "C")),
        ("S9", "S6", ("9", "6"), None),
        ("S9", "C6", ("9", "6"), ("S", "C")),
        ("S9", None, ("9", None), ("S", None)),
        (None, "HQ", (None, "Q"), (None, "H")),
        ("9", "6", ("9", "6"), None),
        ("9", None, ("9", None), None),
        ("S9", "JR", None, None),
    ],
)
def test_each_mistake_is_in_its_cell(was, named, rank, suit):
    for order, part, cell in ((RANKS, -1, rank), (SUITS, 0, suit)):
        counts = matrix([figures(mistakes=((was, named),))], order, part)
        assert counts.shape == (len(order) + 1, len(order) + 1)
        assert counts.sum() == (cell is not None)
        if cell:
            row, column = (len(order) if one is None else order.index(one) for one in cell)
            assert counts[row, column] == 1


def test_bars_are_as_long_as_the_figures():
    lengths = [(drawn([figures(recall=recall)])[88, :, :] == (170, 110, 40)).all(1).sum() for recall in (0.7, 0.9, 1.0)]
    assert lengths[0] <= 1
    assert lengths[1] == pytest.approx(lengths[2] / 2, abs=2)


def test_all_sets_and_spoils_fit(tmp_path):
    source, out = tmp_path / "figures.json", tmp_path / "figures.png"
    source.write_text(json.dumps([figures(spoil=f"spoil {k}") for k in range(30)]))
    picture = drawn(load(source))
    assert picture.shape[0] > 80 + 30 * 30
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["figures", str(source), str(out)])
        assert main() == 0
    assert (cv2.imread(str(out)) == picture).all()
    assert np.unique(picture).size > 3


@pytest.mark.parametrize("text", [None, "{", "[]", "{}", "[1]", '[{"folder": "a"}]', '[{"mistakes": 3}]'])
def test_what_holds_no_figures_is_refused(tmp_path, text):
    path = tmp_path / "figures.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(FiguresError, match=r"figures\.json"):
        load(path)


@pytest.mark.parametrize(("out", "part"), [("a.txt", "no PNG"), ("none/a.png", "make it first")])
def test_where_it_cannot_be_written_is_said(tmp_path, monkeypatch, capsys, out, part):
    source = tmp_path / "figures.json"
    source.write_text(json.dumps([figures()]))
    monkeypatch.setattr("sys.argv", ["figures", str(source), str(tmp_path / out)])
    assert main() == 1
    assert part in capsys.readouterr().err
