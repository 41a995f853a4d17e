"""The talk of one table with the others of its match: which messages count, and what it says itself. Pure: a clock's
readings come in, messages go out.

Each message says all that counts at that moment. So nothing is lost with one that is: whatever a broker drops, doubles
or delays, the next says it again, and each table says it about once a second. A message counts once, in the order of
the numbers, and only where it names the nonce that this table has drawn at its start: then it was said since, and is no
repetition of one that the key had signed before.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from device.link.words import MOST_NONCES, Message, NotTaken, Secret, read_message, signed
from whist.messages.observations import HouseholdTells

BEAT_S: Final = 1.0
"""Seconds after which a table says again what it has said."""
SILENT_S: Final = 4.0
"""Seconds after which one that said nothing is missed."""


@dataclass
class Peer:
    """Another table: its last ``start``, as is proved, the ``nonce`` that it has drawn then, the ``number`` of its last
    message, and when it was ``heard`` (seconds of the clock). ``others`` are nonces that may be its own."""

    start: int = -1
    nonce: str = ""
    number: int = 0
    heard: float | None = None
    others: list[str] = field(default_factory=list)

    def may_be(self, nonce: str) -> None:
        """Somebody who has the key has called itself so."""
        if nonce == self.nonce:
            return
        if nonce in self.others:
            self.others.remove(nonce)
        self.others = [nonce, *self.others][: MOST_NONCES - 1]

    def begun(self, start: int, nonce: str) -> None:
        """It has proved to have begun anew: what it said before counts no more."""
        self.start, self.nonce, self.number = start, nonce, 0
        self.others = []


class LinkTalk:
    """The talk of the table of ``household`` among ``households`` that have the ``secret``. ``start`` is greater at
    each start of that table."""

    def __init__(self, secret: Secret, household: int, households: int, start: int) -> None:
        self.secret, self.household, self.start = secret, household, start
        self.nonce = secrets.token_hex(8)
        self.peers = {one: Peer() for one in range(households) if one != household}
        self._number = 0
        self._said: tuple[float, object] | None = None

    def take(self, topic: str, payload: bytes, now: float) -> Message | None:
        """A message that counts, at the time ``now`` (seconds); None for one that says nothing new, as our own. Raises
        ``NotTaken`` for one that none of the others can have said now."""
        if topic == self.secret.topic_of(self.household):
            message = read_message(topic, payload, self.secret)
            if message.nonce != self.nonce:
                raise NotTaken("another table speaks for this household")
            return None
        message = read_message(topic, payload, self.secret)
        peer = self.peers.get(message.by)
        if peer is None:
            raise NotTaken("there is no such household")
        if message.start < peer.start or (message.start == peer.start and message.nonce != peer.nonce):
            raise NotTaken("it was said before that table was begun anew")
        if self.nonce not in message.heard.get(self.household, ()):
            peer.may_be(message.nonce)
            return None  # it does not know us yet, or it is old
        if message.start > peer.start:
            peer.begun(message.start, message.nonce)
        if message.number <= peer.number:
            raise NotTaken("it has come before")
        peer.number, peer.heard = message.number, now
        return message

    def say(self, told: HouseholdTells | None, match: Mapping[str, Any] | None, now: float) -> bytes | None:
        """What is to be said at the time ``now`` (seconds); None while nothing has changed and all is said."""
        heard = {one: tuple(filter(None, (peer.nonce, *peer.others))) for one, peer in self.peers.items()}
        words = (told, heard)
        if self._said is not None and self._said[1] == words and now - self._said[0] < BEAT_S:
            return None
        self._said = (now, words)
        self._number += 1
        return signed(Message(self.household, self.start, self.nonce, self._number, heard, told, match), self.secret)

    def say_again(self) -> None:
        """What was said last may have reached nobody."""
        self._said = None

    def silent(self, now: float) -> list[int]:
        """The households that have not been heard for ``SILENT_S``."""
        return [one for one, peer in self.peers.items() if peer.heard is None or now - peer.heard > SILENT_S]
