"""The play area is lost from sight, and found again. Holders do not matter here."""

from __future__ import annotations

from whist.family.state.seats import persons
from whist.family.state.state import State
from whist.messages import events as ev
from whist.messages.observations import HolderShows, Observation, OutOfSight
from whist.table.seen.sight import PLAY_AREA


def decide(seen: Observation, state: State, players: int) -> list[ev.Event]:
    """Events when the play area goes out of sight (all are asked to help) or comes back; nothing new, no event."""
    if isinstance(seen, HolderShows):
        return []
    parts = frozenset(seen.parts) & {PLAY_AREA} if isinstance(seen, OutOfSight) else frozenset()
    if parts == state.out_of_sight:
        return []
    asked = [question.id for question in state.questions if question.about == "sight"]
    if not parts:
        return [ev.InSight(), *(ev.QuestionWithdrawn(number) for number in asked)]
    return [ev.OutOfSightFound(parts), ev.Question(state.next_question, "sight", persons(players))]
