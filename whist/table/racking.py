"""What is missing until it is known what stands in holders, in one sentence for everybody."""

from __future__ import annotations

from typing import Any

from whist.phrases import Phrase, listed, phrase
from whist.rules.base import Rules
from whist.table.seen.dealt import expected
from whist.table.state.state import State
from whist.table.words import prompts


def racking(state: State, rules: Rules[Any], deals: Phrase, turn_up: Phrase) -> Phrase | None:
    """That somebody ``deals`` while all holders are empty, else what must be done with the cards in them; ``turn_up``
    where a dealer's last card stands there that should lie open. None while all that can be seen is right."""
    shown = {number: one.shown or (0, 0) for number, one in enumerate(state.holders.all, 1)}
    wanted = {number: expected(state, rules, number) for number in shown}
    if not any(cards for cards, _ in shown.values()):
        return deals
    shown = {number: cards for number, cards in shown.items() if state.holders.all[number - 1].cards is None}
    for number, (cards, _) in shown.items():
        if cards > wanted[number]:
            dealers = state.hand.dealer == state.holders.seats[number - 1] and cards == state.hand.size
            return turn_up if rules.turn_up_lies and dealers else prompts.crowded(number, wanted[number])
    for number, (cards, _) in shown.items():
        one = state.holders.all[number - 1]
        if one.covered_by is not None and cards < wanted[number] <= cards + len(one.covered):
            return prompts.covered(number, one.covered_by, one.covered)
    missing = [
        prompts.shows(number, cards, state.holders.all[number - 1].gaps, wanted[number])
        for number, (cards, _) in shown.items()
        if cards < wanted[number]
    ]
    if missing:
        return phrase("Put the cards in the holders: {missing}.", missing=listed(missing))
    unread = ((number, cards) for number, (_, cards) in shown.items() if cards)
    return next((prompts.unread_in_holder(number, cards) for number, cards in unread), None)
