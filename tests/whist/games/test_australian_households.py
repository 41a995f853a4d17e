"""Australian Whist with several packs, and at a table where nobody knows the hands (RULES U22–U28)."""

from collections import Counter
from random import Random

import pytest

from tests.cards import cards
from tests.whist.games.australian_hands import australian, bid, may_bid, may_play, recorded, scored
from tests.whist.playing import play
from whist.cards import NO_TRUMP, PACK, Card
from whist.games.australian import Australian, AustralianOptions
from whist.names import for_people
from whist.phrases import reason
from whist.rules.actions import Action, Bid, Choose, Play
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

# -- households --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("households", "players", "sizes", "biggest"),
    [
        pytest.param(1, 7, (7,), 7, id="U23 one"),
        pytest.param(2, 2, (1, 1), 10, id="U23 one player each"),
        pytest.param(2, 7, (4, 3), 10, id="U23 four and three"),
        pytest.param(2, 11, (6, 5), 8, id="U23 six and five"),
        pytest.param(2, 14, (7, 7), 7, id="U23 two full"),
        pytest.param(3, 10, (4, 3, 3), 10, id="U23 four, three, three"),
        pytest.param(3, 17, (6, 6, 5), 8, id="U23 six, six, five"),
        pytest.param(3, 21, (7, 7, 7), 7, id="U23 three full"),
    ],
)
def test_households_bound_the_biggest_hand(households: int, players: int, sizes: tuple[int, ...], biggest: int):
    """RULES U23"""
    rules = australian(players, households=households)
    assert (rules.household_sizes, rules.biggest) == (sizes, biggest)
    assert Counter(map(rules.household_of, range(players))) == dict(enumerate(sizes))
    assert [seat for one in range(households) for seat in rules.seats_of(one)] == list(range(players))


@pytest.mark.parametrize(
    ("households", "first", "players", "sizes", "biggest"),
    [
        pytest.param(2, 5, 7, (5, 2), 10, id="U22b five and two"),
        pytest.param(2, 4, 5, (4, 1), 10, id="U22b four and one"),
        pytest.param(2, 1, 5, (1, 4), 10, id="U22b one and four"),
        pytest.param(2, 6, 7, (6, 1), 8, id="U22b U23 six and one"),
        pytest.param(2, 1, 8, (1, 7), 7, id="U22b U23 the second is the largest"),
        pytest.param(2, 0, 5, (3, 2), 10, id="U22b as equal as can be"),
        pytest.param(3, 6, 9, (6, 2, 1), 8, id="U22b three households"),
        pytest.param(3, 1, 15, (1, 7, 7), 7, id="U22b one and two full"),
        pytest.param(3, (5, 0), 9, (5, 2, 2), 10, id="U22b five, the others equal"),
        pytest.param(3, (4, 3), 8, (4, 3, 1), 10, id="U22b four, three, one"),
        pytest.param(3, (5, 3), 9, (5, 3, 1), 10, id="U22b five, three, one"),
        pytest.param(3, (1, 6), 8, (1, 6, 1), 8, id="U22b U23 the second of three is the largest"),
        pytest.param(3, (1, 2), 10, (1, 2, 7), 7, id="U22b U23 the third is the largest"),
        pytest.param(3, (0, 4), 8, (2, 4, 2), 10, id="U22b the second alone is said"),
        pytest.param(3, (0, 2), 7, (3, 2, 2), 10, id="U22b of the others the larger comes first"),
        pytest.param(3, (7, 7), 21, (7, 7, 7), 7, id="U22b U23 all full"),
    ],
)
def test_households_of_any_sizes(
    households: int, first: int | tuple[int, int], players: int, sizes: tuple[int, ...], biggest: int
):
    """RULES U22b, U23: the largest bounds the hand."""
    one, two = first if isinstance(first, tuple) else (first, 0)
    rules = australian(players, households=households, first_household=one, second_household=two)
    assert (rules.household_sizes, rules.biggest, rules.rounds) == (sizes, biggest, 2 * (biggest - 1) + 5)
    assert Counter(map(rules.household_of, range(players))) == dict(enumerate(sizes))
    assert [seat for one in range(households) for seat in rules.seats_of(one)] == list(range(players))
    dealt = rules.shuffled(Standing(dealer=0, scores=(0,) * players, number=rules.biggest), Random(3))
    for one in range(households):
        own = [card for seat in rules.seats_of(one) for card in dealt.hands[seat]]
        assert len(own) == len(set(own)) == sizes[one] * biggest


NUMBER = "australian is for {} players, not {}"


@pytest.mark.parametrize(
    ("households", "first", "second", "players", "why"),
    [
        pytest.param(2, 7, 0, 7, NUMBER.format("8 to 14", 7), id="U22b nobody in the second"),
        pytest.param(2, 1, 0, 9, NUMBER.format("2 to 8", 9), id="U23 eight in the second"),
        pytest.param(2, 5, 0, 13, NUMBER.format("6 to 12", 13), id="U23 eight in the second, after five"),
        pytest.param(3, 6, 0, 7, NUMBER.format("8 to 20", 7), id="U22b nobody in the third"),
        pytest.param(3, 1, 0, 16, NUMBER.format("3 to 15", 16), id="U23 eight in one of two"),
        pytest.param(3, 4, 3, 7, NUMBER.format("8 to 14", 7), id="U22b nobody in the third of said sizes"),
        pytest.param(3, 4, 3, 6, NUMBER.format("8 to 14", 6), id="U22b fewer than are said"),
        pytest.param(3, 4, 3, 15, NUMBER.format("8 to 14", 15), id="U23 eight in the third"),
        pytest.param(3, 0, 4, 5, NUMBER.format("6 to 18", 5), id="U22b nobody in the first or in the third"),
        pytest.param(1, 4, 0, 7, "where one household plays, all are in it: first_household must be 0", id="U22b one"),
        pytest.param(1, 0, 3, 7, "second_household is for three households", id="U22b a second of one"),
        pytest.param(2, 4, 3, 7, "second_household is for three households", id="U22b the second of two is the rest"),
        pytest.param(3, 4, 8, 13, "option second_household cannot be 8", id="U23 more than a pack is for"),
    ],
)
def test_households_that_cannot_be(households: int, first: int, second: int, players: int, why: str):
    """RULES U22b, U23: nobody sits in one of them, or more than a pack is for, or they do not add up."""
    with pytest.raises(ValueError, match=why):
        australian(players, households=households, first_household=first, second_household=second)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        pytest.param(4, 3, ", 4 in the first household, 3 in the second household", id="U22b both"),
        pytest.param(0, 3, ", 3 in the second household", id="U22b the second"),
        pytest.param(4, 0, ", 4 in the first household", id="U22b the first"),
    ],
)
def test_the_title_says_who_sits_where(first: int, second: int, said: str):
    """RULES U22b"""
    options = AustralianOptions(households=3, first_household=first, second_household=second)
    assert options.summary() == f"Australian Whist, three households{said}"


def test_options_of_before_are_of_equal_households():
    """RULES U22b: a record or journal that knows of no second household is read as it was."""
    before = AustralianOptions(households=3, first_household=5).to_json()
    del before["second_household"]
    assert Australian(AustralianOptions.from_json(before), 9).household_sizes == (5, 2, 2)


@pytest.mark.parametrize(("households", "players"), [(2, 1), (2, 15), (3, 2), (3, 22)])
def test_too_many_or_too_few_for_the_households(households: int, players: int):
    """RULES U23"""
    with pytest.raises(ValueError, match="australian is for"):
        australian(players, households=households)


@pytest.mark.parametrize(("households", "players"), [(1, 2), (2, 2), (3, 3)])
def test_the_fewest_players_are_the_default(households: int, players: int):
    """RULES U22: a household has at least one player."""
    assert australian(households=households).players == players


@pytest.mark.parametrize("households", [0, 4, "2", True, None])
def test_households_are_one_two_or_three(households: object):
    """RULES U22"""
    with pytest.raises(ValueError, match="option households cannot be"):
        AustralianOptions(households=households)  # type: ignore[arg-type]


def test_each_household_deals_its_own_pack():
    """RULES U22"""
    rules = australian(14, households=2)
    standing = Standing(dealer=5, scores=(0,) * 14, number=8)
    dealt = rules.shuffled(standing, Random(4))
    for one in (0, 1):
        own = [card for seat in rules.seats_of(one) for card in dealt.hands[seat]]
        assert len(own) == len(set(own)) == 49
    both = Counter(card for hand in dealt.hands for card in hand)
    assert set(both.values()) == {1, 2}
    assert {len(own) for own in rules.start(standing, dealt).hands or []} == {7}


def test_a_household_has_each_card_once():
    """RULES U22: twice in two households, not in one."""
    rules = australian(4, households=2)
    recorded(rules, ["H2", "H3", "H2", "H3"])
    with pytest.raises(ValueError, match="the card H2 is dealt twice"):
        recorded(rules, ["H2", "H2", "H3", "H4"])
    with pytest.raises(ValueError, match="the card H4 is dealt twice"):
        recorded(rules, ["H2", "H3", "H4", "H4"])
    with pytest.raises(ValueError, match="the card H2 is dealt twice"):
        recorded(australian(4), ["H2", "H3", "H2", "H3"])


def test_all_play_to_one_trick_in_one_order():
    """RULES U22"""
    rules = australian(4, households=2)
    hand = bid(rules, recorded(rules, ["S2", "S3", "S4", "S5"], dealer=1), 0, 0, 0, 0)
    seats = []
    while hand.turn is not None and not hand.over:
        seats.append(hand.turn)
        rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
    assert seats == [2, 3, 0, 1]
    assert hand.tricks[0].cards == cards("S4 S5 S2 S3")


def test_cards_are_dealt_singly_from_the_dealers_left():
    """RULES C9, U22: in each household from its first seat after the dealer."""
    rules = australian(5, households=2)
    standing = Standing(dealer=1, scores=(0,) * 5, number=3)
    dealt, packs, rng = rules.shuffled(standing, Random(9)), [], Random(9)
    for _ in range(2):
        packs.append(list(PACK))
        rng.shuffle(packs[-1])
    assert [list(dealt.hands[seat]) for seat in (2, 0, 1)] == [packs[0][place:9:3] for place in range(3)]
    assert [list(dealt.hands[seat]) for seat in (3, 4)] == [packs[1][place:6:2] for place in range(2)]


@pytest.mark.parametrize(
    ("trick", "winners"),
    [
        pytest.param("S9 SA S4 SA", (1, 3), id="U24 two aces"),
        pytest.param("S9 H2 H2 SA", (1, 2), id="U24 two trumps"),
        pytest.param("S9 S4 S9 S5", (0, 2), id="U24 equal to the lead"),
        pytest.param("S9 DA S4 DA", (0,), id="U24 equal discards win nothing"),
        pytest.param("S9 SA H2 SA", (2,), id="U24 equal cards are beaten"),
    ],
)
def test_owners_of_equal_best_cards_share_the_trick(trick: str, winners: tuple[int, ...]):
    """RULES U24, U27: the one who played first in front."""
    rules = australian(4, households=2)
    hand = rules.start(Standing(dealer=3, scores=(0,) * 4))
    assert hand.trump == "H"
    play(rules, bid(rules, hand, 0, 0, 0, 0), trick)
    assert hand.tricks[0].winners == winners
    assert hand.won() == [int(seat in winners) for seat in range(4)]


def shared(rules: Australian, *bids: int, misere: bool = False) -> Hand:
    """Two tricks: both aces of spades, then seat 0's trump."""
    hands = ["SA H3", "S4 D5", "SA C6", "S8 D7"]
    hand = recorded(rules, hands, NO_TRUMP if misere else "H", misere)
    return play(rules, bid(rules, hand, *bids), "SA S4 SA S8")


def test_a_shared_trick_scores_one_point_to_each():
    """RULES U25, U26: and is a whole trick for the bid, so that more tricks are taken than cards were dealt."""
    rules = australian(4, households=2)
    line = scored(rules, play(rules, shared(rules, 2, 0, 1, 0), "H3 D5 C6 D7"))
    assert line.tricks == ((0, 2), (0,))
    assert line.won == (2, 0, 1, 0)
    assert sum(line.won) > len(line.tricks)
    assert line.points == (10 + 2 + 1, 10, 10 + 1, 10)
    assert line.entries[0][2] == "bid 2 and took 2, 1 of them shared"


def test_a_shared_trick_costs_the_full_two_in_misere():
    """RULES U25"""
    rules = australian(4, households=2)
    line = scored(rules, play(rules, shared(rules, misere=True), "H3 D5 C6 D7"))
    assert line.points == (-4, 10, -2, 10)


def test_the_sharer_who_played_first_leads():
    """RULES U27"""
    rules = australian(4, households=2)
    hand = shared(rules, 0, 0, 0, 0)
    assert (hand.phase, hand.turn, hand.leader) == ("play", 0, 0)


@pytest.mark.parametrize(("says", "winners"), [("0", (0, 2)), ("2", (2, 0))])
def test_sharers_agree_who_leads_by_option(says: str, winners: tuple[int, int]):
    """RULES U27"""
    rules = australian(4, households=2, shared_lead="agreed")
    hand = shared(rules, 0, 0, 0, 0)
    assert (hand.phase, hand.turn) == ("choose", 0)
    assert rules.legal(hand) == (Choose(0, "0"), Choose(0, "2"))
    rules.apply(hand, Choose(0, says))
    assert hand.tricks[0].winners == winners
    assert (hand.phase, hand.turn, hand.leader) == ("play", int(says), int(says))
    play(rules, hand, "H3 D5 C6 D7" if says == "0" else "C6 D7 H3 D5")
    assert hand.over
    assert hand.won() == [2, 0, 1, 0]


@pytest.mark.parametrize("action", [Choose(0, "1"), Choose(0, "H"), Play(0, Card("H", "3")), Bid(0, 1), Choose(2, "2")])
def test_nothing_else_happens_before_the_lead_is_agreed(action: Action):
    """RULES U27"""
    rules = australian(4, households=2, shared_lead="agreed")
    hand = shared(rules, 0, 0, 0, 0)
    with pytest.raises(Refused, match=r"shared by seat 0 and seat 2: seat 0 must first say|the turn of seat 0"):
        rules.apply(hand, action)


def test_who_shares_a_trick_is_told_by_name():
    """RULES U27"""
    rules = australian(4, households=2, shared_lead="agreed")
    with pytest.raises(Refused) as refused:
        rules.apply(shared(rules, 0, 0, 0, 0), Play(0, Card("H", "3")))
    told = for_people(reason(refused.value), ["Ann", "Ben", "Cleo", "Dan"])
    assert told == "The trick is shared by Ann and Cleo: Ann must first say which of them leads."


def test_nothing_is_agreed_after_the_last_trick():
    """RULES U27"""
    rules = australian(2, households=2, shared_lead="agreed")
    hand = play(rules, bid(rules, recorded(rules, ["SA", "SA"]), 1, 1), "SA SA")
    assert hand.over
    assert scored(rules, hand).points == (11, 11)


def test_three_households_may_share_one_trick():
    """RULES U28: three sharers, the same values; the dealer is barred by the number of cards."""
    rules = australian(3, households=3)
    hand = bid(rules, recorded(rules, ["SA", "SA", "SA"]), 1, 1)
    assert may_bid(rules, hand) == [0, 1]
    line = scored(rules, play(rules, bid(rules, hand, 1), "SA SA SA"))
    assert line.tricks == ((0, 1, 2),)
    assert line.points == (11, 11, 11)
    misere = play(rules, recorded(rules, ["SA", "SA", "SA"], None, misere=True), "SA SA SA")
    assert scored(rules, misere).points == (-2, -2, -2)
    fewer = bid(rules, recorded(rules, ["SA S2", "SA S2", "SA S2"]), 1, 0)
    assert may_bid(rules, fewer) == [0, 2], "RULES U28: 2 cards, though 6 tricks could be taken"


# -- unknown hands -----------------------------------------------------------------------------------------------------


def test_a_real_table_refuses_only_cards_that_are_gone():
    """RULES U16: that a hand holds nothing but trumps cannot be seen, so a trump may be led."""
    rules = australian(3)
    hand = rules.start(Standing(dealer=2, scores=(0,) * 3, number=5))
    assert hand.trump == "H"
    bid(rules, hand, 1, 1, 1)
    assert may_play(rules, hand) == set(map(str, PACK))
    play(rules, hand, "HA")
    assert may_play(rules, hand) == set(map(str, PACK)) - {"HA"}
    with pytest.raises(Refused, match="HA is known to be elsewhere"):
        rules.apply(hand, Play(1, Card("H", "A")))
    play(rules, hand, "H2 D3 S4 S5 S6")
    assert hand.winners() == [0, 2]


def test_a_household_may_play_what_the_other_has_played():
    """RULES U22"""
    rules = australian(4, households=2)
    hand = rules.start(Standing(dealer=2, scores=(0,) * 4, number=2))
    bid(rules, hand, 0, 0, 0, 0)
    play(rules, hand, "SA")
    assert "SA" in may_play(rules, hand)
    play(rules, hand, "SA")
    assert "SA" not in may_play(rules, hand)
    play(rules, hand, "S2")
    assert may_play(rules, hand) == set(map(str, PACK)) - {"SA"}
    play(rules, hand, "S2")
    assert hand.tricks[0].winners == (3, 0)
    assert may_play(rules, hand) == set(map(str, PACK)) - {"SA", "S2"}
