"""What is otherwise while a trick is played where androids obey: two people sit there, who move the androids' cards,
too, and a card of the trick is put right by taking it back (RULES A34, A36, T2, T12)."""

from __future__ import annotations

from typing import Any

from whist.cards import Card
from whist.law.revokes import may_take_back
from whist.messages import events as ev
from whist.messages.observations import SLOTS, LaidCard
from whist.rules.base import Rules
from whist.table.laid import new_cards
from whist.table.laid.gathering import gathered_in_doubt, lay_whole
from whist.table.laid.put_right import may_hide
from whist.table.laid.questions import as_told, asked, of_place
from whist.table.laid.step import out_of_step
from whist.table.seen import earlier_cards
from whist.table.seen.last_seen import AT_REST, NOT_MOVED, SAME_CARD, Looks, clear
from whist.table.seen.matching import Matched, away, match
from whist.table.seen.racked import left
from whist.table.seen.unseen import is_gathered
from whist.table.state.around import lies_before, sits
from whist.table.state.state import Laid, State
from whist.table.state.told import is_at


def known_at_once(state: State, rules: Rules[Any]) -> list[ev.Event]:
    """What must be said before the trick goes on: a revoke that is plain, or a card that was played twice."""
    return _revoke_known(state, rules) or earlier_cards.decide_twice(state, rules)


def _revoke_known(state: State, rules: Rules[Any]) -> list[ev.Event]:
    """A revoke that is plain at once: the human who played last is known to hold a card of the led suit, the turn-up or
    one that was taken back (RULES T12)."""
    if len(state.being_played) < 2 or state.revoke_known is not None or rules.options.revoke_alert == "none":
        return []
    play, led = state.trick[-1], state.trick[0].card.suit
    if not sits(state, play.seat) or play.card.suit == led:
        return []
    held = {card for seat, card in state.shown if seat == play.seat}
    held |= {state.turn_up} if state.turn_up and play.seat == state.dealer else set()
    could = any(card.suit == led for card in held - state.played())
    return [ev.RevokeKnown(play.seat, len(state.tricks) + 1)] if could else []


def trick(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """What the cards mean that are ``matched`` with the trick that is played."""
    if (instead := _laid_instead(state, rules, looks, matched)) is not None:
        return instead
    return _in_step(state, looks, matched) or _turn_up(state, matched) or _played(state, rules, looks, matched)


def _laid_instead(state: State, rules: Rules[Any], looks: Looks, matched: Matched) -> list[ev.Event] | None:
    """A person has put another card where the own last one of the trick lay (RULES T2), and the next may lie there by
    now: that one was taken back, once two looks say so. Of one that lies just where that lay nobody can see whether it
    was put there or is read otherwise: it is asked."""
    if len(matched.changed) != 1 or matched.missing or state.trick_drifted or state.overlooked:
        return None
    last, found = matched.changed[0]
    best = found.reading.best
    if last != state.trick[-1] or not _may_be_instead(state, last, best) or not may_take_back(rules):
        return None
    card, count = looks.changed.get(last.card, (None, 0))
    if best is None or card != best or count < 2:
        return []
    said = any(word.card == best and is_at(word.question, last) for word in state.told)
    if not said and away(found, last.x, last.y) <= AT_REST:
        return asked(state, [of_place("table", found, (last.card, best))])
    return [ev.TakenBack(last.seat, last.card)]


def _may_be_instead(state: State, last: Laid, card: Card | None) -> bool:
    """Whether ``card`` can have been laid in place of the ``last`` one of the trick, by the person who laid that."""
    known = state.holders.cards() | state.played()
    own = card is not None and card not in known and (card != state.turn_up or last.seat == state.dealer)
    return own and sits(state, last.seat)


def part_of(card: LaidCard, seen: list[Laid]) -> bool:
    """Whether a card that is not clear is but another sight of one of the trick: one laid there would hide that."""
    return not clear(card.reading) and any(away(card, play.x, play.y) <= SAME_CARD for play in seen)


def _turn_up(state: State, matched: Matched) -> list[ev.Event]:
    """The turned-up card lies until the dealer plays (RULES W3). Away from its place it is played at the dealer's turn
    and pushed aside at any other; gone after the dealer's first play it was taken into the hand."""
    laid = matched.turn_up
    if laid is None:
        if state.aside and state.tricks and not state.trick:
            return [ev.TurnUpTaken()]
        return []
    last = state.turn == state.dealer and len(state.tricks) == SLOTS - 1  # the dealer's last card need not be moved
    if (away(laid, state.aside[0].x, state.aside[0].y) <= NOT_MOVED and not last) or matched.missing:
        return []
    if state.turn == state.dealer:
        matched.new.append(laid)
        return []
    if state.paused is not None or matched.new:
        return []  # a card of the trick is gone, or others come first, so it is not sure whose turn it is
    return [ev.TurnUpMoved(round(laid.x, 1), round(laid.y, 1))]


def _in_step(state: State, looks: Looks, matched: Matched) -> list[ev.Event]:
    if state.trick_drifted:
        if matched.missing or matched.changed:
            return []
        return [ev.InStep()]
    twice = any(count >= 2 for _, count in looks.changed.values())
    if twice and matched.changed and state.out_of_step is None and not state.overlooked and not is_gathered(state):
        return [out_of_step(state, looks)]
    return []


def _played(state: State, rules: Rules[Any], looks: Looks, matched: Matched) -> list[ev.Event]:
    if state.trick_drifted:
        return []
    if matched.missing:
        last, beside = state.trick[-1], _beside(state, looks)
        if matched.seen and not matched.new and lay_whole(state, beside.new):
            return []  # of a trick that lay there whole something was left lying: it counts once that is gone, too
        if matched.missing == [last]:
            return _last_missing(state, rules, looks, matched, last)
        if not matched.seen and (not matched.changed or is_gathered(state)):
            if (gathered := gathered_in_doubt(state, looks, rules, beside)) is not None:
                return gathered
            # where a person has said that the trick is as believed, what is laid now is of it
            return new_cards.decide(state, looks, rules, matched) if state.overlooked else [out_of_step(state, looks)]
    return new_cards.decide(state, looks, rules, matched)


def _beside(state: State, looks: Looks) -> Matched:
    """What lay beside the cards of the trick when all of these were last seen."""
    beside = match(as_told(state, looks, looks.whole), state.trick, state.aside)
    beside.left, beside.new = left(state, looks), looks.without_furniture(beside.new)
    return beside


def _last_missing(state: State, rules: Rules[Any], looks: Looks, matched: Matched, last: Laid) -> list[ev.Event]:
    """The last card of the trick is not seen: taken back when nothing else came, or when what came can only be another
    card of the same person, or that and the next one's; lying under the new card where that is the one to be moved, and
    so near; otherwise nothing is guessed."""
    if not matched.new or _both_laid(state, last, matched.new):
        return [ev.TakenBack(last.seat, last.card)]
    turn, first = state.turn, matched.new[0].reading
    alone = len(matched.new) == 1 and clear(first) and turn is not None and not sits(state, turn)
    moved = alone and first.best == state.holders.to_move
    if alone and not moved and _may_be_instead(state, last, first.best):
        return [ev.TakenBack(last.seat, last.card)]
    if state.overlooked or (moved and may_hide(matched.new[0], last)):
        return new_cards.decide(state, looks, rules, matched)
    return [out_of_step(state, looks)]


def _both_laid(state: State, last: Laid, new: list[LaidCard]) -> bool:
    """Whether a person has clearly laid another card than the ``last`` one, and the other person, whose turn it was,
    one after it, each before themselves."""
    if len(new) != 2 or state.turn is None or not (sits(state, state.turn) and all(clear(one.reading) for one in new)):
        return False
    before = {lies_before(state, one): one for one in new}
    mine = before.get(last.seat)
    return mine is not None and state.turn in before and _may_be_instead(state, last, mine.reading.best)


def last_card(state: State, rules: Rules[Any]) -> list[ev.Event]:
    """An android's only card is ordered without a command where that is agreed (RULES A34)."""
    turn = state.turn
    if not rules.options.autoplay_last or turn not in state.holders.androids or state.holders.to_move:
        return []
    held = state.holders.held(turn)
    return [ev.ToMove(turn, held[0])] if len(held) == 1 else []
