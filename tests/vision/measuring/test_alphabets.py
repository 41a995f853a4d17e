"""Packs with other countries' letters and on dark stock: drawn as wished for, photographed, counted; and what is told
of letters that look like others."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.cards import cards
from vision.measuring.alphabets import ROWS, count, main, photographed
from vision.reader.photograph_cards import CardRead
from vision.reader.reader import Reader
from vision.training.drawing.alphabets import Wish
from vision.training.drawing.labels import LabelledPack
from vision.training.packs.drawn import drawn_pack
from whist.cards import Card

EIGHTS_AND_JACKS = "SJ HJ DJ CJ S8 H8 D8 C8"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def pack(tmp_path: Path, seed: int, wish: Wish) -> LabelledPack:
    """A pack in the one typeface that is always there."""
    return drawn_pack(np.random.default_rng(seed), tmp_path, held_out=True, wish=wish)


@pytest.mark.parametrize("seed", [2, 11])
def test_the_b_of_a_jack_is_never_surely_an_8_and_real_eights_are(reader, tmp_path, seed):
    german = pack(tmp_path, seed, Wish("German"))
    shown = list(cards(EIGHTS_AND_JACKS))
    picture, places = photographed(german, shown, np.random.default_rng(seed))
    figures = count(shown, places, reader.photograph(picture).cards)
    assert figures.false == 0
    assert figures.missed == 0
    named = {str(read.card) for read in reader.photograph(picture).named}
    assert {"S8", "H8", "D8", "C8"} <= named


def test_packs_are_drawn_with_the_letters_that_are_wished_for(tmp_path):
    english, dutch = (pack(tmp_path, 5, Wish(name)) for name in ("", "Dutch"))
    assert np.array_equal(english.faces[Card.parse("S7")], dutch.faces[Card.parse("S7")])
    assert not np.array_equal(english.faces[Card.parse("SK")], dutch.faces[Card.parse("SK")])
    assert Wish("Italian").texts["J"] == "F"
    assert Wish("Swedish").texts["A"] == "E"
    assert {"English", "German", "French", "Danish", "Dutch", "Italian", "Russian"} <= set(ROWS)
    with pytest.raises(ValueError, match="no font has the letters"):
        pack(tmp_path, 5, Wish("Russian"))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("dark", [False, True])
def test_packs_are_drawn_on_the_stock_that_is_wished_for(tmp_path, seed, dark):
    face = pack(tmp_path, seed, Wish(dark=dark)).faces[Card.parse("S2")]
    assert (np.median(face[face[:, :, 3] == 255][:, :3]) < 110) == dark


def test_cards_lie_where_it_is_said(tmp_path):
    shown = list(cards("SA H5 D9 C3 S4 HK"))
    picture, places = photographed(pack(tmp_path, 5, Wish()), shown, np.random.default_rng(1))
    ground = np.median(picture[:20].reshape(-1, 3), axis=0)
    for x0, y0, x1, y1 in places:
        inside = cv2.blur(picture, (5, 5))[round(y0) + 30 : round(y1) - 30, round(x0) + 30 : round(x1) - 30]
        assert np.abs(inside - ground).max(axis=2).mean() > 20
        assert 200 < y1 - y0 < 400


def read(code: str, x: float, confidence: float = 0.99) -> CardRead:
    return CardRead(Card.parse(code), confidence, (x - 5, 45, x + 5, 55))


def test_what_is_counted():
    shown = list(cards("SA H5 DJ C3 S4"))
    places = [(100.0 * k, 0.0, 100.0 * k + 90, 100.0) for k in range(5)]
    reads = [read("SA", 20), read("H5", 120), read("H6", 170), read("D8", 220), read("C3", 320, 0.5), read("S9", 900)]
    figures = count(shown, places, reads)
    assert (figures.cards, figures.right, figures.false, figures.doubted, figures.missed) == (5, 2, 1, 1, 1)
    assert figures.nowhere == 2
    assert figures.taken == {"J>8": 1}
    figures.add(figures)
    assert figures.row("German") == "| German | 10 | 4 | 2 | 2 | 2 | 4 | J>8 2 |"


def test_without_fonts_it_is_said_how_to_get_them(tmp_path, capsys):
    assert main(["--folder", str(tmp_path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "--fetch" in line
