"""The table of a game: observations and requests in, events out, as ``whist.tables.TableInPlay`` says of all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Final, Self

from whist.messages import events as ev
from whist.messages.observations import HolderShows, HouseholdTells, Observation, OutOfSight, TableShows
from whist.messages.requests import NewGame, Request, request_of
from whist.rules.actions import Action
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import with_changes
from whist.table import granting, shown, views
from whist.table.deciding import Deciding, decides, deciding
from whist.table.naming import seat_name
from whist.table.remarks import remarks
from whist.table.seen import sight
from whist.table.seen.last_seen import Looks
from whist.table.state.around import people
from whist.table.state.evolve import evolve, why_never
from whist.table.state.look_back import Finished
from whist.table.state.state import Play, State
from whist.table.words.refusals import by_their_places, no_seat

_MOST_STEPS: Final = 200


class GameTable(ABC):
    """A match at one table, whichever game is played.

    All state follows from the events. What was last *seen* is kept beside it and is no part of the game: a table
    rebuilt from its events equals the old one and should be shown holders and play area once more.
    """

    game: str
    """The name of the game, as ``"candid"``."""
    rules: Rules[Any]
    """The rules of the game with its options and players."""
    begins_with: ClassVar[type[Any]]
    """The kind of the first event."""

    def _restart(self) -> None:
        """Nothing has happened yet."""
        self._events: list[ev.Event] = []
        self._state, self._looks = State(), Looks()
        self._finished: list[tuple[int, Finished]] = []

    def _rebuilt(self, events: Iterable[ev.Event]) -> Iterator[Self]:
        """One and the same table, after each of the events; raises ``ValueError`` naming the first that cannot follow
        from those before it."""
        for number, event in enumerate(events, 1):
            try:
                if number == 1:
                    if not isinstance(event, self.begins_with):
                        raise TypeError(f"a match begins with the event {self.begins_with.name}")
                    self._prepare(event)
                    self._restart()
                self._happen([event])
            except (TypeError, IndexError, KeyError, ValueError, Refused) as error:
                raise ValueError(f"event {number} ({event!r}) cannot follow from those before it: {error}") from None
            yield self

    def _prepare(self, event: ev.Event) -> None:  # noqa: B027 – of most matches nothing is said
        """Set what the first event says of the match."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameTable):
            return NotImplemented
        return (self.rules.options, self._events, self._state) == (other.rules.options, other._events, other._state)

    __hash__ = None  # type: ignore[assignment]

    # -- what happens --------------------------------------------------------------------------------------------------

    def apply(self, item: Observation | Request) -> list[ev.Event]:
        """Take in what was seen or asked; returns the new events, possibly none.

        Raises ``Refused``, which calls people by their places, for a request that is not granted; the table is then as
        it was."""
        before = len(self._events)
        if isinstance(item, HolderShows | TableShows | OutOfSight):
            self._see(item)
        else:
            with by_their_places(lambda: [seat_name(seat, self._state) for seat in range(self.rules.players)]):
                if type(item.seat) is not int or item.seat not in range(self.rules.players):
                    raise no_seat(item.seat, self.rules.players)
                granted = self._granted(item)
            self._happen(granted)
        self._go_on()
        return self._events[before:]

    def _go_on(self) -> None:
        for _ in range(_MOST_STEPS):
            events = self._next()
            if not events:
                break
            self._happen(events)

    def _happen(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            before = self._state
            if (why := why_never(event, self.rules)) is not None:
                raise TypeError(why)
            self._state = evolve(event, self._state, self.rules)
            self._events.append(event)
            self._keep(event)
            self._look_anew(event, before)

    def _keep(self, event: ev.Event) -> None:
        """The hand that has just been scored, for those who look at it again, while it is over."""
        state = self._state
        if isinstance(event, ev.HandScored):
            del self._finished[len(state.lines) - 1 :]  # a card of it was corrected
            self._finished.append(
                (self.deal, Finished(state.whole_hand, state.lines[-1], views.seats_of(state, self.rules)))
            )
        del self._finished[len(state.lines) :]

    def _granted(self, request: Request) -> list[ev.Event]:
        """The events of a request; raises ``Refused``."""
        return granting.decide(request, self._state, self.rules, self._looks)

    @abstractmethod
    def _see(self, seen: Observation) -> None:
        """Take in what was seen."""

    @abstractmethod
    def _next(self) -> list[ev.Event]:
        """What follows from what was last seen; nothing new gives no event."""

    @abstractmethod
    def _look_anew(self, event: ev.Event, before: State) -> None:
        """What was seen before ``event``, in the state ``before``, may not count any more."""

    # -- who is there --------------------------------------------------------------------------------------------------

    @property
    def persons(self) -> tuple[str, ...]:
        """Who has a page at this table, by name and in the order of their seats: ``"south"``, …"""
        return people(self._state)

    @property
    @abstractmethod
    def places(self) -> tuple[str, ...]:
        """The names of all places by seat, those of computer players, too; in Android Whist of those of persons."""

    @abstractmethod
    def seat_of(self, person: str) -> int:
        """The seat of a person in this deal; raises ``ValueError`` for one who does not sit here."""

    @property
    def holders(self) -> tuple[int, ...]:
        """The numbers of the holders of this table (1…)."""
        return tuple(range(1, len(self._state.holders.all) + 1))

    @property
    def androids(self) -> bool:
        """Whether these are the holders of androids."""
        return self._state.holders.obey

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats of computer players whose cards stand in holders, by holder."""
        return self._state.holders.computers

    @property
    def decides(self) -> int | None:
        """The seat of a computer player that has to say or to choose something now; None while none has."""
        return decides(self._state)

    @property
    def deciding(self) -> Deciding | None:
        """SECRET. What that computer player has to decide, and what it knows; for what decides for it and for nobody
        else."""
        return deciding(self._state, self.rules, len(self._events), self._grants)

    def _grants(self, action: Action) -> bool:
        """Whether an action of a computer player would be taken."""
        try:
            asked = request_of(action)
            return asked is not None and bool(self._granted(asked))
        except Refused:
            return False

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that the camera must find: ``"play area"``, and ``"holder 1"``, … where there are holders."""
        return (*map(sight.part_of, self.holders), sight.PLAY_AREA)

    @property
    def household(self) -> int | None:
        """The household (0…) that sits here of those at linked tables (RULES U22c); None where no tables are linked."""
        return None

    @property
    def told(self) -> HouseholdTells | None:
        """What this table tells the others of its household; None where there are no others."""
        return None

    def hear(self, told: HouseholdTells) -> list[ev.Event]:
        """Take in what another household tells of its own seats; returns the new events, possibly none. Raises
        ``ValueError`` for what can be no word of one; the table is then as it was."""
        raise ValueError("this table is linked to none")

    # -- how things stand ----------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """All events since the start."""
        return tuple(self._events)

    @property
    def state(self) -> State:
        """The state as it follows from the events; it holds secrets, pages are given ``public_view`` and ``view``."""
        return self._state

    def public_view(self) -> dict[str, Any]:
        """What everybody may know, as JSON-able values."""
        return views.public_view(self._state, self.rules, len(self._events), self._last_finished())

    def view(self, seat: int) -> dict[str, Any]:
        """What whoever is at ``seat`` may know: for a seat where nobody sits the public view."""
        return views.view(self._state, self.rules, len(self._events), seat, self._last_finished())

    @property
    def phase(self) -> str:
        """As in the views."""
        return self._state.phase

    @property
    def deal(self) -> int:
        """Which deal it is, as ``finished`` counts them; 0 before the first."""
        return self._state.deals

    @property
    def hand(self) -> Hand | None:
        """The hand in play, or the one that was scored last, as everybody knows it, without any card that was not laid;
        None before the first."""
        return self._state.hand if self._state.deals else None

    @property
    def finished(self) -> dict[int, Finished]:
        """The hands that are scored, those thrown in too, by deal, each with what was corrected of the scores after
        it."""
        lines = with_changes(self._state.lines, self._state.score_changes)
        return {deal: replace(one, line=line) for (deal, one), line in zip(self._finished, lines, strict=True)}

    def _last_finished(self) -> Finished | None:
        return next(reversed(self.finished.values()), None)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was found and corrected in the present hand, as everybody may read it."""
        return tuple(remarks(self._state, self.rules))

    @property
    def questions(self) -> tuple[ev.Question, ...]:
        """What is asked now, oldest first; each is for those alone who are asked."""
        return self._state.questions

    @property
    def trick_there(self) -> tuple[int, tuple[Play, ...]]:
        """The number of the trick (1…) whose cards lie there or are laid next, and its cards that lie there."""
        state = self._state
        next_one = not state.claimed and bool(state.hand.trick or not state.trick)
        return len(state.hand.tricks) + len(state.claimed) + next_one, state.trick

    @property
    def to_move(self) -> frozenset[tuple[int, int]]:
        """Holder (1…) and slot (0…12) of each card that must be moved from there now: who stands before that holder
        sees it anyway."""
        now = shown.moving(self._state)
        return frozenset() if now is None or now[1] is None else frozenset({(now[0], now[1])})

    @property
    def half_believed(self) -> frozenset[str]:
        """The parts at which the eyes are to look once more."""
        return self._looks.half_believed

    @property
    @abstractmethod
    def must_be_cleared(self) -> bool:
        """Whether the camera must see, after a misdeal, that all cards are gathered."""

    @property
    @abstractmethod
    def may_be_dealt(self) -> bool:
        """Whether there may be cards to throw in: not where they were just thrown in."""

    @abstractmethod
    def again(self, choice: NewGame) -> NewGame:
        """The ``choice`` by which this game was begun, for the same game after it: the deal goes on passing."""
