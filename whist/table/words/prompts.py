"""What now? The sentences for everybody that are the same at every table."""

from __future__ import annotations

from collections.abc import Iterable

from whist.messages.observations import SLOTS
from whist.names import holder_name, part_name
from whist.phrases import Phrase, counted, listed, phrase


def out_of_sight(parts: Iterable[str]) -> Phrase:
    """That these parts of the table cannot be seen."""
    names = [part_name(part) for part in sorted(parts)]
    return phrase("I cannot see {parts}: is there light, and is the camera's view free?", parts=listed(names))


def unread(cards: int) -> Phrase:
    """That so many cards cannot be read."""
    return counted(
        "A card lies there that I cannot read: turn it face up, uncover a corner, or take it away.",
        "{count} cards lie there that I cannot read: turn them face up, uncover a corner, or take them away.",
        cards,
    )


def unclear() -> Phrase:
    """That a question waits for its answer."""
    return phrase("One card is unclear: please answer the question on your page.")


def deals_again(dealer: Phrase) -> Phrase:
    """That the cards are dealt again."""
    return phrase("Gather all cards; {name} deals again.", name=dealer)


def wins_trick(winner: Phrase) -> Phrase:
    """That a trick is complete."""
    return phrase("{name} wins the trick: gather the cards, then {name} leads.", name=winner)


def to_play(name: Phrase, *, following: bool, first: bool, later: bool) -> Phrase:
    """Who has to play; the dealer may also play the turned-up card to the ``first`` trick, and ``later`` take it up."""
    if first:
        return phrase("{name}, play a card. The turned-up card is one of yours, too.", name=name)
    if later and following:
        return phrase("{name}, play a card or take up the turned-up card.", name=name)
    if later:
        return phrase("{name}, lead or take up the turned-up card.", name=name)
    return (
        phrase("{name}, play a card.", name=name)
        if following
        else phrase("{name}, play the first card of the trick.", name=name)
    )


# -- holders -----------------------------------------------------------------------------------------------------------


def shows(holder: int, shown: int, empty: tuple[int, ...], wanted: int = SLOTS) -> Phrase:
    """How many cards of those ``wanted`` a holder shows, and which of its slots seem empty where few are."""
    name = holder_name(holder)
    if not empty or wanted != SLOTS:
        return phrase("{holder} shows {shown} of {slots} cards", holder=name, shown=shown, slots=wanted)
    if len(empty) == 1:
        return phrase("{holder} shows {shown} cards: slot {slot} is empty", holder=name, shown=shown, slot=empty[0] + 1)
    which = ", ".join(str(slot + 1) for slot in empty)
    return phrase("{holder} shows {shown} cards: slots {which} are empty", holder=name, shown=shown, which=which)


def covered(holder: int, by: int, slots: tuple[int, ...]) -> Phrase:
    """That the holder ``by`` lies over some slots (0…12) of another one."""
    names = {"holder": holder_name(holder), "other": holder_name(by)}
    if len(slots) == 1:
        return phrase("Pull {other} a little away: it covers slot {slot} of {holder}.", slot=slots[0] + 1, **names)
    which = ", ".join(str(slot + 1) for slot in slots)
    return phrase("Pull {other} a little away: it covers slots {which} of {holder}.", which=which, **names)


def crowded(holder: int, wanted: int = SLOTS) -> Phrase:
    """That a holder shows more cards than those ``wanted``."""
    return phrase(
        "Holder {number} holds a card too many: each holds {slots}, one to a slot.", number=holder, slots=wanted
    )


def unread_in_holder(holder: int, cards: int) -> Phrase:
    """That so many cards in a holder cannot be read."""
    return phrase(
        "I cannot read {count} of the cards in {holder}: set them straight.", count=cards, holder=holder_name(holder)
    )


def thinks(name: Phrase) -> Phrase:
    """That a computer player has not chosen yet."""
    return phrase("{name} is thinking.", name=name)


def moves(mover: Phrase, seat: Phrase, place: tuple[int, int] | None) -> Phrase:
    """That ``mover`` moves a card for whoever is at ``seat``: from holder and slot (1…, 0…) of ``place``; None where it
    lies open beside the trick."""
    if place is None:
        return phrase("{name}, move the turned-up card in with the others for {other}.", name=mover, other=seat)
    return phrase(
        "{name}, move the marked card from {holder} to the table: slot {slot}.",
        name=mover,
        holder=holder_name(place[0]),
        slot=place[1] + 1,
    )


def turn_up(mover: Phrase, dealer: Phrase) -> Phrase:
    """That ``mover`` turns up the last card of a computer player who deals."""
    return phrase("{name}, turn up the last card of {dealer} in the middle of the table.", name=mover, dealer=dealer)
