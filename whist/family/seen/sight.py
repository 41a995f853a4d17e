"""The play area, or a holder, is lost from sight, and found again."""

from __future__ import annotations

from whist.family.state.seats import people
from whist.family.state.state import State
from whist.messages import events as ev
from whist.messages.observations import HolderShows, Observation, OutOfSight
from whist.table.seen.sight import PLAY_AREA


def decide(seen: Observation, state: State, players: int) -> list[ev.Event]:
    """Events when a part goes out of sight (all are asked to help) or comes back; nothing new, no event."""
    if isinstance(seen, HolderShows):
        parts = state.out_of_sight - {part_of(seen.holder)}
    elif isinstance(seen, OutOfSight):
        there = {PLAY_AREA, *(part_of(number) for number in range(1, len(state.holders.all) + 1))}
        parts = frozenset(seen.parts) & there
    else:
        parts = state.out_of_sight - {PLAY_AREA}
    if parts == state.out_of_sight:
        return []
    asked = [question.id for question in state.questions if question.about == "sight"]
    if not parts:
        return [ev.InSight(), *(ev.QuestionWithdrawn(number) for number in asked)]
    question = ev.Question(state.next_question, "sight", people(state.holders, players))
    return [ev.OutOfSightFound(parts), *([] if asked else [question])]


def part_of(holder: int) -> str:
    """What a holder is called as a part of the table."""
    return f"holder {holder}"
