"""The one flow of a hand, in every game: from what was last seen to what happened (RULES A4, A36, C4–C8, T1, T2, T9).

``decide`` compares what was last seen with the state and says what happens next; nothing new gives no event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.law.exposed import may_review
from whist.law.revokes import may_take_back
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import LaidCard
from whist.rules.actions import Play
from whist.rules.base import Rules
from whist.table.flow import commanded, dealing, in_holders, linked, open_cards
from whist.table.flow.between import gathering, hand_ended, next_hand
from whist.table.flow.ends import hand_over, trick_won
from whist.table.laid import card_beside, new_cards
from whist.table.laid.put_right import put_right
from whist.table.laid.questions import as_told, asked
from whist.table.laid.step import count_changed, out_of_step
from whist.table.seen.last_seen import Looks, clear, readable
from whist.table.seen.matching import Matched, match
from whist.table.seen.racked import count_strikes, left
from whist.table.seen.taken_back import taken_back
from whist.table.state.state import State


def decide(state: State, looks: Looks, rules: Rules[Any], seed: int) -> list[ev.Event]:
    """The next events; ``seed`` draws trumps where they are drawn (RULES I8)."""
    if not state.deals:
        return [next_hand(state, rules, seed)]
    if rules.androids:
        if state.phase in ("deal", "turn_up"):
            return dealing.decide(state, looks, rules)
        if state.phase != "over" and (known := commanded.known_at_once(state, rules)):
            return known
    if state.complete:
        return trick_won(state, rules)
    if state.hand.over and state.after is None:
        return hand_over(state, rules)
    if state.away and (told := linked.decide(state, looks, rules)):
        return told
    if stands := in_holders.decide(state, looks, rules):
        return stands
    if looks.table is not None and state.phase != "over" and (lies := _table(state, looks, rules, seed)):
        return lies
    return commanded.last_card(state, rules) if rules.androids else []


def _table(state: State, looks: Looks, rules: Rules[Any], seed: int) -> list[ev.Event]:
    """What the cards on the play area mean."""
    laid = as_told(state, looks, looks.table or ())
    lies = tuple(looks.without_furniture(laid))  # what cannot be read since before the trick may be a stain
    if gone := taken_back(state.wrong, state.wrong_by, state.wrong_more, lies):
        return [*gone]
    if state.after is not None and (ended := hand_ended(state, looks, rules, seed, lies)) is not None:
        return ended
    if state.clear:
        return [] if lies else [ev.Gathered()]
    if (state.exchanging or not state.holders.known) and state.after is None and not state.gather:
        return []  # what a computer player holds must be known first
    if state.hand.phase == "turn_up" and not state.gather:
        # the open card is drawn into a holder, which may be seen before the play area is
        return [] if looks.outdated else open_cards.decide(state, rules, laid)
    if state.gather or state.phase == "kitty":
        return gathering(state, looks, rules, lies)
    matched = match(laid, state.here, state.aside)
    matched.left = left(state, looks)
    if state.hand.phase == "play":
        matched.new = looks.without_furniture(matched.new)
        if rules.androids:
            matched.new = [card for card in matched.new if not commanded.part_of(card, matched.seen)]
        unread = sum(not readable(found.reading) for found in matched.new)
        if unread != state.unread:
            return [ev.Unread(unread)]
    if rules.androids:
        return commanded.trick(state, looks, rules, matched)
    if state.trick_drifted:
        return _in_step(state, looks, rules, matched)
    events = card_beside.decide(state, looks, rules, matched)
    return _trick(state, looks, rules, matched) if events is None else events


def _in_step(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """All that should lie there must be seen again: the trick, and the open card of a stock."""
    stock = card_beside.waits(state, rules) and not rules.turn_up_lies and not matched.beside
    wrong = matched.missing or matched.changed or stock or _too_many(rules, matched)
    if not wrong:
        return [ev.InStep()]
    now, before = out_of_step(state, looks), state.out_of_step
    # the cards too many are gone, and some are missing yet: a person may say that all is as believed
    fewer = before is not None and set(now.seen) <= set(now.believed) and not set(before.seen) <= set(before.believed)
    return [now] if fewer else []


def _too_many(rules: Rules[Any], matched: Matched) -> bool:
    """Whether more cards are new than a whole trick has: somebody has laid down a hand, or spilled the pack."""
    return len(matched.new) > rules.players


def _trick(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    lost = len(matched.missing) > 1 and not matched.seen and not matched.changed and not state.overlooked
    if lost or _too_many(rules, matched):
        return [*asked(state, ()), out_of_step(state, looks)]
    if state.trick and matched.missing == [state.trick[-1]] and not matched.new and not matched.changed:
        # where no card may be changed, one that is lifted counts all the same, and another in its place is called back
        return [ev.TakenBack(state.trick[-1].seat, state.trick[-1].card)] if may_take_back(rules) else []
    events = put_right(state, looks, rules, matched)
    if events is not None:
        return events
    if reopened := _reopened(state, rules, matched.new):
        return reopened
    return new_cards.decide(state, looks, rules, matched)


def _reopened(state: State, rules: Rules[Any], new: Sequence[LaidCard]) -> list[ev.Event]:
    """The last trick lies there again, all of it or all but a card that is being put right (RULES T2, T11)."""
    hand = state.hand
    if state.trick or not hand.tricks or not isinstance(hand.actions[-1], Play):
        return []
    trick, last = hand.tricks[-1], len(hand.tricks) - 1
    cards = [card for place, card in enumerate(trick.cards) if trick.seat(place) not in state.away]
    there = {found.reading.best: found for found in new if clear(found.reading)}
    if sum(card in there for card in cards) < max(2, len(cards) - 1) or not may_review(rules.options, hand, last):
        return []
    known = [None if trick.seat(place) in state.away else there.get(card) for place, card in enumerate(trick.cards)]
    x = tuple(0.0 if found is None else round(found.x, 1) for found in known)
    y = tuple(0.0 if found is None else round(found.y, 1) for found in known)
    return [*asked(state, ()), fe.Reopened(x, y)]


def note_holder(state: State, looks: Looks, rules: Rules[Any], number: int) -> None:
    """Count looks in a row in which holder ``number`` shows several cards that it is not believed to hold."""
    if not rules.androids:
        in_holders.note_look(state, looks, number)
    elif state.phase in ("play", "gather"):
        count_strikes(state, looks, number)
    else:
        looks.believe()


def note_table(state: State, looks: Looks, rules: Rules[Any]) -> None:
    """Count looks in a row in which a card of the trick, or the one beside it, reads clearly as another."""
    if rules.androids and state.phase not in ("play", "gather"):
        looks.believe()
        return
    matched = match(as_told(state, looks, looks.table or ()), state.here, state.aside)
    over = None if rules.androids else card_beside.over(state, rules, matched)
    if rules.androids and not matched.missing and not state.gather:
        looks.whole = looks.table or ()
    count_changed(looks, [*matched.changed, *([(state.aside[0], over)] if over else [])])
