"""What both kinds of simulated table do alike: who sits in a chair, a person or a computer player, and what lies there
too soon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from device.company.at_holders import decided
from device.keeper.keeper import Keeper
from whist.cards import Card
from whist.phrases import phrase
from whist.players.position import Position
from whist.rules.actions import Action
from whist.tables import TableInPlay


class Hands(Protocol):
    """The cards of a simulated table, and who holds them."""

    def take_back(self, card: Card) -> None:
        """Take a card back to where it came from."""
        ...

    def leave(self) -> None:
        """Other cards are played with at this table."""
        ...


H = TypeVar("H", bound=Hands)


class Chairs(Generic[H]):
    """The chairs of a simulated table; ``by_themselves`` are the persons who are simulated."""

    def __init__(self, hands: H, keeper: Keeper, by_themselves: set[str]) -> None:
        self._hands = hands
        self._keeper = keeper
        self._by_themselves = by_themselves
        self._match = self.match_of(keeper.table)

    @staticmethod
    def match_of(table: TableInPlay) -> tuple[object, ...]:
        """What must change for the cards to be cleared away: the game, its options that change the pack, who plays."""
        return (table.game, table.rules.options, table.rules.players, table.events[0])

    def _table(self) -> TableInPlay:
        """The table for which these chairs were set; raises ``ValueError`` once there is another."""
        table = self._keeper.table
        if self.match_of(table) != self._match:
            raise ValueError(phrase("Another game has begun."))
        return table

    def plays_itself(self, person: str) -> bool:
        """Whether a simulated person sits in that chair."""
        return person in self._by_themselves

    def set_plays_itself(self, person: str, on: bool) -> None:
        """Leave the chair to a simulated person, or take it back."""
        (self._by_themselves.add if on else self._by_themselves.discard)(person)
        self._keeper.touch()

    def take_back(self) -> None:
        """Take back what was wrongly laid; raises ``ValueError`` when nothing was."""
        wrong = self._keeper.public_view()["wrong_card"]
        if not wrong:
            raise ValueError(phrase("Nothing has to be taken back."))
        self._hands.take_back(Card.parse(wrong["card"]))
        self._keeper.touch()

    def leave(self) -> None:
        """Another game is begun at this table."""
        self._hands.leave()


A = TypeVar("A")


@dataclass(frozen=True)
class AtHolder(Generic[A]):
    """The computer player whose cards stand in the holder of ``person``: it knows what its seat may know (RULES S2).
    ``act_of`` says what simulated people do who have decided so."""

    person: str
    table: Callable[[], TableInPlay]
    seed: int
    act_of: Callable[[Action], A | None]

    def act(self, view: Mapping[str, Any], hands: object) -> A | None:
        """What it says or chooses; None while it has nothing to decide."""
        asked = self.table().deciding
        if asked is None or asked.place != self.person:
            return None
        action = decided(asked, self._decide)
        return None if action is None else self.act_of(action)

    def _decide(self, position: Position) -> Action:
        from whist.players.player import decide  # the table in play does without: its players think elsewhere

        return decide(position, "easy", self.seed)


def need_seen(view: Mapping[str, Any], laid: Iterable[Card]) -> None:
    """Refuse a second card of somebody of whose ``laid`` ones the table has not taken in one; raises ``ValueError``."""
    known = {play["card"] for play in view["trick"]}
    if any(str(card) not in known for card in laid):
        if view["wrong_card"]:
            raise ValueError(phrase("Take the wrong card back first."))
        raise ValueError(phrase("Your card lies there; the camera is still reading it."))
