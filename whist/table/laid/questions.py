"""What is asked: a question stays open while its doubt lasts, and is withdrawn when it is settled otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading
from whist.table.seen.last_seen import EXACT, NOT_MOVED, SAME_CARD, Looks, clear, nothing_at, really_there
from whist.table.seen.matching import away, is_clearly, lies_in_trick
from whist.table.seen.misread import LASTING
from whist.table.seen.taken_back import as_called
from whist.table.state.around import people
from whist.table.state.state import Laid, State, Word
from whist.table.state.told import is_at

OF_HOLDERS: Final = ("slot", "moved")
"""What questions are about that ask of a card in a holder; they are open as long as the doubt about that lasts."""


def of_place(about: str, found: LaidCard, candidates: Sequence[Card]) -> ev.Question:
    """A question, not numbered yet, about a card that lies there."""
    return ev.Question(0, about, (), tuple(candidates), x=round(found.x, 1), y=round(found.y, 1))


def of_cards(about: str, candidates: Iterable[Card]) -> ev.Question:
    """A question, not numbered yet, which of some cards it was."""
    return ev.Question(0, about, (), tuple(sorted(candidates, key=str)))


def asked(state: State, wanted: Sequence[ev.Question]) -> list[ev.Event]:
    """The events after which the questions ``wanted`` are open and no others but those about earlier tricks and about
    holders: all persons are asked."""
    open_now = [question for question in state.questions if question.about not in (*LASTING, *OF_HOLDERS)]
    return opened(open_now, wanted, people(state), state.next_question)


def opened(
    open_now: Sequence[ev.Question], wanted: Sequence[ev.Question], ask: tuple[str, ...], number: int
) -> list[ev.Event]:
    """The events after which, of the questions ``open_now``, those ``wanted`` are open and no others; new ones ``ask``
    those persons and are numbered from ``number`` on."""
    gone = [question for question in open_now if not any(_alike(question, one) for one in wanted)]
    new = [one for one in wanted if not any(_alike(question, one) for question in open_now)]
    events: list[ev.Event] = [ev.QuestionWithdrawn(question.id) for question in gone]
    return [*events, *(replace(one, id=at, ask=ask) for at, one in enumerate(new, number))]


def _alike(one: ev.Question, other: ev.Question) -> bool:
    if one.about != other.about:
        return False
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return set(one.candidates) == set(other.candidates)
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= SAME_CARD**2


def as_told(state: State, looks: Looks, laid: Iterable[LaidCard]) -> tuple[LaidCard, ...]:
    """The cards ``laid``, as people have said that they are, without those of which a person has said that they are
    none. Neither counts any more where nothing was seen since, nor this where a card was played, for what lies there
    now is another, but of what reads clearly as it did then. Nor does a word that evidence has borne out: what reads
    otherwise there since may be another card."""
    if not state.told and not state.bare and not state.wrong_cards:
        return tuple(laid)
    told = [answer for answer in state.told if not looks.lapsed(answer.question.id)]
    bare = [one for k, one in enumerate(state.bare) if not looks.lapsed(nothing_at(k))]
    there = tuple(one for one in laid if not looks.is_picture(one, bare) or lies_in_trick(one, state.here))
    bare = [one for one in bare if not any(is_at(one, play) for play in state.here)]
    there, played = really_there(there, bare), state.played()
    there = as_called(state.wrong_cards, looks, there, state.here, played)
    strays = {*state.wrong_cards} - played - {card.card for card in state.aside}
    return with_words(there, told, played, state.wrong_cards, state.here, strays)


def with_words(
    laid: Sequence[LaidCard],
    told: Iterable[Word],
    played: Collection[Card],
    wrong: Collection[Card] = (),
    trick: Collection[Laid] = (),
    strays: Collection[Card] = (),
) -> tuple[LaidCard, ...]:
    """The cards seen, where a person's word counts as if it had been read: for the card at the place that was asked
    about, as long as what is read there could be the one that was asked about, or is one that was ``played``, which was
    no candidate though it may read best. A card that is clearly one of the ``wrong`` ones, which must be taken back, or
    of the ``trick``, in its place, lies beside that card, and may be seen there once that one is taken. Nor does it
    count while the card that was named is clearly seen at another place, be it turned up there or one of the
    ``strays``, which are wrong and neither played nor turned up, nor where just the card that was asked about clearly
    reads as none of those it might have been."""
    cards = list(laid)
    for answer in told:
        weak = answer.question.about == "turn_up" or answer.card in strays or _reads_otherwise(laid, answer)
        if weak and _seen_elsewhere(laid, answer):
            continue
        beside = [k for k, found in enumerate(laid) if _lies_beside(found, answer, wrong, trick)]
        place = _nearest(cards, answer, played, beside)
        if place is not None:
            cards[place] = replace(cards[place], reading=Reading.certain(answer.card))
    return tuple(cards)


def _lies_beside(found: LaidCard, answer: Word, wrong: Collection[Card], trick: Collection[Laid]) -> bool:
    """Whether that is clearly another card than the one that a person has named: one that must be taken back, and was
    not meant, or one of the trick, in its place."""
    if lies_in_trick(found, [play for play in trick if play.card != answer.card]):
        return True
    called = any(is_clearly(found, one) for one in wrong if one != answer.card)
    return called and not _is_meant(found, answer, wrong)


def _is_meant(found: LaidCard, answer: Word, wrong: Collection[Card] | None = None) -> bool:
    """Whether it was just this card that was asked about: it lies there, and reads as one that it cannot be, or as a
    ``wrong`` one while the one that was named is not wrong, too."""
    question = answer.question
    likely = found.reading.best in question.candidates and (wrong is None or answer.card in wrong)
    if question.x is None or question.y is None or likely:
        return False
    return away(found, question.x, question.y) <= EXACT


def _reads_otherwise(laid: Sequence[LaidCard], answer: Word) -> bool:
    """Whether the card that was asked about reads clearly, and neither as it was named nor as a likely one."""
    meant = [found for found in laid if _is_meant(found, answer) and found.reading.best != answer.card]
    return any(clear(found.reading) for found in meant)


def _seen_elsewhere(laid: Sequence[LaidCard], answer: Word) -> bool:
    """Whether the card that a person has named lies at another place than the one that was asked about, be it beside
    the one that lies exactly there."""
    question = answer.question
    if question.x is None or question.y is None:
        return False
    x, y = question.x, question.y
    alike = [found for found in laid if is_clearly(found, answer.card)]
    nearest = min(laid, key=lambda found: away(found, x, y), default=None)
    beside = nearest is not None and nearest not in alike and away(nearest, x, y) <= EXACT
    return bool(alike) and (beside or all(away(found, x, y) > NOT_MOVED for found in alike))


def _nearest(cards: Sequence[LaidCard], answer: Word, played: Collection[Card], others: Collection[int]) -> int | None:
    """Which of ``cards`` a person's ``answer`` is about; none of the ``others``."""
    question, near = answer.question, dict[int, float]()
    if question.x is None or question.y is None:
        return None
    for place, found in enumerate(cards):
        if place in others:
            continue
        far, best = away(found, question.x, question.y), found.reading.best
        likely = best in (None, *question.candidates, answer.card)
        likely |= best in played and (not clear(found.reading) or _is_meant(found, answer))
        # of what is known to be elsewhere a person says what was turned up
        if far <= SAME_CARD and (likely or question.about == "turn_up"):
            near[place] = far
    return min(near, key=lambda place: near[place], default=None)


def answer_to(state: State, about: str, candidates: Iterable[Card]) -> Card | None:
    """What a person answered last to a question about just these cards; None where nobody did."""
    cards = set(candidates)
    for told in reversed(state.told):
        if told.question.about == about and set(told.question.candidates) == cards:
            return told.card
    return None
