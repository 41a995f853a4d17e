"""What the eyes learn of the pack while it is played with: how the cards that stood in holders, and those that were
laid, looked.

Which card stood where is secret while a hand is in play, and people may have been wrong about it. So it is learned once
the hand is over, and only of cards that their seat was then seen to have played.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.arrays import Numbers
from vision.packs.pack_memory import IndexMemory, PackMemory
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card
from whist.table.state.holders import BySlot
from whist.tables import TableInPlay

_Looks = tuple[Card, Numbers]
"""A card, and how indices of it looked, (n, features)."""


class PackLessons:
    """Notes how cards look while a hand is in play at one table, and lets the ``memory`` learn it afterwards."""

    def __init__(self, memory: PackMemory, table: TableInPlay) -> None:
        self._memory = memory
        self._table = table
        self._racked: dict[int, tuple[int, BySlot, Numbers]] = {}
        """By holder: whose cards stood there, which, and how they looked, (13, features)."""
        self._laid: dict[tuple[int, int], _Looks] = {}
        """By trick (1…) and seat."""
        self._learned = len(table.finished)
        self._phase = table.phase

    def look(self, watcher: Watcher) -> bool:
        """Take note of the holders that are full and of which all cards are known, and of what lies in the trick; and
        learn, where a hand is over. Whether something was learned."""
        for number, (seat, cards) in enumerate(self._table.racked, 1):
            if None not in cards and (looks := watcher.racked_looks(number)) is not None:
                self._racked[number] = seat, cards, looks
        trick, laid = self._table.trick_there
        for one in laid:
            if not one.unseen and (looks := watcher.laid_looks(one.x, one.y)) is not None:
                self._laid[trick, one.seat] = one.card, looks
        if self._table.phase == self._phase:
            return False
        self._phase = self._table.phase
        return self._learn()

    def _learn(self) -> bool:
        finished = list(self._table.finished.values())
        is_over = len(finished) > self._learned
        if is_over:
            hand = finished[-1].hand
            played, tricks = set(hand.laid()), dict(enumerate(hand.tricks, 1))
            racked = [
                (card, row[None])
                for seat, cards, looks in self._racked.values()
                for card, row in zip(cards, looks, strict=True)
                if card is not None and (seat, card) in played
            ]
            laid = [
                (card, looks)
                for (number, seat), (card, looks) in self._laid.items()
                if number in tricks and tricks[number].by(seat) == card
            ]
            _teach(self._memory.racked, racked)
            _teach(self._memory.laid, laid)
            self._racked, self._laid = {}, {}
        self._learned = len(finished)
        return is_over


def _teach(memory: IndexMemory, looks: Iterable[_Looks]) -> None:
    rows = [(row, PACK.index(card)) for card, some in looks if card in PACK for row in some]
    if rows:
        memory.learn(np.stack([row for row, _ in rows]), np.array([place for _, place in rows], np.int64))
