"""The tricks of a deal of Android Whist as a hand of the rules, and the revokes that they prove."""

from __future__ import annotations

from whist.games.android import Android
from whist.law.revokes import established
from whist.rules.hand import Hand, Trick
from whist.table.state.seats import human
from whist.table.state.state import State


def tricked_hand(state: State) -> Hand:
    """The hand of ``state`` by its complete tricks alone."""
    hand = Hand(4, state.dealer, state.deal, trump=state.trump, phase="over" if len(state.tricks) == 13 else "play")
    hand.tricks = [
        Trick(
            trick.plays[0].seat if trick.plays else trick.winner,
            tuple(play.card for play in trick.plays),
            (trick.winner,),
        )
        for trick in state.tricks
    ]
    return hand


def revokes_of(state: State) -> tuple[tuple[int, int], ...]:
    """The revokes of persons that the complete tricks prove, as seat and trick (1…) in the order they were made (RULES
    T1); an android plays what it is commanded."""
    found = established(Android(), tricked_hand(state))
    return tuple((one.seat, one.trick + 1) for one in found if human(one.seat, state.dealer))
