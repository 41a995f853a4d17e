"""The house options of Bid Whist (RULES B1–B26)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from whist.phrases import phrase
from whist.rules.options import Options, option


@dataclass(frozen=True, slots=True, kw_only=True)
class BidOptions(Options):
    """Options of Bid Whist (RULES B1–B26)."""

    title: ClassVar[str] = phrase("Bid Whist")
    target: int = option(
        5, "points that win the game, or as many lost that lose it (RULES B26)", 5, 7, 9, says=phrase("to {value}")
    )
    jokers: int = option(
        2,
        "jokers in the pack; one is the high one (RULES B1)",
        2,
        1,
        0,
        says={1: phrase("one joker"), 0: phrase("no jokers")},
    )
    min_bid: int = option(3, "the lowest level of a bid (RULES B4)", 1, 2, 3, 4, says=phrase("bids from {value}"))
    low_beats_high: bool = option(
        True,
        "a downtown bid beats an uptown bid of its level (RULES B6)",
        True,
        False,
        says={False: phrase("downtown does not beat uptown")},
    )
    bidder_gets_kitty: bool = option(
        False,
        "the highest bidder takes the kitty and discards as many cards (RULES B10)",
        False,
        True,
        says={True: phrase("the bidder gets the kitty")},
    )
    sport: str = option(
        "never",
        "whether all players see the kitty: never, when there are trumps, always (RULES B12)",
        "never",
        "trump",
        "always",
        says={"trump": phrase("the kitty is shown when there are trumps"), "always": phrase("the kitty is shown")},
    )
    bidder_leads: bool = option(
        False,
        "the highest bidder leads, not the dealer's left (RULES B17)",
        False,
        True,
        says={True: phrase("the bidder leads")},
    )
    nt_joker_must_go: bool = option(
        False,
        "in no-trump a joker goes at the first chance: when its holder is void in the led suit (RULES B19)",
        False,
        True,
        says={True: phrase("in no-trump jokers must go")},
    )
    nt_joker_lead: str = option(
        "free",
        "in no-trump a joker may be led at any time, or only when nothing else is left (RULES B22)",
        "free",
        "last_card_only",
        says={"last_card_only": phrase("in no-trump jokers are led last")},
    )
    double_nt: bool = option(
        False,
        "no-trump hands count twice, won or lost (RULES B24)",
        False,
        True,
        says={True: phrase("no-trump counts twice")},
    )
    defensive_scoring: bool = option(
        False,
        "the other side scores its tricks over six (RULES B25)",
        False,
        True,
        says={True: phrase("defenders score")},
    )

    def impossible(self) -> str | None:
        """Rules about jokers need jokers."""
        if self.jokers == 0 and self.nt_joker_must_go:
            return phrase(
                "jokers cannot have to go where there are none: set jokers to 1 or 2, or nt_joker_must_go to false"
            )
        if self.jokers == 0 and self.nt_joker_lead != "free":
            return phrase(
                "jokers cannot be led last where there are none: set jokers to 1 or 2, or nt_joker_lead to free"
            )
        return None
