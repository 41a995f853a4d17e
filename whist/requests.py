"""What a person asks of the table: a tap on a phone or the press of a button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from whist.cards import Card


class Refused(Exception):
    """A request that is not granted; the table is as it was. ``code`` is ``"not_now"`` (it may be tried again later) or
    ``"refused"`` (it is not allowed, or means nothing); the text is one sentence for the person who asked."""

    def __init__(self, why: str, code: str = "refused") -> None:
        super().__init__(why)
        self.why = why
        self.code = code


@dataclass(frozen=True, slots=True)
class Command:
    """The commander of the android at ``seat`` (its own seat) gives a command, as ``"high spades"`` (RULES A13)."""

    seat: int
    text: str

    def to_json(self) -> dict[str, Any]:
        """``{"command": "high spades"}``."""
        return {"command": self.text}


@dataclass(frozen=True, slots=True)
class Answer:
    """The person at ``seat`` answers question ``question`` with ``card``."""

    seat: int
    question: int
    card: Card

    def to_json(self) -> dict[str, Any]:
        """``{"answer": "HT", "question": 3}``."""
        return {"answer": str(self.card), "question": self.question}


@dataclass(frozen=True, slots=True)
class Redeal:
    """The person at ``seat`` calls a misdeal: the same dealer deals again (RULES T10)."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """``{"redeal": true}``."""
        return {"redeal": True}


Request = Command | Answer | Redeal


def request_from_json(seat: int, obj: object) -> Request:
    """The request of a JSON object; ``seat`` is the android's for a command, else that of the person who asks.

    Raises ``Refused`` (code ``"refused"``) with one sentence for anything that is no request."""
    if not isinstance(obj, Mapping):
        raise Refused('A request is an object such as {"command": "duck"}.')
    if type(seat) is not int or seat not in range(4):
        raise Refused(f"{seat!r} is no seat; seats are 0, 1, 2 and 3.")
    keys = set(obj) - {"seat"}
    if keys == {"command"} and isinstance(obj["command"], str):
        return Command(seat, obj["command"])
    if keys == {"answer", "question"} and type(obj["question"]) is int:
        try:
            return Answer(seat, obj["question"], Card.parse(obj["answer"]))
        except ValueError as error:
            raise Refused(f"{error}.") from None
    if keys == {"redeal"} and obj["redeal"] is True:
        return Redeal(seat)
    raise Refused("A request has the keys command, or answer and question, or redeal, each with a fitting value.")
