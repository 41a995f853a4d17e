"""Which of the cards seen on the play area are those of the trick, which is the turned-up card and which are new."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from whist.cards import Card
from whist.messages.observations import LaidCard, Reading
from whist.table.seen.last_seen import (
    AT_REST,
    EXACT,
    NOT_MOVED,
    SAME_CARD,
    UNDENIABLE,
    clear,
    nothing_at,
    reads_as,
    speaks_for_none,
)
from whist.table.state.state import Aside, Laid, State


@dataclass(slots=True)
class Matched:
    """``seen`` plays of the trick, ``missing`` ones (not those that never showed), plays that now read clearly
    otherwise (``changed``), the turned-up card where it still waits (all cards that lie aside: ``beside``), all
    ``new`` cards, and which of those is called ``back``: it was laid for a play that can no longer be changed."""

    seen: list[Laid] = field(default_factory=list)
    missing: list[Laid] = field(default_factory=list)
    changed: list[tuple[Laid, LaidCard]] = field(default_factory=list)
    beside: list[LaidCard] = field(default_factory=list)
    new: list[LaidCard] = field(default_factory=list)
    back: LaidCard | None = None
    left: frozenset[Card] = frozenset()
    """Cards of holders of computer players whose slots are seen empty."""

    @property
    def turn_up(self) -> LaidCard | None:
        """The one card that lies aside, where it is seen."""
        return self.beside[0] if self.beside else None


def away(laid: LaidCard, x: float, y: float) -> float:
    """Millimetres from the middle of ``laid`` to a place."""
    return math.hypot(laid.x - x, laid.y - y)


def told_places(state: State) -> dict[int, tuple[float, float]]:
    """Where the cards lay (mm) of which people have told what they are, by the numbers of the questions, and where they
    have said that no card lies, by ``nothing_at``."""
    asked = [answer.question for answer in state.told]
    places = {one.id: (one.x, one.y) for one in asked if one.x is not None and one.y is not None}
    return places | {nothing_at(k): (one.x or 0.0, one.y or 0.0) for k, one in enumerate(state.bare)}


def lies_in_trick(found: LaidCard, plays: Iterable[Laid]) -> bool:
    """Whether that is clearly a card of the trick, in its place: no answer about a card beside it is meant."""
    return any(is_clearly(found, play.card) and away(found, play.x, play.y) <= SAME_CARD for play in plays)


def is_clearly(found: LaidCard, card: Card) -> bool:
    """Whether what lies there is read as ``card`` beyond a doubt."""
    return found.reading.best == card and clear(found.reading)


def may_be(reading: Reading, card: Card) -> bool:
    """Whether a reading that is not beyond doubt leaves ``card`` possible; one that read nothing does."""
    return reading.probability < UNDENIABLE and reads_as(reading, card)


def match(laid: tuple[LaidCard, ...], plays: tuple[Laid, ...], aside: tuple[Aside, ...] = ()) -> Matched:
    """Match the cards seen with ``plays`` of a trick and those that lie ``aside``: clear ones by name, then hard to
    read ones by place, then those that were pushed and read as the card at best."""
    result, rest = Matched(), list(laid)
    for known in aside:
        found = (
            _take_clear(rest, known)
            or _take(rest, known.x, known.y, _doubtful(known), SAME_CARD)
            or _take(rest, known.x, known.y, _at_best(known.card), NOT_MOVED)
        )
        result.beside += [found] if found else []
    by_place: list[Laid] = []
    for play in plays:
        if _take_clear(rest, play):
            result.seen.append(play)
        else:
            by_place.append(play)
    pushed: list[Laid] = []
    for play in by_place:
        if _take(rest, play.x, play.y, _doubtful(play), SAME_CARD):
            result.seen.append(play)
        else:
            pushed.append(play)
    for play in pushed:
        if _take(rest, play.x, play.y, _at_best(play.card)):
            result.seen.append(play)
        elif other := _take(rest, play.x, play.y, lambda found: clear(found.reading), EXACT):
            result.changed.append((play, other))
        elif not play.unseen:
            result.missing.append(play)
    result.new = rest
    return result


def _take(
    rest: list[LaidCard], x: float, y: float, fits: Callable[[LaidCard], bool], within: float = math.inf
) -> LaidCard | None:
    """Take the nearest fitting card out of ``rest``."""
    if not rest:
        return None
    return _nearest_of([found for found in rest if fits(found) and away(found, x, y) <= within], rest, x, y)


def _take_clear(rest: list[LaidCard], known: Laid | Aside) -> LaidCard | None:
    """Take the nearest card that is clearly the ``known`` one out of ``rest``."""
    return _nearest_of([found for found in rest if is_clearly(found, known.card)], rest, known.x, known.y)


def _nearest_of(fitting: list[LaidCard], rest: list[LaidCard], x: float, y: float) -> LaidCard | None:
    if not fitting:
        return None
    best = min(fitting, key=lambda found: away(found, x, y))
    rest.remove(best)
    return best


def _at_best(card: Card) -> Callable[[LaidCard], bool]:
    return lambda found: found.reading.best == card


def _doubtful(known: Laid | Aside) -> Callable[[LaidCard], bool]:
    """Whether what lies there may be ``known``: one that speaks for no card in particular only in its very place, for
    another card may lie where a trick was gathered."""
    return lambda found: (
        may_be(found.reading, known.card)
        or (speaks_for_none(found.reading) and away(found, known.x, known.y) <= AT_REST)
    )
