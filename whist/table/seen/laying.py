"""A card is newly laid: whose it is, whether it is right, and what must be asked about it (RULES A36, T9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading
from whist.rules.base import Rules
from whist.table.seen import earlier_cards
from whist.table.seen.contradicted import all_left, candidates, contradicted
from whist.table.seen.dealing import near
from whist.table.seen.ghosts import is_nothing_new, keeps_waiting
from whist.table.seen.last_seen import (
    NOT_MOVED,
    POSSIBLE,
    READABLE,
    UNDENIABLE,
    WEAK,
    Looks,
    clear,
    only_one,
    readable,
    really_there,
)
from whist.table.seen.matching import away, is_clearly, lies_in_trick, match
from whist.table.seen.misread import LASTING
from whist.table.seen.racked import emptied_alone, left
from whist.table.seen.taken_back import as_called
from whist.table.seen.unseen import gathered, moved
from whist.table.state.around import lies_before, people, sits
from whist.table.state.moving import looks_into
from whist.table.state.state import Aside, State

UNPROVED = 0.97
"""A person's card, which nothing else speaks for, is asked about below this one."""


@dataclass(frozen=True, slots=True)
class New:
    """A card that was laid, and what it is; None while in doubt."""

    laid: LaidCard
    card: Card | None


def fits(state: State, seat: int, card: Card, out: Collection[Card] = ()) -> bool:
    """Whether ``seat``, whose turn it is, can be the one who laid ``card``: whose cards stand in a holder only the card
    that is to be moved (RULES A36, S3), a person any card that is not known to be elsewhere. Whether it follows suit is
    not asked: a revoke is the owner's business (RULES T12). A person's word is taken even for a card that stands in a
    holder: who names any card must not learn by that which the commanded android holds (RULES A6). One that was seen to
    come ``out`` of its holder is that holder's."""
    if not sits(state, seat):
        return card == state.holders.to_move
    if card in state.played() or (card in state.holders.cards() - (_named(state) - {*out})):
        return False
    return card != state.turn_up or seat == state.dealer


def _named(state: State) -> set[Card]:
    """What people have said of cards that lie there."""
    return {told.card for told in state.told if told.question.about == "table"}


def belongs(state: State, seat: int, laid: LaidCard) -> bool:
    """Whether the person at ``seat`` can have laid that card, by the half in which it lies; an android's card may lie
    anywhere. Whoever says that it is theirs is believed."""
    if not sits(state, seat):
        return True
    card = laid.reading.best
    if lies_before(state, laid) in (None, seat) or card in state.claimed_cards:
        return True
    return card is not None and any(told.question.about == "order" and told.card == card for told in state.told)


def _right(state: State, turn: int, found: New, out: Collection[Card]) -> bool:
    return found.card is not None and fits(state, turn, found.card, out) and belongs(state, turn, found.laid)


def _weighed(state: State, looks: Looks, turn: int, laid: Iterable[LaidCard]) -> tuple[list[New], list[New]]:
    """What newly laid cards are, and those of them that are right."""
    new = [New(found, _card(state, looks, turn, found)) for found in laid]
    out = left(state, looks)
    return new, [found for found in new if _right(state, turn, found, out)]


def _lays(turn: int, found: New) -> list[ev.Event]:
    """The event of a card that ``turn`` has laid."""
    assert found.card is not None
    return [ev.Played(turn, found.card, round(found.laid.x, 1), round(found.laid.y, 1))]


def as_told(state: State, looks: Looks, laid: Sequence[LaidCard]) -> tuple[LaidCard, ...]:
    """The cards ``laid``, each as a person has said that it is, where that was asked about and may still be so, without
    those of which a person has said that they are none."""
    seen = really_there(laid, state.bare)
    result = [*as_called(state.wrong_cards, looks, seen, state.being_played, state.played())]
    for told in state.told:
        question = told.question
        if question.about not in ("table", "moved") or question.x is None or question.y is None:
            continue
        if looks.lapsed(question.id):
            continue
        there = [k for k, found in enumerate(result) if near(found.x, found.y, question)]
        k = min(there, key=lambda k: away(result[k], question.x or 0.0, question.y or 0.0), default=None)
        if k is None or any(is_clearly(found, told.card) for found in (*result[:k], *result[k + 1 :])):
            continue
        best = result[k].reading.best
        if best != told.card and lies_in_trick(result[k], state.being_played):
            continue
        # what was known to lie elsewhere was no candidate, though it may read best
        if best in (None, told.card, *question.candidates) or best in state.played():
            result[k] = replace(result[k], reading=Reading.certain(told.card))
    return tuple(result)


def decide_new(state: State, rules: Rules[Any], looks: Looks, laid: list[LaidCard]) -> list[ev.Event]:
    """What newly ``laid`` cards mean at the turn of a seat."""
    turn = state.turn
    if turn is None:
        return []
    if (doubted := earlier_cards.decide(state, rules, laid)) is not None:
        return doubted
    new, right = _weighed(state, looks, turn, laid)
    wrong = [found for found in new if found.card is not None and found not in right]
    doubtful = [found for found in new if found.card is None and belongs(state, turn, found.laid)]
    unordered = not sits(state, turn) and state.holders.to_move is None
    right, both = _first(state, turn, right)
    other = None if unordered else _other_card(state, looks, turn, new)
    if not right and _passed_by(state, turn, new) and (hidden := moved(state, looks)):
        return hidden
    against = contradicted(state, turn, [(found.laid, found.card) for found in new], left(state, looks))
    asked = [*doubtful, *(found for found in new if not right and found.laid in against)]
    events = _questions(state, rules, [] if unordered else asked, both, other)
    if events:
        return events
    if other is not None and (corrected := _corrected(state, turn, other)):
        return corrected
    if state.wrong is not None and not wrong:
        return [ev.RightAgain()]
    if (played := _played(state, turn, right, doubtful)) is not None:
        return _lays(turn, played)
    return called_wrong(state, looks, turn, wrong)


def called_wrong(state: State, looks: Looks, turn: int, wrong: Sequence[New]) -> list[ev.Event]:
    """That the ``wrong`` cards must be taken back while it is the turn of ``turn``, unless that is said already; said
    once more when others lie there, or the first one elsewhere, or when its holder is seen only now."""
    said = next((found for found in wrong if state.wrong is not None and found.card == state.wrong[1]), None)
    found = said or next(iter(wrong), None)
    if found is None or found.card is None:
        return []
    by, more = laid_by(state, looks, found), {other.card for other in wrong if other.card} - {found.card}
    if said is not None and by == state.wrong_by and more == set(state.wrong_more):
        return []
    return [ev.WrongCard(turn, found.card, by, tuple(sorted(more, key=str)))]


def laid_by(state: State, looks: Looks, found: New) -> int | None:
    """The seat that has laid a card which is not of the trick: the holder's whose slot has become empty, else that of
    the person before whom it lies; None where neither tells, and for a card that was played already."""
    if found.card is None or found.card in state.played():
        return None
    if found.card in left(state, looks):
        return state.holders.owner(found.card)
    return lies_before(state, found.laid)


def gathered_in_doubt(state: State, looks: Looks, aside: tuple[Aside, ...]) -> list[ev.Event] | None:
    """A trick was gathered before its last card was sure: that one counts which was clear among what lay there, or that
    somebody then names; nothing happens while it is asked. None when nobody can tell."""
    turn = state.turn
    if turn is None or len(state.trick) < 2:
        return None
    laid = _lay_beside(state, looks, aside)
    new, right = _weighed(state, looks, turn, laid)
    others = [found for found in new if found not in right and found.card is not None]
    if len(right) == 1 and (len(state.trick) == 3 or _has_laid(state, turn + 1, others)):
        return _lays(turn, right[0])
    if len(state.trick) == 2 and not _has_laid(state, turn + 1, new) and not lay_whole(state, looks, aside):
        return None
    asked = any(near(found.laid.x, found.laid.y, question) for question in state.questions for found in new)
    return [] if asked and not right else gathered(state, looks)


def lay_whole(state: State, looks: Looks, aside: tuple[Aside, ...]) -> bool:
    """Whether beside the cards of the trick, when all of these were last seen, as many others lay as it lacks: what is
    gone since was gathered, and not taken back."""
    sure, played = [(play.x, play.y) for play in state.trick if not play.unseen], state.played()
    others = [
        found
        for found in _lay_beside(state, looks, aside)
        if keeps_waiting(found, played, sure) or (clear(found.reading) and found.reading.best not in played)
    ]
    return len(state.trick) + len(others) == 4


def _lay_beside(state: State, looks: Looks, aside: tuple[Aside, ...]) -> list[LaidCard]:
    """What lay beside the cards of the trick when all of these were last seen."""
    return looks.without_furniture(match(as_told(state, looks, looks.whole), state.trick, aside).new)


def _has_laid(state: State, seat: int, new: list[New]) -> bool:
    """Whether the person at ``seat``, the next after one whose card is missed, has laid the one card that is new."""
    seat %= 4
    if len(new) != 1 or not sits(state, seat) or new[0].card is None:
        return False
    theirs = lies_before(state, new[0].laid) == seat
    return theirs and clear(new[0].laid.reading) and fits(state, seat, new[0].card)


def _passed_by(state: State, turn: int, new: list[New]) -> bool:
    """Whether the person after the android at ``turn`` has laid a card already, where that person always lays them and
    cards of the android never lie."""
    after = (turn + 1) % 4
    if sits(state, turn) or not sits(state, after) or len(state.trick) == 3:
        return False
    own, other = _usual_place(state, after), _usual_place(state, turn)
    return any(
        found.card is not None
        and clear(found.laid.reading)
        and fits(state, after, found.card)
        and away(found.laid, *own) <= NOT_MOVED < away(found.laid, *other)
        for found in (new if own and other else ())
    )


def _usual_place(state: State, seat: int) -> tuple[float, float] | tuple[()]:
    """Where the cards of ``seat`` have lain in this hand, on average (mm); nothing before its first."""
    seen = [play for play in state.gathered if play.seat == seat and not play.unseen]
    return (fmean(play.x for play in seen), fmean(play.y for play in seen)) if seen else ()


def _nameless(state: State, found: New, doubtful: list[New]) -> bool:
    """Whether a card lies just where the person whose turn it is should lay one, and nothing can be read on it: it lies
    on its face, or is of a pack that I cannot read. Whoever laid it may name it."""
    turn = state.turn
    if turn is None or not sits(state, turn) or found.laid.reading.belief or len(doubtful) > 1:
        return False
    return lies_before(state, found.laid) == turn


def _first(state: State, turn: int, right: list[New]) -> tuple[list[New], list[Card]]:
    """Which of the fitting cards come into question as played now, and those whose order may have to be asked.

    A card that was laid already and was gone for a moment comes first; while it is still gone, another card may be
    laid in its stead or be the next person's."""
    if not sits(state, turn):
        return right, []
    right = [found for found in right if not any(found.card == other.card for other in right[: right.index(found)])]
    both = [found.card for found in right if found.card]
    if state.paused is not None and state.paused in both:
        return [found for found in right if found.card == state.paused], []
    theirs = [found for found in right if lies_before(state, found.laid) != turn]
    if state.paused is not None and theirs and sits(state, (turn + 1) % 4) and len(state.trick) < 3:
        both.append(state.paused)
    return right, both


def _played(state: State, turn: int, right: list[New], doubtful: list[New]) -> New | None:
    if not sits(state, turn):
        return max(right, key=lambda found: found.laid.reading.probability, default=None)
    asked_about = [found for found in doubtful if not is_nothing_new(found.laid.reading, state.played())]
    if any(_holds_up(state, turn, found, right) for found in asked_about):
        return None
    named = list(right)
    for told in state.told:
        if told.question.about == "order" and any(found.card in told.question.candidates for found in right):
            first = [found for found in right if found.card == told.card]
            gone = state.paused is not None and state.paused == told.card
            named = first or ([] if gone else named)  # else it was taken back, and another was laid instead
    # one of two cards that are asked about may be out of sight for a moment: it is still asked which came first
    asked = [card for question in state.questions if question.about == "order" for card in question.candidates]
    return named[0] if len(named) == 1 and named[0].card not in asked else None


def _holds_up(state: State, turn: int, found: New, right: list[New]) -> bool:
    """Whether a card in doubt may be the one that ``turn`` laid, and not the ``right`` one, when that lies before that
    seat."""
    if any(lies_before(state, other.laid) == turn for other in right):
        lying = [(play.x, play.y) for play in state.trick if not play.unseen]
        return keeps_waiting(found.laid, state.played(), [*lying, *((one.laid.x, one.laid.y) for one in right)])
    return readable(found.laid.reading) or not _under(found, right)


def _under(found: New, right: list[New]) -> bool:
    """Whether a card lies so far over or under a right one that it may well be a part of it."""
    return any(away(found.laid, other.laid.x, other.laid.y) < NOT_MOVED for other in right)


def _card(state: State, looks: Looks, turn: int, found: LaidCard) -> Card | None:
    """What a laid card is, by clear evidence or the rest of the pack; None is in doubt."""
    reading = found.reading
    ordered = state.holders.to_move
    if not sits(state, turn) and ordered is None:
        seen = clear(reading) or (reading.probability >= WEAK and reading.best not in state.played())
        return reading.best if seen else None  # whatever it is, it must be taken back
    if clear(reading) and reading.best is not None:
        others = [card for card, p in reading.belief[1:] if p >= POSSIBLE and fits(state, turn, card)]
        right = fits(state, turn, reading.best)
        enough = UNPROVED if right and sits(state, turn) else UNDENIABLE
        return reading.best if reading.probability >= enough or (right and ordered) or not others else None
    known = state.played() | state.holders.cards()
    if turn != state.dealer and state.turn_up:
        known |= {state.turn_up}
    if (only := only_one(reading, known - {ordered})) is not None:
        return only
    # the ordered card's slot, and no other, has just become empty
    possible = READABLE <= reading.probability < WEAK or any(
        card == ordered and p >= POSSIBLE for card, p in reading.belief
    )
    return ordered if possible and _slot_emptied(state, looks, turn) else None


def _slot_emptied(state: State, looks: Looks, turn: int) -> bool:
    number = state.holders.number(turn)
    slots = None if number is None else looks.last.get(number)
    if number is None or slots is None:
        return False
    return emptied_alone(state.holders.hand(number), slots, state.holders.to_move)


def _other_card(state: State, looks: Looks, turn: int, new: list[New]) -> New | None:
    """A clear card that came out of the ordered slot: the slot may have been misread, or the card."""
    if len(new) != 1 or new[0].card in (None, state.holders.to_move) or not _slot_emptied(state, looks, turn):
        return None
    return new[0]


def _corrected(state: State, turn: int, other: New) -> list[ev.Event]:
    """The correction of the ordered slot, once the human beside the holder has said that it held the ``other`` card."""
    holder, slot = state.holders.number(turn), _ordered_slot(state, turn)
    said = any(told.question.about == "moved" and told.card == other.card for told in state.told)
    elsewhere = state.played() | state.holders.cards() | {state.turn_up}
    if other.card in elsewhere or not said or holder is None or slot is None or other.card is None:
        return []
    return [ev.Corrected(holder, slot, other.card)]


def _ordered_slot(state: State, turn: int) -> int | None:
    place = None if state.holders.to_move is None else state.holders.slot(state.holders.to_move)
    return None if place is None or place[0] != state.holders.number(turn) else place[1]


def _candidates(state: State, found: New, doubtful: list[New]) -> tuple[Card, ...]:
    """What a card in doubt may be."""
    reading = found.laid.reading
    if reading.probability < READABLE:
        return all_left(state) if _nameless(state, found, doubtful) else ()
    return candidates(state, reading, found.card)


def _questions(
    state: State, rules: Rules[Any], doubtful: list[New], both: list[Card], other: New | None
) -> list[ev.Event]:
    """Questions about cards that are newly in doubt; those that are settled are withdrawn."""
    events: list[ev.Event] = []
    ordered = any(told.question.about == "order" and told.card in both for told in state.told)
    order_asked = False
    moved_asked = any(told.question.about == "moved" for told in state.told)
    open_places: list[ev.Question] = []
    for question in state.questions:
        if question.about == "table" and any(near(d.laid.x, d.laid.y, question) for d in doubtful):
            open_places.append(question)
        elif question.about == "order" and any(card in question.candidates for card in both):
            # a card of it may be out of sight for a moment; a further one is asked about, too
            order_asked = set(both) <= set(question.candidates)
            both = sorted({*both, *question.candidates}, key=str)
            events += [] if order_asked else [ev.QuestionWithdrawn(question.id)]
        elif question.about == "moved" and other is not None and other.card in question.candidates:
            moved_asked = True
        elif question.about not in LASTING:
            events.append(ev.QuestionWithdrawn(question.id))
    number = state.next_question
    for found in doubtful:
        x, y = round(found.laid.x, 1), round(found.laid.y, 1)
        if any(near(x, y, question) for question in open_places):
            continue
        likely = _candidates(state, found, doubtful)
        if not likely:
            continue
        events.append(ev.Question(number, "table", people(state), likely, x=x, y=y))
        number += 1
    if len(both) > 1 and not doubtful and not order_asked and not ordered:
        events.append(ev.Question(number, "order", people(state), tuple(sorted(both, key=str))))
    if other is not None and other.card and state.holders.to_move and state.turn is not None and not moved_asked:
        holder, slot = state.holders.number(state.turn), _ordered_slot(state, state.turn)
        x, y, candidates = round(other.laid.x, 1), round(other.laid.y, 1), (other.card, state.holders.to_move)
        ask = (looks_into(state, rules, holder or 0),)
        events.append(ev.Question(number, "moved", ask, candidates, holder, slot, x, y))
    return events
