"""The decoder against brute force, and what must hold of it whatever it is given."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from vision.index.beliefs import NO_CARD
from vision.reader.contradictions import mistrusted
from vision.reader.decoder import CERTAIN, copies_of, decode, decode_holders, decode_row, holder_readings, joined_looks
from whist.cards import FULL_PACK, PACK, Card

quick = settings(max_examples=60, deadline=None)


def belief(text: str = "", none: float = 0.0) -> np.ndarray:
    """A belief of words like ``"S8 0.9 C8 0.1"``."""
    values = np.zeros(NO_CARD + 1, np.float32)
    words = text.split()
    for code, share in zip(words[::2], words[1::2], strict=True):
        values[FULL_PACK.index(Card.parse(code))] = float(share)
    values[NO_CARD] = none
    return values


def rows(*texts: str) -> np.ndarray:
    return np.array([belief(text) for text in texts], np.float32).reshape(-1, NO_CARD + 1)


def names(found) -> list[str]:
    return [str(one.card) if one.card else "–" for one in found]


def spread(values: np.ndarray, doubt: float) -> np.ndarray:
    return (1 - doubt) * values / values.sum(1, keepdims=True) + doubt / (NO_CARD + 1)


@st.composite
def few(draw, most_rows: int = 4, most_cards: int = 6):
    """Rows over a few cards, all distinct numbers so that there are no ties, and copies of these cards."""
    n, k = draw(st.integers(1, most_rows)), draw(st.integers(1, most_cards))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    values = np.zeros((n, NO_CARD + 1))
    sharpness = draw(st.sampled_from([0.1, 0.5, 2.0]))
    shares = random.gamma(sharpness, size=(n, k + 1)) + 1e-4
    values[:, :k], values[:, NO_CARD] = shares[:, :k], shares[:, k]
    copies = np.zeros(NO_CARD, int)
    copies[:k] = draw(st.lists(st.integers(0, 2), min_size=k, max_size=k))
    return values, copies


def all_assignments(values: np.ndarray, copies: np.ndarray):
    """Every assignment that the copies allow, with its probability, as ``(cards, probability)``."""
    choices = [k for k in range(NO_CARD) if copies[k]] + [NO_CARD]
    for given_cards in itertools.product(choices, repeat=len(values)):
        if all(given_cards.count(k) <= copies[k] for k in choices if k != NO_CARD):
            yield given_cards, math.prod(values[i, k] for i, k in enumerate(given_cards))


@quick
@given(few())
def test_the_best_assignment_and_each_second_best_are_exact(case):
    values, copies = case
    # a cell that no choice is left for decides nothing: spread evenly, it cancels out
    everything = list(all_assignments(spread(values, 1e-4), copies))
    best, most = max(everything, key=lambda pair: pair[1])
    for i, one in enumerate(decode(values, copies=copies)):
        number = NO_CARD if one.card is None else FULL_PACK.index(one.card)
        assert number == best[i]
        by_choice: dict[int, float] = {}
        for given_cards, p in everything:
            by_choice[given_cards[i]] = max(by_choice.get(given_cards[i], 0.0), p)
        second = max((p for k, p in by_choice.items() if k != number), default=0.0)
        rival = NO_CARD if one.rival is None else FULL_PACK.index(one.rival)
        if second:
            assert by_choice[rival] == pytest.approx(second)
            assert one.belief[rival] / one.probability == pytest.approx(second / most, rel=1e-4)
        assert one.belief.sum() == pytest.approx(1, abs=1e-5)


@quick
@given(few(most_rows=3))
def test_probabilities_are_near_the_exact_marginals(case):
    values, copies = case
    everything = list(all_assignments(spread(values, 1e-4), copies))
    total = sum(p for _, p in everything)
    for i, one in enumerate(decode(values, copies=copies)):
        number = NO_CARD if one.card is None else FULL_PACK.index(one.card)
        exact = sum(p for given_cards, p in everything if given_cards[i] == number) / total
        # near where it matters: what is sure by one is sure by the other
        assert one.probability == pytest.approx(exact, abs=0.3)
        assert (1 - one.probability) <= 4 * (1 - exact) + 1e-6
        assert (1 - exact) <= 4 * (1 - one.probability) + 1e-6


def many(seed: int, n: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.gamma(0.05, size=(n, NO_CARD + 1)) + 1e-9


@quick
@given(st.integers(0, 10**6), st.integers(1, 40), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(seed, n, random):
    values, order = many(seed, n), list(range(n))
    random.shuffle(order)
    straight, shuffled = decode(values), decode(values[order])
    assert [shuffled[order.index(k)].card for k in range(n)] == [one.card for one in straight]
    for k, one in enumerate(straight):
        assert shuffled[order.index(k)].probability == pytest.approx(one.probability, rel=1e-6)


@quick
@given(st.integers(0, 10**6), st.integers(1, 70), st.sets(st.sampled_from(FULL_PACK), max_size=54))
def test_no_card_that_is_elsewhere_is_given_and_none_twice(seed, n, elsewhere):
    copies = copies_of(set(FULL_PACK) - elsewhere)
    given_cards = [one.card for one in decode(many(seed, n), copies=copies) if one.card is not None]
    assert elsewhere.isdisjoint(given_cards)
    assert len(set(given_cards)) == len(given_cards)


@quick
@given(st.integers(1, 20), st.integers(0, 20), st.randoms(use_true_random=False))
def test_certain_rows_stay_whatever_blank_ones_stand_beside_them(sure, blank, random):
    chosen = random.sample(FULL_PACK, sure)
    values = np.array([belief(f"{card} 1") for card in chosen])
    beside = np.concatenate([values, np.full((blank, NO_CARD + 1), 1 / 55, np.float32)])
    found = decode(beside)[:sure]
    assert [one.card for one in found] == chosen
    assert all(one.certain for one in found)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        (rows("S8 0.6 C8 0.4", "S8 0.9 C8 0.1"), "C8 S8"),
        (rows("S8 0.6 C8 0.4", "S8 1"), "C8 S8"),
        (rows("S8 0.6 C8 0.4", "C8 0.5 CK 0.5", "S8 1"), "C8 CK S8"),
        (rows("JR 0.9 JB 0.1", "JR 0.6 JB 0.4"), "JR JB"),
        (np.array([belief("S8 0.3", none=0.7)]), "–"),
        (rows(), ""),
    ],
    ids=["surer one has it", "known elsewhere", "chain", "jokers", "no card", "empty"],
)
def test_cards_are_given_once(values, wanted):
    assert names(decode(values)) == wanted.split()


def test_two_that_waver_between_the_same_two_are_each_others_rivals():
    one, other = decode(rows("S8 0.6 C8 0.4", "S8 0.4 C8 0.6"))
    assert (str(one.card), str(one.rival)) == ("S8", "C8")
    assert (str(other.card), str(other.rival)) == ("C8", "S8")
    assert one.probability == pytest.approx(0.36 / 0.52, abs=1e-3)
    assert one.question
    assert other.question


def test_two_that_both_clearly_show_one_card_are_in_doubt():
    found = decode(rows("S8 0.999 C8 0.001", "S8 0.999 C8 0.001"))
    assert sorted(names(found)) == ["C8", "S8"]
    assert all(0.3 < one.probability < 0.7 and one.question for one in found)


def test_a_pack_may_hold_a_card_twice():
    assert names(decode(rows("S8 1", "S8 1"), copies=2)) == ["S8", "S8"]
    assert names(decode(rows("S8 1", "S8 1", "S8 1"), copies=copies_of(PACK, 2)))[:2].count("S8") >= 1


def test_more_rows_than_cards():
    found = decode(np.full((60, NO_CARD + 1), 1 / 55, np.float32))
    given_cards = [one.card for one in found if one.card is not None]
    assert len(set(given_cards)) == len(given_cards)
    assert not any(one.certain for one in found)


def test_nothing_can_be_there():
    found = decode(rows("S8 1", "C8 1"), copies=0)
    assert names(found) == ["–", "–"]
    assert all(one.probability == 1 and one.rival is None for one in found)


def test_a_belief_of_zeros_says_nothing():
    assert decode(rows("S8 1", ""))[1].probability < 0.1


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (np.full((1, NO_CARD + 1), np.nan), "NaN"),
        (np.full((1, NO_CARD + 1), -0.1), "negative"),
        (np.zeros((2, 53)), "shape"),
        (np.zeros(NO_CARD + 1), "shape"),
    ],
)
def test_what_is_no_belief_is_refused(values, words):
    with pytest.raises(ValueError, match=words):
        decode(values)
    with pytest.raises(ValueError, match=words):
        decode_row(values, cards("S8"))


def test_copies_and_groups_must_fit():
    with pytest.raises(ValueError, match="copies"):
        decode(rows("S8 1"), copies=-1)
    with pytest.raises(ValueError, match="groups"):
        decode(rows("S8 1"), groups=[1, 2])


def test_indices_of_one_card_strengthen_each_other():
    alone = decode(rows("S8 0.8 C8 0.2"))[0]
    both = decode(rows("S8 0.8 C8 0.2", "S8 0.8 C8 0.2"), groups=[5, 5])
    assert both[0] is both[1]
    assert both[0].probability > alone.probability
    assert both[0].probability < 0.8**2 / (0.8**2 + 0.2**2)


def test_two_clear_indices_of_one_card_that_differ_leave_a_doubt():
    joined = joined_looks(rows("S8 0.99 C8 0.01", "C8 0.99 S8 0.01"))
    assert joined[FULL_PACK.index(Card.parse("S8"))] == pytest.approx(0.5)


def test_both_holders_at_once():
    slots = [belief("S8 0.6 C8 0.4"), None, belief("HA 1"), None, belief("S8 1")]
    found = decode_holders(slots, copies=copies_of(PACK))
    assert [None if one is None else str(one.card) for one in found] == ["C8", None, "HA", None, "S8"]
    assert decode_holders([None] * 26) == [None] * 26


@pytest.mark.parametrize(
    ("values", "clear"),
    [("S8 1", True), (f"S8 {CERTAIN - 0.02} C8 {1.02 - CERTAIN}", False), ("S8 0.6 C8 0.4", False)],
)
def test_the_table_is_told_clear_evidence_of_certain_cards_only(values, clear):
    (one,) = decode(rows(values))
    assert one.certain is clear
    assert (one.reading.probability >= 0.9) is clear
    assert one.reading.best == Card.parse("S8")
    assert sum(p for _, p in one.reading.belief) <= 1 + 1e-6


def test_a_joker_in_a_holder_is_told():
    assert str(decode(rows("JR 1"))[0].reading.best) == "JR"


def test_a_filled_slot_is_sooner_an_unlikely_card_than_none():
    slots = [belief("S6 0.5 S4 0.1", none=0.4), belief("S6 1")]
    found = decode_holders(slots)
    assert names(found) == ["S4", "S6"]
    assert found[0].question
    assert str(found[0].reading.best) == "S4"
    assert names(decode(np.array(slots))) == ["–", "S6"]


def test_holders_are_weighed_together():
    first, second = holder_readings([[belief("S8 0.6 C8 0.4"), None], [None, belief("S8 1"), belief("C8 0.5 H8 0.5")]])
    assert [None if one is None else str(one.best) for one in first] == ["C8", None]
    assert [None if one is None else str(one.best) for one in second] == [None, "S8", "H8"]
    assert first[0].probability >= 0.9
    assert holder_readings([]) == []
    assert holder_readings([[None] * 13]) == [(None,) * 13]


@pytest.mark.parametrize(
    ("slots", "elsewhere", "sure", "asked"),
    [
        # two sevens of spades: the seven of hearts may be a jack, too; the eight has nothing to do with it
        ("S7 0.95 SJ 0.05|S7 1|H7 1|H8 1", "", "H8", "S7 SJ H7"),
        # the jack of hearts stands elsewhere, or lies on the table
        ("S7 0.95 SJ 0.05|S7 1|H7 1|HJ 1", "", "H7 HJ", "S7 SJ"),
        ("S7 0.95 SJ 0.05|S7 1|H7 1", "HJ", "H7", "S7 SJ"),
        # the other seven lies on the table
        ("S7 0.95 SJ 0.05|H7 1", "S7", "SJ", "H7"),
        # a club taken for a spade: all spades may be clubs, but no club a spade
        ("S9 0.95 C9 0.05|S9 1|S4 1|C5 1|D4 1", "", "C5 D4", "S9 C9 S4"),
        # what was in doubt anyway tells of no mistake
        ("S7 0.8 SJ 0.2|S7 1|H7 1", "", "S7 SJ H7", ""),
        # nor does a card that is like the other neither in rank nor in suit
        ("S7 0.95 HJ 0.05|S7 1|H7 1|S8 1", "", "HJ S7 H7 S8", ""),
        ("JR 0.95 JB 0.05|JR 1|H7 1", "", "JB JR H7", ""),
    ],
)
def test_a_contradiction_casts_doubt_on_all_that_was_read_alike(slots, elsewhere, sure, asked):
    lying = [Card.parse(code) for code in elsewhere.split()]
    (readings,) = holder_readings([[belief(one) for one in slots.split("|")]], (), lying)
    clear = {str(reading.best): reading.probability >= CERTAIN for reading in readings}
    assert clear == dict.fromkeys(sure.split(), True) | dict.fromkeys(asked.split(), False)


SORTED = "S7 S4 HQ H9 H8 H7 H4 DJ D6 D3 CT C5"
"""Twelve cards as somebody has put them into a holder; the thirteenth comes after them."""


@pytest.mark.parametrize(
    ("row", "last", "asked"),
    [
        pytest.param(SORTED, "S3 0.997 C3 0.002", "C3 S3", id="a worn 3 of clubs that looks like spades"),
        pytest.param(SORTED, "S3 0.9999 C3 0.0001", "", id="somebody has put it there"),
        pytest.param(SORTED, "C3 0.997 S3 0.002", "", id="it stands where it belongs"),
        pytest.param("S7 S4 HT H9 H8 H7 H4 D6 D3 CT C5 C2", "HA 0.99 CA 0.005", "CA HA", id="a low ace"),
        pytest.param("S7 S4 HT H9 H8 H7 H4 D6 D3 CT C5 C4", "HQ 0.99 SQ 0.005", "", id="nothing like it fits"),
        pytest.param("C5 D9 S4 H2 C7 DT S9 HK C9 CA SA D4", "S3 0.99 C3 0.005", "", id="nobody has sorted them"),
        pytest.param("S7 S4 HQ H9 H8 H7", "S3 0.99 C3 0.005", "", id="too few"),
        pytest.param("C5 CT CA D3 D6 DJ H4 H7 H8 H9 HQ S4", "S7 0.99 SJ 0.005", "", id="the other way round"),
        pytest.param("CA C5 CT D3 D6 DJ H4 H7 H8 H9 HQ S4", "S7 0.99 SJ 0.005", "", id="the ace is low"),
        pytest.param("JR S7 S4 HQ H9 H8 H7 H4 D3 CT C5 C4", "S3 0.99 C3 0.005", "C3 S3", id="a joker stands anywhere"),
    ],
)
def test_what_breaks_the_order_of_a_holder_is_asked_about(row, last, asked):
    slots = [*(belief(f"{card} 1") for card in row.split()), None, belief(last)]
    (readings,) = holder_readings([slots])
    assert [str(one.best) for one in readings[: len(row.split())]] == row.split()
    wavers = readings[-1].probability < CERTAIN
    assert " ".join(sorted(str(card) for card, share in readings[-1].belief if share > 0.05 and wavers)) == asked


def test_a_jack_in_the_midst_that_was_read_as_a_seven_is_asked_about():
    row = [*(belief(f"{card} 1") for card in ["SA", "SK", "SQ", "H9", "H8", "D6", "D3", "CT", "C5"])]
    row[3:3] = [belief("S7 0.995 SJ 0.001 S3 0.002"), belief("ST 1")]
    (readings,) = holder_readings([row])
    assert {str(card) for card, share in readings[3].belief if share > 0.05} == {"S7", "SJ"}


def test_what_was_known_of_a_holder_stands_though_it_breaks_its_order():
    known = cards(SORTED + " S3")
    (readings,) = holder_readings([[belief(f"{card} 0.998") for card in known]], [tuple(known)])
    assert all(one.probability >= CERTAIN for one in readings)


def test_where_the_card_that_would_keep_the_order_is_elsewhere_there_is_no_doubt():
    slots = [*(belief(f"{card} 1") for card in SORTED.split()), belief("S3 0.997 C3 0.002")]
    first, _ = holder_readings([slots, [belief("C3 1"), belief("C4 1"), belief("C2 1")]])
    assert str(first[-1].best) == "S3"
    assert first[-1].probability >= CERTAIN


def test_an_empty_holder_contradicts_nothing():
    assert mistrusted([None, None], [None, None]) == [None, None]


@quick
@given(st.lists(st.sampled_from(PACK), max_size=13, unique=True))
def test_what_agrees_is_left_as_it_is(cards):
    rows = [belief(f"{card} 0.97") for card in cards]
    assert all(new is old for new, old in zip(mistrusted(rows, cards), rows, strict=True))


# -- rows that were seen before ---------------------------------------------------------------------------------------


@quick
@given(st.integers(0, 4), st.integers(0, 5), st.integers(0, 10**6))
def test_a_row_is_aligned_exactly(m, length, seed):
    random = np.random.default_rng(seed)
    numbers = random.choice(NO_CARD, length, replace=False)
    values = random.gamma(0.1, size=(m, NO_CARD + 1)) + 1e-9
    values[:, numbers] += random.random((m, length)) * values.max(initial=0)
    before = [FULL_PACK[k] for k in numbers]
    found = decode_row(values, before)
    shares = spread(values, 1e-4)
    total, exact, best = 0.0, np.zeros((m, length + 1)), (-1.0, ())
    for way in itertools.product(range(length + 1), repeat=m):
        used = [k for k in way if k < length]
        if all(a < b for a, b in itertools.pairwise(used)):
            p = math.prod(shares[i, numbers[k] if k < length else NO_CARD] for i, k in enumerate(way))
            total += p
            best = max(best, (p, way))
            for i, k in enumerate(way):
                exact[i, k] += p
    assert found.places == tuple(None if k == length else k for k in best[1])
    for i, (one, place) in enumerate(zip(found.cards, found.places, strict=True)):
        assert one.probability == pytest.approx(exact[i, length if place is None else place] / total, abs=1e-9)
        assert one.card == (None if place is None else before[place])
    np.testing.assert_allclose(found.gone, 1 - exact[:, :length].sum(0) / total, atol=1e-9)


@pytest.mark.parametrize(
    ("seen", "wanted", "left"),
    [
        (("S2 1", "S5 0.4 S9 0.6", "SA 1"), "S2 S5 SA", {"S3", "SK"}),
        (("S3 0.9 S2 0.1", "S2 0.8 SK 0.2", "SA 1"), "S3 SK SA", {"S2", "S5"}),
        ((), "", {"S2", "S3", "S5", "SK", "SA"}),
    ],
)
def test_cards_leave_and_keep_their_order(seen, wanted, left):
    before = cards("S2 S3 S5 SK SA")
    found = decode_row(rows(*seen), before)
    assert names(found.cards) == wanted.split()
    assert {str(card) for card, p in zip(before, found.gone, strict=True) if p > 0.5} == left


def test_nothing_was_there_before():
    (one,) = decode_row(rows("S8 1"), []).cards
    assert (one.card, one.rival) == (None, None)
    assert not one.question


def test_a_card_that_was_not_there_does_not_come_into_a_row():
    (one,) = decode_row(rows("H4 1"), cards("S2 S3 S5 SK SA")).cards
    assert not one.certain


def test_a_row_tells_its_rival():
    (one,) = decode_row(rows("S8 0.6 C8 0.3 H8 0.1"), cards("C8 S8 D2")).cards
    assert (str(one.card), str(one.rival)) == ("S8", "C8")
    assert one.probability == pytest.approx(2 / 3, abs=1e-3)


def unsure(*shares: tuple[str, float]) -> np.ndarray:
    """A belief in some cards; the rest of it is "no card"."""
    belief = np.zeros(NO_CARD + 1, np.float32)
    for code, share in shares:
        belief[FULL_PACK.index(Card.parse(code))] = share
    belief[NO_CARD] = 1 - belief.sum()
    return belief


WAVERS = unsure(("S5", 0.5), ("S6", 0.498))


@pytest.mark.parametrize(
    ("slots", "before", "elsewhere", "told", "sure"),
    [
        # the order of before settles what wavers
        ([unsure(("H2", 1.0)), WAVERS, unsure(("DK", 1.0))], "H2 S6 C9 DK", "", "S6", True),
        # pushed together after the two first cards left
        ([WAVERS, None, unsure(("DK", 1.0))], "H2 C3 S6 DK", "", "S6", True),
        # nothing known of before
        ([unsure(("H2", 1.0)), WAVERS, unsure(("DK", 1.0))], "", "", "S5", False),
        # a certain card that was not there: filled anew
        ([unsure(("H3", 1.0)), WAVERS, unsure(("DK", 1.0))], "H2 S6 C9 DK", "", "S5", False),
        # sorted anew
        ([unsure(("DK", 1.0)), WAVERS, unsure(("H2", 1.0))], "H2 S6 C9 DK", "", "S5", False),
        # the order alone must not make a card of what does not look like it
        ([unsure(("H2", 1.0)), unsure(("S5", 0.6), ("CQ", 0.3)), unsure(("DK", 1.0))], "H2 D7 DK", "", "S5", False),
        # both would fit
        ([unsure(("H2", 1.0)), WAVERS, unsure(("DK", 1.0))], "H2 S5 S6 DK", "", "S5", False),
        # the other one lies on the table
        ([unsure(("H2", 1.0)), WAVERS, unsure(("DK", 1.0))], "", "S5", "S6", True),
    ],
)
def test_order_and_table_settle_a_holder(slots, before, elsewhere, told, sure):
    known = [Card.parse(code) for code in before.split()]
    lying = [Card.parse(code) for code in elsewhere.split()]
    (readings,) = holder_readings([slots], [known], lying)
    assert [reading is None for reading in readings] == [slot is None for slot in slots]
    wavering = next(k for k, slot in enumerate(slots) if slot is not None and slot[:NO_CARD].max() < 0.9)
    reading = readings[wavering]
    assert str(reading.best) == told
    assert (reading.probability >= CERTAIN) == sure
