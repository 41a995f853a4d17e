"""Open hands solved by the library, against every legal card of every seat tried by the rules."""

import threading
from dataclasses import replace
from random import Random

import pytest

from tests.whist.players import brute
from whist.cards import JOKERS, STRAINS, Card
from whist.games import rules_of
from whist.players.double_dummy import MOST_BOARDS, many, solvable

CASES = [
    # how many positions, cards of each seat, cards that lie in the trick
    *((6, 2, laid) for laid in range(4)),
    *((4, 3, laid) for laid in range(4)),
    *((2, 4, laid) for laid in range(4)),
    *((3, 5, laid) for laid in range(4)),
]


def values(rules, hand):
    (found,) = many(rules, [hand])
    return found


@pytest.mark.parametrize("trump", STRAINS)
@pytest.mark.parametrize(("number", "left", "laid"), CASES)
def test_every_card_is_worth_what_trying_all_says(trump, number, left, laid):
    """RULES C3–C8, and B14 downtown."""
    rng = Random(f"{trump} {left} {laid}")
    for turn in range(number):
        game, options = (("italian", {}), ("bid", {"jokers": 0}))[(turn + laid) % 2]
        rules, hand = brute.begun(game, rng, trump, **options)
        brute.play_down(rules, hand, rng, left, laid)
        assert hand.trump == trump
        assert solvable(rules, hand)
        assert values(rules, hand) == brute.values(rules, hand)


def test_downtown_is_among_them():
    rules, hand = brute.begun("bid", Random(1), "H", jokers=0)
    assert hand.direction == "down"
    assert rules.strength(hand, Card("H", "2")) == 13


def test_each_game_of_four_seats_and_two_sides_from_its_first_lead():
    for game in ("android", "classic", "italian"):
        rules, hand = brute.begun(game, Random(game))
        assert solvable(rules, hand)
        found = values(rules, hand)
        assert list(found) == rules.legal_cards(hand)
        assert all(0 <= tricks <= 13 for tricks in found.values())


def test_many_hands_at_once():
    """More than one call of the library takes, each as by itself."""
    rng, rules = Random(5), rules_of("italian")
    hands = [
        brute.play_down(*brute.begun("italian", rng, rng.choice(STRAINS)), rng, rng.randint(1, 4), rng.randrange(4))
        for _ in range(MOST_BOARDS + 30)
    ]
    found = many(rules, hands)
    assert len(found) == len(hands)
    for hand, tricks in list(zip(hands, found, strict=True))[::7]:
        assert tricks == values(rules, hand)
    assert many(rules, []) == []


def test_several_threads_wait_for_each_other():
    rng, rules = Random(6), rules_of("italian")
    hands = [brute.play_down(*brute.begun("italian", rng, "S"), rng, 6) for _ in range(20)]
    alone, found = many(rules, hands), {}
    threads = [threading.Thread(target=lambda at=at: found.update({at: many(rules, hands)})) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[at] for at in range(4)] == [alone] * 4


# -- what cannot be solved ---------------------------------------------------------------------------------------------


def unsolvable():
    """(why, rules, hand)."""
    rules, hand = brute.begun("italian", Random(1), "H")
    yield "hands are not known", rules, replace(hand, hands=None)
    yield "the hand is over", rules, replace(hand, phase="over", turn=None)
    yield "trumps are to be chosen", rules, replace(hand, phase="choose", trump=None)
    short = hand.copy()
    short.hands[2].pop()
    yield "one seat has a card less", rules, short
    twice = hand.copy()
    twice.hands[2][0] = twice.hands[1][0]
    yield "a card is there twice", rules, twice
    joker = hand.copy()
    joker.hands[3][4] = JOKERS[0]
    yield "a joker is held", rules, joker
    laid = brute.play_down(rules, hand.copy(), Random(1), 5, 1)
    laid.trick[0] = JOKERS[1]
    yield "a joker lies in the trick", rules, laid
    for game, players in (("german", 2), ("honeymoon", 2), ("australian", 4), ("australian", 3)):
        others = rules_of(game, None, players)
        standing = others.first_standing()
        other = others.start(standing, others.shuffled(standing, Random(1)))
        while other.phase == "bid":
            others.apply(other, others.legal(other)[0])
        yield f"{game} for {players}", others, other


@pytest.mark.parametrize(("why", "rules", "hand"), unsolvable(), ids=[case[0] for case in unsolvable()])
def test_what_cannot_be_solved_is_refused(why, rules, hand):
    assert not solvable(rules, hand)
    with pytest.raises(ValueError, match="cannot be solved"):
        values(rules, hand)


def test_the_last_card_and_jokers_that_are_gone():
    rules, hand = brute.begun("italian", Random(2), "H")
    brute.play_down(rules, hand, Random(2), 1, 3)
    assert solvable(rules, hand)
    assert values(rules, hand) == brute.values(rules, hand)
    for seed in range(20):
        rules, hand = brute.begun("bid", Random(seed), "H", jokers=2)
        brute.play_down(rules, hand, Random(seed), 3)
        left = [card for own in hand.hands for card in own]
        assert solvable(rules, hand) == (not set(left) & set(JOKERS))
        if solvable(rules, hand):
            assert values(rules, hand) == brute.values(rules, hand)
