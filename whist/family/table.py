"""The table of a match without card holders: observations and requests in, events out; views for pages and lights."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from whist.games import GAMES, rules_of
from whist.games.australian import Australian
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import SLOTS, HolderShows, HouseholdTells, Observation, TableShows
from whist.messages.requests import NewGame
from whist.phrases import phrase
from whist.rules.actions import Legal
from whist.rules.base import Rules
from whist.rules.options import Options
from whist.rules.refusals import Refused as Refused
from whist.table.flow import in_holders, linked, play_area
from whist.table.in_play import GameTable
from whist.table.seen import sight
from whist.table.seen.matching import told_places
from whist.table.state.around import persons
from whist.table.state.holders import MOST
from whist.table.state.state import State

_MOST_STEPS = 200
_AT_TABLE: Mapping[str, Mapping[str, Any]] = {"italian": {"trump_method": "entered"}}
"""Options that are others at a real table, unless people choose (RULES I8)."""
_OLD: Mapping[str, Mapping[str, Any]] = {"classic": {"honours_at_game_end": "old_law"}}
"""What held in matches that began before there was such an option (RULES W9)."""
FAMILY = tuple(game for game in GAMES if game != "android")
"""The games that are played at such a table."""
MOST_LINKED = 7
"""Players at all linked tables together: each has its place around every board."""
WITH_HOLDERS = tuple(game for game in FAMILY if game != "honeymoon")
"""Those in which computer players can have holders."""


class FamilyTable(GameTable):
    """A match of any game of ``FAMILY`` at one table: the play area is seen, everything else is said. The seats of
    ``holders`` are computer players, whose cards stand in holder 1, 2, 3 and are seen, too (RULES S1). Where several
    households play, ``household`` (0…) is the one that sits here; what the others do is told (RULES U22c). Raises
    ``ValueError`` with one sentence for a game, options, players or a dealer that cannot be.
    """

    begins_with = fe.GameStarted

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
        chosen = _AT_TABLE.get(game, {}) if options is None else options.to_json()
        self.rules = playable(game, chosen, players, household)
        if type(dealer) is not int or dealer not in range(self.rules.players):
            raise ValueError(f"seat {dealer!r} cannot deal; seats are 0 to {self.rules.players - 1}")
        check_holders(self.rules, holders, household)
        self.game, self._seed, self._household = game, seed, household
        self._restart()
        options_now = self.rules.options.to_json()
        self._happen([fe.GameStarted(game, options_now, self.rules.players, dealer, seed, tuple(holders), household)])
        self._go_on()

    @classmethod
    def from_events(cls, events: Iterable[ev.Event]) -> FamilyTable:
        """The table after ``events``, of which the first is ``GameStarted``.

        Raises ``ValueError`` naming the first event that cannot follow from those before it."""
        followed = deque(cls.follow(events), maxlen=1)
        if not followed:
            raise ValueError("a match begins with the event game_started; there is none")
        table = followed.pop()
        if not table._state.deals:
            table._go_on()
        return table

    @classmethod
    def follow(cls, events: Iterable[ev.Event]) -> Iterator[FamilyTable]:
        """The same as ``from_events``, step by step: one and the same table, after each of the events."""
        return cls.__new__(cls)._rebuilt(events)

    def _prepare(self, event: ev.Event) -> None:
        assert isinstance(event, fe.GameStarted)
        options = {**_OLD.get(event.game, {}), **event.options}
        self.rules = playable(event.game, options, event.players, event.household)
        self.game, self._seed, self._household = event.game, event.seed, event.household

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places, by seat."""
        return persons(self.rules.players)

    def seat_of(self, person: str) -> int:
        """The seat of a place; raises ``ValueError`` for any other name."""
        if person not in self.places:
            raise ValueError(f"{person!r} sits nowhere; the persons are {', '.join(self.places)}")
        return self.places.index(person)

    @property
    def household(self) -> int | None:
        """The household (0…) that sits here of those at linked tables (RULES U22c); None where no tables are linked."""
        return self._household

    @property
    def told(self) -> HouseholdTells | None:
        """What this table tells the others of its household; None where there are no others."""
        return None if self.household is None else linked.tells(self._state, self.rules, self.household)

    def hear(self, told: HouseholdTells) -> list[ev.Event]:
        """Take in what another household tells of its own seats; returns the new events, possibly none. Raises
        ``ValueError`` for what can be no word of one; the table is then as it was."""
        if self.household is None:
            return super().hear(told)
        if (why := linked.why_not(told, self.rules, self.household)) is not None:
            raise ValueError(why)
        before = len(self._events)
        self._looks.told[told.household] = told
        self._go_on()
        return self._events[before:]

    @property
    def must_be_cleared(self) -> bool:
        """Whether cards of a hand that is dealt again still lie there."""
        return self._state.clear

    @property
    def may_be_dealt(self) -> bool:
        """Whatever lies there: cards may be in people's hands, where nobody sees them."""
        return not (self._state.clear or self._events[-1].to_json().get("redeal"))

    def again(self, choice: NewGame) -> NewGame:
        """The next seat deals (RULES C9)."""
        return replace(choice, dealer=(self._state.hand.dealer + 1) % self.rules.players, seed=None)

    def legal(self, seat: int) -> tuple[Legal, ...]:
        """What ``seat`` may say, choose or play now. A card may be any that is not known to be elsewhere."""
        if self._state.turn is None:
            return ()
        return self.rules.legal(self._state.hand, seat)

    # -- what happens --------------------------------------------------------------------------------------------------

    def _see(self, seen: Observation) -> None:
        if isinstance(seen, TableShows):
            self._looks.table = seen.cards
            self._looks.note_lain(seen.cards)
            self._looks.note_places(told_places(self._state))
            play_area.note_look(self._state, self._looks, self.rules)
        elif isinstance(seen, HolderShows) and seen.holder in self.holders:
            self._looks.see_holder(seen)
            in_holders.note_look(self._state, self._looks, seen.holder)
        self._happen(sight.lost(seen, self._state, self.parts, self.persons))

    def _next(self) -> list[ev.Event]:
        return play_area.decide(self._state, self._looks, self.rules, self._seed)

    def _look_anew(self, event: ev.Event, before: State) -> None:
        if isinstance(event, ev.StepSaid):
            self._looks.strikes.clear()
        if isinstance(event, fe.HandStarted):
            in_holders.begin_hand(before, self._looks)
        if isinstance(event, ev.Gathered | fe.HandStarted) or self._state.phase == "play" != before.phase:
            self._looks.begin_trick([(play.x, play.y) for play in before.trick], self._state.wrong_cards)
        if isinstance(event, fe.HandStarted):
            self._looks.changed.clear()


def check_holders(rules: Rules[Any], holders: Sequence[int], household: int | None = None) -> None:
    """Raise ``ValueError`` with one sentence where computer players cannot sit at the seats of ``holders``, at the
    table of ``household``."""
    if not holders:
        return
    here = _seats_here(rules, household)
    if any(type(seat) is not int or seat not in here for seat in holders):
        raise ValueError(phrase("computer players sit at seats {first} to {last}", first=here[0], last=here[-1]))
    if len(set(holders)) != len(holders) or len(holders) > MOST:
        raise ValueError(phrase("computer players have a holder each, and there are {count} holders", count=MOST))
    if len(holders) >= len(here):
        raise ValueError(phrase("somebody must be there: a computer player cannot move its own cards"))
    if rules.name not in WITH_HOLDERS:
        raise ValueError(phrase("jokers that are drawn cannot be read surely enough in a holder yet"))
    if getattr(rules.options, "bidder_gets_kitty", False):
        most = rules.hand_size(1) + rules.stock_size
        raise ValueError(
            phrase(
                "a bidder who takes the kitty holds {most} cards, and a holder has {slots} slots; with computer players"
                " nobody gets the kitty",
                most=most,
                slots=SLOTS,
            )
        )


def playable(game: str, options: object, players: int | None = None, household: int | None = None) -> Rules[Any]:
    """The rules of ``game`` with ``options`` (a JSON object) for ``players`` at one table without holders; where
    several are linked, at that of ``household``. Raises ``ValueError`` with one sentence for what cannot be."""
    if game not in FAMILY:
        raise ValueError(f"{game!r} is not played at a table without card holders; choose one of {', '.join(FAMILY)}")
    rules = rules_of(game, options, players)
    households = getattr(rules.options, "households", 1)
    if households != 1 and household is None:
        raise ValueError(
            phrase("households play with a pack each at tables of their own; one table can follow one household")
        )
    if household is not None and (type(household) is not int or household not in range(households) or households == 1):
        raise ValueError(phrase("there is no such household"))
    if household is not None and rules.players > MOST_LINKED:
        raise ValueError(phrase("linked tables have places for {most} players in all", most=MOST_LINKED))
    return rules


def _seats_here(rules: Rules[Any], household: int | None) -> range:
    return (
        rules.seats_of(household) if household is not None and isinstance(rules, Australian) else range(rules.players)
    )
