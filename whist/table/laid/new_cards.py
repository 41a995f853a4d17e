"""What newly laid cards mean at the turn of a seat, whoever has its cards: a person in hand, or a holder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whist.messages import events as ev
from whist.rules.base import Rules
from whist.table.laid import laying, moved
from whist.table.laid.questions import asked
from whist.table.seen import earlier_cards
from whist.table.seen.last_seen import Looks
from whist.table.seen.matching import Matched
from whist.table.state.around import sits
from whist.table.state.state import State


def decide(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """What the cards mean that are new among those ``matched``."""
    turn = state.turn
    if turn is None or (state.phase == "deal" and state.hand.phase != "play"):
        return asked(state, ())
    if matched.back is not None:
        return _beside_called_back(state, looks, rules, matched)
    if (doubted := earlier_cards.decide(state, rules, matched.new)) is not None:
        return doubted
    if not matched.new and not state.questions and state.wrong is None:
        return []  # so it is at nearly every look
    if not sits(state, turn) and state.hand.phase == "play":
        return moved.decide(state, looks, rules, matched, turn)
    return laying.decide(state, rules, matched, turn)


def _beside_called_back(state: State, looks: Looks, rules: Rules[Any], matched: Matched) -> list[ev.Event]:
    """What the other cards mean while one is called back that can no longer be changed: who is in turn may have played.
    That others must be taken back as well is said with that one."""
    others = [found for found in matched.new if found is not matched.back]
    free = replace(state, wrong=None, wrong_by=None, wrong_more=())
    events = decide(free, looks, rules, replace(matched, new=others, back=None))
    return [event for event in events if not isinstance(event, ev.WrongCard)]
