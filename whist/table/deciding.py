"""What there is to decide for a computer player at any table, and what its seat may know (RULES S2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from whist.cards import Card
from whist.messages.events import EARLIER
from whist.rules.actions import Action
from whist.rules.base import Rules
from whist.rules.commands import commander, handler
from whist.rules.hand import Hand
from whist.rules.standing import Standing
from whist.table.state.around import places
from whist.table.state.state import State


@dataclass(frozen=True, slots=True)
class Deciding:
    """SECRET. The computer player ``me``, in whose ``place`` (``"north"``) a person would sit, has to say or to choose
    something for ``seat``, itself or the android that it commands: by ``rules``, after ``standing``, in ``hand`` as all
    know it, and ``known`` are the cards that it sees, by seat. ``happened`` is the number of events so far; ``gone``
    is what it has discarded for a kitty, ``to_discard`` how many cards it is to discard for one now; ``grants`` tells
    whether the table would take an action."""

    seat: int
    rules: Rules[Any]
    standing: Standing
    hand: Hand
    me: int
    place: str
    known: Mapping[int, tuple[Card, ...]] = field(repr=False)
    happened: int
    gone: tuple[Card, ...] = field(repr=False)
    to_discard: int
    grants: Callable[[Action], bool] = field(compare=False)

    @property
    def held(self) -> tuple[Card, ...]:
        """Its own cards."""
        return self.known[self.me]

    @property
    def blind(self) -> bool:
        """Whether it must bid before it looks at its cards (RULES U8)."""
        return self.hand.special == "blind" and self.hand.phase == "bid"

    @property
    def own_hand(self) -> Hand:
        """A copy of the hand with its own cards and nobody else's."""
        return self.hand.with_cards({self.me: self.held})


def decides(state: State) -> int | None:
    """The seat of the computer player that has to say or to choose something now; None while none has."""
    hand, turn = state.hand, state.turn
    if state.exchanging is not None:
        turn = hand.declarer if state.exchanging.step == "choose" else None
    if turn is None or state.holders.to_move is not None:
        return None
    doubts = any(question.about != EARLIER for question in state.questions)
    if doubts or state.wrong is not None or state.out_of_step is not None or hand.phase == "turn_up":
        return None
    commanded = commander(turn, hand.dealer) if turn in state.holders.androids else None
    seat = turn if commanded is None else commanded
    ready = state.holders.known or hand.special == "blind"
    return seat if seat in state.holders.computers and ready else None


def deciding(state: State, rules: Rules[Any], happened: int, grants: Callable[[Action], bool]) -> Deciding | None:
    """What that one has to decide, and what it knows: its own cards, and those of the android beside it (RULES A5)."""
    me, exchange = decides(state), state.exchange
    if me is None:
        return None
    seat = me if state.turn is None else state.turn
    seen = [me, *(one for one in state.holders.androids if handler(one, state.dealer) == me)]
    known = {one: state.holders.held(one) for one in seen}
    gone, to_discard = tuple[Card, ...](), 0
    if exchange is not None and state.holders.number(me) == exchange.holder:
        gone = tuple(sorted(exchange.chosen, key=str))
        if exchange.step == "choose":
            known[me], to_discard = tuple(sorted(exchange.known, key=str)), rules.stock_size
    place = places(state)[me]
    return Deciding(seat, rules, state.standing, state.hand, me, place, known, happened, gone, to_discard, grants)
