"""Reviews of played hands for the page: each is worked out once, in a process of its own, and kept in memory.

Only hands of which all cards are known are reviewed: what a claim left in a hand is nobody's business (RULES S8).
"""

from __future__ import annotations

import hashlib
import json
import logging
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from device.records.apart import Apart
from device.records.export import record_for
from device.records.played import PlayedHand
from whist.phrases import Phrase, phrase

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "device.records.review_process")
LIMIT: Final = 60.0
"""Seconds that a review may take; on a Pi 4 one takes about one, and the program starts for it."""
KEPT: Final = 300
"""Reviews that are kept, the newest."""

NOT_KNOWN: Final = phrase("Not all cards of this hand are known for sure, so it is not reviewed.")
NOT_JUDGED: Final = phrase(
    "How well this hand was played cannot be told: best play is known for two sides, without jokers."
)
FAILED: Final = phrase("This hand could not be reviewed; try again in a moment.")

Review = dict[str, Any]


class Reviews:
    """The reviews that were asked for. Any thread may call any method; none waits for a review."""

    def __init__(self, command: Sequence[str] = COMMAND, limit: float = LIMIT) -> None:
        self._apart, self._limit = Apart("reviews", command), limit
        self._lock = threading.Lock()
        self._done: OrderedDict[str, Review] = OrderedDict()
        self._waiting: set[str] = set()

    def of(self, played: PlayedHand) -> Review:
        """The review of a hand that is over: ``{"state": "done", "plays", "tricks", "par", "turns"}``; ``{"state":
        "working"}`` until it is there; ``{"state": "none", "why": one sentence}`` where there is none."""
        try:
            record = json.dumps(record_for(played))
        except ValueError:  # what it says is about cards
            return _none(NOT_KNOWN)
        key = hashlib.sha256(record.encode()).hexdigest()
        with self._lock:
            if key in self._done:
                self._done.move_to_end(key)
                return self._done[key]
            if key not in self._waiting:
                self._waiting.add(key)
                self._apart.later(lambda: self._work_out(key, record))
        return {"state": "working"}

    def _work_out(self, key: str, record: str) -> None:
        made = self._made(record)
        with self._lock:
            self._waiting.discard(key)
            self._done[key] = made
            while len(self._done) > KEPT:
                self._done.popitem(last=False)

    def _made(self, record: str) -> Review:
        try:
            told = json.loads(self._answer(record))
            if told["ok"]:
                keys = ("plays", "tricks", "par", "turns")
                judged = any(entry["cost"] is not None for entry in told["plays"])
                return {"state": "done"} | {key: told[key] for key in keys} if judged else _none(NOT_JUDGED)
        except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError) as error:
            log.warning("A hand could not be reviewed (%s).", type(error).__name__)  # more of it may name cards
            return _none(FAILED)
        return _none(NOT_KNOWN)

    def _answer(self, record: str) -> bytes:
        return self._apart.answer(record.encode(), self._limit)


def _none(why: Phrase) -> Review:
    return {"state": "none", "why": why}
