"""Whether questions, and what was told, are about the same card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.table.state.state import Laid, Word

SAME_CARD: Final = 25.0
"""Millimetres within which a card that is hard to read is taken for the one that lay there."""


def is_at(question: ev.Question, laid: Laid | LaidCard) -> bool:
    """Whether a question is about the card that lies, or lay, where ``laid`` does."""
    if question.x is None or question.y is None:
        return False
    return (question.x - laid.x) ** 2 + (question.y - laid.y) ** 2 <= SAME_CARD**2


def without_turn_up(told: Iterable[Word]) -> tuple[Word, ...]:
    """What was told of other cards than that which lay aside: it has left its place, where others may lie now."""
    return tuple(one for one in told if one.question.about != "turn_up")


def same_doubt(one: ev.Question, other: ev.Question) -> bool:
    """Whether two questions ask about the same place or the same cards."""
    if one.x is None and other.x is None:
        return (one.about, one.holder, one.slot, one.candidates) == (
            other.about,
            other.holder,
            other.slot,
            other.candidates,
        )
    return (one.about, one.x, one.y) == (other.about, other.x, other.y)
