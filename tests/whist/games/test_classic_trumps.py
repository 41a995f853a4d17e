"""Classic Whist: the deal, the turn-up, and other ways to trumps (RULES W1–W4, W11)."""

from random import Random

import pytest

from tests.cards import cards
from tests.whist.games.classic_hands import ALTERNATE, CYCLE, SUITED, begun, classic
from tests.whist.match import Match
from tests.whist.playing import play
from tests.whist.records_by_hand import suited
from whist.cards import PACK, STRAINS, Card
from whist.games import rules_of
from whist.records.records import BadRecord, read
from whist.rules.actions import Bid, Choose, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

NAMED = [{"trump_method": "chosen"}, {"trump_method": "rotation", "trump_cycle": CYCLE}]


# -- the deal and the turn-up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 2, 3, 5, 52, -4])
def test_only_four_play_w1(players):
    """RULES W1."""
    with pytest.raises(ValueError, match="classic is for 4 players, not"):
        rules_of("classic", {}, players)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        pytest.param(ALTERNATE.hands[:3], "3 hands are given for 4 players", id="W1 three hands"),
        pytest.param([*ALTERNATE.hands[:3], PACK[3::4][:12]], "seat 3 has 12 cards; every hand has 13", id="W1 twelve"),
        pytest.param([*ALTERNATE.hands[:3], ALTERNATE.hands[0]], "the card C2 is dealt twice", id="C1 twice"),
        pytest.param(
            [*ALTERNATE.hands[:3], (Card.parse("JR"), *PACK[3::4][1:])],
            "the card JR is not in this game's pack",
            id="C1 joker",
        ),
    ],
)
def test_cards_that_cannot_be_are_refused(hands, why):
    with pytest.raises(ValueError, match=why):
        begun(dealt=Cards(hands))


def test_thirteen_cards_each_and_no_more():
    """RULES W1."""
    dealt = classic().shuffled(Standing(), Random(1))
    assert [len(own) for own in dealt.hands] == [13] * 4
    assert dealt.stock == []


@pytest.mark.parametrize("dealer", range(4))
def test_the_turned_up_card_is_the_dealers(dealer):
    """RULES W2, W3: it fixes trumps, and the dealer may play it at once."""
    rules = classic()
    hand = begun(rules, ALTERNATE, dealer)
    (card,) = hand.turned_up
    assert card == ALTERNATE.hands[dealer][-1]
    assert card in hand.hands[dealer]
    assert (hand.trump, rules.turn_up_lies) == (card.suit, True)
    for _ in range(4):
        own = [action.card for action in rules.legal(hand) if action.card.suit == card.suit]
        assert (card in own) == (hand.turn == dealer)
        rules.apply(hand, Play(hand.turn, own[-1]))
    assert hand.tricks[0].by(dealer) == card


def test_the_turned_up_card_may_be_kept():
    """RULES W3, W2: after trick 1, too, nobody but the dealer can hold it."""
    rules = classic()
    hand = begun(rules, dealer=3)
    rules.apply(hand, TurnUp(3, cards("HT")))
    play(rules, hand, "C2 C3 C4 C5")
    assert hand.turn == 3
    assert Play(3, Card.parse("HT")) in rules.legal(hand)
    play(rules, hand, "H2")
    assert Play(0, Card.parse("HT")) not in rules.legal(hand)
    with pytest.raises(Refused, match="HT is known to be elsewhere"):
        rules.apply(hand, Play(0, Card.parse("HT")))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        pytest.param(TurnUp(1, cards("H7")), "The dealer, seat 0, turns up the card, not seat 1", id="W2 not dealer"),
        pytest.param(TurnUp(0, cards("H7 H8")), "One card is turned up, not 2", id="W2 two"),
        pytest.param(TurnUp(0, ()), "One card is turned up, not 0", id="W2 none"),
        pytest.param(TurnUp(0, cards("JR")), "JR is not in this game's pack", id="W2 joker"),
        pytest.param(Play(1, Card.parse("H7")), "The cards that lie open must be seen first", id="W2 play too soon"),
        pytest.param(Choose(0, "H"), "The cards that lie open must be seen first", id="W11 choose"),
    ],
)
def test_before_the_turn_up_nothing_else_happens(action, why):
    rules, hand = classic(), begun()
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert (hand.phase, hand.trump, hand.actions) == ("turn_up", None, [])


def test_only_one_card_is_turned_up():
    """RULES W2."""
    rules, hand = classic(), begun()
    rules.apply(hand, TurnUp(0, cards("H7")))
    with pytest.raises(Refused, match="No card is turned up now"):
        rules.apply(hand, TurnUp(0, cards("H8")))
    with pytest.raises(Refused, match="No card is turned up now"):
        rules.apply(begun(rules, ALTERNATE), TurnUp(0, cards("H8")))


@pytest.mark.parametrize("trump", ["C", "D", "H", "S"])
def test_a_record_says_trumps_w2(trump):
    """RULES W2: they are a suit that the dealer holds."""
    hand = begun(dealt=ALTERNATE, trump=trump)
    assert (hand.trump, hand.turned_up[0].suit) == (trump, trump)
    blind = begun(trump=trump)
    assert (blind.trump, blind.phase, blind.turn) == (trump, "play", 1)


@pytest.mark.parametrize("dealt", [SUITED, None])
@pytest.mark.parametrize("trump", ["NT", "CD", "", "h", "hearts"])
def test_a_turned_up_card_cannot_make_such_trumps_w2(dealt, trump):
    with pytest.raises(ValueError, match=f"trumps cannot be '{trump}': the dealer's turned-up card fixes them"):
        begun(dealt=dealt, trump=trump)


def test_a_suit_that_the_dealer_does_not_hold_cannot_be_trumps():
    """RULES W2."""
    with pytest.raises(ValueError, match="trumps cannot be 'H'"):
        begun(dealt=SUITED, dealer=0, trump="H")


# -- other ways to trumps ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cycle", [CYCLE, "S H D C", "H C D S NT"])
def test_trumps_by_turns(cycle):
    """RULES W11, known hands or not."""
    rules = classic(trump_method="rotation", trump_cycle=cycle)
    turns = cycle.split()
    for number in range(1, 12):
        for dealt in (SUITED, None):
            hand = begun(rules, dealt, number=number)
            assert (hand.trump, hand.phase, hand.turn) == (turns[(number - 1) % len(turns)], "play", 1)
            assert (hand.turned_up, rules.turn_up_lies) == ((), False)


def test_turns_go_on_through_a_match():
    """RULES W11."""
    match = Match(classic(trump_method="rotation", trump_cycle=CYCLE, target=9))
    while not match.standing.over:
        match.deal(rng=Random(match.standing.number))
        while not match.hand.over:
            match.apply(match.legal()[0])
    trumps = [one.trump for one in match.lines]
    assert len(trumps) > 2
    assert trumps == (CYCLE.split() * 9)[: len(trumps)]


def test_a_record_cannot_turn_the_turns():
    """RULES W11: a record that tells no number is of the first hand of a match that can have its trumps."""
    options = {"trump_method": "rotation", "trump_cycle": "S H D C"}
    record = suited("classic", options=options, trump="D")
    assert (read(record).hand.trump, read(record).standing.number) == ("D", 3)
    rules = rules_of("classic", options)
    assert begun(rules, SUITED, number=2, trump="H").trump == "H"
    with pytest.raises(BadRecord, match="Trumps cannot be NT in any hand; they can be C, D, H or S"):
        read(record | {"trump": "NT"})
    with pytest.raises(ValueError, match="trumps cannot be S in hand 2; they can be H"):
        begun(rules, SUITED, number=2, trump="S")


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("dealt", [SUITED, None])
def test_the_dealer_chooses_trumps(strain, dealt):
    """RULES W11; then the dealer's left leads (RULES W4)."""
    rules = classic(trump_method="chosen")
    hand = begun(rules, dealt, dealer=2)
    assert (hand.phase, hand.turn, hand.trump) == ("choose", 2, None)
    assert rules.legal(hand) == tuple(Choose(2, one) for one in STRAINS)
    assert rules.legal(hand, 1) == ()
    rules.apply(hand, Choose(2, strain))
    assert (hand.phase, hand.turn, hand.trump, hand.turned_up) == ("play", 3, strain, ())


@pytest.mark.parametrize(
    ("action", "why"),
    [
        pytest.param(Choose(1, "H"), "It is the turn of seat 0, not of seat 1", id="W11 not the dealer"),
        pytest.param(Choose(0, "up"), "Trumps cannot be 'up'; choose C, D, H, S or NT", id="W11 a direction"),
        pytest.param(Choose(0, ""), "Trumps cannot be ''", id="W11 nothing"),
        pytest.param(Choose(0, "CD"), "Trumps cannot be 'CD'", id="W11 two suits"),
        pytest.param(Play(0, Card.parse("C2")), "No card can be played now", id="W11 a card"),
        pytest.param(Bid(0, "pass"), "That is not for now: seat 0 must choose trumps", id="W11 a bid"),
        pytest.param(TurnUp(0, cards("C2")), "No card is turned up now", id="W11 a turn-up"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(action, why):
    rules = classic(trump_method="chosen")
    hand = begun(rules, SUITED)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert (hand.phase, hand.turn, hand.trump) == ("choose", 0, None)


@pytest.mark.parametrize("trump", STRAINS)
def test_a_record_says_what_was_chosen(trump):
    """RULES W11."""
    for dealt in (SUITED, None):
        hand = begun(classic(trump_method="chosen"), dealt, trump=trump)
        assert (hand.trump, hand.phase, hand.turn) == (trump, "play", 1)


@pytest.mark.parametrize("options", NAMED)
@pytest.mark.parametrize("trump", ["X", "", "nt", "CD"])
def test_a_record_of_no_trump_at_all_is_refused_w11(options, trump):
    with pytest.raises(ValueError, match=f"'{trump}' is no trump"):
        begun(classic(**options), SUITED, trump=trump)
