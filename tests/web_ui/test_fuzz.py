"""Anything at all may be sent to the page: no stumble, and no change by somebody without a seat."""

from __future__ import annotations

import json
from functools import cache

from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web_ui.fakes import FakeHost, FakeSimulation
from tests.web_ui.real import RealHost
from web_ui.app import create_app
from web_ui.contracts import MemorySeats

WORDS = st.sampled_from(
    ["south", "north", "seats", "requests", "simulation", "api", "board", "lay", "west", "..", "%00", "é", "static", ""]
)
ADDRESSES = [
    f"/{before}{person}{after}"
    for person in ("south", "north")
    for before, after in [("seats/", ""), ("seats/", "/leave"), ("requests/", ""), ("api/", ""), ("", "")]
    + [("simulation/", f"/{act}") for act in ("lay", "move", "take-back", "deal", "plays-itself")]
]
PATHS = st.sampled_from(ADDRESSES) | st.lists(WORDS, max_size=4).map(lambda words: "/" + "/".join(words))
METHODS = st.sampled_from(["POST", "POST", "POST", "GET", "PUT", "DELETE", "OPTIONS", "HEAD"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["HT", "duck", "high spades", "north", "south"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
KEYS = st.sampled_from(["command", "answer", "question", "redeal", "card", "person", "on", "seat", "new_game"])
BODIES = st.dictionaries(KEYS, VALUES, max_size=3).map(lambda body: json.dumps(body).encode()) | st.binary(max_size=60)
TYPES = st.sampled_from(
    ["application/json", "application/json; charset=latin-1", "text/plain", "", "multipart/form-data"]
)
HEADERS = st.dictionaries(
    st.sampled_from(["Origin", "Host", "Cookie", "Sec-Fetch-Site", "X-Forwarded-Host", "Content-Length", "Range"]),
    st.text(st.characters(min_codepoint=33, max_codepoint=255), max_size=20)
    | st.sampled_from(["localhost", "http://localhost", "null", "seat_south=x", "same-origin", "99999", "-1"]),
    max_size=2,
)


@cache
def tables() -> tuple[RealHost, FakeSimulation, FlaskClient, FlaskClient]:
    """A real table, its simulated hands, whoever sits at South, and a stranger."""
    host = RealHost(seed=2)
    simulation = FakeSimulation(FakeHost())
    app = create_app(host, simulation, seats_store=MemorySeats())
    south = app.test_client()
    south.post("/seats/south", json={})
    return host, simulation, south, app.test_client(use_cookies=False)


@settings(max_examples=400, deadline=None)
@given(method=METHODS, path=PATHS, body=BODIES, kind=TYPES, headers=HEADERS)
def test_a_stranger_changes_nothing_and_makes_nothing_stumble(
    method: str, path: str, body: bytes, kind: str, headers: dict[str, str]
) -> None:
    host, simulation, south, stranger = tables()
    before = (host.table.events, list(simulation.acts), set(simulation.itself))
    sits = path.rstrip("/") == "/seats/north"  # the free place may be taken by anybody
    # past the client's own reading of addresses, so that "//.." arrives too
    raw = {"PATH_INFO": path.encode().decode("latin-1")}
    answer = stranger.open("/", method=method, data=body, content_type=kind, headers=headers, environ_overrides=raw)
    assert answer.status_code < 500
    if answer.status_code >= 400 and method != "HEAD":
        assert list(answer.get_json()) == ["error"]
    answer.close()
    assert sits or (host.table.events, list(simulation.acts), set(simulation.itself)) == before
    assert south.get("/api/south").status_code == 200


@settings(max_examples=400, deadline=None)
@given(act=st.sampled_from(["requests/south", "simulation/south/lay", "simulation/south/plays-itself"]), body=BODIES)
def test_who_sits_there_gets_a_sentence_for_nonsense(act: str, body: bytes) -> None:
    _, _, south, _ = tables()
    answer = south.post(f"/{act}", data=body, content_type="application/json")
    assert answer.status_code in (200, 400, 409, 403)
    assert list(answer.get_json()) == (["taken"] if answer.status_code == 200 else ["error"])
