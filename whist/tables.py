"""The table in play, whichever game is played at it: how one is begun and made anew, and what everybody outside may ask
of it. Nobody outside needs to know which kind of table it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from whist.beginning.table import BeginningTable
from whist.games import rules_class
from whist.games.android import Android
from whist.messages import events as ev
from whist.messages.observations import HouseholdTells, Observation
from whist.messages.requests import NewGame, Request
from whist.phrases import phrase, reason
from whist.players.levels import LEVELS
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.options import AndroidOptions, Options
from whist.rules.refusals import Refused
from whist.table.deciding import Deciding
from whist.table.state.holders import BySlot
from whist.table.state.look_back import Finished
from whist.table.state.state import Laid
from whist.table.table import Table


class TableInPlay(Protocol):
    """Observations and requests in, events out; and how things stand. All of it follows from the events."""

    @property
    def game(self) -> str:
        """The name of the game, as ``"candid"``."""
        ...

    @property
    def rules(self) -> Rules[Any]:
        """The rules of the game with its options and players."""
        ...

    @property
    def persons(self) -> Sequence[str]:
        """Who has a page at this table, by name: ``"south"``, …"""
        ...

    @property
    def places(self) -> Sequence[str]:
        """The names of all places by seat, those of computer players, too; in Android Whist of those of persons."""
        ...

    @property
    def holders(self) -> Sequence[int]:
        """The numbers of the holders of this table (1…)."""
        ...

    @property
    def androids(self) -> bool:
        """Whether these are the holders of androids."""
        ...

    @property
    def computers(self) -> Sequence[int]:
        """The seats of computer players whose cards stand in holders, by holder."""
        ...

    @property
    def racked(self) -> Sequence[tuple[int, BySlot]]:
        """SECRET. Of each holder the seat whose cards stand in it, and which cards are believed to, by slot."""
        ...

    @property
    def deciding(self) -> Deciding | None:
        """SECRET. What one of these has to decide now, and what it knows."""
        ...

    @property
    def parts(self) -> Sequence[str]:
        """The parts that the camera must find: ``"play area"``, and ``"holder 1"``, … where there are holders."""
        ...

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """All events since the start."""
        ...

    @property
    def household(self) -> int | None:
        """The household (0…) that sits here of those at linked tables (RULES U22c); None where no tables are linked."""
        ...

    @property
    def told(self) -> HouseholdTells | None:
        """What this table tells the others of its household; None where there are no others."""
        ...

    def hear(self, told: HouseholdTells) -> list[ev.Event]:
        """Take in what another household tells of its own seats; returns the new events, possibly none. Raises
        ``ValueError`` for what can be no word of one; the table is then as it was."""
        ...

    def apply(self, item: Observation | Request) -> list[ev.Event]:
        """Take in what was seen or asked; returns the new events, possibly none. Raises ``Refused`` for a request that
        is not granted; the table is then as it was."""
        ...

    def seat_of(self, person: str) -> int:
        """The seat of a person in this deal; raises ``ValueError`` for one who does not sit here."""
        ...

    def public_view(self) -> dict[str, Any]:
        """What everybody may know, as JSON-able values."""
        ...

    def view(self, seat: int) -> dict[str, Any]:
        """What whoever is at ``seat`` may know."""
        ...

    @property
    def phase(self) -> str:
        """As in the views."""
        ...

    @property
    def deal(self) -> int:
        """Which deal it is, as ``finished`` counts them; 0 before the first."""
        ...

    @property
    def hand(self) -> Hand | None:
        """The hand in play, or the one that was scored last, as everybody knows it, without any card that was not laid;
        None before the first."""
        ...

    @property
    def finished(self) -> Mapping[int, Finished]:
        """The hands that are scored, by deal."""
        ...

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was found and corrected in the present hand, as everybody may read it."""
        ...

    @property
    def questions(self) -> tuple[ev.Question, ...]:
        """What is asked now, oldest first; each is for those alone who are asked."""
        ...

    @property
    def trick_there(self) -> tuple[int, tuple[Laid, ...]]:
        """The number of the trick (1…) whose cards lie there or are laid next, and its cards that lie there."""
        ...

    @property
    def to_move(self) -> frozenset[tuple[int, int]]:
        """Holder (1…) and slot (0…12) of each card that must be moved from there now: who stands before that holder
        sees it anyway."""
        ...

    @property
    def half_believed(self) -> frozenset[str]:
        """The parts at which the eyes are to look once more."""
        ...

    @property
    def awaited(self) -> frozenset[str]:
        """The holders, as ``OutOfSight`` calls them, whose cards are not known yet, or not since one was drawn."""
        ...

    @property
    def must_be_cleared(self) -> bool:
        """Whether the camera must see, after a misdeal, that all cards are gathered."""
        ...

    @property
    def may_be_dealt(self) -> bool:
        """Whether there may be cards to throw in: not where they were just thrown in."""
        ...

    def again(self, choice: NewGame) -> NewGame:
        """The ``choice`` by which this game was begun, for the same game after it: the deal goes on passing."""
        ...


def hand_is_open(table: TableInPlay) -> bool:
    """Whether a hand is being played, from what the table was told of: bids or cards of it."""
    return table.phase not in ("cut", "deal", "scored", "over")


def begin(choice: NewGame) -> TableInPlay:
    """The table of a new game; raises ``Refused`` with one sentence for a game, options or players that cannot be."""
    try:
        options = rules_class(choice.game).options_type.from_json(choice.options)
        if not {*choice.levels} <= {*LEVELS}:
            raise ValueError(phrase("there is no such computer player"))
        if choice.household is not None and options.first != "named":
            raise ValueError(
                phrase("where tables are linked, who deals first is named or drawn: each has its own pack")
            )
        if choice.household is not None and options.exposed_cards != "off":
            raise ValueError(
                phrase("where tables are linked, no exposed card is called: nobody at the other table sees it lie")
            )
        if options.first != "named":
            return BeginningTable(choice, options)
        seed, household = choice.seed or 0, choice.household
        return Table(choice.game, options, choice.players, choice.dealer, seed, choice.holders, household)
    except ValueError as error:
        raise Refused(phrase("This game cannot be played: {why}.", why=reason(error))) from None


def resume(choice: NewGame, events: Iterable[ev.Event]) -> TableInPlay:
    """The table after ``events``; raises ``ValueError`` when they cannot be."""
    if (options := _beginning(choice)) is not None:
        return BeginningTable.resume(choice, options, events)
    return Table.from_events(events, _options_untold(choice))


def follow(choice: NewGame, events: Iterable[ev.Event]) -> Iterator[TableInPlay]:
    """The table after each of ``events``, one and the same; raises ``ValueError`` at one that cannot be."""
    if (options := _beginning(choice)) is not None:
        return BeginningTable.follow(choice, options, events)
    return Table.follow(events, _options_untold(choice))


def _options_untold(choice: NewGame) -> AndroidOptions | None:
    """The options of Android Whist, of which its events do not tell; None of any other game."""
    return AndroidOptions(**choice.options) if choice.game == Android.name else None


def _beginning(choice: NewGame) -> Options | None:
    """The house options of a match of which it is drawn or cut who begins; None for one whose first dealer was named,
    as in all that were begun before there was another way (RULES S6)."""
    if choice.options.get("first", "named") == "named":
        return None
    return rules_class(choice.game).options_type.from_json(choice.options)
