"""From indices anywhere in a photograph to cards: cards are put into pictures by their indices only."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.index.beliefs import NO_CARD
from vision.reader.photograph_cards import CERTAIN, cards_in
from vision.reader.reader import IndexRead
from whist.cards import FULL_PACK, Card


def index(text: str, x: float = 0.0, y: float = 0.0, angle: float = 0.0, height: float = 40.0) -> IndexRead:
    """An index whose belief is written as ``"S8 0.9 C8 0.1"``; the rest is no card."""
    belief = np.zeros(NO_CARD + 1, np.float32)
    words = text.split()
    for code, share in zip(words[::2], words[1::2], strict=True):
        belief[FULL_PACK.index(Card.parse(code))] = float(share)
    belief[NO_CARD] = 1 - belief.sum()
    return IndexRead(belief, x, y, angle, height, (x - 10, y - 20, x + 10, y + 20))


def both(one: str, other: str, x: float, y: float, angle: float = 0.0, height: float = 40.0) -> list[IndexRead]:
    """The two indices of a card with its middle at x, y, turned by ``angle``; indices are 18 mm of 88 mm high."""
    across, down = (57 - 2 * 5.6) / 18 * height / 2, (88 - 2 * 12.6) / 18 * height / 2
    c, s = math.cos(angle), math.sin(angle)
    right, below = across * c + down * s, down * c - across * s
    return [
        index(one, x - right, y - below, angle, height),
        index(other, x + right, y + below, angle + math.pi, height),
    ]


def named(reads, doubtful=False) -> set[str]:
    return {str(read.card) for read in cards_in(reads, doubtful)}


SURE = [*both("HK 1", "HK 1", 300, 300), *both("D2 1", "D2 1", 700, 300)]


@pytest.mark.parametrize(
    ("reads", "wanted"),
    [
        ([], ""),
        ([index("S8 0.99")], "S8"),
        ([index("S8 0.6 C8 0.4")], ""),
        ([index("S8 0.3"), index("S8 0.3", 900), index("S8 0.3", 0, 900)], ""),
        (both("S8 0.99", "S8 0.99", 300, 300), "S8"),
        (both("S8 0.6 C8 0.4", "S8 0.7 C8 0.3", 300, 300), "S8"),
        (both("S8 0.97 C8 0.03", "C8 0.75 S8 0.25", 300, 300), "S8"),
        (both("S8 0.97 C8 0.03", "C8 0.75 S8 0.25", 300, 300, angle=2.2, height=90), "S8"),
        ([*SURE, *both("S8 0.55", "S8 0.55", 300, 700)], "HK D2 S8"),
        # upside down, but elsewhere, or not upside down: two cards
        ([index("S8 0.97 C8 0.03"), index("C8 0.75 S8 0.25", 500, 0, math.pi)], "S8 C8"),
        ([index("S8 0.97 C8 0.03"), index("C8 0.75 S8 0.25", 100, 140)], "S8 C8"),
        # clear and quite different: a fan may bring the indices of two cards together
        (both("S8 0.99", "D4 0.99", 300, 300), "S8 D4"),
    ],
)
def test_indices_that_lie_like_those_of_one_card_are_one(reads, wanted):
    assert named(reads) == set(wanted.split())


@pytest.mark.parametrize(
    ("reads", "wanted"),
    [
        # in a fan the upper card's own lower index lies where that of the card below it would
        ([*both("S8 1", "S8 1", 300, 300), index("S6 0.985 S8 0.012", 230, 230)], "S8 S6"),
        ([index("S6 0.985 S8 0.012", 250, 230), *both("S8 0.99", "S8 0.99", 300, 300)], "S6 S8"),
        ([index("S6 0.9 S8 0.06", 207, 230), *both("S8 0.99", "S8 0.99", 300, 300)], "S6 S8"),
        (both("S6 0.985 S8 0.012", "S8 0.985 S6 0.012", 300, 300), "S6 S8"),
        (both("HQ 0.99", "H9 0.99", 300, 300), "HQ H9"),
    ],
)
def test_two_sure_sightings_of_different_cards_are_two_cards(reads, wanted):
    assert named(reads) == set(wanted.split())


@pytest.mark.parametrize(("seen", "wanted"), [("S6 0.95", {"S6"}), ("S9 0.95", {"S9"}), (None, set())])
def test_corners_read_as_6_and_9_are_one_card_that_its_pips_tell(seen, wanted):
    reads = both("S6 0.99", "S9 0.99", 300, 300, angle=0.6)
    found = cards_in(reads, doubtful=True, look=Looks(seen) if seen else None)
    assert {str(read.card) for read in found if read.confidence >= CERTAIN} == wanted
    assert len(found) == 1 if seen else {str(read.card) for read in found} <= {"S6", "S9"}
    # each with its own other index they are two
    two = [*both("S6 0.99", "S6 0.99", 300, 300), *both("S9 0.99", "S9 0.99", 340, 300)]
    assert named(two) == {"S6", "S9"}


def upside_down(read: IndexRead) -> IndexRead:
    return replace(read, angle=read.angle + math.pi)


@pytest.mark.parametrize("angle", [0.0, 1.9])
@pytest.mark.parametrize(("upper", "lower"), [("H9 1", "H6 0.99"), ("D6 1", "D9 0.9"), ("SJ 1", "C7 0.9 S7 0.05")])
def test_a_lower_index_read_upside_down_is_no_second_card(upper, lower, angle):
    one, other = both(upper, lower, 300, 300, angle)
    assert named([one, upside_down(other)]) == {upper.split()[0]}
    # elsewhere it is one
    assert named([one, replace(upside_down(other), x=1200)]) == {upper.split()[0], lower.split()[0]}


def test_a_lower_index_that_wavers_between_others_is_no_second_card():
    assert named([*SURE, *both("S8 1", "D4 0.85 H4 0.1", 300, 700)]) == {"HK", "D2", "S8"}
    assert named([*SURE, *both("S8 1", "D4 0.99", 300, 700)]) == {"HK", "D2", "S8", "D4"}


def test_a_card_that_is_surely_elsewhere_is_not_what_another_wavers_to():
    wavering = index("S8 0.5 C8 0.45 H3 0.05", 900, 900)
    assert named([wavering]) == set()
    assert named([*both("S8 1", "S8 1", 200, 200), wavering]) == {"S8", "C8"}
    # near enough to be one more index of that card, it tells nothing new
    near = index("S8 0.5 C8 0.45 H3 0.05", 230, 330)
    assert named([*both("S8 1", "S8 1", 200, 200), near]) == {"S8"}


def four(names: list[str], x: float, y: float) -> list[IndexRead]:
    """The four indices of a card with its middle at x, y: upper left, lower right, upper right, lower left."""
    left, right = both(names[0], names[1], x, y), both(names[2], names[3], x, y)
    (one, other), middle = right, 2 * x
    mirrored = [replace(read, x=middle - read.x) for read in (one, other)]
    return [*left, *mirrored]


def test_both_sides_of_a_card_of_four_indices_do_not_make_two_cards_of_it():
    others = [*four(["HK 1"] * 4, 300, 900), *four(["D2 1"] * 4, 900, 900)]
    sides = four(["S3 0.7 C3 0.25", "S3 0.45 C3 0.4", "S3 0.45 C3 0.4", "S3 0.7 C3 0.25"], 300, 300)
    # seen so much from the side that its diagonals are not those of the others: each side is a sighting of its own
    askew = [replace(read, y=read.y + (1.3 * 40 if read.x > 300 else 0)) for read in sides]
    left, right = askew[0::3], askew[1:3]
    assert named([*others, *left, *right]) == {"HK", "D2", "S3"}
    # another card is farther away
    far = [replace(read, x=read.x + 700) for read in right]
    assert named([*others, *left, *far]) == {"HK", "D2", "S3", "C3"}


def test_two_indices_side_by_side_are_of_one_card_where_others_have_four():
    others = [*four(["HK 1"] * 4, 300, 900), *four(["D2 1"] * 4, 900, 900)]
    upper = four(["S2 0.95 C2 0.04", "S2 0.5", "C2 0.75 S2 0.2", "S2 0.5"], 300, 300)[0::2]
    assert named([*others, *upper]) == {"HK", "D2", "S2"}
    # where cards have two indices, those are of two cards in a fan
    two = [*both("HK 1", "HK 1", 300, 900), *both("D2 1", "D2 1", 900, 900)]
    assert named([*two, *upper]) == {"HK", "D2", "S2", "C2"}


def test_what_is_left_must_convince():
    wavering = index("S8 0.9 C8 0.04 H8 0.03", 900, 900)
    assert named([*both("S8 1", "S8 1", 200, 200), wavering]) == {"S8"}


def test_one_card_surely_seen_twice_is_named_once():
    reads = cards_in([*both("S8 1", "S8 1", 200, 200), *both("S8 1", "S8 1", 900, 900)])
    assert [str(read.card) for read in reads] == ["S8"]


def test_two_that_waver_between_the_same_two_cards_take_one_each():
    reads = [index("S8 0.93 C8 0.07"), index("S8 0.4 C8 0.6", 900)]
    assert named(reads[1:]) == set()
    assert named(reads) == {"S8", "C8"}


@pytest.mark.parametrize(
    ("height", "wanted"), [(40.0, {"HK", "D2", "S8"}), (12.0, {"HK", "D2"}), (120.0, {"HK", "D2"})]
)
def test_prints_of_another_size_must_be_sure(height, wanted):
    assert named([*SURE, index("S8 0.9", 900, 900, height=height)]) == wanted
    assert "S8" in named([*SURE, index("S8 1", 900, 900, height=height)])


def test_doubtful_cards_come_after_the_named_ones_with_their_rivals():
    reads = cards_in([*SURE, index("S8 0.55 C8 0.44", 900, 900)], doubtful=True)
    assert len(reads) == 3
    assert {str(read.card) for read in reads[:2]} == {"HK", "D2"}
    assert (str(reads[2].card), str(reads[2].rival)) == ("S8", "C8")
    assert reads[2].confidence < CERTAIN
    assert reads[2].box == (890, 880, 910, 920)
    assert reads[0].rival is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 30), st.randoms(use_true_random=False))
def test_each_card_once_most_probable_first_whatever_the_order(seed, n, random):
    rng = np.random.default_rng(seed)
    reads = [
        IndexRead(
            rng.dirichlet(np.full(NO_CARD + 1, 0.05)).astype(np.float32),
            *(float(v) for v in (*rng.uniform(0, 600, 2), rng.uniform(-4, 4), rng.uniform(10, 60))),
            (0, 0, 1, 1),
        )
        for _ in range(n)
    ]
    found = cards_in(reads)
    assert len({read.card for read in found}) == len(found)
    assert all(CERTAIN <= read.confidence <= 1 and read.rival != read.card for read in found)
    assert [read.confidence for read in found] == sorted((read.confidence for read in found), reverse=True)
    random.shuffle(reads)
    assert {read.card for read in cards_in(reads)} == {read.card for read in found}


@pytest.mark.parametrize(("away", "wanted"), [(150, {"CQ", "CT"}), (20, {"CQ"})])
def test_two_cards_that_overlap_have_two_middles(away, wanted):
    wavering = both("CQ 0.7 CT 0.29", "CQ 0.7 CT 0.29", 300 + away, 300, angle=0.9)
    assert named([*both("CQ 1", "CQ 1", 300, 300), *wavering]) == wanted


def test_a_rank_may_be_sure_where_the_suit_is_not():
    (read,) = cards_in([index("SA 0.5 CA 0.4 DA 0.09 H4 0.01")], doubtful=True)
    assert read.confidence < CERTAIN < read.rank_confidence
    assert read.rank_confidence == pytest.approx(0.99, abs=0.01)


@pytest.mark.parametrize(("text", "wanted"), [("JB 0.9", set()), ("JB 0.995", {"JB"}), ("SA 0.9", {"SA"})])
def test_a_joker_must_be_surer_than_other_cards(text, wanted):
    assert named([index(text)]) == wanted


class Looks:
    """Sees the same in every whole card, or in the one at (x, y) alone, and remembers where it was asked to look."""

    def __init__(self, seen: str = "S8 1", of: tuple[float, float] | None = None) -> None:
        self.frames: list[np.ndarray] = []
        self._seen, self._nothing = index(seen).belief, index("").belief
        self._of = of

    def __call__(self, frames):
        here = [self._of is None or math.dist(frame[:2], self._of) < 150 for frame in frames]
        self.frames += [frame for frame, seen in zip(frames, here, strict=True) if seen]
        return np.stack([self._seen if seen else self._nothing for seen in here])


WAVERING = both("S8 0.5 S9 0.4", "S9 0.5 S8 0.4", 300, 300, angle=0.4)


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("S8 0.9 S9 0.1", "S8"),
        ("S9 0.9 S8 0.1", "S9"),
        ("S8 0.5 S9 0.5", ""),
        # covered, or no card: it tells nothing
        ("S8 0.01", ""),
        # neither of the two
        ("H3 1", ""),
    ],
)
def test_a_card_in_doubt_is_looked_at_whole(seen, wanted):
    look = Looks(seen)
    assert {str(read.card) for read in cards_in(WAVERING, look=look)} == set(wanted.split())
    assert len(look.frames) == 1
    x, y, angle, across, down = look.frames[0]
    assert (x, y) == pytest.approx((300, 300), abs=0.01)
    assert abs(math.cos(angle - 0.4)) == pytest.approx(1)
    assert across / down == pytest.approx((57 - 11.2) / (88 - 25.2), abs=0.01)


@pytest.mark.parametrize(
    "reads",
    [
        [index("S8 0.2")],
        # both at one side of it: where it lies is not known
        [index("S8 0.6 C8 0.3", 300, 300), index("S8 0.6 C8 0.3", 300, 430, math.pi)],
        [],
    ],
)
def test_what_is_hardly_a_card_or_lies_nobody_knows_how_is_not(reads):
    look = Looks()
    assert cards_in(reads, look=look) == cards_in(reads)
    assert look.frames == []


def test_where_one_index_is_seen_the_other_is_where_other_cards_have_it():
    look = Looks("S8 0.9 S9 0.1", (350, 760))
    reads = [*SURE, index("S8 0.5 S9 0.4", 300, 700, 0.0, 40.0)]
    assert {str(read.card) for read in cards_in(reads, look=look)} == {"HK", "D2", "S8"}
    (frame,) = look.frames
    across, down = (57 - 11.2) / 18 * 40, (88 - 25.2) / 18 * 40
    assert frame == pytest.approx((300 + across / 2, 700 + down / 2, 0.0, across, down), abs=0.5)


@pytest.mark.parametrize(
    ("seen", "wanted", "doubtful"),
    [
        # the letter of a foreign jack looks like an 8, its card like a jack's
        ("SJ 0.97 SQ 0.01", {"SJ"}, set()),
        ("SJ 0.4 SQ 0.35 SK 0.2", set(), {"SJ"}),
        # what is seen of it at all
        ("S8 0.05 S9 0.5 ST 0.4", {"S8"}, set()),
        ("S8 0.9", {"S8"}, set()),
        # covered, or no card
        ("SJ 0.3", {"S8"}, set()),
    ],
)
def test_indices_of_which_the_card_has_nothing_are_doubted(seen, wanted, doubtful):
    reads = [*SURE, *both("S8 1", "S8 1", 300, 700)]
    found = cards_in(reads, doubtful=True, look=Looks(seen, (300, 700)))
    assert {str(read.card) for read in found if read.confidence >= CERTAIN} == {"HK", "D2", *wanted}
    assert {str(read.card) for read in found if read.confidence < CERTAIN} == doubtful
    assert all(read.confidence < 0.98 for read in found if str(read.card) in {"SJ", "SQ", "SK"})


def test_a_court_is_not_contradicted_by_another_one():
    reads = [*SURE, *both("SJ 1", "SJ 1", 300, 700)]
    assert {str(read.card) for read in cards_in(reads, look=Looks("SK 1", (300, 700)))} == {"HK", "D2", "SJ"}
    assert {str(read.card) for read in cards_in(reads, look=Looks("S7 1", (300, 700)))} == {"HK", "D2", "S7"}


def test_one_index_is_contradicted_by_a_court_where_nothing_covers_its_card():
    alone = index("S8 1", 300, 300)

    def told(reads, seen):
        return {str(read.card) for read in cards_in(reads, look=Looks(seen))} & {"S8", "SJ"}

    assert told([alone], "SJ 0.5 SQ 0.45") == set()
    # what is seen where its card ought to be may be another one's, as in a fan
    assert told([alone, index("HK 1", 340, 300)], "SJ 0.5 SQ 0.45") == {"S8"}
    # of pips that are not all seen nothing follows
    assert told([alone], "S3 1") == {"S8"}
