"""The table of a game: observations and requests in, events out, as ``whist.tables.TableInPlay`` says of all."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from whist.games.android import Android
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import HolderShows, HouseholdTells, Observation, OutOfSight, TableShows
from whist.messages.requests import NewGame, Request, request_of
from whist.rules.actions import Action, Legal
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.options import AndroidOptions, Options
from whist.rules.refusals import Refused as Refused
from whist.rules.standing import with_changes
from whist.table import granting, shown, views
from whist.table.deciding import Deciding, decides, deciding
from whist.table.flow import dealing, in_holders, linked, playing
from whist.table.naming import seat_name
from whist.table.remarks import remarks
from whist.table.seating import check_holders, playable
from whist.table.seen import sight
from whist.table.seen.last_seen import Looks
from whist.table.seen.matching import told_places
from whist.table.state.around import people, places
from whist.table.state.evolve import evolve, why_never
from whist.table.state.holders import BySlot
from whist.table.state.look_back import Finished
from whist.table.state.seats import PERSONS, person_of
from whist.table.state.state import Laid, State
from whist.table.words.refusals import by_their_places, no_seat

_MOST_STEPS: Final = 200
_AT_TABLE: Final[Mapping[str, Mapping[str, Any]]] = {"italian": {"trump_method": "entered"}}
"""Options that are others at a real table, unless people choose (RULES I8)."""
_OLD: Final[Mapping[str, Mapping[str, Any]]] = {"classic": {"honours_at_game_end": "old_law"}}
"""What held in matches that began before there was such an option (RULES W9)."""


class Table:
    """A match at one table, whichever game is played.

    All state follows from the events. What was last *seen* is kept beside it and is no part of the game: a table
    rebuilt from its events equals the old one and should be shown holders and play area once more.
    """

    rules: Rules[Any]
    """The rules of the game with its options and players."""

    def __init__(
        self,
        game: str,
        options: Options | None = None,
        players: int | None = None,
        dealer: int = 0,
        seed: int = 0,
        holders: Sequence[int] = (),
        household: int | None = None,
    ) -> None:
        """A new match of ``game``, dealt first by seat ``dealer``. The seats of ``holders`` are computer players, whose
        cards stand in holders of their own (RULES S1). In Android Whist ``players`` and ``dealer`` mean nothing: two
        people sit, a house rule says who of them deals, and ``holders`` are their places (0 South, 1 North). ``seed``
        repeats what is drawn (RULES I8). Where several households play, ``household`` (0…) is the one that sits here
        of them; what the others do is told (RULES U22c). Raises ``ValueError`` with one sentence for a game, options,
        players or a dealer that cannot be."""
        chosen = _AT_TABLE.get(game, {}) if options is None else options.to_json()
        self._restart(playable(game, chosen, None if game == Android.name else players, household), seed, household)
        check_holders(self.rules, holders, household)
        self._happen([self._first_event(dealer, holders)])
        self._go_on()

    def _restart(self, rules: Rules[Any], seed: int, household: int | None) -> None:
        """Nothing has happened yet."""
        self.rules, self._seed, self._household = rules, seed, household
        self._events: list[ev.Event] = []
        self._state, self._looks = State(), Looks()
        self._finished: list[tuple[int, Finished]] = []
        self._public: dict[str, Any] | None = None

    def _first_event(self, dealer: int, holders: Sequence[int]) -> ev.Event:
        rules = self.rules
        if isinstance(rules, Android):
            computers = tuple(PERSONS[place] for place in holders)
            return ev.DealStarted(1, PERSONS.index(rules.options.first_dealer), computers=computers)
        if type(dealer) is not int or dealer not in range(rules.players):
            raise ValueError(f"seat {dealer!r} cannot deal; seats are 0 to {rules.players - 1}")
        options = rules.options.to_json()
        return fe.GameStarted(rules.name, options, rules.players, dealer, self._seed, tuple(holders), self._household)

    @classmethod
    def from_events(cls, events: Iterable[ev.Event], options: AndroidOptions | None = None) -> Table:
        """The table after ``events``. Their first says what is played; only of Android Whist it does not: there they
        begin with the first deal, by these ``options``, and an empty list is a new table.

        Raises ``ValueError`` naming the first event that cannot follow from those before it."""
        followed = deque(cls.follow(events, options), maxlen=1)
        if not followed:
            if options is None:
                raise ValueError("a match begins with the event game_started; there is none")
            return cls(Android.name, options)
        table = followed.pop()
        if not table._state.deals:
            table._go_on()
        return table

    @classmethod
    def follow(cls, events: Iterable[ev.Event], options: AndroidOptions | None = None) -> Iterator[Table]:
        """The same as ``from_events``, step by step: one and the same table, after each of the events."""
        table = cls.__new__(cls)
        for number, event in enumerate(events, 1):
            try:
                if number == 1:
                    table._begin_with(event, options)
                table._happen([event])
            except (TypeError, IndexError, KeyError, ValueError, Refused) as error:
                raise ValueError(f"event {number} ({event!r}) cannot follow from those before it: {error}") from None
            yield table

    def _begin_with(self, event: ev.Event, options: AndroidOptions | None) -> None:
        """Set what the first event says of the match; of Android Whist it says nothing, but for that there are
        ``options``."""
        if options is not None:
            if not isinstance(event, ev.DealStarted):
                raise TypeError(f"a match begins with the event {ev.DealStarted.name}")
            self._restart(Android(options), 0, None)
            return
        if not isinstance(event, fe.GameStarted):
            raise TypeError(f"a match begins with the event {fe.GameStarted.name}")
        told = {**_OLD.get(event.game, {}), **event.options}
        self._restart(playable(event.game, told, event.players, event.household), event.seed, event.household)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
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
            self._public = None
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

    def _see(self, seen: Observation) -> None:
        """Take in what was seen."""
        state, looks = self._state, self._looks
        if isinstance(seen, HolderShows):
            holders = self.holders
            if self.rules.androids and seen.holder not in holders:
                raise ValueError(f"there is no holder {seen.holder}; holders are {', '.join(map(str, holders))}")
            if self.rules.androids and sight.stands_wrong(seen):
                looks.lose_holder(seen.holder)
            elif seen.holder in holders:
                looks.see_holder(seen)
            if seen.holder in holders:
                playing.note_holder(state, looks, self.rules, seen.holder)
        elif isinstance(seen, TableShows):
            if self.rules.androids:
                looks.see_table(seen)
            else:
                looks.table = seen.cards
                looks.note_lain(seen.cards)
            looks.note_places(told_places(state))
            looks.note_words(state.told)
            playing.note_table(state, looks, self.rules)
        swapped = sight.swapped(seen, state) if self.rules.androids else []
        hidden = isinstance(seen, OutOfSight) or state.out_of_sight
        self._happen([*swapped, *(sight.lost(seen, state, self.parts, self.persons) if hidden else ())])

    def _next(self) -> list[ev.Event]:
        """What follows from what was last seen; nothing new gives no event."""
        return playing.decide(self._state, self._looks, self.rules, self._seed)

    def _look_anew(self, event: ev.Event, before: State) -> None:
        """What was seen before ``event``, in the state ``before``, may not count any more."""
        looks, state = self._looks, self._state
        if isinstance(event, ev.ToMove) and (place := state.holders.slot(event.card)) is not None:
            looks.order(*place)
        if isinstance(event, ev.Answered) and len(state.bare) > len(before.bare):
            looks.note_bare(state.bare[-1])
        if isinstance(event, ev.StepSaid):
            looks.believe_holders()
            if self.rules.androids:
                looks.changed.clear()
        if isinstance(event, fe.HandStarted):
            in_holders.begin_hand(before, looks)
        gathered = isinstance(event, ev.Gathered | fe.HandStarted) and not self.rules.androids
        if gathered or state.phase == "play" != before.phase:
            wrong = () if self.rules.androids else state.wrong_cards
            looks.begin_trick([(play.x, play.y) for play in before.trick], wrong)
        if isinstance(event, fe.HandStarted):
            looks.changed.clear()
        if isinstance(event, ev.DealStarted):
            looks.forget()
            looks.old = dealing.dealt_to(before)

    # -- who is there --------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the game, as ``"candid"``."""
        return self.rules.name

    @property
    def persons(self) -> tuple[str, ...]:
        """Who has a page at this table, by name and in the order of their seats: ``"south"``, …"""
        return people(self._state)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places by seat, those of computer players, too; in Android Whist of those of persons."""
        return tuple(self._seats())

    def seat_of(self, person: str) -> int:
        """The seat of a place in this deal; raises ``ValueError`` for any other name."""
        seats = self._seats()
        if person not in seats:
            raise ValueError(f"{person!r} sits nowhere; the persons are {', '.join(seats)}")
        return seats[person]

    def _seats(self) -> dict[str, int]:
        """The places by name, each with its seat; an android has none of its own."""
        androids = self._state.holders.androids
        return {name: seat for seat, name in enumerate(places(self._state)) if seat not in androids}

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
    def racked(self) -> tuple[tuple[int, BySlot], ...]:
        """SECRET. Of each holder the seat whose cards stand in it, and which cards are believed to, by slot; for the
        eyes and for nobody else."""
        holders = self._state.holders
        return tuple((one.seat, holders.hand(number)) for number, one in enumerate(holders.all, 1))

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
        return self._household

    @property
    def told(self) -> HouseholdTells | None:
        """What this table tells the others of its household; None where there are no others."""
        if self.household is None:
            return None
        some = self._events if self._state.score_changes else ()
        corrected = (event for event in some if isinstance(event, ev.ScoresCorrected))
        return linked.tells(self._state, self.rules, self.household, corrected)

    def hear(self, told: HouseholdTells) -> list[ev.Event]:
        """Take in what another household tells of its own seats; returns the new events, possibly none. Raises
        ``ValueError`` for what can be no word of one; the table is then as it was."""
        if self.household is None:
            raise ValueError("this table is linked to none")
        if (why := linked.why_not(told, self.rules, self.household)) is not None:
            raise ValueError(why)
        before = len(self._events)
        self._looks.told[told.household] = told
        self._go_on()
        return self._events[before:]

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
        """What everybody may know, as JSON-able values; it is the same until something happens, and not to change."""
        if self._public is None:
            self._public = views.public_view(self._state, self.rules, len(self._events), self._last_finished())
        return dict(self._public)

    def view(self, seat: int) -> dict[str, Any]:
        """What whoever is at ``seat`` may know: for a seat where nobody sits the public view."""
        return views.view(self.public_view(), self._state, self.rules, seat)

    @property
    def phase(self) -> str:
        """As in the views."""
        return self._state.phase

    @property
    def deal(self) -> int:
        """Which deal it is, as ``finished`` counts them; 0 before the first. In Android Whist a hand that is dealt
        again has the same number."""
        return self._state.hand.number if self.rules.androids else self._state.deals

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
    def trick_there(self) -> tuple[int, tuple[Laid, ...]]:
        """The number of the trick (1…) whose cards lie there or are laid next, and its cards that lie there."""
        state = self._state
        next_one = not state.claimed and bool(state.hand.trick or not state.trick)
        return len(state.hand.tricks) + len(state.claimed) + next_one, state.trick

    @property
    def to_move(self) -> frozenset[tuple[int, int]]:
        """Holder (1…) and slot (0…12) of each card that must be moved from there now: who stands before that holder
        sees it anyway."""
        if self._state.exchanging is not None:
            return frozenset(shown.taken_out(self._state))
        now = shown.moving(self._state)
        return frozenset() if now is None or now[1] is None else frozenset({(now[0], now[1])})

    @property
    def half_believed(self) -> frozenset[str]:
        """The parts at which the eyes are to look once more."""
        return self._looks.half_believed

    @property
    def awaited(self) -> frozenset[str]:
        """The holders, as ``OutOfSight`` calls them, whose cards are not known yet, or not since one was drawn."""
        holders = enumerate(self._state.holders.all, 1)
        return frozenset(sight.part_of(number) for number, one in holders if one.cards is None)

    @property
    def must_be_cleared(self) -> bool:
        """Whether the camera must see, after a misdeal, that all cards are gathered: from the play area, and from all
        holders."""
        return self._state.clear or self._state.holders.to_clear

    @property
    def may_be_dealt(self) -> bool:
        """Whether there may be cards to throw in: not where they were just thrown in. Where people have cards in hand,
        nobody sees whether they were dealt."""
        if self.must_be_cleared:
            return False
        if self.rules.androids:
            return self._state.phase != "deal" or any(one.shown and one.shown[0] for one in self._state.holders.all)
        return not self._events[-1].to_json().get("redeal")

    def again(self, choice: NewGame) -> NewGame:
        """The ``choice`` by which this game was begun, for the same game after it: the deal goes on passing (RULES A8,
        C9)."""
        dealer = self._state.dealer
        if self.rules.androids:
            first = PERSONS[1 - PERSONS.index(person_of(dealer, dealer))]
            return replace(choice, options={**choice.options, "first_dealer": first})
        return replace(choice, dealer=(dealer + 1) % self.rules.players, seed=None)

    def legal(self, seat: int) -> tuple[Legal, ...]:
        """What ``seat`` may say, choose or play now. A card may be any that is not known to be elsewhere."""
        if self._state.turn is None:
            return ()
        return self.rules.legal(self._state.hand, seat)
