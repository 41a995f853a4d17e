"""Figures on labelled photographs: which mistake belongs to which label, what is counted, what is refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.photograph_files import PictureError
from vision.measuring.labels import Label, Photograph, compare, load_labels, mistakes
from vision.measuring.photographs import PhotographFigures, confused, confusions, measure, misread, run, yardstick
from vision.output_files import OutputError
from vision.packs.spoil import SHRINK
from vision.reader.reader import CardRead, PhotographRead
from whist.cards import Card

LEFT, MIDDLE, RIGHT = (0, 0, 100, 100), (100, 0, 200, 100), (200, 0, 300, 100)


def photograph(*labels: tuple[str, tuple[float, ...] | None]) -> Photograph:
    return Photograph(Path("a.jpg"), tuple(Label(code, box) for code, box in labels))


def read(code: str, x: float = 50, y: float = 50) -> CardRead:
    return CardRead(Card.parse(code), 0.9, (x - 5, y - 5, x + 5, y + 5))


@pytest.mark.parametrize(
    ("labels", "reads", "said"),
    [
        ([("HT", LEFT)], [("HT", 50)], []),
        ([("HT", LEFT)], [], ["HT missed"]),
        ([], [("HT", 50)], ["HT where none is"]),
        ([("HT", LEFT)], [("DT", 50)], ["HT taken for DT"]),
        ([("HT", LEFT)], [("DT", 250)], ["DT where none is", "HT missed"]),
        # the label whose box it is in, not the one that is first
        ([("HT", LEFT), ("S2", RIGHT)], [("DT", 250)], ["S2 taken for DT", "HT missed"]),
        ([("HT", LEFT), ("S2", RIGHT)], [("C2", 250), ("DT", 50)], ["S2 taken for C2", "HT taken for DT"]),
        # a second index of a card that was read right
        ([("S2", LEFT)], [("S2", 20), ("C2", 80)], ["S2 taken for C2 too"]),
        # a missed card before one that was read right, though that one is nearer
        ([("S2", LEFT), ("HT", (0, 0, 300, 300))], [("S2", 50), ("DT", 50)], ["HT taken for DT"]),
        # one card, two boxes
        ([("S2", LEFT), ("S2", RIGHT)], [("S3", 250)], ["S2 taken for S3"]),
        ([("S2", LEFT), ("S2", RIGHT)], [("S3", 250), ("S2", 50)], ["S2 taken for S3 too"]),
        # a box drawn a little too small
        ([("S2", LEFT)], [("S3", 108)], ["S2 taken for S3"]),
        ([("S2", None)], [("S3", 50)], ["S3 where none is", "S2 missed"]),
        # ranks: each label by itself
        ([("9", LEFT), ("9", RIGHT)], [("H9", 50), ("S9", 250)], []),
        ([("9", LEFT), ("9", RIGHT)], [("H9", 50), ("S6", 250)], ["9 taken for 6"]),
        ([("9", LEFT), ("A", RIGHT)], [("H9", 50), ("S9", 250)], ["A taken for 9"]),
        ([("9", LEFT)], [("H9", 50), ("S9", 250)], ["9 where none is"]),
        ([("K", LEFT)], [("JR", 50)], ["K taken for R"]),
    ],
)
def test_a_mistake_belongs_to_the_label_it_stands_in(labels, reads, said):
    found = mistakes(photograph(*labels), [read(code, x) for code, x in reads])
    assert [str(mistake) for mistake in found] == said


def test_boxes_shrink_with_the_picture():
    labelled = photograph(("HT", LEFT), ("S2", RIGHT))
    assert [str(m) for m in mistakes(labelled, [read("C2", 25, 5)], 0.1)] == ["S2 taken for C2", "HT missed"]


def test_cards_count_once_and_ranks_each():
    twice = [read("H9"), read("S9", 250)]
    assert compare(photograph(("H9", LEFT), ("H9", RIGHT)), twice) == (Counter(["H9"]), Counter(["H9", "S9"]))
    assert compare(photograph(("9", LEFT), ("9", RIGHT)), twice) == (Counter("99"), Counter("99"))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (None, "no labels.json"),
        ("{", "no labels.json"),
        ("[]", "no labels.json"),
        ('{"photos": []}', "no photographs"),
        ('{"photos": {"a": 1}}', "no photographs"),
        ('{"photos": [{"file": "a.png"}]}', "'cards' is missing"),
        ('{"photos": [{"cards": []}]}', "'file' is missing"),
        ('{"photos": [{"file": "a.png", "cards": [{"card": "XX"}]}]}', "'XX' is no card"),
        ('{"photos": [{"file": "a.png", "cards": [{"rank": "10"}]}]}', "'10' is no rank"),
        ('{"photos": [{"file": "a.png", "cards": [{"box": [1, 2, 3, 4]}]}]}', "'rank' is missing"),
        ('{"photos": [{"file": "a.png", "cards": [{"card": "HT", "box": [1, 2]}]}]}', "not as labels should be"),
        ('{"photos": [{"file": "a.png", "cards": [{"card": "HT"}, {"rank": "T"}]}]}', "mixes cards with ranks"),
        ('{"photos": [7]}', "not as labels should be"),
    ],
)
def test_bad_labels_get_one_sentence(tmp_path, text, part):
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(PictureError) as refused:
        load_labels(tmp_path)
    assert part in str(refused.value)
    assert str(tmp_path) in str(refused.value)
    assert "\n" not in str(refused.value)


class Names:
    """In the reader's place: names the ten of hearts in the left half and, where it is dark, the two of clubs right."""

    def photograph(self, picture: np.ndarray) -> PhotographRead:
        height, width = picture.shape[:2]
        codes = [("HT", width / 4)] + ([("C2", 3 * width / 4)] if picture.mean() < 100 else [])
        return PhotographRead([], [read(code, x, height / 2) for code, x in codes])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((100, 300, 3), 200, np.uint8))
    cv2.imwrite(str(tmp_path / "b.png"), np.full((100, 300, 3), 200, np.uint8))
    cards = [{"card": "HT", "box": [0, 0, 150, 100]}, {"card": "S2", "box": [160, 0, 300, 100]}]
    photos = [{"file": "a.png", "cards": cards}, {"file": "b.png", "cards": cards[:1]}]
    (tmp_path / "labels.json").write_text(json.dumps({"photos": photos}))
    return tmp_path


def test_figures_of_a_folder(folder):
    clean = measure(folder, Names())
    assert (clean.photographs, clean.right, clean.named, clean.labelled) == (2, 2, 2, 3)
    assert (clean.precision, clean.recall) == (1, pytest.approx(2 / 3))
    assert list(misread(clean)) == ["a.png: S2 missed"]
    dark = measure(folder, Names(), spoil="dark")
    assert (dark.right, dark.named, dark.labelled) == (2, 4, 3)
    assert list(misread(dark)) == ["a.png: S2 taken for C2", "b.png: C2 where none is"]
    assert dark.counted == {"HT": 2, "S2": 1}
    assert dark.ratio > 0
    # boxes stay on their cards in a smaller picture
    assert list(misread(measure(folder, Names(), spoil="shrunk"))) == ["a.png: S2 missed"]
    assert round(100 * SHRINK) == 30


def test_confusions_by_rank_and_by_suit(folder):
    dark = [measure(folder, Names(), spoil="dark")]
    assert confusions(dark, 0) == [("S", "C", 1), ("–", "C", 1)]
    assert confusions(dark, -1) == [("–", "2", 1)]
    lines = list(confused(dark))
    assert "  S (1 labelled): C 1×" in lines
    assert any(line.startswith("ranks") for line in lines)


def test_ranks_alone_tell_nothing_of_suits():
    labelled = photograph(("9", LEFT))
    figures = PhotographFigures(1, 0, 1, 1, 1.0, mistakes=tuple(mistakes(labelled, [read("S6")])), counted=Counter("9"))
    assert confusions([figures], 0) == []
    assert confusions([figures], -1) == [("9", "6", 1)]
    assert [line for line in confused([figures]) if "suits" in line] == []


def test_nothing_named_and_nothing_labelled_is_no_division_by_zero():
    assert (PhotographFigures(1, 0, 0, 0, 1.0).precision, PhotographFigures(1, 0, 0, 0, 1.0).recall) == (1.0, 1.0)


def test_the_table_and_the_same_as_json(folder, tmp_path, capsys):
    out = tmp_path / "figures.json"
    figures = run([folder], Names(), spoiled=True, mistakes_too=True, out=out)
    said = capsys.readouterr().out
    assert len(figures) == 7
    assert "a.png: S2 taken for C2" in said
    assert len([line for line in said.splitlines() if line.startswith(folder.name[:10])]) == 7
    written = json.loads(out.read_text())
    assert [one["spoil"] for one in written] == [one.spoil for one in figures]
    assert written[1]["mistakes"][0] == {"photo": "a.png", "was": "S2", "named": "C2", "also_right": False}


def test_what_cannot_be_written_is_said_before_the_work(folder, tmp_path):
    with pytest.raises(OutputError, match="make it first"):
        run([folder], None, out=tmp_path / "none" / "figures.json")
    with pytest.raises(OutputError, match="is a folder"):
        run([folder], None, out=tmp_path)


def test_a_missing_photograph_is_named(folder):
    (folder / "b.png").unlink()
    with pytest.raises(PictureError, match=r"b\.png"):
        measure(folder, Names())


def test_the_yardstick_takes_its_time():
    assert 0 < yardstick() < 10_000
