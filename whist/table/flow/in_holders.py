"""What stands in the holders of computer players: dealt, set in other slots, not what it should be (RULES S1–S3).

A holder faces nobody. What is in doubt in it is asked of whoever moves its cards, slot by slot; nothing else that
stands in a holder bears on what is asked, or the question would tell of it.
"""

from __future__ import annotations

from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.rules.base import Rules
from whist.table.flow import kitty
from whist.table.seen.dealt import read_into, reading_without
from whist.table.seen.last_seen import Looks
from whist.table.seen.racked import count_strikes, in_play
from whist.table.state.state import State


def decide(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    """The next events about holders; nothing while all is as it is believed, and where there are none."""
    if not state.deals or not state.holders.all:
        return []
    if state.after is not None:
        return [ev.QuestionWithdrawn(one.id) for one in state.questions if one.about == "slot"]
    if (state.holders.known or exchanged(state)) and (events := kitty.decide(state, looks, rules)) is not None:
        return events
    return in_play(state, looks, rules) if state.holders.known else _dealing(state, state.hand.turned_up, looks, rules)


def exchanged(state: State) -> bool:
    """Whether of the holders one alone is not known: it takes a kitty in."""
    anew = [number for number, one in enumerate(state.holders.all, 1) if one.cards is None]
    return state.exchanging is not None and anew == [state.exchanging.holder]


def note_look(state: State, looks: Looks, number: int) -> None:
    """Count looks in a row in which holder ``number`` shows several cards that it is not believed to hold; once it has
    shown others than in the last hand, the same may be dealt again."""
    if looks.dealt_anew(number) is not None:
        looks.old.pop(number, None)
    if not state.holders.known or state.after is not None:
        looks.believe_holders()
        return
    if state.exchanging is not None and state.exchanging.holder == number:
        looks.believe_holder(number)  # others are put in
        return
    count_strikes(state, looks, number)


def begin_hand(state: State, looks: Looks) -> None:
    """A hand has ended, and ``state`` is still what it was: while a holder shows the same cards nobody has dealt."""
    holders = enumerate(state.holders.all, 1)
    looks.old = {number: (one.dealt - one.named, len(one.named)) for number, one in holders if one.dealt}
    looks.holders = dict(looks.last)
    looks.believe_holders()


# -- the deal ----------------------------------------------------------------------------------------------------------


def _dealing(state: State, public: tuple[Card, ...], looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    # all have seen these, so what reads as one of them is in doubt; but of a card of which people have said alone that
    # it was laid, doubt would tell them that it stands in a holder (RULES S2)
    played = state.played() - state.named
    holders = dict(enumerate(state.holders.all, 1))
    return read_into(state, looks, rules, holders, lambda reading: reading_without(reading, played), public)
