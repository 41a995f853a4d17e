"""Between two tricks, and between two hands: what was played lies there until it is gathered (RULES C6, T6, W3)."""

from __future__ import annotations

from random import Random
from typing import Any

from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import LaidCard
from whist.rules.base import Rules
from whist.rules.scoring import next_dealer
from whist.table.flow import linked
from whist.table.laid.gathering import beside_trick
from whist.table.laid.put_right import put_right
from whist.table.laid.questions import asked
from whist.table.seen.last_seen import Looks
from whist.table.seen.matching import Matched, match
from whist.table.seen.racked import left
from whist.table.state.state import State


def next_hand(state: State, rules: Rules[Any], seed: int) -> ev.Event:
    """That the next hand of the match begins; ``seed`` draws trumps where they are drawn (RULES I8)."""
    if rules.androids:
        return ev.DealStarted(state.hand.number + 1, next_dealer(state.dealer))
    standing = state.now
    trump = rules.fixed_trump(standing, Random(f"{seed} {standing.number}"))
    return fe.HandStarted(standing.number, standing.dealer, trump)


def hand_ended(
    state: State, looks: Looks, rules: Rules[Any], seed: int, lies: tuple[LaidCard, ...]
) -> list[ev.Event] | None:
    """The next events once a hand is scored: the next one begins when what was played is gathered, at linked tables at
    all of them. None while anything lies there; where androids obey, any of the last trick."""
    if match(lies, state.trick, state.aside).seen if rules.androids else lies:
        # after a claim it must be gathered, or it would be taken for the turn-up
        return [] if state.claimed else None
    if not state.away:
        return [ev.Gathered(), next_hand(state, rules, seed)]
    if not linked.closed(state):
        return [ev.Gathered()]
    return [next_hand(state, rules, seed)] if linked.all_closed(state, looks, rules) else []


def gathering(state: State, looks: Looks, rules: Rules[Any], lies: tuple[LaidCard, ...]) -> list[ev.Event]:
    """The trick, or the kitty, lies there until all of its cards are gone; a card may still be put right. What is no
    card, and may lie under one, is none of what ``lies`` there."""
    matched = match(lies, state.here, state.aside)
    matched.left = left(state, looks)
    if rules.androids:
        return _of_androids(state, looks, rules, matched)
    other = any(looks.changed.get(play.card, (None, 0))[1] < 2 for play, _ in matched.changed)
    if not (matched.seen or other or (state.phase == "kitty" and matched.beside)):
        return [] if state.after is not None else [*asked(state, ()), ev.Gathered()]
    if state.gather and (events := put_right(state, looks, rules, matched)) is not None:
        return events
    return beside_trick(state, rules, matched)


def _of_androids(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    if state.phase == "gather" and (late := put_right(state, looks, rules, matched)) is not None:
        return late
    if not matched.seen:
        return [ev.Gathered()]
    return beside_trick(state, rules, matched) or _ungathered(state, matched)


def _ungathered(state: State, matched: Matched) -> list[ev.Event]:
    """What still lies there of the old trick once some of it is gone or a card was laid on it, when that changes."""
    new = len({*matched.new, *(found for _, found in matched.changed)})
    now = ev.Ungathered(tuple(play.card for play in matched.seen), new) if matched.missing or new else None
    if now == state.ungathered:
        return []
    return [now or ev.Ungathered((), 0)]
