"""The club follows tables: real ones over HTTP, and many that die; nothing is lost, nothing doubled."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from device.club.club import Club
from device.club.following import MOST_BYTES, MOST_PAGES, Nonsense, TableFollower, event_of, of_match, of_view
from device.club.store import Store
from tests.device.club.databases import postgresql
from tests.device.club.tables import Tables
from tests.device.home.brokers import until
from tests.web_ui.api.test_api import Table as RealTable
from tests.web_ui.serving import serving
from web_ui.server import Server

ROOT = Path(__file__).parents[3]


@contextmanager
def club_of(where: dict[str, str], url: str) -> Iterator[tuple[Club, Store]]:
    store = Store(url)
    club = Club(where, store)
    try:
        yield club, store
    finally:
        club.close()
        store.close()


def lines(view: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {one["name"]: (one["won"], one["matches"]) for one in view["ranking"]}


def test_a_real_table_is_followed_over_its_end_and_the_clubs(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    table = RealTable(tmp_path / "table", trusts_this_machine=False)
    url = f"sqlite:///{tmp_path / 'club.sqlite'}"
    whole = sum(len(table.feed.events(number) or ()) for number in (1, 2, 3, 4))
    with serving(table.app) as server:
        port = server.port
        with club_of({"East": f"http://127.0.0.1:{port}"}, url) as (club, store):
            until(lambda: store.count() == whole, "all events")
            until(lambda: club.view()["matches"] == 2, "both matches")
            view = club.view()
            won = [match["winners"][0] for match in table.get("/matches")["matches"]]
            assert lines(view) == {"Anna Maria": (won.count(0), 2), "Bò": (won.count(1), 2)}
            assert [one["number"] for one in view["results"]] == [2, 1]
            assert [one["number"] for one in view["in_play"]] == [4]
            pbn = [table.stranger.get(f"/api/v1/matches/{n}/pbn").get_data(as_text=True) for n in (1, 2)]
            until(lambda: [*club.pbn()] == pbn, "both as PBN")
            assert table.past.forget("anna maria") is not None
    with club_of({"East": f"http://127.0.0.1:{port}"}, url) as (club, store):
        until(lambda: "cannot be reached" in str(club.view()["tables"][0]["trouble"]), "that it is away")
        assert lines(club.view()).keys() == {"Anna Maria", "Bò"}, "what was known is shown"
        again = Server(table.app, "127.0.0.1", port)
        with running(again):
            until(lambda: lines(club.view()).keys() == {"Bò"}, "whoever was forgotten there is forgotten here")
            assert store.count() == whole
            table.house.choose({"watching": "off"})
            table.keeper.touch()
            until(lambda: "closes its board" in str(club.view()["tables"][0]["trouble"]), "that it is closed")
    table.scribe.close()


@contextmanager
def running(server: Server) -> Iterator[None]:
    import threading

    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.close()
        thread.join(10)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_tables_and_the_club_die_and_nothing_is_lost_or_doubled(kind: str, tmp_path: Path) -> None:
    rng = random.Random(4)
    tables = Tables([f"table{n}" for n in range(6)])
    with contextmanager(_database)(kind, tmp_path) as url:
        try:
            for _ in range(4):
                with club_of(tables.where, url):
                    for _ in range(10):
                        for table in rng.sample([*tables.tables.values()], 3):
                            table.die() if table.there and rng.random() < 0.4 else table.return_()
                        for table in tables.tables.values():
                            table.play(rng.randrange(60))
                        time.sleep(0.02)
            for table in tables.tables.values():
                table.return_()
            with club_of(tables.where, url) as (club, store):
                until(lambda: store.count() == tables.happened, "all events")
                until(lambda: lines(club.view()) == tables.won(), "the right ranking")
                over = sum(table.over for table in tables.tables.values())
                assert club.view()["matches"] == over > 10
                assert len([*club.pbn()]) == over
        finally:
            tables.close()


def _database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "postgresql":
        with postgresql() as url:
            yield url
    else:
        yield f"sqlite:///{folder / 'club.sqlite'}"


def test_the_program_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    tables = Tables(["East", "West"])
    (tmp_path / "more").write_text(f"# another\nWest={tables.url('West')}\n")
    command = [sys.executable, "-m", "device.commands.cli", "club", f"East={tables.url('East')}", "--port", "0"]
    command += ["--list", str(tmp_path / "more"), "--store", f"sqlite:///{tmp_path / 'club.sqlite'}"]
    try:
        for _ in range(4):
            program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            assert program.stdout is not None
            address = re.search(r"open at (http://\S+)", program.stdout.readline())
            assert address is not None
            for _ in range(10):
                for table in tables.tables.values():
                    table.play(49)
                time.sleep(0.02)
            program.kill()
            program.communicate()
        program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert program.stdout is not None
        address = re.search(r"open at (http://\S+)", program.stdout.readline())
        assert address is not None

        def view() -> dict[str, Any]:
            with urllib.request.urlopen(f"{address[1]}/api/board", timeout=10) as answer:
                told: dict[str, Any] = json.load(answer)["view"]
            return told

        until(lambda: lines(view()) == tables.won(), "the right ranking")
        with urllib.request.urlopen(f"{address[1]}/club.pbn", timeout=10) as answer:
            assert answer.read().count(b"[Event ") == view()["matches"]
        store = Store(f"sqlite:///{tmp_path / 'club.sqlite'}")
        until(lambda: store.count() == tables.happened, "all events, of which the last may be of no result")
        store.close()
        program.terminate()
        program.communicate(timeout=20)
    finally:
        tables.close()


def test_a_result_is_in_the_ranking_at_once(tmp_path: Path) -> None:
    tables = Tables([f"table{n}" for n in range(6)])
    late = []
    try:
        with club_of(tables.where, f"sqlite:///{tmp_path / 'club.sqlite'}") as (club, store):
            for _ in range(3):
                for table in tables.tables.values():
                    table.play(table.each - 1)
                    until(lambda: store.count() == tables.happened, "all but the end")
                    table.play()
                    begun = time.monotonic()
                    until(lambda: club.view()["matches"] == sum(one.over for one in tables.tables.values()), "it")
                    late.append(time.monotonic() - begun)
    finally:
        tables.close()
    assert sorted(late)[len(late) // 2] < 1.0  # forty_tables measures it


RIGHT = {"match": 1, "number": 2, "event": "played", "seat": 1, "card": "H2"}
WRONG: list[tuple[bytes, str]] = [
    (b"data: {", "says what is no JSON"),
    (b"data: " + b"[" * 100_000, "says what is no JSON"),
    (b"data: []", "says what is no event"),
    *(
        (f"data: {json.dumps({**RIGHT, **change})}".encode(), why)
        for change, why in (
            ({"match": 0}, "says what is no event"),
            ({"match": True}, "says what is no event"),
            ({"match": 1e3}, "says what is no event"),
            ({"number": 10**15}, "says what is no event"),
            ({"event": "<b>"}, "says what is no event"),
            ({"event": None}, "says what is no event"),
            ({"number": 1}, "begins a match in a way that is none"),
            ({"event": "match_begun"}, "begins a match in a way that is none"),
            ({"event": "match_begun", "number": 1, "game": "poker", "begun": 1}, "begins a match"),
            ({"event": "match_begun", "number": 1, "game": "bid", "begun": "1"}, "begins a match"),
            ({"scores": "many"}, "tells scores that are none"),
            ({"scores": [1.5]}, "tells scores that are none"),
            ({"scores": [0] * 21}, "tells scores that are none"),
        )
    ),
]


@pytest.mark.parametrize(("message", "why"), WRONG)
def test_what_no_table_says_is_not_taken(message: bytes, why: str) -> None:
    with pytest.raises(Nonsense, match=why):
        event_of(message)


def test_what_a_table_says_is_taken() -> None:
    assert event_of(f"id: 1.2\ndata: {json.dumps(RIGHT)}".encode()) == RIGHT
    assert event_of(b": still here") is None
    assert event_of(b"retry: 1000") is None


SAID = {"winners": [0], "scores": [5, 3], "names": {"south": "A" * 99, "moon": "x"}, "computers": [],
        "seats": [{"seat": 0, "person": "south", "kind": "human", "side": 0, "holder": None}]}  # fmt: skip


def test_of_a_match_only_what_is_needed_is_kept() -> None:
    kept = of_match(SAID)
    assert kept["names"] == {"south": "A" * 60}
    assert kept["seats"] == [{"person": "south", "kind": "human", "side": 0}]


@pytest.mark.parametrize(
    "change",
    [{"winners": None}, {"winners": [True]}, {"scores": {}}, {"seats": None}, {"seats": [1]}, {"seats": [{}]},
     {"names": []}, {"names": {"south": 1}}, {"computers": {}}, {"computers": [1]}, {"seats": SAID["seats"] * 9}],
)  # fmt: skip
def test_a_match_that_is_none_is_not_taken(change: dict[str, Any]) -> None:
    with pytest.raises(Nonsense):
        of_match({**SAID, **change})
    with pytest.raises(Nonsense):
        of_view({"view": None})


@pytest.mark.parametrize(
    ("following", "asked"),
    [
        (lambda before: before - 1, MOST_PAGES),
        (lambda before: before, 2),
        (lambda before: before + 1, 2),
        (lambda before: 0, 1),
        (lambda before: None, 1),
        (lambda before: max(before - 500_000, 0), 2),
    ],
)
def test_a_table_that_lists_matches_for_ever_is_left_at_some_page(
    following: Callable[[int], int | None], asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []

    def page(self: TableFollower, what: str) -> dict[str, Any]:
        assert len(pages) <= asked
        pages.append(what)
        return {"matches": [], "next": following(int(what.partition("=")[2] or 10**6))}

    monkeypatch.setattr(TableFollower, "_get", page)
    follower = TableFollower.__new__(TableFollower)
    follower._over = threading.Event()
    follower._hear_names()
    assert len(pages) == asked


def test_a_table_that_floods_the_club_is_left(tmp_path: Path) -> None:
    import http.server

    class Flood(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            body = b"x" * (MOST_BYTES // 4) if self.path.startswith("/api/v1/events") else b'{"matches": []}'
            for _ in range(12 if self.path.startswith("/api/v1/events") else 1):
                self.wfile.write(body)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Flood)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    where = {"Flood": f"http://127.0.0.1:{server.server_address[1]}"}
    try:
        with club_of(where, "sqlite://") as (club, store):
            until(lambda: "says too much at once" in str(club.view()["tables"][0]["trouble"]), "that it is left")
            assert store.count() == 0
    finally:
        server.shutdown()
        server.server_close()
