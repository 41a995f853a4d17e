"""What the camera has lost from sight, and found again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from whist.messages import events as ev
from whist.messages.observations import HolderShows, Observation, OutOfSight
from whist.table.state.seats import HOLDERS, person_beside
from whist.table.state.state import State

PLAY_AREA = "play area"


def swapped(seen: Observation, state: State) -> list[ev.Event]:
    """Events when a holder of Android Whist stands before the wrong person or no longer does; nothing new, no event."""
    if not isinstance(seen, HolderShows) or seen.beside is None:
        return []
    wrong = {*state.swapped} - {seen.holder}
    if stands_wrong(seen):
        wrong.add(seen.holder)
    return [ev.Swapped(tuple(sorted(wrong)))] if wrong != {*state.swapped} else []


def stands_wrong(seen: HolderShows) -> bool:
    """Whether it is seen that an android's holder stands before the wrong person; a computer player's faces nobody, and
    may stand any way round."""
    return seen.holder in HOLDERS and seen.beside not in (None, person_beside(seen.holder))


class Seen(Protocol):
    """What a table's state says of what is seen."""

    @property
    def out_of_sight(self) -> frozenset[str]:
        """The parts that are lost from sight."""
        ...

    @property
    def questions(self) -> tuple[ev.Question, ...]:
        """What is asked now."""
        ...

    @property
    def next_question(self) -> int:
        """The number of the next question."""
        ...


def lost(seen: Observation, state: Seen, parts: Collection[str], people: tuple[str, ...]) -> list[ev.Event]:
    """Events when one of the ``parts`` of a table goes out of sight (all ``people`` are asked to help) or comes back;
    nothing new, no event."""
    if isinstance(seen, OutOfSight):
        now = frozenset(seen.parts) & frozenset(parts)
    else:
        now = state.out_of_sight - {part_of(seen.holder) if isinstance(seen, HolderShows) else PLAY_AREA}
    if now == state.out_of_sight:
        return []
    asked = [question.id for question in state.questions if question.about == "sight"]
    if not now:
        return [ev.InSight(), *(ev.QuestionWithdrawn(number) for number in asked)]
    question = ev.Question(state.next_question, "sight", people)
    return [ev.OutOfSightFound(now), *([] if asked else [question])]


def part_of(holder: int) -> str:
    """What a holder is called as a part of the table."""
    return f"holder {holder}"
