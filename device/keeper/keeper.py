"""The one place where eyes, table, journal, lights and page meet.

frame ─ watcher ─▶ observation ─▶ table ─▶ events ─▶ journal, then page and lights
request of a person ─────────────┘
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from device.journal.journal import Journal
from device.journal.player_names import PlayerNames, called
from device.journal.scribe import Scribe
from device.keeper.question_pictures import QuestionPictures, cut_out, cut_play
from device.lights.panel import Panel
from device.settings import game_choice as games
from device.settings.house import House
from device.settings.time_limits import Pace
from vision.watch.watcher import Watcher
from whist.messages.events import DealStarted, Event, event_from_json
from whist.messages.events_of_calls import HandStarted
from whist.messages.observations import SLOTS, HolderShows, HouseholdTells, Observation
from whist.messages.requests import NewGame, Request, request_from_json
from whist.phrases import joined, phrase, reason
from whist.rules.commands import partner
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused
from whist.tables import TableInPlay, begin, resume

log = logging.getLogger(__name__)

USUAL: Final = "club"
"""How well a computer player plays for whom nobody has chosen."""
T = TypeVar("T")


class Keeper:
    """Keeps one table: applies what was seen and asked, in one order, and writes each event down before anyone sees it.

    Safe to call from several threads: one lock guards the table. ``version`` grows with everything a page may show.
    """

    def __init__(
        self,
        choice: NewGame | AndroidOptions,
        journal: Scribe | Journal | None = None,
        panel: Panel | None = None,
        clock: Callable[[], float] = time.time,
        pace: Pace | None = None,
        names: PlayerNames | None = None,
        house: House | None = None,
    ) -> None:
        self.company: Callable[[], Mapping[str, Mapping[str, str]]] = dict
        """The computer players at the table by place: name, face and level of each."""
        self.begin_linked: Callable[[NewGame], object] = self.new_game
        """Begins a match of several households, of which one sits here."""
        self._pace = pace or Pace()
        self._house = house or House()
        self._names = names or PlayerNames()
        self._choice = games.android(choice) if isinstance(choice, AndroidOptions) else choice
        self._scribe = journal if isinstance(journal, Scribe) else Scribe(journal)
        self._panel = panel
        self._clock = clock
        self._changed = threading.Condition(threading.RLock())
        self._version = self._written = 0
        self.looks = 0
        """How often the camera has looked at this table."""
        self._warnings: dict[str, str] = {}
        self._pictures = QuestionPictures()
        self._said = 0
        """Sentences about the journal that were told."""
        self._played = games.LastPlayed([games.written(self._choice), *self._scribe.left_off.played])
        with self._changed:
            self.table: TableInPlay = self._resume() or self._begin(games.drawn(self._choice))
            if isinstance(choice, NewGame):  # somebody chose it
                self._played.note(self._choice)
            self._publish(self._clock())

    @property
    def version(self) -> int:
        """Grows with each change that a page may show; starts at 1."""
        return self._version

    def _resume(self) -> TableInPlay | None:
        """The unfinished game of the journal, rebuilt from its events; None when there is none that can go on."""
        left = self._scribe.left_off
        if left.game is None:
            return None
        try:
            choice = games.chosen(left.game.options)
            table = resume(choice, [event_from_json(entry.event) for entry in left.entries])
        except (ValueError, TypeError, Refused):  # what they say may name cards that nobody may know
            self._scribe.leave()
            self._scribe.said.append(phrase("The unfinished game is kept, but this program cannot go on with it."))
            return None
        self._choice, self._written = choice, len(left.entries)
        return table

    def _begin(self, choice: NewGame) -> TableInPlay:
        table = begin(choice)
        self._choice, self._written = choice, 0
        self._scribe.begin(games.written(choice))
        return table

    def new_game(self, choice: NewGame | None = None) -> None:
        """Begin the next game: the same again, dealt by who is next (RULES A8, C9), or another ``choice``, for which
        one that is being played may be broken off. Raises ``Refused`` for a game that cannot be, and while the same
        game is played."""
        with self._changed:
            if choice is None:
                if self.table.public_view()["phase"] != "over":
                    raise Refused(phrase("The game is not over; play it to its end first."), "not_now")
                if self._choice.household is not None:
                    raise Refused(phrase("A linked match is over: one table begins the next, and the others join it."))
                choice = self.table.again(self._choice)
            choice = games.drawn(choice)
            begin(choice)  # refused before anything has changed
            self.warn("opening", None)
            self.table = self._begin(choice)
            self._played.note(choice)
            self._publish(self._clock())

    def see(self, observations: Sequence[Observation], t: float | None = None) -> list[Event]:
        """Apply what was seen at time ``t`` (seconds; now when None); the events that followed."""
        events: list[Event] = []
        with self._changed:
            self.looks += 1
            try:
                for observation in observations:
                    slots = observation.slots if isinstance(observation, HolderShows) else ()
                    if sum(slot is not None for slot in slots) == SLOTS:
                        self._deal_after_the_game()
                    events += self.table.apply(observation)
            finally:  # what had followed before something failed is on the table, and will be seen
                if self._written < len(self.table.events):
                    self._publish(self._clock() if t is None else t)
        return events

    def hear(self, told: HouseholdTells) -> list[Event]:
        """Take in what another household of a linked match tells (RULES U22c); the events that followed. Raises
        ``ValueError`` for what can be no word of one, and where no linked match is played."""
        with self._changed:
            events = self.table.hear(told)
            if events:
                self._publish(self._clock())
        return events

    def _deal_after_the_game(self) -> None:
        """A game is over, and a full holder stands there: people have dealt the next one."""
        if self.table.public_view()["phase"] == "over":
            self.new_game()

    def ask(self, request: Request, t: float | None = None) -> list[Event]:
        """Apply what a person asked; raises ``Refused`` and changes nothing when the rules do not allow it."""
        with self._changed:
            if isinstance(request, NewGame):
                self.new_game(request)
                return list(self.table.events)
            events = list(self.table.apply(request))
            self._publish(self._clock() if t is None else t)
        return events

    def _publish(self, t: float) -> None:
        """Write new events down, then let pages and lights see them. The lock is held."""
        events = self.table.events
        self._scribe.write([event.to_json() for event in events[self._written :]], t)
        self._written = len(events)
        if self.table.phase != "over":  # who comes after that has not played it
            self._scribe.name(called(self._names.shown(), self.company()))
        self._tell_of_journal()
        self._show()

    def tend(self) -> None:
        """Try again what could not be written down; to be called now and then."""
        with self._changed:
            self._scribe.tend()
            self._tell_of_journal()

    def _tell_of_journal(self) -> None:
        """Let pages know what keeps something from being written, and what became of damage."""
        self.warn("journal", self._scribe.trouble)
        if fresh := self._scribe.said[self._said :]:
            self._said += len(fresh)
            self.warn("opening", joined(" ", fresh))

    def _show(self) -> None:
        """Let lights and pages see how things stand. The lock is held."""
        self._version += 1
        self._pictures.only(self.table.questions)
        if self._panel is not None:
            self._panel.show(self.table, trouble=bool(self._warnings))
        self._changed.notify_all()

    def warn(self, cause: str, sentence: str | None) -> None:
        """Say ``sentence`` about ``cause`` ("camera", "journal") in the log and on every page; None: all is well."""
        with self._changed:
            if self._warnings.get(cause) == sentence:
                return
            if sentence is None:
                del self._warnings[cause]
            else:
                self._warnings[cause] = sentence
                log.warning("%s", sentence)
            self._show()

    @property
    def troubles(self) -> frozenset[str]:
        """The causes about which something is said now (``warn``)."""
        with self._changed:
            return frozenset(self._warnings)

    def show_again(self) -> None:
        """Let lights and pages see how things stand: the lights may have shown something else."""
        with self._changed:
            self._show()

    def touch(self) -> None:
        """Something beside the table has changed that pages show (the simulated table)."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    # What the page asks of the keeper (web_ui.contracts.Keeper).

    def public_view(self) -> dict[str, Any]:
        """What everybody may see."""
        with self._changed:
            return self._with_warnings(self.table.public_view())

    def persons(self) -> Sequence[str]:
        """Who has a page at the table in play, by name, in the order of their seats."""
        return self.table.persons

    def games(self) -> list[dict[str, Any]]:
        """The games that may be chosen, with their options."""
        return games.on_offer()

    def last_played(self) -> list[dict[str, Any]]:
        """How each game was begun last, the game begun last first."""
        with self._changed:
            return self._played.shown()

    def house(self) -> dict[str, str]:
        """What the house allows: ``suggestions``, ``watching`` and ``picture``."""
        return self._house.shown()

    def computers(self) -> dict[str, str]:
        """How well each computer player plays whose cards stand in a holder, by place."""
        with self._changed:
            levels = [*self._choice.levels, *[""] * len(self._choice.holders)]
            places = self.table.places
            return {places[seat]: level or USUAL for seat, level in zip(self._choice.holders, levels, strict=False)}

    def with_table(self, look: Callable[[TableInPlay], T]) -> T:
        """What ``look`` finds at the table in play while nothing happens there."""
        with self._changed:
            return look(self.table)

    def which_hand(self) -> str:
        """Which hand is played, or dealt next: of which match, and the how manieth that was begun in it."""
        with self._changed:
            begun = sum(isinstance(event, DealStarted | HandStarted) for event in self.table.events)
            return f"{self._scribe.playing_since}/{begun}"

    def set_name(self, person: str, name: str) -> None:
        """Call whoever sits in ``person``'s place ``name``, "" for nothing."""
        with self._changed:
            if self._names.choose(person, name):
                self.touch()

    def forget_name(self, is_it: Callable[[str], bool]) -> None:
        """Nobody who sits here is called by a name of which ``is_it`` says so any more."""
        with self._changed:
            for place, name in self._names.shown().items():
                if is_it(name):
                    self.set_name(place, "")

    def private_view(self, person: str) -> dict[str, Any]:
        """What ``person`` may see; raises ``ValueError`` for one who does not sit at this table."""
        with self._changed:
            view = self.table.view(self.table.seat_of(person))
            return self._with_warnings(view) | self._pictures.shown(view)

    def question_picture(self, person: str, number: int) -> bytes | None:
        """The JPEG ``number`` of a question that ``person`` is asked now; None for anybody and anything else."""
        with self._changed:
            if person not in self.persons():
                return None
            return self._pictures.jpeg(self.table.view(self.table.seat_of(person)), number)

    def illustrate(self, watcher: Watcher) -> None:
        """Keep pictures of what is asked about, cut from what ``watcher`` has just read; of a slot that has none yet,
        from what it read of its holder last."""
        asked = self.table.questions
        if watcher.picture is None:
            asked = tuple(one for one in asked if one.slot is not None and not self._pictures.has(one))
        if watcher.picture is None and not asked:
            return
        with self._changed:
            self._pictures.keep_plays(*self.table.trick_there, partial(cut_play, watcher))
        cut = [(one, made) for one in asked if (made := cut_out(watcher, one, self._pictures.of_card))]
        with self._changed:
            for question, made in cut:
                self._pictures.keep(question, *made)
            self._pictures.only(self.table.questions)
        if cut:
            self.touch()

    def _with_warnings(self, view: dict[str, Any]) -> dict[str, Any]:
        notes = [*view["notes"], *self._warnings.values()]
        return (
            view
            | {"notes": notes, "names": self._names.shown(), "company": self.company(), "house": self._house.shown()}
            | self._pace.shown(view, bool(self.table.questions))
        )

    def request(self, person: str, body: dict[str, Any]) -> str | None:
        """Take a request of a page; raises ``Refused`` with one sentence for the person."""
        linked = self._request(person, body)
        if linked is not None:
            self.begin_linked(linked)  # it asks the others, and may need the table in another thread
        return None

    def _request(self, person: str, body: dict[str, Any]) -> NewGame | None:
        """As ``request``; a match of several households is given back, to be begun."""
        with self._changed:
            try:
                seat = self.table.seat_of(person)
                if body == {"new_game": True}:
                    self.new_game()
                    return None
                if body.keys() == {"time_limits"}:
                    self._pace.choose(body["time_limits"])
                    self.touch()
                    return None
                if body.keys() == {"house"}:
                    self._house.choose(body["house"])
                    self.touch()
                    return None
                if "command" in body:
                    seat = partner(seat)  # a human commands the partner (RULES A6)
                request = request_from_json(seat, body, len(self.table.public_view()["seats"]))
            except ValueError as error:
                raise Refused(reason(error), "refused") from error
            if isinstance(request, NewGame) and request.options.get("households", 1) != 1:
                return request
            if isinstance(request, NewGame):
                self.new_game(request)
            else:
                self.ask(request)
        return None

    def wait(self, after: int, timeout: float) -> int:
        """Wait until ``version`` exceeds ``after`` or ``timeout`` seconds have passed; the version then."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > after, timeout)
            return self._version
