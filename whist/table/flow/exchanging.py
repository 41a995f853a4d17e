"""What is to be done with a computer player's holder while it takes the kitty (RULES B10), in one sentence for
everybody."""

from __future__ import annotations

from typing import Any

from whist.names import holder_name
from whist.phrases import Phrase, counted, phrase
from whist.rules.base import Rules
from whist.table.state.exchange import Exchange
from whist.table.state.holders import Holder
from whist.table.state.state import State
from whist.table.words import prompts


def exchanging(exchange: Exchange, state: State, rules: Rules[Any], mover: Phrase, seat: Phrase) -> Phrase:
    """What ``mover``, who moves its cards, does now for the ``seat`` of the computer player."""
    holder = state.holders.all[exchange.holder - 1]
    if exchange.reading:
        return _put_in(exchange, holder, rules, mover)
    if exchange.taking_out:
        return _take_out(exchange, holder, mover)
    return prompts.thinks(seat)


def _put_in(exchange: Exchange, holder: Holder, rules: Rules[Any], mover: Phrase) -> Phrase:
    wanted, (cards, unreadable) = exchange.wanted(rules.stock_size), holder.shown or (0, 0)
    where = holder_name(exchange.holder)
    if cards > wanted:
        return prompts.crowded(exchange.holder, wanted)
    if holder.covered_by is not None and holder.covered:
        return prompts.covered(exchange.holder, holder.covered_by, holder.covered)
    if cards == wanted and unreadable:
        return prompts.unread_in_holder(exchange.holder, unreadable)
    if cards == wanted:
        return phrase("The cards are being read.")
    if exchange.step == "take":
        return counted(
            "{name}, put the card of the kitty into {holder}, unseen: it shows {shown} of {slots} cards.",
            "{name}, put the {count} cards of the kitty into {holder}, unseen: it shows {shown} of {slots} cards.",
            rules.stock_size,
            name=mover,
            holder=where,
            shown=cards,
            slots=wanted,
        )
    return phrase(
        "{name}, put the cards that were laid aside back into {holder}, unseen: it shows {shown} of {slots}.",
        name=mover,
        holder=where,
        shown=cards,
        slots=wanted,
    )


def _take_out(exchange: Exchange, holder: Holder, mover: Phrase) -> Phrase:
    where, marked, mistaken = holder_name(exchange.holder), exchange.marked(holder), exchange.mistaken(holder)
    if mistaken:
        return phrase(
            "{name}, put the card from slot {slot} back into {holder}, unseen: it was not marked.",
            name=mover,
            holder=where,
            slot=mistaken[0] + 1,
        )
    which = ", ".join(str(slot + 1) for slot in marked)
    if exchange.step == "room":
        return counted(
            "{name}, take the marked card out of {holder} and lay it aside face down, unseen: slot {which}.",
            "{name}, take the marked cards out of {holder} and lay them aside face down, unseen: slots {which}.",
            len(marked),
            name=mover,
            holder=where,
            which=which,
        )
    if exchange.last(holder):
        return counted(
            "{name}, discard the marked card of {holder} face down, and all that was laid aside: slot {which}.",
            "{name}, discard the marked cards of {holder} face down, and all that was laid aside: slots {which}.",
            len(marked),
            name=mover,
            holder=where,
            which=which,
        )
    return counted(
        "{name}, discard the marked card of {holder} face down, apart from those laid aside: slot {which}.",
        "{name}, discard the marked cards of {holder} face down, apart from those laid aside: slots {which}.",
        len(marked),
        name=mover,
        holder=where,
        which=which,
    )
