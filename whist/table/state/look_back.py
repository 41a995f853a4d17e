"""A hand that is over, as people look at it again until the next one is played (RULES T6): every trick, and how each
point came about. In a game whose tricks may all be looked at (RULES T11) the hand in play is told so too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whist.rules.hand import Hand, Trick
from whist.rules.score_sheet import line_to_json
from whist.rules.standing import Line

SeatViews = Sequence[Mapping[str, Any]]
_WHO = ("seat", "kind", "person", "holder", "side")


@dataclass(frozen=True, slots=True)
class Finished:
    """A scored hand; ``seats`` are those of the public view while it was played, for seats can have other numbers in
    the next deal (RULES A2)."""

    hand: Hand
    line: Line
    seats: SeatViews

    def to_json(self) -> dict[str, Any]:
        """``{"number": 3, "trump": "H", "seats": […], "tricks": [{"winners": [2], "cards": [{"seat": 1, "card": "S5"},
        …]}, …], "entries": [{"side": 0, "points": 3, "how": "3 odd tricks"}]}``."""
        return tricks_to_json(self.hand, self.seats) | {"entries": line_to_json(self.line)["entries"]}


def who_sits(seats: SeatViews) -> list[dict[str, Any]]:
    """What of the seats of a public view is told with a hand that was played there."""
    return [{key: seat.get(key) for key in _WHO} for seat in seats]


def tricks_to_json(hand: Hand, seats: SeatViews) -> dict[str, Any]:
    """The complete tricks of ``hand`` in the form of ``Finished.to_json``, without entries."""
    return {
        "number": hand.number,
        "trump": hand.trump,
        "seats": who_sits(seats),
        "tricks": [_trick(trick) for trick in hand.tricks],
    }


def _trick(trick: Trick) -> dict[str, Any]:
    cards = [{"seat": trick.seat(place), "card": str(card)} for place, card in enumerate(trick.cards)]
    return {"winners": list(trick.winners), "cards": cards}
