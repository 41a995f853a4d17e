"""A card that was taken down in an earlier trick may have been another one: which, and the question that settles it.

It is asked where something that all can see speaks against that card: it is laid again, somebody leads who would have
won with its twin, or did not follow where the twin would have. Nothing else may be the reason (RULES A6, T12).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from whist.cards import PACK, Card
from whist.messages import events as ev
from whist.messages.events import EARLIER
from whist.messages.observations import LaidCard, Reading
from whist.rules.hand import Hand
from whist.table.seen.last_seen import UNDENIABLE, WEAK, alike, offered

LASTING: Final = ("sight", EARLIER)
"""What questions are about that stay open whatever is laid next."""


def twin(card: Card, gone: Collection[Card]) -> Card | None:
    """The card that looks most like ``card``: same rank and colour; None where that one is among the ``gone``."""
    other = alike(card)[0]
    return None if other in gone else other


def question(trick: int, of: int, card: Card, gone: Collection[Card]) -> ev.Question | None:
    """Which card seat ``of`` played to trick ``trick`` (1…), not numbered yet and asked of nobody: ``card``, as it was
    taken down, stands first; what all know to be ``gone`` is left out. None where nothing else looks like it."""
    likely = offered(Reading.certain(card), set(gone) - {card})
    return ev.Question(0, EARLIER, (), likely, trick=trick, of=of) if len(likely) > 1 else None


def others(asked: ev.Question, gone: Collection[Card], pack: Iterable[Card] = PACK) -> list[Card]:
    """The cards of the ``pack`` that it can have been, too, though they are not likely."""
    if asked.about != EARLIER:
        return []
    return [card for card in pack if card not in gone and card not in asked.candidates]


def asked(
    questions: Iterable[ev.Question], wanted: Sequence[ev.Question], ask: tuple[str, ...], number: int
) -> list[ev.Event]:
    """The events after which of such questions those ``wanted`` are open and no others; ``number`` is the next one's,
    and the persons ``ask`` are asked."""
    known = [one for one in questions if one.about == EARLIER]
    old, now = {(one.trick, one.of) for one in known}, {(one.trick, one.of) for one in wanted}
    events: list[ev.Event] = [ev.QuestionWithdrawn(one.id) for one in known if (one.trick, one.of) not in now]
    new = [one for one in wanted if (one.trick, one.of) not in old]
    return [*events, *(replace(one, id=number + k, ask=ask) for k, one in enumerate(new))]


# -- what speaks against a card ----------------------------------------------------------------------------------------


class Taken(NamedTuple):
    """A play as it was taken down: to trick ``trick`` (1…), by ``seat``."""

    trick: int
    seat: int
    card: Card


def taken(hand: Hand) -> list[Taken]:
    """All plays of a hand, in their order."""
    return [Taken(place // hand.seats + 1, seat, card) for place, (seat, card) in enumerate(hand.laid())]


@dataclass(frozen=True, slots=True)
class Record:
    """What all know of the plays of a hand: those to ``earlier`` tricks, the cards that are ``lying`` there as the
    present trick, all cards that were ``played``, and the plays ``vouched`` for, as trick and seat."""

    earlier: tuple[Taken, ...]
    lying: frozenset[Card]
    played: frozenset[Card]
    vouched: frozenset[tuple[int | None, int | None]]

    def sure(self) -> frozenset[Card]:
        """The cards of which all know for sure that they were played: those that lie there, and those of earlier tricks
        of which a person has said so."""
        said = {play.card for play in self.earlier if (play.trick, play.seat) in self.vouched}
        return self.lying | said

    def elsewhere(self, reading: Reading) -> frozenset[Card]:
        """The cards that something newly laid, which reads so, cannot be: those played, but for the one that it most
        likely is where that one was played to an earlier trick, for either may be misread. What looks like nothing that
        is left is but another corner of a card that was played."""
        likely = {reading.best} if reading.probability >= WEAK and offered(reading, self.played) else set()
        return self.played - (likely - self.sure())

    def laid_again(self, laid: Iterable[LaidCard], there: Callable[[LaidCard], bool]) -> Taken | None:
        """The earlier play of a card that, one alone, is seen without any doubt ``there``, where and when somebody
        should lay one; several are an old trick that is looked at."""
        sure_ones = [found for found in laid if found.reading.probability >= UNDENIABLE]
        again = [found for found in sure_ones if found.reading.best in self.played]
        if len(again) != 1 or not there(again[0]):
            return None
        return next((play for play in self.earlier if play.card == again[0].reading.best), None)

    def led_early(
        self, trick: int, leads: int, gone: Gone, leader: Callable[[Taken, Card], int | None]
    ) -> Taken | None:
        """The play of ``trick`` by whose twin, were it that card, ``leads`` would lead, who has not won it; ``leader``
        says who leads if a play was another card."""
        plays = [play for play in self.earlier if play.trick == trick]
        for play in sorted(plays, key=lambda play: play.seat != leads):
            other = twin(play.card, gone(play.seat))
            if other is not None and leader(play, other) == leads:
                return play
        return None

    def not_followed(self, revoked: Collection[tuple[int, int]], gone: Gone, led: Callable[[int], str]) -> list[Taken]:
        """The plays by which somebody has ``revoked`` (trick and seat), and would have followed with their twins (RULES
        T1); ``led`` is the suit led to a trick."""
        plays = [play for play in self.earlier if (play.trick, play.seat) in revoked]
        twins = [(play, twin(play.card, gone(play.seat))) for play in plays]
        return [play for play, other in twins if other is not None and other.suit == led(play.trick)]


Gone = Callable[[int], Collection[Card]]
"""The cards that all know a seat not to have played by mistake for another."""
