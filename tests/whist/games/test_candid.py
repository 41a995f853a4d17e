"""Candid Whist: play, scores and whole matches (RULES K12–K16, worked cases K-3, K-4)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.games.candid_hands import SUITED, bidding, call, candid, contracted, dealt, played_out, with_tricks
from tests.whist.match import Match
from whist.cards import PACK, Card
from whist.games import rules_of
from whist.games.candid import CALLS, Candid, CandidOptions
from whist.rules.actions import Action, Announce, Bid, Choose, Discard, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

# -- the play ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("declarer", range(4))
def test_k12_declarers_left_leads_anything(declarer: int) -> None:
    """RULES K12: no dummy, each plays his own hand; trumps may be led at once."""
    rules, hand = contracted("7D", declarer)
    leader = (declarer + 1) % 4
    assert (hand.turn, hand.leader, hand.turned_up) == (leader, leader, ())
    assert rules.legal(hand) == tuple(Play(leader, card) for card in SUITED.hands[leader])
    rules.apply(hand, Play(leader, SUITED.hands[leader][0]))
    assert hand.turn == (leader + 1) % 4


def test_k12_trumps_may_be_led_in_trick_one() -> None:
    rules = candid()
    pack = list(PACK)
    hand = rules.start(Standing(), Cards([pack[n::4] for n in range(4)]))
    rules.skip_announcements(hand)
    call(rules, hand, "7H", "pass", "pass", "pass")
    assert any(isinstance(one, Play) and one.card.suit == "H" for one in rules.legal(hand))


def test_follow_suit_is_told_without_the_hand() -> None:
    rules, hand = contracted("7D", 0)
    hand.hands = [list(cards("C3 D3")), list(cards("C4 D4")), list(cards("C5 D5")), list(cards("C6 D6"))]
    rules.apply(hand, Play(1, Card("C", "4")))
    assert rules.why_not(hand, Play(2, Card("D", "5"))) == "You still hold a club; follow suit instead of playing D5."
    assert rules.why_not(hand, Play(2, Card("C", "6"))) == "Seat 2 does not hold C6."
    assert rules.why_not(hand, Play(3, Card("C", "6"))) == "It is the turn of seat 2, not of seat 3."


# -- scores ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "declarer", "took", "points", "bags"),
    [
        pytest.param("8H", 0, 10, (82, 0), (2, 0), id="K-3 8H made with 10"),
        pytest.param("8H", 0, 8, (80, 0), (0, 0), id="just made"),
        pytest.param("8H", 2, 7, (-80, 0), (0, 0), id="failed by one"),
        pytest.param("7C", 1, 13, (0, 76), (0, 6), id="most bags of a hand"),
        pytest.param("7C", 3, 0, (0, -70), (0, 0), id="failed by seven"),
        pytest.param("13NT", 1, 13, (0, 130), (0, 0), id="all"),
        pytest.param("13NT", 1, 12, (0, -130), (0, 0), id="all but one"),
    ],
)
def test_k13_made_and_failed(
    bid: str, declarer: int, took: int, points: tuple[int, int], bags: tuple[int, int]
) -> None:
    """RULES K13: ten a trick of the bid, won or lost, one a bag; defenders never score."""
    rules, hand = with_tricks(bid, declarer, took)
    line = rules.score(hand, rules.first_standing())
    assert (line.points, line.bags, line.contract) == (points, bags, bid)
    assert {side for side, _, _ in line.entries} == {declarer % 2}
    assert sum(number for _, number, _ in line.entries) == sum(points)


@pytest.mark.parametrize("bid", ["7C", "9NT"])
def test_k13_hands_that_were_played(bid: str) -> None:
    """RULES K13: seat 0's clubs take all tricks, if clubs are trumps; in no-trump the leader's suit does."""
    rules, hand = contracted(bid, 0)
    line = rules.score(played_out(rules, hand), rules.first_standing())
    assert line.won == ((13, 0, 0, 0) if bid == "7C" else (0, 13, 0, 0))
    assert line.points == ((76, 0) if bid == "7C" else (-90, 0))
    assert line.trump == hand.trump


@pytest.mark.parametrize(
    ("bags", "bid", "took", "points", "left"),
    [
        pytest.param((9, 5), "7C", 9, -28, (1, 5), id="K-4 9 bags, then 2 more: 70 + 2 - 100, 1 left"),
        pytest.param((9, 0), "7C", 8, -29, (0, 0), id="just ten"),
        pytest.param((7, 9), "7C", 9, 72, (9, 9), id="nine are not full"),
        pytest.param((9, 9), "7C", 13, -24, (5, 9), id="fifteen"),
        pytest.param((9, 9), "7C", 7, 70, (9, 9), id="no bag"),
        pytest.param((9, 9), "7C", 6, -70, (9, 9), id="failed: no bag"),
        pytest.param((), "7C", 9, 72, (2, 0), id="no counter yet"),
    ],
)
@pytest.mark.parametrize("score", [0, 399, -395])
def test_k14_bags(bags: tuple[int, ...], bid: str, took: int, points: int, left: tuple[int, int], score: int) -> None:
    """RULES K14: a counter of their own, whatever the score's last digit; the bag points stay."""
    rules, hand = with_tricks(bid, 0, took)
    standing = Standing(scores=(score, 3), bags=bags)
    line = rules.score(hand, standing)
    after = rules.after(standing, line)
    assert line.points == (points, 0)
    assert (after.scores, after.bags) == ((score + points, 3), left)


def test_k14_the_sheet_says_how() -> None:
    rules, hand = with_tricks("7C", 0, 9)
    assert rules.score(hand, Standing(bags=(9, 0))).entries == (
        (0, 70, "7C made"),
        (0, 2, "2 overtricks, bags"),
        (0, -100, "10 bags are full"),
    )


@pytest.mark.parametrize(
    ("target", "scores", "bags", "took", "winners"),
    [
        (500, (420, 499), (0, 0), 10, ()),
        (500, (427, 100), (0, 0), 9, ()),
        (500, (428, 100), (0, 0), 9, (0,)),
        (500, (499, 100), (9, 0), 8, ()),
        (500, (250, 249), (0, 0), 7, ()),
        (250, (178, 249), (0, 0), 9, (0,)),
        (250, (170, 249), (0, 0), 9, ()),
        (250, (240, 249), (8, 0), 9, ()),
    ],
)
def test_k15_target(
    target: int, scores: tuple[int, int], bags: tuple[int, int], took: int, winners: tuple[int, ...]
) -> None:
    """RULES K15: at the target after the bag penalty."""
    rules, hand = with_tricks("7C", 0, took)
    rules.options = CandidOptions(target=target)
    standing = Standing(scores=scores, bags=bags)
    after = rules.after(standing, rules.score(hand, standing))
    assert (after.over, after.winners) == (bool(winners), winners)


@given(st.integers(0, 34), st.integers(0, 3), st.integers(0, 13), st.tuples(*[st.integers(0, 9)] * 2))
@settings(max_examples=50, deadline=None)
def test_k15_one_side_gains(bid: int, declarer: int, took: int, bags: tuple[int, int]) -> None:
    """RULES K13, K15: only the declarer's side ever gains or loses."""
    rules, hand = with_tricks(CALLS[bid], declarer, took)
    line = rules.score(hand, Standing(bags=bags))
    assert line.points[1 - declarer % 2] == 0
    assert line.bags[1 - declarer % 2] == 0


@pytest.mark.parametrize(("scores", "winners"), [((540, 520), (0,)), ((510, 520), (1,)), ((500, 500), (0, 1))])
def test_both_sides_at_the_target(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    """Points for a revoke can bring it about: the higher score wins."""
    rules, hand = with_tricks("7C", 0, 7)
    line = rules.score(hand, Standing())
    before = Standing(scores=(scores[0] - 70, scores[1]))
    assert rules.after(before, line).winners == winners


@pytest.mark.parametrize(("declarer", "side", "tricks"), [(0, 0, 9), (0, 1, 5), (3, 0, 5), (1, 1, 9)])
def test_tricks_that_win_a_conceded_hand(declarer: int, side: int, tricks: int) -> None:
    """RULES T4, K13: the nine of the bid, or so many of 13 that it fails."""
    rules, hand = contracted("9S", declarer)
    assert rules.tricks_to_win(hand, side) == tricks


def test_k16_no_lower_limit_and_the_deal_passes() -> None:
    """RULES K16: 3000 below is no end; the deal passes left."""
    rules, hand = with_tricks("7C", 0, 0)
    standing = Standing(dealer=3, scores=(-3000, -4000), bags=(2, 3), number=60)
    after = rules.after(standing, rules.score(hand, standing))
    assert after == Standing(dealer=0, scores=(-3070, -4000), bags=(2, 3), number=61)


# -- what is odd -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Bid(1, "7C"), "must announce"),
        (Announce(2, 10), "turn of seat 1"),
        (Choose(1, "S"), "must announce"),
        (Discard(1, ()), "must announce"),
        (Play(1, Card("D", "2")), "must announce"),
        (TurnUp(0, cards("C2")), "No card is turned up"),
    ],
)
def test_what_is_not_for_now(action: Action, why: str) -> None:
    rules, hand = candid(), candid().start(Standing(), SUITED)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)


def test_an_announcement_in_the_auction_is_refused() -> None:
    with pytest.raises(Refused, match="must bid"):
        candid().apply(bidding(), Announce(1, 10))


@pytest.mark.parametrize(
    "options", [{"target": 300}, {"show_hcp": True}, {"passed_out": "redeal"}, {"pass_is_final": 1}, {"hcp": 1}]
)
def test_odd_options(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="option"):
        rules_of("candid", options)


def test_the_title_says_the_house_rules() -> None:
    assert CandidOptions().summary() == "Candid Whist to 500"
    loud = CandidOptions(target=250, pass_is_final=True, show_hcp="always", passed_out="next_dealer")
    assert loud.summary() == (
        "Candid Whist to 250, announced points stay shown, a passed-out hand loses the deal, a pass is final"
    )


def test_legal_of_another_seat_is_nothing() -> None:
    rules, hand = candid(), bidding()
    assert rules.legal(hand, 2) == ()
    assert rules.legal(hand, 1) == rules.legal(hand)


def test_a_written_trump_does_not_count() -> None:
    rules = candid()
    hand = rules.start(Standing(), Cards(SUITED.hands, trump="S"))
    assert hand.trump is None


# -- whole hands and matches -------------------------------------------------------------------------------------------


def sensible(rules: Candid, hand: Hand, rng: Random) -> Action:
    """Any legal action, but the stronger side bids seven in its longest suit and nobody else bids."""
    if hand.phase != "bid" or hand.hands is None or hand.turn is None:
        return rng.choice(rules.legal(hand))  # type: ignore[return-value]
    partner = (hand.turn + 2) % 4
    if hand.contract is not None or (hand.hcp[hand.turn] or 0) + (hand.hcp[partner] or 0) < 21:
        return Bid(hand.turn, "pass")
    suits = [card.suit for card in hand.hands[hand.turn] + hand.hands[partner]]
    return Bid(hand.turn, "7" + max("CDHS", key=suits.count))


@given(st.integers(0, 10**6), st.sampled_from([500, 250]))
@settings(max_examples=5, deadline=None)
def test_matches_end(seed: int, target: int) -> None:
    """RULES C10, K15: every action legal, each card in one place, scores are sums of lines, and there is an end."""
    rng, match = Random(seed), Match(candid(target=target))
    while not match.standing.over:
        hand = match.deal(rng=rng)
        while not hand.over:
            match.apply(sensible(match.rules, hand, rng))  # type: ignore[arg-type]
            assert hand.hands is not None
            held = [card for own in hand.hands for card in own]
            assert sorted(map(str, [*hand.played(), *held])) == sorted(map(str, PACK))
        assert len(match.lines) < 400
    assert match.standing.scores == tuple(map(sum, zip(*(line.points for line in match.lines), strict=True)))
    assert max(match.standing.scores) >= target
    assert match.rules.rank(match.standing)[match.standing.winners[0]] == 1


@given(st.integers(0, 10**6), st.booleans(), st.sampled_from(["same_dealer", "next_dealer"]))
@settings(max_examples=25, deadline=None)
def test_an_unknown_hand_goes_as_the_known_one(seed: int, final: bool, passed_out: str) -> None:
    """At a real table only what is laid open is known: the same actions are legal and the line is the same."""
    rules = candid(pass_is_final=final, passed_out=passed_out)
    rng = Random(seed)
    known, unknown = dealt(rules, seed), rules.start(rules.first_standing())
    while not known.over:
        action = rng.choice(rules.legal(known))
        assert action in rules.legal(unknown)
        rules.apply(known, action)  # type: ignore[arg-type]
        rules.apply(unknown, action)  # type: ignore[arg-type]
    assert unknown.over
    assert rules.score(unknown, Standing()) == rules.score(known, Standing())
