"""Who sits where: one random token per place, held by one browser in a cookie and by the table as a hash only.

A browser also has a token of its own before it sits, for two of its requests may be under way at once, and neither has
what the other one will bring."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from web_ui.contracts import PLACES, SeatsStore
from web_ui.doors.seen_places import SeenPlaces
from whist.names import place_name
from whist.phrases import phrase

DEVICE: Final = "device"
"""Name of the cookie by which a browser is known before it sits."""


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

    def __init__(self, store: SeatsStore, seen: SeenPlaces) -> None:
        self._store = store
        self._seen = seen
        self._lock = threading.Lock()
        # read on every request and by every open stream, so kept at hand; written through
        self._hashes: dict[str, str | None] = {person: store.get(person) for person in PLACES}
        self._devices: dict[str, str] = {}
        """The hash of the ``DEVICE`` cookie of whoever sat down in a place since the program began."""

    def taken(self, person: str) -> bool:
        """Whether somebody sits in ``person``'s place."""
        return self._hashes[person] is not None

    def holds(self, person: str, cookies: Mapping[str, str]) -> bool:
        """Whether the browser with these cookies sits in ``person``'s place."""
        return self.place(cookies) == person

    def place(self, cookies: Mapping[str, str]) -> str | None:
        """Where the browser with these cookies sits; None where it does not. One that came by two places sits in the
        first of them, by ``PLACES``, alone."""
        return next((person for person in PLACES if self._belongs(person, cookies)), None)

    def keep_one(self, cookies: Mapping[str, str]) -> list[str]:
        """Give back all places but one of a browser that came by several, in whatever way; those given back."""
        if sum(cookie_name(person) in cookies for person in PLACES) < 2:
            return []
        with self._lock:
            _, *others = [person for person in PLACES if self._belongs(person, cookies)] or [""]
            for person in others:
                self._clear(person)
            return others

    def _belongs(self, person: str, cookies: Mapping[str, str]) -> bool:
        return _same(self._hashes[person], cookies.get(cookie_name(person))) or _same(
            self._devices.get(person), cookies.get(DEVICE)
        )

    def held(self, person: str) -> str | None:
        """The hash of the token by which ``person``'s place is held; None when it is free."""
        return self._hashes[person]

    def sit(self, person: str, cookies: Mapping[str, str]) -> str:
        """Take a place that is free; the new token for the cookie. Raises ``SeatRefused`` when it is taken, or the
        browser with these cookies sits elsewhere."""
        with self._lock:
            self._not_elsewhere(person, cookies)
            if self.taken(person):
                why = phrase(
                    "{name}'s place is taken by another device; it must leave there first.", name=place_name(person)
                )
                raise SeatRefused(why, 409)
            return self._give(person, cookies)

    def move(self, person: str, held: str, cookies: Mapping[str, str]) -> str:
        """Take the place over from whoever holds it by the token with the hash ``held``, which ends; the new token.
        Raises ``SeatRefused`` when somebody else holds it by now, or the browser with these cookies sits elsewhere."""
        with self._lock:
            self._not_elsewhere(person, cookies)
            if self._hashes[person] != held:
                raise SeatRefused(phrase("{name}'s place has changed hands meanwhile.", name=place_name(person)), 409)
            self._note(person)
            return self._give(person, cookies)

    def not_elsewhere(self, person: str, cookies: Mapping[str, str]) -> None:
        """Raise ``SeatRefused`` when the browser with these cookies sits in another place than ``person``'s: one that
        shows both would show a commander the cards that RULES A6 hides. So would one that sat there in this hand."""
        with self._lock:
            self._not_elsewhere(person, cookies)

    def _not_elsewhere(self, person: str, cookies: Mapping[str, str]) -> None:
        for other in PLACES:
            if other != person and self._belongs(other, cookies):
                why = phrase(
                    "This device sits in {name}'s place; leave that first, "
                    "because one screen must not show what two people see.",
                    name=place_name(other),
                )
                raise SeatRefused(why, 403)
        seen = self.seen(cookies)
        if seen not in (None, person):
            why = phrase(
                "This device has seen {name}'s cards in this hand; it can take another place "
                "once the hand is scored or dealt again, and {name}'s own at any time.",
                name=place_name(seen),
            )
            raise SeatRefused(why, 403)

    def seen(self, cookies: Mapping[str, str]) -> str | None:
        """The place whose cards the browser with these cookies, which has left it, has seen in this hand."""
        return self._seen.place(_known_by(cookies))

    def _note(self, person: str, cookies: Mapping[str, str] = MappingProxyType({})) -> None:
        """Whoever has ``person``'s place, with these cookies, is about to lose it."""
        here = (self._hashes[person], self._devices.get(person), *_known_by(cookies))
        self._seen.note(person, filter(None, here))

    def _give(self, person: str, cookies: Mapping[str, str]) -> str:
        token = secrets.token_urlsafe(32)
        self._store.put(person, _hash(token))
        self._hashes[person] = _hash(token)
        self._devices.pop(person, None)
        if DEVICE in cookies:
            self._devices[person] = _hash(cookies[DEVICE])
        return token

    def leave(self, person: str, cookies: Mapping[str, str]) -> None:
        """Give the place back; raises ``SeatRefused`` when this browser does not sit there."""
        with self._lock:
            if not self.holds(person, cookies):
                raise SeatRefused(phrase("This device does not sit in {name}'s place.", name=place_name(person)), 403)
            self._note(person, cookies)
            self._clear(person)

    def free(self, person: str) -> None:
        """Give the place back, whoever sits there."""
        with self._lock:
            self._note(person)
            self._clear(person)

    def _clear(self, person: str) -> None:
        self._store.clear(person)
        self._hashes[person] = None
        self._devices.pop(person, None)


def _known_by(cookies: Mapping[str, str]) -> Iterator[str]:
    """The hashes of all by which a browser is known, places that it has lost too."""
    return (_hash(cookies[name]) for name in (DEVICE, *map(cookie_name, PLACES)) if name in cookies)


def _same(kept: str | None, token: str | None) -> bool:
    return kept is not None and token is not None and secrets.compare_digest(kept, _hash(token))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
