"""Why an action is refused, in one sentence for the person who tried it; what every game says alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from whist.cards import Card
from whist.names import one_of, seat_first, seat_name
from whist.phrases import Phrase, phrase


class Refused(Exception):
    """A request that is not granted; the table is as it was. ``code`` is ``"not_now"`` (it may be tried again later) or
    ``"refused"`` (it is not allowed, or means nothing); the text is one sentence for the person who asked."""

    def __init__(self, why: str, code: str = "refused") -> None:
        super().__init__(why)
        self.why = why
        self.code = code


OVER: Final = phrase("The hand is over; nothing can be done in it any more.")
OPEN_CARDS: Final = phrase("The cards that lie open must be seen first.")
NONE_TURNED_UP: Final = phrase("No card is turned up now.")
_MUST: Final[Mapping[str, Phrase]] = {
    "announce": phrase("announce the hand's high-card points"),
    "bid": phrase("bid"),
    "choose": phrase("choose trumps or the direction"),
    "discard": phrase("discard"),
    "play": phrase("play a card"),
}


def turn_of(turn: int, seat: int) -> Phrase:
    """It is another seat's turn."""
    return phrase("It is the turn of {turn}, not of {seat}.", turn=seat_name(turn), seat=seat_name(seat))


def not_now(turn: int | None, phase: str) -> Phrase:
    """Something else must be said or done in this phase."""
    return phrase("That is not for now: {name} must {act}.", name=_whose(turn), act=_must(phase))


def no_card_now(turn: int | None, phase: str) -> Phrase:
    """A card in a phase in which none is played."""
    return phrase("No card can be played now: {name} must {act}.", name=_whose(turn), act=_must(phase))


def _whose(turn: int | None) -> Phrase:
    return phrase("nobody") if turn is None else seat_name(turn)


def _must(phase: str) -> Phrase:
    return _MUST.get(phase, phrase("wait"))


def elsewhere(card: Card) -> Phrase:
    """A card that nobody here can hold."""
    return phrase("{card} is known to be elsewhere.", card=card)


def not_in_pack(card: Card) -> Phrase:
    """A card that the game does not have."""
    return phrase("{card} is not in this game's pack.", card=card)


def not_led(card: Card) -> Phrase:
    """A card that may not be led."""
    return phrase("{card} may not be led now.", card=card)


def not_held(seat: int, card: Card) -> Phrase:
    """A card that is not in the hand."""
    return phrase("{name} does not hold {card}.", name=seat_first(seat), card=card)


def follow(suit: str, card: Card) -> Phrase:
    """A card of another suit than the one that must be followed."""
    return phrase("You still hold {one}; follow suit instead of playing {card}.", one=one_of(suit), card=card)
