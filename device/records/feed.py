"""What other programs may read of this table (``web_ui.contracts.Feed``): the match in play as its keeper has it, those
before as the journal has them. Both are told by ``web_ui.api.public_events`` and nothing else."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.history import PastMatches
from web_ui.api.public_events import TableNow, public_events
from whist.rules.refusals import Refused
from whist.tables import TableInPlay

KEPT: Final = 8
"""Matches of before that are kept worked out: those who catch up read them one after another."""
_LINE: Final = ("number", "date", "time", "minutes", "game", "title", "names", "seats", "scores", "winners", "hands")
"""What the list tells of a match."""
_HAND: Final = ("number", "trump", "seats", "tricks", "contract", "thrown_in", "entries")
"""What is told of a hand that is over: not who found and corrected what, and when."""


class PublicFeed:
    """The public events of the table that ``keeper`` keeps and ``scribe`` writes down, and of those in ``past``."""

    def __init__(self, keeper: Keeper, scribe: Scribe, past: PastMatches) -> None:
        self._keeper, self._scribe, self._past = keeper, scribe, past
        self._lock = threading.Lock()
        """Past matches are worked out one at a time: whoever catches up must not keep the table waiting."""
        self._done: OrderedDict[int, list[dict[str, Any]]] = OrderedDict()
        self._waiting: dict[float, int] = {}
        """The numbers of matches that are not written down, by when they began."""
        self._now: tuple[int, int, list[dict[str, Any]]] = (-1, 0, [])

    def newest(self) -> int:
        """The number of the match in play; of one that could not be written down yet, the number that it will have."""
        return self._in_play()[0]

    def after(self, match: int, number: int) -> list[dict[str, Any]]:
        """What follows event ``number`` of ``match``: the rest of that match, or of the next that has something."""
        playing, newest = self._in_play()
        if match > playing:
            match, number = playing, 0
        while match < playing:
            try:
                told = self._before(match)
            except Refused:
                if self._scribe.playing is not None:
                    raise
                told, match = [], playing - 1  # no journal is kept here
            if rest := told[number if number <= len(told) else 0 :]:
                return rest
            match, number = self._following(match, playing), 0
        return newest[number if number <= len(newest) else 0 :]

    def events(self, match: int) -> list[dict[str, Any]] | None:
        """All public events of a match; None where there is none of that number."""
        playing, newest = self._in_play()
        if match == playing:
            return newest
        return None if match > playing else self._before(match) or None

    def matches(self, before: int | None = None) -> dict[str, Any]:
        """Some of the matches that are over, newest first, and where those begin that follow."""
        page = self._past.page(before)
        found = [match for evening in page["evenings"] for match in evening["matches"] if _is_over(match)]
        return {"matches": [_line(match) for match in found], "next": page["next"]}

    def match(self, number: int) -> dict[str, Any] | None:
        """A match that is over with its sheet and hands; None for any other."""
        with self._lock:
            found = self._past.match(number)
        if found is None or not _is_over(found):
            return None
        hands = [{key: hand.get(key) for key in _HAND} for hand in found["played"]]
        return _line(found) | {"sheet": found["view"]["sheet"], "hands": hands}

    def pbn(self, number: int) -> str | None:
        """A match that is over as PBN; None for any other."""
        if self.match(number) is None:
            return None
        try:
            with self._lock:
                made = self._past.export("pbn", number)
        except Refused as error:
            if error.code == "not_now":
                raise
            return None  # nothing of it can be written so
        return None if made is None else made[1]

    # -- working out -------------------------------------------------------------------------------------------------

    def _in_play(self) -> tuple[int, list[dict[str, Any]]]:
        """The match in play: its number, and its public events."""
        version, match, told = self._now
        if version != self._keeper.version:
            version, number, now = self._keeper.with_table(self._look)
            match = self._unwritten(now.begun["begun"]) if number is None else number
            told = [{"match": match, **event} for event in public_events(now)]
            self._now = version, match, told
        return match, told

    def _look(self, table: TableInPlay) -> tuple[int, int | None, TableNow]:
        return self._keeper.version, self._scribe.playing, table_now(table, self._scribe.playing_since or 0.0)

    def _unwritten(self, begun: float) -> int:
        """The number of a match that is not written down, or not yet: the next one."""
        if begun not in self._waiting:
            try:
                evenings = self._past.page()["evenings"]
            except Refused:
                evenings = []
            written = [match["number"] for evening in evenings for match in evening["matches"]]
            self._waiting[begun] = 1 + max([*written, *self._waiting.values()], default=0)
        return self._waiting[begun]

    def _before(self, match: int) -> list[dict[str, Any]]:
        """The public events of a match of before; none where it cannot be read."""
        with self._lock:
            if match not in self._done:
                played = self._past.played(match)
                now = None if played is None else table_now(played.table, played.game.started)
                self._done[match] = [] if now is None else [{"match": match, **one} for one in public_events(now)]
                while len(self._done) > KEPT:
                    self._done.popitem(last=False)
            return self._done[match]

    def _following(self, match: int, playing: int) -> int:
        following = self._past.following(match) if self._scribe.playing is not None else None
        return playing if following is None else min(following, playing)


def table_now(table: TableInPlay, begun: float) -> TableNow:
    """What is to be told of a table, of a match that was begun at ``begun`` (seconds since 1970)."""
    rules = table.rules
    how = {
        "game": rules.name,
        "options": rules.options.to_json(),
        "players": rules.players,
        "persons": list(table.persons),
        "computers": list(table.computers),
        "begun": int(begun),
    }
    return TableNow(how, table.events, table.public_view(), [hand.to_json() for hand in table.finished.values()])


def _is_over(match: Mapping[str, Any]) -> bool:
    return match.get("state") == "over"


def _line(match: Mapping[str, Any]) -> dict[str, Any]:
    return {key: match.get(key) for key in _LINE} | {"computers": sorted(match.get("faces") or ())}
