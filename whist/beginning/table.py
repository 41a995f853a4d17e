"""A match of which it is drawn or cut who begins (RULES S6): before the first deal its table settles that, and is then
the table of the game, to which everything is handed on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from whist.beginning import asked, seen, words
from whist.beginning.event_queue import EventQueue
from whist.beginning.state import WhoBegins, evolve
from whist.cards import Card
from whist.messages import events as ev
from whist.messages import events_of_beginning as fb
from whist.messages import events_of_calls as fe
from whist.messages.observations import HolderShows, HouseholdTells, Observation, OutOfSight, TableShows
from whist.messages.requests import CutAgain, NameFirst, NewGame, Request
from whist.names import place_name
from whist.phrases import Phrase, phrase
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.options import AndroidOptions, Options
from whist.rules.refusals import Refused
from whist.table import shown
from whist.table.deciding import Deciding
from whist.table.seen import sight
from whist.table.state.around import before
from whist.table.state.holders import BySlot
from whist.table.state.look_back import Finished
from whist.table.state.seats import PERSONS, seat_of
from whist.table.state.state import Laid
from whist.table.table import Table
from whist.table.words.questions import Known, question_text

PHASE = "cut"
"""The phase of the views until it is settled who begins."""
_MOST_STEPS = 20
_SOUTH_DEALS = 0
_QUIET = (fe.GameStarted, fe.HandStarted, ev.DealStarted, ev.OutOfSightFound, ev.InSight, ev.Question)
_STILL = (*_QUIET, ev.QuestionWithdrawn, ev.Swapped, ev.Gathered)
"""Events of a match in which nobody has dealt yet."""


class BeginningTable:
    """The table of ``choice``, whose house ``options`` want it drawn or cut who begins. What is cut lies before seats
    as of a deal of South's; of a computer player's seat a person cuts, who moves its cards, too (RULES S3).

    All state follows from the events: first those by which it is settled who begins, then those of the game's table.
    Raises ``ValueError`` as the tables of the games."""

    def __init__(self, choice: NewGame, options: Options) -> None:
        self._prepare(choice, options)
        seats, how = self._seats, options.first
        self._happen([fb.FirstAsked(how, options.cut, seats, choice.seed or 0)])
        self._go_on()

    def _prepare(self, choice: NewGame, options: Options) -> None:
        self._choice, self._options = choice, options
        self._state = WhoBegins()
        self._before: list[ev.Event] = []
        """The events before those of the game's table that is played at now."""
        self._table = self._begun_by(_SOUTH_DEALS)
        self._started = False
        self._holders: dict[int, HolderShows] = {}
        self._laid: TableShows | None = None
        self._lost: frozenset[str] = frozenset()

    @classmethod
    def resume(cls, choice: NewGame, options: Options, events: Iterable[ev.Event]) -> BeginningTable:
        """The table after ``events``, none for a new one; raises ``ValueError`` naming the first that cannot be."""
        found = None
        for table in cls.follow(choice, options, events):
            found = table
        if found is None:
            return cls(choice, options)
        if found._state.begun or found._state.how == "drawn":
            found._go_on()  # else it must be seen first what lies there
        return found

    @classmethod
    def follow(cls, choice: NewGame, options: Options, events: Iterable[ev.Event]) -> Iterator[BeginningTable]:
        """The same step by step: one and the same table, after each of the events."""
        table = cls.__new__(cls)
        table._prepare(choice, options)
        queue = EventQueue(events)
        while (event := queue.next()) is not None:
            if table._state.begun and not isinstance(event, fb.BeginningEvent):
                queue.put_back(event)
                yield from table._followed(queue)
                continue
            try:
                if not table._before and not isinstance(event, fb.FirstAsked):
                    raise TypeError("such a match begins with the event first_asked")
                table._happen([event])
            except (TypeError, ValueError) as error:
                raise ValueError(f"{event!r} cannot follow from the events before it: {error}") from None
            yield table

    def _followed(self, queue: EventQueue) -> Iterator[BeginningTable]:
        options = _dealt_by(self._options, self._dealer)
        untold = options if isinstance(options, AndroidOptions) else None
        for table in Table.follow(queue.of_the_game(), untold):
            self._table, self._started = table, True
            yield self

    def _begun_by(self, dealer: int) -> Table:
        """The game's own table, dealt first by a seat; in Android Whist by a person."""
        choice, options = self._choice, _dealt_by(self._options, dealer)
        return Table(choice.game, options, choice.players, dealer, choice.seed or 0, choice.holders)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BeginningTable):
            return NotImplemented
        return (self.events, self._state, self._table) == (other.events, other._state, other._table)

    __hash__ = None  # type: ignore[assignment]

    # -- who sits where ------------------------------------------------------------------------------------------------

    @property
    def _seats(self) -> tuple[int, ...]:
        """Who may begin: in Android Whist the two persons (RULES A12), else all."""
        if self.rules.androids:
            return tuple(seat_of(person, _SOUTH_DEALS) for person in PERSONS)
        return tuple(range(self._table.rules.players))

    @property
    def _dealer(self) -> int:
        """Who deals first, as the game's table is told: where the one found leads, the seat before (RULES I10)."""
        seat = 0 if self._state.found is None else self._state.found.seat
        if self.rules.androids:
            return self._seats.index(seat)
        return (seat - 1) % self.rules.players if self._leads else seat

    @property
    def _leads(self) -> bool:
        """Whether whoever begins leads first (RULES I3), not deals."""
        return self.rules.first_leads

    def _where(self, x: float, y: float) -> int | None:
        seat = before(x, y, len(self._seats))
        return None if seat is None else self._seats[seat]

    def _place(self, seat: int) -> str:
        return self.places[self._seats.index(seat)]

    def _name(self, seat: int) -> Phrase:
        return place_name(self._place(seat))

    def _person_at(self, seat: int) -> str | None:
        place = self._place(seat) if seat in self._seats else None
        return place if place in self.persons else None

    def _lays_for(self, seat: int) -> int:
        """Who lays a card for a seat: that person, or of a computer player whoever moves its cards (RULES S3)."""
        views = {one["seat"]: one for one in self._table.public_view()["seats"]}
        return int(views[seat].get("handler", seat)) if seat not in self._table_persons() else seat

    def _table_persons(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._seats if self._person_at(seat) is not None)

    def _then(self, seat: int) -> int:
        """A seat of the table in play as one of a deal of South's."""
        person = next((one for one in self.persons if self._table.seat_of(one) == seat), None)
        return seat if person is None or not self.rules.androids else self._seats[PERSONS.index(person)]

    def _now(self, seat: int) -> int:
        """A seat of a deal of South's as one of the table in play."""
        return self._table.seat_of(self._place(seat)) if self.rules.androids else seat

    # -- what whist.tables.TableInPlay says of these ------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state of the game's table; it holds secrets."""
        return self._table.state

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._table.game

    @property
    def rules(self) -> Rules[Any]:
        """Those of the game."""
        return self._table.rules

    @property
    def persons(self) -> tuple[str, ...]:
        """Who has a page here."""
        return tuple(self._table.persons)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places."""
        return tuple(self._table.places)

    @property
    def holders(self) -> Sequence[int]:
        """The numbers of the holders."""
        return self._table.holders

    @property
    def androids(self) -> bool:
        """Whether they are those of androids."""
        return self._table.androids

    @property
    def computers(self) -> Sequence[int]:
        """The seats of computer players with holders."""
        return self._table.computers

    @property
    def racked(self) -> Sequence[tuple[int, BySlot]]:
        """SECRET. Nothing is known of holders before the first deal."""
        return self._table.racked if self._started else ()

    @property
    def deciding(self) -> Deciding | None:
        """SECRET. Nothing before the first deal."""
        return self._table.deciding if self._started else None

    @property
    def parts(self) -> Sequence[str]:
        """What the camera must find."""
        return self._table.parts

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """All events since the start."""
        return (*self._before, *self._table.events) if self._started else tuple(self._before)

    @property
    def phase(self) -> str:
        """``"cut"``, then as at the game's table."""
        return self._table.phase if self._started else PHASE

    @property
    def deal(self) -> int:
        """As at the game's table; the first before it."""
        return self._table.deal

    @property
    def hand(self) -> Hand | None:
        """As at the game's table."""
        return self._table.hand

    @property
    def finished(self) -> Mapping[int, Finished]:
        """The hands that are scored."""
        return self._table.finished

    @property
    def remarks(self) -> tuple[str, ...]:
        """Who began, and why, in the first hand; what was found and corrected."""
        return (*([] if (said := self._said()) is None else [said]), *self._table.remarks)

    @property
    def questions(self) -> tuple[ev.Question, ...]:
        """What is asked now."""
        return self._table.questions if self._started else self._state.questions

    @property
    def trick_there(self) -> tuple[int, tuple[Laid, ...]]:
        """The trick that lies there; none while it is cut."""
        return self._table.trick_there if self._started else (1, ())

    @property
    def to_move(self) -> frozenset[tuple[int, int]]:
        """The cards that must be moved from holders."""
        return self._table.to_move if self._started else frozenset()

    @property
    def half_believed(self) -> frozenset[str]:
        """The parts at which the eyes are to look once more."""
        return self._table.half_believed if self._started else frozenset()

    @property
    def awaited(self) -> frozenset[str]:
        """The holders whose cards are not known yet; none while cards are cut."""
        return self._table.awaited if self._started else frozenset()

    @property
    def must_be_cleared(self) -> bool:
        """As at the game's table: what is cut is no hand that is dealt again."""
        return self._table.must_be_cleared if self._started else False

    @property
    def may_be_dealt(self) -> bool:
        """Whether there may be cards to throw in."""
        return self._table.may_be_dealt if self._started else False

    def seat_of(self, person: str) -> int:
        """The seat of a place in this deal; raises ``ValueError`` for any other name."""
        return self._table.seat_of(person)

    def again(self, choice: NewGame) -> NewGame:
        """The same game, of which it is drawn or cut anew who begins."""
        return self._table.again(choice)

    @property
    def household(self) -> int | None:
        """None: where tables are linked, who begins is named."""
        return None

    @property
    def told(self) -> HouseholdTells | None:
        """Nothing: there are no others."""
        return None

    def hear(self, told: HouseholdTells) -> list[ev.Event]:
        """Raises ``ValueError``: there are no others."""
        return self._table.hear(told)

    # -- what happens --------------------------------------------------------------------------------------------------

    def apply(self, item: Observation | Request) -> list[ev.Event]:
        """Take in what was seen or asked; returns the new events. Raises ``Refused`` and changes nothing for a request
        that is not granted."""
        count = len(self.events)
        if isinstance(item, HolderShows | TableShows | OutOfSight):
            self._note(item)
            if not self._started:
                self._happen(sight.lost(item, self._state, (sight.PLAY_AREA,), self.persons))
        elif not self._started or isinstance(item, NameFirst | CutAgain):
            self._grant(item)
        if self._started and not isinstance(item, NameFirst | CutAgain):
            self._table.apply(item)
        else:
            self._go_on()
        return list(self.events[count:])

    def _note(self, seen: Observation) -> None:
        """Keep what was seen last: the game's table is told of it when it begins."""
        if isinstance(seen, HolderShows):
            self._holders[seen.holder] = seen
            self._lost -= {sight.part_of(seen.holder)}
        elif isinstance(seen, TableShows):
            self._laid = seen
            self._lost -= {sight.PLAY_AREA}
        else:
            self._lost = seen.parts

    def _grant(self, request: Request) -> None:
        if self._started and not self._may_begin_anew:
            raise Refused(phrase("The first hand has begun; who begins is settled."), "not_now")
        request = replace(request, seat=self._then(request.seat))
        if isinstance(request, NameFirst):
            request = replace(request, first=self._then(request.first))
        pack = frozenset(self.rules.pack())
        self._happen(asked.decide(request, self._state, self._person_at, pack, self.persons))

    @property
    def _may_begin_anew(self) -> bool:
        """Whether nobody has dealt yet."""
        return all(isinstance(event, _STILL) for event in self._table.events)

    def _go_on(self) -> None:
        pack = frozenset(self.rules.pack())
        for _ in range(_MOST_STEPS):
            laid = None if self._laid is None else self._laid.cards
            events = seen.decide(self._state, laid, self._where, pack, self.persons)
            if not events:
                break
            self._happen(events)
        if self._state.begun and not self._started:
            self._start()

    def _start(self) -> None:
        """The match begins; its table is told what is to be seen."""
        self._table, self._started = self._begun_by(self._dealer), True
        there: list[Observation] = [*self._holders.values(), *([self._laid] if self._laid else [])]
        for one in there:
            self._table.apply(one)
        if self._lost:
            self._table.apply(OutOfSight(self._lost))

    def _happen(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self._state = evolve(event, self._state)
            if self._started:  # somebody else begins
                self._before += self._table.events
                self._table, self._started = self._begun_by(_SOUTH_DEALS), False
            self._before.append(event)

    # -- views ---------------------------------------------------------------------------------------------------------

    def public_view(self) -> dict[str, Any]:
        """What everybody may know, as JSON-able values."""
        view = self._table.public_view()
        return view | self._changed(view)

    def view(self, seat: int) -> dict[str, Any]:
        """What the person at ``seat`` may know."""
        own = self._table.view(seat)
        view = own | self._changed(own)
        if "me" not in view:
            return view
        can = self._actions()
        if self._started:
            return view | ({"actions": [*view.get("actions", ()), *can]} if can else {})
        asks = [one for one in self._state.questions if view["me"]["person"] in one.ask]
        questions = [shown.question(one, question_text(one, Known(self._name)), self._others(one)) for one in asks]
        return view | {"actions": can, "questions": questions, "mend": None, "commands": None, "may_undo": False}

    def _changed(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """What of a view is another than at the game's table."""
        told: dict[str, Any] = {"event": len(self.events)}
        if not self._started:
            return told | self._cutting()
        said = self._said()
        return told if said is None else told | {"notes": [said, *view["notes"]]}

    def _others(self, asked_now: ev.Question) -> list[Card]:
        """The cards that it can have been, too."""
        known = {*asked_now.candidates, *self._state.shows.cards}
        return [] if asked_now.about == "sight" else [card for card in self.rules.pack() if card not in known]

    def _cutting(self) -> dict[str, Any]:
        state = self._state
        laid = [seat for seat in state.asked if state.laid_by(seat)]
        return {
            "phase": PHASE,
            "prompt": words.prompt(state, self._name, self._lays_for, leads=self._leads),
            "trick": [{"seat": seat, "card": str(state.laid_by(seat)[0])} for seat in laid],
            "questions": shown.open_questions(state.questions),
            "out_of_sight": sorted(state.out_of_sight),
            "unread": state.shows.unread,
            "cut": {
                "best": state.best,
                "missing": [] if state.clear or state.found else list(state.missing),
                "apart": [str(card) for card in state.shows.apart],
                "clear": state.clear or state.found is not None,
                "first": None if state.found is None else state.found.seat,
            },
        }

    def _actions(self) -> list[dict[str, Any]]:
        """What a person may ask for before the first deal, each as the JSON object of its request."""
        state = self._state
        if self._started and not self._may_begin_anew:
            return []
        first = None if state.found is None else state.found.seat
        named = [{"first": self._now(seat)} for seat in self._seats if seat != first]
        if self._started:
            return named if state.how == "drawn" else [{"cut_again": True}]
        owners = [{"laid_by": seat} for seat in state.missing] if state.shows.apart else []
        cleared = [{"cleared": True}] if state.clear or state.found is not None else []
        again = [{"cut_again": True}] if state.how == "cut" and not state.clear else []
        return [*owners, *cleared, *again, *named]

    def _said(self) -> Phrase | None:
        """Who began, and why, in the first hand."""
        hand = self._table.hand
        if not self._started or self._state.found is None or hand is None or hand.number != 1:
            return None
        return words.found(self._state.found, self._name, self._state.best, leads=self._leads)


def _dealt_by(options: Options, dealer: int) -> Options:
    """The ``options`` by which a seat deals first, or in Android Whist, where they say who does, a person."""
    return replace(options, first_dealer=PERSONS[dealer]) if isinstance(options, AndroidOptions) else options
