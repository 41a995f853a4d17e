"""Indices of one pack look alike: the clear ones settle the doubtful ones like them, and nothing else changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.index.beliefs import NO_CARD
from vision.reader.pack_likeness import likened, likened_by, likened_suits, told_of_pack
from whist.cards import FULL_PACK, RANKS, SUITS, Card


def belief(**shares: float) -> np.ndarray:
    out = np.full(NO_CARD + 1, 1e-5)
    for code, share in shares.items():
        out[FULL_PACK.index(Card.parse(code))] = share
    out[NO_CARD] = 1e-5
    return np.asarray(out / out.sum(), np.float32)


def best(row: np.ndarray) -> str:
    return str(FULL_PACK[int(row[:NO_CARD].argmax())])


NINES = (belief(C9=0.999), belief(D9=0.999), belief(S9=0.999))
"""Nines that are never anything else."""
QUEENS = (belief(CQ=0.92, C9=0.08), belief(DQ=0.93, D9=0.07))
"""Queens that always look a little like nines."""


def test_what_wavers_is_what_its_like_are():
    doubtful = belief(HQ=0.5, H9=0.5)
    after = likened(np.stack([*NINES, *QUEENS, doubtful]))
    assert best(after[-1]) == "HQ"
    assert after[-1].max() > 0.75


def test_what_looks_as_the_nines_do_stays_a_nine():
    after = likened(np.stack([*NINES, *QUEENS, belief(H9=0.9, HQ=0.1)]))
    assert best(after[-1]) in ("H9", "HQ")
    clear = likened(np.stack([*NINES, *QUEENS, belief(H9=0.999)]))
    assert best(clear[-1]) == "H9"
    assert clear[-1].max() > 0.99


@pytest.mark.parametrize("rows", [[], [belief(HQ=0.5, H9=0.5)], [belief(HQ=0.5, H9=0.5), belief(S2=0.5, S3=0.5)]])
def test_without_clear_ones_nothing_is_told(rows):
    given = np.array(rows, np.float32).reshape(-1, NO_CARD + 1)
    np.testing.assert_allclose(likened(given), given, atol=1e-5)


JACKS = (belief(CJ=0.999), belief(DJ=0.999), belief(SJ=0.999))


@pytest.mark.parametrize("others", [(), (belief(S8=0.5, SJ=0.5),)])
def test_what_looks_like_none_of_the_clear_jacks_is_the_eight_that_it_may_be(others):
    after = likened(np.stack([*NINES, *JACKS, *others, belief(H8=0.5, HJ=0.5)]))
    assert best(after[-1]) == "H8"
    assert after[-1].max() > 0.7


def test_between_two_ranks_of_which_clear_ones_are_seen_strangeness_tells_nothing():
    wavers = belief(HJ=0.5, H9=0.5)
    after = likened(np.stack([*NINES, *JACKS, wavers]))[-1]
    np.testing.assert_allclose(after, wavers, atol=0.02)


def test_a_rank_of_which_nothing_clear_is_seen_is_not_spoken_against():
    """The only eight of the pack, beside many nines: likeness to nines alone must not make it one."""
    after = likened(np.stack([*NINES, belief(H8=0.6, H9=0.4)]))
    assert best(after[-1]) == "H8"


SHAPES = {rank: np.eye(6)[k].repeat(6) * 4.0 for k, rank in enumerate("9JK258")}
"""What is seen of an index, by its rank's shape."""


def features(*ranks: str) -> np.ndarray:
    rng = np.random.default_rng(5)
    return np.asarray([np.maximum(SHAPES[rank] + rng.normal(0, 0.2, 36), 0) for rank in ranks], np.float32)


@pytest.mark.parametrize(
    ("seen", "wavers", "rank"),
    [
        ("9", belief(HJ=0.5, H9=0.5), "H9"),
        ("J", belief(HJ=0.5, H9=0.5), "HJ"),
        ("9", belief(HJ=0.6, H9=0.4), "H9"),
        ("8", belief(HJ=0.4, H8=0.6), "H8"),
    ],
)
def test_what_is_seen_settles_what_its_answers_leave_open(seen, wavers, rank):
    clear = [f"{suit}{code}" for code in "9JK25" for suit in "CDS"]
    rows = np.stack([*(belief(**{code: 0.999}) for code in clear), wavers])
    after = likened(rows, features(*(code[1] for code in clear), seen))
    assert best(after[-1]) == rank
    assert after[-1].max() > max(0.75, 0.99 * likened(rows)[-1].max())
    assert [best(row) for row in after[:-1]] == clear


def test_where_all_looks_the_same_what_is_seen_tells_nothing():
    rows = np.stack([*NINES, *QUEENS, belief(HQ=0.5, H9=0.5)])
    alike = np.full((len(rows), 18), 1.7, np.float32)
    np.testing.assert_allclose(likened(rows, alike), likened(rows), atol=1e-6)


SUIT_SHAPES = {suit: SHAPES[rank] for suit, rank in zip("CDHS", "9JK2", strict=True)}
CLEAR = [f"{suit}{rank}" for suit in "CDHS" for rank in "279"]


def suit_features(suits: str) -> np.ndarray:
    rng = np.random.default_rng(7)
    return np.asarray([np.maximum(SUIT_SHAPES[suit] + rng.normal(0, 0.2, 36), 0) for suit in suits], np.float32)


@pytest.mark.parametrize(("seen", "wanted"), [("C", "CQ"), ("S", "SQ")])
@pytest.mark.parametrize("before", [{"SQ": 0.6, "CQ": 0.4}, {"SQ": 0.4, "CQ": 0.6}])
def test_a_doubtful_suit_is_that_of_the_clear_ones_it_looks_like(seen, wanted, before):
    rows = np.stack([*(belief(**{code: 0.999}) for code in CLEAR), belief(**before)])
    after = likened_suits(rows, suit_features("".join(code[0] for code in CLEAR) + seen)[None])
    assert best(after[-1]) == wanted
    assert after[-1].max() > 0.9
    np.testing.assert_allclose(after[:-1], rows[:-1], atol=1e-6)


@pytest.mark.parametrize(
    ("seen", "doubt"),
    [
        pytest.param("K", {"SQ": 0.6, "CQ": 0.4}, id="looks like neither"),
        pytest.param("C", {"S9": 0.5, "S8": 0.5}, id="the rank is in doubt, not the suit"),
        pytest.param("C", {"SQ": 0.999}, id="no doubt"),
    ],
)
def test_a_suit_that_looks_like_none_or_is_not_in_doubt_stays(seen, doubt):
    rows = np.stack([*(belief(**{code: 0.999}) for code in CLEAR), belief(**doubt)])
    shapes = suit_features("".join(code[0] for code in CLEAR) + ("C" if seen == "C" else "D"))
    if seen == "K":
        shapes[-1] = features("8")[0]
    after = likened_suits(rows, shapes[None])
    assert after[-1] == pytest.approx(rows[-1], abs=0.12)
    assert best(after[-1]) == best(rows[-1])


def test_where_all_suits_look_the_same_none_is_told():
    rows = np.stack([*(belief(**{code: 0.999}) for code in CLEAR), belief(SQ=0.6, CQ=0.4)])
    np.testing.assert_allclose(likened_suits(rows, np.full((4, len(rows), 8), 1.7, np.float32)), rows, atol=1e-6)


@pytest.mark.parametrize(("three", "wanted"), [(0.7, "H8"), (0.999, "H3")])
def test_another_look_that_takes_eights_for_threes_tells_eights_all_the_same(three, wanted):
    codes = ("C8", "D8", "S8", "C3", "D3", "S3")
    rows = np.stack([*(belief(**{code: 0.999}) for code in codes), belief(H3=0.5, H8=0.5)])
    ranks = np.full((7, len(RANKS)), 1e-5)
    ranks[:, RANKS.index("3")] = [0.7] * 3 + [0.999] * 3 + [three]
    ranks[:, RANKS.index("8")] = 1 - ranks[:, RANKS.index("3")]
    after = likened_by(rows, ranks, np.full((7, len(SUITS)), 0.25))
    assert best(after[-1]) == wanted
    assert after[-1].max() > 0.7


@settings(max_examples=60, deadline=None)
@given(
    arrays(np.float64, (9, NO_CARD + 1), elements=st.floats(0, 1)),
    arrays(np.float32, (9, 17), elements=st.floats(0, 100, width=32)),
)
def test_shares_stay_shares_whatever_suits_and_other_looks_show(rows, seen):
    rows = rows + 1e-9
    rows /= rows.sum(1, keepdims=True)
    given = rows.astype(np.float32)
    for after in (likened_suits(given, seen[None]), likened_by(given, seen[:, :13], seen[:, 13:])):
        assert np.isfinite(after).all()
        assert (after >= 0).all()
        np.testing.assert_allclose(after.sum(1), 1, atol=1e-4)
        np.testing.assert_allclose(after[:, NO_CARD], rows[:, NO_CARD], atol=1e-5)


def told_of(clear: str, rank: str, suit: str) -> tuple[np.ndarray, np.ndarray]:
    """What looks tell that take four clear cards, and one in doubt, for a rank and a suit, mostly."""
    rows = np.stack([*(belief(**{code: 0.999}) for code in clear.split()), belief(S8=0.5, S3=0.5)])
    ranks, suits = np.full((len(rows), len(RANKS) + 2), 0.01), np.full((len(rows), len(SUITS) + 3), 0.01)
    ranks[:, RANKS.index(rank)] = 0.86
    suits[:, SUITS.index(suit)] = 0.94
    return told_of_pack(rows, ranks, suits)


@pytest.mark.parametrize(
    ("clear", "rank", "suit", "ranks_count", "suits_count"),
    [
        ("C8 C9 C7 C6", "3", "C", False, True),
        ("D3 H3 S3 C3", "3", "C", True, False),
        ("S3 S8 D3", "3", "S", True, True),
        ("CJ SJ S9 SQ", "3", "S", False, True),
        ("", "3", "S", True, True),
    ],
)
def test_looks_that_misname_the_clear_cards_of_a_pack_tell_nothing_of_it(clear, rank, suit, ranks_count, suits_count):
    ranks, suits = told_of(clear, rank, suit)
    assert ranks.sum(1) == pytest.approx(1)
    assert suits.sum(1) == pytest.approx(1)
    assert (ranks[-1, RANKS.index("3")] == ranks[-1, RANKS.index("8")]) == (not ranks_count)
    assert ranks[-1, RANKS.index("Q")] == pytest.approx(0.01)
    assert (np.ptp(suits[-1, : len(SUITS)]) == 0) == (not suits_count)


@settings(max_examples=60, deadline=None)
@given(
    arrays(np.float64, (9, NO_CARD + 1), elements=st.floats(0, 1)),
    arrays(np.float32, (9, 7), elements=st.floats(-1, 100, width=32)),
)
def test_shares_stay_shares_whatever_is_seen(rows, seen):
    rows = rows + 1e-9
    rows /= rows.sum(1, keepdims=True)
    after = likened(rows.astype(np.float32), seen)
    assert np.isfinite(after).all()
    assert (after >= 0).all()
    np.testing.assert_allclose(after.sum(1), 1, atol=1e-4)
    np.testing.assert_allclose(after[:, NO_CARD], rows[:, NO_CARD], atol=1e-5)


@settings(max_examples=60, deadline=None)
@given(arrays(np.float64, (9, NO_CARD + 1), elements=st.floats(0, 1)))
def test_shares_stay_shares(rows):
    rows = rows + 1e-9
    rows /= rows.sum(1, keepdims=True)
    after = likened(rows.astype(np.float32))
    assert np.isfinite(after).all()
    assert (after >= 0).all()
    np.testing.assert_allclose(after.sum(1), 1, atol=1e-4)
    np.testing.assert_allclose(after[:, NO_CARD], rows[:, NO_CARD], atol=1e-5)
