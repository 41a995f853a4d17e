"""The stage on which a simulated deal is played and photographed: people's hands, frames, taps, passing faults."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

from device.simulated.acting import perform, tap
from device.simulated.hands import Hands
from device.simulated.players import Act
from device.simulated.rehearsal import LOOKS_A_STATE, LOOKS_AT_A_DEAL
from vision.simulated.scene import Air, Arm, LyingCard, SimulatedTable, Spot
from whist.cards import Card
from whist.messages.events import Event
from whist.messages.observations import Observation
from whist.messages.requests import Request
from whist.table.state.seats import beside
from whist.tables import TableInPlay

DONE: Final = Act("done")
"""The act of somebody who has acted already."""


CALM: Final = 4
"""Frames of a calm table that people wait for after something has passed over it."""
PATIENCE: Final = 50
"""Frames for which people wait to be told which card of a holder they are to move."""


class Chronicler(Protocol):
    """Who writes down an evening: what can be seen, frame by frame, and what people say."""

    faults: Sequence[str]

    def frame(self) -> None:
        """What can be seen now."""
        ...

    def skip(self, frames: int) -> None:
        """So many frames are lost."""
        ...

    def knock(self, rng: random.Random) -> None:
        """Somebody knocks against the camera."""
        ...

    def has_jokers(self) -> bool:
        """Whether the pack on the table has jokers."""
        ...

    def request(self, seat: int, request: dict[str, Any]) -> None:
        """What a person taps, or would say if asked."""
        ...

    def truth(self, line: dict[str, Any]) -> None:
        """What really happened."""
        ...

    def names(self, seat: int, card: Card) -> bool:
        """Whether whoever is at ``seat`` is told to move ``card`` from the holder beside them; where nobody follows
        what is written down, they always are."""
        ...


class Stage:
    """One simulated evening. ``table`` has perfect eyes: it is what the people at this table know.

    ``quiet``: no frames are taken until the next act. ``after_next`` is done after that act. ``passing`` are faults of
    the picture, one step a frame. ``active`` names the faults that the frames show."""

    def __init__(self, hands: Hands, recorder: Chronicler, table: TableInPlay, rng: random.Random) -> None:
        self.hands = hands
        self.scene: SimulatedTable = hands.scene
        self.recorder = recorder
        self.table = table
        self.rng = rng
        self.quiet = False
        self.after_next: Callable[[], None] | None = None
        self.passing: dict[str, Iterator[object]] = {}
        self.active: set[str] = set()
        self.dropping = False
        self.calm = CALM
        """Frames since anything passed over the table."""
        self._seen: list[Observation] = []

    # -- frames ------------------------------------------------------------------------------------------------------

    def show(self, frames: int = LOOKS_A_STATE) -> None:
        """Take so many frames of the table as it is; what passes over it goes on."""
        for _ in range(frames):
            self.calm = 0 if self.passing else self.calm + 1
            for name, steps in list(self.passing.items()):
                if next(steps, None) is None:
                    del self.passing[name]
                    self.active.discard(name)
            if self.dropping and self.rng.random() < 0.12:
                self.recorder.skip(self.rng.randrange(1, 3))
            self.recorder.faults = sorted(self.active)
            self.recorder.frame()

    def settle(self) -> None:
        """Take frames until nothing passes over the table any more, and some of how it then lies there: people wait
        until the page has seen their cards."""
        while self.passing:
            self.show(1)
        self.show(max(0, CALM - self.calm))

    def hear(self, person: str, card: Card) -> None:
        """Take frames until the person is told to move ``card`` from a holder: before that nobody knows which card it
        is. Who is told nothing for long moves it all the same."""
        for _ in range(PATIENCE):
            if self.recorder.names(self.seat(person), card):
                return
            self.show(1)

    def look(self) -> list[Observation]:
        """What perfect eyes see; frames are taken of what is new."""
        seen = self.hands.perfect_view()
        if seen != self._seen and not self.quiet:
            self._seen = seen
            self.show(self.rng.choice((LOOKS_A_STATE, LOOKS_A_STATE, LOOKS_A_STATE + 1)))
        return seen

    # -- acts --------------------------------------------------------------------------------------------------------

    def do(self, act: Act, person: str, *, named: bool = True) -> list[Event]:
        """Let the act of a person happen, with what they would say if they were asked about it; of a card that was laid
        only where it is ``named``."""
        if act is DONE:
            return []
        events = perform(act, self.table, person, self.hands)
        if (asked := tap(act, self.table.seat_of(person))) is not None:
            self.recorder.request(*asked)
        if act.kind == "deal":
            self.dealt(person)
        elif act.kind == "kitty" or (act.kind == "gather" and self.hands.rules.stock_size):
            self.name_holders()  # others were put into them
        elif named and act.kind in ("lay", "move"):
            self.name(person, act.card)
        return events

    def dealt(self, person: str) -> None:
        """The cards are dealt and right, by a ``person`` or for one who is not there: frames of it, and what people
        would say of them."""
        self.name_holders()
        if self.hands.turned_up is not None:
            self.name(person, self.hands.turned_up)
        self._seen = self.hands.perfect_view()
        self.show(LOOKS_AT_A_DEAL)

    def name_holders(self) -> None:
        """Write down what people would say of the cards that stand in holders."""
        for holder in self.hands.holders:
            for slot, card in enumerate(self.hands.slots(holder)):
                if card is not None:
                    self.say(self.at(holder), {"answer": str(card), "holder": holder, "slot": slot})

    def at(self, holder: int) -> str:
        """Who moves the cards of a holder."""
        seats = self.table.public_view()["seats"]
        return str(seats[seats[self.hands.seats[holder]]["handler"]]["person"])

    def seat(self, person: str) -> int:
        """The seat of a person in this deal."""
        return self.table.seat_of(person)

    @property
    def tricks(self) -> int:
        """The tricks that are complete."""
        return int(self.table.public_view()["tricks_done"])

    def say(self, person: str, body: dict[str, Any]) -> None:
        """Write down what a person says, or would say if asked."""
        self.recorder.request(self.table.seat_of(person), body)

    def name(self, person: str, card: Card | None) -> None:
        """Write down what the person would say of a card that lies there."""
        laid = self.laid(card) if card is not None else None
        if laid is not None:
            self.say(person, {"answer": str(card), "x": round(laid.x), "y": round(laid.y)})

    def ask(self, seat: int, request: Request) -> list[Event]:
        """Let a person ask something of the table, and write it down."""
        events = self.table.apply(request)
        self.recorder.request(seat, request.to_json())
        return events

    def laid(self, card: Card) -> LyingCard | None:
        """The card where it lies."""
        return next((one for one in self.scene.scene().laid if one.card == card), None)

    def reach(self, person: str, to: tuple[float, float] | None) -> None:
        """Put the person's hand over a place, or over the holder beside them."""
        if to is None:
            holder = self.scene.scene().holders[beside(person) - 1]
            to = (holder.x + self.rng.uniform(-140, 140), -70.0 if person == "south" else 70.0)
        angle = self.rng.uniform(-115.0, -65.0) + (0.0 if person == "south" else 180.0)
        sleeve = (90, 60, 50) if person == "south" else (60, 110, 60)
        self.scene.reach([Arm(*to, angle, sleeve)])

    # -- what passes over the picture --------------------------------------------------------------------------------

    def spots(self, spots: list[Spot]) -> Iterator[Spot]:
        """Patches of light or shadow, one a frame."""
        for spot in spots:
            self.scene.shine([spot])
            yield spot
        self.scene.shine([])

    def airs(self, airs: list[Air]) -> Iterator[Air]:
        """Light and focus, one a frame; then as before."""
        before = self.scene.scene().air
        for air in airs:
            self.scene.breathe(air)
            yield air
        self.scene.breathe(before)
