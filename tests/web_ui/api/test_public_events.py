"""What of a table's events is told to everybody: nothing that the board does not show (RULES A6, A20, K3, T6, T11)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from device.records.feed import table_now
from tests.cards import cards
from tests.web_ui.api.shapes import holds
from tests.web_ui.stage import Stage
from web_ui.api.public_events import BEGUN, PUBLIC, TableNow, cards_in, is_card, masked, public_events
from whist.cards import FULL_PACK, Card
from whist.games import GAMES
from whist.messages import events as ev
from whist.messages import events_of_calls as calls

SECRET = {"dealt", "rearranged", "corrected", "to_move", "question", "answered", "revoke_known"}
HAND = {"number": 1, "trump": "H", "seats": [], "tricks": [], "entries": []}


def told(events: list[ev.Event], view: dict[str, Any] | None = None, finished: Any = ()) -> list[dict[str, Any]]:
    """The public events after the match's beginning, without their numbers."""
    found = public_events(TableNow({}, events, view or {}, finished))
    assert [event["number"] for event in found] == list(range(1, len(found) + 1))
    assert found[0]["event"] == BEGUN
    return [{key: value for key, value in event.items() if key != "number"} for event in found[1:]]


def test_a6_a20_what_is_secret_is_no_public_event() -> None:
    assert not SECRET & {kind.name for kind in PUBLIC}
    assert ev.EVENTS.keys() >= SECRET
    secret = [
        ev.Dealt(1, tuple(cards("H2 H3"))),
        ev.ToMove(1, Card.parse("H2")),
        ev.Question(1, "slot", ("south",), tuple(cards("H2"))),
        ev.RevokeKnown(1, 2),
    ]
    assert told(secret) == []


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (ev.Played(1, Card.parse("H2"), 3.0, 4.0, True), {"event": "played", "seat": 1, "card": "H2"}),
        (ev.WrongCard(1, Card.parse("H2"), 2, tuple(cards("H3"))), {"event": "wrong_card", "seat": 1, "card": "H2"}),
        (ev.Proposed(1, "claim", 3, 2, 1), {"event": "proposed", "seat": 1, "what": "claim"}),
        (calls.Called(1, "8H"), {"event": "called", "seat": 1, "call": "8H"}),
        (calls.Chosen(1, "S"), {"event": "chosen", "seat": 1, "what": "S"}),
    ],
)
def test_of_an_event_its_public_fields_alone_are_told(event: ev.Event, fields: dict[str, Any]) -> None:
    assert told([event], {"trick": [{"seat": 1, "card": "H2"}]}) == [fields]


PLAYED = [calls.HandStarted(1, 0), ev.Played(1, Card.parse("H2")), ev.Played(2, Card.parse("H3"))]
SCORED = ev.HandScored((1,), (0, 1), (0, 1), (0, 1))


@pytest.mark.parametrize(
    ("events", "view", "finished", "shown"),
    [
        ([], {"trick": ["H2", "H3"]}, [], ["H2", "H3"]),  # both lie there
        ([], {"trick": ["H3"]}, [], [None, "H3"]),  # what may not be looked at may not be looked up (RULES T11)
        ([], {}, [], [None, None]),
        ([SCORED], {}, [{**HAND, "tricks": ["H2", "H3"]}], ["H2", "H3"]),  # the hand is over (RULES T6)
        ([SCORED, calls.HandStarted(2, 1)], {"trick": []}, [{**HAND, "tricks": ["H2", "H3"]}], ["H2", "H3"]),
        ([calls.HandStarted(1, 0, None, True)], {"trick": ["H2"]}, [], [None, None]),  # dealt anew: other cards
    ],
)
def test_t6_t11_a_card_is_told_while_the_board_shows_it_and_when_its_hand_is_over(
    events: list[ev.Event], view: dict[str, Any], finished: Any, shown: list[str | None]
) -> None:
    found = told([*PLAYED, *events], view, finished)
    assert [event["card"] for event in found if event["event"] == "played"] == shown


@pytest.mark.parametrize(
    ("hcp", "more", "shown"), [(13, [], 13), (None, [], None), (13, [calls.HandStarted(2, 0)], None)]
)
def test_k3_points_are_told_while_the_board_shows_them(hcp: int | None, more: Any, shown: int | None) -> None:
    view = {"seats": [{"seat": 1, "hcp": hcp}]}
    assert told([calls.HandStarted(1, 0), calls.Announced(1, 13), *more], view)[1]["hcp"] == shown


def test_every_card_is_known_for_one() -> None:
    assert all(is_card(str(card)) for card in FULL_PACK)
    assert not any(map(is_card, ("8H", "S", "NT", "4up", "high spades", "", None, 7)))
    assert masked(["H2", ["H3", 4], "8H"], frozenset({"H3"})) == [None, ["H3", 4], "8H"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_told_whole_and_never_more_than_the_board_shows(game: str, tmp_path: Path) -> None:
    options = {} if game == "australian" else {"review": "none"}
    stage = Stage(tmp_path, game, options, seed=3, humans=())
    before: list[dict[str, Any]] = []
    for step in range(4000):
        table = stage.keeper.table
        if len(table.finished) > 1 or table.phase == "over":
            break
        if step % 15 == 0:
            now = table_now(table, 0.0)
            found = public_events(now)
            since = next(
                (k for k in reversed(range(len(found))) if found[k]["event"] in ("deal_started", "hand_started")), 0
            )
            shown = {*cards_in(now.view), *cards_in(list(now.finished))}
            assert {*cards_in(found[since:])} <= shown
            assert [one["event"] for one in found][: len(before)] == [one["event"] for one in before]
            before = found
        stage.step()
    found = [{"match": 1, **event} for event in public_events(table_now(stage.keeper.table, 0.0))]
    for event in json.loads(json.dumps(found)):
        holds("Event", event)
    scored = [event for event in found if event["event"] == "hand_scored"]
    assert scored
    tricks = [play["card"] for trick in scored[0]["hand"]["tricks"] for play in trick["cards"]]
    until = found[: found.index(scored[0])]
    assert sorted(one["card"] for one in until if one["event"] == "played") == sorted(tricks)
    assert sum(one["event"] == "trick_won" for one in until) == len(scored[0]["tricks"])
