"""Australian Whist: rounds and bids (RULES U1–U12, worked case U-1)."""

from random import Random

import pytest

from tests.cards import cards
from tests.whist.games.australian_hands import australian, bid, may_bid, recorded
from tests.whist.match import Match
from tests.whist.playing import play_out
from whist.cards import NO_TRUMP, Card
from whist.rules.actions import Action, Announce, Bid, Choose, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

# -- rounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 8))
def test_each_of_two_to_seven_players_is_for_himself(players: int):
    """RULES U1"""
    rules = australian(players)
    assert rules.sides == players
    assert [rules.side(seat) for seat in range(players)] == list(range(players))
    assert rules.first_standing(1).scores == (0,) * players


@pytest.mark.parametrize("players", [-1, 0, 1, 8, 21])
def test_other_numbers_of_players_are_refused(players: int):
    """RULES U1"""
    with pytest.raises(ValueError, match=f"australian is for 2 to 7 players, not {players}"):
        australian(players)


def test_the_deal_moves_clockwise_and_each_round_is_shuffled():
    """RULES U1: whoever cut the highest card deals first (RULES C11: recorded, not drawn)."""
    match, rng = Match(australian(3), dealer=2), Random(1)
    dealers, dealt = [], []
    for _ in range(4):
        hand = match.deal(rng=rng)
        dealers.append(hand.dealer)
        dealt.append([list(own) for own in hand.hands or []])
        play_out(match, Random(2))
    assert dealers == [2, 0, 1, 2]
    assert [own[0] for own in dealt[0]] != [own[0] for own in dealt[1]]


@pytest.mark.parametrize(("players", "biggest"), [(2, 10), (3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_the_biggest_hand(players: int, biggest: int):
    """RULES U2"""
    assert australian(players).biggest == biggest


UP_AND_DOWN = {
    4: [*range(1, 10), 10, 10, 10, 10, 10, *range(9, 0, -1)],
    6: [*range(1, 8), 8, 8, 8, 8, 8, *range(7, 0, -1)],
    7: [*range(1, 7), 7, 7, 7, 7, 7, *range(6, 0, -1)],
}


@pytest.mark.parametrize(("players", "rounds"), [(4, 23), (6, 19), (7, 17)])
def test_hands_grow_and_fall(players: int, rounds: int):
    """RULES U3"""
    rules = australian(players)
    assert rules.rounds == rounds
    assert [rules.hand_size(number) for number in range(1, rounds + 1)] == UP_AND_DOWN[players]


@pytest.mark.parametrize(("extra", "tops"), [(False, 5), (True, 6)])
def test_an_extra_top_round_may_follow_the_special_ones(extra: bool, tops: int):
    """RULES U4: the fifth special round is the ordinary round of the biggest hand, unless one more is wanted."""
    rules = australian(4, extra_top_round=extra)
    sizes = [rules.hand_size(number) for number in range(1, rules.rounds + 1)]
    assert sizes.count(10) == tops
    assert sizes == [*range(1, 10), *[10] * tops, *range(9, 0, -1)]
    assert [rules.special_of(number) for number in range(14, 17)] == ["", "", ""]


def test_undealt_cards_are_out_of_play():
    """RULES U5"""
    rules = australian(4)
    hand = rules.start(rules.first_standing(), rules.shuffled(rules.first_standing(), Random(3)))
    assert hand.stock == []
    assert hand.turned_up == ()
    assert sum(len(own) for own in hand.hands or []) == 4
    with pytest.raises(ValueError, match="the stock has 1 cards; it must have 0"):
        rules.start(Standing(), Cards([cards("H2"), cards("H3"), cards("H4"), cards("H5")], cards("H6")))


def test_trumps_go_by_turns():
    """RULES U6"""
    rules = australian(4)
    assert [rules.trump_of(number) for number in range(1, 10)] == list("HCDSHCDSH")
    assert rules.start(rules.first_standing().next().next()).trump == "D"


@pytest.mark.parametrize(
    ("option", "trumps"),
    [
        ("consume", ["C", "NT", "S", "NT", "C", "D", "S", "H"]),
        ("pause", ["C", "NT", "D", "NT", "S", "H", "C", "D"]),
    ],
)
def test_rounds_without_trumps_in_the_cycle(option: str, trumps: list[str]):
    """RULES U7: rounds 10 to 17 of a match of four."""
    rules = australian(4, trump_cycle_on_nt=option)
    assert [rules.trump_of(number) for number in range(10, 18)] == trumps


@pytest.mark.parametrize("players", [2, 4, 6, 7])
def test_five_rounds_are_special(players: int):
    """RULES U8"""
    rules = australian(players)
    top = rules.biggest
    specials = {number: rules.special_of(number) for number in range(1, rules.rounds + 1) if rules.special_of(number)}
    assert specials == {top + 1: "no_trumps", top + 2: "blind", top + 3: "misere"}
    assert rules.trump_of(top + 1) == rules.trump_of(top + 3) == NO_TRUMP
    assert NO_TRUMP not in {rules.trump_of(number) for number in (top, top + 2, top + 4)}


@pytest.mark.parametrize(
    ("number", "special", "phase"),
    [(10, "", "bid"), (11, "no_trumps", "bid"), (12, "blind", "bid"), (13, "misere", "play"), (14, "", "bid")],
)
def test_a_special_round_begins(number: int, special: str, phase: str):
    """RULES U8: a blind hand says so, for it is bid before the cards are seen; in Misère nobody bids."""
    rules = australian(4)
    standing = Standing(dealer=1, scores=(0,) * 4, number=number)
    for dealt in (None, rules.shuffled(standing, Random(number))):
        hand = rules.start(standing, dealt)
        assert (hand.special, hand.phase, hand.turn, hand.size) == (special, phase, 2, 10)
        assert hand.trump == rules.trump_of(number)


# -- bids --------------------------------------------------------------------------------------------------------------


def test_everybody_bids_once_and_the_dealer_last():
    """RULES U9"""
    rules = australian(3)
    hand = recorded(rules, ["H2 H3", "C2 C3", "D2 D3"], dealer=1)
    order = []
    while hand.phase == "bid":
        assert hand.turn is not None
        order.append(hand.turn)
        assert set(may_bid(rules, hand)) <= {0, 1, 2}
        rules.apply(hand, Bid(hand.turn, 2))
    assert order == [2, 0, 1]
    assert hand.bids == [2, 2, 2]
    assert may_bid(rules, bid(rules, recorded(rules, ["H2 H3", "C2 C3", "D2 D3"]), 1)) == [0, 1, 2]
    with pytest.raises(Refused, match="play a card"):
        rules.apply(hand, Bid(2, 0))


@pytest.mark.parametrize(
    ("size", "bids", "free"),
    [
        pytest.param(4, (1, 1, 0), [0, 1, 3, 4], id="U-1"),
        pytest.param(4, (0, 0, 0), [0, 1, 2, 3], id="U10 nothing so far"),
        pytest.param(4, (4, 0, 0), [1, 2, 3, 4], id="U10 all so far"),
        pytest.param(4, (3, 1, 1), [0, 1, 2, 3, 4], id="U10 too many already"),
        pytest.param(1, (0, 0, 0), [0], id="U12 others 0"),
        pytest.param(1, (0, 1, 0), [1], id="U12 others 1"),
        pytest.param(1, (1, 1, 0), [0, 1], id="U12 others 2"),
        pytest.param(1, (1, 1, 1), [0, 1], id="U12 others 3"),
    ],
)
def test_the_dealers_bid(size: int, bids: tuple[int, ...], free: list[int]):
    """RULES U10, U12, worked case U-1"""
    rules = australian(4)
    hands = [" ".join(suit + rank for rank in "2345"[:size]) for suit in "CDHS"]
    hand = bid(rules, recorded(rules, hands), *bids)
    assert hand.turn == hand.dealer == 3
    assert may_bid(rules, hand) == free
    assert rules.forbidden_bid(hand) == next(iter(set(range(size + 1)) - set(free)), None)
    for barred in set(range(size + 1)) - set(free):
        with pytest.raises(Refused, match=rf"The dealer may not bid {barred}: .* the number of cards, {size}\."):
            rules.apply(hand, Bid(3, barred))
    rules.apply(hand, Bid(3, free[-1]))
    assert hand.phase == "play"


@pytest.mark.parametrize("number", [1, 5, 10, 11, 12, 14, 23])
def test_the_dealer_is_barred_in_every_round_with_bids(number: int):
    """RULES U11: in the blind one (12) too."""
    rules = australian(3)
    hand = rules.start(Standing(dealer=0, scores=(0,) * 3, number=number))
    size = rules.hand_size(number)
    bid(rules, hand, 0, size)
    assert may_bid(rules, hand) == list(range(1, size + 1))


def test_misere_has_no_bids():
    """RULES U11"""
    rules = australian(3)
    hand = rules.start(Standing(dealer=0, scores=(0,) * 3, number=13))
    with pytest.raises(Refused, match="play a card"):
        rules.apply(hand, Bid(1, 0))
    assert may_bid(rules, hand) == []


@pytest.mark.parametrize("call", [-1, 3, 99, True, False, 1.0, "1", "pass", None, [1]])
def test_what_is_no_bid(call: object):
    """RULES U9"""
    rules = australian(2)
    hand = recorded(rules, ["H2 H3", "C2 C3"])
    before = hand.copy()
    with pytest.raises(Refused, match="A bid is a number of tricks from 0 to 2"):
        rules.apply(hand, Bid(0, call))  # type: ignore[arg-type]
    assert hand == before


@pytest.mark.parametrize(
    "action", [Announce(0, 10), Choose(0, "H"), Play(0, Card("H", "2")), Bid(1, 0), TurnUp(1, cards("H2"))]
)
def test_what_is_not_for_the_bidding(action: Action):
    """RULES U9"""
    rules = australian(2)
    with pytest.raises(Refused):
        rules.apply(recorded(rules, ["H2 H3", "C2 C3"]), action)
