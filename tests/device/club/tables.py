"""Many tables in one small server, each at an address of its own, that play real matches at speed, die and come back:
what they say is what a table says (``web_ui.api``), recorded of a match that was played here."""

from __future__ import annotations

import json
import random
import re
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from device.records.feed import table_now
from tests.web_ui.pages.past import android
from web_ui.api.public_events import public_events
from whist.messages.requests import NewGame
from whist.tables import resume

PEOPLE = ("Anna", "Bò", "Carla", "Dario", "Élodie", "Fritz", "Gül", "Hugo", "Ines", "Jörg")
BEGUN = 1_800_000_000


@cache
def recorded(seed: int) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The public events of a short match of Android Whist, and the view after them."""
    written = android(seed, datetime(2026, 11, 1, 20), target=5)
    options = {key: value for key, value in written.options.items()}
    now = table_now(resume(NewGame(0, "android", options), written.events), 0.0)
    view: dict[str, Any] = json.loads(json.dumps(now.view))
    return tuple(json.loads(json.dumps(public_events(now)))), view


@dataclass
class Table:
    """A table: the matches that it plays, each with who plays and when it began, and how many of its events have
    happened; whether it is ``there`` at all."""

    name: str
    rng: random.Random
    happened: int = 0
    there: bool = True
    life: int = 0
    born: list[float] = field(default_factory=list)
    """When each event happened, by ``time.monotonic``."""
    names: list[dict[str, str]] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self._seed = self.rng.randrange(4)
        self.each = len(recorded(self._seed)[0])

    def people(self, match: int) -> dict[str, str]:
        """Who plays a match."""
        while len(self.names) < match:
            self.names.append(dict(zip(("south", "north"), self.rng.sample(PEOPLE, 2), strict=True)))
        return self.names[match - 1]

    def play(self, events: int = 1) -> None:
        """Let so many events happen."""
        with self.changed:
            self.happened += events
            self.born += [time.monotonic()] * events
            self.changed.notify_all()

    def wait(self, after: int, life: int) -> int:
        """Wait a second at most until more than ``after`` events have happened, or this ``life`` of it is over; how
        many have."""
        with self.changed:
            self.changed.wait_for(lambda: self.happened > after or self.life != life, 1.0)
            return self.happened

    def die(self) -> None:
        """Be gone, with all connections."""
        with self.changed:
            self.there = False
            self.life += 1
            self.changed.notify_all()

    def return_(self) -> None:
        """Be there again."""
        self.there = True

    def event(self, at: int) -> dict[str, Any]:
        """The event at place ``at`` of all that happen here."""
        match, number = divmod(at, self.each)
        event = {"match": match + 1, **recorded(self._seed)[0][number]}
        if number == 0:
            event["begun"] = BEGUN + 1000 * match
        return event

    def place(self, match: int, number: int) -> int:
        """How many events there are up to that one."""
        return 0 if match == 0 else (match - 1) * self.each + number

    @property
    def over(self) -> int:
        """How many matches are over."""
        return self.happened // self.each

    @property
    def playing(self) -> int:
        """The number of the match in play."""
        return max(0, self.happened - 1) // self.each + 1

    def match(self, number: int) -> dict[str, Any]:
        """A match that is over."""
        view = recorded(self._seed)[1]
        return {"number": number, "computers": [], "names": self.people(number), "seats": view["seats"]} | {
            "scores": view["scores"],
            "winners": [view["winner"]],
        }

    def pbn(self, number: int) -> str:
        """What stands for its PBN."""
        return f'[Event "{self.name} {number}"]\n\n'


class Server(ThreadingHTTPServer):
    """Where they are asked."""

    request_queue_size = 256
    daemon_threads = True
    tables: dict[str, Table]

    def handle_error(self, *_: Any) -> None:
        pass  # who listened has gone


class Answers(BaseHTTPRequestHandler):
    """What the tables answer."""

    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        where = urlsplit(self.path)
        name, _, path = where.path.removeprefix("/").partition("/api/v1/")
        table = self.server.tables[name]
        if not table.there:
            self.close_connection = True
            return
        if path == "events":
            self.stream(table, parse_qs(where.query)["after"][0])
        elif found := re.fullmatch(r"matches/(\d+)(/pbn)?", path):
            number = int(found[1])
            body = table.pbn(number).encode() if found[2] else json.dumps(table.match(number)).encode()
            self.tell(200 if 0 < number <= table.over else 404, body)
        elif path == "matches":
            before = int(parse_qs(where.query).get("before", [str(table.over + 1)])[0])
            page = [table.match(number) for number in range(before - 1, max(0, before - 21), -1)]
            rest = page[-1]["number"] if page and page[-1]["number"] > 1 else None
            self.tell(200, json.dumps({"matches": page, "next": rest}).encode())
        else:
            view = recorded(table._seed)[1] | {"names": table.people(table.playing), "company": {}}
            self.tell(200, json.dumps({"match": table.playing, "view": view}).encode())

    def tell(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, table: Table, after: str) -> None:
        life, at = table.life, table.place(*map(int, after.split(".")))
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.chunk(b"retry: 1000\n\n")
        while table.life == life:
            until = table.wait(at, life)
            if table.life != life:
                break
            for place in range(at, until):
                event = table.event(place)
                text = f"id: {event['match']}.{event['number']}\ndata: {json.dumps(event)}\n\n"
                self.chunk(text.encode())
            at = until
        self.close_connection = True

    def chunk(self, body: bytes) -> None:
        self.wfile.write(f"{len(body):x}\r\n".encode() + body + b"\r\n")
        self.wfile.flush()


class Tables:
    """The server; ``url`` of a table by its name."""

    def __init__(self, names: list[str], seed: int = 1) -> None:
        self.tables = {name: Table(name, random.Random(f"{seed} {name}")) for name in names}
        self._server = Server(("127.0.0.1", 0), Answers)
        self._server.tables = self.tables
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def url(self, name: str) -> str:
        """Where a table is."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/{name}"

    @property
    def where(self) -> dict[str, str]:
        """All of them by name."""
        return {name: self.url(name) for name in self.tables}

    @property
    def happened(self) -> int:
        """How many events have happened at all of them."""
        return sum(table.happened for table in self.tables.values())

    def won(self) -> dict[str, tuple[int, int]]:
        """How many matches each person has won and played, reckoned here."""
        found: dict[str, tuple[int, int]] = {}
        for table in self.tables.values():
            for number in range(1, table.over + 1):
                match = table.match(number)
                for seat in match["seats"]:
                    if seat["kind"] == "human":
                        name = match["names"][seat["person"]]
                        won, played = found.get(name, (0, 0))
                        found[name] = (won + (seat["side"] in match["winners"]), played + 1)
        return found

    def close(self) -> None:
        """End the server."""
        for table in self.tables.values():
            table.die()
        self._server.shutdown()
        self._server.server_close()
