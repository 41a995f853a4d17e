"""What the camera has lost from sight, and found again."""

from __future__ import annotations

from whist.messages import events as ev
from whist.messages.observations import HolderShows, Observation, OutOfSight
from whist.table.state.seats import PERSONS, person_beside
from whist.table.state.state import State

PLAY_AREA = "play area"


def decide(seen: Observation, state: State) -> list[ev.Event]:
    """Events when a part goes out of sight (both persons are asked to help) or comes back, and when a holder stands
    before the wrong person or no longer does; nothing new, no event."""
    return [*_swapped(seen, state), *_lost(seen, state)]


def _swapped(seen: Observation, state: State) -> list[ev.Event]:
    if not isinstance(seen, HolderShows) or seen.beside is None:
        return []
    wrong = {*state.swapped} - {seen.holder}
    if seen.beside != person_beside(seen.holder):
        wrong.add(seen.holder)
    return [ev.Swapped(tuple(sorted(wrong)))] if wrong != {*state.swapped} else []


def _lost(seen: Observation, state: State) -> list[ev.Event]:
    if isinstance(seen, OutOfSight):
        parts = frozenset(seen.parts)
    elif isinstance(seen, HolderShows):
        parts = state.out_of_sight - {f"holder {seen.holder}"}
    else:
        parts = state.out_of_sight - {PLAY_AREA}
    if parts == state.out_of_sight:
        return []
    asked = [question.id for question in state.questions if question.about == "sight"]
    if not parts:
        return [ev.InSight(), *(ev.QuestionWithdrawn(number) for number in asked)]
    lost: list[ev.Event] = [ev.OutOfSightFound(parts)]
    if not asked:
        lost.append(ev.Question(state.next_question, "sight", PERSONS))
    return lost
