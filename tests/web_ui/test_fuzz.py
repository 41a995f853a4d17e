"""Anything at all may be sent to the page: no stumble, and no change by somebody who has no right to it.

Every address that the page has is tried with every method, by a stranger, by one who sits there, and by the host.
``WHIST_REQUESTS=20000 python -m pytest tests/web_ui/test_fuzz.py`` sends so many requests; without it they are fewer.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from device.journal.past_games import count_games
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.feed import PublicFeed
from device.records.history import PastMatches
from tests.web_ui.devices import Device
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.pages.guides import FakeGuide
from tests.web_ui.pages.past import android, on_the_table, write_down
from tests.web_ui.real import RealKeeper
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey
from whist.rules.options import AndroidOptions

EACH = int(os.environ.get("WHIST_REQUESTS", "1200")) // 3
"""Requests of each of three kinds of people."""
PIN = "271828"
FIND = {"verdict": "All is well.", "lines": []}

PLACES = ["south", "north", "west"]
WORDS = [*PLACES, "seats", "requests", "simulation", "api", "host", "join", "board", "events", "lay", "..", "%00", "é",
         "history", "export", "csv", "delete", "static", "style.css", ""]  # fmt: skip
ACTS = ["lay", "move", "take-back", "deal", "plays-itself", "level", "fault", "cheat"]
METHODS = st.sampled_from(["POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["HT", "duck", "high spades", "north", "south", "classic", "22222", "000000", "seen"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
KEYS = st.sampled_from(
    ["command", "answer", "question", "redeal", "card", "person", "on", "seat", "new_game", "game", "options",
     "players", "time_limits", "correct", "trick", "of", "scores", "claim", "agree", "in_step", "code", "name", "pin",
     "fault"]
)  # fmt: skip
BODIES = st.dictionaries(KEYS, VALUES, max_size=3).map(lambda body: json.dumps(body).encode()) | st.binary(max_size=60)
TYPES = st.sampled_from(
    [
        "application/json",
        "application/json",
        "application/json; charset=latin-1",
        "text/plain",
        "",
        "multipart/form-data",
    ]
)
HEADERS = st.dictionaries(
    st.sampled_from(["Origin", "Host", "Cookie", "Sec-Fetch-Site", "X-Forwarded-Host", "X-Forwarded-For", "Forwarded",
                     "Content-Length", "Range", "Accept-Language", "Transfer-Encoding", "If-None-Match"]),
    st.text(st.characters(min_codepoint=33, max_codepoint=255), max_size=20)
    | st.sampled_from(["localhost", "http://localhost", "null", "seat_south=x", "host=a.b; seat_north=x", "same-origin",
                       "99999", "-1", "127.0.0.1", "it", "language=it"]),
    max_size=2,
)  # fmt: skip
ADDRESSES = st.sampled_from([f"192.168.1.{number}" for number in range(40, 60)] + ["fd00::5", ""])


class Table:
    """A real table, simulated hands that remember, and who is at it."""

    def __init__(self) -> None:
        self.keeper = RealKeeper(seed=2)
        self.simulation = FakeSimulation(FakeKeeper())
        self.store = MemorySeats()
        self.app: Flask = create_app(
            self.keeper,
            self.simulation,
            seats_store=self.store,
            key=HostKey(PIN),
            check=lambda: FIND,
            guide=FakeGuide(),
            history=self.past(),
            feed=self.feed(),
        )
        self.machine = Device(self.app, "127.0.0.1", "localhost:8080")
        self.south, self.north = Device(self.app, "192.168.1.30"), Device(self.app, "192.168.1.31")
        self.settle()

    def past(self) -> PastMatches:
        """Three matches, the last of them in play, in a journal that goes with this table."""
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "journal.sqlite"
        write_down(path, [android(3, datetime(2026, 11, day), 1) for day in (18, 19)] + [on_the_table()])
        self.scribe = Scribe(path)
        return PastMatches(self.scribe)

    def feed(self) -> PublicFeed:
        """What other programs read of another table that writes down nothing."""
        scribe = Scribe(None)
        return PublicFeed(Keeper(AndroidOptions(), scribe), scribe, PastMatches(self.scribe))

    @property
    def code(self) -> str:
        """The code that the board shows."""
        return str(self.machine.get("/api/host").get_json()["code"])

    def settle(self) -> None:
        """Both sit there (again)."""
        for person, device in (("south", self.south), ("north", self.north)):
            if not device.sits(person):
                if self.store.get(person):
                    assert self.machine.post(f"/host/seats/{person}/free").status_code == 200
                assert device.sit(person, self.code).status_code == 200

    def standing(self) -> tuple[Any, ...]:
        """All that a request may change."""
        hands = (list(self.simulation.acts), set(self.simulation.itself))
        held = [self.store.get(person) for person in PLACES]
        matches = count_games(self.scribe.journal)
        return (self.keeper.table.events, hands, self.code, held, dict(self.keeper.names), matches)


@cache
def table(who: str) -> Table:
    """One table for each kind of people."""
    return Table()


def fill(rule: str) -> st.SearchStrategy[str]:
    """Addresses of a rule, its parts filled in with what fits and what does not."""
    parts = []
    for text in re.split(r"(<[^>]+>)", rule):
        if text.startswith("<int"):
            parts.append(st.integers(-5, 10**20).map(str))
        elif text == "<act>":
            parts.append(st.sampled_from(ACTS))
        elif text.startswith("<"):
            parts.append(st.sampled_from(PLACES) | st.sampled_from(WORDS) | st.text(max_size=8))
        else:
            parts.append(st.just(text))
    return st.tuples(*parts).map("".join)


RULES = sorted({rule.rule for rule in table("anybody").app.url_map.iter_rules()})
PATHS = st.sampled_from(RULES).flatmap(fill) | st.lists(st.sampled_from(WORDS), max_size=4).map(
    lambda words: "/" + "/".join(words)
)


def sent(device: Device, method: str, path: str, body: bytes, kind: str, headers: dict[str, str]) -> TestResponse:
    """The answer, which is never a stumble, and a sentence where it is a refusal."""
    # past the client's own reading of addresses, so that "//.." arrives too
    raw = {"PATH_INFO": path.encode("utf-8", "surrogatepass").decode("latin-1")}
    answer = device.ask(
        method, "/", data=body, content_type=kind, headers=headers, environ_overrides=raw, buffered=False
    )
    assert answer.status_code < 500, (method, path, body)
    if answer.status_code == 403 and answer.mimetype == "text/html":
        assert re.sub("/+", "/", path) == "/history", "a page for people says the sentence"
    elif answer.status_code >= 400 and method != "HEAD":
        assert list(answer.get_json()) == ["error"]
        assert "Traceback" not in answer.get_data(as_text=True)
    answer.close()
    return answer


@settings(max_examples=EACH, deadline=None)
@given(address=ADDRESSES, method=METHODS, path=PATHS, body=BODIES, kind=TYPES, headers=HEADERS)
def test_a_stranger_changes_nothing(
    address: str, method: str, path: str, body: bytes, kind: str, headers: dict[str, str]
) -> None:
    played = table("stranger")
    before = played.standing()
    sent(Device(played.app, address), method, path, body, kind, headers)
    assert played.standing() == before
    assert played.south.sits("south")


@settings(max_examples=EACH, deadline=None)
@given(method=METHODS, path=PATHS, body=BODIES, kind=TYPES, headers=HEADERS)
def test_who_sits_there_changes_no_other_place_and_no_code(
    method: str, path: str, body: bytes, kind: str, headers: dict[str, str]
) -> None:
    played = table("south")
    code, north, matches = played.code, played.store.get("north"), count_games(played.scribe.journal)
    names = {"south": "", **played.keeper.names}
    sent(played.south, method, path, body, kind, headers)
    assert {**played.keeper.names, "south": names["south"]} == names
    assert (played.code, played.store.get("north"), played.store.get("west")) == (code, north, None)
    assert played.north.sits("north")
    assert count_games(played.scribe.journal) == matches
    played.settle()


@settings(max_examples=EACH, deadline=None)
@given(method=METHODS, path=PATHS, body=BODIES, kind=TYPES, headers=HEADERS)
def test_the_host_makes_nothing_stumble(
    method: str, path: str, body: bytes, kind: str, headers: dict[str, str]
) -> None:
    played = table("host")
    sent(played.machine, method, path, body, kind, headers)
    played.settle()
    assert played.machine.get("/api/south").status_code == 403, "the host sees nobody's cards"


@pytest.mark.parametrize("rule", RULES)
def test_every_address_is_tried(rule: str) -> None:
    """Every address of the page is among those that are tried; a new one is, by itself."""
    played = table("anybody")
    address = re.sub(r"<int:\w+>", "1", rule).replace("<act>", "lay").replace("<path:filename>", "style.css")
    address = address.replace("<person>", "south").replace("<to>", "csv")
    for method in ("GET", "POST", "PUT", "DELETE"):
        sent(Device(played.app), method, address, b"{}", "application/json", {})
