"""What computer players decide whose cards stand in holders at a table (RULES S2): from the position of their seat, and
from nothing else."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Final

from device.company.characters import Company
from device.company.minds import Mind, thought
from device.company.thinking import Thinker
from device.keeper.keeper import Keeper
from whist.messages.requests import request_of
from whist.players.position import Position
from whist.players.seated import seated
from whist.rules.actions import Action, AnyOf, Bid, Discard, Order, Play
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.table.deciding import Deciding
from whist.tables import TableInPlay

log = logging.getLogger(__name__)

THINK: Final = 1.0
"""Seconds from a computer player's turn to what it does, at speed 1: longer than it may think, so that the time tells
nothing of its cards."""
BEAT: Final = 0.5
"""Seconds between two looks whether somebody has to decide, where nothing happens meanwhile."""


class AtHolders(threading.Thread):
    """Decides for the computer players whose cards stand in holders at the keeper's table, in human time divided by
    ``speed``; ``thinker`` thinks for them. They are shown among the ``company``."""

    def __init__(self, keeper: Keeper, company: Company, thinker: Thinker, seed: int = 0, speed: float = 1.0) -> None:
        super().__init__(name="computer players", daemon=True)
        self._keeper, self._company, self._thinker, self._seed = keeper, company, thinker, seed
        self._pause = THINK / speed
        self._halt = threading.Event()
        self._minds: dict[str, Mind] = {}
        others = keeper.company
        keeper.company = lambda: {**others(), **self.shown()}

    def shown(self) -> Mapping[str, Mapping[str, str]]:
        """Who they are, by place, as pages show it."""
        levels = self._keeper.computers()
        for place, level in levels.items():
            if self._company.level(place) != level:
                self._company.choose(place, level)
        return self._company.shown(levels)

    def run(self) -> None:
        """Decide until ``stop``."""
        version = 0
        while not self._halt.is_set():
            version = self._keeper.wait(version, BEAT)
            try:
                self.turn()
            except Refused as refused:
                log.info("a computer player was refused: %s", refused)
            except Exception as error:  # what failed may tell of cards
                log.warning("A computer player stumbled (%s).", type(error).__name__)

    def turn(self) -> bool:
        """Decide what there is to decide now, after the time that it always takes; whether something was done."""
        since, (table, waits) = time.monotonic(), self._keeper.with_table(_waits)
        if waits is None:
            return False
        self.shown()
        place = waits.place
        mind = self._minds.setdefault(place, self._company.mind(place, self._seed, lambda: True, self._thinker))
        action = thought_or_simplest(waits, mind.decide)
        if self._halt.wait(max(0.0, self._pause - (time.monotonic() - since))):
            return False
        if action is None or self._keeper.with_table(_waits) != (table, waits):
            return False  # something else has happened meanwhile
        asked = request_of(action)
        if asked is not None:
            self._keeper.ask(asked)
        return asked is not None

    def stop(self) -> None:
        """Decide no more."""
        self._halt.set()
        if self.is_alive():
            self.join(5.0)


def _waits(table: TableInPlay) -> tuple[TableInPlay, Deciding | None]:
    return table, table.deciding


def position(asked: Deciding) -> Position | None:
    """What the computer player knows; None where it must not look at its cards yet, and where what the table has taken
    down cannot be."""
    if asked.blind:
        return None
    try:
        return seated(asked.rules, asked.standing, asked.hand, asked.me, asked.known, seat=asked.seat, gone=asked.gone)
    except ValueError:
        return None


def thought_or_simplest(asked: Deciding, mind: Callable[[Position], Action | None]) -> Action | None:
    """What the computer player does: what ``mind`` says, or the simplest thing where that has no answer, the table
    would refuse it, or it has met an Error at this turn; None where nothing can be done."""
    action = thought(lambda: position(asked), mind)
    fits = action is not None and action.seat == asked.seat and action not in _in_vain(asked.hand)
    if fits and action is not None and asked.grants(action):
        return action
    return simplest(asked)


def simplest(asked: Deciding) -> Action | None:
    """What needs no thought: a fair bid where tricks are bid, else a pass or the first thing that can be said, the
    lowest card or cards, and a command that has met no Error at this turn (RULES A35)."""
    hand = asked.hand
    if asked.to_discard:
        own = sorted(asked.held, key=lambda card: (card.suit == hand.trump or card.is_joker, card.value, str(card)))
        return Discard(asked.me, tuple(own[: asked.to_discard]))
    legal = asked.rules.legal(asked.own_hand if hand.phase == "play" else hand)
    said = [one for one in legal if not isinstance(one, AnyOf) and asked.grants(one)]
    if orders := [one for one in said if isinstance(one, Order)]:
        return next((one for one in orders if one not in _in_vain(hand)), orders[0])
    bids = [one for one in said if isinstance(one, Bid) and isinstance(one.call, int)]
    if bids:
        return min(bids, key=lambda one: abs(int(one.call) - hand.size / hand.seats))
    cards = [one for one in said if isinstance(one, Play)]
    return min(cards, key=lambda one: (one.card.value, str(one.card))) if cards else next(iter(said), None)


def _in_vain(hand: Hand) -> list[Action]:
    """The commands that have met Errors at this turn."""
    return list(takewhile(lambda one: isinstance(one, Order), reversed(hand.actions)))
