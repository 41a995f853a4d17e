"""A trick is complete and waits to be gathered, or was gathered before its last card was sure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.rules.base import Rules
from whist.table.laid import laying, moved
from whist.table.laid.laying import New, called_wrong, laid_by, likely, may_be_of
from whist.table.laid.questions import asked, of_place
from whist.table.seen.contradicted import candidates
from whist.table.seen.ghosts import keeps_waiting
from whist.table.seen.last_seen import SAME_CARD, Looks, clear, readable
from whist.table.seen.matching import Matched, away
from whist.table.seen.unseen import gathered
from whist.table.state.around import lies_before, sits
from whist.table.state.state import State
from whist.table.state.told import is_at

# -- beside a complete trick -------------------------------------------------------------------------------------------


def beside_trick(state: State, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """What is to be said of the cards that lie beside a complete trick: which are asked about, and which must be taken
    back."""
    return [*asked(state, _doubtful_strays(state, rules, matched)), *_strays(state, matched)]


def _doubtful_strays(state: State, rules: Rules[Any], matched: Matched) -> list[ev.Question]:
    """Which card lies beside a complete trick before somebody who does not lead next, where it is hard to read; it is
    not asked while a card of the trick is gone, for it may be that one, nor of what lies on one, a part of which it may
    be."""
    hand = state.hand
    if not state.gather or hand.over or matched.missing:
        return []
    doubtful = [found for found in matched.new if readable(found.reading) and not clear(found.reading)]
    apart = [found for found in doubtful if all(away(found, play.x, play.y) > SAME_CARD for play in state.here)]
    others = [found for found in apart if lies_before(state, found) not in (None, hand.tricks[-1].winner)]
    asked_about = [(found, likely(matched, found, candidates(state, found.reading))) for found in others]
    return [of_place("table", found, cards) for found, cards in asked_about if cards]


def _strays(state: State, matched: Matched) -> list[ev.Event]:
    """Cards that lie on or beside a complete trick and cannot be what its winner leads next: they must be taken
    back."""
    hand = state.hand
    if not state.gather or hand.over:
        return []
    leader, stray, leads = hand.tricks[-1].winner, list[New](), list[New]()
    for found in matched.new:
        if found.reading.best is not None and clear(found.reading):
            card = found.reading.best
            new = New(found, card, state.holders.owner(card) if card in matched.left else None)
            (stray if _is_stray(state, leader, new) else leads).append(new)
    if state.wrong is not None and not stray and state.wrong[1] in [new.card for new in leads]:
        return [ev.RightAgain()]  # it was pushed to before whoever leads
    return called_wrong(state, leader, stray)


def _is_stray(state: State, leader: int, found: New) -> bool:
    """Whether a card cannot be what ``leader`` lays next; one out of a holder was not ordered yet."""
    if found.card in state.played() and found.card not in [play.card for play in state.here]:
        return True
    by = laid_by(state, found)
    if found.of is not None:
        return True
    return by is not None and (by != leader or not sits(state, by))


# -- gathered in doubt -------------------------------------------------------------------------------------------------


def gathered_in_doubt(state: State, looks: Looks, rules: Rules[Any], beside: Matched) -> list[ev.Event] | None:
    """A trick was gathered before its last card was sure: that one counts which was clear among what lay ``beside``
    its cards, or that somebody then names; nothing happens while it is asked. None when nobody can tell."""
    turn = state.turn
    if turn is None or len(state.trick) < 2:
        return None
    new, right = _weighed(state, looks, rules, beside, turn)
    others = [(found, card) for found, card in new if card is not None and found not in [one.laid for one in right]]
    if len(right) == 1 and (len(state.trick) == 3 or _has_laid(state, turn + 1, others)):
        return [laying.lays(turn, right[0])]
    if len(state.trick) == 2 and not _has_laid(state, turn + 1, new) and not lay_whole(state, beside.new):
        return None
    is_asked = any(is_at(question, found) for question in state.questions for found, _ in new)
    return [] if is_asked and not right else gathered(state, looks)


def _weighed(
    state: State, looks: Looks, rules: Rules[Any], beside: Matched, turn: int
) -> tuple[list[tuple[LaidCard, Card | None]], list[New]]:
    """What new cards are, in doubt or not, and which of them are what ``turn`` lays."""
    if sits(state, turn):
        found = laying.weighed(state, rules, beside, turn)
        return [*((one.laid, one.card) for one in found.new), *((one, None) for one in found.doubtful)], found.right
    new, doubtful = moved.weighed(state, looks, rules, beside)
    right = [one for one in new if one.card == state.holders.to_move]
    return [*((one.laid, one.card) for one in new), *((one, None) for one in doubtful)], right


def lay_whole(state: State, beside: Collection[LaidCard]) -> bool:
    """Whether ``beside`` the cards of the trick, when all of these were last seen, as many others lay as it lacks: what
    is gone since was gathered, and not taken back."""
    sure, played = [(play.x, play.y) for play in state.trick if not play.unseen], state.played()
    others = [
        found
        for found in beside
        if keeps_waiting(found, played, sure) or (clear(found.reading) and found.reading.best not in played)
    ]
    return len(state.trick) + len(others) == state.hand.seats


def _has_laid(state: State, seat: int, new: Sequence[tuple[LaidCard, Card | None]]) -> bool:
    """Whether the person at ``seat``, the next after one whose card is missed, has laid the one card that is new."""
    seat %= state.hand.seats
    if len(new) != 1 or not sits(state, seat):
        return False
    (found, card), theirs = new[0], lies_before(state, new[0][0]) == seat
    return card is not None and theirs and clear(found.reading) and may_be_of(state, seat, card)
