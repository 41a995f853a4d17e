"""What pages are told alike by every table: each part of a view that means the same in all games stands here once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from whist.cards import Card
from whist.messages.events import OutOfStep, Proposed, Question
from whist.messages.observations import SLOTS
from whist.phrases import Phrase
from whist.rules.base import Rules
from whist.rules.score_sheet import rows
from whist.rules.standing import with_changes
from whist.table.naming import proposal_text, question_text
from whist.table.seen.earlier_cards import gone
from whist.table.seen.misread import others
from whist.table.state.around import places
from whist.table.state.look_back import Finished, tricks_to_json
from whist.table.state.moving import sees, who_moves
from whist.table.state.state import Laid, State


def of_all(
    state: State, rules: Rules[Any], events: int, seats: Sequence[Mapping[str, Any]], prompt: Phrase
) -> dict[str, Any]:
    """The part of the public view that means the same in all games; ``events`` is the number of events so far."""
    asked = state.proposal
    return {
        "event": events,
        "game": rules.name,
        "title": rules.options.summary(),
        "phase": state.phase,
        "deal": state.hand.number,
        "dealer": state.dealer,
        "target": rules.target,
        "scores": list(state.now.scores),
        "seats": seats,
        "trump": state.hand.trump,
        "turn": state.turn,
        "trick": plays(state.trick),
        "tricks_done": len(state.hand.tricks) + len(state.claimed),
        "prompt": prompt,
        "questions": open_questions(state.questions),
        "unread": state.unread,
        "out_of_sight": sorted(state.out_of_sight),
        "out_of_step": out_of_step(state.out_of_step),
        "sheet": rows(rules, with_changes(state.lines, state.score_changes)),
        "proposal": proposal(asked, proposal_text(asked, state, rules) if asked else None),
    }


def played(
    state: State, rules: Rules[Any], seats: Sequence[Mapping[str, Any]], finished: Finished | None
) -> dict[str, Any] | None:
    """The tricks that may be looked at: those of the last hand until the next is played (RULES T6), by option those of
    the hand in play (RULES T11)."""
    begun = state.hand.tricks or state.claimed or state.trick
    if finished is not None and (state.after is not None or not begun):
        return finished.to_json()
    open_now = rules.options.review == "all" and (state.hand.tricks or state.claimed)
    return tricks_to_json(state.whole_hand, seats) if open_now else None


def plays(laid: Iterable[Laid]) -> list[dict[str, Any]]:
    """``[{"seat": 1, "card": "S5"}, …]``."""
    return [{"seat": play.seat, "card": str(play.card)} for play in laid]


def open_questions(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """What everybody may know of questions: their numbers, and who is asked."""
    return [{"id": question.id, "ask": list(question.ask)} for question in questions]


def own_questions(state: State, rules: Rules[Any], person: str) -> list[dict[str, Any]]:
    """What ``person`` is asked: the text of each question, the likely answers, and the others that are possible."""
    return [
        question(asked, question_text(asked, state), others(asked, gone(state, asked.of or 0), rules.pack()))
        for asked in state.questions
        if person in asked.ask
    ]


def question(asked: Question, text: Phrase, others: Iterable[Card]) -> dict[str, Any]:
    """What those are told who are asked: the ``text``, the likely answers, and the ``others`` that are possible."""
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


def taken_out(state: State) -> list[tuple[int, int]]:
    """Holder (1…) and slot (0…) of each card that is to be taken out for a kitty now."""
    exchange = state.exchanging
    if exchange is None or not exchange.taking_out:
        return []
    return [(exchange.holder, slot) for slot in exchange.marked(state.holders.all[exchange.holder - 1])]


def exchange(state: State, rules: Rules[Any]) -> dict[str, Any]:
    """How a computer player takes the kitty (RULES B10): the ``step``, which slots all see marked, from which a card
    was taken by mistake, how many cards should stand in the holder, whether what was laid aside is discarded too, and
    who moves the cards. No key where nobody does."""
    now = state.exchanging
    if now is None:
        return {}
    holder = state.holders.all[now.holder - 1]
    told = {
        "seat": holder.seat,
        "holder": now.holder,
        "step": now.step,
        "slots": [slot for _, slot in taken_out(state)],
        "mistaken": list(now.mistaken(holder)),
        "wanted": now.wanted(rules.stock_size) if now.reading else None,
        "last": now.step == "discard" and now.last(holder),
        "by": who_moves(state, rules, holder.seat),
    }
    return {"exchange": told}


def move(state: State, rules: Rules[Any]) -> dict[str, Any]:
    """Which card must be moved now, and by whom: all see the light over its slot, but nobody its face. The key is there
    where computer players have holders."""
    if not state.holders.computers:
        return {}
    now = moving(state)
    if now is None or state.turn is None:
        return {"move": None}
    return {"move": {"seat": state.turn, "holder": now[0], "slot": now[1], "by": who_moves(state, rules, state.turn)}}


def to_move(state: State, rules: Rules[Any], seat: int) -> dict[str, Any] | None:
    """The card that the person at ``seat`` has to move from a holder whose cards that person does not see: its slots
    with this card alone. None where there is none."""
    now, card, turn = moving(state), state.holders.to_move, state.turn
    if now is None or card is None or turn is None or who_moves(state, rules, turn) != seat:
        return None
    if sees(state, places(state)[seat], now[0]):
        return None
    cards = [str(card) if slot == now[1] else None for slot in range(SLOTS)]
    return {"seat": turn, "holder": now[0], "cards": cards, "to_move": str(card), "slot": now[1]}
