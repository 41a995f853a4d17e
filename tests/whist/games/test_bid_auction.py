"""Bid Whist: the deal, the auction and the kitty (RULES B1–B13)."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from tests.cards import cards
from tests.whist.games.bid_hands import (
    JB,
    JR,
    SUITED,
    any_action,
    auction,
    bid_whist,
    chosen,
    ended,
    scored,
    winner,
)
from whist.cards import PACK, Card
from whist.games.bid import CALLS, BidWhist
from whist.games.bid_options import BidOptions
from whist.rules.actions import AnyOf, Bid, Choose, Discard, Play
from whist.rules.base import Cards
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

# -- the deal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("jokers", "more"), [(2, [JR, JB]), (1, [JR]), (0, [])])
def test_b1_the_pack(jokers: int, more: list[Card]) -> None:
    """RULES B1: four players, opposite partners, 52 cards and the jokers; a single joker is the high one."""
    rules = bid_whist(jokers=jokers)
    assert rules.pack() == (*PACK, *more)
    assert [rules.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    with pytest.raises(ValueError, match="for 4 players, not 2"):
        BidWhist(players=2)


@pytest.mark.parametrize(("trump", "direction"), product("CDHS", ["up", "down"]))
def test_b1_red_above_black(trump: str, direction: str) -> None:
    """RULES B1: the red joker is the higher one."""
    plain = "D4 D5" if trump != "D" else "C4 C5"
    assert winner(trump, direction, f"JB JR {plain}") == winner(trump, direction, f"JR JB {plain}") == "JR"


@pytest.mark.parametrize("jokers", [2, 1, 0])
@pytest.mark.parametrize("dealer", [0, 3])
def test_b2_twelve_each_and_the_kitty(jokers: int, dealer: int) -> None:
    """RULES B2: 12 cards each, dealt singly from the dealer's left; the other 4 + jokers are the kitty."""
    rules = bid_whist(jokers=jokers)
    standing = rules.first_standing(dealer)
    known = rules.shuffled(standing, Random(4))
    pack = list(rules.pack())
    Random(4).shuffle(pack)
    assert [list(known.hands[(dealer + step) % 4]) for step in (1, 2, 3, 4)] == [pack[n:48:4] for n in range(4)]
    assert list(known.stock) == pack[48:]
    hand = rules.start(standing, known)
    assert (hand.size, rules.stock_size, len(hand.stock or ())) == (12, 4 + jokers, 4 + jokers)


@pytest.mark.parametrize(
    ("jokers", "hands", "stock", "why"),
    [
        (2, SUITED.hands, "C2 D2 H2 S2", "the stock has 4 cards; it must have 6"),
        (0, SUITED.hands, "C2 D2 H2 S2 JR JB", "the stock has 6 cards; it must have 4"),
        (1, SUITED.hands, "C2 D2 H2 S2 JB", "JB is not in this game's pack"),
        (2, SUITED.hands, "C2 D2 H2 S2 JR JR", "JR is dealt twice"),
        (2, SUITED.hands[:3], "C2 D2 H2 S2 JR JB", "3 hands are given for 4 players"),
        (2, [SUITED.hands[0][:11], *SUITED.hands[1:]], "C2 D2 H2 S2 JR JB", "seat 0 has 11 cards; every hand has 12"),
    ],
)
def test_b2_cards_that_cannot_be(jokers: int, hands: Sequence[Sequence[Card]], stock: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        bid_whist(jokers=jokers).start(Standing(), Cards(hands, cards(stock)))


# -- the auction -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_b3_one_call_each_the_dealer_last(dealer: int) -> None:
    """RULES B3: from dealer's left, clockwise."""
    rules = bid_whist()
    hand = auction(rules, dealer=dealer)
    seats = []
    for one in ("3up", "pass", "3down", "4NT"):
        assert hand.phase == "bid"
        seats.append(hand.turn)
        rules.apply(hand, Bid(hand.turn or 0, one))
    assert seats == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert (hand.phase, hand.turn, hand.declarer) == ("choose", dealer, dealer)
    assert [one.call for one in hand.calls] == ["3up", "pass", "3down", "4NT"]


def test_b3_the_calls() -> None:
    """RULES B3: pass, or 1 to 7 with up, down or NT."""
    assert [str(one) for one in CALLS] == [f"{level}{kind}" for level in range(1, 8) for kind in ("up", "down", "NT")]
    assert bid_whist(min_bid=1).legal(auction(bid_whist())) == (Bid(1, "pass"), *(Bid(1, call) for call in CALLS))


@pytest.mark.parametrize("level", range(1, 8))
def test_b3_a_level_promises_six_more(level: int) -> None:
    """RULES B3: 6 + L tricks, the kitty among them."""
    assert scored(f"{level}up", "S", level + 5).points == (level, 0)
    assert scored(f"{level}up", "S", level + 4).points == (-level, 0)


@pytest.mark.parametrize(
    "bad", ["8up", "0NT", "3", "up", "3UP", "3nt", "3S", "", "Pass", "10up", "double", 4, None, True]
)
def test_b3_what_is_no_bid(bad: object) -> None:
    rules, hand = bid_whist(), auction(bid_whist())
    with pytest.raises(Refused, match="is no bid; bid from 3 to 7"):
        rules.apply(hand, Bid(1, bad))  # type: ignore[arg-type]
    assert hand.calls == []


@pytest.mark.parametrize("least", [1, 2, 3, 4])
def test_b4_the_lowest_bid(least: int) -> None:
    """RULES B4: 1, 2, 3 or 4; 3 by default."""
    rules = bid_whist(min_bid=least)
    hand = auction(rules)
    assert rules.legal(hand)[1] == Bid(1, f"{least}up")
    if least > 1:
        assert rules.why_not(hand, Bid(1, f"{least - 1}NT")) == f"{least - 1}NT is too low; the lowest bid is {least}."
    assert BidOptions().min_bid == 3


ORDERED = [["3up"], ["3down"], ["3NT"], ["4up"], ["4down"], ["4NT"], ["5up"]]


LEVELLED = [["3up", "3down"], ["3NT"], ["4up", "4down"], ["4NT"], ["5up", "5down"]]


@pytest.mark.parametrize(
    ("low_beats_high", "last", "new"),
    [
        (option, last, new)
        for option, steps in ((True, ORDERED), (False, LEVELLED))
        for last, new in product([call for calls in steps for call in calls], repeat=2)
    ],
)
def test_b5_b6_what_beats_the_last_bid(low_beats_high: bool, last: str, new: str) -> None:
    """RULES B5, B6: a higher level, or the same and a higher kind; up and down are alike by option."""
    steps = ORDERED if low_beats_high else LEVELLED
    step = {call: number for number, calls in enumerate(steps) for call in calls}
    rules = bid_whist(low_beats_high=low_beats_high)
    hand = auction(rules, last)
    why = rules.why_not(hand, Bid(2, new))
    assert (why is None) == (step[new] > step[last]) == (Bid(2, new) in rules.legal(hand))
    assert why is None or why == f"{new} does not beat {last}; bid higher or pass."
    assert rules.why_not(hand, Bid(2, "pass")) is None


def test_b6_low_beats_high_by_default() -> None:
    assert BidOptions().low_beats_high


@pytest.mark.parametrize("least", [1, 3, 4])
def test_b7_the_dealer_must_bid_after_three_passes(least: int) -> None:
    """RULES B7: nothing is thrown in."""
    rules = bid_whist(min_bid=least)
    hand = auction(rules, "pass", "pass", "pass")
    with pytest.raises(Refused, match="dealer must bid"):
        rules.apply(hand, Bid(0, "pass"))
    assert rules.legal(hand) == tuple(Bid(0, call) for call in CALLS[3 * least - 3 :])
    rules.apply(hand, Bid(0, f"{least}up"))
    assert (hand.declarer, hand.phase) == (0, "choose")


def test_b7_the_dealer_may_pass_after_a_bid() -> None:
    rules = bid_whist()
    assert auction(rules, "pass", "3up", "pass", "pass").declarer == 2


def test_b3_after_seven_no_trump_all_pass() -> None:
    """RULES B3, B5: nothing beats 7NT; each still has a call."""
    rules = bid_whist()
    hand = auction(rules, "7NT")
    for seat in (2, 3, 0):
        assert rules.legal(hand) == (Bid(seat, "pass"),)
        rules.apply(hand, Bid(seat, "pass"))
    assert (hand.declarer, hand.phase) == (1, "choose")


@pytest.mark.parametrize(
    ("call", "choices"), [("3up", "CDHS"), ("4down", "CDHS"), ("3NT", ("up", "down")), ("7NT", ("up", "down"))]
)
def test_b8_the_second_choice(call: str, choices: Sequence[str]) -> None:
    """RULES B8: trumps after up or down, the direction after no-trump."""
    rules = bid_whist()
    hand = auction(rules, call, "pass", "pass", "pass")
    assert rules.legal(hand) == tuple(Choose(1, what) for what in choices)
    for what in choices:
        fixed = chosen(rules, call, what)
        assert (fixed.trump, fixed.direction) == (("NT", what) if call.endswith("NT") else (what, call[1:]))


@pytest.mark.parametrize("bad", ["NT", "up", "down", "s", "spades", "", "J", None, 1])
def test_b8_odd_choices_of_trumps(bad: object) -> None:
    rules = bid_whist()
    with pytest.raises(Refused, match="choose trumps: C, D, H or S"):
        rules.apply(auction(rules, "3up", "pass", "pass", "pass"), Choose(1, bad))  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", ["S", "UP", "NT", "", None])
def test_b8_odd_choices_of_the_direction(bad: object) -> None:
    rules = bid_whist()
    with pytest.raises(Refused, match="choose the direction: up or down"):
        rules.apply(auction(rules, "3NT", "pass", "pass", "pass"), Choose(1, bad))  # type: ignore[arg-type]


@pytest.mark.parametrize("sport", ["never", "trump", "always"])
def test_b9_the_choice_comes_before_the_kitty(sport: str) -> None:
    """RULES B9: when the bidder chooses, nobody has seen the kitty."""
    hand = auction(bid_whist(sport=sport, bidder_gets_kitty=True), "4up", "pass", "pass", "pass")
    assert hand.hands is not None
    assert (hand.phase, hand.turned_up, len(hand.hands[1]), len(hand.stock or ())) == ("choose", (), 12, 6)


# -- the kitty ---------------------------------------------------------------------------------------------------------


def test_b10_by_default_nobody_takes_the_kitty() -> None:
    """RULES B10: it stays where it is, and no card of it is played."""
    rules, rng = bid_whist(), Random(2)
    hand = chosen(rules, "4up", "S")
    assert (hand.phase, hand.turn) == ("play", 1)
    while not hand.over:
        rules.apply(hand, any_action(rules.legal(hand), rng))
    assert hand.stock == list(SUITED.stock)
    assert hand.discards == []
    assert not hand.played() & set(SUITED.stock)


@pytest.mark.parametrize("laid", ["C2 D2 H2 S2 JR JB", "D3 D4 D5 D6 D7 D8", "DA DK DQ JB D3 C2", "JR JB H2 DT D9 S2"])
def test_b10_the_bidder_takes_the_kitty_and_discards_any(laid: str) -> None:
    """RULES B10: as many as the kitty has; jokers and trumps too."""
    rules = bid_whist(bidder_gets_kitty=True)
    hand = chosen(rules, "4up", "D")
    taken = [*SUITED.hands[1], *SUITED.stock]
    assert (hand.phase, hand.turn, hand.stock) == ("discard", 1, [])
    assert rules.legal(hand) == (AnyOf(1, 6, tuple(taken)),)
    rules.apply(hand, Discard(1, cards(laid)))
    assert hand.hands is not None
    assert hand.hands[1] == [card for card in taken if card not in cards(laid)]
    assert (hand.discards, hand.phase, hand.turn) == (list(cards(laid)), "play", 1)


@pytest.mark.parametrize(
    ("laid", "why"),
    [
        ("D3 D4 D5 D6 D7", "Discard 6 different cards"),
        ("D3 D4 D5 D6 D7 D8 D9", "Discard 6 different cards"),
        ("D3 D4 D5 D6 D7 D7", "Discard 6 different cards"),
        ("", "Discard 6 different cards"),
        ("D3 D4 D5 D6 D7 C9", "You do not hold C9"),
    ],
)
def test_b10_discards_that_cannot_be(laid: str, why: str) -> None:
    rules = bid_whist(bidder_gets_kitty=True)
    hand = chosen(rules, "4up", "S")
    before = hand.copy()
    with pytest.raises(Refused, match=why):
        rules.apply(hand, Discard(1, cards(laid)))
    assert hand == before


@pytest.mark.parametrize("jokers", [2, 1, 0])
def test_b10_as_many_as_the_kitty_has(jokers: int) -> None:
    rules = bid_whist(bidder_gets_kitty=True, jokers=jokers)
    hand = chosen(rules, "4up", "S", Cards(SUITED.hands, SUITED.stock[: 4 + jokers]))
    (legal,) = rules.legal(hand)
    assert isinstance(legal, AnyOf)
    assert (legal.count, len(legal.cards)) == (4 + jokers, 16 + jokers)


def test_b10_the_list_of_what_may_be_discarded_is_no_discard() -> None:
    rules = bid_whist(bidder_gets_kitty=True)
    hand = chosen(rules, "4up", "S")
    for odd in (rules.legal(hand)[0], Bid(1, "pass"), Choose(1, "S")):
        with pytest.raises(Refused, match="must discard 6 cards"):
            rules.apply(hand, odd)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="must discard"):
        rules.apply(hand, Play(1, Card("D", "3")))
    with pytest.raises(Refused, match="turn of seat 1"):
        rules.apply(hand, Discard(2, cards("H3 H4 H5 H6 H7 H8")))


@pytest.mark.parametrize("gets", [False, True])
@pytest.mark.parametrize(("took", "counted"), [(0, 1), (9, 10), (12, 13)])
def test_b11_the_kitty_is_a_trick_of_the_bidders(gets: bool, took: int, counted: int) -> None:
    """RULES B11: taken or not; 12 are played and 13 counted."""
    rules = bid_whist(bidder_gets_kitty=gets)
    assert rules.won_by_side(ended("3up", "S", 2, took)) == [counted, 13 - counted]
    assert rules.won_by_side(ended("3up", "S", 1, took)) == [13 - counted, counted]


def test_b11_the_kitty_counts_in_a_hand_that_was_played() -> None:
    """RULES B11: seat 1 takes all 12 tricks with its diamonds."""
    rules = bid_whist()
    hand = chosen(rules, "7up", "D")
    while not hand.over:
        rules.apply(hand, any_action(rules.legal(hand), Random(1)))
    assert (len(hand.tricks), hand.won(), rules.score(hand, Standing()).points) == (12, [0, 12, 0, 0], (0, 7))


SHOWN = {("trump", "4up"), ("trump", "4down"), ("always", "4up"), ("always", "4down"), ("always", "4NT")}


@pytest.mark.parametrize("gets", [False, True])
@pytest.mark.parametrize(("sport", "call"), product(["never", "trump", "always"], ["4up", "4down", "4NT"]))
def test_b12_who_sees_the_kitty(gets: bool, sport: str, call: str) -> None:
    """RULES B12: shown to all when the bid is trump, or always; otherwise only who takes it sees it."""
    hand = chosen(bid_whist(sport=sport, bidder_gets_kitty=gets), call, "down" if call == "4NT" else "S")
    assert hand.turned_up == (SUITED.stock if (sport, call) in SHOWN else ())
    assert hand.hands is not None
    assert [set(SUITED.stock) <= set(own) for own in hand.hands] == [False, gets, False, False]


def test_b13_shown_after_the_choice_and_gone_with_the_discards() -> None:
    """RULES B13: after the second choice, before the bidder takes it; discards are never shown."""
    rules = bid_whist(sport="always", bidder_gets_kitty=True)
    hand = auction(rules, "4up", "pass", "pass", "pass")
    assert hand.turned_up == ()
    rules.apply(hand, Choose(1, "S"))
    assert hand.turned_up == SUITED.stock
    rules.apply(hand, Discard(1, cards("D3 D4 D5 D6 D7 JR")))
    assert hand.turned_up == ()
    assert Card("D", "3") in hand.discards


def test_b13_a_kitty_that_nobody_takes_lies_open_until_the_first_card() -> None:
    """RULES B13: then it is gathered, as a trick of the bidders."""
    rules = bid_whist(sport="always")
    hand = chosen(rules, "4up", "S")
    assert hand.turned_up == SUITED.stock
    rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
    assert hand.turned_up == ()
