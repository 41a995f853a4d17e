"""The quick representation against the clear one, and random play-outs."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whist.actions import Announce, Bid, Choose, Play, TurnUp
from whist.cards import FULL_PACK, JOKERS, cards
from whist.games import GAMES, rules_of
from whist.playouts import play_outs, to_the_end
from whist.quick import quick_of
from whist.requests import Refused
from whist.rules import Cards
from whist.standing import Standing

QUICK = [
    ("classic", {}, 4),
    ("classic", {"honours": True, "honours_at_four": False}, 4),
    ("classic", {"trump_method": "rotation", "trump_cycle": "NT S H D C", "target": 9}, 4),
    ("italian", {}, 4),
    ("italian", {"trump_method": "rotation"}, 4),
    ("candid", {}, 4),
    ("candid", {"pass_is_final": True, "target": 250}, 4),
    *(("australian", {}, players) for players in range(2, 8)),
    ("australian", {"trump_lead": "any", "trump_cycle_on_nt": "pause", "extra_top_round": True}, 4),
]
"""Games, options and players for which there are quick rules."""
ODD = [
    Play(0, FULL_PACK[0]),
    Play(1, JOKERS[0]),
    Play(9, FULL_PACK[5]),
    Bid(1, "pass"),
    Bid(0, "99NT"),
    Bid(2, 3),
    Bid(1, -1),
    Bid(3, []),
    Announce(1, 40),
    Choose(0, "H"),
    TurnUp(0, (FULL_PACK[3],)),
]


def both(game, options, players, seed):
    """Clear and quick rules, a standing somewhere in a match, and both hands of one deal."""
    rng = Random(seed)
    rules = rules_of(game, options, players)
    quick = quick_of(rules)
    number = rng.randint(1, getattr(rules, "rounds", 12))
    standing = Standing(rng.randrange(players), rules.first_standing().scores, number)
    dealt = rules.shuffled(standing, rng)
    return rules, quick, standing, rules.start(standing, dealt), quick.start(standing, dealt), rng


def same(rules, quick, hand, fast):
    """The two hands stand at the same place, with the same legal actions."""
    assert (hand.turn, hand.phase, hand.over, hand.trump) == (fast.turn, fast.phase, fast.over, fast.trump)
    legal = rules.legal(hand)
    assert len(legal) == len(quick.legal(fast))
    assert set(legal) == set(quick.legal(fast))
    return legal


@pytest.mark.parametrize(("game", "options", "players"), QUICK)
@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_quick_rules_are_the_clear_ones(game, options, players, seed):
    rules, quick, standing, hand, fast, rng = both(game, options, players, seed)
    while legal := same(rules, quick, hand, fast):
        action = rng.choice(legal)
        rules.apply(hand, action)
        quick.apply(fast, action)
    assert hand.over
    assert hand.actions == fast.actions
    assert quick.score(fast, standing) == rules.score(hand, standing)
    assert quick.clear(fast) == hand


@pytest.mark.parametrize(("game", "options", "players"), QUICK)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_quick_rules_refuse_as_the_clear_ones_do(game, options, players, seed):
    rules, quick, standing, hand, fast, rng = both(game, options, players, seed)
    while legal := same(rules, quick, hand, fast):
        own = [Play(hand.turn, card) for card in hand.hands[hand.turn]]
        odd = [rng.choice(ODD), rng.choice(own), Play(rng.randrange(players), rng.choice(FULL_PACK))]
        for action in odd if rng.random() < 0.2 else ():
            why = rules.why_not(hand, action)
            if why is not None:
                with pytest.raises(Refused) as refused:
                    quick.apply(fast, action)
                assert refused.value.why == why
        action = rng.choice(legal)
        rules.apply(hand, action)
        quick.apply(fast, action)
    with pytest.raises(Refused, match="The hand is over"):
        quick.apply(fast, action)
    assert quick.score(fast, standing) == rules.score(hand, standing)


@pytest.mark.parametrize(("game", "options", "players"), QUICK)
def test_quick_rules_tell_only_the_actor_what_is_legal(game, options, players):
    rules, quick, _, hand, fast, _ = both(game, options, players, 3)
    for seat in range(players):
        assert set(quick.legal(fast, seat)) == set(rules.legal(hand, seat))


def test_actions_made_anew_are_legal_too():
    rules, quick, standing, _, fast, rng = both("candid", {}, 4, 5)
    while legal := quick.legal(fast):
        action = rng.choice(legal)
        quick.apply(fast, type(action)(*(getattr(action, name) for name in type(action).__match_args__)))
    assert quick.score(fast, standing) == rules.score(quick.clear(fast), standing)


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [
        ("classic", {"trump_method": "chosen"}, 4),
        ("italian", {"trump_method": "entered"}, 4),
        ("australian", {"households": 2}, 6),
        ("android", {}, 4),
        ("bid", {}, 4),
        ("german", {}, 2),
        ("honeymoon", {}, 2),
    ],
)
def test_other_games_have_no_quick_rules(game, options, players):
    assert quick_of(rules_of(game, options, players)) is None


def test_quick_deals_are_the_pack_without_a_pattern():
    rules = rules_of("candid")
    quick, standing, rng = quick_of(rules), rules.first_standing(), Random(1)
    held = dict.fromkeys(rules.pack(), 0)
    for _ in range(4000):
        dealt = quick.shuffled(standing, rng)
        assert {card for own in dealt.hands for card in own} == set(rules.pack())
        for card in dealt.hands[2]:
            held[card] += 1
    # a card is in a given hand in one deal of four: 1000 of 4000, give or take five standard deviations
    assert all(abs(times - 1000) < 5 * (4000 * 0.25 * 0.75) ** 0.5 for times in held.values())


def test_the_last_trump_may_be_led_when_nothing_else_is_held_u16():
    rules = rules_of("australian", None, 2)
    quick, standing = quick_of(rules), Standing(0, (0, 0), 2)  # two cards each, clubs are trumps
    dealt = Cards([cards("H2 H3"), cards("C2 C3")], (), "C")
    fast = quick.start(standing, dealt)
    for seat in (1, 0):
        quick.apply(fast, Bid(seat, 0))
    assert quick.legal(fast) == (Play(1, cards("C2")[0]), Play(1, cards("C3")[0]))


@pytest.mark.parametrize("game", GAMES)
def test_play_outs_of_every_game(game):
    rules = rules_of(game)
    done = play_outs(rules, 20, seed=3)
    assert done == play_outs(rules, 20, seed=3)
    assert done != play_outs(rules, 20, seed=4)
    assert done.hands == 20
    assert done.actions >= 20 * (8 if game == "candid" else 2)
    assert len(done.points) == rules.sides


def test_play_outs_with_a_discard_b10():
    assert play_outs(rules_of("bid", {"bidder_gets_kitty": True}), 10).actions == 10 * (4 + 1 + 1 + 48)


def test_play_outs_by_clear_rules_and_quick_ones_come_to_much_the_same():
    rules = rules_of("classic")
    clear, quick = play_outs(rules, 400, clear=True), play_outs(rules, 400)
    assert clear.actions == quick.actions == 400 * 52
    assert abs(sum(clear.points) - sum(quick.points)) < 150  # odd tricks of 400 deals, about 1.5 each


def test_play_outs_of_a_later_hand():
    rules = rules_of("australian", None, 4)
    assert play_outs(rules, 5, standing=Standing(0, (0,) * 4, 10)).actions == 5 * (4 + 40)


def test_play_outs_of_no_hands():
    rules = rules_of("classic")
    assert play_outs(rules, 0).points == (0, 0)
    with pytest.raises(ValueError, match="-1 hands cannot be played"):
        play_outs(rules, -1)


def test_a_hand_is_played_on_from_where_it_is():
    rules = rules_of("german")
    hand = rules.start(rules.first_standing(), rules.shuffled(rules.first_standing(), Random(1)))
    rules.apply(hand, rules.legal(hand)[0])
    to_the_end(rules, hand, Random(2))
    assert hand.over
    assert len(hand.actions) == 52
