"""Table law beside the scores: revokes found and put right, exposed cards, turns, misdeals, tricks looked at."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.whist import revoking
from whist import law
from whist.actions import Bid, Choose, Play, TurnUp
from whist.cards import Card, cards
from whist.games import rules_of
from whist.law import Law
from whist.law_back import led_by, replayed, taken_back
from whist.law_revoke import Revoke, corrected, established, may_correct, put_right, revokes_now, told
from whist.match import Match
from whist.requests import Refused
from whist.rules import Cards
from whist.standing import Standing

SEEDS = st.integers(0, 10**9)


def card(code):
    return Card.parse(code)


def table(options=None, game="classic", turn_up="C2"):
    """A real table: nobody's cards are known, seat 1 leads."""
    rules = rules_of(game, options)
    hand = rules.start(rules.first_standing())
    rules.apply(hand, TurnUp(0, cards(turn_up)))
    return rules, hand


def lay(rules, hand, codes):
    """Lay cards at each seat's turn."""
    for one in cards(codes):
        rules.apply(hand, Play(hand.turn, one))
    return hand


KNOWN = ("S2 S5 H4 D6", "S3 S7 H5 D7", "S9 H6 D8 C5", "S4 SK H7 C9")
"""Four cards of each seat; the rest of the pack is dealt out in order."""


def known(options=None, game="classic"):
    """A hand of known cards: seat 0 deals, clubs are trumps, each seat begins with its cards of ``KNOWN``."""
    rules = rules_of(game, options)
    own = [list(cards(codes)) for codes in KNOWN]
    rest = [one for one in rules.pack() if all(one not in held for held in own) and one != card("CA")]
    for held in own:
        while len(held) < 13 - (held is own[0]):
            held.append(rest.pop())
    return rules, rules.start(rules.first_standing(), Cards([[*own[0], card("CA")], *own[1:]]))


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
    assert established(rules, lay(rules, hand, codes)) == tuple(found)


def test_nothing_is_found_while_the_suit_has_not_been_played_again():
    """T1: the play so far proves it, not what will be played."""
    rules, hand = table()
    lay(rules, hand, "S2 S3 H4 S5")
    assert established(rules, hand) == ()
    lay(rules, hand, "H2 H3 H5")
    assert established(rules, hand) == ()
    lay(rules, hand, "S4")
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
    assert established(rules, lay(rules, hand, codes)) == tuple(found)


def test_a_revoke_reads_well():
    assert Revoke(2, 4).told() == "revoke by seat 2 in trick 5"


# -- T2, T3 ------------------------------------------------------------------------------------------------------------


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
    lay(rules, hand, laid)
    assert may_correct(rules.options, hand, 2, 0, turned) is may
    if may:
        right, _ = put_right(rules, hand, Law(), 2, card("S9"), turned)
        assert right.trick == list(cards("S2 S9"))
    else:
        with pytest.raises(Refused):
            put_right(rules, hand, Law(), 2, card("S9"), turned)


@pytest.mark.parametrize(("seat", "trick"), [(0, 0), (3, 0), (1, 1), (1, -1), (2, 7)])
def test_t2_only_a_card_that_lies_there_can_be_put_right(seat, trick):
    rules, hand = table()
    assert not may_correct(rules.options, lay(rules, hand, "S2 H3"), seat, trick)
    assert not may_correct(rules.options, table()[1], seat, trick)


def test_t2_the_followers_take_their_cards_back_and_play_again():
    rules, hand = table()
    lay(rules, hand, "S2 H3 S4")
    right = corrected(rules, hand, 2, card("S9"))
    assert (right.trick, right.turn) == (list(cards("S2 S9")), 3)
    assert hand.trick == list(cards("S2 H3 S4")), "the hand that is given stays as it was"
    lay(rules, right, "S8 S4")  # seat 3 plays another card, seat 0 the one seat 3 had played
    assert right.tricks[0].winners == (2,)
    assert established(rules, lay(rules, right, "S5 D3 D4 D5")) == ()


def test_t2_a_complete_trick_is_opened_again():
    rules, hand = table()
    lay(rules, hand, "S2 C3 S4 S5")
    assert hand.turn == 2
    right = corrected(rules, hand, 2, card("S3"))
    assert (right.leader, right.turn, right.tricks) == (1, 3, [])
    assert lay(rules, right, "S4 S5").turn == 0


def test_t2_with_known_hands_cards_go_back_where_they_were():
    rules, hand = known()
    for seat, code in ((1, "S3"), (2, "H6"), (3, "S4"), (0, "S5")):
        rules.happen(hand, Play(seat, card(code)))
    right = corrected(rules, hand, 2, card("S9"))
    assert card("H6") in right.hands[2]
    assert card("S9") not in right.hands[2]
    assert {card("S4"), card("S5")} <= {*right.hands[3], *right.hands[0]}
    assert sum(map(len, right.hands)) == 50


@pytest.mark.parametrize(
    ("seat", "code", "says"),
    [
        (2, "D9", "puts no revoke right"),
        (2, "S4", "cannot hold"),
        (2, "S2", "cannot hold"),
        (1, "S9", "has not revoked"),
        (3, "S9", "has not revoked"),
        (0, "S9", "has not played"),
    ],
)
def test_t2_what_puts_nothing_right_is_refused(seat, code, says):
    rules, hand = table()
    lay(rules, hand, "S2 H3 S4")
    with pytest.raises(Refused, match=says):
        corrected(rules, hand, seat, card(code))


def test_t2_where_any_card_may_follow_nothing_is_wrong():
    """T2 with G5 false: the second player may play any card in the first stage."""
    for follow, wrong in ((True, True), (False, False)):
        rules, hand = table({"follow_stage1": follow}, "german")
        lay(rules, hand, "S2 D3")
        assert hand.phase == "turn_up"
        if wrong:
            assert corrected(rules, hand, 0, card("S9")).tricks[0].winners == (0,)
        else:
            with pytest.raises(Refused, match="no revoke"):
                corrected(rules, hand, 0, card("S9"))


def test_t2_not_once_a_card_has_been_drawn():
    rules, hand = table({"revoke_correction": "until_next_lead"}, "german")
    lay(rules, hand, "S2 D3")
    rules.apply(hand, TurnUp(0, cards("HT")))
    with pytest.raises(Refused, match="gone on"):
        corrected(rules, hand, 0, card("S9"))


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
        assert corrected(rules, hand, seat, legal) == right


@pytest.mark.parametrize("game", [*revoking.FAMILY, "android"])
@given(seed=SEEDS)
def test_a_hand_played_again_from_its_deal_is_the_same(game, seed):
    """What T2 and T8 go back with."""
    rng = Random(seed)
    rules, _, hand = revoking.dealt(game, rng)
    revoking.played_out(rules, hand, rng, 0 if game == "android" else 0.02)
    assert replayed(rules, hand, len(hand.actions)) == hand
    assert replayed(rules, hand, 0) == hand.origin


def test_t2_before_the_first_card_there_is_nothing_to_take_back():
    rules, hand = table()
    for seat in range(4):
        with pytest.raises(Refused):
            taken_back(rules, hand, seat)
    hand.origin = None
    with pytest.raises(ValueError, match="does not know its deal"):
        taken_back(rules, hand, 0)


@pytest.mark.parametrize(("option", "exposed"), [("call", ("H3",)), ("off", ())])
def test_t3_the_card_taken_back_is_exposed(option, exposed):
    rules, hand = table({"exposed_cards": option})
    lay(rules, hand, "S2 H3 S4")
    _, kept = put_right(rules, hand, Law(), 2, card("S9"))
    assert tuple(map(str, kept.exposed_of(2))) == exposed
    assert all(one.how == "taken_back" for one in kept.exposed)


# -- T7 ----------------------------------------------------------------------------------------------------------------


def exposing(options=None, seat=2, codes="H3", laid=""):
    rules, hand = table({"exposed_cards": "call"} | (options or {}))
    kept = Law()
    for one in cards(codes):
        kept = law.expose(rules, hand, kept, seat, one)
    return rules, lay(rules, hand, laid), kept


@pytest.mark.parametrize("how", law.EXPOSED_BY)
def test_t7_dropped_two_at_once_or_shown_a_card_is_exposed(how):
    rules, hand = table({"exposed_cards": "call"})
    kept = law.expose(rules, hand, Law(), 2, card("H3"), how)
    assert kept.exposed_of(2) == cards("H3")
    assert law.expose(rules, hand, kept, 2, card("H3"), how) == kept, "once is enough"


def test_t7_a_card_on_the_floor_is_not_exposed():
    rules, hand = table({"exposed_cards": "call"})
    assert law.expose(rules, hand, Law(), 2, card("H3"), "floor") == Law()
    with pytest.raises(ValueError, match="not 'eaten'"):
        law.expose(rules, hand, Law(), 2, card("H3"), "eaten")


def test_t7_off_no_card_is_exposed_and_none_demanded():
    rules, hand = table()
    assert law.expose(rules, hand, Law(), 2, card("H3")) == Law()
    with pytest.raises(Refused, match="rules of this house"):
        law.demand(rules, hand, Law(), 1, card("H3"))


@pytest.mark.parametrize(("seat", "code"), [(2, "C2"), (1, "S2"), (3, "S2")])
def test_t7_a_card_that_lies_elsewhere_cannot_be_exposed(seat, code):
    rules, hand = table({"exposed_cards": "call"})
    lay(rules, hand, "S2")
    with pytest.raises(Refused, match="cannot hold"):
        law.expose(rules, hand, Law(), seat, card(code))
    rules, hand = known({"exposed_cards": "call"})
    with pytest.raises(Refused, match="cannot hold"):
        law.expose(rules, hand, Law(), 0, card("SK"))
    assert law.expose(rules, hand, Law(), 3, card("SK")).exposed_of(3) == cards("SK")


def test_t7_opponents_demand_it_and_partners_do_not():
    rules, hand, kept = exposing(laid="H2")
    assert law.may_demand(rules, hand, kept, 1) == law.may_demand(rules, hand, kept, 3) == cards("H3")
    assert law.may_demand(rules, hand, kept, 0) == law.may_demand(rules, hand, kept, 2) == ()
    with pytest.raises(Refused, match="no exposed card of an opponent"):
        law.demand(rules, hand, kept, 0, card("H3"))
    with pytest.raises(Refused, match="no exposed card"):
        law.demand(rules, hand, kept, 1, card("H4"))


def test_t7_demanded_it_must_be_played_and_then_lies_there_no_more():
    rules, hand, kept = exposing(laid="H2")
    kept = law.demand(rules, hand, kept, 1, card("H3"))
    assert "demand the 3 of hearts" in law.why_not_play(rules, hand, kept, Play(2, card("HK")))
    assert law.why_not_play(rules, hand, kept, Play(2, card("H3"))) is None
    after = law.after_play(rules, hand, kept, Play(2, card("H3")))
    assert after == Law()


def test_t7_not_demanded_it_may_be_kept():
    rules, hand, kept = exposing(laid="H2")
    assert law.why_not_play(rules, hand, kept, Play(2, card("HK"))) is None
    assert law.after_play(rules, hand, kept, Play(2, card("HK"))) == kept


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
    kept = law.demand(rules, hand, kept, 3, card("H3"))
    assert (law.why_not_play(rules, hand, kept, Play(2, card(played))) is None) is allowed
    assert law.after_play(rules, hand, kept, Play(2, card(played))).demanded == ()


def test_t7_with_known_cards_an_illegal_card_cannot_be_demanded():
    rules, hand = known({"exposed_cards": "call"})
    kept = law.expose(rules, hand, Law(), 2, card("H6"))
    rules.apply(hand, Play(1, card("S3")))
    with pytest.raises(Refused, match="may not be played to this trick"):
        law.demand(rules, hand, kept, 1, card("H6"))
    rules, hand, kept = exposing(codes="H3 S9", laid="S2")
    assert law.may_demand(rules, hand, kept, 1) == cards("S9"), "the exposed spade shows that it can follow"


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
        (law.why_not_demand(rules, hand, kept, 1, card("H3")) or "") == ""
        if says is None
        else says in (law.why_not_demand(rules, hand, kept, 1, card("H3")))
    )


def test_t7_at_a_later_trick():
    rules, hand = table({"exposed_cards": "call"})
    lay(rules, hand, "H2")
    kept = law.expose(rules, hand, Law(), 2, card("H3"))
    assert "from the next one on" in law.why_not_demand(rules, hand, kept, 1, card("H3"))
    lay(rules, hand, "HK H5 H6")
    assert law.may_demand(rules, hand, kept, 1) == cards("H3")


def test_t7_one_demand_of_a_seat_in_a_trick():
    rules, hand, kept = exposing(codes="H3 H4", laid="H2")
    kept = law.demand(rules, hand, kept, 1, card("H3"))
    with pytest.raises(Refused, match="demanded in this trick already"):
        law.demand(rules, hand, kept, 3, card("H4"))


def test_t7_the_leader_must_lead_it():
    rules, hand, kept = exposing(seat=1)
    kept = law.demand(rules, hand, kept, 2, card("H3"))
    assert law.why_not_play(rules, hand, kept, Play(1, card("S3"))) is not None
    assert law.why_not_play(rules, hand, kept, Play(1, card("H3"))) is None


def test_t7_a_trump_that_may_not_be_led_is_not_forced():
    """T7 with U16: legal only when trumps are broken, or nothing else is held."""
    rules = rules_of("australian", {"exposed_cards": "call"}, 3)
    hand = rules.start(Standing(scores=(0, 0, 0), number=5))
    for seat, bid in ((1, 1), (2, 1), (0, 1)):
        rules.apply(hand, Bid(seat, bid))
    kept = law.demand(rules, hand, law.expose(rules, hand, Law(), 1, card("H3")), 2, card("H3"))
    assert hand.trump == "H"
    assert law.why_not_play(rules, hand, kept, Play(1, card("S3"))) is None
    assert "demand the 3 of hearts" in law.why_not_play(rules, hand, kept, Play(1, card("H9")))


def test_t7_only_while_cards_are_played():
    rules = rules_of("candid", {"exposed_cards": "call"})
    hand = rules.start(rules.first_standing())
    kept = law.expose(rules, rules_of("classic").start(Standing(), None), Law(), 1, card("H3"))
    kept = replace(kept, exposed=(law.Exposed(1, card("H3"), -1),))
    assert "while cards are played" in law.why_not_demand(rules, hand, kept, 0, card("H3"))


# -- T8 ----------------------------------------------------------------------------------------------------------------


def test_t8_a_lead_out_of_turn_is_treated_as_exposed():
    rules, hand = table({"exposed_cards": "call"})
    kept = law.lead_out_of_turn(rules, hand, Law(), 2, card("S9"), "exposed")
    assert kept.exposed_of(2) == cards("S9")
    lay(rules, hand, "S2")
    assert law.may_demand(rules, hand, kept, 1) == cards("S9"), "demanded in this very trick, which it did not lead"
    off = rules_of("classic")
    assert law.lead_out_of_turn(off, table()[1], Law(), 2, card("S9"), "exposed") == Law()


@pytest.mark.parametrize("option", ["off", "call"])
def test_t8_or_the_suit_is_named_that_its_side_must_lead(option):
    rules, hand = table({"exposed_cards": option})
    kept = law.lead_out_of_turn(rules, hand, Law(), 2, card("S9"), "H")
    assert law.must_lead(rules, hand, kept) is None, "the other side leads first"
    for code in ("D2", "D3", "D4", "DK"):
        play = Play(hand.turn, card(code))
        assert law.why_not_play(rules, hand, kept, play) is None
        kept = law.after_play(rules, hand, kept, play)
        rules.apply(hand, play)
    assert hand.turn == 0
    assert law.must_lead(rules, hand, kept) == "H", "the offender's partner has the lead: the side must lead it"
    kept = law.after_play(rules, hand, kept, Play(0, card("H4")))
    assert kept.leads == ()


def test_t8_the_named_suit_is_refused_another_where_the_hand_is_known():
    rules, hand = known()
    kept = law.lead_out_of_turn(rules, hand, Law(), 3, card("SK"), "H")
    assert "lead a heart" in law.why_not_play(rules, hand, kept, Play(1, card("S3")))
    assert law.why_not_play(rules, hand, kept, Play(1, card("H5"))) is None
    void = law.lead_out_of_turn(rules, hand, Law(), 3, card("SK"), "C")
    assert not any(one.suit == "C" for one in hand.hands[1])
    assert law.why_not_play(rules, hand, void, Play(1, card("S3"))) is None, "void of it, it leads what it likes"


def test_t8_the_last_suit_named_counts():
    rules, hand = table()
    kept = law.lead_out_of_turn(rules, hand, Law(), 2, card("S9"), "H")
    kept = law.lead_out_of_turn(rules, hand, kept, 0, card("S9"), "D")
    assert kept.leads == ((0, "D"),)


@pytest.mark.parametrize(("seat", "laid", "how"), [(1, "", "exposed"), (2, "S3", "exposed"), (2, "", "J"), (2, "", "")])
def test_t8_what_is_no_lead_out_of_turn_is_refused(seat, laid, how):
    rules, hand = table()
    with pytest.raises(Refused):
        law.lead_out_of_turn(rules, lay(rules, hand, laid), Law(), seat, card("S9"), how)


def test_t8_when_all_have_played_the_trick_stands():
    """Seat 2 led out of turn; the cards were taken for those of seats 1, 2, 3 and 0."""
    rules, hand = table()
    lay(rules, hand, "S2 S9 H4 S5")
    stands = led_by(rules, hand, 2)
    assert (stands.tricks[0].leader, stands.tricks[0].winners, stands.turn) == (2, (3,), 3)
    assert stands.tricks[0].by(0) == card("H4")
    lay(rules, stands, "D2 S4")  # seat 0 held a spade
    assert established(rules, stands) == (Revoke(0, 0),)
    assert replayed(rules, stands, len(stands.actions)) == stands


def test_t8_the_cards_laid_so_far_are_told_apart_too():
    rules, hand = table()
    part = led_by(rules, lay(rules, hand, "S2 S9"), 3)
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
    lay(rules, hand, laid)
    assert law.out_of_turn(rules, hand, seat) == law.OutOfTurn(first, told_to)


def test_t9_the_game_itself_refuses_and_the_card_goes_back():
    rules, hand = table()
    lay(rules, hand, "S2")
    before = hand.copy()
    with pytest.raises(Refused, match="turn of seat 2, not of seat 3"):
        rules.apply(hand, Play(3, card("S4")))
    assert hand == before


@pytest.mark.parametrize("seat", [1, 2])
def test_t9_in_turn_there_is_nothing_to_say(seat):
    rules, hand = table()
    with pytest.raises(Refused, match="has not played before its turn"):
        law.out_of_turn(rules, lay(rules, hand, "S2"), seat)


def test_t9_without_partners_there_is_no_third_hand():
    rules = rules_of("australian", None, 4)
    hand = rules.start(Standing(scores=(0,) * 4, number=12))
    for seat in (1, 2, 3, 0):
        rules.apply(hand, Bid(seat, 1))
    rules.apply(hand, Play(1, card("S2")))
    assert law.out_of_turn(rules, hand, 3) == law.OutOfTurn()


# -- T10 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "says"),
    [
        pytest.param({"counts": (13, 13, 13, 13)}, None, id="T10 no misdeal"),
        pytest.param({"counts": (13, 13, 13, 13), "last_to": 2}, None, id="T10 the last card to the dealer"),
        pytest.param({"counts": (13, 14, 12, 13)}, "Seat 1 has 14 cards", id="T10 a wrong number"),
        pytest.param({"counts": (13, 13, 13)}, "3 seats", id="T10 a seat left out"),
        pytest.param({"counts": (13, 13, 13, 13), "faced": True}, "face up", id="T10 a faced card"),
        pytest.param({"counts": (13, 13, 13, 13), "last_to": 3}, "not to the dealer", id="T10 the last card elsewhere"),
    ],
)
def test_what_is_a_misdeal(more, says):
    why = law.misdeal(rules_of("classic"), Standing(dealer=2), **more)
    assert why is None if says is None else says in why


@pytest.mark.parametrize(("option", "dealer"), [("same_dealer", 3), ("next_dealer", 0)])
def test_t10_who_deals_after_a_misdeal(option, dealer):
    rules = rules_of("classic", {"misdeal": option})
    before = Standing(dealer=3, scores=(2, 4), number=5)
    assert law.redeal_standing(rules.options, rules, before) == replace(before, dealer=dealer)
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
    lay(rules, hand, "S2 S3 S4 S5 H2 H3 H4 H5 D2 D3 D4 D5")
    assert [law.may_review(rules.options, hand, trick) for trick in range(3)] == looked_at
    assert not any(law.may_review(rules.options, hand, trick) for trick in (-1, 3, 12))
    assert law.may_review(rules.options, hand, 2, turned=False), "a trick that lies there is open to all"
    assert not law.may_review(rules.options, hand, 0, claimed=True) or option == "all", "the hand is not over yet"


@pytest.mark.parametrize("option", ["last_trick", "all", "none"])
def test_t6_after_the_hand_all_tricks_may_be_inspected_for_a_claim(option):
    rng = Random(1)
    rules, _, hand = revoking.dealt("classic", rng, {"review": option})
    revoking.played_out(rules, hand, rng)
    assert all(law.may_review(rules.options, hand, trick, claimed=True) for trick in range(13))
    assert law.may_review(rules.options, hand, 0) == (option == "all")


# -- T12 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "seats"), [("owner", (2,)), ("table", (0, 1, 2, 3)), ("none", ())])
def test_t12_who_is_told_of_a_revoke_at_once(option, seats):
    rules, hand = known({"revoke_alert": option})
    rules.apply(hand, Play(1, card("S3")))
    revoke = revokes_now(rules, hand, Play(2, card("H6")))
    assert revoke == Revoke(2, 0)
    assert told(rules.options, revoke.seat, rules.players) == seats


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
    lay(rules, hand, "C3")
    assert revokes_now(rules, hand, Play(2, card("H3"))) is None
    kept = law.expose(rules, hand, Law(), 2, card("C9"))
    assert revokes_now(rules, hand, Play(2, card("H3")), kept) == Revoke(2, 0)
    lay(rules, hand, "C4 C5")
    assert revokes_now(rules, hand, Play(0, card("H3"))) == Revoke(0, 0), "the dealer holds the turned-up C2"


def test_t12_the_cards_won_from_the_stock_are_known():
    """T12 with G3 and G12: all have seen who took the stock's face-up card."""
    rules, hand = table(None, "german", "H9")
    lay(rules, hand, "S2 S9")  # seat 0 wins the H9
    rules.apply(hand, TurnUp(0, cards("D4")))
    lay(rules, hand, "D7 D9")  # seat 1 wins the D4
    rules.apply(hand, TurnUp(0, cards("C4")))
    lay(rules, hand, "HA")
    assert revokes_now(rules, hand, Play(0, card("S3"))) == Revoke(0, 2)
    assert revokes_now(rules, hand, Play(0, card("H9"))) is None
    lay(rules, hand, "H9")
    rules.apply(hand, TurnUp(0, cards("C5")))
    lay(rules, hand, "D2")
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
