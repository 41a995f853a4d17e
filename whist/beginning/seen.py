"""What follows from the cards that are cut, as they are seen: whose they are, what must be asked, and who begins (RULES
S6).

Each look says all that lies there, so that a change of mind needs no word: whoever takes the own card back and lays
another has cut the other one. Nothing is guessed: what cannot be read is asked about, what lies before nobody is named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from random import Random

from whist.beginning.state import BARE, WhoBegins, best_seats
from whist.cards import Card
from whist.messages import events as ev
from whist.messages import events_of_beginning as fb
from whist.messages.observations import LaidCard, Reading
from whist.table.laid.questions import of_place, opened
from whist.table.seen.last_seen import SAME_CARD, clear, offered, readable, really_there
from whist.table.seen.matching import away

Where = Callable[[float, float], int | None]
"""The seat before which a place (mm) clearly lies; None for before nobody."""


def decide(
    state: WhoBegins, laid: Sequence[LaidCard] | None, where: Where, pack: Collection[Card], persons: tuple[str, ...]
) -> list[ev.Event]:
    """The next events; ``laid`` is what was last seen on the play area, None before the first look. What cannot be read
    the ``persons`` are asked."""
    if state.begun:
        return []
    if state.found is None and state.how == "drawn":
        return [fb.FirstFound(Random(f"first {state.seed}").choice(state.seats), "drawn")]
    if state.found is not None or state.clear:
        # before the first look nothing lies there; after a restart what was seen last may
        gone = state.found is not None and state.shows == BARE if laid is None else not laid
        return [fb.CutCleared()] if gone else []
    if laid is None:
        return []
    cards = _as_told(state, laid)
    doubts = [
        one for one in cards if readable(one.reading) and (not clear(one.reading) or one.reading.best not in pack)
    ]
    known = {one.reading.best for one in cards if one not in doubts and one.reading.best}
    wanted = [of_place("table", one, offered(one.reading, {*known} - {None})) for one in doubts]
    shows = _shows(state, [one for one in cards if one not in doubts], where)
    events = asked(state, wanted, persons, {card for card in known if card})
    if shows != state.shows:
        events.append(shows)
    return events or _settled(state)


def asked(
    state: WhoBegins, wanted: Sequence[ev.Question], persons: tuple[str, ...], known: Collection[Card] = ()
) -> list[ev.Event]:
    """The events after which the questions ``wanted`` about cards are open, and no others; one that offers a card which
    is ``known`` to lie elsewhere by now is asked anew."""
    old = [one for one in state.questions if one.about != "sight"]
    stale = [one for one in old if not {*known}.isdisjoint(one.candidates)]
    withdrawn = [ev.QuestionWithdrawn(one.id) for one in stale]
    standing = [one for one in old if one not in stale]
    return [*withdrawn, *opened(standing, wanted, persons, state.next_question)]


def _as_told(state: WhoBegins, laid: Sequence[LaidCard]) -> list[LaidCard]:
    """What lies there, with what people have said of what is not clear."""
    cards = list(really_there(laid, state.bare))
    for told in state.told:
        x, y = told.question.x or 0.0, told.question.y or 0.0
        near = [place for place, one in enumerate(cards) if not clear(one.reading) and away(one, x, y) <= SAME_CARD]
        for place in near[:1]:
            cards[place] = replace(cards[place], reading=Reading.certain(told.card))
    return cards


def _shows(state: WhoBegins, cards: Sequence[LaidCard], where: Where) -> fb.CutShows:
    said = dict(state.owners)
    named = [one for one in cards if one.reading.best is not None and readable(one.reading)]
    owned = [(said.get(card, where(one.x, one.y)), card) for one in named if (card := one.reading.best)]
    there = {seat for seat, card in owned if not card.is_joker}
    apart = [card for seat, card in owned if seat is None]
    missing = [seat for seat in state.asked if seat not in there]
    if len(apart) == len(missing) == 1:  # it can be nobody else's
        owned, apart = [(missing[0] if seat is None else seat, card) for seat, card in owned], []
    laid = sorted((seat, str(card), card) for seat, card in owned if seat in state.asked)
    unread = sum(not readable(one.reading) for one in cards)
    return fb.CutShows(
        tuple(seat for seat, *_ in laid), tuple(card for *_, card in laid), tuple(sorted(apart, key=str)), unread
    )


def _settled(state: WhoBegins) -> list[ev.Event]:
    """Who begins, once each of those who cut has laid one card; those with the best, equal cards cut again."""
    shows = state.shows
    if shows.seats != tuple(sorted(state.asked)) or shows.apart or state.missing:
        return []
    if any(one.about != "sight" for one in state.questions):
        return []
    best = best_seats(state.best, shows.seats, shows.cards)
    cards = tuple(card for seat, card in zip(shows.seats, shows.cards, strict=True) if seat in best)
    return [fb.FirstFound(best[0], "cut", cards[0]) if len(best) == 1 else fb.CutOnceMore(best, cards)]
