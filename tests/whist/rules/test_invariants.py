"""Each invariant of RULES C10, broken on purpose."""

from dataclasses import replace
from random import Random

import pytest

from tests.whist.invariants import Broken, check
from tests.whist.match import Match
from whist.cards import JOKERS, Card
from whist.games import GAMES, rules_of
from whist.rules.actions import AnyOf, Discard


def middle(game, tricks=3, laid=1, options=None, seed=4):
    """A match of ``game`` in whose hand ``tricks`` tricks are complete and ``laid`` cards lie in the next."""
    rng = Random(seed)
    match = Match(rules_of(game, options or {}))
    hand = match.deal(rng=rng)
    while (len(hand.tricks), len(hand.trick)) != (tricks, laid):
        action = rng.choice(match.legal())
        if isinstance(action, AnyOf):
            action = Discard(action.seat, action.cards[: action.count])
        match.apply(action)
        if hand.thrown_in:
            hand = match.deal(rng=rng)
    check(match.rules, hand)
    return match.rules, hand


@pytest.mark.parametrize("game", [game for game in GAMES if game != "australian"])
def test_a_true_hand_keeps_c10(game):
    rules, hand = middle(game)
    dealt = [*hand.played(), *(card for own in hand.hands for card in own), *hand.stock, *hand.discards]
    check(rules, hand, dealt)


def broken(rules, hand, dealt=None):
    with pytest.raises(Broken) as caught:
        check(rules, hand, dealt)
    return str(caught.value)


def test_c10_a_card_is_lost():
    rules, hand = middle("classic")
    for own in hand.hands:
        own.pop()
    assert broken(rules, hand) == "48 cards are somewhere, of 52 that were dealt"


def test_c10_a_card_is_in_two_places():
    rules, hand = middle("classic")
    twice = hand.hands[0][0] = hand.hands[1][0]
    assert broken(rules, hand) == f"cards are in more than one place: {twice}"


def test_c10_a_played_card_is_in_a_hand_again():
    rules, hand = middle("german")
    hand.hands[0][0] = hand.tricks[0].cards[0]
    assert broken(rules, hand) == f"cards are in more than one place: {hand.hands[0][0]}"


def test_c10_a_card_of_another_pack():
    rules, hand = middle("candid")
    hand.hands[0][0] = JOKERS[0]
    assert broken(rules, hand) == "cards are not in this game's pack: JR"


def test_c10_a_card_is_not_the_one_dealt():
    rules = rules_of("australian")
    match = Match(rules)
    hand = match.deal(rng=Random(1))
    dealt = [card for own in hand.hands for card in own]
    check(rules, hand, dealt)
    other = next(card for card in rules.pack() if card not in dealt)
    old, hand.hands[0][0] = hand.hands[0][0], other
    check(rules, hand)  # it may be, as far as the pack tells
    assert broken(rules, hand, dealt) == f"cards do not stay the same: gone {old}, come {other}"


def test_c10_two_households_have_each_card_twice_u22():
    rules = rules_of("australian", {"households": 2}, 4)
    match = Match(rules)
    hand = match.deal(rng=Random(1))
    hand.hands = [[Card("H", "T")] for _ in range(4)]
    assert broken(rules, hand) == "cards are in more than one place: HT"
    hand.hands = [[Card("H", "T")], [Card("H", "A")], [Card("H", "T")], [Card("H", "A")]]
    check(rules, hand)


def test_c10_hand_sizes():
    rules, hand = middle("classic")
    hand.hands[0].append(hand.hands[1].pop())
    assert broken(rules, hand).startswith("hands before this trick do not have the same size: [")


def test_c10_hand_sizes_while_the_bidder_holds_the_kitty_b10():
    rules = rules_of("bid", {"bidder_gets_kitty": True})
    match = Match(rules)
    hand = match.deal(rng=Random(3))
    while hand.phase != "discard":
        match.apply(match.legal()[-1] if hand.phase == "choose" else match.legal()[0])
    check(rules, hand)
    hand.phase = "play"
    assert broken(rules, hand).startswith("hands before this trick do not have the same size")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"winners": ()}, "trick 2 cannot be: it is won by (), which are not seats"),
        ({"winners": (4,)}, "trick 2 cannot be: it is won by (4,), which are not seats"),
        ({"winners": (1, 2)}, "trick 2 cannot be: it is shared by (1, 2), who did not each play the same card"),
        ({"winners": (1, 1)}, "trick 2 cannot be: it is shared by (1, 1), who did not each play the same card"),
    ],
)
def test_c10_won_tricks_are_completed_tricks(change, why):
    rules, hand = middle("classic")
    hand.tricks[1] = replace(hand.tricks[1], **change)
    assert broken(rules, hand) == why


def test_c10_a_trick_has_a_card_of_each():
    rules, hand = middle("classic", laid=0)
    last = hand.tricks[-1]
    hand.tricks[-1] = replace(last, cards=last.cards[:3])
    hand.hands[0].append(last.cards[3])
    assert broken(rules, hand).startswith("hands before")
    hand.hands[0].pop()
    hand.stock = [last.cards[3]]
    assert broken(rules, hand) == "trick 3 cannot be: it has 3 cards for 4 players"


def test_c6_the_winner_leads_the_next():
    rules, hand = middle("classic", laid=0)
    hand.leader = (hand.leader + 1) % 4
    assert broken(rules, hand).startswith(f"seat {hand.leader} is to lead, not seat ")
    rules, hand = middle("classic")
    hand.tricks[1] = replace(hand.tricks[1], leader=(hand.tricks[1].leader + 1) % 4)
    assert broken(rules, hand).startswith("trick 2 is led by seat ")


def test_c10_tricks_of_the_sides_sum_to_tricks_completed():
    rules, hand = middle("classic")
    hand.moved = (1, 0)
    assert broken(rules, hand) == "the sides have 4 tricks together, the seats 3"


def test_c10_a_hand_is_over_when_all_hands_are_empty_and_not_before():
    rules, hand = middle("classic")
    hand.phase, hand.turn = "over", None
    assert broken(rules, hand) == "the hand is over after 3 tricks"
    rules, hand = middle("classic", tricks=13, laid=0)
    assert hand.over
    hand.phase, hand.turn = "play", hand.leader
    assert broken(rules, hand) == "nothing is left to play and the hand is not over"


def test_h5_honeymoon_stops_early_and_must():
    rules = rules_of("honeymoon")
    for seed in range(20):
        match = Match(rules)
        hand, rng = match.deal(rng=Random(seed)), Random(seed)
        while not hand.over:
            match.apply(rng.choice(match.legal()))
        check(rules, hand)
        if any(hand.hands):
            break
    assert any(hand.hands)
    hand.phase, hand.turn = "play", hand.leader
    assert broken(rules, hand) == "nothing is left to play and the hand is not over"


def test_k9_a_hand_thrown_in_is_over_before_a_card_is_played():
    match = Match(rules_of("candid"))
    hand = match.deal(rng=Random(1))
    while not hand.over:
        match.apply(match.legal()[0])
    assert hand.thrown_in
    check(match.rules, hand)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"turn": None}, "it is nobody's turn in phase play"),
        ({"phase": "turn_up"}, "it is the turn of seat"),
        ({"turn": 7}, "it is the turn of seat 7 of 4"),
    ],
)
def test_it_is_somebodys_turn(changes, why):
    rules, hand = middle("classic")
    for name, value in changes.items():
        setattr(hand, name, value)
    assert broken(rules, hand).startswith(why)


def test_c2_turns_go_clockwise():
    rules, hand = middle("classic")
    hand.turn = (hand.turn + 1) % 4
    assert broken(rules, hand) == f"it is the turn of seat {hand.turn}, not of seat {(hand.turn - 1) % 4}"


def test_somebody_has_something_to_do():
    rules, hand = middle("candid")
    hand.phase = "announce_loudly"
    assert "has nothing legal to do in phase announce_loudly" in broken(rules, hand)


def test_c10_of_unknown_hands_is_asked_of_the_cards_played():
    rules, hand = middle("candid")
    hand.hands = hand.stock = None
    check(rules, hand)
    hand.trick[0] = hand.tricks[0].cards[2]
    assert broken(rules, hand) == f"cards are in more than one place: {hand.trick[0]}"
