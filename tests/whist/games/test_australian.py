"""Australian Whist: play, points and whole matches (RULES U13–U21, worked cases U-2 to U-4)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.games.australian_hands import australian, bid, may_play, recorded, scored
from tests.whist.match import Match
from tests.whist.playing import play
from whist.cards import NO_TRUMP, Card
from whist.games import rules_of
from whist.games.australian import Australian
from whist.rules.actions import Bid, Play, action_from_json
from whist.rules.base import Cards
from whist.rules.hand import Hand, Trick
from whist.rules.refusals import Refused
from whist.rules.standing import Line, Standing

# -- play --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("misere", [False, True])
def test_the_dealers_left_leads(misere: bool):
    """RULES U13"""
    rules = australian(3)
    hand = recorded(rules, ["C2", "C3", "C4"], NO_TRUMP, misere, dealer=1)
    if not misere:
        bid(rules, hand, 0, 0, 0)
    assert (hand.phase, hand.turn, hand.leader) == ("play", 2, 2)


@pytest.mark.parametrize(
    ("own", "may"),
    [("S2 SA H3", {"S2", "SA"}), ("H3 C4 D5", {"H3", "C4", "D5"}), ("H3 H4 S2", {"S2"})],
)
def test_suit_must_be_followed(own: str, may: set[str]):
    """RULES U14"""
    rules = australian(2)
    hand = play(rules, bid(rules, recorded(rules, ["S5 C8 D8", own]), 0, 0), "S5")
    assert may_play(rules, hand) == may
    for card in set(own.split()) - may:
        with pytest.raises(Refused, match="You still hold a spade; follow suit"):
            rules.apply(hand, Play(1, Card.parse(card)))


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("H", "S5 S9 SK", 2),
        ("H", "S5 H2 SK", 1),
        ("H", "S5 H2 H3", 2),
        ("H", "S5 DA CA", 0),
        ("NT", "S5 H2 S4", 0),
        ("NT", "S5 HA S6", 2),
    ],
)
def test_who_wins_a_trick(trump: str, trick: str, winner: int):
    """RULES U15"""
    rules = australian(3)
    hand = bid(rules, recorded(rules, trick.split(), trump), 0, 0, 0)
    assert play(rules, hand, trick).winners() == [winner]


@pytest.mark.parametrize(
    ("own", "may"),
    [
        pytest.param("HA H3 S4", {"S4"}, id="U-4 a plain card"),
        pytest.param("HA H3 H4", {"HA", "H3", "H4"}, id="U16 nothing but trumps"),
        pytest.param("SA S3 D4", {"SA", "S3", "D4"}, id="U16 no trumps held"),
    ],
)
def test_the_opening_lead_before_trumps_are_broken(own: str, may: set[str]):
    """RULES U16, U18, worked case U-4: the opening lead too."""
    rules = australian(2)
    hand = bid(rules, recorded(rules, [own, "C2 C3 C4"]), 0, 0)
    assert may_play(rules, hand) == may
    for card in set(own.split()) - may:
        with pytest.raises(Refused, match="Trumps are not broken yet: lead another suit than hearts"):
            rules.apply(hand, Play(0, Card.parse(card)))


def test_nothing_but_trumps_may_be_led_by_worked_case_u_4():
    """RULES U-4: HA H3 alone, either may be led."""
    rules = australian(2)
    assert may_play(rules, bid(rules, recorded(rules, ["HA H3", "C2 C3"]), 0, 0)) == {"HA", "H3"}


def test_trumps_may_be_led_any_time_by_option():
    """RULES U16: trump_lead any is plain whist."""
    rules = australian(2, trump_lead="any")
    hand = bid(rules, recorded(rules, ["HA H3 S4", "C2 C3 C4"]), 0, 0)
    assert may_play(rules, hand) == {"HA", "H3", "S4"}


def test_a_ruff_breaks_trumps_from_the_next_trick_on():
    """RULES U17"""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["S4 S5 HK", "H2 H3 D4"]), 0, 0)
    assert not rules.trumps_broken(hand)
    play(rules, hand, "S4 H2")
    assert rules.trumps_broken(hand)
    assert may_play(rules, hand) == {"H3", "D4"}


def test_a_trump_led_for_want_of_others_breaks_trumps():
    """RULES U17"""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["H4 H5 H6", "HA HK S2"]), 0, 0)
    play(rules, hand, "H4 HA")
    assert hand.turn == 1
    assert may_play(rules, hand) == {"HK", "S2"}


def test_a_trump_not_led_leaves_trumps_unbroken():
    """RULES U17: plain tricks break nothing, and a trick under way does not count before it is complete."""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["S4 S5 HK", "SA H3 D4"]), 0, 0)
    play(rules, hand, "S4 SA")
    assert may_play(rules, hand) == {"D4"}
    play(rules, hand, "D4")
    assert not rules.trumps_broken(hand)


@pytest.mark.parametrize("misere", [False, True])
def test_without_trumps_any_card_may_be_led(misere: bool):
    """RULES U17"""
    rules = australian(2)
    hand = recorded(rules, ["HA H3 S4", "C2 C3 C4"], NO_TRUMP, misere)
    if not misere:
        bid(rules, hand, 0, 0)
    assert may_play(rules, hand) == {"HA", "H3", "S4"}


def test_trumps_are_unbroken_again_in_the_next_round():
    """RULES U17: for the rest of the round only."""
    match = Match(australian(2), dealer=1)
    match.deal(Cards([cards("S4"), cards("H2")]))
    for action in (Bid(0, 0), Bid(1, 0), Play(0, Card("S", "4")), Play(1, Card("H", "2"))):
        match.apply(action)
    match.deal(Cards([cards("D2 D3"), cards("C4 S5")]))
    for action in (Bid(1, 0), Bid(0, 0)):
        match.apply(action)
    assert {str(action.card) for action in match.legal() if isinstance(action, Play)} == {"S5"}


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "points"),
    [
        pytest.param((3, 1), (16, 0), id="U-2 bid 3 took 3"),
        pytest.param((2, 0), (0, 10), id="U19 bid 2 took 3, bid 0 took 0"),
        pytest.param((0, 1), (0, 0), id="U19 bid 0 took 3"),
    ],
)
def test_points_for_a_bid(bids: tuple[int, int], points: tuple[int, int]):
    """RULES U19, worked case U-2"""
    rules = australian(2)
    hand = bid(rules, recorded(rules, ["SA SK SQ", "S2 S3 S4"]), *bids)
    line = scored(rules, play(rules, hand, "SA S2 SK S3 SQ S4"))
    assert line.points == points
    assert line.won == (3, 0)


def test_a_trick_too_few_scores_nothing():
    """RULES U19, worked case U-2: bid 3, took 2."""
    rules = australian(2)
    line = scored(rules, play(rules, bid(rules, recorded(rules, ["SA SK S2", "S5 S6 S7"]), 3, 1), "SA S5 SK S6 S2 S7"))
    assert (line.won, line.points) == ((2, 1), (0, 12))
    assert [how for _, _, how in line.entries] == ["bid 3, took 2", "bid 1 and took 1"]


def test_points_in_misere():
    """RULES U20, worked case U-3"""
    rules = australian(2)
    hand = recorded(rules, ["SA SK SQ", "S2 S3 S4"], None, misere=True)
    line = scored(rules, play(rules, hand, "SA S2 SK S3 SQ S4"))
    assert line.points == (-6, 10)
    assert [how for _, _, how in line.entries] == ["Misère, took 3", "Misère, took 0"]


def test_the_highest_total_after_the_last_round_wins():
    """RULES U21"""
    rules = australian(3)
    last = Line(number=23, dealer=0, trump="D", tricks=(), won=(0, 1, 0), points=(10, 12, 0), entries=())
    before = Standing(dealer=0, scores=(100, 20, -8), number=22)
    between = rules.after(before, last)
    assert (between.over, between.winners, between.number) == (False, (), 23)
    end = rules.after(between, last)
    assert (end.over, end.winners, end.scores) == (True, (0,), (120, 44, -8))
    assert rules.rank(end) == (1, 2, 3)


def test_equal_totals_share_a_place():
    """RULES U21"""
    rules = australian(4)
    line = Line(number=23, dealer=0, trump="D", tricks=(), won=(0,) * 4, points=(10, 0, 0, 0), entries=())
    end = rules.after(Standing(dealer=0, scores=(20, 30, -6, -6), number=23), line)
    assert end.winners == (0, 1)
    assert rules.rank(end) == (1, 1, 3, 3)


# -- records -----------------------------------------------------------------------------------------------------------


def test_a_recorded_hand_has_the_size_of_its_cards():
    rules = australian(2)
    hand = recorded(rules, ["S2 S3 S4", "C2 C3 C4"], "D", dealer=0)
    assert (hand.size, hand.trump, hand.dealer, hand.turn, hand.special) == (3, "D", 0, 1, "")
    assert rules.start_recorded(None, Cards([cards("S2"), cards("C2")], trump="S")).trump == "S"
    assert rules.start_recorded(None, Cards([cards("S2"), cards("C2")]), misere=True).special == "misere"


@pytest.mark.parametrize(
    ("hands", "trump", "misere", "why"),
    [
        (["S2 S3", "C2"], "H", False, "seat 1 has 1 cards; every hand has 2"),
        ([" ".join(f"S{rank}" for rank in "23456789TJQ"), "C2"], "H", False, "1 to 10 cards with 2 players, not 11"),
        (["", ""], "H", False, "1 to 10 cards with 2 players, not 0"),
        ([], "H", False, "not 0"),
        (["S2"], "H", False, "1 hands are given for 2 players"),
        (["S2", "S3", "S4"], "H", False, "3 hands are given for 2 players"),
        (["S2", "S2"], "H", False, "S2 is dealt twice"),
        (["S2", "JR"], "H", False, "JR is not in this game's pack"),
        (["S2", "S3"], "X", False, "'X' is no trump"),
        (["S2", "S3"], None, False, "trumps are not told"),
        (["S2", "S3"], "H", True, "Misère is played without trumps, not with H"),
    ],
)
def test_records_that_cannot_be(hands: list[str], trump: str | None, misere: bool, why: str):
    with pytest.raises(ValueError, match=why):
        recorded(australian(2), hands, trump, misere)


def test_a_match_refuses_other_cards_and_trumps_than_the_rounds():
    """RULES U3, U6"""
    rules = australian(2)
    with pytest.raises(ValueError, match="seat 0 has 2 cards; every hand has 1"):
        rules.start(rules.first_standing(), Cards([cards("S2 S3"), cards("C2 C3")]))
    with pytest.raises(ValueError, match="trumps of round 1 are H, not 'S'"):
        rules.start(rules.first_standing(), Cards([cards("S2"), cards("C2")]), "S")


def test_options_by_name_and_their_title():
    """RULES U4, U7, U16, U22, U27"""
    options = {
        "households": 2,
        "extra_top_round": True,
        "trump_cycle_on_nt": "pause",
        "trump_lead": "any",
        "shared_lead": "agreed",
    }
    rules = rules_of("australian", options, 9)
    assert rules.options.summary() == (
        "Australian Whist, two households, an extra top round, rounds without trumps skip no suit, "
        "trumps may be led any time, sharers of a trick agree who leads"
    )
    assert rules_of("australian").options.summary() == "Australian Whist"
    with pytest.raises(ValueError, match="trump_lead"):
        rules_of("australian", {"trump_lead": "never"})


# -- whole matches -----------------------------------------------------------------------------------------------------


def rank_in(hand: Hand, trick: Trick, card: Card) -> tuple[bool, bool, int]:
    """Trumps above the led suit above all else (RULES U15)."""
    return card.suit == hand.trump, card.suit == trick.cards[0].suit, card.value


def points_again(rules: Australian, hand: Hand) -> list[int]:
    """What each seat scores, reckoned from the cards played and the bids alone (RULES U19, U20, U24–U26)."""
    points = []
    for seat in range(hand.seats):
        whole = half = 0
        for trick in hand.tricks:
            key = {
                card: (card.suit == hand.trump, card.suit == trick.cards[0].suit, card.value) for card in trick.cards
            }
            best = max(trick.cards, key=lambda card: key[card])
            if trick.by(seat) == best:
                alone = trick.cards.count(best) == 1
                whole, half = whole + alone, half + (not alone)
        if hand.number == rules.biggest + 3:
            points.append(-2 * (whole + half) or 10)
        else:
            points.append(10 + 2 * whole + half if hand.bids[seat] == whole + half else 0)
    return points


@st.composite
def games(draw: st.DrawFn) -> Australian:
    households = draw(st.integers(1, 3))
    first = draw(st.integers(0, 7)) if households > 1 else 0
    second = draw(st.integers(0, 7)) if households > 2 else 0
    others = households - (first > 0) - (second > 0)
    return australian(
        draw(st.integers(max(2, first + second + others), first + second + 7 * others)),
        households=households,
        first_household=first,
        second_household=second,
        extra_top_round=draw(st.booleans()),
        trump_cycle_on_nt=draw(st.sampled_from(["consume", "pause"])),
        trump_lead=draw(st.sampled_from(["when_broken", "any"])),
        shared_lead=draw(st.sampled_from(["first_played", "agreed"])),
    )


def check_cards(hand: Hand, dealt: list[list[Card]]) -> None:
    """RULES C10 with several packs: each seat's cards are in its hand or played by it."""
    assert hand.hands is not None
    for seat, own in enumerate(hand.hands):
        played = [trick.by(seat) for trick in hand.tricks]
        now = (seat - hand.leader) % hand.seats
        played += hand.trick[now : now + 1]
        assert sorted(map(str, own + played)) == sorted(map(str, dealt[seat]))
    sizes = {len(own) for own in hand.hands}
    assert max(sizes) - min(sizes) <= 1
    assert hand.over == (sizes == {0})


@settings(deadline=None, max_examples=12)
@given(games(), st.integers(0, 10**6))
def test_random_matches_end(rules: Australian, seed: int):
    """RULES U3, U10, U19–U21, U24–U28"""
    rng = Random(seed)
    match = Match(rules, dealer=seed % rules.players)
    totals = [0] * rules.players
    while not match.standing.over:
        hand = match.deal(rng=rng)
        dealt = [list(own) for own in hand.hands or []]
        line = None
        while line is None:
            check_cards(hand, dealt)
            line = match.apply(rng.choice(match.legal()))  # type: ignore[arg-type]
        check_cards(hand, dealt)
        if hand.special != "misere":
            assert sum(bid or 0 for bid in hand.bids) != hand.size
        assert list(line.points) == points_again(rules, hand)
        totals = [old + new for old, new in zip(totals, line.points, strict=True)]
    assert len(match.lines) == rules.rounds
    assert list(match.standing.scores) == totals
    assert match.standing.winners == tuple(seat for seat, total in enumerate(totals) if total == max(totals))


@settings(deadline=None, max_examples=12)
@given(games(), st.integers(0, 10**6))
def test_a_real_table_comes_to_the_same_points(rules: Australian, seed: int):
    """RULES U9–U28: the same actions with unknown hands are all legal and score the same; so do those of a record."""
    rng = Random(seed)
    number = rng.randint(1, rules.rounds)
    standing = Standing(dealer=seed % rules.players, scores=(0,) * rules.players, number=number)
    known = rules.start(standing, rules.shuffled(standing, rng))
    dealt = Cards([list(own) for own in known.hands or []])
    unknown = rules.start(standing)
    record = rules.start_recorded(standing, dealt, known.trump, known.special == "misere")
    while not known.over:
        action = rng.choice(rules.legal(known))
        assert action_from_json(action.to_json(), rules.players) == action
        assert rules.legal(record) == rules.legal(known)
        for hand in (known, unknown, record):
            rules.apply(hand, action)  # type: ignore[arg-type]
    lines = {rules.score(hand, standing) for hand in (known, unknown, record)}
    assert len(lines) == 1
