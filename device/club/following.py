"""Follows one table by its public feed (docs/api.md) from the last event that is kept, over restarts of either."""

from __future__ import annotations

import http.client
import json
import logging
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from device.club.store import BEGUN, Gap, Store
from whist.games import GAMES

log = logging.getLogger(__name__)

SILENT_S: Final = 40.0
"""Seconds without a word, after which a table is called anew: it says every fifteen that it is there."""
SOONEST_S: Final = 0.5
LATEST_S: Final = 15.0
"""Seconds between two calls to a table that does not answer, more with each."""
MOST_BYTES: Final = 1_000_000
"""Of a message, and of what a table says of a match."""
MOST_PBN: Final = 20_000_000
MOST_PAGES: Final = 1000
"""Of the matches that a table lists, twenty each, so many are read at a time."""
LARGEST: Final = 10**15
NAME_LENGTH: Final = 60
_CHUNK: Final = 65536


class Nonsense(Exception):
    """A table says what cannot be; the text is one sentence."""


class TableFollower:
    """Follows the table called ``name`` at ``url`` into ``store`` until ``close``; ``changed`` is called after whatever
    changes the ranking or ``trouble``, one sentence, None while the table is there."""

    def __init__(self, name: str, url: str, store: Store, changed: Callable[[], None]) -> None:
        self.name = name
        self.trouble: str | None = "not reached yet"
        self._where = urlsplit(url)
        self._store, self._changed = store, changed
        self._table = store.table(name)
        self._over = threading.Event()
        self._line: http.client.HTTPConnection | None = None
        self._thread = threading.Thread(target=self._go_on, name=f"follow {name}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End; waits ten seconds at most."""
        self._over.set()
        for _ in range(50):
            line = self._line
            with suppress(OSError, AttributeError):  # it has gone already, or is only being called
                if line is not None:
                    line.sock.shutdown(socket.SHUT_RDWR)
            self._thread.join(0.2)
            if not self._thread.is_alive():
                return

    def _go_on(self) -> None:
        rest = SOONEST_S
        while not self._over.is_set():
            try:
                if self._follow():
                    rest = SOONEST_S
            except Gap:
                log.warning("Of table %s an event is missing; it is asked for again.", self.name)
            except Nonsense as error:
                self._say(str(error))
            except (OSError, http.client.HTTPException) as error:
                self._say(f"cannot be reached ({getattr(error, 'strerror', None) or type(error).__name__})")
            except SQLAlchemyError as error:
                log.error("The club's store does not take what table %s says (%s).", self.name, type(error).__name__)
                self._say("cannot be written down now")
            except Exception:
                log.exception("Following table %s failed", self.name)
                self._say("cannot be followed; the reason is in the log")
            self._over.wait(rest)
            rest = min(LATEST_S, rest * 2)

    def _say(self, trouble: str | None) -> None:
        if self._over.is_set() or trouble == self.trouble:
            return
        self.trouble = trouble
        if trouble is not None:
            log.warning("Table %s: %s.", self.name, trouble)
        self._changed()

    def _follow(self) -> bool:
        """Listen until the table ends it; whether it was there."""
        self._hear_names()
        self._ask()
        at = self._store.at(self._table)
        line = self._call()
        try:
            line.request("GET", f"{self._where.path}/api/v1/events?after={at}", headers={"Accept-Encoding": "identity"})
            answer = line.getresponse()
            if answer.status != 200:
                raise Nonsense(_refused(answer))
            self._say(None)
            for events in messages(answer):
                if self._over.is_set():
                    break
                if self._store.apply(self._table, events):
                    self._changed()
                    self._ask()
            return True
        finally:
            line.close()

    def _call(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._where.scheme == "https" else http.client.HTTPConnection
        line = kind(self._where.hostname or "", self._where.port, timeout=SILENT_S)
        self._line = line
        return line

    # -- what the table says of its matches --------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask what the table says of matches in which something happened; what it does not say now is asked again."""
        for match, over in self._store.stale(self._table):
            if self._over.is_set():
                return
            at = self._store.at(self._table)
            if over:
                said = self._get(f"matches/{match}")
                if said is None and match >= at.match:
                    continue  # it is not written down there yet
                pbn = None if said is None else self._text(f"matches/{match}/pbn", MOST_PBN)
                self._store.told(self._table, match, None if said is None else of_match(said), pbn, at)
            elif match == at.match:
                said = self._get("view")
                if said is not None and said.get("match") == match:
                    self._store.told(self._table, match, of_view(said), None, at)
            else:
                self._store.told(self._table, match, None, None, at)  # it was broken off
            self._changed()

    def _hear_names(self) -> None:
        """Whoever has another name there by now, or has been forgotten, has or is so here too."""
        before: int | None = None
        for _ in range(MOST_PAGES):
            if self._over.is_set():
                return
            page = self._get("matches" if before is None else f"matches?before={before}") or {}
            listed = page.get("matches", [])
            if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
                raise Nonsense("lists matches that are none")
            for one in listed:
                if _whole(one.get("number"), 1) and self._store.renamed(self._table, one["number"], of_match(one)):
                    self._changed()
            rest: Any = page.get("next")
            if not _whole(rest, 1) or (before is not None and rest >= before):
                return
            before = rest

    def _get(self, what: str) -> dict[str, Any] | None:
        text = self._text(what, MOST_BYTES)
        if text is None:
            return None
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            raise Nonsense("says what is no JSON") from None
        if not isinstance(said, dict):
            raise Nonsense("says what is no object")
        return said

    def _text(self, what: str, most: int) -> str | None:
        """What the table answers; None where it has no such thing."""
        listening = self._line
        line = self._call()
        try:
            line.request("GET", f"{self._where.path}/api/v1/{what}", headers={"Accept-Language": "en"})
            answer = line.getresponse()
            body = answer.read(most + 1)
        finally:
            line.close()
            self._line = listening
        if answer.status == 404:
            return None
        if answer.status != 200:
            raise Nonsense(_refused(answer))
        if len(body) > most:
            raise Nonsense("says too much at once")
        return body.decode("utf-8", "replace")


def messages(answer: http.client.HTTPResponse) -> Iterator[list[dict[str, Any]]]:
    """The events of a stream, as many at a time as came together; raises ``Nonsense`` for what is none."""
    waiting = b""
    while chunk := answer.read1(_CHUNK):
        *whole, waiting = (waiting + chunk).split(b"\n\n")
        if len(waiting) > MOST_BYTES:
            raise Nonsense("says too much at once")
        if found := [event for message in whole if (event := event_of(message)) is not None]:
            yield found


def event_of(message: bytes) -> dict[str, Any] | None:
    """The event of a message of a stream; None for one without. Raises ``Nonsense`` for what is no event."""
    data = b"\n".join(line.removeprefix(b"data:") for line in message.split(b"\n") if line.startswith(b"data:"))
    if not data:
        return None
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        raise Nonsense("says what is no JSON") from None
    if not isinstance(event, dict) or not all(_whole(event.get(key), 1) for key in ("match", "number")):
        raise Nonsense("says what is no event")
    if not isinstance(event.get("event"), str) or not re.fullmatch(r"[a-z_]{1,40}", event["event"]):
        raise Nonsense("says what is no event")
    begins = event["event"] == BEGUN
    if begins != (event["number"] == 1) or (
        begins and not (event.get("game") in GAMES and _whole(event.get("begun"), 0))
    ):
        raise Nonsense("begins a match in a way that is none")
    if "scores" in event and not _wholes(event["scores"]):
        raise Nonsense("tells scores that are none")
    return event


def of_match(said: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a match that is over; raises ``Nonsense`` for what is none."""
    if not (_wholes(said.get("winners")) and _wholes(said.get("scores"))):
        raise Nonsense("tells a match that is none")
    return {"winners": said["winners"], "scores": said["scores"], **_who(said, said.get("computers"))}


def of_view(said: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of the match in play; raises ``Nonsense`` for what is none."""
    view = said.get("view")
    if not isinstance(view, Mapping):
        raise Nonsense("shows a view that is none")
    return _who(view, [*(view.get("company") or ())])


def _who(said: Mapping[str, Any], computers: object) -> dict[str, Any]:
    seats, names = said.get("seats"), said.get("names", {})
    right = (
        isinstance(seats, list)
        and len(seats) <= 8
        and all(isinstance(one, dict) and _whole(one.get("side"), 0) for one in seats)
        and all(isinstance(one.get(key), str) for one in seats for key in ("person", "kind"))
        and isinstance(names, dict)
        and all(isinstance(name, str) for name in names.values())
        and isinstance(computers, list)
        and all(isinstance(one, str) for one in computers)
    )
    if not right or not isinstance(seats, list) or not isinstance(names, dict):
        raise Nonsense("tells who plays in a way that is none")
    kept = [{key: one[key] for key in ("person", "kind", "side")} for one in seats]
    places = {one["person"] for one in kept}
    called = {place: name[:NAME_LENGTH] for place, name in names.items() if place in places}
    return {"seats": kept, "names": called, "computers": computers}


def _whole(value: object, least: int) -> bool:
    return type(value) is int and least <= value < LARGEST


def _wholes(value: object) -> bool:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and all(type(one) is int and abs(one) < LARGEST for one in value[:20])
        and len(value) <= 20
    )


def _refused(answer: http.client.HTTPResponse) -> str:
    """Why a table does not let the club in."""
    if answer.status == 403:
        return "closes its board to strangers"
    return "has no public feed" if answer.status == 404 else f"answers with status {answer.status}"
