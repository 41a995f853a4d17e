"""The whist of the Italian rules page (RULES I1–I10)."""

from random import Random

import pytest

from tests.whist.match import Match
from tests.whist.records_by_hand import AROUND, plays, suited
from whist.cards import PACK, SUITS, Card
from whist.games import rules_of
from whist.games.italian import Italian, ItalianOptions
from whist.records.recording import record_of
from whist.records.records import read, replay
from whist.rules.actions import Choose, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.hand import Hand, Trick
from whist.rules.refusals import Refused
from whist.rules.standing import Line, Standing

SUITED = Cards([[card for card in PACK if card.suit == suit] for suit in "CDHS"])
"""Seat 0 holds the clubs, seat 1 the diamonds, seat 2 the hearts, seat 3 the spades."""
METHODS = ["random", "rotation", "entered"]


def italian(method: str = "random") -> Italian:
    return Italian(ItalianOptions(trump_method=method))


def begun(
    rules: Italian, number: int = 1, dealt: Cards | None = None, trump: str | None = None, dealer: int = 0
) -> Hand:
    return rules.start(Standing(dealer=dealer, number=number), dealt, trump)


def played(rules: Italian, dealer: int = 0) -> Match:
    match = Match(rules, dealer)
    rng = Random(dealer)
    while not match.standing.over:
        match.deal(rng=rng)
        while not match.hand.over:
            match.apply(rng.choice(match.legal()))
    return match


def scored(won: int) -> Line:
    """The line of a hand in which side 0 won ``won`` tricks."""
    winners = [0] * won + [3] * (13 - won)
    tricks = [Trick(0, tuple(own[n] for own in SUITED.hands), (seat,)) for n, seat in enumerate(winners)]
    return italian().score(Hand(4, 0, hands=[[], [], [], []], trump="H", tricks=tricks, phase="over"), Standing())


def test_four_players_two_sides_thirteen_tricks():
    """RULES I1, I9: opposite seats are partners; ace high, two low."""
    rules = italian()
    assert (rules.players, rules.sides) == (4, 2)
    assert [rules.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    match = Match(rules)
    hand = match.deal(rng=Random(0))
    assert [len(own) for own in hand.hands] == [13] * 4
    while not hand.over:
        match.apply(match.legal()[0])
    assert len(hand.tricks) == 13
    ranked = sorted(SUITED.hands[0], key=lambda card: rules.strength(hand, card))
    assert (str(ranked[0]), str(ranked[-1])) == ("C2", "CA")
    with pytest.raises(ValueError, match="italian is for 4 players, not 3"):
        rules_of("italian", {}, 3)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("number", range(1, 31))
def test_every_fifth_round_has_no_trumps(method, number):
    """RULES I2, I7, whatever the method: rounds 5, 10, 15 … and no other."""
    rules = italian(method)
    hand = begun(rules, number, rules.shuffled(Standing(number=number), Random(number)))
    assert (hand.phase == "choose") == (method == "entered" and number % 5 != 0)
    if hand.phase == "choose":
        rules.apply(hand, Choose(0, "H"))
    assert (hand.trump == "NT") == (number in (5, 10, 15, 20, 25, 30))
    assert hand.trump in (*SUITS, "NT")
    assert (hand.phase, hand.turned_up) == ("play", ())


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("method", METHODS)
def test_the_first_lead_moves_clockwise(dealer, method):
    """RULES I3, I10, C11: the first dealer is told, and with it the first leader, who sits at its left."""
    match = played(italian(method), dealer)
    dealers = [one.dealer for one in match.lines]
    assert dealers == [(dealer + step) % 4 for step in range(len(dealers))]
    for step in range(8):
        hand = begun(italian(), 1 + step, dealer=(dealer + step) % 4)
        assert hand.leader == (dealer + step + 1) % 4


def test_who_deals_leads_last():
    """RULES I10, I3: the player at the right of the first leader is the dealer."""
    rules = italian()
    hand = begun(rules, dealt=SUITED, trump="S", dealer=2)
    for code in ("SA", "CA", "DA", "HA"):
        rules.apply(hand, Play(hand.turn, Card.parse(code)))
    assert (hand.tricks[0].leader, hand.tricks[0].by(2), hand.turn) == (3, Card.parse("HA"), 3)


def test_a_void_player_may_play_anything():
    """RULES I4, C4, C5, C6: a trump too, and it wins; who holds the led suit must follow."""
    rules = italian()
    hand = begun(rules, dealt=SUITED, trump="D", dealer=3)
    rules.apply(hand, Play(0, Card.parse("CA")))
    assert [action.card for action in rules.legal(hand)] == list(SUITED.hands[1])
    for code in ("D2", "HA", "SA"):
        rules.apply(hand, Play(hand.turn, Card.parse(code)))
    assert (hand.winners(), hand.turn) == ([1], 1)
    follow = begun(rules, dealt=Cards([PACK[seat::4] for seat in range(4)]), trump="D", dealer=3)
    rules.apply(follow, Play(0, Card.parse("C2")))
    assert {str(action.card) for action in rules.legal(follow)} == {"C3", "C7", "CJ"}
    with pytest.raises(Refused, match="You still hold a club"):
        rules.apply(follow, Play(1, Card.parse("D2")))


@pytest.mark.parametrize("won", range(14))
def test_odd_tricks_score_and_nobody_loses(won):
    """RULES I5."""
    assert scored(won).points == ((won - 6, 0) if won > 6 else (0, 7 - won))
    assert len(scored(won).entries) == 1


@pytest.mark.parametrize(
    ("scores", "won", "winners"),
    [
        pytest.param((6, 6), 7, (0,), id="I6 the seventh point"),
        pytest.param((6, 6), 6, (1,), id="I6 the other side's"),
        pytest.param((6, 0), 13, (0,), id="I6 beyond seven"),
        pytest.param((0, 0), 13, (0,), id="I6 in one round"),
        pytest.param((5, 6), 7, (), id="I6 six are not enough"),
        pytest.param((0, 5), 6, (), id="I6 not five"),
    ],
)
def test_seven_points_win_the_match(scores, won, winners):
    rules = italian()
    standing = rules.after(Standing(scores=scores), scored(won))
    assert (standing.winners, standing.over) == (winners, bool(winners))
    assert rules.target == 7


@pytest.mark.parametrize("dealer", range(4))
def test_a_match_ends_with_one_winner(dealer):
    """RULES I6: no tie, for one side scores in a round (I5)."""
    match = played(italian(), dealer)
    assert all(sorted(map(bool, one.points)) == [False, True] for one in match.lines)
    (winner,) = match.standing.winners
    assert match.standing.scores[winner] >= 7 > match.standing.scores[1 - winner]
    assert match.rules.rank(match.standing)[winner] == 1


# -- trumps (RULES I8) -------------------------------------------------------------------------------------------------


def test_trumps_are_drawn():
    """RULES I8, random: all four suits come, and the same seed draws the same."""
    rules, standing = italian(), Standing(number=2)
    drawn = [rules.shuffled(standing, Random(seed)).trump for seed in range(100)]
    assert set(drawn) == set(SUITS)
    assert drawn == [rules.shuffled(standing, Random(seed)).trump for seed in range(100)]
    assert min(drawn.count(suit) for suit in SUITS) > 10


def test_trumps_by_turns():
    """RULES I8, rotation, and I7: the four suits, then none; the same at a real table and with known hands."""
    rules = italian("rotation")
    turns = ["H", "D", "C", "S", "NT"] * 3
    assert [begun(rules, number).trump for number in range(1, 16)] == turns
    assert [begun(rules, number, SUITED).trump for number in range(1, 16)] == turns
    dealt = [rules.shuffled(Standing(number=number), Random(0)).trump for number in range(1, 16)]
    assert dealt == turns


@pytest.mark.parametrize("method", ["entered", "random"])
@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("dealt", [SUITED, None])
def test_the_dealer_names_trumps(method, suit, dealt):
    """RULES I8: when they are entered, and where nothing could draw them, at a real table."""
    rules = italian(method)
    hand = begun(rules, 2, dealt, dealer=1)
    assert (hand.phase, hand.turn, hand.trump) == ("choose", 1, None)
    assert rules.legal(hand) == tuple(Choose(1, one) for one in SUITS)
    rules.apply(hand, Choose(1, suit))
    assert (hand.phase, hand.turn, hand.trump) == ("play", 2, suit)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dealt", [SUITED, None])
def test_nobody_names_trumps_in_a_round_without(method, dealt):
    """RULES I7, I8."""
    hand = begun(italian(method), 10, dealt)
    assert (hand.phase, hand.trump) == ("play", "NT")


@pytest.mark.parametrize(
    ("action", "why"),
    [
        pytest.param(Choose(0, "NT"), "Trumps cannot be 'NT'; choose C, D, H or S", id="I2 no trumps"),
        pytest.param(Choose(0, "cuori"), "Trumps cannot be 'cuori'", id="I2 no suit"),
        pytest.param(Choose(1, "H"), "It is the turn of seat 0, not of seat 1", id="I8 not the dealer"),
        pytest.param(Play(0, Card.parse("C2")), "No card can be played now", id="I8 a card too soon"),
        pytest.param(TurnUp(0, (Card.parse("C2"),)), "No card is turned up now", id="I8 no turn-up"),
    ],
)
def test_what_cannot_be_named_is_refused(action, why):
    rules = italian("entered")
    hand = begun(rules, dealt=SUITED)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert (hand.phase, hand.trump, hand.actions) == ("choose", None, [])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("number", "trump", "why"),
    [
        pytest.param(5, "H", "trumps cannot be H in hand 5; they can be NT", id="I7 fifth round"),
        pytest.param(10, "C", "trumps cannot be C in hand 10; they can be NT", id="I7 tenth round"),
        pytest.param(4, "NT", "trumps cannot be NT in hand 4; they can be", id="I7 fourth round"),
        pytest.param(6, "NT", "trumps cannot be NT in hand 6; they can be", id="I7 sixth round"),
        pytest.param(2, "X", "'X' is no trump; write C, D, H, S or NT for no trumps", id="I2 no strain"),
        pytest.param(1, "", "'' is no trump", id="I2 nothing"),
        pytest.param(5, "CD", "'CD' is no trump", id="I2 two suits"),
    ],
)
def test_a_record_with_other_trumps_is_refused(method, number, trump, why):
    with pytest.raises(ValueError, match=why):
        begun(italian(method), number, SUITED, trump)


def test_a_record_cannot_turn_the_turns():
    """RULES I8."""
    assert begun(italian("rotation"), 2, SUITED, "D").trump == "D"
    with pytest.raises(ValueError, match="trumps cannot be H in hand 2; they can be D"):
        begun(italian("rotation"), 2, SUITED, "H")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("trump", [*SUITS, "NT"])
def test_a_record_of_one_hand_may_be_any_round_but_is_one_i7(method, trump):
    """RULES I2, I7, I8: its trumps are what it says; the first round that can have them is taken, and written again."""
    number = 5 if trump == "NT" else "HDCS".index(trump) + 1 if method == "rotation" else 1
    record = suited("italian", plays(AROUND), trump=trump, options={"trump_method": method})
    recorded = read(record)
    assert (recorded.hand.trump, recorded.hand.phase, recorded.standing.number) == (trump, "play", number)
    written = record_of(recorded.rules, recorded.standing, recorded.hand) | {"actions": record["actions"]}
    assert replay(written) == replay(record)


@pytest.mark.parametrize("method", METHODS)
def test_the_first_round_of_a_match_has_trumps_i7(method):
    with pytest.raises(ValueError, match="trumps cannot be NT in hand 1"):
        Match(italian(method)).deal(Cards(SUITED.hands, (), "NT"))


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"trump_method": "turn_up"}, "choose one of random, rotation, entered"),
        ({"trump_method": None}, "option trump_method cannot be None"),
        ({"target": 7}, "option 'target' is unknown"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    """RULES I6, I8: the seven points are no option."""
    with pytest.raises(ValueError, match=why):
        rules_of("italian", options)


@pytest.mark.parametrize(
    ("method", "title"),
    [
        ("random", "Italian Whist to 7"),
        ("rotation", "Italian Whist to 7, trumps in turn H D C S"),
        ("entered", "Italian Whist to 7, the dealer names trumps"),
    ],
)
def test_the_house_rules_in_one_line(method, title):
    assert italian(method).options.summary() == title
