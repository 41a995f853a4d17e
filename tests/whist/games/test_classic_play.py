"""The card play that all games share (RULES C1–C11), as the engine of Classic Whist plays it."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.games.classic_hands import ALTERNATE, SUITED, begun, classic, finished, holding
from tests.whist.match import Match
from tests.whist.playing import play
from whist.cards import PACK, Card
from whist.games import rules_of
from whist.games.odd_tricks import OddTricks
from whist.rules.actions import Choose, Play, TurnUp
from whist.rules.hand import Hand, Trick
from whist.rules.refusals import Refused
from whist.rules.standing import Standing


class Unshuffled(Random):
    """Leaves the pack as it is."""

    def shuffle(self, x: list[Card]) -> None:  # type: ignore[override]
        pass


# -- what all games share ----------------------------------------------------------------------------------------------


def test_the_pack_and_the_order_of_its_cards():
    """RULES C1."""
    rules = classic()
    assert sorted(map(str, rules.pack())) == sorted(suit + rank for suit in "CDHS" for rank in "AKQJT98765432")
    hand = begun(rules, SUITED, trump="C")
    for suit in "CDHS":
        ranked = cards(" ".join(suit + rank for rank in "AKQJT98765432"))
        assert all(rules.beats(hand, high, low) for high, low in pairwise(ranked))
        assert not any(rules.beats(hand, low, high) for high, low in pairwise(ranked))


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_singly_from_the_dealers_left(dealer):
    """RULES C9, C2, and W2: the last card is the dealer's and is turned up."""
    dealt = classic().shuffled(Standing(dealer=dealer), Unshuffled())
    turn = dealer
    for place, card in enumerate(PACK):
        turn = (turn + 1) % 4
        assert dealt.hands[turn][place // 4] == card
    hand = begun(dealt=dealt, dealer=dealer)
    assert (hand.turned_up, hand.trump, hand.hands[dealer][-1]) == ((PACK[-1],), "S", PACK[-1])


@pytest.mark.parametrize("dealer", range(4))
def test_play_goes_clockwise_from_the_dealers_left_c2_w4(dealer):
    """RULES C2, W4; each dealer has a card of every suit."""
    rules, hand, turns = classic(), begun(dealt=ALTERNATE, dealer=dealer), []
    for _ in range(4):
        turns.append(hand.turn)
        rules.apply(hand, rules.legal(hand)[0])
    assert turns == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_any_card_is_led_and_the_led_suit_followed():
    """RULES C3, C4."""
    rules = classic()
    hand = begun(rules, ALTERNATE, dealer=3)
    assert [action.card for action in rules.legal(hand)] == list(ALTERNATE.hands[0])
    play(rules, hand, "C2")
    assert {str(action.card) for action in rules.legal(hand)} == {"C3", "C7", "CJ"}
    with pytest.raises(Refused, match="You still hold a club; follow suit instead of playing D2"):
        rules.apply(hand, Play(1, Card.parse("D2")))
    void = begun(rules, SUITED, dealer=3)
    play(rules, void, "C2")
    assert [action.card for action in rules.legal(void)] == SUITED.hands[1]


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("C6 C7 C8 C9", 3, id="C5 C6 highest of the led suit"),
        pytest.param("CA C3 C4 C5", 0, id="C5 C6 the led ace"),
    ],
)
def test_the_winner_leads_the_next_trick(trick, winner):
    hand = play(classic(), begun(dealt=ALTERNATE, dealer=3), trick)
    assert (hand.winners(), hand.leader, hand.turn, hand.trick) == ([winner], winner, winner, [])


@pytest.mark.parametrize(
    ("trump", "winner"),
    [pytest.param("S", 3, id="C5 a trump"), pytest.param("H", 2, id="C5 a trump"), pytest.param("NT", 0, id="C5 NT")],
)
def test_a_trump_wins_and_no_other_suit(trump, winner):
    rules = classic(trump_method="chosen")
    assert play(rules, begun(rules, SUITED, 3, trump=trump), "C2 DA H2 S2").winners() == [winner]


def test_partners_count_their_tricks_together():
    """RULES C7, W1, C8: seats 0 and 2 against 1 and 3; seven tricks are one odd trick."""
    rules = classic()
    assert [rules.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    hand = finished(holding({}), 0, "H")
    winners = [0, 2, 0, 2, 0, 2, 2, 1, 3, 1, 3, 1, 3]
    hand.tricks = [Trick(0, one.cards, (seat,)) for one, seat in zip(hand.tricks, winners, strict=True)]
    assert (hand.won(), rules.won_by_side(hand)) == ([3, 3, 4, 3], [7, 6])
    assert rules.score(hand, Standing()).points == (1, 0)


@pytest.mark.parametrize("game", ["classic", "italian"])
@pytest.mark.parametrize("dealer", range(4))
def test_who_deals_first_is_told_and_never_drawn_and_the_deal_passes_left(game, dealer):
    """RULES C11, C9: the same match whatever was drawn before it, and the dealer that was named."""
    match = Match(rules_of(game), dealer)
    dealers = []
    for seed in range(5):
        if match.standing.over:
            break
        dealers.append(match.deal(rng=Random(seed)).dealer)
        while not match.hand.over:
            match.apply(match.legal()[0])
    assert dealers == [(dealer + step) % 4 for step in range(len(dealers))]
    assert len(dealers) > 1
    assert Match(rules_of(game)).deal().dealer == 0


def check_invariants(rules: OddTricks, hand: Hand) -> None:
    """RULES C10, C8."""
    played = [card for trick in hand.tricks for card in trick.cards] + hand.trick
    if hand.hands is not None:
        assert sorted([*played, *(card for own in hand.hands for card in own)], key=str) == sorted(PACK, key=str)
        sizes = [len(own) for own in hand.hands]
        assert max(sizes) - min(sizes) <= 1
        assert hand.over == (sizes == [0] * 4)
    assert len(set(played)) == len(played)
    assert sum(hand.won()) == len(hand.tricks)
    assert hand.over == (len(played) == 52)
    assert hand.over == (not rules.legal(hand))
    if hand.over:
        assert sorted(won > 6 for won in rules.won_by_side(hand)) == [False, True]


@st.composite
def any_rules(draw: st.DrawFn) -> OddTricks:
    game = draw(st.sampled_from(["classic", "italian"]))
    form = rules_of(game).options_type.form()
    options = {one["name"]: draw(st.sampled_from(one["choices"])) for one in form}
    if game == "classic":
        cycles = next(one["choices"] for one in form if one["name"] == "trump_cycle")
        turns = options["trump_method"] == "rotation"
        options["trump_cycle"] = draw(st.sampled_from(cycles[1:])) if turns else ""
    return rules_of(game, options)


@settings(deadline=None, max_examples=25)
@given(any_rules(), st.integers(0, 2**32), st.integers(0, 3))
def test_any_match_keeps_the_invariants_and_ends_whether_hands_are_known_or_not(rules, seed, dealer):
    """RULES C10 after every action, and I6 or W6 at the end. A second match, in which nobody knows the hands and only
    what the first one lays open is told, goes the same way to the same lines (RULES W2, W7)."""
    known, blind, rng = Match(rules, dealer), Match(rules, dealer), Random(seed)
    while not known.standing.over:
        hand, seen = known.deal(rng=rng), blind.deal()
        if seen.phase == "turn_up":
            assert not blind.legal()
            blind.apply(TurnUp(seen.dealer, hand.turned_up))
        if seen.phase == "choose" and hand.phase != "choose":
            blind.apply(Choose(seen.dealer, hand.trump))
        while not hand.over:
            action = rng.choice(known.legal())
            assert action in blind.legal()
            known.apply(action)
            blind.apply(action)
            check_invariants(rules, hand)
            check_invariants(rules, seen)
        assert len(known.lines) < 100
    assert known.lines == blind.lines
    assert known.standing == blind.standing
    (winner,) = known.standing.winners
    assert rules.rank(known.standing)[winner] == 1
    assert known.standing.scores[winner] >= rules.target > known.standing.scores[1 - winner]
