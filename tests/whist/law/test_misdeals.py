"""Table law: misdeals, tricks looked at, and what the camera may tell (RULES T10–T12)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.cards import cards
from tests.whist.law import revoking
from tests.whist.law.tables import SEEDS, card, known, table
from tests.whist.match import Match
from tests.whist.playing import play
from whist.games import rules_of
from whist.law import exposed
from whist.law.exposed import Law
from whist.law.revokes import Revoke, revokes_now
from whist.rules.actions import Bid, Play, TurnUp
from whist.rules.standing import Standing

# -- T10 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "dealer"), [("same_dealer", 3), ("next_dealer", 0)])
def test_t10_who_deals_after_a_misdeal(option, dealer):
    rules = rules_of("classic", {"misdeal": option})
    before = Standing(dealer=3, scores=(2, 4), number=5)
    assert exposed.redeal_standing(rules.options, rules, before) == replace(before, dealer=dealer)
    match = Match(rules, standing=before)
    match.deal()
    match.misdealt()
    assert match.hand is None
    assert (match.deal().dealer, match.hand.number, match.standing.scores) == (dealer, 5, (2, 4))


def test_t10_only_a_hand_that_is_played_can_be_a_misdeal():
    match = Match(rules_of("classic"))
    with pytest.raises(ValueError, match="misdeal"):
        match.misdealt()


# -- T11 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "looked_at"),
    [("last_trick", [False, False, True]), ("all", [True, True, True]), ("none", [False, False, False])],
)
def test_t11_which_turned_tricks_may_be_looked_at(option, looked_at):
    rules, hand = table({"review": option})
    play(rules, hand, "S2 S3 S4 S5 H2 H3 H4 H5 D2 D3 D4 D5")
    assert [exposed.may_review(rules.options, hand, trick) for trick in range(3)] == looked_at
    assert not any(exposed.may_review(rules.options, hand, trick) for trick in (-1, 3, 12))
    assert exposed.may_review(rules.options, hand, 2, turned=False), "a trick that lies there is open to all"
    assert not exposed.may_review(rules.options, hand, 0, claimed=True) or option == "all", "the hand is not over yet"


@pytest.mark.parametrize("option", ["last_trick", "all", "none"])
def test_t6_after_the_hand_all_tricks_may_be_inspected_for_a_claim(option):
    rng = Random(1)
    rules, _, hand = revoking.dealt("classic", rng, {"review": option})
    revoking.played_out(rules, hand, rng)
    assert all(exposed.may_review(rules.options, hand, trick, claimed=True) for trick in range(13))
    assert exposed.may_review(rules.options, hand, 0) == (option == "all")


# -- T12 ---------------------------------------------------------------------------------------------------------------


def test_t12_a_revoke_is_known_at_once():
    rules, hand = known()
    rules.apply(hand, Play(1, card("S3")))
    assert revokes_now(rules, hand, Play(2, card("H6"))) == Revoke(2, 0)


@pytest.mark.parametrize(
    ("seat", "code"),
    [pytest.param(2, "S9", id="T12 it follows"), pytest.param(3, "H7", id="T12 it is not its turn")],
)
def test_no_revoke_now(seat, code):
    rules, hand = known()
    assert revokes_now(rules, hand, Play(1, card("S3"))) is None, "a lead is none"
    rules.apply(hand, Play(1, card("S3")))
    assert revokes_now(rules, hand, Play(seat, card(code))) is None
    assert revokes_now(rules, hand, Bid(2, "pass")) is None


def test_t12_where_hands_are_unknown_only_cards_that_were_seen_tell():
    rules, hand = table({"exposed_cards": "call"}, turn_up="C2")
    play(rules, hand, "C3")
    assert revokes_now(rules, hand, Play(2, card("H3"))) is None
    kept = exposed.expose(rules, hand, Law(), 2, card("C9"))
    assert revokes_now(rules, hand, Play(2, card("H3")), kept) == Revoke(2, 0)
    play(rules, hand, "C4 C5")
    assert revokes_now(rules, hand, Play(0, card("H3"))) == Revoke(0, 0), "the dealer holds the turned-up C2"


def test_t12_the_cards_won_from_the_stock_are_known():
    """T12 with G3 and G12: all have seen who took the stock's face-up card."""
    rules, hand = table(None, "german", "H9")
    play(rules, hand, "S2 S9")  # seat 0 wins the H9
    rules.apply(hand, TurnUp(0, cards("D4")))
    play(rules, hand, "D7 D9")  # seat 1 wins the D4
    rules.apply(hand, TurnUp(0, cards("C4")))
    play(rules, hand, "HA")
    assert revokes_now(rules, hand, Play(0, card("S3"))) == Revoke(0, 2)
    assert revokes_now(rules, hand, Play(0, card("H9"))) is None
    play(rules, hand, "H9")
    rules.apply(hand, TurnUp(0, cards("C5")))
    play(rules, hand, "D2")
    assert revokes_now(rules, hand, Play(0, card("S3"))) is None, "seat 1 has the D4, and nobody knows more"


@pytest.mark.parametrize("game", revoking.FAMILY)
@given(seed=SEEDS)
def test_t12_with_known_hands_every_revoke_is_known_at_once(game, seed):
    rng = Random(seed)
    rules, _, hand = revoking.dealt(game, rng)
    while not hand.over:
        if hand.phase == "play" and hand.trick:
            legal = {play.card for play in rules.legal(hand)}
            for one in hand.hands[hand.turn]:
                if revokes_now(rules, hand, Play(hand.turn, one)):
                    assert one not in legal
                elif one not in legal:
                    assert game == "bid", "only a joker that must go is refused for another reason"
        rules.apply(hand, revoking.some_action(rules, hand, rng))
