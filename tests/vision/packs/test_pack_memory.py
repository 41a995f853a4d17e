"""What the pack looks like is learned from cards that everybody knows, and tells of that pack alone: as the classifier
sees the racked cards of two drawn packs, three deals of each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from vision.arrays import Numbers
from vision.holders.slots import read_holders
from vision.index.beliefs import NO_CARD, Belief
from vision.measuring.ablation import tables
from vision.packs.faces import Pack
from vision.packs.pack_memory import IndexMemory, PackMemory
from vision.packs.profile import Places
from vision.planes.planes import HOLDERS, PlaneFinder
from vision.reader.reader import Reader
from vision.thresholds import SURE, Remembered
from whist.cards import PACK, RANKS, SUITS

JOKER = len(PACK)
FIRST, SECOND = "standard", "large"


class SeenDeal(NamedTuple):
    """What stood in both holders, (26,), and what was seen of it, (26, features)."""

    cards: Places
    features: Numbers


@pytest.fixture(scope="module")
def deals() -> dict[str, list[SeenDeal]]:
    """Three of each pack."""
    reader, finder = Reader(threads=1), PlaneFinder()
    seen: dict[str, list[SeenDeal]] = {}
    for table in tables([Pack.drawn(name) for name in (FIRST, SECOND)], 3, 5):
        picture = table.renderer.full()
        planes = finder.find(picture)
        features = read_holders(reader, [(picture, planes[part]) for part in HOLDERS]).features
        cards = np.array([PACK.index(card) for part in HOLDERS for card in table.held[part]], np.int64)
        seen.setdefault(table.renderer.pack.name, []).append(SeenDeal(cards, np.concatenate(features)))
    return seen


def sure(deal: SeenDeal) -> Belief:
    """(26, 55): each card is surely read."""
    beliefs = np.full((len(deal.cards), NO_CARD + 1), 1e-5, np.float32)
    beliefs[np.arange(len(deal.cards)), deal.cards] = 1
    return np.asarray(beliefs / beliefs.sum(1, keepdims=True), np.float32)


def between(row: int, deal: SeenDeal, **shares: float) -> Belief:
    """The same, but for one card, which wavers between itself (``own``), the same rank of another ``suit``, another
    ``rank`` of its suit, a ``joker``, and ``none``."""
    beliefs, card = sure(deal), int(deal.cards[row])
    suit, rank = divmod(card, len(RANKS))
    places = {
        "own": card,
        "suit": (suit + 1) % len(SUITS) * len(RANKS) + rank,
        "rank": suit * len(RANKS) + (rank + 1) % len(RANKS),
        "joker": JOKER,
        "none": NO_CARD,
    }
    beliefs[row] = 1e-5
    beliefs[row, [places[name] for name in shares]] = list(shares.values())
    beliefs[row] /= beliefs[row].sum()
    return beliefs


def taught(*deals: SeenDeal) -> IndexMemory:
    memory = PackMemory().racked
    for deal in deals:
        memory.learn(deal.features, deal.cards)
    return memory


@pytest.mark.parametrize("name", [FIRST, SECOND])
@pytest.mark.parametrize("doubt", [{"own": 0.4, "rank": 0.6}, {"own": 0.4, "suit": 0.6}], ids=["rank", "suit"])
def test_what_was_told_in_deals_before_need_not_be_asked_again(
    deals: dict[str, list[SeenDeal]], name: str, doubt: dict[str, float]
) -> None:
    """Nearly always, that is, and never is another card named."""
    *before, now = deals[name]
    memory, known = taught(*before), 0
    for row, card in enumerate(now.cards.tolist()):
        told = memory.weighed(between(row, now, **doubt), now.features)[row]
        surely = told.max() >= SURE
        assert not surely or told.argmax() == card
        known += surely
    assert known >= len(now.cards) * 0.8


@pytest.mark.parametrize(("learned", "shown"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_by_what_is_remembered_of_another_pack_no_card_is_named_wrongly(
    deals: dict[str, list[SeenDeal]], learned: str, shown: str
) -> None:
    memory, now = taught(*deals[learned]), deals[shown][-1]
    memory.weighed(sure(deals[learned][-1]), deals[learned][-1].features)  # lately that one lay there
    for row, card in enumerate(now.cards.tolist()):
        told = memory.weighed(between(row, now, own=0.4, rank=0.6), now.features)[row]
        assert told.max() < SURE or told.argmax() == card


@pytest.mark.parametrize(
    ("learned", "clear"),
    [
        pytest.param(0, 26, id="nothing is learned yet"),
        pytest.param(2, Remembered.COMPARED - 1, id="too few are clear to tell what pack it is"),
    ],
)
def test_of_a_pack_that_is_not_known_nothing_is_said(
    deals: dict[str, list[SeenDeal]], learned: int, clear: int
) -> None:
    now = deals[FIRST][-1]
    some = SeenDeal(now.cards[: clear + 1], now.features[: clear + 1])
    wavering = between(0, some, own=0.4, rank=0.6)
    told = taught(*deals[FIRST][:learned]).weighed(wavering, some.features)
    np.testing.assert_array_equal(told, wavering)


def test_what_looks_like_no_card_of_the_pack_is_left_as_it_was_read(deals: dict[str, list[SeenDeal]]) -> None:
    *before, now = deals[FIRST]
    features = now.features.copy()
    features[3] = features.max()  # a thumb
    wavering = between(3, now, own=0.4, rank=0.6)
    np.testing.assert_allclose(taught(*before).weighed(wavering, features)[3], wavering[3], rtol=1e-4)


def test_a_card_that_is_surely_misread_is_doubted(deals: dict[str, list[SeenDeal]]) -> None:
    *before, now = deals[FIRST]
    memory = taught(*before)
    doubted = [
        memory.weighed(between(row, now, own=0.01, rank=0.99), now.features)[row].max() < SURE
        for row in range(len(now.cards))
    ]
    assert sum(doubted) >= len(doubted) * 0.8


def test_what_is_too_far_to_be_known_is_doubted_where_another_is_nearer_than_what_it_is_read_as(
    deals: dict[str, list[SeenDeal]],
) -> None:
    """A queen half under an arm, whose D was surely read as a 10, looked more like the pack's queens than its tens."""
    *before, now = deals[FIRST]
    memory = IndexMemory(Remembered.LAID_FITS, reach=0.0)
    for deal in before:
        memory.learn(deal.features, deal.cards)
    as_it_is = memory.weighed(sure(now), now.features)
    np.testing.assert_allclose(as_it_is.max(1), sure(now).max(1), rtol=1e-3)
    for row in range(len(now.cards)):
        wrong = between(row, now, own=0.01, rank=0.99)
        told = memory.weighed(wrong, now.features)[row]
        assert told.argmax() == wrong[row].argmax()
        assert told.max() < SURE


def test_no_card_and_jokers_keep_what_they_had(deals: dict[str, list[SeenDeal]]) -> None:
    *before, now = deals[FIRST]
    wavering = between(3, now, own=0.3, rank=0.3, joker=0.2, none=0.2)
    told = taught(*before).weighed(wavering, now.features)[3]
    assert told[NO_CARD] == pytest.approx(wavering[3, NO_CARD], rel=1e-4)
    assert told[:NO_CARD].sum() == pytest.approx(wavering[3, :NO_CARD].sum(), rel=1e-4)
    assert told[JOKER] > 0.15  # of jokers nothing is learned


def test_the_last_deals_alone_are_remembered(deals: dict[str, list[SeenDeal]]) -> None:
    """Whoever takes another pack is understood as before after some deals."""
    *before, now = deals[FIRST]
    memory = taught(*deals[SECOND])
    for number in range(Remembered.INDICES // len(now.cards)):
        memory.learn(before[number % 2].features, before[number % 2].cards)
    told = memory.weighed(between(3, now, own=0.4, rank=0.6), now.features)[3]
    assert told.argmax() == now.cards[3]
    assert told.max() >= SURE


def test_where_nothing_is_shown_nothing_is_weighed(deals: dict[str, list[SeenDeal]]) -> None:
    none = np.zeros((0, NO_CARD + 1), np.float32)
    assert taught(*deals[FIRST]).weighed(none, deals[FIRST][0].features[:0]).shape == none.shape
