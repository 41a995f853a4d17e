"""A real table behind the page: ``whist.table.table.Table`` with eyes that have no doubt, played by hand."""

from __future__ import annotations

import random
import threading
from typing import Any

from whist.cards import PACK, Card
from whist.messages.observations import SLOTS, HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import request_from_json
from whist.table.state.seats import PERSONS
from whist.table.table import Table

PLACES = {0: (0.0, -70.0), 1: (-60.0, -20.0), 2: (-60.0, 20.0), 3: (0.0, 70.0)}


class RealKeeper:
    """A ``Keeper`` around a deal of which the cards are known: South deals, so the seats stand as they sit."""

    def __init__(self, seed: int = 1) -> None:
        self.table = Table("android")
        pack = list(PACK)
        random.Random(seed).shuffle(pack)
        self.hands = {seat: pack[(seat - 1) % 4 :: 4] for seat in range(4)}
        self.slots = {holder: [*self.hands[holder]] + [None] * (SLOTS - 13) for holder in (1, 2)}
        self.laid: list[tuple[int, Card]] = []
        self._changed = threading.Condition()
        self._version = 0
        self.names: dict[str, str] = {}
        self.turn_up = pack[-1]
        self._show_holders()
        self._see(TableShows((LaidCard(Reading.certain(self.turn_up), 120.0, -90.0),)))

    def persons(self) -> tuple[str, ...]:
        return PERSONS

    def games(self) -> list[dict[str, Any]]:
        return []

    def last_played(self) -> list[dict[str, Any]]:
        return []

    def house(self) -> dict[str, str]:
        return {"suggestions": "off", "watching": "on", "picture": "off"}

    def which_hand(self) -> str:
        return "1"

    def set_name(self, person: str, name: str) -> None:
        self.names[person] = name  # which its views do not show

    def public_view(self) -> dict[str, Any]:
        with self._changed:
            return self.table.public_view()

    def private_view(self, person: str) -> dict[str, Any]:
        with self._changed:
            return self.table.view(self.table.seat_of(person))

    def question_picture(self, person: str, number: int) -> bytes | None:
        return None

    def request(self, person: str, body: dict[str, Any]) -> str | None:
        with self._changed:
            seat = self.table.seat_of(person)
            self.table.apply(request_from_json((seat + 2) % 4 if "command" in body else seat, body))
            self._bump()
        return None

    def wait(self, after: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._version > after, timeout)
            return self._version

    def lay(self, seat: int, card: Card) -> None:
        """The card leaves the hand or the holder and lies on the table."""
        self.hands[seat].remove(card)
        if seat in (1, 2):
            self.slots[seat][self.slots[seat].index(card)] = None
            self._show_holders()
        self.laid.append((seat, card))
        self._show_table()

    def gather(self) -> None:
        """The trick is taken away."""
        self.laid.clear()
        self._show_table()

    def _show_table(self) -> None:
        cards = [LaidCard(Reading.certain(card), *PLACES[seat]) for seat, card in self.laid]
        if not self.laid or all(seat != 0 for seat, _ in self.laid):
            view = self.public_view()
            if view["turned_up"]:
                cards.append(LaidCard(Reading.certain(self.turn_up), 120.0, -90.0))
        self._see(TableShows(tuple(cards)))

    def _show_holders(self) -> None:
        for holder in (1, 2):
            self._see(HolderShows(holder, tuple(Reading.certain(c) if c else None for c in self.slots[holder])))

    def _see(self, seen: HolderShows | TableShows) -> None:
        with self._changed:
            self.table.apply(seen)
            self._bump()

    def _bump(self) -> None:
        self._version += 1
        self._changed.notify_all()

    def legal(self, seat: int) -> list[Card]:
        """The cards that ``seat`` may play (RULES C4)."""
        led = self.laid[0][1].suit if self.laid else None
        return [card for card in self.hands[seat] if card.suit == led] or list(self.hands[seat])
