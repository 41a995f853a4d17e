"""German Whist (RULES G1–G13, worked case G-1)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.match import Match
from tests.whist.playing import play, play_out
from whist.cards import PACK, Card
from whist.games import rules_of
from whist.games.german import German, GermanOptions
from whist.rules.actions import Action, Bid, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Line, Standing


def german(**options: object) -> German:
    return German(GermanOptions(**options))  # type: ignore[arg-type]


def dealt(own: str, other: str, stock: str = "") -> Cards:
    """Cards that begin as given, filled up with the rest of the pack; seat 0 has ``own``, seat 1 ``other``."""
    named = [cards(own), cards(other), cards(stock)]
    rest = [card for card in PACK if not any(card in part for part in named)]
    parts = []
    for part, size in zip(named, (13, 13, 26), strict=True):
        parts.append([*part, *rest[: size - len(part)]])
        rest = rest[size - len(part) :]
    return Cards(parts[:2], parts[2])


CLUBS_AND_DIAMONDS = Cards([PACK[:13], PACK[13:26]], PACK[26:])
"""Seat 0 has the clubs, seat 1 the diamonds; the stock is all hearts, then all spades, hearts trumps."""


def started(rules: German, seed: int = 0, dealer: int = 1) -> Hand:
    standing = rules.first_standing(dealer)
    return rules.start(standing, rules.shuffled(standing, Random(seed)))


def turn_up(rules: German, hand: Hand, code: str) -> Hand:
    rules.apply(hand, TurnUp(hand.dealer, cards(code)))
    return hand


def may_play(rules: German, hand: Hand) -> set[str]:
    return {str(action.card) for action in rules.legal(hand) if isinstance(action, Play)}


def play_on(rules: German, hand: Hand, tricks: int = 26) -> Hand:
    """Go on, always with the first legal card, until so many tricks are complete."""
    while len(hand.tricks) < tricks:
        rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
    return hand


# -- the deal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
def test_two_players_have_thirteen_cards_dealt_singly(dealer: int):
    """RULES G1: the non-dealer gets the first card and leads."""
    rules = german()
    dealt = rules.shuffled(rules.first_standing(dealer), Random(7))
    pack = list(PACK)
    Random(7).shuffle(pack)
    assert list(dealt.hands[1 - dealer]) == pack[0:26:2]
    assert list(dealt.hands[dealer]) == pack[1:26:2]
    assert list(dealt.stock) == pack[26:]
    hand = rules.start(rules.first_standing(dealer), dealt)
    assert (hand.leader, hand.turn, hand.phase) == (1 - dealer, 1 - dealer, "play")


def test_the_deal_alternates():
    """RULES G1"""
    match, rng, dealers = Match(german(hands=4), dealer=1), Random(1), []
    while not match.standing.over:
        hand = match.deal(rng=rng)
        dealers.append(hand.dealer)
        play_out(match, rng)
    assert dealers == [1, 0, 1, 0]


@pytest.mark.parametrize("players", [1, 3, 4])
def test_it_is_for_two(players: int):
    """RULES G1"""
    with pytest.raises(ValueError, match=f"german is for 2 players, not {players}"):
        German(players=players)


@pytest.mark.parametrize(
    ("cards_given", "why"),
    [
        (Cards([PACK[:13], PACK[13:26]], PACK[26:51]), "the stock has 25 cards; it must have 26"),
        (Cards([PACK[:13], PACK[13:25]], PACK[26:]), "seat 1 has 12 cards; every hand has 13"),
        (Cards([PACK[:13], PACK[:13]], PACK[26:]), "C2 is dealt twice"),
        (Cards([PACK[:13], PACK[13:26]], [*PACK[26:51], Card("J", "R")]), "JR is not in this game's pack"),
        (Cards([PACK[:13], PACK[13:26]], PACK[26:], "S"), "trumps cannot be 'S': the stock's face-up card fixes them"),
    ],
)
def test_cards_that_cannot_be(cards_given: Cards, why: str):
    """RULES G1, G2"""
    rules = german()
    with pytest.raises(ValueError, match=why):
        rules.start(rules.first_standing(), cards_given)


def test_the_face_up_card_fixes_trumps_for_the_whole_hand():
    """RULES G2"""
    rules = german()
    hand = rules.start(rules.first_standing(1), CLUBS_AND_DIAMONDS)
    assert hand.stock is not None
    assert (hand.turned_up, hand.trump, len(hand.stock)) == (cards("H2"), "H", 26)
    play_on(rules, hand, 8)
    assert hand.turned_up[0].suit == "S"
    assert hand.trump == "H"
    assert play_on(rules, hand).trump == "H"


def test_a_record_may_name_the_trumps_that_lie_open():
    """RULES G2"""
    rules = german()
    assert rules.start(rules.first_standing(1), CLUBS_AND_DIAMONDS, "H").trump == "H"
    with pytest.raises(ValueError, match="the stock's face-up card fixes them"):
        rules.start(rules.first_standing(1), None, "H")


# -- the first stage ---------------------------------------------------------------------------------------------------


def test_the_winner_takes_the_face_up_card_and_the_loser_the_next():
    """RULES G3, G11: the turn-up itself is the first card won."""
    rules = german()
    hand = rules.start(rules.first_standing(1), CLUBS_AND_DIAMONDS)
    play(rules, hand, "C2 D2")
    assert hand.hands is not None
    assert Card("H", "2") in hand.hands[0]
    assert Card("H", "3") in hand.hands[1]
    assert hand.turned_up == cards("H4")
    assert hand.stock is not None
    assert (hand.turn, len(hand.stock)) == (0, 24)
    play(rules, hand, "C3 H3")
    assert Card("H", "4") in hand.hands[1]
    assert Card("H", "5") in hand.hands[0]
    assert hand.turned_up == cards("H6")
    assert hand.turn == 1, "RULES G3: the winner leads"


@pytest.mark.parametrize(
    ("lead", "reply", "winner"),
    [
        pytest.param("S4", "C2", 1, id="G-1 trump"),
        pytest.param("S4", "HA", 0, id="G-1 other suit"),
        pytest.param("S4", "S5", 1, id="G4 higher"),
        pytest.param("S4", "S3", 0, id="G4 lower"),
        pytest.param("C4", "C5", 1, id="G4 higher trump"),
        pytest.param("C4", "C3", 0, id="G4 lower trump"),
        pytest.param("C2", "SA", 0, id="G4 trump led"),
    ],
)
def test_who_wins(lead: str, reply: str, winner: int):
    """RULES G4, worked case G-1: trump clubs."""
    rules = german(follow_stage1=False)
    hand = rules.start(rules.first_standing(1), dealt(lead, reply, "CK"))
    assert hand.trump == "C"
    assert play(rules, hand, f"{lead} {reply}").winners() == [winner]


@pytest.mark.parametrize(("follow", "may"), [(True, 12), (False, 13)])
def test_following_in_the_first_stage_by_option(follow: bool, may: int):
    """RULES G5"""
    rules = german(follow_stage1=follow)
    diamonds_and_a_club = "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK"
    hand = rules.start(rules.first_standing(1), dealt("DA C2", diamonds_and_a_club + " C3", "H2"))
    play(rules, hand, "DA")
    assert len(may_play(rules, hand)) == may
    if follow:
        with pytest.raises(Refused, match="You still hold a diamond; follow suit instead of playing C3"):
            rules.apply(hand, Play(1, Card("C", "3")))
    else:
        rules.apply(hand, Play(1, Card("C", "3")))
        assert hand.winners() == [0], "RULES G4 still decides"


def test_the_last_two_stock_cards_end_the_first_stage():
    """RULES G6, G11: trick 13 takes them, nothing lies face up afterwards, its winner leads the second stage."""
    rules = german()
    hand = play_on(rules, started(rules), 12)
    last = list(hand.stock or [])
    assert len(last) == 2
    assert hand.turned_up == (last[0],)
    play_on(rules, hand, 13)
    winner = hand.winners()[12]
    assert hand.hands is not None
    assert last[0] in hand.hands[winner]
    assert last[1] in hand.hands[1 - winner]
    assert (hand.stock, hand.turned_up) == ([], ())
    assert (hand.phase, hand.turn) == ("play", winner)


@pytest.mark.parametrize("follow", [True, False])
def test_the_second_stage_is_thirteen_tricks_in_which_suit_is_followed(follow: bool):
    """RULES G7: by either option of the first stage."""
    rules = german(follow_stage1=follow)
    forced = 0
    for seed in range(5):
        hand = play_on(rules, started(rules, seed), 13)
        while not hand.over:
            assert hand.hands is not None
            assert hand.turn is not None
            own, may = hand.hands[hand.turn], may_play(rules, hand)
            same = {str(card) for card in own if hand.trick and card.suit == hand.trick[0].suit}
            assert may == (same or set(map(str, own)))
            forced += 0 < len(may) < len(own)
            rules.apply(hand, rules.legal(hand)[-1])  # type: ignore[arg-type]
        assert len(hand.tricks) == 26
        assert (hand.hands, hand.stock) == ([[], []], [])
    assert forced > 10


def test_thirteen_cards_are_held_before_every_trick_of_the_first_stage():
    """RULES G9: what was played is set aside and comes back to nobody."""
    rules = german()
    hand = started(rules)
    for tricks in range(1, 27):
        assert hand.hands is not None
        assert {len(own) for own in hand.hands} == {min(13, 27 - tricks)}
        assert not hand.played() & {card for own in hand.hands for card in own}
        play_on(rules, hand, tricks)


# -- what it is worth --------------------------------------------------------------------------------------------------


def finished(rules: German, first: int, second: int) -> Line:
    """The line of a hand in which seat 0 took ``first`` of the first 13 tricks and ``second`` of the last 13."""
    hand = play_on(rules, started(rules))
    for number, trick in enumerate(hand.tricks):
        winner = 0 if (number < first if number < 13 else number - 13 < second) else 1
        hand.tricks[number] = type(trick)(trick.leader, trick.cards, (winner,))
    return rules.score(hand, rules.first_standing())


@pytest.mark.parametrize(
    ("count", "scoring", "first", "second", "points"),
    [
        pytest.param("stage2", "hand", 0, 7, (1, 0), id="G8 seven of the last"),
        pytest.param("stage2", "hand", 13, 6, (0, 1), id="G8 the first do not count"),
        pytest.param("stage2", "hand", 13, 13, (1, 0), id="G8 all of the last"),
        pytest.param("all", "hand", 13, 6, (1, 0), id="G8 all count"),
        pytest.param("all", "hand", 6, 7, (0, 0), id="G8 a draw of 13 each"),
        pytest.param("all", "hand", 6, 6, (0, 1), id="G8 12 to 14"),
        pytest.param("stage2", "difference", 13, 8, (3, 0), id="G10 8 to 5"),
        pytest.param("stage2", "difference", 0, 0, (0, 13), id="G10 0 to 13"),
        pytest.param("all", "difference", 13, 6, (12, 0), id="G10 19 to 7"),
        pytest.param("all", "difference", 7, 6, (0, 0), id="G10 a draw"),
    ],
)
def test_points(count: str, scoring: str, first: int, second: int, points: tuple[int, int]):
    """RULES G8, G10"""
    assert finished(german(count=count, scoring=scoring), first, second).points == points


def test_a_line_says_how_the_points_came_about():
    """RULES G10"""
    line = finished(german(), 3, 9)
    assert line.entries == ((0, 1, "9 tricks to 4"),)
    assert (line.won, len(line.tricks)) == ((12, 14), 26)


def test_tricks_moved_for_a_revoke_count():
    """RULES G8, T4"""
    rules = german()
    hand = play_on(rules, started(rules))
    hand.moved = (13, -13)
    before = play_on(rules, started(rules))
    took = sum(trick.winner == 0 for trick in before.tricks[13:])
    assert rules.counted(hand) == [took + 13, -took]


@pytest.mark.parametrize(
    ("hands", "scores", "number", "over", "winners"),
    [
        (1, (1, 0), 2, True, (0,)),
        (1, (0, 0), 2, True, (0, 1)),
        (3, (2, 0), 3, False, ()),
        (3, (1, 2), 4, True, (1,)),
        (3, (1, 1), 4, True, (0, 1)),
    ],
)
def test_a_match_is_a_number_of_hands(
    hands: int, scores: tuple[int, int], number: int, over: bool, winners: tuple[int, ...]
):
    """RULES G10: the most points win; equal points share."""
    rules = german(hands=hands)
    line = Line(number=number - 1, dealer=0, trump="H", tricks=(), won=(13, 13), points=(0, 0), entries=())
    end = rules.after(Standing(scores=scores, number=number - 1), line)
    assert (end.over, end.winners, end.number) == (over, winners, number)


# -- what is known -----------------------------------------------------------------------------------------------------


def test_a_revoke_in_the_first_stage_cannot_be_proved():
    """RULES G12"""
    rules = german()
    hand = play_on(rules, started(rules))
    assert [rules.revoke_provable(hand, number) for number in range(26)] == [False] * 13 + [True] * 13


def test_the_cards_left_are_shown_only_when_asked_for():
    """RULES G13: in the second stage; they are the other player's."""
    for memory in ("off", "on"):
        rules = german(card_memory=memory)
        hand = started(rules)
        while not hand.over:
            assert hand.hands is not None
            asked = memory == "on" and len(hand.tricks) >= 13
            for seat in (0, 1):
                assert set(rules.remaining(hand, seat)) == (set(hand.hands[1 - seat]) if asked else set())
            rules.apply(hand, rules.legal(hand)[0])  # type: ignore[arg-type]
        assert rules.remaining(hand, 0) == ()


def test_of_unknown_hands_the_cards_left_are_those_of_both():
    """RULES G13"""
    rules = german(card_memory="on")
    hand = play_unknown(rules, started(rules), 14)
    assert set(rules.remaining(hand, 0)) == set(rules.pack()) - hand.played()
    assert rules.remaining(hand, 0) == rules.remaining(hand, 1)
    assert len(rules.remaining(hand, 0)) == 24


# -- a real table ------------------------------------------------------------------------------------------------------


def play_unknown(rules: German, known: Hand, tricks: int = 26) -> Hand:
    """The first tricks of ``known``, played out on it, at a table where nobody knows the hands."""
    unknown = rules.start(Standing(dealer=known.dealer))
    while len(known.tricks) < tricks and not known.over:
        if unknown.phase == "turn_up":
            turn_up(rules, unknown, str(known.turned_up[0]))
        action = rules.legal(known)[0]
        for hand in (known, unknown):
            rules.apply(hand, action)  # type: ignore[arg-type]
    return unknown


def test_the_table_waits_for_each_face_up_card():
    """RULES G2, G3, G11: before each of the first 13 tricks, not after the thirteenth."""
    rules = german()
    known, seen = started(rules), []
    unknown = rules.start(Standing(dealer=1))
    for _ in range(13):
        assert (unknown.phase, unknown.turn, unknown.turned_up) == ("turn_up", None, ())
        assert rules.legal(unknown) == ()
        seen.append(str(known.turned_up[0]))
        turn_up(rules, unknown, seen[-1])
        assert unknown.turned_up == known.turned_up
        assert (unknown.turn, unknown.trump) == (known.turn, known.trump)
        for _ in range(2):
            action = rules.legal(known)[0]
            for hand in (known, unknown):
                rules.apply(hand, action)  # type: ignore[arg-type]
    assert (unknown.phase, unknown.turn, unknown.turned_up) == ("play", known.turn, ())
    assert unknown.trump == Card.parse(seen[0]).suit
    assert list(map(str, rules.opened(unknown))) == seen


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Play(0, Card("S", "2")), "The cards that lie open must be seen first"),
        (Bid(0, 1), "The cards that lie open must be seen first"),
        (TurnUp(1, cards("S2 S3")), "No card is turned up now"),
        (TurnUp(1, ()), "No card is turned up now"),
        (TurnUp(1, cards("JR")), "JR is not in this game's pack"),
    ],
)
def test_what_is_refused_before_the_first_card_lies_open(action: Action, why: str):
    """RULES G2"""
    rules = german()
    hand = rules.start(rules.first_standing(1))
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert hand == rules.start(rules.first_standing(1))


def test_a_card_is_turned_up_only_where_it_can_lie():
    """RULES G3"""
    rules = german()
    hand = turn_up(rules, rules.start(rules.first_standing(1)), "H5")
    with pytest.raises(Refused, match="No card is turned up now"):
        turn_up(rules, hand, "H6")
    play(rules, hand, "C2 D2")
    for gone in ("C2", "D2", "H5"):
        with pytest.raises(Refused, match=f"{gone} cannot be turned up now: it has been seen before"):
            turn_up(rules, hand, gone)
    assert turn_up(rules, hand, "S5").trump == "H"


def test_with_known_hands_nothing_is_turned_up():
    """RULES G3: it follows by itself."""
    rules = german()
    with pytest.raises(Refused, match="No card is turned up now"):
        turn_up(rules, started(rules), "H5")


def test_a_card_that_lies_on_the_stock_or_was_won_is_known_to_be_there():
    """RULES G3: seat 0 wins H5, then HK, and nobody but seat 0 can play them."""
    rules = german()
    hand = turn_up(rules, rules.start(rules.first_standing(1)), "H5")
    assert may_play(rules, hand) == set(map(str, PACK)) - {"H5"}
    turn_up(rules, play(rules, hand, "C3 C2"), "HK")
    assert may_play(rules, hand) == set(map(str, PACK)) - {"C3", "C2", "HK"}
    play(rules, hand, "S4")
    assert may_play(rules, hand) == set(map(str, PACK)) - {"C3", "C2", "S4", "HK", "H5"}
    with pytest.raises(Refused, match="H5 is known to be elsewhere"):
        rules.apply(hand, Play(1, Card("H", "5")))
    turn_up(rules, play(rules, hand, "D4"), "D9")
    play(rules, hand, "HK")
    assert set(rules.not_in_hand(hand)) == set(cards("H5 HK D9"))


def test_what_was_turned_up_again_later_was_another_card_before():
    """RULES G3: seat 0 has won what was called H5, and seat 1 wins H5; a word about the stock's first card fixes trumps
    all the same."""
    rules = german()
    hand = turn_up(rules, rules.start(rules.first_standing(1)), "H5")
    turn_up(rules, play(rules, hand, "C3 C2"), "HK")
    play(rules, hand, "S4 S6")
    rules.happen(hand, TurnUp(1, cards("H5")))
    assert (rules.opened(hand), hand.trump, hand.turned_up) == ([None, *cards("HK H5")], "H", cards("H5"))
    assert [tuple(rules.seen_taken(hand, seat)) for seat in (0, 1)] == [(), cards("HK")]
    assert "H5" not in may_play(rules, hand)
    play(rules, hand, "S7 S2")
    assert [tuple(rules.seen_taken(hand, seat)) for seat in (0, 1)] == [(), cards("HK H5")]


def test_what_the_other_won_stays_known_in_the_second_stage():
    """RULES G3, G7"""
    rules = german()
    known = started(rules, 3)
    unknown = play_unknown(rules, known, 13)
    assert known.hands is not None
    for seat in (0, 1):
        unknown.turn = seat
        elsewhere = set(rules.not_in_hand(unknown)) - unknown.played()
        assert elsewhere
        assert elsewhere <= set(known.hands[1 - seat])


# -- options and whole matches -----------------------------------------------------------------------------------------


def test_options_by_name_and_their_title():
    """RULES G5, G8, G10, G13"""
    options = {"hands": 5, "follow_stage1": False, "count": "all", "scoring": "difference", "card_memory": "on"}
    assert rules_of("german", options).options.summary() == (
        "German Whist, 5 hands, any card in the first stage, all 26 tricks count, the difference in tricks scores, "
        "cards left are shown"
    )
    assert rules_of("german").options.summary() == "German Whist"


@pytest.mark.parametrize(
    "options",
    [{"hands": 0}, {"hands": 100}, {"hands": True}, {"count": "some"}, {"scoring": 1}, {"card_memory": True}],
)
def test_odd_options_are_refused(options: dict[str, object]):
    """RULES G8, G10, G13"""
    with pytest.raises(ValueError, match=f"option {next(iter(options))} cannot be"):
        rules_of("german", options)


games = st.builds(
    german,
    hands=st.integers(1, 4),
    follow_stage1=st.booleans(),
    count=st.sampled_from(["stage2", "all"]),
    scoring=st.sampled_from(["hand", "difference"]),
    card_memory=st.sampled_from(["off", "on"]),
)


def check_cards(hand: Hand) -> None:
    """RULES C10, G9: each card is in one place."""
    assert hand.hands is not None
    assert hand.stock is not None
    played = [card for trick in hand.tricks for card in trick.cards] + hand.trick
    everywhere = [card for own in hand.hands for card in own] + hand.stock + played
    assert len(everywhere) == 52
    assert set(everywhere) == set(PACK)
    assert abs(len(hand.hands[0]) - len(hand.hands[1])) == len(hand.trick)
    assert sum(hand.won()) == len(hand.tricks)
    assert hand.over == (hand.hands == [[], []])


@settings(deadline=None, max_examples=25)
@given(games, st.integers(0, 10**6))
def test_random_matches_end(rules: German, seed: int):
    """RULES G3, G8–G10"""
    rng, totals = Random(seed), [0, 0]
    match = Match(rules, dealer=seed % 2)
    while not match.standing.over:
        hand, line = match.deal(rng=rng), None
        while line is None:
            check_cards(hand)
            line = match.apply(rng.choice(match.legal()))  # type: ignore[arg-type]
        check_cards(hand)
        tricks = hand.winners()[13 if rules.options.count == "stage2" else 0 :]
        lead = tricks.count(0) - tricks.count(1)
        worth = abs(lead) if rules.options.scoring == "difference" else int(lead != 0)
        assert line.points == ((worth, 0) if lead > 0 else (0, worth))
        totals = [old + new for old, new in zip(totals, line.points, strict=True)]
    assert len(match.lines) == rules.options.hands
    assert list(match.standing.scores) == totals


@settings(deadline=None, max_examples=25)
@given(games, st.integers(0, 10**6))
def test_a_real_table_comes_to_the_same_points(rules: German, seed: int):
    """RULES G2–G10"""
    rng, standing = Random(seed), rules.first_standing(seed % 2)
    known, unknown = rules.start(standing, rules.shuffled(standing, rng)), rules.start(standing)
    while not known.over:
        if unknown.phase == "turn_up":
            turn_up(rules, unknown, str(known.turned_up[0]))
        assert set(rules.legal(known)) <= set(rules.legal(unknown))
        action = rng.choice(rules.legal(known))
        for hand in (known, unknown):
            rules.apply(hand, action)  # type: ignore[arg-type]
    assert unknown.over
    assert rules.score(unknown, standing) == rules.score(known, standing)
