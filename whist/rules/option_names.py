"""What the values of house options are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from whist.cards import STRAINS
from whist.names import place_name, strain_letters
from whist.phrases import Phrase, phrase

_NAMES: Final[Mapping[str, Phrase]] = {
    "": phrase("none"),
    "agreed": phrase("whom they agree on"),
    "all": phrase("all"),
    "always": phrase("always"),
    "any": phrase("any time"),
    "both": phrase("all"),
    "call": phrase("they may"),
    "chosen": phrase("chosen by the dealer"),
    "concede_hand": phrase("the hand"),
    "consume": phrase("it does"),
    "counted": phrase("they count"),
    "cross_table": phrase("they cross the table"),
    "cut": phrase("everybody cuts a card"),
    "dealer": phrase("the dealer"),
    "difference": phrase("the difference"),
    "drawn": phrase("the table draws"),
    "during_announcement": phrase("during the announcement"),
    "entered": phrase("named by the dealer"),
    "first_played": phrase("who played first"),
    "free": phrase("any time"),
    "hand": phrase("one point"),
    "high": phrase("the highest"),
    "last_card_only": phrase("last of all"),
    "last_trick": phrase("the last one"),
    "left_neighbour": phrase("the next one on the left"),
    "low": phrase("the lowest"),
    "named": phrase("somebody is named"),
    "never": phrase("never"),
    "next_dealer": phrase("the next dealer"),
    "no_trump": phrase("no trumps"),
    "none": phrase("none"),
    "off": phrase("off"),
    "old_law": phrase("the tricks come first"),
    "on": phrase("on"),
    "owner": phrase("the owner"),
    "pause": phrase("it does not"),
    "random": phrase("drawn"),
    "redraw": phrase("another card"),
    "reverse": phrase("they stay"),
    "rotation": phrase("by turns"),
    "same_dealer": phrase("the same dealer"),
    "section2_only": phrase("a suit, shortest or longest"),
    "stage2": phrase("the last 13"),
    "table": phrase("the table"),
    "three_points_off": phrase("three points"),
    "three_points_on": phrase("three points for the others"),
    "three_tricks": phrase("three tricks"),
    "top_trumps": phrase("the highest trumps"),
    "trump": phrase("with trumps"),
    "turn_up": phrase("turned up"),
    "until_auction_ends": phrase("until the auction ends"),
    "until_next_lead": phrase("until the next lead"),
    "until_trick_turned": phrase("until the trick is turned"),
    "when_broken": phrase("once one was played"),
    "worthless": phrase("worthless"),
}


_NONE: Final[Mapping[str, Phrase]] = {"revoke_penalty": phrase("nothing"), "revoke_alert": phrase("nobody")}


def choice_name(option: str, value: Any) -> str:
    """What a page calls a value of an option: ``the next dealer`` for ``"next_dealer"``, ``yes`` for true."""
    if value == "none" and option in _NONE:
        return _NONE[option]
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if value in ("south", "north"):
        return place_name(value)
    if not isinstance(value, str):
        return str(value)
    if value and all(part in STRAINS for part in value.split()):
        return strain_letters(value)
    return _NAMES[value]
