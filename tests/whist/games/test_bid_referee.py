"""Bid Whist against a referee of its own, at a table where nobody knows the hands, and with odd input."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.games.bid_hands import (
    BEST_FIRST,
    JR,
    SUITED,
    any_action,
    auction,
    bid_whist,
    chosen,
)
from tests.whist.match import Match
from whist.cards import FULL_PACK, Card
from whist.games import rules_of
from whist.games.bid import BidWhist
from whist.games.bid_options import BidOptions
from whist.law.revokes import established
from whist.rules.actions import Action, Announce, Bid, Choose, Discard, Legal, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Standing


def mild(legal: Sequence[Legal], rng: Random) -> Action:
    """Any action, but the lowest call half of the time, so that not all hands are bid to the top."""
    if isinstance(legal[0], Bid) and rng.random() < 0.5:
        return legal[0]
    return any_action(legal, rng)


OPTIONS = st.builds(
    dict,
    jokers=st.sampled_from([1, 2]),
    min_bid=st.sampled_from([1, 2, 3, 4]),
    low_beats_high=st.booleans(),
    bidder_gets_kitty=st.booleans(),
    sport=st.sampled_from(["never", "trump", "always"]),
    bidder_leads=st.booleans(),
    nt_joker_must_go=st.booleans(),
    nt_joker_lead=st.sampled_from(["free", "last_card_only"]),
    double_nt=st.booleans(),
    defensive_scoring=st.booleans(),
    target=st.sampled_from([5, 7, 9]),
)


NO_JOKERS = OPTIONS.map(lambda chosen: chosen | {"jokers": 0, "nt_joker_must_go": False, "nt_joker_lead": "free"})


# -- a referee of its own ----------------------------------------------------------------------------------------------


def suit_of(card: Card, trump: str) -> str:
    return trump if card.is_joker and trump != "NT" else card.suit


def led_of(trick: Sequence[Card], trump: str) -> str | None:
    return next((suit_of(card, trump) for card in trick if suit_of(card, trump) != "J"), None)


def referee_winner(trick: Sequence[Card], trump: str, direction: str) -> int:
    """B14–B16, B20, B21 said once more, without the engine: the place of the best card."""
    order = [*"RB", *BEST_FIRST[direction]]
    for suit in (trump, led_of(trick, trump)):
        places = [place for place, card in enumerate(trick) if suit_of(card, trump) == suit]
        if places:
            return min(places, key=lambda place: order.index(trick[place].rank))
    raise AssertionError("no suit was fixed")


def referee_legal(rules: BidWhist, own: list[Card], trick: list[Card], trump: str) -> set[Card]:
    """B15, B18–B22 said once more."""
    options, jokers, plain = rules.options, {c for c in own if c.is_joker}, {c for c in own if not c.is_joker}
    if not trick:
        return plain or jokers if trump == "NT" and options.nt_joker_lead == "last_card_only" else plain | jokers
    able = {card for card in own if suit_of(card, trump) == led_of(trick, trump)}
    if able:
        return able
    if trump == "NT" and options.nt_joker_must_go and jokers and led_of(trick, trump):
        return jokers
    return plain | jokers


def check(rules: BidWhist, hand: Hand) -> None:
    """Each card in one place (RULES C10), and what the referee says."""
    assert hand.hands is not None
    held = [card for own in hand.hands for card in own]
    places = [*held, *(hand.stock or ()), *hand.discards, *hand.played()]
    assert sorted(map(str, places)) == sorted(map(str, rules.pack()))
    if hand.phase == "play" and hand.turn is not None:
        legal = {one.card for one in rules.legal(hand) if isinstance(one, Play)}
        assert legal == referee_legal(rules, hand.hands[hand.turn], hand.trick, str(hand.trump))
    for trick in hand.tricks[-1:]:
        assert trick.winner == trick.seat(referee_winner(trick.cards, str(hand.trump), hand.direction))


def expected_points(options: dict[str, object], hand: Hand) -> list[int]:
    """B11, B23–B25 said once more."""
    assert hand.contract is not None
    call, side = str(hand.contract.call), hand.contract.seat % 2
    won = sum(trick.winner % 2 == side for trick in hand.tricks) + 1
    own = won - 6 if won >= 6 + int(call[0]) else -int(call[0])
    other = max(0, 13 - won - 6) if options["defensive_scoring"] else 0
    points = [own * (2 if "NT" in call and options["double_nt"] else 1), other]
    return points if side == 0 else points[::-1]


@given(st.integers(0, 10**6), OPTIONS | NO_JOKERS)
@settings(max_examples=25, deadline=None)
def test_matches_agree_with_the_referee_and_end(seed: int, options: dict[str, object]) -> None:
    """RULES C10, B14–B26: random matches with random options."""
    rng, match, scores = Random(seed), Match(bid_whist(**options)), [0, 0]
    while not match.standing.over:
        hand = match.deal(rng=rng)
        while not hand.over:
            check(match.rules, hand)  # type: ignore[arg-type]
            match.apply(mild(match.legal(), rng))
        check(match.rules, hand)  # type: ignore[arg-type]
        scores = [old + new for old, new in zip(scores, expected_points(options, hand), strict=True)]
        assert match.standing.scores == tuple(scores)
        assert established(match.rules, hand) == ()
        assert len(match.lines) < 400
    assert max(map(abs, scores)) >= int(str(options["target"]))
    assert match.standing.winners == (scores.index(max(scores)),)
    assert scores[0] != scores[1]


# -- hands that nobody knows -------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), OPTIONS | NO_JOKERS)
@settings(max_examples=40, deadline=None)
def test_an_unknown_hand_goes_as_the_known_one(seed: int, options: dict[str, object]) -> None:
    """At a real table: the kitty is laid open where all see it (RULES B12, B13), nobody sees the discards."""
    rules, rng = bid_whist(**options), Random(seed)
    standing = rules.first_standing(seed % 4)
    known = rules.start(standing, rules.shuffled(standing, rng))
    unknown, kitty = rules.start(standing), tuple(known.stock or ())
    while not known.over:
        action = mild(rules.legal(known), rng)
        rules.apply(known, action)
        if isinstance(action, Discard):
            continue
        assert action in rules.legal(unknown)
        rules.apply(unknown, action)
        if unknown.phase == "turn_up":
            assert rules.legal(unknown) == ()
            rules.apply(unknown, TurnUp(unknown.dealer, kitty))
            assert unknown.turned_up == kitty == known.turned_up
    assert unknown.over
    assert rules.score(unknown, standing) == rules.score(known, standing)


@pytest.mark.parametrize(
    ("seat", "kitty", "why"),
    [
        (1, "C2 D2 H2 S2 JR JB", "by the dealer, seat 0, not by seat 1"),
        (0, "C2 D2 H2 S2 JR", "The kitty is 6 different cards"),
        (0, "C2 D2 H2 S2 JR JB C3", "The kitty is 6 different cards"),
        (0, "C2 D2 H2 S2 JR JR", "The kitty is 6 different cards"),
        (0, "", "The kitty is 6 different cards"),
    ],
)
def test_a_kitty_that_cannot_be(seat: int, kitty: str, why: str) -> None:
    rules = bid_whist(sport="always")
    hand = chosen(rules, "4up", "S", None)
    assert (hand.phase, hand.turn) == ("turn_up", None)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, TurnUp(seat, cards(kitty)))
    with pytest.raises(Refused, match="must be seen first"):
        rules.apply(hand, Play(1, Card("C", "3")))


def test_a_joker_that_is_not_in_the_pack_cannot_lie_in_the_kitty() -> None:
    rules = bid_whist(sport="always", jokers=1)
    with pytest.raises(Refused, match="5 different cards of the pack"):
        rules.apply(chosen(rules, "4up", "S", None), TurnUp(0, cards("C2 D2 H2 S2 JB")))


@pytest.mark.parametrize(("gets", "who"), [(False, []), (True, [1])])
def test_who_may_play_a_card_of_a_kitty_that_was_shown(gets: bool, who: list[int]) -> None:
    """RULES B10: where the bidder took it he may have kept any of it; nobody else holds one."""
    rules = bid_whist(sport="always", bidder_gets_kitty=gets)
    hand = chosen(rules, "4up", "S", None)
    rules.apply(hand, TurnUp(0, SUITED.stock))
    may = []
    for card in cards("D3 H3 S3 C3"):
        if Play(hand.turn or 0, JR) in rules.legal(hand):
            may.append(hand.turn)
        else:
            assert rules.why_not(hand, Play(hand.turn or 0, JR)) == "JR is known to be elsewhere."
        rules.apply(hand, Play(hand.turn or 0, card))
    assert may == who


def test_an_unknown_kitty_that_is_not_shown_refuses_nothing() -> None:
    rules = bid_whist(bidder_gets_kitty=True)
    hand = chosen(rules, "4up", "S", None)
    assert (hand.phase, hand.turn) == ("play", 1)
    assert rules.legal(hand) == tuple(Play(1, card) for card in FULL_PACK)


def test_a_known_kitty_is_not_turned_up_by_hand() -> None:
    rules = bid_whist(sport="always")
    with pytest.raises(Refused, match="No card is turned up"):
        rules.apply(chosen(rules, "4up", "S"), TurnUp(0, SUITED.stock))


# -- what is odd -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Play(1, Card("D", "3")), "must bid"),
        (Choose(1, "S"), "must bid"),
        (Discard(1, SUITED.stock), "must bid"),
        (Announce(1, 10), "must bid"),
        (Bid(2, "4up"), "turn of seat 1"),
        (TurnUp(0, SUITED.stock), "No card is turned up"),
    ],
)
def test_what_is_not_for_now(action: Action, why: str) -> None:
    rules = bid_whist()
    hand = auction(rules)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert hand.actions == []


def test_a_bid_after_the_auction_is_refused() -> None:
    rules = bid_whist()
    with pytest.raises(Refused, match="must choose"):
        rules.apply(auction(rules, "4up", "pass", "pass", "pass"), Bid(1, "5up"))
    with pytest.raises(Refused, match="must play a card"):
        rules.apply(chosen(rules, "4up", "S"), Bid(1, "5up"))


@pytest.mark.parametrize(
    "options",
    [
        {"target": 6},
        {"jokers": 3},
        {"jokers": True},
        {"min_bid": 5},
        {"min_bid": 0},
        {"low_beats_high": 1},
        {"bidder_gets_kitty": "yes"},
        {"sport": True},
        {"bidder_leads": None},
        {"nt_joker_must_go": "free"},
        {"nt_joker_lead": False},
        {"double_nt": 2},
        {"defensive_scoring": []},
        {"kitty": True},
    ],
)
def test_odd_options(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="option"):
        rules_of("bid", options)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"nt_joker_must_go": True}, "jokers cannot have to go where there are none"),
        ({"nt_joker_lead": "last_card_only"}, "jokers cannot be led last where there are none"),
    ],
)
def test_impossible_options(options: dict[str, object], why: str) -> None:
    """Rules about jokers need jokers."""
    with pytest.raises(ValueError, match=why):
        rules_of("bid", {"jokers": 0} | options)
    for jokers in (1, 2):
        rules_of("bid", {"jokers": jokers} | options)


def test_the_title_says_the_house_rules() -> None:
    assert BidOptions().summary() == "Bid Whist to 5, bids from 3"
    loud = BidOptions(target=7, jokers=1, sport="always", bidder_gets_kitty=True, double_nt=True, low_beats_high=False)
    assert loud.summary() == (
        "Bid Whist to 7, one joker, bids from 3, downtown does not beat uptown, the bidder gets the kitty, "
        "the kitty is shown, no-trump counts twice"
    )


def test_a_written_trump_does_not_count() -> None:
    hand = bid_whist().start(Standing(), Cards(SUITED.hands, SUITED.stock, "H"))
    assert hand.trump is None
