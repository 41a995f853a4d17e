"""Candid Whist (RULES K1–K16, worked cases K-1 to K-4)."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whist.actions import Action, Announce, Bid, Choose, Discard, Play, TurnUp
from whist.cards import PACK, Card, cards
from whist.games import rules_of
from whist.games.candid import CALLS, Candid, CandidOptions, high_card_points
from whist.hand import Hand
from whist.match import Match
from whist.requests import Refused
from whist.rules import Cards
from whist.standing import Standing

NORTH, EAST, SOUTH, WEST = range(4)
SUITED = Cards([[card for card in PACK if card.suit == suit] for suit in "CDHS"])
"""Each seat holds a suit: 10 points each, and whoever names his own suit takes all tricks."""


def candid(**options: object) -> Candid:
    return Candid(CandidOptions(**options))  # type: ignore[arg-type]


def dealt(rules: Candid, seed: int = 0, dealer: int = NORTH) -> Hand:
    standing = rules.first_standing(dealer)
    return rules.start(standing, rules.shuffled(standing, Random(seed)))


def announced(rules: Candid, dealer: int, points: list[int]) -> Hand:
    """An unknown hand in which each seat has announced ``points``."""
    hand = rules.start(Standing(dealer=dealer))
    for step in range(1, 5):
        seat = (dealer + step) % 4
        rules.apply(hand, Announce(seat, points[seat]))
    return hand


def bidding(rules: Candid | None = None) -> Hand:
    """A hand that waits for the first call, of seat 1."""
    hand = (rules or candid()).start(Standing(), SUITED)
    (rules or candid()).skip_announcements(hand)
    return hand


def call(rules: Candid, hand: Hand, *calls: str) -> Hand:
    for one in calls:
        assert hand.turn is not None
        rules.apply(hand, Bid(hand.turn, one))
    return hand


def contracted(bid: str, seat: int = 1) -> tuple[Candid, Hand]:
    rules = candid()
    hand = bidding()
    call(rules, hand, *["pass"] * ((seat - 1) % 4), bid)
    while hand.phase == "bid":
        call(rules, hand, "pass")
    return rules, hand


def played_out(rules: Candid, hand: Hand, choose: Random | None = None) -> Hand:
    while not hand.over:
        legal = rules.legal(hand)
        rules.apply(hand, choose.choice(legal) if choose else legal[0])  # type: ignore[arg-type]
    return hand


def with_tricks(bid: str, declarer: int, took: int) -> tuple[Candid, Hand]:
    """A hand that is over: ``bid`` of ``declarer``, whose side has ``took`` of the tricks."""
    rules, hand = contracted(bid, declarer)
    played_out(rules, hand)
    tricks = hand.tricks
    hand.tricks = [
        replace(trick, winners=(declarer if number < took else (declarer + 1) % 4,))
        for number, trick in enumerate(tricks)
    ]
    return rules, hand


# -- deal and announcements --------------------------------------------------------------------------------------------


def test_k1_four_partners_thirteen_cards_dealt_singly() -> None:
    """RULES K1: the dealer's left gets the first card, then clockwise one at a time."""
    rules = candid()
    known = rules.shuffled(rules.first_standing(SOUTH), Random(3))
    pack = list(PACK)
    Random(3).shuffle(pack)
    assert [list(known.hands[seat]) for seat in (WEST, NORTH, EAST, SOUTH)] == [pack[n::4] for n in range(4)]
    assert [rules.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert not known.stock
    with pytest.raises(ValueError, match="for 4 players, not 3"):
        Candid(players=3)


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("HA", 4),
        ("SK", 3),
        ("DQ", 2),
        ("CJ", 1),
        ("HT H9 S2", 0),
        ("CA DA HA SA CK DK HK SK CQ DQ HQ SQ SJ", 37),
        ("CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2", 10),
    ],
)
def test_k2_honours_count(held: str, points: int) -> None:
    """RULES K2: A 4, K 3, Q 2, J 1."""
    assert high_card_points(cards(held)) == points


@pytest.mark.parametrize("dealer", range(4))
def test_k2_announcements_go_round_from_the_dealers_left(dealer: int) -> None:
    """RULES K2: clockwise, each once, 40 in all."""
    rules = candid()
    hand = dealt(rules, 5, dealer)
    order = []
    while hand.phase == "announce":
        (said,) = rules.legal(hand)
        assert isinstance(said, Announce)
        order.append(said.seat)
        rules.apply(hand, said)
    assert order == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert sum(number or 0 for number in hand.hcp) == 40


@pytest.mark.parametrize(
    ("show", "seen"),
    [
        ("during_announcement", (True, False, False, False)),
        ("until_auction_ends", (True, True, False, False)),
        ("always", (True, True, True, True)),
    ],
)
def test_k3_what_may_be_shown(show: str, seen: tuple[bool, ...]) -> None:
    """RULES K3: said once and not kept, but for the option; while announcing, the auction, the play, and at the end."""
    rules = candid(show_hcp=show)
    hand = rules.start(Standing(), SUITED)
    rules.apply(hand, Announce(1, 10))
    shown = [rules.shown_hcp(hand) == [None, 10, None, None]]
    for seat in (2, 3, 0):
        rules.apply(hand, Announce(seat, 10))
    shown.append(rules.shown_hcp(hand) == [10] * 4)
    call(rules, hand, "7C", "pass", "pass", "pass")
    shown.append(rules.shown_hcp(hand) == [10] * 4)
    played_out(rules, hand)
    shown.append(rules.shown_hcp(hand) == [10] * 4)
    assert tuple(shown) == seen
    if show == "during_announcement":
        assert rules.shown_hcp(hand) == [None] * 4


def test_k3_shown_points_are_a_copy() -> None:
    """RULES K3: a page cannot change what was said."""
    rules = candid(show_hcp="always")
    hand = bidding()
    rules.shown_hcp(hand).clear()
    assert hand.hcp == [10] * 4


def test_k3_announcements_that_were_not_written_are_counted() -> None:
    """RULES K3: a record may lack them; the auction is then as if they had been said."""
    rules = candid()
    said, skipped = dealt(rules, 8), dealt(rules, 8)
    while said.phase == "announce":
        rules.apply(said, rules.legal(said)[0])  # type: ignore[arg-type]
    rules.skip_announcements(skipped)
    assert (skipped.hcp, skipped.turn, skipped.phase) == (said.hcp, said.turn, "bid")
    assert skipped.actions == []
    assert skipped.origin is not None
    assert (skipped.origin.phase, skipped.origin.turn, skipped.origin.origin) == ("bid", said.turn, None)


def test_k3_announcements_cannot_be_skipped_later_or_unseen() -> None:
    rules = candid()
    with pytest.raises(ValueError, match="not known"):
        rules.skip_announcements(rules.start(Standing()))
    hand = rules.start(Standing(), SUITED)
    rules.apply(hand, Announce(1, 10))
    with pytest.raises(ValueError, match="before the first action"):
        rules.skip_announcements(hand)
    with pytest.raises(ValueError, match="before the first action"):
        rules.skip_announcements(bidding())


@pytest.mark.parametrize("number", [9, 11, 0, 37, 40, -1, True, "10", None, 10.0])
def test_k4_a_false_announcement_is_refused(number: object) -> None:
    """RULES K4: with a known hand the number is computed; the refusal does not tell it."""
    rules = candid()
    hand = rules.start(Standing(), SUITED)
    before = hand.copy()
    with pytest.raises(Refused, match="not what your hand counts") as refused:
        rules.apply(hand, Announce(1, number))  # type: ignore[arg-type]
    assert hand == before
    if number != "10" and number != 10:
        assert "10" not in refused.value.why
    assert rules.why_not(hand, Announce(1, 10)) is None
    assert rules.legal(hand) == (Announce(1, 10),)


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ([], 0, 37),
        ([37], 0, 3),
        ([10], 0, 30),
        ([0, 0], 3, 37),
        ([2, 0], 1, 37),
        ([20, 20], 0, 0),
        ([13, 8, 11], 8, 8),
        ([0, 3, 0], 37, 37),
        ([37, 3, 0], 0, 0),
    ],
)
def test_k4_unknown_hands_announce_what_leaves_forty(said: list[int], low: int, high: int) -> None:
    """RULES K2, K4: nobody knows the hands; four numbers of 0…37 that sum to 40, so the fourth is forced."""
    rules = candid()
    hand = rules.start(Standing())
    for step, number in enumerate(said, 1):
        rules.apply(hand, Announce(step, number))
    seat = len(said) + 1 if len(said) < 3 else 0
    assert rules.legal(hand) == tuple(Announce(seat, number) for number in range(low, high + 1))
    for number in (low - 1, high + 1, "3", None, True):
        with pytest.raises(Refused, match="count 40 together"):
            rules.apply(hand, Announce(seat, number))  # type: ignore[arg-type]


def test_k4_the_refusal_of_the_fourth_says_what_is_left() -> None:
    rules = candid()
    hand = rules.start(Standing())
    for seat, number in ((1, 13), (2, 8), (3, 11)):
        rules.apply(hand, Announce(seat, number))
    why = rules.why_not(hand, Announce(0, 9))
    assert why is not None
    assert why.startswith("9 cannot be")
    assert "exactly 8" in why
    assert why.count(".") == 1


# -- who bids first ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "points", "first"),
    [
        pytest.param(NORTH, [13, 8, 11, 8], EAST, id="K-1 partners tie, dealer's left is first"),
        pytest.param(SOUTH, [8, 8, 14, 10], EAST, id="K-2 the weaker side is first"),
        pytest.param(SOUTH, [13, 8, 11, 8], WEST, id="K-1 seen from another dealer"),
        pytest.param(NORTH, [10, 10, 10, 10], EAST, id="all alike: dealer's left"),
        pytest.param(EAST, [10, 10, 10, 10], SOUTH, id="all alike: dealer's left, dealer east"),
        pytest.param(NORTH, [0, 20, 10, 10], NORTH, id="the dealer himself, the weakest"),
        pytest.param(NORTH, [12, 9, 9, 10], EAST, id="own points before the side's"),
        pytest.param(NORTH, [9, 12, 11, 8], WEST, id="own points count first though the side is stronger"),
    ],
)
def test_k5_who_bids_first(dealer: int, points: list[int], first: int) -> None:
    """RULES K5: own points, then the side's, then the steps from dealer's left."""
    hand = announced(candid(), dealer, points)
    assert (hand.phase, hand.turn) == ("bid", first)


@given(st.integers(0, 3), st.permutations(PACK))
def test_k5_is_the_least_of_its_key(dealer: int, pack: list[Card]) -> None:
    """RULES K5, by its own words: nobody is weaker; no equal is of a weaker side; none of those sits nearer."""
    rules = candid()
    hand = rules.start(Standing(dealer=dealer), Cards([pack[n * 13 : n * 13 + 13] for n in range(4)]))
    rules.skip_announcements(hand)
    own = [number or 0 for number in hand.hcp]
    side = [own[0] + own[2], own[1] + own[3]]
    weakest = [seat for seat in range(4) if own[seat] == min(own)]
    weaker = [seat for seat in weakest if side[seat % 2] == min(side[one % 2] for one in weakest)]
    assert hand.turn == next(seat % 4 for seat in range(dealer + 1, dealer + 5) if seat % 4 in weaker)


# -- the auction -------------------------------------------------------------------------------------------------------


def test_k6_the_bids() -> None:
    """RULES K6: 7 to 13 tricks, strains C < D < H < S < NT, all open to the first bidder."""
    assert CALLS[:6] == ("7C", "7D", "7H", "7S", "7NT", "8C")
    assert (len(CALLS), CALLS[-1]) == (35, "13NT")
    assert candid().legal(bidding()) == (Bid(1, "pass"), *(Bid(1, one) for one in CALLS))


def test_k6_no_book_is_added() -> None:
    """RULES K6: 8H is made with eight tricks."""
    rules, hand = with_tricks("8H", 1, 8)
    assert rules.score(hand, Standing()).points == (0, 80)


@pytest.mark.parametrize("bad", ["6C", "14C", "8h", "8N", "NT", "8", "H8", "08C", "", "double", "Pass", 8, None, True])
def test_k6_what_is_no_bid(bad: object) -> None:
    """RULES K6, K10: nor is there a double."""
    rules, hand = candid(), bidding()
    with pytest.raises(Refused, match="is no bid; bid 7 to 13"):
        rules.apply(hand, Bid(1, bad))  # type: ignore[arg-type]
    assert hand.calls == []


@pytest.mark.parametrize(("last", "new"), list(product(CALLS[::3], CALLS[::4])))
def test_k7_more_tricks_or_a_higher_strain(last: str, new: str) -> None:
    """RULES K7."""
    strains = ["C", "D", "H", "S", "NT"]
    split = [(int(one.rstrip("CDHSNT")), strains.index(one.lstrip("0123456789"))) for one in (last, new)]
    rules = candid()
    hand = call(rules, bidding(), last)
    why = rules.why_not(hand, Bid(2, new))
    assert (why is None) == (split[1] > split[0])
    assert (Bid(2, new) in rules.legal(hand)) == (why is None)
    if why is not None:
        assert f"{new} does not beat {last}" in why
    assert rules.why_not(hand, Bid(2, "pass")) is None


@pytest.mark.parametrize(
    ("calls", "declarer", "trump"),
    [
        (["7C", "pass", "pass", "pass"], 1, "C"),
        (["pass", "pass", "pass", "7NT", "pass", "pass", "pass"], 0, "NT"),
        (["7C", "pass", "pass", "7D", "pass", "pass", "8S", "pass", "pass", "pass"], 3, "S"),
        (["13NT"], 1, "NT"),
        (["pass", "7C", "13S", "13NT"], 0, "NT"),
    ],
)
def test_k8_how_the_auction_ends(calls: list[str], declarer: int, trump: str) -> None:
    """RULES K8: three passes in a row after a bid, or 13NT; not before."""
    rules, hand = candid(), bidding()
    for one in calls:
        assert hand.phase == "bid"
        call(rules, hand, one)
    assert (hand.phase, hand.declarer, hand.trump) == ("play", declarer, trump)
    assert [bid.call for bid in hand.calls] == calls


def test_k8_thirteen_spades_can_still_be_beaten() -> None:
    rules = candid()
    hand = call(rules, bidding(), "13S")
    assert rules.legal(hand) == (Bid(2, "pass"), Bid(2, "13NT"))


@pytest.mark.parametrize(("passed_out", "dealer"), [("same_dealer", 2), ("next_dealer", 3)])
def test_k9_four_opening_passes(passed_out: str, dealer: int) -> None:
    """RULES K9: thrown in, no points; the same dealer redeals, or the next."""
    match = Match(candid(passed_out=passed_out), dealer=2)
    match.standing = replace(match.standing, scores=(30, -70), bags=(3, 4), number=5)
    hand = match.deal(SUITED)
    while hand.phase == "announce":
        match.apply(match.legal()[0])  # type: ignore[arg-type]
    lines = [match.apply(Bid(seat, "pass")) for seat in (3, 0, 1, 2)]
    assert lines[:3] == [None] * 3
    line = lines[3]
    assert line is not None
    assert (line.thrown_in, line.points, line.entries, line.trump, line.contract) == (True, (0, 0), (), None, "")
    assert match.standing == Standing(dealer=dealer, scores=(30, -70), number=5, bags=(3, 4))
    assert hand.over
    assert hand.thrown_in
    with pytest.raises(Refused, match="over"):
        match.apply(Bid(3, "7C"))
    assert match.deal(SUITED).dealer == dealer


def test_k10_who_passed_may_bid_later() -> None:
    """RULES K10, the reading: as in bridge."""
    rules = candid()
    hand = call(rules, bidding(), "pass", "7C", "pass", "pass")
    assert hand.turn == 1
    call(rules, hand, "7D", "pass", "pass", "pass")
    assert (hand.declarer, hand.trump) == (1, "D")


@pytest.mark.parametrize(
    ("calls", "turns", "declarer"),
    [
        (["7C", "pass", "7D", "pass", "pass"], [1, 2, 3, 0, 1], 3),
        (["7C", "pass", "7D", "pass", "7H", "pass"], [1, 2, 3, 0, 1, 3], 1),
        (["pass", "7C", "7D", "pass", "7H", "pass"], [1, 2, 3, 0, 2, 3], 2),
        (["pass", "pass", "pass", "7C"], [1, 2, 3, 0], 0),
        (["7C", "7D", "7H", "7S", "pass", "pass", "pass"], [1, 2, 3, 0, 1, 2, 3], 0),
    ],
)
def test_k10_by_option_a_pass_is_final(calls: list[str], turns: list[int], declarer: int) -> None:
    """RULES K10, the option: who has passed is left out; the last one left is declarer."""
    rules = candid(pass_is_final=True)
    hand, seen = bidding(rules), []
    for one in calls:
        seen.append(hand.turn)
        call(rules, hand, one)
    assert seen == turns
    assert (hand.phase, hand.declarer) == ("play", declarer)


def test_k10_by_option_four_passes_still_throw_the_hand_in() -> None:
    rules = candid(pass_is_final=True)
    assert call(rules, bidding(rules), *["pass"] * 4).thrown_in


def test_k11_the_final_bidder_is_declarer() -> None:
    """RULES K11: seat 1 named hearts first, his partner 3 bids them last and is declarer."""
    rules = candid()
    hand = call(rules, bidding(), "7H", "7S", "8H", "pass", "pass", "pass")
    assert (hand.declarer, hand.trump, hand.leader) == (3, "H", 0)


# -- the play ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("declarer", range(4))
def test_k12_declarers_left_leads_anything(declarer: int) -> None:
    """RULES K12: no dummy, each plays his own hand; trumps may be led at once."""
    rules, hand = contracted("7D", declarer)
    leader = (declarer + 1) % 4
    assert (hand.turn, hand.leader, hand.turned_up) == (leader, leader, ())
    assert rules.legal(hand) == tuple(Play(leader, card) for card in SUITED.hands[leader])
    rules.apply(hand, Play(leader, SUITED.hands[leader][0]))
    assert hand.turn == (leader + 1) % 4


def test_k12_trumps_may_be_led_in_trick_one() -> None:
    rules = candid()
    pack = list(PACK)
    hand = rules.start(Standing(), Cards([pack[n::4] for n in range(4)]))
    rules.skip_announcements(hand)
    call(rules, hand, "7H", "pass", "pass", "pass")
    assert any(isinstance(one, Play) and one.card.suit == "H" for one in rules.legal(hand))


def test_follow_suit_is_told_without_the_hand() -> None:
    rules, hand = contracted("7D", 0)
    hand.hands = [list(cards("C3 D3")), list(cards("C4 D4")), list(cards("C5 D5")), list(cards("C6 D6"))]
    rules.apply(hand, Play(1, Card("C", "4")))
    assert rules.why_not(hand, Play(2, Card("D", "5"))) == "You still hold a club; follow suit instead of playing D5."
    assert rules.why_not(hand, Play(2, Card("C", "6"))) == "Seat 2 does not hold C6."
    assert rules.why_not(hand, Play(3, Card("C", "6"))) == "It is the turn of seat 2, not of seat 3."


# -- scores ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "declarer", "took", "points", "bags"),
    [
        pytest.param("8H", 0, 10, (82, 0), (2, 0), id="K-3 8H made with 10"),
        pytest.param("8H", 0, 8, (80, 0), (0, 0), id="just made"),
        pytest.param("8H", 2, 7, (-80, 0), (0, 0), id="failed by one"),
        pytest.param("7C", 1, 13, (0, 76), (0, 6), id="most bags of a hand"),
        pytest.param("7C", 3, 0, (0, -70), (0, 0), id="failed by seven"),
        pytest.param("13NT", 1, 13, (0, 130), (0, 0), id="all"),
        pytest.param("13NT", 1, 12, (0, -130), (0, 0), id="all but one"),
    ],
)
def test_k13_made_and_failed(
    bid: str, declarer: int, took: int, points: tuple[int, int], bags: tuple[int, int]
) -> None:
    """RULES K13: ten a trick of the bid, won or lost, one a bag; defenders never score."""
    rules, hand = with_tricks(bid, declarer, took)
    line = rules.score(hand, rules.first_standing())
    assert (line.points, line.bags, line.contract) == (points, bags, bid)
    assert {side for side, _, _ in line.entries} == {declarer % 2}
    assert sum(number for _, number, _ in line.entries) == sum(points)


@pytest.mark.parametrize("bid", ["7C", "9NT"])
def test_k13_hands_that_were_played(bid: str) -> None:
    """RULES K13: seat 0's clubs take all tricks, if clubs are trumps; in no-trump the leader's suit does."""
    rules, hand = contracted(bid, 0)
    line = rules.score(played_out(rules, hand), rules.first_standing())
    assert line.won == ((13, 0, 0, 0) if bid == "7C" else (0, 13, 0, 0))
    assert line.points == ((76, 0) if bid == "7C" else (-90, 0))
    assert line.trump == hand.trump


@pytest.mark.parametrize(
    ("bags", "bid", "took", "points", "left"),
    [
        pytest.param((9, 5), "7C", 9, -28, (1, 5), id="K-4 9 bags, then 2 more: 70 + 2 - 100, 1 left"),
        pytest.param((9, 0), "7C", 8, -29, (0, 0), id="just ten"),
        pytest.param((7, 9), "7C", 9, 72, (9, 9), id="nine are not full"),
        pytest.param((9, 9), "7C", 13, -24, (5, 9), id="fifteen"),
        pytest.param((9, 9), "7C", 7, 70, (9, 9), id="no bag"),
        pytest.param((9, 9), "7C", 6, -70, (9, 9), id="failed: no bag"),
        pytest.param((), "7C", 9, 72, (2, 0), id="no counter yet"),
    ],
)
@pytest.mark.parametrize("score", [0, 399, -395])
def test_k14_bags(bags: tuple[int, ...], bid: str, took: int, points: int, left: tuple[int, int], score: int) -> None:
    """RULES K14: a counter of their own, whatever the score's last digit; the bag points stay."""
    rules, hand = with_tricks(bid, 0, took)
    standing = Standing(scores=(score, 3), bags=bags)
    line = rules.score(hand, standing)
    after = rules.after(standing, line)
    assert line.points == (points, 0)
    assert (after.scores, after.bags) == ((score + points, 3), left)


def test_k14_the_sheet_says_how() -> None:
    rules, hand = with_tricks("7C", 0, 9)
    assert rules.score(hand, Standing(bags=(9, 0))).entries == (
        (0, 70, "7C made"),
        (0, 2, "2 overtricks, bags"),
        (0, -100, "10 bags are full"),
    )


@pytest.mark.parametrize(
    ("target", "scores", "bags", "took", "winners"),
    [
        (500, (420, 499), (0, 0), 10, ()),
        (500, (427, 100), (0, 0), 9, ()),
        (500, (428, 100), (0, 0), 9, (0,)),
        (500, (499, 100), (9, 0), 8, ()),
        (500, (250, 249), (0, 0), 7, ()),
        (250, (178, 249), (0, 0), 9, (0,)),
        (250, (170, 249), (0, 0), 9, ()),
        (250, (240, 249), (8, 0), 9, ()),
    ],
)
def test_k15_target(
    target: int, scores: tuple[int, int], bags: tuple[int, int], took: int, winners: tuple[int, ...]
) -> None:
    """RULES K15: at the target after the bag penalty."""
    rules, hand = with_tricks("7C", 0, took)
    rules.options = CandidOptions(target=target)
    standing = Standing(scores=scores, bags=bags)
    after = rules.after(standing, rules.score(hand, standing))
    assert (after.over, after.winners) == (bool(winners), winners)


@given(st.integers(0, 34), st.integers(0, 3), st.integers(0, 13), st.tuples(*[st.integers(0, 9)] * 2))
@settings(max_examples=50, deadline=None)
def test_k15_one_side_gains(bid: int, declarer: int, took: int, bags: tuple[int, int]) -> None:
    """RULES K13, K15: only the declarer's side ever gains or loses."""
    rules, hand = with_tricks(CALLS[bid], declarer, took)
    line = rules.score(hand, Standing(bags=bags))
    assert line.points[1 - declarer % 2] == 0
    assert line.bags[1 - declarer % 2] == 0


@pytest.mark.parametrize(("scores", "winners"), [((540, 520), (0,)), ((510, 520), (1,)), ((500, 500), (0, 1))])
def test_both_sides_at_the_target(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    """Points for a revoke can bring it about: the higher score wins."""
    rules, hand = with_tricks("7C", 0, 7)
    line = rules.score(hand, Standing())
    before = Standing(scores=(scores[0] - 70, scores[1]))
    assert rules.after(before, line).winners == winners


@pytest.mark.parametrize(("declarer", "side", "tricks"), [(0, 0, 9), (0, 1, 5), (3, 0, 5), (1, 1, 9)])
def test_tricks_that_win_a_conceded_hand(declarer: int, side: int, tricks: int) -> None:
    """RULES T4, K13: the nine of the bid, or so many of 13 that it fails."""
    rules, hand = contracted("9S", declarer)
    assert rules.tricks_to_win(hand, side) == tricks


def test_k16_no_lower_limit_and_the_deal_passes() -> None:
    """RULES K16: 3000 below is no end; the deal passes left."""
    rules, hand = with_tricks("7C", 0, 0)
    standing = Standing(dealer=3, scores=(-3000, -4000), bags=(2, 3), number=60)
    after = rules.after(standing, rules.score(hand, standing))
    assert after == Standing(dealer=0, scores=(-3070, -4000), bags=(2, 3), number=61)


# -- what is odd -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Bid(1, "7C"), "must announce"),
        (Announce(2, 10), "turn of seat 1"),
        (Choose(1, "S"), "must announce"),
        (Discard(1, ()), "must announce"),
        (Play(1, Card("D", "2")), "must announce"),
        (TurnUp(0, cards("C2")), "No card is turned up"),
    ],
)
def test_what_is_not_for_now(action: Action, why: str) -> None:
    rules, hand = candid(), candid().start(Standing(), SUITED)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)


def test_an_announcement_in_the_auction_is_refused() -> None:
    with pytest.raises(Refused, match="must bid"):
        candid().apply(bidding(), Announce(1, 10))


@pytest.mark.parametrize(
    "options", [{"target": 300}, {"show_hcp": True}, {"passed_out": "redeal"}, {"pass_is_final": 1}, {"hcp": 1}]
)
def test_odd_options(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="option"):
        rules_of("candid", options)


def test_the_title_says_the_house_rules() -> None:
    assert CandidOptions().summary() == "Candid Whist to 500"
    loud = CandidOptions(target=250, pass_is_final=True, show_hcp="always", passed_out="next_dealer")
    assert loud.summary() == (
        "Candid Whist to 250, announced points stay shown, a passed-out hand loses the deal, a pass is final"
    )


def test_legal_of_another_seat_is_nothing() -> None:
    rules, hand = candid(), bidding()
    assert rules.legal(hand, 2) == ()
    assert rules.legal(hand, 1) == rules.legal(hand)


def test_a_written_trump_does_not_count() -> None:
    rules = candid()
    hand = rules.start(Standing(), Cards(SUITED.hands, trump="S"))
    assert hand.trump is None


# -- whole hands and matches -------------------------------------------------------------------------------------------


def sensible(rules: Candid, hand: Hand, rng: Random) -> Action:
    """Any legal action, but the stronger side bids seven in its longest suit and nobody else bids."""
    if hand.phase != "bid" or hand.hands is None or hand.turn is None:
        return rng.choice(rules.legal(hand))  # type: ignore[return-value]
    partner = (hand.turn + 2) % 4
    if hand.contract is not None or (hand.hcp[hand.turn] or 0) + (hand.hcp[partner] or 0) < 21:
        return Bid(hand.turn, "pass")
    suits = [card.suit for card in hand.hands[hand.turn] + hand.hands[partner]]
    return Bid(hand.turn, "7" + max("CDHS", key=suits.count))


@given(st.integers(0, 10**6), st.sampled_from([500, 250]))
@settings(max_examples=5, deadline=None)
def test_matches_end(seed: int, target: int) -> None:
    """RULES C10, K15: every action legal, each card in one place, scores are sums of lines, and there is an end."""
    rng, match = Random(seed), Match(candid(target=target))
    while not match.standing.over:
        hand = match.deal(rng=rng)
        while not hand.over:
            match.apply(sensible(match.rules, hand, rng))  # type: ignore[arg-type]
            assert hand.hands is not None
            held = [card for own in hand.hands for card in own]
            assert sorted(map(str, [*hand.played(), *held])) == sorted(map(str, PACK))
        assert len(match.lines) < 400
    assert match.standing.scores == tuple(map(sum, zip(*(line.points for line in match.lines), strict=True)))
    assert max(match.standing.scores) >= target
    assert match.rules.rank(match.standing)[match.standing.winners[0]] == 1


@given(st.integers(0, 10**6), st.booleans(), st.sampled_from(["same_dealer", "next_dealer"]))
@settings(max_examples=25, deadline=None)
def test_an_unknown_hand_goes_as_the_known_one(seed: int, final: bool, passed_out: str) -> None:
    """At a real table only what is laid open is known: the same actions are legal and the line is the same."""
    rules = candid(pass_is_final=final, passed_out=passed_out)
    rng = Random(seed)
    known, unknown = dealt(rules, seed), rules.start(rules.first_standing())
    while not known.over:
        action = rng.choice(rules.legal(known))
        assert action in rules.legal(unknown)
        rules.apply(known, action)  # type: ignore[arg-type]
        rules.apply(unknown, action)  # type: ignore[arg-type]
    assert unknown.over
    assert rules.score(unknown, Standing()) == rules.score(known, Standing())
