"""Australian Whist (RULES U1–U28, worked cases U-1 to U-4)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whist.actions import Action, Announce, Bid, Choose, Play, TurnUp, action_from_json
from whist.cards import NO_TRUMP, PACK, Card, cards
from whist.games import rules_of
from whist.games.australian import Australian, AustralianOptions
from whist.hand import Hand, Trick
from whist.match import Match
from whist.names import for_people
from whist.phrases import reason
from whist.requests import Refused
from whist.rules import Cards
from whist.standing import Line, Standing


def australian(players: int | None = None, **options: object) -> Australian:
    return Australian(AustralianOptions(**options), players)  # type: ignore[arg-type]


def recorded(
    rules: Australian, hands: list[str], trump: str | None = "H", misere: bool = False, dealer: int | None = None
) -> Hand:
    """A hand with these cards; the last seat deals, so that seat 0 begins."""
    standing = Standing(dealer=rules.players - 1 if dealer is None else dealer, scores=(0,) * rules.players)
    return rules.start_recorded(standing, Cards([cards(own) for own in hands]), trump, misere)


def bid(rules: Australian, hand: Hand, *numbers: int) -> Hand:
    for number in numbers:
        assert hand.turn is not None
        rules.apply(hand, Bid(hand.turn, number))
    return hand


def play(rules: Australian, hand: Hand, codes: str) -> Hand:
    for card in cards(codes):
        assert hand.turn is not None
        rules.apply(hand, Play(hand.turn, card))
    return hand


def may_bid(rules: Australian, hand: Hand) -> list[object]:
    return [action.call for action in rules.legal(hand) if isinstance(action, Bid)]


def may_play(rules: Australian, hand: Hand) -> set[str]:
    return {str(action.card) for action in rules.legal(hand) if isinstance(action, Play)}


def scored(rules: Australian, hand: Hand) -> Line:
    return rules.score(hand, Standing(scores=(0,) * rules.players))


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


# -- play --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("misere", [False, True])
def test_the_dealers_left_leads(misere: bool):
    """RULES U13"""
    rules = australian(3)
    hand = recorded(rules, ["C2", "C3", "C4"], NO_TRUMP, misere, dealer=1)
    if not misere:
        bid(rules, hand, 0, 0, 0)
    assert (hand.phase, hand.turn, hand.leader) == ("play", 2, 2)


@pytest.mark.parametrize(
    ("own", "may"),
    [("S2 SA H3", {"S2", "SA"}), ("H3 C4 D5", {"H3", "C4", "D5"}), ("H3 H4 S2", {"S2"})],
)
def test_suit_must_be_followed(own: str, may: set[str]):
    """RULES U14"""
    rules = australian(2)
    hand = play(rules, bid(rules, recorded(rules, ["S5 C8 D8", own]), 0, 0), "S5")
    assert may_play(rules, hand) == may
    for card in set(own.split()) - may:
        with pytest.raises(Refused, match="You still hold a spade; follow suit"):
            rules.apply(hand, Play(1, Card.parse(card)))


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("H", "S5 S9 SK", 2),
        ("H", "S5 H2 SK", 1),
        ("H", "S5 H2 H3", 2),
        ("H", "S5 DA CA", 0),
        ("NT", "S5 H2 S4", 0),
        ("NT", "S5 HA S6", 2),
    ],
)
def test_who_wins_a_trick(trump: str, trick: str, winner: int):
    """RULES U15"""
    rules = australian(3)
    hand = bid(rules, recorded(rules, trick.split(), trump), 0, 0, 0)
    assert play(rules, hand, trick).winners() == [winner]


@pytest.mark.parametrize(
    ("own", "may"),
    [
        pytest.param("HA H3 S4", {"S4"}, id="U-4 a plain card"),
        pytest.param("HA H3 H4", {"HA", "H3", "H4"}, id="U16 nothing but trumps"),
        pytest.param("SA S3 D4", {"SA", "S3", "D4"}, id="U16 no trumps held"),
    ],
)
def test_the_opening_lead_before_trumps_are_broken(own: str, may: set[str]):
    """RULES U16, U18, worked case U-4: the opening lead too."""
    rules = australian(2)
    hand = bid(rules, recorded(rules, [own, "C2 C3 C4"]), 0, 0)
    assert may_play(rules, hand) == may
    for card in set(own.split()) - may:
        with pytest.raises(Refused, match="Trumps are not broken yet: lead another suit than hearts"):
            rules.apply(hand, Play(0, Card.parse(card)))


def test_nothing_but_trumps_may_be_led_by_worked_case_u_4():
    """RULES U-4: HA H3 alone, either may be led."""
    rules = australian(2)
    assert may_play(rules, bid(rules, recorded(rules, ["HA H3", "C2 C3"]), 0, 0)) == {"HA", "H3"}


def test_trumps_may_be_led_any_time_by_option():
    """RULES U16: trump_lead any is plain whist."""
    rules = australian(2, trump_lead="any")
    hand = bid(rules, recorded(rules, ["HA H3 S4", "C2 C3 C4"]), 0, 0)
    assert may_play(rules, hand) == {"HA", "H3", "S4"}


def test_a_ruff_breaks_trumps_from_the_next_trick_on():
    """RULES U17"""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["S4 S5 HK", "H2 H3 D4"]), 0, 0)
    assert not rules.trumps_broken(hand)
    play(rules, hand, "S4 H2")
    assert rules.trumps_broken(hand)
    assert may_play(rules, hand) == {"H3", "D4"}


def test_a_trump_led_for_want_of_others_breaks_trumps():
    """RULES U17"""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["H4 H5 H6", "HA HK S2"]), 0, 0)
    play(rules, hand, "H4 HA")
    assert hand.turn == 1
    assert may_play(rules, hand) == {"HK", "S2"}


def test_a_trump_not_led_leaves_trumps_unbroken():
    """RULES U17: plain tricks break nothing, and a trick under way does not count before it is complete."""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["S4 S5 HK", "SA H3 D4"]), 0, 0)
    play(rules, hand, "S4 SA")
    assert may_play(rules, hand) == {"D4"}
    play(rules, hand, "D4")
    assert not rules.trumps_broken(hand)


@pytest.mark.parametrize("misere", [False, True])
def test_without_trumps_any_card_may_be_led(misere: bool):
    """RULES U17"""
    rules = australian(2)
    hand = recorded(rules, ["HA H3 S4", "C2 C3 C4"], NO_TRUMP, misere)
    if not misere:
        bid(rules, hand, 0, 0)
    assert may_play(rules, hand) == {"HA", "H3", "S4"}


def test_trumps_are_unbroken_again_in_the_next_round():
    """RULES U17: for the rest of the round only."""
    match = Match(australian(2), dealer=1)
    match.deal(Cards([cards("S4"), cards("H2")]))
    for action in (Bid(0, 0), Bid(1, 0), Play(0, Card("S", "4")), Play(1, Card("H", "2"))):
        match.apply(action)
    match.deal(Cards([cards("D2 D3"), cards("C4 S5")]))
    for action in (Bid(1, 0), Bid(0, 0)):
        match.apply(action)
    assert {str(action.card) for action in match.legal() if isinstance(action, Play)} == {"S5"}


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "points"),
    [
        pytest.param((3, 1), (16, 0), id="U-2 bid 3 took 3"),
        pytest.param((2, 0), (0, 10), id="U19 bid 2 took 3, bid 0 took 0"),
        pytest.param((0, 1), (0, 0), id="U19 bid 0 took 3"),
    ],
)
def test_points_for_a_bid(bids: tuple[int, int], points: tuple[int, int]):
    """RULES U19, worked case U-2"""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["SA SK SQ", "S2 S3 S4"]), *bids)
    line = scored(rules, play(rules, hand, "SA S2 SK S3 SQ S4"))
    assert line.points == points
    assert line.won == (3, 0)


def test_a_trick_too_few_scores_nothing():
    """RULES U19, worked case U-2: bid 3, took 2."""
    rules = australian(2)
    line = scored(rules, play(rules, bid(rules, recorded(rules, ["SA SK S2", "S5 S6 S7"]), 3, 1), "SA S5 SK S6 S2 S7"))
    assert (line.won, line.points) == ((2, 1), (0, 12))
    assert [how for _, _, how in line.entries] == ["bid 3, took 2", "bid 1 and took 1"]


def test_points_in_misere():
    """RULES U20, worked case U-3"""
    rules = australian(2)
    hand = recorded(rules, ["SA SK SQ", "S2 S3 S4"], None, misere=True)
    line = scored(rules, play(rules, hand, "SA S2 SK S3 SQ S4"))
    assert line.points == (-6, 10)
    assert [how for _, _, how in line.entries] == ["Misère, took 3", "Misère, took 0"]


def test_the_highest_total_after_the_last_round_wins():
    """RULES U21"""
    rules = australian(3)
    last = Line(number=23, dealer=0, trump="D", tricks=(), won=(0, 1, 0), points=(10, 12, 0), entries=())
    before = Standing(dealer=0, scores=(100, 20, -8), number=22)
    between = rules.after(before, last)
    assert (between.over, between.winners, between.number) == (False, (), 23)
    end = rules.after(between, last)
    assert (end.over, end.winners, end.scores) == (True, (0,), (120, 44, -8))
    assert rules.rank(end) == (1, 2, 3)


def test_equal_totals_share_a_place():
    """RULES U21"""
    rules = australian(4)
    line = Line(number=23, dealer=0, trump="D", tricks=(), won=(0,) * 4, points=(10, 0, 0, 0), entries=())
    end = rules.after(Standing(dealer=0, scores=(20, 30, -6, -6), number=23), line)
    assert end.winners == (0, 1)
    assert rules.rank(end) == (1, 1, 3, 3)


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


# -- records -----------------------------------------------------------------------------------------------------------


def test_a_recorded_hand_has_the_size_of_its_cards():
    rules = australian(2)
    hand = recorded(rules, ["S2 S3 S4", "C2 C3 C4"], "D", dealer=0)
    assert (hand.size, hand.trump, hand.dealer, hand.turn, hand.special) == (3, "D", 0, 1, "")
    assert rules.start_recorded(None, Cards([cards("S2"), cards("C2")], trump="S")).trump == "S"
    assert rules.start_recorded(None, Cards([cards("S2"), cards("C2")]), misere=True).special == "misere"


@pytest.mark.parametrize(
    ("hands", "trump", "misere", "why"),
    [
        (["S2 S3", "C2"], "H", False, "seat 1 has 1 cards; every hand has 2"),
        ([" ".join(f"S{rank}" for rank in "23456789TJQ"), "C2"], "H", False, "1 to 10 cards with 2 players, not 11"),
        (["", ""], "H", False, "1 to 10 cards with 2 players, not 0"),
        ([], "H", False, "not 0"),
        (["S2"], "H", False, "1 hands are given for 2 players"),
        (["S2", "S3", "S4"], "H", False, "3 hands are given for 2 players"),
        (["S2", "S2"], "H", False, "S2 is dealt twice"),
        (["S2", "JR"], "H", False, "JR is not in this game's pack"),
        (["S2", "S3"], "X", False, "'X' is no trump"),
        (["S2", "S3"], None, False, "trumps are not told"),
        (["S2", "S3"], "H", True, "Misère is played without trumps, not with H"),
    ],
)
def test_records_that_cannot_be(hands: list[str], trump: str | None, misere: bool, why: str):
    with pytest.raises(ValueError, match=why):
        recorded(australian(2), hands, trump, misere)


def test_a_match_refuses_other_cards_and_trumps_than_the_rounds():
    """RULES U3, U6"""
    rules = australian(2)
    with pytest.raises(ValueError, match="seat 0 has 2 cards; every hand has 1"):
        rules.start(rules.first_standing(), Cards([cards("S2 S3"), cards("C2 C3")]))
    with pytest.raises(ValueError, match="trumps of round 1 are H, not 'S'"):
        rules.start(rules.first_standing(), Cards([cards("S2"), cards("C2")]), "S")


def test_options_by_name_and_their_title():
    """RULES U4, U7, U16, U22, U27"""
    options = {
        "households": 2,
        "extra_top_round": True,
        "trump_cycle_on_nt": "pause",
        "trump_lead": "any",
        "shared_lead": "agreed",
    }
    rules = rules_of("australian", options, 9)
    assert rules.options.summary() == (
        "Australian Whist, two households, an extra top round, rounds without trumps skip no suit, "
        "trumps may be led any time, sharers of a trick agree who leads"
    )
    assert rules_of("australian").options.summary() == "Australian Whist"
    with pytest.raises(ValueError, match="trump_lead"):
        rules_of("australian", {"trump_lead": "never"})


# -- whole matches -----------------------------------------------------------------------------------------------------


def play_out(match: Match, rng: Random) -> Line:
    """Finish the hand with random legal actions."""
    line = None
    while line is None:
        line = match.apply(rng.choice(match.legal()))  # type: ignore[arg-type]
    return line


def rank_in(hand: Hand, trick: Trick, card: Card) -> tuple[bool, bool, int]:
    """Trumps above the led suit above all else (RULES U15)."""
    return card.suit == hand.trump, card.suit == trick.cards[0].suit, card.value


def points_again(rules: Australian, hand: Hand) -> list[int]:
    """What each seat scores, reckoned from the cards played and the bids alone (RULES U19, U20, U24–U26)."""
    points = []
    for seat in range(hand.seats):
        whole = half = 0
        for trick in hand.tricks:
            key = {
                card: (card.suit == hand.trump, card.suit == trick.cards[0].suit, card.value) for card in trick.cards
            }
            best = max(trick.cards, key=lambda card: key[card])
            if trick.by(seat) == best:
                alone = trick.cards.count(best) == 1
                whole, half = whole + alone, half + (not alone)
        if hand.number == rules.biggest + 3:
            points.append(-2 * (whole + half) or 10)
        else:
            points.append(10 + 2 * whole + half if hand.bids[seat] == whole + half else 0)
    return points


@st.composite
def games(draw: st.DrawFn) -> Australian:
    households = draw(st.integers(1, 3))
    return australian(
        draw(st.integers(max(2, households), 7 * households)),
        households=households,
        extra_top_round=draw(st.booleans()),
        trump_cycle_on_nt=draw(st.sampled_from(["consume", "pause"])),
        trump_lead=draw(st.sampled_from(["when_broken", "any"])),
        shared_lead=draw(st.sampled_from(["first_played", "agreed"])),
    )


def check_cards(hand: Hand, dealt: list[list[Card]]) -> None:
    """RULES C10 with several packs: each seat's cards are in its hand or played by it."""
    assert hand.hands is not None
    for seat, own in enumerate(hand.hands):
        played = [trick.by(seat) for trick in hand.tricks]
        now = (seat - hand.leader) % hand.seats
        played += hand.trick[now : now + 1]
        assert sorted(map(str, own + played)) == sorted(map(str, dealt[seat]))
    sizes = {len(own) for own in hand.hands}
    assert max(sizes) - min(sizes) <= 1
    assert hand.over == (sizes == {0})


@settings(deadline=None, max_examples=12)
@given(games(), st.integers(0, 10**6))
def test_random_matches_end(rules: Australian, seed: int):
    """RULES U3, U10, U19–U21, U24–U28"""
    rng = Random(seed)
    match = Match(rules, dealer=seed % rules.players)
    totals = [0] * rules.players
    while not match.standing.over:
        hand = match.deal(rng=rng)
        dealt = [list(own) for own in hand.hands or []]
        line = None
        while line is None:
            check_cards(hand, dealt)
            line = match.apply(rng.choice(match.legal()))  # type: ignore[arg-type]
        check_cards(hand, dealt)
        if hand.special != "misere":
            assert sum(bid or 0 for bid in hand.bids) != hand.size
        assert list(line.points) == points_again(rules, hand)
        totals = [old + new for old, new in zip(totals, line.points, strict=True)]
    assert len(match.lines) == rules.rounds
    assert list(match.standing.scores) == totals
    assert match.standing.winners == tuple(seat for seat, total in enumerate(totals) if total == max(totals))


@settings(deadline=None, max_examples=12)
@given(games(), st.integers(0, 10**6))
def test_a_real_table_comes_to_the_same_points(rules: Australian, seed: int):
    """RULES U9–U28: the same actions with unknown hands are all legal and score the same; so do those of a record."""
    rng = Random(seed)
    number = rng.randint(1, rules.rounds)
    standing = Standing(dealer=seed % rules.players, scores=(0,) * rules.players, number=number)
    known = rules.start(standing, rules.shuffled(standing, rng))
    dealt = Cards([list(own) for own in known.hands or []])
    unknown = rules.start(standing)
    record = rules.start_recorded(standing, dealt, known.trump, known.special == "misere")
    while not known.over:
        action = rng.choice(rules.legal(known))
        assert action_from_json(action.to_json(), rules.players) == action
        assert rules.legal(record) == rules.legal(known)
        for hand in (known, unknown, record):
            rules.apply(hand, action)  # type: ignore[arg-type]
    lines = {rules.score(hand, standing) for hand in (known, unknown, record)}
    assert len(lines) == 1
