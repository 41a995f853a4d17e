"""Who may come in, and as what: the join code of the table, codes that move a place, and the host's PIN.

Whoever reads the join code on the board may take a free place. The host may do what touches everybody: settings, other
games, corrections, other people's places. A device is the host's after the PIN was entered there, and so is a page
that is opened on the very machine on which the table runs.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from flask import Request

from web_ui.doors import codes
from web_ui.doors.doors import Shut, check_origin
from web_ui.doors.guesses import Guesses, Wait
from whist.names import place_name
from whist.phrases import counted, phrase

COOKIE: Final = "host"
"""Name of the cookie by which a device is the host's."""
HANDOVER_S: Final = 300.0
"""Seconds for which a place may be moved with its code."""
HANDOVER_TRIES: Final = 5
"""Wrong codes after which a place is not to be moved with the one that it gave out."""
PASSED_ON: Final = re.compile(
    r"^(via|forwarded)$|^x-(forwarded|real|client|remote|original|cluster|proxy|envoy|scheme|host)|"
    r"^(cf|cdn|fastly|akamai|proxy)-|client-ip$",
    re.IGNORECASE,
)
"""Names of headers by which a proxy tells that it passed the request on: it comes from this machine and yet from
anywhere. No browser sends any of them."""


def _drawn_pin() -> str:
    return f"{secrets.randbelow(10**6):06}"


@dataclass(frozen=True)
class HostKey:
    """What makes a device the host's: the ``pin`` that a person enters, and the ``secret`` that seals its cookie."""

    pin: str = field(default_factory=_drawn_pin, repr=False)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    trust_this_machine: bool = True
    """Whether a page that is opened on this very machine is the host's without a PIN."""


class NotTheHost(Shut):
    """Something that only the host may do; the page then asks for the PIN."""

    def __init__(self) -> None:
        super().__init__(phrase("Only the host can do that; enter the host's PIN on this device first."), 401)


class Later(Shut):
    """A guess that comes too soon; ``seconds`` until the next one is looked at."""

    def __init__(self, wait: Wait) -> None:
        seconds = counted("{count} second", "{count} seconds", wait.seconds)
        super().__init__(phrase("Too many wrong codes; wait {seconds}.", seconds=seconds), 429)
        self.seconds = wait.seconds


@dataclass
class _Offer:
    """A place that waits to be moved: the code, the hash of the token that it will replace, and until when."""

    code: str
    held: str
    until: float
    wrong: int = 0


class Doorkeeper:
    """Knows the codes of one table; ``clock`` gives seconds that only grow. Safe for many threads."""

    def __init__(self, key: HostKey, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = key
        self._clock = clock
        self._lock = threading.Lock()
        self._pins, self._codes = Guesses(clock), Guesses(clock)
        self._offers: dict[str, _Offer] = {}
        self.join_code = codes.draw(codes.JOIN_LENGTH)

    @property
    def trusts_this_machine(self) -> bool:
        """Whether a page that is opened on this very machine is the host's without a PIN."""
        return self._key.trust_this_machine

    def renew(self) -> None:
        """Another join code; the one before lets nobody in any more. Who sits stays."""
        self.join_code = codes.draw(codes.JOIN_LENGTH)

    def is_host(self, request: Request) -> bool:
        """Whether the device that sends the request is the host's."""
        return self._sealed(request.cookies) or (self._key.trust_this_machine and from_this_machine(request))

    def need_host(self, request: Request) -> None:
        """Raise ``NotTheHost`` for a request of any other device."""
        if not self.is_host(request):
            raise NotTheHost

    def enter_pin(self, pin: object, request: Request) -> str:
        """The value of the cookie that makes this device the host's; raises ``Shut`` for a wrong PIN."""
        if not isinstance(pin, str):
            raise Shut(phrase("The PIN is sent as text."), 400)
        given, right = pin.strip().encode("utf-8", "surrogatepass"), self._key.pin.encode()
        if not self._guess(self._pins, request, lambda: hmac.compare_digest(given, right)):
            raise Shut(phrase("This is not the host's PIN."), 403)
        nonce = secrets.token_urlsafe(16)
        return f"{nonce}.{self._seal(nonce)}"

    def _seal(self, nonce: str) -> str:
        said = f"host {self._key.pin} {nonce}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key.secret, said, hashlib.sha256).hexdigest()

    def _sealed(self, cookies: Mapping[str, str]) -> bool:
        nonce, _, seal = cookies.get(COOKIE, "").partition(".")
        return hmac.compare_digest(seal.encode("utf-8", "surrogatepass"), self._seal(nonce).encode())

    def check_join(self, code: object, request: Request) -> None:
        """Raise ``Shut`` unless the device may take a free place: the host's may, others with the join code."""
        if self.is_host(request):
            return
        if not code:
            raise Shut(phrase("Type the code that the board shows, or scan it."), 403)
        given = _code(code)
        if not self._guess(self._codes, request, lambda: _same(given, self.join_code)):
            raise Shut(phrase("This is not the code that the board shows now."), 403)

    def offer(self, person: str, held: str) -> str:
        """A code with which another device takes ``person``'s place over, once and within ``HANDOVER_S`` seconds;
        ``held`` is the hash of the token that it replaces. A code given out before holds no more."""
        code = codes.draw(codes.HANDOVER_LENGTH)
        with self._lock:
            self._offers[person] = _Offer(code, held, self._clock() + HANDOVER_S)
        return code

    def redeem(self, person: str, code: object, request: Request) -> str:
        """The hash of the token that is to be replaced; raises ``Shut`` unless ``code`` moves ``person``'s place. The
        join code does not, but is no wrong guess: whoever sends it knows it."""
        given = _code(code)
        found: list[str] = []

        def is_right() -> bool:
            if _same(given, self.join_code):
                return True
            with self._lock:
                offer = self._offers.get(person)
                if offer is None or offer.until < self._clock():
                    self._offers.pop(person, None)
                    return False
                if _same(given, offer.code):
                    found.append(self._offers.pop(person).held)
                    return True
                offer.wrong += 1
                if offer.wrong >= HANDOVER_TRIES:
                    del self._offers[person]
                return False

        if not self._guess(self._codes, request, is_right) or not found:
            why = phrase("{name}'s place is taken, and this is no code that moves it.", name=place_name(person))
            raise Shut(why, 403)
        return found[0]

    def withdraw(self, person: str) -> None:
        """``person``'s place is not to be moved any more."""
        with self._lock:
            self._offers.pop(person, None)

    def _guess(self, guesses: Guesses, request: Request, is_right: Callable[[], bool]) -> bool:
        try:
            return guesses.attempt(request.remote_addr or "", is_right)
        except Wait as wait:
            raise Later(wait) from None


def _code(given: object) -> str:
    if not isinstance(given, str):
        raise Shut(phrase("A code is sent as text."), 400)
    return codes.plain(given)


def _same(given: str, code: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), code.encode())


def from_this_machine(request: Request) -> bool:
    """Whether the request was sent on this very machine, to it by a name that means nothing else, by no page of
    another origin, and was not passed on by a proxy: one shows by what it adds, by the name that it was asked for, or
    by the HTTP/1.0 that it speaks where nobody set it up otherwise."""
    if not _loopback(request.remote_addr or "") or request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return False
    if any(PASSED_ON.search(name) for name, _ in request.headers):
        return False
    try:
        name = urlsplit(f"//{request.headers.get('Host', '')}").hostname or ""
        check_origin(request)
    except (ValueError, Shut):
        return False
    return names_this_machine(name)


def names_this_machine(host: str) -> bool:
    """Whether ``host``, an address or a name, means this very machine and is reached from no other."""
    return host == "localhost" or _loopback(host)


def _loopback(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return found.is_loopback or (mapped is not None and mapped.is_loopback)
