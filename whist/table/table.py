"""The table of Android Whist: what follows there from observations and requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from whist.games.android import Android
from whist.messages import events as ev
from whist.messages.observations import HolderShows, Observation, TableShows
from whist.messages.requests import NewGame
from whist.phrases import phrase
from whist.rules import commands
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused as Refused
from whist.table.flow import playing
from whist.table.in_play import GameTable
from whist.table.seen import dealing, sight
from whist.table.seen.matching import told_places
from whist.table.state.seats import PERSONS, person_of, seat_of
from whist.table.state.state import State


class Table(GameTable):
    """A game of Android Whist at one table (RULES A1–A37)."""

    game = Android.name
    begins_with = ev.DealStarted
    rules: Android

    def __init__(self, options: AndroidOptions | None = None, computers: Sequence[str] = ()) -> None:
        """``computers``: the place (``"north"``) of a computer player, whose cards stand in holder 3 (RULES S1)."""
        self.rules = Android(options or AndroidOptions())
        self._restart()
        self._happen([ev.DealStarted(1, PERSONS.index(self.options.first_dealer), computers=tuple(computers))])

    @property
    def options(self) -> AndroidOptions:
        """Its house rules."""
        return self.rules.options

    @classmethod
    def from_events(cls, options: AndroidOptions, events: Iterable[ev.Event]) -> Table:
        """The table after ``events``, which begin with the start of the first deal; an empty list is a new table.

        Raises ``ValueError`` naming the first event that cannot follow from those before it."""
        table = cls(options)
        deque(table._rebuilt(events), maxlen=0)
        return table

    @classmethod
    def follow(cls, options: AndroidOptions, events: Iterable[ev.Event]) -> Iterator[Table]:
        """The same as ``from_events``, step by step: one and the same table, after each of the events."""
        return cls(options)._rebuilt(events)

    @property
    def deal(self) -> int:
        """The number of the hand; one that is dealt again has the same."""
        return self._state.hand.number

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the places of persons."""
        return PERSONS

    @property
    def must_be_cleared(self) -> bool:
        """Whether holders must be seen empty first."""
        return any(one.to_clear for one in self._state.holders.all)

    @property
    def may_be_dealt(self) -> bool:
        """Whether any card stands in a holder or the play has begun."""
        racked = any(one.shown and one.shown[0] for one in self._state.holders.all)
        return not self.must_be_cleared and (racked or self._state.phase != "deal")

    def again(self, choice: NewGame) -> NewGame:
        """The other person deals first (RULES A8)."""
        first = PERSONS[1 - PERSONS.index(person_of(self._state.dealer, self._state.dealer))]
        return replace(choice, options={**choice.options, "first_dealer": first})

    def seat_of(self, person: str) -> int:
        """The seat of ``"south"`` or ``"north"`` in this deal; raises ``ValueError`` for anybody else."""
        if person not in PERSONS:
            raise ValueError(f"{person!r} sits nowhere; the persons are south and north")
        return seat_of(person, self._state.dealer)

    def commander(self, seat: int) -> int | None:
        """The seat of the human who commands the android at ``seat`` (RULES A6); None for a human's seat."""
        return commands.commander(seat, self._state.dealer)

    def handler(self, seat: int) -> int | None:
        """The seat of the human who sees and moves the cards of the android at ``seat`` (RULES A5)."""
        return commands.handler(seat, self._state.dealer)

    # -- what happens --------------------------------------------------------------------------------------------------

    def _see(self, seen: Observation) -> None:
        if isinstance(seen, HolderShows):
            if seen.holder not in self.holders:
                raise ValueError(f"there is no holder {seen.holder}; holders are {', '.join(map(str, self.holders))}")
            if sight.stands_wrong(seen):
                self._looks.lose_holder(seen.holder)
            else:
                self._looks.see_holder(seen)
            playing.note_look(self._state, self._looks, seen.holder)
        elif isinstance(seen, TableShows):
            self._looks.see_table(seen)
            self._looks.note_places(told_places(self._state))
            playing.note_look(self._state, self._looks, None)
        self._happen([*sight.swapped(seen, self._state), *sight.lost(seen, self._state, self.parts, self.persons)])

    def _next(self) -> list[ev.Event]:
        if self._state.phase in ("deal", "turn_up"):
            return dealing.decide(self._state, self._looks, self.rules)
        if self._state.phase == "over":
            return []
        return playing.decide(self._state, self._looks, self.rules)

    def _look_anew(self, event: ev.Event, before: State) -> None:
        if self._state.phase == "play" != before.phase:
            self._looks.begin_trick([(play.x, play.y) for play in before.trick])
        if isinstance(event, ev.StepSaid):
            self._looks.believe()
        if isinstance(event, ev.DealStarted):
            self._looks.forget()
            self._looks.old = dealing.dealt_to(before)


def computers_of(choice: NewGame) -> tuple[str, ...]:
    """The places of computer players: ``holders`` of a choice are places (0 South, 1 North), for seats change their
    numbers from deal to deal. Raises ``ValueError`` with one sentence where computer players cannot sit there."""
    if any(type(place) is not int or place not in range(len(PERSONS)) for place in choice.holders):
        raise ValueError(phrase("computer players sit at seats 0 to {last}", last=len(PERSONS) - 1))
    if len(choice.holders) >= len(PERSONS):
        raise ValueError(phrase("somebody must be there: a computer player cannot move its own cards"))
    return tuple(PERSONS[place] for place in choice.holders)
