"""Table law: revokes, found and until when they may be put right (RULES T1, T2)."""

from random import Random

import pytest
from hypothesis import given

from tests.cards import cards
from tests.whist.law import revoking
from tests.whist.law.tables import SEEDS, card, known, table
from tests.whist.playing import play
from whist.games import rules_of
from whist.law.going_back import replayed, taken_back
from whist.law.revokes import Revoke, established, may_correct
from whist.rules.actions import Bid, Choose, Play, TurnUp
from whist.rules.refusals import Refused

# -- T1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        pytest.param("S2 S3 H4 S5 H6 H7 H8 H9", [], id="T1 a void is no revoke"),
        pytest.param("S2 S3 H4 S5 SK S6 S7 S8", [Revoke(3, 0)], id="T1 the suit played later is"),
        pytest.param("S2 S3 H4 S5 S6 S7 S8 SK", [Revoke(3, 0)], id="T1 led or followed"),
        pytest.param("S2 S3 C4 S5 S6", [Revoke(3, 0)], id="T1 a ruff too, found in the trick being played"),
        pytest.param("S2 S3 C4 S5 C6 C7 C8 C9", [], id="T1 only the suit that was led"),
        pytest.param("S2 D3 H4 S5 S6 S7 S8 S9 S4 SK", [Revoke(2, 0), Revoke(3, 0)], id="T1 two in a trick"),
    ],
)
def test_a_revoke_is_found_from_later_play(codes, found):
    rules, hand = table()
    assert established(rules, play(rules, hand, codes)) == tuple(found)


def test_nothing_is_found_while_the_suit_has_not_been_played_again():
    """T1: the play so far proves it, not what will be played."""
    rules, hand = table()
    play(rules, hand, "S2 S3 H4 S5")
    assert established(rules, hand) == ()
    play(rules, hand, "H2 H3 H5")
    assert established(rules, hand) == ()
    play(rules, hand, "S4")
    assert established(rules, hand) == (Revoke(3, 0),)


@pytest.mark.parametrize("game", revoking.FAMILY)
@given(seed=SEEDS)
def test_all_revokes_are_found_by_the_end(game, seed):
    """T1 in every game: those that were made, no others; alike where nobody's cards are known. (In the first stage of
    German Whist none can be proved, RULES G12; Honeymoon Whist may stop before the suit is played.)"""
    rng = Random(seed)
    rules, standing, hand = revoking.dealt(game, rng)
    made = [one for one in revoking.played_out(rules, hand, rng) if rules.revoke_provable(hand, one.trick)]
    found = established(rules, hand)
    assert set(found) <= set(made)
    assert game == "honeymoon" or list(found) == made
    assert established(rules, revoking.unknown(rules, standing, hand)) == found


def auction(rules, hand, call, choice):
    rules.apply(hand, Bid(1, call))
    for seat in (2, 3, 0):
        rules.apply(hand, Bid(seat, "pass"))
    rules.apply(hand, Choose(1, choice))
    return hand


@pytest.mark.parametrize(
    ("call", "choice", "codes", "found"),
    [
        pytest.param("4up", "H", "H4 JR H5 H6 JB H2 H3 H7", [], id="T1 a joker follows trumps"),
        pytest.param(
            "4up", "H", "H4 D3 H5 H6 H8 H7 JR HT", [Revoke(2, 0)], id="T1 a joker proves that trumps were held"
        ),
        pytest.param("4up", "H", "JR D3 H5 H6 H8 H7 H9 HT", [Revoke(2, 0)], id="T1 a joker led asks for trumps"),
        pytest.param(
            "4NT", "up", "S4 JR S5 S6 S8 S7 S9 ST", [Revoke(2, 0)], id="T1 a joker in no-trump does not follow"
        ),
        pytest.param("4NT", "up", "S4 D3 S5 S6 S8 S7 JR ST", [], id="T1 and proves nothing"),
        pytest.param(
            "4NT", "up", "JB D3 H5 D6 H8 S7 H9 D9", [Revoke(3, 0)], id="T1 the first suit after a joker counts"
        ),
    ],
)
def test_jokers_and_revokes(call, choice, codes, found):
    rules = rules_of("bid")
    hand = auction(rules, rules.start(rules.first_standing()), call, choice)
    assert established(rules, play(rules, hand, codes)) == tuple(found)


def test_a_revoke_reads_well():
    assert Revoke(2, 4).told() == "revoke by seat 2 in trick 5"


# -- T2 ----------------------------------------------------------------------------------------------------------------


def played_instead(rules, hand, seat, card):
    """The hand in which ``seat`` has laid ``card`` in place of its card in the trick that lies there."""
    before = taken_back(rules, hand, seat)
    rules.happen(before, Play(seat, card))
    return before


@pytest.mark.parametrize(
    ("correction", "laid", "turned", "may"),
    [
        ("until_trick_turned", "S2 H3 S4", False, True),
        ("until_trick_turned", "S2 H3 S4 S5", False, True),
        ("until_trick_turned", "S2 H3 S4 S5", True, False),
        ("until_trick_turned", "S2 H3 S4 S5 S6", False, False),
        ("until_next_lead", "S2 H3 S4", False, True),
        ("until_next_lead", "S2 H3 S4 S5", True, True),
        ("until_next_lead", "S2 H3 S4 S5 S6", True, False),
        ("never", "S2 H3 S4", False, False),
        ("never", "S2 H3 S4 S5", False, False),
    ],
)
def test_t2_until_when_a_revoke_may_be_put_right(correction, laid, turned, may):
    rules, hand = table({"revoke_correction": correction})
    play(rules, hand, laid)
    assert may_correct(rules.options, hand, 2, 0, turned) is may


@pytest.mark.parametrize(("seat", "trick"), [(0, 0), (3, 0), (1, 1), (1, -1), (2, 7)])
def test_t2_only_a_card_that_lies_there_can_be_put_right(seat, trick):
    rules, hand = table()
    assert not may_correct(rules.options, play(rules, hand, "S2 H3"), seat, trick)
    assert not may_correct(rules.options, table()[1], seat, trick)


def test_t2_the_followers_take_their_cards_back_and_play_again():
    rules, hand = table()
    play(rules, hand, "S2 H3 S4")
    right = played_instead(rules, hand, 2, card("S9"))
    assert (right.trick, right.turn) == (list(cards("S2 S9")), 3)
    assert hand.trick == list(cards("S2 H3 S4")), "the hand that is given stays as it was"
    play(rules, right, "S8 S4")  # seat 3 plays another card, seat 0 the one seat 3 had played
    assert right.tricks[0].winners == (2,)
    assert established(rules, play(rules, right, "S5 D3 D4 D5")) == ()


def test_t2_a_complete_trick_is_opened_again():
    rules, hand = table()
    play(rules, hand, "S2 C3 S4 S5")
    assert hand.turn == 2
    right = played_instead(rules, hand, 2, card("S3"))
    assert (right.leader, right.turn, right.tricks) == (1, 3, [])
    assert play(rules, right, "S4 S5").turn == 0


def test_t2_with_known_hands_cards_go_back_where_they_were():
    rules, hand = known()
    for seat, code in ((1, "S3"), (2, "H6"), (3, "S4"), (0, "S5")):
        rules.happen(hand, Play(seat, card(code)))
    right = played_instead(rules, hand, 2, card("S9"))
    assert card("H6") in right.hands[2]
    assert card("S9") not in right.hands[2]
    assert {card("S4"), card("S5")} <= {*right.hands[3], *right.hands[0]}
    assert sum(map(len, right.hands)) == 50


def test_t2_not_once_a_card_has_been_drawn():
    rules, hand = table({"revoke_correction": "until_next_lead"}, "german")
    play(rules, hand, "S2 D3")
    rules.apply(hand, TurnUp(0, cards("HT")))
    with pytest.raises(Refused, match="gone on"):
        taken_back(rules, hand, 0)


@pytest.mark.parametrize("game", revoking.FAMILY)
@given(seed=SEEDS)
def test_t2_put_right_the_hand_is_as_if_it_had_never_been_wrong(game, seed):
    rng = Random(seed)
    rules, _, hand = revoking.dealt(game, rng)
    revoking.played_out(rules, hand, rng, 0, lambda hand: rng.random() < 0.1 and revoking.wrong_cards(rules, hand))
    if hand.over or not revoking.wrong_cards(rules, hand):
        return
    seat, right = hand.turn, hand.copy()
    legal = rng.choice([play.card for play in rules.legal(hand)])
    rules.apply(right, Play(seat, legal))
    rules.happen(hand, Play(seat, rng.choice(revoking.wrong_cards(rules, hand))))
    if rng.random() < 0.5 and hand.trick:
        rules.apply(hand, revoking.some_action(rules, hand, rng))
    if rules.suit(right, legal) == (right.trick or right.tricks[-1].cards)[0].suit and game != "honeymoon":
        assert played_instead(rules, hand, seat, legal) == right


@pytest.mark.parametrize("game", [*revoking.FAMILY, "android"])
@given(seed=SEEDS)
def test_a_hand_played_again_from_its_deal_is_the_same(game, seed):
    """What T2 and T8 go back with."""
    rng = Random(seed)
    rules, _, hand = revoking.dealt(game, rng)
    revoking.played_out(rules, hand, rng, 0 if game == "android" else 0.02)
    assert replayed(rules, hand, len(hand.actions)) == hand
    assert replayed(rules, hand, 0) == hand.origin


def test_t2_who_has_not_played_has_nothing_to_take_back():
    rules, hand = table()
    play(rules, hand, "S2 H3 S4")
    with pytest.raises(Refused, match="has not played"):
        taken_back(rules, hand, 0)


def test_t2_before_the_first_card_there_is_nothing_to_take_back():
    rules, hand = table()
    for seat in range(4):
        with pytest.raises(Refused):
            taken_back(rules, hand, seat)
    hand.origin = None
    with pytest.raises(ValueError, match="does not know its deal"):
        taken_back(rules, hand, 0)
