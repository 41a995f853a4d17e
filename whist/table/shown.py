"""What pages are told alike by every table: each part of a view that means the same in all games stands here once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from whist.cards import Card
from whist.messages.events import OutOfStep, Proposed, Question
from whist.phrases import Phrase
from whist.rules.base import Rules
from whist.table.seen.earlier_cards import gone
from whist.table.seen.misread import others
from whist.table.state.state import Play, State


def plays(laid: Iterable[Play]) -> list[dict[str, Any]]:
    """``[{"seat": 1, "card": "S5"}, …]``."""
    return [{"seat": play.seat, "card": str(play.card)} for play in laid]


def open_questions(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """What everybody may know of questions: their numbers, and who is asked."""
    return [{"id": question.id, "ask": list(question.ask)} for question in questions]


def own_questions(
    state: State, rules: Rules[Any], person: str, text: Callable[[Question], Phrase]
) -> list[dict[str, Any]]:
    """What ``person`` is asked: the ``text`` of each question, the likely answers, and the others that are possible."""
    return [
        question(asked, text(asked), others(asked, gone(state, rules, asked.of or 0), rules.pack()))
        for asked in state.questions
        if person in asked.ask
    ]


def question(asked: Question, text: Phrase, others: Iterable[Card]) -> dict[str, Any]:
    return {
        "id": asked.id,
        "about": text,
        "kind": asked.about,
        "candidates": [str(card) for card in asked.candidates],
        "may_be_none": asked.may_be_none,
        "holder": asked.holder,
        "slot": asked.slot,
        "x": asked.x,
        "y": asked.y,
        "trick": asked.trick,
        "of": asked.of,
        "others": [str(card) for card in others],
    }


def wrong_card(cards: Sequence[Card], by: int | None, *, said: bool = False) -> dict[str, Any] | None:
    """The card that must be taken back, the seat that has laid it (None: not known) and whether a person has ``said``
    so, and ``also``, further such cards; None where there is none."""
    if not cards:
        return None
    first, *more = (str(card) for card in cards)
    return {"seat": by, "card": first, "also": more, "said": said}


def out_of_step(drift: OutOfStep | None) -> dict[str, Any] | None:
    """What is seen, what was believed, and the holder that shows other cards (None: it is the play area)."""
    if drift is None:
        return None
    seen, believed = ([str(card) for card in cards] for cards in (drift.seen, drift.believed))
    return {"seen": seen, "believed": believed, "holder": drift.holder}


def proposal(asked: Proposed | None, text: Phrase | None) -> dict[str, Any] | None:
    """Who proposes what, and its ``text``."""
    return None if asked is None else {"seat": asked.seat, "what": asked.what, "text": text}


def moving(state: State) -> tuple[int, int | None] | None:
    """The holder (1…) of which a card must be moved now, and the slot in which it stands; None for the slot where it
    lies open beside the trick, and None while no card must be moved."""
    card, number = state.holders.to_move, state.holders.number(state.turn)
    if card is None or number is None:
        return None
    place = state.holders.slot(card)
    return number, None if place is None else place[1]
