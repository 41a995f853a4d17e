"""Where the indices of a pack waver between two suits or ranks, nothing settles a card as surely as it sounds."""

from __future__ import annotations

import numpy as np
import pytest

from vision.holders.wavering import believed
from vision.index.beliefs import NO_CARD
from vision.reader.decoder import CERTAIN
from whist.cards import FULL_PACK, Card

NAMED = ("S2", "S7", "SQ", "C4", "C9", "CK", "H3", "H8", "D5", "DJ")
OTHER_SUIT = {"S": "C", "C": "S", "H": "D", "D": "H"}


def row(code: str, share: float, rival: str, none: float = 1e-5) -> np.ndarray:
    """A card has ``share`` of what is no joker's nor nothing's, another the rest."""
    out = np.full(NO_CARD + 1, 1e-7)
    out[FULL_PACK.index(Card.parse(code))], out[FULL_PACK.index(Card.parse(rival))] = share, 1 - share
    out[NO_CARD] = none
    return out / out.sum()


def pack(share: float, **others: float) -> np.ndarray:
    """Beliefs in ``NAMED``, each black suit with that share against the other one."""
    shares = {code: others.get(code, share if code[0] in "SC" else 0.9999) for code in NAMED}
    rows = [row(code, part, OTHER_SUIT[code[0]] + code[1]) for code, part in shares.items()]
    return np.array(rows, np.float32)


def share_of(beliefs: np.ndarray, code: str) -> float:
    return float(beliefs[NAMED.index(code), FULL_PACK.index(Card.parse(code))])


def test_where_suits_waver_likeness_makes_none_certain():
    """A table in the dark: indices at .94 each, likeness makes .997 of that, and a few of them are wrong."""
    first, after = pack(0.94), pack(0.997)
    told = believed(first, first, after)
    for code in NAMED:
        if code[0] in "SC":
            assert 0.9 < share_of(told, code) < CERTAIN
        else:
            assert share_of(told, code) == share_of(after, code)
    assert told.sum(axis=1) == pytest.approx(after.sum(axis=1), abs=1e-5)
    assert (told[:, :NO_CARD].argmax(1) == after[:, :NO_CARD].argmax(1)).all()


def test_in_a_pack_that_is_plain_one_card_in_doubt_is_settled_as_before():
    first, before = pack(0.9999, S7=0.9), pack(0.9999, S7=0.97)
    after = pack(0.9999, S7=0.999)
    assert believed(first, before, after) is after


def test_what_is_plain_by_itself_stays_certain_where_others_waver():
    first = pack(0.95, S2=0.9999)
    told = believed(first, first, pack(0.997, S2=0.99999))
    assert share_of(told, "S2") >= CERTAIN > share_of(told, "S7")


def test_ranks_that_waver_are_in_doubt_and_others_are_not():
    first = np.array([row(f"{suit}J", 0.8, f"{suit}7") for suit in "SHD"] + [row("CK", 0.9999, "CQ")], np.float32)
    after = np.array([row(f"{suit}J", 0.995, f"{suit}7") for suit in "SHD"] + [row("CK", 0.9999, "CQ")], np.float32)
    told = believed(first, first, after)
    assert told[:3, :NO_CARD].max() < CERTAIN
    assert (told[3] == after[3]).all()


def test_an_index_that_shows_no_card_or_a_joker_says_nothing_of_the_pack():
    clear = pack(0.9999)
    nothing = np.array([row("S7", 0.5, "C7", none=9.0)] * 3, np.float32)
    joker = np.full((1, NO_CARD + 1), 1e-5, np.float32)
    joker[0, 52] = 1 - 54e-5
    first = np.concatenate([clear, nothing, joker])
    assert believed(first, first, first) is first
