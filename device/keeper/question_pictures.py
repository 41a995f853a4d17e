"""Pictures of the cards that questions are about, for those who are asked. They live in memory only, as long as the
question is open."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from vision.watch.cutouts import side_by_side
from vision.watch.watcher import Watcher
from whist.cards import Card
from whist.messages.events import EARLIER, Question
from whist.quoting import where_from
from whist.table.state.state import Laid

log = logging.getLogger(__name__)

_OF_CARDS: Final = ("order", "replaced", "turn", "turn_up")
"""Questions about cards that all have seen lie there: which was laid first, which belongs to the trick, whose it is,
which was turned up."""
_MOST: Final = 4
"""Cards that are shown side by side."""


@dataclass(frozen=True, slots=True)
class _Kept:
    question: Question
    jpeg: bytes = field(repr=False)
    parts: tuple[Card, ...] = ()


class QuestionPictures:
    """The newest picture for each open question, by numbers that are used once. Not for several threads at once."""

    def __init__(self) -> None:
        self._kept: dict[int, _Kept] = {}
        self._plays: dict[tuple[int, int], tuple[Laid, bytes]] = {}
        """Each card that was played in this hand, as it lay there, by trick (1…) and seat."""
        self._numbers = itertools.count(1)

    def keep(self, question: Question, jpeg: bytes, parts: tuple[Card, ...] = ()) -> None:
        """Keep ``jpeg`` for a question, in the stead of an older one; ``parts`` are the cards that stand side by side
        in it, from left to right, each as wide as the others."""
        self._kept = {number: kept for number, kept in self._kept.items() if kept.question != question}
        self._kept[next(self._numbers)] = _Kept(question, jpeg, parts)

    def has(self, question: Question) -> bool:
        """Whether there is a picture for a question."""
        return any(kept.question == question for kept in self._kept.values())

    def keep_plays(self, trick: int, plays: Iterable[Laid], cut: Callable[[Laid], bytes | None]) -> None:
        """Keep what ``cut`` makes of each card that lies in trick ``trick`` (1…) and is not kept yet, as long as the
        hand lasts: it lay open for all."""
        if any(number > trick for number, _ in self._plays):
            self._plays.clear()  # another hand
        for play in plays:
            kept = self._plays.get((trick, play.seat))
            if (kept is None or kept[0] != play) and (jpeg := cut(play)) is not None:
                self._plays[trick, play.seat] = play, jpeg

    def _of_play(self, question: Question) -> bytes | None:
        """The picture of the card of an earlier trick that a question is about, if it is still as it was taken down."""
        play, jpeg = self._plays.get((question.trick or 0, question.of or 0), (None, None))
        return jpeg if play is not None and question.candidates[:1] == (play.card,) else None

    def of_card(self, card: Card) -> bytes | None:
        """The picture of a card as it was played in this hand."""
        return next((jpeg for play, jpeg in self._plays.values() if play.card == card), None)

    def only(self, questions: Collection[Question]) -> None:
        """Forget the pictures of all questions but these; one about an earlier trick gets that of its card."""
        self._kept = {number: kept for number, kept in self._kept.items() if kept.question in questions}
        known = [kept.question for kept in self._kept.values()]
        for question in questions:
            if question.about == EARLIER and question not in known and (jpeg := self._of_play(question)):
                self.keep(question, jpeg)

    def shown(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The questions of a person's view, each with the number of its ``picture``, None where there is none, and the
        cards that stand side by side in it (``parts``), of which one can be tapped."""
        found = {kept.question.id: (number, kept.parts) for number, kept in self._kept.items()}
        questions = []
        for one in view["questions"]:
            number, parts = found.get(one["id"], (None, ()))
            questions.append(one | {"picture": number, "parts": [str(card) for card in parts]})
        return {"questions": questions}

    def jpeg(self, view: Mapping[str, Any], number: int) -> bytes | None:
        """The picture ``number``, if it is that of a question of this person's view."""
        kept = self._kept.get(number)
        asked = kept is not None and any(one["id"] == kept.question.id for one in view["questions"])
        return kept.jpeg if kept is not None and asked else None


def cut_play(watcher: Watcher, play: Laid) -> bytes | None:
    """The picture of a card of the trick, from what ``watcher`` saw last; None where there is none."""
    try:
        return None if play.unseen else watcher.cut_laid(play.x, play.y)
    except Exception as error:
        log.error("the picture of a card could not be cut out: %s", where_from(error))
        return None


def cut_out(
    watcher: Watcher, question: Question, played: Callable[[Card], bytes | None]
) -> tuple[bytes, tuple[Card, ...]] | None:
    """The picture of what a question is about, from what ``watcher`` saw last, and the cards that stand side by side in
    it; None where there is none. ``played`` gives that of a card of this hand which does not lie there any more."""
    try:
        jpeg = None
        if question.x is not None and question.y is not None:
            jpeg = watcher.cut_laid(question.x, question.y)
        elif question.holder is not None and question.slot is not None:
            jpeg = watcher.cut_slot(question.holder, question.slot)
        elif question.about in _OF_CARDS and len(question.candidates) <= _MOST:
            cut = {card: one for card in question.candidates if (one := watcher.cut_card(card) or played(card))}
            jpeg = side_by_side([*cut.values()])
            return None if jpeg is None else (jpeg, tuple(cut))
        return None if jpeg is None else (jpeg, ())
    except Exception as error:  # looking must go on
        log.error("the picture of a question could not be cut out: %s", where_from(error))
    return None
