"""Letters of other countries are read as what they stand for in their pack; where nothing tells, they are doubted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.beliefs import belief
from tests.vision.reader.test_photograph_cards import both, index
from vision.index.letters import LETTERS, Country
from vision.reader.lone_letters import country_of, eights_doubted, jacks_doubted, may_be_letters, told_by_letters
from vision.reader.photograph_cards import CERTAIN, DOUBTFUL, cards_in
from whist.cards import FULL_PACK, Card

LONE_B = index("D8 0.95 DJ 0.02", 900, 900)


def found(*reads):
    return {str(read.card): read for read in cards_in(list(reads), doubtful=True)}


def test_a_lone_letter_that_may_be_an_eight_or_a_jack_is_in_doubt():
    cards = found(LONE_B, *both("HK 1", "HK 1", 300, 300))
    assert cards["HK"].confidence >= CERTAIN
    assert DOUBTFUL <= cards["D8"].confidence < CERTAIN
    assert str(cards["D8"].rival) == "DJ"


@pytest.mark.parametrize(
    "others",
    [
        pytest.param(both("SJ 1", "SJ 1", 300, 300), id="the pack's jacks have a J"),
        pytest.param([index("D8 0.95 DJ 0.02", 900 + 121, 900 + 163, np.pi)], id="both indices of the card say 8"),
    ],
)
def test_what_tells_the_pack_or_the_card_leaves_the_eight(others):
    assert found(LONE_B, *others)["D8"].confidence >= CERTAIN


def test_a_letter_in_two_corners_that_both_waver_is_in_doubt_too():
    cards = found(*both("D8 0.6 DJ 0.35", "D8 0.75 DJ 0.2", 900, 900), *both("HK 1", "HK 1", 300, 300))
    assert cards["D8"].confidence < CERTAIN


def test_an_eight_that_looks_like_nothing_else_stays_one():
    cards = found(index("D8 0.95 D3 0.02", 900, 900))
    assert cards["D8"].confidence >= CERTAIN


def test_what_is_no_eight_is_not_touched():
    beliefs = np.full((2, 55), 1e-4)
    beliefs[0, 7], beliefs[1, 9] = 0.9, 0.9
    assert eights_doubted(beliefs) is beliefs


OTHERS = tuple(f"{suit}{rank}" for rank in "23456789" for suit in "CDH")


def seen_as(*letters: float) -> np.ndarray:
    """What is seen of the jacks' letters, one number each, and of `OTHERS`, of which those of one rank look alike."""
    noise = np.random.default_rng(5).normal(0, 0.1, (len(letters) + len(OTHERS), 16))
    shapes = [*letters, *("23456789".index(code[1]) / 2 + 5 for code in OTHERS)]
    return np.asarray(noise + np.array(shapes)[:, None] * np.linspace(-1, 1, 16), np.float32)


@pytest.mark.parametrize(
    ("jacks", "others", "letters", "doubted"),
    [
        pytest.param({"SJ": 0.995, "HJ": 0.97}, {}, (0, 4), True, id="two letters, and no queen"),
        pytest.param({"SJ": 0.9999, "HJ": 0.97}, {}, (0, 4), True, id="one of the two is read plainly"),
        pytest.param({"SJ": 0.995, "HJ": 0.97}, {}, (0, 0), False, id="one letter"),
        pytest.param({"SJ": 0.995, "HJ": 0.97}, {"DQ": 0.99}, (0, 4), False, id="a queen has a letter of her own"),
        pytest.param({"SJ": 0.9999, "HJ": 0.9999}, {}, (0, 4), False, id="no jack wavers"),
        pytest.param({"SJ": 0.995}, {}, (0,), True, id="of one letter alone nobody knows"),
    ],
)
def test_a_v_that_may_be_a_queen_s_is_no_sure_jack(jacks, others, letters, doubted):
    """In Holland B, V and H stand on jack, queen and king."""
    told = [belief(**{code: share}) for code, share in jacks.items()]
    told += [belief(**{code: 1.0}) for code in OTHERS[: len(OTHERS) - len(others)]]
    told += [belief(**{code: share}) for code, share in others.items()]
    indices = np.stack(told)
    after = jacks_doubted(indices, seen_as(*letters), indices)
    if not doubted:
        assert after is indices
        return
    for row, code in enumerate(jacks):
        jack, queen = (FULL_PACK.index(Card.parse(code[0] + rank)) for rank in "JQ")
        assert after[row, jack] == pytest.approx(after[row, queen])
    np.testing.assert_allclose(after.sum(1), indices.sum(1), atol=1e-6)
    np.testing.assert_array_equal(after[len(jacks) :], indices[len(jacks) :])


def test_of_one_letter_among_few_cards_nothing_is_doubted():
    indices = np.stack([belief(SJ=0.99), *(belief(**{code: 1.0}) for code in OTHERS[:9])])
    assert jacks_doubted(indices, np.zeros((10, 4), np.float32), indices) is indices


OTHER = "–"
"""A letter of none of `LETTERS`."""


def lettered(shown: str) -> np.ndarray:
    """Probabilities of letters written as ``"V 1, B 0.6 H 0.2"``, what is left none of them; ``?`` was not asked."""
    rows = []
    for words in (part.split() for part in shown.split(",")):
        row = np.zeros(len(LETTERS) + 1)
        for letter, share in zip(words[::2], words[1::2], strict=False):
            row[LETTERS.index(letter) if letter != OTHER else -1] = float(share)
        row[-1] += 1 - row.sum()
        rows.append(np.full(len(row), np.nan) if words == ["?"] else row)
    return np.stack(rows)


def read_as(codes: str) -> np.ndarray:
    """Beliefs that surely name cards, but for those that are written as ``"HJ/0.7"``."""
    shares = [code.partition("/") for code in codes.split()]
    return np.stack([belief(**{code: float(share or 0.99)}) for code, _, share in shares]).astype(np.float64)


def names(beliefs: np.ndarray) -> str:
    return " ".join(str(FULL_PACK[int(row[:54].argmax())]) for row in beliefs)


@pytest.mark.parametrize(
    ("cards", "letters", "told"),
    [
        pytest.param("SJ HJ DT", "V 1, B 1, ?", "SQ HJ DT", id="a V beside a B is a Dutch queen's"),
        pytest.param("SJ HK", "V 1, H 0.7", "SQ HK", id="beside a king's H, too"),
        pytest.param("SJ DJ HK", "V 1, V 1, R 0.95", "SJ DJ HK", id="beside a French king's R a jack's"),
        pytest.param("SJ HK DQ", "V 1, H 0.7, – 1", "SJ HK DQ", id="beside a queen with a letter of her own a jack's"),
        pytest.param("SJ HK DQ", "V 1, H 0.7, ?", "SJ HK DQ", id="who asks no queen knows that hers is her own"),
        pytest.param("SJ DJ", "V 1, V 1", "SJ DJ", id="alone it stays a jack's, as in most packs with a V"),
        pytest.param("SJ HJ D8", "V 0.4 – 0.6, B 1, ?", "SQ HJ D8", id="a faint V that is no B in a Dutch pack"),
        pytest.param("CJ S8", "V 1, B 0.95", "CJ S8", id="an 8 that looks like a B speaks for no Dutch pack"),
        pytest.param("HA SJ HJ", "H 0.95, B 1, B 1", "HK SJ HJ", id="an H that was read as an ace"),
        pytest.param("HA S5", "H 0.95, ?", "HA S5", id="an H without another letter of its country tells nothing"),
        pytest.param("HK CJ", "F 0.95, F 0.9", "HJ CJ", id="an Italian jack's F"),
        pytest.param("HK CJ", "F 0.95, – 1", "HK CJ", id="in a pack whose jacks have a J nothing else is one"),
        pytest.param("HT CJ SJ", "B 0.95, B 1, B 1", "HJ CJ SJ", id="a B that was read as a ten"),
        pytest.param("SK DK H5", "Kn 0.95, Kn 0.95, ?", "SJ DJ H5", id="two Kn that were read as kings"),
        pytest.param("SK DK", "Kn 0.95, – 1", "SK DK", id="what may be a Kn, without another"),
        pytest.param("SK DK", "Kn 0.999, – 1", "SJ DK", id="a sure Kn"),
        pytest.param("SK DK CJ", "Kn 0.999, Kn 0.95, – 1", "SK DK CJ", id="a pack whose jacks have a J has no Kn"),
        pytest.param(
            "SK DK SJ CJ", "Kn 0.999, Kn 0.95, B 1, B 1", "SK DK SJ CJ", id="a pack whose jacks have a B has none"
        ),
        pytest.param("SA DK CK", "Kn 0.95, Kn 0.95, Kn 1", "SA DJ CJ", id="an ace is none"),
        pytest.param("H8 CJ SJ", "B 0.95, B 1, B 1", "H8 CJ SJ", id="an 8 is left to those who doubt it"),
    ],
)
def test_a_letter_is_what_it_stands_for_in_its_pack(cards: str, letters: str, told: str) -> None:
    before = read_as(cards)
    after = told_by_letters(before, lettered(letters))
    assert names(after) == told
    np.testing.assert_allclose(after.sum(1), before.sum(1), atol=1e-6)
    np.testing.assert_allclose(after[:, 54], before[:, 54], atol=1e-6)


@pytest.mark.parametrize(
    ("card", "letter", "known", "told"),
    [
        pytest.param("SJ", "V 0.97", Country.HOLLAND, "SQ", id="a Dutch V"),
        pytest.param("SJ", "V 0.97", Country.OTHER, "SJ", id="a French V"),
        pytest.param("SJ", "V 0.97", None, "SJ", id="a V of nobody knows whose pack"),
        pytest.param("SK", "Kn 0.6", Country.SCANDINAVIA, "SJ", id="what may be a Kn where there is one"),
        pytest.param("SK", "Kn 0.004", Country.SCANDINAVIA, "SK", id="a king beside a Kn"),
        pytest.param("SK", "Kn 0.95", Country.OTHER, "SK", id="what may be a Kn where nothing speaks for it"),
        pytest.param("SK", "Kn 0.999", Country.HOLLAND, "SK", id="an H that looks like a Kn"),
        pytest.param("SK", "Kn 0.95", None, "SK", id="what may be a Kn, of nobody knows whose pack"),
    ],
)
def test_what_the_holders_tell_of_the_pack_counts_for_the_card_on_the_table(
    card: str, letter: str, known: Country | None, told: str
) -> None:
    assert names(told_by_letters(read_as(card), lettered(letter), known)) == told


@pytest.mark.parametrize("share", [0.02, 0.4])
def test_a_king_that_may_be_a_kn_is_a_question_where_the_pack_has_it(share: float) -> None:
    (told,) = told_by_letters(read_as("SK"), lettered(f"Kn {share}"), Country.SCANDINAVIA)
    king, jack = (told[FULL_PACK.index(Card.parse(code))] for code in ("SK", "SJ"))
    assert jack == pytest.approx(king)


@pytest.mark.parametrize(
    ("cards", "letters", "country"),
    [
        ("SJ HJ SK", "V 1, B 1, H 0.6", Country.HOLLAND),
        ("SJ HJ SK", "V 1, V 1, R 0.9", Country.OTHER),
        ("SJ HQ SK", "B 1, – 1, – 1", None),
        ("SJ HJ SK CK DK", "V 1, B 1, H 0.9, H 0.9, R 0.9", Country.HOLLAND),
        ("SJ HJ D5", "V 1, V 1, ?", None),
        ("SJ/0.2", "B 1", None),
        ("SJ HQ SK", "Kn 0.9, – 1, Kn 0.8", Country.SCANDINAVIA),
        ("SK HQ CK", "Kn 0.9, – 1, – 1", Country.SCANDINAVIA),
        ("SK HQ CK", "Kn 0.15, – 1, Kn 0.1", Country.SCANDINAVIA),
        ("SK CK CJ", "Kn 0.9, H 0.7, B 0.7", Country.HOLLAND),
        ("SK CK CJ HQ DQ", "Kn 0.9, H 0.5, Kn 0.9, – 1, – 1", Country.SCANDINAVIA),
        ("SJ HJ SK", "Kn 0.9, – 1, – 1", Country.OTHER),
        ("SQ", "Kn 0.9", None),
    ],
)
def test_whose_pack_it_is_is_told_by_the_most_of_its_letters(cards: str, letters: str, country: Country | None) -> None:
    assert country_of(read_as(cards), lettered(letters)) is country


def test_only_what_may_be_a_letter_is_asked_for_it() -> None:
    beliefs = read_as("SJ HQ DK C8 D5 ST").astype(np.float32)
    assert may_be_letters(beliefs).tolist() == [0, 2]
    beliefs[:, FULL_PACK.index(Card.parse("SJ"))] *= 1.0099  # a plain J
    assert may_be_letters(beliefs).tolist() == [0, 2]
    beliefs[:, FULL_PACK.index(Card.parse("DK"))] *= 1.0099
    assert may_be_letters(beliefs).tolist() == []


def test_in_a_photograph_both_indices_of_a_card_tell_its_letter() -> None:
    def with_letters(reads, letters):
        return [replace(one, letters=row) for one, row in zip(reads, lettered(letters), strict=True)]

    queen = with_letters(both("SJ 1", "SJ 1", 300, 300), "V 0.85, V 1")
    jack = with_letters(both("DJ 1", "DJ 1", 900, 900), "B 1, B 0.8")
    assert set(found(*queen, *jack)) == {"SQ", "DJ"}
    assert set(found(*queen)) == {"SJ"}
