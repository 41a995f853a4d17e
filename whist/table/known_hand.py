"""The hand in play at a table of Android Whist as everybody knows it, made anew from what was taken down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from whist.cards import Card
from whist.games.android import Android
from whist.messages import events as ev
from whist.rules.actions import Order, Play, TurnUp
from whist.rules.hand import Hand
from whist.rules.standing import Standing
from whist.table.state.state import State


def known_hand(state: State, events: Sequence[ev.Event], rules: Android) -> Hand:
    """Commands, the Errors that they met, and the cards that were laid, without those in the holders; ``events`` are
    all that led to ``state``. Before a card is turned up the hand waits for it."""
    hand = rules.start(Standing(state.dealer, state.before, state.deal))
    if state.turn_up is None:
        return hand
    rules.happen(hand, TurnUp(state.dealer, (state.turn_up,)))
    errors = _errors(events)
    plays = [*(play for trick in state.tricks for play in trick.plays), *state.trick]
    for number, play in enumerate(plays):
        given = [*errors[number], *([play.command] if play.command else [])]
        for command in given if rules.android(hand, play.seat) else ():
            rules.happen(hand, Order(play.seat, command))
        rules.happen(hand, Play(play.seat, play.card))
    if state.turn is not None and rules.android(hand, state.turn):
        for command in errors[len(plays)]:
            rules.happen(hand, Order(state.turn, command))
    return hand


def _errors(events: Sequence[ev.Event]) -> Mapping[int, list[str]]:
    """The commands of the present deal that met an Error, by how many cards had been played. They are void once what
    they answered to is not so any more, and hold again where the same card is laid again."""
    begun = max(place for place, event in enumerate(events) if isinstance(event, ev.DealStarted))
    errors: defaultdict[int, list[str]] = defaultdict(list)
    played, paused = 0, dict[Card, list[str]]()
    before = played, errors.copy()
    for event in events[begun:]:
        if isinstance(event, ev.Played):
            played += 1
            errors[played] = paused.pop(event.card, [])
            paused.clear()
        elif isinstance(event, ev.TakenBack):
            paused = {event.card: errors.pop(played, [])}
            played -= 1
        elif isinstance(event, ev.ErrorMessage):
            errors[played] = [*errors[played], event.command]
        elif isinstance(event, ev.Corrected):
            errors.pop(played, None)
        elif isinstance(event, ev.Answered):
            before = played, errors.copy()
        elif isinstance(event, ev.AnswerUndone):
            played, errors = before[0], before[1].copy()
    return errors
