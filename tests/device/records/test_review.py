"""``whist-table review``: what is printed of what cards cost; the files themselves are those of ``replay``."""

import json

import pytest

from device.commands.cli import main
from device.records.review import in_words
from tests.device.records.test_replay import a_hand
from tests.whist import records_by_hand as by_hand
from whist.games import GAMES
from whist.players.review import review

WHOLE = by_hand.suited("classic", by_hand.plays((0, 1, 2, 3))[:4] + by_hand.plays((3, 0, 1, 2))[4:])
"""Every card of each seat is as good as another."""


def run(capsys, *arguments):
    """(exit status, lines of stdout)."""
    status = main(["review", *map(str, arguments)])
    said = capsys.readouterr()
    assert said.err == ""
    return status, said.out.splitlines()


def test_each_record_gets_its_line(tmp_path, capsys):
    hands = [a_hand(game) for game in GAMES]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(hand) + "\n" for hand in hands))
    status, lines = run(capsys, file, "--json")
    assert status == 0
    assert [json.loads(line) for line in lines] == [review(hand) for hand in hands]
    status, lines = run(capsys, file)
    assert status == 0
    heads = [line for line in lines if not line.startswith("  ")]
    for number, (game, line) in enumerate(zip(GAMES, heads, strict=True), 1):
        assert line.startswith(f"{file}:{number}: {game}: par ")


def test_what_cannot_be_reviewed_is_told_with_file_and_line(tmp_path, capsys):
    refused = by_hand.suited("classic", [{"seat": 0, "play": "D2"}])
    file = tmp_path / "games.jsonl"
    file.write_text(f"{json.dumps(by_hand.suited('classic'))}\n{json.dumps(refused)}\n{json.dumps(WHOLE)}\n{{\n")
    status, lines = run(capsys, file, "--json")
    assert status == 1
    unfinished, broken, whole, unreadable = map(json.loads, lines)
    why = f"{file}:1: The hand is not over; it can be reviewed when its last card has been played."
    assert unfinished == {"ok": False, "at": None, "why": why}
    assert broken == {"ok": False, "at": 0, "why": f"{file}:2: Seat 0 does not hold D2."}
    assert whole["ok"]
    assert (unreadable["ok"], unreadable["at"]) == (False, None)
    assert unreadable["why"].startswith(f"{file}, line 4 is not JSON")
    status, lines = run(capsys, file)
    assert status == 1
    assert lines[:2] == [why, f"{file}:2: Seat 0 does not hold D2. (action 0)"]
    assert lines[2:4] == [f"{file}:3: classic: par 0 13; tricks 0 13", "  No card cost a trick."]


# -- words -------------------------------------------------------------------------------------------------------------


def result(*plays, par=(7, 6)):
    """A review in which the plays from the ``at``-th on are ``(at, seat, card, best, cost)``."""
    listed = [{"seat": 0, "card": "C2", "best": ["C2"], "cost": 0} for _ in range(52)]
    for at, seat, card, best, cost in plays:
        listed[at] = {"seat": seat, "card": card, "best": best, "cost": cost}
    return {"ok": True, "plays": listed, "tricks": [6, 7], "par": None if par is None else list(par)}


def test_the_cards_on_which_a_hand_turned_are_told_in_their_order():
    turns = result(
        (17, 3, "HT", ["HQ"], 1),
        (5, 1, "S2", ["SA", "SJ"], 2),
        (48, 0, "C9", ["D5", "D4", "HA", "H3", "ST"], 1),
        (50, 2, "C3", ["CA"], 1),
    )
    assert in_words("a:3", WHOLE, turns) == [
        "a:3: classic: par 7 6; tricks 6 7",
        "  Trick 2: West played the 2 of spades; the jack of spades or the ace of spades would have won 2 tricks more.",
        "  Trick 5: East played the 10 of hearts; the queen of hearts would have won a trick more.",
        "  Trick 13: South played the 9 of clubs; the 4 of diamonds, the 5 of diamonds or one of 3 others would have"
        " won a trick more.",
    ]


@pytest.mark.parametrize(
    ("dealer", "names"),
    [
        (0, ["South", "holder 1", "holder 2", "North"]),
        (1, ["South", "North", "holder 2", "holder 1"]),
        (2, ["seat 0", "seat 1", "seat 2", "seat 3"]),
    ],
)
def test_androids_are_called_by_their_holders(dealer, names):
    """RULES A9: with the deal the holders cross the table."""
    record = by_hand.suited("android") | {"dealer": dealer}
    for seat, name in enumerate(names):
        _, line = in_words("a", record, result((0, seat, "C3", ["C2"], 1)))
        assert line == f"  Trick 1: {name} played the 3 of clubs; the 2 of clubs would have won a trick more."


def test_seats_of_other_games_are_places_at_the_table():
    two = by_hand.stock_whist("german", [])
    assert "Trick 26: North played" in in_words("a", two, result((51, 1, "C3", ["C2"], 1)))[1]


def test_what_is_not_judged_is_said():
    plays = [(at, 0, "C2", None, None) for at in range(40)]
    assert in_words("a", WHOLE, result(*plays, par=None)) == [
        "a: classic: par unknown; tricks 6 7",
        "  Only the last 12 of 52 cards can be judged.",
    ]
    plays = [(at, 0, "C2", None, None) for at in range(52)]
    assert in_words("a", WHOLE, result(*plays, par=None))[1:] == ["  Its cards cannot be judged."]
    nothing = {"ok": True, "plays": [], "tricks": [0, 0], "par": None}
    assert in_words("a", WHOLE, nothing)[1:] == ["  No card was played."]


def test_many_players_are_told_by_their_seats():
    record = by_hand.australian([["S4"]] * 9)
    line = in_words("a", record, result((3, 8, "C3", ["C2"], 1)))[1]
    assert line.startswith("  Trick 1: seat 8 played")
