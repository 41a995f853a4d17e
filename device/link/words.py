"""What linked tables say to each other, on paper: codes, keys, and messages that are signed and checked.

A match has a secret of 80 bits, which stands in the code by which the others join it. Topic and key follow from it,
the one without giving away the other. Whoever has no code can say nothing in the match; a broker can read what it
carries, which is what is said and laid open at the tables.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from whist.messages.observations import HouseholdTells
from whist.rules.actions import Action, action_from_json

LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Of codes: none that is easily taken for another."""
LENGTH: Final = 17
"""Letters of the secret: more than 80 bits."""
MOST_BYTES: Final = 16_384
"""Of a message; a whole hand of seven players is a tenth of it."""
VERSION: Final = 2
MOST_SEATS: Final = 21
_SIGNED: Final = 64
"""Characters of the signature, which stands first."""
MOST_NONCES: Final = 8
"""Of one table, that are repeated to it."""


class NotTaken(ValueError):
    """A message that counts for nothing; the text says why in a few words, for a log."""


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of one match: ``topic`` is where it is played, ``key`` signs."""

    letters: str = field(repr=False)
    topic: str = field(init=False)
    key: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        long = hashlib.scrypt(self.letters.encode(), salt=b"whist-table link", n=2**13, r=8, p=1, dklen=48)
        object.__setattr__(self, "topic", f"whist-table/{long[:12].hex()}")
        object.__setattr__(self, "key", long[16:])

    @classmethod
    def drawn(cls) -> Secret:
        """Another one for each match."""
        return cls("".join(secrets.choice(LETTERS) for _ in range(LENGTH)))

    def code(self, household: int) -> str:
        """By which the table of ``household`` (1…) joins: ``ABCD-EFGH-…``."""
        whole = self.letters + LETTERS[household]
        return "-".join(whole[at : at + 6] for at in range(0, len(whole), 6))

    def topic_of(self, household: int) -> str:
        """Where the table of ``household`` speaks, and nobody else."""
        return f"{self.topic}/{household}"


def read_code(text: str) -> tuple[Secret, int]:
    """The secret and the household of a code, however it is spaced; raises ``ValueError`` for what is none."""
    letters = "".join(text.upper().replace("-", "").split())
    household = LETTERS.find(letters[-1:]) if letters else -1
    if len(letters) != LENGTH + 1 or not {*letters} <= {*LETTERS} or household not in (1, 2):
        raise ValueError("no code")
    return Secret(letters[:-1]), household


@dataclass(frozen=True, slots=True)
class Message:
    """One message of household ``by``: its ``number`` (1…) since that table drew ``nonce`` at its start, which was its
    ``start``-th (a number that only grows), the nonces that it has ``heard`` of each other household, so that whoever
    drew one of them knows that nobody repeats an old message; how its seats stand (``told``, None before it plays), and
    from the first table what is played (``match``)."""

    by: int
    start: int
    nonce: str
    number: int
    heard: Mapping[int, tuple[str, ...]]
    told: HouseholdTells | None = None
    match: Mapping[str, Any] | None = None


def signed(message: Message, secret: Secret) -> bytes:
    """The message as it goes to the broker."""
    body = json.dumps(
        {
            "v": VERSION,
            "by": message.by,
            "start": message.start,
            "nonce": message.nonce,
            "n": message.number,
            "heard": {str(one): [*nonces] for one, nonces in message.heard.items()},
            "told": None if message.told is None else _told(message.told),
            "match": None if message.match is None else dict(message.match),
        },
        separators=(",", ":"),
    ).encode()
    return _signature(body, message.by, secret).encode() + body


def read_message(topic: str, payload: bytes, secret: Secret) -> Message:
    """A message that was signed by this match's key for that topic; raises ``NotTaken``."""
    if len(payload) > MOST_BYTES:
        raise NotTaken(f"it is {len(payload)} bytes long")
    household = topic.rpartition("/")[2]
    if household not in ("0", "1", "2") or topic != secret.topic_of(int(household)):
        raise NotTaken("it is at no table's place")
    given, body = payload[:_SIGNED], payload[_SIGNED:]
    if not hmac.compare_digest(given, _signature(body, int(household), secret).encode()):
        raise NotTaken("it is not signed by the match's key")
    try:
        return _read(json.loads(body), int(household))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NotTaken(f"it is no message ({type(error).__name__})") from None


def _signature(body: bytes, household: int, secret: Secret) -> str:
    return hmac.new(secret.key, secret.topic_of(household).encode() + b"\0" + body, hashlib.sha256).hexdigest()


def _told(told: HouseholdTells) -> dict[str, Any]:
    return {
        "deal": told.deal,
        "closed": told.closed,
        "led": [*told.led],
        "did": [[seat, [_without_seat(action) for action in did]] for seat, did in told.did],
        "fixed": [[seat, by, [*change]] for seat, by, change in told.fixed],
    }


def _without_seat(action: Action) -> dict[str, Any]:
    return {key: value for key, value in action.to_json().items() if key != "seat"}


def _read(obj: Any, household: int) -> Message:
    if obj["v"] != VERSION or obj["by"] != household:
        raise ValueError("another version, or another household")
    heard = {int(one): tuple(_nonce(text) for text in nonces[:MOST_NONCES]) for one, nonces in obj["heard"].items()}
    told, match = obj["told"], obj["match"]
    if match is not None and not isinstance(match, dict):
        raise TypeError("no match")
    return Message(
        household,
        _whole(obj["start"]),
        _nonce(obj["nonce"]),
        _whole(obj["n"]),
        heard,
        None if told is None else _read_told(told, household),
        match,
    )


def _read_told(obj: Any, household: int) -> HouseholdTells:
    did = tuple((_whole(seat), tuple(_action(action, seat) for action in actions)) for seat, actions in obj["did"])
    if type(obj["closed"]) is not bool:
        raise TypeError("neither true nor false")
    fixed = tuple((_whole(seat), _whole(by), tuple(map(_change, change))) for seat, by, change in obj["fixed"])
    return HouseholdTells(household, _whole(obj["deal"]), obj["closed"], tuple(map(_whole, obj["led"])), did, fixed)


def _action(obj: Any, seat: int) -> Action:
    action = action_from_json({**obj, "seat": seat}, MOST_SEATS, ("bid", "choose", "play"))
    return action


def _change(value: Any) -> int:
    if type(value) is not int or not -(2**31) < value < 2**31:
        raise TypeError("no number")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise TypeError("no whole number")
    return value


def _nonce(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 32:
        raise TypeError("no nonce")
    return value
