"""Matches worked out of the journal's events: what was corrected, claimed and taken back is as the table has it."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from device.journal.journal import Game, JournalEntry
from device.records.export import FORMATS, text_of
from device.records.played import PlayedMatch, match_of
from tests.whist.doubtful import card, lay, playing
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from whist.cards import PACK
from whist.messages import events as ev
from whist.messages.requests import Agree, Answer, Claim, Correct, SetScores, Undo
from whist.records.records import replay
from whist.rules.actions import Play
from whist.rules.options import AndroidOptions


def out_of_journal(world: World | FamilyWorld) -> PlayedMatch:
    """The match as the journal has it, an event a second."""
    events = [json.loads(json.dumps(one.to_json())) for one in world.table.events]
    if isinstance(world, World):
        choice = asdict(world.options)
    else:
        choice = {"game": world.table.game, "options": events[0]["options"], "players": None, "dealer": 0, "seed": 0}
    entries = [JournalEntry(k, 1000.0 + k, event) for k, event in enumerate(events)]
    return match_of(Game(7, 1000.0, choice, None, {}), entries)


def written(match: PlayedMatch, to: str) -> tuple[str, list[str]]:
    """The match in a format, and what was left out."""
    left_out: list[str] = []
    return text_of(to, match.hands, True, left_out.append), left_out


def scores(match: PlayedMatch) -> list[list[int]]:
    """The scores on the sheet, hand by hand."""
    rows = list(csv.DictReader(io.StringIO(written(match, "csv")[0], newline="")))[:-1]
    return [[int(row[key]) for key in row if key.startswith("score ")] for row in rows]


def records(match: PlayedMatch) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written(match, "json")[0].splitlines()]


def android(seed: int = 4, tricks: int = 0) -> World:
    world = World(random.Random(seed), AndroidOptions(target=9))
    world.deal()
    for _ in range(4 * tricks):
        world.step()
    return world


def agree(world: World, request: Any) -> None:
    """South, who is seat 0, proposes, and North agrees."""
    world.table.apply(request)
    world.table.apply(Agree(world.table.seat_of("north"), True))


def as_the_table_has_it(world: World | FamilyWorld, match: PlayedMatch) -> None:
    """Sheet, tricks and table are the same, and no hand that is not over is told."""
    view = world.table.public_view()
    assert match.table == world.table
    assert scores(match) == [row["scores"] for row in view["sheet"]]
    over = [hand for hand in match.hands if hand.finished is not None]
    assert [hand.line for hand in over] == [hand.finished.line for hand in over if hand.finished]
    if view["played"] and over:
        assert over[-1].finished is not None
        assert over[-1].finished.to_json() == view["played"]
    for record in records(match):
        assert replay(record)["points"] is not None, "only hands that are over"


def test_a_claimed_hand_counts_and_its_cards_are_not_written() -> None:
    world = android(4, 8)
    agree(world, Claim(0, 3))
    match = out_of_journal(world)
    as_the_table_has_it(world, match)
    assert scores(match) == [world.table.public_view()["scores"]]
    for to in ("json", "pbn"):
        text, left_out = written(match, to)
        assert text == ""
        assert left_out == [
            "game 7, hand 1 is left out: this hand cannot be recorded: not all of its cards are known, "
            "for they were not all played."
        ]
    (remark,) = match.hands[0].remarks
    assert "took 3 of the last 5 tricks without playing" in remark.text
    claimed = next(k for k, event in enumerate(world.table.events) if isinstance(event, ev.Claimed))
    assert remark.t == 1000.0 + claimed


def test_the_hands_after_a_claimed_one_follow_on_the_sheet() -> None:
    world = android(4, 8)
    agree(world, Claim(0, 5))
    world.laid.clear()
    world.lies = False
    world.show_table()
    world.deal()
    world.play_deal()
    match = out_of_journal(world)
    as_the_table_has_it(world, match)
    assert len(scores(match)) == 2
    (record,) = records(match)
    assert record["before"]["scores"] == scores(match)[0]


def test_corrected_cards_are_those_in_the_record() -> None:
    """Two cards that were taken for each other, in a hand that is over and still lies there."""
    world = android(6, 12)
    for _ in range(3):
        world.step()
    world.lay(world.choose() if world.turn in (0, 3) else world.order())
    plays = [(place // 4 + 1, seat, card) for place, (seat, card) in enumerate(world.table.state.hand.laid())]
    (one, first), (_, second) = [(n, card) for n, seat, card in plays if seat == 0 and card != world.turn_up][2:4]
    before = [card for _, _, card in plays]
    agree(world, Correct(0, second, one, 0))
    match = out_of_journal(world)
    as_the_table_has_it(world, match)
    assert "said so and North agreed" in match.hands[0].remarks[0].text
    kept = [action.card for action in match.hands[0].hand().actions if isinstance(action, Play)]
    assert kept == [card for _, card in world.table.state.hand.laid()]
    assert {card for card, now in zip(before, kept, strict=True) if card != now} == {first, second}


def test_an_answer_that_was_taken_back_is_no_play() -> None:
    world = playing(2)
    lay(world, "S9 .5 S8 .4")
    world.table.apply(Answer(0, 1, card("S8")))
    world.table.apply(Undo(0))
    world.table.apply(Answer(0, 1, card("S9")))
    match = out_of_journal(world)
    played = [action.card for action in match.hands[0].hand().actions if isinstance(action, Play)]
    assert played == [play.card for play in world.table.state.trick]
    assert match.hands[0].finished is None


@pytest.mark.parametrize("when", ["in the first hand", "between hands", "in the next hand"])
def test_corrected_scores_are_on_the_sheet(when: str) -> None:
    world = android(4, 0)
    if when == "in the first hand":
        world.step()
        agree(world, SetScores(0, (2, 1)))
        world.play_deal()
    else:
        world.play_deal()
        if when == "in the next hand":
            world.deal()
            world.step()
        agree(world, SetScores(0, (4, 4)))
    match = out_of_journal(world)
    as_the_table_has_it(world, match)
    assert "corrected by agreement" in written(match, "csv")[0]
    assert len(match.hands) == (2 if when == "in the next hand" else 1)


@pytest.mark.parametrize("game", ["classic", "candid", "australian", "bid", "german", "honeymoon", "italian"])
def test_games_without_holders_with_corrected_scores_and_cards(game: str) -> None:
    world = FamilyWorld(random.Random(3), game, {"trump_method": "entered"} if game == "italian" else {})
    world.play_match(2)
    if not world.table.state.now.over:
        world.deal()
    other = next(seat for seat in range(world.rules.players) if world.rules.side(seat) != world.rules.side(0))
    if not world.table.state.before:
        now = list(world.table.state.now.scores)
        world.table.apply(SetScores(0, (now[0] + 3, *now[1:])))
        world.table.apply(Agree(other, True))
    table = world.table
    match = out_of_journal(world)
    as_the_table_has_it(world, match)
    assert len([hand for hand in match.hands if hand.finished]) == len(table.state.lines)
    if not table.state.before:
        assert "corrected by agreement" in written(match, "csv")[0]


def test_times_are_those_of_play_not_of_an_empty_table() -> None:
    world = android(4, 0)
    first = next(k for k, event in enumerate(world.table.events) if isinstance(event, ev.TurnedUp))
    assert out_of_journal(world).begun == 1000.0 + first > 1000.0
    assert out_of_journal(World(random.Random(1))).begun is None


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("tricks", range(0, 13, 4))
def test_a_hand_that_is_not_over_is_in_no_file(to: str, tricks: int) -> None:
    text, left_out = written(out_of_journal(android(8, tricks)), to)
    assert text == ""
    assert len(left_out) == 1
    assert not any(f"{one}" in said for said in left_out for one in PACK)


@pytest.mark.parametrize(
    "broken",
    [
        lambda entries: [*entries[5:]],
        lambda entries: [*entries, JournalEntry(99, 1.0, {"event": "no such event"})],
        lambda entries: [JournalEntry(0, 1.0, {"event": "deal_started"})],
        lambda entries: [entries[0], JournalEntry(1, 1.0, {"event": "taken_back", "seat": 0, "card": "S2"})],
    ],
    ids=["beginning lost", "unknown event", "field lost", "out of order"],
)
def test_what_cannot_be_read_is_a_value_error(broken: Callable[[list[JournalEntry]], list[JournalEntry]]) -> None:
    world = android(4, 3)
    entries = [JournalEntry(k, 1000.0, one.to_json()) for k, one in enumerate(world.table.events)]
    with pytest.raises(ValueError, match=r"."):
        match_of(Game(1, 0.0, asdict(world.options), None, {}), broken(entries))
