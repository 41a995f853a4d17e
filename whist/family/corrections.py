"""What people put right in a game without androids; what is alike in all games stands in
``whist.table.corrections``."""

from __future__ import annotations

from typing import Any

from whist.messages import events as ev
from whist.messages.requests import Correct, SayStep
from whist.names import card_name
from whist.phrases import Phrase, phrase
from whist.rules.base import Rules
from whist.rules.refusals import Refused
from whist.table.state.evolve import evolve
from whist.table.state.state import State
from whist.table.words.refusals import (
    in_step_already,
)


def follows(
    event: ev.PlayCorrected | ev.ScoresCorrected | ev.Claimed, state: State, rules: Rules[Any]
) -> list[ev.Event]:
    """What was agreed, and that the match is over by it; raises ``Refused`` for what cannot have been."""
    try:
        after = evolve(event, state, rules).now
    except (TypeError, ValueError, IndexError, Refused) as error:
        raise Refused(phrase("After that card the hand could not have gone on as it did.")) from error
    over = after.over and isinstance(event, ev.ScoresCorrected)
    return [event, *([ev.GameOver(after.winners[0], after.winners)] if over else [])]


def objection(request: Correct, state: State) -> Phrase | None:
    """What lies open beside the tricks was not played."""
    if any(aside.card == request.card for aside in state.aside):
        return phrase("That card lies open beside the tricks: {card}.", card=card_name(request.card))
    return None


def in_step(state: State) -> list[str]:
    """How anybody may say that the table is."""
    return ["seen", "believed"] if _holder_off(state) else ["believed"] if _may_overlook(state) else []


# -- one word is enough ------------------------------------------------------------------------------------------------


def say_step(request: SayStep, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That the trick is as it was played, though its cards do not lie there any more; raises ``Refused``."""
    if state.out_of_step is None:
        raise in_step_already()
    if _holder_off(state) and request.how in ("seen", "believed"):
        return [ev.StepSaid(request.seat, request.how), ev.InStep()]
    if request.how != "believed" or not _may_overlook(state):
        raise Refused(phrase("Lay the right cards where I can see them, and no others."))
    return [ev.StepSaid(request.seat, request.how), ev.InStep()]


def _holder_off(state: State) -> bool:
    """Whether a holder shows other cards than it is believed to hold: it may be read anew, or be as believed."""
    return state.out_of_step is not None and state.out_of_step.holder is not None


def _may_overlook(state: State) -> bool:
    """Whether cards of the trick, or the stock's open one, are missing, and no others lie there that nobody can account
    for."""
    drift = state.out_of_step
    return drift is not None and bool(drift.believed) and set(drift.seen) <= set(drift.believed)
