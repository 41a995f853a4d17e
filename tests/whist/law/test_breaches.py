"""Plays against the rules that are no revokes: found from later play and noted (RULES T8, U16, B19, B22); and jokers,
which have no name of a suit, in every text of table law."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.family_driver import FamilyWorld, dealt, suits
from tests.whist.law import revoking
from whist.cards import FULL_PACK, JOKERS, Card
from whist.games import rules_of
from whist.law.breaches import Breach, breaches
from whist.law.exposed import Law, after_play, expose, lead_out_of_turn, why_not_play
from whist.law.going_back import taken_back
from whist.law.revokes import Revoke, established
from whist.messages.requests import LaidBy, Treat
from whist.rules.actions import Play
from whist.rules.refusals import Refused

SEEDS = st.integers(0, 10**9)
STRICT = {
    "australian": {},
    "bid": {"nt_joker_must_go": True, "nt_joker_lead": "last_card_only"},
}
"""Options by which a card may be wrong that is no revoke."""


def against_the_rules(rules, hand):
    """The cards that may not be played now though they are held, each with what is wrong about it."""
    own, led = hand.hands[hand.turn], rules.led_suit(hand)
    wrong = [card for card in own if card not in rules.legal_cards(hand)]
    if not hand.trick:
        return [(card, "led") for card in wrong]
    revoke = any(rules.suit(hand, card) == led for card in own)
    return [(card, "revoke" if revoke else "kept") for card in wrong]


@pytest.mark.parametrize("game", revoking.FAMILY)
@given(seed=SEEDS)
@settings(max_examples=15)
def test_what_was_played_against_the_rules_is_found_by_the_end_t1_u16_b19_b22(game, seed):
    """RULES T1, U16, B19, B22: those plays, no others; alike where nobody's cards are known."""
    rng = Random(seed)
    rules, standing, hand = revoking.dealt(game, rng, STRICT.get(game))
    revoked, made = [], []
    while not hand.over:
        wrong = against_the_rules(rules, hand) if hand.phase == "play" else []
        if wrong and rng.random() < 0.2:
            card, how = rng.choice(wrong)
            if how == "revoke":
                revoked.append(Revoke(hand.turn, len(hand.tricks)))
            else:
                made.append(Breach(hand.turn, len(hand.tricks), how, card))
            rules.happen(hand, Play(hand.turn, card))
        else:
            rules.apply(hand, revoking.some_action(rules, hand, rng))
    for seen in (hand, revoking.unknown(rules, standing, hand)):
        found = breaches(rules, seen, Law())
        assert set(found) <= set(made)
        assert set(established(rules, seen)) <= set(revoked)
        assert game == "honeymoon" or list(found) == made


def round_of_two():
    """Two cards each, clubs are trumps: seat 1 leads."""
    rules = rules_of("australian", None, 3)
    return rules, rules.start(rules.first_standing().next(scores=(0, 0, 0), dealer=0))


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        pytest.param("C2 H3 H4 D2 D3 D4", [Breach(1, 0, "led", Card.parse("C2"))], id="U16 another suit was held"),
        pytest.param("C2 H3 H4", [], id="U16 not yet proved"),
        pytest.param("C2 H3 H4 C3 D3 D4", [], id="U16 nothing but trumps"),
        pytest.param("D2 H3 H4 C2 D3 D4", [], id="U16 no trump led first"),
        pytest.param("D2 C3 H4 C2 D4 D5", [], id="U17 trumps are broken by a discard"),
    ],
)
def test_a_trump_led_too_soon_u16(codes, found):
    rules, hand = round_of_two()
    for seat in (1, 2, 0):
        rules.apply(hand, rules.legal(hand, seat)[0])
    assert hand.trump == "C"
    for card in cards(codes):
        rules.apply(hand, Play(hand.turn, card))
    assert list(breaches(rules, hand, Law())) == found


# -- T8: a suit was named ----------------------------------------------------------------------------------------------


def named(suit="H"):
    """Seat 3 has led out of turn where seat 1 leads; its side must lead ``suit`` when it next has the lead."""
    world = dealt("classic", suits("S", "H", "D", "C"), options={"exposed_cards": "call"})
    world.laid.append((1, Card.parse("H2")))
    world.show()
    world.table.apply(LaidBy(0, 3))
    world.laid.clear()
    world.table.apply(Treat(0, suit))
    world.show()
    return world


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        pytest.param("H3 D2 C2 S2 S4 H4", [], id="T8 the suit was led"),
        pytest.param("C3 D2 C2 S2 S3 C4", [], id="T8 it may be void"),
        pytest.param("D3 C2 D4 S2 H4 D5", [], id="T8 another hand plays the suit"),
        pytest.param("D3 C2 D4 S2 S3 H4", [Breach(1, 0, "named", Card.parse("D3"), "H")], id="T8 it was held"),
    ],
)
def test_a_named_suit_that_was_not_led_is_found_when_it_shows_t8(codes, found):
    world = named()
    rules, hand, law = world.table.rules, world.table.state.hand, world.table.state.law
    assert law.leads == ((1, "H"),)
    for card in cards(codes):
        play = Play(hand.turn, card)
        law = after_play(rules, hand, law, play)
        rules.happen(hand, play)
    assert list(breaches(rules, hand, law)) == found


def test_the_page_notes_what_was_found_and_goes_on_t8():
    world = named()
    for seat, code in ((1, "S3"), (2, "S4"), (3, "S5"), (0, "S2")):
        world.laid.append((seat, Card.parse(code)))
        world.show()
    assert world.table.public_view()["notes"] == []
    world.laid.clear()
    world.show()
    for seat, code in ((3, "S6"), (0, "S7"), (1, "H9"), (2, "S8")):
        world.laid.append((seat, Card.parse(code)))
        world.show()
    assert world.table.public_view()["notes"] == ["West was to lead hearts to trick 1 and had one; the trick stands."]


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("australian", {}, "too soon, with something else to lead"),
        ("bid", STRICT["bid"], "too soon, with something else to lead"),
        ("bid", STRICT["bid"], "kept a joker"),
    ],
)
def test_the_page_notes_what_careless_people_do_u16_b19(game, options, words):
    """RULES U16, B19, B22: matches of people who do not look; each note follows from what was laid alone."""
    seen = set()
    for seed in range(20):
        world = FamilyWorld(Random(seed), game, options, revokes=0.5)
        while not world.match.standing.over and len(world.match.lines) < 8:
            world.deal()
            while not world.hand.over:
                world.step()
                seen |= set(world.table.public_view()["notes"])
            world.finish()
        if any(words in note for note in seen):
            return
    raise AssertionError(f"no such note, but {seen}")


# -- jokers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("bid", STRICT["bid"]),
        ("bid", {"exposed_cards": "call"}),
        ("honeymoon", {"joker_turn_up": "no_trump", "exposed_cards": "call"}),
        ("honeymoon", {"jokers": "worthless", "joker_turn_up": "no_trump"}),
    ],
)
@given(seed=SEEDS)
@settings(max_examples=6)
def test_no_text_of_the_law_stumbles_over_a_joker(game, options, seed):
    """RULES B16, H3: a joker may be of no suit, and may be what was led; whatever is laid, a reason is a sentence."""
    rng = Random(seed)
    rules, standing, known = revoking.dealt(game, rng, options)
    while not known.over:
        for hand in (known, revoking.unknown(rules, standing, known)):
            if hand.phase != "play":
                continue
            law = some_law(rules, hand, rng)
            for card in (*JOKERS, *rng.sample(FULL_PACK, 6)):
                play = Play(hand.turn, card)
                reasons = [rules.why_not(hand, play), why_not_play(rules, hand, law, play)]
                reasons += [why_not_taken_back(rules, hand, seat) for seat in range(hand.seats)]
                assert all(why is None or why.endswith(".") for why in reasons)
        for _ in range(rng.randrange(3, 20)):
            if not known.over:
                free = known.hands[known.turn] if known.phase == "play" else ()
                action = Play(known.turn, rng.choice(free)) if free else revoking.some_action(rules, known, rng)
                rules.happen(known, action)


def why_not_taken_back(rules, hand, seat):
    try:
        taken_back(rules, hand, seat)
    except Refused as refused:
        return refused.why
    return None


def some_law(rules, hand, rng):
    """Cards exposed, and a suit named."""
    law = Law()
    for card in rng.sample(rules.pack(), 6):
        seat = rng.randrange(hand.seats)
        try:
            law = expose(rules, hand, law, seat, card)
            law = lead_out_of_turn(rules, hand, law, seat, card, rng.choice("CDHS"))
        except Refused:
            continue
    return law
