"""The whist of the Italian rules page (RULES I1–I10): odd tricks, seven points, every fifth round without trumps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from whist.cards import NO_TRUMP, SUITS
from whist.games.odd_tricks import OddTricks
from whist.names import strain_letters
from whist.phrases import phrase
from whist.rules.options import Options, option
from whist.rules.standing import Standing

TARGET: Final = 7
"""Points that win the match (RULES I6)."""
NO_TRUMP_EVERY: Final = 5
"""Rounds 5, 10, 15 … have no trumps (RULES I7)."""
_TURNS: Final = "HDCS"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItalianOptions(Options):
    """Options of Italian Whist (RULES I8)."""

    title: ClassVar[str] = phrase("Italian Whist to {value}", value=TARGET)
    trump_method: str = option(
        "random",
        "the trump suit is drawn (at a real table the dealer names it), goes by turns H D C S, or is named by the"
        " dealer (RULES I8)",
        "random",
        "rotation",
        "entered",
        says={
            "rotation": phrase("trumps in turn {turns}", turns=strain_letters(" ".join(_TURNS))),
            "entered": "the dealer names trumps",
        },
    )


class Italian(OddTricks[ItalianOptions]):
    """Italian Whist: opposite seats are partners (RULES I9), and the dealer sits at the first leader's right (RULES
    I10), so that the first lead moves on clockwise with the deal (RULES I3)."""

    name = "italian"
    options_type = ItalianOptions
    first_leads = True

    @property
    def target(self) -> int:
        """Points that win the match (RULES I6)."""
        return TARGET

    def strains(self, number: int) -> Sequence[str]:
        """A suit, in rounds 5, 10, 15 … none (RULES I2, I7). By turns the four rounds between have each suit once."""
        place = (number - 1) % NO_TRUMP_EVERY
        if place == NO_TRUMP_EVERY - 1:
            return [NO_TRUMP]
        return [_TURNS[place]] if self.options.trump_method == "rotation" else list(SUITS)

    def fixed_trump(self, standing: Standing, rng: Random) -> str | None:
        """Trumps drawn at random, unless the dealer names them (RULES I8)."""
        if self.options.trump_method == "entered":
            return None
        return rng.choice(self.strains(standing.number))
