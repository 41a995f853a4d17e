"""``whist-table club``: follows many tables, keeps what they tell, and serves one ranking of all."""

from __future__ import annotations

import argparse
import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from device.club.heaps import few_heaps
from device.club.ranking import ToldMatch, people_of, ranking
from device.settings.address import checked_port, typed_here
from device.settings.errors import CommandError
from device.settings.settings import default_data_folder
from vision.input_files import contents
from web_ui.club import create_club
from web_ui.server import Server, serve
from whist.names import place_name

if TYPE_CHECKING:
    from device.club.following import TableFollower
    from device.club.store import Store

RESULTS: Final = 30
"""The newest matches, which the page shows."""
MOST_TABLES: Final = 200
MOST_BYTES: Final = 100_000
"""Of a file that names tables."""


class Club:
    """The tables of ``where`` (URL by name), followed into ``store`` until ``close``; what its page needs
    (``web_ui.club.Club``). Any thread may call any method."""

    def __init__(self, where: Mapping[str, str], store: Store) -> None:
        from device.club.following import TableFollower

        self._store = store
        self._changed = threading.Condition()
        self._version = 1
        self._followers: list[TableFollower] = []
        for name, url in where.items():
            self._followers.append(TableFollower(name, url, store, self._bump))

    def close(self) -> None:
        """Follow no table any more."""
        for one in self._followers:
            one.close()

    def _bump(self) -> None:
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def wait(self, after: int, timeout: float) -> int:
        """Wait until the version exceeds ``after`` or ``timeout`` seconds have passed; the version then."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > after, timeout)
            return self._version

    def view(self) -> dict[str, Any]:
        """The ``ranking``, the newest ``results``, the matches ``in_play``, and the ``tables`` with their trouble."""
        version = self._version
        return {
            "event": version,
            "ranking": ranking(self._store.played()),
            "results": [_line(match) for match in self._store.results(RESULTS)],
            "in_play": [_line(match) for match in self._store.in_play()],
            "matches": self._store.over(),
            "tables": [{"name": one.name, "trouble": one.trouble} for one in self._followers],
        }

    def pbn(self) -> Iterator[str]:
        """Every match as PBN, one after another."""
        return self._store.pbn()


def _line(match: ToldMatch) -> dict[str, Any]:
    """A match, side by side: who plays there, and the score."""
    called: dict[int, list[str]] = {side: [] for side in range(len(match.scores))}
    for name, side in people_of(match).values():
        called.setdefault(side, []).append(name)
    sides = [
        {"names": called[side] or _places(match, side), "score": score, "won": side in match.winners}
        for side, score in enumerate(match.scores)
    ]
    return {"table": match.table, "number": match.number, "game": match.game, "begun": match.begun, "sides": sides}


def _places(match: ToldMatch, side: int) -> list[str]:
    """The places of a side of which nobody has said a name."""
    return [str(place_name(seat["person"])) for seat in match.seats if seat["side"] == side]


def tables_of(given: Sequence[str]) -> dict[str, str]:
    """The tables that are named as ``NAME=URL``, or as ``URL`` alone; raises ``CommandError`` with one sentence."""
    found: dict[str, str] = {}
    for one in given:
        name, sign, url = one.partition("=")
        if not sign or "://" in name:
            name, url = "", one
        try:
            where = urlsplit(url)
            right = where.scheme in ("http", "https") and where.hostname and where.port != 0 and not where.username
        except ValueError:
            right = False
        if not right or where.query or where.fragment:
            raise CommandError(f"{one[:80]!r} is no table; write it as NAME=http://table.local:8080.")
        name = " ".join((name or where.netloc).split())
        if not re.fullmatch(r"[^\x00-\x1f<>]{1,60}", name):
            raise CommandError(f"{name[:80]!r} is no name for a table; it may have 60 letters.")
        if name in found:
            raise CommandError(f"two tables are called {name}; give each a name of its own.")
        found[name] = url.rstrip("/")
    if not 0 < len(found) <= MOST_TABLES:
        raise CommandError(f"name the tables to follow, at most {MOST_TABLES}: NAME=http://table.local:8080.")
    return found


def _listed(file: Path | None) -> list[str]:
    if file is None:
        return []
    try:
        lines = contents(file, MOST_BYTES).decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} cannot be read ({getattr(error, 'strerror', None) or 'it is no text'}).") from None
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def run_club(options: argparse.Namespace) -> int:
    """Follow the tables and serve the ranking until interrupted."""
    where = tables_of([*options.tables, *_listed(options.list)])
    if find_spec("sqlalchemy") is None:
        raise CommandError("the club needs SQLAlchemy; README.md says how it is installed.")
    from device.club.store import Store

    few_heaps()
    url = options.store
    if url is None:
        folder = default_data_folder()
        try:
            folder.mkdir(0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"the folder {folder} cannot be made ({error.strerror}); see --store.") from None
        url = f"sqlite:///{folder / 'club.sqlite'}"
    port = checked_port(options.port)
    with ExitStack() as stack:
        store = Store(url)
        stack.callback(store.close)
        club = Club(where, store)
        stack.callback(club.close)

        def ready(server: Server) -> None:
            print(f"whist-table: the ranking is open at {typed_here(options.host, server.port)}", flush=True)

        try:
            serve(create_club(club), options.host, port, ready=ready)
        except OSError as error:
            raise CommandError(str(error)) from error
    sys.stdout.flush()
    return 0
