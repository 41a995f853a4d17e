"""A card of the trick is gone, or reads otherwise, and another one lies there: was it put right (RULES T2)?

Places settle it where they are clear; else it is asked which card the owner played. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from whist.cards import FULL_PACK, Card
from whist.law.going_back import taken_back, trick_on_table
from whist.law.revokes import may_correct
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import READABLE, LaidCard
from whist.rules.base import Rules
from whist.table.laid.laying import called_back, likely, possible_cards
from whist.table.laid.questions import answer_to, asked, of_cards, of_place
from whist.table.seen.last_seen import NOT_MOVED, Looks, clear, offered, what
from whist.table.seen.matching import Matched, away
from whist.table.state.around import lies_before
from whist.table.state.state import Laid, State

COVERED = 60.0
"""Millimetres between the middles of two cards within which one can hide the other."""
Pair = tuple[Laid, LaidCard]
"""A card of the trick, and one that may lie there in its stead."""


def put_right(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event] | None:
    """The events when a card was put right or it must be asked; None when the new cards are just new ones. A card that
    turns out to lie on one of the trick is handed on as new."""
    if state.trick_drifted or not state.here:
        return None
    for play, found in _otherwise(state, looks, matched):
        card = found.reading.best
        if card is None or _lies_on(state, rules, play, card) or _is_next(state, rules, play, found):
            matched.new.append(found)
        else:
            said = answer_to(state, "replaced", (play.card, card))
            question = of_cards("replaced", (play.card, card))
            return _replaced(state, play, found, card) if said else asked(state, [question])
    for play, found in _pairs(state, rules, matched):
        events = _paired(state, rules, matched, play, found)
        if events is not None:
            return events
    return None


def _otherwise(state: State, looks: Looks, matched: Matched) -> Iterator[Pair]:
    """Cards that have read clearly otherwise in two looks, or of which a person has said that another hides them."""
    for play, found in matched.changed:
        card, count = looks.changed.get(play.card, (None, 0))
        other = found.reading.best
        if other is not None and ((count >= 2 and card == other) or _said_to_lie_on(state, play, other)):
            yield play, found


def _pairs(state: State, rules: Rules[Any], matched: Matched) -> Iterator[Pair]:
    """Cards that are gone, each with a new one that could lie there in its stead."""
    for play in matched.missing:
        for found in matched.new:
            if not any(away(found, card.x, card.y) <= NOT_MOVED for card in state.aside):
                yield play, found


def _paired(state: State, rules: Rules[Any], matched: Matched, play: Laid, found: LaidCard) -> list[ev.Event] | None:
    if play.seat in state.holders.seats:
        return None  # of a computer player the ordered card counts, and no other
    verdict = _verdict(state, rules, matched, play, found)
    if verdict == "new":
        return None
    possible = _possible(state, rules, play) | possible_cards(state, rules)
    card = found.reading.best if clear(found.reading) else what(found, set(FULL_PACK) - possible)
    if card is None:
        return _what_is_it(state, possible, matched, found)
    if _lies_on(state, rules, play, card):
        return None
    said = answer_to(state, "replaced", (play.card, card))
    if verdict == "replaced" and said is None and not _still_allowed(state, rules, play):
        if matched.back is not None:
            return None  # one alone is called back, and names the others
        events = called_back(state, play, card, matched.new)
        if events or state.gather:
            return events or asked(state, ())
        matched.back = found  # that is said: what else lies there is looked at
        return None
    if verdict == "replaced" or said is not None:
        return _replaced(state, play, found, card)
    return asked(state, [of_cards("replaced", (play.card, card))])


def _verdict(state: State, rules: Rules[Any], matched: Matched, play: Laid, found: LaidCard) -> str:
    """Whether ``found`` was put where ``play`` lay: ``"replaced"``, or is ``"new"`` while that card is hidden or being
    gathered; ``"ask"`` when the places do not say."""
    seat = lies_before(state, found)
    turn = state.hand.turn
    if state.gather:
        if len(matched.missing) > 1 or seat not in (None, play.seat):
            return "new"
        return "replaced" if seat == play.seat != turn else "ask"
    if seat in (turn, play.seat):
        # where no other card of the trick is left, the whole trick may have been missed
        return "new" if seat == turn else "replaced" if matched.seen else "ask"
    if play != state.trick[-1]:
        return "new" if _hidden(state, matched, play, found) else "ask"
    return "ask"


def may_hide(over: LaidCard | Laid, play: Laid) -> bool:
    """Whether a card lies so near to one of the trick that this may lie under it."""
    return hypot(over.x - play.x, over.y - play.y) <= COVERED


def _hidden(state: State, matched: Matched, play: Laid, found: LaidCard) -> bool:
    """Whether ``play`` may lie under another card."""
    return may_hide(found, play) or any(may_hide(card, play) for card in matched.seen)


def _possible(state: State, rules: Rules[Any], play: Laid) -> set[Card]:
    """Cards that the owner of ``play`` may have laid instead of it."""
    hand = state.hand
    earlier = taken_back(rules, hand, play.seat)
    return set(rules.legal_cards(earlier)) - {laid.card for laid in state.here}


def _lies_on(state: State, rules: Rules[Any], play: Laid, card: Card) -> bool:
    """Whether ``card`` hides ``play``, by a person's word, or because the owner of ``play`` cannot have laid it."""
    # of a card that people have named a holder says nothing (RULES A6, S2)
    if state.barred_by(card) not in (None, play.seat) or card in state.holders.cards() - state.named:
        return True
    if play.seat in state.holders.seats:
        return True
    return _said_to_lie_on(state, play, card) or card not in _possible(state, rules, play)


def _is_next(state: State, rules: Rules[Any], play: Laid, found: LaidCard) -> bool:
    """Whether a card lies before the seat in turn, on one that was laid there and is another's, as people have said."""
    return play.seat != state.turn == lies_before(state, found) == lies_before(state, play)


def _said_to_lie_on(state: State, play: Laid, card: Card) -> bool:
    return play.card in [answer_to(state, about, (play.card, card)) for about in ("replaced", "order")]


def _still_allowed(state: State, rules: Rules[Any], play: Laid) -> bool:
    hand = state.hand
    return may_correct(rules.options, hand, play.seat, trick_on_table(hand), state.reopened)


def _what_is_it(state: State, possible: set[Card], matched: Matched, found: LaidCard) -> list[ev.Event]:
    """The question what a new card is; nothing where it can hardly be read."""
    if found.reading.probability < READABLE:
        return asked(state, ())
    cards = offered(found.reading, set(FULL_PACK) - possible)
    return asked(state, [of_place("table", found, likely(matched, found, cards))])


def _replaced(state: State, play: Laid, found: LaidCard, card: Card) -> list[ev.Event]:
    right: list[ev.Event] = [ev.RightAgain()] if state.wrong else []
    place = round(found.x, 1), round(found.y, 1)
    return [*asked(state, ()), *right, fe.Replaced(play.seat, play.card, card, *place)]
