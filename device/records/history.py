"""The matches of the journal for the page (``web_ui.contracts.History``): lists, look-backs, files, and deletion.

Of a match only hands that are over are told, and of these only what everybody at the table saw: cards that were played.
What an android still held when a hand was claimed, a kitty that nobody saw and cards drawn unseen are in no trick, so
they are in nothing that leaves here. Announced high-card points are not told either (RULES K3).
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any, Final

from device.journal.journal import DamagedJournal, Game, JournalError
from device.journal.past_games import PastGame, count_games, next_game, past_game, past_games
from device.journal.player_names import faces
from device.journal.scribe import Scribe
from device.records.export import FORMATS, text_of
from device.records.played import PlayedHand, PlayedMatch, match_of, of_games
from device.records.reviews import Reviews
from device.records.statistics import Outcomes, by_name, same_name
from device.settings.errors import CommandError
from device.settings.game_choice import chosen
from whist.phrases import phrase
from whist.rules.refusals import Refused
from whist.table.state.look_back import who_sits

log = logging.getLogger(__name__)

PAGE: Final = 20
"""Matches on one page of the list."""
DAY_BEGINS: Final = 5
"""The hour before which a match belongs to the evening before."""
REMEMBERED: Final = 2000
"""Matches of which it is remembered what the list says."""
_SHOWN: Final = ("game", "title", "scores", "bags", "games", "target", "partners", "sheet", "ranking")
"""What of the public view at the end a match is told with."""


class PastMatches:
    """What was played, as the journal of ``scribe`` has it; ``outcomes`` keeps what came of each match, ``forget_name``
    has those who sit at the table called by a name no more. Any thread may call any method."""

    def __init__(
        self,
        scribe: Scribe,
        reviews: Reviews | None = None,
        outcomes: Outcomes | None = None,
        forget_name: Callable[[Callable[[str], bool]], None] = lambda is_it: None,
    ) -> None:
        self._scribe = scribe
        self._outcomes = outcomes or Outcomes()
        self._forget_name = forget_name
        self._reviews = reviews or Reviews()
        self._lock = threading.Lock()
        """One match is worked out at a time: many phones must not keep the table waiting."""
        self._exporting = threading.Lock()
        self._lines: OrderedDict[int, tuple[int, dict[str, Any]]] = OrderedDict()
        """What the list says of a match, and after how many events."""

    def page(self, before: int | None = None) -> dict[str, Any]:
        """The next matches with numbers below ``before`` (None: the newest), evening by evening."""
        with self._sentences():
            journal = self._scribe.journal
            found = past_games(journal, before, PAGE + 1)
            count = count_games(journal)
            told = [self._line(past) for past in found[:PAGE]]
        evenings = [
            {"date": evening, "matches": list(matches)} for evening, matches in groupby(told, lambda one: one["date"])
        ]
        rest = found[PAGE - 1].game.id if len(found) > PAGE else None
        return {"evenings": evenings, "next": rest, "count": count}

    def match(self, number: int) -> dict[str, Any] | None:
        """One match with its score sheet and its hands; None where there is none of that number."""
        with self._sentences():
            past = past_game(self._scribe.journal, number)
            if past is None:
                return None
            with self._lock:
                told = self._told(past.game, in_full)
        if told is None:
            raise Refused(phrase("This program cannot read this match; it was written by another version."))
        return told

    def review(self, number: int, hand: int) -> dict[str, Any] | None:
        """The review of the hand at place ``hand`` (0…) of those that are told of a match (``device.records.reviews``);
        None where there is no such hand."""
        with self._sentences(), self._lock:
            match = self._match(number)
            over = match.over if match else []
            return self._reviews.of(over[hand]) if hand < len(over) else None

    def export(self, to: str, number: int | None = None) -> tuple[str, str] | None:
        """The file name and text of one match, or of all, in the format ``to``; None for a match or a format that is
        not there."""
        if to not in FORMATS:
            return None
        with self._sentences():
            journal = self._scribe.journal
            if number is None:
                games = journal.games()
            else:
                past = past_game(journal, number)
                if past is None:
                    return None
                games = [past.game]
            if not self._exporting.acquire(blocking=False):
                raise Refused(phrase("Another file is being made; try again in a moment."), "not_now")
            try:
                text = text_of(to, of_games(journal, games, log.info), True, log.info)
            except CommandError as error:
                log.warning("The export failed: %s", error)
                text = ""
            finally:
                self._exporting.release()
        if not text:
            raise Refused(phrase("There is no hand that could be written in this format."))
        return _file_name(games, number, to), text

    def played(self, number: int) -> PlayedMatch | None:
        """A match as it was played, the last hand perhaps not over; None where there is none of that number, or none
        that this program can read."""
        with self._sentences(), self._lock:
            return self._match(number)

    def _match(self, number: int) -> PlayedMatch | None:
        """The same. The lock is held."""
        past = past_game(self._scribe.journal, number)
        try:
            return None if past is None else match_of(past.game, self._scribe.journal.entries(number))
        except ValueError:  # what it says may name cards
            return None

    def following(self, number: int) -> int | None:
        """The number of the match that was begun after match ``number`` (0: of the first); None where there is none."""
        with self._sentences():
            return next_game(self._scribe.journal, number)

    def delete(self, number: int) -> dict[str, Any] | None:
        """Delete a match for good; what to tell of it. None where there is none of that number."""
        with self._sentences():
            try:
                wiped = self._scribe.delete(number)
            except KeyError:
                return None
        self._outcomes.drop(number, self._scribe.playing)
        with self._lock:
            self._lines.pop(number, None)
        log.info("Match %d was deleted.", number)
        left = phrase("The match is deleted; the last traces of it in the file go when the table is started next.")
        return {"deleted": number, "note": None if wiped else left}

    def statistics(self) -> dict[str, Any]:
        """What people have done in the matches that are over: ``people`` and ``evenings`` (``by_name``), how many
        matches are ``left`` to be worked out: ask again; and of how many par is ``awaited``: they count by an even
        share."""
        with self._sentences():
            matches, left, awaited = self._outcomes.of(self._scribe.journal, self._scribe.playing)
        people, evenings = by_name(matches, evening_of)
        return {"people": people, "evenings": evenings, "left": left, "awaited": awaited}

    def forget(self, name: str) -> dict[str, Any] | None:
        """Forget whoever was called ``name``, however it was written: the name goes out of every match and of the
        places; what to tell of it, None where nobody was called so."""

        def is_it(other: str) -> bool:
            return same_name(name, other)

        with self._sentences():
            self._forget_name(is_it)  # else the next event would write it down again
            count, wiped = self._scribe.forget(is_it)
        with self._lock:
            self._lines.clear()
        if not count:
            return None
        log.info("A person was forgotten: the name was in %d matches.", count)
        left = phrase("The name is forgotten; the last traces of it in the file go when the table is started next.")
        return {"forgotten": count, "note": None if wiped else left}

    # -- working out ---------------------------------------------------------------------------------------------------

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except JournalError as error:
            if isinstance(error, DamagedJournal):
                self._scribe.mend(error)
            raise Refused(self._scribe.told(error), "not_now") from None

    def _line(self, past: PastGame) -> dict[str, Any]:
        """What the list says of a match."""
        number = past.game.id
        with self._lock:
            events, line = self._lines.get(number, (-1, {}))
            if events != past.events:
                line = self._told(past.game, lambda played: {}) or _unreadable(past.game)
                self._lines[number] = past.events, line
            self._lines.move_to_end(number)
            while len(self._lines) > REMEMBERED:
                self._lines.popitem(last=False)
        return line | self._state(past.game, line)

    def _told(self, game: Game, more: Callable[[PlayedMatch], dict[str, Any]]) -> dict[str, Any] | None:
        """What the list says of a match, and ``more``; None for one that cannot be worked out."""
        try:
            played = match_of(game, self._scribe.journal.entries(game.id))
            return self._said(played) | more(played)
        except (ValueError, TypeError, LookupError) as error:  # what it says may name cards
            log.warning("Match %d cannot be shown (%s).", game.id, type(error).__name__)
            return None

    def _said(self, played: PlayedMatch) -> dict[str, Any]:
        view, game = played.table.public_view(), played.game
        begun = game.started if played.begun is None else played.begun
        winner = view["winner"]
        seats = who_sits(view["seats"])
        line = {
            **_when(begun),
            "number": game.id,
            "minutes": None if played.ended is None else round((played.ended - begun) / 60),
            "game": view["game"],
            "title": view["title"],
            "names": _names(game, seats),
            "faces": faces(game.names, [seat["person"] for seat in seats]),
            "seats": seats,
            "scores": view["scores"],
            "winners": [winner] if isinstance(winner, int) else list(winner or ()),
            "hands": sum(hand.line is not None for hand in played.hands),
        }
        return line | self._state(game, line)

    def _state(self, game: Game, line: Mapping[str, Any]) -> dict[str, Any]:
        over = bool(line.get("winners"))
        playing = game.id == self._scribe.playing
        return {"state": "over" if over else "playing" if playing else "broken_off", "on_table": playing}


def _unreadable(game: Game) -> dict[str, Any]:
    title = phrase("A match that this program cannot read")
    return {**_when(game.started), "number": game.id, "title": title, "names": {}, "unreadable": True}


def _names(game: Game, seats: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    places = [seat["person"] for seat in seats]
    return {place: name for place, name in game.names.items() if place in places}


def in_full(played: PlayedMatch) -> dict[str, Any]:
    """The sheet (``view``) and the hands (``played``) of a match; of each hand only what was played."""
    view = played.table.public_view()
    told = [_hand(hand) for hand in played.over]
    rows = [row | {"seats": hand["seats"]} for row, hand in zip(view["sheet"], told, strict=True)]
    shown = {key: view.get(key) for key in _SHOWN} | {"sheet": rows}
    return {"view": shown, "played": told}


def _hand(hand: PlayedHand) -> dict[str, Any]:
    done = hand.finished
    assert done is not None, "only hands that are over are told"
    return {
        **done.to_json(),
        "contract": done.line.contract,
        "thrown_in": done.line.thrown_in,
        "entries": [{"side": side, "points": points, "how": how} for side, points, how in done.line.entries],
        "remarks": [{"text": remark.text, "time": _clock(remark.t)} for remark in hand.remarks],
    }


# -- days and names ----------------------------------------------------------------------------------------------------


def evening_of(t: float) -> date:
    """The evening to which a moment (seconds since 1970) belongs where the table stands: that of the day before, until
    five in the morning."""
    there = datetime.fromtimestamp(t)
    return there.date() - timedelta(days=there.hour < DAY_BEGINS)


def _clock(t: float) -> str:
    return datetime.fromtimestamp(t).strftime("%H:%M")


def _when(begun: float) -> dict[str, Any]:
    return {"date": evening_of(begun).isoformat(), "time": _clock(begun)}


def _file_name(games: Sequence[Game], number: int | None, to: str) -> str:
    """``whist-2026-11-21-android-7.pbn`` for one match, ``whist-all-2026-11-21.pbn`` for all, by the newest."""
    day = evening_of(games[-1].started).isoformat()
    if number is None:
        return f"whist-all-{day}.{to}"
    return f"whist-{day}-{chosen(games[-1].options).game}-{number}.{to}"
