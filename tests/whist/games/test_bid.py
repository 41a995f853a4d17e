"""Bid Whist: ranks, play and scores (RULES B14–B27, worked cases B-1 to B-3)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.games.bid_hands import BEST_FIRST, SUITED, auction, bid_whist, chosen, ended, lying, scored, winner
from whist.cards import FULL_PACK, Card
from whist.games.bid import CALLS, BidWhist
from whist.law.revokes import established
from whist.rules.actions import Choose, Discard, Play
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.standing import Standing


def may_play(rules: BidWhist, trump: str, own: str, trick: str = "") -> str:
    """What seat ``len(trick)`` may play from ``own``."""
    hand = lying(trump, "up", trick)
    hand.hands = [list(cards(own))] * 4
    return " ".join(str(one.card) for one in rules.legal(hand) if isinstance(one, Play))


# -- ranks -------------------------------------------------------------------------------------------------------------


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
        ("NT", "", "D9", ""),
    ],
)
def test_b19_by_option_a_joker_must_go(trump: str, own: str, trick: str, legal: str) -> None:
    """RULES B19: at the first chance when void in the led suit; in no-trump only. Who has no card plays none."""
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
