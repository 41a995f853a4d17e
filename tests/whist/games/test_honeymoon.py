"""Honeymoon Whist (RULES H1–H5)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.match import Match
from tests.whist.playing import play
from whist.cards import FULL_PACK, Card
from whist.games import rules_of
from whist.games.honeymoon import Honeymoon, HoneymoonOptions
from whist.rules.actions import Play, TurnUp
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Line


def honeymoon(**options: object) -> Honeymoon:
    return Honeymoon(HoneymoonOptions(**options))  # type: ignore[arg-type]


def dealt(own: str = "", other: str = "", stock: str = "") -> Cards:
    """Cards that begin as given, filled up with the rest of the pack; seat 0 has ``own``, seat 1 ``other``."""
    named = [cards(own), cards(other), cards(stock)]
    rest = [card for card in FULL_PACK if not any(card in part for part in named)]
    parts = []
    for part, size in zip(named, (13, 13, 28), strict=True):
        parts.append([*part, *rest[: size - len(part)]])
        rest = rest[size - len(part) :]
    return Cards(parts[:2], parts[2])


def started(rules: Honeymoon, *given: str) -> Hand:
    """Seat 0 leads; ``given`` are the first cards of seat 0, of seat 1 and of the stock."""
    return rules.start(rules.first_standing(1), dealt(*given))


def shuffled(rules: Honeymoon, seed: int = 0) -> Hand:
    standing = rules.first_standing(1)
    return rules.start(standing, rules.shuffled(standing, Random(seed)))


def second_stage(rules: Honeymoon, own: str, other: str, trump: str) -> Hand:
    """A hand in its second stage, in which each player holds a few cards and seat 0 leads."""
    hand = shuffled(rules)
    while len(hand.tricks) < 14:
        rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
    hand.hands = [list(cards(own)), list(cards(other))]
    hand.trump, hand.leader, hand.turn = trump, 0, 0
    return hand


def turn_up(rules: Honeymoon, hand: Hand, code: str) -> Hand:
    rules.apply(hand, TurnUp(hand.dealer, cards(code)))
    return hand


def may_play(rules: Honeymoon, hand: Hand) -> set[str]:
    return {str(action.card) for action in rules.legal(hand) if isinstance(action, Play)}


# -- the cards ---------------------------------------------------------------------------------------------------------


def test_fifty_four_cards_make_twenty_seven_tricks():
    """RULES H1: 13 cards each and a stock of 28, so 14 tricks with a draw and 13 without."""
    rules = honeymoon()
    hand = shuffled(rules)
    assert hand.hands is not None
    assert hand.stock is not None
    assert [len(own) for own in hand.hands] == [13, 13]
    assert len(hand.stock) == 28
    assert {card for part in (*hand.hands, hand.stock) for card in part} == set(FULL_PACK)
    assert (rules.first_stage, rules.tricks_in(hand)) == (14, 27)


@pytest.mark.parametrize(
    ("given_cards", "why"),
    [
        (Cards([FULL_PACK[:13], FULL_PACK[13:26]], FULL_PACK[26:52]), "the stock has 26 cards; it must have 28"),
        (Cards([FULL_PACK[:13], FULL_PACK[13:26]], [*FULL_PACK[26:53], Card("J", "R")]), "JR is dealt twice"),
        (Cards([FULL_PACK[:13], FULL_PACK[13:25]], FULL_PACK[26:]), "seat 1 has 12 cards; every hand has 13"),
    ],
)
def test_cards_that_cannot_be(given_cards: Cards, why: str):
    """RULES H1"""
    rules = honeymoon()
    with pytest.raises(ValueError, match=why):
        rules.start(rules.first_standing(), given_cards)


def test_any_card_may_be_played_in_the_first_stage_and_suit_is_followed_in_the_second():
    """RULES H2"""
    rules = honeymoon()
    free = forced = 0
    for seed in range(8):
        hand = shuffled(rules, seed)
        while not hand.over:
            assert hand.hands is not None
            assert hand.turn is not None
            own, may = hand.hands[hand.turn], may_play(rules, hand)
            same = {str(card) for card in own if hand.trick and rules.suit(hand, card) == rules.led_suit(hand)}
            if len(hand.tricks) < 14:
                assert len(may) == len(own)
                free += bool(same) and len(same) < len(own)
            else:
                assert may == (same or set(map(str, own)))
                forced += bool(same) and len(same) < len(own)
            rules.apply(hand, rules.legal(hand)[-1])  # type: ignore[arg-type]
    assert min(free, forced) > 20


# -- jokers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "reply", "trumps", "worthless"),
    [
        pytest.param("HA", "JB", 1, 0, id="H3 low joker on the ace of trumps"),
        pytest.param("JB", "HA", 0, 1, id="H3 ace of trumps on the low joker"),
        pytest.param("JB", "JR", 1, 0, id="H3 high on low"),
        pytest.param("JR", "JB", 0, 0, id="H3 low on high"),
        pytest.param("SA", "JB", 1, 0, id="H3 joker on a plain ace"),
        pytest.param("JR", "SA", 0, 1, id="H3 plain ace on a joker"),
        pytest.param("JR", "C2", 0, 1, id="H3 lowest card on a joker"),
        pytest.param("H2", "H3", 1, 1, id="H3 no joker"),
    ],
)
def test_jokers_are_the_highest_trumps_or_worthless(lead: str, reply: str, trumps: int, worthless: int):
    """RULES H3: trump hearts; two worthless jokers leave the trick to the leader (RULES G4)."""
    for jokers, winner in (("top_trumps", trumps), ("worthless", worthless)):
        rules = honeymoon(jokers=jokers)
        hand = started(rules, lead, reply, "H9")
        assert hand.trump == "H"
        assert play(rules, hand, f"{lead} {reply}").winners() == [winner]


@pytest.mark.parametrize(
    ("lead", "reply", "trumps", "worthless"),
    [
        pytest.param("SA", "JB", 1, 0, id="H4 joker on an ace"),
        pytest.param("JB", "SA", 0, 1, id="H4 ace on a joker"),
        pytest.param("S2", "HA", 0, 0, id="H4 no suit is trumps"),
    ],
)
def test_jokers_without_a_trump_suit(lead: str, reply: str, trumps: int, worthless: int):
    """RULES H3, H4: as trumps they are the only ones."""
    for jokers, winner in (("top_trumps", trumps), ("worthless", worthless)):
        rules = honeymoon(jokers=jokers, joker_turn_up="no_trump")
        hand = started(rules, lead, reply, "JR")
        assert hand.trump == "NT"
        assert rules.suit(hand, Card.parse("JR")) == "J"
        assert play(rules, hand, f"{lead} {reply}").winners() == [winner]


@pytest.mark.parametrize(
    ("jokers", "trump", "lead", "other", "may"),
    [
        pytest.param("top_trumps", "H", "H2", "JB S3", {"JB"}, id="H3 a joker follows trumps"),
        pytest.param("top_trumps", "H", "JR", "H3 S3", {"H3"}, id="H3 trumps follow a joker"),
        pytest.param("top_trumps", "H", "S2", "JB S3", {"S3"}, id="H3 a joker does not follow a plain suit"),
        pytest.param("top_trumps", "H", "S2", "JB D3", {"JB", "D3"}, id="H3 void: any card"),
        pytest.param("top_trumps", "NT", "JR", "JB S3", {"JB"}, id="H4 a joker follows a joker"),
        pytest.param("top_trumps", "NT", "JR", "H3 S3", {"H3", "S3"}, id="H4 no joker: any card"),
        pytest.param("worthless", "H", "H2", "JB S3", {"JB", "S3"}, id="H3 a worthless joker is no trump"),
        pytest.param("worthless", "H", "JR", "JB H3", {"JB", "H3"}, id="H3 a worthless joker asks for nothing"),
        pytest.param("worthless", "NT", "JR", "JB H3", {"JB", "H3"}, id="H4 nor without trumps"),
        pytest.param("worthless", "H", "S2", "JB S3", {"S3"}, id="H3 a worthless joker only when void"),
    ],
)
def test_following_with_jokers(jokers: str, trump: str, lead: str, other: str, may: set[str]):
    """RULES H2, H3"""
    rules = honeymoon(jokers=jokers, joker_turn_up="no_trump")
    hand = play(rules, second_stage(rules, f"{lead} C2", other, trump), lead)
    assert may_play(rules, hand) == may
    for card in set(other.split()) - may:
        suit = "joker, which is a trump" if may == {"JB"} else "heart|spade"
        with pytest.raises(Refused, match=f"You still hold a ({suit}); follow"):
            rules.apply(hand, Play(1, Card.parse(card)))


# -- the turn-up -------------------------------------------------------------------------------------------------------


def test_the_top_of_the_stock_fixes_trumps():
    """RULES H1, G2"""
    hand = started(honeymoon(), "", "", "D5")
    assert (hand.trump, hand.turned_up) == ("D", cards("D5"))


@pytest.mark.parametrize(
    ("top", "trump", "face_up", "bottom"),
    [("JR D5", "D", "D5", ["JR"]), ("JB JR S5", "S", "S5", ["JB", "JR"]), ("D5 JR", "D", "D5", [])],
)
def test_a_joker_turned_up_is_buried(top: str, trump: str, face_up: str, bottom: list[str]):
    """RULES H4: at the bottom of the stock, and the next card is turned up."""
    hand = started(honeymoon(), "", "", top)
    assert (hand.trump, hand.turned_up) == (trump, cards(face_up))
    assert hand.stock is not None
    assert len(hand.stock) == 28
    assert hand.stock[0] == hand.turned_up[0]
    assert [str(card) for card in hand.stock[28 - len(bottom) :]] == bottom


@pytest.mark.parametrize("top", ["JR D5", "JB JR"])
def test_a_joker_turned_up_may_mean_no_trumps(top: str):
    """RULES H4: the joker itself is won with the first trick."""
    rules = honeymoon(joker_turn_up="no_trump")
    hand = started(rules, "S3", "S2", top)
    joker = Card.parse(top[:2])
    assert (hand.trump, hand.turned_up) == ("NT", (joker,))
    play(rules, hand, "S3 S2")
    assert hand.hands is not None
    assert joker in hand.hands[0]


def test_a_joker_that_comes_up_later_is_won_like_any_card():
    """RULES H4: trumps are fixed by then."""
    rules = honeymoon()
    hand = play(rules, started(rules, "S3", "S2", "D5 D6 JR"), "S3 S2")
    assert (hand.trump, hand.turned_up) == ("D", cards("JR"))


def test_at_a_real_table_another_card_is_turned_up_for_a_joker():
    """RULES H4"""
    rules = honeymoon()
    hand = turn_up(rules, rules.start(rules.first_standing(1)), "JR")
    assert (hand.phase, hand.turn, hand.trump) == ("turn_up", None, None)
    with pytest.raises(Refused, match="JR was turned up already: bury it in the stock"):
        turn_up(rules, hand, "JR")
    turn_up(rules, turn_up(rules, hand, "JB"), "C9")
    assert (hand.phase, hand.turn, hand.trump, hand.turned_up) == ("play", 0, "C", cards("C9"))
    assert may_play(rules, hand) == set(map(str, FULL_PACK)) - {"JR", "JB", "C9"}
    play(rules, hand, "S3 S2")
    assert may_play(rules, hand) == set()
    turn_up(rules, hand, "JB")
    assert (hand.trump, hand.turned_up) == ("C", cards("JB"))
    assert may_play(rules, hand) == set(map(str, FULL_PACK)) - {"S3", "S2", "JB"}
    play(rules, hand, "S4")
    assert "C9" not in may_play(rules, hand), "RULES G3: seat 0 took it"
    with pytest.raises(Refused, match="JB is known to be elsewhere"):
        rules.apply(hand, Play(1, Card("J", "B")))


def test_at_a_real_table_a_joker_may_mean_no_trumps():
    """RULES H4"""
    rules = honeymoon(joker_turn_up="no_trump")
    hand = turn_up(rules, rules.start(rules.first_standing(1)), "JR")
    assert (hand.phase, hand.turn, hand.trump, hand.turned_up) == ("play", 0, "NT", cards("JR"))
    with pytest.raises(Refused, match="JR cannot be turned up now: it has been seen before"):
        turn_up(rules, play(rules, hand, "S3 S2"), "JR")


# -- the end -----------------------------------------------------------------------------------------------------------


def test_fourteen_tricks_in_a_row_end_the_game_in_the_first_stage():
    """RULES H5: at once, nothing is drawn any more."""
    rules = honeymoon()
    hand = started(rules, "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2", "", "CA CK")
    match = Match(rules, dealer=1)
    match.hand = hand
    lines = []
    while not hand.over:
        assert hand.hands is not None
        assert hand.turn is not None
        leads = not hand.trick
        spades = [card for card in hand.hands[0] if card.suit in "SC"]
        replies = [card for card in hand.hands[1] if card.suit not in "SC"]
        lines.append(match.apply(Play(hand.turn, max(spades, key=worth) if leads else replies[0])))
    assert (len(hand.tricks), hand.won()) == (14, [14, 0])
    assert len(hand.stock or []) == 2
    assert (hand.turned_up, hand.turn) == ((), None)
    assert lines[-1] is not None
    assert (lines[-1].points, lines[-1].entries) == ((14, 0), ((0, 14, "14 tricks"),))
    assert (match.standing.over, match.standing.winners) == (True, (0,))


def worth(card: Card) -> tuple[bool, int]:
    return card.suit == "S", card.value


def test_nothing_more_is_played_once_a_player_has_fourteen():
    """RULES H5"""
    rules = honeymoon()
    hand = shuffled(rules, 5)
    while not hand.over:
        assert max(hand.won()) < 14
        rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
    assert max(hand.won()) == 14
    assert rules.legal(hand) == ()
    with pytest.raises(Refused, match="The hand is over"):
        rules.apply(hand, Play(0, Card("S", "2")))


def test_each_trick_of_both_stages_is_a_point():
    """RULES H1"""
    rules = honeymoon()
    hand = shuffled(rules, 6)
    while not hand.over:
        rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
    line = rules.score(hand, rules.first_standing())
    assert line.points == tuple(hand.won())
    assert line.entries == tuple((side, won, f"{won} tricks") for side, won in enumerate(hand.won()))


@pytest.mark.parametrize(("points", "winners"), [((14, 3), (0,)), ((13, 14), (1,)), ((0, 14), (1,))])
def test_one_deal_decides(points: tuple[int, int], winners: tuple[int]):
    """RULES H5"""
    rules = honeymoon()
    line = Line(number=1, dealer=0, trump="H", tricks=(), won=points, points=points, entries=())
    end = rules.after(rules.first_standing(), line)
    assert (end.over, end.winners, end.scores) == (True, winners, points)


# -- what is shared with German Whist ----------------------------------------------------------------------------------


def test_revokes_and_the_cards_left():
    """RULES G12, G13, with 14 tricks in the first stage (RULES H1)"""
    for memory in ("off", "on"):
        rules = honeymoon(card_memory=memory)
        hand = shuffled(rules)
        while not hand.over:
            assert hand.hands is not None
            asked = memory == "on" and len(hand.tricks) >= 14
            assert set(rules.remaining(hand, 0)) == (set(hand.hands[1]) if asked else set())
            rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
        assert rules.remaining(hand, 0) == rules.remaining(hand, 1) == ()
        assert [rules.revoke_provable(hand, number) for number in (0, 13, 14)] == [False, False, True]


def test_options_by_name_and_their_title():
    """RULES H3, H4"""
    options = {"jokers": "worthless", "joker_turn_up": "no_trump", "card_memory": "on"}
    assert rules_of("honeymoon", options).options.summary() == (
        "Honeymoon Whist, worthless jokers, a joker turned up means no trumps, cards left are shown"
    )
    assert rules_of("honeymoon").options.summary() == "Honeymoon Whist"
    for odd in ({"jokers": "wild"}, {"joker_turn_up": None}, {"follow_stage1": True}, {"card_memory": False}):
        with pytest.raises(ValueError, match=f"option '?{next(iter(odd))}"):
            rules_of("honeymoon", odd)


# -- whole matches -----------------------------------------------------------------------------------------------------


games = st.builds(
    honeymoon,
    jokers=st.sampled_from(["top_trumps", "worthless"]),
    joker_turn_up=st.sampled_from(["redraw", "no_trump"]),
    card_memory=st.sampled_from(["off", "on"]),
)


def with_jokers_on_top(rules: Honeymoon, seed: int) -> Cards:
    """Shuffled cards; in two of three, jokers lie on top of the stock."""
    rng = Random(seed)
    pack = list(FULL_PACK)
    rng.shuffle(pack)
    for joker in cards("JR JB")[: seed % 3]:
        pack.remove(joker)
        pack.insert(26, joker)
    return Cards([pack[:13], pack[13:26]], pack[26:])


def check_cards(hand: Hand) -> None:
    """RULES C10: each card is in one place."""
    assert hand.hands is not None
    assert hand.stock is not None
    played = [card for trick in hand.tricks for card in trick.cards] + hand.trick
    everywhere = [card for own in hand.hands for card in own] + hand.stock + played
    assert len(everywhere) == 54
    assert set(everywhere) == set(FULL_PACK)
    assert abs(len(hand.hands[0]) - len(hand.hands[1])) == len(hand.trick)
    assert sum(hand.won()) == len(hand.tricks)
    assert hand.over == (max(hand.won()) == 14)


@settings(deadline=None, max_examples=40)
@given(games, st.integers(0, 10**6))
def test_random_matches_end_at_fourteen(rules: Honeymoon, seed: int):
    """RULES H1, H5: no draw; a real table sees the same (RULES H4, G3)."""
    rng, match = Random(seed), Match(rules, dealer=seed % 2)
    hand, line = match.deal(with_jokers_on_top(rules, seed)), None
    unknown = rules.start(rules.first_standing(seed % 2))
    while line is None:
        check_cards(hand)
        if unknown.phase == "turn_up":
            turn_up(rules, unknown, str(hand.turned_up[0]))
        action = rng.choice(match.legal())
        assert action in rules.legal(unknown)
        rules.apply(unknown, action)  # type: ignore[arg-type]
        line = match.apply(action)  # type: ignore[arg-type]
    check_cards(hand)
    assert rules.score(unknown, rules.first_standing()).points == line.points
    assert max(line.points) == 14
    assert match.standing.winners == (line.points.index(14),)
