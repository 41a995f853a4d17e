"""Classic Whist: scores, rubber and options (RULES W5–W12)."""

import pytest

from tests.whist.games.classic_hands import CYCLE, classic, finished, holding
from whist.games import rules_of
from whist.games.classic import ClassicOptions
from whist.games.odd_tricks import OddTricks
from whist.rules.standing import Line, Standing


def scored(rules: OddTricks, scores: tuple[int, int], won: int, honours: dict[int, str], trump: str = "H") -> Line:
    return rules.score(finished(holding(honours), won, trump), Standing(scores=scores))


def line(points: tuple[int, int]) -> Line:
    entries = tuple((side, number, "points") for side, number in enumerate(points) if number)
    return Line(1, 0, "H", (), (0, 0, 0, 0), points, entries)


def after(rules: OddTricks, *hands: tuple[int, int]) -> Standing:
    standing = rules.first_standing()
    for points in hands:
        standing = rules.after(standing, line(points))
    return standing


# -- scores ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("won", range(14))
def test_odd_tricks_score(won):
    """RULES W5."""
    one = scored(classic(), (0, 0), won, {})
    assert one.points == (max(0, won - 6), max(0, 7 - won))
    assert [entry[1] for entry in one.entries] == [max(won - 6, 7 - won)]
    assert one.entries[0][2] == ("1 odd trick" if won in (6, 7) else f"{max(won, 13 - won) - 6} odd tricks")


@pytest.mark.parametrize("target", [5, 7, 9])
def test_the_first_side_at_the_target_wins(target):
    """RULES W6, for every option value; at or above."""
    rules = classic(target=target)
    short = after(rules, (target - 1, 0), (0, target - 1))
    assert not short.over
    assert short.winners == ()
    for points, winner in [((1, 0), 0), ((0, 1), 1), ((7, 0), 0)]:
        standing = rules.after(short, line(points))
        assert (standing.over, standing.winners) == (True, (winner,))
        assert rules.rank(standing) == ((1, 2), (2, 1))[winner]


def test_the_target_is_five_unless_told_w6():
    assert ClassicOptions().target == 5


@pytest.mark.parametrize(
    ("honours", "points"),
    [
        pytest.param({0: "HA HK HQ", 1: "HJ"}, (2, 0), id="W7 three in one hand"),
        pytest.param({0: "HA HJ", 2: "HQ", 3: "HK"}, (2, 0), id="W7 three of a side"),
        pytest.param({1: "HA HK", 3: "HQ HJ"}, (0, 4), id="W7 four of a side"),
        pytest.param({3: "HA HK HQ HJ"}, (0, 4), id="W7 four in one hand"),
        pytest.param({0: "HA HK", 1: "HQ HJ"}, (0, 0), id="W7 two each"),
        pytest.param({0: "HA", 1: "HK", 2: "HQ", 3: "HJ"}, (0, 0), id="W7 one each"),
        pytest.param({0: "HA HK HT", 1: "HQ HJ"}, (0, 0), id="W7 the ten is none"),
        pytest.param({0: "SA SK SQ", 1: "HA HK", 2: "HQ HJ"}, (0, 0), id="W7 of trumps alone"),
    ],
)
@pytest.mark.parametrize("won", [0, 6, 7, 13])
def test_honours_are_counted_as_dealt(honours, points, won):
    """RULES W7: whoever captures them. With honours off they never score."""
    odd = (max(0, won - 6), max(0, 7 - won))
    standing = (-10, -10)  # far from the game
    assert scored(classic(honours=True), standing, won, honours).points == tuple(
        map(sum, zip(odd, points, strict=True))
    )
    assert scored(classic(honours=False), standing, won, honours).points == odd
    assert scored(classic(), standing, won, honours).points == odd


def test_honours_are_told_on_the_sheet_after_the_tricks():
    """RULES W7, T6."""
    one = scored(classic(honours=True), (0, 0), 8, {1: "HA HK HQ HJ"})
    assert one.entries == ((0, 2, "2 odd tricks"), (1, 4, "four honours"))


def test_without_a_trump_suit_there_are_no_honours():
    """RULES W8."""
    one = scored(classic(honours=True, trump_method="chosen"), (0, 0), 7, {0: "HA HK HQ HJ"}, "NT")
    assert one.entries == ((0, 1, "1 odd trick"),)


@pytest.mark.parametrize(
    ("scores", "won", "honours", "points", "winner"),
    [
        pytest.param((4, 3), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 0), 0, id="W9 tricks end the game"),
        pytest.param((3, 4), 6, {2: "HA HK HQ HJ"}, (0, 1), 1, id="W9 tricks end the game, four honours"),
        pytest.param((0, 4), 11, {3: "HA HK HQ", 0: "HJ"}, (5, 0), 0, id="W9 both would pass the target"),
        pytest.param((3, 3), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 2), 1, id="W9 tricks do not end it, honours do"),
        pytest.param((3, 2), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 2), None, id="W9 neither ends it"),
        pytest.param((4, 0), 7, {0: "HA HK HQ", 1: "HJ"}, (3, 0), 0, id="W9 its own honours count"),
        pytest.param((2, 0), 7, {0: "HA HK HQ", 1: "HJ"}, (3, 0), 0, id="W9 tricks and honours together"),
    ],
)
def test_tricks_are_scored_before_honours(scores, won, honours, points, winner):
    """RULES W9, W6."""
    rules = classic(honours=True, honours_at_game_end="old_law")
    one = scored(rules, scores, won, honours)
    assert one.points == points
    standing = rules.after(Standing(scores=scores), one)
    assert standing.winners == (() if winner is None else (winner,))
    assert standing.over == (winner is not None)


@pytest.mark.parametrize(
    ("scores", "won", "honours", "points", "winner"),
    [
        pytest.param((4, 3), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 2), 0, id="both reach the target, by tricks first"),
        pytest.param((0, 4), 11, {3: "HA HK HQ", 0: "HJ"}, (5, 2), 0, id="tricks that make the whole game"),
        pytest.param((3, 3), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 2), 1, id="honours alone end it"),
    ],
)
def test_honours_count_without_condition(scores, won, honours, points, winner):
    """RULES W9b; the tricks are scored before them all the same (RULES W9), and whoever has won is first."""
    rules = classic(honours=True)
    one = scored(rules, scores, won, honours)
    assert one.points == points
    end = rules.after(Standing(scores=scores), one)
    assert end.winners == (winner,)
    assert rules.rank(end) == ((1, 2), (2, 1))[winner]


def test_honours_that_do_not_count_are_told_w9():
    one = scored(classic(honours=True, honours_at_game_end="old_law"), (4, 3), 7, {1: "HA HK HQ", 0: "HJ"})
    assert one.entries[1] == (1, 0, "three honours do not count: the tricks ended the game")


def test_a_penalty_that_ended_the_game_comes_before_honours():
    """RULES T6, W9: the scores that the game is told hold the penalty already."""
    assert scored(classic(honours=True, honours_at_game_end="old_law"), (5, 3), 6, {1: "HA HK HQ", 0: "HJ"}).points == (
        0,
        1,
    )


@pytest.mark.parametrize("target", [5, 7, 9])
@pytest.mark.parametrize("count", [True, False])
@pytest.mark.parametrize("short", [0, 1, 2])
def test_honours_one_point_short_of_the_game(target, count, short):
    """RULES W10, both values of the option: the score when the hand begins bars, one point short and no other."""
    rules = classic(honours=True, honours_at_four=count, target=target)
    one = scored(rules, (0, target - short - 1), 8, {1: "HA HK HQ", 0: "HJ"})
    barred = not count and short == 0
    assert one.points == (2, 0 if barred else 2)
    assert ("one point short" in one.entries[1][2]) == barred


def test_tricks_that_bring_a_side_to_four_do_not_bar_its_honours():
    """RULES W10."""
    assert scored(classic(honours=True, honours_at_four=False), (3, 0), 7, {0: "HA HK HQ", 1: "HJ"}).points == (3, 0)


# -- rubber ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rubber", [True, False])
def test_a_rubber_is_the_best_of_three_games(rubber):
    """RULES W12, both values of the option."""
    rules = classic(rubber=rubber)
    standing = after(rules, (3, 0), (0, 4), (6, 0))
    if not rubber:
        assert (standing.over, standing.games, standing.scores, standing.winners) == (True, (), (9, 4), (0,))
        return
    assert (standing.over, standing.games, standing.scores) == (False, (1, 0), (0, 0))
    one_all = rules.after(standing, line((0, 5)))
    assert (one_all.over, one_all.games, one_all.scores) == (False, (1, 1), (0, 0))
    for before, games in ((standing, (2, 0)), (one_all, (2, 1))):
        end = rules.after(before, line((7, 0)))
        assert (end.over, end.games, end.winners, end.scores) == (True, games, (0,), (7, 0))
    assert after(rules, (5, 0), (0, 5), (4, 0), (0, 6)).winners == (1,)


def test_scores_do_not_carry_over_to_the_next_game():
    """RULES W12: four points of the first game are worth nothing in the second."""
    rules = classic(rubber=True)
    standing = after(rules, (0, 4), (7, 0), (0, 1))
    assert (standing.scores, standing.games, standing.over) == ((0, 1), (1, 0), False)
    assert (standing.number, standing.dealer) == (4, 3)


def test_in_a_rubber_games_rank_before_points():
    """RULES W12."""
    rules = classic(rubber=True)
    assert rules.rank(after(rules, (5, 0), (0, 4))) == (1, 2)
    assert rules.rank(after(rules, (5, 0), (0, 5))) == (1, 1)
    assert rules.rank(after(rules, (5, 0), (0, 5), (0, 1))) == (2, 1)


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param({"target": 6}, "option target cannot be 6; choose one of 5, 7, 9", id="W6"),
        pytest.param({"target": "5"}, "option target cannot be '5'", id="W6 text"),
        pytest.param({"target": True}, "option target cannot be True", id="W6 true"),
        pytest.param({"honours": 1}, "option honours cannot be 1", id="W7 number"),
        pytest.param({"honours": "off"}, "option honours cannot be 'off'", id="W7 text"),
        pytest.param({"honours_at_four": None}, "option honours_at_four cannot be None", id="W10"),
        pytest.param({"rubber": "yes"}, "option rubber cannot be 'yes'", id="W12"),
        pytest.param({"trump_method": "random"}, "choose one of turn_up, rotation, chosen", id="W11"),
        pytest.param({"trump_method": "rotation"}, "rotation needs trump_cycle", id="W11 no cycle"),
        pytest.param(
            {"trump_method": "chosen", "trump_cycle": CYCLE}, "trump_cycle is for .* not for chosen", id="W11 c"
        ),
        pytest.param({"trump_cycle": CYCLE}, "trump_cycle is for trump_method rotation", id="W11 turn-up"),
        pytest.param({"trump_method": "rotation", "trump_cycle": "S S"}, "cannot be 'S S'", id="W11 bad cycle"),
        pytest.param({"trump_method": "rotation", "trump_cycle": ["S"]}, r"cannot be \['S'\]", id="W11 list"),
        pytest.param({"honors": True}, "option 'honors' is unknown; the nearest is 'honours'", id="W7 misspelt"),
        pytest.param([], "options must be an object", id="no object"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    with pytest.raises(ValueError, match=why):
        rules_of("classic", options)


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({}, "Classic Whist to 5"),
        ({"target": 7, "honours": True}, "Classic Whist to 7, with honours"),
        (
            {"trump_method": "chosen", "rubber": True},
            "Classic Whist to 5, the dealer chooses trumps, best of three games",
        ),
        ({"trump_method": "rotation", "trump_cycle": CYCLE}, "Classic Whist to 5, trumps in turn NT S H D C"),
        (
            {"honours": True, "honours_at_four": False},
            "Classic Whist to 5, with honours, honours never score one point short of the game",
        ),
    ],
)
def test_the_house_rules_in_one_line(options, title):
    assert rules_of("classic", options).options.summary() == title


def test_a_target_must_be_said_by_each_game():
    class Untold(OddTricks[ClassicOptions]):
        options_type = ClassicOptions

    with pytest.raises(NotImplementedError):
        _ = Untold().target
