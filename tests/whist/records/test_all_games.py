"""Game records of all games (docs/formats.md, "Game records"), written and played again."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.random_matches import Blind, choose, draw_rules
from tests.whist.match import Match
from tests.whist.records_by_hand import (
    AROUND,
    BIDS,
    ONE_CARD,
    ONE_TRICK,
    australian,
    bid_whist,
    candid,
    plays,
    some_hands,
    stock_whist,
    suited,
    through_json,
)
from whist.cards import FULL_PACK, PACK
from whist.games import GAMES, rules_of
from whist.records.recording import record_of
from whist.records.records import replay
from whist.rules.actions import AnyOf, Discard

AT_A_TABLE = ("android", "classic", "italian", "candid", "australian")
"""Games in which all cards that were dealt have been played at the end."""


def expected(line, standing):
    """What ``replay`` must say of a hand with ``line``."""
    return {
        "ok": True,
        "tricks": [winners[0] if len(winners) == 1 else list(winners) for winners in line.tricks],
        "won": list(line.won),
        "points": list(line.points),
        "scores": list(standing.scores),
        "over": standing.over,
    }


def covered(action, legal):
    """Whether ``legal`` has ``action``, or an entry that stands for many discards."""
    return action in legal or any(
        len(action["discard"]) == entry["discard"] and set(action["discard"]) <= set(entry["of"])
        for entry in legal
        if "of" in entry and "discard" in action
    )


# -- written and played again ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@given(st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_a_written_hand_plays_alike(game, seed):
    for rules, before, hand, line, after in some_hands(game, seed):
        record = through_json(record_of(rules, before, hand))
        result = replay(record, legal=True)
        legal = result.pop("legal")
        assert result == expected(line, after)
        assert len(legal) == len(record["actions"])
        for action, entries in zip(record["actions"], legal, strict=True):
            assert covered(action, entries)
        assert replay(record) == result


@pytest.mark.parametrize("game", GAMES)
@given(st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_a_hand_that_stops_has_no_points(game, seed):
    rules, before, hand, _, _ = list(some_hands(game, seed, 2))[-1]
    record = through_json(record_of(rules, before, hand))
    record["actions"] = record["actions"][: Random(seed).randrange(len(record["actions"]))]
    result = replay(record)
    assert result["ok"], result
    assert result["points"] == [0] * rules.sides
    assert result["scores"] == list(before.scores)
    assert result["over"] is False
    assert sum(result["won"]) >= len(result["tricks"])


def at_both_tables(match, rng):
    """The next hand played at random, where the cards are known, and as a real table sees it."""
    rules, cards = match.rules, match.rules.shuffled(match.standing, rng)
    blind, hand = Blind(rules, match, cards), match.deal(cards)
    while not hand.over:
        blind.before(hand)
        action = choose(rules, hand, rng, wild=False)
        match.apply(action)
        blind.act(action, hand)
    return hand, blind


@pytest.mark.parametrize("game", AT_A_TABLE)
@given(st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_a_hand_of_a_real_table_is_written_too(game, seed):
    rng = Random(seed)
    rules = draw_rules(game, rng)
    match = Match(rules, rng.randrange(rules.players))
    before = match.standing
    hand, blind = at_both_tables(match, rng)
    if hand.thrown_in:
        with pytest.raises(ValueError, match="not all of its cards are known"):
            record_of(rules, before, blind.hand)
        return
    known, seen = (record_of(rules, before, one) for one in (hand, blind.hand))
    assert [sorted(own) for own in seen["hands"]] == [sorted(own) for own in known["hands"]]
    assert replay(through_json(seen)) == expected(match.lines[0], match.standing)


@pytest.mark.parametrize("taken", [False, True])
@pytest.mark.parametrize("sport", ["never", "trump", "always"])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_bid_whist_of_a_real_table_is_written_unless_the_bidder_alone_saw_the_kitty_b10_b12(taken, sport, jokers):
    for seed in range(6):
        rules = rules_of("bid", {"bidder_gets_kitty": taken, "sport": sport, "jokers": jokers})
        match = Match(rules, seed % 4)
        before = match.standing
        hand, blind = at_both_tables(match, Random(f"{seed} {taken} {sport}"))
        if taken and not rules.kitty_is_shown(hand):
            with pytest.raises(ValueError, match="nobody but the bidder has seen the kitty"):
                record_of(rules, before, blind.hand)
            continue
        known, seen = (record_of(rules, before, one) for one in (hand, blind.hand))
        assert [sorted(own) for own in seen["hands"]] == [sorted(own) for own in known["hands"]]
        assert sorted(seen["stock"]) == sorted(known["stock"])
        assert any(isinstance(action, Discard) for action in hand.actions) == taken
        assert [discarded(action) for action in seen["actions"]] == [discarded(one) for one in known["actions"]]
        assert replay(through_json(seen)) == expected(match.lines[0], match.standing)


def discarded(action):
    """The action, in which the order of discards is none."""
    return action | {"discard": sorted(action["discard"])} if "discard" in action else action


@pytest.mark.parametrize("game", ["german", "honeymoon"])
def test_who_drew_what_face_down_nobody_knows_g3(game):
    rules = rules_of(game)
    match = Match(rules)
    before = match.standing
    _, blind = at_both_tables(match, Random(game))
    with pytest.raises(ValueError, match="some were drawn face down"):
        record_of(rules, before, blind.hand)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_known_cannot_be_written(game):
    rules = rules_of(game)
    standing = rules.first_standing()
    with pytest.raises(ValueError, match="not all of its cards are known"):
        record_of(rules, standing, rules.start(standing))


def test_what_a_game_has_no_use_for_is_absent():
    rules, before, hand, _, _ = next(some_hands("german", 1))
    assert list(record_of(rules, before, hand)) == [
        *("game", "options", "dealer", "number", "hands", "stock", "trump", "actions")
    ]
    rules, before, hand, _, _ = list(some_hands("candid", 3, 2))[-1]
    record = record_of(rules, before, hand)
    assert set(record) == {"game", "options", "dealer", "number", "before", "hands", "actions"}
    assert set(record["before"]) == {"scores", "bags"}


# -- one by one --------------------------------------------------------------------------------------------------------


GOOD = [
    pytest.param(suited("classic", plays((0, 1, 2))[:0]), [], [0, 0], [0, 0], False, id="classic: nothing done"),
    pytest.param(
        suited("classic", [*plays(AROUND)[:4], *plays((3, 0, 1, 2), "3456789TJQKA")]),
        *([3] * 13, [0, 7], [0, 7], True),
        id="classic: the dealer's last card is the turn-up W2",
    ),
    pytest.param(
        suited("classic", [*plays(AROUND)[:4], *plays((3, 0, 1, 2), "3456789TJQKA")], trump="S"),
        *([3] * 13, [0, 7], [0, 7], True),
        id="classic: trumps told",
    ),
    pytest.param(
        suited("classic", plays(AROUND), trump="NT", options={"trump_method": "chosen", "honours": True}),
        *([0] * 13, [7, 0], [7, 0], True),
        id="classic: chosen trumps, none W8 W11",
    ),
    pytest.param(
        suited(
            "classic",
            [{"seat": 3, "choose": "C"}, *plays(AROUND)],
            options={"trump_method": "chosen", "honours": True, "target": 9},
            trump="C",
        ),
        *([0] * 13, [11, 0], [11, 0], True),
        id="classic: the choice is an action and told W7",
    ),
    pytest.param(
        suited(
            "classic",
            plays(AROUND),
            trump="NT",
            number=1,
            options={"trump_method": "rotation", "rubber": True, "trump_cycle": "NT S H D C"},
            before={"games": [0, 1], "scores": [3, 4]},
        ),
        *([0] * 13, [7, 0], [0, 0], False),
        id="classic: a game of a rubber, the next begins at 0 W12",
    ),
    pytest.param(
        suited(
            "classic",
            plays(AROUND),
            number=6,
            options={"trump_method": "rotation", "rubber": True, "trump_cycle": "NT S H D C"},
            before={"games": [1, 1]},
        ),
        *([0] * 13, [7, 0], [7, 0], True),
        id="classic: turns fix trumps by the number W11",
    ),
    pytest.param(
        suited("italian", plays(AROUND), trump="C"), *([0] * 13, [7, 0], [7, 0], True), id="italian: trumps told I8"
    ),
    pytest.param(
        suited("italian", [{"seat": 3, "choose": "C"}, *plays(AROUND)], options={"trump_method": "entered"}),
        *([0] * 13, [7, 0], [7, 0], True),
        id="italian: trumps named by the dealer I8",
    ),
    pytest.param(
        suited("italian", plays(AROUND), number=10),
        *([0] * 13, [7, 0], [7, 0], True),
        id="italian: every fifth round I7",
    ),
    pytest.param(
        candid(actions=plays((2, 3, 0, 1))[:4]), [1], [0, 0], [0, 0], False, id="candid: announcements left out K3"
    ),
    pytest.param(
        candid(
            hcp=True,
            actions=[*plays((2, 3, 0, 1))[:4], *plays((1, 2, 3, 0), "3456789TJQKA")],
            before={"scores": [10, 200], "bags": [9, 5]},
        ),
        *([1] * 13, [0, -24], [10, 176], False),
        id="candid: bags from before are full K14",
    ),
    pytest.param(
        candid(
            "13D",
            actions=[*plays((2, 3, 0, 1))[:4], *plays((1, 2, 3, 0), "3456789TJQKA")],
            trump="D",
            before={"scores": [0, 400]},
        ),
        *([1] * 13, [0, 130], [0, 530], True),
        id="candid: trumps agree with the bid",
    ),
    pytest.param(
        suited("candid", [{"seat": seat, "bid": "pass"} for seat in AROUND], trump="S", before={"scores": [7, 8]}),
        *([], [0, 0], [7, 8], False),
        id="candid: thrown in K9",
    ),
    pytest.param(
        bid_whist(plays(AROUND, "3456789TJQKA"), trump="C"),
        *([0] * 12, [7, 0], [7, 0], True),
        id="bid: the kitty counts B11",
    ),
    pytest.param(
        bid_whist(
            [{"seat": 0, "discard": ["C2", "D2", "H2", "S2"]}, *plays(AROUND, "3456789TJQKA")],
            options={"jokers": 0, "bidder_gets_kitty": True, "target": 9},
            before={"scores": [1, 0]},
        ),
        *([0] * 12, [7, 0], [8, 0], False),
        id="bid: the kitty is discarded B10",
    ),
    pytest.param(
        australian(ONE_CARD, [*BIDS, *ONE_TRICK], trump="H"),
        *([1], [10, 12, 0], [10, 12, 0], False),
        id="australian U19",
    ),
    pytest.param(
        australian(ONE_CARD, [*BIDS, *ONE_TRICK], trump="D", number=23, before={"scores": [5, 5, 50]}),
        *([2], [10, 0, 12], [15, 5, 62], True),
        id="australian: the last round U3 U6 U21",
    ),
    pytest.param(
        australian(ONE_CARD, [*BIDS, *ONE_TRICK], number=1),
        *([1], [10, 12, 0], [10, 12, 0], False),
        id="australian: the number fixes trumps U6",
    ),
    pytest.param(
        australian(ONE_CARD, ONE_TRICK, trump="NT"),
        *([1], [10, -2, 10], [10, -2, 10], False),
        id="australian: a first action that is a play is Misère U8 U20",
    ),
    pytest.param(
        australian(ONE_CARD, ONE_TRICK, misere=True),
        *([1], [10, -2, 10], [10, -2, 10], False),
        id="australian: Misère told",
    ),
    pytest.param(
        australian(ONE_CARD, [*BIDS, *ONE_TRICK], trump="NT", misere=False),
        *([1], [10, 12, 0], [10, 12, 0], False),
        id="australian: no Misère told",
    ),
    pytest.param(
        australian(
            [["S9"], ["D2"], ["S9"], ["S4"]],
            [
                *({"seat": seat, "bid": 1} for seat in range(4)),
                *({"seat": seat, "play": card} for seat, card in enumerate(("S9", "D2", "S9", "S4"))),
            ],
            trump="H",
            options={"households": 2},
        ),
        *([[0, 2]], [11, 0, 11, 0], [11, 0, 11, 0], False),
        id="australian: a shared trick U24 U25",
    ),
    pytest.param(
        australian(
            [["S2"], ["S3"], ["S4"], ["S9"], ["S9"], ["S5"], ["S6"], ["S7"]],
            [
                *({"seat": seat, "bid": 1} for seat in range(8)),
                *({"seat": seat, "play": f"S{rank}"} for seat, rank in enumerate("23499567")),
            ],
            trump="H",
            options={"households": 3, "first_household": 4, "second_household": 3},
        ),
        *([[3, 4]], [0, 0, 0, 11, 11, 0, 0, 0], [0, 0, 0, 11, 11, 0, 0, 0], False),
        id="australian: four, three and one U22b U24",
    ),
    pytest.param(
        stock_whist("german", PACK, trump="H"), [], [0, 0], [0, 0], False, id="german: the stock fixes trumps G2"
    ),
    pytest.param(
        stock_whist(
            "german", PACK, actions=[{"seat": 0, "play": "C2"}, {"seat": 1, "play": "DA"}, {"seat": 0, "play": "H2"}]
        ),
        *([0], [0, 0], [0, 0], False),
        id="german: the winner takes the face-up card G3",
    ),
    pytest.param(stock_whist("honeymoon", FULL_PACK, trump="H"), [], [0, 0], [0, 0], False, id="honeymoon H1"),
]


@pytest.mark.parametrize(("record", "tricks", "points", "scores", "over"), GOOD)
def test_a_record_says_what_happened(record, tricks, points, scores, over):
    """RULES W2, W7, W8, W11, W12, I7, I8, K3, K9, K14, B10, B11, U3, U6, U8, U19, U20, U24, U25, G2, G3 by records."""
    result = replay(through_json(record), legal=True)
    assert result["ok"], result
    assert (result["tricks"], result["points"], result["scores"], result["over"]) == (tricks, points, scores, over)
    seats = len(record["hands"])
    taken = [sum(seat in (trick if isinstance(trick, list) else [trick]) for trick in tricks) for seat in range(seats)]
    assert result["won"] == taken
    assert len(result["legal"]) == len(record["actions"])


def test_discards_are_covered():
    """A list of all discards would be too long: one entry stands for them."""
    assert covered({"seat": 1, "discard": ["C2"]}, [AnyOf(1, 1, PACK[:2]).to_json()])
    assert not covered({"seat": 1, "discard": ["C4"]}, [AnyOf(1, 1, PACK[:2]).to_json()])
