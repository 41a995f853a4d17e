"""What people have done over evenings, by name. A match is worked out once, when it is over; what came of it is kept by
place in a small file beside the journal, without a name and without a card, so that a thousand matches are told at
once. Par, which takes longest, is worked out afterwards, while nobody waits for it. That file is a comfort: it is made
anew from the journal where it is missing, damaged, or of another version.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from device.journal.journal import Journal
from device.journal.past_games import PastGame, past_games
from device.journal.player_names import faces, is_face
from device.records.export import record_for
from device.records.pars import Judge, Pars
from device.records.played import PlayedHand, match_of
from device.records.tallies import OfHands, Tally, of_hands, over_par, tallies
from device.settings.small_files import remember, remembered
from whist.names import folded

VERSION: Final = 2
"""Of what is kept of a match: another one is worked out anew."""
AT_ONCE: Final = 5
"""Matches that are worked out at one time; whoever asks is told how many are left."""
MOST_KEPT: Final = 5000
"""Matches of which it is kept what came of them."""


Key = tuple[int, float, int]
"""The number of a match, when it was begun, and how much is written of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a match: when people ``began`` it (seconds since 1970), the places that have ``won``, and what each
    has done. ``over``: whether it was played to its end; of others nothing counts. ``judged``: whether the par of its
    hands has been asked for, and is counted where there is one."""

    over: bool = False
    began: float = 0.0
    won: tuple[str, ...] = ()
    done: Mapping[str, Tally] = field(default_factory=dict)
    judged: bool = True

    def to_json(self) -> list[Any]:
        """For the file."""
        done = {place: tally.to_list() for place, tally in self.done.items()}
        return [self.over, round(self.began, 3), [*self.won], done, self.judged]

    @classmethod
    def of_json(cls, kept: Any) -> Outcome:
        """As ``to_json`` gave it; raises ``ValueError``, ``TypeError`` or ``AttributeError`` for anything else."""
        over, began, won, done, judged = kept
        if (
            type(over) is not bool
            or type(judged) is not bool
            or type(began) not in (int, float)
            or not all(isinstance(one, str) for one in won)
        ):
            raise ValueError("it is no outcome")
        return cls(over, began, tuple(won), {str(place): Tally.of_list(one) for place, one in done.items()}, judged)


class Outcomes:
    """What came of each match of a journal; ``memory`` keeps it, ``judge`` works out par (None: nobody does). Any
    thread may call any method."""

    def __init__(self, memory: Path | None = None, judge: Judge | None = None) -> None:
        self._memory, self._judge = memory, judge
        self._lock = threading.Lock()
        self._known: dict[Key, Outcome] = _kept(memory)
        self._playing: int | None = None

    def of(self, journal: Journal, playing: int | None) -> tuple[list[tuple[PastGame, Outcome]], int, int]:
        """The matches that were played to their end, oldest first, how many are left to be worked out: at most
        ``AT_ONCE`` are at one time; and of how many par is not known yet. The one that is ``playing`` counts as soon as
        it is over. Raises ``JournalError``."""
        with self._lock:
            games = past_games(journal, None, MOST_KEPT)
            there = {_key(one): one for one in games}
            gone = self._drop(lambda key: key not in there)
            unknown = [key for key in there if key not in self._known]
            self._playing = playing
            for key in unknown[:AT_ONCE]:
                self._known[key] = self._worked_out(journal, key, there[key])
            if gone or unknown:
                self._keep(playing)
            told = [(there[key], self._known[key]) for key in reversed(there) if key in self._known]
            waits = sum(not outcome.judged for _, outcome in told)
            return [one for one in told if one[1].over], max(0, len(unknown) - AT_ONCE), waits

    def _worked_out(self, journal: Journal, key: Key, past: PastGame) -> Outcome:
        """What came of a match, before par is known. The lock is held."""
        outcome, hands, records = _worked_out(journal, past)
        if self._judge is None or not hands:
            return outcome
        self._judge.ask(key, [_record(hand) for hand in records], partial(self._judged, hands))
        return replace(outcome, judged=False)

    def _judged(self, hands: OfHands, key: Key, pars: Pars) -> None:
        """The par of a match is known; it may have been deleted meanwhile."""
        with self._lock:
            if (outcome := self._known.get(key)) is None or outcome.judged:
                return
            for place, more in over_par(hands, pars).items():
                outcome.done[place].over += more
            self._known[key] = replace(outcome, judged=True)
            self._keep(self._playing)

    def drop(self, number: int, playing: int | None) -> None:
        """A match is deleted: nothing of it is kept."""
        with self._lock:
            if self._drop(lambda key: key[0] == number):
                self._keep(playing)

    def _drop(self, is_it: Callable[[Key], bool]) -> bool:
        gone = [key for key in self._known if is_it(key)]
        for key in gone:
            del self._known[key]
        return bool(gone)

    def _keep(self, playing: int | None) -> None:
        """Write it down, but for the match in play, of which more will be written, and those that wait for par."""
        if self._memory is not None:
            known = [(key, outcome) for key, outcome in self._known.items() if key[0] != playing and outcome.judged]
            kept = [[*key, outcome.to_json()] for key, outcome in known]
            remember(self._memory, {"version": VERSION, "matches": kept})


def _key(past: PastGame) -> Key:
    """What changes with whatever is written of a match."""
    return past.game.id, past.game.started, past.events


def _record(hand: PlayedHand) -> dict[str, Any] | None:
    """The record of a hand; None where there is none, or not all of its cards are known."""
    try:
        return record_for(hand)
    except ValueError:  # what it says is about cards
        return None


def _worked_out(journal: Journal, past: PastGame) -> tuple[Outcome, OfHands, list[PlayedHand]]:
    """What came of a match, and its hands that are over, as people and as cards; none where nothing of it counts."""
    try:
        entries = journal.entries(past.game.id)
        match = match_of(past.game, entries)
        view = match.table.public_view()
        if view["winner"] is None or not match.whole:
            return Outcome(), [], []
        winners = [view["winner"]] if isinstance(view["winner"], int) else view["winner"]
        won = tuple(seat["person"] for seat in view["seats"] if seat["kind"] == "human" and seat["side"] in winners)
        began = past.game.started if match.begun is None else match.begun
        hands = of_hands(match)
        return Outcome(True, began, won, tallies(match, hands, entries)), hands, match.over
    except (ValueError, TypeError, LookupError):  # by another version, or damaged: nobody can look at it either
        return Outcome(), [], []


def _kept(memory: Path | None) -> dict[Key, Outcome]:
    found: dict[Key, Outcome] = {}
    if memory is None:
        return found
    with suppress(OSError, ValueError, TypeError, AttributeError, KeyError):
        kept = remembered(memory)
        if kept["version"] == VERSION:
            for number, started, events, outcome in kept["matches"]:
                found[int(number), float(started), int(events)] = Outcome.of_json(outcome)
    return found


# -- by name -----------------------------------------------------------------------------------------------------------


def same_name(one: str, other: str) -> bool:
    """Whether two names are one person's: however they are written."""
    return folded(one) == folded(other)


def by_name(
    matches: Iterable[tuple[PastGame, Outcome]], evening: Callable[[float], date]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """People with what they have done, whoever has played most hands first, and evenings, oldest first, each with the
    tricks over par that people had by then. Computer players, and people who gave no name, are in neither."""
    called: dict[str, str] = {}
    sums: dict[str, Tally] = {}
    played: dict[str, int] = {}
    won: dict[str, int] = {}
    evenings: dict[date, dict[str, float]] = {}
    for past, outcome in matches:
        there = _people(past)
        for key in {folded(name) for place, name in there.items() if place in outcome.done}:
            played[key] = played.get(key, 0) + 1
            wins = any(folded(there.get(place, "")) == key for place in outcome.won)
            won[key] = won.get(key, 0) + wins
        for place, tally in outcome.done.items():
            if place in there:
                key = folded(there[place])
                called[key] = there[place]
                sums.setdefault(key, Tally()).add(tally)
                evenings.setdefault(evening(outcome.began), {})[key] = sums[key].over
    people = [
        {"name": called[key], "matches": played[key], "won": won[key]}
        | {name: getattr(sums[key], name) for name in Tally.__dataclass_fields__}
        | {"over": round(sums[key].over, 1)}
        for key in sorted(sums, key=lambda key: (-sums[key].hands, called[key]))
    ]
    curve = [
        {"date": day.isoformat(), "over": {called[key]: round(over, 1) for key, over in by.items()}}
        for day, by in sorted(evenings.items())
    ]
    return people, curve


def _people(past: PastGame) -> dict[str, str]:
    """The names of people by place, without those of computer players."""
    names = past.game.names
    computers = faces(names, names)
    return {place: name for place, name in names.items() if place not in computers and not is_face(place) and name}
