"""The scribe: writes what happens into the journal, in order and before anyone sees it; what cannot be written waits.

A disk that is full, read-only or gone does not end a game. The scribe says so (``trouble``), keeps everything in
memory, tries again, and writes all of it in order as soon as it can. A damaged journal is set aside, never deleted; all
that can be read of it, and the game that is being played, is written into a new one.
"""

from __future__ import annotations

import itertools
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final

from device.journal.deeds import Begun, Deed, GameFinished, Happened, KeptGame, Named, Seated
from device.journal.forgetting import forget_name, without_name
from device.journal.journal import (
    DamagedJournal,
    ForeignJournal,
    Journal,
    JournalEntry,
    JournalError,
)
from device.journal.left_off import LeftOff, left_off, read_left_off
from device.journal.past_games import delete_game, wipe_traces
from device.journal.renewal import finish_renewal, renew, salvaged, set_aside
from device.journal.salvage import Salvaged
from whist.phrases import Phrase, counted, joined, phrase, reason

log = logging.getLogger(__name__)

RETRY: Final = 2.0
"""Seconds between two attempts to write what waits."""
_MEANWHILE: Final = phrase("Play goes on, but what happens is in memory only: do not switch off before this is gone.")


class Scribe:
    """Writes into the journal at ``path``, or into one that is open already, or nowhere.

    Raises ``ForeignJournal`` for one that is not this program's to write; nothing else, ever. ``said`` tells what was
    found when it was opened. Safe to call from several threads.
    """

    def __init__(
        self,
        at: Path | Journal | None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.said: list[str] = []
        self._path = at if isinstance(at, Path) else None
        self._journal = at if isinstance(at, Journal) else None
        self._nowhere = at is None
        self._clock = clock
        self._now = now
        self._lock = threading.RLock()
        self._waiting: deque[Deed] = deque()
        self._trouble: str | None = None
        self._tried = clock()
        self._game: KeptGame | None = None
        self._seats: dict[str, str] = {}
        self._looked_back = False
        self._mended: Journal | None = None
        """The journal that was begun anew last, because of damage that was found in reading."""
        self.left_off = self._look_back()
        self._looked_back = True
        self.seats = KeptSeats(self)

    # -- opening ---------------------------------------------------------------------------------------------------

    def _look_back(self) -> LeftOff:
        """Where the journal left off; whatever is wrong with it, there is a table to play at."""
        nothing = LeftOff(None, [], {})
        if self._nowhere:
            return nothing
        try:
            found = left_off(self._open())
        except ForeignJournal:
            raise
        except DamagedJournal as error:
            found = self._rescued(error)
        except JournalError as error:
            self._fail(error)
            found = self._read_only() or nothing
        self._take_up(found)
        return found

    def _take_up(self, found: LeftOff) -> None:
        self._seats = dict(found.seats)
        if found.game is not None and self._game is None:
            game = found.game
            self._game = KeptGame(game.options, game.started, game.id, list(found.entries), dict(game.names))

    def _open(self) -> Journal:
        if self._journal is None:
            assert self._path is not None, "the journal that was given is closed"
            finish_renewal(self._path)
            self._journal = Journal(self._path)
            wipe_traces(self._journal)
        return self._journal

    def _read_only(self) -> LeftOff | None:
        """What can be read of a journal that cannot be written."""
        try:
            return read_left_off(self._file()) if os.path.isfile(self._file()) else None
        except ForeignJournal:
            raise
        except JournalError as error:
            self.said.append(joined(" ", [self._short(error), phrase("What was played before is not known.")]))
            return None

    def _rescued(self, damage: DamagedJournal) -> LeftOff:
        """Set the damaged journal aside and begin a new one with what can still be read."""
        found = LeftOff(None, [], {})
        try:
            found = self._begin_anew(damage)
        except JournalError as error:
            self._fail(error)
            with suppress(JournalError), self._salvaged() as (mended, _), closing(Journal(mended)) as journal:
                found = left_off(journal)
        else:
            self.said.append(
                phrase("The game that was left off goes on.")
                if found.game
                else phrase("A game that was left off is not known.")
            )
        self._flush()
        return found

    def _file(self) -> Path:
        if self._path is not None:
            return self._path
        assert self._journal is not None
        return self._journal.path

    # -- what happens ----------------------------------------------------------------------------------------------

    @property
    def trouble(self) -> str | None:
        """What keeps something from being written, in a sentence or two; None while all is on the disk."""
        return self._trouble

    @property
    def waiting(self) -> int:
        """How many things wait to be written."""
        return len(self._waiting)

    def begin(self, options: dict[str, Any]) -> None:
        """A game with ``options`` begins; the one before it, if it goes on, is over."""
        with self._lock:
            if self._game is not None:
                self._do(GameFinished(self._game, self._now()))
            self._game = KeptGame(options, self._now())
            self._do(Begun(self._game))

    def name(self, names: Mapping[str, str]) -> None:
        """People in these places of the game are called so; whoever had a name in it keeps it in its record."""
        with self._lock:
            if self._game is not None and not names.items() <= self._game.names.items():
                self._game.names |= names
                self._do(Named(self._game))

    def write(self, events: Sequence[dict[str, Any]], t: float) -> None:
        """``events`` happened in the game at ``t`` (seconds): now they are on the disk, or ``trouble`` says why not."""
        with self._lock:
            if self._nowhere:
                return
            assert self._game is not None, "a game is begun before anything happens in it"
            first = len(self._game.entries)
            self._game.entries += [JournalEntry(first + k, t, event) for k, event in enumerate(events)]
            if events:
                self._do(Happened(self._game, first, len(self._game.entries)))

    def leave(self) -> None:
        """Nobody goes on with the game that was left off; it stays as it is."""
        with self._lock:
            self._game = None

    def tend(self) -> None:
        """Try again what could not be written; to be called now and then."""
        with self._lock:
            if self._trouble is not None and self._clock() - self._tried >= RETRY:
                self._flush()

    def close(self) -> None:
        """Write what still can be written, and close the journal; calling it twice does no harm."""
        with self._lock:
            self._flush()
            if self._waiting:
                log.error("%d things that happened could not be written and are lost. %s", self.waiting, self._trouble)
                self._waiting.clear()
            if self._journal is not None and self._path is not None:
                self._journal.close()
                self._journal = None
            self._nowhere = True

    # -- what was played before ------------------------------------------------------------------------------------

    @property
    def journal(self) -> Journal:
        """The journal, to read in; raises ``JournalError`` while there is none that can be read."""
        with self._lock:
            if self._journal is None:
                raise JournalError(self._trouble or phrase("No journal is kept here."))
            return self._journal

    @property
    def playing(self) -> int | None:
        """The number of the game in play in the journal; None where it has none yet."""
        return None if self._game is None else self._game.id

    @property
    def playing_since(self) -> float | None:
        """When the game in play began, in seconds since 1970; None where there is none."""
        return None if self._game is None else self._game.started

    def delete(self, game: int) -> bool:
        """Delete a game that was played, for good; whether no trace is left in the file. Raises ``JournalError`` where
        that cannot be done now, and ``KeyError`` for a game that is not there."""
        with self._lock:
            if game == self.playing:
                raise JournalError(phrase("This match is still on the table; begin another one first."))
            if self._waiting:
                raise JournalError(self._trouble or "")
            return delete_game(self.journal, game)

    def forget(self, is_it: Callable[[str], bool]) -> tuple[int, bool]:
        """Take the names of which ``is_it`` says so out of all matches, the one in play too; of how many, and whether
        no trace is left in the file. Raises ``JournalError`` where that cannot be done now."""
        with self._lock:
            if self._waiting:
                raise JournalError(self._trouble or "")
            done = forget_name(self.journal, is_it)
            if self._game is not None:
                self._game.names = without_name(self._game.names, is_it)
            return done

    def told(self, error: JournalError) -> str:
        """What an error says, for pages."""
        return self._short(error)

    # -- writing ---------------------------------------------------------------------------------------------------

    def _do(self, deed: Deed) -> None:
        if not self._nowhere:
            self._waiting.append(deed)
            self._flush()

    def _flush(self, found: DamagedJournal | None = None) -> None:
        """Write what waits, in order, as far as it goes; into a new journal if damage was ``found``."""
        if self._nowhere:
            return
        self._tried = self._clock()
        try:
            try:
                if found is not None:
                    raise found
                self._write_all()
            except DamagedJournal as damage:
                self._begin_anew(damage)
                self._write_all()  # if that one is damaged too, the disk is
        except JournalError as error:
            self._fail(error)
        else:
            self._trouble = None

    def _write_all(self) -> None:
        journal = self._open()
        while self._waiting:
            self._waiting[0].write(journal)
            self._waiting.popleft()

    def _fail(self, error: JournalError) -> None:
        trouble = joined(" ", [self._short(error), _MEANWHILE])
        if trouble != self._trouble:
            log.warning("%s", error)
        self._trouble = trouble

    def _short(self, error: JournalError) -> str:
        """What an error says, for pages: where the file lies is for the log."""
        told = reason(error)
        if not isinstance(told, Phrase) or "path" not in told.values:
            return told
        return told.given(**{**told.values, "path": self._file().name})

    def mend(self, damage: DamagedJournal) -> None:
        """Damage was found in reading: go on in a new journal, unless this one was begun because of such damage."""
        with self._lock:
            if self._journal is not self._mended or self._mended is None:
                self._flush(damage)
                self._mended = self._journal

    def _begin_anew(self, damage: DamagedJournal) -> LeftOff:
        """Set the damaged journal aside and begin a new one with all that can be read of it; what is known better waits
        to be written. Where the new one leaves off, if nothing was known."""
        path = self._file()
        if self._journal is not None:
            self._journal.close()
        self._path, self._journal = path, None
        found, saved = LeftOff(None, [], {}), Salvaged(0, 0)
        with ExitStack() as stack:
            try:
                mended, saved = stack.enter_context(self._salvaged())
            except JournalError as error:
                log.warning("Nothing can be read of the damaged journal: %s", error)
                aside = set_aside(path)
            else:
                if not self._looked_back:
                    with closing(Journal(mended)) as journal:
                        found = left_off(journal)
                aside = renew(path, mended)
        kept = phrase("It was kept as {name}, and a new one begun.", name=aside.name)
        sentences = [self._short(damage), kept]
        if saved.games:
            sentences.append(
                counted("{count} match could be read of it.", "{count} matches could be read of it.", saved.games)
            )
        if saved.broken:
            sentences.append(
                counted(
                    "Of {count} of them the end is missing.", "Of {count} of them the ends are missing.", saved.broken
                )
            )
        self.said.append(joined(" ", sentences))
        log.warning("%s It was kept as %s.", damage, aside)
        self._waiting = deque(self._all_anew())
        return found

    def _salvaged(self) -> AbstractContextManager[tuple[Path, Salvaged]]:
        """What can be read of the damaged journal and is not known here."""
        return salvaged(self._file(), {game.started for game in self._unwritten()}, seats=not self._looked_back)

    def _unwritten(self) -> list[KeptGame]:
        """The games that are not wholly written, and the one in play."""
        games = [deed.game for deed in self._waiting if not isinstance(deed, Seated)]
        games += [self._game] if self._game is not None else []
        return list(dict.fromkeys(games))

    def _all_anew(self) -> Iterator[Deed]:
        """Seats, the games that are not wholly written, and the one in play."""
        ends = {deed.game: deed for deed in self._waiting if isinstance(deed, GameFinished)}
        yield from itertools.starmap(Seated, self._seats.items())
        for game in self._unwritten():
            yield Begun(game)
            if game.names:
                yield Named(game)
            for _, same in itertools.groupby(game.entries, key=lambda entry: entry.t):
                numbers = [entry.number for entry in same]
                yield Happened(game, numbers[0], numbers[-1] + 1)
            if game in ends:
                yield ends[game]


class KeptSeats:
    """Who sits where (``web_ui.contracts.SeatsStore``): held here, and written as everything else is."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe

    def get(self, person: str) -> str | None:
        """The token hash of ``person``; None when nobody has taken the seat."""
        return self._scribe._seats.get(person)

    def put(self, person: str, token_hash: str) -> None:
        """Give the seat of ``person`` to the holder of the token with this hash, whoever had it before."""
        with self._scribe._lock:
            self._scribe._seats[person] = token_hash
            self._scribe._do(Seated(person, token_hash))

    def clear(self, person: str | None = None) -> None:
        """Free the seat of ``person``; all seats when None."""
        with self._scribe._lock:
            for one in [person] if person is not None else list(self._scribe._seats):
                self._scribe._seats.pop(one, None)
            self._scribe._do(Seated(person, None))
