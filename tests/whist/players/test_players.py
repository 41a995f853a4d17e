"""Computer players: what they know, and that they do only what may be done."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.whist.players import honesty
from tests.whist.players.duels import play_hand, player_of
from tests.whist.players.honesty import positions
from whist.games import GAMES, rules_of
from whist.players import rollouts, search
from whist.players.player import LEVELS, decide
from whist.players.position import Position
from whist.players.position_json import position_from_json, position_to_json
from whist.players.worlds import worlds
from whist.rules.actions import Action, Order
from whist.rules.commands import SECTION_1, answer
from whist.rules.hand import Hand


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_decided_may_be_done(game: str, level: str) -> None:
    rng = random.Random(1)
    for rules, hand, position in positions(game, 1):
        if rng.random() < (0.3 if level == "strong" else 1.0):
            assert rules.why_not(hand, decide(position, level)) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_read_as_it_was_written(game: str) -> None:
    for deal in range(3):
        for _, _, position in positions(game, deal):
            told = json.loads(json.dumps(position_to_json(position)))
            again = position_from_json(told)
            assert position_to_json(again) == told
            assert again.shown == position.shown
            assert (again.hand.phase, again.hand.turn) == (position.hand.phase, position.hand.turn)
            assert decide(again, "easy") == decide(position, "easy")


@pytest.mark.parametrize("game", GAMES)
def test_worlds_agree_with_what_is_known(game: str) -> None:
    rng = random.Random(3)
    for _, hand, position in positions(game, 2):
        for world in worlds(position, rng, 2):
            assert [len(own) for own in world.hands] == [len(own) for own in hand.hands]
            for seat, own in position.known.items():
                assert set(world.hands[seat]) == set(own) == set(hand.hands[seat])
            dealt = [card for own in (*world.hands, *[world.stock or []]) for card in own]
            assert len(dealt) == len(set(dealt)) or game == "australian"
            assert not set(dealt) & hand.played() or game == "australian"
            for seat, shown in position.shown.items():
                assert shown <= set(hand.hands[seat]), "what all have seen is so"
                assert shown <= set(world.hands[seat])


@pytest.mark.parametrize("game", GAMES)
def test_nothing_follows_from_cards_that_are_not_seen(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """RULES S2: the unseen cards are dealt anew; what is told, and what is decided, is the same."""
    assert honesty.main(["--game", game, "--positions", "30"]) == 0
    assert re.match(rf"{game}: \d+ positions dealt anew \(.*all told and decided alike", capsys.readouterr().out)


@pytest.mark.parametrize("game", GAMES)
def test_unseen_cards_are_really_elsewhere(game: str) -> None:
    rng, moved, several = random.Random(1), 0, 0
    for deal in range(3):
        for _, hand, position in positions(game, deal):
            other = honesty.dealt_anew(hand, position, rng)
            unseen = [seat for seat in range(hand.seats) if seat not in position.known]
            assert all(
                sorted(other.hands[seat], key=str) == sorted(hand.hands[seat], key=str) for seat in position.known
            )
            several += max(len(hand.hands[seat]) for seat in unseen) > 2
            moved += any(set(other.hands[seat]) != set(hand.hands[seat]) for seat in unseen)
    assert moved > 0
    assert moved >= 0.4 * several, "of hands that are not known by what was played"


def test_whole_hands_are_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them alone can take seconds: they are played out."""
    solved = list[int]()
    many = search.many

    def noted(rules: Any, hands: list[Hand]) -> Any:
        solved.extend(sum(map(len, hand.hands or ())) for hand in hands)
        return many(rules, hands)

    monkeypatch.setattr(search, "many", noted)
    for rules, hand, position in positions("classic", 3):
        if len(hand.laid()) in (0, 1, 4, 5, 8):
            assert rules.why_not(hand, decide(position, "strong")) is None
    assert solved
    assert max(solved) <= 47


@pytest.mark.parametrize(
    ("level", "laid", "beside"),
    [
        ("strong", 6, True),
        ("strong", 12, True),
        ("strong", 20, False),  # all worlds can be solved in time
        ("club", 6, False),
        ("easy", 6, False),
    ],
)
@pytest.mark.parametrize("game", ["classic", "android"])
def test_worlds_are_played_out_beside_the_few_that_can_be_solved(
    game: str, level: str, laid: int, beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = list[int]()
    to_the_end = rollouts.to_the_end

    def noted(rules: Any, hand: Hand) -> None:
        ends.append(len(hand.laid()))
        to_the_end(rules, hand)

    monkeypatch.setattr(rollouts, "to_the_end", noted)
    tried = 0
    for deal in range(5):
        for rules, hand, position in positions(game, deal):
            own = (hand.hands or [])[position.seat]
            if len(hand.laid()) == laid and hand.phase == "play" and len({card.suit for card in own}) > 1:
                assert rules.why_not(hand, decide(position, level)) is None
                tried += 1
    assert tried
    assert bool(ends) == beside
    assert not beside or set(ends) == {laid + 1}


def test_a_beginner_gives_no_commands_in_vain() -> None:
    """RULES A35: some command succeeds; what surely meets an Error Message is not given."""
    rules, easy, orders = rules_of("android", None, None), player_of("easy"), 0
    for deal in range(4):
        hand, _, _ = play_hand(rules, deal, (easy, easy), [])
        orders += sum(isinstance(action, Order) for action in hand.actions)
    assert 4 * 26 <= orders <= 4 * (26 + 4), "two androids play thirteen cards each"


@pytest.mark.parametrize("game", ["german", "honeymoon"])
@pytest.mark.parametrize(("level", "solves"), [("strong", True), ("club", False), ("easy", False)])
def test_the_strongest_alone_solves_the_last_tricks_between_two(
    game: str, level: str, solves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES G7, H1: who forgets no card knows all of the other's."""
    solved = list[int]()
    exactly = search._two_hands
    monkeypatch.setattr(search, "_two_hands", lambda *told: solved.append(len(told[1].tricks)) or exactly(*told))
    for rules, hand, position in positions(game, 4):
        if not rules.in_first_stage(hand) and hand.phase == "play":
            assert rules.why_not(hand, decide(position, level)) is None
    assert bool(solved) == solves


def test_a_lead_that_the_own_android_can_neither_follow_nor_ruff_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES A15, A21–A24: whatever it is told then meets an Error; in as many worlds as that is so, it counts."""
    met = set[float]()
    for deal in range(4):
        for rules, hand, position in positions("android", deal):
            if hand.trick or position.me != position.seat or len(hand.tricks) < 8:
                continue
            android, dealt = (position.seat + 2) % 4, list(worlds(position, random.Random(5), 6))
            counted = search.card_values(position, random.Random(5), 6)
            with monkeypatch.context() as free:
                free.setattr(search, "STRANDED_COSTS", 0.0)
                without = search.card_values(position, random.Random(5), 6)
            for card in counted:
                errors = [
                    all(
                        answer(told, world.hands[android], [card], world.trump, rules.options) is None
                        for told in SECTION_1
                    )
                    for world in dealt
                ]
                assert without[card] - counted[card] == pytest.approx(search.STRANDED_COSTS * sum(errors) / 6)
                met.add(sum(errors) / 6)
    assert {0.0, 1.0} < met, "never, always and at times"


@pytest.mark.parametrize(
    ("level", "other", "deals"),
    [
        ("strong", "greedy", (91214,)),  # led 4 of diamonds, ruffed: an android without both was told to beat for ever
        ("club", "plain", range(3)),
        ("easy", "plain", range(10)),
    ],
)
def test_what_met_an_error_is_not_said_again_in_the_same_turn(level: str, other: str, deals: Sequence[int]) -> None:
    """RULES A21–A31: with the same cards the same command meets an Error again."""
    rules, errors = rules_of("android", None, None), 0
    asked = player_of(level)

    def decides(position: Position, seed: int) -> Action:
        nonlocal errors
        hand = position.hand
        action = asked(position, seed)
        if isinstance(action, Order) and hand.had_error:
            errors += 1
            turn = itertools.takewhile(lambda one: isinstance(one, Order), reversed(hand.actions))
            if action in turn:
                raise AssertionError(f"deal {seed}: {action.command} again")
        return action

    for deal in deals:
        for sides in ((decides, player_of(other)), (player_of(other), decides)):
            play_hand(rules, deal, sides, [])
    assert errors
