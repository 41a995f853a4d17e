import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.playing import winning_seat
from whist.cards import PACK, STRAINS, SUITS, Card
from whist.rules.scoring import next_dealer, won_by_side
from whist.rules.tricks import check_trump, legal_cards, odd_tricks, winning_card, winning_index


def test_pack_is_52_different_cards_and_aces_are_highest_c1():
    assert len(set(PACK)) == 52
    for suit in SUITS:
        assert [card.rank for card in sorted((c for c in PACK if c.suit == suit), key=lambda c: c.value)] == list(
            "23456789TJQKA"
        )


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        pytest.param("S2 H3 CA", "", "S2 H3 CA", id="C3 any card is led"),
        pytest.param("S2 H3 SA", "S9", "S2 SA", id="C4 follow suit"),
        pytest.param("S2 H3 SA", "S9 H2", "S2 SA", id="C4 follow suit when ruffed"),
        pytest.param("D2 H3", "S9", "D2 H3", id="C4 void plays anything"),
        pytest.param("H3 HA S2", "H2", "H3 HA", id="C4 follow trumps, no duty to beat"),
    ],
)
def test_legal_cards(hand, trick, legal):
    assert legal_cards(cards(hand), cards(trick)) == cards(legal)


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        pytest.param("S5 S9 S2 SK", "H", "SK", id="C5 highest of the led suit"),
        pytest.param("S5 DA CA DK", "H", "S5", id="C5 other suits cannot win"),
        pytest.param("S5 H2 SA S3", "H", "H2", id="C5 a trump wins"),
        pytest.param("S5 H2 H9 SA", "H", "H9", id="C5 the highest trump wins"),
        pytest.param("H5 H2 SA H4", "H", "H5", id="C5 trumps led"),
        pytest.param("S5 H2 H9 S6", "NT", "S6", id="C5 no trumps"),
    ],
)
def test_winner(trick, trump, winner):
    assert winning_card(cards(trick), trump) == Card.parse(winner)


def test_winner_leads_c6():
    assert winning_seat(2, cards("S5 S9 S2 SK"), "H") == 1


def test_a_trick_without_cards_and_a_false_trump_are_told():
    with pytest.raises(ValueError, match="empty trick"):
        winning_index((), "H")
    with pytest.raises(ValueError, match="no trump"):
        check_trump("X")


@given(
    st.lists(st.sampled_from(PACK), min_size=1, max_size=4, unique=True),
    st.sampled_from(STRAINS),
)
def test_winner_agrees_with_a_sort_c5(trick, trump):
    def strength(card):
        return (card.suit == trump) * 200 + (card.suit == trick[0].suit) * 100 + card.value

    able = [card for card in trick if card.suit in (trump, trick[0].suit)]
    assert winning_card(trick, trump) == max(able, key=strength)


@given(st.sets(st.sampled_from(PACK), min_size=1), st.lists(st.sampled_from(PACK), max_size=3, unique=True))
def test_some_card_is_always_legal_and_a_revoke_never_c4(hand, trick):
    hand = sorted(hand, key=str)
    legal = legal_cards(hand, trick)
    assert legal
    if trick and any(card.suit == trick[0].suit for card in hand):
        assert {card.suit for card in legal} == {trick[0].suit}
    else:
        assert legal == tuple(hand)


@pytest.mark.parametrize(
    ("winners", "won", "points"),
    [
        pytest.param([0, 2] * 3 + [1] * 7, (6, 7), (0, 1), id="C7 C8 W5 one odd trick"),
        pytest.param([0] * 13, (13, 0), (7, 0), id="C8 W5 all tricks"),
        pytest.param([3, 1] * 5 + [2] * 3, (3, 10), (0, 4), id="C7 W5 partners' tricks together"),
    ],
)
def test_points(winners, won, points):
    assert won_by_side(winners) == won
    assert (odd_tricks(won[0]), odd_tricks(won[1])) == points


@given(st.integers(0, 13))
def test_exactly_one_side_has_odd_tricks_c8(won):
    assert (odd_tricks(won) > 0) != (odd_tricks(13 - won) > 0)


def test_the_deal_alternates_c9_a8():
    assert [next_dealer(0), next_dealer(1)] == [1, 0]
