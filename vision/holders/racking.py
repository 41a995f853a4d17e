"""In which holders thirteen cards are expected."""

from __future__ import annotations

from dataclasses import dataclass

from vision.sizes import SLOTS
from vision.thresholds import FilledSlots


@dataclass(frozen=True, slots=True)
class Racking:
    """``expected`` are the holders in which 13 cards are; ``full`` those that have been full since they were bare."""

    expected: frozenset[str] = frozenset()
    full: frozenset[str] = frozenset()

    def expected_from(self, name: str) -> int:
        """From how many cards on that are seen in holder ``name`` 13 are expected in it, 0 where they are not: of one
        that has been full several may have been taken out."""
        return 0 if name not in self.expected else SLOTS - 1 if name in self.full else 1

    def seen(self, name: str, filled: int, laid: int) -> Racking:
        """The same when holder ``name`` shows ``filled`` cards and ``laid`` lie on the table: 13 are expected in it
        until one of them may have been played."""
        expected, full = self.expected, self.full
        played = laid >= FilledSlots.PLAYED_FROM
        if filled <= FilledSlots.BARE or (filled == SLOTS and not played):
            expected |= {name}
        elif played and (filled == SLOTS or name in full):
            expected -= {name}
        if filled == SLOTS:
            full |= {name}
        elif filled <= FilledSlots.BARE:
            full -= {name}
        return Racking(expected, full)
