"""From what lies on the play area to what happened: hands, tricks, cards taken back and put right (RULES C6, T1, T2).

``decide`` compares what was last seen with the state and says what happens next; nothing new gives no event.
"""

from __future__ import annotations

from random import Random
from typing import Any

from whist import events as ev
from whist.cards import Card
from whist.family import events as fe
from whist.family import opening
from whist.family.laying import decide_new
from whist.family.putting_right import put_right
from whist.family.questions import asked, with_words
from whist.family.state import State
from whist.law_penalty import settled
from whist.law_revoke import established
from whist.looks import NOT_MOVED, Looks, clear
from whist.matching import Matched, away, match
from whist.rules import Rules


def decide(state: State, looks: Looks, rules: Rules[Any], seed: int) -> list[ev.Event]:
    """The next events; ``seed`` draws trumps where they are drawn (RULES I8)."""
    hand = state.hand
    if hand is None:
        return [next_hand(state, rules, seed)]
    if len(state.trick) == rules.players and not state.gather:
        return _trick_complete(state, rules)
    if hand.over and state.after is None:
        return _hand_over(state, rules)
    return [] if looks.table is None or state.phase == "over" else _table(state, looks, rules, seed)


def next_hand(state: State, rules: Rules[Any], seed: int) -> fe.HandStarted:
    """The next hand of the match."""
    standing = state.now
    trump = rules.fixed_trump(standing, Random(f"{seed} {standing.number}"))
    return fe.HandStarted(standing.number, standing.dealer, trump)


def _trick_complete(state: State, rules: Rules[Any]) -> list[ev.Event]:
    hand = state.hand
    assert hand is not None
    new = [revoke for revoke in established(rules, hand) if revoke not in state.revokes]
    won = ev.TrickWon(hand.tricks[-1].winner, len(hand.tricks))
    return [won, *(ev.RevokeFound(revoke.seat, revoke.trick + 1) for revoke in new)]


def _hand_over(state: State, rules: Rules[Any]) -> list[ev.Event]:
    hand = state.hand
    assert hand is not None
    line, after = settled(rules, hand, state.standing, state.revokes)
    events: list[ev.Event] = [ev.HandScored(tuple(hand.winners()), line.won, line.points, after.scores)]
    if after.over:
        events.append(ev.GameOver(after.winners[0], after.winners))
    return events


def _table(state: State, looks: Looks, rules: Rules[Any], seed: int) -> list[ev.Event]:
    laid = with_words(looks.table or (), state.told)
    if state.after is not None:
        return [] if laid else [ev.Gathered(), next_hand(state, rules, seed)]
    if state.hand is not None and state.hand.phase == "turn_up" and not state.gather:
        return opening.decide(state, rules, laid)
    matched = match(laid, state.trick, state.aside)
    if state.gather or state.phase == "kitty":
        return _gathering(state, looks, rules, matched)
    if state.out_of_step is not None:
        return [] if matched.missing or matched.changed else [ev.InStep()]
    return _aside(state, rules, matched) or _trick(state, looks, rules, matched)


def _gathering(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """The trick, or the kitty, lies there until all of its cards are gone; a card may still be put right."""
    if not (matched.seen or matched.changed or (state.phase == "kitty" and matched.beside)):
        return [*asked(state, rules.players, ()), ev.Gathered()]
    events = put_right(state, looks, rules, matched) if state.gather else None
    if events is not None:
        return events
    events = asked(state, rules.players, ())
    if state.wrong is not None and all(found.reading.best != state.wrong[1] for found in matched.new):
        events.append(ev.RightAgain())
    return events


def _aside(state: State, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """The turned-up card lies until the dealer plays (RULES W3), the stock's until it is won (RULES G3). Away from its
    place it is played at the turn of who may hold it, and pushed aside at any other; gone after that it was taken."""
    if not state.aside or state.hand is None:
        return []
    known, laid = state.aside[0], matched.turn_up
    if laid is None:
        return [ev.TurnUpTaken()] if state.hand.tricks and not state.trick and not waits(state, rules) else []
    if away(laid, known.x, known.y) <= NOT_MOVED or matched.missing:
        return []
    if state.turn is not None and known.card in rules.legal_cards(state.hand):
        matched.new.append(laid)
        return []
    return [] if state.paused is not None else [ev.TurnUpMoved(round(laid.x, 1), round(laid.y, 1))]


def waits(state: State, rules: Rules[Any]) -> bool:
    """Whether the card beside the trick still lies there by the rules: until the dealer has played (RULES W3), or for
    the winner of the trick (RULES G3)."""
    hand = state.hand
    if hand is None or not hand.turned_up or not state.aside:
        return False
    if rules.turn_up_lies:
        return not hand.tricks and hand.dealer not in [play.seat for play in state.trick]
    return True


def out_of_step(state: State, looks: Looks) -> ev.OutOfStep:
    """What is seen is not what is believed."""
    seen = tuple(card.reading.belief[0][0] for card in looks.table or () if clear(card.reading))
    return ev.OutOfStep(seen, tuple(play.card for play in state.trick))


def _trick(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    if len(matched.missing) > 1 and not matched.seen and not matched.changed:
        return [out_of_step(state, looks)]
    if state.trick and matched.missing == [state.trick[-1]] and not matched.new:
        return [ev.TakenBack(state.trick[-1].seat, state.trick[-1].card)]
    events = put_right(state, looks, rules, matched)
    if events is not None:
        return events
    if any(count >= 2 for _, count in looks.changed.values()) and matched.changed and not matched.new:
        return [out_of_step(state, looks)]
    return decide_new(state, rules, matched.new)


def note_look(state: State, looks: Looks, rules: Rules[Any]) -> None:
    """Count looks in a row in which a card of the trick reads clearly as another."""
    changed: dict[Card, tuple[Card, int]] = {}
    laid = with_words(looks.table or (), state.told)
    for play, found in match(laid, state.trick, state.aside).changed:
        card = found.reading.belief[0][0]
        before, count = looks.changed.get(play.card, (card, 0))
        changed[play.card] = (card, count + 1 if before == card else 1)
    looks.changed = changed
