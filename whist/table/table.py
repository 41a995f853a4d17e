"""The table of Android Whist: observations and requests in, events out; views for pages and lights."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from whist.games.android import Android
from whist.messages import events as ev
from whist.messages.observations import HolderShows, Observation, OutOfSight, TableShows
from whist.messages.requests import NewGame, Request
from whist.rules import commands
from whist.rules.hand import Hand
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused as Refused
from whist.rules.standing import with_changes
from whist.table import granting, playing, views
from whist.table.deciding import Deciding
from whist.table.seen import dealing, sight
from whist.table.seen.last_seen import Looks
from whist.table.seen.matching import told_places
from whist.table.state.evolve_commands import evolve, whole_hand
from whist.table.state.look_back import Finished
from whist.table.state.seats import HOLDERS, PERSONS, person_beside, person_of, seat_of
from whist.table.state.state import Play, State

_MOST_STEPS = 200


@dataclass(eq=False)
class Table:
    """A game of Android Whist at one table (RULES A1–A37).

    All state follows from the events. What was last *seen* is kept beside it and is no part of the game: a table
    rebuilt from its events equals the old one and should be shown holders and play area once more.
    """

    options: AndroidOptions
    game = Android.name
    persons = PERSONS
    parts = (*map(sight.part_of, HOLDERS), sight.PLAY_AREA)

    def __init__(self, options: AndroidOptions | None = None) -> None:
        self.options = options or AndroidOptions()
        self.rules = Android(self.options)
        self._events: list[ev.Event] = []
        self._state = State()
        self._looks = Looks()
        self._finished: list[Finished] = []
        self._happen([ev.DealStarted(1, PERSONS.index(self.options.first_dealer))])

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

    def _rebuilt(self, events: Iterable[ev.Event]) -> Iterator[Table]:
        for number, event in enumerate(events, 1):
            if number == 1:
                self._events, self._state, self._finished = [], State(), []
            try:
                if number == 1 and not isinstance(event, ev.DealStarted):
                    raise TypeError("a game begins with the start of a deal")
                self._happen([event])
            except (TypeError, IndexError, KeyError) as error:
                raise ValueError(f"event {number} ({event!r}) cannot follow from those before it: {error}") from None
            yield self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (self.options, self._events, self._state) == (other.options, other._events, other._state)

    __hash__ = None  # type: ignore[assignment]

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """All events since the start."""
        return tuple(self._events)

    @property
    def state(self) -> State:
        """The state as it follows from the events; it holds secrets, pages are given ``public_view`` and ``view``."""
        return self._state

    # -- what whist.tables.TableInPlay says of these ------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """``"deal"``, ``"turn_up"``, ``"play"``, ``"gather"``, ``"scored"`` or ``"over"``."""
        return self._state.phase

    @property
    def deal(self) -> int:
        """The number of the hand; one that is dealt again has the same."""
        return self._state.hand.number

    @property
    def hand(self) -> Hand:
        """Before a card is turned up it waits for that."""
        return self._state.hand

    @property
    def questions(self) -> tuple[ev.Question, ...]:
        """What is asked now."""
        return self._state.questions

    @property
    def trick_there(self) -> tuple[int, tuple[Play, ...]]:
        """The trick that lies there."""
        state = self._state
        return len(state.tricks) + (state.phase == "play" or not state.tricks), state.trick

    @property
    def to_move(self) -> frozenset[tuple[int, int]]:
        """The card that an android has to play."""
        slots = ((holder, playing.handler_slot(self._state, holder)) for holder in HOLDERS)
        return frozenset((holder, slot) for holder, slot in slots if slot is not None)

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

    # -- what happens --------------------------------------------------------------------------------------------------

    def apply(self, item: Observation | Request) -> list[ev.Event]:
        """Take in what was seen or asked; returns the new events, possibly none.

        Raises ``Refused`` for a request that is not granted; the table is then as it was."""
        before = len(self._events)
        if isinstance(item, HolderShows | TableShows | OutOfSight):
            self._see(item)
        else:
            self._happen(granting.decide(item, self._state, self.rules, self._looks))
        for _ in range(_MOST_STEPS):
            events = self._next()
            if not events:
                break
            self._happen(events)
        return self._events[before:]

    def public_view(self) -> dict[str, Any]:
        """What everybody may know, as JSON-able values."""
        return views.public_view(self._state, self.rules, len(self._events), list(self.finished.values()))

    def view(self, seat: int) -> dict[str, Any]:
        """What the person at ``seat`` may know; for an android's seat the public view."""
        return views.view(self._state, self.rules, len(self._events), seat, list(self.finished.values()))

    @property
    def half_believed(self) -> frozenset[str]:
        """The parts at which the eyes are to look once more: ``Looks.half_believed``."""
        return self._looks.half_believed

    @property
    def finished(self) -> dict[int, Finished]:
        """The hands that are scored, each with what was corrected of the scores after it, by the number of the deal."""
        lines = with_changes(self._state.lines, self._state.score_changes)
        done = [replace(done, line=line) for done, line in zip(self._finished, lines, strict=True)]
        return {one.line.number: one for one in done}

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was found and corrected in the present deal, as everybody may read it."""
        return self._state.notes

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the places of persons."""
        return PERSONS

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats of computer players with holders: none."""
        return ()

    @property
    def androids(self) -> bool:
        """Whether its holders are those of androids."""
        return True

    @property
    def holders(self) -> tuple[int, ...]:
        """The numbers of the holders of this table."""
        return HOLDERS

    @property
    def deciding(self) -> Deciding | None:
        """What a computer player has to decide now: nothing, for androids obey."""
        return None

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

    def _see(self, seen: Observation) -> None:
        if isinstance(seen, HolderShows):
            if seen.holder not in HOLDERS:
                raise ValueError(f"there is no holder {seen.holder}; holders are 1 and 2")
            if seen.beside not in (None, person_beside(seen.holder)):
                self._looks.lose_holder(seen.holder)
            else:
                self._looks.see_holder(seen)
            playing.note_look(self._state, self._looks, seen.holder)
        elif isinstance(seen, TableShows):
            self._looks.see_table(seen)
            self._looks.note_places(told_places(self._state.told))
            playing.note_look(self._state, self._looks, None)
        self._happen([*sight.swapped(seen, self._state), *sight.lost(seen, self._state, self.parts, PERSONS)])

    def _next(self) -> list[ev.Event]:
        if self._state.phase in ("deal", "turn_up"):
            return dealing.decide(self._state, self._looks)
        if self._state.phase == "over":
            return []
        return playing.decide(self._state, self._looks, self.rules)

    def _happen(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            phase, before = self._state.phase, self._state
            self._state = evolve(event, self._state, self.rules)
            self._events.append(event)
            if isinstance(event, ev.HandScored):
                now = self._state
                del self._finished[len(now.lines) - 1 :]  # a card of it was corrected
                self._finished.append(Finished(whole_hand(now), now.lines[-1], views.seats_of(now)))
            if self._state.phase == "play" != phase:
                self._looks.begin_trick()
            if isinstance(event, ev.StepSaid):
                self._looks.believe()
            if isinstance(event, ev.DealStarted):
                self._looks.forget()
                self._looks.old = dealing.dealt_to(before)
