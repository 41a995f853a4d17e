"""Requests that are not let in: each gets a 4xx with one sentence and changes nothing."""

from __future__ import annotations

import gzip
import posixpath
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from web_ui.doors.doors import answers_to


@pytest.fixture
def keeper() -> FakeKeeper:
    return FakeKeeper()


@pytest.fixture
def simulation(keeper: FakeKeeper) -> FakeSimulation:
    return FakeSimulation(keeper)


@pytest.fixture
def app(keeper: FakeKeeper, simulation: FakeSimulation) -> Flask:
    return create_app(keeper, simulation, seats_store=MemorySeats())


JSON = "application/json"
BAD: list[tuple[str, str, dict[str, Any], int]] = [
    ("GET", "/nowhere", {}, 404),
    ("GET", "/api/nowhere", {}, 404),
    ("GET", "/events/nowhere", {}, 404),
    ("GET", "/api/west", {}, 403),
    ("GET", "/events/west", {}, 403),
    ("GET", "/static/nothing.js", {}, 404),
    ("GET", "/static/../app.py", {}, 404),
    ("POST", "/seats/nowhere", {"json": {}}, 404),
    ("POST", "/seats/west", {"json": {}}, 409),
    ("POST", "/seats/west/leave", {"json": {}}, 403),
    ("POST", "/requests/nowhere", {"json": {"command": "duck"}}, 404),
    ("POST", "/requests/west", {"json": {"command": "duck"}}, 403),
    ("POST", "/simulation/west/lay", {"json": {"card": "HT"}}, 404),
    ("POST", "/simulation/south/cheat", {"json": {}}, 404),
    ("POST", "/", {"json": {}}, 405),
    ("GET", "/requests/south", {}, 405),
    ("DELETE", "/seats/south", {}, 405),
    ("POST", "/requests/south", {"data": "command=duck"}, 415),
    ("POST", "/requests/south", {"data": {"command": "duck"}}, 415),
    ("POST", "/requests/south", {"data": '{"command": "duck"}', "content_type": "text/plain"}, 415),
    ("POST", "/requests/south", {"data": '{"command"', "content_type": JSON}, 400),
    ("POST", "/requests/south", {"data": "[1]", "content_type": JSON}, 400),
    ("POST", "/requests/south", {"data": "null", "content_type": JSON}, 400),
    ("POST", "/requests/south", {"data": b"\xff\xfe", "content_type": JSON}, 400),
    ("POST", "/requests/south", {"data": "[" * 4000, "content_type": JSON}, 400),
    ("POST", "/requests/south", {"json": {"command": "d" * 5000}}, 413),
    ("POST", "/requests/north", {"json": {"command": "duck"}}, 403),
    ("POST", "/seats/north/leave", {"json": {}}, 403),
    ("POST", "/simulation/north/deal", {"json": {}}, 403),
    ("POST", "/simulation/south/lay", {"json": {}}, 400),
    ("POST", "/simulation/south/lay", {"json": {"card": "10H"}}, 400),
    ("POST", "/simulation/south/lay", {"json": {"card": ["HT"]}}, 400),
    ("POST", "/simulation/south/lay", {"json": {"card": "DA"}}, 409),
    ("POST", "/simulation/south/plays-itself", {"json": {"person": "west", "on": True}}, 400),
    ("POST", "/simulation/south/plays-itself", {"json": {"person": ["north"], "on": True}}, 400),
    ("POST", "/simulation/south/plays-itself", {"json": {"person": "north", "on": 1}}, 400),
]


@pytest.mark.parametrize(("method", "path", "how", "status"), BAD)
def test_a_bad_request_gets_one_sentence(
    app: Flask, keeper: FakeKeeper, simulation: FakeSimulation, method: str, path: str, how: dict[str, Any], status: int
) -> None:
    client = app.test_client()
    client.post("/seats/south", json={})
    answer = client.open(path, method=method, **how)
    assert answer.status_code == status
    assert list(answer.get_json()) == ["error"]
    assert re.fullmatch(r"[A-Z][^\n]+\.", answer.get_json()["error"]), answer.get_json()
    assert "Traceback" not in answer.get_data(as_text=True)
    assert keeper.requests == []
    assert simulation.acts == []


def test_what_the_table_refuses_is_said_in_its_words(app: Flask, keeper: FakeKeeper) -> None:
    client = app.test_client()
    client.post("/seats/south", json={})
    keeper.refuse = "It is not holder 2's turn."
    answer = client.post("/requests/south", json={"command": "duck"})
    assert (answer.status_code, answer.get_json()) == (409, {"error": "It is not holder 2's turn."})


def test_a_stumble_gives_a_sentence_and_no_traceback(
    app: Flask, keeper: FakeKeeper, caplog: pytest.LogCaptureFixture
) -> None:
    keeper.private_view = None  # type: ignore[assignment, method-assign]
    client = app.test_client()
    client.post("/seats/south", json={})
    answer = client.get("/api/south")
    assert answer.status_code == 500
    assert "NoneType" not in answer.get_data(as_text=True)
    assert "A request to /api/south failed: TypeError at " in caplog.text
    assert "NoneType" not in caplog.text


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("localhost", True),
        ("localhost:8080", True),
        ("LOCALHOST", True),
        ("127.0.0.1:8080", True),
        ("192.168.1.20", True),
        ("[::1]:8080", True),
        ("[fe80::1]", True),
        ("whist.local", True),
        ("whist.local.:8080", True),
        ("the-pi", True),
        ("the-pi:8080", True),
        ("evil.example", False),
        ("whist.local.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("local", False),
        ("notlocalhost", False),
        ("evil.example#.local", False),
        ("evil@localhost", False),
        ("", False),
        (":8080", False),
        ("[::1", False),
    ],
)
def test_only_this_machines_names_are_answered_to(name: str, here: bool) -> None:
    assert answers_to(name, frozenset({"the-pi"})) is here


@pytest.mark.parametrize("path", ["/", "/south", "/events", "/api/board", "/static/board.js"])
def test_a_rebinding_name_gets_no_page_at_all(app: Flask, path: str) -> None:
    answer = app.test_client().get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "name" in answer.get_json()["error"]


@pytest.mark.parametrize("path", ["/", "/south", "/api/board", "/nowhere", "/static/style.css"])
def test_every_answer_keeps_to_itself(app: Flask, path: str) -> None:
    answer = app.test_client().get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert (answer.headers["Cache-Control"] == "no-store") is not path.startswith("/static")
    answer.close()


def test_pages_are_light_and_have_nothing_inline(app: Flask) -> None:
    client = app.test_client()
    client.post("/seats/south", json={})
    for path in ("/", "/south", "/north"):
        html = client.get(path).get_data(as_text=True)
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|https?://", html)
        italian = client.get(path, headers={"Accept-Language": "it"}).get_data(as_text=True)
        assert 'lang="it"' in italian
        assert 10_000 < weight(app, html) < weight(app, italian) < 100_000


def weight(app: Flask, html: str) -> int:
    """The bytes of a page with all that it loads, now or later: its files, and what these import, squeezed as they are
    sent."""
    found, files = re.findall(r'/static/([\w./-]+)"', html), set[str]()
    while found:
        name = found.pop()
        if name not in files:
            files.add(name)
            file = Path(app.static_folder or "") / name
            text = "" if file.suffix == ".png" else file.read_text(encoding="utf-8")
            imported = re.findall(r'(?:from|import)\s*\(?\s*"(\.\.?/[\w./-]+)"', text)
            found += [posixpath.normpath(posixpath.join(posixpath.dirname(name), one)) for one in imported]
    read = [html.encode(), *((Path(app.static_folder or "") / name).read_bytes() for name in files)]
    return sum(len(gzip.compress(one)) for one in read)


def test_acts_reach_the_table_and_the_simulated_hands(
    app: Flask, keeper: FakeKeeper, simulation: FakeSimulation
) -> None:
    client = app.test_client()
    client.post("/seats/south", json={})
    for path, body in (
        ("/requests/south", {"command": "duck"}),
        ("/requests/south", {"answer": "HT", "question": 3}),
        ("/simulation/south/lay", {"card": "SA"}),
        ("/simulation/south/move", {"card": "HT"}),
        ("/simulation/south/take-back", {}),
        ("/simulation/south/deal", {}),
        ("/simulation/south/plays-itself", {"person": "north", "on": False}),
    ):
        assert client.post(path, json=body).status_code == 200, path
    assert keeper.requests == [("south", {"command": "duck"}), ("south", {"answer": "HT", "question": 3})]
    assert simulation.acts == [("lay", "south", "SA"), ("move", "south", "HT"), ("take back",), ("deal",)]
    assert simulation.itself == set()


def test_sitting_down_takes_the_chair_from_the_simulated_person(app: Flask, simulation: FakeSimulation) -> None:
    north, south = app.test_client(), app.test_client()
    assert simulation.plays_itself("north")
    north.post("/seats/north", json={})
    assert not simulation.plays_itself("north")
    south.post("/seats/south", json={})
    answer = south.post("/simulation/south/plays-itself", json={"person": "north", "on": True})
    assert answer.status_code == 403
    assert not simulation.plays_itself("north")


def test_the_own_hand_is_in_the_own_view_only(app: Flask, simulation: FakeSimulation) -> None:
    south, north = app.test_client(), app.test_client()
    south.post("/seats/south", json={})
    north.post("/seats/north", json={})
    assert south.get("/api/south").get_json()["view"]["simulation"]["hand"] == simulation.hands["south"]
    assert "simulation" not in south.get("/api/board").get_json()["view"]
    assert '"SA"' not in north.get("/api/north").get_data(as_text=True)


def test_without_a_simulation_there_are_no_such_addresses(keeper: FakeKeeper) -> None:
    client = create_app(keeper, seats_store=MemorySeats()).test_client()
    client.post("/seats/south", json={})
    assert client.post("/simulation/south/deal", json={}).status_code == 404
    assert "simulation" not in client.get("/api/south").get_json()["view"]
