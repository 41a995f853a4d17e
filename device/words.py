"""What people would say if the table asked them, from ``requests.jsonl``: answers that are given to questions alone.

``{"answer": "S3"}`` (no question's number) is the word of whoever laid or turned up the S3 at that time, and
``{"answer": "C7", "holder": 1, "slot": 4}`` that of the human beside the holder. A word is heard by nobody until the
table has asked that person a question it answers: of a slot the word for it; of laid cards the word for the first
that the table has not read, rather one of the candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from whist.cards import Card
from whist.requests import Answer


@dataclass(frozen=True, slots=True)
class Word:
    """What the person at ``seat`` would say from ``t`` seconds on."""

    t: float
    seat: int
    card: Card
    place: tuple[int, int] | None = None
    """Holder and slot (0…12), None for a card that was laid."""

    @classmethod
    def read(cls, t: float, seat: int, body: object) -> Word | None:
        """The word of a line of ``requests.jsonl``, None when it is another request; raises ``ValueError`` for a card
        that is none."""
        if not isinstance(body, Mapping) or "answer" not in body or "question" in body:
            return None
        place = body.get("holder"), body.get("slot")
        if set(body) not in ({"answer"}, {"answer", "holder", "slot"}) or not all(
            part is None or type(part) is int for part in place
        ):
            raise ValueError("a word is an answer, with holder and slot where it is about a slot")
        known = (int(body["holder"]), int(body["slot"])) if "slot" in body else None
        return cls(t, seat, Card.parse(body["answer"]), known)


@dataclass
class Words:
    """The words of all people: ``coming`` in order of time, ``said`` those whose time has come."""

    coming: list[Word]
    _laid: list[Word] = field(default_factory=list)
    _slots: dict[tuple[int, int], Word] = field(default_factory=dict)

    def hear(self, now: float, events: Sequence[Mapping[str, Any]]) -> None:
        """Take in the words up to ``now``; those about cards that the table has read are not needed any more."""
        while self.coming and self.coming[0].t <= now:
            word = self.coming.pop(0)
            if word.place is None:
                self._laid.append(word)
            else:
                self._slots[word.place] = word
        read = {event["card"] for event in events if event["event"] in ("played", "turned_up")}
        self._laid = [word for word in self._laid if str(word.card) not in read]

    def answers(self, view: Mapping[str, Any], seat: int) -> Iterator[Answer]:
        """What the person at ``seat`` says to the questions of their ``view``."""
        for question in view["questions"]:
            word = self._word(question)
            if word is not None:
                yield Answer(seat, question["id"], word.card)

    def _word(self, question: Mapping[str, Any]) -> Word | None:
        if question["slot"] is not None:
            return self._slots.get((question["holder"], question["slot"]))
        if not question["candidates"]:
            return None
        likely = [word for word in self._laid if str(word.card) in question["candidates"]]
        return next(iter(likely or self._laid), None)
