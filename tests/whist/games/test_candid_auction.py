"""Candid Whist: announcements and the auction (RULES K1–K11, worked cases K-1, K-2)."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.games.candid_hands import (
    EAST,
    NORTH,
    SOUTH,
    SUITED,
    WEST,
    bidding,
    call,
    candid,
    dealt,
    played_out,
    with_tricks,
)
from tests.whist.match import Match
from whist.cards import PACK, Card
from whist.games.candid import CALLS, Candid, high_card_points
from whist.rules.actions import Announce, Bid
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Standing


def announced(rules: Candid, dealer: int, points: list[int]) -> Hand:
    """An unknown hand in which each seat has announced ``points``."""
    hand = rules.start(Standing(dealer=dealer))
    for step in range(1, 5):
        seat = (dealer + step) % 4
        rules.apply(hand, Announce(seat, points[seat]))
    return hand


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
