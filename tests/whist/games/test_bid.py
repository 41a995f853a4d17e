"""Bid Whist (RULES B1–B27, worked cases B-1 to B-3)."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whist.actions import Action, Announce, AnyOf, Bid, Choose, Discard, Legal, Play, TurnUp
from whist.cards import FULL_PACK, PACK, Card, cards
from whist.games import rules_of
from whist.games.bid import CALLS, BidWhist
from whist.games.bid_options import BidOptions
from whist.hand import Hand, Trick
from whist.law_revoke import established
from whist.match import Match
from whist.requests import Refused
from whist.rules import Cards
from whist.standing import Line, Standing

JR, JB = cards("JR JB")
SUITED = Cards(
    [[card for card in PACK if card.suit == suit and card.rank != "2"] for suit in "CDHS"], cards("C2 D2 H2 S2 JR JB")
)
"""Each seat holds a suit but its two; the twos and the jokers are the kitty."""


def bid_whist(**options: object) -> BidWhist:
    return BidWhist(BidOptions(**options))  # type: ignore[arg-type]


def auction(rules: BidWhist, *calls: str, cards: Cards | None = SUITED, dealer: int = 0) -> Hand:
    """A hand in which ``calls`` were made from the dealer's left on."""
    hand = rules.start(Standing(dealer=dealer), cards)
    for one in calls:
        assert hand.turn is not None
        rules.apply(hand, Bid(hand.turn, one))
    return hand


def chosen(rules: BidWhist, call: str, what: str, cards: Cards | None = SUITED) -> Hand:
    """A hand in which seat 1 has bid ``call`` and chosen ``what``; seat 0 dealt."""
    hand = auction(rules, call, "pass", "pass", "pass", cards=cards)
    rules.apply(hand, Choose(1, what))
    return hand


def lying(trump: str, direction: str = "up", trick: str = "") -> Hand:
    """An unknown hand with the cards of ``trick`` on the table, led by seat 0."""
    hand = Hand(4, 3, size=12, trump=trump, direction=direction, phase="play", turn=0)
    for card in cards(trick):
        bid_whist().apply(hand, Play(hand.turn or 0, card))
    return hand


def winner(trump: str, direction: str, trick: str) -> str:
    """The card of four that takes the trick."""
    (won,) = lying(trump, direction, trick).tricks
    return str(won.by(won.winner))


def may_play(rules: BidWhist, trump: str, own: str, trick: str = "") -> str:
    """What seat ``len(trick)`` may play from ``own``."""
    hand = lying(trump, "up", trick)
    hand.hands = [list(cards(own))] * 4
    return " ".join(str(one.card) for one in rules.legal(hand) if isinstance(one, Play))


def ended(call: str, what: str, declarer: int, took: int) -> Hand:
    """A hand that is over: of its 12 tricks the declarer's side took ``took``."""
    direction, trump = (what, "NT") if call.endswith("NT") else (call[1:], what)
    hand = Hand(4, 0, size=12, trump=trump, direction=direction, phase="over")
    hand.contract, hand.declarer = Bid(declarer, call), declarer
    other = (declarer + 1) % 4
    hand.tricks = [Trick(0, PACK[n * 4 : n * 4 + 4], (declarer if n < took else other,)) for n in range(12)]
    return hand


def scored(call: str, what: str, took: int, **options: object) -> Line:
    """The line of a hand that seat 0 declared."""
    return bid_whist(**options).score(ended(call, what, 0, took), Standing())


def any_action(legal: Sequence[Legal], rng: Random) -> Action:
    one = rng.choice(legal)
    return Discard(one.seat, tuple(rng.sample(one.cards, one.count))) if isinstance(one, AnyOf) else one


def mild(legal: Sequence[Legal], rng: Random) -> Action:
    """Any action, but the lowest call half of the time, so that not all hands are bid to the top."""
    if isinstance(legal[0], Bid) and rng.random() < 0.5:
        return legal[0]
    return any_action(legal, rng)


OPTIONS = st.builds(
    dict,
    jokers=st.sampled_from([1, 2]),
    min_bid=st.sampled_from([1, 2, 3, 4]),
    low_beats_high=st.booleans(),
    bidder_gets_kitty=st.booleans(),
    sport=st.sampled_from(["never", "trump", "always"]),
    bidder_leads=st.booleans(),
    nt_joker_must_go=st.booleans(),
    nt_joker_lead=st.sampled_from(["free", "last_card_only"]),
    double_nt=st.booleans(),
    defensive_scoring=st.booleans(),
    target=st.sampled_from([5, 7, 9]),
)
NO_JOKERS = OPTIONS.map(lambda chosen: chosen | {"jokers": 0, "nt_joker_must_go": False, "nt_joker_lead": "free"})


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


# -- ranks -------------------------------------------------------------------------------------------------------------

BEST_FIRST = {"up": "AKQJT98765432", "down": "A23456789TJQK"}


@pytest.mark.parametrize(("direction", "trump", "suit"), product(["up", "down"], ["S", "NT"], "SH"))
def test_b14_the_order_of_a_suit(direction: str, trump: str, suit: str) -> None:
    """RULES B14: uptown A K Q … 2, downtown A 2 3 … K; alike in trumps, plain suits and no-trump."""
    ranks = BEST_FIRST[direction]
    for better, worse in ((ranks[i], ranks[j]) for i in range(13) for j in range(i + 1, 13)):
        assert winner(trump, direction, f"{suit}{worse} {suit}{better} C3 D3") == suit + better
        assert winner(trump, direction, f"{suit}{better} {suit}{worse} C3 D3") == suit + better


@pytest.mark.parametrize(
    ("trump", "direction", "trick", "best"),
    [
        pytest.param("H", "down", "S4 S5 SA S2", "SA", id="B-2 downtown, the ace"),
        pytest.param("H", "down", "S4 S5 S3 S2", "S2", id="B-2 without the ace the two"),
        pytest.param("H", "up", "S4 S5 SA S2", "SA", id="uptown, the ace"),
        pytest.param("H", "up", "S4 S5 S3 S2", "S5", id="uptown, the five"),
        pytest.param("H", "down", "S4 HK HQ SA", "HQ", id="downtown, the lower trump"),
        pytest.param("H", "up", "S4 HK HQ SA", "HK", id="uptown, the higher trump"),
        pytest.param("S", "down", "SA JB S2 D2", "JB", id="B15 downtown a joker beats the ace of trumps"),
        pytest.param("S", "up", "SA JB S2 D2", "JB", id="B15 uptown too"),
        pytest.param("S", "down", "D4 DA JB S2", "JB", id="B15 a joker ruffs, over the two of trumps"),
        pytest.param("S", "up", "JB D4 SA JR", "JR", id="B15 a joker leads trumps"),
        pytest.param("S", "up", "JB D4 SA DA", "JB", id="B15 plain suits lose to it"),
        pytest.param("NT", "up", "D4 JR JB D2", "D4", id="B16 jokers cannot win"),
        pytest.param("NT", "up", "JR D2 C9 H3", "D2", id="B16 not even led"),
        pytest.param("NT", "up", "JB D7 JR DK", "DK", id="B-3 low joker led, D7, high joker, DK"),
        pytest.param("NT", "down", "JB D7 JR DK", "D7", id="B-3 the same downtown"),
        pytest.param("NT", "up", "JR D2 SA D3", "D3", id="B20 the first non-joker fixes the suit"),
        pytest.param("NT", "up", "JR JB H4 SA", "H4", id="B21 after two jokers the third player does"),
        pytest.param("NT", "up", "JB JR H4 H9", "H9", id="B21 and the best card of that suit wins"),
        pytest.param("NT", "down", "JR JB HK HA", "HA", id="B21 downtown"),
    ],
)
def test_who_wins(trump: str, direction: str, trick: str, best: str) -> None:
    """RULES B14–B16, B20, B21, C5; worked cases B-2, B-3."""
    assert winner(trump, direction, trick) == best


# -- the play ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bidder_leads", [False, True])
@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("gets", [False, True])
def test_b17_who_leads(bidder_leads: bool, declarer: int, gets: bool) -> None:
    """RULES B17: the dealer's left (seat 1), or by option the bidder."""
    rules = bid_whist(bidder_leads=bidder_leads, bidder_gets_kitty=gets)
    calls = ["pass"] * 4
    calls[(declarer - 1) % 4] = "4NT"
    hand = auction(rules, *calls)
    rules.apply(hand, Choose(declarer, "up"))
    if gets:
        rules.apply(hand, Discard(declarer, SUITED.stock))
    assert (hand.phase, hand.turn, hand.leader) == ("play", *([declarer if bidder_leads else 1] * 2))


@pytest.mark.parametrize(
    ("trump", "own", "trick", "legal"),
    [
        pytest.param("S", "D2 D9 H3 JR S4", "", "D2 D9 H3 JR S4", id="C3 any lead"),
        pytest.param("S", "D2 D9 H3 JR S4", "D5", "D2 D9", id="B18 follow suit"),
        pytest.param("S", "H3 JR S4", "D5", "H3 JR S4", id="B18 void: anything"),
        pytest.param("S", "H3 JR S4", "S5", "JR S4", id="B15 jokers follow a trump lead"),
        pytest.param("S", "H3 D4 JB", "S5", "JB", id="B15 the last trump is a joker, it must go"),
        pytest.param("S", "H3 JR S4", "JB", "JR S4", id="B15 a joker led asks for trumps"),
        pytest.param("S", "H3 D4", "JB", "H3 D4", id="B15 who has none plays anything"),
        pytest.param("S", "H3 JR JB", "H9", "H3", id="B18 jokers are no hearts"),
        pytest.param("NT", "H3 JR JB", "H9", "H3", id="B19 no-trump: no joker while able to follow"),
        pytest.param("NT", "H3 JR JB", "D9", "H3 JR JB", id="B19 void: a joker may go, it need not"),
        pytest.param("NT", "H3 S4 JB", "JR", "H3 S4 JB", id="B20 no suit is fixed yet"),
        pytest.param("NT", "H3 S4 JB", "JR S9", "S4", id="B20 the first non-joker fixes it"),
        pytest.param("NT", "H3 S4", "JR JB", "H3 S4", id="B21 the third player fixes it"),
        pytest.param("NT", "H3 S4", "JR JB H9", "H3", id="B21 the fourth follows"),
        pytest.param("NT", "H3 JR", "", "H3 JR", id="B22 a joker may be led"),
    ],
)
def test_what_may_be_played(trump: str, own: str, trick: str, legal: str) -> None:
    """RULES B15, B18–B22, C3, C4."""
    assert may_play(bid_whist(), trump, own, trick) == legal


@pytest.mark.parametrize(
    ("trump", "own", "trick", "legal"),
    [
        ("NT", "H3 JR JB", "D9", "JR JB"),
        ("NT", "H3 JR", "H9", "H3"),
        ("NT", "H3 S4", "D9", "H3 S4"),
        ("NT", "H3 JB", "JR", "H3 JB"),
        ("NT", "H3 JB", "JR D5", "JB"),
        ("NT", "H3 JB", "", "H3 JB"),
        ("S", "H3 JB", "D9", "H3 JB"),
    ],
)
def test_b19_by_option_a_joker_must_go(trump: str, own: str, trick: str, legal: str) -> None:
    """RULES B19: at the first chance when void in the led suit; in no-trump only."""
    assert may_play(bid_whist(nt_joker_must_go=True), trump, own, trick) == legal


@pytest.mark.parametrize(
    ("trump", "own", "free", "last"),
    [
        ("NT", "H3 JR JB", "H3 JR JB", "H3"),
        ("NT", "JR", "JR", "JR"),
        ("NT", "JR JB", "JR JB", "JR JB"),
        ("S", "H3 JR", "H3 JR", "H3 JR"),
    ],
)
def test_b22_leading_a_joker(trump: str, own: str, free: str, last: str) -> None:
    """RULES B22: freely, or by option as the last card only (or with nothing but jokers left)."""
    assert may_play(bid_whist(), trump, own) == free
    assert may_play(bid_whist(nt_joker_lead="last_card_only"), trump, own) == last


@pytest.mark.parametrize(
    ("options", "trump", "own", "trick", "card", "why"),
    [
        ({}, "S", "H3 D4 JB", "S5", "H3", "A joker belongs to spades; follow with it instead of playing H3."),
        ({}, "S", "H3 S4 JB", "S5", "H3", "You still hold a spade; follow suit instead of playing H3."),
        ({}, "S", "H3 S4 JB", "JR", "H3", "You still hold a spade; follow suit instead of playing H3."),
        ({}, "NT", "H3 JB", "H5", "JB", "You still hold a heart; follow suit instead of playing JB."),
        ({}, "NT", "H3 S4", "JB H5", "S4", "You still hold a heart; follow suit instead of playing S4."),
        (
            {"nt_joker_must_go": True},
            *("NT", "H3 JB", "D5", "H3"),
            "A joker must go when you cannot follow suit; play it before H3.",
        ),
        (
            {"nt_joker_lead": "last_card_only"},
            *("NT", "H3 JB", "", "JB"),
            "In no-trump JB may be led only when nothing but jokers is left.",
        ),
        ({}, "NT", "H3 JB", "D5", "C3", "Seat 1 does not hold C3."),
    ],
)
def test_why_a_card_is_refused(
    options: dict[str, object], trump: str, own: str, trick: str, card: str, why: str
) -> None:
    """RULES B15, B18–B20, B22: told to the player of the card, of his own hand alone."""
    rules, hand = bid_whist(**options), lying(trump, "up", trick)
    hand.hands = [list(cards(own)) for _ in range(4)]
    assert rules.why_not(hand, Play(hand.turn or 0, Card.parse(card))) == why


# -- scores ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "what", "took", "options", "points"),
    [
        pytest.param("4up", "S", 10, {}, (5, 0), id="B-1 10 and the kitty: +5"),
        pytest.param("4up", "S", 8, {}, (-4, 0), id="B-1 9 in all: -4"),
        pytest.param("4NT", "up", 10, {"double_nt": True}, (10, 0), id="B-1 no-trump doubled: +10"),
        pytest.param("4NT", "down", 8, {"double_nt": True}, (-8, 0), id="B-1 no-trump doubled: -8"),
        pytest.param("4up", "S", 9, {}, (4, 0), id="B23 just made"),
        pytest.param("7down", "C", 12, {}, (7, 0), id="B23 all thirteen"),
        pytest.param("1up", "C", 12, {}, (7, 0), id="B23 tricks, not the bid, are scored"),
        pytest.param("3up", "C", 0, {}, (-3, 0), id="B23 the bid, not what is missing, is lost"),
        pytest.param("4NT", "up", 10, {}, (5, 0), id="B24 not doubled by default"),
        pytest.param("4up", "S", 10, {"double_nt": True}, (5, 0), id="B24 trumps are never doubled"),
        pytest.param("4up", "S", 5, {"defensive_scoring": True}, (-4, 1), id="B25 seven in defence"),
        pytest.param("4up", "S", 0, {"defensive_scoring": True}, (-4, 6), id="B25 twelve in defence"),
        pytest.param("4up", "S", 6, {"defensive_scoring": True}, (-4, 0), id="B25 six are no more than six"),
        pytest.param("4up", "S", 5, {}, (-4, 0), id="B25 not by default"),
        pytest.param(
            *("4NT", "up", 3, {"defensive_scoring": True, "double_nt": True}, (-8, 3)), id="B25 not doubled by B24"
        ),
    ],
)
def test_scores(call: str, what: str, took: int, options: dict[str, object], points: tuple[int, int]) -> None:
    """RULES B11, B23–B25; worked case B-1."""
    line = scored(call, what, took, **options)
    assert line.points == points
    assert line.contract == f"{call} {what}"
    assert [sum(number for side, number, _ in line.entries if side == one) for one in (0, 1)] == list(points)
    assert sum(line.won) == 12


@given(st.sampled_from(CALLS), st.integers(0, 12), st.booleans())
def test_b25_defenders_score_only_when_the_bid_fails(call: str, took: int, double: bool) -> None:
    """RULES B25."""
    line = scored(call, "up" if call.endswith("NT") else "S", took, defensive_scoring=True, double_nt=double)
    assert line.points[1] == 0 or line.points[0] < 0
    assert (line.points[0] > 0) == (took + 1 >= 6 + int(call[0]))


def test_b23_the_other_side_can_declare() -> None:
    """RULES B23: points go to the declarer's side, 0 to the other."""
    rules = bid_whist()
    assert rules.score(ended("3down", "H", 3, 9), Standing()).points == (0, 4)
    assert rules.score(ended("3down", "H", 1, 7), Standing()).points == (0, -3)


def test_the_sheet_says_how() -> None:
    line = scored("4NT", "down", 3, double_nt=True, defensive_scoring=True)
    assert line.entries == (
        (0, -8, "4NT down failed with 4 tricks, no-trump twice"),
        (1, 3, "9 tricks in defence"),
    )
    assert scored("4up", "S", 10).entries == ((0, 5, "4up S made with 11 tricks"),)


@pytest.mark.parametrize(
    ("target", "scores", "took", "winners"),
    [
        (5, (0, 0), 9, ()),
        (5, (1, 4), 9, (0,)),
        (5, (0, 4), 8, ()),
        (5, (-1, 4), 8, (1,)),
        (5, (-1, -4), 8, (1,)),
        (7, (1, 4), 9, ()),
        (7, (3, 6), 9, (0,)),
        (7, (-3, -6), 8, (1,)),
        (9, (3, 6), 9, ()),
        (9, (5, 8), 9, (0,)),
        (9, (-5, 0), 8, (1,)),
    ],
)
def test_b26_the_end(target: int, scores: tuple[int, int], took: int, winners: tuple[int, ...]) -> None:
    """RULES B26: at the target or as far below; the higher score wins. A bid of four, made with ten or lost."""
    rules = bid_whist(target=target)
    standing = Standing(scores=scores)
    after = rules.after(standing, rules.score(ended("4up", "S", 0, took), standing))
    assert (after.over, after.winners) == (bool(winners), winners)
    assert (after.dealer, after.number) == (1, 2)
    if winners:
        assert rules.rank(after)[winners[0]] == 1


@pytest.mark.parametrize(("declarer", "side", "tricks"), [(0, 0, 10), (0, 1, 4), (1, 0, 4), (3, 1, 10)])
def test_tricks_that_win_a_conceded_hand(declarer: int, side: int, tricks: int) -> None:
    """RULES T4, B23: the bid of 6 + 4, or so many of 13 that it fails."""
    assert bid_whist().tricks_to_win(ended("4up", "S", declarer, 5), side) == tricks


# -- two hands ---------------------------------------------------------------------------------------------------------

NO_TRUMP_UPTOWN = """
1 H6 CK HK HA 0
0 S9 S4 S5 S3 0
0 DJ D4 D2 D9 0
0 HQ H4 S2 HJ 0
0 H3 H9 C9 HT 3
3 DA D3 JR D8 3
3 DT D6 S8 CQ 3
3 C5 C2 C6 CA 2
2 S7 ST S6 JB 3
3 DQ SQ H5 CJ 3
3 C7 CT C3 SA 0
0 H7 C8 SK D7 0
"""
SPADES_DOWNTOWN = """
1 D3 DK D5 DT 1
1 D6 DJ DQ D8 1
1 S8 SK SA S2 3
3 H5 HT HJ HK 3
3 H4 H6 HA H2 1
1 C7 CK CT C8 1
1 S6 S4 S3 JB 0
0 DA D7 D9 H7 0
0 D4 SQ JR C3 2
2 S7 HQ SJ S5 1
1 S9 C5 C6 H8 1
1 C9 CA H3 CJ 2
"""


def replayed(call: str, what: str, tricks: str) -> tuple[BidWhist, Hand]:
    """A hand written as leader, four cards and winner of each trick; every card must be legal."""
    rules, rows = bid_whist(), [row.split() for row in tricks.split("\n") if row]
    hands: list[list[Card]] = [[], [], [], []]
    for leader, *played, _ in rows:
        for place, code in enumerate(played):
            hands[(int(leader) + place) % 4].append(Card.parse(code))
    kitty = [card for card in FULL_PACK if not any(card in own for own in hands)]
    hand = chosen(rules, call, what, Cards(hands, kitty))
    for leader, *played, won in rows:
        assert hand.turn == int(leader)
        for code in played:
            rules.apply(hand, Play(hand.turn or 0, Card.parse(code)))
        assert hand.winners()[-1] == int(won)
    return rules, hand


@pytest.mark.parametrize(
    ("call", "what", "tricks", "points"),
    [
        pytest.param("4NT", "up", NO_TRUMP_UPTOWN, (0, -4), id="no-trump uptown"),
        pytest.param("4down", "S", SPADES_DOWNTOWN, (0, -4), id="spades downtown"),
    ],
)
def test_b27_hands_replay_without_a_revoke(call: str, what: str, tricks: str, points: tuple[int, int]) -> None:
    """RULES B27: whole hands of the two kinds under B14–B18, jokers discarded in no-trump, the low joker following a
    trump lead, the ace best downtown. (The published hands themselves are not at hand.)"""
    rules, hand = replayed(call, what, tricks)
    assert hand.over
    assert established(rules, hand) == ()
    assert rules.score(hand, Standing()).points == points


def test_b27_the_downtown_hand_needs_its_rules() -> None:
    """RULES B27: with other ranks, or jokers of no suit, the same cards would have gone elsewhere, or been a revoke."""
    rules, hand = replayed("4down", "S", SPADES_DOWNTOWN)
    third, seventh = hand.tricks[2], hand.tricks[6]
    assert str(third.by(third.winner)) == "SA"
    assert str(seventh.by(seventh.winner)) == "JB"
    hand.trump = "NT"
    assert established(rules, hand) != ()


# -- a referee of its own ----------------------------------------------------------------------------------------------


def suit_of(card: Card, trump: str) -> str:
    return trump if card.is_joker and trump != "NT" else card.suit


def led_of(trick: Sequence[Card], trump: str) -> str | None:
    return next((suit_of(card, trump) for card in trick if suit_of(card, trump) != "J"), None)


def referee_winner(trick: Sequence[Card], trump: str, direction: str) -> int:
    """B14–B16, B20, B21 said once more, without the engine: the place of the best card."""
    order = [*"RB", *BEST_FIRST[direction]]
    for suit in (trump, led_of(trick, trump)):
        places = [place for place, card in enumerate(trick) if suit_of(card, trump) == suit]
        if places:
            return min(places, key=lambda place: order.index(trick[place].rank))
    raise AssertionError("no suit was fixed")


def referee_legal(rules: BidWhist, own: list[Card], trick: list[Card], trump: str) -> set[Card]:
    """B15, B18–B22 said once more."""
    options, jokers, plain = rules.options, {c for c in own if c.is_joker}, {c for c in own if not c.is_joker}
    if not trick:
        return plain or jokers if trump == "NT" and options.nt_joker_lead == "last_card_only" else plain | jokers
    able = {card for card in own if suit_of(card, trump) == led_of(trick, trump)}
    if able:
        return able
    if trump == "NT" and options.nt_joker_must_go and jokers and led_of(trick, trump):
        return jokers
    return plain | jokers


def check(rules: BidWhist, hand: Hand) -> None:
    """Each card in one place (RULES C10), and what the referee says."""
    assert hand.hands is not None
    held = [card for own in hand.hands for card in own]
    places = [*held, *(hand.stock or ()), *hand.discards, *hand.played()]
    assert sorted(map(str, places)) == sorted(map(str, rules.pack()))
    if hand.phase == "play" and hand.turn is not None:
        legal = {one.card for one in rules.legal(hand) if isinstance(one, Play)}
        assert legal == referee_legal(rules, hand.hands[hand.turn], hand.trick, str(hand.trump))
    for trick in hand.tricks[-1:]:
        assert trick.winner == trick.seat(referee_winner(trick.cards, str(hand.trump), hand.direction))


def expected_points(options: dict[str, object], hand: Hand) -> list[int]:
    """B11, B23–B25 said once more."""
    assert hand.contract is not None
    call, side = str(hand.contract.call), hand.contract.seat % 2
    won = sum(trick.winner % 2 == side for trick in hand.tricks) + 1
    own = won - 6 if won >= 6 + int(call[0]) else -int(call[0])
    other = max(0, 13 - won - 6) if options["defensive_scoring"] else 0
    points = [own * (2 if "NT" in call and options["double_nt"] else 1), other]
    return points if side == 0 else points[::-1]


@given(st.integers(0, 10**6), OPTIONS | NO_JOKERS)
@settings(max_examples=25, deadline=None)
def test_matches_agree_with_the_referee_and_end(seed: int, options: dict[str, object]) -> None:
    """RULES C10, B14–B26: random matches with random options."""
    rng, match, scores = Random(seed), Match(bid_whist(**options)), [0, 0]
    while not match.standing.over:
        hand = match.deal(rng=rng)
        while not hand.over:
            check(match.rules, hand)  # type: ignore[arg-type]
            match.apply(mild(match.legal(), rng))
        check(match.rules, hand)  # type: ignore[arg-type]
        scores = [old + new for old, new in zip(scores, expected_points(options, hand), strict=True)]
        assert match.standing.scores == tuple(scores)
        assert established(match.rules, hand) == ()
        assert len(match.lines) < 400
    assert max(map(abs, scores)) >= int(str(options["target"]))
    assert match.standing.winners == (scores.index(max(scores)),)
    assert scores[0] != scores[1]


# -- hands that nobody knows -------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), OPTIONS | NO_JOKERS)
@settings(max_examples=40, deadline=None)
def test_an_unknown_hand_goes_as_the_known_one(seed: int, options: dict[str, object]) -> None:
    """At a real table: the kitty is laid open where all see it (RULES B12, B13), nobody sees the discards."""
    rules, rng = bid_whist(**options), Random(seed)
    standing = rules.first_standing(seed % 4)
    known = rules.start(standing, rules.shuffled(standing, rng))
    unknown, kitty = rules.start(standing), tuple(known.stock or ())
    while not known.over:
        action = mild(rules.legal(known), rng)
        rules.apply(known, action)
        if isinstance(action, Discard):
            continue
        assert action in rules.legal(unknown)
        rules.apply(unknown, action)
        if unknown.phase == "turn_up":
            assert rules.legal(unknown) == ()
            rules.apply(unknown, TurnUp(unknown.dealer, kitty))
            assert unknown.turned_up == kitty == known.turned_up
    assert unknown.over
    assert rules.score(unknown, standing) == rules.score(known, standing)


@pytest.mark.parametrize(
    ("seat", "kitty", "why"),
    [
        (1, "C2 D2 H2 S2 JR JB", "by the dealer, seat 0, not by seat 1"),
        (0, "C2 D2 H2 S2 JR", "The kitty is 6 different cards"),
        (0, "C2 D2 H2 S2 JR JB C3", "The kitty is 6 different cards"),
        (0, "C2 D2 H2 S2 JR JR", "The kitty is 6 different cards"),
        (0, "", "The kitty is 6 different cards"),
    ],
)
def test_a_kitty_that_cannot_be(seat: int, kitty: str, why: str) -> None:
    rules = bid_whist(sport="always")
    hand = chosen(rules, "4up", "S", None)
    assert (hand.phase, hand.turn) == ("turn_up", None)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, TurnUp(seat, cards(kitty)))
    with pytest.raises(Refused, match="must be seen first"):
        rules.apply(hand, Play(1, Card("C", "3")))


def test_a_joker_that_is_not_in_the_pack_cannot_lie_in_the_kitty() -> None:
    rules = bid_whist(sport="always", jokers=1)
    with pytest.raises(Refused, match="5 different cards of the pack"):
        rules.apply(chosen(rules, "4up", "S", None), TurnUp(0, cards("C2 D2 H2 S2 JB")))


@pytest.mark.parametrize(("gets", "who"), [(False, []), (True, [1])])
def test_who_may_play_a_card_of_a_kitty_that_was_shown(gets: bool, who: list[int]) -> None:
    """RULES B10: where the bidder took it he may have kept any of it; nobody else holds one."""
    rules = bid_whist(sport="always", bidder_gets_kitty=gets)
    hand = chosen(rules, "4up", "S", None)
    rules.apply(hand, TurnUp(0, SUITED.stock))
    may = []
    for card in cards("D3 H3 S3 C3"):
        if Play(hand.turn or 0, JR) in rules.legal(hand):
            may.append(hand.turn)
        else:
            assert rules.why_not(hand, Play(hand.turn or 0, JR)) == "JR is known to be elsewhere."
        rules.apply(hand, Play(hand.turn or 0, card))
    assert may == who


def test_an_unknown_kitty_that_is_not_shown_refuses_nothing() -> None:
    rules = bid_whist(bidder_gets_kitty=True)
    hand = chosen(rules, "4up", "S", None)
    assert (hand.phase, hand.turn) == ("play", 1)
    assert rules.legal(hand) == tuple(Play(1, card) for card in FULL_PACK)


def test_a_known_kitty_is_not_turned_up_by_hand() -> None:
    rules = bid_whist(sport="always")
    with pytest.raises(Refused, match="No card is turned up"):
        rules.apply(chosen(rules, "4up", "S"), TurnUp(0, SUITED.stock))


# -- what is odd -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Play(1, Card("D", "3")), "must bid"),
        (Choose(1, "S"), "must bid"),
        (Discard(1, SUITED.stock), "must bid"),
        (Announce(1, 10), "must bid"),
        (Bid(2, "4up"), "turn of seat 1"),
        (TurnUp(0, SUITED.stock), "No card is turned up"),
    ],
)
def test_what_is_not_for_now(action: Action, why: str) -> None:
    rules = bid_whist()
    hand = auction(rules)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert hand.actions == []


def test_a_bid_after_the_auction_is_refused() -> None:
    rules = bid_whist()
    with pytest.raises(Refused, match="must choose"):
        rules.apply(auction(rules, "4up", "pass", "pass", "pass"), Bid(1, "5up"))
    with pytest.raises(Refused, match="must play a card"):
        rules.apply(chosen(rules, "4up", "S"), Bid(1, "5up"))


@pytest.mark.parametrize(
    "options",
    [
        {"target": 6},
        {"jokers": 3},
        {"jokers": True},
        {"min_bid": 5},
        {"min_bid": 0},
        {"low_beats_high": 1},
        {"bidder_gets_kitty": "yes"},
        {"sport": True},
        {"bidder_leads": None},
        {"nt_joker_must_go": "free"},
        {"nt_joker_lead": False},
        {"double_nt": 2},
        {"defensive_scoring": []},
        {"kitty": True},
    ],
)
def test_odd_options(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="option"):
        rules_of("bid", options)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"nt_joker_must_go": True}, "jokers cannot have to go where there are none"),
        ({"nt_joker_lead": "last_card_only"}, "jokers cannot be led last where there are none"),
    ],
)
def test_impossible_options(options: dict[str, object], why: str) -> None:
    """Rules about jokers need jokers."""
    with pytest.raises(ValueError, match=why):
        rules_of("bid", {"jokers": 0} | options)
    for jokers in (1, 2):
        rules_of("bid", {"jokers": jokers} | options)


def test_the_title_says_the_house_rules() -> None:
    assert BidOptions().summary() == "Bid Whist to 5, bids from 3"
    loud = BidOptions(target=7, jokers=1, sport="always", bidder_gets_kitty=True, double_nt=True, low_beats_high=False)
    assert loud.summary() == (
        "Bid Whist to 7, one joker, bids from 3, downtown does not beat uptown, the bidder gets the kitty, "
        "the kitty is shown, no-trump counts twice"
    )


def test_a_written_trump_does_not_count() -> None:
    hand = bid_whist().start(Standing(), Cards(SUITED.hands, SUITED.stock, "H"))
    assert hand.trump is None
