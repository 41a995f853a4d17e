"""What is said while it is settled who begins: the prompt for everybody, and afterwards who begins and why."""

from __future__ import annotations

from collections.abc import Callable

from whist.beginning.state import WhoBegins
from whist.messages.events_of_beginning import FirstFound
from whist.names import card_name
from whist.phrases import Phrase, joined, listed, phrase
from whist.table.words import prompts
from whist.table.words.remarks import Names

Lays = Callable[[int], int]
"""Who does with their hands what a seat has to do: another one for a computer player (RULES S3)."""


def prompt(state: WhoBegins, names: Names, lays: Lays, *, leads: bool) -> Phrase:
    """What must be done now; ``leads``: whoever is found leads first, else deals first."""
    if state.out_of_sight:
        return prompts.out_of_sight(state.out_of_sight)
    if state.found is not None:
        return joined(" ", [found(state.found, names, state.best, leads=leads), phrase("Take the cut cards away.")])
    if state.clear:
        return _once_more(state, names)
    if any(one.about != "sight" for one in state.questions):
        return prompts.unclear()
    trouble = _trouble(state, names)
    return joined(" ", [_task(state, leads=leads), trouble or _missing(state, names, lays)])


def found(event: FirstFound, names: Names, best: str, *, leads: bool) -> Phrase:
    """Who begins, and why."""
    name = names(event.seat)
    if event.how == "drawn":
        return (
            phrase("{name} was drawn to lead first.", name=name)
            if leads
            else phrase("{name} was drawn to deal first.", name=name)
        )
    if event.card is None:
        by = names(event.seat if event.by is None else event.by)
        return (
            phrase("{name} leads first: {by} said so.", name=name, by=by)
            if leads
            else phrase("{name} deals first: {by} said so.", name=name, by=by)
        )
    card = card_name(event.card)
    if best == "high":
        return (
            phrase("{name} cut the highest card, {card}, and leads first.", name=name, card=card)
            if leads
            else phrase("{name} cut the highest card, {card}, and deals first.", name=name, card=card)
        )
    return (
        phrase("{name} cut the lowest card, {card}, and leads first.", name=name, card=card)
        if leads
        else phrase("{name} cut the lowest card, {card}, and deals first.", name=name, card=card)
    )


def _task(state: WhoBegins, *, leads: bool) -> Phrase:
    if state.best == "high":
        return (
            phrase("Cut for the lead: each lays one card in front of them, the highest leads first.")
            if leads
            else phrase("Cut for the deal: each lays one card in front of them, the highest deals first.")
        )
    return (
        phrase("Cut for the lead: each lays one card in front of them, the lowest leads first, aces are low.")
        if leads
        else phrase("Cut for the deal: each lays one card in front of them, the lowest deals first, aces are low.")
    )


def _once_more(state: WhoBegins, names: Names) -> Phrase:
    again = state.once_more
    if again is None or not again.cards:
        return phrase("Take all cards away; then all cut again.")
    who = listed([names(seat) for seat in again.seats])
    cards = listed([card_name(card) for card in again.cards])
    return phrase("Equal: {cards}. Take all cards away; then {names} cut again.", cards=cards, names=who)


def _trouble(state: WhoBegins, names: Names) -> Phrase | None:
    shows = state.shows
    for seat in state.asked:
        cards = state.laid_by(seat)
        if len(cards) > 1:
            return phrase("More than one card lies before {name}: leave one.", name=names(seat))
        if cards and cards[0].is_joker:
            return phrase("A joker does not count: {name} lays another card instead.", name=names(seat))
    if shows.apart:
        return phrase("Lay {card} in front of whoever cut it.", card=card_name(shows.apart[0]))
    return prompts.unread(shows.unread) if shows.unread else None


def _missing(state: WhoBegins, names: Names, lays: Lays) -> Phrase:
    """Who has still to cut, and for whom somebody else does it."""
    who = listed([names(seat) for seat in state.missing]) if state.missing else phrase("nobody")
    said = phrase("Still to cut: {names}.", names=who)
    others = [
        phrase("{name} lays one for {other}.", name=names(lays(seat)), other=names(seat))
        for seat in state.missing
        if lays(seat) != seat
    ]
    return joined(" ", [said, *others])
