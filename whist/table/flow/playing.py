"""From the lead to the score: what the cards on the table mean (RULES A4, A36, C4–C8, T1, T9, W3–W6).

``decide`` compares what was last seen with the state and says what happens next; nothing new gives no event.
"""

from __future__ import annotations

from typing import Any

from whist.messages import events as ev
from whist.messages.observations import SLOTS, LaidCard
from whist.rules.base import Rules
from whist.rules.scoring import next_dealer
from whist.table.flow.ends import hand_over, trick_won
from whist.table.laid import new_cards
from whist.table.laid.gathering import beside_trick, gathered_in_doubt, lay_whole
from whist.table.laid.put_right import put_right
from whist.table.laid.questions import as_told
from whist.table.laid.step import count_changed, out_of_step
from whist.table.seen import earlier_cards
from whist.table.seen.last_seen import NOT_MOVED, SAME_CARD, Looks, clear, readable
from whist.table.seen.matching import Matched, away, match
from whist.table.seen.racked import count_strikes, in_play, left
from whist.table.seen.taken_back import taken_back
from whist.table.seen.unseen import is_gathered
from whist.table.state.around import sits
from whist.table.state.state import Laid, State


def decide(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    """The next events of the phases play, gather and scored."""
    if state.gather and state.hand.over and state.after is None:
        return hand_over(state, rules)
    if known := _revoke_known(state, rules) or earlier_cards.decide_twice(state, rules):
        return known
    if state.complete:
        return trick_won(state, rules)
    if known := in_play(state, looks):
        return known
    if looks.table is not None and (seen := _table(state, looks, rules)):
        return seen
    return _last_card(state, rules)


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


def _table(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    laid = as_told(state, looks, looks.table or ())
    lies = tuple(looks.without_furniture(laid))  # what cannot be read since before the trick may be a stain
    if gone := taken_back(state.wrong, state.wrong_by, state.wrong_more, lies):
        return [*gone]
    if state.phase == "play":
        matched = match(laid, state.trick, state.aside)
        matched.left = left(state, looks)
        matched.new = [card for card in looks.without_furniture(matched.new) if not _part_of(card, matched.seen)]
        unread = sum(not readable(card.reading) for card in matched.new)
        if unread != state.unread:
            return [ev.Unread(unread)]
        return _in_step(state, looks, matched) or _turn_up(state, matched) or _trick(state, rules, looks, matched)
    if state.claimed and match(lies, state.trick, state.aside).seen:
        return []  # what was laid before the rest was claimed must be gathered, or it would be taken for the turn-up
    # the last trick still lies there; another card in the place of one of its own was laid on it
    matched = match(lies, () if state.claimed else state.trick, state.aside)
    matched.left = left(state, looks)
    if state.phase == "gather" and (late := put_right(state, looks, rules, matched)) is not None:
        return late
    if matched.seen:
        return beside_trick(state, rules, matched) or _ungathered(state, matched)
    gathered: list[ev.Event] = [ev.Gathered()]
    if state.phase == "scored":
        gathered.append(ev.DealStarted(state.hand.number + 1, next_dealer(state.dealer)))
    return gathered


def _part_of(card: LaidCard, seen: list[Laid]) -> bool:
    """Whether a card that is not clear is but another sight of one of the trick: one laid there would hide that."""
    return not clear(card.reading) and any(away(card, play.x, play.y) <= SAME_CARD for play in seen)


def _ungathered(state: State, matched: Matched) -> list[ev.Event]:
    """What still lies there of the old trick once some of it is gone or a card was laid on it, when that changes."""
    new = len({*matched.new, *(found for _, found in matched.changed)})
    now = ev.Ungathered(tuple(play.card for play in matched.seen), new) if matched.missing or new else None
    if now == state.ungathered:
        return []
    return [now or ev.Ungathered((), 0)]


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
    if state.out_of_step is not None and state.out_of_step.holder is None:
        if matched.missing or matched.changed:
            return []
        return [ev.InStep()]
    twice = any(count >= 2 for _, count in looks.changed.values())
    if twice and matched.changed and state.out_of_step is None and not state.overlooked and not is_gathered(state):
        return [out_of_step(state, looks)]
    return []


def _trick(state: State, rules: Rules[Any], looks: Looks, matched: Matched) -> list[ev.Event]:
    if state.out_of_step is not None and state.out_of_step.holder is None:
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
    card of the same person; otherwise it may lie under the new card, so nothing is guessed."""
    if not matched.new:
        return [ev.TakenBack(last.seat, last.card)]
    turn = state.turn
    replaced = sits(state, last.seat) and turn is not None and not sits(state, turn)
    card = matched.new[0].reading.best
    if replaced and len(matched.new) == 1 and clear(matched.new[0].reading) and card != state.holders.to_move:
        known = state.holders.cards() | state.played()
        if card not in known and (card != state.turn_up or last.seat == state.dealer):
            return [ev.TakenBack(last.seat, last.card)]
    return new_cards.decide(state, looks, rules, matched) if state.overlooked else [out_of_step(state, looks)]


def _last_card(state: State, rules: Rules[Any]) -> list[ev.Event]:
    """An android's only card is ordered without a command where that is agreed (RULES A34)."""
    turn = state.turn
    if not rules.options.autoplay_last or turn not in state.holders.androids or state.holders.to_move:
        return []
    held = state.holders.held(turn)
    return [ev.ToMove(turn, held[0])] if len(held) == 1 else []


def note_look(state: State, looks: Looks, holder: int | None) -> None:
    """Count looks in a row that contradict what is believed: of ``holder``, or of the table when None."""
    if state.phase not in ("play", "gather"):
        looks.strikes.clear()
        looks.changed.clear()
    elif holder is not None:
        count_strikes(state, looks, holder)
    elif looks.table is not None:
        matched = match(as_told(state, looks, looks.table), state.trick, state.aside)
        if not matched.missing and not state.gather:
            looks.whole = looks.table
        count_changed(looks, matched.changed)
