"""Which card is which: named by the reader, or by what is left over."""

from __future__ import annotations

import numpy as np
import pytest

from vision.index.beliefs import NO_CARD
from vision.packs import sorting
from vision.packs.sorting import Doubt, Shown, _several
from whist.cards import FULL_PACK, PACK, Card


class Eyes:
    """A reader of pictures in which the index in column k is a grey of its card's number; it knows what is written
    there, but names as `says` tells."""

    def __init__(self, says: dict[int, dict[int, float]]) -> None:
        self.says = says
        self.random = np.random.default_rng(3)
        self.looks = self.random.normal(0, 10, (len(FULL_PACK), 20))

    def poses(self, picture: np.ndarray, index_height: object = None) -> np.ndarray:
        shown = picture[0, :, 0]
        return np.array([(x * 1.0, 0.0, 0.0, 1.0, 0.9) for x in np.flatnonzero(shown < 200)], np.float32).reshape(-1, 5)

    def beliefs(self, picture: np.ndarray, poses: np.ndarray) -> np.ndarray:
        out = np.full((len(poses), NO_CARD + 1), 1e-4, np.float32)
        for row, card in zip(out, picture[0, poses[:, 0].astype(int), 0], strict=True):
            for k, p in self.says.get(int(card), {int(card): 0.99}).items():
                row[k] = p
        return out / out.sum(1, keepdims=True)

    def features(self, crops: np.ndarray) -> np.ndarray:
        seen = 30 + self.looks[crops[:, 0, 0, 0].astype(int)] + self.random.normal(0, 0.3, (len(crops), 20))
        return np.asarray(np.maximum(seen, 0) ** 2, np.float32)


@pytest.fixture(autouse=True)
def _plain_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(face: np.ndarray, pose: np.ndarray) -> np.ndarray:
        return np.full((112, 80, 4), face[0, int(pose[0]), 0], np.uint8)

    monkeypatch.setattr(sorting, "cut_patch", cut)
    monkeypatch.setattr(sorting, "varied", lambda patches, times, seed: np.repeat(patches[:, :56, :40, :3], times, 0))


def number(code: str) -> int:
    return FULL_PACK.index(Card.parse(code))


def shown(eyes: Eyes, cards: list[int], at_once: int = 7, twice: bool = True) -> Shown:
    """All cards, in pictures of some of them, each with both its indices."""
    seen = Shown(eyes)
    for first in range(0, len(cards), at_once):
        picture = np.full((40, 40, 3), 255, np.uint8)
        for place, card in enumerate(cards[first : first + at_once]):
            picture[:, 2 * place] = card
            if twice:
                picture[:, 2 * place + 20] = card
        assert seen.add(picture, f"picture {first}") > 0
    return seen


def truth(seen: Shown) -> list[int]:
    return [int(patch[0, 0, 0]) for patch in seen._patches]


def test_cards_that_the_reader_names_are_what_it_says() -> None:
    seen = shown(Eyes({}), list(range(54)))
    labels, missing, doubts = seen.sort()
    assert labels.tolist() == truth(seen)
    assert not missing
    assert not doubts
    patches, learned = seen.learned(labels)
    assert patches.shape == (108, 112, 80, 4)
    assert learned.tolist() == labels.tolist()


def test_a_card_that_it_cannot_name_is_the_one_left_over() -> None:
    queen, jack = number("CQ"), number("CJ")
    eyes = Eyes({queen: {jack: 0.6, number("C8"): 0.3, queen: 0.05}, number("ST"): {NO_CARD: 0.8, number("ST"): 0.04}})
    seen = shown(eyes, list(range(52)))
    labels, missing, doubts = seen.sort()
    assert labels.tolist() == truth(seen)
    assert (missing, doubts) == ([], [])


def test_four_letters_of_another_tongue_are_told_by_their_suits() -> None:
    says = {number(s + "Q"): {number(s + "T"): 0.5, number(s + "J"): 0.4, number(s + "Q"): 0.02} for s in "CDHS"}
    seen = shown(Eyes(says), list(range(52)), at_once=1, twice=True)
    labels, missing, _ = seen.sort()
    assert labels.tolist() == truth(seen)
    assert not missing


def test_cards_that_were_not_shown_are_missing() -> None:
    seen = shown(Eyes({}), [k for k in range(52) if k not in (5, 30)])
    assert seen.sort()[1] == [PACK[5], PACK[30]]


def test_nothing_shown_is_everything_missing() -> None:
    labels, missing, doubts = Shown(Eyes({})).sort()
    assert (len(labels), missing, doubts) == (0, list(PACK), [])


def wavering() -> Eyes:
    jack, queen = number("DJ"), number("DQ")
    return Eyes({k: {jack: 0.48, queen: 0.48} for k in (jack, queen)})


def test_two_that_waver_are_asked_about_once() -> None:
    seen = shown(wavering(), list(range(52)))
    asked: list[Doubt] = []

    def ask(doubt: Doubt) -> Card:
        asked.append(doubt)
        assert {doubt.card, doubt.rival} == {Card("D", "J"), Card("D", "Q")}
        return FULL_PACK[truth(seen)[seen.sightings.index(doubt.sighting)]]

    labels, missing, doubts = seen.sort(ask)
    assert labels.tolist() == truth(seen)
    assert (missing, doubts) == ([], [])
    assert len(asked) == 1


@pytest.mark.parametrize("ask", [None, lambda doubt: None])
def test_a_doubt_without_an_answer_stays(ask: object) -> None:
    _, missing, doubts = shown(wavering(), list(range(52))).sort(ask)  # type: ignore[arg-type]
    assert not missing
    assert {str(doubt.card) for doubt in doubts} == {"DJ", "DQ"}


def test_several_looks_strengthen_a_belief() -> None:
    one = np.log(np.array([[0.6, 0.3, 0.1]]))
    assert _several(one)[0] == pytest.approx(np.log(0.6))
    assert np.exp(_several(np.repeat(one, 3, 0)))[0] > 0.85
