"""Who sits where: one random token per place, held by one browser in a cookie and by the table as a hash only."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Mapping

from web_ui.contracts import PLACES, SeatsStore


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

    def sit(self, person: str, cookies: Mapping[str, str]) -> str | None:
        """Take the place; the new token for the cookie, or None when this browser sits there already.

        Raises ``SeatRefused`` when another browser sits there, or when this one sits in another place: a browser
        that shows both would show a commander the cards that RULES A6 hides.
        """
        with self._lock:
            if self.holds(person, cookies):
                return None
            for other in PLACES:
                if other != person and self.holds(other, cookies):
                    raise SeatRefused(
                        f"This device sits in {other.title()}'s place; leave that first, "
                        "because one screen must not show what two people see.",
                        403,
                    )
            if self.taken(person):
                raise SeatRefused(
                    f"{person.title()}'s place is taken by another device; it must leave there first.", 409
                )
            token = secrets.token_urlsafe(32)
            self._store.put(person, _hash(token))
            self._hashes[person] = _hash(token)
            return token

    def leave(self, person: str, cookies: Mapping[str, str]) -> None:
        """Give the place back; raises ``SeatRefused`` when this browser does not sit there."""
        with self._lock:
            if not self.holds(person, cookies):
                raise SeatRefused(f"This device does not sit in {person.title()}'s place.", 403)
            self._store.clear(person)
            self._hashes[person] = None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
