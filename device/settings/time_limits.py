"""How long a person may take for a bid and for a card: the pages warn when that time is over, and nobody plays for
them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from device.settings.small_files import choices_in, remember
from whist.phrases import phrase

LIMITS: Final = (0, 7, 15, 30, 60)
"""Seconds; 0 for no limit."""
KINDS: Final = ("bid", "card")
_SAID: Final = ("announce", "bid", "choose")


class Pace:
    """The time limits of a table, and when the present turn began; ``memory`` keeps the limits over a restart.

    ``clock`` gives seconds that only grow: the page counts by the same clock (web_ui.contracts.Keeper).
    """

    def __init__(self, memory: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._memory = memory
        self._clock = clock
        self._turn: tuple[object, ...] = ()
        self._since = clock()
        self._limits = dict.fromkeys(KINDS, 0) | choices_in(memory, _fits)

    def choose(self, limits: object) -> None:
        """Take ``{"bid": 15, "card": 0}``, or one of the two; raises ``ValueError`` with one sentence for anything
        else. What cannot be written down holds until the program ends."""
        if not isinstance(limits, Mapping) or not limits or not all(map(_fits, limits.items())):
            known = ", ".join(map(str, LIMITS))
            raise ValueError(phrase("Time limits are told for bid and card, in seconds: one of {known}", known=known))
        self._limits |= limits
        if self._memory is not None:
            remember(self._memory, self._limits)

    def shown(self, view: Mapping[str, Any], asking: bool = False) -> dict[str, Any]:
        """``{"limits": {"bid": 0, "card": 15}, "pace": {"limit": 15, "since": 81.2}}`` for ``view``, anybody's;
        ``pace`` is None while nobody is timed: nor while the table is ``asking`` something, cannot see, or takes the
        cards to lie otherwise than they were played, for then people wait for it; afterwards the time runs anew."""
        waits = bool(asking or view["out_of_sight"] or view["out_of_step"])
        turn = tuple(view[key] for key in ("phase", "deal", "turn", "tricks_done"))
        turn += (len(view["trick"]), len(view.get("calls", ())), waits)
        if turn != self._turn:
            self._turn, self._since = turn, self._clock()
        kind = "bid" if view["phase"] in _SAID else "card" if view["phase"] == "play" else None
        limit = 0 if kind is None or view["turn"] is None or waits else self._limits[kind]
        pace = {"limit": limit, "since": round(self._since, 1)} if limit else None
        return {"limits": dict(self._limits), "pace": pace}


def _fits(limit: tuple[object, object]) -> bool:
    kind, seconds = limit
    return kind in KINDS and type(seconds) is int and seconds in LIMITS
