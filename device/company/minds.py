"""What decides for a simulated person: a computer player that is told what that person may know (RULES S2)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from device.company.thinking import Thinker
from whist.cards import Card
from whist.players.position import Position
from whist.players.position_json import position_to_json
from whist.players.seated import seated
from whist.rules.actions import Action, action_from_json
from whist.rules.standing import standing_of
from whist.tables import TableInPlay

log = logging.getLogger(__name__)


class Mind(Protocol):
    """Decides what a seat does."""

    def begin(self, position: Position) -> None:
        """Begin to think about it, in the background."""
        ...

    def decide(self, position: Position) -> Action | None:
        """The action; None where none is found in time."""
        ...


@dataclass(frozen=True)
class ComputerPlayer:
    """A mind that thinks in another process; ``level`` is asked at each decision, and says None for a chair in which
    somebody else sits."""

    thinker: Thinker
    level: Callable[[], str | None]
    seed: int = 0

    def begin(self, position: Position) -> None:
        """See ``Mind``."""
        if (level := self.level()) is not None:
            self.thinker.begin(self._asked(position, level))

    def decide(self, position: Position) -> Action | None:
        """See ``Mind``; None too where the answer is no action of that seat."""
        if (level := self.level()) is None:
            return None
        told = self.thinker.answer(self._asked(position, level))
        try:
            action = action_from_json(told, position.rules.players)
        except ValueError:
            return None
        return action if action.seat == position.seat else None

    def _asked(self, position: Position, level: str) -> dict[str, Any]:
        return {"level": level, "seed": self.seed, "position": position_to_json(position)}


def decided(mind: Mind | None, known: Callable[[], Position | None]) -> Action | None:
    """What ``mind`` does where there is something ``known`` to decide; None where simple rules must do."""
    return None if mind is None else thought(known, mind.decide)


def thought(known: Callable[[], Position | None], decide: Callable[[Position], Action | None]) -> Action | None:
    """What ``decide`` says of what is ``known``; None where nothing is, or where it stumbles: whatever becomes of a
    thought, people play on."""
    try:
        position = known()
        return None if position is None else decide(position)
    except Exception as error:  # what failed may tell of cards
        log.warning("A computer player stumbled (%s); simple rules play.", type(error).__name__)
        return None


def begun(mind: Mind | None, known: Callable[[], Position | None]) -> None:
    """Let ``mind`` begin to think where there is something ``known`` to decide."""
    with suppress(Exception):  # it is told when the decision is wanted
        if mind is not None and (position := known()) is not None:
            mind.begin(position)


def beside_android(
    table: TableInPlay, view: Mapping[str, Any], own: Sequence[Card], beside: Sequence[Card]
) -> Position | None:
    """What a person of Android Whist knows, by the own ``view`` and hand and by the holder ``beside`` it, when it is to
    play or to command; None where what the table has taken down cannot be."""
    me = view["me"]["seat"]
    held = {me: own, view["beside"]["seat"]: beside}
    try:
        hand = table.hand
        return None if hand is None else seated(table.rules, standing_of(view), hand, me, held, seat=view["turn"])
    except ValueError:
        return None
