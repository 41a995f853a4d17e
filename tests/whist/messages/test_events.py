"""Events as JSON, there and back."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whist.cards import PACK
from whist.messages import events as ev
from whist.rules.commands import AndroidOptions
from whist.table.table import Table

fitting = {
    "int": st.integers(0, 99),
    "float": st.floats(-300, 300),
    "str": st.text(max_size=5),
    "bool": st.booleans(),
    "Card": st.sampled_from(PACK),
}
fitting |= {f"{name} | None": st.none() | fitting[name] for name in ("int", "float", "str", "Card")}
_LISTED = ("int", "float", "str", "Card")
fitting |= {f"tuple[{name}, ...]": st.lists(fitting[name], max_size=4).map(tuple) for name in _LISTED}
fitting["tuple[Card | None, ...]"] = st.lists(st.none() | fitting["Card"], max_size=13).map(tuple)
fitting["str | int"] = fitting["str"] | fitting["int"]
fitting["dict[str, Any]"] = st.dictionaries(st.text(max_size=5), st.booleans() | st.integers(0, 9), max_size=3)
fitting["frozenset[str]"] = st.frozensets(st.text(max_size=5), max_size=3)


@pytest.mark.parametrize("kind", ev.EVENTS.values(), ids=ev.EVENTS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_every_event_goes_through_json(kind, data):
    made = kind(
        **{name: data.draw(fitting[str(f.type)]) for name, f in kind.__dataclass_fields__.items() if name != "name"}
    )
    written = json.loads(json.dumps(made.to_json() | {"t": 1.5}))
    assert written["event"] == kind.name
    assert ev.event_from_json(written) == made


@pytest.mark.parametrize(
    ("obj", "words"),
    [
        (None, "no event"),
        ({"event": "danced"}, "no event"),
        ({"event": ["played"]}, "no event"),
        ({"event": "played", "seat": 1}, "card of event 'played' is missing"),
        ({"event": "played", "seat": "1", "card": "HT"}, "whole number"),
        ({"event": "played", "seat": 1, "card": "XX"}, "no card"),
        ({"event": "turn_up_moved", "x": "a", "y": 1}, "no number"),
        ({"event": "commanded", "seat": 1, "command": 2}, "no text"),
        ({"event": "deal_started", "deal": 1, "dealer": 0, "redeal": 3}, "true nor false"),
        ({"event": "out_of_sight", "parts": "all"}, "no list"),
    ],
)
def test_a_bad_event_is_told_in_one_sentence(obj, words):
    with pytest.raises(ValueError, match=words):
        ev.event_from_json(obj)


@pytest.mark.parametrize(
    ("events", "words"),
    [
        pytest.param([ev.Gathered()], "event 1 .*begins with", id="no deal"),
        pytest.param([ev.DealStarted(1, 0), ev.TakenBack(1, PACK[0])], "event 2 .*cannot follow", id="no trick"),
        pytest.param([ev.DealStarted(1, 0), ev.RevokeFound(0, 3)], "event 2 .*cannot follow", id="no such trick"),
        pytest.param([ev.DealStarted(1, 0), "played"], "event 2 .*no event", id="no event"),
    ],
)
def test_events_that_do_not_follow_are_named(events, words):
    with pytest.raises(ValueError, match=words):
        Table.from_events(events, AndroidOptions())
