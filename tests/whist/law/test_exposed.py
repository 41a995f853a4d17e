"""Table law: exposed cards, leads and plays out of turn (RULES T7–T9)."""

from dataclasses import replace

import pytest

from tests.cards import cards
from tests.whist.law.tables import card, known, table
from tests.whist.playing import play
from whist.games import rules_of
from whist.law import exposed
from whist.law.exposed import Law
from whist.law.going_back import led_by, replayed
from whist.law.revokes import Revoke, established
from whist.rules.actions import Bid, Play
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

# -- T7 ----------------------------------------------------------------------------------------------------------------


def exposing(options=None, seat=2, codes="H3", laid=""):
    rules, hand = table({"exposed_cards": "call"} | (options or {}))
    kept = Law()
    for one in cards(codes):
        kept = exposed.expose(rules, hand, kept, seat, one)
    return rules, play(rules, hand, laid), kept


@pytest.mark.parametrize("how", exposed.EXPOSED_BY)
def test_t7_dropped_two_at_once_or_shown_a_card_is_exposed(how):
    rules, hand = table({"exposed_cards": "call"})
    kept = exposed.expose(rules, hand, Law(), 2, card("H3"), how)
    assert kept.exposed_of(2) == cards("H3")
    assert exposed.expose(rules, hand, kept, 2, card("H3"), how) == kept, "once is enough"


def test_t7_a_card_on_the_floor_is_not_exposed():
    rules, hand = table({"exposed_cards": "call"})
    assert exposed.expose(rules, hand, Law(), 2, card("H3"), "floor") == Law()
    with pytest.raises(ValueError, match="not 'eaten'"):
        exposed.expose(rules, hand, Law(), 2, card("H3"), "eaten")


def test_t7_off_no_card_is_exposed_and_none_demanded():
    rules, hand = table()
    assert exposed.expose(rules, hand, Law(), 2, card("H3")) == Law()
    with pytest.raises(Refused, match="rules of this house"):
        exposed.demand(rules, hand, Law(), 1, card("H3"))


@pytest.mark.parametrize(("seat", "code"), [(2, "C2"), (1, "S2"), (3, "S2")])
def test_t7_a_card_that_lies_elsewhere_cannot_be_exposed(seat, code):
    rules, hand = table({"exposed_cards": "call"})
    play(rules, hand, "S2")
    with pytest.raises(Refused, match="cannot hold"):
        exposed.expose(rules, hand, Law(), seat, card(code))
    rules, hand = known({"exposed_cards": "call"})
    with pytest.raises(Refused, match="cannot hold"):
        exposed.expose(rules, hand, Law(), 0, card("SK"))
    assert exposed.expose(rules, hand, Law(), 3, card("SK")).exposed_of(3) == cards("SK")


def test_t7_opponents_demand_it_and_partners_do_not():
    rules, hand, kept = exposing(laid="H2")
    assert exposed.may_demand(rules, hand, kept, 1) == exposed.may_demand(rules, hand, kept, 3) == cards("H3")
    assert exposed.may_demand(rules, hand, kept, 0) == exposed.may_demand(rules, hand, kept, 2) == ()
    with pytest.raises(Refused, match="no exposed card of an opponent"):
        exposed.demand(rules, hand, kept, 0, card("H3"))
    with pytest.raises(Refused, match="no exposed card"):
        exposed.demand(rules, hand, kept, 1, card("H4"))


@pytest.mark.parametrize("codes", ["H3", "H3 H4 H5 H6", "H3 H4 H5 H6 C2"])
def test_t7_played_by_another_it_is_demanded_no_more(codes):
    """People have said that it is one seat's, and another has laid it."""
    rules, hand = table({"exposed_cards": "call"})
    play(rules, hand, codes)
    kept = Law(exposed=(exposed.Exposed(2, card("H3"), -1),))
    assert exposed.held(rules, hand, kept, 2) == []
    assert exposed.may_demand(rules, hand, kept, 1) == exposed.may_demand(rules, hand, kept, 3) == ()


def test_t7_demanded_it_must_be_played_and_then_lies_there_no_more():
    rules, hand, kept = exposing(laid="H2")
    kept = exposed.demand(rules, hand, kept, 1, card("H3"))
    assert "demand the 3 of hearts" in exposed.why_not_play(rules, hand, kept, Play(2, card("HK")))
    assert exposed.why_not_play(rules, hand, kept, Play(2, card("H3"))) is None
    after = exposed.after_play(rules, hand, kept, Play(2, card("H3")))
    assert after == Law()


def test_t7_not_demanded_it_may_be_kept():
    rules, hand, kept = exposing(laid="H2")
    assert exposed.why_not_play(rules, hand, kept, Play(2, card("HK"))) is None
    assert exposed.after_play(rules, hand, kept, Play(2, card("HK"))) == kept


@pytest.mark.parametrize(
    ("led", "played", "allowed"),
    [
        pytest.param("S2", "S9", True, id="T7 who follows suit obeys no demand"),
        pytest.param("S2", "D9", False, id="T7 who is void does"),
        pytest.param("S2", "C9", False, id="T7 void, it cannot ruff instead"),
        pytest.param("H2", "H9", False, id="T7 of the led suit it is always legal"),
    ],
)
def test_a_demand_never_forces_a_revoke(led, played, allowed):
    rules, hand, kept = exposing(laid=led)
    kept = exposed.demand(rules, hand, kept, 3, card("H3"))
    assert (exposed.why_not_play(rules, hand, kept, Play(2, card(played))) is None) is allowed
    assert exposed.after_play(rules, hand, kept, Play(2, card(played))).demanded == ()


def test_t7_with_known_cards_an_illegal_card_cannot_be_demanded():
    rules, hand = known({"exposed_cards": "call"})
    kept = exposed.expose(rules, hand, Law(), 2, card("H6"))
    rules.apply(hand, Play(1, card("S3")))
    with pytest.raises(Refused, match="may not be played to this trick"):
        exposed.demand(rules, hand, kept, 1, card("H6"))
    rules, hand, kept = exposing(codes="H3 S9", laid="S2")
    assert exposed.may_demand(rules, hand, kept, 1) == cards("S9"), "the exposed spade shows that it can follow"


@pytest.mark.parametrize(
    ("codes", "says"),
    [
        ("H2 H9", "already played"),
        ("", None),
        ("S2 S9 S4 S5", None),
    ],
)
def test_t7_before_its_owner_has_played(codes, says):
    rules, hand, kept = exposing(laid=codes)
    assert (
        (exposed.why_not_demand(rules, hand, kept, 1, card("H3")) or "") == ""
        if says is None
        else says in (exposed.why_not_demand(rules, hand, kept, 1, card("H3")))
    )


def test_t7_at_a_later_trick():
    rules, hand = table({"exposed_cards": "call"})
    play(rules, hand, "H2")
    kept = exposed.expose(rules, hand, Law(), 2, card("H3"))
    assert "from the next one on" in exposed.why_not_demand(rules, hand, kept, 1, card("H3"))
    play(rules, hand, "HK H5 H6")
    assert exposed.may_demand(rules, hand, kept, 1) == cards("H3")


def test_t7_one_demand_of_a_seat_in_a_trick():
    rules, hand, kept = exposing(codes="H3 H4", laid="H2")
    kept = exposed.demand(rules, hand, kept, 1, card("H3"))
    with pytest.raises(Refused, match="demanded in this trick already"):
        exposed.demand(rules, hand, kept, 3, card("H4"))


def test_t7_the_leader_must_lead_it():
    rules, hand, kept = exposing(seat=1)
    kept = exposed.demand(rules, hand, kept, 2, card("H3"))
    assert exposed.why_not_play(rules, hand, kept, Play(1, card("S3"))) is not None
    assert exposed.why_not_play(rules, hand, kept, Play(1, card("H3"))) is None


def test_t7_a_trump_that_may_not_be_led_is_not_forced():
    """T7 with U16: legal only when trumps are broken, or nothing else is held."""
    rules = rules_of("australian", {"exposed_cards": "call"}, 3)
    hand = rules.start(Standing(scores=(0, 0, 0), number=5))
    for seat, bid in ((1, 1), (2, 1), (0, 1)):
        rules.apply(hand, Bid(seat, bid))
    kept = exposed.demand(rules, hand, exposed.expose(rules, hand, Law(), 1, card("H3")), 2, card("H3"))
    assert hand.trump == "H"
    assert exposed.why_not_play(rules, hand, kept, Play(1, card("S3"))) is None
    assert "demand the 3 of hearts" in exposed.why_not_play(rules, hand, kept, Play(1, card("H9")))


def test_t7_only_while_cards_are_played():
    rules = rules_of("candid", {"exposed_cards": "call"})
    hand = rules.start(rules.first_standing())
    kept = exposed.expose(rules, rules_of("classic").start(Standing(), None), Law(), 1, card("H3"))
    kept = replace(kept, exposed=(exposed.Exposed(1, card("H3"), -1),))
    assert "while cards are played" in exposed.why_not_demand(rules, hand, kept, 0, card("H3"))


# -- T8 ----------------------------------------------------------------------------------------------------------------


def test_t8_a_lead_out_of_turn_is_treated_as_exposed():
    rules, hand = table({"exposed_cards": "call"})
    kept = exposed.lead_out_of_turn(rules, hand, Law(), 2, card("S9"), "exposed")
    assert kept.exposed_of(2) == cards("S9")
    play(rules, hand, "S2")
    assert exposed.may_demand(rules, hand, kept, 1) == cards("S9"), "demanded in this very trick, which it did not lead"
    off = rules_of("classic")
    assert exposed.lead_out_of_turn(off, table()[1], Law(), 2, card("S9"), "exposed") == Law()


@pytest.mark.parametrize("option", ["off", "call"])
def test_t8_or_the_suit_is_named_that_its_side_must_lead(option):
    rules, hand = table({"exposed_cards": option})
    kept = exposed.lead_out_of_turn(rules, hand, Law(), 2, card("S9"), "H")
    assert exposed.must_lead(rules, hand, kept) is None, "the other side leads first"
    for code in ("D2", "D3", "D4", "DK"):
        laid = Play(hand.turn, card(code))
        assert exposed.why_not_play(rules, hand, kept, laid) is None
        kept = exposed.after_play(rules, hand, kept, laid)
        rules.apply(hand, laid)
    assert hand.turn == 0
    assert exposed.must_lead(rules, hand, kept) == "H", "the offender's partner has the lead: the side must lead it"
    kept = exposed.after_play(rules, hand, kept, Play(0, card("H4")))
    assert kept.leads == ()


def test_t8_the_named_suit_is_refused_another_where_the_hand_is_known():
    rules, hand = known()
    kept = exposed.lead_out_of_turn(rules, hand, Law(), 3, card("SK"), "H")
    assert "lead a heart" in exposed.why_not_play(rules, hand, kept, Play(1, card("S3")))
    assert exposed.why_not_play(rules, hand, kept, Play(1, card("H5"))) is None
    void = exposed.lead_out_of_turn(rules, hand, Law(), 3, card("SK"), "C")
    assert not any(one.suit == "C" for one in hand.hands[1])
    assert exposed.why_not_play(rules, hand, void, Play(1, card("S3"))) is None, "void of it, it leads what it likes"


def test_t8_the_last_suit_named_counts():
    rules, hand = table()
    kept = exposed.lead_out_of_turn(rules, hand, Law(), 2, card("S9"), "H")
    kept = exposed.lead_out_of_turn(rules, hand, kept, 0, card("S9"), "D")
    assert kept.leads == ((0, "D"),)


@pytest.mark.parametrize(("seat", "laid", "how"), [(1, "", "exposed"), (2, "S3", "exposed"), (2, "", "J"), (2, "", "")])
def test_t8_what_is_no_lead_out_of_turn_is_refused(seat, laid, how):
    rules, hand = table()
    with pytest.raises(Refused):
        exposed.lead_out_of_turn(rules, play(rules, hand, laid), Law(), seat, card("S9"), how)


def test_t8_when_all_have_played_the_trick_stands():
    """Seat 2 led out of turn; the cards were taken for those of seats 1, 2, 3 and 0."""
    rules, hand = table()
    play(rules, hand, "S2 S9 H4 S5")
    stands = led_by(rules, hand, 2)
    assert (stands.tricks[0].leader, stands.tricks[0].winners, stands.turn) == (2, (3,), 3)
    assert stands.tricks[0].by(0) == card("H4")
    play(rules, stands, "D2 S4")  # seat 0 held a spade
    assert established(rules, stands) == (Revoke(0, 0),)
    assert replayed(rules, stands, len(stands.actions)) == stands


def test_t8_the_cards_laid_so_far_are_told_apart_too():
    rules, hand = table()
    part = led_by(rules, play(rules, hand, "S2 S9"), 3)
    assert (part.leader, part.trick, part.turn) == (3, list(cards("S2 S9")), 1)
    with pytest.raises(Refused, match="No card has been led"):
        led_by(rules, table()[1], 3)


# -- T9 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "seat", "first", "told_to"),
    [
        pytest.param("S2", 3, (0,), (), id="T9 the third before the second: so may the fourth"),
        pytest.param("S2 S3", 0, (), (1, 3), id="T9 the fourth before the third: the third's side may be told"),
        pytest.param("S2", 0, (), (1, 3), id="T9 the fourth before the second and the third"),
        pytest.param("", 2, (), (), id="T9 before the lead it is a lead out of turn"),
    ],
)
def test_what_the_law_allows_after_a_play_out_of_turn(laid, seat, first, told_to):
    rules, hand = table()
    play(rules, hand, laid)
    assert exposed.out_of_turn(rules, hand, seat) == exposed.OutOfTurn(first, told_to)


def test_t9_the_game_itself_refuses_and_the_card_goes_back():
    rules, hand = table()
    play(rules, hand, "S2")
    before = hand.copy()
    with pytest.raises(Refused, match="turn of seat 2, not of seat 3"):
        rules.apply(hand, Play(3, card("S4")))
    assert hand == before


@pytest.mark.parametrize("seat", [1, 2])
def test_t9_in_turn_there_is_nothing_to_say(seat):
    rules, hand = table()
    with pytest.raises(Refused, match="has not played before its turn"):
        exposed.out_of_turn(rules, play(rules, hand, "S2"), seat)


def test_t9_without_partners_there_is_no_third_hand():
    rules = rules_of("australian", None, 4)
    hand = rules.start(Standing(scores=(0,) * 4, number=12))
    for seat in (1, 2, 3, 0):
        rules.apply(hand, Bid(seat, 1))
    rules.apply(hand, Play(1, card("S2")))
    assert exposed.out_of_turn(rules, hand, 3) == exposed.OutOfTurn()
