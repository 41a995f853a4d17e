"""Who sits where: one random token per place, held by one browser in a cookie and by the table as a hash only."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Mapping

from web_ui.contracts import PLACES, SeatsStore
from whist.names import place_name
from whist.phrases import phrase


class SeatRefused(Exception):
    """A place that cannot be taken or left; ``status`` is the HTTP status, the text one sentence for the person."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status


def cookie_name(person: str) -> str:
    """Name of the cookie that carries the token of ``person``'s place."""
    return f"seat_{person}"


class Seats:
    """The places around the table. Cookies are given as the mapping of names to values that the browser sent."""

    def __init__(self, store: SeatsStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        # read on every request and by every open stream, so kept at hand; written through
        self._hashes: dict[str, str | None] = {person: store.get(person) for person in PLACES}

    def taken(self, person: str) -> bool:
        """Whether somebody sits in ``person``'s place."""
        return self._hashes[person] is not None

    def holds(self, person: str, cookies: Mapping[str, str]) -> bool:
        """Whether the browser with these cookies sits in ``person``'s place."""
        kept, token = self._hashes[person], cookies.get(cookie_name(person))
        return kept is not None and token is not None and secrets.compare_digest(kept, _hash(token))

    def held(self, person: str) -> str | None:
        """The hash of the token by which ``person``'s place is held; None when it is free."""
        return self._hashes[person]

    def not_elsewhere(self, person: str, cookies: Mapping[str, str]) -> None:
        """Raise ``SeatRefused`` when the browser with these cookies sits in another place than ``person``'s: one that
        shows both would show a commander the cards that RULES A6 hides."""
        for other in PLACES:
            if other != person and self.holds(other, cookies):
                why = phrase(
                    "This device sits in {name}'s place; leave that first, "
                    "because one screen must not show what two people see.",
                    name=place_name(other),
                )
                raise SeatRefused(why, 403)

    def sit(self, person: str) -> str:
        """Take a place that is free; the new token for the cookie. Raises ``SeatRefused`` when it is taken."""
        with self._lock:
            if self.taken(person):
                why = phrase(
                    "{name}'s place is taken by another device; it must leave there first.", name=place_name(person)
                )
                raise SeatRefused(why, 409)
            return self._give(person)

    def move(self, person: str, held: str) -> str:
        """Take the place over from whoever holds it by the token with the hash ``held``, which ends; the new token.
        Raises ``SeatRefused`` when somebody else holds it by now."""
        with self._lock:
            if self._hashes[person] != held:
                raise SeatRefused(phrase("{name}'s place has changed hands meanwhile.", name=place_name(person)), 409)
            return self._give(person)

    def _give(self, person: str) -> str:
        token = secrets.token_urlsafe(32)
        self._store.put(person, _hash(token))
        self._hashes[person] = _hash(token)
        return token

    def leave(self, person: str, cookies: Mapping[str, str]) -> None:
        """Give the place back; raises ``SeatRefused`` when this browser does not sit there."""
        with self._lock:
            if not self.holds(person, cookies):
                raise SeatRefused(phrase("This device does not sit in {name}'s place.", name=place_name(person)), 403)
            self._clear(person)

    def free(self, person: str) -> None:
        """Give the place back, whoever sits there."""
        with self._lock:
            self._clear(person)

    def _clear(self, person: str) -> None:
        self._store.clear(person)
        self._hashes[person] = None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
