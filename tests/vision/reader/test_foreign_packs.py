"""Packs of other countries, drawn with the font that is always there: their letters are read as what they stand for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.holders.slots import read_holders
from vision.index.letters import Country
from vision.index.networks import MODEL_FOLDER
from vision.measuring.alphabets import count, photographed
from vision.packs.faces import Pack
from vision.planes.planes import HOLDERS, PLAY, PlaneFinder
from vision.reader.reader import Reader
from vision.simulated.render import Renderer
from vision.simulated.scene import SimulatedTable
from vision.sizes import SLOTS
from vision.training.drawing.alphabets import Wish
from vision.training.drawing.labels import LabelledPack
from vision.training.packs.drawn import drawn_pack
from vision.watch.play_area import sightings
from whist.cards import FULL_PACK, PACK, Card

SHOWN = [Card.parse(code) for code in ["SQ", "HQ", "DK", "SK", "CJ", "HJ", "D5", "S9", "C2", "HT", "DA", "S3", "C7"]]
CERTAIN = 0.9


@cache
def drawn(country: str) -> LabelledPack:
    return drawn_pack(np.random.default_rng([7, 2]), Path("no fonts here"), wish=Wish(country))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(MODEL_FOLDER, 1)


@pytest.mark.parametrize("country", ["Dutch", "French", "German", "Swedish"])
def test_a_photograph_of_court_cards(country: str, reader: Reader) -> None:
    """A V is a queen's in Holland and a jack's in France, a B a jack's in both Holland and Germany, a Kn in Sweden."""
    picture, places = photographed(drawn(country), SHOWN, np.random.default_rng(2))
    figures = count(SHOWN, places, reader.photograph(picture).cards)
    assert (figures.right, figures.false) == (len(SHOWN), 0)


@pytest.mark.parametrize(
    ("letters", "country"),
    [("Dutch", Country.HOLLAND), ("French", Country.OTHER), ("Swedish", Country.SCANDINAVIA)],
)
def test_the_holders_tell_whose_the_letter_is_that_is_laid(
    letters: str, country: Country, reader: Reader, tmp_path: Path
) -> None:
    for card, face in drawn(letters).faces.items():
        cv2.imwrite(str(tmp_path / f"{card}.png"), face)
    courts = [card for card in PACK if card.rank in "JQK" and card.suit != "H"]
    others = [card for card in PACK if card.rank not in "JQK"]
    held = {1: [*courts[:6], *others[:7]], 2: [*courts[6:], *others[7:17]]}
    laid = Card.parse("HQ" if country is Country.HOLLAND else "HJ")
    table = SimulatedTable(3)
    table.place_holders("left")
    for holder, cards in held.items():
        table.rack(holder, cards)
    table.lay(laid, 20.0, -30.0, 12.0)
    renderer = Renderer(Pack.from_folder(tmp_path), 3)
    renderer.update(table.scene())
    picture = renderer.full()
    planes = PlaneFinder().find(picture)
    racked = [(picture, planes[part]) for part in HOLDERS]
    read, shape, _ = read_holders(reader, racked)
    assert shape.country is country
    another = next(other for other in Country if other is not country)
    for racking, kept in (((), another), ((SLOTS, SLOTS), country)):
        again = read_holders(reader, racked, replace(shape, country=another), racking)
        assert again.shape.country is kept, "a pack is told by full hands, not by what is left of them"
    for cards, slots in zip(held.values(), read, strict=True):
        told = [slot[:-1] for slot in slots if slot is not None]
        assert len(told) == SLOTS
        silent = [
            (card, FULL_PACK[int(cards_of.argmax())])
            for card, cards_of in zip(cards, told, strict=True)
            if cards_of.max() >= CERTAIN and FULL_PACK[int(cards_of.argmax())] != card
        ]
        assert silent == []
    seen = sightings(reader, picture, planes[PLAY], shape=shape)
    assert {FULL_PACK[int(one.belief[:-1].argmax())] for one in seen} == {laid}
    # the letter alone would be taken for the jack's, as in most packs that have a V
    alone = sightings(reader, picture, planes[PLAY])
    assert {FULL_PACK[int(one.belief[:-1].argmax())] for one in alone} == {Card.parse("HJ")}
