"""What people would say if the table asked them, from ``requests.jsonl``: answers that are given to questions alone.

``{"answer": "S3", "x": 2, "y": -90}`` (no question's number) is the word of whoever laid or turned up the S3 there at
that time, in mm of the table plane, and ``{"answer": "C7", "holder": 1, "slot": 4}`` that of the human beside the
holder. A word is heard by nobody until the table has asked that person a question that it answers: about that slot,
about a card that lies near that place, about which of two cards, laid at two times, came first, about what that person
has just laid, or about what was played in an earlier trick: what was named there then. Where somebody names what they
lay, and nobody laid anything at a place that is asked about, or nothing but what the table has taken down rightly, they
say that no card lies there. Where the table is out of step, and may be told that it is as it is seen, they say so when
just what they have laid is seen, and something else believed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from whist.cards import Card
from whist.messages.events import FEW
from whist.messages.requests import Answer, SayStep

_NEAR: Final = 40.0
"""Millimetres within which a card that was laid is the one that a question is about."""
_FRESH: Final = 1.0
"""Words of the last deal are forgotten when the next begins, but for those of so many seconds."""


@dataclass(frozen=True, slots=True)
class SpokenCard:
    """What the person at ``seat`` would say from ``t`` seconds on."""

    t: float
    seat: int
    card: Card
    slot: tuple[int, int] | None = None
    """Holder and slot (0…12), None for a card that was laid."""
    at: tuple[float, float] | None = None
    """Where a card was laid."""

    @classmethod
    def read(cls, t: float, seat: int, body: object) -> SpokenCard | None:
        """The word of a line of ``requests.jsonl``, None when it is another request; raises ``ValueError`` for a card
        that is none."""
        if not isinstance(body, Mapping) or "answer" not in body or "question" in body:
            return None
        card, rest = Card.parse(body["answer"]), {key: body[key] for key in body if key != "answer"}
        if any(type(value) not in (int, float) for value in rest.values()):
            raise ValueError("the place of a card that somebody would name is told in numbers")
        if set(rest) == {"holder", "slot"}:
            return cls(t, seat, card, slot=(int(rest["holder"]), int(rest["slot"])))
        if set(rest) == {"x", "y"}:
            return cls(t, seat, card, at=(float(rest["x"]), float(rest["y"])))
        raise ValueError("an answer goes with the number of a question, with holder and slot, or with x and y")


@dataclass
class SpokenCards:
    """The words of all people: ``coming`` in order of time, ``said`` those whose time has come."""

    coming: list[SpokenCard]
    _laid: list[SpokenCard] = field(default_factory=list)
    _slots: dict[tuple[int, int], SpokenCard] = field(default_factory=dict)
    _plays: dict[tuple[int, int], SpokenCard] = field(default_factory=dict)
    """What was named where a card lay that the table took down, by trick (1…) and seat."""
    _known: list[SpokenCard] = field(default_factory=list)
    """What was named of cards that the table took down as just those: of these nothing is in doubt."""
    _trick: int = 1
    _began: float = 0.0
    """When the table said that cards were dealt, or a trick gathered: what was laid before is none of this trick."""

    def hear(self, now: float, events: Sequence[Mapping[str, Any]]) -> None:
        """Take in the words up to ``now``; those of the last deal are not needed any more."""
        while self.coming and self.coming[0].t <= now:
            word = self.coming.pop(0)
            if word.slot is None:
                self._laid.append(word)
            else:
                self._slots[word.slot] = word
                # the cards of a deal are named as it begins: what lay there before is gone
                self._laid = [laid for laid in self._laid if laid.t >= word.t]
        for event in events:
            self._keep(event)
            if event["event"] in ("turned_up", "gathered"):
                self._began = now
        if any(event["event"] == "deal_started" for event in events):
            self._laid = [word for word in self._laid if word.t > now - _FRESH]
            self._slots = {slot: word for slot, word in self._slots.items() if word.t > now - _FRESH}
            self._known = [word for word in self._known if word.t > now - _FRESH]

    def _keep(self, event: Mapping[str, Any]) -> None:
        """Keep what was named where a card was turned up or played, for whoever is asked later."""
        if event["event"] in ("turned_up", "played") and not event.get("unseen"):
            self._known += [word for word in self._laid if _near(word, event) and str(word.card) == event["card"]]
        elif event["event"] == "taken_back":
            self._known = [word for word in self._known if str(word.card) != event["card"]]
        if event["event"] == "deal_started":
            self._trick = 1
            self._plays.clear()
        elif event["event"] == "hand_scored":
            self._trick = 1  # the first deal of the next game says no more that it begins
        elif event["event"] == "trick_won":
            self._trick = event["trick"] + 1
        elif event["event"] == "played":
            self._plays.pop((self._trick, event["seat"]), None)
            word = next((word for word in reversed(self._laid) if _near(word, event)), None)
            if word is not None and not event.get("unseen"):
                self._plays[self._trick, event["seat"]] = word

    def answers(self, view: Mapping[str, Any], seat: int) -> Iterator[Answer | SayStep]:
        """What the person at ``seat`` says to the questions of their ``view``, and where it says that the table is out
        of step."""
        if self._is_as_seen(view):
            yield SayStep(seat, "seen")
        for question in view["questions"]:
            word = self._word(question)
            if word is not None:
                yield Answer(seat, question["id"], word.card)
            elif self._laid and question["may_be_none"] and len(question["candidates"]) <= FEW:
                yield Answer(seat, question["id"], None)  # whoever lays a card says so: nobody did there

    def _is_as_seen(self, view: Mapping[str, Any]) -> bool:
        """Whether just the cards that people have laid since the last trick are seen, and others were believed."""
        drift = view.get("out_of_step")
        if drift is None or drift["holder"] is not None or "seen" not in view["mend"]["in_step"]:
            return False
        laid = {str(word.card) for word in self._laid if word.t > self._began}
        seen, believed = {*drift["seen"]}, {*drift["believed"]}
        return len(seen) == len(believed) and laid >= seen and not laid >= believed

    def _word(self, question: Mapping[str, Any]) -> SpokenCard | None:
        if question.get("kind") == "earlier":
            return self._plays.get((question["trick"], question["of"]))
        if question.get("kind") == "unseen":
            own = (word for word in reversed(self._laid) if word.seat == question["of"] and word.t > self._began)
            return next((word for word in own if str(word.card) in question["candidates"]), None)
        if question.get("slot") is not None:
            return self._slots.get((question["holder"], question["slot"]))
        if question["x"] is None:
            # the turn-up is laid twice: when it is turned up, and when it is played
            last = {str(word.card): word for word in self._laid if str(word.card) in question["candidates"]}
            return min(last.values(), key=lambda word: word.t, default=None)
        asked = question["candidates"]
        near = (word for word in reversed(self._laid) if _near(word, question))
        return next((word for word in near if word not in self._known or str(word.card) in asked), None)


def _near(word: SpokenCard, question: Mapping[str, Any]) -> bool:
    """Whether a word is about the card that a question asks about."""
    if word.at is None:
        return False
    return math.hypot(word.at[0] - question["x"], word.at[1] - question["y"]) <= _NEAR
