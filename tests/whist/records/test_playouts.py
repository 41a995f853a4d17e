"""The batches of hands against the clear rules, and random play-outs."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whist.cards import PACK
from whist.games import GAMES, rules_of
from whist.records.columns import batch_of, drawn
from whist.records.playouts import play_outs, to_the_end
from whist.rules.actions import Bid
from whist.rules.standing import Standing

BATCHES = [
    ("candid", {}, 4),
    ("candid", {"pass_is_final": True, "target": 250}, 4),
    *(("australian", {}, players) for players in range(2, 8)),
    ("australian", {"trump_lead": "any", "extra_top_round": True}, 4),
    ("australian", {"trump_cycle_on_nt": "pause"}, 3),
]
"""Games, options and players of which there are batches."""


class Caller(np.random.Generator):
    """Random, but for bids: of those in order number ``places[0]`` (0…; -1 the last) is made first, and so on; the last
    of ``places`` holds for all that follow."""

    def __init__(self, *places):
        super().__init__(np.random.PCG64(1))
        self.places = list(places)

    def integers(self, low, high):
        place = self.places.pop(0) if len(self.places) > 1 else self.places[0]
        return (high - 1 if place < 0 else np.minimum(place, high - 1)) + 0 * high


def check(rules, standing, played, number):
    """Each hand can be played again by the clear rules: the deal is one, at each step as many actions are legal as were
    drawn from, the drawn one is among them, and the points are the same. Gives the hands."""
    hands = []
    for column in range(number):
        hand = rules.start(standing, played.cards(column))
        for action, choices in played.actions(column):
            legal = rules.legal(hand)
            assert action in legal
            assert choices == len(legal)
            rules.apply(hand, action)
        assert hand.over
        assert rules.score(hand, standing).points == tuple(played.points[:, column])
        hands.append(hand)
    assert played.count() == sum(len(hand.actions) for hand in hands)
    return hands


@pytest.mark.parametrize(("game", "options", "players"), BATCHES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_batches_follow_the_clear_rules(game, options, players, seed):
    rules, rng = rules_of(game, options, players), Random(seed)
    standing = Standing(rng.randrange(players), rules.first_standing().scores, rng.randint(1, 24))
    if game == "candid":
        standing = replace(standing, bags=(rng.randrange(10), rng.randrange(10)))
    elif standing.number > rules.rounds:
        standing = replace(standing, number=rules.rounds)
    check(rules, standing, batch_of(rules).played(20, np.random.default_rng(seed), standing), 20)


@pytest.mark.parametrize("number", range(1, 25))
def test_every_round_of_australian_whist(number):
    rules = rules_of("australian", {"extra_top_round": True}, 5)
    standing = Standing(2, (0,) * 5, number)
    check(rules, standing, batch_of(rules).played(12, np.random.default_rng(number), standing), 12)


@pytest.mark.parametrize("final", [False, True])
@pytest.mark.parametrize(
    ("place", "calls"),
    [(0, 4), (1, 35), (2, 18), (-1, 1)],
    ids=["all pass k9", "each bids one more", "each bids two more", "the first bids 13NT k8"],
)
def test_auctions_from_nothing_to_everything(place, calls, final):
    rules = rules_of("candid", {"pass_is_final": final})
    standing = rules.first_standing()
    played = batch_of(rules).played(10, Caller(place), standing)
    for hand in check(rules, standing, played, 10):
        assert sum(isinstance(action, Bid) for action in hand.actions) == calls
        assert hand.thrown_in == (place == 0)


@pytest.mark.parametrize(("bags", "places"), [((0, 0), (1, 0)), ((9, 5), (2, 0)), ((4, 8), (6, 0, 1, 0))])
def test_bags_are_counted_and_cost_k13_k14(bags, places):
    rules = rules_of("candid")
    standing = replace(rules.first_standing(dealer=3), bags=bags)
    played = batch_of(rules).played(300, Caller(*places), standing)
    lines = [rules.score(hand, standing) for hand in check(rules, standing, played, 300)]
    assert any(any(line.bags) for line in lines)
    assert any("full" in entry[2] for line in lines for entry in line.entries) == (bags != (0, 0))


@pytest.mark.parametrize("final", [False, True])
def test_a_pass_may_be_final_k10(final):
    rules = rules_of("candid", {"pass_is_final": final})
    standing = rules.first_standing()
    played = batch_of(rules).played(200, np.random.default_rng(3), standing)
    again = [
        any(later.seat == call.seat for later in hand.calls[place + 1 :])
        for hand in check(rules, standing, played, 200)
        for place, call in enumerate(hand.calls)
        if call.call == "pass"
    ]
    assert any(again) != final


def test_the_dealers_bid_never_makes_them_add_up_u10():
    rules = rules_of("australian", None, 2)
    standing = Standing(1, (0, 0), 1)  # one card each: the dealer has one choice of two, or both
    hands = check(rules, standing, batch_of(rules).played(400, Caller(1), standing), 400)
    assert {tuple(hand.bids) for hand in hands} == {(1, 1)}


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [(game, {}, None) for game in GAMES if game not in ("candid", "australian")]
    + [("australian", {"households": 2}, 6)],
)
def test_of_other_games_there_are_no_batches(game, options, players):
    assert batch_of(rules_of(game, options, players)) is None


def test_deals_are_the_pack_without_a_pattern():
    rules = rules_of("candid")
    holder = batch_of(rules).played(4000, np.random.default_rng(1), rules.first_standing()).holder
    for seat in range(4):
        assert (np.count_nonzero(holder == seat, axis=0) == 13).all()
        # a card is in a given hand in one deal of four: 1000 of 4000, give or take five standard deviations
        assert (abs(np.count_nonzero(holder == seat, axis=1) - 1000) < 5 * (4000 * 0.25 * 0.75) ** 0.5).all()


@pytest.mark.parametrize("cards", [[5], [0, 51], [3, 4, 5, 20, 50], list(range(52))])
def test_each_card_is_drawn_as_often(cards):
    may = np.zeros((len(PACK), 10_000), bool)
    may[cards] = True
    card, number = drawn(may, np.random.default_rng(1))
    assert (number == len(cards)).all()
    times = np.bincount(card, minlength=len(PACK))
    expected = 10_000 / len(cards)
    assert set(np.flatnonzero(times)) == set(cards)
    assert (abs(times[cards] - expected) <= 5 * (expected * (1 - 1 / len(cards))) ** 0.5).all()


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


@pytest.mark.parametrize(("game", "number", "spread"), [("candid", 1, 66), ("australian", 10, 5)])
def test_play_outs_by_clear_rules_and_batches_come_to_the_same(game, number, spread):
    rules = rules_of(game, None, 4)
    standing = replace(rules.first_standing(), number=number)
    clear, batch = (play_outs(rules, hands, 1, standing, clear=hands == 600) for hands in (600, 6000))
    for side in range(rules.sides):
        # give or take five standard deviations; ``spread`` is that of one hand
        assert abs(clear.points[side] / 600 - batch.points[side] / 6000) < 5 * spread * (1 / 600 + 1 / 6000) ** 0.5
    assert abs(clear.actions / 600 - batch.actions / 6000) < 1.5


def test_play_outs_in_more_than_one_batch():
    rules = rules_of("australian", None, 4)
    done = play_outs(rules, 2001, -5, Standing(0, (0,) * 4, 10))
    assert (done.hands, done.actions) == (2001, 2001 * (4 + 40))


def test_play_outs_of_no_hands():
    for game in ("classic", "candid"):
        assert play_outs(rules_of(game), 0).points == (0, 0)
        with pytest.raises(ValueError, match="-1 hands cannot be played"):
            play_outs(rules_of(game), -1)


def test_a_hand_is_played_on_from_where_it_is():
    rules = rules_of("german")
    hand = rules.start(rules.first_standing(), rules.shuffled(rules.first_standing(), Random(1)))
    rules.apply(hand, rules.legal(hand)[0])
    to_the_end(rules, hand, Random(2))
    assert hand.over
    assert len(hand.actions) == 52
