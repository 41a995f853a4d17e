"""Indices of one pack look alike: the clear ones settle the doubtful ones like them, and nothing else changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.beliefs import NO_CARD
from vision.likeness import likened
from whist.cards import FULL_PACK, Card


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
