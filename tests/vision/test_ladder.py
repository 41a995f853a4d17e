"""The ladder of looks: one list, climbed by all, of which a rung can be left out to measure what it gains."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.cards import cards
from tests.vision.beliefs import belief
from vision.holders.slots import read_holders
from vision.index.networks import MODEL_FOLDER
from vision.ladder import ALL, EVERYWHERE, FOOT, HOLDERS, LADDER, PHOTOGRAPHS, PLAY_AREA, Rung
from vision.measuring.slots import scenes
from vision.packs.faces import Pack
from vision.planes.planes import HOLDERS as PARTS
from vision.planes.planes import PLAY, PlaneFinder
from vision.reader.decoder import holder_readings
from vision.reader.reader import Reader
from vision.simulated.render import Renderer
from vision.simulated.scene import LyingCard
from vision.watch.play_area import sightings
from whist.cards import PACK


def test_each_rung_stands_once_in_the_order_of_the_list() -> None:
    assert [look.rung for look in LADDER] == list(Rung)
    assert [rung for rung in Rung if rung in FOOT] == [Rung.DETECTOR, Rung.CLASSIFIER]


@pytest.mark.parametrize("look", LADDER, ids=lambda look: look.rung.value)
def test_what_a_rung_names_is_there(look: Any) -> None:
    vision = MODEL_FOLDER.parent
    assert look.does
    assert [name for name in look.files if not (vision / name).is_file()] == []
    assert [name for name in look.networks if not (MODEL_FOLDER / name).is_file()] == []
    assert set(look.climbed_by) <= set(EVERYWHERE)
    assert look.climbed_by


def test_no_network_is_there_that_no_rung_asks() -> None:
    asked = {name for look in LADDER for name in look.networks}
    assert {path.name for path in MODEL_FOLDER.glob("*.onnx")} == asked


@dataclass
class Counted(Reader):
    """A reader that counts what it is asked."""

    asked: Counter[str] = field(default_factory=Counter)

    def __init__(self, rungs: frozenset[Rung]) -> None:
        super().__init__(threads=1, rungs=rungs)
        self.asked = Counter()

    def _seen(self, pictures: Any, outputs: list[str], network: Any = None) -> Any:
        names = {id(self._doubts): "doubts", id(self._wholes): "wholes", id(self._strips): "strips"}
        self.asked[names.get(id(network), "classifier")] += len(pictures)
        return super()._seen(pictures, outputs, network)

    def suits(self, pictures: Any) -> Any:
        self.asked["suits alone"] += len(pictures)
        return super().suits(pictures)

    def features(self, pictures: Any) -> Any:
        self.asked["compared suits"] += len(pictures)
        return super().features(pictures)


@pytest.fixture(scope="module")
def picture() -> Any:
    """A table out of focus, with both holders full and cards on the play area; much on it is in doubt."""
    renderer = Renderer(Pack.drawn("standard"), 5)
    scene, held = next(iter(scenes(renderer.pack, 4, 1)))
    lying = [card for card in PACK if not any(card in row for row in held.values())][:3]
    laid = tuple(LyingCard(card, -90.0 + 85 * k, 10.0 * k, 0.5 * k) for k, card in enumerate(lying))
    renderer.update(replace(scene, laid=laid))
    whole = renderer.full()
    return np.asarray(cv2.GaussianBlur(whole, (0, 0), 5.0), np.uint8), PlaneFinder().find(whole)


def climbed(path: str, picture: Any, rungs: frozenset[Rung]) -> Counter[str]:
    """What is asked of the networks where this is read."""
    reader, (whole, planes) = Counted(rungs), picture
    if path == HOLDERS:
        read_holders(reader, [(whole, planes[part]) for part in PARTS if part in planes])
    elif path == PLAY_AREA:
        assert sightings(reader, whole, planes[PLAY])
    else:
        assert reader.photograph(cv2.resize(whole, None, fx=0.4, fy=0.4)).indices
    return reader.asked


@pytest.mark.parametrize(
    ("path", "left_out", "asks", "still"),
    [
        (HOLDERS, {Rung.SECOND_OPINION}, "doubts", "classifier"),
        (HOLDERS, {Rung.SUIT_LARGER}, "suits alone", "compared suits"),
        (HOLDERS, {Rung.COMPARISON}, "compared suits", "suits alone"),
        (HOLDERS, {Rung.REST_OF_CARD, Rung.REST_AGAINST}, "strips", "doubts"),
        (PHOTOGRAPHS, {Rung.REST_OF_CARD, Rung.REST_AGAINST}, "wholes", "classifier"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_rung_that_is_left_out_asks_nothing(
    path: str, left_out: set[Rung], asks: str, still: str, picture: Any
) -> None:
    asked = climbed(path, picture, ALL)
    assert {asks, still} <= {*+asked}
    without = climbed(path, picture, ALL - left_out)
    assert still in without
    assert asks not in without


@pytest.mark.parametrize("path", EVERYWHERE)
def test_more_poses_are_climbed_where_they_gain_something(path: str, picture: Any) -> None:
    asked, without = (climbed(path, picture, rungs) for rungs in (ALL, ALL - {Rung.MORE_POSES}))
    assert (without["classifier"] < asked["classifier"]) == (path != PLAY_AREA)


def test_a_suit_on_the_play_area_is_not_looked_at_larger(picture: Any) -> None:
    """All indices of a blurred card may be taken for another suit's alike, and together they would be sure."""
    assert climbed(PLAY_AREA, picture, ALL).keys() == {"classifier"}
    assert "suits alone" in climbed(HOLDERS, picture, ALL)


TWICE = (belief(S9=0.99), belief(S9=0.6, C9=0.39))
"""The second is the nine of clubs, for there is one of spades in the pack."""
MISTAKEN = (belief(H7=0.995, HJ=0.001), belief(H7=0.95, HJ=0.04), belief(S7=0.995))
"""A pack whose jacks look like its sevens."""


@pytest.mark.parametrize(
    ("rung", "slots", "before", "slot", "told", "without"),
    [
        (Rung.ASSIGNMENT, TWICE, "", 1, "C9", "S9"),
        (Rung.CONTRADICTION, MISTAKEN, "", 2, 0.9, 0.99),
        (Rung.ORDER, (belief(S2=0.99), belief(S9=0.5, C9=0.499), belief(SK=0.99)), "S2 C9 SK", 1, "C9", "S9"),
    ],
    ids=lambda value: value.value if isinstance(value, Rung) else "",
)
def test_what_weighs_cards_together_can_be_left_out(
    rung: Rung, slots: Any, before: str, slot: int, told: Any, without: Any
) -> None:
    known = [cards(before)] if before else []
    (read,), (other,) = (holder_readings([slots], known, rungs=rungs) for rungs in (ALL, ALL - {rung}))
    if isinstance(told, str):
        assert (str(read[slot].best), str(other[slot].best)) == (told, without)
    else:
        assert read[slot].probability < told < without < other[slot].probability
