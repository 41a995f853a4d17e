"""The score sheet of a match: rows and CSV, made of nothing but the lines of the hands."""

import csv
import io
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.match import Match
from whist.games import GAMES, rules_of
from whist.rules.actions import AnyOf, Discard, Legal
from whist.rules.base import Rules
from whist.rules.score_sheet import csv_text, line_to_json, outcome, rows, side_names
from whist.rules.standing import Line, Standing

LINE = Line(
    number=1,
    dealer=2,
    trump="H",
    tricks=((0,), (1,)),
    won=(5, 2, 4, 2),
    points=(3, 2),
    entries=((0, 3, "3 odd tricks"), (1, 2, "three honours")),
)


def lines(*points: tuple[int, ...], **changes: Any) -> list[Line]:
    """Lines of a game with as many sides, one a hand; a point a side is told as such."""
    won = (4, 3, 3, 3) if len(points[0]) == 2 else (1,) * len(points[0])
    return [
        replace(
            LINE,
            number=number,
            dealer=(number + 1) % 4,
            won=won,
            points=own,
            entries=tuple((side, n, "points") for side, n in enumerate(own) if n),
            **changes,
        )
        for number, own in enumerate(points, 1)
    ]


def standing_after(rules: Rules[Any], made: list[Line]) -> Standing:
    standing = rules.first_standing(made[0].dealer)
    for line in made:
        standing = rules.after(standing, line)
    return standing


def sheet(rules: Rules[Any], made: list[Line]) -> list[list[str]]:
    return list(csv.reader(io.StringIO(csv_text(rules, made, standing_after(rules, made)))))


# -- names and lines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players", "names"),
    [
        ("classic", None, ["0+2", "1+3"]),
        ("german", None, ["0", "1"]),
        ("australian", 7, ["0", "1", "2", "3", "4", "5", "6"]),
    ],
)
def test_sides_are_named_by_their_seats(game, players, names):
    assert side_names(rules_of(game, {}, players)) == names


def test_a_line_as_json():
    known = {
        "number": 1,
        "dealer": 2,
        "trump": "H",
        "tricks": [[0], [1]],
        "won": [5, 2, 4, 2],
        "points": [3, 2],
        "entries": [{"side": 0, "points": 3, "how": "3 odd tricks"}, {"side": 1, "points": 2, "how": "three honours"}],
    }
    assert line_to_json(LINE) == json.loads(json.dumps(known)) == known
    more = replace(LINE, contract="8H", bags=(2, 0), thrown_in=True, trump=None)
    told = {"contract": "8H", "bags": [2, 0], "thrown_in": True, "trump": None}
    assert line_to_json(more) == known | told


# -- rows --------------------------------------------------------------------------------------------------------------


def test_a_row_tells_all_of_a_hand():
    assert rows(rules_of("classic"), [LINE]) == [
        {
            "number": 1,
            "dealer": 2,
            "contract": "",
            "trump": "H",
            "thrown_in": False,
            "tricks": [9, 4],
            "points": [3, 2],
            "how": [
                {"side": "0+2", "points": 3, "how": "3 odd tricks"},
                {"side": "1+3", "points": 2, "how": "three honours"},
            ],
            "bags": [],
            "scores": [3, 2],
            "bags_held": [],
            "games": [],
        }
    ]


def test_totals_run_on():
    made = rows(rules_of("classic", {"target": 9}), lines((1, 0), (0, 4), (3, 0)))
    assert [row["scores"] for row in made] == [[1, 0], [1, 4], [4, 4]]


def test_a_game_of_a_rubber_shows_the_score_that_won_it():
    """RULES W12: and the next one begins at 0."""
    made = rows(rules_of("classic", {"rubber": True}), lines((4, 0), (0, 2), (7, 0), (0, 3), (6, 0)))
    assert [row["scores"] for row in made] == [[4, 0], [4, 2], [11, 2], [0, 3], [6, 3]]
    assert [row["games"] for row in made] == [[0, 0], [0, 0], [1, 0], [1, 0], [2, 0]]


def test_bags_of_the_hand_and_bags_held():
    """RULES K14: ten bags cost 100 points and are gone."""
    hands = [
        replace(one, contract="7H", bags=bags, points=points)
        for one, bags, points in zip(
            lines((70, 0), (70, 0), (0, 70)), [(6, 0), (5, 0), (0, 3)], [(76, 0), (-25, 0), (0, 73)], strict=True
        )
    ]
    made = rows(rules_of("candid"), hands)
    assert [(row["bags"], row["bags_held"]) for row in made] == [([6, 0], [6, 0]), ([5, 0], [1, 0]), ([0, 3], [1, 3])]
    assert [row["scores"] for row in made] == [[76, 0], [51, 0], [51, 73]]


def test_a_hand_thrown_in_keeps_the_scores():
    """RULES K9."""
    thrown = replace(LINE, thrown_in=True, won=(0,) * 4, tricks=(), points=(0, 0), entries=(), trump=None, bags=(0, 0))
    rules = rules_of("candid")
    hands = [replace(LINE, bags=(0, 0)), replace(thrown, number=2), replace(LINE, number=2, bags=(0, 0))]
    made = rows(rules, hands)
    assert [(row["number"], row["thrown_in"], row["scores"]) for row in made] == [
        (1, False, [3, 2]),
        (2, True, [3, 2]),
        (2, False, [6, 4]),
    ]
    thrown_in = sheet(rules, hands)[2]
    assert (thrown_in[:3], thrown_in[-1]) == (["2", "2", ""], "thrown in")


def test_no_hands_no_rows():
    rules = rules_of("classic")
    assert rows(rules, []) == []
    table = list(csv.reader(io.StringIO(csv_text(rules, iter([]), Standing()))))
    assert table == [["hand", "dealer", "trump", "how"], ["place", "", "", "Hand 1 is next; seat 0 deals."]]


@pytest.mark.parametrize(("game", "players"), [("australian", 4), ("australian", 5), ("german", 2)])
def test_lines_of_another_game_are_refused(game, players):
    with pytest.raises(ValueError, match="hand 1 was scored for 4 players on 2 sides, not for"):
        rows(rules_of(game, {}, players), [LINE])


# -- CSV ---------------------------------------------------------------------------------------------------------------


def test_a_rubber_shows_games_and_ranks_by_them():
    """RULES W12."""
    table = sheet(rules_of("classic", {"rubber": True}), lines((5, 0), (0, 4)))
    assert table[0][-3:] == ["games 0+2", "games 1+3", "how"]
    assert table[-1][7:9] == ["1", "2"]


def test_equal_scores_share_a_place():
    """RULES U21: and running totals may be negative."""
    rules = rules_of("australian", {}, 5)
    table = sheet(rules, lines((10, 12, -2, 12, 10)))
    heading = table[0]
    assert [table[1][heading.index(f"score {side}")] for side in range(5)] == ["10", "12", "-2", "12", "10"]
    assert [table[-1][heading.index(f"score {side}")] for side in range(5)] == ["3", "1", "5", "1", "3"]


@pytest.mark.parametrize(
    ("game", "changes", "sentence"),
    [
        ("classic", {"over": True, "winners": (1,)}, "The match is over: side 1+3 wins."),
        ("australian", {"over": True, "winners": (2,)}, "The match is over: seat 2 wins."),
        ("australian", {"over": True, "winners": (0, 3)}, "The match is over: seats 0 and 3 share the first place."),
        (
            "australian",
            {"over": True, "winners": (0, 1, 3)},
            "The match is over: seats 0, 1 and 3 share the first place.",
        ),
        ("classic", {"number": 4, "dealer": 2}, "Hand 4 is next; seat 2 deals."),
    ],
)
def test_the_outcome_in_one_sentence(game, changes, sentence):
    """RULES U21 for shared places."""
    assert outcome(rules_of(game, {}, 5 if game == "australian" else None), Standing(**changes)) == sentence


@pytest.mark.parametrize(("points", "shown"), [(0, "(0)"), (7, "(+7)"), (-4, "(-4)")])
def test_points_have_a_sign(points, shown):
    made = [replace(LINE, points=(points, 0), entries=((0, points, "it is so"),))]
    assert sheet(rules_of("classic"), made)[1][-1] == f"0+2: it is so {shown}"


def test_the_csv_of_a_match():
    rules = rules_of("candid", {"target": 250})
    awkward = replace(LINE, contract="8H", bags=(2, 0), entries=((0, 3, 'a "how", with; marks\nand lines'),))
    assert sheet(rules, [awkward]) == [
        [
            *("hand", "dealer", "contract", "trump"),
            *("tricks 0+2", "tricks 1+3", "points 0+2", "points 1+3"),
            *("bags 0+2", "bags 1+3", "score 0+2", "score 1+3", "how"),
        ],
        ["1", "2", "8H", "H", "9", "4", "3", "2", "2", "0", "3", "2", '0+2: a "how", with; marks\nand lines (+3)'],
        ["place", "", "", "", "", "", "", "", "", "", "1", "2", "Hand 2 is next; seat 3 deals."],
    ]


# -- every game --------------------------------------------------------------------------------------------------------


def chosen(rng: Random, legal: tuple[Legal, ...]) -> Any:
    action = rng.choice(legal)
    return Discard(action.seat, tuple(rng.sample(action.cards, action.count))) if isinstance(action, AnyOf) else action


def some_hands(rules: Rules[Any], rng: Random, count: int = 3) -> Match:
    match = Match(rules, rng.randrange(rules.players))
    while len(match.lines) < count and not match.standing.over:
        match.deal(rng=rng)
        while not match.hand.over:
            match.apply(chosen(rng, match.legal()))
    return match


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_every_game_has_a_sheet_whose_csv_says_what_its_rows_say(game, seed):
    rules = rules_of(game)
    match = some_hands(rules, Random(seed))
    made = rows(rules, match.lines)
    assert json.loads(json.dumps(made)) == made
    assert json.loads(json.dumps([line_to_json(line) for line in match.lines]))
    assert made[-1]["scores"] == list(match.standing.scores)
    heading, *table, places = csv.reader(io.StringIO(csv_text(rules, match.lines, match.standing)))
    for row, written in zip(made, table, strict=True):
        cells = dict(zip(heading, written, strict=True))
        assert [cells["hand"], cells["dealer"], cells["trump"]] == [
            str(row["number"]),
            str(row["dealer"]),
            row["trump"] or "",
        ]
        for group, key in (("tricks", "tricks"), ("points", "points"), ("score", "scores")):
            assert [int(cells[f"{group} {name}"]) for name in side_names(rules)] == row[key]
        for one in row["how"]:
            assert f"{one['side']}: {one['how']}" in cells["how"]
        assert sum(one["points"] for one in row["how"]) == sum(row["points"])
    ranked = dict(zip(heading, places, strict=True))
    assert [int(ranked[f"score {name}"]) for name in side_names(rules)] == list(rules.rank(match.standing))
